//! temporary
use crate::generate::cli::Global;
use crate::ui::Ui;
/// t
#[derive(Debug, Clone, clap::Args)]
pub struct AdoptArgs {}
pub fn adopt(_: &AdoptArgs, _: &Global, _: &Ui) -> anyhow::Result<u8> {
    Ok(2)
}
