//! Package managers and build tools: the few subcommands that are known to rewrite
//! files or to read only, and the tools that they start for others.

use crate::shell::{Place, Word};
use crate::table::one_of;

use super::Started;
use super::args::{Arguments, Style};
use super::files::enter;
use super::formatters;
use super::found::Found;
use super::queries::queries;

/// Judges `name` if it belongs here.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        "cargo" => cargo(words, found),
        _ if one_of(name, "npx bunx pnpx uvx pipx") => execute(name, words, found),
        _ if one_of(name, "npm pnpm yarn bun") => node_packages(name, words, found),
        "uv" => uv(words, found),
        _ if one_of(
            name,
            "poetry pdm hatch rye pipenv bundle mise rtx asdf composer conda mamba micromamba \
             pixi direnv dotenv corepack devbox doppler op dotenvx fnm volta",
        ) =>
        {
            environment(name, words, found);
        }
        "go" => go(words, found),
        "deno" => deno(words, found),
        // Convergo's own program.
        "cvg" if words.first().and_then(Word::text) == Some("lane") => {
            if let [_, create, name, ..] = words
                && create.text() == Some("create")
            {
                let lane = Word::known(format!(".worktrees/{}", name.skeleton()));
                found.effects.lanes.push(found.cwd.resolve(&lane));
            }
        }
        _ if one_of(name, "docker podman kubectl")
            && words.first().and_then(Word::text) == Some("cp") =>
        {
            super::files::scp(&words[1..], found);
        }
        _ if one_of(
            name,
            "rustup pip pip3 brew apt apt-get dpkg gem docker podman kubectl helm systemctl tmux \
             aws gcloud az",
        ) =>
        {
            queries(name, words, found);
        }
        _ => return false,
    }
    true
}

/// Judges `words` as a command of its own, where `found` works now.
fn start(words: &[Word], found: &mut Found) {
    let Some((program, rest)) = words.split_first() else { return };
    let started = Started { words: words.to_vec(), cwd: found.cwd.clone() };
    found.effects.started.push(started);
    let Some(name) = program.text().and_then(|text| text.rsplit('/').next()) else {
        return found.opaque(format!("the program `{program}` is not known"));
    };
    // `prettier@3` is prettier of some version.
    let name = match name.split_once('@') {
        Some((bare, _)) if !bare.is_empty() => bare,
        _ => name,
    };
    name.clone_into(&mut found.by);
    if one_of(
        name,
        "env sudo doas nice time timeout nohup xargs command exec stdbuf ionice setsid cross-env",
    ) {
        let mut line = String::new();
        for word in words {
            super::push_quoted(&mut line, word);
        }
        return found.shell(line);
    }
    super::run(name, rest, found);
}

/// `npx`, `uvx` and the like: options, then the tool.
fn execute(name: &str, words: &[Word], found: &mut Found) {
    let words = match (name, words.first().and_then(Word::text)) {
        ("pipx", Some("run")) => &words[1..],
        ("pipx", Some("list" | "environment")) => return,
        ("pipx", _) => return queries(name, words, found),
        _ => words,
    };
    let options = "pcw package call with with-requirements from python spec index-url";
    let args = Arguments::parse(words, options, Style::Stop);
    if let Some(script) = args.value("c call") {
        return found.shell_word(script);
    }
    let tool = &words[words.len() - args.operands.len()..];
    match tool {
        // `npm exec prettier -- --write .`
        [program, dashes, rest @ ..] if dashes.text() == Some("--") => {
            let mut all = vec![program.clone()];
            all.extend_from_slice(rest);
            start(&all, found);
        }
        _ => start(tool, found),
    }
}

