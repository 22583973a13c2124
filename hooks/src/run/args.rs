//! The command line of a hook. Nothing on it is ever an error: a usage error has exit
//! code 2 by custom, and that is how both hosts are told to block a call.

use std::ffi::OsString;

use lexopt::Arg;

use crate::Host;

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Mode {
    /// Read an event and answer it.
    #[default]
    Answer,
    /// Read an event and tell a person what the answer would be.
    Explain,
    /// Print the version.
    Version,
    /// Print the usage.
    Help,
}

/// The command line.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct Arguments {
    pub(super) mode: Mode,
    pub(super) host: Option<Host>,
    /// What was not understood.
    pub(super) ignored: Vec<String>,
}

impl Arguments {
    /// Reads the arguments of this process.
    pub(super) fn of_process() -> Self {
        Self::read(&mut lexopt::Parser::from_env())
    }

    fn read(parser: &mut lexopt::Parser) -> Self {
        let mut arguments = Self::default();
        loop {
            match parser.next() {
                Ok(Some(Arg::Long("host"))) => match parser.value() {
                    Ok(value) => arguments.take_host(&value),
                    Err(error) => arguments.ignored.push(error.to_string()),
                },
                Ok(Some(Arg::Long("explain"))) => arguments.mode = Mode::Explain,
                Ok(Some(Arg::Long("version") | Arg::Short('V'))) => arguments.mode = Mode::Version,
                Ok(Some(Arg::Long("help") | Arg::Short('h'))) => arguments.mode = Mode::Help,
                Ok(Some(other)) => arguments.ignored.push(other.unexpected().to_string()),
                Ok(None) => return arguments,
                Err(error) => arguments.ignored.push(error.to_string()),
            }
        }
    }

    fn take_host(&mut self, value: &OsString) {
        match value.to_string_lossy().parse() {
            Ok(host) => self.host = Some(host),
            Err(unknown) => self.ignored.push(unknown.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Arguments {
        Arguments::read(&mut lexopt::Parser::from_args(line.split_whitespace()))
    }

    #[test]
    fn what_is_known_is_read() {
        assert_eq!(read("").mode, Mode::Answer);
        assert_eq!(read("--host claude").host, Some(Host::Claude));
        assert_eq!(read("--host=codex --explain").host, Some(Host::Codex));
        assert_eq!(read("--host=codex --explain").mode, Mode::Explain);
        assert_eq!(read("-h").mode, Mode::Help);
        assert_eq!(read("--version").mode, Mode::Version);
    }

    #[test]
    fn what_is_not_known_is_told_and_changes_nothing() {
        for line in ["--hots claude", "x y", "-q", "--explain=1", "--host gemini", "--host"] {
            let arguments = read(&format!("--host claude {line}"));
            assert_eq!(arguments.host, Some(Host::Claude), "{line}");
            assert!(!arguments.ignored.is_empty(), "{line}");
        }
    }

    #[test]
    fn options_after_a_strange_one_still_count() {
        assert_eq!(read("--what=1 stray --host codex").host, Some(Host::Codex));
    }
}
