//! The last lines of a log that say something.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// As many lines are shown at most, and as many bytes.
const LINES: usize = 40;
const BYTES: usize = 4000;

/// A line is cut after so many characters.
const LINE: usize = 300;

/// How much of the log is read from its end, in bytes.
const READ: u64 = 1 << 18;

/// What tools print for each thing that is well, and while they work.
const NOISE: [&str; 22] = [
    "   Compiling ",
    "    Checking ",
    "  Downloaded ",
    " Downloading ",
    "    Updating ",
    "    Blocking ",
    "     Locking ",
    "      Adding ",
    "     Running ",
    "   Doc-tests ",
    "    Finished ",
    "running ",
    "test result: ok.",
    "ok  \t",
    "?   \t",
    "=== RUN ",
    "=== PAUSE ",
    "=== CONT ",
    "--- PASS: ",
    "PASS",
    "npm notice",
    "platform ",
];

/// The last lines of a log that say something.
pub(super) fn of(log: &Path) -> Vec<String> {
    last_lines(&end_of(log).unwrap_or_default())
}

fn end_of(log: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(log)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(READ)))?;
    let mut bytes = Vec::new();
    file.take(READ).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn last_lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let mut room = BYTES;
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().rev() {
        let line = plain(line);
        if line.trim().is_empty() || is_noise(&line) {
            continue;
        }
        if lines.len() == LINES || line.len() + 1 > room {
            break;
        }
        room -= line.len() + 1;
        lines.push(line);
    }
    lines.reverse();
    lines
}

fn is_noise(line: &str) -> bool {
    NOISE.iter().any(|start| line.starts_with(start))
        || (line.starts_with("test ") && line.ends_with(" ... ok"))
}

/// A line as a terminal would leave it: what a carriage return has overwritten is gone, and so
/// are colours and other control characters.
fn plain(line: &str) -> String {
    let line = line.trim_end_matches('\r');
    let line = line.rsplit('\r').next().unwrap_or_default();
    let mut plain = String::new();
    let mut letters = line.trim_end().chars().peekable();
    let mut length = 0;
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            if letters.next_if_eq(&'[').is_some() {
                // A sequence ends with a letter, or one of a few signs.
                while letters.next().is_some_and(|c| !('@'..='~').contains(&c)) {}
            }
            continue;
        }
        if letter.is_control() && letter != '\t' {
            continue;
        }
        length += 1;
        if length > LINE {
            plain.push('…');
            break;
        }
        plain.push(letter);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_show_is_shown() {
        for (line, expected) in [
            ("\u{1b}[1m\u{1b}[31merror\u{1b}[0m: x", "error: x"),
            ("10 %\r50 %\r100 %", "100 %"),
            ("windows\r", "windows"),
            ("a\u{7}b\tc", "ab\tc"),
            ("\u{1b}", ""),
            ("\u{1b}[31", ""),
        ] {
            assert_eq!(plain(line), expected, "{line:?}");
        }
    }

    #[test]
    fn what_is_well_is_left_out() {
        let text = "   Compiling a v0.1.0\nrunning 2 tests\ntest a ... ok\ntest b ... FAILED\n\n\
                    failures:\n    b\n\nok  \texample.com/x\t0.1s\nerror: test failed\n";
        let expected = ["test b ... FAILED", "failures:", "    b", "error: test failed"];
        assert_eq!(last_lines(text.as_bytes()), expected);
    }

    #[test]
    fn there_are_not_too_many_lines_nor_too_long_ones() {
        let text: Vec<String> = (0..1000).map(|number| format!("line {number}")).collect();
        let lines = last_lines(text.join("\n").as_bytes());
        assert_eq!((lines.len(), lines[39].as_str()), (40, "line 999"));
        let long = format!("{}\n", "ä".repeat(10_000)).repeat(100);
        let lines = last_lines(long.as_bytes());
        assert!(!lines.is_empty() && lines.iter().map(String::len).sum::<usize>() <= BYTES);
        assert!(lines[0].ends_with('…'), "{}", lines[0]);
    }
}
