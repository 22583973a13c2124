//! What one source sets: every key, if it is there and valid.

use std::ffi::OsString;

use super::fault::{Fault, FaultPlace, meant};
use super::worktree::{Answer, CodexAsk, Enforce, Worktree, usual_lanes};
use super::{NamePattern, PathPattern, Source};
use crate::env;

/// The keys of one source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Layer {
    pub(super) enforce: Option<bool>,
    pub(super) lanes: Option<Vec<PathPattern>>,
    pub(super) exempt: Option<Vec<PathPattern>>,
    pub(super) opaque: Option<Answer>,
    pub(super) unanalysable: Option<Answer>,
    pub(super) ask_on_codex: Option<CodexAsk>,
    pub(super) mcp_write: Option<Vec<NamePattern>>,
    pub(super) mcp_read: Option<Vec<NamePattern>>,
    pub(super) mcp_paths: Option<Vec<String>>,
    pub(super) faults: Vec<Fault>,
}

impl Layer {
    /// Puts what this source sets in place of what earlier ones did.
    pub(super) fn apply(&self, source: Source, worktree: &mut Worktree) {
        if let Some(on) = self.enforce {
            worktree.enforce = Enforce { on, source };
        }
        if let Some(lanes) = &self.lanes {
            worktree.lanes = usual_lanes();
            worktree.lanes.extend_from_slice(lanes);
        }
        put(&mut worktree.exempt, self.exempt.as_ref());
        put(&mut worktree.opaque, self.opaque.as_ref());
        put(&mut worktree.unanalysable, self.unanalysable.as_ref());
        put(&mut worktree.ask_on_codex, self.ask_on_codex.as_ref());
        put(&mut worktree.mcp_write, self.mcp_write.as_ref());
        put(&mut worktree.mcp_read, self.mcp_read.as_ref());
        put(&mut worktree.mcp_paths, self.mcp_paths.as_ref());
    }

    /// The `CVG_*` variables.
    pub(super) fn from_environment(lookup: &impl Fn(&str) -> Option<OsString>) -> Layer {
        let mut layer = Layer::default();
        let mut faults = Vec::new();
        let mut word = |name: &'static str, words: &[&str]| {
            let value = lookup(name)?;
            let value = value.to_string_lossy().to_ascii_lowercase();
            if words.contains(&value.as_str()) {
                return Some(value);
            }
            faults.push(Fault {
                place: FaultPlace::Variable(name),
                problem: format!("`{value}` is no value of it"),
                remedy: remedy(&value, words),
            });
            None
        };
        layer.enforce = word(env::CVG_WORKTREE_ENFORCE.name, &["1", "0", "true", "false"])
            .map(|word| word == "1" || word == "true");
        layer.opaque = word(env::CVG_WORKTREE_OPAQUE.name, &ANSWERS).and_then(|word| answer(&word));
        layer.unanalysable =
            word(env::CVG_WORKTREE_UNANALYSABLE.name, &ANSWERS).and_then(|word| answer(&word));
        layer.faults = faults;
        layer
    }
}

fn put<T: Clone>(target: &mut T, value: Option<&T>) {
    if let Some(value) = value {
        *target = value.clone();
    }
}

/// The words for an [`Answer`].
pub(super) const ANSWERS: [&str; 3] = ["allow", "ask", "deny"];

pub(super) fn answer(word: &str) -> Option<Answer> {
    match word {
        "allow" => Some(Answer::Allow),
        "ask" => Some(Answer::Ask),
        "deny" => Some(Answer::Deny),
        _ => None,
    }
}

/// The words for a [`CodexAsk`].
pub(super) const CODEX_ASKS: [&str; 2] = ["allow", "deny"];

pub(super) fn codex_ask(word: &str) -> Option<CodexAsk> {
    match word {
        "allow" => Some(CodexAsk::Allow),
        "deny" => Some(CodexAsk::Deny),
        _ => None,
    }
}

/// `write `allow`, `ask` or `deny``, or the one word that was meant.
pub(super) fn remedy(word: &str, words: &[&str]) -> String {
    if let Some(meant) = meant(word, words) {
        return format!("did you mean `{meant}`?");
    }
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("write {} or {last}", rest.join(", ")),
        _ => format!("write {}", quoted.concat()),
    }
}
