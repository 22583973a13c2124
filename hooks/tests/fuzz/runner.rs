//! Runs a body over many inputs: no panic, no hang, no growth. Whatever breaks is shown as
//! the line that makes it a seed.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use allocation_counter::{AllocationInfo, measure};

use super::bodies::Target;
use super::mutate::{self, Random};
use super::seeds;

/// After this time one input hangs: a thousand times what the slowest needs.
const HANGS: Duration = Duration::from_secs(20);

/// Inputs without `FUZZ_SECONDS`.
const INPUTS: u64 = 1_500;

/// The stack of the thread: the smaller one of those in which the harness judges. Without
/// optimisation the shell parser needs eight times as much.
const STACK: usize = if cfg!(debug_assertions) { 64 << 20 } else { 8 << 20 };

/// Runs the seeds and what is made of them: a fixed number of inputs, or as many as there is
/// time for in `FUZZ_SECONDS`.
pub(crate) fn run(target: Target) {
    let work = thread::Builder::new().stack_size(STACK).spawn(move || fuzz(target));
    let end = work.expect("a thread").join();
    if let Err(panic) = end {
        std::panic::resume_unwind(panic);
    }
}

fn fuzz(target: Target) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let seeds = seeds::of(package, target);
    assert!(seeds.len() > 20, "{target:?} has {} seeds", seeds.len());
    let mut run = Run::new(target);
    for seed in &seeds {
        run.check(seed);
    }
    let limit = seconds();
    let started = Instant::now();
    let mut random = Random(1);
    let mut made = 0;
    while limit.map_or(made < INPUTS, |limit| started.elapsed() < limit) {
        run.check(&mutate::input(&mut random, target, &seeds));
        made += 1;
    }
    let (name, [count, total, at_once]) = (target.name(), run.most);
    said(&format!(
        "{name}: {} seeds and {made} inputs made of them; at most {count} allocations, {total} \
         bytes in all and {at_once} at once",
        seeds.len(),
    ));
}

/// How long to go on.
#[expect(clippy::disallowed_methods, reason = "a switch of this test, not of a hook")]
fn seconds() -> Option<Duration> {
    let value = std::env::var("FUZZ_SECONDS").ok()?;
    Some(Duration::from_secs(value.parse().expect("FUZZ_SECONDS is a number of seconds")))
}

#[expect(clippy::print_stdout, reason = "the runner shows it with the test's name")]
fn said(line: &str) {
    println!("{line}");
}

/// What is read now, and since when.
type Reading = Mutex<Option<(Vec<u8>, Instant)>>;

/// The target, and what is watched.
struct Run {
    target: Target,
    now: Arc<Reading>,
    /// The same for whoever finds the process dead: nothing else survives a full stack.
    file: File,
    /// The most that was seen: allocations, bytes in all, bytes at once.
    most: [u64; 3],
}

impl Run {
    fn new(target: Target) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{}", target.name()));
        let file = File::create(&path).expect("a file for the input that is read");
        said(&format!("if the process dies, the input is in {}", path.display()));
        let now = Arc::new(Mutex::new(None));
        watch(target, &now);
        Self { target, now, file, most: [0; 3] }
    }

    fn check(&mut self, input: &[u8]) {
        self.keep(input).expect("the input is written down");
        let mut end = Ok(());
        let cost = measure(|| {
            end = catch_unwind(AssertUnwindSafe(|| self.target.check(input)));
        });
        *self.now.lock().expect("the watch lives") = None;
        assert!(end.is_ok(), "{}", shown(self.target, "panics", input));
        self.weigh(cost, input);
    }

    fn keep(&mut self, input: &[u8]) -> std::io::Result<()> {
        *self.now.lock().expect("the watch lives") = Some((input.to_owned(), Instant::now()));
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(input)?;
        self.file.set_len(input.len() as u64)
    }

    /// Memory and copies must not grow faster than the input.
    fn weigh(&mut self, cost: AllocationInfo, input: &[u8]) {
        let length = u64::try_from(input.len()).unwrap_or(u64::MAX);
        let costs = [cost.count_total, cost.bytes_total, cost.bytes_max];
        let reads_lines = matches!(self.target, Target::Shell | Target::Milestones);
        let flat = if reads_lines { SHELL } else { FLAT };
        for (index, cost) in costs.into_iter().enumerate() {
            self.most[index] = self.most[index].max(cost);
            let limit = flat[index] + EACH[index] * length;
            assert!(cost <= limit, "{}", shown(self.target, &format!("costs {costs:?}"), input));
        }
    }
}

/// What each byte of an input may cost: allocations, bytes in all, and bytes at once. A
/// command may have a long folder and many short names, and each is a path of up to some
/// 4096 bytes; what is read again and again costs more than this.
const EACH: [u64; 3] = [30, 4096, 2048];

/// What any input may cost besides.
const FLAT: [u64; 3] = [1000, 1 << 20, 1 << 20];

/// The same for a command line. What is wrong or stands in `eval` is given to the parser again,
/// up to 4 MiB of text in all (`shell::limits`), with some five allocations and 250 bytes of
/// copies for each byte of it.
const SHELL: [u64; 3] = [32 << 20, 1 << 30, 32 << 20];

/// Ends the process if an input hangs: nothing else stops a thread that loops.
fn watch(target: Target, now: &Arc<Reading>) {
    let now = Arc::downgrade(now);
    thread::spawn(move || {
        while let Some(now) = now.upgrade() {
            if let Ok(reading) = now.lock()
                && let Some((input, since)) = &*reading
                && since.elapsed() > HANGS
            {
                // Not `eprintln!`: the test runner would keep it for itself.
                let _ = writeln!(std::io::stderr(), "{}", shown(target, "hangs", input));
                std::process::abort();
            }
            drop(now);
            thread::sleep(HANGS / 20);
        }
    });
}

fn shown(target: Target, what: &str, input: &[u8]) -> String {
    let name = target.name();
    let line = seeds::line(input);
    let (start, more) = line.split_at(line.floor_char_boundary(2000));
    let cut = if more.is_empty() { "" } else { "… (the rest is in the file named above)" };
    format!(
        "{name} {what}. Mend it, and add this line to tests/fuzz/corpus/{name}.jsonl:\n{start}{cut}"
    )
}
