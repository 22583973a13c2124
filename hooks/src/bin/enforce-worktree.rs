//! Refuses writes into a guarded main checkout; see [`cvg_hooks::worktree`].

fn main() -> std::process::ExitCode {
    cvg_hooks::Hook::new("enforce-worktree", cvg_hooks::worktree::judge).run()
}
