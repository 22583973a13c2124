//! Programs that start a command, besides those that the shell's own analysis takes off:
//! other shells, terminals and environments.

use super::call::bare;
use super::powershell;
use crate::effects::args::{Arguments, Style};
use crate::shell::{Command, Input, Place, Word};

/// What such a program starts.
pub(super) enum Carried {
    /// A command.
    Words(Vec<Word>),
    /// A line of a POSIX shell.
    Shell(String),
    /// A line of PowerShell, or of `cmd`, which is read as one; and where it runs.
    PowerShell(String, Place),
}

/// What the command starts; `None` if it is none of these programs.
pub(super) fn carried(command: &Command) -> Option<Carried> {
    let words = command.arguments();
    let nothing = Carried::Words(Vec::new());
    Some(match bare(command.words.first()?.text()?) {
        "pwsh" | "powershell" | "pwsh-preview" => power_shell(command).unwrap_or(nothing),
        "cmd" => {
            let run = |word: &Word| {
                matches!(word.text(), Some("/c" | "/C" | "//c" | "//C" | "/k" | "/K" | "//k"))
            };
            let at = words.iter().position(run)?;
            let text = powershell::joined(words[at + 1..].iter());
            Carried::PowerShell(text.skeleton().to_owned(), command.cwd.clone())
        }
        "wsl" => after(words, "du distribution user cd shell-type exec"),
        "tmux" => Carried::Shell(tmux(words)?),
        "screen" => after(words, "SscehptT"),
        // `nix develop -c make`, `nix shell x --command make`
        "nix" => Carried::Words(behind(words, &["-c", "--command"])?.to_vec()),
        "nix-shell" => {
            let args =
                Arguments::parse(words, "pAEI run command attr expr arg argstr", Style::Single);
            Carried::Shell(args.value("run command")?.text()?.to_owned())
        }
        "aws-vault" | "chamber" | "infisical" | "teller" | "summon" | "flox" | "devenv" | "act"
        | "sops" => Carried::Words(behind(words, &["--"])?.to_vec()),
        "envchain" => Carried::Words(words.get(1..)?.to_vec()),
        _ => return None,
    })
}

/// The words from the first operand on.
fn after(words: &[Word], options: &'static str) -> Carried {
    let args = Arguments::parse(words, options, Style::Stop);
    Carried::Words(words[words.len() - args.operands.len()..].to_vec())
}

/// The words behind one of these.
fn behind<'w>(words: &'w [Word], marks: &[&str]) -> Option<&'w [Word]> {
    let at = words.iter().position(|word| word.text().is_some_and(|text| marks.contains(&text)))?;
    words.get(at + 1..)
}

fn power_shell(command: &Command) -> Option<Carried> {
    let (text, folder) = powershell::given(command.arguments())?;
    let cwd = folder.map_or_else(|| command.cwd.clone(), |it| command.cwd.resolve(it));
    let text = match (&command.input, text.text()) {
        (Input::Text(input) | Input::Pipe { text: Some(input), .. }, Some("-")) => input,
        _ => &text,
    };
    Some(Carried::PowerShell(text.skeleton().to_owned(), cwd))
}

/// What tmux gives to a shell: the command of a new window, or keys that are typed.
fn tmux(words: &[Word]) -> Option<String> {
    let globals = Arguments::parse(words, "cfLST", Style::Stop);
    let rest = &words[words.len() - globals.operands.len()..];
    let (sub, rest) = rest.split_first()?;
    let short = match sub.text()? {
        // `-d` has a value for a popup alone.
        "popup" | "display-popup" => "cdehstTwxy",
        "new-session" | "new" | "new-window" | "neww" | "split-window" | "splitw"
        | "respawn-pane" | "respawnp" => "ceFflnstxy",
        "send-keys" | "send" | "run-shell" | "run" => "cNt",
        _ => return None,
    };
    let args = Arguments::parse(rest, short, Style::Stop);
    let keys = ["Enter", "C-m", "KPEnter"];
    let typed: Vec<&str> = args
        .operands
        .iter()
        .map(|word| word.skeleton())
        .filter(|text| !keys.contains(text))
        .collect();
    (!typed.is_empty()).then(|| typed.join(" "))
}
