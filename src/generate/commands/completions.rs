//! `cvg-gen completions` and `cvg-gen man`.

use clap::Args;
use clap_complete::Shell;

use crate::generate::cli::{definition, exit};
use crate::ui::Ui;

/// Flags of `completions`.
#[derive(Debug, Clone, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: Shell,
}

/// Prints a completion script.
pub fn completions(args: &CompletionsArgs, ui: &Ui) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut definition(), "cvg-gen", &mut script);
    ui.out(&String::from_utf8(script)?)?;
    Ok(exit::CLEAN)
}

/// Prints the manual page, with a section for each command.
pub fn man(ui: &Ui) -> anyhow::Result<u8> {
    let mut page = Vec::new();
    let mut command = definition();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        let name = format!("cvg-gen {}", verb.get_name());
        let man = clap_mangen::Man::new(verb.clone().name(name.clone().leak() as &'static str));
        page.extend_from_slice(format!(".SH \"{}\"\n", name.to_uppercase()).as_bytes());
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    ui.out(&String::from_utf8(page)?)?;
    Ok(exit::CLEAN)
}
