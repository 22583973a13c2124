//! Canonical tool classes, and the tools that each host has in them.
//!
//! A plugin's author names a class once; the host's own tool names follow.
//! Claude Code matches exact names, several joined by `|`. Codex does the same,
//! and its `apply_patch` also answers to `Edit` and `Write`, but only the
//! canonical name is sure to stay.

use std::fmt;
use std::str::FromStr;

use crate::Host;
use crate::table::one_of;

/// A kind of tool, independent of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ToolClass {
    /// Reads a file.
    Read,
    /// Changes a part of a file.
    Edit,
    /// Writes a whole file.
    Write,
    /// Runs a shell command.
    Shell,
    /// Edits a cell of a notebook.
    Notebook,
    /// Applies a patch to many files.
    Patch,
    /// Searches files by name or content.
    Search,
    /// Reads from the web.
    Web,
    /// Starts another agent.
    Agent,
    /// Runs a skill.
    Skill,
    /// Sends a message to a running agent.
    Message,
    /// Keeps a list of steps.
    Plan,
    /// Asks the user.
    Question,
    /// Calls a tool of an MCP server.
    Mcp,
}

/// A class name that is not one of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownToolClass(pub String);

impl fmt::Display for UnknownToolClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown tool class `{}`", self.0)
    }
}

impl std::error::Error for UnknownToolClass {}

impl ToolClass {
    /// Every class.
    pub const ALL: [Self; 14] = [
        Self::Read,
        Self::Edit,
        Self::Write,
        Self::Shell,
        Self::Notebook,
        Self::Patch,
        Self::Search,
        Self::Web,
        Self::Agent,
        Self::Skill,
        Self::Message,
        Self::Plan,
        Self::Question,
        Self::Mcp,
    ];

    /// The class of the tool that a host calls by this name; `None` if we know none.
    ///
    /// A hook meets more names than a plugin's author registers: those of older hosts
    /// (`Task`, `MultiEdit`, `LS`), and those that a host may yet pass on unchanged
    /// (`exec_command`). A name too many does no harm, a missing one lets a call through.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            _ if one_of(name, "Read NotebookRead view_image") => Self::Read,
            "Edit" | "MultiEdit" => Self::Edit,
            "Write" => Self::Write,
            _ if one_of(name, "Bash PowerShell shell local_shell shell_command exec_command") => {
                Self::Shell
            }
            "NotebookEdit" => Self::Notebook,
            "apply_patch" => Self::Patch,
            _ if one_of(name, "Grep Glob LS") => Self::Search,
            _ if one_of(name, "WebFetch WebSearch web_search") => Self::Web,
            _ if one_of(
                name,
                "Agent Task spawn_agent collaborationspawn_agent multi_agent_v1spawn_agent",
            ) =>
            {
                Self::Agent
            }
            "Skill" => Self::Skill,
            _ if one_of(
                name,
                "SendMessage collaborationsend_message collaborationfollowup_task \
                 multi_agent_v1send_input",
            ) =>
            {
                Self::Message
            }
            _ if one_of(name, "TaskCreate TaskUpdate TodoWrite update_plan") => Self::Plan,
            "AskUserQuestion" | "request_user_input" => Self::Question,
            _ if name.starts_with("mcp__") => Self::Mcp,
            _ => return None,
        })
    }

    /// The name in canonical files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Edit => "edit",
            Self::Write => "write",
            Self::Shell => "shell",
            Self::Notebook => "notebook",
            Self::Patch => "patch",
            Self::Search => "search",
            Self::Web => "web",
            Self::Agent => "agent",
            Self::Skill => "skill",
            Self::Message => "message",
            Self::Plan => "plan",
            Self::Question => "question",
            Self::Mcp => "mcp",
        }
    }

    /// The names by which a hook of that host meets these tools, most usual
    /// first; none where the host has no such tool. Seen on Claude Code 2.1.197
    /// and Codex 0.171.0: Codex reads and searches through its shell, which
    /// hooks know as `Bash`, and names the agent tools of its two protocols
    /// `spawn_agent` and `collaborationspawn_agent`. Claude Code searches through
    /// its shell too, except in an agent that lists `Grep` or `Glob` and no `Bash`.
    pub const fn tools(self, host: Host) -> &'static [&'static str] {
        match (host, self) {
            (Host::Claude, Self::Read) => &["Read"],
            (Host::Claude, Self::Edit) => &["Edit"],
            (Host::Claude, Self::Write) => &["Write"],
            (Host::Claude | Host::Codex, Self::Shell)
            | (Host::Codex, Self::Read | Self::Search) => &["Bash"],
            (Host::Claude, Self::Search) => &["Bash", "Grep", "Glob"],
            (Host::Claude, Self::Notebook) => &["NotebookEdit"],
            (Host::Claude, Self::Web) => &["WebFetch", "WebSearch"],
            (Host::Claude, Self::Agent) => &["Agent"],
            (Host::Claude, Self::Skill) => &["Skill"],
            (Host::Claude, Self::Message) => &["SendMessage"],
            (Host::Claude, Self::Plan) => &["TaskCreate", "TaskUpdate"],
            (Host::Claude, Self::Question) => &["AskUserQuestion"],
            (Host::Claude | Host::Codex, Self::Mcp) => &["mcp__.*"],
            (Host::Codex, Self::Edit | Self::Write | Self::Patch) => &["apply_patch"],
            (Host::Codex, Self::Agent) => &["spawn_agent", "collaborationspawn_agent"],
            (Host::Codex, Self::Message) => {
                &["collaborationsend_message", "multi_agent_v1send_input"]
            }
            (Host::Claude, Self::Patch)
            | (
                Host::Codex,
                Self::Notebook | Self::Web | Self::Skill | Self::Plan | Self::Question,
            ) => &[],
        }
    }
}

impl fmt::Display for ToolClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for ToolClass {
    type Err = UnknownToolClass;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|class| class.id() == text)
            .ok_or_else(|| UnknownToolClass(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_reads_back_as_its_class() {
        for class in ToolClass::ALL {
            assert_eq!(class.id().parse(), Ok(class));
        }
    }

    #[test]
    fn a_tool_that_is_registered_is_known_when_it_calls() {
        for host in Host::ALL {
            for class in ToolClass::ALL {
                // Codex reads, searches, edits and writes through two tools, and the class
                // of those is what they are.
                for name in class.tools(host) {
                    let of = ToolClass::of(&name.replace(".*", "x__y"));
                    let own = ToolClass::ALL.into_iter().filter(|c| c.tools(host).contains(name));
                    assert!(own.into_iter().any(|c| Some(c) == of), "{name}: {of:?}");
                }
            }
        }
        assert_eq!(ToolClass::of("bash"), None, "names are exact");
    }

    #[test]
    fn every_class_has_a_tool_somewhere() {
        for class in ToolClass::ALL {
            let somewhere = Host::ALL.iter().any(|&host| !class.tools(host).is_empty());
            assert!(somewhere, "`{class}` has no tool on any host");
        }
    }
}
