//! The canonical source in memory, with the place of everything.

mod agree;
mod assets;
mod component;
pub mod config;
mod decode;
pub mod frontmatter;
pub mod json;
mod links;
mod load;
mod model;
pub mod out;
pub mod repair;
pub mod schema;
mod unread;
pub mod walk;
pub mod yaml;

pub use component::reload_skill;
pub use load::{CANONICAL, find_root, load};
pub use model::{Asset, AssetContent, Component, Config, Hook, Plugin, Skill, Source, Unread};
pub use walk::is_executable;
