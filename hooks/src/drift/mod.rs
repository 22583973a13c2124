//! drift-detector.

mod grade;

pub use grade::{Grade, UnknownGrade};
