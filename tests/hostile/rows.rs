//! The rows: what is arranged, and what has to be said.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;

use crate::common::{MARKETPLACE, PLUGIN, Repo};

/// One hostile input.
pub(crate) struct Row {
    /// What it is.
    pub(crate) name: &'static str,
    /// Turns a good repository with one skill into a hostile one.
    pub(crate) arrange: fn(&Repo),
    /// Exit codes of a build, any of them.
    pub(crate) codes: &'static [i32],
    /// Texts that a build must print, a file's name among them.
    pub(crate) says: &'static [&'static str],
}

const fn row(
    name: &'static str,
    codes: &'static [i32],
    says: &'static [&'static str],
    arrange: fn(&Repo),
) -> Row {
    Row { name, arrange, codes, says }
}

const SKILL: &str = "canonical/skills/alpha/SKILL.md";
const TEMPLATE: &str = "canonical/skills/alpha/SKILL.md.hbs";

fn marketplace(repo: &Repo, line: &str) {
    repo.write("canonical/marketplace.yaml", format!("{MARKETPLACE}{line}\n"));
}

fn body(repo: &Repo, text: &str) {
    let head = "---\nname: alpha\ndescription: Alpha does the first thing\n---\n";
    repo.remove(SKILL).write(TEMPLATE, format!("{head}{text}"));
}

fn run(repo: &Repo, command: &str, args: &[&str]) {
    let status = std::process::Command::new(command)
        .args(args)
        .current_dir(repo.root())
        .status()
        .expect("it starts");
    assert!(status.success(), "{command} {args:?}");
}

fn raw_name(repo: &Repo, folder: &str, name: &[u8]) {
    let folder = repo.path(folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(OsStr::from_bytes(name)), "x\n").expect("a file");
}

