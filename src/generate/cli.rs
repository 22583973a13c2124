//! The command line of `cvg-gen`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use cvg_hooks::Host;

use super::commands;
use crate::diagnostic::render::Format;
use crate::program::{self, CompletionsArgs};
use crate::ui::{ColorChoice, Ui};

pub use crate::exit;

const EXAMPLES: &str = "\
Examples:
  cvg-gen init --from-examples     start a plugin that builds at once
  cvg-gen                          render canonical/ into every host's tree
  cvg-gen --check                  exit 1 and show a diff if a tree drifted
  cvg-gen lint --as claude DIR     look at any plugin's tree, without writing
  cvg-gen explain CVG006           read the page of a rule
  cvg-gen why plugins/codex/skills/x/SKILL.md:41
                                   find the source line of an output line

Exit codes: 0 clean, 1 drift or an error in the source, 2 wrong usage or
unreadable input, 6 refused because an edit by hand would be lost.";

/// Renders one canonical plugin source for every agent host, and checks it to the byte.
#[derive(Debug, Parser)]
#[command(name = "cvg-gen", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    /// Same as `cvg-gen check`.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    build: commands::build::BuildArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Flags of every command.
#[derive(Debug, Clone, Args)]
pub struct Global {
    /// The repository; found from the current folder upwards if left out.
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Only this host; may be given more than once.
    #[arg(long, global = true, value_name = "HOST", value_parser = parse_host)]
    pub host: Vec<Host>,
    /// How to show what was found.
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    pub format: FormatName,
    /// Same as `--format json`.
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colour.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// Take what a host cannot express for an error.
    #[arg(long, global = true)]
    pub deny_loss: bool,
    /// Threads to use; one for each core if left out.
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<usize>,
    /// Print faults and results only.
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// Formats by the names that users give them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// With the source line, for people.
    Human,
    /// One line each.
    Short,
    /// One JSON object a line.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
}

impl Global {
    /// The format that was asked for.
    pub fn format(&self) -> Format {
        match self.format {
            _ if self.json => Format::Json,
            FormatName::Human => Format::Full,
            FormatName::Short => Format::Short,
            FormatName::Json => Format::Json,
            FormatName::Sarif => Format::Sarif,
            FormatName::Github => Format::Github,
        }
    }
}

fn parse_host(text: &str) -> Result<Host, String> {
    text.parse().map_err(|error: cvg_hooks::host::UnknownHost| error.to_string())
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Render the source and write what changed; the default.
    Build(commands::build::BuildArgs),
    /// Exit 1 with a diff if a tree is not what the source renders; write nothing.
    Check,
    /// Show what a build would change; write nothing.
    Diff,
    /// Look for faults in a source, or in any host's plugin tree.
    Lint(commands::lint::LintArgs),
    /// Print the page of a rule.
    Explain(commands::explain::ExplainArgs),
    /// Start a canonical source.
    Init(commands::init::InitArgs),
    /// Carry an edit of a generated file back into its source.
    Adopt(commands::adopt::AdoptArgs),
    /// Say which source a line of a generated file comes from.
    Why(commands::why::WhyArgs),
    /// Build again whenever the source changes.
    Watch,
    /// Pack the trees and their programs into a release bundle.
    Package(commands::package::PackageArgs),
    /// Print or write the JSON Schemas of the canonical format.
    Schema(commands::schema::SchemaArgs),
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
    if let Some(threads) = cli.global.threads {
        // Fails only if a pool is there already, which has threads then.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    }
    let global = &cli.global;
    if cli.check {
        anyhow::ensure!(
            matches!(cli.command, None | Some(Command::Check)),
            "`--check` is a command of its own: leave the other one out"
        );
        return commands::check::check(global, ui);
    }
    match &cli.command {
        None => commands::build::build(&cli.build, global, ui),
        Some(Command::Build(args)) => commands::build::build(args, global, ui),
        Some(Command::Check) => commands::check::check(global, ui),
        Some(Command::Diff) => commands::check::diff(global, ui),
        Some(Command::Lint(args)) => commands::lint::lint(args, global, ui),
        Some(Command::Explain(args)) => commands::explain::explain(args, ui),
        Some(Command::Init(args)) => commands::init::init(args, global, ui),
        Some(Command::Adopt(args)) => commands::adopt::adopt(args, global, ui),
        Some(Command::Why(args)) => commands::why::why(args, global, ui),
        Some(Command::Watch) => commands::watch::watch(global, ui),
        Some(Command::Package(args)) => commands::package::package(args, global, ui),
        Some(Command::Schema(args)) => commands::schema::schema(args, ui),
        Some(Command::Completions(args)) => program::completions(Cli::command(), args.shell, ui),
        Some(Command::Man) => program::man(Cli::command(), ui),
    }
}
