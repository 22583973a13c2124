//! A plugin source of any size: the same bytes on every run, and no two files alike.
//!
//! Each skill is a SKILL.md of 8 KB with two references of 4 KB and an executable script of
//! 1.5 KB; there is one agent of 3 KB for every ten skills. One skill in four is a template, which
//! makes the job a little harder for us than for the tools we are measured against, never easier.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result};

const WORDS: [&str; 64] = [
    "plan", "change", "review", "finding", "branch", "worktree", "test", "failure", "repair",
    "round", "evidence", "file", "line", "reason", "scope", "owner", "commit", "message", "the",
    "a", "every", "one", "small", "whole", "before", "after", "until", "when", "only", "never",
    "again", "keeps", "states", "names", "proves", "ends", "reads", "writes", "compares", "asks",
    "user", "agent", "host", "session", "result", "report", "step", "next", "last", "clean",
    "broken", "open", "closed", "with", "without", "and", "or", "of", "in", "from", "to", "by",
    "that", "which",
];

/// Sebastiano Vigna's SplitMix64: enough to vary text, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn word(&mut self) -> &'static str {
        WORDS[usize::try_from(self.below(WORDS.len() as u64)).unwrap_or(0)]
    }

    fn sentence(&mut self) -> String {
        let mut text = self.word().to_owned();
        text[..1].make_ascii_uppercase();
        for _ in 0..6 + self.below(9) {
            text.push(' ');
            text.push_str(self.word());
        }
        text.push('.');
        text
    }
}

/// About `bytes` bytes of Markdown: headings, paragraphs, lists and code.
fn prose(seed: u64, bytes: usize) -> String {
    let mut random = Random(seed);
    let mut text = String::with_capacity(bytes + 512);
    while text.len() < bytes {
        let _ = match random.below(6) {
            0 => writeln!(text, "## {} {}\n", random.word(), random.word()),
            1 => (0..4)
                .try_for_each(|_| writeln!(text, "- {}", random.sentence()))
                .and_then(|()| writeln!(text)),
            2 => writeln!(text, "```sh\ngit {} --{}\n```\n", random.word(), random.word()),
            _ => (0..4)
                .try_for_each(|_| writeln!(text, "{}", random.sentence()))
                .and_then(|()| writeln!(text)),
        };
    }
    text
}

/// A shell script of about `bytes` bytes that nobody runs.
fn script(seed: u64, bytes: usize) -> String {
    let mut random = Random(seed);
    let mut text = "#!/bin/sh\nset -eu\n".to_owned();
    while text.len() < bytes {
        let _ = writeln!(text, "# {}\necho '{}'", random.sentence(), random.word());
    }
    text
}

fn skill_name(number: usize) -> String {
    format!("skill-{number:04}")
}

/// The skill that the watch measurement edits: one that is not a template.
pub(crate) const WATCHED_SKILL: &str = "skill-0001";

/// Which tool's source is written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Dialect {
    /// `canonical/`
    Convergo,
    /// `.rulesync/`, whose frontmatter also says for whom a file is.
    Rulesync,
}

impl Dialect {
    fn folders(self) -> (&'static str, &'static str) {
        match self {
            Self::Convergo => ("canonical/skills", "canonical/agents"),
            Self::Rulesync => (".rulesync/skills", ".rulesync/subagents"),
        }
    }

    fn frontmatter(self, name: &str, seed: u64) -> String {
        let targets = if self == Self::Rulesync { "targets: [\"*\"]\n" } else { "" };
        let description = Random(seed).sentence();
        format!(
            "---\nname: \"{name}\"\ndescription: \"{description}\"\n{targets}---\n\n# {name}\n\n"
        )
    }
}

/// Writes the source of a plugin with that many skills below `root`.
pub(crate) fn write(root: &Path, dialect: Dialect, skills: usize) -> Result<()> {
    let (skill_folder, agent_folder) = dialect.folders();
    if dialect == Dialect::Convergo {
        identity(root)?;
    }
    for number in 0..skills {
        let seed = number as u64 * 16;
        let name = skill_name(number);
        let folder = root.join(skill_folder).join(&name);
        let mut text = dialect.frontmatter(&name, seed);
        text.push_str(
            "Read [the guide](references/guide.md) and [the cases](references/cases.md), ",
        );
        text.push_str("then run `scripts/run.sh`.\n\n");
        let template = dialect == Dialect::Convergo && number % 4 == 0;
        if template {
            text.push_str("Hand over to {{skill \"skill-0001\"}}.\n\n");
            text.push_str(
                "{{#host \"claude\"}}\nAsk with a tool.\n{{else}}\nAsk in the chat.\n{{/host}}\n\n",
            );
        }
        let length = text.len();
        text.push_str(&prose(seed + 1, 8192_usize.saturating_sub(length)));

        let file = if template { "SKILL.md.hbs" } else { "SKILL.md" };
        put(&folder.join(file), &text)?;
        put(&folder.join("references/guide.md"), &prose(seed + 2, 4096))?;
        put(&folder.join("references/cases.md"), &prose(seed + 3, 4096))?;
        let run = folder.join("scripts/run.sh");
        put(&run, &script(seed + 4, 1536))?;
        fs::set_permissions(&run, fs::Permissions::from_mode(0o755))?;
    }
    for number in 0..skills / 10 {
        let seed = number as u64 * 16 + 8;
        let name = format!("agent-{number:04}");
        let text = dialect.frontmatter(&name, seed) + &prose(seed + 1, 3072);
        put(&root.join(agent_folder).join(format!("{name}.md")), &text)?;
    }
    Ok(())
}

/// What a canonical source has beside skills and agents.
fn identity(root: &Path) -> Result<()> {
    let canonical = root.join("canonical");
    put(
        &canonical.join("plugin.yaml"),
        "name: corpus\nversion: 1.0.0\ndescription: \"A plugin of a given size.\"\n\
         author:\n  name: Nobody\nlicense: MIT\nhosts: [claude, codex]\n\
         accepted_losses:\n  \
         - { code: CVG132, host: codex, reason: \"users install the agents\" }\n",
    )?;
    put(
        &canonical.join("marketplace.yaml"),
        "name: corpus\ndisplay_name: Corpus\ndescription: \"One plugin of a given size.\"\n\
         owner:\n  name: Nobody\ncategory: development\n",
    )?;
    for host in ["claude", "codex"] {
        put(&canonical.join(format!("hosts/{host}.yaml")), "vocab: {}\n")?;
    }
    Ok(())
}

fn put(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}
