//! Programs that make, change, move and remove files.

use crate::shell::Word;
use crate::table::one_of;

use super::args::{Arguments, Style};
use super::found::Found;
use super::rule::{Operands, Rule, Rules, rules};

static TABLE: Rules = rules!(&[
    Rule::writes("rm grm", Operands::All).gnu().recursive("r R recursive"),
    Rule::writes("unlink rmdir mkfifo gmkdir", Operands::All).takes("m", "mode context").gnu(),
    Rule::writes("mkdir", Operands::All).takes("m", "mode").gnu(),
    Rule::writes("trash trash-put rip rimraf del-cli gio-trash", Operands::All).recursive("*"),
    Rule::writes("shred srm wipe", Operands::All)
        .takes("ns", "iterations random-source size")
        .gnu(),
    Rule::writes("touch gtouch", Operands::All).takes("drt", "date reference time").gnu(),
    Rule::writes("truncate", Operands::All).takes("rs", "reference size").gnu(),
    Rule::writes("tee sponge", Operands::All),
    Rule::writes("mknod", Operands::First).takes("m", "mode").gnu(),
    Rule::writes("fallocate", Operands::All).takes("lo", "length offset"),
    Rule::writes("chattr chflags setfattr xattr", Operands::Last).recursive("R"),
    Rule::writes("setfacl", Operands::All)
        .takes("mxMX", "modify remove set")
        .recursive("R recursive"),
    Rule::writes("dos2unix unix2dos mac2unix fromdos todos", Operands::All).unless("O i info"),
    Rule::writes("uniq", Operands::Second).takes("fsw", "skip-fields skip-chars check-chars"),
    Rule::reads("sort gsort")
        .takes(
            "kotSTy",
            "key output field-separator buffer-size temporary-directory parallel files0-from",
        )
        .gnu()
        .outputs("o output"),
    Rule::writes("symlink stow", Operands::All),
]);

const COPY: &str = "tSgmo target-directory suffix group mode owner";

/// Judges `name` if it belongs here.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        _ if one_of(name, "cp gcp copy ditto") => transfer(words, found, Sources::Stay),
        "mv" | "gmv" => transfer(words, found, Sources::Vanish),
        _ if one_of(name, "ln gln link") => transfer(words, found, Sources::AreNamed),
        "install" | "ginstall" => install(words, found),
        _ if one_of(name, "chmod chown chgrp") => modes(words, found),
        "dd" => disk_dump(words, found),
        "split" => split(words, found),
        "csplit" => csplit(words, found),
        "mktemp" => temporary(words, found),
        _ if one_of(name, "rename prename file-rename perl-rename") => rename(words, found),
        "rsync" => rsync(words, found),
        "scp" => scp(words, found),
        "find" | "gfind" => find(words, found),
        "fd" | "fdfind" => {}
        _ => return Rule::judge(&TABLE, name, words, found),
    }
    true
}

/// What becomes of the operands before the last one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sources {
    /// They are read.
    Stay,
    /// They are gone afterwards.
    Vanish,
    /// They are only what the new link says.
    AreNamed,
}

fn transfer(words: &[Word], found: &mut Found, sources: Sources) {
    let args = Arguments::parse(words, COPY, Style::Gnu);
    let given = match args.value("t target-directory") {
        Some(dir) => {
            for source in &args.operands {
                found.inside(dir, source);
            }
            args.operands.as_slice()
        }
        None => match args.operands.as_slice() {
            [] => return,
            [only] if sources == Sources::AreNamed => {
                return found.inside(&Word::known("."), only);
            }
            [only] => {
                // One word that the shell will split into several.
                if !only.is_known() {
                    found.unknown();
                }
                return;
            }
            [given @ .., destination] => {
                transfer_to(destination, given, found);
                given
            }
        },
    };
    if sources == Sources::Vanish {
        for source in given {
            found.tree(source);
        }
    }
}

/// Is it sure that the destination is a folder, then the file in it is named.
fn transfer_to(destination: &Word, sources: &[&Word], found: &mut Found) {
    let folder = match destination.text() {
        Some("." | "..") => true,
        Some(text) => text.ends_with('/') || text.ends_with("/.") || text.ends_with("/.."),
        None => false,
    };
    if folder || sources.len() > 1 {
        for source in sources {
            found.inside(destination, source);
        }
    } else {
        found.file(destination);
    }
}

fn install(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, COPY, Style::Gnu);
    if args.has("d directory") {
        found.files(&args.operands);
    } else {
        transfer(words, found, Sources::Stay);
    }
}

fn modes(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "- reference from", Style::Gnu);
    // `chmod -x file`: the mode looks like an option.
    let mode_given = args.has("reference r w x X s t u g o");
    let recursive = args.has("R recursive");
    for file in args.operands.iter().skip(usize::from(!mode_given)) {
        found.path(file, recursive);
    }
}

