//! `cvg-gen package`: what is in the archive, and when there is none.
//!
//! The programs are small ELF files that these tests make: a header and its segments.
#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Command;

use common::{MARKETPLACE, Output, PLUGIN, Repo};

const INTEL: &str = "x86_64-unknown-linux-gnu";
const ARCHIVE: &str = "dist/demo-1.0.0-x86_64-unknown-linux-gnu-static.tar.gz";
/// Machines in an ELF header.
const X86_64: u8 = 62;
const AARCH64: u8 = 183;
/// Kinds of segments.
const LOAD: u8 = 1;
const INTERPRETER: u8 = 3;

/// A 64-bit little-endian ELF file.
fn elf(machine: u8, segments: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 64];
    bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
    bytes[18] = machine;
    (bytes[32], bytes[54]) = (64, 56);
    bytes[56] = u8::try_from(segments.len()).expect("few");
    for &kind in segments {
        bytes.push(kind);
        bytes.extend([0; 55]);
    }
    bytes
}

/// A built repository whose plugin needs a program, and that program.
fn repo() -> Repo {
    let repo = Repo::with_skill();
    repo.write("canonical/plugin.yaml", format!("{PLUGIN}programs: [guard]\n"));
    repo.write("canonical/marketplace.yaml", MARKETPLACE);
    repo.write("canonical/files/bin/guard", "#!/bin/sh\n").executable("canonical/files/bin/guard");
    repo.build();
    program(&repo, &elf(X86_64, &[LOAD]));
    repo
}

fn program(repo: &Repo, bytes: &[u8]) {
    let path = format!("out/{INTEL}/guard");
    repo.write(&path, bytes).executable(&path);
}

fn package(repo: &Repo) -> Output {
    repo.run(&["package", "--bin-dir", "out"])
}

/// Mode and bytes of every file in an archive, by path.
fn unpacked(path: &Path) -> BTreeMap<String, (u32, Vec<u8>)> {
    let file = fs::File::open(path).expect("an archive");
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
    let mut files = BTreeMap::new();
    for entry in archive.entries().expect("entries") {
        let mut entry = entry.expect("an entry");
        let header = entry.header();
        assert_eq!((header.mtime().expect("a time"), header.uid().expect("an owner")), (0, 0));
        let mode = header.mode().expect("a mode");
        let path = entry.path().expect("a path").to_str().expect("text").to_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("bytes");
        assert!(files.insert(path, (mode, bytes)).is_none());
    }
    files
}

fn nothing_written(repo: &Repo) {
    assert!(!repo.exists("dist"), "{:?}", repo.output().keys());
}

#[test]
fn the_archive_holds_both_trees_with_their_programs() {
    let repo = repo();
    let output = package(&repo).exits(0).warns("with 1 program, ");
    let files = unpacked(&repo.path(ARCHIVE));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let inside = format!("demo-1.0.0-{INTEL}-static");
    let mut expected = vec![
        ".agents/plugins/marketplace.json".to_owned(),
        ".claude-plugin/marketplace.json".to_owned(),
        "plugins/SHA256SUMS".to_owned(),
    ];
    for host in ["claude", "codex"] {
        let own = [
            &format!(".{host}-plugin/plugin.json"),
            "bin/guard",
            &format!("bin/{INTEL}/guard"),
            "skills/alpha/SKILL.md",
        ];
        expected.extend(own.map(|path| format!("plugins/{host}/{path}")));
    }
    let expected: Vec<String> = expected.iter().map(|path| format!("{inside}/{path}")).collect();
    assert_eq!(names, expected);
    for (path, (mode, bytes)) in &files {
        assert_eq!(*mode, if path.ends_with("/guard") { 0o755 } else { 0o644 }, "{path}");
        let path = path.strip_prefix(&format!("{inside}/")).expect("one folder");
        if path.ends_with(&format!("{INTEL}/guard")) {
            assert_eq!(*bytes, elf(X86_64, &[LOAD]));
        } else if path != "plugins/SHA256SUMS" {
            assert_eq!(*bytes, fs::read(repo.path(path)).expect("as on the disk"), "{path}");
        }
    }
    // The output is a line for `sha256sum --check`.
    repo.write("archive.sum", &output.out);
    checks_out(&repo.root(), "archive.sum");
}

