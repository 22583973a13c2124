#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fmt::Write as _;

use super::*;
use crate::ToolClass;
use crate::testkit::Payload;

fn pre(fields: &str) -> String {
    format!("{{\"hook_event_name\":\"PreToolUse\",{fields}}}")
}

/// The paths that a call with this tool and input names.
fn paths(tool: &str, input: &str) -> Vec<String> {
    let json = pre(&format!("\"tool_name\":\"{tool}\",\"tool_input\":{input}"));
    let event = Event::parse(&json, None).unwrap();
    event.call().unwrap().paths().into_iter().map(Cow::into_owned).collect()
}

fn command(tool: &str, input: &str) -> Option<String> {
    let json = pre(&format!("\"tool_name\":\"{tool}\",\"tool_input\":{input}"));
    let event = Event::parse(&json, None).unwrap();
    event.call().unwrap().command().map(Cow::into_owned)
}

/// The name of the variant, and what it holds beyond the common fields.
fn kind(event: &Event<'_>) -> String {
    match event.kind() {
        Kind::PreToolUse(call) => format!("PreToolUse {} {:?}", call.name(), call.class()),
        Kind::PostToolUse(post) => {
            assert_ne!(post.response(), "null");
            format!("PostToolUse {} {:?}", post.name(), post.class())
        }
        Kind::PermissionRequest(call) => format!("PermissionRequest {}", call.name()),
        Kind::SessionStart(start) => format!("SessionStart {:?}", start.source()),
        Kind::UserPromptSubmit(prompt) => {
            assert!(!prompt.prompt().is_empty());
            "UserPromptSubmit".to_owned()
        }
        Kind::Stop(stop) => format!("Stop {} {:?}", stop.is_active(), stop.last_message()),
        Kind::SubagentStart(_) => format!("SubagentStart {:?}", event.agent_type()),
        Kind::SubagentStop(stop) => {
            assert!(stop.transcript_path().is_some());
            format!("SubagentStop {:?}", event.agent_type())
        }
        Kind::PreCompact(compaction) => format!("PreCompact {:?}", compaction.trigger()),
        Kind::PostCompact(compaction) => format!("PostCompact {:?}", compaction.trigger()),
        Kind::SessionEnd(end) => format!("SessionEnd {:?}", end.reason()),
        Kind::Other => format!("Other {}", event.name()),
    }
}

#[test]
fn every_recorded_event_is_known_and_has_its_common_fields() {
    for host in Host::ALL {
        let names = Payload::names(host);
        assert!(names.len() > 40, "{host}: {}", names.len());
        for name in names {
            let payload = Payload::recorded(host, &name);
            let json = payload.to_bytes();
            let event = Event::parse(&json, Some(host)).unwrap();
            let file: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
            assert_eq!(event.name(), file, "{name}");
            assert!(event.known().is_some_and(|known| known.fires_on(host)), "{name}");
            assert!(event.session_id().is_some() && event.cwd().is_some(), "{name}");
            assert!(event.transcript_path().is_some(), "{name}");
            assert_eq!(event.host(), Some(host));
            assert_eq!(event.raw(), std::str::from_utf8(&json).unwrap().trim_end());
            let in_subagent = name.contains("subagent") || event.name().starts_with("Subagent");
            assert_eq!(event.agent_id().is_some(), in_subagent, "{name}");
            if let Some(call) = event.call() {
                assert!(!call.name().is_empty() && call.input() != "null", "{name}");
                let asks = event.name() == "PermissionRequest";
                assert_eq!(call.use_id().is_none(), asks, "{name}");
                let shell = call.class() == Some(ToolClass::Shell);
                assert_eq!(call.command().is_some(), shell, "{name}");
            }
        }
    }
}

#[test]
fn recorded_events_have_their_own_fields() {
    let told = |host, name: &str| {
        let json = Payload::recorded(host, name).to_bytes();
        kind(&Event::parse(&json, Some(host)).unwrap())
    };
    for (name, expected) in [
        ("PreToolUse.Edit", "PreToolUse Edit Some(Edit)"),
        ("PreToolUse.NotebookEdit", "PreToolUse NotebookEdit Some(Notebook)"),
        ("PreToolUse.MCP", "PreToolUse mcp__plugin_recorder_mini__do_thing Some(Mcp)"),
        ("PreToolUse.EnterWorktree.worktree", "PreToolUse EnterWorktree None"),
        ("PostToolUse.Bash", "PostToolUse Bash Some(Shell)"),
        ("PermissionRequest.Bash.interactive", "PermissionRequest Bash"),
        ("SessionStart.compact", "SessionStart Some(\"compact\")"),
        ("UserPromptSubmit", "UserPromptSubmit"),
        ("Stop", "Stop false Some(\"done\")"),
        ("SubagentStart", "SubagentStart Some(\"recorder:reviewer\")"),
        ("SubagentStop", "SubagentStop Some(\"recorder:reviewer\")"),
        ("SubagentStop.interactive", "SubagentStop None"),
        ("PreCompact", "PreCompact Some(\"manual\")"),
        ("PostCompact.interactive", "PostCompact Some(\"manual\")"),
        ("SessionEnd", "SessionEnd Some(\"other\")"),
        ("PostToolBatch", "Other PostToolBatch"),
    ] {
        assert_eq!(told(Host::Claude, name), expected);
    }
    for (name, expected) in [
        ("PreToolUse-apply_patch", "PreToolUse apply_patch Some(Patch)"),
        ("PreToolUse-collaborationspawn_agent", "PreToolUse collaborationspawn_agent Some(Agent)"),
        ("PostToolUse-get_goal", "PostToolUse get_goal None"),
        ("PermissionRequest-apply_patch", "PermissionRequest apply_patch"),
        ("Stop-stop_hook_active", "Stop true Some(\"two\")"),
        ("PreModelRequest-sampling", "Other PreModelRequest"),
    ] {
        assert_eq!(told(Host::Codex, name), expected);
    }
}

