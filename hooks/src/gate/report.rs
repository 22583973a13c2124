//! What came of a gate, for people and as `--json`.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::layer::{Layer, Why};
use super::pass::Dirt;
use super::stack::Stack;

/// What came of the layers of one repository.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The root of the checkout.
    pub repository: PathBuf,
    /// All in all.
    pub outcome: Outcome,
    /// The layers, in their order.
    pub rows: Vec<Row>,
    /// How long all of it took.
    pub seconds: f64,
    /// What is not committed: a tag would not contain what was tested. `None` if nobody knows.
    pub uncommitted: Option<Uncommitted>,
    /// Files that the layers changed, the first of them.
    pub changed: Vec<String>,
    /// The pass that made it needless to run anything.
    pub remembered: Option<Remembered>,
    /// What else is worth to know.
    pub notes: Vec<String>,
}

/// All in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Every layer that ran has passed, or had passed for this content before.
    Passed,
    /// A layer has failed.
    Failed,
    /// A layer was stopped at a limit, or there was no time left for it.
    TimedOut,
    /// Nothing of a stack was verified, since its tools are missing.
    Unverified,
    /// The layers have changed files, so that nothing has verified what is there now.
    Changed,
    /// There is nothing to run.
    Empty,
}

/// A layer and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Its stack; none if the configuration adds it.
    pub stack: Option<Stack>,
    /// The folder of its unit, relative to the repository.
    pub folder: PathBuf,
    /// What it is called.
    pub layer: String,
    /// What came of it.
    #[serde(flatten)]
    pub result: Ending,
    /// How long it took.
    pub seconds: f64,
    /// The command, from anywhere.
    pub command: String,
    /// All that it printed.
    pub log: Option<PathBuf>,
    /// The last lines that say something, if it failed.
    pub tail: Vec<String>,
}

/// What came of a layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum Ending {
    /// It has passed.
    Passed,
    /// It has failed.
    Failed {
        /// With this exit code, if it ended by itself.
        exit_code: Option<i32>,
        /// In words.
        reason: String,
    },
    /// It was stopped at a limit.
    TimedOut {
        /// In words.
        reason: String,
    },
    /// It was skipped, and has verified nothing.
    Skipped {
        /// The kind of reason.
        why: Why,
        /// In words, with what to do about it.
        reason: String,
    },
    /// It did not come to it.
    NotRun,
}

/// What is not committed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Uncommitted {
    /// How many files.
    pub files: usize,
    /// The first of them.
    pub names: Vec<String>,
    /// Is there no commit at all?
    pub unborn: bool,
}

/// A pass of before.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Remembered {
    /// How long ago it was.
    pub seconds_ago: u64,
    /// What had passed.
    pub summary: String,
}

impl From<&Dirt> for Uncommitted {
    fn from(dirt: &Dirt) -> Self {
        Self { files: dirt.files, names: dirt.names.clone(), unborn: dirt.is_unborn }
    }
}

/// Seconds to the millisecond.
#[expect(clippy::cast_precision_loss, reason = "a layer takes less than 285,000 years")]
pub(super) fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

impl Row {
    pub(super) fn new(layer: &Layer, result: Ending) -> Self {
        Self {
            stack: layer.stack,
            folder: layer.unit.clone(),
            layer: layer.name.clone(),
            result,
            seconds: 0.0,
            command: layer.by_hand(),
            log: None,
            tail: Vec::new(),
        }
    }

    /// The name with the folder, if that is not the root.
    pub fn title(&self) -> String {
        if self.folder.as_os_str().is_empty() {
            return self.layer.clone();
        }
        format!("{} in {}", self.layer, self.folder.display())
    }

    fn is_skipped_for(&self, kinds: &[Why]) -> bool {
        matches!(&self.result, Ending::Skipped { why, .. } if kinds.contains(why))
    }

    fn has_run(&self) -> bool {
        !matches!(self.result, Ending::Skipped { .. } | Ending::NotRun)
    }
}

impl Report {
    /// The row that decided, if the gate is closed by one.
    pub fn culprit(&self) -> Option<&Row> {
        let failed = |row: &&Row| matches!(row.result, Ending::Failed { .. });
        let late = |row: &&Row| matches!(row.result, Ending::TimedOut { .. });
        self.rows.iter().find(failed).or_else(|| self.rows.iter().find(late))
    }

    /// How many layers have passed.
    pub fn passed(&self) -> usize {
        self.rows.iter().filter(|row| row.result == Ending::Passed).count()
    }

