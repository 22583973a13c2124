//! milestone-gate: a shell command that makes a milestone waits for the layers of the
//! repository that it addresses.
//!
//! This hook is closed: a milestone that it cannot judge is denied. Whatever makes none passes
//! at once, and nothing is started for it.

mod target;
mod texts;

use std::path::Path;
use std::time::{Duration, Instant};

use super::layer::{Need, plan};
use super::milestone::{self, Milestone, What};
use super::report::Outcome;
use super::runner::{Request, run};
use crate::config::{self, Settings};
use crate::event::PreToolUse;
use crate::path::real_path;
use crate::repo::main_root;
use crate::shell::Setting;
use crate::{Event, Hook, Kind, ToolClass, Verdict, env};
use target::{Target, targets};

/// How long the hook may take for a call. Hosts are told 600 s and let the command run after
/// that. The layers have 570, and what is left is for stopping them and for git.
const DEADLINE: Duration = Duration::from_secs(590);

/// The hook.
pub const fn hook() -> Hook {
    Hook::new("milestone-gate", judge).closed_if(names_milestone).judging_deadline(DEADLINE)
}

/// Does the text of something that is no event look like a call that makes a milestone?
fn names_milestone(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    text.contains("PreToolUse") && milestone::mentions(&text.replace("\\n", "\n"))
}

/// Judges an event: a call of a shell that is about to run.
pub fn judge(event: &Event<'_>) -> Verdict {
    let Kind::PreToolUse(call) = event.kind() else { return Verdict::pass() };
    if call.class() != Some(ToolClass::Shell) {
        return Verdict::pass();
    }
    let Some(line) = call.command() else { return Verdict::pass() };
    let started = Instant::now();
    // Until it is read, its text decides.
    if milestone::mentions(&line) {
        event.if_interrupted(call.deny(texts::UNJUDGED));
    }
    let judge = Judge::new(event, call, started);
    let found = judge.find();
    if found.is_empty() {
        event.if_interrupted(Verdict::pass());
        event.note(|| "no milestone".to_owned());
        return Verdict::pass();
    }
    event.if_interrupted(call.deny(texts::UNJUDGED));
    for milestone in &found {
        event.note(|| format!("`{}` {}", milestone.shown, milestone.what));
    }
    if is_off(event) {
        event.log(format!("CVG_GATE is off: {} without the gate", texts::all(&found)));
        return Verdict::pass();
    }
    judge.milestones(&found)
}

/// Has whoever started the host switched the gate off?
fn is_off(event: &Event<'_>) -> bool {
    let value = event.environment().value(env::CVG_GATE).unwrap_or_default();
    let value = value.to_string_lossy().to_ascii_lowercase();
    matches!(value.as_str(), "off" | "0" | "false")
}

/// The judge of one call.
struct Judge<'e> {
    event: &'e Event<'e>,
    call: &'e PreToolUse<'e>,
    settings: Settings,
    started: Instant,
}

impl<'e> Judge<'e> {
    fn new(event: &'e Event<'e>, call: &'e PreToolUse<'e>, started: Instant) -> Self {
        let settings = Settings::new(|name| event.environment().get(name));
        Self { event, call, settings, started }
    }

    /// The milestones of the call. What else counts as one is said where the session works.
    fn find(&self) -> Vec<Milestone> {
        let environment = self.event.environment();
        let cwd = self.event.cwd().filter(|cwd| cwd.is_absolute());
        let main = cwd.and_then(|cwd| main_root(&real_path(cwd)));
        let (gate, faults) = self.settings.gate(main.as_deref());
        for fault in faults {
            // A milestone that it names may be lost.
            self.event.log(fault.to_string());
        }
        let setting = Setting {
            cwd: cwd.map(Path::to_path_buf),
            home: environment.home(),
            project: environment.folder(env::CLAUDE_PROJECT_DIR),
        };
        let found = milestone::of_call(self.call, &setting, &gate);
        found.map(|found| found.milestones).unwrap_or_default()
    }

    /// Every repository must pass. The first that does not decides.
    fn milestones(&self, found: &[Milestone]) -> Verdict {
        let unread = found.iter().find_map(|milestone| match milestone.what {
            What::Unread(limit) => Some((milestone, limit)),
            _ => None,
        });
        if let Some((milestone, limit)) = unread {
            return self.deny(texts::unread(milestone, limit));
        }
        let targets = match targets(found) {
            Ok(targets) => targets,
            Err((milestone, trouble)) => return self.deny(texts::nowhere(milestone, &trouble)),
        };
        let mut messages = Vec::new();
        for target in &targets {
            match self.target(target) {
                Ok(message) => messages.extend(message),
                Err(reason) => return self.deny(reason),
            }
        }
        Verdict::pass().message(messages.join("\n"))
    }

    fn deny(&self, reason: String) -> Verdict {
        self.call.deny(reason)
    }

    /// A message for the user if a repository passes, or why it does not.
    fn target(&self, target: &Target<'_>) -> Result<Option<String>, String> {
        let (gate, faults) = self.settings.gate(target.main.as_deref());
        if !faults.is_empty() {
            return Err(texts::faults(target, &faults));
        }
        if !gate.enabled {
            let root = target.root.display();
            self.event.log(format!("`[gate] enabled` is false for `{root}`: {}", target.told()));
            return Ok(None);
        }
        if self.event.is_explained() {
            self.explain(target, &gate);
            return Ok(None);
        }
        self.event.if_interrupted(self.deny(texts::unfinished(target)));
        let report = run(
            &Request {
                root: &target.root,
                places: &target.places,
                gate: &gate,
                environment: self.event.environment(),
                limit: self.started + gate.timeout,
                afresh: false,
            },
            None,
        );
        for note in &report.notes {
            self.event.log(note.clone());
        }
        match report.outcome {
            Outcome::Passed => Ok(Some(texts::passed(target, &report))),
            Outcome::Empty => {
                let root = target.root.display();
                self.event.log(format!("nothing to run in `{root}`: {}", target.told()));
                Ok(None)
            }
            _ => Err(texts::closed(target, &report)),
        }
    }

    /// What would run. Nothing does.
    fn explain(&self, target: &Target<'_>, gate: &config::Gate) {
        let root = target.root.display();
        let layers = plan(&target.root, &target.places, gate, self.event.environment());
        if layers.is_empty() {
            self.event
                .note(|| format!("no stack is found in `{root}`, and no layer is configured"));
        }
        for layer in layers {
            self.event.note(|| match &layer.need {
                Need::Never(skip) => {
                    format!("skips `{}` in `{root}`: {}", layer.title(), skip.text)
                }
                _ => format!("would run `{}`: {}", layer.title(), layer.by_hand()),
            });
        }
    }
}
