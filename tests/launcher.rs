//! The launcher in each tree's `bin/`, started as the hosts start it.
//!
//! Its programs are scripts here that say who they are: what counts is which one it
//! becomes, with which arguments, and what it says when there is none.
#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

const NAME: &str = "enforce-worktree";
/// Where `mkdir` is.
const SYSTEM: &str = "/usr/bin:/bin";
/// What the hosts send when a session starts; Codex ends it without a line feed.
const START: &str =
    r#"{"session_id":"0a-1","cwd":"/x","hook_event_name":"SessionStart","source":"startup"}"#;

/// A plugin with our launcher and every other place where a program may be, all of
/// them below a folder whose name needs quotes.
struct Scene {
    outer: tempfile::TempDir,
}

impl Scene {
    fn new() -> Self {
        let scene = Self { outer: tempfile::tempdir().expect("a temporary folder") };
        for folder in ["home", "plugin/bin", "cwd"] {
            fs::create_dir_all(scene.path(folder)).expect("a folder");
        }
        fs::copy(rendered("claude"), scene.launcher()).expect("the launcher is rendered");
        scene
    }

    fn path(&self, path: &str) -> PathBuf {
        self.outer.path().join("Größe $x 'a\" b").join(path)
    }

    fn launcher(&self) -> PathBuf {
        self.path("plugin/bin").join(NAME)
    }

    /// A program that prints `who` and its arguments.
    fn program(&self, folder: &str, who: &str) {
        let script = format!("#!/bin/sh\nprintf '%s' '{who}'\nprintf ' <%s>' \"$@\"\n");
        fs::create_dir_all(self.path(folder)).expect("a folder");
        let path = self.path(folder).join(NAME);
        fs::write(&path, script).expect("a file");
        mode(&path, 0o755);
    }

    /// The launcher, in an environment with nothing but HOME and PATH.
    fn command(&self, args: &[&str]) -> Command {
        self.prepare(Command::new(self.launcher()), args)
    }

    fn prepare(&self, mut command: Command, args: &[&str]) -> Command {
        command.args(args).env_clear().env("PATH", SYSTEM).env("HOME", self.path("home"));
        command.current_dir(self.path("cwd"));
        command
    }

    /// What the launcher says when a session starts and there is no program.
    fn start(&self, input: &str) -> Said {
        let mut command = self.command(&["--notice", "--host", "codex"]);
        play(command.env("PLUGIN_DATA", self.path("data")), input)
    }
}

/// The committed launcher of a host.
fn rendered(host: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("plugins").join(host).join("bin").join(NAME)
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
}

#[derive(Debug, PartialEq, Eq)]
struct Said {
    out: String,
    err: String,
    code: Option<i32>,
}

impl Said {
    fn silent() -> Self {
        Self { out: String::new(), err: String::new(), code: Some(0) }
    }

    fn of(out: &str) -> Self {
        Self { out: out.to_owned(), ..Self::silent() }
    }

    /// Is it the one message to the user, as both hosts take it?
    fn is_notice(&self) -> bool {
        let Ok(Value::Object(answer)) = serde_json::from_str(&self.out) else { return false };
        let text = answer.get("systemMessage").and_then(Value::as_str).unwrap_or_default();
        assert!(text.contains(NAME) && text.contains("cargo install"), "{text}");
        // Codex refuses keys that it does not know.
        answer.len() == 1 && self.err.is_empty() && self.code == Some(0)
    }
}

fn play(command: &mut Command, input: &str) -> Said {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the launcher starts");
    // A program that does not read its input may be gone already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the launcher ends");
    Said {
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
        code: output.status.code(),
    }
}

/// The folder of a bundle for this machine, as Rust names it.
fn own_target() -> String {
    let arch = std::env::consts::ARCH;
    let rest = if cfg!(target_os = "macos") { "apple-darwin" } else { "unknown-linux-gnu" };
    format!("plugin/bin/{arch}-{rest}")
}

#[test]
fn every_launcher_is_the_same_text() {
    let canonical = Path::new(env!("CARGO_MANIFEST_DIR")).join("canonical/files/bin");
    let text = fs::read_to_string(rendered("claude")).expect("the launcher is rendered");
    assert_eq!(fs::read_to_string(rendered("codex")).expect("the launcher is rendered"), text);
    for entry in fs::read_dir(canonical).expect("canonical/files/bin").flatten() {
        let path = entry.path();
        assert_eq!(fs::read_to_string(&path).expect("text"), text, "{}", path.display());
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o755, "{}", path.display());
    }
}

#[test]
fn the_places_are_looked_at_in_order() {
    let scene = Scene::new();
    let folders = ["named", &own_target(), "home/.cargo/bin", "on path"];
    for folder in folders {
        scene.program(folder, folder);
    }
    let path = format!("{SYSTEM}:{}", scene.path("on path").display());
    for folder in folders {
        let mut command = scene.command(&["--host", "claude"]);
        let command = command.env("PATH", &path).env("CVG_BIN_DIR", scene.path("named"));
        assert_eq!(play(command, ""), Said::of(&format!("{folder} <--host> <claude>")));
        fs::remove_dir_all(scene.path(folder)).expect("a folder that can go");
    }
}