fn node_packages(name: &str, words: &[Word], found: &mut Found) {
    let options = "CF dir prefix cwd filter workspace";
    let args = Arguments::parse(words, options, Style::Stop);
    let folder = args.value("C dir prefix cwd").cloned();
    enter(found, folder.as_ref());
    let rest = &words[words.len() - args.operands.len()..];
    let Some((sub, tool)) = rest.split_first() else {
        // Plain `yarn` installs.
        return if name == "yarn" {
            found.opaque("`yarn` does what the project says");
        } else {
            queries(name, words, found);
        };
    };
    match (name, sub.text()) {
        ("npm" | "pnpm" | "yarn", Some("exec" | "dlx")) | ("npm" | "bun", Some("x")) => {
            execute("npx", tool, found);
        }
        ("yarn" | "bun" | "pnpm", Some("run"))
            if tool.first().and_then(Word::text).is_some_and(formatters::knows) =>
        {
            start(tool, found);
        }
        ("bun", Some(option)) if one_of(option, "-e --eval -p --print") => {}
        ("npm", Some(sub))
            if one_of(sub, "audit config pkg version")
                && tool
                    .first()
                    .and_then(Word::text)
                    .is_none_or(|sub| one_of(sub, "get list ls")) => {}
        // `npm init x` is another program; `npm version` alone only tells.
        (_, Some(sub @ ("init" | "version" | "pkg")))
            if (sub == "init") == tool.iter().all(|word| word.prefix().starts_with('-')) =>
        {
            found.file(&Word::known("package.json"));
        }
        // A tool of the project without `exec`.
        ("pnpm" | "yarn" | "bun", Some(tool)) if formatters::knows(tool) => start(rest, found),
        _ => queries(name, rest, found),
    }
}

fn uv(words: &[Word], found: &mut Found) {
    let globals = "- directory project config-file cache-dir color";
    let args = Arguments::parse(words, globals, Style::Stop);
    enter(found, args.value("directory"));
    let rest = &words[words.len() - args.operands.len()..];
    let Some((sub, rest)) = rest.split_first() else { return };
    match (sub.text(), rest.first().and_then(Word::text)) {
        (Some("run"), _) => {
            let options = "pm \
                 with with-editable with-requirements extra group no-group only-group python \
                 directory project package env-file index index-url module";
            let args = Arguments::parse(rest, options, Style::Stop);
            enter(found, args.value("directory"));
            if let Some(module) = args.value("m module") {
                let tool = &rest[rest.len() - args.operands.len()..];
                let mut all = vec![Word::known("python"), Word::known("-m"), module.clone()];
                all.extend_from_slice(tool);
                return start(&all, found);
            }
            start_script(&rest[rest.len() - args.operands.len()..], found);
        }
        (Some("tool"), Some("run")) => execute("uvx", &rest[1..], found),
        (Some("tool"), Some(sub)) if one_of(sub, "list dir") => {}
        (Some("pip"), Some(sub)) if one_of(sub, "list show freeze check tree") => {}
        (Some("python"), Some(sub)) if one_of(sub, "list find dir") => {}
        _ => queries("uv", words, found),
    }
}

/// `uv run gen.py` starts Python itself.
fn start_script(words: &[Word], found: &mut Found) {
    match words.first().and_then(Word::text) {
        Some(script) if script.ends_with(".py") => found.opaque(format!("`{script}` is a script")),
        Some("-") => {
            let mut all = vec![Word::known("python")];
            all.extend_from_slice(words);
            start(&all, found);
        }
        _ => start(words, found),
    }
}

/// Programs that start another one in an environment: `poetry run`, `bundle exec`.
fn environment(name: &str, words: &[Word], found: &mut Found) {
    let options = "Cneptfw directory project cwd name prefix env-file config";
    let args = Arguments::parse(words, options, Style::Stop);
    enter(found, args.value("C directory cwd project"));
    let all = &words[words.len() - args.operands.len()..];
    let Some((sub, rest)) = all.split_first() else {
        return queries(name, words, found);
    };
    let skip = match (name, sub.text()) {
        (_, Some("exec" | "x")) if one_of(name, "bundle mise rtx asdf composer direnv fnm") => {
            // `direnv exec FOLDER COMMAND`, `mise exec node@20 -- COMMAND`
            rest.iter()
                .position(|word| word.text() == Some("--"))
                .map_or(usize::from(name == "direnv"), |at| at + 1)
        }
        _ if one_of(name, "dotenv dotenvx corepack") => return start(after_dashes(all), found),
        (_, Some("run")) => {
            let inner = Arguments::parse(rest, options, Style::Stop);
            rest.len() - inner.operands.len()
        }
        _ => return queries(name, words, found),
    };
    start(rest.get(skip..).unwrap_or_default(), found);
}

