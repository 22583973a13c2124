//! Node: the package managers, and the tools that version and publish packages.

use super::What;
use super::call::{Call, Made, asks_for_help, bare, from_operand, is_false, is_on};
use super::rule::{Rule, Rules, addressed, rules};
use crate::effects::args::{Arguments, Spec};
use crate::shell::{Place, Word};

const NPM: &str = "npm";

/// Tools that a project has as dependencies: `npx lerna publish`, `yarn lerna publish`.
static TOOLS: Rules = rules!(&[
    Rule::publishes("lerna", "publish", NPM).takes("", LERNA),
    Rule::tags("lerna", "version").takes("", LERNA).unless("no-git-tag-version"),
    Rule::publishes("changeset changesets", "publish", NPM).takes("", "otp tag"),
    Rule::tags("changeset changesets", "tag"),
    Rule::publishes("semantic-release", "", NPM)
        .takes("bretp", "branches repository-url tag-format extends plugins")
        .unless("d dry-run noop print print-tag print-last-released"),
    Rule::publishes("np", "", NPM).takes("", "tag branch message").unless("preview"),
    Rule::publishes("release-it", "", NPM)
        .takes("ciV", "config increment preRelease plugins")
        .unless("d dry-run changelog release-version v version"),
    Rule::tags("standard-version commit-and-tag-version", "")
        .takes("rpitm", "release-as prerelease infile tag-prefix message preset path packageFiles")
        .unless("dry-run skip.tag version"),
    Rule::publishes("nx", "release", NPM)
        .takes("pg", "projects groups tag otp")
        .unless("d dry-run"),
    Rule::publishes("beachball", "publish", NPM).takes("rbtn", "registry branch tag token"),
    Rule::publishes("rush", "publish", NPM).takes("bnrt", RUSH).when("p publish include-all"),
    Rule::tags("bumpp", "").takes("", "preid commit tag push").unless("dry-run no-tag version"),
    Rule::releases("auto", "shipit|release|latest|canary|next").unless("d dry-run"),
    Rule::publishes("jsr", "publish", "JSR").takes("", "token config"),
    Rule::publishes("deno", "publish", "JSR").takes("c", "token config"),
    Rule::publishes("vsce", "publish", "the Visual Studio Marketplace").takes("pitow", VSCE),
    Rule::publishes("ovsx", "publish", "Open VSX").takes("pitr", "pat packagePath target"),
    Rule::releases("release-please", "github-release").takes("", "token repo-url"),
]);

const LERNA: &str = "dist-tag preid registry otp contents git-remote message tag-version-prefix \
     pre-dist-tag canary concurrency loglevel scope ignore since allow-branch";
const RUSH: &str = "target-branch npm-auth-token registry tag set-access-level version-policy \
     prerelease-name partial-prerelease suffix";
const VSCE: &str = "pat packagePath target out baseContentUrl baseImagesUrl readme-path message";

/// The options of the package managers that take a value.
const OPTIONS: &str = "prefix dir cwd workspace filter filter-prod tag access otp registry loglevel \
     cache userconfig globalconfig message preid tag-version-prefix provenance-file scope reporter \
     publish-branch new-version config workspace-concurrency auth-type env-file";

/// Judges the package managers and their tools.
pub(super) fn judge(call: &Call<'_>) -> Option<Made> {
    match call.name {
        "npm" | "pnpm" | "yarn" | "yarnpkg" | "bun" => manager(call),
        // `npx @changesets/cli publish`
        "cli" if call.command.words.iter().chain(call.words).any(is_changesets) => {
            Rule::judge(&TOOLS, &call.of("changeset", call.words))
        }
        _ => Rule::judge(&TOOLS, call),
    }
}

fn is_changesets(word: &Word) -> bool {
    word.prefix().starts_with("@changesets/cli")
}

fn spec(name: &str) -> Spec {
    match name {
        "npm" => Spec::new("Cwm", OPTIONS),
        "pnpm" => Spec::new("CF", OPTIONS),
        "bun" => Spec::new("Fc", OPTIONS),
        _ => Spec::new("m", OPTIONS),
    }
}

