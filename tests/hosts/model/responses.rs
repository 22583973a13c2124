//! OpenAI's Responses API, as far as Codex uses it.

use serde_json::{Value, json};

use super::ToolResult;
use super::http::{Request, Response};
use super::script::{Call, Script, Turn};

pub(super) fn answer(request: &Request, script: &mut Script) -> Response {
    if !is_turn(request) {
        let unknown = json!({ "error": { "message": "not part of a session" } });
        return Response::json(404, &unknown);
    }
    let turn = script.next(&prompt(request));
    if let Some(status) = turn.status {
        let error = json!({ "type": "server_error", "message": "as the script says" });
        return Response::json(status, &json!({ "error": error }));
    }
    Response::events(&stream(&items(&turn)))
}

pub(super) fn is_turn(request: &Request) -> bool {
    request.method == "POST" && request.path.ends_with("/responses")
}

/// The last message of the user, or of a parent agent: a subagent may carry its parent's whole
/// conversation before its own task, and the task is an item of a kind of its own.
fn prompt(request: &Request) -> String {
    let prompts =
        input(request).filter(|item| item["role"] == "user" || item["type"] == "agent_message");
    prompts.last().map(|message| message["content"].to_string()).unwrap_or_default()
}

pub(super) fn results(request: &Request) -> Vec<ToolResult> {
    let outputs = input(request).filter(|item| {
        matches!(item["type"].as_str(), Some("function_call_output" | "custom_tool_call_output"))
    });
    let read = |item: &Value| {
        let mut text = String::new();
        super::append_strings(&item["output"], &mut text);
        ToolResult { call: item["call_id"].as_str().unwrap_or_default().to_owned(), text }
    };
    outputs.map(read).collect()
}

fn input(request: &Request) -> impl Iterator<Item = &Value> {
    request.body["input"].as_array().into_iter().flatten()
}

fn items(turn: &Turn) -> Vec<Value> {
    let text = turn.text.iter().map(|text| {
        let content = json!([{ "type": "output_text", "text": text, "annotations": [] }]);
        json!({ "type": "message", "role": "assistant", "id": "msg_1", "content": content })
    });
    text.chain(turn.calls.iter().map(call)).collect()
}

fn call(call: &Call) -> Value {
    let Call { tool, input, id } = call;
    if input.is_string() {
        let kind = "custom_tool_call";
        return json!({ "type": kind, "id": format!("ctc_{id}"), "call_id": id, "name": tool,
                       "input": input, "status": "completed" });
    }
    let mut item = json!({ "type": "function_call", "id": format!("fc_{id}"), "call_id": id,
                           "name": tool, "arguments": input.to_string() });
    if let Some((namespace, name)) = tool.split_once('.') {
        item["namespace"] = json!(namespace);
        item["name"] = json!(name);
    }
    item
}

fn stream(items: &[Value]) -> Vec<Value> {
    let response = |status: &str, output: &[Value]| json!({ "id": "resp_1", "object": "response", "status": status, "output": output });
    let opening = response("in_progress", &[]);
    let mut events = vec![json!({ "type": "response.created", "response": opening })];
    for (index, item) in items.iter().enumerate() {
        let mut start = item.clone();
        if item["type"] == "message" {
            start["content"] = json!([]);
        }
        events.push(json!({ "type": "response.output_item.added", "output_index": index,
                            "item": start }));
        if item["type"] == "message" {
            events.push(json!({ "type": "response.output_text.delta", "output_index": index,
                                "content_index": 0, "item_id": item["id"],
                                "delta": item["content"][0]["text"] }));
        }
        events.push(json!({ "type": "response.output_item.done", "output_index": index,
                            "item": item }));
    }
    let mut closing = response("completed", items);
    closing["usage"] = json!({ "input_tokens": 100, "output_tokens": 20, "total_tokens": 120 });
    events.push(json!({ "type": "response.completed", "response": closing }));
    events
}
