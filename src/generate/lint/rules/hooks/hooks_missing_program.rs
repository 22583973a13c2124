//! A hook runs a program that the plugin does not have, or that cannot be run.
//!
//! A missing program is exit code 127, one without the run bit 126; both hosts let
//! the tool run and tell the model nothing. `claude plugin validate` does not look.
//! A path without the plugin's root is looked for in the session's folder.
//!
//! In exec form the command is one name: quotes and spaces in it are part of that
//! name.
//!
//! Each of these is an error, with one exception: in a plugin that is not rendered
//! from `canonical/` a missing run bit is a warning, since what unpacks or installs it
//! may set the bit. Windows keeps no run bits, so they are not looked at there.
//!
//! ## Instead
//!
//! Name the program below `${CLAUDE_PLUGIN_ROOT}` or `${PLUGIN_ROOT}`, add it to
//! the plugin, and set its run bit: `git update-index --chmod=+x bin/x`.

use cvg_hooks::Host;

use super::command_line::{self, Quoting, Role, Word};
use super::model::{self, Handler, Source};
use super::variables::{self, Variable};
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::rules::support::paths::{self, Target};
use crate::generate::lint::{EntryKind, HostTree, Mode};
use crate::generate::source::json;
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG105",
    name: "hooks-missing-program",
    severity: Severity::Error,
    source: include_str!("hooks_missing_program.rs"),
};

/// Programs whose first argument is a script.
const INTERPRETERS: &[&str] = &[
    "sh", "bash", "zsh", "dash", "ksh", "python", "python3", "node", "deno", "bun", "ruby", "perl",
    "php", "pwsh", "uv", "tsx", "source", ".",
];
/// Programs that ask whether a file is there.
const TESTS: &[&str] = &["[", "[[", "test"];

/// Looks at the paths that every command names.
pub(super) fn check(tree: &HostTree, mode: Mode, sink: &mut Sink) {
    for source in model::sources(tree) {
        for handler in source.handlers(tree.host) {
            let Some((node, command)) = handler.command() else { continue };
            let mut hook = Hook { tree, mode, source: &source, sink };
            if tree.host == Host::Claude && handler.is_exec_form() {
                hook.exec_form(&handler, node, command);
            } else {
                hook.shell_form(node, command);
            }
        }
    }
}

struct Hook<'a> {
    tree: &'a HostTree,
    mode: Mode,
    source: &'a Source,
    sink: &'a mut Sink,
}

