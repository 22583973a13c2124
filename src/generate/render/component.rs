//! What rendering needs to know of one component on one host.

use std::sync::Arc;

use cvg_hooks::{Host, ToolClass};
use handlebars::Context;
use serde_json::Value;

use super::emit::{Entries, Lines, yaml_lines, yaml_read_back};
use super::loss::Loss;
use super::trace::{self, Trace};
use crate::diagnostic::{Diagnostic, Place, Rule, Sink};
use crate::generate::lint::Document;
use crate::generate::lint::rules::source as rules;
use crate::generate::source::yaml::{self, Entry, Kind, Node};
use crate::generate::source::{Component, Plugin};
use crate::generate::template::{Scope, Templates};
use crate::generate::tree::{Body, Content, Text, TreeFile};

/// Everything that is the same for all files of a plugin on one host.
pub struct Environment<'a> {
    /// The plugin.
    pub plugin: &'a Plugin,
    /// The host.
    pub host: Host,
    /// What templates may name.
    pub scope: Scope,
    /// What templates render with.
    pub context: Context,
    /// The plugin's templates.
    pub templates: &'a Templates,
    /// The files that the templates' origins name.
    pub files: Arc<Vec<Arc<crate::diagnostic::SourceFile>>>,
}

impl<'a> Environment<'a> {
    /// What a plugin's files render with on a host. An error means that a template
    /// engine cannot hold what they may name.
    pub fn new(
        plugin: &'a Plugin,
        host: Host,
        templates: &'a Templates,
        files: &Arc<Vec<Arc<crate::diagnostic::SourceFile>>>,
    ) -> Result<Self, handlebars::RenderError> {
        let scope = Scope::new(plugin, host);
        let context = Context::wraps(scope.context())?;
        Ok(Self { plugin, host, scope, context, templates, files: Arc::clone(files) })
    }
}

/// What one component, or one hooks file, renders to.
#[derive(Default)]
pub struct Output {
    /// Path in the plugin's tree, and the file.
    pub files: Vec<(String, TreeFile)>,
    /// What the host cannot express.
    pub losses: Vec<Loss>,
    /// Faults.
    pub sink: Sink,
}

impl Output {
    /// Adds the files, losses and faults of another.
    pub fn append(&mut self, other: Self) {
        self.files.extend(other.files);
        self.losses.extend(other.losses);
        self.sink.extend(other.sink);
    }

    /// Notes a loss.
    pub fn lose(
        &mut self,
        rule: &'static Rule,
        host: Host,
        key: &str,
        place: Place,
        message: String,
    ) {
        self.losses.push(Loss { rule, host, key: key.to_owned(), place, message });
    }
}

/// The place of an entry: from its key to the end of its value's first line.
pub fn entry_place(document: &Document, entry: &Entry) -> Place {
    trace::entry_place(&document.file, entry)
}

impl Environment<'_> {
    /// The same, with another word for the tools of a class.
    pub fn with_tool(&self, class: ToolClass, word: &str) -> Option<Self> {
        let mut scope = Scope::new(self.plugin, self.host);
        scope.tools.insert(class.id().to_owned(), word.to_owned());
        let context = Context::wraps(scope.context()).ok()?;
        let Self { plugin, host, templates, .. } = *self;
        Some(Environment {
            plugin,
            host,
            scope,
            context,
            templates,
            files: Arc::clone(&self.files),
        })
    }
}

