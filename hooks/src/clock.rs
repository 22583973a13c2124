//! The one place of the hooks that asks the time, and days of the calendar.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use serde::{Serialize, Serializer};

/// The time since 1970, UTC.
#[expect(clippy::disallowed_methods, reason = "the one place of the hooks that asks the time")]
pub(crate) fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

/// Seconds of a day.
pub(crate) const DAY: u64 = 86_400;

/// A day of the Gregorian calendar. Its text is `2026-12-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

/// A text that is no [`Date`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadDate(String);

impl Date {
    /// Today, UTC: what a day is must not depend on where a program runs.
    pub fn today() -> Self {
        Self::of_days(now().as_secs() / DAY)
    }

    /// So many days after the 1st of January 1970.
    pub(crate) const fn of_days(days: u64) -> Self {
        // Years of 400-year eras that begin on the 1st of March, so that the leap day ends a
        // year: <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
        let shifted = days + 719_468;
        let (era, of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year_of_era + era * 400 + (month <= 2) as u64;
        Self { year, month, day }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for BadDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no date; write it as year-month-day, such as 2026-12-01", self.0)
    }
}

impl std::error::Error for BadDate {}

impl FromStr for Date {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Self, BadDate> {
        let bad = || BadDate(text.to_owned());
        let part = |range: std::ops::Range<usize>| {
            let digits = text.get(range).filter(|it| it.bytes().all(|b| b.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<u64>().ok()).ok_or_else(bad)
        };
        if text.len() != 10 || text.get(4..5) != Some("-") || text.get(7..8) != Some("-") {
            return Err(bad());
        }
        let (year, month, day) = (part(0..4)?, part(5..7)?, part(8..10)?);
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u64::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return Err(bad()),
        };
        if (1..=days).contains(&day) { Ok(Self { year, month, day }) } else { Err(bad()) }
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, date) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (10_957, "2000-01-01"),
            (11_016, "2000-02-29"),
            (20_788, "2026-12-01"),
        ] {
            assert_eq!(Date::of_days(days).to_string(), date);
            assert_eq!(date.parse(), Ok(Date::of_days(days)));
        }
        assert!(Date::today() > Date::of_days(20_000));
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "2026-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-04-31",
            "2026-1-01",
            "2026-12-1x",
            "é26-12-01",
            "",
        ] {
            assert_eq!(text.parse::<Date>(), Err(BadDate(text.to_owned())), "{text}");
        }
        assert!("2024-02-29".parse::<Date>().is_ok());
        assert!("1900-02-29".parse::<Date>().is_err());
    }
}
