//! Convergo makes coding agents converge.
//!
//! [`generate`] is the generator behind `cvg-gen`: one canonical plugin source,
//! rendered into a tree for every agent host and checked to the byte. Faults are
//! [`diagnostic::Diagnostic`]s, which know nothing of how they are shown. [`ui`] is the
//! only module that prints, [`mod@env`] the only one that reads environment variables.

pub mod diagnostic;
pub mod env;
pub mod exit;
pub mod generate;
pub mod program;
pub mod runtime;
pub mod ui;