/// Every row.
pub(crate) const ROWS: &[Row] = &[
    // Paths that leave the trees.
    row("out leaves the repository", &[1], &["CVG148", "canonical/marketplace.yaml"], |repo| {
        marketplace(repo, "out: ../beside/{host}");
    }),
    row("out is absolute", &[1], &["CVG148", "canonical/marketplace.yaml"], |repo| {
        marketplace(repo, "out: /{host}");
    }),
    row("out is the source", &[1], &["CVG148", "canonical/marketplace.yaml"], |repo| {
        marketplace(repo, "out: canonical/skills/{host}");
    }),
    row("out is the file of sums", &[1], &["CVG070", "needs a folder there"], |repo| {
        marketplace(repo, "out: plugins/SHA256SUMS/{host}");
    }),
    row("run leaves the plugin", &[1], &["CVG108", "canonical/hooks.yaml"], |repo| {
        repo.write("canonical/hooks.yaml", "hooks: [{ id: a, event: Stop, run: ../../x }]\n");
    }),
    row("a plugin named ..", &[1], &["CVG074", "canonical/plugin.yaml"], |repo| {
        repo.edit("canonical/plugin.yaml", "demo", "'..'");
        marketplace(repo, "out: plugins/{host}/{plugin}");
    }),
    row("a plugin whose name is a path", &[1], &["CVG074", "canonical/plugin.yaml"], |repo| {
        repo.edit("canonical/plugin.yaml", "demo", "a/../../../b");
    }),
    row("a version with a slash", &[1], &["CVG121", "canonical/plugin.yaml"], |repo| {
        repo.edit("canonical/plugin.yaml", "1.0.0", "1.0.0/../../x");
    }),
    row("a skill named with a backslash", &[1], &["CVG074", "canonical/skills/a"], |repo| {
        repo.write(
            "canonical/skills/a\\..\\b/SKILL.md",
            "---\nname: a\ndescription: Alpha does it\n---\nText.\n",
        );
    }),
    row("a name with a line end", &[1], &["CVG074", "canonical/files/a\\nb"], |repo| {
        repo.write("canonical/files/a\nb", "x\n");
    }),
    // Links.
    row("a link that leads to itself", &[1], &["CVG075", "files/loop"], |repo| {
        repo.link("canonical/files/loop", "loop");
    }),
    row("a link to a folder above", &[1], &["CVG075", "files/deep/up"], |repo| {
        repo.link("canonical/files/deep/up", "..");
    }),
    row("two links that lead into each other", &[1], &["CVG075", "canonical/files"], |repo| {
        repo.write("canonical/files/a/x", "x\n").write("canonical/files/b/x", "x\n");
        repo.link("canonical/files/a/to-b", "../b").link("canonical/files/b/to-a", "../a");
    }),
    row("links that double at each level", &[1], &["CVG", "canonical/files"], |repo| {
        for level in 0..30 {
            let folder = format!("canonical/files/level-{level}");
            fs::create_dir_all(repo.path(&folder)).expect("a folder");
            for name in ["a", "b"] {
                repo.link(&format!("{folder}/{name}"), format!("../level-{}", level + 1));
            }
        }
        repo.write("canonical/files/level-30/x", "x\n");
    }),
    row("a link that leads to nothing", &[1], &["CVG075", "files/gone"], |repo| {
        repo.link("canonical/files/gone", "nowhere");
    }),
    row("a link out of the source", &[1], &["CVG074", "skills/alpha/passwd"], |repo| {
        repo.link("canonical/skills/alpha/passwd", "/etc/passwd");
    }),
    row("a link to an endless device", &[1], &["CVG07", "files/zero"], |repo| {
        repo.link("canonical/files/zero", "/dev/zero");
    }),
    // No files.
    row("a pipe in a skill", &[1], &["CVG076", "skills/alpha/pipe"], |repo| {
        run(repo, "mkfifo", &["canonical/skills/alpha/pipe"]);
    }),
    row("SKILL.md is a pipe", &[1], &["CVG076", SKILL], |repo| {
        repo.remove(SKILL);
        run(repo, "mkfifo", &[SKILL]);
    }),
    row("plugin.yaml is a pipe", &[1], &["CVG076", "canonical/plugin.yaml"], |repo| {
        repo.remove("canonical/plugin.yaml");
        run(repo, "mkfifo", &["canonical/plugin.yaml"]);
    }),
    row("a socket in files", &[1], &["CVG076", "canonical/files/socket"], |repo| {
        repo.write("canonical/files/x", "x\n");
        let path = repo.path("canonical/files/socket");
        drop(std::os::unix::net::UnixListener::bind(path).expect("a socket"));
    }),
    row("SKILL.md is a folder", &[1], &["CVG088", "canonical/skills/alpha"], |repo| {
        repo.remove(SKILL).write("canonical/skills/alpha/SKILL.md/x", "x\n");
    }),
    row("hooks.yaml is a folder", &[0], &["CVG089", "canonical/hooks.yaml"], |repo| {
        repo.write("canonical/hooks.yaml/x", "x\n");
    }),
    // Sizes.
    row("a file of 2 GiB", &[1], &["CVG078", "2048 MiB", "files/huge.bin"], |repo| {
        repo.write("canonical/files/huge.bin", "");
        let file = fs::OpenOptions::new().write(true).open(repo.path("canonical/files/huge.bin"));
        file.expect("a file").set_len(2 << 30).expect("a sparse file");
    }),
    row("a SKILL.md of 2 GiB", &[1], &["CVG078", SKILL], |repo| {
        let file = fs::OpenOptions::new().write(true).open(repo.path(SKILL));
        file.expect("a file").set_len(2 << 30).expect("a sparse file");
    }),
    row("an output file of 2 GiB", &[6], &["plugins/claude/skills/alpha/SKILL.md"], |repo| {
        repo.write("plugins/claude/skills/alpha/SKILL.md", "");
        let path = repo.path("plugins/claude/skills/alpha/SKILL.md");
        let file = fs::OpenOptions::new().write(true).open(path);
        file.expect("a file").set_len(2 << 30).expect("a sparse file");
    }),
    row("one line of a megabyte", &[0], &["plugins/claude: 2 files"], |repo| {
        body(repo, &format!("{{{{host.id}}}} {}\n", "word ".repeat(200_000)));
    }),
    row("folders nested a hundred deep", &[1], &["CVG075", "more than 32 deep"], |repo| {
        repo.write(&format!("canonical/files/{}x", "d/".repeat(100)), "x\n");
    }),
    // YAML.
    row("a billion laughs", &[1], &["CVG", "canonical/plugin.yaml:7"], |repo| {
        let mut text = "a0: &a0 [lol, lol]\n".to_owned();
        for level in 1..40 {
            let last = level - 1;
            let line = format!("a{level}: &a{level} [*a{last}, *a{last}, *a{last}]\n");
            text.push_str(&line);
        }
        repo.append("canonical/plugin.yaml", &text);
    }),
    row("YAML nested ten thousand deep", &[1], &["CVG", SKILL], |repo| {
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        repo.write(SKILL, format!("---\nname: alpha\ndescription: x\nmetadata: {deep}\n---\n"));
    }),
    row("block YAML nested deep", &[1], &["CVG", "canonical/plugin.yaml"], |repo| {
        let mut text = "claude:\n".to_owned();
        for depth in 1..300 {
            text.push_str(&" ".repeat(depth));
            text.push_str("a:\n");
        }
        repo.append("canonical/plugin.yaml", &text);
    }),
    row("a flow list of a million", &[1], &["CVG", "canonical/plugin.yaml"], |repo| {
        repo.append(
            "canonical/plugin.yaml",
            &format!("keywords: [{}x]\n", "x, ".repeat(1_000_000)),
        );
    }),
    row(
        "twenty thousand unknown fields",
        &[1],
        &["CVG145", "canonical/hosts/codex.yaml"],
        |repo| {
            let lines: Vec<String> = (0..20_000).map(|number| format!("k{number}: v\n")).collect();
            repo.write("canonical/hosts/codex.yaml", lines.concat());
        },
    ),
    row("NUL bytes in frontmatter", &[1], &["CVG", SKILL], |repo| {
        repo.write(SKILL, "---\nname: al\0pha\ndescription: a\0b\n---\nText.\n");
    }),
    row("an escaped NUL in a description", &[0, 1], &["SKILL.md"], |repo| {
        repo.write(SKILL, "---\nname: alpha\ndescription: \"a\\0b\"\nlicense: MIT\n---\nText.\n");
    }),
    row("an empty SKILL.md", &[1], &["CVG001", SKILL], |repo| {
        repo.write(SKILL, "");
    }),
    // Bytes.
    row("text that is not UTF-8", &[1], &["CVG", SKILL], |repo| {
        repo.write(SKILL, b"---\nname: alpha\ndescription: caf\xe9\n---\n");
    }),
    row("plugin.yaml in UTF-16", &[1], &["CVG", "canonical/plugin.yaml"], |repo| {
        let units = PLUGIN.encode_utf16().flat_map(u16::to_le_bytes);
        let bytes: Vec<u8> = [0xff, 0xfe].into_iter().chain(units).collect();
        repo.write("canonical/plugin.yaml", bytes);
    }),
    row("a name that is not UTF-8", &[1], &["CVG073", "canonical/files/caf\\xe9"], |repo| {
        raw_name(repo, "canonical/files", b"caf\xe9");
    }),
    row("a foreign name that is not UTF-8", &[0], &["plugins/claude/caf\\xe9: left"], |repo| {
        raw_name(repo, "plugins/claude", b"caf\xe9");
    }),
    // Templates.
    row("our own marks in a template", &[1], &["CVG063", TEMPLATE], |repo| {
        body(repo, "\u{fdd0}0:1\u{fdd1} {{host.id}}\n");
    }),
    row("our own marks in a value", &[0, 1], &["SKILL.md"], |repo| {
        body(repo, "{{vocab.mark}} and {{host.id}}\n");
        for host in ["claude", "codex"] {
            let text = "vocab: { mark: \"\\uFDD0zz:zz\\uFDD1 x \\uFDD0\" }\n";
            repo.write(&format!("canonical/hosts/{host}.yaml"), text);
        }
        repo.append(
            "canonical/plugin.yaml",
            "accepted_losses: [{ code: CVG130, host: codex, file: SKILL.md, reason: SKILL.md }]\n",
        );
    }),
    row("partials in a circle", &[1], &["CVG059", "canonical/partials/b.md.hbs"], |repo| {
        body(repo, "{{> a}}\n");
        repo.write("canonical/partials/a.md.hbs", "{{> b}}\n");
        repo.write("canonical/partials/b.md.hbs", "{{> a}} {{> b}}\n");
    }),
    row("partials that double at each level", &[1], &["CVG078", TEMPLATE], |repo| {
        body(repo, "{{> p0}}\n");
        for level in 0..40 {
            let next = level + 1;
            let text = format!("{{{{> p{next}}}}} {{{{> p{next}}}}}\n");
            repo.write(&format!("canonical/partials/p{level}.md.hbs"), text);
        }
        repo.write("canonical/partials/p40.md.hbs", "boom\n");
    }),
    row("loops in loops", &[1], &["CVG078", TEMPLATE], |repo| {
        let open = "{{#each @root.vocab}}".repeat(9);
        body(repo, &format!("{open}x{}\n", "{{/each}}".repeat(9)));
        let words: Vec<String> = (0..100).map(|number| format!("  w{number}: x\n")).collect();
        for host in ["claude", "codex"] {
            let text = format!("vocab:\n{}", words.concat());
            repo.write(&format!("canonical/hosts/{host}.yaml"), text);
        }
    }),
    row("a loop over a large value", &[1], &["CVG078", TEMPLATE], |repo| {
        let open = "{{#each @root.vocab}}".repeat(2);
        body(repo, &format!("{open}{{{{@root.vocab.w0}}}}{}\n", "{{/each}}".repeat(2)));
        let words: Vec<String> = (0..200).map(|number| format!("  w{number}: x\n")).collect();
        for host in ["claude", "codex"] {
            let long = "long ".repeat(20_000);
            let text = format!("vocab:\n  w0: \"{long}\"\n{}", words[1..].concat());
            repo.write(&format!("canonical/hosts/{host}.yaml"), text);
        }
    }),
    row("blocks nested a thousand deep", &[0, 1], &["alpha"], |repo| {
        let open = "{{#host \"claude\"}}".repeat(1_000);
        body(repo, &format!("{open}{}\n", "{{/host}}".repeat(1_000)));
        repo.write("canonical/skills/alpha/references/unused.md", "x\n");
    }),
    row("brackets nested deep in a tag", &[1], &["CVG05", TEMPLATE], |repo| {
        body(repo, &format!("{{{{skill {}x{}}}}}\n", "(".repeat(5_000), ")".repeat(5_000)));
    }),
    row("five thousand unknown names in one line", &[1], &["CVG052", TEMPLATE], |repo| {
        body(repo, &"{{nope}} ".repeat(5_000));
    }),
    row("more tags in one line than can be read", &[1], &["CVG078", TEMPLATE], |repo| {
        body(repo, &"{{host.id}} ".repeat(100_000));
    }),
    row("braces that never close", &[1], &["CVG062", TEMPLATE], |repo| {
        body(repo, &"{{".repeat(20_000));
    }),
    // Output.
    row("plugins is a file", &[6], &["`plugins` is in the way"], |repo| {
        repo.write("plugins", "a file\n");
    }),
    row("an output folder leads elsewhere", &[6], &["`plugins/claude` is in the way"], |repo| {
        fs::create_dir(repo.path("plugins")).expect("a folder");
        repo.link("plugins/claude", repo.beside());
    }),
    row("the sums lead elsewhere", &[6], &["`plugins/SHA256SUMS` is in the way"], |repo| {
        fs::create_dir(repo.path("plugins")).expect("a folder");
        repo.link("plugins/SHA256SUMS", repo.beside().join("precious.txt"));
    }),
    row("the sums are a pipe", &[6], &["`plugins/SHA256SUMS` is in the way"], |repo| {
        fs::create_dir(repo.path("plugins")).expect("a folder");
        run(repo, "mkfifo", &["plugins/SHA256SUMS"]);
    }),
    row("sums of 2 GiB", &[2], &["`plugins/SHA256SUMS` is larger"], |repo| {
        repo.write("plugins/SHA256SUMS", "");
        let file = fs::OpenOptions::new().write(true).open(repo.path("plugins/SHA256SUMS"));
        file.expect("a file").set_len(2 << 30).expect("a sparse file");
    }),
    row("forged sums", &[0], &["plugins/claude: 2 files, 2 added"], |repo| {
        let sum = "0".repeat(64);
        let paths = ["../beside/precious.txt", "canonical/plugin.yaml", "/etc/passwd", "src/a"];
        let lines: Vec<String> = paths.iter().map(|path| format!("{sum}  {path}\n")).collect();
        repo.write("plugins/SHA256SUMS", lines.concat());
    }),
    row("the pending sums are garbage", &[0], &["plugins/claude: 2 files, 2 added"], |repo| {
        repo.write("plugins/.cvg-gen.pending", [0, 255, 10, 10, 13, 0]);
    }),
    row("the pending sums are a folder", &[6], &["`plugins/.cvg-gen.pending` is in"], |repo| {
        repo.write("plugins/.cvg-gen.pending/x", "x\n");
    }),
    row("a pipe in a tree", &[0], &["plugins/claude/pipe: left alone"], |repo| {
        fs::create_dir_all(repo.path("plugins/claude")).expect("a folder");
        run(repo, "mkfifo", &["plugins/claude/pipe"]);
    }),
    row("a pipe in a file's place", &[6], &["SKILL.md` is in the way"], |repo| {
        fs::create_dir_all(repo.path("plugins/claude/skills/alpha")).expect("a folder");
        run(repo, "mkfifo", &["plugins/claude/skills/alpha/SKILL.md"]);
    }),
    // Names.
    row("names that differ in case alone", &[1], &["CVG071"], |repo| {
        repo.write("canonical/files/Notes.txt", "1\n");
        repo.write("canonical/files/notes.txt", "2\n");
    }),
    row("names that Windows forbids", &[1], &["CVG072", "con.txt"], |repo| {
        repo.write("canonical/files/con.txt", "x\n").write("canonical/files/a:b", "x\n");
    }),
];
