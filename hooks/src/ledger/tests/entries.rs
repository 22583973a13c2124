//! Entries: written, amended, refused, and read.

use super::*;

fn records() -> Vec<PhaseRecord> {
    Phase::ALL
        .into_iter()
        .map(|phase| PhaseRecord { phase, skipped: false, text: "done well".into() })
        .collect()
}

fn full() -> Entry {
    Entry {
        trigger: Some("YELLOW drift".into()),
        dirty_at_start: Some(12),
        sessions_consumed: Some(5),
        commits_produced: Some(3),
        triage: Some(Triage { next: 1, parking: 0, killed: 1 }),
        items: vec![
            Item { fate: Fate::Next, text: "payment: retry".into() },
            Item { fate: Fate::Kill, text: "search".into() },
        ],
        blockers: Some("none".into()),
        phases: records(),
        assessment: Some("It holds.".into()),
        concerns: Some("two modules own the tax rules".into()),
        note: Some("on course".into()),
        other: vec![("Validations".into(), "2 passed".into())],
        retro: vec!["v1.4.0: the archive had the wrong name".into()],
        closed: true,
        ..Entry::new(today(), Grade::Yellow)
    }
}

#[test]
fn an_entry_reads_back() {
    let root = Path::new(ROOT);
    let mut ledger = Ledger::new();
    count(&mut ledger, "one");
    ledger.put_entry(root, &full()).expect("every phase has a record");
    assert_eq!(
        ledger.repository(root).map(|it| (it.entries, it.sessions)),
        Some((vec![full()], 0))
    );
    let (_, written) = text(&ledger).split_once("-->\n").expect("the counted sessions");
    assert_eq!(
        written,
        "
## 2026-12-01 — YELLOW

- Trigger: YELLOW drift
- Dirty at start: 12
- Sessions consumed: 5
- Commits produced: 3
- Triage: next 1, parking 0, killed 1
  - next: payment: retry
  - kill: search
- Blockers: none
- Validations: 2 passed
- Phases:
  - inventory: done well
  - commit sweep: done well
  - deferred validations: done well
  - triage: done well
  - strategic evaluation: done well
  - pre-deployment: done well
  - retro: done well
- Assessment: It holds.
- Concerns: two modules own the tax rules
- Note: on course
- Counter reset to 0

## Deployment Retro

- v1.4.0: the archive had the wrong name
"
    );
}

#[test]
fn an_entry_is_not_closed_while_a_phase_lacks_a_record() {
    let root = Path::new(ROOT);
    let mut ledger = Ledger::new();
    count(&mut ledger, "one");
    let before = ledger.as_bytes().to_vec();
    let mut entry = full();
    entry.phases.retain(|record| record.phase != Phase::Triage);
    entry.phases[0] = PhaseRecord { phase: Phase::Inventory, skipped: true, text: " ".into() };
    let refused = ledger.put_entry(root, &entry).expect_err("two phases are missing");
    assert_eq!(refused.0, [Phase::Inventory, Phase::Triage]);
    assert!(refused.to_string().contains("a record of inventory, triage; record what"));
    assert_eq!(ledger.as_bytes(), before);
    // Open, it is written; and closed, once the records are there.
    entry.closed = false;
    ledger.put_entry(root, &entry).expect("it is open");
    assert_eq!(ledger.sessions(root), 1);
    let mut rest = Entry::new(today(), Grade::Green);
    rest.closed = true;
    assert_eq!(
        ledger.put_entry(root, &rest),
        Err(Unfinished(vec![Phase::Inventory, Phase::Triage]))
    );
    rest.phases = vec![
        PhaseRecord { phase: Phase::Inventory, skipped: true, text: "nothing there".into() },
        PhaseRecord { phase: Phase::Triage, skipped: false, text: String::new() },
    ];
    ledger.put_entry(root, &rest).expect("nothing is missing");
    assert_eq!(ledger.sessions(root), 0);
    let known = ledger.repository(root).expect("it is known");
    assert_eq!(known.entries.len(), 1);
    assert_eq!(known.entries[0].missing_phases(), []);
    assert!(known.entries[0].closed && known.entries[0].grade == Grade::Yellow);
    // What is closed stays: the next one is another.
    ledger.put_entry(root, &rest_of(today())).expect("it is open");
    assert_eq!(ledger.repository(root).map(|it| it.entries.len()), Some(2));
}

fn rest_of(date: Date) -> Entry {
    Entry { note: Some("later".into()), ..Entry::new(date, Grade::Green) }
}

