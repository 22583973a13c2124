//! Makes new inputs of old ones: the same ones on every machine.

use super::bodies::Target;
pub(crate) use super::random::Random;
use super::tokens::{pairs, tokens};

/// The longest input that is made, in bytes: at this length what takes quadratic memory is
/// far beyond the limits of the runner.
const LONGEST: usize = 16 * 1024;

impl Random {
    /// A piece of a text of `size` bytes, rather a short one.
    fn piece(&mut self, size: usize) -> std::ops::Range<usize> {
        let from = self.below(size + 1);
        let most = *self.of(&[1, 4, 16, 64, size]);
        from..(from + self.below(most + 1)).min(size)
    }
}

/// One of the seeds, changed in one to eight ways.
pub(crate) fn input(random: &mut Random, target: Target, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut input = random.of(seeds).clone();
    for _ in 0..=random.below(8) {
        change(random, target, seeds, &mut input);
        input.truncate(LONGEST);
    }
    input
}

fn change(random: &mut Random, target: Target, seeds: &[Vec<u8>], input: &mut Vec<u8>) {
    let piece = random.piece(input.len());
    let at = piece.start;
    match random.below(9) {
        0 if at < input.len() => input[at] ^= 1 << random.below(8),
        1 if at < input.len() => {
            input[at] = *random.of(b"\0\x01\n\r\t \"'\\`$(){}[]<>&|;#*?~=,:-\x7f\xff\xc3\xed");
        }
        2 => drop(input.drain(piece)),
        3 => repeat(random, input, piece),
        4 => {
            let other = random.of(seeds);
            let taken = random.piece(other.len());
            drop(input.splice(piece, other[taken].iter().copied()));
        }
        5 => {
            let [open, close] = *random.of(pairs(target));
            // Around a piece, once or so often that it is deep.
            let deep = *random.of(&[1, 1, 2, 8, 200]);
            let inner = input[piece.clone()].to_vec();
            let (open, close) = (open.repeat(deep), close.repeat(deep));
            let around = [open.as_bytes(), &inner, close.as_bytes()].concat();
            drop(input.splice(piece, around));
        }
        6 => input.truncate(at),
        _ => {
            let token = *random.of(tokens(target));
            drop(input.splice(at..at, token.bytes()));
        }
    }
}

/// Puts a piece there again and again: what takes quadratic time or memory shows.
fn repeat(random: &mut Random, input: &mut Vec<u8>, piece: std::ops::Range<usize>) {
    let times = *random.of(&[1, 1, 2, 8, 100, 2000]);
    let inner = input[piece.clone()].to_vec();
    let room = LONGEST.saturating_sub(input.len()) / inner.len().max(1);
    let end = piece.end;
    drop(input.splice(end..end, inner.repeat(times.min(room))));
}
