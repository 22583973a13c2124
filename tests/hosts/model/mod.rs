//! A stand-in for the model behind a host: on loopback, scripted, and with a memory. It answers in
//! the host's own wire format what a [`Script`] says, and keeps every request, since what a hook
//! tells the model stands in the next request. It ends when it is dropped.

mod http;
mod messages;
mod responses;
mod script;

use std::io::BufReader;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;

pub(crate) use http::Request;
pub(crate) use script::{Call, Script};

/// Which API a host speaks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wire {
    /// Anthropic's Messages: Claude Code.
    Messages,
    /// OpenAI's Responses: Codex.
    Responses,
}

/// What a tool call brought back to the model.
#[derive(Clone, Debug)]
pub(crate) struct ToolResult {
    /// The call that it answers.
    pub(crate) call: String,
    pub(crate) text: String,
}

impl Wire {
    /// Reads a request, and answers it from the script.
    fn answer(self, request: &Request, script: &mut Script) -> http::Response {
        match self {
            Self::Messages => messages::answer(request, script),
            Self::Responses => responses::answer(request, script),
        }
    }

    /// Everything that the conversation of a request says, in order: instructions, reminders,
    /// prompts, answers and tool results, but not the list of tools.
    pub(crate) fn conversation(self, request: &Request) -> String {
        let parts: &[&str] = match self {
            Self::Messages => &["system", "messages"],
            Self::Responses => &["instructions", "input"],
        };
        let mut text = String::new();
        for part in parts {
            append_strings(&request.body[part], &mut text);
        }
        text
    }

    /// Is this a step of a conversation? A host asks beside it too, for a title for instance.
    pub(crate) fn is_turn(self, request: &Request) -> bool {
        match self {
            Self::Messages => messages::is_turn(request),
            Self::Responses => responses::is_turn(request),
        }
    }

    /// The tool results in a request, the oldest first.
    pub(crate) fn results(self, request: &Request) -> Vec<ToolResult> {
        match self {
            Self::Messages => messages::results(request),
            Self::Responses => responses::results(request),
        }
    }
}

/// Every string in `value`, one a line.
fn append_strings(value: &Value, text: &mut String) {
    match value {
        Value::String(string) => {
            text.push_str(string);
            text.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| append_strings(item, text)),
        Value::Object(fields) => fields.values().for_each(|field| append_strings(field, text)),
        _ => {}
    }
}

/// What the threads of one server share.
struct Shared {
    wire: Wire,
    stopping: AtomicBool,
    state: Mutex<State>,
}

struct State {
    script: Script,
    requests: Vec<Request>,
}

/// Listens until it is dropped.
pub(crate) struct Model {
    address: SocketAddr,
    shared: Arc<Shared>,
    listener: Option<JoinHandle<()>>,
}

impl Model {
    pub(crate) fn start(wire: Wire, script: Script) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let state = Mutex::new(State { script, requests: Vec::new() });
        let shared = Arc::new(Shared { wire, stopping: AtomicBool::new(false), state });
        let serving = Arc::clone(&shared);
        let listener = thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.stopping.load(Ordering::SeqCst) {
                    break;
                }
                // The host keeps connections open beside the one it talks on.
                let shared = Arc::clone(&serving);
                thread::spawn(move || stream.and_then(|stream| serve(&stream, &shared)));
            }
        });
        Self { address, shared, listener: Some(listener) }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every request so far, in the order of arrival.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.shared.state().requests.clone()
    }
}

impl Shared {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // A thread that panicked with the lock fails its session; what was recorded still helps.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::SeqCst);
        // One more connection wakes the listener, which then sees that it should end.
        if TcpStream::connect(self.address).is_ok()
            && let Some(listener) = self.listener.take()
        {
            let _ = listener.join();
        }
    }
}

/// Reads one request, answers it and closes.
fn serve(stream: &TcpStream, shared: &Shared) -> std::io::Result<()> {
    // A connection that a host opens and forgets must not hold its thread for ever.
    stream.set_read_timeout(Some(Duration::from_mins(1)))?;
    let request = http::read(&mut BufReader::new(stream))?;
    let response = {
        let mut state = shared.state();
        let response = shared.wire.answer(&request, &mut state.script);
        state.requests.push(request);
        response
    };
    response.write(stream)
}