fn manager(call: &Call<'_>) -> Option<Made> {
    let args = Arguments::of(call.words, &spec(call.name));
    if asks_for_help(&args) {
        return None;
    }
    let place = addressed(call, &args, "prefix C dir cwd", "");
    let sub = args.operand(0)?;
    let dry = is_on(&args, "n dry-run") || set(call, "npm_config_dry_run", |word| !is_false(word));
    let publishes =
        || Made { what: What::Publish { registry: NPM }, place: published(&place, &args) };
    match (call.name, sub) {
        ("npm", sub) if is_command(sub, "publish", "pu") => (!dry).then(publishes),
        ("npm", sub) if is_command(sub, "version", "ver") || sub == "verison" => {
            version(call, &args, place)
        }
        ("pnpm" | "yarn" | "yarnpkg" | "bun", "publish") => (!dry).then(publishes),
        ("pnpm", "version") => version(call, &args, place),
        ("pnpm", "recursive" | "multi" | "m") if args.operand(1) == Some("publish") => {
            (!dry).then_some(Made { what: What::Publish { registry: NPM }, place })
        }
        ("yarn" | "yarnpkg", "version") => yarn_version(&args, place),
        ("yarn" | "yarnpkg", "npm" | "workspace" | "workspaces") => {
            (!dry && yarn(&args)).then_some(Made { what: What::Publish { registry: NPM }, place })
        }
        ("bun", "pm") if args.operand(1) == Some("version") && args.operands.len() > 2 => {
            tags(&args).then_some(Made { what: What::Tag { name: None }, place })
        }
        ("yarn" | "yarnpkg" | "bun" | "pnpm", "run") => tool(call, &args, 1, place),
        ("yarn" | "yarnpkg" | "bun" | "pnpm", _) => tool(call, &args, 0, place),
        _ => None,
    }
}

/// npm takes unique beginnings of its commands.
fn is_command(given: &str, name: &str, shortest: &str) -> bool {
    given.starts_with(shortest) && name.starts_with(given)
}

/// A tool of the project, without `exec`.
fn tool(call: &Call<'_>, args: &Arguments<'_>, at: usize, place: Place) -> Option<Made> {
    let name = bare(args.operand(at)?);
    let words = from_operand(call.words, args, at).get(1..).unwrap_or_default();
    let tool = Call { cwd: place, ..call.of(name, words) };
    Rule::judge(&TOOLS, &tool)
}

/// `yarn npm publish`, `yarn workspace pkg publish`, `yarn workspaces foreach npm publish`
fn yarn(args: &Arguments<'_>) -> bool {
    let rest = args.operands.get(1..).unwrap_or_default();
    let texts: Vec<&str> = rest.iter().map(|word| word.prefix()).collect();
    match args.operand(0) {
        Some("npm") => texts.first() == Some(&"publish"),
        Some("workspace") => matches!(texts[..], [_, "publish", ..] | [_, "npm", "publish", ..]),
        _ => {
            texts.first() == Some(&"foreach")
                && texts.windows(2).any(|pair| matches!(pair, ["npm", "publish"]))
        }
    }
}

/// The folder whose package is published: `npm publish packages/cli`. A tarball is published
/// from where it was made.
fn published(place: &Place, args: &Arguments<'_>) -> Place {
    let Some(word) = args.operands.get(1) else { return place.clone() };
    let text = word.prefix();
    let is_file = text.ends_with(".tgz") || text.ends_with(".tar.gz");
    match place.resolve(word) {
        Place::At(path) if !is_file && path.is_dir() => Place::At(path),
        _ => place.clone(),
    }
}

/// `npm version patch` makes a commit and a tag. Without a version it only tells.
fn version(call: &Call<'_>, args: &Arguments<'_>, place: Place) -> Option<Made> {
    let off = set(call, "npm_config_git_tag_version", is_false);
    (args.operands.len() > 1 && tags(args) && !off)
        .then_some(Made { what: What::Tag { name: None }, place })
}

/// Yarn 1 makes a tag, too; a strategy without dashes is that of its successor, which does not.
fn yarn_version(args: &Arguments<'_>, place: Place) -> Option<Made> {
    let new = "major minor patch premajor preminor prepatch prerelease new-version";
    (args.has(new) && tags(args)).then_some(Made { what: What::Tag { name: None }, place })
}

fn tags(args: &Arguments<'_>) -> bool {
    let named = args.has("git-tag-version no-git-tag-version");
    !named || is_on(args, "git-tag-version")
}

/// Does a variable of the call say so?
fn set(call: &Call<'_>, name: &str, says: impl Fn(&Word) -> bool) -> bool {
    let mut variables = call.command.variables.iter().rev();
    variables.find(|(own, _)| own.eq_ignore_ascii_case(name)).is_some_and(|(_, value)| says(value))
}
