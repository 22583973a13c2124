//! Tells when a convergence is due; see [`cvg_hooks::drift`].

use cvg_hooks::drift::{JUDGING, judge};

fn main() -> std::process::ExitCode {
    cvg_hooks::Hook::new("drift-detector", judge).judging_deadline(JUDGING).run()
}
