//! What a git command changes: the checkout it works in, or files that it writes.
//!
//! Global options are read as git reads them, the verb is a whole word, and an alias
//! given with `-c` is followed. Whether the checkout is one to be guarded is decided
//! elsewhere.

mod call;
mod files;
mod special;
mod verbs;

use crate::shell::Word;

use super::found::Found;
use super::{Target, Write};
use crate::table::one_of;
pub(crate) use call::{Asked, Call};
pub(crate) use verbs::is_known;

/// Judges `git` if `name` is that.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        _ if one_of(name, "git git.exe hub") => Git::new(found).run(words),
        _ if one_of(name, "gitk tig git-credential-manager") => {}
        _ => match name.strip_prefix("git-") {
            // The old form: `git-commit` lies in git's own folder.
            Some(verb) if verbs::is_known(verb) => {
                let mut git = Git::new(found);
                git.verb(verb, words);
            }
            _ => return false,
        },
    }
    true
}

/// One call of git that is judged.
pub(super) struct Git<'f, 'c> {
    found: &'f mut Found<'c>,
    call: Call,
}

impl<'f, 'c> Git<'f, 'c> {
    fn new(found: &'f mut Found<'c>) -> Self {
        Self { call: Call::new(found.command, found.cwd.clone()), found }
    }

    /// Reads the global options, then judges the verb.
    fn run(&mut self, words: &[Word]) {
        match self.call.read(words, |_, _| None) {
            Asked::Nothing => {}
            Asked::Verb { name, words } => self.verb(&name, &words),
            Asked::Shell(script) => self.shell(script),
            Asked::Unknown(why) => self.found.opaque(why),
        }
    }

    /// Judges one verb with the words after it.
    fn verb(&mut self, name: &str, words: &[Word]) {
        self.found.by = format!("git {name}");
        // `-h` is help where it is the only argument, `--help` anywhere.
        let help = |word: &Word| word.text() == Some("--help");
        if words.iter().take_while(|word| word.text() != Some("--")).any(help)
            || matches!(words, [only] if only.text() == Some("-h"))
        {
            return;
        }
        verbs::judge(self, name, words);
    }

    /// A shell runs `text` where git works.
    fn shell(&mut self, text: String) {
        let cwd = std::mem::replace(&mut self.found.cwd, self.call.dir.clone());
        self.found.shell(text);
        self.found.cwd = cwd;
    }

    /// The checkout is written: its files, its index or its branch.
    fn checkout(&mut self) {
        self.branch(None);
    }

    /// The branch with that name is written: the checkout's own, if it is checked out.
    fn branch(&mut self, branch: Option<Word>) {
        let within = |word: &Option<Word>| word.as_ref().map(|word| self.call.dir.resolve(word));
        let target = Target::Checkout {
            dir: self.call.dir.clone(),
            git_dir: within(&self.call.git_dir),
            work_tree: within(&self.call.work_tree),
            branch,
        };
        let write = Write { target, by: self.found.by.clone(), recursive: true };
        self.found.effects.writes.push(write);
    }

    /// The file or folder `word` is written.
    fn file(&mut self, word: &Word) {
        if !(word.is_known() && matches!(word.prefix(), "" | "-")) {
            let place = self.call.dir.resolve(word);
            self.found.place(place, false);
        }
    }

    /// The directory in which git works is written.
    fn here(&mut self) {
        self.found.place(self.call.dir.clone(), false);
    }

    fn opaque(&mut self) {
        self.found.opaque(format!("`{}` does what it is told later", self.found.by));
    }
}
