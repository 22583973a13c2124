//! Walks a compiled template and reports every name that its host does not have.
//!
//! The library's strict mode stops at the first unknown name, and lets one pass
//! inside `{{#if …}}`; this walk misses none.

use cvg_hooks::{Host, ToolClass};
use handlebars::template::{DecoratorTemplate, HelperTemplate, Parameter, TemplateElement};
use handlebars::{Template, template::TemplateMapping};
use serde_json::Value;

use super::blocks::check_blocks;
use super::names::argument_place;
use super::{Compiled, HELPERS, Piece, Scope, Templates};
use crate::diagnostic::{Diagnostic, Place, Rule, Sink, SourceFile};
use crate::generate::lint::rules::source as rules;

/// Checks a file for one host.
pub(super) fn check(templates: &Templates, compiled: &Compiled, scope: &Scope, sink: &mut Sink) {
    let mut walk = Walk::new(templates, scope, sink);
    walk.file(compiled);
    if walk.weight > MAX_RENDERED {
        too_large(Place::file(&compiled.file), scope, sink);
    }
}

/// Checks a short text; every fault points at `place`.
pub(super) fn check_value(
    templates: &Templates,
    text: &str,
    place: &Place,
    scope: &Scope,
    sink: &mut Sink,
) {
    let tags = super::scan::tags(text);
    let inner = SourceFile::new("", text);
    let mut faults = Sink::new();
    check_blocks(&inner, 0, text, &tags, &mut faults);
    let mut found: Vec<Diagnostic> = faults.into_iter().collect();
    if found.is_empty() {
        match Template::compile(&text.replace("${{", "$\\{{")) {
            Ok(template) => {
                let mut faults = Sink::new();
                let mut walk = Walk::new(templates, scope, &mut faults);
                walk.elements(&template, &|_| place.clone(), true);
                if walk.weight > MAX_RENDERED {
                    too_large(place.clone(), scope, &mut faults);
                }
                found.extend(faults);
            }
            Err(_) => found.push(
                Diagnostic::new(
                    &rules::template_syntax::RULE,
                    place.clone(),
                    "the tag cannot be parsed",
                )
                .help("write `\\{{` if two braces are meant as text"),
            ),
        }
    }
    for mut fault in found {
        fault.place = place.clone();
        fault.labels.clear();
        sink.push(fault);
    }
}

pub(super) struct Walk<'a> {
    templates: &'a Templates,
    pub(super) scope: &'a Scope,
    pub(super) sink: &'a mut Sink,
    /// Partials that are being walked, outermost first.
    chain: Vec<String>,
    /// How often what is walked now may be rendered, by the loops around it.
    pub(super) times: u64,
    /// Estimate of the bytes that are rendered: never much less, often more.
    pub(super) weight: u64,
}

/// Most that one file may render to. Partials that include partials, and loops in
/// loops, grow without bounds from a few lines.
const MAX_RENDERED: u64 = crate::generate::source::walk::MAX_TEXT;
/// What an element that prints something weighs at least.
const ELEMENT: u64 = 16;

fn too_large(place: Place, scope: &Scope, sink: &mut Sink) {
    let text = format!("renders to more than the {} MiB that it may have", MAX_RENDERED >> 20);
    sink.push(
        Diagnostic::new(&rules::file_too_large::RULE, place, text)
            .host(scope.host)
            .help("include fewer partials, or put no loop into a loop"),
    );
}

/// Finds the place of an element from its line and column.
type Locate<'a> = dyn Fn(&TemplateMapping) -> Place + 'a;

impl<'a> Walk<'a> {
    fn new(templates: &'a Templates, scope: &'a Scope, sink: &'a mut Sink) -> Self {
        Walk { templates, scope, sink, chain: Vec::new(), times: 1, weight: 0 }
    }

    /// Counts what an element renders to; false if it is too much already.
    fn weigh(&mut self, element: &TemplateElement) -> bool {
        let bytes = match element {
            TemplateElement::RawString(text) => text.len() as u64,
            _ => ELEMENT,
        };
        self.weight = self.weight.saturating_add(self.times.saturating_mul(bytes.max(ELEMENT)));
        self.weight <= MAX_RENDERED
    }

