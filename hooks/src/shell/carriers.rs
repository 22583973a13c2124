//! Commands that start another one: `sudo`, `env`, `timeout`, `xargs`, `bash -c`.

use super::raw::is_variable;
use super::state::Shell;
use super::walk::Walker;
use super::{Command, Redirect, Word, many, shells};
use crate::effects::args::{Arguments, Spec, Style};
use crate::table::{Table, one_of, packed};

/// A program whose words end in another command.
struct Carrier {
    names: &'static str,
    /// Its options that take a value.
    spec: Spec,
    /// Operands before the command: the time of `timeout`.
    operands: usize,
    /// May `NAME=value` come before the command?
    assigns: bool,
    /// Options that change the working directory.
    folder: &'static str,
    /// Options that name a file that is written.
    writes: &'static str,
}

const fn carrier(names: &'static str, short: &'static str, long: &'static str) -> Carrier {
    let spec = Spec { style: Style::Stop, ..Spec::new(short, long) };
    Carrier { names, spec, operands: 0, assigns: false, folder: "", writes: "" }
}

impl Carrier {
    fn named(name: &str) -> Option<Self> {
        static PACKED: Table<5, (usize, bool)> = packed!(
            CARRIERS,
            |carrier| [
                carrier.names,
                carrier.spec.short,
                carrier.spec.long,
                carrier.folder,
                carrier.writes,
            ],
            (carrier.operands, carrier.assigns) => (usize, bool)
        );
        let (texts, rest) = PACKED.rows().find(|([names, ..], _)| one_of(name, names))?;
        let ([names, short, long, folder, writes], (operands, assigns)) = (texts, rest);
        let spec = Spec { style: Style::Stop, ..Spec::new(short, long) };
        Some(Self { names, spec, operands, assigns, folder, writes })
    }

    const fn after(mut self, operands: usize) -> Self {
        self.operands = operands;
        self
    }

    const fn assigns(mut self) -> Self {
        self.assigns = true;
        self
    }

    const fn folder(mut self, options: &'static str) -> Self {
        self.folder = options;
        self
    }

    const fn writes(mut self, options: &'static str) -> Self {
        self.writes = options;
        self
    }
}

/// Options as the manuals list them; letters and long names alike only where they take
/// a value.
const CARRIERS: &[Carrier] = &[
    carrier(
        "sudo",
        "ugpCDRrtThU",
        "user group prompt close-from chdir chroot role type command-timeout host other-user",
    )
    .assigns()
    .folder("D chdir"),
    carrier("doas", "uCa", "").assigns(),
    carrier("env genv", "uCS", "unset chdir split-string argv0 default-signal ignore-signal block-signal")
        .assigns()
        .folder("C chdir"),
    carrier("nice gnice", "n", "adjustment"),
    carrier("ionice", "cnpPu", "class classdata pid pgid uid"),
    carrier("chrt", "TPDp", "sched-runtime sched-period sched-deadline").after(1),
    carrier("taskset setarch", "", "").after(1),
    carrier("faketime", "f", "").after(1),
    carrier("cross-env", "", "").assigns(),
    carrier("numactl", "NmpCi", "cpunodebind membind preferred physcpubind interleave"),
    carrier("cpulimit", "pelP", "pid exe limit path"),
    carrier("nohup setsid unbuffer fakeroot dbus-run-session linux32 linux64 proxychains proxychains4 torsocks rtk catchsegv winpty rlwrap command_not_found", "", ""),
    carrier("stdbuf gstdbuf", "ioe", "input output error"),
    carrier("time gtime", "fo", "format output").writes("o output"),
    carrier("timeout gtimeout", "ks", "kill-after signal").after(1),
    carrier("command builtin noglob nocorrect", "", ""),
    carrier("exec", "a", ""),
    carrier("caffeinate", "tw", ""),
    carrier("xvfb-run", "efnpsw", "error-file auth-file server-num xauth-protocol server-args wait"),
    carrier("systemd-run", "pMHuE", "property machine host unit slice description uid gid nice working-directory setenv on-active")
        .folder("working-directory"),
    carrier("strace ltrace", "aeopsuEIPSUXbO", "output attach trace string-limit user env expr")
        .writes("o output"),
    carrier("valgrind", "", "").writes("log-file"),
    carrier("flock", "wE", "timeout wait conflict-exit-code").after(1),
    carrier("busybox toybox", "", ""),
    carrier("gosu su-exec setpriv", "", "reuid regid groups inh-caps").after(1),
    carrier("pkexec", "u", "user"),
    carrier("arch", "", ""),
    carrier("chronic ifne ts errno", "", ""),
    carrier("retry", "dt", "delay times"),
    carrier("prlimit", "p", "pid"),
    carrier("unshare", "SGwRl", "setuid setgid wd root map-user map-group propagation").folder("w wd"),
    carrier("firejail proot", "rbw", "").folder("w"),
];

