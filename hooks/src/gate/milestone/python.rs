//! Python: the tools that upload distributions.

use super::What;
use super::call::{Call, Made, bare};
use super::rule::{Rule, Rules, rules};
use crate::shell::Word;
use crate::table::one_of;

const PYPI: &str = "PyPI";

static RULES: Rules = rules!(&[
    Rule::publishes("twine", "upload", PYPI).takes("rsiupcC", TWINE),
    Rule::publishes("uv", "publish", PYPI).takes("utp", UV).folder("directory project"),
    Rule::publishes("poetry", "publish", PYPI)
        .takes("CPrup", "directory project repository username password dist-dir cert client-cert")
        .folder("C directory P project"),
    Rule::publishes("hatch", "publish", PYPI)
        .takes(
            "eprua",
            "env project repo user auth publisher option ca-cert client-cert client-key"
        )
        .unless(""),
    Rule::publishes("flit", "publish", PYPI)
        .takes("f", "ini-path repository format")
        .file("f ini-path"),
    Rule::publishes("pdm", "publish", PYPI)
        .takes("prucPSd", "project repository username password comment ca-certs config dest")
        .folder("p project"),
    Rule::publishes("maturin", "publish|upload", PYPI)
        .takes("mrupiFbZj", MATURIN)
        .file("m manifest-path"),
    Rule::publishes("rye", "publish", PYPI)
        .takes("ut", "repository repository-url username token identity"),
    Rule::tags("cz", "bump").takes("", CZ).unless("dry-run get-next files-only version-files-only"),
    Rule::publishes("semantic-release", "version|publish", PYPI)
        .takes("c", "config tag prerelease-token build-metadata")
        .unless("noop print print-tag print-last-released no-tag"),
    Rule::tags("bump2version bumpversion", "")
        .takes("m", BUMP)
        .when("tag")
        .unless("n dry-run list"),
    Rule::tags("bump-my-version", "bump").takes("m", BUMP).when("tag").unless("n dry-run list"),
]);

const TWINE: &str = "repository repository-url sign-with identity username password comment \
     config-file cert client-cert";
const UV: &str = "directory project config-file cache-dir color publish-url username password token \
     trusted-publishing keyring-provider check-url index allow-insecure-host python";
const MATURIN: &str = "manifest-path repository repository-url username password interpreter \
     features target profile out compatibility bindings jobs config";
const CZ: &str = "name config increment prerelease devrelease tag-format prerelease-offset \
     build-metadata git-output-to-stderr changelog-to-stdout version-scheme version-type";
const BUMP: &str = "message config-file current-version new-version tag-name tag-message parse \
     serialize search replace";

/// Tools that are modules, too: `python -m twine upload`.
const MODULES: &str =
    "twine poetry hatch flit pdm maturin uv commitizen semantic_release bumpversion";

/// Judges Python and its tools.
pub(super) fn judge(call: &Call<'_>) -> Option<Made> {
    if !is_python(call.name) {
        return Rule::judge(&RULES, call);
    }
    let mut words = call.words;
    while let [word, rest @ ..] = words {
        match word.text()? {
            "-W" | "-X" => words = rest.get(1..)?,
            "-m" => return module(call, rest.first()?.text()?, &rest[1..]),
            "-c" => return None,
            text => match text.strip_prefix("-m") {
                Some(name) if !name.is_empty() => return module(call, name, rest),
                _ if text.starts_with('-') && text.len() > 1 => words = rest,
                _ => return setup(call, text, rest),
            },
        }
    }
    None
}

fn is_python(name: &str) -> bool {
    let rest = ["python", "pypy", "py"].iter().find_map(|own| name.strip_prefix(own));
    rest.is_some_and(|version| {
        version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'w')
    })
}

fn module(call: &Call<'_>, name: &str, words: &[Word]) -> Option<Made> {
    if !one_of(name, MODULES) {
        return None;
    }
    let name = match name {
        "commitizen" => "cz",
        "semantic_release" => "semantic-release",
        name => name,
    };
    Rule::judge(&RULES, &call.of(name, words))
}

/// `python setup.py sdist upload`
fn setup(call: &Call<'_>, script: &str, words: &[Word]) -> Option<Made> {
    let has = |text: &str| words.iter().any(|word| word.text() == Some(text));
    (bare(script) == "setup.py"
        && has("upload")
        && !has("-n")
        && !has("--dry-run")
        && !has("--help"))
    .then(|| call.here(What::Publish { registry: PYPI }))
}
