//! A target as Rust names it, and whether a file is a program for it.
//!
//! Only the headers are read: enough to tell a program of another machine, and one
//! that needs the libraries of the machine that it runs on. What is linked statically
//! starts faster, and on every distribution.

use std::fmt;

/// A target triple such as `x86_64-unknown-linux-gnu`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target(String);

/// Why a file is no program for a target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// The file is something else.
    #[error("is no {0} program")]
    Format(&'static str),
    /// A part of it is beyond its end.
    #[error("ends early")]
    Cut,
    /// It is for another machine.
    #[error("is for another machine than {0}")]
    Machine(String),
    /// It names an interpreter, which loads its libraries.
    #[error("is linked dynamically, so it needs the libraries of the machine that it was built on")]
    Dynamic,
}

/// Architectures by the first part of a triple: the machine in an ELF header, and the
/// processor in a Mach-O header (0 where Apple has none).
const MACHINES: &[(&str, u16, u32)] = &[
    ("x86_64", 62, 0x0100_0007),
    ("aarch64", 183, 0x0100_000c),
    ("i586", 3, 0),
    ("i686", 3, 0),
    ("arm", 40, 0),
    ("armv7", 40, 0),
    ("riscv64gc", 243, 0),
    ("powerpc64le", 21, 0),
    ("s390x", 22, 0),
    ("loongarch64", 258, 0),
];

/// The segment of an ELF file that names its interpreter.
const PT_INTERP: u32 = 3;
/// First bytes of a 64-bit Mach-O file for a little-endian machine.
const MACH_O: [u8; 4] = [0xcf, 0xfa, 0xed, 0xfe];

impl Target {
    /// Reads a triple; `None` if we cannot judge programs for it.
    pub fn new(triple: &str) -> Option<Self> {
        let target = Self(triple.to_owned());
        let plain = triple.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        let (_, _, processor) = *target.machine()?;
        let known = target.is_linux() || (triple.ends_with("-apple-darwin") && processor != 0);
        // The launcher looks for a folder whose name has two dashes at least.
        (plain && known && triple.matches('-').count() >= 2).then_some(target)
    }

    /// The triple.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part of a bundle's name that says what its programs run on.
    pub fn label(&self) -> String {
        // What glibc allows to be linked statically is said; musl is static by nature.
        let suffix = if self.0.contains("-linux-gnu") { "-static" } else { "" };
        format!("{}{suffix}", self.0)
    }

    fn is_linux(&self) -> bool {
        self.0.contains("-linux-")
    }

