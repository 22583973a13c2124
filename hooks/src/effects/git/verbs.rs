//! Which git commands change the checkout, which only look, and which need a closer look.

use crate::shell::Word;

use super::super::args::{Arguments, Spec, Style};
use super::{Git, files, special};
use crate::table::{Table, one_of, packed};

/// A command that changes the checkout.
struct Writer {
    name: &'static str,
    /// Options that take a value, by letter and by name.
    short: &'static str,
    /// Letters that take what follows in their word only.
    attached: &'static str,
    long: &'static str,
    /// With one of these options it only shows something.
    unless: &'static str,
}

impl Writer {
    /// All writers, unpacked one by one.
    fn all() -> impl Iterator<Item = Self> {
        static PACKED: Table<5, ()> = packed!(
            WRITERS,
            |row| [row.name, row.short, row.attached, row.long, row.unless],
            () => ()
        );
        PACKED.rows().map(|([name, short, attached, long, unless], ())| Self {
            name,
            short,
            attached,
            long,
            unless,
        })
    }
}

const fn writer(name: &'static str) -> Writer {
    Writer { name, short: "", attached: "", long: "", unless: "" }
}

/// The commands that write the checkout whatever follows, but for some options.
const WRITERS: &[Writer] = &[
    Writer {
        short: "mFcCt",
        attached: "uS",
        long: "message file author date reuse-message reedit-message fixup squash template \
               cleanup trailer pathspec-from-file",
        // The three formats imply a dry run.
        unless: "dry-run short porcelain long",
        ..writer("commit")
    },
    Writer { short: "bB", long: "orphan conflict pathspec-from-file", ..writer("checkout") },
    Writer { short: "cC", long: "create force-create orphan conflict", ..writer("switch") },
    Writer {
        short: "msXF",
        attached: "S",
        long: "message strategy strategy-option file cleanup into-name",
        ..writer("merge")
    },
    Writer {
        short: "xsXC",
        attached: "S",
        long: "onto exec strategy strategy-option whitespace empty",
        unless: "show-current-patch",
        ..writer("rebase")
    },
    Writer { long: "pathspec-from-file", ..writer("reset") },
    Writer { short: "s", long: "source conflict pathspec-from-file", ..writer("restore") },
    Writer { short: "e", long: "exclude", unless: "n dry-run", ..writer("clean") },
    Writer { long: "pathspec-from-file", unless: "n dry-run", ..writer("rm") },
    Writer { unless: "n dry-run", ..writer("mv") },
    Writer { long: "chmod pathspec-from-file", unless: "n dry-run", ..writer("add") },
    Writer { long: "chmod pathspec-from-file", unless: "n dry-run", ..writer("stage") },
    Writer {
        short: "pC",
        attached: "S",
        long: "whitespace directory exclude include patch-format resolvemsg empty",
        unless: "show-current-patch",
        ..writer("am")
    },
    Writer {
        short: "mXs",
        attached: "S",
        long: "mainline strategy strategy-option cleanup empty",
        ..writer("cherry-pick")
    },
    Writer {
        short: "mXs",
        attached: "S",
        long: "mainline strategy strategy-option cleanup",
        ..writer("revert")
    },
    writer("update-index"),
    Writer { long: "index-output prefix", unless: "n dry-run", ..writer("read-tree") },
    writer("filter-branch"),
    Writer { unless: "analyze dry-run", ..writer("filter-repo") },
    writer("mergetool"),
    writer("merge-index"),
    writer("merge-one-file"),
    writer("merge-recursive"),
    writer("merge-ours"),
    writer("merge-subtree"),
    writer("merge-octopus"),
    writer("merge-resolve"),
    Writer { unless: "n dry-run", ..writer("quiltimport") },
    Writer { unless: "dry-run", ..writer("history") },
];

/// Commands that neither write the checkout nor a file, but for `--output`.
const READERS: &[&str] = &[
    "annotate blame cat-file check-attr check-ignore check-mailmap check-ref-format",
    "cherry column commit-graph commit-tree count-objects credential credential-cache \
     credential-store daemon describe diff diff-files diff-index diff-pairs diff-tree difftool \
     fetch-pack fmt-merge-msg for-each-ref for-each-repo fsck fsck-objects gc get-tar-commit-id \
     grep hash-object help hook http-backend imap-send index-pack instaweb last-modified log \
     ls-files ls-remote ls-tree mailmap maintenance merge-base merge-tree mktag mktree \
     multi-pack-index name-rev notes pack-objects pack-redundant pack-refs patch-id prune \
     prune-packed push range-diff receive-pack reflog refs remote repack replace replay repo \
     request-pull rerere rev-list rev-parse send-email send-pack shell shortlog show show-branch \
     show-index show-ref status stripspace tag unpack-objects update-server-info upload-archive \
     upload-pack url-parse var verify-commit verify-pack verify-tag version whatchanged write-tree",
];

/// Commands that decide by a subcommand or by their operands.
const SPECIAL: &str = "apply pull stash checkout-index update-ref symbolic-ref bisect submodule \
     subtree sparse-checkout lfs branch fetch citool gui svn fast-import init init-db clone \
     config archive bundle format-patch fast-export bugreport diagnose merge-file mailinfo \
     mailsplit interpret-trailers flow absorb worktree";

/// Is this a command of git, not an alias or a program of somebody else?
pub(crate) fn is_known(name: &str) -> bool {
    Writer::all().any(|writer| writer.name == name)
        || one_of(name, SPECIAL)
        || READERS.iter().any(|line| one_of(name, line))
}

/// Judges a known command with the words after it.
pub(super) fn judge(git: &mut Git, name: &str, words: &[Word]) {
    if let Some(writer) = Writer::all().find(|writer| writer.name == name) {
        let Writer { short, attached, long, .. } = writer;
        let spec = Spec { short, attached, long, style: Style::Gnu };
        if !Arguments::of(words, &spec).has(writer.unless) {
            special::write(git, name);
        }
    } else if one_of(name, SPECIAL) {
        if !special::judge(git, name, words) {
            files::judge(git, name, words);
        }
    } else {
        files::output(git, words);
    }
}