fn after_dashes(words: &[Word]) -> &[Word] {
    let dashes = words.iter().position(|word| word.text() == Some("--"));
    dashes.map_or(words, |at| &words[at + 1..])
}

fn cargo(words: &[Word], found: &mut Found) {
    let options = "pFZjC \
         manifest-path package features target color config message-format target-dir jobs rename \
         git branch tag rev path registry name edition vcs";
    let words = match words.first().map(Word::prefix) {
        Some(toolchain) if toolchain.starts_with('+') => &words[1..],
        _ => words,
    };
    let args = Arguments::parse(words, options, Style::Plain);
    enter(found, args.value("C"));
    let sub = args.operand(0).unwrap_or_default();
    found.by = format!("cargo {sub}");
    let manifest = args.value("manifest-path");
    match sub {
        "fmt" if words.iter().any(|word| word.text() == Some("--check")) => {}
        "fix" | "clippy" if !args.has("fix") && sub == "clippy" => queries("cargo", words, found),
        _ if one_of(sub, "fmt fix clippy") => {
            to_project(manifest, found);
            found.here();
            if sub != "fmt" {
                found.opaque(format!("`cargo {sub}` builds what the project says"));
            }
        }
        _ if one_of(sub, "add remove rm update generate-lockfile set-version upgrade") => {
            if args.has("n dry-run") {
                return;
            }
            let lock = matches!(sub, "update" | "generate-lockfile");
            let file = if lock { "Cargo.lock" } else { "Cargo.toml" };
            let file = manifest.cloned().unwrap_or_else(|| Word::known(file));
            found.file(&file);
        }
        "new" => {
            found.files(args.after(1));
        }
        "init" => match args.operands.get(1) {
            Some(folder) => found.file(folder),
            None => found.place(found.cwd.clone(), false),
        },
        _ => {
            to_project(manifest, found);
            queries("cargo", words, found);
        }
    }
}

/// A build is at work where its manifest lies.
fn to_project(manifest: Option<&Word>, found: &mut Found) {
    if let Some(file) = manifest {
        found.cwd = match found.cwd.resolve(file) {
            Place::At(file) => Place::At(file.parent().unwrap_or(&file).to_owned()),
            other => other,
        };
    }
}

fn go(words: &[Word], found: &mut Found) {
    let options = "- o C tags ldflags gcflags mod modfile run";
    let args = Arguments::parse(words, options, Style::Single);
    enter(found, args.value("C"));
    let sub = args.operand(0).unwrap_or_default();
    found.by = format!("go {sub}");
    match sub {
        "fmt" | "fix" => {
            if args.has("n") {
                return;
            }
            match args.operands.get(1..) {
                None | Some([]) => found.here(),
                Some(packages) => {
                    for package in packages {
                        let folder = package.prefix().trim_end_matches("...");
                        let folder = if folder.is_empty() { "." } else { folder };
                        found.tree(&Word::known(folder));
                    }
                }
            }
        }
        "mod" if args.operand(1).is_some_and(|text| one_of(text, "tidy init edit vendor")) => {
            if !args.has("json print diff") {
                found.file(&Word::known(if args.operand(1) == Some("vendor") {
                    "vendor"
                } else {
                    "go.mod"
                }));
            }
        }
        "mod" => {}
        "get" => found.file(&Word::known("go.mod")),
        "build" | "test" => {
            found.values(&args, "o");
            if sub == "build" && !args.has("o") && args.operands.len() < 2 {
                found.inside(&Word::known("."), &Word::unknown());
            }
            if sub == "test" {
                found.opaque("`go test` does what the project says");
            }
        }
        _ => queries("go", words, found),
    }
}

fn deno(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "co config ext ignore output", Style::Plain);
    let sub = args.operand(0).unwrap_or_default();
    found.by = format!("deno {sub}");
    match sub {
        "fmt" | "lint" => {
            if args.has("check") || (sub == "lint" && !args.has("fix")) {
                return;
            }
            let files = args.operands.get(1..).unwrap_or_default();
            if files.is_empty() {
                found.here();
            }
            for file in files {
                found.pattern(file, true);
            }
        }
        "compile" | "bundle" => {
            found.values(&args, "o output");
            found.opaque(format!("`deno {sub}` does what the project says"));
        }
        _ => queries("deno", words, found),
    }
}
