//! The table and the JSON document, with each ratio beside its target.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::jobs::{BUILD, CHECK, COPY, Cost, DIFF, PEER};
use crate::measure::Summary;
use crate::size::Size;

/// A check may cost twice what `diff -r` of the same trees costs.
const CHECK_PER_DIFF: f64 = 2.0;
/// A build may cost one and a half times the copying of what it writes.
const BUILD_PER_COPY: f64 = 1.5;
/// The quickest peer's check costs at least twenty times ours.
const PEER_PER_CHECK: f64 = 20.0;
/// Peak memory of build and check with 1000 skills, in bytes.
const MEMORY: (usize, u64) = (1000, 40 << 20);
/// From saving a skill to both rendered files, in seconds.
const WATCH: f64 = 0.020;
/// Time per skill may grow by this much from one size to a larger one before we call it more than
/// linear: caches fill up.
const GROWTH: f64 = 1.3;

/// All that was measured.
pub(crate) struct Report {
    pub(crate) quick: bool,
    pub(crate) sizes: Vec<Size>,
}

/// A number that has a target.
struct Verdict {
    what: String,
    value: f64,
    unit: &'static str,
    target: Target,
}

#[derive(Clone, Copy)]
enum Target {
    AtMost(f64),
    AtLeast(f64),
}

impl Target {
    fn mark(self, value: f64) -> &'static str {
        let met = match self {
            Self::AtMost(limit) => value <= limit,
            Self::AtLeast(limit) => value >= limit,
        };
        if met { "ok" } else { "OVER" }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtMost(limit) => write!(out, "<= {limit}"),
            Self::AtLeast(limit) => write!(out, ">= {limit}"),
        }
    }
}

/// How many times as much `above` costs as `below`, in CPU time and in wall time, by the least of
/// each; divided by `factor`.
fn ratios(what: &str, above: &Cost, below: &Cost, factor: f64, target: Target) -> Vec<Verdict> {
    let cpu = above.cpu.zip(below.cpu).map(|(above, below)| ("CPU", above.min / below.min));
    let wall = Some(("wall", above.wall.min / below.wall.min));
    let verdict = |(time, ratio): (&str, f64)| {
        let what = format!("{what}, {time}");
        Verdict { what, value: ratio / factor, unit: "x", target }
    };
    cpu.into_iter().chain(wall).map(verdict).collect()
}

impl Report {
    fn verdicts(&self) -> Vec<Verdict> {
        self.sizes.iter().flat_map(of_size).chain(self.growth()).collect()
    }

    /// Cost per skill at the largest size against that at a thousand. Below a thousand, the start
    /// of the process hides the growth.
    fn growth(&self) -> Vec<Verdict> {
        let mut large = self.sizes.iter().filter(|size| size.skills >= 1000);
        let Some((small, large)) = large.next().zip(large.next_back()) else { return Vec::new() };
        let factor = as_f64(large.skills) / as_f64(small.skills);
        let of = |name| {
            let (above, below) = large.cost(name).zip(small.cost(name))?;
            let what = format!("{name}, per skill, {} / {}", large.skills, small.skills);
            Some(ratios(&what, above, below, factor, Target::AtMost(GROWTH)))
        };
        [BUILD, CHECK].into_iter().filter_map(of).flatten().collect()
    }

