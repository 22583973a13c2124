//! `cvg-gen explain`: the page of a rule.

use clap::Args;

use crate::generate::cli::exit;
use crate::generate::lint::{rules, suggest};
use crate::ui::Ui;

/// Flags of `explain`.
#[derive(Debug, Clone, Args)]
pub struct ExplainArgs {
    /// A code such as CVG006, or a rule's name; every rule is listed if left out.
    pub code: Option<String>,
}

/// Runs `explain`.
pub fn explain(args: &ExplainArgs, ui: &Ui) -> anyhow::Result<u8> {
    let Some(code) = &args.code else {
        let rows: Vec<[String; 4]> = rules::all()
            .map(|entry| {
                let rule = entry.rule;
                [
                    rule.code.to_owned(),
                    rule.severity.word().to_owned(),
                    rule.name.to_owned(),
                    rule.summary().to_owned(),
                ]
            })
            .collect();
        ui.out(&crate::ui::table(&rows, ui.width()))?;
        return Ok(exit::CLEAN);
    };
    if let Some(entry) = rules::find(code) {
        ui.out(&entry.rule.page())?;
        return Ok(exit::CLEAN);
    }
    let known = || rules::all().flat_map(|entry| [entry.rule.code, entry.rule.name]);
    match suggest::closest(&code.to_uppercase(), known()).or(suggest::closest(code, known())) {
        Some(close) => anyhow::bail!("no rule is named `{code}`: did you mean `{close}`?"),
        None => anyhow::bail!("no rule is named `{code}`: `cvg-gen explain` lists them"),
    }
}
