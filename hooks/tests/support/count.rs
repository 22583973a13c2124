//! `count-sessions LEDGER ROOT NAME NUMBER` counts so many sessions, which are called NAME-0,
//! NAME-1 and so on, each with a change of its own, and prints the counter after each.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use cvg_hooks::{Date, ledger};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [ledger, root, name, number] = arguments.as_slice() else { return ExitCode::from(2) };
    for session in 0..number.parse::<u64>().unwrap_or_default() {
        let session = format!("{name}-{session}");
        let counted = ledger::update(Path::new(ledger), Duration::from_mins(1), |ledger| {
            ledger.count_session(Path::new(root), &session, Date::today())
        });
        let said = match &counted {
            Ok(counted) => writeln!(std::io::stdout(), "{}", counted.sessions),
            Err(error) => writeln!(std::io::stderr(), "{error}"),
        };
        if counted.is_err() || said.is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
