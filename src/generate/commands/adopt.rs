//! `cvg-gen adopt`: carries an edit of a generated file back into its source.
//!
//! Only what came to the letter from one place of one source file is carried
//! back; anything else is refused with the place to edit instead. Whatever was
//! written is proven by rendering again: if the file does not come out as the
//! edit has it, the sources are put back as they were.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use super::why::relative;
use crate::generate::cli::{Global, exit};
use crate::generate::lint::fix::replace;
use crate::generate::output::{DriftKind, Side, Status, Sum, unified_diff};
use crate::generate::pipeline::{Prepared, prepare, root};
use crate::generate::template::splice::{Refusal, Splice, splices};
use crate::generate::tree::{Content, RelPath, TreeFile};
use crate::ui::Ui;

/// Flags of `adopt`.
#[derive(Debug, Clone, Args)]
pub struct AdoptArgs {
    /// Generated files whose edits to carry back; every edited one if left out.
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// Show what would change in the sources, and write nothing.
    #[arg(long)]
    pub dry_run: bool,
}

/// New texts of source files, by path.
type Sources = BTreeMap<PathBuf, Vec<u8>>;

/// Runs `adopt`.
pub fn adopt(args: &AdoptArgs, global: &Global, ui: &Ui) -> anyhow::Result<u8> {
    let root = root(global)?;
    let global = Global { host: Vec::new(), ..global.clone() };
    let prepared = prepare(&root, &global);
    if prepared.has_errors() {
        super::show(&prepared.diagnostics, &global, ui)?;
        ui.note("the source has errors: mend them before an edit can be carried into it\n");
        return Ok(exit::FOUND);
    }
    let status = prepared.status(&[])?;
    let edited = chosen(args, &root, &status)?;
    if edited.is_empty() {
        ui.note("no generated file was edited by hand\n");
        return Ok(exit::CLEAN);
    }
    let mut refused = String::new();
    let mut edits = Edits::default();
    for path in &edited {
        if let Err(reason) = carry(&prepared, &status, path, &mut edits) {
            let _ = writeln!(refused, "error: `{path}` cannot be carried back: {reason}");
        }
    }
    let others = edits.others(&prepared, &edited);
    let sources = edits.apply(&root).unwrap_or_else(|reason| {
        let _ = writeln!(refused, "error: the edits contradict each other: {reason}");
        Sources::new()
    });
    if !refused.is_empty() {
        ui.err(&refused);
        ui.note("nothing was written\n");
        return Ok(exit::REFUSED);
    }
    for (path, new) in &sources {
        let old =
            std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let shown = path.strip_prefix(&root).unwrap_or(path);
        let shown = crate::diagnostic::display_path(shown);
        ui.out(&unified_diff(&shown, &Side::from(Some(old)), &Side::from(Some(new.clone()))))?;
    }
    for path in others {
        ui.note(&format!("{path} changes with it\n"));
    }
    if args.dry_run {
        return Ok(exit::CLEAN);
    }
    write_and_prove(&root, &global, &edited, &sources, ui)
}

/// The edited files that were asked for.
fn chosen(args: &AdoptArgs, root: &Path, status: &Status) -> anyhow::Result<Vec<String>> {
    let of = |kinds: &[DriftKind]| -> Vec<String> {
        let drift = status.drift.iter().filter(|drift| kinds.contains(&drift.kind));
        drift.map(|drift| drift.path.clone()).collect()
    };
    if args.files.is_empty() {
        return Ok(of(&[DriftKind::Edited]));
    }
    // A file that is not ours replaces a source only if it is named.
    let all = of(&[DriftKind::Edited, DriftKind::Unowned]);
    let mut chosen = Vec::new();
    for file in &args.files {
        let path = relative(root, file)?;
        if all.contains(&path) {
            chosen.push(path);
            continue;
        }
        match status.drift.iter().find(|drift| drift.path == path).map(|drift| drift.kind) {
            Some(DriftKind::Stale) => {
                anyhow::bail!("`{path}` was not edited; its source changed: run `cvg-gen build`")
            }
            Some(DriftKind::Foreign) => anyhow::bail!(
                "`{path}` comes from no source: move it into `canonical/files/` if the plugin should have it"
            ),
            _ => anyhow::bail!("`{path}` is not an edited generated file"),
        }
    }
    Ok(chosen)
}

/// What the edits of several generated files ask of the sources.
#[derive(Default)]
struct Edits {
    /// Sources that are copied: their new bytes.
    whole: Sources,
    /// Sources that are rendered: replacements of lines, the last line first. Two
    /// hosts' files that were edited alike ask for the same one.
    splices: BTreeMap<PathBuf, Vec<Splice>>,
}

impl Edits {
    /// The other generated files that show what is about to change.
    fn others(&self, prepared: &Prepared, edited: &[String]) -> Vec<String> {
        let root = &prepared.source.root;
        let whole = self.whole.keys().map(|path| (path, 0..usize::MAX));
        let parts = self.splices.iter().flat_map(|(path, splices)| {
            // Lines that are inserted have the line before them for company.
            splices
                .iter()
                .map(move |splice| (path, splice.first - 1..splice.first + splice.old.len()))
        });
        let changed: Vec<(PathBuf, std::ops::Range<usize>)> = whole
            .chain(parts)
            .map(|(path, lines)| (path.strip_prefix(root).unwrap_or(path).to_path_buf(), lines))
            .collect();
        let files = prepared.rendition.tree.files.iter();
        files
            .filter(|(path, _)| !edited.iter().any(|edited| edited == path.as_str()))
            .filter(|(_, file)| changed.iter().any(|(source, lines)| file.shows(source, lines)))
            .map(|(path, _)| path.to_string())
            .collect()
    }

