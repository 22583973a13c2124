//! From the syntax tree to the commands that run: lists, pipelines, compound commands.

use std::mem;

use rable::{CasePattern, ListItem, ListOperator, Node, NodeKind};

use super::fields::Kind;
use super::limits::{Budget, Limit};
use super::parse;
use super::state::Shell;
use super::{Command, Input, Place, Reading, Redirect, Word, output};

/// What the commands of a part of the line have in common.
#[derive(Debug, Clone, Default)]
pub(super) struct Context {
    /// What standard input is.
    pub(super) input: Input,
    /// What started the shell that runs them.
    pub(super) carriers: Vec<String>,
}

/// Loops over more words than this run once, with what the words have in common.
const UNROLLED: usize = 16;

/// Collects the commands of a line.
pub(super) struct Walker {
    commands: Vec<Command>,
    budget: Budget,
    /// What `/dev/fd/N` of each process substitution gives.
    pub(super) streams: Vec<Input>,
    /// The functions that are being called.
    pub(super) calls: Vec<String>,
    /// What the last word became that names a program by a variable.
    pub(super) computed: Vec<Word>,
}

impl Walker {
    pub(super) fn new() -> Self {
        Self {
            commands: Vec::new(),
            budget: Budget::new(),
            streams: Vec::new(),
            calls: Vec::new(),
            computed: Vec::new(),
        }
    }

    pub(super) fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    pub(super) fn exceeded(&self) -> Option<Limit> {
        self.budget.exceeded()
    }

    pub(super) fn into_commands(self) -> Vec<Command> {
        self.commands
    }

    /// The commands found since there were `count` of them.
    pub(super) fn since(&self, count: usize) -> &[Command] {
        self.commands.get(count..).unwrap_or_default()
    }

    pub(super) fn count(&self) -> usize {
        self.commands.len()
    }

    /// Keeps a command that runs.
    pub(super) fn emit(&mut self, mut command: Command, shell: &Shell) {
        let seen = shell.variables().len() * 32 + command.input.size();
        if !self.budget.grant_command() || !self.budget.grant_expansion(seen) {
            return;
        }
        let own = mem::take(&mut command.variables);
        command.variables = shell.variables().to_vec();
        command.variables.extend(own);
        self.commands.push(command);
    }

    /// Walks shell text.
    pub(super) fn source(&mut self, text: &str, shell: &mut Shell, context: &Context) -> Reading {
        let Some(parsed) = parse::parse(text, &mut self.budget) else {
            return Reading::Refused;
        };
        self.nodes(&parsed.nodes, shell, context);
        parsed.reading
    }

    pub(super) fn nodes(&mut self, nodes: &[Node], shell: &mut Shell, context: &Context) {
        for node in nodes {
            self.alone(node, shell, context);
        }
    }

    /// A command that no other one waits for. A `cd` at the start of a line into a folder
    /// that is not there fails, and what comes next runs where it was.
    fn alone(&mut self, node: &Node, shell: &mut Shell, context: &Context) {
        let first = self.count() == 0 && matches!(node.kind, NodeKind::Command { .. });
        let before = shell.cwd.clone();
        self.node(node, shell, context);
        if let (true, Place::At(from), Place::At(to)) = (first, &before, &shell.cwd)
            && from != to
            && from.exists()
            && !to.exists()
        {
            shell.cwd = before;
        }
    }

    pub(super) fn node(&mut self, node: &Node, shell: &mut Shell, context: &Context) {
        if !self.budget.enter() {
            return;
        }
        match &node.kind {
            NodeKind::Command { assignments, words, redirects } => {
                self.simple(assignments, words, redirects, shell, context);
            }
            NodeKind::List { .. } => self.list(node, shell, context),
            NodeKind::Pipeline { commands, .. } => self.pipeline(commands, shell, context),
            NodeKind::Negation { pipeline } | NodeKind::Time { pipeline, .. } => {
                self.node(pipeline, shell, context);
            }
            NodeKind::Function { name, body } => shell.define(name, body),
            NodeKind::Coproc { command, .. } => self.node(command, &mut shell.clone(), context),
            _ => self.compound(node, shell, context),
        }
        self.budget.leave();
    }

