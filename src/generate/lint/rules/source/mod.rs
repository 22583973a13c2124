//! What only the canonical source can get wrong: templates, losses, silences, fields.

pub(crate) mod invalid_value;
pub(crate) mod missing_field;
pub(crate) mod silence_without_reason;
pub(crate) mod unknown_code;
pub(crate) mod unknown_field;
pub(crate) mod unused_silence;
pub(crate) mod wrong_field_type;

use crate::generate::lint::{Check, Entry};

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[
    Entry { rule: &silence_without_reason::RULE, check: Check::Elsewhere },
    Entry { rule: &unused_silence::RULE, check: Check::Elsewhere },
    Entry { rule: &unknown_code::RULE, check: Check::Elsewhere },
    Entry { rule: &unknown_field::RULE, check: Check::Elsewhere },
    Entry { rule: &missing_field::RULE, check: Check::Elsewhere },
    Entry { rule: &wrong_field_type::RULE, check: Check::Elsewhere },
    Entry { rule: &invalid_value::RULE, check: Check::Elsewhere },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_by_code() {
        assert!(ENTRIES.is_sorted_by_key(|entry| entry.rule.code));
    }
}
