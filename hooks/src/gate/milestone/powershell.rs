//! PowerShell, read as simple words: statements, quotes, blocks and changes of the folder.
//!
//! Not a whole reader: what is computed is not known, and a function's body counts as run.

use std::path::PathBuf;

use crate::shell::{Command, Place, Word};

/// Text in text, at most: deeper than any person writes.
const DEEPEST: usize = 32;

/// Statements that are kept.
const MOST: usize = 2_000;

/// The commands of a line that runs in `cwd`, in the order of the text, and whether they are
/// all of them.
pub(super) fn commands(text: &str, cwd: &Place) -> (Vec<Command>, bool) {
    let mut reader = Reader { statements: Vec::new(), depth: 0, is_whole: true };
    reader.read(&text.replace("\r\n", "\n"));
    let mut place = cwd.clone();
    let mut before = Vec::new();
    let mut commands = Vec::new();
    for words in std::mem::take(&mut reader.statements) {
        let Some(words) = simple(words) else { continue };
        let name = words[0].prefix();
        let target = || words[1..].iter().find(|word| !word.prefix().starts_with('-'));
        match name {
            "cd" | "chdir" | "sl" | "set-location" | "push-location" | "pushd" => {
                before.push(place.clone());
                place = target().map_or(Place::Unknown, |word| within(&place, word));
            }
            "pop-location" | "popd" => place = before.pop().unwrap_or_default(),
            _ => commands.push(Command { words, cwd: place.clone(), ..Command::default() }),
        }
    }
    (commands, reader.is_whole)
}

/// A folder as PowerShell names it: with slashes of both kinds, and on a drive.
fn within(place: &Place, word: &Word) -> Place {
    let Some(text) = word.text() else { return place.resolve(word) };
    let text = text.replace('\\', "/");
    let drive = text.as_bytes().get(1) == Some(&b':') && text.as_bytes()[0].is_ascii_alphabetic();
    if drive { Place::At(PathBuf::from(text)) } else { place.resolve(&Word::known(text)) }
}

/// The command of a statement: without keywords, assignments and the call operator, its
/// program in lower case. `None` if there is none, or it is not known.
fn simple(mut words: Vec<Word>) -> Option<Vec<Word>> {
    const KEYWORDS: &[&str] =
        &["return", "else", "do", "try", "finally", "begin", "process", "end", "&", ".", "throw"];
    loop {
        let first = words.first()?;
        let assigned = words.get(1).and_then(Word::text) == Some("=");
        if assigned && words.len() > 2 {
            words.drain(..2);
        } else if first.text().is_some_and(|text| KEYWORDS.contains(&text)) {
            words.remove(0);
        } else {
            break;
        }
    }
    let name = words[0].text()?.to_ascii_lowercase();
    words[0] = Word::known(name);
    if matches!(words[0].prefix(), "start-process" | "saps" | "start") {
        return started(&words[1..]);
    }
    Some(words)
}

/// `Start-Process git -ArgumentList 'tag','v1'`
fn started(words: &[Word]) -> Option<Vec<Word>> {
    let flag = |word: &Word| word.prefix().strip_prefix('-').map(str::to_ascii_lowercase);
    let mut all = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match flag(word).as_deref() {
            Some(
                "nonewwindow" | "wait" | "passthru" | "loaduserprofile" | "filepath"
                | "argumentlist" | "args",
            ) => {}
            Some(_) if all.is_empty() => drop(rest.next()),
            Some("workingdirectory" | "verb" | "windowstyle" | "credential") => drop(rest.next()),
            _ => {
                let pieces = word.skeleton().split([',', ' ']).filter(|piece| !piece.is_empty());
                all.extend(pieces.map(Word::known));
            }
        }
    }
    (!all.is_empty()).then_some(all)
}

struct Reader {
    statements: Vec<Vec<Word>>,
    depth: usize,
    /// Was nothing left out?
    is_whole: bool,
}