    /// A list, as the parser nests it: `a; b; c` is a list of a list and `c`, as deep as
    /// it is long. So its left side is followed in a loop.
    fn list(&mut self, node: &Node, shell: &mut Shell, context: &Context) {
        let mut spine = Vec::new();
        let mut left = node;
        while let NodeKind::List { items } = &left.kind {
            spine.push(items);
            match items.first() {
                Some(first) => left = &first.command,
                None => break,
            }
        }
        let mut chain: Vec<(&Node, Option<ListOperator>)> = Vec::new();
        let mut before = None;
        for (depth, items) in spine.iter().rev().enumerate() {
            for (at, ListItem { command, operator }) in items.iter().enumerate() {
                if depth == 0 || at > 0 {
                    chain.push((command, before));
                }
                before = *operator;
                if matches!(before, Some(ListOperator::Semi | ListOperator::Background)) {
                    self.chain(&mem::take(&mut chain), before, shell, context);
                }
            }
        }
        self.chain(&chain, None, shell, context);
    }

    /// Commands joined by `&&` and `||`.
    fn chain(
        &mut self,
        chain: &[(&Node, Option<ListOperator>)],
        after: Option<ListOperator>,
        shell: &mut Shell,
        context: &Context,
    ) {
        if after == Some(ListOperator::Background) {
            return self.chain(chain, None, &mut shell.clone(), context);
        }
        if let [(only, _)] = chain {
            return self.alone(only, shell, context);
        }
        let start = shell.clone();
        let mut before = shell.cwd.clone();
        for (node, operator) in chain {
            if *operator == Some(ListOperator::Or) {
                let mut other = shell.clone();
                other.cwd = before.clone();
                self.node(node, &mut other, context);
                shell.or(other, &before);
            } else {
                before = shell.cwd.clone();
                self.node(node, shell, context);
            }
        }
        // `a && exit`: what comes after runs because `a` failed.
        if shell.ended && !start.ended {
            *shell = start;
        }
    }

    /// The members run at the same time, each in a shell of its own.
    fn pipeline(&mut self, members: &[Node], shell: &Shell, context: &Context) {
        let mut context = context.clone();
        for member in members {
            let start = self.count();
            self.node(member, &mut shell.clone(), &context);
            let simple = matches!(member.kind, NodeKind::Command { .. });
            context.input = output::pipe(self.since(start), simple);
        }
    }

    fn compound(&mut self, node: &Node, shell: &mut Shell, context: &Context) {
        match &node.kind {
            NodeKind::Subshell { body, redirects } => {
                let context = self.around(redirects, shell, context);
                self.node(body, &mut shell.clone(), &context);
            }
            NodeKind::BraceGroup { body, redirects } => {
                let context = self.around(redirects, shell, context);
                self.node(body, shell, &context);
            }
            NodeKind::If { condition, then_body, else_body, redirects } => {
                let context = self.around(redirects, shell, context);
                self.node(condition, shell, &context);
                let mut other = shell.clone();
                self.node(then_body, shell, &context);
                if let Some(body) = else_body {
                    self.node(body, &mut other, &context);
                }
                shell.join(other);
            }
            NodeKind::While { condition, body, redirects }
            | NodeKind::Until { condition, body, redirects } => {
                let context = self.around(redirects, shell, context);
                let before = shell.clone();
                self.node(condition, shell, &context);
                self.body(body, shell, &context);
                shell.join(before);
            }
            NodeKind::For { var, words, body, redirects }
            | NodeKind::Select { var, words, body, redirects } => {
                let context = self.around(redirects, shell, context);
                self.for_each(var, words.as_deref(), body, shell, &context);
            }
            NodeKind::ForArith { init, cond, incr, body, redirects } => {
                let context = self.around(redirects, shell, context);
                for text in [init, cond, incr] {
                    self.text(text, shell, &context);
                }
                self.body(body, shell, &context);
            }
            NodeKind::Case { word, patterns, redirects } => {
                let context = self.around(redirects, shell, context);
                self.expand_one(word, Kind::Assignment, shell, &context);
                self.case(patterns, shell, &context);
            }
            NodeKind::ArithmeticCommand { redirects, raw_content, .. } => {
                let context = self.around(redirects, shell, context);
                self.text(raw_content, shell, &context);
            }
            NodeKind::ConditionalExpr { body, redirects } => {
                let context = self.around(redirects, shell, context);
                self.condition(body, shell, &context);
            }
            _ => {}
        }
    }