#[test]
fn an_open_entry_is_amended_in_its_own_lines() {
    let root = Path::new(ROOT);
    let before = format!(
        "# {ROOT}\n- Sessions since convergence: 2\n\n## 2026-11-01 — RED\n- Note: old\n\n\
         ## 2026-12-01 — YELLOW\nProse of mine.\n* Commits produced: 1 (app 1)\n- Triage:\n\
         \x20   - next: a\n      more about a\n    - parking: b\n\n### Mine\n\n- Own: x\n\n# /other\n"
    );
    let mut ledger = ledger(&before);
    let mut entry = rest_of(today());
    entry.commits_produced = Some(4);
    entry.other = vec![("own".into(), "y".into()), ("New: field".into(), "z".into())];
    entry.items = vec![
        Item { fate: Fate::Kill, text: "b".into() },
        Item { fate: Fate::Next, text: "c".into() },
    ];
    entry.phases =
        vec![PhaseRecord { phase: Phase::Retro, skipped: true, text: "no release".into() }];
    ledger.put_entry(root, &entry).expect("it is open");
    assert_eq!(
        text(&ledger),
        format!(
            "# {ROOT}\n- Sessions since convergence: 2\n\n## 2026-11-01 — RED\n- Note: old\n\n\
             ## 2026-12-01 — YELLOW\nProse of mine.\n* Commits produced: 4\n\
             - Triage: next 2, parking 0, killed 1\n\
             \x20   - next: a\n      more about a\n    - kill: b\n  - next: c\n\n### Mine\n\n- Own: y\n\
             - New field: z\n- Note: later\n- Phases:\n  - retro: skipped: no release\n\n# /other\n"
        )
    );
}

#[test]
fn a_retrospective_follows_its_entry() {
    let root = Path::new(ROOT);
    let mut ledger = Ledger::new();
    count(&mut ledger, "one");
    assert!(!ledger.add_retro(root, today(), &["x".into()]));
    ledger.put_entry(root, &rest_of(today())).expect("open");
    ledger.put_entry(root, &rest_of(date("2026-12-02"))).expect("open");
    assert!(ledger.add_retro(root, today(), &["a".into()]));
    assert!(ledger.add_retro(root, today(), &["b\n# c".into()]));
    let entries = ledger.repository(root).expect("known").entries;
    assert_eq!(entries[0].retro, ["a", "b # c"]);
    assert_eq!(entries[1].retro, Vec::<String>::new());
    assert!(
        text(&ledger)
            .contains("- Note: later\n\n## Deployment Retro\n\n- a\n- b # c\n\n## 2026-12-02")
    );
}

#[test]
fn other_ways_to_write_an_entry_are_read() {
    let ledger = ledger(&format!(
        "# `{ROOT}/`\n- sessions since convergence: 1\n## 2026-12-01 - yellow\n\
         - Dirty at start: 12 (shop 9, cart 3)\n\
         - Items triaged: 4 next session, 5 parking lot, 2 killed\n\
         - phases: inventory, commit sweep (3 commits, all small), retro (skipped: no release)\n\
         - unknown thing\n- Counter reset to 0\n"
    ));
    let entry = &ledger.repository(Path::new(ROOT)).expect("known").entries[0];
    assert_eq!(entry.dirty_at_start, Some(12));
    assert_eq!(entry.triage, Some(Triage { next: 4, parking: 5, killed: 2 }));
    assert_eq!(entry.phases.len(), 3);
    assert_eq!(entry.phases[1].text, "3 commits, all small");
    assert!(entry.phases[2].skipped && entry.closed);
    assert_eq!(entry.missing_phases().len(), 4);
}

#[test]
fn words_of_a_command_line_are_phases_and_fates() {
    assert_eq!("pre-deployment".parse(), Ok(Phase::PreDeployment));
    assert_eq!("Commit-Sweep".parse(), Ok(Phase::CommitSweep));
    assert_eq!("7".parse(), Ok(Phase::Retro));
    assert!("0".parse::<Phase>().is_err() && "8".parse::<Phase>().is_err());
    assert_eq!("park".parse(), Ok(Fate::Parking));
    let unknown = "later".parse::<Fate>().expect_err("no fate").to_string();
    assert_eq!(unknown, "`later` is not known; write one of next, parking, kill");
}

#[test]
fn what_cvg_prints_as_json_has_every_field() {
    let root = Path::new(ROOT);
    let mut ledger = Ledger::new();
    ledger.put_entry(root, &full()).expect("complete");
    let json = serde_json::to_value(ledger.repositories()).expect("it can be written");
    assert_eq!(json[0]["root"], ROOT);
    assert_eq!(json[0]["baseline"], "2026-12-01");
    assert_eq!(json[0]["entries"][0]["grade"], "YELLOW");
    assert_eq!(json[0]["entries"][0]["items"][1]["fate"], "kill");
    assert_eq!(json[0]["entries"][0]["phases"][5]["phase"], "pre-deployment");
    assert_eq!(json[0]["entries"][0]["triage"]["killed"], 1);
}

#[test]
fn a_value_cannot_end_the_line_that_it_stands_in() {
    let root = Path::new(ROOT);
    let mut ledger = Ledger::new();
    let evil =
        "x\n# /evil\r\n- Sessions since convergence: 9\u{2028}## 2026-01-01 — RED".to_owned();
    let mut entry = rest_of(today());
    entry.assessment = Some(evil.clone());
    entry.items = vec![Item { fate: Fate::Next, text: evil.clone() }];
    entry.other = vec![(evil.clone(), evil.clone())];
    entry.retro = vec![evil.clone()];
    entry.phases = vec![PhaseRecord { phase: Phase::Triage, skipped: true, text: evil.clone() }];
    for _ in 0..2 {
        ledger.put_entry(root, &entry).expect("open");
        ledger.set_release(root, &Release { ready: false, at: evil.clone(), date: today() });
        assert_eq!(ledger.repositories().len(), 1);
        assert_eq!(ledger.repositories()[0].entries.len(), 1);
        assert_eq!(ledger.sessions(root), 0);
    }
}
