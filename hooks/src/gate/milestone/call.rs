//! A command as the families of programs see it.

use crate::effects::args::Arguments;
use crate::shell::{Command, Place, Word};

use super::What;

/// A program that is called.
#[derive(Debug, Clone)]
pub(super) struct Call<'a> {
    /// Its bare name: without folder, version or `.exe`.
    pub(super) name: &'a str,
    /// The words after it.
    pub(super) words: &'a [Word],
    /// Where it runs.
    pub(super) cwd: Place,
    /// What it was called with besides.
    pub(super) command: &'a Command,
}

/// A milestone that a call makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Made {
    pub(super) what: What,
    /// The folder that the call addresses.
    pub(super) place: Place,
}

impl Call<'_> {
    /// The call of another program that this one stands for.
    pub(super) fn of<'b>(&'b self, name: &'b str, words: &'b [Word]) -> Call<'b> {
        Call { name, words, cwd: self.cwd.clone(), command: self.command }
    }

    /// A milestone in the folder where it runs.
    pub(super) fn here(&self, what: What) -> Made {
        Made { what, place: self.cwd.clone() }
    }
}

/// The bare name of a program: `git` of `/usr/bin/git` and `git.exe`, `np` of `np@latest`,
/// `vsce` of `@vscode/vsce`.
pub(super) fn bare(program: &str) -> &str {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let name = match name.split_once('@') {
        Some((bare, _)) if !bare.is_empty() => bare,
        _ => name,
    };
    let end = name.len().saturating_sub(4);
    match name.get(end..) {
        Some(suffix)
            if [".exe", ".cmd", ".bat", ".ps1"]
                .iter()
                .any(|it| suffix.eq_ignore_ascii_case(it)) =>
        {
            &name[..end]
        }
        _ => name,
    }
}

/// Is one of these options on? The last of `--name`, `--no-name` and `--name=false` counts.
pub(super) fn is_on(args: &Arguments<'_>, names: &str) -> bool {
    let mut on = false;
    for (name, value) in &args.options {
        let off = name.strip_prefix("no-").filter(|rest| rest.len() > 2);
        if args.is(name, names) {
            on = !value.as_ref().is_some_and(is_false);
        } else if off.is_some_and(|rest| args.is(rest, names)) {
            on = value.as_ref().is_some_and(is_false);
        }
    }
    on
}

/// One of the words for false.
pub(super) fn is_false(word: &Word) -> bool {
    word.text().is_some_and(|text| {
        ["false", "0", "no", "off", "f"].iter().any(|it| text.eq_ignore_ascii_case(it))
    })
}

/// Does the call only ask how the program is used?
pub(super) fn asks_for_help(args: &Arguments<'_>) -> bool {
    args.has("help h") || args.operand(0) == Some("help")
}

/// The words from the operand at `index` on, as they were written.
pub(super) fn from_operand<'w>(
    words: &'w [Word],
    args: &Arguments<'w>,
    index: usize,
) -> &'w [Word] {
    let Some(operand) = args.operands.get(index) else { return &[] };
    let at = words.iter().position(|word| std::ptr::eq(word, *operand));
    at.map_or(&[], |at| &words[at..])
}
