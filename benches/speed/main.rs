//! `cargo bench --bench speed`: how long `cvg-gen` takes, beside what the same files cost `cp`,
//! `diff` and the quickest peer in the same run on the same machine.
//!
//! Numbers alone say little about another machine; their ratios do. Nothing fails because a ratio
//! is over its target: the table says so and people decide. It fails only when a program does.
//!
//! ```text
//! cargo bench --bench speed -- [--max N] [--quick] [--json] [--no-peer]
//! ```

mod corpus;
mod jobs;
mod measure;
mod peer;
mod report;
mod size;
mod watch;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

/// Numbers of skills. Nearly every real plugin has about ten.
const SIZES: [usize; 4] = [10, 100, 1000, 5000];

/// What the command line asks for.
struct Options {
    /// Sizes above this are left out.
    max: usize,
    /// Fewer repeats: for a look, not for a claim.
    quick: bool,
    json: bool,
    /// Measure the peer, too.
    peer: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            note(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(options) = parse(&arguments)? else {
        note("speed: nothing to test here; run it with `cargo bench --bench speed`");
        return Ok(());
    };
    let peer = if options.peer { peer::Peer::install() } else { None };
    let mut sizes = Vec::new();
    for skills in SIZES.into_iter().filter(|&skills| skills <= options.max) {
        note(&format!("{skills} skills ..."));
        let size = size::measure(skills, peer.as_ref(), options.quick)
            .with_context(|| format!("with {skills} skills"))?;
        sizes.push(size);
    }
    let report = report::Report { quick: options.quick, sizes };
    let text = if options.json { format!("{:#}\n", report.json()) } else { report.table() };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// `None` when Cargo runs this as a test (`cargo test --all-targets`): only `cargo bench` adds the
/// argument `--bench`, behind those of the user.
fn parse(arguments: &[String]) -> Result<Option<Options>> {
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(None);
    }
    let mut options = Options { max: usize::MAX, quick: false, json: false, peer: true };
    let mut rest = arguments.iter().filter(|argument| *argument != "--bench");
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--quick" => options.quick = true,
            "--json" => options.json = true,
            "--no-peer" => options.peer = false,
            "--max" => {
                let value = rest.next().context("--max needs a number of skills")?;
                options.max = value.parse().with_context(|| format!("--max {value}"))?;
            }
            _ => bail!(
                "unknown argument {argument}; \
                 usage: cargo bench --bench speed -- [--max N] [--quick] [--json] [--no-peer]"
            ),
        }
    }
    Ok(Some(options))
}

/// Progress goes to stderr, so that stdout holds nothing but the result.
fn note(message: &str) {
    // Nobody reads it where there is no stderr.
    let _ = writeln!(std::io::stderr(), "{message}");
}
