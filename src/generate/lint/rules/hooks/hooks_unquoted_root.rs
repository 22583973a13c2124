//! A hook's command uses the plugin's root without double quotes.
//!
//! The root lies below the user's home folder. If that holds a space, an unquoted
//! `${CLAUDE_PLUGIN_ROOT}/x.sh` is two words, the program is not found, and both
//! hosts let the tool run. A script behind `bash -c` is split once more, so it
//! needs quotes of its own. In single quotes the shell does not replace a variable:
//! Claude Code leaves that to the shell, so the name stays literal; Codex replaces
//! `${PLUGIN_ROOT}` itself, even there.
//!
//! Exec form on Claude Code (`args`) has no shell and needs no quotes; there only
//! the spelling with braces is replaced.
//!
//! ## Instead
//!
//! `"command": "\"${PLUGIN_ROOT}/bin/x\" --host codex"`, or on Claude Code
//! `"command": "${CLAUDE_PLUGIN_ROOT}/bin/x", "args": ["--host", "claude"]`.

use cvg_hooks::Host;

use super::command_line::{self, Quoting, Role, Word};
use super::model::{self, Handler, Source};
use super::variables::{self, Variable};
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::rules::body::host_only_variable;
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::json;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG103",
    name: "hooks-unquoted-root",
    severity: Severity::Warning,
    source: include_str!("hooks_unquoted_root.rs"),
};

/// Looks at the variables of every command.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    for source in model::sources(tree) {
        for handler in source.handlers(tree.host) {
            if tree.host == Host::Claude && handler.is_exec_form() {
                check_exec_form(&source, &handler, sink);
            } else {
                check_shell_form(&source, &handler, tree.host, sink);
            }
        }
    }
}

fn check_shell_form(source: &Source, handler: &Handler<'_>, host: Host, sink: &mut Sink) {
    let Some((node, command)) = handler.command() else { return };
    let shell = handler.node.get("shell").and_then(|shell| shell.as_str());
    if !command.contains('$') || shell == Some("powershell") {
        return;
    }
    let mut told = false;
    for word in command_line::words(command) {
        for variable in variables::of_word(&word) {
            let range = json::locate(&source.file.text, &node.span, &variable.bytes(&word));
            let place = Place::new(&source.file, range);
            if !variable.has_default && !facts::knows(host, "variables.hook", variable.name) {
                sink.push(unset(place, variable.name, host));
                continue;
            }
            // The words of a script are judged one by one; one remark a command is enough.
            if word.role == Role::Script || told {
                continue;
            }
            if let Some(message) = fault(&word, &variable, host) {
                told = true;
                let help = "put it into double quotes: `\\\"${NAME}/…\\\"` in JSON";
                let help = help.replace("NAME", variable.name);
                sink.push(Diagnostic::new(&RULE, place, message).help(help).host(host));
            }
        }
    }
}

/// The variable is none of this host's hooks: a matter of host-only-variable.
fn unset(place: Place, name: &str, host: Host) -> Diagnostic {
    let message = format!("`{name}` is not set in hooks of {}", host.title());
    Diagnostic::new(&host_only_variable::RULE, place, message)
        .help(format!("use one of `{}`", facts::words(host, "variables.hook").join("`, `")))
        .host(host)
}

/// What happens to the variable, if it is not what was meant.
fn fault(word: &Word, variable: &Variable, host: Host) -> Option<String> {
    let name = variable.name;
    // Codex replaces `${NAME}` as text, before any shell.
    let as_text = host == Host::Codex && variable.plain_braces;
    match variable.quoting {
        Quoting::Double => None,
        Quoting::Single if as_text => None,
        Quoting::Single => Some(format!("in single quotes the shell does not replace `{name}`")),
        // A shell does not split the value of an assignment, but text it does.
        Quoting::None if word.role == Role::Assignment && !as_text => None,
        Quoting::None => {
            Some(format!("`{name}` is not quoted: a path with a space breaks the hook"))
        }
    }
}

/// Exec form: the host replaces `${NAME}` and nothing else.
fn check_exec_form(source: &Source, handler: &Handler<'_>, sink: &mut Sink) {
    let arguments = handler.node.get("args").map_or(&[][..], |args| args.items());
    let nodes = handler.node.get("command").into_iter().chain(arguments);
    for node in nodes {
        let Some(text) = node.as_str().filter(|text| text.contains('$')) else { continue };
        let letters = text.char_indices().map(|(at, c)| (at, c, Quoting::Double)).collect();
        let word = Word { letters, role: Role::Argument, program: String::new() };
        for variable in variables::of_word(&word) {
            let range = json::locate(&source.file.text, &node.span, &variable.bytes(&word));
            let place = Place::new(&source.file, range);
            if !facts::knows(Host::Claude, "variables.hook", variable.name) {
                sink.push(unset(place, variable.name, Host::Claude));
            } else if !variable.plain_braces {
                let message = format!("exec form replaces `{}` only as `${{…}}`", variable.name);
                let help = format!("write `${{{}}}`", variable.name);
                sink.push(Diagnostic::new(&RULE, place, message).help(help).host(Host::Claude));
            }
        }
    }
}