impl Environment<'_> {
    /// A frontmatter value, with its templates rendered if the file is one.
    pub fn value(&self, component: &Component, node: &Node, sink: &mut Sink) -> Value {
        if !component.template {
            return node.to_json();
        }
        match &node.kind {
            Kind::Scalar(text, _) if text.contains("{{") => {
                let place = component.document.place(node.span.clone());
                let rendered =
                    self.templates.render_value(text, &place, &self.scope, &self.context, sink);
                Value::String(rendered.unwrap_or_default())
            }
            Kind::Sequence(items) => {
                items.iter().map(|item| self.value(component, item, sink)).collect()
            }
            Kind::Mapping(entries) => entries
                .iter()
                .map(|entry| {
                    let key = entry.key.as_str().unwrap_or_default().to_owned();
                    (key, self.value(component, &entry.value, sink))
                })
                .collect(),
            _ => node.to_json(),
        }
    }

    /// Copies a top-level key into the emitted frontmatter.
    pub fn copy(&self, component: &Component, key: &str, entries: &mut Entries, sink: &mut Sink) {
        if let Some(entry) = component.document.mapping().and_then(|root| root.entry(key)) {
            let value = self.value(component, &entry.value, sink);
            entries.push(key, value, Trace::entry(&component.document.file, entry));
        }
    }

    /// Copies what stands under `claude:` or `codex:`; a key that is there already is replaced.
    pub fn copy_own(&self, component: &Component, entries: &mut Entries, sink: &mut Sink) {
        let own = component.document.get(self.host.id()).map(Node::entries).unwrap_or_default();
        for entry in own {
            let value = self.value(component, &entry.value, sink);
            let key = entry.key.as_str().unwrap_or_default();
            entries.set(key, value, Trace::entry(&component.document.file, entry));
        }
    }

    /// Notes each of these keys that the component has as lost.
    pub fn lose_keys(&self, component: &Component, keys: &[&str], output: &mut Output) {
        for entry in component.document.mapping().map(Node::entries).unwrap_or_default() {
            let key = entry.key.as_str().unwrap_or_default();
            if keys.contains(&key) {
                let message =
                    format!("{} does not honour `{key}`: it is left out there", self.host.title());
                let place = entry_place(&component.document, entry);
                output.lose(&rules::loss_frontmatter::RULE, self.host, key, place, message);
            }
        }
    }

    /// The body of a component: rendered if it is a template, else as it stands.
    pub fn body(&self, component: &Component, sink: &mut Sink) -> Body {
        let file = &component.document.file;
        let start = component.document.body_start();
        if !component.template || !file.text[start..].contains("{{") {
            return Body::Shared { file: Arc::clone(file), start };
        }
        self.rendered(file, sink)
    }

    /// A file that is a template as a whole.
    pub fn rendered(&self, file: &Arc<crate::diagnostic::SourceFile>, sink: &mut Sink) -> Body {
        let before = sink.items().len();
        self.templates.check(file, &self.scope, sink);
        if sink.items().len() > before {
            return Body::Empty;
        }
        match self.templates.render(file, &self.context, sink) {
            Some(rendered) => Body::Rendered { rendered, files: Arc::clone(&self.files) },
            None => Body::Empty,
        }
    }

    /// A Markdown file with frontmatter.
    pub fn markdown(&self, component: &Component, entries: &Entries, sink: &mut Sink) -> TreeFile {
        let lines = yaml_lines(entries);
        let file = &component.document.file;
        let mut head = Lines::default();
        head.push("---\n", Some(&component.document.line(1)));
        let start = head.text.len();
        let front = verify(&lines, start, entries, file, sink);
        head.text.push_str(&lines.text);
        head.origins.extend(lines.origins);
        let end = head.text.len();
        head.push("---\n", Some(&component.document.line(1)));
        let text = Text {
            head: head.text,
            head_origins: head.origins,
            body: self.body(component, sink),
            tail: String::new(),
            front: front.map(|front| (start..end, Arc::new(front))),
        };
        TreeFile {
            content: Content::Text(Box::new(text)),
            executable: false,
            source: Arc::clone(file),
        }
    }

    /// A YAML file that we write whole.
    pub fn yaml_file(&self, component: &Component, entries: &Entries, sink: &mut Sink) -> TreeFile {
        let lines = yaml_lines(entries);
        let file = &component.document.file;
        verify(&lines, 0, entries, file, sink);
        let text = Text::generated(lines.text, lines.origins);
        TreeFile {
            content: Content::Text(Box::new(text)),
            executable: false,
            source: Arc::clone(file),
        }
    }
}

/// Parses what is about to be written again at the byte `base`, and compares.
fn verify(
    lines: &Lines,
    base: usize,
    entries: &Entries,
    file: &Arc<crate::diagnostic::SourceFile>,
    sink: &mut Sink,
) -> Option<yaml::Document> {
    let read = yaml_read_back(&lines.text, base, entries);
    if read.is_none() {
        sink.push(Diagnostic::new(
            &rules::emitted_text_differs::RULE,
            Place::file(file),
            "the emitted YAML does not read back as what was meant",
        ));
    }
    read
}
