//! Tools of MCP servers, which nobody described to us: their names say whether they write or
//! start programs, and the names of their arguments which strings are paths or commands. The
//! configuration knows more.

use std::borrow::Cow;
use std::path::Path;

use super::guard::Guard;
use super::line;
use super::target::{self, Links, Written};
use super::ward::Reach;
use crate::config::Worktree;
use crate::event::{Argument, PreToolUse};
use crate::json;
use crate::table::one_of;

/// What a tool does with the paths that it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deed {
    /// Nothing, or nobody can tell.
    Reads,
    /// It writes them.
    Writes,
    /// It writes where it is told to, and reads the rest.
    Copies,
    /// It makes a folder.
    MakesFolder,
    /// What is there goes, with all in it.
    Removes,
}

const READS: &[&str] = &[
    "read", "get", "list", "ls", "search", "find", "view", "show", "describe", "stat", "info",
    "fetch", "query", "check", "tree", "status", "diff", "log", "count", "glob", "grep", "head",
    "tail", "exists", "watch", "open", "analyze", "explain", "lookup", "resolve", "validate",
    "inspect", "preview", "compare", "cat", "load", "upload",
];

const WRITES: &[&str] = &[
    "write",
    "edit",
    "create",
    "update",
    "insert",
    "replace",
    "append",
    "prepend",
    "patch",
    "apply",
    "save",
    "put",
    "touch",
    "modify",
    "set",
    "add",
    "change",
    "format",
    "reformat",
    "refactor",
    "rewrite",
    "overwrite",
    "truncate",
    "make",
    "new",
    "generate",
    "commit",
    "restore",
    "revert",
    "checkout",
    "merge",
    "reset",
    "stash",
    "rebase",
    "extract",
    "unzip",
    "download",
    "store",
    "fix",
    "undo",
    "redo",
    "init",
    "scaffold",
    "convert",
    "chmod",
    "symlink",
    "link",
    "mkdir",
    "screenshot",
];

/// What is made without a file of the checkout: a branch, a node of a graph, a ticket.
const NO_FILES: &[&str] = &[
    "branch",
    "entity",
    "entities",
    "relation",
    "relations",
    "observation",
    "observations",
    "issue",
    "issues",
    "ticket",
    "tickets",
];

/// Names of tools that start a command line.
const STARTS: &[&str] =
    &["run", "execute", "exec", "shell", "bash", "terminal", "process", "monitor"];

/// Machines that are not this one, in the names of servers and of arguments.
const ELSEWHERE: &[&str] =
    &["ssh", "sandbox", "docker", "container", "host", "hostname", "pod", "remote", "vm"];

const REMOVES: &[&str] = &[
    "move", "mv", "rename", "delete", "remove", "rm", "unlink", "rmdir", "trash", "erase", "clear",
    "clean", "purge", "destroy",
];

const COPIES: &[&str] = &["copy", "cp", "duplicate", "zip", "compress", "export"];

/// Judges a call of an MCP server's tool.
pub(super) fn judge(guard: &mut Guard<'_>, call: &PreToolUse<'_>) {
    let arguments = call.arguments();
    if arguments.list.is_empty() {
        return;
    }
    if let Some((command, folder)) = started(call, &arguments.list) {
        let folder = folder.and_then(|folder| guard.absolute(folder, true));
        return line::judge(guard, call, command, folder);
    }
    let rules = guard.rules_at_session();
    let deed = deed(call.name(), &rules);
    guard.event.note(|| format!("the name `{}` says: {deed:?}", call.name()));
    let only_shows =
        ["dryRun", "dry_run"].iter().any(|flag| json::field(call.input(), flag) == Some("true"))
            || json::field(call.input(), "command") == Some("\"view\"");
    if deed == Deed::Reads || only_shows {
        return;
    }
    let remote = arguments.list.iter().any(|argument| is_remote(&argument.key))
        // A browser has a folder of its own for these.
        || call.name().contains("screenshot");
    for argument in &arguments.list {
        if guard.is_done() {
            return;
        }
        let Some(path) = path_of(argument, &rules) else { continue };
        if deed == Deed::Copies && is_source(&argument.key) {
            continue;
        }
        // A path in a repository that the server reaches by the network.
        if remote && !Path::new(path.as_ref()).is_absolute() {
            continue;
        }
        let Some(path) = guard.absolute(&path, true) else { continue };
        let (reach, links) = match deed {
            Deed::Removes => (Reach::Tree, Links::Either),
            Deed::MakesFolder => (Reach::NewFolder, Links::Followed),
            _ => (Reach::File, Links::Followed),
        };
        let written = Written { by: format!("`{}`", call.name()), path, reach };
        target::judge(guard, &written, links);
    }
}

/// The command line that a tool starts on this machine, and the folder that it names for it.
fn started<'a>(
    call: &PreToolUse<'_>,
    list: &'a [Argument<'_>],
) -> Option<(&'a str, Option<&'a str>)> {
    let names = words(call.name());
    let any = |list: &[&str]| names.iter().any(|word| list.contains(&word.as_str()));
    let away = |key: &str| ELSEWHERE.contains(&key) || is_remote(key);
    if !any(STARTS) || any(ELSEWHERE) || list.iter().any(|argument| away(&argument.key)) {
        return None;
    }
    let value = |keys: &[&str]| {
        let mut found = list.iter().filter(|argument| keys.contains(&&*plain(&argument.key)));
        found.next().map(|argument| &*argument.value)
    };
    Some((value(&["command", "cmd"])?, value(&["cwd", "workdir", "workingdirectory"])))
}

