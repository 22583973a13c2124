//! The canonical source in memory, with the place of everything.

pub mod frontmatter;
pub mod schema;
pub mod repair;
pub mod yaml;
