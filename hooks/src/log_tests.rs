#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use super::*;

#[test]
fn times_are_written_as_iso_8601() {
    for (seconds, text) in [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_399, "2000-02-28T23:59:59.000Z"),
        (951_782_400, "2000-02-29T00:00:00.000Z"),
        (951_868_800, "2000-03-01T00:00:00.000Z"),
        (1_709_164_800, "2024-02-29T00:00:00.000Z"),
        (1_798_675_200, "2026-12-31T00:00:00.000Z"),
        (4_107_542_400, "2100-03-01T00:00:00.000Z"),
    ] {
        assert_eq!(timestamp(Duration::from_secs(seconds)), text);
    }
    assert_eq!(timestamp(Duration::from_millis(86_399_007)), "1970-01-01T23:59:59.007Z");
}

#[test]
fn a_line_has_the_facts_and_no_more_text_than_a_reason_has() {
    let facts = Facts { event: "Stop".into(), tool: None, session: Some("s".into()) };
    let mut log = Log::new("my-hook", &facts);
    log.add(Entry::Fault, &format!("a\n{}", "é".repeat(5000)));
    let line = log.lines().next().unwrap();
    assert!(!line.contains('\n') && !line.contains("\"tool\""), "{line}");
    let json: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!((&json["hook"], &json["event"]), (&"my-hook".into(), &"Stop".into()));
    assert_eq!((&json["session"], &json["outcome"]), (&"s".into(), &"fault".into()));
    assert_eq!(json["text"].as_str().unwrap().chars().count(), KEPT);
}

#[test]
fn lines_are_appended_and_a_full_file_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("made/on/demand");
    let (log, old) = (folder.join(FILE), folder.join(OLD_FILE));
    append(&folder, b"one\n").unwrap();
    append(&folder, b"two\n").unwrap();
    assert_eq!(fs::read_to_string(&log).unwrap(), "one\ntwo\n");
    fs::write(&log, vec![b'x'; usize::try_from(FULL).unwrap()]).unwrap();
    append(&folder, b"three\n").unwrap();
    assert_eq!(fs::read_to_string(&log).unwrap(), "three\n");
    assert_eq!(fs::metadata(&old).unwrap().len(), FULL);
}

#[test]
fn a_file_that_another_hook_has_renamed_is_not_renamed_again() {
    let folder = tempfile::tempdir().unwrap();
    let (log, old) = (folder.path().join(FILE), folder.path().join(OLD_FILE));
    fs::write(&log, "full").unwrap();
    let opened = open(&log).unwrap();
    fs::rename(&log, &old).unwrap();
    assert!(rotate(folder.path(), &log, &opened).unwrap(), "gone, and not begun again");
    fs::write(&log, "new").unwrap();
    assert!(rotate(folder.path(), &log, &opened).unwrap());
    assert_eq!(fs::read_to_string(&old).unwrap(), "full");
    assert_eq!(fs::read_to_string(&log).unwrap(), "new");
}

#[test]
fn a_file_that_another_hook_rotates_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join(FILE);
    fs::write(&log, "full").unwrap();
    let (holder, opened) = (open(&log).unwrap(), open(&log).unwrap());
    assert!(try_lock(&holder).unwrap());
    assert!(!rotate(folder.path(), &log, &opened).unwrap());
    assert!(log.exists());
}
