//! The canonical source in memory, with the place of everything.

pub mod frontmatter;
pub mod json;
pub mod yaml;
