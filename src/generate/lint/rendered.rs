//! Looks at what we are about to write, as its host would, and points at the source.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::foreign::{classify, component};
use super::{
    Component, Context, Document, EntryKind, HostTree, Kind, Mode, TreeEntry, check_document,
    check_tree,
};
use crate::diagnostic::{Diagnostic, Origin, Place, Sink, SourceFile};
use crate::generate::render::{PluginTree, Rendition};
use crate::generate::source::walk::MAX_TEXT;
use crate::generate::source::yaml;
use crate::generate::source::{Plugin, Source};
use crate::generate::tree::{Content, RelPath, Text, TreeFile, by_source};

/// Runs the rules for host trees over every rendered tree.
pub fn check(source: &Source, rendition: &Rendition, sink: &mut Sink) {
    // Names and descriptions of every tree first: tree rules and links need the whole.
    let trees: Vec<(&PluginTree, HostTree)> = rendition
        .trees
        .iter()
        .map(|rendered| (rendered, host_tree(source, rendition, rendered)))
        .collect();
    let documents = trees.iter().flat_map(|tree| {
        let files = rendition.tree.below(&tree.0.folder);
        files
            .filter(|(path, _)| path.ends_with(".md"))
            .map(move |(path, file)| (file, (path, tree)))
    });
    let faults: Vec<Diagnostic> = by_source(documents)
        .into_par_iter()
        .flat_map_iter(|group| {
            let mut faults = Vec::new();
            let mut last: Option<Document> = None;
            for (file, (path, (rendered, tree))) in group {
                let Some(mut document) = document(rendered, path, file) else { continue };
                if let Some(last) = &last {
                    document.share_parts(last);
                }
                let context =
                    Context { mode: Mode::Rendered, host: Some(rendered.host), tree: Some(tree) };
                let mut sink = Sink::new();
                check_document(&document, context, &mut sink);
                faults.extend(sink.into_iter().map(|fault| at_source(rendition, rendered, fault)));
                last = Some(document);
            }
            faults
        })
        .collect();
    sink.extend(faults);
    for (rendered, tree) in &trees {
        let mut faults = Sink::new();
        check_tree(tree, Mode::Rendered, &mut faults);
        sink.extend(faults.into_iter().map(|fault| at_source(rendition, rendered, fault)));
    }
}

/// A rendered tree as its host would find it.
fn host_tree(source: &Source, rendition: &Rendition, rendered: &PluginTree) -> HostTree {
    let files: Vec<(&str, &TreeFile)> = rendition.tree.below(&rendered.folder).collect();
    let mut tree = HostTree::new(rendered.host, SourceFile::opaque(rendered.folder.as_str()));
    tree.entries = files.iter().map(|(path, file)| entry(rendered, path, file)).collect();
    if let Some(plugin) = source.plugins.get(rendered.plugin) {
        tree.source = Some(plugin.folder.clone());
        for path in unread(plugin) {
            let file = SourceFile::opaque(shown(rendered, &path));
            let entry = TreeEntry {
                kind: EntryKind::File,
                executable: false,
                shebang: None,
                plain_source: None,
                file,
            };
            tree.entries.entry(path).or_insert(entry);
        }
    }
    let documents: Vec<(&str, &TreeFile)> =
        files.into_iter().filter(|(path, _)| path.ends_with(".md")).collect();
    tree.components =
        documents.par_iter().filter_map(|(path, file)| listed(rendered, path, file)).collect();
    tree
}

/// Files that the tree lacks only because their source could not be read: links may lead there.
fn unread(plugin: &Plugin) -> impl Iterator<Item = String> + '_ {
    let skills = plugin.skills.iter().filter(|skill| skill.broken).map(|skill| &skill.name);
    let agents = plugin.unread.agents.iter().map(|name| format!("agents/{name}.md"));
    let commands = plugin.unread.commands.iter().map(|name| format!("commands/{name}.md"));
    skills.map(|name| format!("skills/{name}/SKILL.md")).chain(agents).chain(commands)
}

/// A file as the rules for trees see it.
fn entry(rendered: &PluginTree, path: &str, file: &TreeFile) -> (String, TreeEntry) {
    let text = match &file.content {
        _ if !is_data(path) => String::new(),
        Content::Copy(from) => copied(from),
        Content::Text(_) | Content::Loaded(_) => file.text(),
    };
    let entry = TreeEntry {
        kind: EntryKind::File,
        executable: file.executable,
        shebang: None,
        plain_source: plain_source(file),
        file: SourceFile::new(shown(rendered, path), text),
    };
    (path.to_owned(), entry)
}

/// The name of a Markdown source that is no template.
fn plain_source(file: &TreeFile) -> Option<String> {
    let name = file.source.path.file_name()?.to_str()?;
    name.ends_with(".md").then(|| name.to_owned())
}

/// Files whose text the rules want to read. Inside a skill that is one; there may be
/// thousands of others.
fn is_data(path: &str) -> bool {
    let data = [".json", ".yaml", ".yml", ".toml"].iter().any(|ending| path.ends_with(ending));
    data && (!path.starts_with("skills/") || path.ends_with("/agents/openai.yaml"))
}