impl Hook<'_> {
    fn shell_form(&mut self, node: &Node, command: &str) {
        let words = command_line::words(command);
        // What the command itself asks for may be missing.
        let asked: Vec<String> = words
            .iter()
            .filter(|word| TESTS.contains(&word.program.as_str()))
            .map(Word::text)
            .collect();
        // `cd "${PLUGIN_ROOT}" && …` makes relative paths right.
        let moves = words.iter().any(|word| {
            word.program == "cd" && variables::of_word(word).iter().any(Variable::is_root)
        });
        for word in &words {
            let skipped = matches!(word.role, Role::Redirection | Role::Script);
            if skipped || TESTS.contains(&word.program.as_str()) || asked.contains(&word.text()) {
                continue;
            }
            let roots = variables::of_word(word);
            match roots.iter().rfind(|variable| variable.is_root()) {
                Some(variable) => self.rooted(node, word, variable),
                None if roots.is_empty() && !moves => self.relative(node, word),
                None => {}
            }
        }
    }

    /// A word that holds the plugin's root: what follows is a path in the plugin.
    fn rooted(&mut self, node: &Node, word: &Word, variable: &Variable) {
        let rest = &word.letters[variable.letters.end..];
        let dynamic = |(_, c, quoting): &command_line::Letter| {
            matches!(c, '$' | '\u{0}' | '=') || (*quoting == Quoting::None && "*?[{".contains(*c))
        };
        if rest.first().map(|(_, c, _)| *c) != Some('/') || rest.iter().any(dynamic) {
            return;
        }
        let path: String = rest[1..].iter().map(|(_, c, _)| *c).collect();
        let start = word.letters[variable.letters.start].0;
        let end = word.letters.last().map_or(start, |(byte, c, _)| byte + c.len_utf8());
        let range = json::locate(&self.source.file.text, &node.span, &(start..end));
        let is_program = word.role == Role::Program && variable.letters.start == 0;
        self.judge(Place::new(&self.source.file, range), &path, is_program);
    }

    /// A path of the plugin that lacks its root.
    fn relative(&mut self, node: &Node, word: &Word) {
        let text = word.text();
        let name = word.program.rsplit('/').next().unwrap_or_default();
        let runs = word.role == Role::Program
            || (word.role == Role::Argument && INTERPRETERS.contains(&name));
        if !runs || !text.contains('/') || text.starts_with(['/', '~', '-']) {
            return;
        }
        let Target::Inside(path) = paths::follow("", &text) else { return };
        // A path that the plugin does not have may be one of the user's project.
        if !self.tree.entries.contains_key(&path) {
            return;
        }
        let start = word.letters.first().map_or(0, |(byte, ..)| *byte);
        let end = word.letters.last().map_or(start, |(byte, c, _)| byte + c.len_utf8());
        let range = json::locate(&self.source.file.text, &node.span, &(start..end));
        let place = Place::new(&self.source.file, range);
        let message = format!("`{text}` is looked for in the session's folder, not in the plugin");
        let help = format!("write `\"${{{}}}/{path}\"`", self.tree.host.root_variable());
        self.report(place, message, help);
    }

    fn exec_form(&mut self, handler: &Handler<'_>, node: &Node, command: &str) {
        let place = self.source.place(node);
        let has_root = command.contains("PLUGIN_ROOT");
        if command.contains(['"', '\'']) {
            let message = "in exec form quotes are part of the program's name".to_owned();
            return self.report(place, message, "remove the quotes: there is no shell".to_owned());
        }
        if !has_root && command.trim().contains(char::is_whitespace) {
            let message = format!("in exec form `{command}` is one name, spaces included");
            return self.report(place, message, "move the arguments into `args`".to_owned());
        }
        let arguments = handler.node.get("args").map_or(&[][..], Node::items);
        for (index, part) in std::iter::once(node).chain(arguments).enumerate() {
            let Some(text) = part.as_str() else { continue };
            let Some(path) = text.strip_prefix("${CLAUDE_PLUGIN_ROOT}/") else { continue };
            if !path.contains('$') {
                self.judge(self.source.place(part), path, index == 0);
            }
        }
    }

    /// Is the path in the plugin, and may it be run?
    fn judge(&mut self, place: Place, path: &str, is_program: bool) {
        let Target::Inside(resolved) = paths::follow("", path) else {
            let message = format!("`{path}` leads out of the plugin");
            return self.report(place, message, "move the program into the plugin".to_owned());
        };
        if resolved.is_empty() {
            return;
        }
        if !paths::exists(self.tree, &resolved) {
            let message = format!("the hook needs `{resolved}`, which the plugin does not have");
            let help = match paths::meant(self.tree, &resolved) {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("add `{}`, or correct the path", self.tree.home(&resolved)),
            };
            return self.report(place, message, help);
        }
        let Some(entry) = self.tree.entries.get(&resolved).filter(|_| is_program) else { return };
        // Windows keeps no run bit.
        if cfg!(unix) && entry.kind == EntryKind::File && !entry.executable {
            let message = format!("`{resolved}` is run directly and lacks the run bit");
            // A found tree may yet get the bit, from an installer or an archive.
            let (severity, help) = if self.mode == Mode::Rendered {
                (Severity::Error, format!("set it in the source: `chmod +x files/{resolved}`"))
            } else {
                let help = format!("`chmod +x {resolved}`, or name its interpreter first");
                (Severity::Warning, help)
            };
            self.sink.push(
                Diagnostic::new(&RULE, place, message)
                    .severity(severity)
                    .help(help)
                    .host(self.tree.host),
            );
        }
    }

    fn report(&mut self, place: Place, message: String, help: String) {
        self.sink.push(Diagnostic::new(&RULE, place, message).help(help).host(self.tree.host));
    }
}
