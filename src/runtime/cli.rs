//! The command line of `cvg`.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args, CommandFactory as _, Parser, Subcommand};

use super::commands;
use crate::program::{self, CompletionsArgs};
use crate::ui::{ColorChoice, Ui};

/// Keeps the work of coding agents honest: the gate, the drift, the ledger.
#[derive(Debug, Parser)]
#[command(name = "cvg", version)]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Flags of every command.
#[derive(Debug, Clone, Args)]
pub struct Global {
    /// When to use colour.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// Print faults and results only.
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Tell how far the repository has drifted, as drift-detector would.
    Drift(commands::drift::DriftArgs),
    /// Read and write the ledger of convergences.
    Ledger(commands::ledger::LedgerArgs),
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man,
}

/// Runs the program with these arguments.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    program::main(args, |cli: &Cli| Ui::new(cli.global.color, cli.global.quiet), run)
}

fn run(cli: &Cli, ui: &Ui) -> anyhow::Result<u8> {
    match &cli.command {
        Command::Drift(args) => commands::drift::drift(args, ui),
        Command::Ledger(args) => commands::ledger::ledger(args, ui),
        Command::Completions(args) => program::completions(Cli::command(), args.shell, ui),
        Command::Man => program::man(Cli::command(), ui),
    }
}