/// The text of a file that is copied; empty if it is none.
fn copied(from: &Path) -> String {
    let small = std::fs::metadata(from).is_ok_and(|metadata| metadata.len() <= MAX_TEXT);
    if small { std::fs::read_to_string(from).unwrap_or_default() } else { String::new() }
}

/// Path of a rendered file below the root.
fn shown(rendered: &PluginTree, path: &str) -> String {
    format!("{}/{path}", rendered.folder)
}

/// Frontmatter that we wrote, as it was parsed when it was checked.
fn written(file: &TreeFile) -> Option<(&Text, Range<usize>, &Arc<yaml::Document>)> {
    let Content::Text(text) = &file.content else { return None };
    text.front.as_ref().map(|(yaml, front)| (&**text, yaml.clone(), front))
}

/// A skill, agent or command as its host lists it.
fn listed(rendered: &PluginTree, path: &str, file: &TreeFile) -> Option<Component> {
    let (kind, name) = classify(path);
    if kind == Kind::Reference {
        return None;
    }
    let document = match written(file) {
        // The head says it all. Components stay in memory as long as their tree, and each
        // would keep its whole text there.
        Some((text, yaml, front)) => {
            let head = SourceFile::new(shown(rendered, path), text.head.as_str());
            Document::with_front(kind, name, path, head, (yaml, front))
        }
        None => document(rendered, path, file)?,
    };
    component(rendered.host, &document)
}

/// A rendered Markdown file taken apart. One that is copied to the byte points
/// at its source directly.
fn document(rendered: &PluginTree, path: &str, file: &TreeFile) -> Option<Document> {
    let (kind, name) = classify(path);
    let source = match &file.content {
        Content::Loaded(source) => Arc::clone(source),
        Content::Text(_) => SourceFile::new(shown(rendered, path), file.text()),
        Content::Copy(_) => return None,
    };
    Some(match written(file).filter(|_| kind != Kind::Reference) {
        Some((_, yaml, front)) => Document::with_front(kind, name, path, source, (yaml, front)),
        None => Document::parse(kind, name, path, source),
    })
}

/// Moves a fault from the rendered file to the source that the line came from.
fn at_source(rendition: &Rendition, rendered: &PluginTree, mut fault: Diagnostic) -> Diagnostic {
    if fault.hosts.is_empty() {
        fault = fault.host(rendered.host);
    }
    let place = move_place(rendition, rendered, &fault.place);
    if let Some(place) = place {
        fault.place = place;
        // It was made for the rendered text.
        fault.fix = None;
    }
    for label in &mut fault.labels {
        if let Some(place) = move_place(rendition, rendered, &label.place) {
            label.place = place;
        }
    }
    fault
}

fn move_place(rendition: &Rendition, rendered: &PluginTree, place: &Place) -> Option<Place> {
    let shown = place.file.display();
    let path = RelPath::new(shown.as_str()).filter(|path| path.is_below(&rendered.folder))?;
    let file = rendition.tree.files.get(&path)?;
    let line = place.position().line;
    let via = Some(Origin { path: shown, line });
    if let Content::Copy(_) = &file.content {
        // Line by line the same, and nobody has read it yet.
        let source = SourceFile::new(file.source.path.as_path(), place.file.text.as_str());
        return Some(Place { via, ..Place::new(&source, place.range.clone()) });
    }
    if place.range == (0..0) {
        // The file as a whole, not what its first line came from.
        return Some(Place { via, ..Place::file(&file.source) });
    }
    let Some(origin) = file.origin(line) else {
        return Some(Place { via, ..Place::file(&file.source) });
    };
    // The same words in the source line give a closer underline than the line.
    let words = place.file.text.get(place.range.clone()).unwrap_or_default();
    let line_text = origin.file.text.get(origin.range.clone()).unwrap_or_default();
    // What we wrote in quotes may stand without them in the source.
    let bare = words.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(words);
    let found = find_words(line_text, words).or_else(|| find_words(line_text, bare));
    let range = found.map_or_else(
        || origin.range.clone(),
        |found| origin.range.start + found.start..origin.range.start + found.end,
    );
    Some(Place { file: origin.file, range, via })
}

/// Where words stand in a line, by themselves if they do, else within others.
fn find_words(line: &str, words: &str) -> Option<Range<usize>> {
    if words.is_empty() {
        return None;
    }
    let joined = |neighbour: Option<char>| neighbour.is_some_and(char::is_alphanumeric);
    let alone = |index: usize| {
        let end = index + words.len();
        let (first, last) = (words.chars().next(), words.chars().next_back());
        let before = joined(line[..index].chars().next_back()) && joined(first);
        let behind = joined(line[end..].chars().next()) && joined(last);
        !before && !behind
    };
    let index = line
        .match_indices(words)
        .map(|(index, _)| index)
        .find(|&index| alone(index))
        .or_else(|| line.find(words))?;
    Some(index..index + words.len())
}