#[test]
fn target_paths_are_those_that_the_tool_touches() {
    assert_eq!(paths("Write", r#"{"file_path":"/a b"}"#), ["/a b"]);
    assert_eq!(paths("NotebookEdit", r#"{"notebook_path":"/n.ipynb"}"#), ["/n.ipynb"]);
    assert_eq!(paths("Edit", r#"{"path":"x"}"#), ["x"]);
    assert_eq!(paths("Read", r#"{"file_path":"/r","path":"no"}"#), ["/r"]);
    let patch =
        r#"{"command":"*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** End Patch"}"#;
    assert_eq!(paths("apply_patch", patch), ["a", "b"]);
    assert_eq!(paths("apply_patch", "\"*** Begin Patch\\n*** Add File: a\\n\""), ["a"]);
    assert_eq!(paths("Bash", r#"{"command":"x","file_path":"y"}"#), [""; 0]);
    assert_eq!(paths("Unheard", r#"{"file_path":"y","path":"z"}"#), ["y"]);
}

#[test]
fn a_field_of_the_wrong_type_counts_as_absent() {
    for input in ["42", "null", "\"text\"", "[]", r#"{"file_path":42}"#, r#"{"file_path":null}"#] {
        assert_eq!(paths("Write", input), [""; 0], "{input}");
    }
    for input in ["[]", r#"{"command":7}"#, r#"{"command":[1]}"#, r#"{"command":[]}"#] {
        assert_eq!(command("Bash", input), None, "{input}");
    }
    let json =
        r#"{"hook_event_name":["Stop"],"session_id":1,"cwd":null,"agent_id":{},"tool_name":3}"#;
    let event = Event::parse(json, None).unwrap();
    assert_eq!(
        (event.name(), event.session_id(), event.cwd(), event.agent_id()),
        ("", None, None, None)
    );
    assert_eq!(event.kind(), &Kind::Other);
    let json = r#"{"hook_event_name":"Stop","stop_hook_active":"yes","last_assistant_message":[]}"#;
    assert_eq!(kind(&Event::parse(json, None).unwrap()), "Stop false None");
}

#[test]
fn a_command_that_is_a_list_becomes_the_line_of_its_words() {
    let input = r#"{"command":["bash","-lc","echo 'a' > \"b\"",""]}"#;
    let line = command("shell", input).unwrap();
    assert_eq!(line, r#"bash -lc 'echo '\''a'\'' > "b"' ''"#);
    assert_eq!(command("exec_command", r#"{"cmd":"ls"}"#).as_deref(), Some("ls"));
    assert_eq!(command("Edit", r#"{"command":"ls"}"#), None);
}

#[derive(serde::Deserialize)]
struct Extra {
    cups: Vec<u8>,
}

#[test]
fn unknown_events_and_fields_survive() {
    let json = r#"{"hook_event_name":"Brewed","extra":{"cups":[1,2]},"permission_mode":"lenient"}"#;
    let event = Event::parse(json, Some(Host::Claude)).unwrap();
    assert_eq!((event.name(), event.known()), ("Brewed", None));
    assert_eq!(event.permission_mode(), Some("lenient"));
    assert_eq!(event.field::<Extra>("extra").unwrap().cups, [1, 2]);
    assert!(event.field::<u8>("extra").is_none() && event.field::<u8>("nothing").is_none());
}

#[test]
fn the_last_of_two_equal_keys_counts() {
    let json = pre(
        r#""tool_name":"Bash","tool_input":{"command":"a","command":"b"},"cwd":"/x","cwd":"/y""#,
    );
    let event = Event::parse(&json, None).unwrap();
    assert_eq!(event.cwd(), Some(Path::new("/y")));
    assert_eq!(event.call().unwrap().command().as_deref(), Some("b"));
}

#[test]
fn half_surrogates_marks_and_white_space_are_no_fault() {
    let json = "\u{FEFF} {\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\
        \"tool_input\":{\"command\":\"echo \\ud800 > x\",\"\\udfff\":1},\"z\":\"\\ud83d\"}\r\n\n";
    let event = Event::parse(json, None).unwrap();
    assert_eq!(event.call().unwrap().command().as_deref(), Some("echo \u{FFFD} > x"));
}

#[test]
fn nesting_of_any_depth_is_no_fault() {
    let deep = format!("{}{}", "{\"a\":[".repeat(50_000), "]}".repeat(50_000));
    let json = pre(&format!(
        "\"zz\":{deep},\"tool_name\":\"Bash\",\"tool_input\":{{\"a\":{deep},\"command\":\"ls\"}}"
    ));
    let event = Event::parse(&json, None).unwrap();
    let call = event.call().unwrap();
    assert_eq!(call.command().as_deref(), Some("ls"));
    assert!(call.arguments().more);
    assert_eq!(event.field::<serde_json::Value>("zz"), None);
}

#[test]
fn what_is_no_event_says_why() {
    let fault = |input: &[u8]| Event::parse(input, None).unwrap_err();
    assert_eq!(fault(b""), Malformed::Empty);
    assert_eq!(fault(b"\xEF\xBB\xBF \n"), Malformed::Empty);
    assert_eq!(fault(b"{\"a\":\"\xFF\"}"), Malformed::NotUtf8(6));
    assert_eq!(fault(b"{\"a\":\"b"), Malformed::Truncated);
    assert_eq!(fault(b"{"), Malformed::Truncated);
    for input in ["[]", "7", "null", "\"text\"", "true"] {
        assert_eq!(fault(input.as_bytes()), Malformed::NotAnObject, "{input}");
    }
    assert_eq!(fault(b"{\n\"a\":x}"), Malformed::NotJson { line: 2, column: 5 });
    assert!(matches!(fault(b"{} {}"), Malformed::NotJson { .. }));
}

#[test]
fn an_event_that_is_cut_anywhere_is_malformed() {
    let json = Payload::recorded(Host::Claude, "PreToolUse.Edit").to_bytes();
    let whole = json.len() - 1;
    for end in 0..whole {
        assert!(Event::parse(&json[..end], None).is_err(), "{end}");
    }
    assert!(Event::parse(&json[..whole], None).is_ok());
}

#[test]
fn arguments_of_an_unknown_tool_are_found_however_deep() {
    let json = pre(
        r#""tool_name":"mcp__x__y","tool_input":{"path":"a","n":1,"edits":[{"to":"b"},"c",[["d"]]],"e":{"f":{"g":"h"}}}"#,
    );
    let event = Event::parse(&json, None).unwrap();
    let found = event.call().unwrap().arguments();
    let pairs: Vec<_> = found.list.iter().map(|a| (a.key.as_ref(), a.value.as_ref())).collect();
    assert_eq!(pairs, [("path", "a"), ("to", "b"), ("edits", "c"), ("edits", "d"), ("g", "h")]);
    assert!(!found.more);
}

#[test]
fn the_walk_over_arguments_ends() {
    let mut many = String::from("[0");
    for number in 0..10_000 {
        let _ = write!(many, ",\"{number}\"");
    }
    many.push(']');
    let json = pre(&format!("\"tool_name\":\"mcp__x__y\",\"tool_input\":{{\"a\":{many}}}"));
    let found = Event::parse(&json, None).unwrap().call().unwrap().arguments();
    assert!(found.more && found.list.len() < 4100);
}

#[test]
fn a_long_key_is_not_copied_for_each_element_below_it() {
    for (length, more) in [(20, false), (100_000, true)] {
        let key = format!("\\u0061{}", "b".repeat(length));
        let list = format!("[{}0]", "\"x\",".repeat(3000));
        let json = pre(&format!("\"tool_name\":\"mcp__x__y\",\"tool_input\":{{\"{key}\":{list}}}"));
        let found = Event::parse(&json, None).unwrap().call().unwrap().arguments();
        assert_eq!(found.more, more);
        let copied: usize = found.list.iter().map(|argument| argument.key.len()).sum();
        assert!(copied < 2 << 20 && !found.list.is_empty(), "{copied} bytes of keys");
    }
}

#[test]
fn outside_of_a_hook_reports_go_nowhere() {
    let event = Event::parse("{}", None).unwrap();
    event.note(|| unreachable!("nobody reads it"));
    event.log("line");
    event.if_interrupted(crate::Verdict::pass());
    assert!(!event.is_explained());
}

#[test]
fn an_event_can_be_seen_with_other_variables() {
    let event = Event::parse("{}", None).unwrap();
    let event = event.with_environment(Environment::of([("HOME", "/h")]));
    assert_eq!(event.environment().home(), Some("/h".into()));
}
