//! Anthropic's Messages API, as far as Claude Code uses it.

use serde_json::{Value, json};

use super::ToolResult;
use super::http::{Request, Response};
use super::script::{Script, Turn};

pub(super) fn answer(request: &Request, script: &mut Script) -> Response {
    match (request.method.as_str(), request.path.as_str()) {
        ("POST", "/v1/messages") => {}
        ("POST", path) if path.ends_with("/count_tokens") => {
            return Response::json(200, &json!({ "input_tokens": 100 }));
        }
        _ => return Response::nothing(),
    }
    let turn = if is_turn(request) {
        script.next(&prompt(request))
    } else {
        Turn { text: Some("ok".to_owned()), ..Turn::default() }
    };
    if let Some(status) = turn.status {
        let error = json!({ "type": "api_error", "message": "as the script says" });
        return Response::json(status, &json!({ "type": "error", "error": error }));
    }
    let message = message(request, &turn);
    if request.body["stream"] == true {
        Response::events(&stream(&message))
    } else {
        Response::json(200, &message)
    }
}

/// Only a conversation offers tools.
pub(super) fn is_turn(request: &Request) -> bool {
    request.body["tools"].as_array().is_some_and(|tools| !tools.is_empty())
}

/// The first message of the user, with everything that the host put around it.
fn prompt(request: &Request) -> String {
    let first = messages(request).find(|message| message["role"] == "user");
    first.map(|message| message["content"].to_string()).unwrap_or_default()
}

pub(super) fn results(request: &Request) -> Vec<ToolResult> {
    let blocks = messages(request).filter_map(|message| message["content"].as_array()).flatten();
    let results = blocks.filter(|block| block["type"] == "tool_result");
    let read = |block: &Value| {
        let mut text = String::new();
        super::append_strings(&block["content"], &mut text);
        let call = block["tool_use_id"].as_str().unwrap_or_default().to_owned();
        ToolResult { call, text }
    };
    results.map(read).collect()
}

fn messages(request: &Request) -> impl Iterator<Item = &Value> {
    request.body["messages"].as_array().into_iter().flatten()
}

/// The whole answer, as a client gets it that does not stream.
fn message(request: &Request, turn: &Turn) -> Value {
    let text = turn.text.iter().map(|text| json!({ "type": "text", "text": text }));
    let calls = turn.calls.iter().map(
        |call| json!({ "type": "tool_use", "id": call.id, "name": call.tool, "input": call.input }),
    );
    json!({
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": request.body["model"],
        "content": text.chain(calls).collect::<Vec<_>>(),
        "stop_reason": if turn.calls.is_empty() { "end_turn" } else { "tool_use" },
        "stop_sequence": null,
        "usage": { "input_tokens": 100, "output_tokens": 20 },
    })
}

/// The same answer as events: each block begins empty, and its content is one delta.
fn stream(message: &Value) -> Vec<Value> {
    let mut opening = message.clone();
    opening["content"] = json!([]);
    opening["stop_reason"] = Value::Null;
    let mut events = vec![json!({ "type": "message_start", "message": opening })];
    for (index, block) in message["content"].as_array().into_iter().flatten().enumerate() {
        let mut start = block.clone();
        let delta = if block["type"] == "text" {
            start["text"] = json!("");
            json!({ "type": "text_delta", "text": block["text"] })
        } else {
            start["input"] = json!({});
            json!({ "type": "input_json_delta", "partial_json": block["input"].to_string() })
        };
        events.extend([
            json!({ "type": "content_block_start", "index": index, "content_block": start }),
            json!({ "type": "content_block_delta", "index": index, "delta": delta }),
            json!({ "type": "content_block_stop", "index": index }),
        ]);
    }
    let delta = json!({ "stop_reason": message["stop_reason"], "stop_sequence": null });
    events.push(json!({ "type": "message_delta", "delta": delta, "usage": message["usage"] }));
    events.push(json!({ "type": "message_stop" }));
    events
}
