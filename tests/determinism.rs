//! Acceptance 5: one source gives one output, whatever the order in which a folder
//! lists its names, and however many threads there are.
#![cfg(unix)]

mod common;

use std::collections::BTreeSet;

use common::random::Random;
use common::{MARKETPLACE, PLUGIN, Repo, Snapshot};

const SKILLS: usize = 60;
const BUILDS: usize = 50;

/// The files of the source: path, content, run bit.
fn source() -> Vec<(String, String, bool)> {
    let mut files = vec![
        ("plugin.yaml".to_owned(), PLUGIN.to_owned(), false),
        ("marketplace.yaml".to_owned(), MARKETPLACE.to_owned(), false),
        ("hosts/claude.yaml".to_owned(), words("Claude"), false),
        ("hosts/codex.yaml".to_owned(), words("Codex"), false),
        (
            "hooks.yaml".to_owned(),
            "hooks:\n  - { id: a, event: PreToolUse, tools: [edit, shell], run: bin/x }\n  \
               - { id: b, event: Stop, run: bin/x }\n"
                .to_owned(),
            false,
        ),
        ("files/bin/x".to_owned(), "#!/bin/sh\n".to_owned(), true),
        ("partials/unused.md.hbs".to_owned(), "Nobody includes me.\n".to_owned(), false),
    ];
    for number in 0..6 {
        let text = format!("Part {number} on {{{{host.name}}}}, {{{{vocab.word_{number}}}}}.\n");
        files.push((format!("partials/part-{number}.md.hbs"), text, false));
        let agent = format!(
            "---\nname: agent-{number}\ndescription: Agent {number}\ntools: [read, shell]\n---\n\
             Work.\n"
        );
        files.push((format!("agents/agent-{number}.md"), agent, false));
    }
    for number in 0..SKILLS {
        let part = number % 6;
        let next = (number + 1) % SKILLS;
        let mut text = format!(
            "---\nname: skill-{number}\ndescription: 'Skill {number}, before {{{{skill \
             \"skill-{next}\"}}}}'\nlicense: MIT\n---\n\n{{{{> part-{part}}}}}\n"
        );
        // Creating files is what takes the time here, so only some skills have several.
        if number % 4 != 0 {
            files.push((format!("skills/skill-{number}/SKILL.md.hbs"), text, false));
            continue;
        }
        text += "Read [more](references/more.md), run `scripts/run.sh`.\n";
        files.push((format!("skills/skill-{number}/SKILL.md.hbs"), text, false));
        let more = format!("More of {number}.\n");
        files.push((format!("skills/skill-{number}/references/more.md"), more, false));
        let script = format!("#!/bin/sh\necho {number}\n");
        files.push((format!("skills/skill-{number}/scripts/run.sh"), script, number % 8 == 0));
    }
    files
}

fn words(host: &str) -> String {
    let mut text = "vocab:\n".to_owned();
    for number in 0..6 {
        text.extend([format!("  word_{number}: {host} says {number}\n")]);
    }
    text
}

/// What counts: paths, bytes and run bits.
fn digest(output: &Snapshot) -> Vec<(String, Vec<u8>, bool)> {
    output
        .iter()
        .filter_map(|(path, entry)| {
            Some((path.clone(), entry.bytes()?.to_vec(), entry.is_executable()))
        })
        .collect()
}

#[test]
fn fifty_builds_give_one_digest() {
    let mut random = Random::new(0x5eed);
    let mut files = source();
    let mut digests = BTreeSet::new();
    let mut said = BTreeSet::new();
    for build in 0..BUILDS {
        let repo = Repo::in_memory();
        random.shuffle(&mut files);
        for (path, content, executable) in &files {
            let path = format!("canonical/{path}");
            repo.write(&path, content);
            if *executable {
                repo.executable(&path);
            }
        }
        let threads = if build % 2 == 0 { "1" } else { "8" };
        let output = repo.run(&["--threads", threads]).exits(0);
        let digest = digest(&repo.output());
        assert!(digest.len() > 2 * SKILLS, "the whole source is built");
        digests.insert(digest);
        said.insert((output.out, output.err));
    }
    assert_eq!(digests.len(), 1, "one digest");
    assert_eq!(said.len(), 1, "and one report, warnings in one order");
    let (_, warnings) = said.first().expect("one");
    assert!(warnings.contains("CVG057") && warnings.contains("CVG130"), "{warnings}");
}

#[test]
fn one_thread_and_eight_find_the_same_drift() {
    let repo = Repo::empty();
    for (path, content, executable) in source() {
        let path = format!("canonical/{path}");
        repo.write(&path, content);
        if executable {
            repo.executable(&path);
        }
    }
    repo.build();
    for number in (0..SKILLS).step_by(3) {
        repo.append(&format!("plugins/codex/skills/skill-{number}/SKILL.md"), "Edited.\n");
        repo.append(&format!("canonical/skills/skill-{number}/SKILL.md.hbs"), "Changed.\n");
    }
    let one = repo.run(&["--check", "--threads", "1"]).exits(1);
    let eight = repo.run(&["--check", "--threads", "8"]).exits(1);
    assert_eq!((one.out, one.err), (eight.out, eight.err));
}
