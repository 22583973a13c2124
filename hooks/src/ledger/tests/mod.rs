//! What is understood, what is changed, and what stays, on texts.

mod entries;

use super::*;
use crate::drift::Grade;

const ROOT: &str = "/home/u/app";

fn ledger(text: &str) -> Ledger {
    Ledger::of(text.as_bytes().to_vec())
}

fn text(ledger: &Ledger) -> &str {
    std::str::from_utf8(ledger.as_bytes()).expect("UTF-8")
}

fn date(text: &str) -> Date {
    text.parse().expect("a date")
}

fn today() -> Date {
    date("2026-12-01")
}

fn count(ledger: &mut Ledger, session: &str) -> Counted {
    ledger.count_session(Path::new(ROOT), session, today())
}

#[test]
fn a_new_repository_begins_today() {
    let mut ledger = Ledger::new();
    assert_eq!(count(&mut ledger, "one"), Counted { sessions: 1, new: true });
    assert_eq!(
        text(&ledger),
        format!(
            "{HEADER}\n# /home/u/app\n\n- Baseline: 2026-12-01\n- Sessions since convergence: 1\n\
             <!-- counted: 3bc2f6b6 -->\n"
        )
    );
    let known = ledger.repository(Path::new(ROOT)).expect("it is known");
    assert_eq!((known.sessions, known.baseline, known.line), (1, Some(today()), 5));
}

#[test]
fn the_same_session_counts_once() {
    let mut ledger = Ledger::new();
    count(&mut ledger, "one");
    let before = ledger.as_bytes().to_vec();
    assert_eq!(count(&mut ledger, "one"), Counted { sessions: 1, new: false });
    assert_eq!(ledger.as_bytes(), before);
    assert_eq!(count(&mut ledger, "two"), Counted { sessions: 2, new: true });
    assert_eq!(count(&mut ledger, ""), Counted { sessions: 2, new: false });
    // Each repository counts for itself.
    let other = ledger.count_session(Path::new("/home/u/app/nested"), "one", today());
    assert_eq!(other, Counted { sessions: 1, new: true });
}

#[test]
fn the_last_500_sessions_are_remembered() {
    let mut ledger = Ledger::new();
    for session in 0..600 {
        assert!(count(&mut ledger, &session.to_string()).new);
    }
    assert!(!count(&mut ledger, "100").new);
    assert!(count(&mut ledger, "99").new);
    assert!(text(&ledger).lines().all(|line| line.len() < 5000));
}

#[test]
fn a_counter_that_was_edited_by_hand_counts() {
    for (written, read, after) in [
        ("- Sessions since convergence: 41", 41, "- Sessions since convergence: 42"),
        (
            "*  sessions SINCE convergence :7 (estimated)",
            7,
            "*  sessions SINCE convergence :8 (estimated)",
        ),
        ("+ Sessions since convergence: 003", 3, "+ Sessions since convergence: 4"),
        (
            "- Sessions since convergence: 18446744073709551615",
            u64::MAX,
            "- Sessions since convergence: 18446744073709551615",
        ),
    ] {
        let mut ledger = ledger(&format!("# {ROOT}\n{written}\nmine\n"));
        assert_eq!(ledger.sessions(Path::new(ROOT)), read);
        count(&mut ledger, "one");
        assert_eq!(text(&ledger), format!("# {ROOT}\n{after}\n<!-- counted: 3bc2f6b6 -->\nmine\n"));
    }
}

#[test]
fn a_section_that_is_not_understood_stays_and_a_new_one_is_appended() {
    for counter in [
        "",
        "- Sessions since convergence: many",
        "- Sessions since convergence: 1.5",
        "- Sessions since convergence: -1",
        "- Sessions since convergence: 99999999999999999999",
        "Sessions since convergence: 3",
        "```\n- Sessions since convergence: 3\n```",
        "## 2026-01-01 — RED\n- Sessions since convergence: 3",
    ] {
        let before =
            format!("# {ROOT}\n{counter}\n- mine\n\n# /other\n- Sessions since convergence: 5");
        let mut ledger = ledger(&before);
        assert_eq!(count(&mut ledger, "one"), Counted { sessions: 1, new: true }, "{counter}");
        let after = text(&ledger).to_owned();
        assert!(after.starts_with(&before), "{after}");
        assert!(!after.ends_with('\n'), "no line end before, none after: {after}");
        assert_eq!(count(&mut ledger, "two").sessions, 2, "{after}");
        assert_eq!(after.matches(ROOT).count(), 2);
        assert!(ledger.doubts()[0].starts_with("line 1: the section `/home/u/app`"));
    }
}

