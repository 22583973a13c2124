//! Everything else that makes releases: goreleaser, the JVM, Ruby, containers and more.

use super::What;
use super::call::{Call, Made, asks_for_help, is_false, is_on};
use super::rule::{Rule, Rules, addressed, rules};
use crate::effects::args::{Arguments, Spec, Style};
use crate::shell::Word;

static RULES: Rules = rules!(&[
    Rule::releases("goreleaser", "release|r").takes("fpk", GORELEASER).unless(GORELEASER_DRY),
    Rule::releases("goreleaser", "publish|continue")
        .takes("fpk", GORELEASER)
        .unless(GORELEASER_DRY),
    Rule::publishes("gem", "push", "RubyGems").takes("kpC", "key host otp http-proxy config-file"),
    Rule::publishes("helm", "push|cm-push", "a chart repository").takes("n", HELM),
    Rule::publishes("dotnet", "nuget push", "NuGet").takes("skt", NUGET),
    Rule::publishes("nuget", "push", "NuGet").takes("", "Source ApiKey Timeout"),
    Rule::publishes("mix", "hex.publish", "Hex").takes("", "organization"),
    Rule::publishes("dart flutter", "pub publish|lish", "pub.dev")
        .takes("nC", "directory server")
        .unless("n dry-run")
        .folder("C directory"),
    Rule::publishes("pod", "trunk push", "CocoaPods").takes("", "swift-version"),
    Rule::publishes("lein", "deploy", "Clojars"),
    Rule::publishes("luarocks", "upload", "LuaRocks").takes("", "api-key temp-key sign"),
    Rule::publishes("cabal", "upload", "Hackage")
        .takes("utp", "username password token")
        .when("publish"),
    Rule::releases("jreleaser", "full-release|release|deploy|publish")
        .takes("cgsrpd", JRELEASER)
        .unless("n dryrun dry-run"),
    Rule::tags("cog", "bump")
        .takes("", "version pre build config hook-profile package")
        .unless("d dry-run"),
    Rule::releases("knope", "release"),
    Rule::publishes("clojure clj", "-T:build deploy", "Clojars"),
]);

const GORELEASER: &str = "config parallelism release-notes release-header release-footer \
     release-notes-tmpl release-header-tmpl release-footer-tmpl timeout key skip id dist";
const GORELEASER_DRY: &str = "snapshot nightly-dry skip-publish prepare split";
const HELM: &str =
    "ca-file cert-file key-file username password namespace kubeconfig version registry-config";
const NUGET: &str = "source api-key timeout symbol-source symbol-api-key";
const JRELEASER: &str = "config-file git-root-search basedir output-directory select-current-platform \
     distribution packager releaser";

/// Judges what belongs to no other family.
pub(super) fn judge(call: &Call<'_>) -> Option<Made> {
    match call.name {
        "goreleaser" => goreleaser(call),
        "mvn" | "mvnw" | "mvnd" | "mvnDebug" => maven(call),
        "gradle" | "gradlew" => gradle(call),
        "sbt" => sbt(call),
        _ => Rule::judge(&RULES, call),
    }
}

/// `--snapshot` and `--skip=publish` release nothing. Without a subcommand it releases, too.
fn goreleaser(call: &Call<'_>) -> Option<Made> {
    let args = Arguments::of(call.words, &Spec::new("fpk", GORELEASER));
    let skips = args
        .values("skip")
        .filter_map(Word::text)
        .any(|list| list.split(',').any(|own| own.trim() == "publish"));
    if skips {
        return None;
    }
    if args.operands.is_empty() && args.has("clean rm-dist") {
        return goreleaser_alone(call);
    }
    Rule::judge(&RULES, call)
}

fn goreleaser_alone(call: &Call<'_>) -> Option<Made> {
    let mut words = vec![Word::known("release")];
    words.extend_from_slice(call.words);
    Rule::judge(&RULES, &call.of("goreleaser", &words))
}

/// Options of Maven that take a value; long ones may have one dash.
const MAVEN: &str = "- f file P activate-profiles pl projects T threads s settings gs global-settings \
     t toolchains gt global-toolchains rf resume-from l log-file b builder D define color \
     ep encrypt-password emp encrypt-master-password";

fn maven(call: &Call<'_>) -> Option<Made> {
    let args = Arguments::parse(call.words, MAVEN, Style::Single);
    if args.has("h help v version") {
        return None;
    }
    let goal = args.operands.iter().filter_map(|word| word.text()).find_map(|goal| match goal {
        "release:prepare" if !defined(&args, "dryRun") => Some(What::Tag { name: None }),
        "release:perform" | "jreleaser:full-release" | "jreleaser:release" => Some(What::Release),
        _ if is_deployment(goal) && !defined(&args, "maven.deploy.skip") => {
            Some(What::Publish { registry: "a Maven repository" })
        }
        _ => None,
    });
    goal.map(|what| Made { what, place: in_module(call, &args, "f file") })
}

