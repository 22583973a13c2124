//! Odd but legal input: line ends, marks, links, names, empty plugins.

use crate::common::{Entry, PLUGIN, Repo};

const CRLF: &str =
    "\u{feff}---\r\nname: alpha\r\ndescription: Alpha does it\r\n---\r\n\r\nOn {{host.name}}.\r\n";

#[test]
fn text_in_components_and_templates_is_normalised_with_a_warning() {
    let repo = Repo::with_skill();
    repo.remove("canonical/skills/alpha").write("canonical/skills/alpha/SKILL.md.hbs", CRLF);
    repo.write("canonical/skills/alpha/notes.md.hbs", "Of {{plugin.name}}.\r\nSee SKILL.md.\r\n");
    repo.write("canonical/plugin.yaml", PLUGIN.replace('\n', "\r\n"));
    repo.build()
        .warns("the file starts with a byte-order mark; it is left out of what is rendered\n")
        .warns("lines end in CR LF; they are rendered with LF\n")
        .warns(" --> canonical/skills/alpha/SKILL.md.hbs:1")
        .warns(" --> canonical/plugin.yaml:1")
        .warns(" --> canonical/skills/alpha/notes.md.hbs:1");
    let text = repo.read("plugins/claude/skills/alpha/SKILL.md");
    assert_eq!(
        text,
        "---\nname: \"alpha\"\ndescription: \"Alpha does it\"\n---\n\nOn Claude Code.\n"
    );
    for (path, entry) in repo.output() {
        let bytes = entry.bytes().unwrap_or_default();
        assert!(!bytes.contains(&b'\r') && !bytes.starts_with("\u{feff}".as_bytes()), "{path}");
    }
}

#[test]
fn other_files_are_copied_to_the_byte() {
    let repo = Repo::with_skill();
    let files: [(&str, &[u8]); 5] = [
        ("references/dos.md", b"\xef\xbb\xbfOne {{two}}\r\nthree\rfour"),
        ("scripts/run.bat", b"@echo off\r\n"),
        ("assets/raw.bin", &[0, 255, 13, 10, 128]),
        ("references/latin.md", b"caf\xe9\n"),
        ("empty.txt", b""),
    ];
    repo.append("canonical/skills/alpha/SKILL.md", "See dos and latin.\n");
    for (path, bytes) in files {
        repo.write(&format!("canonical/skills/alpha/{path}"), bytes);
    }
    repo.build();
    let output = repo.output();
    for (path, bytes) in files {
        for host in ["claude", "codex"] {
            let path = format!("plugins/{host}/skills/alpha/{path}");
            assert_eq!(output[&path].bytes(), Some(bytes), "{path}");
        }
    }
}

#[test]
fn links_inside_the_source_become_copies() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/shared/guide.txt", "guide\n");
    repo.write("canonical/files/shared/run.sh", "#!/bin/sh\n");
    repo.executable("canonical/files/shared/run.sh");
    repo.link("canonical/skills/alpha/scripts/run.sh", "../../../files/shared/run.sh");
    repo.link("canonical/skills/alpha/assets", "../../files/shared");
    repo.link("canonical/skills/twin", "alpha");
    repo.edit("canonical/skills/alpha/SKILL.md", "name: alpha\n", "name: alpha\nhosts: [claude]\n");
    let output = repo.run(&[]);
    assert_eq!(output.codes(), ["CVG028"], "the twin's name is not its folder's: {output}");
    repo.remove("canonical/skills/twin");
    repo.build();
    let output = repo.output();
    assert!(!output.values().any(|entry| matches!(entry, Entry::Link(_))), "{output:#?}");
    let script = &output["plugins/claude/skills/alpha/scripts/run.sh"];
    assert!(script.is_executable() && script.bytes() == Some(b"#!/bin/sh\n"));
    assert!(output.contains_key("plugins/claude/skills/alpha/assets/guide.txt"));
    repo.is_clean();
}

#[test]
fn links_that_leave_the_source_are_refused() {
    let repo = Repo::with_skill();
    repo.link("canonical/skills/alpha/secret.txt", repo.beside().join("precious.txt"));
    repo.link("canonical/files", "../../beside");
    let output = repo.run(&[]).exits(1);
    assert_eq!(output.err.matches("error[CVG074]: the symbolic link leaves the source").count(), 2);
    assert!(!repo.exists("plugins"));
}

#[test]
fn a_plugin_may_be_nearly_empty() {
    let repo = Repo::empty();
    repo.write("canonical/plugin.yaml", PLUGIN);
    repo.build().says("plugins/claude: 1 file, 1 added\n");
    for folder in ["skills", "agents", "commands", "files", "partials", "hosts", "schemas"] {
        std::fs::create_dir(repo.path(&format!("canonical/{folder}"))).expect("a folder");
    }
    repo.write("canonical/hooks.yaml", "hooks: []\n");
    repo.build().says("plugins/claude: 1 file, unchanged\n");
    assert!(!repo.exists("plugins/claude/hooks"));
    repo.write("canonical/hooks.yaml", "");
    repo.write("canonical/hosts/claude.yaml", "# nothing yet\n");
    repo.build().says("unchanged");
}