#[test]
fn of_two_sections_the_first_counts() {
    let section = |sessions| format!("# {ROOT}\n- Sessions since convergence: {sessions}\n");
    let mut ledger = ledger(&format!("{}{}", section(3), section(9)));
    assert_eq!(count(&mut ledger, "one").sessions, 4);
    assert!(text(&ledger).ends_with(&section(9)));
    assert_eq!(ledger.repositories().len(), 1);
    assert!(ledger.doubts()[0].starts_with("line 4: there is another section"));
}

#[test]
fn headings_in_code_and_comments_do_not_count() {
    let quoted = format!(
        "```\n# {ROOT}\n- Sessions since convergence: 9\n```\n\n<!--\n# {ROOT}\n- Sessions since convergence: 8\n-->\n"
    );
    let mut ledger = ledger(&quoted);
    assert_eq!(ledger.repositories(), []);
    assert_eq!(count(&mut ledger, "one").sessions, 1);
    assert!(text(&ledger).starts_with(&quoted));
}

#[test]
fn line_ends_and_the_end_of_the_file_are_kept() {
    let mut crlf = ledger("# a\r\n\r\n# /x\r\n- Sessions since convergence: 1\r\n");
    crlf.count_session(Path::new("/x"), "one", today());
    crlf.count_session(Path::new("/y"), "one", today());
    let mut entry = Entry::new(today(), Grade::Red);
    entry.note = Some("a\nb".into());
    crlf.put_entry(Path::new("/x"), &entry).expect("it is open");
    assert_eq!(
        text(&crlf),
        "# a\r\n\r\n# /x\r\n- Sessions since convergence: 2\r\n<!-- counted: 3bc2f6b6 -->\r\n\r\n\
         ## 2026-12-01 — RED\r\n\r\n- Note: a b\r\n\r\n# /y\r\n\r\n- Baseline: 2026-12-01\r\n\
         - Sessions since convergence: 1\r\n<!-- counted: 3bc2f6b6 -->\r\n"
    );
    let mut open = ledger("\u{feff}# /x\n- Sessions since convergence: 1");
    open.count_session(Path::new("/x"), "one", today());
    assert_eq!(
        text(&open),
        "\u{feff}# /x\n- Sessions since convergence: 2\n<!-- counted: 3bc2f6b6 -->"
    );
}

#[test]
fn text_that_is_not_utf8_stays() {
    let mut ledger =
        Ledger::of(b"# /x\xff\n\xfe\n# /x\n\xff\n- Sessions since convergence: 1\n\xff".to_vec());
    ledger.count_session(Path::new("/x"), "one", today());
    assert_eq!(
        ledger.as_bytes(),
        b"# /x\xff\n\xfe\n# /x\n\xff\n- Sessions since convergence: 2\n<!-- counted: 3bc2f6b6 -->\n\xff"
    );
}

#[test]
fn the_counter_the_baseline_and_the_release_are_set_in_their_lines() {
    let root = Path::new(ROOT);
    let mut ledger =
        ledger(&format!("# {ROOT}\n\n- Sessions since convergence: 4 (estimated)\n- x\n"));
    ledger.set_sessions(root, 0, today());
    ledger.set_baseline(root, date("2026-11-30"));
    ledger.set_baseline(root, date("2026-11-29"));
    let release = |ready, at: &str| Release { ready, at: at.into(), date: today() };
    ledger.set_release(root, &release(false, "go test, twice"));
    assert_eq!(
        ledger.repository(root).and_then(|it| it.release),
        Some(release(false, "go test, twice"))
    );
    ledger.set_release(root, &release(true, "4d5e6f7"));
    assert_eq!(
        text(&ledger),
        format!(
            "# {ROOT}\n\n- Baseline: 2026-11-29\n- Sessions since convergence: 0 (estimated)\n\
             - Release: ready at 4d5e6f7, 2026-12-01\n- x\n"
        )
    );
}