impl Reader {
    /// Reads text to its end, or to the bracket that closes it; returns what is left.
    fn read<'t>(&mut self, text: &'t str) -> &'t str {
        if self.depth == DEEPEST {
            self.is_whole = false;
            return "";
        }
        self.depth += 1;
        let rest = self.statements_of(text);
        self.depth -= 1;
        rest
    }

    fn statements_of<'t>(&mut self, mut rest: &'t str) -> &'t str {
        let mut words: Vec<Word> = Vec::new();
        // The word that is being read; `None` between words.
        let mut word: Option<String> = None;
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            match letter {
                '`' => {
                    let next = after.chars().next();
                    if next != Some('\n') {
                        word.get_or_insert_default().extend(next);
                    }
                    rest = &after[next.map_or(0, char::len_utf8)..];
                    continue;
                }
                '\'' | '"' => {
                    let (text, end) = self.quoted(letter, after);
                    word.get_or_insert_default().push_str(&text);
                    rest = end;
                    continue;
                }
                '@' if after.starts_with(['\'', '"']) && word.is_none() => {
                    let (text, end) = here_string(after);
                    word = Some(text);
                    rest = end;
                    continue;
                }
                '#' if word.is_none() => {
                    rest = after.find('\n').map_or("", |at| &after[at..]);
                    continue;
                }
                '<' if after.starts_with('#') => {
                    rest = after.find("#>").map_or("", |at| &after[at + 2..]);
                    continue;
                }
                '$' if after.starts_with('(') => {
                    rest = self.read(&after[1..]);
                    word.get_or_insert_default().push('\0');
                    continue;
                }
                '$' => {
                    word.get_or_insert_default().push('\0');
                    rest = variable(after);
                    continue;
                }
                '(' => {
                    rest = self.read(after);
                    word.get_or_insert_default().push('\0');
                    continue;
                }
                '{' => {
                    self.word(&mut words, &mut word);
                    self.keep(&mut words);
                    rest = self.read(after);
                    continue;
                }
                ')' | '}' => {
                    self.word(&mut words, &mut word);
                    self.keep(&mut words);
                    return after;
                }
                '>' => {
                    // `2>&1`, `*> file`, `>> file`: the number belongs to it.
                    if word.as_deref().is_some_and(|text| text == "*" || text.parse::<u8>().is_ok())
                    {
                        word = None;
                    }
                    self.word(&mut words, &mut word);
                    rest = file(after.trim_start_matches('>'));
                    continue;
                }
                '&' if word.is_none() && words.is_empty() => {}
                '\n' | ';' | '|' | '&' => {
                    self.word(&mut words, &mut word);
                    self.keep(&mut words);
                }
                letter if letter.is_whitespace() => self.word(&mut words, &mut word),
                '=' if word.as_deref() == Some("\0") => {
                    self.word(&mut words, &mut word);
                    words.push(Word::known("="));
                }
                letter => word.get_or_insert_default().push(letter),
            }
            rest = after;
        }
        self.word(&mut words, &mut word);
        self.keep(&mut words);
        ""
    }

    #[expect(clippy::unused_self, reason = "a word ends as a statement does")]
    fn word(&self, words: &mut Vec<Word>, word: &mut Option<String>) {
        words.extend(word.take().map(Word::known));
    }

    fn keep(&mut self, words: &mut Vec<Word>) {
        let words = std::mem::take(words);
        if self.statements.len() == MOST {
            self.is_whole = false;
        } else if !words.is_empty() {
            self.statements.push(words);
        }
    }

    /// The text of a string from behind its first quote, and what comes after it.
    fn quoted<'t>(&mut self, quote: char, mut rest: &'t str) -> (String, &'t str) {
        let mut text = String::new();
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            match letter {
                _ if letter == quote && after.starts_with(quote) => {
                    text.push(quote);
                    rest = &after[1..];
                }
                _ if letter == quote => return (text, after),
                '`' if quote == '"' => {
                    let next = after.chars().next();
                    text.extend(next);
                    rest = &after[next.map_or(0, char::len_utf8)..];
                }
                '$' if quote == '"' && after.starts_with('(') => {
                    rest = self.read(&after[1..]);
                    text.push('\0');
                }
                '$' if quote == '"' => {
                    rest = variable(after);
                    text.push('\0');
                }
                _ => {
                    text.push(letter);
                    rest = after;
                }
            }
        }
        (text, "")
    }
}

/// What follows the name of a variable, from behind its `$`.
fn variable(text: &str) -> &str {
    if let Some(inner) = text.strip_prefix('{') {
        return inner.find('}').map_or("", |at| &inner[at + 1..]);
    }
    text.trim_start_matches(|letter: char| letter.is_alphanumeric() || "_:?".contains(letter))
}

/// What follows the file of a redirection, or the stream that it names.
fn file(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t']);
    let text = text.strip_prefix('&').unwrap_or(text);
    text.trim_start_matches(|letter: char| !letter.is_whitespace() && !";|&)}".contains(letter))
}

/// The text of `@'…'@`, from its quote on, and what comes after it.
fn here_string(text: &str) -> (String, &str) {
    let end = if text.starts_with('\'') { "\n'@" } else { "\n\"@" };
    match text.split_once(end) {
        Some((body, rest)) => (body[1..].to_owned(), rest),
        None => (String::new(), ""),
    }
}