    /// The layers that have passed, and those that were skipped, in one line.
    pub fn summary(&self) -> String {
        let skipped = |row: &&Row| matches!(row.result, Ending::Skipped { .. });
        let skipped: Vec<String> = self.rows.iter().filter(skipped).map(Row::title).collect();
        let passed = match self.passed() {
            1 => "1 layer passed".to_owned(),
            passed => format!("{passed} layers passed"),
        };
        if skipped.is_empty() {
            passed
        } else {
            format!("{passed}, skipped: {}", skipped.join(", "))
        }
    }

    /// The layers that were skipped because their tools are missing.
    pub fn missing(&self) -> impl Iterator<Item = (&Row, &str)> {
        self.rows.iter().filter_map(|row| match &row.result {
            Ending::Skipped { why: Why::Missing | Why::Optional, reason } => {
                Some((row, reason.as_str()))
            }
            _ => None,
        })
    }
}

/// What the rows come to. A stack of which nothing could run is not verified, even if another
/// one is.
pub(super) fn outcome(rows: &[Row]) -> Outcome {
    let any = |test: fn(&Ending) -> bool| rows.iter().any(|row| test(&row.result));
    if any(|it| matches!(it, Ending::Failed { .. })) {
        return Outcome::Failed;
    }
    if any(|it| matches!(it, Ending::TimedOut { .. } | Ending::NotRun)) {
        return Outcome::TimedOut;
    }
    let has_run = rows.iter().any(Row::has_run);
    let lacks_all = |row: &Row| {
        let same = |it: &&Row| it.stack == row.stack && it.folder == row.folder;
        row.is_skipped_for(&[Why::Missing]) && !rows.iter().filter(same).any(Row::has_run)
    };
    if rows.iter().any(lacks_all) {
        return Outcome::Unverified;
    }
    match has_run {
        true => Outcome::Passed,
        false if rows.iter().any(|it| it.is_skipped_for(&[Why::Optional])) => Outcome::Unverified,
        false => Outcome::Empty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(stack: Option<Stack>, result: Ending) -> Row {
        Row {
            stack,
            folder: PathBuf::new(),
            layer: "x".to_owned(),
            result,
            seconds: 1.5,
            command: "x".to_owned(),
            log: None,
            tail: Vec::new(),
        }
    }

    fn skipped(why: Why) -> Ending {
        Ending::Skipped { why, reason: String::new() }
    }

    #[test]
    fn the_rows_decide_together() {
        let (go, rust) = (Some(Stack::Go), Some(Stack::Rust));
        let failed = || Ending::Failed { exit_code: Some(1), reason: String::new() };
        let late = || Ending::TimedOut { reason: String::new() };
        for (rows, expected) in [
            (vec![], Outcome::Empty),
            (vec![(go, Ending::Passed)], Outcome::Passed),
            (vec![(go, Ending::Passed), (go, failed()), (go, Ending::NotRun)], Outcome::Failed),
            (vec![(go, late()), (rust, failed())], Outcome::Failed),
            (vec![(go, late()), (rust, Ending::Passed)], Outcome::TimedOut),
            (vec![(go, Ending::Passed), (rust, Ending::NotRun)], Outcome::TimedOut),
            (vec![(go, Ending::Passed), (go, skipped(Why::Missing))], Outcome::Passed),
            (vec![(go, Ending::Passed), (rust, skipped(Why::Missing))], Outcome::Unverified),
            (vec![(go, Ending::Passed), (rust, skipped(Why::Optional))], Outcome::Passed),
            (vec![(rust, skipped(Why::Optional))], Outcome::Unverified),
            (vec![(rust, skipped(Why::Configured))], Outcome::Empty),
            (vec![(None, skipped(Why::Idle))], Outcome::Empty),
        ] {
            let rows: Vec<Row> = rows.into_iter().map(|(stack, it)| row(stack, it)).collect();
            assert_eq!(outcome(&rows), expected, "{rows:?}");
        }
    }

    #[test]
    fn a_row_as_json() {
        let failed = Ending::Failed { exit_code: Some(101), reason: "exit code 101".to_owned() };
        let row =
            serde_json::to_string(&row(Some(Stack::Rust), failed)).expect("it can be written");
        assert_eq!(
            row,
            r#"{"stack":"rust","folder":"","layer":"x","result":"failed","exit_code":101,"reason":"exit code 101","seconds":1.5,"command":"x","log":null,"tail":[]}"#
        );
    }
}
