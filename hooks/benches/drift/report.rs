//! The table, with each ratio beside its limit.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::scene::{HOOK, OTHER, STATUS};
use crate::shared::job::Job;
use crate::shared::{EMPTY, quantile};

/// An event that does not concern the hook may cost so many empty programs.
const START: f64 = 2.0;
/// On the largest repository the hook may cost so many calls of `git status`.
const COUNT: f64 = 1.10;
/// How many files the largest repository has. On a small one, starting processes is most of
/// what git itself takes, and a ratio would say little.
const LARGE: usize = 100_000;
/// The program is smaller than this, in bytes.
const SIZE: u64 = 1_000_000;

/// What one job cost, in seconds.
struct Cost {
    name: String,
    runs: usize,
    median: f64,
    late: f64,
    /// In runs of the floor.
    ratio: f64,
    limit: Option<f64>,
}

/// All that was measured.
#[derive(Default)]
pub(crate) struct Report {
    costs: Vec<Cost>,
}

impl Report {
    /// What an event costs that needs no look at a repository.
    pub(crate) fn starts(&mut self, jobs: &[Job]) {
        self.add("", jobs, EMPTY, |name: &str| (name == OTHER).then_some(START));
    }

    /// What counting costs in a repository of so many files.
    pub(crate) fn counts(&mut self, files: usize, jobs: &[Job]) {
        let limit = |name: &str| (name == HOOK && files >= LARGE).then_some(COUNT);
        self.add(&format!("{files:>6}: "), jobs, STATUS, limit);
    }

    fn add(
        &mut self,
        before: &str,
        jobs: &[Job],
        floor: &str,
        limit: impl Fn(&str) -> Option<f64>,
    ) {
        let floor = jobs.iter().find(|job| job.name == floor);
        let floor = floor.map_or(f64::NAN, |job| quantile(&job.seconds, 0.5));
        self.costs.extend(jobs.iter().map(|job| Cost {
            name: format!("{before}{}", job.name),
            runs: job.seconds.len(),
            median: quantile(&job.seconds, 0.5),
            late: quantile(&job.seconds, 0.99),
            ratio: quantile(&job.seconds, 0.5) / floor,
            limit: limit(job.name),
        }));
    }

    /// Are all limits kept?
    pub(crate) fn is_met(&self, hook: &Path) -> Result<bool, String> {
        let costs = self.costs.iter();
        Ok(costs.into_iter().all(|cost| cost.limit.is_none_or(|limit| cost.ratio <= limit))
            && size(hook)? < SIZE)
    }

    pub(crate) fn table(&self, hook: &Path) -> Result<String, String> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut text = format!(
            "whole processes on {cores} cores; milliseconds\n\n{:46}{:>9}{:>9}{:>8}{:>9}{:>7}\n",
            "", "median", "p99", "ratio", "limit", "runs"
        );
        for cost in &self.costs {
            let limit = cost.limit.map_or(String::new(), |limit| {
                format!("{limit:.1} {}", if cost.ratio <= limit { "ok" } else { "OVER" })
            });
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{:46}{:>9.2}{:>9.2}{:>8.2}{limit:>9}{:>7}",
                cost.name,
                cost.median * 1e3,
                cost.late * 1e3,
                cost.ratio,
                cost.runs,
            );
        }
        let size = size(hook)?;
        let mark = if size < SIZE { "ok" } else { "OVER" };
        let _ = writeln!(text, "\nthe program: {size} bytes, limit {SIZE} {mark}");
        Ok(text)
    }
}

fn size(hook: &Path) -> Result<u64, String> {
    fs::metadata(hook).map(|it| it.len()).map_err(|error| format!("{}: {error}", hook.display()))
}
