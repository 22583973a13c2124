//! `cvg-gen watch`: how long after an author saves a skill both rendered files have changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::corpus::WATCHED_SKILL;
use crate::jobs::cvg_gen;
use crate::measure::Summary;

/// How often we look at the rendered files: the error of the measurement.
const LOOK: Duration = Duration::from_micros(200);

/// Between two edits; an author's pause, and time for the watcher to settle.
const PAUSE: Duration = Duration::from_millis(150);

/// After this long without a change, the watcher has missed the edit.
const LIMIT: Duration = Duration::from_secs(20);

/// Edits one skill `times` times under a running watcher.
pub(crate) fn measure(root: &Path, times: usize) -> Result<Summary> {
    let mut command = cvg_gen(root, "watch").command();
    let watcher = Watcher(command.stderr(Stdio::null()).spawn().context("cvg-gen watch")?);
    let skill = Skill::new(root)?;
    watcher.wait_until_it_watches(&skill)?;
    let mut seconds = Vec::new();
    for number in 0..times {
        thread::sleep(PAUSE);
        let time = skill.edit(&format!("Edit {number}."), LIMIT)?;
        seconds.push(time.context("`cvg-gen watch` missed an edit")?.as_secs_f64());
    }
    Summary::of(&seconds).context("nothing was measured")
}

/// The running program, ended when we are done with it.
struct Watcher(Child);

impl Watcher {
    /// The program need not say when it is ready, so edits are repeated until one shows.
    fn wait_until_it_watches(&self, skill: &Skill) -> Result<()> {
        for attempt in 0..10 {
            if skill.edit(&format!("Attempt {attempt}."), LIMIT / 10)?.is_some() {
                return Ok(());
            }
        }
        bail!("`cvg-gen watch` (process {}) rendered none of ten edits", self.0.id());
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // It may have ended by itself, which the measurement has then already reported.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The skill that is edited, and where it is rendered to.
struct Skill {
    source: PathBuf,
    text: String,
    rendered: [PathBuf; 2],
}

impl Skill {
    fn new(root: &Path) -> Result<Self> {
        let file = |tree: &str| root.join(tree).join("skills").join(WATCHED_SKILL).join("SKILL.md");
        let source = file("canonical");
        let text = fs::read_to_string(&source).with_context(|| source.display().to_string())?;
        Ok(Self { source, text, rendered: [file("plugins/claude"), file("plugins/codex")] })
    }

    /// Saves the skill with another last line; the time until both hosts have it, or `None` after
    /// `limit`.
    fn edit(&self, line: &str, limit: Duration) -> Result<Option<Duration>> {
        fs::write(&self.source, format!("{}\n{line}\n", self.text))?;
        let started = Instant::now();
        while started.elapsed() < limit {
            // A file that is being replaced may be away for a moment.
            let shows =
                |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains(line));
            if self.rendered.iter().all(shows) {
                return Ok(Some(started.elapsed()));
            }
            thread::sleep(LOOK);
        }
        Ok(None)
    }
}
