//! What each host makes of a hook's standard output.
//!
//! As observed on Claude Code 2.1.197 and Codex 0.171.0. Both run the tool if an answer is
//! not as they want it, so [`read`] says what is wrong instead of passing it over. It is
//! stricter than Claude Code, which ignores keys that it does not know.

use serde_json::{Map, Value};

use crate::Host;

/// The document on `stdout` as `host` takes it for `event`; `None` if there is none.
pub fn read(host: Host, event: &str, stdout: &[u8]) -> Result<Option<Value>, String> {
    if stdout.is_empty() {
        return Ok(None);
    }
    if stdout.first() != Some(&b'{') {
        return Err("the answer does not begin with `{`".to_owned());
    }
    let value: Value = serde_json::from_slice(stdout)
        .map_err(|error| format!("not one JSON document: {error}"))?;
    let top = value.as_object().ok_or("the answer is no object")?;
    if top.is_empty() {
        return Err("an answer without a key says nothing: print nothing".to_owned());
    }
    keys(top, top_keys(event))?;
    match top.get("decision").map(|decision| decision == "block") {
        Some(false) => return Err("`decision` must be `block`".to_owned()),
        Some(true) => said(top, "reason")?,
        None if top.contains_key("reason") => return Err("a reason without a decision".to_owned()),
        None => {}
    }
    if top.contains_key("systemMessage") {
        said(top, "systemMessage")?;
    }
    if let Some(specific) = top.get("hookSpecificOutput") {
        let specific = specific.as_object().ok_or("`hookSpecificOutput` is no object")?;
        check_specific(host, event, specific)?;
    }
    Ok(Some(value))
}

/// The keys at the top, for an event.
fn top_keys(event: &str) -> &'static [&'static str] {
    match event {
        "PreToolUse" | "PermissionRequest" | "SessionStart" | "SubagentStart" => {
            &["hookSpecificOutput", "systemMessage"]
        }
        "PostToolUse" | "UserPromptSubmit" => {
            &["decision", "reason", "hookSpecificOutput", "systemMessage"]
        }
        "Stop" | "SubagentStop" => &["decision", "reason", "systemMessage"],
        "PreCompact" | "PostCompact" => &["systemMessage"],
        _ => &[],
    }
}

fn check_specific(host: Host, event: &str, specific: &Map<String, Value>) -> Result<(), String> {
    if specific.get("hookEventName").and_then(Value::as_str) != Some(event) {
        return Err(format!("`hookEventName` must be `{event}`"));
    }
    match event {
        "PermissionRequest" => {
            keys(specific, &["hookEventName", "decision"])?;
            let decision = specific.get("decision").and_then(Value::as_object);
            let decision = decision.ok_or("`decision` is no object")?;
            keys(decision, &["behavior", "message"])?;
            match decision.get("behavior").and_then(Value::as_str) {
                Some("allow") if !decision.contains_key("message") => Ok(()),
                Some("deny") => said(decision, "message"),
                other => Err(format!("`behavior` is {other:?}")),
            }
        }
        "PreToolUse" if specific.contains_key("permissionDecision") => {
            let allowed = [
                "hookEventName",
                "permissionDecision",
                "permissionDecisionReason",
                "additionalContext",
            ];
            keys(specific, &allowed)?;
            said(specific, "permissionDecisionReason")?;
            match (specific.get("permissionDecision").and_then(Value::as_str), host) {
                (Some("deny"), _) | (Some("ask" | "allow"), Host::Claude) => Ok(()),
                (other, _) => Err(format!("`permissionDecision` is {other:?}")),
            }
        }
        _ => {
            keys(specific, &["hookEventName", "additionalContext"])?;
            said(specific, "additionalContext")
        }
    }
}

fn keys(object: &Map<String, Value>, allowed: &[&str]) -> Result<(), String> {
    match object.keys().find(|key| !allowed.contains(&key.as_str())) {
        Some(key) => Err(format!("the host does not know `{key}` here")),
        None => Ok(()),
    }
}

fn said(object: &Map<String, Value>, key: &str) -> Result<(), String> {
    match object.get(key).and_then(Value::as_str).map(str::trim) {
        Some(text) if !text.is_empty() => Ok(()),
        _ => Err(format!("`{key}` must be a text that is not blank")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_let_the_tool_run_are_refused() {
        let deny = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}"#;
        assert!(read(Host::Codex, "PreToolUse", deny.as_bytes()).is_ok_and(|it| it.is_some()));
        for (was, is) in [
            ("\"no\"", "\" \""),
            (",\"permissionDecisionReason\":\"no\"", ""),
            ("{\"hook", "{\"x\":1,\"hook"),
            ("PreToolUse", "Stop"),
            ("\"deny\"", "\"ask\""),
            ("\"deny\"", "\"allow\""),
            ("}}", "}}\n{}"),
            ("{\"hook", "hello {\"hook"),
            ("{\"hook", "\u{FEFF}{\"hook"),
        ] {
            let spoilt = deny.replacen(was, is, 1);
            assert!(read(Host::Codex, "PreToolUse", spoilt.as_bytes()).is_err(), "{spoilt}");
        }
    }
}
