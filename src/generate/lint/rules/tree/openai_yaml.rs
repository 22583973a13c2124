//! Codex cannot read a skill's `agents/openai.yaml` and ignores it.
//!
//! One wrong type or a syntax error loses the whole file, without a word. Then a
//! skill that said `policy.allow_implicit_invocation: false` is implicit again: the
//! model may start what only the user should. `no`, `off` and `"false"` are
//! strings there, not booleans.
//!
//! ## Instead
//!
//! Write `allow_implicit_invocation: false`, and every text of `interface` as a
//! string.

use std::sync::Arc;

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink, SourceFile};
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::frontmatter::BYTE_ORDER_MARK;
use crate::generate::source::json;
use crate::generate::source::yaml::{self, Kind, Node};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG116",
    name: "openai-yaml",
    severity: Severity::Error,
    source: include_str!("openai_yaml.rs"),
};

const INTERFACE: [&str; 6] = [
    "display_name",
    "short_description",
    "default_prompt",
    "icon_small",
    "icon_large",
    "brand_color",
];
const TOOL: [&str; 6] = ["type", "value", "description", "transport", "command", "url"];

/// Looks at the `agents/openai.yaml` of every skill.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    if tree.host != Host::Codex {
        return;
    }
    for (path, entry) in &tree.entries {
        if path.ends_with("/agents/openai.yaml") {
            check_file(&entry.file, sink);
        } else if path.ends_with("/agents/openai.yml") {
            let message = "Codex reads `openai.yaml` only, not `openai.yml`";
            sink.push(
                Diagnostic::new(&RULE, Place::file(&entry.file), message)
                    .help("rename it to `openai.yaml`")
                    .host(Host::Codex),
            );
        }
    }
}

fn check_file(file: &Arc<SourceFile>, sink: &mut Sink) {
    let base = if file.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let root = match yaml::parse(&file.text[base..], base) {
        Ok(document) => document.root,
        Err(error) => {
            let place = Place::new(file, error.offset..error.offset);
            // The place is ours to tell, not the parser's.
            let words = error.message.split(" at char ").next().unwrap_or_default();
            let message = format!("not YAML, so Codex ignores the file: {words}");
            return sink.push(with_help(Diagnostic::new(&RULE, place, message)));
        }
    };
    let Some(root) = root else { return };
    for key in json::duplicates(&root) {
        let place = Place::new(file, key.span.clone());
        let message = format!("the key `{}` stands here twice", key.as_str().unwrap_or_default());
        sink.push(
            Diagnostic::new(&RULE, place, message)
                .severity(Severity::Warning)
                .help("keep one of them: YAML forbids two, and strict readers refuse the file")
                .host(Host::Codex),
        );
    }
    let mut checker = Checker { file, sink };
    if !checker.expect("the file", &root, "mapping") {
        return;
    }
    if let Some(interface) = root.get("interface")
        && checker.expect("interface", interface, "mapping")
    {
        checker.strings("interface", interface, &INTERFACE);
    }
    if let Some(policy) = root.get("policy")
        && checker.expect("policy", policy, "mapping")
        && let Some(value) = policy.get("allow_implicit_invocation")
    {
        checker.expect("policy.allow_implicit_invocation", value, "boolean");
    }
    if let Some(dependencies) = root.get("dependencies")
        && checker.expect("dependencies", dependencies, "mapping")
        && let Some(tools) = dependencies.get("tools")
        && checker.expect("dependencies.tools", tools, "list")
    {
        for tool in tools.items() {
            if checker.expect("an entry of dependencies.tools", tool, "mapping") {
                checker.strings("dependencies.tools", tool, &TOOL);
            }
        }
    }
}

fn with_help(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic
        .note("Codex ignores the whole file")
        .help("mend it: an explicit-only skill becomes implicit while the file cannot be read")
        .host(Host::Codex)
}

struct Checker<'a> {
    file: &'a Arc<SourceFile>,
    sink: &'a mut Sink,
}

impl Checker<'_> {
    /// Is the value of that type? An empty value is as good as none.
    fn expect(&mut self, name: &str, node: &Node, wanted: &str) -> bool {
        let found = node.type_name();
        if found == wanted {
            return true;
        }
        if found != "null" && !matches!(node.kind, Kind::Alias) {
            let noun = match wanted {
                "boolean" => "true or false".to_owned(),
                other => format!("a {other}"),
            };
            let place = Place::new(self.file, node.span.clone());
            let message = format!("`{name}` is a {found}, and must be {noun}");
            self.sink.push(with_help(Diagnostic::new(&RULE, place, message)));
        }
        false
    }

    fn strings(&mut self, name: &str, mapping: &Node, keys: &[&str]) {
        for entry in mapping.entries() {
            let Some(key) = entry.key.as_str().filter(|key| keys.contains(key)) else { continue };
            self.expect(&format!("{name}.{key}"), &entry.value, "string");
        }
    }
}
