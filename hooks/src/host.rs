//! The agent hosts that we serve.

use std::fmt;
use std::str::FromStr;

/// An agent host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Host {
    /// Claude Code, by Anthropic. Oldest version that we promise: 2.1.197.
    Claude,
    /// Codex CLI, by OpenAI. Version observed: 0.171.0.
    Codex,
}

/// A host name that is not one of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownHost(pub String);

impl fmt::Display for UnknownHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown host `{}`: expected `claude` or `codex`", self.0)
    }
}

impl std::error::Error for UnknownHost {}

impl Host {
    /// Every host, in the order in which output is written.
    pub const ALL: [Self; 2] = [Self::Claude, Self::Codex];

    /// The identifier used on command lines, in folder names and in canonical files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
        }
    }

    /// The product's name as a person reads it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code",
            Self::Codex => "Codex",
        }
    }

    /// The variable that holds the plugin's root folder while a hook command runs.
    pub const fn root_variable(self) -> &'static str {
        match self {
            Self::Claude => "CLAUDE_PLUGIN_ROOT",
            Self::Codex => "PLUGIN_ROOT",
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Host {
    type Err = UnknownHost;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|host| host.id() == text)
            .ok_or_else(|| UnknownHost(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_reads_back_as_its_host() {
        for host in Host::ALL {
            assert_eq!(host.id().parse(), Ok(host));
        }
        assert!("Claude".parse::<Host>().is_err(), "identifiers are exact");
    }
}
