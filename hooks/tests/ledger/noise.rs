//! What is in the ledger that is not ours.

use std::path::Path;

use cvg_hooks::drift::Grade;
use cvg_hooks::ledger::{Entry, Ledger, Phase, PhaseRecord, Release};

use super::random::Random;
use super::{ROOT, today};

/// A line that nobody here knows, or one that looks almost like ours.
fn noise(random: &mut Random, number: usize) -> String {
    let kinds = [
        "plain text",
        "",
        "- a bullet: with a colon",
        "- Note, without one",
        "  - nested",
        "# A heading",
        "## Another",
        "### A third",
        "\t- Sessions since convergence: 3",
        "- [ ] task",
        "> - Sessions since convergence: 3",
        "```",
        "~~~",
        "<!-- open",
        "close -->",
        "<!-- closed -->",
        "| a | b |",
        "é \u{2028} — ✓",
        "\\# /home/u/app",
        "##/home/u/app",
    ];
    match *random.of(&kinds) {
        "" => String::new(),
        // A fence with words behind it does not close.
        fence @ ("```" | "~~~") => fence.to_owned(),
        text => format!("{text} {number}"),
    }
}

fn text_of_noise(random: &mut Random) -> Vec<String> {
    let mut lines = Vec::new();
    for section in 0..random.below(5) {
        for number in 0..random.below(6) {
            lines.push(noise(random, section * 100 + number));
        }
        lines.push(
            random.of(&["# /home/u/app", "# /other", "# `/home/u/app`", "# Notes"]).to_string(),
        );
        for number in 10..10 + random.below(6) {
            lines.push(noise(random, section * 100 + number));
        }
        if random.below(3) > 0 {
            lines.push(format!("- Sessions since convergence: {}", random.below(9)));
        }
        for number in 20..20 + random.below(9) {
            lines.push(match random.below(8) {
                0 => "## 2026-12-01 — YELLOW".to_owned(),
                1 => "## Deployment Retro".to_owned(),
                2 => "- Phases: inventory".to_owned(),
                3 => "- Triage: next 1".to_owned(),
                _ => noise(random, section * 100 + number),
            });
        }
    }
    lines
}

/// What a change may do to a line that is ours.
fn is_ours(line: &str) -> bool {
    let line = line.trim_end_matches('\r').trim_start_matches('\u{feff}');
    [
        "- Sessions since",
        "- Baseline:",
        "- Release:",
        "<!-- counted:",
        "- Triage:",
        "- Note:",
        "- Phases:",
        "  - retro",
    ]
    .iter()
    .any(|ours| line.starts_with(ours))
}

/// Are all of these lines among those, in this order?
fn are_among<'l>(
    lines: impl Iterator<Item = &'l [u8]>,
    mut all: impl Iterator<Item = &'l [u8]>,
) -> bool {
    lines.into_iter().all(|line| all.any(|other| other == line))
}

#[test]
fn whatever_is_not_ours_stays_byte_for_byte() {
    let root = Path::new(ROOT);
    for seed in 0..3000 {
        let random = &mut Random(seed);
        let end = *random.of(&["\n", "\r\n"]);
        let mut before = text_of_noise(random).join(end).into_bytes();
        if random.below(2) == 0 {
            before.extend(end.bytes());
        }
        if random.below(5) == 0 {
            before.splice(0..0, *b"\xef\xbb\xbf");
        }
        if random.below(5) == 0 && !before.is_empty() {
            let at = random.below(before.len());
            before.insert(at, 0xff);
        }
        let mut ledger = Ledger::of(before.clone());
        let known = ledger.repository(root);
        let others = |ledger: &Ledger| {
            let mut all = ledger.repositories();
            all.retain(|it| it.root != ROOT);
            all.into_iter().map(|it| (it.root, it.sessions, it.entries)).collect::<Vec<_>>()
        };
        let other = others(&ledger);
        let counted = ledger.count_session(root, "a session", today());
        assert_eq!(counted.sessions, known.as_ref().map_or(0, |it| it.sessions) + 1, "seed {seed}");
        let mut entry = Entry::new(today(), Grade::Red);
        entry.note = Some("ours".into());
        entry.phases =
            vec![PhaseRecord { phase: Phase::Retro, skipped: true, text: "nothing".into() }];
        ledger.put_entry(root, &entry).unwrap();
        ledger.set_release(root, &Release { ready: true, at: "1234567".into(), date: today() });
        ledger.set_baseline(root, today());
        let after = Ledger::of(ledger.as_bytes().to_vec());
        let now = after.repository(root).unwrap();
        assert_eq!((now.sessions, now.baseline), (counted.sessions, Some(today())), "seed {seed}");
        assert!(now.release.is_some_and(|it| it.ready), "seed {seed}");
        assert!(now.entries.iter().any(|it| it.note.as_deref() == Some("ours")), "seed {seed}");
        assert_eq!(others(&after), other, "seed {seed}");
        // Twice the same changes nothing more.
        let mut twice = Ledger::of(after.as_bytes().to_vec());
        twice.count_session(root, "a session", today());
        twice.put_entry(root, &entry).unwrap();
        assert_eq!(twice.as_bytes(), after.as_bytes(), "seed {seed}");
        let lines = before.split(|it| *it == b'\n').filter(|line| {
            // The last line may get the line end that it lacked.
            !line.is_empty() && !is_ours(&String::from_utf8_lossy(line))
        });
        let trimmed = |line: &'_ [u8]| line.strip_suffix(b"\r").unwrap_or(line).to_vec();
        let lines: Vec<_> = lines.map(trimmed).collect();
        let all: Vec<_> = after.as_bytes().split(|it| *it == b'\n').map(trimmed).collect();
        assert!(
            are_among(lines.iter().map(Vec::as_slice), all.iter().map(Vec::as_slice)),
            "seed {seed}\n{}\n---\n{}",
            String::from_utf8_lossy(&before),
            String::from_utf8_lossy(after.as_bytes())
        );
        if known.is_none() {
            assert!(after.as_bytes().starts_with(&before), "seed {seed}");
        }
    }
}
