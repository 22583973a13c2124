//! What the programs have in common: from the arguments to the exit code.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args, Parser};
use clap_complete::Shell;

use crate::exit;
use crate::ui::Ui;

/// Reads the arguments, runs the program, and says what went wrong.
///
/// `ui` makes what the program prints with, `run` gives the exit code.
pub fn main<Cli: Parser>(
    args: impl IntoIterator<Item = OsString>,
    ui: impl FnOnce(&Cli) -> Ui,
    run: impl FnOnce(&Cli, &Ui) -> anyhow::Result<u8>,
) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; printing fails only if nobody reads.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { exit::USAGE } else { exit::CLEAN });
        }
    };
    let ui = ui(&cli);
    match run(&cli, &ui) {
        Ok(_) if ui.is_closed() => ExitCode::SUCCESS,
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            ui.err(&format!("error: {error}\n"));
            for cause in error.chain().skip(1) {
                ui.err(&format!("  caused by: {cause}\n"));
            }
            ExitCode::from(exit::USAGE)
        }
    }
}

/// Arguments of `completions`.
#[derive(Debug, Clone, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: Shell,
}

/// Prints a completion script for a program.
pub fn completions(mut definition: clap::Command, shell: Shell, ui: &Ui) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    let name = definition.get_name().to_owned();
    clap_complete::generate(shell, &mut definition, name, &mut script);
    ui.out(&String::from_utf8(script)?)?;
    Ok(exit::CLEAN)
}

/// Prints the manual page of a program, with a section for each command.
pub fn man(mut definition: clap::Command, ui: &Ui) -> anyhow::Result<u8> {
    let mut page = Vec::new();
    definition.build();
    clap_mangen::Man::new(definition.clone()).render(&mut page)?;
    sections(&definition, definition.get_name(), &mut page)?;
    ui.out(&String::from_utf8(page)?)?;
    Ok(exit::CLEAN)
}

fn sections(command: &clap::Command, above: &str, page: &mut Vec<u8>) -> anyhow::Result<()> {
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        // Clap's own `help` below a command with commands of its own says nothing new.
        if verb.get_name() == "help" && command.get_name() != above {
            continue;
        }
        let name = format!("{above} {}", verb.get_name());
        let man = clap_mangen::Man::new(verb.clone().name(name.clone().leak() as &'static str));
        page.extend_from_slice(format!(".SH \"{}\"\n", name.to_uppercase()).as_bytes());
        man.render_synopsis_section(page)?;
        man.render_description_section(page)?;
        man.render_options_section(page)?;
        sections(verb, &name, page)?;
    }
    Ok(())
}
