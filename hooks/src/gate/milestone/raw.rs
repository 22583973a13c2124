//! A look for milestones in text that is not read: too large, too nested, or no event.

use crate::table::one_of;

/// The programs that make milestones, and the words by which they do. Each is a list
/// separated by spaces.
const PAIRS: &[(&str, &str)] = &[
    ("git hub", "tag push send-pack update-ref"),
    ("gh glab hub tea fj", "release api"),
    ("cargo", "publish release workspaces ws smart-release"),
    ("release-plz", "release"),
    ("npm pnpm yarn bun lerna changeset nx vsce ovsx jsr deno", "publish version release"),
    ("npx pnpx bunx dlx", "semantic-release np release-it standard-version lerna changeset"),
    ("twine maturin", "upload publish"),
    ("uv poetry hatch flit pdm rye", "publish"),
    ("goreleaser", "release publish"),
    ("mvn mvnw", "deploy"),
    ("gradle gradlew sbt", "publish"),
    ("docker podman gem helm nuget", "push"),
];

/// The length of the longest program.
const LONGEST: usize = 16;

/// The first letters of the programs, by their length: most words are none of them, and are
/// not compared with each.
const FIRST: [u32; LONGEST + 1] = {
    let mut first = [0; LONGEST + 1];
    let mut pair = 0;
    while pair < PAIRS.len() {
        let programs = PAIRS[pair].0.as_bytes();
        let (mut start, mut at) = (0, 0);
        while at <= programs.len() {
            if at == programs.len() || programs[at] == b' ' {
                first[at - start] |= letter(programs[start]);
                start = at + 1;
            }
            at += 1;
        }
        pair += 1;
    }
    first
};

/// A bit for a letter; none for what is no small letter.
const fn letter(byte: u8) -> u32 {
    if byte.is_ascii_lowercase() { 1 << (byte - b'a') } else { 0 }
}

/// May it be the name of a program?
fn may_be_program(name: &str) -> bool {
    let first = name.bytes().next().unwrap_or_default();
    FIRST.get(name.len()).is_some_and(|letters| letters & letter(first) != 0)
}

/// As many words may stand between the program and the word that decides.
const NEAR: usize = 24;

/// Does the text name a program and, in the same command, a word by which it makes a
/// milestone? Quotes are not looked at: it may be prose.
pub fn mentions(text: &str) -> bool {
    pair(text).is_some()
}

/// The first such program and word.
pub(super) fn pair(text: &str) -> Option<(String, String)> {
    let mut command = Command::default();
    let mut word = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            // What quotes and continued lines hold together is one word.
            '\\' if letters.peek() == Some(&'\n') => drop(letters.next()),
            '\'' | '"' => {}
            // In an event, `\n` ends a line.
            '\\' if letters.peek() != Some(&'n') => {}
            '\n' | ';' | '&' | '|' | '\\' => {
                if letter == '\\' {
                    letters.next();
                }
                if let Some(found) = command.word(&word) {
                    return Some(found);
                }
                word.clear();
                command.programs.clear();
            }
            letter if letter.is_whitespace() || "()`{}<>,[]:=".contains(letter) => {
                if let Some(found) = command.word(&word) {
                    return Some(found);
                }
                word.clear();
            }
            // No name of a program is longer.
            letter if word.len() < 256 => word.push(letter),
            _ => {}
        }
    }
    command.word(&word)
}

/// The command that is looked at.
#[derive(Default)]
struct Command {
    /// The programs that it named, each with the number of its words.
    programs: Vec<(usize, &'static str, String)>,
    words: usize,
}

impl Command {
    fn word(&mut self, word: &str) -> Option<(String, String)> {
        if word.is_empty() {
            return None;
        }
        self.words += 1;
        let is_near = |at: usize| self.words - at <= NEAR;
        let fits = |(at, verbs, _): &&(usize, &str, String)| is_near(*at) && one_of(word, verbs);
        let decided = self.programs.iter().find(fits);
        if let Some((_, _, program)) = decided {
            return Some((program.clone(), word.to_owned()));
        }
        let name = super::call::bare(word);
        if may_be_program(name) {
            let known = PAIRS.iter().filter(|(programs, _)| one_of(name, programs));
            for (_, verbs) in known {
                // `git git git …` must not make the list long.
                self.programs.retain(|(_, own, _)| own != verbs);
                self.programs.push((self.words, verbs, name.to_owned()));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_and_its_word_in_one_command() {
        for text in [
            "git tag v1",
            "echo x; /usr/bin/git -C /some/where tag v1",
            "g''it t\"a\"g v1",
            "git \\\n  push --tags",
            "npm --prefix a publish",
            "(cd x && cargo +nightly publish)",
            "{\"command\":\"git tag v1\"}",
            "{\"command\":\"ls\\ngit -C \\\"a b\\\" tag v1\"}",
            "git.exe tag",
            "npx np",
        ] {
            assert!(mentions(text), "{text}");
        }
        for text in [
            "",
            "git status\ntag",
            "the tag of git",
            "git log; docker tag x y",
            "mygit tag; gittag v1",
            "npm run publish-docs",
            "publish with npm",
            "git tagged",
        ] {
            assert!(!mentions(text), "{text}");
        }
    }

    #[test]
    fn every_program_may_be_one() {
        for (programs, verbs) in PAIRS {
            for program in programs.split(' ') {
                assert!(
                    mentions(&format!("{program} {}", verbs.split(' ').next().unwrap_or_default())),
                    "{program}"
                );
            }
        }
        assert!(!may_be_program("") && !may_be_program("zzz"));
    }

    #[test]
    fn a_long_text_is_read_once() {
        let text = "git npm cargo ".repeat(100_000) + "; git tag";
        assert!(mentions(&text));
    }
}
