//! What a bench is started with, and how it ends.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::note;

/// The options of a bench.
pub(crate) struct Options {
    pub(crate) rounds: usize,
    /// Another build of the hook than that of this package: a static one, say.
    program: Option<PathBuf>,
    /// Larger repositories are left out.
    pub(crate) max: Option<usize>,
}

/// What came of a bench: its table, and whether every limit is kept.
pub(crate) type Outcome = Result<(String, bool), String>;

/// Runs the bench `name`, in so many rounds unless the command line has another number.
///
/// Only `cargo bench` adds the argument `--bench`: where Cargo runs this as a test, there is
/// nothing to do.
pub(crate) fn main(name: &str, rounds: usize, run: fn(&Options) -> Outcome) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        note(&format!("{name}: nothing to test here; run it with `cargo bench --bench {name}`"));
        return ExitCode::SUCCESS;
    }
    let outcome = parse(&arguments, rounds).and_then(|options| run(&options));
    let written = outcome.and_then(|(table, met)| {
        let written = std::io::stdout().write_all(table.as_bytes());
        written.map(|()| met).map_err(|error| error.to_string())
    });
    match written {
        Ok(met) => ExitCode::from(u8::from(!met)),
        Err(error) => {
            note(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn parse(arguments: &[String], rounds: usize) -> Result<Options, String> {
    let mut options = Options { rounds, program: None, max: None };
    let mut rest = arguments.iter().filter(|argument| *argument != "--bench");
    while let Some(argument) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{argument} needs a value"))?;
        let number = || {
            let number = value.parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("{argument} {value}"))
        };
        match argument.as_str() {
            "--rounds" => options.rounds = number()?,
            "--max" => options.max = Some(number()?),
            "--program" => options.program = Some(PathBuf::from(value)),
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    Ok(options)
}

impl Options {
    /// The program to measure: the one that is asked for, or the one that Cargo has built.
    pub(crate) fn hook(&self, built: Option<&str>) -> Result<PathBuf, String> {
        let hook = self.program.clone().or_else(|| built.map(PathBuf::from));
        let hook = hook.ok_or("Cargo has built no program")?;
        std::fs::canonicalize(&hook).map_err(|error| format!("{}: {error}", hook.display()))
    }
}
