//! Simple commands: expansion, redirections, and who gets the words.

use rable::{Node, NodeKind};

use super::builtins::declares;
use super::fields::Kind;
use super::raw::is_variable;
use super::state::Shell;
use super::walk::{Context, Walker};
use super::{Command, Input, Reading, Redirect, Word, parse};

impl Walker {
    pub(super) fn simple(
        &mut self,
        assignments: &[Node],
        words: &[Node],
        redirects: &[Node],
        shell: &mut Shell,
        context: &Context,
    ) {
        let mut command = Command {
            cwd: shell.cwd.clone(),
            input: context.input.clone(),
            carriers: context.carriers.clone(),
            ..Command::default()
        };
        for word in words {
            let kind = match command.words.first().and_then(Word::text) {
                None if command.words.is_empty() => Kind::Program,
                Some(name) if declares(name) && assigns(word).is_some() => Kind::Assignment,
                _ => Kind::Argument,
            };
            let expanded = self.expand(word, kind, shell, context);
            command.computed.append(&mut self.computed);
            command.words.extend(expanded);
        }
        command.redirects = self.redirects(redirects, shell, context, &mut command.input);
        for assignment in assignments {
            if words.is_empty() && self.array(assignment, shell, context).is_some() {
                continue;
            }
            let Some((name, value)) = self.assignment(assignment, shell, context) else { continue };
            if words.is_empty() {
                shell.set(&name, value);
            } else {
                command.variables.push((name, value));
            }
        }
        if !command.words.is_empty() {
            self.run(command, shell, true);
        } else if !command.redirects.is_empty() {
            self.emit(command, shell);
        }
    }

    /// Sets the array of `NAME=(a b)` or `NAME+=(c)`; `None` if it is nothing of the kind.
    fn array(&mut self, node: &Node, shell: &mut Shell, context: &Context) -> Option<()> {
        let NodeKind::Word { value: whole, .. } = &node.kind else { return None };
        let (name, list) = whole.split_once('=')?;
        let list = list.strip_prefix('(')?.strip_suffix(')')?;
        let plain = name.strip_suffix('+');
        let mut all = match plain {
            Some(plain) => shell.array(plain)?.to_vec(),
            None => Vec::new(),
        };
        let parsed =
            parse::parse(list, self.budget()).filter(|parsed| parsed.reading == Reading::Whole)?;
        let mut elements = Vec::new();
        for node in &parsed.nodes {
            let NodeKind::Command { assignments, words, redirects } = &node.kind else {
                return None;
            };
            if !assignments.is_empty() || !redirects.is_empty() {
                return None;
            }
            elements.extend(words);
        }
        for element in elements {
            all.extend(self.expand(element, Kind::Argument, shell, context));
        }
        shell.set_array(plain.unwrap_or(name), all);
        Some(())
    }

    /// The name and the value of `NAME=value`.
    fn assignment(
        &mut self,
        node: &Node,
        shell: &Shell,
        context: &Context,
    ) -> Option<(String, Word)> {
        let NodeKind::Word { value: whole, .. } = &node.kind else { return None };
        let word = self.expand_one(node, Kind::Assignment, shell, context);
        let (name, _) = whole.split_once('=')?;
        let (name, appends) = name.strip_suffix('+').map_or((name, false), |name| (name, true));
        if let Some((array, _)) = name.split_once('[') {
            return Some((array.to_owned(), Word::unknown()));
        }
        if whole[whole.find('=')? + 1..].starts_with('(') {
            return Some((name.to_owned(), Word::unknown()));
        }
        let value = word.after(word.skeleton().find('=').map_or(usize::MAX, |at| at + 1));
        let value = if appends {
            let before = shell.variable(name);
            Word::known(format!("{}{}", before.skeleton(), value.skeleton()))
        } else {
            value
        };
        Some((name.to_owned(), value))
    }

    /// The files that redirections open; `input` becomes what the last one gives to read.
    pub(super) fn redirects(
        &mut self,
        nodes: &[Node],
        shell: &Shell,
        context: &Context,
        input: &mut Input,
    ) -> Vec<Redirect> {
        let mut found = Vec::new();
        for node in nodes {
            match &node.kind {
                NodeKind::HereDoc { content, quoted, fd, .. } => {
                    let text =
                        if *quoted { content.clone() } else { self.text(content, shell, context) };
                    if *fd <= 0 {
                        *input = Input::Text(Word::known(text));
                    }
                }
                NodeKind::Redirect { op, target, fd, .. } => {
                    let kind = if op == "<<<" { Kind::Assignment } else { Kind::Argument };
                    let target = self.expand_one(target, kind, shell, context);
                    if op == "<<<" {
                        *input = Input::Text(target);
                        continue;
                    }
                    // `2>&-` closes a descriptor: the parser has it as the target.
                    let duplicates = op.ends_with('-')
                        || op.ends_with('&') && target.text().is_some_and(is_descriptor);
                    if duplicates {
                        continue;
                    }
                    let place = shell.cwd.resolve(&target);
                    let writes = op.contains('>');
                    if op == "<" && *fd <= 0 {
                        let stream = target.text().and_then(|name| self.stream(name)).cloned();
                        *input = stream.unwrap_or_else(|| Input::File(place.clone()));
                    }
                    found.push(Redirect { writes, target, place });
                }
                _ => {}
            }
        }
        found
    }
}

/// Is this `2`, `-` or `3-`, what `>&` takes for a descriptor?
fn is_descriptor(text: &str) -> bool {
    text == "-" || text.trim_end_matches('-').bytes().all(|byte| byte.is_ascii_digit())
}

/// The name that a word `NAME=…` assigns to.
fn assigns(node: &Node) -> Option<&str> {
    let NodeKind::Word { value, .. } = &node.kind else { return None };
    let (name, _) = value.split_once('=')?;
    Some(name.trim_end_matches('+')).filter(|name| is_variable(name))
}
