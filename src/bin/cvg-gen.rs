//! Renders one canonical plugin source for every agent host.

use std::process::ExitCode;

fn main() -> ExitCode {
    convergo::generate::cli::main(std::env::args_os())
}