/// `deploy` is a phase; `deploy:deploy-file` a goal, whose plugin may have its full name.
fn is_deployment(goal: &str) -> bool {
    if goal == "deploy" {
        return true;
    }
    let mut parts = goal.rsplit(':');
    let (Some(name), Some(plugin)) = (parts.next(), parts.next()) else { return false };
    // `group:artifact:version:goal`
    let artifact = parts.next().unwrap_or_default();
    let of = |own: &[&str]| own.contains(&plugin) || own.contains(&artifact);
    match name.split('@').next().unwrap_or(name) {
        "deploy" | "deploy-file" => of(&[
            "deploy",
            "maven-deploy-plugin",
            "nexus-staging",
            "nexus-staging-maven-plugin",
            "jreleaser",
        ]),
        "release" | "close" => of(&["nexus-staging", "nexus-staging-maven-plugin"]),
        "publish" => of(&["central-publishing", "central-publishing-maven-plugin"]),
        _ => false,
    }
}

/// Is `-Dname`, `-Dname=true` or `-D name` given?
fn defined(args: &Arguments<'_>, name: &str) -> bool {
    args.options.iter().any(|(option, value)| match value {
        Some(value) if *option == "D" || *option == "define" => {
            let text = value.prefix();
            text == name || text.strip_prefix(name).is_some_and(|rest| rest == "=true")
        }
        Some(value) => option.strip_prefix('D') == Some(name) && !is_false(value),
        None => option.strip_prefix('D') == Some(name),
    })
}

/// `-f` names a file or a folder.
fn in_module(call: &Call<'_>, args: &Arguments<'_>, options: &str) -> crate::shell::Place {
    let names_file = args.value(options).is_some_and(|word| word.prefix().ends_with(".xml"));
    if names_file { addressed(call, args, "", options) } else { addressed(call, args, options, "") }
}

fn gradle(call: &Call<'_>) -> Option<Made> {
    let spec = Spec::new(
        "pbcgIxP",
        "project-dir build-file settings-file gradle-user-home init-script exclude-task console \
         max-workers include-build project-cache-dir warning-mode priority task tests",
    );
    let args = Arguments::of(call.words, &spec);
    if args.has("? v version") || asks_for_help(&args) || is_on(&args, "m dry-run") {
        return None;
    }
    let tasks = args.operands.iter().filter_map(|word| word.text());
    let publishes =
        tasks.into_iter().any(|task| is_publication(task.rsplit(':').next().unwrap_or(task)));
    publishes.then(|| Made {
        what: What::Publish { registry: "a Maven repository" },
        place: addressed(call, &args, "p project-dir", "b build-file"),
    })
}

/// The tasks that the publishing plugins make. Those for the local repository publish nothing.
fn is_publication(task: &str) -> bool {
    let known = [
        "publish",
        "publishPlugins",
        "uploadArchives",
        "bintrayUpload",
        "release",
        "closeAndReleaseRepository",
        "closeAndReleaseSonatypeStagingRepository",
        "releaseSonatypeStagingRepository",
    ];
    let made = task.starts_with("publish")
        && ["PublicationTo", "AllPublications", "ToSonatype", "ToMavenCentral", "AndReleaseTo"]
            .iter()
            .any(|part| task.contains(part));
    known.contains(&task) || made && !task.ends_with("MavenLocal")
}

fn sbt(call: &Call<'_>) -> Option<Made> {
    let publishes = call.words.iter().filter_map(Word::text).any(|text| {
        text.split([';', ' ']).any(|command| {
            let task = command.trim_start_matches('+').rsplit('/').next().unwrap_or(command);
            matches!(
                task.trim(),
                "publish" | "publishSigned" | "release" | "ci-release" | "sonatypeBundleRelease"
            )
        })
    });
    publishes.then(|| call.here(What::Publish { registry: "a Maven repository" }))
}

/// `docker push` and its like, which count only if the configuration says so.
pub(super) fn containers(call: &Call<'_>) -> Option<Made> {
    let spec = Spec::new(
        "cHlftp",
        "context host config log-level file project-name profile tag \
         platform build-arg output target label builder cache-from cache-to authfile creds",
    );
    let args = Arguments::of(call.words, &spec);
    let operands: Vec<&str> = args.operands.iter().map(|word| word.prefix()).collect();
    let pushes = match (call.name, &operands[..]) {
        ("docker" | "podman" | "nerdctl", ["build" | "buildx" | "compose", sub, ..])
            if *sub != "push" =>
        {
            args.has("push")
        }
        (
            "docker" | "podman" | "nerdctl",
            ["push", ..] | ["image" | "compose" | "manifest", "push", ..],
        )
        | ("buildah" | "docker-compose" | "podman-compose" | "crane", ["push", ..])
        | ("crane", ["copy" | "cp", ..])
        | ("skopeo", ["copy" | "sync", ..]) => true,
        _ => false,
    };
    (pushes && !asks_for_help(&args) && !is_on(&args, "dry-run"))
        .then(|| call.here(What::Publish { registry: "a container registry" }))
}
