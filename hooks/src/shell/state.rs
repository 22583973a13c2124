//! What a shell remembers from one command to the next.

use std::path::PathBuf;
use std::rc::Rc;

use rable::Node;

use super::{Place, Setting, Word};

/// The state of one shell. A subshell, a member of a pipeline and a job in the
/// background work on a copy, so that their `cd` does not reach the commands after them.
#[derive(Debug, Clone)]
pub(super) struct Shell {
    pub(super) cwd: Place,
    pub(super) previous: Place,
    pub(super) stack: Vec<Place>,
    pub(super) home: Option<PathBuf>,
    project: Option<PathBuf>,
    /// What `$1`, `$2`, … are; `None` where the shell got arguments that nobody knows.
    pub(super) arguments: Option<Rc<[Word]>>,
    /// Set by what leaves the shell, a function or a loop: what comes after does not
    /// follow from here.
    pub(super) ended: bool,
    variables: Vec<(String, Word)>,
    arrays: Vec<(String, Rc<[Word]>)>,
    functions: Vec<(String, Rc<Node>)>,
}

impl Shell {
    pub(super) fn new(setting: &Setting) -> Self {
        Self {
            cwd: setting.cwd.clone().map_or(Place::Unknown, Place::At),
            previous: Place::Unknown,
            stack: Vec::new(),
            home: setting.home.clone(),
            project: setting.project.clone(),
            arguments: None,
            ended: false,
            variables: Vec::new(),
            arrays: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// Changes the working directory, and remembers the one before for `cd -`.
    pub(super) fn change_directory(&mut self, to: Place) {
        self.previous = std::mem::replace(&mut self.cwd, to);
    }

    pub(super) fn set(&mut self, name: &str, value: Word) {
        remove(&mut self.arrays, name);
        match self.variables.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value,
            None => self.variables.push((name.to_owned(), value)),
        }
    }

    /// Sets an array. Read as a plain variable it is its first word.
    pub(super) fn set_array(&mut self, name: &str, words: Vec<Word>) {
        self.set(name, words.first().cloned().unwrap_or_default());
        self.arrays.push((name.to_owned(), words.into()));
    }

    /// The words of an array that the line has set.
    pub(super) fn array(&self, name: &str) -> Option<&[Word]> {
        self.arrays.iter().find(|(key, _)| key == name).map(|(_, words)| &**words)
    }

    /// Does the line set this variable, or is it an argument that a function got?
    pub(super) fn sets(&self, name: &str) -> bool {
        let given = |number: usize| {
            self.arguments.as_ref().is_some_and(|all| (1..=all.len()).contains(&number))
        };
        self.variables.iter().any(|(key, _)| key == name) || name.parse().is_ok_and(given)
    }

    pub(super) fn unset(&mut self, name: &str) {
        remove(&mut self.arrays, name);
        remove(&mut self.variables, name);
    }

    /// The variables that the line has set so far.
    pub(super) fn variables(&self) -> &[(String, Word)] {
        &self.variables
    }

    /// The value of a variable: one that the line set, or one that is known anyway.
    pub(super) fn variable(&self, name: &str) -> Word {
        if let Some((_, value)) = self.variables.iter().find(|(key, _)| key == name) {
            return value.clone();
        }
        match name {
            "HOME" => self.home.as_deref().map_or_else(Word::unknown, path_word),
            "CLAUDE_PROJECT_DIR" => self.project.as_deref().map_or_else(Word::unknown, path_word),
            "PWD" => place_word(&self.cwd),
            "OLDPWD" => place_word(&self.previous),
            _ => self.argument(name),
        }
    }

    /// `$1` and its like; `$@` if there is only one.
    fn argument(&self, name: &str) -> Word {
        let Some(arguments) = &self.arguments else { return Word::unknown() };
        match (name, &**arguments) {
            ("#", all) => return Word::known(all.len().to_string()),
            ("@" | "*", []) => return Word::known(""),
            ("@" | "*", [only]) => Some(only),
            _ => name.parse::<usize>().ok().and_then(|n| arguments.get(n.checked_sub(1)?)),
        }
        .cloned()
        .unwrap_or_else(Word::unknown)
    }

    pub(super) fn define(&mut self, name: &str, body: &Node) {
        remove(&mut self.functions, name);
        self.functions.push((name.to_owned(), Rc::new(body.clone())));
    }

    pub(super) fn function(&self, name: &str) -> Option<Rc<Node>> {
        self.functions.iter().find(|(key, _)| key == name).map(|(_, body)| Rc::clone(body))
    }

    /// What holds after either of two ways was gone: what both agree on. A way that
    /// left the shell does not come here.
    pub(super) fn join(&mut self, other: Self) {
        if other.ended {
            return;
        }
        if self.ended {
            *self = other;
            return;
        }
        if self.cwd != other.cwd {
            self.cwd = Place::Unknown;
        }
        if self.previous != other.previous {
            self.previous = Place::Unknown;
        }
        if self.stack != other.stack {
            self.stack.clear();
        }
        self.join_variables(other);
    }

    /// What holds after `this || other`, where `other` started from `before`. A `cd` on
    /// the left is taken to succeed, unless the right side goes somewhere else.
    pub(super) fn or(&mut self, other: Self, before: &Place) {
        if other.ended {
            return;
        }
        if other.cwd != *before && other.cwd != self.cwd {
            self.cwd = Place::Unknown;
        }
        self.join_variables(other);
    }

    fn join_variables(&mut self, other: Self) {
        self.arrays.retain(|own| other.arrays.contains(own));
        for (name, value) in &mut self.variables {
            if other.variables.iter().find(|(key, _)| key == name).map(|(_, v)| v) != Some(value) {
                *value = Word::unknown();
            }
        }
        for (name, _) in other.variables {
            if !self.variables.iter().any(|(key, _)| *key == name) {
                self.variables.push((name, Word::unknown()));
            }
        }
        for (name, body) in other.functions {
            if self.function(&name).is_none() {
                self.functions.push((name, body));
            }
        }
    }
}

/// Takes a name out of a list that has it once at most.
fn remove<T>(list: &mut Vec<(String, T)>, name: &str) {
    if let Some(at) = list.iter().position(|(key, _)| key == name) {
        list.remove(at);
    }
}

/// A folder as a word: `$PWD` has no slash at its end.
pub(super) fn place_word(place: &Place) -> Word {
    match place {
        Place::At(path) => path_word(path),
        Place::Below(path) => match path.to_str() {
            Some(text) => Word::beginning(format!("{}/", text.trim_end_matches('/'))),
            None => Word::unknown(),
        },
        Place::Unknown => Word::unknown(),
    }
}

fn path_word(path: &std::path::Path) -> Word {
    path.to_str().map_or_else(Word::unknown, Word::known)
}
