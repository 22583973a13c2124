//! Git commands that write files and folders of their own: archives, patches, clones.

use crate::shell::Word;

use super::super::args::{Arguments, Style};
use super::super::found::base_name;
use super::Git;
use crate::table::one_of;

/// Judges `name` if it belongs here.
pub(super) fn judge(git: &mut Git, name: &str, words: &[Word]) {
    match name {
        "init" | "init-db" => init(git, words),
        "clone" => clone(git, words),
        "config" => config(git, words),
        "archive" => archive(git, words),
        "bundle" => bundle(git, words),
        "format-patch" => format_patch(git, words),
        "fast-export" => values(git, words, "- export-marks", "export-marks"),
        "bugreport" | "diagnose" => report(git, words),
        "merge-file" => merge_file(git, words),
        "mailinfo" => operands(git, words, 2),
        "mailsplit" => values(git, words, "o", "o"),
        "interpret-trailers" => trailers(git, words),
        _ => {}
    }
}

/// `--output=FILE`, which every command takes that shows a difference.
pub(super) fn output(git: &mut Git, words: &[Word]) {
    values(git, words, "- output", "output");
}

/// The values of these options are written.
fn values(git: &mut Git, words: &[Word], options: &'static str, names: &str) {
    for file in Arguments::parse(words, options, Style::Plain).values(names) {
        git.file(file);
    }
}

/// The first `count` operands are written.
fn operands(git: &mut Git, words: &[Word], count: usize) {
    let args = Arguments::parse(words, "- encoding", Style::Plain);
    for file in args.operands.iter().take(count) {
        git.file(file);
    }
}

fn init(git: &mut Git, words: &[Word]) {
    let options = "b template separate-git-dir object-format ref-format initial-branch";
    let args = Arguments::parse(words, options, Style::Gnu);
    if let Some(folder) = args.value("separate-git-dir") {
        git.file(folder);
    }
    match args.operands.first() {
        Some(folder) => git.file(folder),
        None => git.here(),
    }
}

fn clone(git: &mut Git, words: &[Word]) {
    let options = "bocuj \
         branch origin config upload-pack depth reference reference-if-able template jobs filter \
         separate-git-dir shallow-since shallow-exclude bundle-uri server-option revision \
         ref-format";
    let args = Arguments::parse(words, options, Style::Gnu);
    if let Some(folder) = args.value("separate-git-dir") {
        git.file(folder);
    }
    match args.operands.as_slice() {
        [] => {}
        [url] => match url.text().and_then(cloned_name) {
            Some(name) if args.has("bare mirror") => git.file(&Word::known(format!("{name}.git"))),
            Some(name) => git.file(&Word::known(name)),
            None => git.file(&Word::beginning("./")),
        },
        [_, folder, ..] => git.file(folder),
    }
}

/// The folder that git makes for a URL: its last part without `.git`.
fn cloned_name(url: &str) -> Option<&str> {
    let path = url.trim_end_matches('/');
    let path = path.strip_suffix("/.git").unwrap_or(path);
    let name = base_name(path)?;
    let name = name.rsplit(':').next().unwrap_or(name);
    let name = name.strip_suffix(".git").or_else(|| name.strip_suffix(".bundle")).unwrap_or(name);
    (!name.is_empty()).then_some(name)
}

/// Settings lie outside the checkout, unless a file is named.
fn config(git: &mut Git, words: &[Word]) {
    let options = "f file blob type default comment value";
    let args = Arguments::parse(words, options, Style::Gnu);
    let old_read = args.has("get get-all get-regexp get-urlmatch get-color get-colorbool list l");
    let writes = match args.operand(0) {
        Some(text) if one_of(text, "get list get-urlmatch") => false,
        Some(text) if one_of(text, "set unset rename-section remove-section edit") => true,
        _ => args.operands.len() > 1 || args.has("unset unset-all add remove-section e edit"),
    };
    if !writes || old_read {
        return;
    }
    if let Some(file) = args.value("f file").cloned() {
        return git.file(&file);
    }
    // These decide what the checkout is.
    let decides = |word: &&Word| {
        let key = word.prefix();
        key.eq_ignore_ascii_case("core.worktree") || key.eq_ignore_ascii_case("core.bare")
    };
    if !args.has("global system") && args.operands.iter().any(decides) {
        git.checkout();
    }
}

fn archive(git: &mut Git, words: &[Word]) {
    let options = "o output format prefix remote exec add-file mtime";
    let args = Arguments::parse(words, options, Style::Gnu);
    if let Some(file) = args.value("o output") {
        git.file(file);
    }
}

fn bundle(git: &mut Git, words: &[Word]) {
    let args = Arguments::parse(words, "- version", Style::Plain);
    if let [sub, file, ..] = args.operands.as_slice()
        && sub.text() == Some("create")
    {
        git.file(file);
    }
}

fn format_patch(git: &mut Git, words: &[Word]) {
    let options = "ovlU \
         output-directory output start-number subject-prefix suffix reroll-count in-reply-to from \
         to cc add-header signature signature-file base interdiff range-diff creation-factor \
         cover-from-description filename-max-length notes";
    let args = Arguments::parse(words, options, Style::Plain);
    if args.has("stdout") {
        return;
    }
    match args.value("o output-directory output") {
        Some(target) => git.file(target),
        None => git.here(),
    }
}

fn report(git: &mut Git, words: &[Word]) {
    let args = Arguments::parse(words, "os output-directory suffix", Style::Gnu);
    match args.value("o output-directory") {
        Some(folder) => git.file(folder),
        None => git.here(),
    }
}

fn merge_file(git: &mut Git, words: &[Word]) {
    let args = Arguments::parse(words, "L marker-size diff-algorithm", Style::Gnu);
    if let (false, Some(file)) = (args.has("p stdout object-id"), args.operands.first()) {
        git.file(file);
    }
}

fn trailers(git: &mut Git, words: &[Word]) {
    let args = Arguments::parse(words, "- trailer where if-exists if-missing", Style::Plain);
    if args.has("in-place") {
        for file in &args.operands {
            git.file(file);
        }
    }
}