fn deed(name: &str, rules: &Worktree) -> Deed {
    if rules.mcp_read.iter().any(|pattern| pattern.matches(name)) {
        return Deed::Reads;
    }
    // `mcp__server__tool`: the server's name says nothing.
    let tool = name.splitn(3, "__").nth(2).unwrap_or(name);
    let words = words(tool);
    let told = by_words(&words);
    if told == Deed::Reads && rules.mcp_write.iter().any(|pattern| pattern.matches(name)) {
        return Deed::Writes;
    }
    told
}

fn by_words(words: &[String]) -> Deed {
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let any = |list: &[&str]| words.iter().any(|word| is(word, list));
    let first = words
        .iter()
        .find(|word| [READS, WRITES, REMOVES, COPIES].iter().any(|list| is(word, list)));
    match first {
        None => Deed::Reads,
        // `find_and_replace` looks only at first.
        Some(first) if is(first, READS) => {
            let goes_on = words.iter().any(|word| word == "and" || word == "or");
            let writes = any(&["replace"]) || goes_on && (any(WRITES) || any(REMOVES));
            if writes { Deed::Writes } else { Deed::Reads }
        }
        Some(first) if is(first, REMOVES) => Deed::Removes,
        Some(first) if is(first, COPIES) => Deed::Copies,
        Some(first) if is(first, &["create", "add"]) && any(NO_FILES) => Deed::Reads,
        Some(_) if any(&["directory", "folder", "dir", "directories", "mkdir"]) => {
            Deed::MakesFolder
        }
        Some(_) => Deed::Writes,
    }
}

/// `createDirectory`, `create_directory` and `create-directory` as lower-case words.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for letter in name.chars() {
        let starts = letter.is_uppercase() && was_lower;
        was_lower = letter.is_lowercase() || letter.is_ascii_digit();
        if starts || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphanumeric()) {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The path in an argument, if there is one.
fn path_of<'a>(argument: &'a Argument<'_>, rules: &Worktree) -> Option<Cow<'a, str>> {
    let value = argument.value.trim();
    // PATH_MAX of Linux; and no path of an agent has line breaks.
    if value.is_empty() || value.len() > 4096 || value.contains(['\n', '\r']) {
        return None;
    }
    if let Some(rest) = value.strip_prefix("file://") {
        let path = rest.strip_prefix("localhost").unwrap_or(rest);
        return path.starts_with('/').then(|| decoded(path));
    }
    if value.contains("://") {
        return None;
    }
    let named = rules.mcp_paths.iter().any(|name| *name == argument.key);
    let sure = named || is_path_name(&argument.key);
    let maybe = || may_be_path_name(&argument.key) && looks_like_path(value);
    (sure || maybe()).then_some(Cow::Borrowed(value))
}

fn plain(key: &str) -> String {
    key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Is an argument of this name a path whatever it holds?
fn is_path_name(key: &str) -> bool {
    let key = plain(key);
    let ends = "path paths file files filename filenames directory folder dir pathinproject";
    ends.split(' ').any(|end| key.ends_with(end)) && key != "profile"
}

/// May an argument of this name be a path?
fn may_be_path_name(key: &str) -> bool {
    one_of(
        plain(key).as_str(),
        "source src from destination dest dst to target output outputs out location uri root repo \
         repository project old new name newname notebook document",
    )
}

fn looks_like_path(value: &str) -> bool {
    value.starts_with(['/', '~'])
        || value.starts_with("./")
        || value.starts_with("../")
        || value.contains('/') && !value.contains(' ')
        || Path::new(value).is_absolute()
}

/// Does this argument name what a copy is made of?
fn is_source(key: &str) -> bool {
    let key = plain(key);
    key.starts_with("source") || key.starts_with("src") || key.starts_with("from")
}

/// Does this argument name a repository on another machine?
fn is_remote(key: &str) -> bool {
    one_of(plain(key).as_str(), "owner projectid workspaceslug reposlug")
}

/// A path of a URL, with its escapes undone.
fn decoded(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = (byte == b'%')
            .then(|| after.get(..2))
            .flatten()
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_a_tool_does() {
        let rules = Worktree::default();
        for (tool, expected) in [
            ("write_file", Deed::Writes),
            ("edit_file", Deed::Writes),
            ("createOrUpdateFile", Deed::Writes),
            ("replace_symbol_body", Deed::Writes),
            ("find_and_replace", Deed::Writes),
            ("search_replace", Deed::Writes),
            ("move_file", Deed::Removes),
            ("deleteFile", Deed::Removes),
            ("copy_file", Deed::Copies),
            ("create_directory", Deed::MakesFolder),
            ("read_text_file", Deed::Reads),
            ("get_file_info", Deed::Reads),
            ("list_directory", Deed::Reads),
            ("search_files", Deed::Reads),
            ("get_edit_history", Deed::Reads),
            ("navigate", Deed::Reads),
        ] {
            assert_eq!(deed(&format!("mcp__server__{tool}"), &rules), expected, "{tool}");
        }
        assert_eq!(deed("mcp__write_server__read_file", &rules), Deed::Reads, "a server's name");
    }

    #[test]
    fn escapes_in_a_url_are_undone() {
        assert_eq!(decoded("/a%20b/%zz%4"), "/a b/%zz%4");
    }
}