    pub(super) fn weigh_value(&mut self, bytes: u64) {
        self.weight = self.weight.saturating_add(self.times.saturating_mul(bytes));
    }

    fn file(&mut self, compiled: &Compiled) {
        for piece in &compiled.pieces {
            let Piece::Template { name, prepared, offset } = piece else { continue };
            let Some(template) = self.templates.registry.get_template(name) else { continue };
            let locate = |mapping: &TemplateMapping| {
                let start = offset + prepared.original_at(mapping.0, mapping.1);
                let text = &compiled.file.text;
                let start = text[start..].find("{{").map_or(start, |index| start + index);
                let end = text[start..].find("}}").map_or(text.len(), |index| start + index + 2);
                Place::new(&compiled.file, start..end)
            };
            self.elements(template, &locate, true);
        }
    }

    /// `plain`: names mean the plugin's values, as they do outside `each` and `with`.
    fn elements(&mut self, template: &Template, locate: &Locate<'_>, plain: bool) {
        for (element, mapping) in template.elements.iter().zip(&template.mapping) {
            if !self.weigh(element) {
                return;
            }
            match element {
                TemplateElement::Expression(helper) | TemplateElement::HtmlExpression(helper) => {
                    self.expression(helper, &locate(mapping), plain);
                }
                TemplateElement::HelperBlock(helper) => {
                    self.block(helper, &locate(mapping), locate, plain);
                }
                TemplateElement::PartialExpression(partial)
                | TemplateElement::PartialBlock(partial) => {
                    self.partial(partial, &locate(mapping));
                    if let Some(inner) = &partial.template {
                        self.elements(inner, locate, plain);
                    }
                }
                TemplateElement::DecoratorExpression(decorator)
                | TemplateElement::DecoratorBlock(decorator) => {
                    let name = decorator.name.as_name().unwrap_or_default();
                    self.unknown(
                        &rules::unknown_helper::RULE,
                        locate(mapping),
                        "decorator",
                        name,
                        &[],
                    );
                }
                // Text and comments; the enum is open for kinds that we do not know.
                _ => {}
            }
        }
    }

    fn expression(&mut self, helper: &HelperTemplate, place: &Place, plain: bool) {
        let name = helper.name.as_name().unwrap_or_default();
        let called = !helper.params.is_empty() || !helper.hash.is_empty();
        match name {
            "skill" | "agent" | "tool" => self.table(name, helper, place),
            "host" | "if" | "unless" | "each" | "with" if called => {
                let text =
                    format!("`{name}` is a block: write `{{{{#{name} …}}}} … {{{{/{name}}}}}`");
                self.sink.push(
                    Diagnostic::new(&rules::template_syntax::RULE, place.clone(), text)
                        .help("add the `#`, and the closing tag")
                        .host(self.scope.host),
                );
            }
            _ if called => {
                self.unknown(&rules::unknown_helper::RULE, place.clone(), "helper", name, &HELPERS);
            }
            _ if plain => self.name(name, place, false),
            // Inside `each` and `with` a name may mean any value.
            _ => self.weigh_value(self.scope.longest_value()),
        }
    }

    fn block(&mut self, helper: &HelperTemplate, place: &Place, locate: &Locate<'_>, plain: bool) {
        let name = helper.name.as_name().unwrap_or_default();
        match name {
            "host" => {
                // Of a block whose host is unknown, no branch is known to render.
                let branch = match self.host_block(helper, place) {
                    Some(true) => &helper.template,
                    Some(false) => &helper.inverse,
                    None => &None,
                };
                if let Some(inner) = branch {
                    self.elements(inner, locate, plain);
                }
                return;
            }
            "if" | "unless" | "each" | "with" => {
                if plain {
                    for param in &helper.params {
                        if let (Parameter::Path(_), Some(path)) = (param, param.as_name()) {
                            self.name(path, place, true);
                        }
                    }
                }
            }
            _ => self.unknown(&rules::unknown_helper::RULE, place.clone(), "block", name, &HELPERS),
        }
        let plain = plain && !matches!(name, "each" | "with");
        let times = self.times;
        if name == "each" {
            self.times = times.saturating_mul(self.scope.largest_group());
        }
        for inner in [&helper.template, &helper.inverse].into_iter().flatten() {
            self.elements(inner, locate, plain);
        }
        self.times = times;
    }