    /// For people.
    pub(crate) fn table(&self) -> String {
        let mut text = String::new();
        let repeats = if self.quick { ", few repeats" } else { "" };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "speed of cvg-gen on {} cores{repeats}; milliseconds, least (median)",
            cores()
        );
        for size in &self.sizes {
            let weight = mebibytes(size.bytes);
            let _ = writeln!(
                text,
                "\n{} skills, {} rendered files, {weight:.1} MiB",
                size.skills, size.files
            );
            let _ = writeln!(
                text,
                "  {:30}{:>20}{:>20}{:>10}{:>7}",
                "", "wall", "CPU", "peak MiB", "runs"
            );
            for cost in &size.costs {
                let memory =
                    cost.memory.map_or("-".into(), |bytes| format!("{:.1}", mebibytes(bytes)));
                let cpu = cost.cpu.map_or("-".into(), shown);
                let _ = writeln!(
                    text,
                    "  {:30}{:>20}{cpu:>20}{memory:>10}{:>7}",
                    cost.name,
                    shown(cost.wall),
                    cost.runs
                );
            }
            let _ = writeln!(text, "  {:30}{:>20}", "cvg-gen watch, one edit", shown(size.watch));
        }
        let _ = writeln!(text);
        for Verdict { what, value, unit, target } in self.verdicts() {
            let (mark, target) = (target.mark(value), target.to_string());
            let _ = writeln!(text, "  {what:62}{value:>9.2} {unit:4}{target:>8}  {mark}");
        }
        text
    }

    /// For programs: seconds, bytes.
    pub(crate) fn json(&self) -> Value {
        let summary = |summary: Summary| json!({ "min": summary.min, "median": summary.median });
        let cost = |cost: &Cost| {
            json!({
                "name": cost.name,
                "wall_seconds": summary(cost.wall),
                "cpu_seconds": cost.cpu.map(summary),
                "peak_bytes": cost.memory,
                "runs": cost.runs,
            })
        };
        let size = |size: &Size| {
            json!({
                "skills": size.skills,
                "files": size.files,
                "bytes": size.bytes,
                "costs": size.costs.iter().map(cost).collect::<Vec<_>>(),
                "watch_seconds": summary(size.watch),
            })
        };
        let verdict = |verdict: Verdict| {
            json!({
                "what": verdict.what,
                "value": verdict.value,
                "unit": verdict.unit,
                "target": verdict.target.to_string(),
                "mark": verdict.target.mark(verdict.value),
            })
        };
        json!({
            "cores": cores(),
            "quick": self.quick,
            "sizes": self.sizes.iter().map(size).collect::<Vec<_>>(),
            "targets": self.verdicts().into_iter().map(verdict).collect::<Vec<_>>(),
        })
    }
}

/// The targets that hold at every size, and the one for memory at its own.
fn of_size(size: &Size) -> Vec<Verdict> {
    let n = size.skills;
    let mut verdicts = Vec::new();
    for (what, above, below, target) in [
        ("check / diff", CHECK, DIFF, Target::AtMost(CHECK_PER_DIFF)),
        ("build / cp", BUILD, COPY, Target::AtMost(BUILD_PER_COPY)),
        ("peer's check / check", PEER, CHECK, Target::AtLeast(PEER_PER_CHECK)),
    ] {
        if let Some((above, below)) = size.cost(above).zip(size.cost(below)) {
            verdicts.extend(ratios(&format!("{n} skills: {what}"), above, below, 1.0, target));
        }
    }
    verdicts.push(Verdict {
        what: format!("{n} skills: one edit under watch, median"),
        value: size.watch.median * 1e3,
        unit: "ms",
        target: Target::AtMost(WATCH * 1e3),
    });
    for name in [BUILD, CHECK] {
        let memory = size.cost(name).and_then(|cost| cost.memory).filter(|_| n == MEMORY.0);
        verdicts.extend(memory.map(|memory| Verdict {
            what: format!("{n} skills: peak memory, {name}"),
            value: mebibytes(memory),
            unit: "MiB",
            target: Target::AtMost(mebibytes(MEMORY.1)),
        }));
    }
    verdicts
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Milliseconds, least and median.
fn shown(seconds: Summary) -> String {
    format!("{:.1} ({:.1})", seconds.min * 1e3, seconds.median * 1e3)
}

fn mebibytes(bytes: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
    let bytes = bytes as f64;
    bytes / f64::from(1 << 20)
}

fn as_f64(count: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let count = count as f64;
    count
}
