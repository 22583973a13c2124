//! rulesync: of the tools that render skills for several hosts and can check their own output, the
//! quickest that we found. Pinned in benches/peers, and measured only where npm can install it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::corpus::{self, Dialect};
use crate::measure::Program;
use crate::note;

/// An installed rulesync.
pub(crate) struct Peer {
    program: PathBuf,
}

impl Peer {
    /// Installs it if it is not there yet; `None`, after a note, where that cannot be done.
    pub(crate) fn install() -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers");
        let program = folder.join("node_modules/.bin/rulesync");
        if !program.exists() {
            note("npm ci --prefix benches/peers (once; about 160 MB)");
            let npm = Command::new("npm").arg("ci").current_dir(&folder).output();
            let problem = match npm {
                Ok(output) if output.status.success() => None,
                Ok(output) => Some(String::from_utf8_lossy(&output.stderr).into_owned()),
                Err(error) => Some(error.to_string()),
            };
            if let Some(problem) = problem {
                note(&format!("rulesync is left out: npm: {}", problem.trim()));
                return None;
            }
        }
        Some(Self { program })
    }

    /// Writes the same skills and agents in its own form, and renders them.
    pub(crate) fn prepare(&self, root: &Path, skills: usize) -> Result<()> {
        corpus::write(root, Dialect::Rulesync, skills)?;
        self.generate(root, &[]).run()
    }

    pub(crate) fn check(&self, root: &Path) -> Program {
        self.generate(root, &["--check"])
    }

    fn generate(&self, root: &Path, more: &[&str]) -> Program {
        let all = ["generate", "-t", "claudecode,codexcli", "-f", "skills,subagents"];
        Program::new(&self.program, all.iter().chain(more), root)
    }
}