/// The text that `pwsh` or `powershell` is given to run, of the words after it.
pub(super) fn given(words: &[Word]) -> Option<(Word, Option<&Word>)> {
    const VALUED: &[&str] = &[
        "executionpolicy",
        "ep",
        "ex",
        "version",
        "v",
        "inputformat",
        "outputformat",
        "windowstyle",
        "w",
        "configurationname",
        "custompipename",
        "settingsfile",
        "psconsolefile",
    ];
    let mut folder = None;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let text = word.text()?.to_ascii_lowercase();
        let Some(option) = text.strip_prefix(['-', '/']) else {
            // What has no option before it is a script in a file, or a command.
            return Some((joined(std::iter::once(word).chain(rest)), folder));
        };
        match option {
            "workingdirectory" | "wd" => folder = Some(rest.next()?),
            "file" | "f" | "encodedcommand" | "e" | "ec" | "enc" => return None,
            option if option == "c" || option.len() > 2 && "command".starts_with(option) => {
                return Some((joined(rest), folder));
            }
            option if VALUED.contains(&option) => drop(rest.next()),
            _ => {}
        }
    }
    None
}

/// The words as one text.
pub(super) fn joined<'w>(words: impl Iterator<Item = &'w Word>) -> Word {
    let texts: Vec<&str> = words.map(Word::skeleton).collect();
    Word::known(texts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let (commands, _) = commands(text, &Place::At("/repo".into()));
        let shown = |command: &Command| {
            let words: Vec<String> = command.words.iter().map(ToString::to_string).collect();
            let cwd = command.cwd.path().map_or("?".into(), |cwd| cwd.display().to_string());
            format!("{cwd}: {}", words.join(" "))
        };
        commands.iter().map(shown).collect()
    }

    #[test]
    fn statements_quotes_and_comments() {
        assert_eq!(read("git tag v1.0.0"), ["/repo: git tag v1.0.0"]);
        assert_eq!(
            read("Git tag 'v 1'; npm publish # git tag"),
            ["/repo: git tag v 1", "/repo: npm publish"]
        );
        assert_eq!(
            read("git status && git tag v1 || exit"),
            ["/repo: git status", "/repo: git tag v1", "/repo: exit"]
        );
        assert_eq!(
            read("git tag `\n  v1 > out.txt 2>&1 | Out-Null"),
            ["/repo: git tag v1", "/repo: out-null"]
        );
        assert_eq!(read("<# git tag v1 #> ls"), ["/repo: ls"]);
        assert_eq!(read("echo @'\ngit tag v1\n'@"), ["/repo: echo \ngit tag v1"]);
        assert_eq!(read("Write-Host \"git tag v1\""), ["/repo: write-host git tag v1"]);
    }

    #[test]
    fn blocks_and_subexpressions_run() {
        assert_eq!(read("if ($?) { git tag v1 }"), ["/repo: if …", "/repo: git tag v1"]);
        assert_eq!(read("foreach ($v in 1,2) { git tag \"v$v\" }")[1..], ["/repo: git tag v…"]);
        assert_eq!(read("$out = & git tag v1"), ["/repo: git tag v1"]);
        assert_eq!(read("echo \"$(git tag v1)\"")[0], "/repo: git tag v1");
        assert_eq!(read("& 'C:\\x\\git.exe' tag v1"), ["/repo: c:\\x\\git.exe tag v1"]);
    }

    #[test]
    fn folders_are_followed() {
        assert_eq!(read("cd sub; git tag v1"), ["/repo/sub: git tag v1"]);
        assert_eq!(
            read("Set-Location -Path packages\\cli; npm publish"),
            ["/repo/packages/cli: npm publish"]
        );
        assert_eq!(
            read("Push-Location a; ls; Pop-Location; git tag v1")[1..],
            ["/repo: git tag v1"]
        );
        assert_eq!(read("cd C:\\work; git tag v1"), ["C:/work: git tag v1"]);
        assert_eq!(
            read("Start-Process -FilePath git -ArgumentList 'tag','v1' -Wait"),
            ["/repo: git tag v1"]
        );
    }

    #[test]
    fn no_text_makes_it_fail() {
        for text in
            ["", "\"", "'", "@'", "$(", "${", "`", "<#", "}", ")", "((((", "2>", "&", "a=", "é`"]
        {
            read(text);
        }
        assert!(read(&"(".repeat(100_000)).len() < 10);
    }
}
