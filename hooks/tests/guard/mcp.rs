//! Tools of MCP servers, by the names of their arguments.

use super::*;
use serde_json::{Value, json};

/// A call from `/repo`, with `@/` for the place.
fn call(setup: &Setup, tool: &str, arguments: &Value) -> Played {
    let arguments = setup.here(&arguments.to_string());
    let arguments: Value = serde_json::from_str(&arguments).expect("JSON");
    let payload = Payload::recorded(Host::Claude, "PreToolUse.MCP")
        .cwd(setup.place.at("/repo"))
        .with("tool_name", tool)
        .with("tool_input", arguments);
    setup.play(&payload)
}

#[test]
fn writing_tools_are_judged_by_their_paths() {
    let setup = Setup::guarded("");
    for (tool, arguments) in [
        ("mcp__fs__write_file", json!({"path": "@/repo/src/a.rs", "content": "x"})),
        ("mcp__fs__edit_file", json!({"file_path": "src/a.rs"})),
        ("mcp__fs__create_directory", json!({"path": "@/repo/src/new"})),
        ("mcp__fs__move_file", json!({"source": "@/repo/src/a.rs", "destination": "@/outside/a"})),
        ("mcp__fs__move_file", json!({"source": "@/outside/a", "destination": "@/repo/src/a.rs"})),
        ("mcp__fs__copy_file", json!({"source": "@/outside/a", "destination": "@/repo/src/a.rs"})),
        ("mcp__serena__replace_symbol_body", json!({"relative_path": "src/a.rs", "body": "x"})),
        ("mcp__fs__deleteFile", json!({"targetPath": "@/repo"})),
        ("mcp__ide__applyEdits", json!({"edits": [{"uri": "file://@/repo/src/a%20b.rs"}]})),
        ("mcp__fs__write_files", json!({"files": [{"path": "@/outside/x"}, {"path": "src/a"}]})),
        ("mcp__fs__find_and_replace", json!({"paths": ["src/a.rs"]})),
        ("mcp__git__git_commit", json!({"repo_path": "@/repo", "message": "x"})),
    ] {
        let reason = refused(&call(&setup, tool, &arguments));
        assert!(reason.starts_with(&format!("`{tool}` would change")), "{reason}");
    }
}

#[test]
fn what_reads_or_writes_elsewhere_passes() {
    let setup = Setup::guarded("");
    for (tool, arguments) in [
        ("mcp__fs__read_text_file", json!({"path": "@/repo/src/a.rs"})),
        ("mcp__fs__get_file_info", json!({"path": "@/repo/src/a.rs"})),
        ("mcp__fs__write_file", json!({"path": "@/repo/.worktrees/lane/src/a.rs"})),
        ("mcp__fs__create_directory", json!({"path": "@/repo/.worktrees"})),
        ("mcp__fs__copy_file", json!({"source": "@/repo/src/a.rs", "destination": "@/outside/a"})),
        ("mcp__fs__write_file", json!({"path": "@/outside/x", "content": "@/repo/src/a.rs"})),
        ("mcp__mail__create_draft", json!({"to": "a@example.com", "subject": "src"})),
        ("mcp__web__create_page", json!({"uri": "https://example.com/src/a.rs"})),
        // A file in a repository that is not here.
        ("mcp__forge__create_file", json!({"owner": "o", "repo": "r", "path": "src/a.rs"})),
        ("mcp__fs__write_file", json!({})),
        ("mcp__fs__write_file", json!("src/a.rs")),
    ] {
        passed(&call(&setup, tool, &arguments));
    }
}

#[test]
fn the_configuration_knows_more() {
    let setup = Setup::guarded(
        "[worktree.mcp]\nwrite = [\"mcp__notes__*\"]\nread = [\"mcp__notes__get*\", \
         \"mcp__vault__*\"]\npaths = [\"where\"]",
    );
    refused(&call(&setup, "mcp__notes__note", &json!({"where": "note.md"})));
    passed(&call(&setup, "mcp__notes__get_note", &json!({"where": "note.md"})));
    passed(&call(&setup, "mcp__vault__write_file", &json!({"path": "note.md"})));
    passed(&call(&setup, "mcp__other__note", &json!({"where": "note.md"})));
    refused(&call(&setup, "mcp__other__save", &json!({"where": "note.md"})));
}
