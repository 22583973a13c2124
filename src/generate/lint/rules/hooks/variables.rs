//! The hosts' root variables in the words of a command.

use std::ops::Range;

use super::command_line::{Letter, Quoting, Word};

/// Variables that hold a folder of the host's, which may have spaces in its name.
const NAMES: [&str; 5] = [
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_PLUGIN_DATA",
    "CLAUDE_PROJECT_DIR",
    "PLUGIN_ROOT",
    "PLUGIN_DATA",
];

/// A root variable in a word.
#[derive(Debug)]
pub(super) struct Variable {
    /// Which one.
    pub(super) name: &'static str,
    /// Written as `${NAME}` and nothing else.
    pub(super) plain_braces: bool,
    /// Has it a default, as in `${NAME:-x}`?
    pub(super) has_default: bool,
    /// How its `$` is quoted.
    pub(super) quoting: Quoting,
    /// Its letters in the word.
    pub(super) letters: Range<usize>,
}

impl Variable {
    /// Does it hold the plugin's root?
    pub(super) fn is_root(&self) -> bool {
        self.name.ends_with("PLUGIN_ROOT")
    }

    /// Its bytes in the command.
    pub(super) fn bytes(&self, word: &Word) -> Range<usize> {
        let first = word.letters[self.letters.start].0;
        let (last, character, _) = word.letters[self.letters.end - 1];
        first..last + character.len_utf8()
    }
}

/// Every root variable in a word.
pub(super) fn of_word(word: &Word) -> Vec<Variable> {
    let mut found = Vec::new();
    for (at, (_, character, quoting)) in word.letters.iter().enumerate() {
        if *character == '$'
            && let Some(variable) = at_dollar(&word.letters, at, *quoting)
        {
            found.push(variable);
        }
    }
    found
}

fn at_dollar(letters: &[Letter], at: usize, quoting: Quoting) -> Option<Variable> {
    let character = |index: usize| letters.get(index).map(|(_, c, _)| *c);
    let braced = character(at + 1) == Some('{');
    let start = at + 1 + usize::from(braced);
    let name: String = letters[start.min(letters.len())..]
        .iter()
        .map(|(_, c, _)| *c)
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect();
    let name = NAMES.into_iter().find(|known| *known == name)?;
    let mut end = start + name.len();
    let plain_braces = braced && character(end) == Some('}');
    let mut has_default = false;
    if braced {
        has_default = !plain_braces;
        // To the brace that closes it; a default may hold braces of its own.
        let mut depth = 1_usize;
        while depth > 0 && end < letters.len() {
            match character(end) {
                Some('{') => depth += 1,
                Some('}') => depth -= 1,
                _ => {}
            }
            end += 1;
        }
    }
    Some(Variable { name, plain_braces, has_default, quoting, letters: at..end })
}

#[cfg(test)]
mod tests {
    use super::super::command_line;
    use super::*;

    #[test]
    fn variables_are_found_in_each_spelling() {
        let command = "a ${PLUGIN_ROOT}/x \"$CLAUDE_PLUGIN_ROOT/y\" '${PLUGIN_DATA:-${HOME}}/z' $PLUGIN_ROOTS";
        let found: Vec<_> = command_line::words(command)
            .iter()
            .flat_map(|word| {
                of_word(word).into_iter().map(|v| (command[v.bytes(word)].to_owned(), v.quoting))
            })
            .collect();
        assert_eq!(
            found,
            [
                ("${PLUGIN_ROOT}".to_owned(), Quoting::None),
                ("$CLAUDE_PLUGIN_ROOT".to_owned(), Quoting::Double),
                ("${PLUGIN_DATA:-${HOME}}".to_owned(), Quoting::Single),
            ]
        );
    }
}
