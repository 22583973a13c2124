//! Limits, traps, losses and words of each host, as data.
//!
//! `rules.yaml` beside this file holds every number and name that a rule, a
//! message or a page relies on, each with the version on which it was seen and
//! how. A rule asks here instead of repeating a number, so that a new version of
//! a host is a change of data.

use std::fmt::Write as _;
use std::sync::OnceLock;

use cvg_hooks::Host;
use serde::Deserialize;

use crate::generate::source::yaml;

/// The host or hosts that a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Claude Code.
    Claude,
    /// Codex.
    Codex,
    /// Both of them.
    Both,
}

impl Scope {
    /// Is the fact about this host?
    pub fn covers(self, host: Host) -> bool {
        match self {
            Self::Claude => host == Host::Claude,
            Self::Codex => host == Host::Codex,
            Self::Both => true,
        }
    }
}

/// What kind of fact it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FactKind {
    /// A number that must not be passed.
    Limit,
    /// Something that goes wrong without a word.
    Trap,
    /// Names that mean something to that host only.
    Word,
    /// What does not arrive at the host.
    Loss,
}

/// A number or a list of words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number, in the fact's unit.
    Number(usize),
    /// Words.
    Words(Vec<String>),
}

/// How we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// Seen on the host itself.
    Observed,
    /// Written in the host's manual.
    Documented,
    /// Told by a change log or by users.
    Changelog,
}

impl Evidence {
    const fn word(self) -> &'static str {
        match self {
            Self::Observed => "observed",
            Self::Documented => "documented",
            Self::Changelog => "reported",
        }
    }
}

/// How we know, and where it was seen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// How we know.
    pub kind: Evidence,
    /// Where, in words.
    #[serde(rename = "where")]
    pub place: String,
}

/// One fact about a host.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Dotted and unique: `skill.description.max`.
    pub id: String,
    /// Whose fact it is.
    pub host: Scope,
    /// What kind of fact it is.
    pub kind: FactKind,
    /// The number or the words, where there are any.
    #[serde(default)]
    pub value: Option<Value>,
    /// What a number counts.
    #[serde(default)]
    pub unit: Option<String>,
    /// The version on which it was seen; `not measured` where others told it.
    pub since: String,
    /// The day on which somebody last looked, `YYYY-MM-DD`.
    pub confirmed: String,
    /// How we know.
    pub source: Source,
    /// One or two sentences.
    pub text: String,
}

/// Every fact, sorted by id.
pub fn facts() -> &'static [Fact] {
    static FACTS: OnceLock<Vec<Fact>> = OnceLock::new();
    // A test proves that the table parses; a broken one leaves the rules that ask it silent.
    // Read by way of a tree, which takes a third of the time: every run pays for it.
    FACTS.get_or_init(|| {
        let document = yaml::parse(include_str!("rules.yaml"), 0).ok();
        let root = document.and_then(|document| document.root);
        root.and_then(|root| serde_json::from_value(root.to_json()).ok()).unwrap_or_default()
    })
}

/// The fact of that id.
pub fn fact(id: &str) -> Option<&'static Fact> {
    let facts = facts();
    facts.binary_search_by(|fact| fact.id.as_str().cmp(id)).ok().map(|index| &facts[index])
}

/// The number of a limit, in its unit. An id that does not exist is no limit.
pub fn limit(id: &str) -> usize {
    match fact(id).and_then(|fact| fact.value.as_ref()) {
        Some(Value::Number(number)) => *number,
        _ => usize::MAX,
    }
}

/// A table of words of a host: `words(Host::Codex, "vocabulary.tools")` is the
/// fact `vocabulary.tools.codex`, or else `vocabulary.tools`.
pub fn words(host: Host, table: &str) -> &'static [String] {
    let of_host = fact(&format!("{table}.{host}"));
    match of_host.or_else(|| fact(table)).filter(|fact| fact.host.covers(host)) {
        Some(Fact { value: Some(Value::Words(words)), .. }) => words,
        _ => &[],
    }
}