    /// Does the block's first branch render on this host? Its names are checked;
    /// `None` if one of them names no host.
    fn host_block(&mut self, helper: &HelperTemplate, place: &Place) -> Option<bool> {
        let mut here = false;
        let before = self.sink.items().len();
        if helper.params.is_empty() {
            let text = "`host` needs the name of a host: `{{#host \"claude\"}}`";
            self.sink.push(Diagnostic::new(&rules::unknown_host::RULE, place.clone(), text));
        }
        for param in &helper.params {
            if let Parameter::Literal(Value::String(name)) = param {
                match name.parse::<Host>() {
                    Ok(host) => here |= host == self.scope.host,
                    Err(_) => self.unknown(
                        &rules::unknown_host::RULE,
                        place.clone(),
                        "host",
                        name,
                        &["claude", "codex"],
                    ),
                }
            } else {
                let text = "a host is named by a text in quotes: `{{#host \"claude\"}}`";
                self.sink.push(Diagnostic::new(&rules::unknown_host::RULE, place.clone(), text));
            }
        }
        (self.sink.items().len() == before).then_some(here)
    }

    fn table(&mut self, helper_name: &str, helper: &HelperTemplate, place: &Place) {
        let argument = if let [Parameter::Literal(Value::String(name))] = helper.params.as_slice() {
            name.clone()
        } else {
            let text =
                format!("`{helper_name}` takes one text in quotes: `{{{{{helper_name} \"…\"}}}}`");
            self.sink.push(Diagnostic::new(&rules::template_syntax::RULE, place.clone(), text));
            return;
        };
        let host = self.scope.host;
        // A list of every name is made only for a fault: with many skills, each naming others,
        // one list a tag would take longer than all the rest.
        let scope = self.scope;
        let (rule, is_known): (&'static Rule, bool) = match helper_name {
            "skill" => (&rules::unknown_skill::RULE, scope.skills.contains(&argument)),
            "agent" => (&rules::unknown_agent::RULE, scope.agents.contains(&argument)),
            _ => (&rules::unknown_tool::RULE, scope.tools.contains_key(&argument)),
        };
        if is_known {
            return;
        }
        let known: Vec<&str> = match helper_name {
            "skill" => scope.skills.iter().map(String::as_str).collect(),
            "agent" => scope.agents.iter().map(String::as_str).collect(),
            _ => scope.tools.keys().map(String::as_str).collect(),
        };
        let place = argument_place(place, &argument);
        if helper_name == "tool" && argument.parse::<ToolClass>().is_ok() {
            let text = format!("{} has no tool of the class `{argument}`", host.title());
            self.sink.push(
                Diagnostic::new(rule, place, text)
                    .help(format!(
                        "name one in hosts/{host}.yaml, or put the passage into `{{{{#host …}}}}`"
                    ))
                    .host(host),
            );
            return;
        }
        self.unknown(rule, place, helper_name, &argument, &known);
    }

    fn partial(&mut self, partial: &DecoratorTemplate, place: &Place) {
        let name = partial.name.as_name().unwrap_or_default().to_owned();
        if name == "@partial-block" {
            return;
        }
        let Some(compiled) = self.templates.partials.get(&name) else {
            let known: Vec<&str> = self.templates.partials.keys().map(String::as_str).collect();
            self.unknown(&rules::unknown_partial::RULE, place.clone(), "partial", &name, &known);
            return;
        };
        self.templates
            .used
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .insert(name.clone());
        if self.chain.contains(&name) {
            let text = format!(
                "the partial `{name}` includes itself, through {}",
                self.chain.join(" and ")
            );
            self.sink.push(
                Diagnostic::new(&rules::partial_cycle::RULE, place.clone(), text)
                    .help("take one of them out"),
            );
            return;
        }
        self.chain.push(name);
        self.file(compiled);
        self.chain.pop();
    }
}
