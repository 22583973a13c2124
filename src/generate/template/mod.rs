//! Templates: compiled once, checked and rendered for each host.
//!
//! Only files named `.hbs` are templates, and only those that hold `{{` are
//! compiled. Every name in a template is checked by walking it, all faults at
//! once, before anything is rendered.

mod blocks;
mod check;
mod names;
mod prepare;
mod rendered;
pub mod scan;
mod scope;
pub mod splice;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, Mutex};

use handlebars::{
    Context, Handlebars, Helper, HelperDef, HelperResult, Output, RenderContext, RenderErrorReason,
    Renderable, Template,
};
use rayon::prelude::*;

use crate::diagnostic::{Diagnostic, Place, Sink, SourceFile};
use crate::generate::lint::rules::source as rules;
use prepare::{Prepared, prepare};

pub use rendered::{LineOrigin, Rendered};
pub use scope::Scope;

/// The helpers that a template may call.
pub const HELPERS: [&str; 8] = ["host", "skill", "agent", "tool", "if", "unless", "each", "with"];

/// Most work that one piece may take, in tags times bytes: the library's parser finds
/// the line of each tag by counting from the start. Large skills come to a hundredth.
const MAX_WORK: usize = 400_000_000;

/// A piece of a file.
enum Piece {
    /// Text without a brace pair, which comes out as it stands: its bytes in the file. The
    /// library's parser takes a thousand instructions a byte, so it sees only what it must.
    Literal(Range<usize>),
    /// A compiled piece.
    Template {
        /// Its name in the registry.
        name: String,
        prepared: Prepared,
        /// Where the piece starts in the file, in bytes.
        offset: usize,
    },
}

/// A compiled file.
struct Compiled {
    file: Arc<SourceFile>,
    index: u32,
    first_line: u32,
    pieces: Vec<Piece>,
}

/// The templates of one plugin.
pub struct Templates {
    registry: Handlebars<'static>,
    files: Vec<Arc<SourceFile>>,
    compiled: BTreeMap<String, Compiled>,
    partials: BTreeMap<String, Compiled>,
    used: Mutex<BTreeSet<String>>,
}

/// A text to compile: the file, and the byte where its template part starts.
pub struct Input {
    /// The file.
    pub file: Arc<SourceFile>,
    /// First byte of the template part; what stands before is frontmatter.
    pub start: usize,
}

/// The only place that makes a template engine: strict, without HTML escaping.
#[expect(clippy::disallowed_methods, reason = "this is the one place")]
fn engine() -> Handlebars<'static> {
    let mut engine = Handlebars::new();
    engine.set_strict_mode(true);
    engine.register_escape_fn(handlebars::no_escape);
    for helper in
        ["log", "lookup", "raw", "eq", "ne", "gt", "gte", "lt", "lte", "and", "or", "not", "len"]
    {
        engine.unregister_helper(helper);
    }
    engine.register_helper("host", Box::new(HostBlock));
    for table in ["skill", "agent", "tool"] {
        engine.register_helper(table, Box::new(Table(table)));
    }
    engine
}

/// `{{#host "claude"}}…{{else}}…{{/host}}`.
struct HostBlock;

impl HelperDef for HostBlock {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        registry: &'reg Handlebars<'reg>,
        context: &'rc Context,
        render: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> HelperResult {
        let host = context.data()["host"]["id"].as_str().unwrap_or_default();
        let named = helper.params().iter().any(|param| param.value().as_str() == Some(host));
        let branch = if named { helper.template() } else { helper.inverse() };
        match branch {
            Some(template) => template.render(registry, context, render, out),
            None => Ok(()),
        }
    }
}

