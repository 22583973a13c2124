//! Releases and tags on a server: `gh`, `glab` and their like, and their interfaces by HTTP.

use super::What;
use super::call::{Call, Made, asks_for_help, is_false};
use super::rule::{Rule, Rules, rules};
use crate::effects::args::{Arguments, Spec};
use crate::shell::Word;

static RULES: Rules = rules!(&[
    Rule::releases("gh", "release create|new").takes("RtnF", GH),
    Rule::releases("glab", "release create").takes("RnNFrmDTa", GLAB),
    Rule::releases("hub", "release create").takes("ammFto", "attach message file commitish"),
    Rule::releases("tea", "releases|release create|c").takes("rltnoA", TEA),
    Rule::releases("fj", "release create").takes("rRbBTta", "repo remote body branch tag attach"),
]);

const GH: &str = "repo title notes notes-file target discussion-category notes-start-tag tag";
const GLAB: &str = "repo name notes notes-file ref milestone released-at tag-message assets-links \
     use-package-registry package-name";
const TEA: &str = "repo remote login tag title note note-file target asset output";

/// Judges the programs that speak to a server.
pub(super) fn judge(call: &Call<'_>) -> Option<Made> {
    Rule::judge(&RULES, call).or_else(|| match call.name {
        "gh" | "hub" => edit(call).or_else(|| api(call)),
        "glab" => api(call),
        "curl" => curl(call),
        _ => None,
    })
}

/// An edit is one if it publishes a draft, promotes a pre-release or moves the release to
/// another tag. Notes may be edited.
fn edit(call: &Call<'_>) -> Option<Made> {
    let args = Arguments::of(call.words, &Spec::new("RtnF", GH));
    if (args.operand(0), args.operand(1)) != (Some("release"), Some("edit")) || asks_for_help(&args)
    {
        return None;
    }
    let off = |name| args.value(name).is_some_and(is_false);
    // What is written `--draft false` is meant so.
    let meant = args.has("draft") && args.operands.iter().any(|word| is_false(word));
    (off("draft") || meant || off("prerelease") || args.has("tag"))
        .then(|| call.here(What::Release))
}

/// A request to a server.
struct Request<'w> {
    method: Option<&'w str>,
    /// Does it carry something?
    has_body: bool,
    /// What of that is known.
    fields: Vec<&'w str>,
    /// Is there more that is not known?
    open: bool,
}

/// `gh api repos/o/r/releases -f tag_name=v1`
fn api(call: &Call<'_>) -> Option<Made> {
    let spec = Spec::new(
        "XfFHqtp",
        "method field raw-field header jq template preview hostname input cache form output repo",
    );
    let args = Arguments::of(call.words, &spec);
    if args.operand(0) != Some("api") || asks_for_help(&args) {
        return None;
    }
    let fields: Vec<&Word> = args.values("f F field raw-field form").collect();
    let request = Request {
        method: args.value("X method").and_then(Word::text),
        has_body: !fields.is_empty() || args.has("input"),
        open: args.has("input") || fields.iter().any(|word| !word.is_known()),
        fields: fields.iter().map(|word| word.prefix()).collect(),
    };
    sent(args.operands.get(1)?.skeleton(), &request).map(|what| call.here(what))
}

/// Options of curl with what is sent.
const BODY: &str = "d data data-raw data-binary data-ascii data-urlencode json F form form-string \
     T upload-file";

/// `curl -X POST https://api.github.com/repos/o/r/releases -d …`
fn curl(call: &Call<'_>) -> Option<Made> {
    let spec = Spec::new(
        "XdHuFToAbceKmrwxyYzCDEhPQtU",
        "request data data-raw data-binary data-ascii data-urlencode json header user form \
         form-string upload-file url output user-agent cookie max-time retry write-out proxy \
         connect-timeout cacert cert key oauth2-bearer",
    );
    let args = Arguments::of(call.words, &spec);
    let body: Vec<&Word> = args.values(BODY).collect();
    let request = Request {
        method: args.value("X request").and_then(Word::text),
        has_body: !body.is_empty() && !args.has("G get"),
        open: body.iter().any(|word| !word.is_known() || word.prefix().starts_with('@')),
        fields: body.iter().map(|word| word.prefix()).collect(),
    };
    args.operands
        .iter()
        .copied()
        .chain(args.values("url"))
        .find_map(|url| {
            let (_, rest) = url.skeleton().split_once("://")?;
            let (server, path) = rest.split_once('/')?;
            let known = server == "api.github.com" || path.starts_with("api/v");
            known.then(|| sent(path, &request)).flatten()
        })
        .map(|what| call.here(what))
}

/// What a request to this path makes.
fn sent(path: &str, request: &Request<'_>) -> Option<What> {
    let path = path.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let method = match request.method {
        Some(method) => method.to_ascii_uppercase(),
        None if request.has_body => "POST".to_owned(),
        None => return None,
    };
    let says = |text: &str| request.open || request.fields.iter().any(|field| field.contains(text));
    let at = |name: &str| parts.iter().rposition(|part| *part == name);
    if let Some(releases) = at("releases") {
        return match (&*method, &parts[releases + 1..]) {
            ("POST", []) => Some(What::Release),
            ("PATCH" | "PUT", [_]) => {
                let changed = ["draft=false", "\"draft\":false", "\"draft\": false", "tag_name"];
                changed.iter().any(|text| says(text)).then_some(What::Release)
            }
            _ => None,
        };
    }
    match (&*method, &parts[..]) {
        ("POST", [.., "git", "refs"]) => says("refs/tags/").then_some(What::Tag { name: None }),
        ("PATCH" | "PUT" | "POST", [.., "git", "refs", "tags", _])
        | ("POST", [.., "git" | "repository", "tags"]) => Some(What::Tag { name: None }),
        _ => None,
    }
}
