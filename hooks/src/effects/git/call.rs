//! A call of git as git reads it: the global options, the verb, and the aliases.

use super::verbs;
use crate::effects::args::{Arguments, Style};
use crate::effects::quoted;
use crate::shell::{Command, Place, Word};
use crate::table::one_of;

/// One call of git, before its verb is judged.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// The directory in which git works, after `-C`.
    pub(crate) dir: Place,
    /// What `--git-dir` or `GIT_DIR` names.
    pub(crate) git_dir: Option<Word>,
    /// What `--work-tree` or `GIT_WORK_TREE` names.
    pub(crate) work_tree: Option<Word>,
    /// Settings that the command line itself makes, by `-c` and by variables.
    settings: Vec<(String, Word)>,
    /// How many aliases were followed, so that one that names itself ends.
    followed: usize,
}

/// What a call asks git to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Git says something about itself, or nothing.
    Nothing,
    /// A command of git.
    Verb {
        /// Its name.
        name: String,
        /// The words after it.
        words: Vec<Word>,
    },
    /// A shell runs this where git works: an alias that begins with `!`.
    Shell(String),
    /// Nobody knows, and why.
    Unknown(String),
}

/// Aliases of aliases that are followed; git itself stops at a cycle.
const MOST_ALIASES: usize = 10;

/// Global options that take a value.
const GLOBAL: &str = "Cc git-dir work-tree namespace super-prefix config-env attr-source list-cmds";
/// Global options by which git says something about itself.
const ABOUT: &str = "version v h help html-path man-path info-path exec-path";

impl Call {
    /// A call by this command, of a program that works in `cwd`.
    pub(crate) fn new(command: &Command, cwd: Place) -> Self {
        let variable = |name| {
            command.variable(name).filter(|value| !value.is_known() || !value.prefix().is_empty())
        };
        Self {
            dir: cwd,
            git_dir: variable("GIT_DIR").cloned(),
            work_tree: variable("GIT_WORK_TREE").cloned(),
            settings: settings_of_environment(&command.variables),
            followed: 0,
        }
    }

    /// Reads the words after `git`. `alias` knows those that the line does not define.
    pub(crate) fn read(
        &mut self,
        words: &[Word],
        alias: impl Fn(&Self, &str) -> Option<String>,
    ) -> Asked {
        let mut words = words.to_vec();
        loop {
            let args = Arguments::parse(&words, GLOBAL, Style::Stop);
            if self.globals(&args) {
                return Asked::Nothing;
            }
            let Some(verb) = args.operands.first() else { return Asked::Nothing };
            let rest = words[words.len() - args.operands.len() + 1..].to_vec();
            let Some(name) = verb.text() else {
                return Asked::Unknown(format!("git gets a command `{verb}` that is not known"));
            };
            if verbs::is_known(name) {
                return Asked::Verb { name: name.to_owned(), words: rest };
            }
            let named = |(key, _): &&(String, Word)| alias_name(key) == Some(name);
            let own = self.settings.iter().rev().find(named).map(|(_, value)| value.clone());
            let Some(value) = own.or_else(|| alias(self, name).map(Word::known)) else {
                return Asked::Unknown(format!("git: unknown command `{name}`"));
            };
            self.followed += 1;
            let Some(text) = value.text().filter(|_| self.followed <= MOST_ALIASES) else {
                return Asked::Unknown(format!("git: the alias `{name}` is not known"));
            };
            if let Some(script) = text.strip_prefix('!') {
                let mut script = script.to_owned();
                for word in &rest {
                    script.push(' ');
                    script.push_str(&quoted(word));
                }
                return Asked::Shell(script);
            }
            let mut all: Vec<Word> = split_words(text).into_iter().map(Word::known).collect();
            all.extend(rest);
            words = all;
        }
    }

    /// Takes the global options over. `true`: git only says something about itself.
    fn globals(&mut self, args: &Arguments<'_>) -> bool {
        for (name, value) in &args.options {
            let Some(value) = value else {
                if one_of(name, ABOUT) {
                    return true;
                }
                continue;
            };
            match *name {
                // Each is relative to the one before; the empty one changes nothing.
                "C" if value.is_known() && value.prefix().is_empty() => {}
                "C" => self.dir = self.dir.resolve(value),
                "git-dir" => self.git_dir = Some(value.clone()),
                "work-tree" => self.work_tree = Some(value.clone()),
                "c" => self.settings.extend(setting(value)),
                _ => {}
            }
        }
        false
    }

    /// What the line itself sets for this key, in lower case; the last value counts. A key
    /// alone is true.
    pub(crate) fn setting(&self, key: &str) -> Option<&Word> {
        let own = |(name, _): &&(String, Word)| name.eq_ignore_ascii_case(key);
        self.settings.iter().rev().find(own).map(|(_, value)| value)
    }
}

/// The key and the value of `-c KEY=VALUE`.
fn setting(word: &Word) -> Option<(String, Word)> {
    match word.prefix().split_once('=') {
        Some((key, _)) => Some((key.to_owned(), word.after(key.len() + 1))),
        None => word.text().map(|key| (key.to_owned(), Word::known("true"))),
    }
}

fn alias_name(key: &str) -> Option<&str> {
    let (section, name) = key.split_at_checked("alias.".len())?;
    section.eq_ignore_ascii_case("alias.").then_some(name)
}

/// `GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=…` is `-c` by other means.
fn settings_of_environment(variables: &[(String, Word)]) -> Vec<(String, Word)> {
    let mut settings = Vec::new();
    for (name, key) in variables {
        let Some(number) = name.strip_prefix("GIT_CONFIG_KEY_") else { continue };
        let value = variables.iter().rev().find(|(other, _)| {
            other.strip_prefix("GIT_CONFIG_VALUE_").is_some_and(|own| own == number)
        });
        if let Some((_, value)) = value {
            settings.push((key.prefix().to_owned(), value.clone()));
        }
    }
    settings
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
