//! Command lines as agents write them.

use std::fmt::Write;

/// A usual command of 200 bytes: tests, then a commit with a message.
pub(crate) fn short(folder: &str) -> String {
    let command = format!(
        "cd {folder} && cargo test 2>&1 | tail -20 && git add -A && git commit -q -m \"$(cat \
         <<'MSG'\nparser: keep the comment of a key\n\nIt was lost where the value is on the next \
         line.\nMSG\n)\" && git log -1"
    );
    debug_assert!((190..=220).contains(&command.len()), "{}", command.len());
    command
}

/// A usual command of 10 KB: a file in a here-document, and a look at what came of it.
pub(crate) fn long(folder: &str) -> String {
    let mut command = format!("mkdir -p {folder}/src && cat > {folder}/src/table.rs <<'RUST'\n");
    for number in 0.. {
        if command.len() > 10_000 {
            break;
        }
        // Writing to a String cannot fail.
        let _ = writeln!(command, "    (\"row {number}\", {number}, 'x', &[\"a\", \"$b\"]),");
    }
    command.push_str("RUST\nrg -n \"row 1\" src | head -5; wc -l src/*.rs\n");
    command
}
