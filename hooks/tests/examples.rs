//! The hooks that the book shows, played as it says.
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

#[path = "support/example.rs"]
mod support;

use std::fs;
use std::path::Path;

use cvg_hooks::Host;
use cvg_hooks::testkit::{Payload, Player};
use support::example;

#[test]
fn a_migration_that_is_there_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("db/migrations")).unwrap();
    fs::write(folder.path().join("db/migrations/0001.sql"), "").unwrap();
    let player = Player::new(example("protect-migrations"), folder.path());
    for host in Host::ALL {
        let edit = |path: &str| {
            // Claude Code names files by absolute paths, Codex as the model wrote them.
            let path = match host {
                Host::Claude => folder.path().join(path),
                Host::Codex => Path::new(path).to_owned(),
            };
            player.play(&Payload::edit(host, path).cwd(folder.path()))
        };
        let reason = edit("db/migrations/0001.sql").denied().unwrap();
        assert!(reason.contains("0001.sql"), "{reason}");
        assert!(edit("db/migrations/0002.sql").is_silent(), "a new one");
        assert!(edit("db/schema.sql").is_silent(), "somewhere else");
    }
    let read = Payload::recorded(Host::Claude, "PreToolUse.Read")
        .file_path(folder.path().join("db/migrations/0001.sql"));
    assert!(player.play(&read).is_silent(), "reading it");
}

#[test]
fn a_session_is_told_once_how_to_test() {
    let folder = tempfile::tempdir().unwrap();
    let player = Player::new(example("remind-tests"), folder.path());
    for host in Host::ALL {
        let start = Payload::session_start(host).cwd(folder.path());
        fs::write(folder.path().join("Makefile"), "test:\n").unwrap();
        assert!(player.play(&start).context().unwrap().contains("make test"));
        assert!(player.play(&start.clone().with("source", "resume")).is_silent());
        fs::remove_file(folder.path().join("Makefile")).unwrap();
        assert!(player.play(&start).is_silent());
    }
}

#[test]
fn the_book_shows_the_example_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(root.join("examples/protect-migrations.rs")).unwrap();
    let code = &source[source.find("use std::path::Path").unwrap()..];
    let page = fs::read_to_string(root.join("../docs/src/guide/write-a-hook.md")).unwrap();
    assert!(page.contains(&format!("```rust\n{code}```")), "the guide differs from the example");
}