#[test]
fn arguments_and_input_arrive_as_they_were() {
    let scene = Scene::new();
    scene.program("home/.cargo/bin", "cargo");
    let args = ["--host", "codex", "", "a  b", "*", "-n", "'\"$HOME`"];
    let expected = "cargo <--host> <codex> <> <a  b> <*> <-n> <'\"$HOME`>";
    assert_eq!(play(&mut scene.command(&args), ""), Said::of(expected));
    // Only the launcher takes this one.
    let mut command = scene.command(&["--notice", "--host", "codex"]);
    assert_eq!(play(&mut command, START), Said::of("cargo <--host> <codex>"));
    let path = scene.path("home/.cargo/bin").join(NAME);
    fs::write(&path, "#!/bin/sh\ncat; exit 7\n").expect("a file");
    let said = play(&mut scene.command(&["--host", "codex"]), "no\nline end");
    assert_eq!((said.out.as_str(), said.code), ("no\nline end", Some(7)));
}

#[test]
fn cargo_may_have_another_home() {
    let scene = Scene::new();
    scene.program("other/bin", "other");
    let mut command = scene.command(&["--host", "claude"]);
    let command = command.env("CARGO_HOME", scene.path("other"));
    assert_eq!(play(command, ""), Said::of("other <--host> <claude>"));
}

#[test]
fn a_bundle_for_another_machine_is_passed_over() {
    let scene = Scene::new();
    scene.program("plugin/bin/sparc-unknown-linux-gnu", "another processor");
    scene.program(&format!("plugin/bin/{}-pc-windows-msvc", std::env::consts::ARCH), "windows");
    let mut command = scene.command(&["--host", "claude"]);
    assert_eq!(play(&mut command, ""), Said::silent());
    scene.program(&own_target(), "own");
    assert_eq!(play(&mut command, ""), Said::of("own <--host> <claude>"));
}

#[test]
fn what_cannot_be_run_is_passed_over() {
    let scene = Scene::new();
    scene.program("named", "named");
    mode(&scene.path("named").join(NAME), 0o644);
    fs::create_dir_all(scene.path(&own_target()).join(NAME)).expect("a folder");
    scene.program("home/.cargo/bin", "cargo");
    let mut command = scene.command(&["--host", "claude"]);
    let command = command.env("CVG_BIN_DIR", scene.path("named"));
    assert_eq!(play(command, ""), Said::of("cargo <--host> <claude>"));
}

#[test]
fn the_session_folder_offers_no_programs() {
    let scene = Scene::new();
    for folder in ["cwd", "cwd/tools"] {
        scene.program(folder, "a repository's own");
    }
    let mut command = scene.command(&["--host", "claude"]);
    let command = command.env("PATH", format!("::.:tools:{SYSTEM}:")).env("CVG_BIN_DIR", "tools");
    assert_eq!(play(command, ""), Said::silent());
}

#[test]
fn no_launcher_starts_itself_or_another_one_for_ever() {
    let scene = Scene::new();
    // Claude Code puts every plugin's bin/ on PATH, this one's too; people make links.
    let (own, other) = (scene.path("plugin/bin"), scene.path("other plugin/bin"));
    fs::create_dir_all(&other).expect("a folder");
    fs::copy(scene.launcher(), other.join(NAME)).expect("a copy");
    fs::create_dir_all(scene.path("links")).expect("a folder");
    symlink(scene.launcher(), scene.path("links").join(NAME)).expect("a link");
    symlink(&own, scene.path("alias")).expect("a link");
    let folders = [own.clone(), other.clone(), scene.path("links"), scene.path("alias")];
    let folders: Vec<String> = folders.iter().map(|path| path.display().to_string()).collect();
    let path = format!("{}:{SYSTEM}", folders.join(":"));
    for named in [&own, &other] {
        let mut command = scene.command(&["--host", "claude"]);
        let command = command.env("PATH", &path).env("CVG_BIN_DIR", named);
        assert_eq!(play(command, ""), Said::silent());
    }
    // Behind all of them there is still the program.
    scene.program("last", "last");
    let path = format!("{path}:{}", scene.path("last").display());
    let mut command = scene.command(&["--host", "claude"]);
    let command = command.env("PATH", &path).env("CVG_BIN_DIR", &other);
    assert_eq!(play(command, ""), Said::of("last <--host> <claude>"));
    // And what a program starts finds it again, as in a session within a session.
    let script = format!("#!/bin/sh\n[ $# = 0 ] && echo inner || {NAME}\n");
    fs::write(scene.path("last").join(NAME), script).expect("a file");
    assert_eq!(play(command, ""), Said::of("inner\n"));
}

