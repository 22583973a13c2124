//! Package managers, build tools and services: which of their subcommands only answer
//! a question. What else they do is the project's business, or the machine's.

use crate::shell::Word;

use super::args::{Arguments, Style};
use super::files::enter;
use super::found::Found;
use crate::table::{Table, one_of, packed};

/// Programs that run what the project says.
const BUILDERS: &str = "make gmake bmake ninja meson cmake ctest bazel bazelisk buck2 gradle gradlew \
     mvn mvnw ant sbt lein rake thor task tox nox invoke pre-commit lefthook husky vite webpack \
     rollup turbo nx lerna jest vitest mocha playwright cypress pytest py.test phpunit artisan \
     mix rebar3 stack cabal dune zig swift xcodebuild flutter dotnet msbuild docker-compose just \
     nix nix-build nix-shell earthly skaffold tilt tsc prek";

/// The last family: whatever is called so does what the project says.
pub(super) fn build(name: &str, words: &[Word], found: &mut Found) -> bool {
    let known = one_of(name, BUILDERS);
    if known {
        // `make`, `ninja` and `just` are told so where to work.
        let args = Arguments::parse(words, "Cfdj directory working-directory", Style::Gnu);
        let enters = name.ends_with("make") || matches!(name, "ninja" | "just");
        enter(found, args.value("C d directory working-directory").filter(|_| enters));
        found.opaque(format!("`{name}` runs what the project says"));
    }
    known
}

static PACKED: Table<2, ()> = packed!(QUERIES, |row| [row.0, row.1], () => ());

/// What is read only, a line per program.
const QUERIES: &[(&str, &str)] = &[
    (
        "cargo",
        "metadata tree search help locate-project pkgid read-manifest verify-project info version --list --version -V -vV owner login logout",
    ),
    (
        "npm",
        "ls list view info show v outdated whoami root prefix bin search explain why ping help -v config docs repo doctor fund query sbom",
    ),
    ("pnpm", "ls list why outdated root bin help -v licenses store config la ll"),
    ("yarn", "list why info outdated bin help -v config versions workspaces"),
    ("bun", "pm outdated why -v --revision help"),
    ("go", "list env version vet doc help"),
    ("deno", "info check doc lint types -V help"),
    ("uv", "tree version help pip-list python-list --version -V"),
    ("poetry", "show env about check search version help list"),
    ("bundle", "list info outdated show check help platform env"),
    ("rustup", "show which doc component target toolchain check help"),
    ("pip", "list show freeze check search index config debug help inspect"),
    ("pip3", "list show freeze check search index config debug help inspect"),
    (
        "brew",
        "list info search deps uses outdated config doctor leaves home help ls --prefix --cellar",
    ),
    ("apt", "list search show policy depends rdepends"),
    ("apt-get", "changelog check"),
    ("dpkg", "-l -L -s -S --list --status --listfiles --search --print-architecture"),
    ("gem", "list search info environment env outdated which help specification"),
    ("docker", "ps images logs inspect version info stats top port events history search diff"),
    ("podman", "ps images logs inspect version info stats top port events history search diff"),
    (
        "kubectl",
        "get describe logs top version api-resources api-versions cluster-info explain config auth",
    ),
    ("helm", "list status get history search show version env lint template"),
    (
        "systemctl",
        "status is-active is-enabled is-failed list-units list-unit-files show cat start stop restart reload",
    ),
    (
        "tmux",
        "ls list-sessions list-windows list-panes capture-pane has-session display-message kill-session kill-window kill-pane kill-server attach rename-session rename-window select-pane select-window",
    ),
    ("mise", "ls current where which doctor version"),
    ("conda", "list info search env config"),
];

/// What is not in the list of queries is opaque.
pub(super) fn queries(name: &str, words: &[Word], found: &mut Found) {
    let sub = words.iter().find_map(|word| word.text().filter(|text| !text.starts_with('-')));
    let first = words.first().and_then(Word::text);
    let known = PACKED.rows().find(|([program, _], ())| *program == name);
    let known = known.is_some_and(|([_, list], ())| {
        let in_list = |sub: Option<&str>| sub.is_some_and(|sub| one_of(sub, list));
        in_list(sub) || in_list(first)
    });
    if !known && !words.is_empty() {
        found.opaque(match sub {
            Some(sub) => format!("`{name} {sub}` does what the project says"),
            None => format!("`{name}` does what the project says"),
        });
    }
}