    fn machine(&self) -> Option<&'static (&'static str, u16, u32)> {
        let arch = self.0.split('-').next()?;
        MACHINES.iter().find(|(name, ..)| *name == arch)
    }

    /// Is this a program for the target, free of the libraries of any machine?
    ///
    /// # Errors
    /// Why not.
    pub fn accepts(&self, bytes: &[u8]) -> Result<(), Misfit> {
        let Some((_, machine, processor)) = self.machine() else {
            return Err(Misfit::Machine(self.0.clone()));
        };
        if self.is_linux() {
            let elf = Elf::read(bytes).ok_or(Misfit::Format("ELF"))?;
            if elf.machine != *machine {
                return Err(Misfit::Machine(self.0.clone()));
            }
            return match elf {
                Elf { interpreter: true, .. } => Err(Misfit::Dynamic),
                Elf { end, .. } if end > bytes.len() as u64 => Err(Misfit::Cut),
                Elf { .. } => Ok(()),
            };
        }
        // Apple has no static programs: the system's own library is always there.
        let found = bytes.strip_prefix(&MACH_O).and_then(|rest| rest.first_chunk::<4>());
        match found {
            None => Err(Misfit::Format("Mach-O")),
            Some(found) if u32::from_le_bytes(*found) == *processor => Ok(()),
            Some(_) => Err(Misfit::Machine(self.0.clone())),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What counts of an ELF file.
struct Elf {
    machine: u16,
    interpreter: bool,
    /// Bytes that the segments need.
    end: u64,
}

impl Elf {
    /// Reads the header and the table of segments; `None` if they are not whole.
    fn read(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(b"\x7fELF")?;
        let wide = match rest.first()? {
            1 => false,
            2 => true,
            _ => return None,
        };
        let little = *rest.get(1)? == 1;
        let half = |at: usize| -> Option<u16> {
            let raw = *bytes.get(at..)?.first_chunk::<2>()?;
            Some(if little { u16::from_le_bytes(raw) } else { u16::from_be_bytes(raw) })
        };
        let word = |at: usize| -> Option<u32> {
            let raw = *bytes.get(at..)?.first_chunk::<4>()?;
            Some(if little { u32::from_le_bytes(raw) } else { u32::from_be_bytes(raw) })
        };
        let long = |at: usize| -> Option<u64> {
            let raw = *bytes.get(at..)?.first_chunk::<8>()?;
            Some(if little { u64::from_le_bytes(raw) } else { u64::from_be_bytes(raw) })
        };
        // Offsets of e_phoff, e_phentsize and e_phnum in the two header layouts.
        let (table, size, count) = if wide {
            (long(32)?, half(54)?, half(56)?)
        } else {
            (u64::from(word(28)?), half(42)?, half(44)?)
        };
        let table = usize::try_from(table).ok()?;
        let (mut interpreter, mut end) = (false, 0);
        for index in 0..usize::from(count) {
            let at = table.checked_add(index.checked_mul(usize::from(size))?)?;
            interpreter |= word(at)? == PT_INTERP;
            // Offsets of p_offset and p_filesz.
            let (offset, length) = if wide {
                (long(at + 8)?, long(at + 32)?)
            } else {
                (u64::from(word(at + 4)?), u64::from(word(at + 16)?))
            };
            end = end.max(offset.saturating_add(length));
        }
        Some(Self { machine: half(18)?, interpreter, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 64-bit little-endian ELF file with these segments.
    fn elf(machine: u16, segments: &[u32]) -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        bytes[18..20].copy_from_slice(&machine.to_le_bytes());
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = u8::try_from(segments.len()).expect("few");
        for kind in segments {
            bytes.extend(kind.to_le_bytes());
            bytes.extend([0; 52]);
        }
        bytes
    }

    fn target(triple: &str) -> Target {
        Target::new(triple).expect("a known target")
    }

    #[test]
    fn a_static_program_of_the_right_machine_fits() {
        let intel = target("x86_64-unknown-linux-gnu");
        assert_eq!(intel.accepts(&elf(62, &[1, 2, 6])), Ok(()));
        assert_eq!(intel.accepts(&elf(62, &[1, 3])), Err(Misfit::Dynamic));
        let other = Err(Misfit::Machine("x86_64-unknown-linux-gnu".to_owned()));
        assert_eq!(intel.accepts(&elf(183, &[1])), other);
        assert_eq!(intel.accepts(b"#!/bin/sh\n"), Err(Misfit::Format("ELF")));
        assert_eq!(target("aarch64-unknown-linux-musl").accepts(&elf(183, &[1])), Ok(()));
    }

    #[test]
    fn a_header_that_ends_early_is_no_program() {
        let whole = elf(62, &[1, 3]);
        // Up to the length of the last segment.
        for length in 0..whole.len() - 16 {
            let result = target("x86_64-unknown-linux-gnu").accepts(&whole[..length]);
            assert_eq!(result, Err(Misfit::Format("ELF")), "{length} bytes");
        }
        let mut far = elf(62, &[1]);
        far[32..40].copy_from_slice(&[0xff; 8]);
        assert!(target("x86_64-unknown-linux-gnu").accepts(&far).is_err());
        let mut cut = elf(62, &[1]);
        cut[64 + 32] = 121;
        assert_eq!(target("x86_64-unknown-linux-gnu").accepts(&cut), Err(Misfit::Cut));
        cut.push(0);
        assert_eq!(target("x86_64-unknown-linux-gnu").accepts(&cut), Ok(()));
    }

    #[test]
    fn an_apple_program_is_known_by_its_processor() {
        let apple = target("aarch64-apple-darwin");
        let program = [MACH_O.as_slice(), &0x0100_000c_u32.to_le_bytes()].concat();
        assert_eq!(apple.accepts(&program), Ok(()));
        assert!(target("x86_64-apple-darwin").accepts(&program).is_err());
        assert_eq!(apple.accepts(&elf(183, &[1])), Err(Misfit::Format("Mach-O")));
    }

    #[test]
    fn what_we_cannot_judge_is_no_target() {
        for triple in ["", "linux", "x86_64-linux", "sparc-unknown-linux-gnu", "../x86_64-a-linux-"]
        {
            assert_eq!(Target::new(triple), None, "{triple}");
        }
        assert_eq!(Target::new("x86_64-pc-windows-msvc"), None);
    }
}