fn disk_dump(words: &[Word], found: &mut Found) {
    for word in words {
        if word.prefix().starts_with("of=") {
            found.file(&word.after(3));
        } else if !word.prefix().contains('=') && !word.is_known() {
            found.unknown();
        }
    }
}

fn split(words: &[Word], found: &mut Found) {
    let options = "abClnt/d suffix-length bytes line-bytes lines number separator filter";
    let args = Arguments::parse(words, options, Style::Gnu);
    if !args.has("filter") {
        let prefix = args.operands.get(1).map_or("x", |word| word.prefix());
        found.file(&Word::beginning(prefix));
    }
}

fn csplit(words: &[Word], found: &mut Found) {
    let options = "fbn prefix suffix-format digits";
    let args = Arguments::parse(words, options, Style::Gnu);
    let prefix = args.value("f prefix").map_or("xx", Word::prefix);
    found.file(&Word::beginning(prefix));
}

fn temporary(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "p suffix", Style::Gnu);
    // Without a folder of its own it writes where temporary files belong.
    if args.has("u dry-run t") {
        return;
    }
    let folder = args.value("p tmpdir");
    match (folder, args.operands.first()) {
        (Some(folder), _) => found.inside(folder, &Word::unknown()),
        (None, Some(template)) if !args.has("tmpdir") => {
            let text = template.prefix();
            found.file(&Word::beginning(text.split("XXX").next().unwrap_or(text)));
        }
        _ => {}
    }
}

fn rename(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "eE expr", Style::Plain);
    if args.has("n nono no-act") {
        return;
    }
    // Perl's takes one expression, that of util-linux two words.
    let expression = |text: &str| {
        ["s", "y", "tr"].iter().any(|head| {
            text.strip_prefix(head)
                .and_then(|rest| rest.chars().next())
                .is_some_and(|next| next.is_ascii_punctuation() && !matches!(next, '.' | '_'))
        })
    };
    let skip = if args.has("e E expr") {
        0
    } else if args.operands.first().is_some_and(|first| expression(first.prefix())) {
        1
    } else {
        2
    };
    found.files(args.after(skip));
}

/// Does this operand name a place on another machine, `host:path`?
fn is_remote(word: &Word) -> bool {
    let text = word.prefix();
    if text.contains("://") {
        return true;
    }
    text.find(':').is_some_and(|colon| !text[..colon].contains('/'))
}

fn rsync(words: &[Word], found: &mut Found) {
    let options = "efBMTf@ \
         rsh rsync-path exclude exclude-from include include-from files-from filter temp-dir \
         compare-dest copy-dest link-dest log-file log-file-format password-file port bwlimit \
         backup-dir suffix chmod chown usermap groupmap max-size min-size timeout out-format info \
         debug block-size partial-dir address sockopts modify-window protocol iconv write-batch \
         only-write-batch read-batch max-delete skip-compress compress-level";
    let args = Arguments::parse(words, options, Style::Plain);
    if args.has("n dry-run list-only") {
        return;
    }
    found.values(&args, "log-file write-batch only-write-batch backup-dir");
    let Some((destination, sources)) = args.operands.split_last() else {
        return;
    };
    if sources.is_empty() {
        return;
    }
    if args.has("remove-source-files") {
        for source in sources.iter().filter(|source| !is_remote(source)) {
            found.tree(source);
        }
    }
    if !is_remote(destination) {
        let deletes = args.options.iter().any(|(name, _)| name.starts_with("del"));
        found.path(destination, deletes);
    }
}

pub(super) fn scp(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "cDFiJloPSX", Style::Plain);
    if let [_, .., destination] = args.operands.as_slice()
        && !is_remote(destination)
    {
        found.file(destination);
    }
}

fn find(words: &[Word], found: &mut Found) {
    let mut deletes = false;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.prefix() {
            "-delete" => deletes = true,
            text if one_of(text, "-fprint -fprint0 -fprintf -fls") => {
                if let Some(file) = rest.next() {
                    found.file(file);
                }
            }
            _ => {}
        }
    }
    if deletes {
        found.by = String::from("find -delete");
        let roots = find_roots(words);
        for root in roots {
            found.tree(root);
        }
        if roots.is_empty() {
            found.here();
        }
    }
}

/// The folders that `find` starts from; empty for the working directory.
pub(super) fn find_roots(words: &[Word]) -> &[Word] {
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        rest = match word.text() {
            Some("-D" | "-f") => after.get(1..).unwrap_or_default(),
            Some(text) if one_of(text, "-H -L -P -E -X -x -s -d --") => after,
            Some(text) if text.starts_with("-O") => after,
            _ => break,
        };
    }
    let roots = rest.iter().take_while(|word| !word.prefix().starts_with(['-', '(', '!', ',']));
    &rest[..roots.count()]
}

/// The program changes into the folder that an option names, if it does.
pub(super) fn enter(found: &mut Found, folder: Option<&Word>) {
    if let Some(folder) = folder {
        found.cwd = found.cwd.resolve(folder);
    }
}
