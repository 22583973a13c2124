//! One size of corpus: made, rendered, proved to be worth measuring, measured.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use crate::corpus::{self, Dialect};
use crate::jobs::{self, Cost};
use crate::measure::{Program, Summary};
use crate::peer::Peer;
use crate::watch;

/// What was measured with one number of skills.
pub(crate) struct Size {
    pub(crate) skills: usize,
    /// Rendered files, and the bytes in them.
    pub(crate) files: u64,
    pub(crate) bytes: u64,
    pub(crate) costs: Vec<Cost>,
    /// From the write of a source file to the change of both rendered files, in seconds.
    pub(crate) watch: Summary,
}

impl Size {
    pub(crate) fn cost(&self, name: &str) -> Option<&Cost> {
        self.costs.iter().find(|cost| cost.name == name)
    }
}

pub(crate) fn measure(skills: usize, peer: Option<&Peer>, quick: bool) -> Result<Size> {
    let root = folder()?;
    let root = root.path();
    corpus::write(root, Dialect::Convergo, skills)?;
    jobs::cvg_gen(root, "build").run()?;
    Program::new("cp", ["-r", "plugins", "copy"], root).run()?;
    check_sees_a_changed_byte(root)?;

    let peer_root = folder()?;
    if let Some(peer) = peer {
        peer.prepare(peer_root.path(), skills)?;
    }
    let mut jobs = jobs::all(root, peer.map(|peer| (peer, peer_root.path())));
    for job in &mut jobs {
        job.calibrate()?;
    }
    // Interleaved, so that a busy minute of the machine falls on all of them.
    for _ in 0..if quick { 3 } else { 9 } {
        for job in &mut jobs {
            job.round()?;
        }
    }
    let mut costs = Vec::new();
    for job in jobs {
        costs.extend(job.finish()?);
    }
    let watch = watch::measure(root, if quick { 5 } else { 20 })?;
    let (files, bytes) = weigh(&root.join("plugins"))?;
    Ok(Size { skills, files, bytes, costs, watch })
}

/// A folder in memory where there is one: the disk would measure itself.
fn folder() -> Result<TempDir> {
    let memory = Path::new("/dev/shm");
    let mut builder = tempfile::Builder::new();
    builder.prefix("cvg-speed-");
    let folder = if memory.is_dir() { builder.tempdir_in(memory) } else { builder.tempdir() };
    folder.context("making a temporary folder")
}

/// A check that does not look would be the fastest of all.
fn check_sees_a_changed_byte(root: &Path) -> Result<()> {
    let check = jobs::cvg_gen(root, "--check");
    check.run()?;
    let skill = format!("plugins/codex/skills/{}/references/cases.md", corpus::WATCHED_SKILL);
    let file = root.join(skill);
    let clean = fs::read(&file)?;
    let mut drifted = clean.clone();
    drifted[2048] ^= 1;
    fs::write(&file, drifted)?;
    let code = check.output()?.status.code();
    fs::write(&file, clean)?;
    ensure!(code == Some(1), "`cvg-gen --check` ended with {code:?} on a tree with a changed byte");
    Ok(())
}

/// Counts files and their bytes.
fn weigh(folder: &Path) -> Result<(u64, u64)> {
    let mut total = (0, 0);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (files, bytes) = if entry.file_type()?.is_dir() {
            weigh(&entry.path())?
        } else {
            (1, entry.metadata()?.len())
        };
        total = (total.0 + files, total.1 + bytes);
    }
    Ok(total)
}
