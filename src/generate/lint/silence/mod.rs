//! Silences: an author's word that a fault is meant.
//!
//! A silence stands in a comment near the fault ([`find`]), or in `allow:` of
//! plugin.yaml for files that cannot carry a comment. Each must say why, name
//! rules that exist, and still silence something: [`Silences::apply`] keeps that
//! account.

mod comment;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::{GlobBuilder, GlobMatcher};

use super::rules::{
    self,
    source::{invalid_value, silence_without_reason, unknown_code, unused_silence},
};
use super::suggest::closest_within;
use crate::diagnostic::{Diagnostic, Fix, Place, Rule, Sink, SourceFile};

use comment::may_hold_silence;
pub use comment::{Comment, Scope, find};

/// The first code of the rules about what was written; a build is not right
/// while one of them is broken, so they cannot be silenced.
const FIRST_OUTPUT_CODE: &str = "CVG150";

/// An entry of `allow:` in plugin.yaml.
#[derive(Debug, Clone)]
pub struct Allowance {
    /// The rule's code.
    pub code: String,
    /// A glob for the files it covers, relative to the folder of plugin.yaml;
    /// `None` covers all.
    pub file: Option<String>,
    /// Why; empty where the author gave none.
    pub reason: String,
    /// The entry itself.
    pub place: Place,
}

/// Every silence of a run.
#[derive(Debug, Default)]
pub struct Silences {
    files: BTreeMap<PathBuf, Arc<SourceFile>>,
    allowances: Vec<Allowance>,
    partial: bool,
}

/// One rule that one silence names, and whether it did silence something.
struct Account {
    rule: &'static Rule,
    /// Where its code stands.
    place: Place,
    covers: Covers,
    /// The comment, and how many rules it names.
    comment: Option<(Comment, usize)>,
    used: bool,
}

enum Covers {
    Lines { file: Arc<SourceFile>, scope: Scope },
    Files { folder: PathBuf, glob: Option<GlobMatcher> },
}

impl Silences {
    /// No silences yet; the files of the diagnostics themselves need not be added.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that this run did not look for everything (one host of two, one file
    /// of many), so that a silence without use is no fault.
    pub fn partial_run(&mut self) {
        self.partial = true;
    }

    /// Adds a file whose silences count even if it has no fault.
    pub fn add_file(&mut self, file: &Arc<SourceFile>) {
        if !may_hold_silence(file) {
            return; // nearly every file, and looking up paths is slow
        }
        self.files.entry(file.path.clone()).or_insert_with(|| Arc::clone(file));
    }

    /// Adds an entry of plugin.yaml.
    pub fn add_allowance(&mut self, allowance: Allowance) {
        self.allowances.push(allowance);
    }

    /// Takes away what is silenced, adds what is wrong with the silences, and sorts.
    pub fn apply(mut self, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut last: Option<&Arc<SourceFile>> = None;
        for item in &diagnostics {
            let file = &item.place.file;
            // Faults come file by file, and a file may have thousands.
            if !last.replace(file).is_some_and(|last| Arc::ptr_eq(last, file)) {
                self.add_file(file);
            }
        }
        let mut sink = Sink::new();
        let mut accounts = Vec::new();
        for file in self.files.values() {
            for comment in find(file) {
                open_comment(file, &comment, &mut accounts, &mut sink);
            }
        }
        for allowance in &self.allowances {
            open_allowance(allowance, &mut accounts, &mut sink);
        }
        for item in diagnostics {
            let mut silenced = false;
            for account in accounts.iter_mut().filter(|account| account.matches(&item)) {
                account.used = true;
                silenced = true;
            }
            if !silenced {
                sink.push(item);
            }
        }
        if !self.partial {
            report_unused(&accounts, &mut sink);
        }
        sink.finish()
    }
}

impl Account {
    fn matches(&self, item: &Diagnostic) -> bool {
        if self.rule != item.rule || !can_be_silenced(item.rule) {
            return false;
        }
        match &self.covers {
            Covers::Lines { file, scope } => {
                file.path == item.place.file.path && scope.covers(item.place.position().line)
            }
            Covers::Files { glob: None, .. } => true,
            Covers::Files { folder, glob: Some(glob) } => {
                let path = item.place.file.path.as_path();
                let via = item.place.via.as_ref().map(|via| Path::new(&via.path));
                path.strip_prefix(folder).is_ok_and(|inner| glob.is_match(inner))
                    || glob.is_match(path)
                    || via.is_some_and(|path| glob.is_match(path))
            }
        }
    }
}

