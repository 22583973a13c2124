//! What a git command changes: the checkout it works in, or files that it writes.
//!
//! Global options are read as git reads them, the verb is a whole word, and an alias
//! given with `-c` is followed. Whether the checkout is one to be guarded is decided
//! elsewhere.

mod files;
mod special;
mod verbs;

use crate::shell::{Place, Word};

use super::args::{Arguments, Style};
use super::found::Found;
use super::{Target, Write};
use crate::table::one_of;

/// Judges `git` if `name` is that.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        _ if one_of(name, "git git.exe hub") => Git::new(found).run(words),
        _ if one_of(name, "gitk tig git-credential-manager") => {}
        _ => match name.strip_prefix("git-") {
            // The old form: `git-commit` lies in git's own folder.
            Some(verb) if verbs::is_known(verb) => {
                let mut git = Git::new(found);
                git.verb(&Word::known(verb), words);
            }
            _ => return false,
        },
    }
    true
}

/// One call of git.
pub(super) struct Git<'f, 'c> {
    found: &'f mut Found<'c>,
    dir: Place,
    /// What `--git-dir` or `GIT_DIR` names.
    own_dir: Option<Word>,
    work_tree: Option<Word>,
    /// Aliases that the command line itself defines.
    aliases: Vec<(String, Word)>,
    /// How many aliases were followed, so that one that names itself ends.
    followed: usize,
}

/// Aliases of aliases that are followed; git itself stops at a cycle.
const MOST_ALIASES: usize = 10;

/// Global options that take a value.
const GLOBAL: &str = "Cc git-dir work-tree namespace super-prefix config-env attr-source list-cmds";

impl<'f, 'c> Git<'f, 'c> {
    fn new(found: &'f mut Found<'c>) -> Self {
        let command = found.command;
        let variable = |name| {
            command.variable(name).filter(|value| !value.is_known() || !value.prefix().is_empty())
        };
        let aliases = aliases_of_environment(&command.variables);
        Self {
            dir: found.cwd.clone(),
            own_dir: variable("GIT_DIR").cloned(),
            work_tree: variable("GIT_WORK_TREE").cloned(),
            aliases,
            followed: 0,
            found,
        }
    }

    /// Reads the global options, then judges the verb.
    fn run(&mut self, words: &[Word]) {
        let args = Arguments::parse(words, GLOBAL, Style::Stop);
        for (name, value) in &args.options {
            let Some(value) = value else {
                match *name {
                    text if one_of(
                        text,
                        "version v h help html-path man-path info-path exec-path",
                    ) =>
                    {
                        return;
                    }
                    _ => continue,
                }
            };
            match *name {
                // Each is relative to the one before; the empty one changes nothing.
                "C" if value.is_known() && value.prefix().is_empty() => {}
                "C" => self.dir = self.dir.resolve(value),
                "git-dir" => self.own_dir = Some(value.clone()),
                "work-tree" => self.work_tree = Some(value.clone()),
                "c" => self.define(value),
                _ => {}
            }
        }
        if let Some((verb, _)) = args.operands.split_first() {
            let skipped = words.len() - args.operands.len();
            let verb = (*verb).clone();
            self.verb(&verb, &words[skipped + 1..]);
        }
    }

    fn define(&mut self, setting: &Word) {
        let text = setting.prefix();
        let Some((key, _)) = text.split_once('=') else { return };
        if let Some(name) = alias_name(key) {
            self.aliases.push((name.to_owned(), setting.after(key.len() + 1)));
        }
    }

    /// Judges one verb with the words after it.
    fn verb(&mut self, verb: &Word, words: &[Word]) {
        let Some(name) = verb.text() else {
            return self.found.opaque(format!("git gets a command `{verb}` that is not known"));
        };
        if !verbs::is_known(name) {
            return self.alias(name, words);
        }
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

    fn alias(&mut self, name: &str, words: &[Word]) {
        let alias = self.aliases.iter().rev().find(|(own, _)| own == name);
        let Some((_, value)) = alias else {
            return self.found.opaque(format!("git: unknown command `{name}`"));
        };
        self.followed += 1;
        let Some(text) = value.text().filter(|_| self.followed <= MOST_ALIASES) else {
            return self.found.opaque(format!("git: the alias `{name}` is not known"));
        };
        if let Some(script) = text.strip_prefix('!') {
            let mut script = script.to_owned();
            for word in words {
                script.push(' ');
                script.push_str(&super::quoted(word));
            }
            self.shell(script);
        } else {
            let mut all = Vec::new();
            for word in split_words(text) {
                all.push(Word::known(word));
            }
            all.extend_from_slice(words);
            self.run(&all);
        }
    }

    /// A shell runs `text` where git works.
    fn shell(&mut self, text: String) {
        let cwd = std::mem::replace(&mut self.found.cwd, self.dir.clone());
        self.found.shell(text);
        self.found.cwd = cwd;
    }

    /// The checkout is written: its files, its index or its branch.
    fn checkout(&mut self) {
        self.branch(None);
    }

    /// The branch with that name is written: the checkout's own, if it is checked out.
    fn branch(&mut self, branch: Option<Word>) {
        let within = |word: &Option<Word>| word.as_ref().map(|word| self.dir.resolve(word));
        let target = Target::Checkout {
            dir: self.dir.clone(),
            git_dir: within(&self.own_dir),
            work_tree: within(&self.work_tree),
            branch,
        };
        let write = Write { target, by: self.found.by.clone(), recursive: true };
        self.found.effects.writes.push(write);
    }

    /// The file or folder `word` is written.
    fn file(&mut self, word: &Word) {
        if !(word.is_known() && matches!(word.prefix(), "" | "-")) {
            let place = self.dir.resolve(word);
            self.found.place(place, false);
        }
    }

    /// The directory in which git works is written.
    fn here(&mut self) {
        self.found.place(self.dir.clone(), false);
    }

    fn opaque(&mut self) {
        self.found.opaque(format!("`{}` does what it is told later", self.found.by));
    }
}

fn alias_name(key: &str) -> Option<&str> {
    let (section, name) = key.split_at_checked("alias.".len())?;
    section.eq_ignore_ascii_case("alias.").then_some(name)
}

/// `GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=…` is `-c` by other means.
fn aliases_of_environment(variables: &[(String, Word)]) -> Vec<(String, Word)> {
    let mut aliases = Vec::new();
    for (name, key) in variables {
        let Some(number) = name.strip_prefix("GIT_CONFIG_KEY_") else { continue };
        let Some(alias) = alias_name(key.prefix()) else { continue };
        let value = variables.iter().rev().find(|(other, _)| {
            other.strip_prefix("GIT_CONFIG_VALUE_").is_some_and(|own| own == number)
        });
        if let Some((_, value)) = value {
            aliases.push((alias.to_owned(), value.clone()));
        }
    }
    aliases
}

/// Splits an alias at spaces, with quotes and backslashes as git reads them.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut open = false;
    let mut quote = None;
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        match (letter, quote) {
            ('\\', _) if quote != Some('\'') => {
                word.extend(rest.next());
                open = true;
            }
            ('\'' | '"', None) => {
                quote = Some(letter);
                open = true;
            }
            (_, Some(end)) if letter == end => quote = None,
            (_, None) if letter.is_whitespace() => {
                if std::mem::take(&mut open) {
                    words.push(std::mem::take(&mut word));
                }
            }
            _ => {
                word.push(letter);
                open = true;
            }
        }
    }
    if open {
        words.push(word);
    }
    words
}
