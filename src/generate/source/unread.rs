//! What lies in the source and nothing reads, and what its author may have meant.

use std::path::Path;

use super::walk::{Borders, Item};
use crate::diagnostic::{Diagnostic, Place, Sink};
use crate::generate::lint::rules::source as rules;
use crate::generate::lint::suggest;

/// The names that a plugin's folder may hold.
const NAMES: [&str; 10] = [
    "skills",
    "agents",
    "commands",
    "hooks.yaml",
    "files",
    "schemas",
    "partials",
    "hosts",
    "plugin.yaml",
    "marketplace.yaml",
];
/// Those of them that make a folder a plugin's, even without plugin.yaml.
const PARTS: [&str; 6] = ["skills", "agents", "commands", "hooks.yaml", "files", "schemas"];

/// Reports what nothing reads.
fn unread(borders: &Borders, path: &Path, help: impl Into<String>, sink: &mut Sink) {
    let place = Place::file(&borders.opaque(path));
    sink.push(Diagnostic::new(&rules::unread_source::RULE, place, "nothing reads this").help(help));
}

/// Something at the top of a plugin's folder.
pub(super) fn at_top(borders: &Borders, item: &Item, sink: &mut Sink) {
    let name = item.name.as_str();
    let stem = name.strip_suffix(".yml").map(|stem| format!("{stem}.yaml"));
    let meant = NAMES
        .into_iter()
        .find(|known| stem.as_deref() == Some(known) || name.eq_ignore_ascii_case(known))
        .or_else(|| suggest::closest(name, NAMES));
    let help = match meant {
        Some(known) if known == name && item.folder => format!("`{known}` is a file, not a folder"),
        Some(known) if known == name => format!("`{known}` is a folder, not a file"),
        Some(known) => format!("did you mean `{known}`?"),
        None => "put what the plugin should carry into `files/`, and delete the rest".to_owned(),
    };
    unread(borders, &item.path, help, sink);
}

/// A file among the folders of `skills/`.
pub(super) fn among_skills(borders: &Borders, item: &Item, sink: &mut Sink) {
    let stem = item.name.strip_suffix(".hbs").unwrap_or(&item.name).strip_suffix(".md");
    let help = match stem {
        Some(stem) if !stem.eq_ignore_ascii_case("readme") => {
            let ending = &item.name[stem.len()..];
            format!("a skill is a folder with a SKILL.md: move it to `skills/{stem}/SKILL{ending}`")
        }
        _ => "a skill is a folder with a SKILL.md; put other files into one, or delete them"
            .to_owned(),
    };
    unread(borders, &item.path, help, sink);
}

/// Something in `agents/` or `commands/` that is no Markdown file.
pub(super) fn among_components(borders: &Borders, item: &Item, folder: &str, sink: &mut Sink) {
    let help = if item.folder {
        format!("folders in `{folder}/` are not read: put each file right into it")
    } else {
        format!("`{folder}/` is for files named `.md` or `.md.hbs`")
    };
    unread(borders, &item.path, help, sink);
}

/// A file of `partials/` whose name does not end as that of a partial.
pub(super) fn among_partials(borders: &Borders, path: &Path, rel: &str, sink: &mut Sink) {
    let help = match rel.strip_suffix(".md") {
        Some(stem) => format!("a partial's name ends in `.md.hbs`: call it `{stem}.md.hbs`"),
        None => "a partial's name ends in `.md.hbs`".to_owned(),
    };
    unread(borders, path, help, sink);
}

/// Something in `hosts/` that is no host's file.
pub(super) fn among_hosts(borders: &Borders, item: &Item, sink: &mut Sink) {
    let files = ["claude.yaml", "codex.yaml"];
    let name = item.name.replace(".yml", ".yaml");
    let help = match suggest::closest(&name, files) {
        Some(known) if !item.folder => format!("did you mean `{known}`?"),
        _ => format!("the files here are {}", suggest::listed(files)),
    };
    unread(borders, &item.path, help, sink);
}

/// Is this the folder of one plugin that only lacks its plugin.yaml? Then that is reported.
pub(super) fn lacks_plugin(borders: &Borders, items: &[Item], sink: &mut Sink) -> bool {
    let is_part = |item: &Item| PARTS.contains(&item.name.as_str());
    let is_plugin = |item: &Item| item.folder && item.path.join("plugin.yaml").exists();
    if !items.iter().any(is_part) || items.iter().any(is_plugin) {
        return false;
    }
    let path = borders.root.join(super::CANONICAL).join("plugin.yaml");
    let meant = items.iter().find(|item| {
        matches!(item.name.as_str(), "plugin.yml" | "plugins.yaml" | "plugin.json" | "Plugin.yaml")
    });
    let help = match meant {
        Some(item) => format!("there is `{}`: rename it", item.name),
        None => "write it, with `name`, `version`, `description`, `author` and `hosts`".to_owned(),
    };
    sink.push(
        Diagnostic::new(
            &rules::source_without_main_file::RULE,
            Place::file(&borders.opaque(&path)),
            "`canonical/plugin.yaml` is missing",
        )
        .help(help),
    );
    true
}

/// Does the folder hold a part of a plugin?
pub(super) fn holds_a_part(canonical: &Path) -> bool {
    PARTS.iter().any(|part| canonical.join(part).exists())
}
