//! The paths of the rendered tree: safe, each claimed once, and able to stand side
//! by side on a disk.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Sink, SourceFile};
use crate::generate::lint::rules::source as rules;
use crate::generate::output::{PENDING, SCRATCH, SUMS};
use crate::generate::source::Plugin;
use crate::generate::tree::{Collision, RelPath, Tree, TreeFile};

/// Adds a file to the tree; an unsafe path and a second claim are reported.
pub(super) fn insert(tree: &mut Tree, path: &str, file: TreeFile, sink: &mut Sink) {
    let source = Arc::clone(&file.source);
    let Some(safe) = RelPath::new(path) else {
        sink.push(
            Diagnostic::new(
                &rules::path_escape::RULE,
                Place::file(&source),
                format!("`{}` is no path that can be written everywhere", path.escape_debug()),
            )
            .help("rename it: no `\\`, no line ends, no `..`"),
        );
        return;
    };
    if let Err(collision) = tree.insert(safe, file) {
        // Two sources that meet do so on each host, and often in several files.
        let told = sink.items().iter().any(|item| {
            item.rule == &rules::path_collision::RULE
                && item.place.file.path == collision.second.path
                && item.labels.iter().all(|label| label.place.file.path == collision.first.path)
        });
        if !told {
            sink.push(collides(&collision));
        }
    }
}

fn collides(collision: &Collision) -> Diagnostic {
    let Collision { path, first, second } = collision;
    let fault =
        |text: String| Diagnostic::new(&rules::path_collision::RULE, Place::file(second), text);
    if first.path == second.path {
        return fault(format!("`{path}` comes from this file twice, with different bytes"))
            .help("rename what it is rendered to");
    }
    let name = path.as_str().strip_suffix("/SKILL.md").and_then(|path| path.rsplit('/').next());
    let is_main = |file: &SourceFile| file.path.to_string_lossy().contains("SKILL.md");
    if let Some(name) = name.filter(|_| !(is_main(first) && is_main(second))) {
        return fault(format!("a skill and a command are both called `{name}`"))
            .label(Place::file(first), "the other one")
            .help("rename one of them: on Codex a command is a skill, too");
    }
    fault(format!("`{path}` also comes from `{}`", first.display()))
        .label(Place::file(first), "the other source")
        .help("rename one of them, or make their bytes agree")
}

/// Can the plugin's name be a folder's? Reports one that leaves the trees.
pub(super) fn check_folder(plugin: &Plugin, sink: &mut Sink) -> bool {
    let name = &plugin.config.value.name;
    let place = || plugin.key_place("name").unwrap_or_else(|| Place::file(&plugin.config.file));
    if name.contains('/') || RelPath::new(name.as_str()).is_none() {
        let text = format!("the plugin's name `{}` cannot name a folder", name.escape_debug());
        sink.push(
            Diagnostic::new(&rules::path_escape::RULE, place(), text)
                .help("use lower-case letters, digits and `-`"),
        );
        return false;
    }
    true
}

/// Reports files whose paths cannot stand beside others: a file where another one
/// needs a folder, and names that a build uses in passing.
pub(super) fn check(tree: &Tree, sink: &mut Sink) {
    let mut last_folder = "";
    for (path, file) in &tree.files {
        let path = path.as_str();
        if path == SUMS || path == PENDING || path.split('/').any(|part| part.starts_with(SCRATCH))
        {
            let text = format!("`{path}` is a name that cvg-gen uses itself");
            taken(&file.source, text, None, sink);
        }
        // Most files share their folder with the one before.
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if folder == last_folder {
            continue;
        }
        last_folder = folder;
        for (end, _) in path.match_indices('/') {
            let above = &path[..end];
            let text = format!("`{above}` is a file, and `{path}` needs a folder there");
            if above == SUMS {
                taken(&file.source, text, None, sink);
            } else if let Some(other) = RelPath::new(above).and_then(|key| tree.files.get(&key)) {
                taken(&file.source, text, Some(&other.source), sink);
            }
        }
    }
}

fn taken(source: &Arc<SourceFile>, text: String, other: Option<&Arc<SourceFile>>, sink: &mut Sink) {
    let mut fault = Diagnostic::new(&rules::path_collision::RULE, Place::file(source), text)
        .help("rename one of them");
    if let Some(other) = other {
        fault = fault.label(Place::file(other), "the file");
    }
    sink.push(fault);
}
