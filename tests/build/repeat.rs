//! A build brings the disk in line once, and touches nothing that is in line already.

use std::process::Stdio;

use crate::common::{MARKETPLACE, PLUGIN, Repo, command};

#[test]
fn a_second_build_touches_nothing() {
    let repo = Repo::with_skill();
    repo.write("canonical/marketplace.yaml", MARKETPLACE);
    repo.build().says("plugins/claude: 2 files, 2 added\n").says("plugins/codex: 2 files, 2 added");
    let before = repo.output();
    repo.build().says("plugins/claude: 2 files, unchanged\nplugins/codex: 2 files, unchanged\n");
    assert_eq!(repo.output(), before, "bytes, modes and times");
}

#[test]
fn only_what_changed_is_written() {
    let repo = Repo::with_skill();
    repo.skill("beta", "Beta does the second thing", "Do that.\n");
    repo.build();
    let before = repo.output();
    repo.append("canonical/skills/beta/SKILL.md", "More.\n");
    repo.build().says("plugins/claude: 3 files, 1 updated\n");
    let after = repo.output();
    let changed: Vec<&String> =
        after.keys().filter(|path| after.get(*path) != before.get(*path)).collect();
    assert_eq!(
        changed,
        [
            "plugins/SHA256SUMS",
            "plugins/claude/skills/beta/SKILL.md",
            "plugins/codex/skills/beta/SKILL.md"
        ]
    );
}

#[test]
fn a_lost_run_bit_is_put_back() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/bin/tool", "#!/bin/sh\n").executable("canonical/files/bin/tool");
    repo.build();
    repo.mode("plugins/codex/bin/tool", 0o644);
    repo.build().says("plugins/codex: 3 files, 1 updated\n");
    assert!(repo.output()["plugins/codex/bin/tool"].is_executable());
    repo.mode("canonical/files/bin/tool", 0o644);
    repo.build();
    assert!(!repo.output()["plugins/codex/bin/tool"].is_executable(), "and taken away again");
    repo.is_clean();
}

#[test]
fn a_deleted_output_file_comes_back() {
    let repo = Repo::with_skill();
    repo.build();
    let before = repo.output();
    repo.remove("plugins/claude/skills/alpha");
    repo.build().says("plugins/claude: 2 files, 1 added\n");
    let bytes = |path: &str, all: &crate::common::Snapshot| all[path].bytes().map(<[u8]>::to_vec);
    let path = "plugins/claude/skills/alpha/SKILL.md";
    assert_eq!(bytes(path, &repo.output()), bytes(path, &before));
}

#[test]
fn an_error_anywhere_means_that_nothing_is_written() {
    let repo = Repo::with_skill();
    repo.build();
    let before = repo.output();
    repo.append("canonical/skills/alpha/SKILL.md", "More.\n");
    repo.write("canonical/skills/beta/SKILL.md", "No frontmatter.\n");
    repo.run(&[]).exits(1).warns("nothing was written");
    assert_eq!(repo.output(), before);
}

#[test]
fn a_build_heals_what_an_interrupted_one_left() {
    let repo = Repo::with_skill();
    repo.build();
    repo.write("plugins/.cvg-gen-abc123/skills/x/SKILL.md", "half\n");
    repo.write("plugins/claude/skills/alpha/.cvg-gen-1.tmp", "half\n");
    repo.write(".cvg-gen-2", "half\n").write("plugins/.cvg-gen.pending", "torn li");
    repo.run(&["--check"])
        .exits(1)
        .says("plugins/.cvg-gen-abc123: left behind by an interrupted build")
        .says("plugins/.cvg-gen.pending: left behind by an interrupted build")
        .warns("help: run `cvg-gen build`");
    repo.build();
    let output = repo.output();
    let scratch: Vec<&String> = output.keys().filter(|path| path.contains(".cvg-gen")).collect();
    assert!(scratch.is_empty(), "{scratch:?}");
    repo.is_clean();
}

/// An interrupted build recorded what it was about to write; a build for one host
/// must not forget that for the other, or its files would look edited by hand.
#[test]
fn a_build_for_one_host_keeps_what_a_crash_recorded_for_the_other() {
    let repo = Repo::with_skill();
    repo.build();
    let old = repo.read("plugins/SHA256SUMS");
    repo.append("canonical/skills/alpha/SKILL.md", "More.\n");
    repo.build();
    // As if the build had been killed before its last two steps.
    let new = repo.read("plugins/SHA256SUMS");
    repo.write("plugins/.cvg-gen.pending", format!("{new}{old}"));
    repo.write("plugins/SHA256SUMS", &old);
    repo.run(&["--host", "claude"]).exits(0);
    repo.append("canonical/skills/alpha/SKILL.md", "Even more.\n");
    repo.run(&["--check"])
        .exits(1)
        .says("plugins/codex/skills/alpha/SKILL.md: stale")
        .says_nothing_of("edited by hand");
    repo.build();
}

#[test]
fn builds_at_the_same_time_do_not_disturb_each_other() {
    let repo = Repo::with_skill();
    for number in 0..40 {
        let body = "Some text.\n".repeat(50);
        repo.skill(&format!("skill-{number}"), "Does something", &body);
    }
    for round in 0..4 {
        repo.append("canonical/skills/alpha/SKILL.md", &format!("Round {round}.\n"));
        let mut children: Vec<_> = (0..4)
            .map(|_| {
                let mut command = command();
                command.current_dir(repo.root()).stdout(Stdio::null()).stderr(Stdio::piped());
                command.spawn().expect("the program starts")
            })
            .collect();
        for child in children.drain(..) {
            let output = child.wait_with_output().expect("it ends");
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{text}");
        }
        repo.is_clean();
        if round == 1 {
            repo.remove("plugins");
        }
    }
}

#[test]
fn one_source_gives_one_output_wherever_it_lies() {
    let one = Repo::with_skill();
    let two = Repo::with_skill();
    one.build();
    two.build();
    let sums = |repo: &Repo| repo.read("plugins/SHA256SUMS");
    assert_eq!(sums(&one), sums(&two));
    assert!(!sums(&one).contains("canonical"), "the source is not listed");
    assert_eq!(PLUGIN.matches("hosts").count(), 1);
}
