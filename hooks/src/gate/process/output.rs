//! What a layer prints: into a log of limited size, and line by line to a listener.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The longest line that the listener hears, in bytes. What is longer is cut: nobody reads it,
/// and a program need not print line breaks at all.
const LINE: usize = 4096;

/// What a layer prints.
///
/// While it runs there are two files of limited size, the older of which is thrown away when
/// the younger is full. In the end both are joined, so that the log has the limit's size and
/// the memory for it is never needed.
pub(super) struct Output<'a> {
    path: PathBuf,
    limit: u64,
    file: Option<File>,
    /// Bytes in `file`.
    size: u64,
    /// Bytes in the older file, if there is one.
    older: u64,
    /// Bytes in files that were thrown away.
    dropped: u64,
    fault: Option<String>,
    line: Vec<u8>,
    on_line: Option<&'a mut dyn FnMut(&str)>,
}

impl<'a> Output<'a> {
    pub(super) fn new(path: &Path, limit: u64, on_line: Option<&'a mut dyn FnMut(&str)>) -> Self {
        let mut output = Self {
            path: path.to_path_buf(),
            limit,
            file: None,
            size: 0,
            older: 0,
            dropped: 0,
            fault: None,
            line: Vec::new(),
            on_line,
        };
        let file = create(path);
        output.file = output.sound(file);
        output
    }

    fn older_path(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".old");
        name.into()
    }

    /// The first thing that goes wrong ends the log. The layer runs on.
    fn sound<T>(&mut self, result: io::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.fault.get_or_insert_with(|| error.to_string());
                self.file = None;
                None
            }
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
        self.listen(bytes);
        let mut rest = bytes;
        while !rest.is_empty() {
            if self.size >= self.limit {
                let turned = self.turn();
                self.sound(turned);
            }
            let Some(file) = &mut self.file else { return };
            let room = usize::try_from(self.limit - self.size).unwrap_or(usize::MAX);
            let (now, later) = rest.split_at(rest.len().min(room));
            let written = file.write_all(now);
            if self.sound(written).is_none() {
                return;
            }
            self.size += now.len() as u64;
            rest = later;
        }
    }

    /// Makes the full file the older one, and begins another.
    fn turn(&mut self) -> io::Result<()> {
        fs::rename(&self.path, self.older_path())?;
        self.file = Some(create(&self.path)?);
        self.dropped += self.older;
        self.older = self.size;
        self.size = 0;
        Ok(())
    }

    fn listen(&mut self, bytes: &[u8]) {
        if self.on_line.is_none() {
            return;
        }
        let mut lines = bytes.split(|byte| *byte == b'\n').peekable();
        while let Some(part) = lines.next() {
            let room = LINE.saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            if lines.peek().is_some() {
                self.say();
            }
        }
    }

    fn say(&mut self) {
        if let Some(on_line) = &mut self.on_line {
            on_line(&String::from_utf8_lossy(&self.line));
        }
        self.line.clear();
    }

    /// Ends the log, and returns what went wrong with it.
    pub(super) fn finish(mut self) -> Option<String> {
        if !self.line.is_empty() {
            self.say();
        }
        self.file = None;
        if self.older > 0 {
            let joined = self.join();
            self.sound(joined);
        }
        self.fault
    }

    /// Puts the end of the older file before the younger one.
    fn join(&self) -> io::Result<()> {
        let older = self.older_path();
        let mut name = self.path.clone().into_os_string();
        name.push(".whole");
        let whole = PathBuf::from(name);
        let keep = self.older.min(self.limit - self.size);
        let dropped = self.dropped + self.older - keep;
        let mut target = create(&whole)?;
        let mut source = File::open(&older)?;
        source.seek(SeekFrom::Start(self.older - keep))?;
        writeln!(target, "[the first {dropped} bytes are left out]")?;
        io::copy(&mut source.take(keep), &mut target)?;
        io::copy(&mut File::open(&self.path)?, &mut target)?;
        fs::rename(&whole, &self.path)?;
        fs::remove_file(&older)
    }
}

fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(limit: u64, parts: &[&[u8]]) -> (Vec<u8>, Vec<String>, Option<String>) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("log");
        let mut lines = Vec::new();
        let mut on_line = |line: &str| lines.push(line.to_owned());
        let mut output = Output::new(&path, limit, Some(&mut on_line));
        for part in parts {
            output.write(part);
        }
        let fault = output.finish();
        let names = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(names, 1, "only the log is left");
        (fs::read(&path).expect("a log"), lines, fault)
    }

    #[test]
    fn what_fits_is_whole() {
        let (text, lines, fault) = log(10, &[b"one\nt", b"wo\nx"]);
        assert_eq!(text, b"one\ntwo\nx");
        assert_eq!(lines, ["one", "two", "x"]);
        assert_eq!(fault, None);
    }

    #[test]
    fn of_more_the_end_is_kept() {
        for split in 1..26 {
            let (head, tail) = b"abcdefghijklmnopqrstuvwxyz".split_at(split);
            let (text, ..) = log(10, &[head, tail]);
            let text = String::from_utf8(text).expect("text");
            assert_eq!(text, "[the first 16 bytes are left out]\nqrstuvwxyz", "{split}");
        }
    }

    #[test]
    fn a_line_without_an_end_is_cut_for_the_listener() {
        let (text, lines, _) = log(100_000, &[&vec![b'x'; 50_000], b"y\nz\n"]);
        assert_eq!(text.len(), 50_004);
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [LINE, 1]);
    }

    #[test]
    fn bytes_that_are_no_text_are_kept() {
        let (text, lines, _) = log(100, &[b"a\xff\0\nb"]);
        assert_eq!(text, b"a\xff\0\nb");
        assert_eq!(lines, ["a\u{fffd}\0", "b"]);
    }

    #[test]
    fn a_log_that_cannot_be_written_is_told() {
        let mut lines = 0;
        let mut on_line = |_: &str| lines += 1;
        let mut output = Output::new(Path::new("/no/such/folder/log"), 10, Some(&mut on_line));
        output.write(b"one\ntwo\n");
        assert!(output.finish().is_some());
        assert_eq!(lines, 2);
    }
}
