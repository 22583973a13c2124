//! The drift of a repository and of those that are watched with it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Serialize, Serializer};

use super::count::{Count, NoCount, count};
use super::grade::{Grade, Trip, grade};
use crate::config::Drift;
use crate::path::real_path;
use crate::repo::main_root;
use crate::show::shown;
use crate::{Environment, Host};

/// The drift of a repository and of those that are watched with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// The worst grade of all.
    pub grade: Grade,
    /// The repository itself first, then those of the configuration.
    pub repositories: Vec<Drifted>,
    /// What of the configuration leads to no repository.
    pub faults: Vec<String>,
}

/// The drift of one repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drifted {
    /// The root of its main checkout.
    #[serde(serialize_with = "shown_path")]
    pub root: PathBuf,
    /// How far it has drifted.
    pub grade: Grade,
    /// The numbers that made the grade.
    pub tripped: Vec<Trip>,
    /// Its files.
    #[serde(serialize_with = "counted")]
    pub files: Result<Count, NoCount>,
    /// Sessions since its last convergence.
    pub sessions: u64,
}

fn shown_path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// A count is an object; the reason why there is none is a text.
fn counted<S: Serializer>(
    files: &Result<Count, NoCount>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match files {
        Ok(count) => count.serialize(serializer),
        Err(why) => serializer.collect_str(why),
    }
}

/// Looks at the repository whose main checkout is `root`, and at those that `drift` names.
///
/// All of it takes `limit` at the most; each repository gets its share of what is left.
/// `sessions` says how many sessions a repository has had since its last convergence.
pub fn survey(
    root: &Path,
    drift: &Drift,
    limit: Duration,
    environment: &Environment,
    sessions: &dyn Fn(&Path) -> u64,
) -> Survey {
    let started = Instant::now();
    let mut roots = vec![root.to_path_buf()];
    let mut faults = Vec::new();
    for named in &drift.repos {
        match find(root, named, environment) {
            Some(found) if roots.contains(&found) => {}
            Some(found) => roots.push(found),
            None => faults.push(format!(
                "`{}` of `repos` leads to no repository; correct it, or take it out",
                shown(named)
            )),
        }
    }
    let mut repositories: Vec<Drifted> = Vec::new();
    for (at, root) in roots.iter().enumerate() {
        let left = limit.saturating_sub(started.elapsed());
        let shares = u32::try_from(roots.len() - at).unwrap_or(u32::MAX);
        let files = count(root, left / shares, environment);
        let sessions = sessions(root);
        let graded = grade(files.as_ref().map_or(0, |count| count.files), sessions, drift);
        repositories.push(Drifted {
            root: root.clone(),
            grade: graded.grade,
            tripped: graded.tripped,
            files,
            sessions,
        });
    }
    let grade = repositories.iter().map(|it| it.grade).max().unwrap_or_default();
    Survey { grade, repositories, faults }
}

/// The main checkout at a path of the configuration.
fn find(root: &Path, named: &Path, environment: &Environment) -> Option<PathBuf> {
    let path = match named.strip_prefix("~") {
        Ok(rest) => environment.home()?.join(rest),
        Err(_) => root.join(named),
    };
    let real = real_path(&path);
    // A path that is not there lies in the repository around it, which is not meant.
    real.is_dir().then(|| main_root(&real)).flatten()
}

impl Survey {
    /// The grade and what made it, in one line; empty if all is GREEN.
    pub fn told(&self) -> String {
        if self.grade == Grade::Green {
            return String::new();
        }
        let mut text = format!("{}.", self.grade);
        for drifted in self.repositories.iter().filter(|it| it.grade > Grade::Green) {
            let tripped: Vec<_> = drifted.tripped.iter().map(ToString::to_string).collect();
            // Writing to a String cannot fail.
            let _ = write!(text, " `{}`: {}.", shown(&drifted.root), tripped.join(", "));
        }
        text
    }

    /// What could not be counted, a sentence for each repository.
    pub fn gaps(&self) -> Vec<String> {
        let gap = |drifted: &Drifted| {
            let root = shown(&drifted.root);
            let more = "a larger `deadline` in `[drift]` of convergo.toml gives it more time";
            match &drifted.files {
                Ok(count) if count.tracked_only => Some(format!(
                    "Looking for untracked files in `{root}` took too long: only tracked ones \
                     were counted; {more}."
                )),
                Err(NoCount::Late(limit)) => Some(format!(
                    "Counting the files of `{root}` took longer than {:.1} s and was given up; \
                     {more}.",
                    limit.as_secs_f32()
                )),
                _ => None,
            }
        };
        self.repositories.iter().filter_map(gap).collect()
    }
}

/// The skill that holds a convergence, as a user of that host names it.
pub fn skill(host: Option<Host>) -> &'static str {
    match host {
        Some(Host::Claude) => "/convergo:convergence-gate",
        Some(Host::Codex) => "$convergo:convergence-gate",
        None => "convergence-gate",
    }
}
