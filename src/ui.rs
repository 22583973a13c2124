//! The only place that prints.
//!
//! What was asked for goes to standard output, everything else to standard
//! error. A reader that closes its pipe early (`cvg-gen lint | head`) is not a
//! fault: printing becomes a no-op, and [`Ui::is_closed`] tells the program to
//! end with success.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use unicode_width::UnicodeWidthStr;

use crate::env;

/// Columns that we assume where there is no terminal to ask.
pub const DEFAULT_WIDTH: usize = 140;

/// When to print in colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal that can, unless the environment says otherwise.
    #[default]
    Auto,
    /// Also in a pipe.
    Always,
    /// Nowhere.
    Never,
}

/// What the environment says about colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Wishes {
    no_color: bool,
    force: bool,
    dumb: bool,
}

impl Wishes {
    fn of_process() -> Self {
        Self {
            no_color: env::NO_COLOR.is_set(),
            force: env::CLICOLOR_FORCE.is_on(),
            dumb: env::TERM.value().is_some_and(|term| term == "dumb"),
        }
    }
}

impl ColorChoice {
    /// The flag wins over the environment, the environment over the terminal.
    fn decide(self, wishes: Wishes, is_terminal: bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto if wishes.no_color => false,
            Self::Auto if wishes.force => true,
            Self::Auto => is_terminal && !wishes.dumb,
        }
    }
}

/// One of the two streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stream {
    Out,
    Err,
}

/// Texts that were printed into memory.
#[derive(Debug, Default, Clone)]
pub struct Captured {
    /// Standard output and standard error.
    texts: Arc<Mutex<[String; 2]>>,
}

impl Captured {
    /// What went to standard output.
    pub fn out(&self) -> String {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)[0].clone()
    }

    /// What went to standard error.
    pub fn err(&self) -> String {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)[1].clone()
    }
}

/// Prints, and knows how.
#[derive(Debug)]
pub struct Ui {
    color: ColorChoice,
    wishes: Wishes,
    quiet: bool,
    closed: AtomicBool,
    captured: Option<Captured>,
}

impl Ui {
    /// Prints to this process's streams. `quiet` silences [`Ui::note`].
    pub fn new(color: ColorChoice, quiet: bool) -> Self {
        let closed = AtomicBool::new(false);
        Self { color, wishes: Wishes::of_process(), quiet, closed, captured: None }
    }

    /// Prints into memory, for callers that want to look at the text.
    pub fn capture(color: ColorChoice, quiet: bool) -> (Self, Captured) {
        let captured = Captured::default();
        let wishes = Wishes::default();
        let closed = AtomicBool::new(false);
        let ui = Self { color, wishes, quiet, closed, captured: Some(captured.clone()) };
        (ui, captured)
    }

    /// Prints what was asked for, as it is: no line end is added.
    ///
    /// # Errors
    /// Whatever stops standard output from taking it (a full disk), but not a
    /// reader that went away.
    pub fn out(&self, text: &str) -> io::Result<()> {
        if self.is_closed() {
            return Ok(());
        }
        self.forgive_closed(self.write(Stream::Out, text))
    }

    /// Success where only the reader is gone, which is remembered.
    fn forgive_closed(&self, result: io::Result<()>) -> io::Result<()> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed.store(true, Ordering::Relaxed);
                Ok(())
            }
            other => other,
        }
    }

    /// Prints a fault or its summary to standard error. If that fails, nobody
    /// is left who could be told.
    pub fn err(&self, text: &str) {
        let _ = self.write(Stream::Err, text);
    }

    /// Prints a remark to standard error, unless the user asked for quiet.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            self.err(text);
        }
    }

    /// Did the reader of standard output go away? Then the program ends with success.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Is standard output shown in colour?
    pub fn color_out(&self) -> bool {
        self.color_of(Stream::Out)
    }

    /// Is standard error shown in colour?
    pub fn color_err(&self) -> bool {
        self.color_of(Stream::Err)
    }

    /// May progress be shown? On a terminal that is nobody's log only.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && self.is_terminal(Stream::Err) && !env::CI.is_on()
    }

    /// The columns of the terminal, or [`DEFAULT_WIDTH`] where there is none.
    pub fn width(&self) -> usize {
        if self.captured.is_some() {
            return DEFAULT_WIDTH;
        }
        terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0))
    }

    fn is_terminal(&self, stream: Stream) -> bool {
        match (stream, &self.captured) {
            (_, Some(_)) => false,
            (Stream::Out, None) => io::stdout().is_terminal(),
            (Stream::Err, None) => io::stderr().is_terminal(),
        }
    }

    fn color_of(&self, stream: Stream) -> bool {
        self.color.decide(self.wishes, self.is_terminal(stream))
    }

    fn write(&self, stream: Stream, text: &str) -> io::Result<()> {
        let color = self.color_of(stream);
        if let Some(captured) = &self.captured {
            let mut texts = captured.texts.lock().unwrap_or_else(PoisonError::into_inner);
            let target = &mut texts[usize::from(stream == Stream::Err)];
            if color {
                target.push_str(text);
            } else {
                target.push_str(&anstream::adapter::strip_str(text).to_string());
            }
            return Ok(());
        }
        let choice =
            if color { anstream::ColorChoice::Always } else { anstream::ColorChoice::Never };
        match stream {
            Stream::Out => write_all(anstream::AutoStream::new(io::stdout().lock(), choice), text),
            Stream::Err => write_all(anstream::AutoStream::new(io::stderr().lock(), choice), text),
        }
    }
}

