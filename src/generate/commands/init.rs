//! temporary
use crate::generate::cli::Global;
use crate::ui::Ui;
/// t
#[derive(Debug, Clone, clap::Args)]
pub struct InitArgs {}
pub fn init(_: &InitArgs, _: &Global, _: &Ui) -> anyhow::Result<u8> {
    Ok(2)
}