fn can_be_silenced(rule: &Rule) -> bool {
    let about_silences =
        [&silence_without_reason::RULE, &unused_silence::RULE, &unknown_code::RULE];
    !about_silences.contains(&rule) && rule.code < FIRST_OUTPUT_CODE
}

fn open_comment(
    file: &Arc<SourceFile>,
    comment: &Comment,
    accounts: &mut Vec<Account>,
    sink: &mut Sink,
) {
    let whole = Place::new(file, comment.range.clone());
    if comment.reason.is_empty() {
        report_no_reason(whole.clone(), sink);
    }
    if comment.codes.is_empty() {
        sink.push(
            Diagnostic::new(&unknown_code::RULE, whole, "a silence names no rule")
                .help("name the code that the diagnostic shows: `cvg-allow CVG047: reason`"),
        );
    }
    for (code, range) in &comment.codes {
        let place = Place::new(file, range.clone());
        if let Some(rule) = known_rule(code, &place, sink) {
            accounts.push(Account {
                rule,
                place,
                covers: Covers::Lines { file: Arc::clone(file), scope: comment.scope.clone() },
                comment: Some((comment.clone(), comment.codes.len())),
                used: false,
            });
        }
    }
}

fn open_allowance(allowance: &Allowance, accounts: &mut Vec<Account>, sink: &mut Sink) {
    let place = allowance.place.clone();
    if allowance.reason.trim().is_empty() {
        report_no_reason(place.clone(), sink);
    }
    let glob = match allowance.file.as_deref().map(matcher).transpose() {
        Ok(glob) => glob,
        Err(error) => {
            let message = format!("`file` is not a glob: {}", error.kind());
            sink.push(Diagnostic::new(&invalid_value::RULE, place, message));
            return;
        }
    };
    if let Some(rule) = known_rule(&allowance.code, &place, sink) {
        let folder = place.file.path.parent().unwrap_or(Path::new("")).to_owned();
        let covers = Covers::Files { folder, glob };
        accounts.push(Account { rule, place, covers, comment: None, used: false });
    }
}

fn matcher(glob: &str) -> Result<GlobMatcher, globset::Error> {
    Ok(GlobBuilder::new(glob).literal_separator(true).build()?.compile_matcher())
}

fn known_rule(code: &str, place: &Place, sink: &mut Sink) -> Option<&'static Rule> {
    if let Some(entry) = rules::find(code) {
        return Some(entry.rule);
    }
    let known = rules::all().map(|entry| entry.rule.code);
    let diagnostic = Diagnostic::new(
        &unknown_code::RULE,
        place.clone(),
        format!("no rule has the code `{code}`"),
    );
    sink.push(match closest_within(code, known, 1) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help("`cvg-gen explain` lists every code"),
    });
    None
}

fn report_no_reason(place: Place, sink: &mut Sink) {
    sink.push(
        Diagnostic::new(&silence_without_reason::RULE, place, "a silence does not say why")
            .help("add the reason: `cvg-allow CVG047: reason`, or `reason:` in plugin.yaml"),
    );
}

fn report_unused(accounts: &[Account], sink: &mut Sink) {
    for account in accounts.iter().filter(|account| !account.used) {
        let code = account.rule.code;
        let diagnostic = if can_be_silenced(account.rule) {
            let message = format!("nothing here breaks `{code}`: the silence is unused");
            Diagnostic::new(&unused_silence::RULE, account.place.clone(), message)
                .help("remove it, or move it to the line it is meant for")
        } else {
            let message = format!("`{code}` cannot be silenced");
            Diagnostic::new(&unused_silence::RULE, account.place.clone(), message)
                .help("mend the fault, and remove this silence")
        };
        sink.push(match removal(account) {
            Some(fix) => diagnostic.fix(fix),
            None => diagnostic,
        });
    }
}

/// Removes a comment that silences a single rule, with its line if it is alone on it.
fn removal(account: &Account) -> Option<Fix> {
    let (comment, 1) = account.comment.as_ref()? else { return None };
    let text = &account.place.file.text;
    let before = &text[..comment.range.start];
    let after = &text[comment.range.end..];
    let line_start = before.rfind('\n').map_or(0, |index| index + 1);
    let rest = after.split('\n').next().unwrap_or_default();
    let alone = before[line_start..].trim().is_empty() && rest.trim().is_empty();
    let range = if alone {
        let line_end = comment.range.end + rest.len();
        line_start..text.len().min(line_end + 1)
    } else {
        before.trim_end_matches([' ', '\t']).len()..comment.range.end
    };
    Some(Fix {
        title: "remove the silence".to_owned(),
        range,
        replacement: String::new(),
        mechanical: true,
    })
}

#[cfg(test)]
mod tests;
