//! A hook that keeps agents from editing a database migration that is there already.
//!
//! Register it on `PreToolUse` for `Edit`, `Write` and `apply_patch`; new files pass.

use std::path::Path;
use std::process::ExitCode;

use cvg_hooks::{Event, Hook, Kind, ToolClass, Verdict};

fn main() -> ExitCode {
    Hook::new("protect-migrations", judge).run()
}

fn judge(event: &Event<'_>) -> Verdict {
    let Kind::PreToolUse(call) = event.kind() else { return Verdict::pass() };
    // A tool that reads has paths, too.
    if !matches!(call.class(), Some(ToolClass::Edit | ToolClass::Write | ToolClass::Patch)) {
        return Verdict::pass();
    }
    // Codex names files relative to the session's folder, Claude Code by absolute paths.
    let cwd = event.cwd().unwrap_or(Path::new("/"));
    for path in call.paths() {
        let file = cwd.join(path.as_ref());
        let guarded = file.components().any(|part| part.as_os_str() == "migrations");
        event.note(|| {
            format!("{} {}", file.display(), if guarded { "is guarded" } else { "is free" })
        });
        if guarded && file.exists() {
            return call.deny(format!(
                "`{path}` is a migration that may have run somewhere. Add a new migration \
                 beside it instead of changing this one."
            ));
        }
    }
    Verdict::pass()
}
