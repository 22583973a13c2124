//! Brings up `tests/hosts/node_modules` from the lock file: once per lock file and machine, however
//! many tests and test processes ask at the same time.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use super::run::run_for;

/// Half a gigabyte comes over the network on a fresh machine (25 s on ours).
const LIMIT: Duration = Duration::from_mins(15);

const BY_HAND: &str = "\nInstall the hosts with `npm ci --prefix tests/hosts` (npm comes with \
                       Node.js 20 or later), or set CVG_SKIP_HOSTS=1 to leave these tests out.";

/// The installed packages, or `None` where the tests are left out, after saying so.
///
/// Panics when the hosts should be here and are not: a silent skip would look like a pass.
pub(crate) fn node_modules() -> Option<&'static Path> {
    // One answer for the process, so that neither a notice nor a failed download is repeated.
    static INSTALLED: OnceLock<Result<Option<PathBuf>, String>> = OnceLock::new();
    match INSTALLED.get_or_init(install_unless_left_out) {
        Ok(path) => path.as_deref(),
        Err(message) => panic!("{message}{BY_HAND}"),
    }
}

fn install_unless_left_out() -> Result<Option<PathBuf>, String> {
    if std::env::var_os("CVG_SKIP_HOSTS").is_some_and(|value| value == "1") {
        say("real hosts: skipped, since CVG_SKIP_HOSTS=1");
        return Ok(None);
    }
    if platform().is_none() {
        say("real hosts: skipped, since the pinned hosts are not published for this platform");
        return Ok(None);
    }
    install().map(Some)
}

/// This machine as the hosts' npm packages name it, if they are published for it.
pub(crate) fn platform() -> Option<String> {
    let os = match std::env::consts::OS {
        "linux" => "linux",
        "macos" => "darwin",
        _ => return None,
    };
    let cpu = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        _ => return None,
    };
    Some(format!("{os}-{cpu}"))
}

fn install() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts");
    // Any file would do as the lock between processes; this one is there and npm only reads it.
    let lock = File::open(folder.join("package.json")).map_err(|error| error.to_string())?;
    lock.lock().map_err(|error| format!("locking tests/hosts/package.json: {error}"))?;

    let modules = folder.join("node_modules");
    let wanted = fs::read(folder.join("package-lock.json")).map_err(|error| error.to_string())?;
    // The stamp is the whole lock file as it was installed, with nothing to compute or to collide.
    // `npm ci` begins by emptying node_modules, so a broken installation never keeps its stamp.
    let stamp = modules.join(".installed-package-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(modules);
    }

    if let Err(error) = Command::new("npm").arg("--version").output() {
        return Err(match error.kind() {
            ErrorKind::NotFound => "npm is not on PATH.".to_owned(),
            _ => format!("npm does not start: {error}"),
        });
    }
    say("real hosts: npm ci --prefix tests/hosts (once; about 500 MB to fetch)");
    let mut npm = Command::new("npm");
    npm.args(["ci", "--prefix", "tests/hosts"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let ran = run_for(&mut npm, LIMIT);
    if !ran.is_success() {
        return Err(ran.to_string());
    }
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(modules)
}

/// Tells the person who runs the tests, past the capture of libtest, which would keep it from
/// them as long as the test passes.
fn say(message: &str) {
    // Without a stderr there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "{message}");
}
