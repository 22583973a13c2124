//! Words that nobody would write: the answer does not matter, that there is one does.

use cvg_hooks::effects;
use cvg_hooks::shell::{Input, Word};

use super::command;

const PROGRAMS: &str = "git cp mv ln rm chmod dd split csplit mktemp rename rsync scp find tar \
    unzip cpio ar zstd 7z sed patch ed vim emacs sd python3 node perl ruby awk php lua bash npx uv \
    cargo go deno npm poetry bundle curl wget gh aria2c gcc ffmpeg yq xxd sqlite3 script prettier \
    rustfmt ruff dart terraform zip gzip osascript bun apply_patch direnv grep rg fd";

const PIECES: &[&str] = &[
    "-",
    "--",
    "-i",
    "-e",
    "-c",
    "-o",
    "é",
    "=",
    "/",
    "..",
    "a",
    "{",
    "}",
    "${é}",
    "$é",
    "#{a}",
    "%",
    "'",
    "\"",
    "`",
    "\\",
    "open(",
    "'w'",
    ",",
    ")",
    "(",
    "write_text(",
    ".",
    "Path",
    "\n",
    ";",
    "alias.x=",
    "!",
    "--output=",
    "-C",
    "s/",
    "w ",
    "*",
    "commit",
    "-ié",
    "exec",
    "run",
    "ß=",
    "for ",
    "in ",
    "[",
    "]",
    "def ",
    "f'",
    "r'",
    "'''",
    "u@h:",
    "+",
    "argv",
    "*** Add File: é",
];

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap_or_default()
    }

    fn text(&mut self, most: usize) -> String {
        (0..self.below(most)).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }
}

#[test]
fn any_words_get_an_answer() {
    let programs: Vec<&str> = PROGRAMS.split_whitespace().collect();
    let mut numbers = Numbers(12_345);
    for _ in 0..4_000 {
        let mut command = command(programs[numbers.below(programs.len())]);
        for _ in 0..numbers.below(6) {
            let text = numbers.text(8);
            let open = numbers.below(6) == 0;
            command.words.push(if open { Word::beginning(text) } else { Word::known(text) });
        }
        command.input = Input::Text(Word::known(numbers.text(14)));
        let _ = (effects::of(&command), effects::reading_names(&command));
    }
}

/// Each piece is repeated up to the length that a program may have: what is read again
/// and again would take minutes.
#[test]
fn long_programs_are_given_up() {
    for piece in ["open(", "p=p.parent\n", "for ", "for (", "print(1)>", "def f(a):\n f(f(", "a.b("]
    {
        let line = if piece.starts_with("print") { "awk --" } else { "python3 -c" };
        let mut command = command(line);
        command.words.push(Word::known(piece.repeat(130_000 / piece.len())));
        let _ = effects::of(&command);
    }
}
