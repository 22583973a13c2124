//! One file per verb of `cvg`.
