//! The first line of a script ends in a carriage return.
//!
//! In a script that was saved with CR LF the system looks for an interpreter whose
//! name ends in a carriage return, and finds none. A skill's script then fails with
//! "no such file", and a hook that is such a script lets every tool run: both hosts
//! fail open.
//!
//! Files are looked at wherever they lie; only one that begins with `#!/` is a
//! script. Templates are rendered with LF, so they cannot break this rule.
//!
//! ## Instead
//!
//! Save the script with LF line ends, and keep git from changing them, with
//! `* text=auto eol=lf` in `.gitattributes`.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Fix, Place, Rule, Severity, Sink, SourceFile};
use crate::generate::lint::{HostTree, Mode};
use crate::generate::script::Shebang;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG049",
    name: "carriage-return-in-script",
    severity: Severity::Error,
    source: include_str!("carriage_return_in_script.rs"),
};

/// Looks at the first line of every file.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    for entry in tree.entries.values() {
        if entry.shebang == Some(Shebang::CarriageReturn) {
            sink.push(diagnostic(Place::file(&entry.file)));
        }
    }
}

/// The fault of a file of the source, and what mends it, if its text is there.
pub(crate) fn in_source(file: &Arc<SourceFile>) -> Diagnostic {
    let Some(at) = file.text.find('\r') else { return diagnostic(Place::file(file)) };
    let lines = file.text.contains("\r\n");
    diagnostic(Place::new(file, at..at + 1)).fix(Fix {
        title: "write LF line ends".to_owned(),
        range: 0..file.text.len(),
        replacement: file.text.replace(if lines { "\r\n" } else { "\r" }, "\n"),
        // A carriage return among lines that end in LF may be meant.
        mechanical: lines || !file.text.contains('\n'),
    })
}

fn diagnostic(place: Place) -> Diagnostic {
    let message = "the `#!` line ends in a carriage return: the system finds no such interpreter";
    Diagnostic::new(&RULE, place, message).help("save the file with LF line ends")
}
