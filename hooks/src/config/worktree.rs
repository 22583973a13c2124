//! The settings of enforce-worktree, as they count in the end.

use super::{NamePattern, PathPattern, Source};

/// `[worktree]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worktree {
    /// Is the guard on?
    pub enforce: Enforce,
    /// The folders of lanes: the two that are always meant, and those of `lanes`.
    pub lanes: Vec<PathPattern>,
    /// What may be written in the main checkout all the same.
    pub exempt: Vec<PathPattern>,
    /// The answer to a command of which nobody can say what it writes.
    pub opaque: Answer,
    /// The answer to a command that is too large or too nested to read.
    pub unanalysable: Answer,
    /// What an `ask` becomes on Codex, which has none.
    pub ask_on_codex: CodexAsk,
    /// Tools of MCP servers that write the paths in their arguments.
    pub mcp_write: Vec<NamePattern>,
    /// Tools of MCP servers that write none. They win over `mcp_write`.
    pub mcp_read: Vec<NamePattern>,
    /// Names of arguments that are paths, besides those that the guard knows.
    pub mcp_paths: Vec<String>,
}

/// Is the guard on, and who said so?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enforce {
    /// Is it on?
    pub on: bool,
    /// Who said so. A variable speaks of the session's own repository, and of no other that
    /// a call may touch.
    pub source: Source,
}

/// What becomes of a call that the guard cannot judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It passes.
    Allow,
    /// The user decides.
    Ask,
    /// It is refused.
    Deny,
}

/// What an `ask` becomes on a host that cannot ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodexAsk {
    /// The call passes.
    Allow,
    /// It is refused.
    Deny,
}

/// Folders of lanes that need no configuration: ours, and the one in which Claude Code
/// puts the worktrees of isolated agents.
const LANES: [&str; 2] = [".worktrees/**", ".claude/worktrees/**"];

/// The lane patterns that hold everywhere.
pub(super) fn usual_lanes() -> Vec<PathPattern> {
    LANES.iter().filter_map(|text| PathPattern::new(text).ok()).collect()
}

impl Default for Worktree {
    fn default() -> Worktree {
        Worktree {
            enforce: Enforce { on: false, source: Source::Default },
            lanes: usual_lanes(),
            exempt: Vec::new(),
            opaque: Answer::Allow,
            unanalysable: Answer::Deny,
            ask_on_codex: CodexAsk::Deny,
            mcp_write: Vec::new(),
            mcp_read: Vec::new(),
            mcp_paths: Vec::new(),
        }
    }
}