/// `{{skill "x"}}`, `{{agent "x"}}`, `{{tool "x"}}`: a look-up in a table.
struct Table(&'static str);

impl HelperDef for Table {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        context: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> HelperResult {
        let name = helper.param(0).and_then(|param| param.value().as_str()).unwrap_or_default();
        let table = &context.data()[format!("__{}", self.0)];
        match table[name].as_str() {
            Some(text) => Ok(out.write(text)?),
            None => Err(RenderErrorReason::Other(format!("unknown {} `{name}`", self.0)).into()),
        }
    }
}

impl Templates {
    /// Compiles partials and files; what cannot be parsed is reported.
    pub fn compile(
        partials: &BTreeMap<String, Arc<SourceFile>>,
        inputs: Vec<Input>,
        sink: &mut Sink,
    ) -> Self {
        let mut registry = engine();
        let mut files: Vec<Arc<SourceFile>> = partials.values().cloned().collect();
        let first_input = files.len();
        files.extend(inputs.iter().map(|input| Arc::clone(&input.file)));

        let mut compiled_partials = BTreeMap::new();
        for (index, (name, file)) in partials.iter().enumerate() {
            let (compiled, templates) = compile(file, index, 0, Some(name), sink);
            for (name, template) in templates {
                registry.register_template(&name, template);
            }
            compiled_partials.insert(name.clone(), compiled);
        }
        let results: Vec<((Compiled, Named), Sink)> = inputs
            .into_par_iter()
            .enumerate()
            .map(|(index, input)| {
                let mut sink = Sink::new();
                let compiled =
                    compile(&input.file, first_input + index, input.start, None, &mut sink);
                (compiled, sink)
            })
            .collect();
        let mut compiled = BTreeMap::new();
        for ((file, templates), faults) in results {
            sink.extend(faults);
            for (name, template) in templates {
                registry.register_template(&name, template);
            }
            compiled.insert(file.file.display(), file);
        }
        Self { registry, files, compiled, partials: compiled_partials, used: Mutex::default() }
    }

    /// The file of an origin.
    pub fn file(&self, origin: LineOrigin) -> &Arc<SourceFile> {
        &self.files[origin.file as usize]
    }

    /// Every file, by the index that origins hold.
    pub fn files(&self) -> &[Arc<SourceFile>] {
        &self.files
    }

    /// Checks every name in a file for one host, in its partials too.
    pub fn check(&self, file: &SourceFile, scope: &Scope, sink: &mut Sink) {
        let Some(compiled) = self.compiled.get(&file.display()) else { return };
        check::check(self, compiled, scope, sink);
    }

    /// Renders a file that was compiled and checked.
    pub fn render(
        &self,
        file: &Arc<SourceFile>,
        context: &Context,
        sink: &mut Sink,
    ) -> Option<Rendered> {
        let compiled = self.compiled.get(&file.display())?;
        let mut line = compiled.first_line;
        let mut rendered = Rendered::default();
        for piece in &compiled.pieces {
            let start = LineOrigin { file: compiled.index, line };
            let (name, prepared, offset) = match piece {
                Piece::Literal(range) => {
                    let text = &file.text[range.clone()];
                    rendered.push_literal(text, start);
                    line += count_lines(text);
                    continue;
                }
                Piece::Template { name, prepared, offset } => (name, prepared, *offset),
            };
            match self.registry.render_with_context(name, context) {
                Ok(text) => {
                    rendered.push_marked(&text, start);
                    line += count_lines(&prepared.text);
                }
                Err(error) => {
                    let line = error.line_no.unwrap_or(1);
                    let offset = offset + prepared.original_at(line, error.column_no.unwrap_or(1));
                    let place = Place::new(file, offset..offset);
                    let text = format!("cannot be rendered: {}", error.reason());
                    sink.push(Diagnostic::new(&rules::template_syntax::RULE, place, text));
                    return None;
                }
            }
        }
        rendered.finish();
        Some(rendered)
    }

    /// Checks and renders a short text of its own, such as a frontmatter value.
    /// Faults point at `place`.
    pub fn render_value(
        &self,
        text: &str,
        place: &Place,
        scope: &Scope,
        context: &Context,
        sink: &mut Sink,
    ) -> Option<String> {
        let before = sink.items().len();
        check::check_value(self, text, place, scope, sink);
        if sink.items().len() > before {
            return None;
        }
        let prepared = text.replace("${{", "$\\{{");
        match self.registry.render_template_with_context(&prepared, context) {
            Ok(text) => {
                let mut rendered = Rendered::default();
                rendered.push_marked(&text, LineOrigin { file: 0, line: 1 });
                rendered.finish();
                Some(rendered.text)
            }
            Err(error) => {
                let text = format!("cannot be rendered: {}", error.reason());
                sink.push(Diagnostic::new(&rules::template_syntax::RULE, place.clone(), text));
                None
            }
        }
    }

    /// The partials that some check met, and those that none did.
    pub fn partials_by_use(&self) -> (Vec<Arc<SourceFile>>, Vec<Arc<SourceFile>>) {
        let met = self.used.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (mut used, mut unused) = (Vec::new(), Vec::new());
        for (name, partial) in &self.partials {
            let list = if met.contains(name) { &mut used } else { &mut unused };
            list.push(Arc::clone(&partial.file));
        }
        (used, unused)
    }
}

/// Compiled templates with their names in the registry.
type Named = Vec<(String, Template)>;

fn count_lines(text: &str) -> u32 {
    let count = text.bytes().filter(|&byte| byte == b'\n').count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Compiles one file; gives its templates by name. A partial is one template under its own name,
/// any other file is cut into pieces.
fn compile(
    file: &Arc<SourceFile>,
    index: usize,
    start: usize,
    partial: Option<&str>,
    sink: &mut Sink,
) -> (Compiled, Named) {
    let first_line = count_lines(&file.text[..start]) + 1;
    let mut compiled = Compiled {
        file: Arc::clone(file),
        index: u32::try_from(index).unwrap_or(u32::MAX),
        first_line,
        pieces: Vec::new(),
    };
    let mut templates = Named::new();
    let text = &file.text[start..];
    if let Some(found) = text.find([prepare::MARK_OPEN, prepare::MARK_CLOSE]) {
        let place = Place::new(file, start + found..start + found + 3);
        sink.push(
            Diagnostic::new(
                &rules::reserved_character::RULE,
                place,
                "U+FDD0 and U+FDD1 are reserved",
            )
            .help("remove the character"),
        );
        return (compiled, templates);
    }
    let tags = scan::tags(text);
    let before = sink.items().len();
    blocks::check_blocks(file, start, text, &tags, sink);
    if sink.items().len() > before {
        return (compiled, templates);
    }
    let pieces = match partial {
        Some(_) => std::iter::once(0..text.len()).collect(),
        None => scan::pieces(text, &tags),
    };
    let mut line = first_line as usize;
    for (number, range) in pieces.into_iter().enumerate() {
        let piece = &text[range.clone()];
        let offset = start + range.start;
        if partial.is_none() && !piece.contains("{{") {
            compiled.pieces.push(Piece::Literal(offset..start + range.end));
            line += count_lines(piece) as usize;
            continue;
        }
        let first = tags.partition_point(|tag| tag.range.start < range.start);
        let own: Vec<scan::Tag> = tags[first..]
            .iter()
            .take_while(|tag| tag.range.end <= range.end)
            .map(|tag| scan::Tag {
                range: tag.range.start - range.start..tag.range.end - range.start,
                ..tag.clone()
            })
            .collect();
        if own.len().saturating_mul(piece.len()) > MAX_WORK {
            let text = "a passage without blank lines holds too many tags";
            sink.push(
                Diagnostic::new(
                    &rules::file_too_large::RULE,
                    Place::new(file, offset..offset),
                    text,
                )
                .help("put blank lines between its parts, outside of blocks"),
            );
            continue;
        }
        let prepared = prepare(piece, &own, index, line);
        line += count_lines(piece) as usize;
        match Template::compile(&prepared.text) {
            Ok(template) => {
                let name = match partial {
                    Some(name) => name.to_owned(),
                    None => format!("{}#{number}", file.display()),
                };
                templates.push((name.clone(), template));
                compiled.pieces.push(Piece::Template { name, prepared, offset });
            }
            Err(error) => {
                let (line, column) = error.pos().unwrap_or((1, 1));
                let at = (offset + prepared.original_at(line, column)).min(file.text.len());
                let tag = tags.iter().rev().find(|tag| start + tag.range.start <= at);
                let place =
                    tag.map_or(at..at, |tag| start + tag.range.start..start + tag.range.end);
                sink.push(
                    Diagnostic::new(
                        &rules::template_syntax::RULE,
                        Place::new(file, place),
                        "the tag cannot be parsed",
                    )
                    .help("write `\\{{` if two braces are meant as text"),
                );
            }
        }
    }
    (compiled, templates)
}
