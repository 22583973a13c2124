//! What a test of a hook needs: events as the hosts really send them, a way to play one
//! against a built hook, and the rules by which each host reads the answer.
//!
//! With the cargo feature `testkit`, for tests only: everything here panics with a message
//! where something does not go as it must.

pub mod contract;
mod payload;
mod player;

pub use payload::Payload;
pub use player::{Played, Player};