/// Is the word in that table?
pub fn knows(host: Host, table: &str, word: &str) -> bool {
    words(host, table).iter().any(|known| known == word)
}

/// The book's page on hosts.
pub fn hosts_page() -> String {
    let mut page = String::from(
        "# What the hosts do\n\n\
         Every limit, trap and word on this page is data in the generator: the rules ask the \
         same table. Each line says on which version it was seen, and how.\n",
    );
    for host in Host::ALL {
        let _ = write!(page, "\n## {}\n", host.title());
        section(&mut page, host, FactKind::Limit, "Limits");
        section(&mut page, host, FactKind::Trap, "Traps");
        section(&mut page, host, FactKind::Loss, "What does not arrive");
        section(&mut page, host, FactKind::Word, "Words");
    }
    page
}

fn section(page: &mut String, host: Host, kind: FactKind, title: &str) {
    let mut rows = facts().iter().filter(|f| f.kind == kind && f.host.covers(host)).peekable();
    if rows.peek().is_none() {
        return;
    }
    let _ = write!(
        page,
        "\n### {title}\n\n| fact | value | what happens | seen |\n|---|---|---|---|\n"
    );
    for fact in rows {
        let value = match (&fact.value, &fact.unit) {
            (None, _) => String::new(),
            (Some(Value::Number(number)), Some(unit)) => format!("{} {unit}", thousands(*number)),
            (Some(Value::Number(number)), None) => thousands(*number),
            (Some(Value::Words(words)), _) => {
                words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" ")
            }
        };
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {}, {}, {}: {} |",
            fact.id,
            cell(&value),
            cell(&fact.text),
            fact.since,
            fact.confirmed,
            fact.source.kind.word(),
            cell(&fact.source.place),
        );
    }
}

/// Text that may stand in a table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

/// `8000` as people read it: `8,000`.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_parses_and_is_sorted() {
        let facts: Vec<Fact> = serde_yaml::from_str(include_str!("rules.yaml"))
            .expect("rules.yaml is a list of facts");
        assert!(facts.len() > 50, "{} facts", facts.len());
        for pair in facts.windows(2) {
            assert!(pair[0].id < pair[1].id, "`{}` stands before `{}`", pair[0].id, pair[1].id);
        }
        for fact in &facts {
            assert!(fact.text.ends_with('.'), "`{}` is a sentence", fact.id);
            assert_eq!(fact.confirmed.len(), 10, "`{}` has a day", fact.id);
            let has = |wanted: fn(&Value) -> bool| fact.value.as_ref().is_some_and(wanted);
            match fact.kind {
                FactKind::Limit => assert!(has(|v| matches!(v, Value::Number(_))), "{}", fact.id),
                FactKind::Word => assert!(has(|v| matches!(v, Value::Words(_))), "{}", fact.id),
                FactKind::Trap | FactKind::Loss => {}
            }
        }
    }

    #[test]
    fn limits_and_words_are_found() {
        assert_eq!(limit("skill.description.max"), 1024);
        assert_eq!(limit("no.such.limit"), usize::MAX);
        assert!(knows(Host::Claude, "tools", "Bash"));
        assert!(knows(Host::Codex, "vocabulary.tools", "apply_patch"));
        assert!(words(Host::Codex, "agent.keys.ignored").is_empty(), "the fact is Claude Code's");
        assert_eq!(words(Host::Claude, "agent.keys.ignored").len(), 3);
    }

    #[test]
    fn the_page_has_a_part_for_each_host() {
        let page = hosts_page();
        assert!(page.contains("\n## Claude Code\n") && page.contains("\n## Codex\n"));
        assert!(page.contains("| `skill.listing.max` | 1,536 characters |"));
        let rows = page.lines().filter(|line| line.starts_with("| `"));
        for row in rows {
            let cells = row.replace("\\|", "").matches('|').count();
            assert_eq!(cells, 5, "four cells: {row}");
        }
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(thousands(500), "500");
        assert_eq!(thousands(8000), "8,000");
        assert_eq!(thousands(1_234_567), "1,234,567");
    }
}
