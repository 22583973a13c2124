//! temporary
use crate::generate::cli::Global;
use crate::ui::Ui;
/// t
#[derive(Debug, Clone, clap::Args)]
pub struct WatchArgs {}
pub fn watch(_: &Global, _: &Ui) -> anyhow::Result<u8> {
    Ok(2)
}
