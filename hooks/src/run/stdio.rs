//! Standard input and output, without what could spoil the one document on stdout.

use std::time::{Duration, Instant};

use super::Fault;

/// What a read asks for at first: an event without a file in it fits.
const FIRST_READ: usize = 16 * 1024;

/// How long a write may wait for a host that does not read.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long to wait where the system says that it would block.
const NAP: Duration = Duration::from_millis(1);

/// What is called with the input so far when the time is over and the input has not ended.
pub(super) type Late<'a> = (Duration, &'a mut dyn FnMut(&[u8]));

/// Reads standard input to its end, or until it is longer than `limit` bytes. After a fault,
/// `input` has what was read.
pub(super) fn read(
    input: &mut Vec<u8>,
    limit: usize,
    mut late: Option<Late<'_>>,
) -> Result<(), Fault> {
    let started = Instant::now();
    input.reserve(FIRST_READ.min(limit.saturating_add(1)));
    loop {
        if input.len() > limit {
            // The rest stays unread: both hosts bear a hook that does not read at all.
            return Err(Fault::TooLarge(limit));
        }
        if input.capacity() == input.len() {
            input.reserve(input.len().max(FIRST_READ));
        }
        if let Some((time, look)) = &mut late
            && !comes_within(time.saturating_sub(started.elapsed()))
        {
            look(input);
            late = None;
        }
        match read_some(input) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                std::thread::sleep(NAP);
            }
            Err(error) => return Err(Fault::Unread(error.to_string())),
        }
    }
}

/// Is there something to read, or does it come within that time?
#[cfg(unix)]
fn comes_within(time: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = rustix::stdio::stdin();
    let mut stdin = [PollFd::new(&stdin, PollFlags::IN)];
    let time = Timespec::try_from(time).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
    // A failed wait says nothing, and then the read waits.
    !matches!(poll(&mut stdin, Some(&time)), Ok(0))
}

/// Nobody can say.
#[cfg(not(unix))]
fn comes_within(_: Duration) -> bool {
    true
}

#[cfg(unix)]
fn read_some(input: &mut Vec<u8>) -> std::io::Result<usize> {
    let room = rustix::buffer::spare_capacity(input);
    Ok(rustix::io::read(rustix::stdio::stdin(), room)?)
}

#[cfg(not(unix))]
fn read_some(input: &mut Vec<u8>) -> std::io::Result<usize> {
    use std::io::Read;
    let room = (input.capacity() - input.len()) as u64;
    std::io::stdin().lock().take(room).read_to_end(input)
}

/// Where the answer goes.
pub(super) struct Output {
    #[cfg(unix)]
    stdout: Option<rustix::fd::OwnedFd>,
}

#[cfg(unix)]
impl Output {
    /// Takes standard output away from everything else in this process: what the judge, or
    /// a library under it, prints from now on goes to standard error.
    pub(super) fn claim() -> Self {
        let stdout = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3).ok();
        if stdout.is_some() {
            // Without it a judge that prints would spoil the answer; one that does not print
            // is as well off as before.
            let _ = rustix::stdio::dup2_stdout(rustix::stdio::stderr());
        }
        Self { stdout }
    }

    /// Writes the whole of an answer.
    pub(super) fn write(&self, text: &str) {
        match &self.stdout {
            Some(stdout) => write_all(text, |bytes| Ok(rustix::io::write(stdout, bytes)?)),
            None => write_all(text, |bytes| Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?)),
        }
    }
}

/// Writes a line for a person to standard error, past the lock of `eprintln!`: a judge
/// that hangs may hold it.
#[cfg(unix)]
pub(super) fn tell(line: &str) {
    write_all(&format!("{line}\n"), |bytes| Ok(rustix::io::write(rustix::stdio::stderr(), bytes)?));
}

#[cfg(not(unix))]
impl Output {
    /// Nothing can be taken away here: a judge must not print.
    pub(super) fn claim() -> Self {
        Self {}
    }

    /// Writes the whole of an answer.
    pub(super) fn write(&self, text: &str) {
        use std::io::Write;
        write_all(text, |bytes| std::io::stdout().write(bytes));
        let _ = std::io::stdout().flush();
    }
}

/// Writes a line for a person to standard error.
#[cfg(not(unix))]
pub(super) fn tell(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes all of `text` with `write`. A reader that is gone wants no answer, and of one
/// that does not read we have waited long enough.
fn write_all(text: &str, mut write: impl FnMut(&[u8]) -> std::io::Result<usize>) {
    let mut rest = text.as_bytes();
    let mut since = None;
    while !rest.is_empty() {
        match write(rest) {
            Ok(0) => return,
            Ok(written) => rest = &rest[written.min(rest.len())..],
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                if since.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                    return;
                }
                std::thread::sleep(NAP);
            }
            Err(_) => return,
        }
    }
}
