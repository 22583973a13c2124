//! As much of HTTP/1.1 as a host's client needs: one request a connection, bodies with a length.

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

/// A request as a host sent it.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Without the query.
    pub(crate) path: String,
    /// One `name: value` a line, the names in lower case.
    pub(crate) headers: String,
    /// `null` if there was none, or none in JSON.
    pub(crate) body: Value,
}

/// What a host gets back.
pub(super) struct Response {
    status: u16,
    kind: &'static str,
    body: String,
}

impl Response {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self { status, kind: "application/json", body: body.to_string() }
    }

    /// Server-sent events, each named by its own `type`.
    pub(super) fn events(events: &[Value]) -> Self {
        let one = |event: &Value| {
            let name = event["type"].as_str().unwrap_or_default();
            format!("event: {name}\ndata: {event}\n\n")
        };
        Self { status: 200, kind: "text/event-stream", body: events.iter().map(one).collect() }
    }

    /// The answer to what no session needs.
    pub(super) fn nothing() -> Self {
        Self::json(200, &json!({}))
    }

    pub(super) fn write(&self, mut stream: impl Write) -> io::Result<()> {
        let Self { status, kind, body } = self;
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status} -\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{body}"
        )?;
        stream.flush()
    }
}

pub(super) fn read(stream: &mut impl BufRead) -> io::Result<Request> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let method = words.next().unwrap_or_default().to_owned();
    let target = words.next().unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default().to_owned();

    let mut headers = String::new();
    let mut length = 0;
    loop {
        let mut header = String::new();
        if stream.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':') {
            let (name, value) = (name.trim().to_lowercase(), value.trim());
            if name == "content-length" {
                length = value.parse().unwrap_or(0);
            }
            headers.extend([&name, ": ", value, "\n"]);
        }
    }
    // An unread body would make the answer arrive as a reset connection.
    let mut body = Vec::new();
    stream.take(length).read_to_end(&mut body)?;
    let body = serde_json::from_slice(&body).unwrap_or_default();
    Ok(Request { method, path, headers, body })
}