impl Walker {
    /// Takes off what carries a command, and runs what it carries; gives the command
    /// back if it carries none.
    pub(super) fn carried(
        &mut self,
        command: Command,
        shell: &mut Shell,
        direct: bool,
    ) -> Option<Command> {
        let Some(name) = command.program().map(str::to_owned) else { return Some(command) };
        let words = command.arguments();
        match name.as_str() {
            text if one_of(text, "bash sh zsh dash ksh mksh ash rbash fish") => {
                shells::shell(self, command, shell)
            }
            text if one_of(text, "su runuser script watch sg entr") => {
                shells::of_text(self, command, &name, shell)
            }
            "hyperfine" => {
                shells::each_operand(self, &command, shell);
                None
            }
            "xargs" | "gxargs" => {
                many::xargs(self, command, shell);
                None
            }
            "find" | "gfind" => Some(many::find(self, command, shell)),
            "fd" | "fdfind" => Some(many::fd(self, command, shell)),
            "parallel" => many::parallel(self, command, shell),
            // Questions about a program, not a start of it.
            "command" if matches!(words.first().and_then(Word::text), Some("-v" | "-V")) => {
                Some(command)
            }
            "flock" if words.iter().any(|word| matches!(word.text(), Some("-c" | "--command"))) => {
                shells::of_text(self, command, &name, shell)
            }
            "env" | "genv" => self.env(command, shell),
            _ => match Carrier::named(&name) {
                Some(carrier) => {
                    // The shell's own builtins stay reachable behind these.
                    let direct = direct && one_of(&name, "command builtin exec noglob");
                    self.strip(command, &name, &carrier, shell, direct)
                }
                None => Some(command),
            },
        }
    }

    /// Takes the words of one carrier off.
    fn strip(
        &mut self,
        mut command: Command,
        name: &str,
        carrier: &Carrier,
        shell: &mut Shell,
        direct: bool,
    ) -> Option<Command> {
        let args = Arguments::of(command.arguments(), &carrier.spec);
        let mut at = command.words.len() - args.operands.len();
        let folder = args.value(carrier.folder).cloned();
        let written = args.value(carrier.writes).cloned();
        let shell_asked = name == "sudo" && args.has("i s shell login");
        if name == "flock"
            && let Some(lock) = command.words.get(at)
        {
            let redirect = opened(&command, lock);
            command.redirects.push(redirect);
        }
        at += carrier.operands;
        if let Some(file) = written {
            let redirect = opened(&command, &file);
            command.redirects.push(redirect);
        }
        // `env -` is `env -i`.
        if name.ends_with("env") && command.words.get(at).and_then(Word::text) == Some("-") {
            at += 1;
        }
        if carrier.assigns {
            at += assignments(&mut command, at);
        }
        if let Some(folder) = folder {
            command.cwd = command.cwd.resolve(&folder);
        }
        if at >= command.words.len() {
            // `sudo -s` reads commands as a shell does. Nothing else starts anything.
            if shell_asked {
                command.words = vec![Word::known("sh")];
                self.run(command, shell, false);
                return None;
            }
            if name == "exec" {
                self.keep_redirects(command, shell);
                return None;
            }
            return Some(command);
        }
        command.words.drain(..at);
        command.carriers.push(name.to_owned());
        self.run(command, shell, direct);
        if name == "exec" && direct {
            shell.ended = true;
        }
        None
    }

    /// `env`, whose `-S` splits a text into words.
    fn env(&mut self, mut command: Command, shell: &mut Shell) -> Option<Command> {
        let carrier = Carrier::named("env")?;
        let args = Arguments::of(command.arguments(), &carrier.spec);
        let Some(text) = args.value("S split-string").cloned() else {
            return self.strip(command, "env", &carrier, shell, false);
        };
        let rest = args.operands.len();
        let folder = args.value(carrier.folder).cloned();
        let mut words = vec![Word::known("env")];
        if let Some(folder) = folder {
            words.push(Word::known("-C"));
            words.push(folder);
        }
        words.extend(split(text.skeleton()));
        words.extend_from_slice(&command.words[command.words.len() - rest..]);
        command.words = words;
        self.strip(command, "env", &carrier, shell, false)
    }

    /// The redirections of a command whose words became something else.
    pub(super) fn keep_redirects(&mut self, mut command: Command, shell: &Shell) {
        if command.redirects.iter().any(|redirect| redirect.writes) {
            command.words.clear();
            self.emit(command, shell);
        }
    }
}

/// A file that a carrier writes, as if the shell had opened it.
pub(super) fn opened(command: &Command, file: &Word) -> Redirect {
    Redirect { writes: true, target: file.clone(), place: command.cwd.resolve(file) }
}

/// Moves `NAME=value` words from `at` on to the variables; returns how many there are.
fn assignments(command: &mut Command, at: usize) -> usize {
    let mut count = 0;
    while let Some(word) = command.words.get(at + count) {
        let Some(equals) = word.prefix().find('=') else { break };
        let name = word.prefix()[..equals].to_owned();
        if !is_variable(&name) {
            break;
        }
        let value = word.after(equals + 1);
        command.variables.push((name, value));
        count += 1;
    }
    count
}

/// Splits a text into words as `env -S` and `xargs` do: at white space, outside quotes.
pub(super) fn split(text: &str) -> Vec<Word> {
    let (mut words, mut word, mut began) = (Vec::new(), String::new(), false);
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some('\''), letter) => word.push(letter),
            (_, '\\') => word.extend(letters.next()),
            (None, '\'' | '"') => (quote, began) = (Some(letter), true),
            (None, letter) if letter.is_ascii_whitespace() => {
                if began || !word.is_empty() {
                    words.push(Word::known(std::mem::take(&mut word)));
                }
                began = false;
            }
            (_, letter) => word.push(letter),
        }
    }
    if began || !word.is_empty() {
        words.push(Word::known(word));
    }
    words
}
