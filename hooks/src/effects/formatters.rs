//! Formatters and fixers: what they rewrite when they are told to, or unless they are
//! told not to.

use crate::shell::Word;

use super::args::{Arguments, Style};
use super::found::Found;
use super::rule::{Rule, Rules, rules};

static TABLE: Rules = rules!(&[
    // JavaScript and the web
    Rule::formats("prettier prettierd").takes("", "config ignore-path parser plugin print-width tab-width log-level cache-location stdin-filepath").when("w write").filters(),
    Rule::formats("eslint eslint_d oxlint xo").takes("cofA", "config output-file format ext rule max-warnings parser plugin ignore-pattern cache-location resolve-plugins-relative-to").outputs("o output-file").when("fix fix-suggestions fix-dangerously"),
    Rule::formats("stylelint").takes("foc", "config output-file formatter custom-syntax ignore-path").outputs("o output-file").when("fix"),
    Rule::formats("standard ts-standard semistandard").when("fix"),
    Rule::formats("markdownlint markdownlint-cli2").takes("cipor", "config ignore ignore-path output rules").outputs("o output").when("f fix").filters(),
    Rule::formats("biome").sub("format").takes("", "config-path max-diagnostics stdin-file-path").when("write fix"),
    Rule::formats("biome").sub("check lint ci").takes("", "config-path max-diagnostics stdin-file-path only skip").when("write apply apply-unsafe fix unsafe"),
    Rule::formats("rome").sub("format check").when("write apply"),
    Rule::formats("dprint").sub("fmt").takes("c", "config excludes incremental stdin").unless("stdin"),
    Rule::reads("dprint biome").sub("check output-file-paths output-format-times explain rage search"),
    Rule::formats("oxfmt").takes("c", "config").unless("check c list-different"),
    Rule::formats("js-beautify css-beautify html-beautify").takes("ofsr", "outfile file indent-size").outputs("o outfile").when("r replace").filters(),
    Rule::formats("sort-package-json").unless("check c"),
    // Python
    Rule::formats("black blackd darker blue").takes("lctWC", "line-length target-version config code include exclude extend-exclude workers required-version stdin-filename").unless("check diff c code").filters(),
    Rule::formats("isort").takes("plwf", "profile line-length settings-path src skip skip-glob known-first-party known-third-party").unless("c check check-only diff d stdout").filters(),
    Rule::formats("ruff").sub("format").takes("l", "config line-length target-version exclude extension cache-dir stdin-filename range").unless("check diff"),
    Rule::formats("ruff").sub("check").takes("o", "config output-file output-format select ignore extend-select line-length target-version exclude per-file-ignores fixable unfixable stdin-filename").outputs("o output-file").when("fix fix-only add-noqa").unless("diff"),
    Rule::reads("ruff").sub("rule config linter help version server analyze"),
    Rule::formats("autopep8 yapf autoflake docformatter unify").takes("", "max-line-length style ignore select aggressive indent-size").when("i in-place").filters(),
    Rule::formats("pyupgrade add-trailing-comma reorder-python-imports").filters(),
    Rule::formats("ssort usort ufmt pyink").unless("check diff"),
    // Systems languages
    Rule::formats("gofmt goimports gofumpt golines gci").takes("rml", "r local srcdir m lang").single_dash().when("w").filters(),
    Rule::formats("clang-format").takes("", "style assume-filename fallback-style lines offset length cursor").single_dash().when("i").unless("dry-run n").filters(),
    Rule::formats("clang-tidy").takes("p", "checks p header-filter export-fixes").single_dash().when("fix fix-errors fix-notes").outputs("export-fixes").filters(),
    Rule::formats("shfmt").takes("ip", "indent language-dialect filename").when("w write").filters(),
    Rule::formats("stylua").takes("fgs", "config-path glob stdin-filepath").unless("check c stdin-filepath").filters(),
    Rule::formats("taplo").sub("fmt format").takes("cof", "config option").unless("check diff"),
    Rule::reads("taplo").sub("check lint get lsp"),
    Rule::formats("leptosfmt dxfmt nixfmt alejandra nixpkgs-fmt").takes("", "config").unless("c check stdin"),
    Rule::formats("cmake-format gersemi uncrustify astyle indent").takes("co", "config outfile-path").outputs("o outfile-path").when("i in-place replace no-backup").filters(),
    Rule::formats("zig").sub("fmt").unless("check stdin"),
    Rule::formats("buf").sub("format").takes("o", "output path config exclude-path").outputs("o output").when("w write"),
    Rule::reads("buf").sub("lint breaking build ls-files"),
    // The JVM, mobile, others
    Rule::formats("ktlint").takes("", "reporter editorconfig baseline").when("F format"),
    Rule::formats("ktfmt google-java-format palantir-java-format").takes("", "lines offset length").single_dash().when("i replace r google-style kotlinlang-style").unless("dry-run n").filters(),
    Rule::formats("scalafmt").takes("c", "config").unless("test list check stdin"),
    Rule::formats("swiftformat").takes("", "config rules disable enable swiftversion indent output").outputs("output").unless("lint dryrun"),
    Rule::formats("swift-format").takes("", "configuration").when("i in-place").filters(),
    Rule::formats("swiftlint").sub("autocorrect").takes("", "config path"),
    Rule::formats("swiftlint").takes("", "config path reporter").when("fix autocorrect"),
    Rule::formats("rubocop standardrb").takes("cfor", "config format out only except require").outputs("o out").when("a A autocorrect autocorrect-all auto-correct auto-correct-all fix x fix-layout auto-gen-config"),
    Rule::formats("erb_lint erblint htmlbeautifier rufo").when("a autocorrect").filters(),
    Rule::formats("php-cs-fixer").sub("fix").takes("", "config rules path-mode allow-risky cache-file format").unless("dry-run"),
    Rule::formats("phpcbf").takes("", "standard extensions ignore"),
    Rule::reads("phpcs phpstan psalm").takes("", "report-file").outputs("report-file"),
    Rule::formats("pint").unless("test"),
    Rule::formats("dart").sub("format").takes("ol", "output line-length"),
    Rule::formats("dart").sub("fix").when("apply"),
    Rule::reads("dart").sub("analyze info"),
    Rule::formats("mix").sub("format").takes("", "dot-formatter").unless("check-formatted dry-run"),
    Rule::formats("elm-format ormolu fourmolu").takes("", "output mode").outputs("output").unless("validate stdin"),
    Rule::formats("gleam").sub("format").unless("check stdin"),
    Rule::formats("terraform tofu").sub("fmt").takes("", "chdir").single_dash().unless("check"),
    Rule::reads("terraform tofu").sub("validate show output version providers graph console state"),
    Rule::formats("terragrunt").sub("hclfmt hcl").unless("check terragrunt-check diff"),
    Rule::formats("packer").sub("fmt").single_dash().unless("check"),
    Rule::formats("nomad").sub("fmt").single_dash().unless("check"),
    Rule::formats("yamlfmt").takes("", "conf formatter").single_dash().unless("lint dry in"),
    Rule::formats("yamlfix toml-sort mdformat mdslw").takes("", "wrap number").unless("check c"),
    Rule::formats("sqlfluff").sub("fix format").takes("d", "dialect config"),
    Rule::reads("sqlfluff").sub("lint parse"),
    Rule::formats("sqlfmt pgformatter").unless("check diff"),
    Rule::formats("just").when("fmt").unless("check"),
    Rule::formats("buildifier").takes("", "mode lint type").single_dash().unless("mode"),
    Rule::formats("treefmt").takes("", "config-file tree-root").unless("stdin"),
    Rule::formats("typos codespell").takes("", "config format exclude").when("w write-changes"),
    Rule::formats("djlint").when("reformat").unless("check"),
    // Only look
    Rule::reads("shellcheck hadolint yamllint actionlint pylint flake8 mypy pyright basedpyright ty bandit vulture golint staticcheck cppcheck tflint checkov semgrep gitleaks trufflehog jsonlint commitlint vale alex write-good lychee linkinator").takes("", "output output-file junit-xml").outputs("output-file junit-xml"),
]);

/// Is this a formatter, which a package manager may start by its name alone?
pub(super) fn knows(name: &str) -> bool {
    name == "rustfmt" || Rule::knows(&TABLE, name)
}

/// Judges `name` if it belongs here.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        "rustfmt" => rustfmt(words, found),
        "dart" if shows_only(words) => {}
        "just" if !words.iter().any(|word| word.text() == Some("--fmt")) => return false,
        _ => return Rule::judge(&TABLE, name, words, found),
    }
    true
}

/// `dart format --output=none` and its other ways not to write.
fn shows_only(words: &[Word]) -> bool {
    let args = Arguments::parse(words, "ol output line-length", Style::Plain);
    args.operand(0) == Some("format")
        && args.value("o output").is_some_and(|output| output.text() != Some("write"))
}

fn rustfmt(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "- emit config config-path edition color", Style::Plain);
    let shows = args.value("emit").is_some_and(|emit| emit.text() != Some("files"));
    if !shows && !args.has("check h help V version print-config") {
        found.files(&args.operands);
    }
}