fn write_all(mut stream: impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

/// Rows in aligned columns, two spaces between them; the last column is cut
/// where the line would be wider than `width`.
pub fn table<Row: AsRef<[Cell]>, Cell: AsRef<str>>(rows: &[Row], width: usize) -> String {
    let columns = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.as_ref().get(column));
            cells.map(|cell| cell.as_ref().width()).max().unwrap_or_default()
        })
        .collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        let mut used = 0;
        for (column, cell) in row.as_ref().iter().enumerate() {
            let cell = cell.as_ref();
            if column + 1 == row.as_ref().len() {
                line.push_str(&cut(cell, width.saturating_sub(used)));
            } else {
                line.push_str(cell);
                let padding = widths[column] - cell.width() + 2;
                line.extend(std::iter::repeat_n(' ', padding));
                used += widths[column] + 2;
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A text of at most that many columns (but ten at least), the rest as `…`.
fn cut(text: &str, width: usize) -> String {
    let width = width.max(10);
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    for character in text.chars() {
        let mut longer = out.clone();
        longer.push(character);
        if longer.width() >= width {
            break;
        }
        out = longer;
    }
    out.push('…');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Wishes = Wishes { no_color: false, force: false, dumb: false };

    #[test]
    fn the_flag_wins_then_the_environment_then_the_terminal() {
        use ColorChoice::{Always, Auto, Never};
        let no_color = Wishes { no_color: true, ..PLAIN };
        let force = Wishes { force: true, ..PLAIN };
        let dumb = Wishes { dumb: true, ..PLAIN };
        for (choice, wishes, terminal, expected) in [
            (Auto, PLAIN, true, true),
            (Auto, PLAIN, false, false),
            (Auto, no_color, true, false),
            (Auto, force, false, true),
            (Auto, Wishes { no_color: true, ..force }, false, false),
            (Auto, dumb, true, false),
            (Auto, Wishes { dumb: true, ..force }, true, true),
            (Always, no_color, false, true),
            (Never, force, true, false),
        ] {
            assert_eq!(choice.decide(wishes, terminal), expected, "{choice:?} {wishes:?}");
        }
    }

    #[test]
    fn text_is_plain_unless_colour_is_on() {
        let (ui, captured) = Ui::capture(ColorChoice::Auto, false);
        ui.out("\u{1b}[1mbold\u{1b}[0m\n").expect("memory takes it");
        assert_eq!(captured.out(), "bold\n");
        let (ui, captured) = Ui::capture(ColorChoice::Always, false);
        ui.out("\u{1b}[1mbold\u{1b}[0m\n").expect("memory takes it");
        assert_eq!(captured.out(), "\u{1b}[1mbold\u{1b}[0m\n");
        assert!(ui.color_out() && ui.color_err() && !ui.shows_progress());
    }

    #[test]
    fn quiet_silences_remarks_but_not_faults() {
        let (ui, captured) = Ui::capture(ColorChoice::Never, true);
        ui.note("3 files written\n");
        ui.err("error: broken\n");
        assert_eq!((captured.out().as_str(), captured.err().as_str()), ("", "error: broken\n"));
        assert!(!ui.is_closed());
    }

    #[test]
    fn a_reader_that_goes_away_is_no_fault() {
        let (ui, captured) = Ui::capture(ColorChoice::Never, false);
        assert!(ui.forgive_closed(Err(io::ErrorKind::StorageFull.into())).is_err());
        assert!(!ui.is_closed());
        assert!(ui.forgive_closed(Err(io::ErrorKind::BrokenPipe.into())).is_ok());
        assert!(ui.is_closed());
        ui.out("more\n").expect("nothing is printed any more");
        assert_eq!(captured.out(), "");
    }

    #[test]
    fn a_table_is_aligned_and_cut() {
        let rows = [
            vec!["code", "name", "summary"],
            vec!["CVG006", "漢字", "a value is cut at a comment sign"],
            vec!["CVG1"],
        ];
        assert_eq!(
            table(&rows, 34),
            "code    name  summary\nCVG006  漢字  a value is cut at a…\nCVG1\n"
        );
        assert_eq!(table::<Vec<&str>, &str>(&[], 80), "");
    }
}
