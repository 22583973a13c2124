//! Programs that bring files from the network.

use crate::shell::Word;
use crate::table::one_of;

use super::args::{Arguments, Style};
use super::found::{Found, base_name};
use super::{Target, Write};

/// Judges `name` if it belongs here.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        "curl" => curl(words, found),
        "wget" | "wget2" => wget(words, found),
        "aria2c" => aria(words, found),
        "gh" => github(words, found),
        _ => return false,
    }
    true
}

/// The file name that a URL ends with.
fn name_of(url: &Word) -> Word {
    let Some(text) = url.text() else { return Word::unknown() };
    let path = text.split(['?', '#']).next().unwrap_or(text);
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    match path.split_once('/').and_then(|(_, rest)| base_name(rest)) {
        Some(name) => Word::known(name),
        None => Word::known("index.html"),
    }
}

const CURL: &str = "AbcCdDeEFHKmoPQrtTuUwxXyYz \
     output output-dir dump-header cookie-jar trace trace-ascii stderr libcurl etag-save hsts \
     alt-svc user-agent cookie data data-raw data-binary data-urlencode json header config \
     max-time connect-timeout retry retry-delay retry-max-time referer form request user proxy \
     range url upload-file write-out cacert cert key limit-rate resolve max-redirs interface \
     etag-compare oauth2-bearer time-cond unix-socket proto tls-max ciphers variable";

fn curl(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, CURL, Style::Plain);
    let folder = args.value("output-dir").cloned().unwrap_or_else(|| Word::known("."));
    let own = args.has("output-dir");
    for file in args.values("o output") {
        let absolute = file.prefix().starts_with('/') || file.prefix() == "-";
        match folder.text() {
            Some(dir) if own && !absolute && file.is_known() => {
                found.file(&Word::known(format!("{dir}/{}", file.prefix())));
            }
            _ if own && !absolute => found.inside(&folder, &Word::unknown()),
            _ => found.file(file),
        }
    }
    let others =
        "D dump-header c cookie-jar trace trace-ascii stderr libcurl etag-save hsts alt-svc";
    found.values(&args, others);
    if args.has("O remote-name remote-name-all J remote-header-name") && !args.has("o output") {
        let urls = args.values("url").chain(args.operands.iter().copied());
        let mut any = false;
        for url in urls.filter(|url| url.prefix().contains('/') || !url.is_known()) {
            any = true;
            found.inside(&folder, &name_of(url));
        }
        if !any {
            found.inside(&folder, &Word::unknown());
        }
    }
}

fn wget(words: &[Word], found: &mut Found) {
    let options = "OPoaieBtTwQUARDIXl \
         output-document directory-prefix output-file append-output input-file execute base tries \
         timeout wait user-agent header post-data post-file user password level accept reject \
         domains limit-rate method body-data body-file load-cookies save-cookies ca-certificate \
         referer max-redirect progress default-page waitretry";
    let args = Arguments::parse(words, options, Style::Plain);
    found.values(&args, "o output-file a append-output save-cookies");
    if args.has("spider") {
        return;
    }
    if let Some(file) = args.value("O output-document") {
        return found.file(file);
    }
    let folder = args.value("P directory-prefix").cloned();
    let folder = folder.unwrap_or_else(|| Word::known("."));
    let many = args.has("r recursive m mirror p page-requisites x force-directories i input-file");
    if many || args.operands.is_empty() {
        if many || args.has("i input-file") {
            found.inside(&folder, &Word::unknown());
        }
        return;
    }
    for url in &args.operands {
        found.inside(&folder, &name_of(url));
    }
}

fn aria(words: &[Word], found: &mut Found) {
    let options = "doijsxkmtU dir out input-file log split max-connection-per-server";
    let args = Arguments::parse(words, options, Style::Plain);
    let folder = args.value("d dir").cloned().unwrap_or_else(|| Word::known("."));
    if let Some(file) = args.value("o out") {
        return found.inside(&folder, file);
    }
    for url in &args.operands {
        found.inside(&folder, &name_of(url));
    }
    if args.operands.is_empty() {
        found.inside(&folder, &Word::unknown());
    }
}

/// GitHub's own program: most of it talks to the server only.
fn github(words: &[Word], found: &mut Found) {
    let options = "RDOp \
         repo dir output pattern archive branch name remote-name upstream-remote-name base title \
         body label hostname";
    let args = Arguments::parse(words, options, Style::Plain);
    found.by = format!(
        "gh {} {}",
        args.operand(0).unwrap_or_default(),
        args.operand(1).unwrap_or_default()
    );
    let has_repo = args.has("R repo");
    match (args.operand(0), args.operand(1)) {
        (Some("repo" | "gist"), Some("clone")) => {
            match (args.operands.get(2), args.operands.get(3)) {
                (_, Some(folder)) => found.file(folder),
                (Some(repo), None) => {
                    let name = repo.text().and_then(base_name);
                    let name = name.map(|name| name.strip_suffix(".git").unwrap_or(name));
                    match name {
                        Some(name) => found.file(&Word::known(name)),
                        None => found.file(&Word::beginning("./")),
                    }
                }
                _ => {}
            }
        }
        (Some("repo"), Some("fork" | "create")) if args.has("clone") => {
            found.file(&Word::beginning("./"));
        }
        (Some("repo"), Some("sync")) if args.operands.len() == 2 => checkout(found),
        (Some("pr" | "co"), Some("checkout")) => checkout(found),
        (Some("issue"), Some("develop")) if args.has("c checkout") && !has_repo => checkout(found),
        (Some("release" | "run"), Some("download")) => {
            match args.value("O output").or_else(|| args.value("D dir")) {
                Some(target) => found.file(target),
                None => found.inside(&Word::known("."), &Word::unknown()),
            }
        }
        (Some(group), Some(sub))
            if one_of(group, "extension codespace copilot") && one_of(sub, "exec cp ssh") =>
        {
            found.opaque(format!("nobody knows what `{}` writes", found.by));
        }
        _ => {}
    }
}

fn checkout(found: &mut Found) {
    let target =
        Target::Checkout { dir: found.cwd.clone(), git_dir: None, work_tree: None, branch: None };
    let write = Write { target, by: found.by.clone(), recursive: true };
    found.effects.writes.push(write);
}
