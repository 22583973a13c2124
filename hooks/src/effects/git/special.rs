//! Git commands that change the checkout or not, depending on what follows them.

use crate::shell::Word;

use super::super::args::{Arguments, Style};
use super::super::push_quoted;
use super::{Git, files};
use crate::table::one_of;

/// The checkout is written, unless only an index elsewhere is.
pub(super) fn write(git: &mut Git, name: &str) {
    // `GIT_INDEX_FILE=/tmp/i git add …` is how a tree is built beside the checkout.
    let index_only = one_of(name, "add stage update-index read-tree");
    match git.found.command.variable("GIT_INDEX_FILE").cloned() {
        Some(index) if index_only && !index.prefix().is_empty() => git.file(&index),
        _ => git.checkout(),
    }
}

/// Judges `name` if it belongs here.
pub(super) fn judge(git: &mut Git, name: &str, words: &[Word]) -> bool {
    match name {
        "apply" => apply(git, words),
        "pull" => pull(git, words),
        "stash" => stash(git, words),
        "checkout-index" => checkout_index(git, words),
        "update-ref" => update_ref(git, words),
        "symbolic-ref" => symbolic_ref(git, words),
        "bisect" => bisect(git, words),
        "submodule" => submodule(git, words),
        "subtree" => unless_sub(git, words, "split push"),
        "sparse-checkout" => unless_sub(git, words, "list check-rules"),
        "lfs" => only_sub(git, words, "pull checkout migrate track untrack merge-driver"),
        "branch" => branch(git, words),
        "fetch" => fetch(git, words),
        "worktree" => worktree(git, words),
        "absorb" => {
            if !Arguments::parse(words, "b base", Style::Plain).has("n dry-run") {
                git.checkout();
            }
        }
        _ if one_of(name, "citool gui svn fast-import flow") => git.opaque(),
        _ => return false,
    }
    true
}

/// The first word that is no option.
fn sub_command(words: &[Word]) -> Option<&Word> {
    words.iter().find(|word| !word.prefix().starts_with('-'))
}

/// Writes the checkout unless the subcommand is one of `readers` or missing.
fn unless_sub(git: &mut Git, words: &[Word], readers: &str) {
    if sub_command(words).is_some_and(|sub| !sub.is_one_of(readers)) {
        git.checkout();
    }
}

/// Writes the checkout only if the subcommand is one of `writers` or not known.
fn only_sub(git: &mut Git, words: &[Word], writers: &str) {
    if sub_command(words).is_some_and(|sub| sub.is_one_of(writers) || !sub.is_known()) {
        git.checkout();
    }
}

fn apply(git: &mut Git, words: &[Word]) {
    let options = "pC directory exclude include whitespace build-fake-ancestor";
    let args = Arguments::parse(words, options, Style::Gnu);
    if args.has("apply") || !args.has("check stat numstat summary") {
        git.checkout();
    }
}

/// Only `--ff-only` is sure to leave the checkout's own work alone.
fn pull(git: &mut Git, words: &[Word]) {
    let options = "sXj/rS strategy strategy-option cleanup upload-pack depth deepen shallow-since \
         shallow-exclude refmap server-option jobs negotiation-tip";
    let args = Arguments::parse(words, options, Style::Gnu);
    let mut only_forward = false;
    let mut more = false;
    for (name, value) in &args.options {
        match *name {
            "ff" | "no-ff" => only_forward = false,
            "squash" | "no-commit" => more = true,
            "r" | "rebase" => {
                more |= !value.as_ref().is_some_and(|value| value.is_one_of("false 0 no off"));
            }
            // Git takes unique beginnings: `--ff-o`.
            name if name.starts_with("ff-") && "ff-only".starts_with(name) => only_forward = true,
            name if name.len() > 2 && "rebase".starts_with(name) => more = true,
            _ => {}
        }
    }
    if !args.has("dry-run") && (!only_forward || more) {
        git.checkout();
    }
}

fn stash(git: &mut Git, words: &[Word]) {
    match sub_command(words) {
        Some(sub) if sub.is_one_of("list create") => {}
        Some(sub) if sub.is_one_of("show") => files::output(git, words),
        _ => git.checkout(),
    }
}