#[test]
fn file_names_may_hold_spaces_and_letters_of_any_script() {
    let repo = Repo::with_skill();
    for name in ["a b.txt", "grüße.txt", "日本語/読む.txt", "-dash", "#hash", "it's", "emoji-🎯"]
    {
        repo.write(&format!("canonical/files/{name}"), name);
    }
    repo.build();
    repo.is_clean();
    assert_eq!(repo.read("plugins/codex/日本語/読む.txt"), "日本語/読む.txt");
    let sums = std::process::Command::new("sha256sum")
        .args(["-c", "--quiet", "--strict", "plugins/SHA256SUMS"])
        .current_dir(repo.root())
        .output()
        .expect("sha256sum runs");
    assert!(sums.status.success(), "{}", String::from_utf8_lossy(&sums.stdout));
}

#[test]
fn a_file_that_claims_the_place_of_a_manifest_is_an_error() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/.claude-plugin/plugin.json", "{}\n");
    repo.run(&[])
        .exits(1)
        .warns("error[CVG070]: `plugins/claude/.claude-plugin/plugin.json` also comes from")
        .warns(" --> canonical/files/.claude-plugin/plugin.json\n");
    assert!(!repo.exists("plugins"));
}

#[test]
fn sources_that_agree_may_share_a_path() {
    let repo = Repo::with_skill();
    repo.build();
    let path = "skills/alpha/SKILL.md";
    repo.write(&format!("canonical/files/{path}"), repo.read(&format!("plugins/claude/{path}")));
    repo.build().says("unchanged");
    repo.executable(&format!("canonical/files/{path}"));
    repo.run(&[]).exits(1).warns("error[CVG070]");
}

#[test]
fn a_file_where_others_need_a_folder_is_an_error() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/skills", "a file\n");
    repo.run(&[])
        .exits(1)
        .warns("error[CVG070]: `plugins/claude/skills` is a file, and `plugins/claude/skills/alpha/SKILL.md` needs a folder there");
    assert!(!repo.exists("plugins"));
}

#[test]
fn names_that_a_build_uses_itself_are_taken() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/.cvg-gen-notes/x", "x\n");
    repo.run(&[]).exits(1).warns("error[CVG070]").warns("is a name that cvg-gen uses itself");
}

#[test]
fn hosts_that_the_plugin_does_not_serve_are_reported() {
    let repo = Repo::with_skill();
    repo.edit("canonical/plugin.yaml", "[claude, codex]", "[claude]");
    repo.write("canonical/skills/alpha/@codex/references/x.md", "x\n");
    repo.write("canonical/files/@codex/x.txt", "x\n");
    let skill = "---\nname: beta\ndescription: Beta\nhosts: [codex]\n---\nText.\n";
    repo.write("canonical/skills/beta/SKILL.md", skill);
    let output = repo.build();
    let text = "warning[CVG089]: nothing renders this: the plugin is not for codex\n";
    assert_eq!(output.err.matches(text).count(), 3, "{output}");
    let output = output.warns(" --> canonical/skills/beta/SKILL.md:4:8\n");
    output.warns("--> canonical/files/@codex\n");
    repo.write("canonical/skills/beta/SKILL.md", skill.replace("[codex]", "[]"));
    repo.run(&[]).exits(1).warns("error[CVG148]: field `hosts`");
    repo.write("canonical/skills/beta/SKILL.md", skill.replace("[codex]", "[gemini]"));
    repo.run(&[]).exits(1).warns("gemini").warns("canonical/skills/beta/SKILL.md:4:9");
}

#[test]
fn what_nothing_reads_is_reported() {
    let repo = Repo::with_skill();
    repo.write("canonical/README.md", "x\n").write("canonical/skills/stray.md", "x\n");
    repo.write("canonical/skill/x.md", "x\n").write("canonical/files/.DS_Store", "x\n");
    let output = repo.build();
    assert_eq!(output.err.matches("warning[CVG089]: nothing reads this\n").count(), 3, "{output}");
    repo.write("canonical/skills/empty/references/x.md", "x\n");
    repo.run(&[]).exits(1).warns("error[CVG088]: a skill's folder without SKILL.md");
}

#[test]
fn a_shared_partial_is_used_if_one_plugin_uses_it() {
    let repo = Repo::empty();
    for name in ["one", "two"] {
        repo.write(&format!("canonical/{name}/plugin.yaml"), PLUGIN.replace("demo", name));
    }
    repo.write("canonical/partials/used.md.hbs", "Used.\n");
    repo.write("canonical/partials/unused.md.hbs", "Not used.\n");
    repo.write("canonical/one/files/x.txt.hbs", "{{> used}}\n");
    let output = repo.build();
    assert_eq!(output.err.matches("warning[CVG057]").count(), 1, "{output}");
    output.warns(" --> canonical/partials/unused.md.hbs:1:1\n");
}