    /// The redirections of a compound command: they are a command without words, and
    /// what is in the compound reads from them.
    fn around(&mut self, redirects: &[Node], shell: &Shell, context: &Context) -> Context {
        let mut inner = context.clone();
        let redirects = self.redirects(redirects, shell, context, &mut inner.input);
        self.redirected(redirects, shell, context);
        inner
    }

    /// Redirections without a program.
    pub(super) fn redirected(
        &mut self,
        redirects: Vec<Redirect>,
        shell: &Shell,
        context: &Context,
    ) {
        if redirects.is_empty() {
            return;
        }
        let command = Command {
            redirects,
            cwd: shell.cwd.clone(),
            carriers: context.carriers.clone(),
            ..Command::default()
        };
        self.emit(command, shell);
    }

    /// The body of a loop: `break` and `continue` end no more than it.
    fn body(&mut self, body: &Node, shell: &mut Shell, context: &Context) {
        self.node(body, shell, context);
        shell.ended = false;
    }

    fn for_each(
        &mut self,
        var: &str,
        words: Option<&[Node]>,
        body: &Node,
        shell: &mut Shell,
        context: &Context,
    ) {
        let mut all = Vec::new();
        match (words.filter(|words| !are_arguments(words)), &shell.arguments) {
            (Some(words), _) => {
                for word in words {
                    all.extend(self.expand(word, Kind::Argument, shell, context));
                }
            }
            (None, Some(arguments)) => all = arguments.to_vec(),
            (None, None) => all.push(Word::unknown()),
        }
        if all.len() > UNROLLED {
            all = vec![common(&all)];
        }
        for word in all {
            shell.set(var, word);
            self.body(body, shell, context);
        }
    }

    fn case(&mut self, patterns: &[CasePattern], shell: &mut Shell, context: &Context) {
        let start = shell.clone();
        // Unless there is one for everything, no pattern may fit.
        let everything =
            |node: &Node| matches!(&node.kind, NodeKind::Word { value, .. } if value == "*");
        shell.ended = patterns.iter().any(|case| case.patterns.iter().any(everything));
        // After `;&` the next one runs as well.
        let mut through: Option<Shell> = None;
        for CasePattern { patterns, body, terminator } in patterns {
            for pattern in patterns {
                self.expand(pattern, Kind::Assignment, &start, context);
            }
            let mut own = start.clone();
            if let Some(other) = through.take() {
                own.join(other);
            }
            if let Some(body) = body {
                self.node(body, &mut own, context);
            }
            if terminator == ";&" {
                through = Some(own);
            } else {
                shell.join(own);
            }
        }
        if let Some(own) = through {
            shell.join(own);
        }
    }

    /// `[[ … ]]`: only its substitutions run. Its operators may be nested as deep as
    /// they are many, so a stack of our own holds what is still to be seen.
    fn condition(&mut self, body: &Node, shell: &Shell, context: &Context) {
        let mut todo = vec![body];
        while let Some(node) = todo.pop() {
            match &node.kind {
                NodeKind::UnaryTest { operand: inner, .. }
                | NodeKind::CondNot { operand: inner }
                | NodeKind::CondParen { inner } => todo.push(inner),
                NodeKind::BinaryTest { left, right, .. }
                | NodeKind::CondAnd { left, right }
                | NodeKind::CondOr { left, right } => todo.extend([&**right, left]),
                NodeKind::CondTerm { value, .. } => {
                    self.text(value, shell, context);
                }
                _ => {}
            }
        }
    }
}

/// `for f; do`: the parser puts a `"$@"` there, as plain text.
fn are_arguments(words: &[Node]) -> bool {
    matches!(words, [Node { kind: NodeKind::Word { value, .. }, .. }] if value == "\"$@\"")
}

/// What all words begin with.
fn common(words: &[Word]) -> Word {
    let Some((first, others)) = words.split_first() else { return Word::unknown() };
    let mut length = first.prefix().len();
    for other in others {
        let same = first.prefix().bytes().zip(other.prefix().bytes());
        length = length.min(same.take_while(|(a, b)| a == b).count());
    }
    while !first.prefix().is_char_boundary(length) {
        length -= 1;
    }
    Word::beginning(&first.prefix()[..length])
}
