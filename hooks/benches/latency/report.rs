//! The table, with each ratio beside its limit.

use std::fmt::Write;
use std::path::Path;

use crate::scene::{LANE, READ, ROOT, SHORT};
use crate::shared::job::Job;
use crate::shared::{EMPTY, quantile};

/// A call without a shell command may cost so many empty programs.
const CALL: f64 = 1.5;
/// A short shell command may cost so many.
const COMMAND: f64 = 2.0;
/// The program is smaller than this, in bytes.
const SIZE: u64 = 1_000_000;
/// An input that is not read to its end is answered within this time, in seconds.
const LARGE: f64 = 0.1;

/// What one job cost, in seconds.
struct Cost {
    name: &'static str,
    runs: usize,
    median: f64,
    late: f64,
    /// In empty programs.
    ratio: f64,
    limit: Option<f64>,
}

/// All that was measured.
pub(crate) struct Report {
    costs: Vec<Cost>,
    large: f64,
    size: u64,
}

impl Report {
    pub(crate) fn of(hook: &Path, jobs: &[Job], large: &Job) -> Result<Self, String> {
        let empty = jobs.iter().find(|job| job.name == EMPTY).ok_or("no floor was measured")?;
        let floor = quantile(&empty.seconds, 0.5);
        let cost = |job: &Job| Cost {
            name: job.name,
            runs: job.seconds.len(),
            median: quantile(&job.seconds, 0.5),
            late: quantile(&job.seconds, 0.99),
            ratio: quantile(&job.seconds, 0.5) / floor,
            limit: match job.name {
                READ | LANE | ROOT => Some(CALL),
                SHORT => Some(COMMAND),
                _ => None,
            },
        };
        let size = std::fs::metadata(hook).map_err(|error| error.to_string())?.len();
        Ok(Self {
            costs: jobs.iter().map(cost).collect(),
            large: quantile(&large.seconds, 0.5),
            size,
        })
    }

    /// Are all limits kept?
    pub(crate) fn is_met(&self) -> bool {
        self.costs.iter().all(|cost| cost.limit.is_none_or(|limit| cost.ratio <= limit))
            && self.size < SIZE
            && self.large <= LARGE
    }

    pub(crate) fn table(&self) -> String {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut text = format!(
            "whole processes on {cores} cores; microseconds\n\n{:36}{:>9}{:>9}{:>8}{:>9}{:>7}\n",
            "", "median", "p99", "ratio", "limit", "runs"
        );
        for cost in &self.costs {
            let limit = cost.limit.map_or(String::new(), |limit| {
                format!("{limit} {}", if cost.ratio <= limit { "ok" } else { "OVER" })
            });
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{:36}{:>9.0}{:>9.0}{:>8.2}{limit:>9}{:>7}",
                cost.name,
                cost.median * 1e6,
                cost.late * 1e6,
                cost.ratio,
                cost.runs,
            );
        }
        let mark = |met| if met { "ok" } else { "OVER" };
        let _ = writeln!(
            text,
            "\nan event of 50 MB: {:.1} ms, limit {:.0} ms {}\nthe program: {} bytes, limit {SIZE} {}",
            self.large * 1e3,
            LARGE * 1e3,
            mark(self.large <= LARGE),
            self.size,
            mark(self.size < SIZE),
        );
        text
    }
}