fn checkout_index(git: &mut Git, words: &[Word]) {
    let args = Arguments::parse(words, "- prefix stage", Style::Gnu);
    if args.has("n no-create") {
        return;
    }
    match args.value("prefix") {
        // The usual way to export a tree: `checkout-index -a --prefix=/tmp/x/`.
        Some(prefix) => {
            git.file(prefix);
            if args.has("u index") {
                git.checkout();
            }
        }
        None => git.checkout(),
    }
}

/// Is this the name of a branch or of what is checked out?
fn names_branch(reference: Option<&&Word>) -> bool {
    reference.is_none_or(|word| {
        let text = word.prefix();
        match word.text() {
            Some(text) => text == "HEAD" || text.starts_with("refs/heads/"),
            // Open: it may become one.
            None => {
                "HEAD".starts_with(text)
                    || "refs/heads/".starts_with(text)
                    || text.starts_with("refs/heads/")
            }
        }
    })
}

fn update_ref(git: &mut Git, words: &[Word]) {
    let args = Arguments::parse(words, "m", Style::Plain);
    if args.has("stdin") {
        git.opaque();
    } else if names_branch(args.operands.first()) {
        git.checkout();
    }
}

fn symbolic_ref(git: &mut Git, words: &[Word]) {
    let args = Arguments::parse(words, "m", Style::Plain);
    let sets = args.operands.len() > 1 || args.has("d delete");
    if sets && names_branch(args.operands.first()) {
        git.checkout();
    }
}

fn bisect(git: &mut Git, words: &[Word]) {
    unless_sub(git, words, "log view visualize terms help");
    let sub = words.iter().position(|word| word.text() == Some("run"));
    if let Some(at) = sub {
        let mut script = String::new();
        for word in &words[at + 1..] {
            push_quoted(&mut script, word);
        }
        git.shell(script);
    }
}

fn submodule(git: &mut Git, words: &[Word]) {
    let args = Arguments::parse(words, "", Style::Stop);
    let Some(sub) = args.operands.first() else { return };
    match sub.text() {
        Some(text) if one_of(text, "status summary init set-url") => {}
        Some("foreach") => {
            git.opaque();
            let options =
                args.after(1).iter().take_while(|word| word.prefix().starts_with("--")).count();
            match args.after(1 + options) {
                [only] => match only.text() {
                    Some(text) => git.shell(text.to_owned()),
                    None => git.opaque(),
                },
                all => {
                    let mut line = String::new();
                    for word in all {
                        push_quoted(&mut line, word);
                    }
                    git.shell(line);
                }
            }
        }
        _ => git.checkout(),
    }
}

/// Only renaming the branch that is checked out changes the checkout.
fn branch(git: &mut Git, words: &[Word]) {
    let options = "u/t set-upstream-to contains no-contains merged no-merged points-at sort format";
    let args = Arguments::parse(words, options, Style::Gnu);
    if args.has("m M move") {
        match args.operands.as_slice() {
            [_] => git.checkout(),
            [old, _] => git.branch(Some((*old).clone())),
            _ => {}
        }
    }
}

/// Lanes may be tended. What a line goes on to do in a new one is done in a lane.
fn worktree(git: &mut Git, words: &[Word]) {
    let args = Arguments::parse(words, "bB reason", Style::Gnu);
    let made = match args.operand(0) {
        Some("add") => args.operands.get(1),
        Some("move") => args.operands.get(2),
        _ => None,
    };
    if let Some(made) = made {
        let place = git.call.dir.resolve(made);
        git.found.effects.lanes.push(place);
    }
}

/// Git refuses to move the branch that is checked out, unless it is told not to.
fn fetch(git: &mut Git, words: &[Word]) {
    let options = "jo \
         jobs upload-pack depth deepen shallow-since shallow-exclude refmap server-option \
         negotiation-tip filter recurse-submodules-default";
    let args = Arguments::parse(words, options, Style::Gnu);
    if args.has("u update-head-ok") && !args.has("dry-run") {
        git.checkout();
    }
}