fn checks_out(folder: &Path, sums: &str) {
    let output = Command::new("sha256sum")
        .args(["--check", "--strict", "--quiet", sums])
        .current_dir(folder)
        .output()
        .expect("sha256sum");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_unpacked_bundle_proves_itself() {
    let repo = repo();
    package(&repo).exits(0);
    unpack(&repo, ARCHIVE);
    let folder = repo.beside().join(format!("demo-1.0.0-{INTEL}-static"));
    checks_out(&folder, "plugins/SHA256SUMS");
    let sums = fs::read_to_string(folder.join("plugins/SHA256SUMS")).expect("sums");
    assert_eq!(sums.lines().count(), 10, "every file but the sums:\n{sums}");
    // It passes the rules as a plugin that anybody unpacked.
    let tree = folder.join("plugins/claude");
    repo.run(&["lint", "--as", "claude", tree.to_str().expect("text")]).exits(0);
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let (one, two) = (repo(), repo());
    package(&one).exits(0);
    let first = fs::read(one.path(ARCHIVE)).expect("an archive");
    package(&one).exits(0);
    assert_eq!(fs::read(one.path(ARCHIVE)).expect("an archive"), first);
    // Elsewhere, and with another mask.
    let out = two.beside().join("Größe x");
    let mut command = Command::new("sh");
    command.args(["-c", "umask 077; exec \"$@\"", "sh", common::PROGRAM, "package"]);
    command.args(["--bin-dir", "out", "--out"]).arg(&out).current_dir(two.root());
    assert!(command.status().expect("a shell").success());
    let name = ARCHIVE.trim_start_matches("dist/");
    assert_eq!(fs::read(out.join(name)).expect("an archive"), first);
    // No file that a write went through is left.
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), 1);
}

#[test]
fn a_drifted_tree_is_not_packaged() {
    let repo = repo();
    repo.append("plugins/codex/skills/alpha/SKILL.md", "By hand.\n");
    let output = package(&repo).exits(1).says("SKILL.md: edited by hand\n");
    output.warns("nothing was packaged\n");
    nothing_written(&repo);
    let json = repo.run(&["package", "--bin-dir", "out", "--json"]).exits(1);
    json.says("\"code\":\"CVG154\"");
}

#[test]
fn a_source_with_errors_is_not_packaged() {
    let repo = repo();
    repo.append("canonical/plugin.yaml", "no_such_key: 1\n");
    package(&repo).exits(1).warns("nothing was packaged\n");
    nothing_written(&repo);
}

#[test]
fn a_program_that_does_not_fit_is_refused() {
    let fits = elf(X86_64, &[LOAD]);
    for (bytes, text) in [
        (elf(AARCH64, &[LOAD]), "is for another machine than x86_64-unknown-linux-gnu\n"),
        (elf(X86_64, &[LOAD, INTERPRETER]), "is linked dynamically, so it needs"),
        (b"#!/bin/sh\n".to_vec(), "is no ELF program\n"),
        (fits[..70].to_vec(), "is no ELF program\n"),
        (Vec::new(), "is no ELF program\n"),
    ] {
        let repo = repo();
        program(&repo, &bytes);
        let output = package(&repo).exits(1);
        output.warns(&format!("error: `out/{INTEL}/guard` ")).warns(text).warns("help: ");
        nothing_written(&repo);
    }
}

#[test]
fn a_program_that_is_missing_or_cannot_run_is_refused() {
    let repo = repo();
    let path = format!("out/{INTEL}/guard");
    repo.mode(&path, 0o644);
    package(&repo).exits(1).warns("guard` lacks the run bit\nhelp: set it: `chmod +x`\n");
    repo.remove(&path);
    package(&repo).exits(1).warns("guard` is missing\n");
    repo.write(&format!("{path}/x"), "");
    package(&repo).exits(1).warns("guard` is no file\n");
    nothing_written(&repo);
}

#[test]
fn every_fault_is_told_at_once() {
    let repo = repo();
    repo.edit("canonical/plugin.yaml", "[guard]", "[guard, second, third]").build();
    let output = package(&repo).exits(1).warns("second` is missing");
    output.warns("third` is missing").says_nothing_of("guard` ");
}

#[test]
fn the_target_is_the_folder_if_there_is_one() {
    let repo = repo();
    let arm = "out/aarch64-unknown-linux-musl/guard";
    repo.write(arm, elf(AARCH64, &[LOAD])).executable(arm);
    package(&repo).exits(2).warns("holds folders of 2 targets: `--target` says which");
    nothing_written(&repo);
    repo.run(&["package", "--bin-dir", "out", "--target", "aarch64-unknown-linux-musl"]).exits(0);
    let path = repo.path("dist/demo-1.0.0-aarch64-unknown-linux-musl.tar.gz");
    assert!(unpacked(&path).keys().any(|path| path.ends_with("linux-musl/guard")));
    repo.run(&["package", "--target", "x86_64-pc-windows-msvc"]).exits(2).warns("a triple for");
    repo.run(&["package", "--bin-dir", "nowhere"]).exits(2).warns("cannot list `nowhere`");
}