#[test]
fn without_a_program_a_tool_call_goes_on_in_silence() {
    let scene = Scene::new();
    let mut command = scene.command(&["--host", "claude"]);
    // More than a pipe holds: nobody reads it, and nothing waits.
    assert_eq!(play(&mut command, &"x".repeat(1 << 20)), Said::silent());
    assert!(!scene.path("data").exists());
}

#[test]
fn the_user_is_told_once_a_session() {
    let scene = Scene::new();
    assert!(scene.start(START).is_notice());
    assert_eq!(scene.start(START), Said::silent());
    assert_eq!(scene.start(&START.replace("startup", "compact")), Said::silent());
    assert!(scene.start(&START.replace("0a-1", "0a-2")).is_notice());
    // As text with line ends, which no host sends today.
    let lines = START.replace(',', ",\n ").replace(':', ": ");
    assert_eq!(scene.start(&lines), Said::silent());
    // Both hosts forbid or regret a file in the plugin's own folder.
    let own: Vec<_> = fs::read_dir(scene.path("plugin/bin")).expect("a folder").collect();
    assert_eq!(own.len(), 1);
}

#[test]
fn hooks_that_start_together_tell_once() {
    let scene = Scene::new();
    let said: Vec<Said> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| scene.start(START))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!(said.iter().filter(|said| said.is_notice()).count(), 1, "{said:?}");
}

#[test]
fn without_a_place_to_remember_the_user_is_still_told() {
    let scene = Scene::new();
    // Also for root, whom no mode keeps out: a file stands where the folder should be.
    fs::write(scene.path("data"), "").expect("a file");
    assert!(scene.start(START).is_notice());
    // No data folder, no identifier, an identifier that would be a path.
    let mut command = scene.command(&["--notice", "--host", "claude"]);
    assert!(play(&mut command, START).is_notice());
    fs::remove_file(scene.path("data")).expect("a file that can go");
    for input in ["", "{}", "{\"session_id\":\"\"}", "\u{0}", "{\"session_id\":\"../../x\"}"] {
        assert!(scene.start(input).is_notice(), "{input}");
        assert!(!scene.path("data").exists() && !scene.path("x").exists(), "{input}");
    }
}

#[test]
fn the_marks_of_old_sessions_do_not_pile_up() {
    let scene = Scene::new();
    fs::create_dir_all(scene.path("data/told")).expect("a folder");
    for number in 0..150 {
        fs::write(scene.path(&format!("data/told/{number}")), "").expect("a file");
    }
    assert!(scene.start(START).is_notice());
    assert_eq!(fs::read_dir(scene.path("data/told")).expect("a folder").count(), 1);
    assert_eq!(scene.start(START), Said::silent());
}

#[test]
fn a_person_is_told_on_the_terminal() {
    let scene = Scene::new();
    for args in [&[][..], &["--explain"], &["--help"]] {
        let said = play(&mut scene.command(args), "");
        assert_eq!((said.out.as_str(), said.code), ("", Some(127)));
        assert!(said.err.starts_with("enforce-worktree is not installed. "), "{}", said.err);
    }
}

#[test]
fn every_shell_reads_it_alike() {
    let scene = Scene::new();
    scene.program(&own_target(), "own");
    let shells: [&[&str]; 7] = [
        &["/bin/sh"],
        &["/bin/dash"],
        &["/bin/bash", "--posix"],
        &["/bin/busybox", "sh"],
        &["/bin/ksh"],
        &["/bin/zsh", "--emulate", "sh"],
        &["/bin/yash"],
    ];
    let found = shells.iter().filter(|shell| Path::new(shell[0]).exists());
    for shell in found {
        let run = |script: &Path, args: &[&str], input: &str| {
            let mut command = Command::new(shell[0]);
            command.args(&shell[1..]).arg(script);
            let mut command = scene.prepare(command, args);
            play(command.env("PLUGIN_DATA", scene.path("data")), input)
        };
        let said = run(&scene.launcher(), &["--host", "claude", "a  b"], "");
        assert_eq!(said, Said::of("own <--host> <claude> <a  b>"), "{shell:?}");
        // Its own name without a folder, and with one that is relative.
        let copy = scene.path("cwd").join(NAME);
        fs::copy(scene.launcher(), &copy).expect("a copy");
        for script in [NAME.to_owned(), format!("./{NAME}")] {
            let said = run(Path::new(&script), &["--host", "claude"], "");
            assert_eq!(said, Said::silent(), "{shell:?} {script}");
        }
        let first = run(&copy, &["--notice", "--host", "claude"], START);
        assert!(first.is_notice(), "{shell:?} {first:?}");
        let second = run(&copy, &["--notice", "--host", "claude"], START);
        assert_eq!(second, Said::silent(), "{shell:?}");
        fs::remove_dir_all(scene.path("data")).expect("a folder that can go");
    }
}
