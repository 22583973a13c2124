//! The runtime of Convergo: what keeps the loops of coding agents honest.

use std::process::ExitCode;

fn main() -> ExitCode {
    convergo::runtime::cli::main(std::env::args_os())
}
