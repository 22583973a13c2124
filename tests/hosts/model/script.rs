//! What a scripted model says: turns in order, and other turns for conversations that carry a
//! marker, such as a subagent's. A script is also a JSON document, for suites that keep many.

use std::collections::VecDeque;

use serde::Deserialize;
use serde_json::Value;

/// A whole part for the model to play. When its turns run out, it says "done".
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Script {
    /// What it says in the main conversation.
    turns: VecDeque<Turn>,
    /// What it says elsewhere; the first rule that fits decides.
    #[serde(default)]
    rules: Vec<Rule>,
    #[serde(skip)]
    calls: usize,
}

/// Turns for the conversations that begin with a prompt which holds a marker.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    prompt: String,
    turns: VecDeque<Turn>,
}

/// One answer of the model.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Turn {
    /// What it says, before its calls if it has any.
    pub(crate) text: Option<String>,
    /// Tools that it calls, in parallel if there are several.
    pub(crate) calls: Vec<Call>,
    /// An HTTP status to fail with instead.
    pub(crate) status: Option<u16>,
}

/// A call of a tool.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Call {
    /// The tool, on Codex perhaps with its namespace: `collaboration.spawn_agent`.
    pub(crate) tool: String,
    /// An object of arguments; on Codex a string is the text for a free-form tool.
    pub(crate) input: Value,
    /// By what its result is found; `call_1`, `call_2` and so on if left out.
    #[serde(default)]
    pub(crate) id: String,
}

impl Call {
    pub(crate) fn new(tool: &str, input: Value) -> Self {
        Self { tool: tool.to_owned(), input, id: String::new() }
    }

    /// The same call, with a name for its result.
    pub(crate) fn named(self, id: &str) -> Self {
        Self { id: id.to_owned(), ..self }
    }
}

impl From<Call> for Turn {
    fn from(call: Call) -> Self {
        Self { calls: vec![call], ..Self::default() }
    }
}

impl Script {
    /// One call a turn, and then the end.
    pub(crate) fn calling(calls: impl IntoIterator<Item = Call>) -> Self {
        Self { turns: calls.into_iter().map(Turn::from).collect(), ..Self::default() }
    }

    /// The same script, with calls for a conversation whose prompt holds `marker`.
    pub(crate) fn answering(mut self, marker: &str, calls: impl IntoIterator<Item = Call>) -> Self {
        let turns = calls.into_iter().map(Turn::from).collect();
        self.rules.push(Rule { prompt: marker.to_owned(), turns });
        self
    }

    /// The next turn of the conversation that began with `prompt`.
    pub(super) fn next(&mut self, prompt: &str) -> Turn {
        let rule = self.rules.iter_mut().find(|rule| prompt.contains(&rule.prompt));
        let turns = rule.map_or(&mut self.turns, |rule| &mut rule.turns);
        let mut turn = turns.pop_front().unwrap_or_default();
        if turn.calls.is_empty() && turn.text.is_none() {
            turn.text = Some("done".to_owned());
        }
        for call in turn.calls.iter_mut().filter(|call| call.id.is_empty()) {
            self.calls += 1;
            call.id = format!("call_{}", self.calls);
        }
        turn
    }
}