    /// The new bytes of every source.
    fn apply(self, root: &Path) -> Result<Sources, String> {
        let mut sources = self.whole;
        for (path, mut splices) in self.splices {
            splices.sort_by_key(|splice| std::cmp::Reverse(splice.first));
            splices.dedup();
            let shown = crate::diagnostic::display_path(path.strip_prefix(root).unwrap_or(&path));
            for pair in splices.windows(2) {
                if pair[1].first + pair[1].old.len() > pair[0].first
                    || pair[0].first == pair[1].first
                {
                    return Err(format!(
                        "two different ones for `{shown}`, line {}",
                        pair[0].first
                    ));
                }
            }
            let text =
                std::fs::read_to_string(&path).map_err(|error| format!("`{shown}`: {error}"))?;
            let new = splices
                .iter()
                .try_fold(text, |text, splice| splice.apply(&text))
                .ok_or_else(|| format!("`{shown}` is not what was rendered"))?;
            sources.insert(path, new.into_bytes());
        }
        Ok(sources)
    }
}

/// Works out what the edit of one file asks of its sources.
fn carry(
    prepared: &Prepared,
    status: &Status,
    path: &str,
    edits: &mut Edits,
) -> Result<(), String> {
    let root = &prepared.source.root;
    let key = RelPath::new(path).ok_or("it is no path of the tree")?;
    let file = prepared.rendition.tree.files.get(&key).ok_or("the source does not render it")?;
    let disk = std::fs::read(root.join(path)).map_err(|error| error.to_string())?;
    let rendered = file.bytes().map_err(|error| error.to_string())?;
    // What the edit began from must be what is rendered now, or the difference
    // holds changes of the source as well.
    if status.recorded.owns(&key) && !status.recorded.knows(&key, &Sum::of(&[&rendered])) {
        return Err("its source changed too since the last build: `cvg-gen diff` shows both; \
                    carry the edit over by hand, then build with `--overwrite`"
            .to_owned());
    }
    match &file.content {
        Content::Copy(_) | Content::Loaded(_) => {
            let source = source_path(root, file);
            put(&mut edits.whole, source, disk)
        }
        Content::Text(_) => {
            let disk =
                String::from_utf8(disk).map_err(|_| "the edited file is not UTF-8".to_owned())?;
            let rendered = String::from_utf8_lossy(&rendered).into_owned();
            for splice in splices(file, &rendered, &disk).map_err(|refusal| explain(&refusal))? {
                edits.splices.entry(root.join(&splice.file.path)).or_default().push(splice);
            }
            Ok(())
        }
    }
}

fn source_path(root: &Path, file: &TreeFile) -> PathBuf {
    match &file.content {
        Content::Copy(path) => path.clone(),
        _ => root.join(&file.source.path),
    }
}

fn put(sources: &mut Sources, path: PathBuf, bytes: Vec<u8>) -> Result<(), String> {
    match sources.get(&path) {
        Some(other) if *other != bytes => Err(format!(
            "another file from the same source `{}` has a different edit",
            path.display()
        )),
        _ => {
            sources.insert(path, bytes);
            Ok(())
        }
    }
}

fn explain(refusal: &Refusal) -> String {
    let place = refusal
        .place
        .as_ref()
        .map(|place| format!(" (edit {}:{})", place.file.display(), place.position().line))
        .unwrap_or_default();
    format!("line {}: {}{place}", refusal.line, refusal.reason)
}

/// Writes the sources, renders again, and compares with the edits.
fn write_and_prove(
    root: &Path,
    global: &Global,
    edited: &[String],
    sources: &Sources,
    ui: &Ui,
) -> anyhow::Result<u8> {
    let mut old = Sources::new();
    for path in sources.keys() {
        old.insert(path.clone(), std::fs::read(path)?);
    }
    let write = |texts: &Sources| -> anyhow::Result<()> {
        for (path, text) in texts {
            replace(path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        Ok(())
    };
    let written = write(sources);
    let proven = written.and_then(|()| {
        let again = prepare(root, global);
        anyhow::ensure!(!again.has_errors(), "the edit breaks the source");
        for path in edited {
            let file =
                RelPath::new(path.as_str()).and_then(|path| again.rendition.tree.files.get(&path));
            let same = match file {
                Some(file) => file.bytes()?.as_ref() == std::fs::read(root.join(path))?,
                None => false,
            };
            anyhow::ensure!(same, "`{path}` would not come out as it was edited");
        }
        Ok(())
    });
    match proven {
        Ok(()) => {
            ui.note("help: run `cvg-gen build`\n");
            Ok(exit::CLEAN)
        }
        Err(error) => {
            write(&old)?;
            ui.err(&format!("error: {error:#}: the sources are as they were\n"));
            Ok(exit::REFUSED)
        }
    }
}
