//! Rust: cargo, and the tools that publish crates.

use super::What;
use super::call::{Call, Made, asks_for_help, is_on};
use super::rule::{Rule, Rules, addressed, rules};
use crate::effects::args::{Arguments, Spec};
use crate::shell::Word;

const CRATES: &str = "crates.io";

static RULES: Rules = rules!(&[
    Rule::publishes("cargo", "publish", CRATES)
        .takes("pFjCZ", CARGO)
        .unless("n dry-run")
        .folder("C")
        .file("manifest-path"),
    Rule::publishes("cargo", "workspaces|ws publish", CRATES)
        .takes("pFjCZm", WORKSPACES)
        .folder("C")
        .file("manifest-path"),
    // It makes tags and pushes them.
    Rule::tags("cargo", "workspaces|ws version")
        .takes("pFjCZm", WORKSPACES)
        .unless("no-git-commit no-git-tag")
        .folder("C")
        .file("manifest-path"),
    Rule::publishes("cargo", "smart-release", CRATES)
        .takes("b", "bump bump-dependencies")
        .when("e execute"),
    Rule::publishes("release-plz", "release", CRATES)
        .takes("o", "config manifest-path project-manifest token git-token registry forge repo-url")
        .file("manifest-path project-manifest"),
    Rule::publishes("wasm-pack", "publish|pack-publish", "npm").takes("t", "target access tag"),
]);

const CARGO: &str = "package exclude registry index token features target target-dir manifest-path \
     jobs config color lockfile-path";
const WORKSPACES: &str = "manifest-path config color from-git token registry message tag-prefix \
     individual-tag-prefix tag-msg git-remote allow-branch pre-id exact force include-merged-tags \
     publish-interval";

/// Judges cargo and its tools.
pub(super) fn judge(call: &Call<'_>) -> Option<Made> {
    match call.name.strip_prefix("cargo-") {
        // As cargo starts it, a tool is told its own name once more.
        Some("release") => {
            let again = call.words.first().is_some_and(|word| word.text() == Some("release"));
            release(&call.of("cargo", &call.words[usize::from(again)..]), 0)
        }
        Some(name @ ("workspaces" | "ws" | "smart-release")) => {
            let again = call.words.first().is_some_and(|word| word.text() == Some(name));
            let mut words = vec![Word::known(name)];
            words.extend_from_slice(&call.words[usize::from(again)..]);
            Rule::judge(&RULES, &call.of("cargo", &words))
        }
        _ if call.name == "cargo" => cargo(call),
        _ => Rule::judge(&RULES, call),
    }
}

fn cargo(call: &Call<'_>) -> Option<Made> {
    let words = match call.words.first().map(Word::prefix) {
        Some(toolchain) if toolchain.starts_with('+') => &call.words[1..],
        _ => call.words,
    };
    let call = call.of("cargo", words);
    Rule::judge(&RULES, &call).or_else(|| release(&call, 1))
}

/// `cargo release 1.2.0 --execute`: without `--execute` it only shows what it would do.
/// `skipped` operands come before those of cargo-release.
fn release(call: &Call<'_>, skipped: usize) -> Option<Made> {
    let spec = Spec::new(
        "pCZcmjF",
        "package exclude manifest-path config metadata prev-tag-name tag-prefix tag-name \
         push-remote registry certs-source allow-branch isolated color target features",
    );
    let args = Arguments::of(call.words, &spec);
    if skipped == 1 && args.operand(0) != Some("release") || asks_for_help(&args) {
        return None;
    }
    let on = |names| is_on(&args, names);
    let without = |name: &str| args.has(name);
    let what = match args.operand(skipped) {
        _ if !on("x execute") || on("n dry-run") => return None,
        Some(
            "changes" | "version" | "replace" | "hook" | "commit" | "owner" | "config" | "help",
        ) => {
            return None;
        }
        Some("tag") => What::Tag { name: None },
        Some("push") => What::PushTags,
        Some("publish") => What::Publish { registry: CRATES },
        _ if !without("no-publish") => What::Publish { registry: CRATES },
        _ if !without("no-tag") => What::Tag { name: None },
        _ => return None,
    };
    Some(Made { what, place: addressed(call, &args, "C", "manifest-path") })
}
