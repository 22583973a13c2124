//! Looks at what we are about to write, as its host would, and points at the source.

use std::sync::Arc;

use rayon::prelude::*;

use super::foreign::{classify, component};
use super::{
    Context, Document, EntryKind, HostTree, Kind, Mode, TreeEntry, check_document, check_tree,
};
use crate::diagnostic::{Diagnostic, Origin, Place, Sink, SourceFile};
use crate::generate::render::{PluginTree, Rendition};
use crate::generate::source::Source;
use crate::generate::tree::{Content, TreeFile};

/// Runs the rules for host trees over every rendered tree.
pub fn check(_: &Source, rendition: &Rendition, sink: &mut Sink) {
    for tree in &rendition.trees {
        check_one(rendition, tree, sink);
    }
}

fn check_one(rendition: &Rendition, rendered: &PluginTree, sink: &mut Sink) {
    let files: Vec<(&str, &TreeFile)> = rendition.tree.below(&rendered.folder).collect();
    let mut tree = HostTree::new(rendered.host, SourceFile::opaque(rendered.folder.as_str()));
    for (path, file) in &files {
        let shown = format!("{}/{path}", rendered.folder);
        let text = match &file.content {
            Content::Text(_) | Content::Loaded(_) if is_data(path) => whole(file),
            _ => String::new(),
        };
        let entry = TreeEntry {
            kind: EntryKind::File,
            executable: file.executable,
            file: SourceFile::new(shown, text),
        };
        tree.entries.insert((*path).to_owned(), entry);
    }
    let documents: Vec<(&str, &TreeFile)> =
        files.iter().copied().filter(|(path, _)| path.ends_with(".md")).collect();
    // Names and descriptions first: tree rules and links need the whole.
    let components: Vec<_> = documents
        .par_iter()
        .filter_map(|(path, file)| {
            let document = document(rendered, path, file)?;
            (document.kind != Kind::Reference).then(|| component(rendered.host, &document))?
        })
        .collect();
    tree.components = components;

    let faults: Vec<Diagnostic> = documents
        .par_iter()
        .flat_map_iter(|(path, file)| {
            let mut sink = Sink::new();
            if let Some(document) = document(rendered, path, file) {
                let context =
                    Context { mode: Mode::Rendered, host: Some(rendered.host), tree: Some(&tree) };
                check_document(&document, context, &mut sink);
            }
            sink.into_iter().collect::<Vec<_>>()
        })
        .collect();
    let mut tree_faults = Sink::new();
    check_tree(&tree, Mode::Rendered, &mut tree_faults);
    for fault in faults.into_iter().chain(tree_faults) {
        sink.push(at_source(rendition, rendered, fault));
    }
}

/// Files whose text the rules want to read.
fn is_data(path: &str) -> bool {
    [".json", ".yaml", ".yml", ".toml"].iter().any(|ending| path.ends_with(ending))
}

fn whole(file: &TreeFile) -> String {
    file.bytes().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// A rendered Markdown file taken apart. One that is copied to the byte points
/// at its source directly.
fn document(rendered: &PluginTree, path: &str, file: &TreeFile) -> Option<Document> {
    let (kind, name) = classify(path);
    let source = match &file.content {
        Content::Loaded(source) => Arc::clone(source),
        Content::Text(_) => SourceFile::new(format!("{}/{path}", rendered.folder), whole(file)),
        Content::Copy(_) => return None,
    };
    Some(Document::parse(kind, name, path, source))
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
    let inside = shown.strip_prefix(&format!("{}/", rendered.folder))?;
    let (_, file) = rendition.tree.below(&rendered.folder).find(|(path, _)| *path == inside)?;
    let line = place.position().line;
    let via = Some(Origin { path: shown, line });
    let Some(origin) = file.origin(line) else {
        return Some(Place { via, ..Place::file(&file.source) });
    };
    // The same words in the source line give a closer underline than the line.
    let words = place.file.text.get(place.range.clone()).unwrap_or_default();
    let line_text = origin.file.text.get(origin.range.clone()).unwrap_or_default();
    let range = match line_text.find(words) {
        Some(index) if !words.is_empty() => {
            let start = origin.range.start + index;
            start..start + words.len()
        }
        _ => origin.range.clone(),
    };
    Some(Place { file: origin.file, range, via })
}