#[test]
fn one_host_alone_gets_a_bundle_of_its_own() {
    let repo = repo();
    repo.run(&["package", "--bin-dir", "out", "--host", "codex"]).exits(0);
    let files = unpacked(&repo.path(ARCHIVE));
    assert!(files.keys().all(|path| !path.contains("claude")), "{:?}", files.keys());
    assert!(files.keys().any(|path| path.ends_with(&format!("codex/bin/{INTEL}/guard"))));
}

#[test]
fn a_plugin_without_programs_needs_no_target() {
    let repo = Repo::with_skill();
    repo.build();
    let output = repo.run(&["package"]).exits(0).warns("with 0 programs");
    output.warns("without marketplace.yaml no host can install");
    assert_eq!(unpacked(&repo.path("dist/demo-1.0.0.tar.gz")).len(), 5);
    repo.is_clean();
}

#[test]
fn each_of_several_plugins_gets_its_own_programs() {
    let repo = Repo::empty();
    for (name, program) in [("one", "guard"), ("two", "watch")] {
        let config = PLUGIN.replace("demo", name) + &format!("programs: [{program}]\n");
        repo.write(&format!("canonical/{name}/plugin.yaml"), config);
        let path = format!("out/{INTEL}/{program}");
        repo.write(&path, elf(X86_64, &[LOAD])).executable(&path);
    }
    repo.write("canonical/marketplace.yaml", MARKETPLACE).build();
    package(&repo).exits(0);
    let files = unpacked(&repo.path(&format!("dist/demo-market-1.0.0-{INTEL}-static.tar.gz")));
    let programs: Vec<&str> =
        files.keys().filter_map(|path| path.split_once("/plugins/claude/").map(|p| p.1)).collect();
    let programs: Vec<&&str> = programs.iter().filter(|path| path.contains("/bin/")).collect();
    assert_eq!(
        programs,
        [&"one/bin/x86_64-unknown-linux-gnu/guard", &"two/bin/x86_64-unknown-linux-gnu/watch"]
    );
}

#[test]
fn a_program_is_named_and_has_a_free_place() {
    let repo = repo();
    for name in ["../guard", "bin/guard", "..", "/guard"] {
        let config = format!("{PLUGIN}programs: [\"{name}\"]\n");
        repo.write("canonical/plugin.yaml", config).build();
        package(&repo).exits(2).warns(&format!("`{name}` in `programs` of plugin.yaml is no file"));
    }
    repo.write("canonical/plugin.yaml", format!("{PLUGIN}programs: [guard]\n"));
    repo.write(&format!("canonical/files/bin/{INTEL}/guard"), "mine").build();
    package(&repo).exits(2).warns("is in the tree already");
    nothing_written(&repo);
}

#[test]
fn cargo_compiles_what_no_folder_holds_and_the_launcher_starts_it() {
    let repo = repo();
    let launcher = Path::new(env!("CARGO_MANIFEST_DIR")).join("canonical/files/bin");
    let launcher = fs::read(launcher.join("enforce-worktree")).expect("a launcher");
    repo.write("canonical/files/bin/guard", launcher).build();
    // No dependencies, so that nothing is fetched.
    repo.write("Cargo.toml", "[workspace]\nmembers = [\"hooks\"]\n");
    let manifest = "[package]\nname = \"hooks\"\nversion = \"0.0.0\"\nedition = \"2024\"\n";
    repo.write("hooks/Cargo.toml", manifest).write("hooks/src/lib.rs", "");
    let lock = "version = 4\n\n[[package]]\nname = \"hooks\"\nversion = \"0.0.0\"\n";
    let output = repo.run(&["package", "--target", INTEL]).exits(2);
    output.warns("`cargo generate-lockfile` writes it");
    repo.write("Cargo.lock", lock);
    repo.run(&["package", "--target", INTEL]).exits(2).warns("has a binary named `guard`");

    let source = "fn main() { print!(\"{:?}\", std::env::args().skip(1).collect::<Vec<_>>()); }\n";
    repo.write("hooks/src/bin/guard.rs", source);
    let line = repo.run(&["package"]).exits(0).out;
    let archive = line.trim_end().split_once("  ").expect("a sum and a path").1.to_owned();
    unpack(&repo, &archive);
    let name = Path::new(&archive).file_name().and_then(|name| name.to_str()).expect("a name");
    let folder = repo.beside().join(name.trim_end_matches(".tar.gz"));
    for host in ["claude", "codex"] {
        let mut guard = Command::new(folder.join("plugins").join(host).join("bin/guard"));
        let output = guard.args(["--host", host]).env_clear().output().expect("a launcher");
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("[\"--host\", \"{host}\"]"));
    }
}

fn unpack(repo: &Repo, archive: &str) {
    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(repo.path(archive)).current_dir(repo.beside());
    assert!(tar.status().expect("tar").success());
}
