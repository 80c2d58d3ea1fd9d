//! The calendar, as PGN tags and file names want it.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment in universal time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    year: u64,
    month: u64,
    day: u64,
    second: u64,
}

impl Date {
    pub(crate) fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::at(since.as_secs())
    }

    /// The date so many seconds after the beginning of 1970.
    fn at(seconds: u64) -> Self {
        // Counted from March, leap days come last in their year, and 400 years have 146 097 days.
        let days = seconds / 86_400 + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        Self {
            year: era * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: day_of_year - (153 * month_from_march + 2) / 5 + 1,
            second: seconds % 86_400,
        }
    }

    /// As PGN's tags have it: `2026.05.04`.
    pub(crate) fn tag(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// As file names have it, so that the latest comes last: `20260504-123059`.
    pub(crate) fn stamp(self) -> String {
        let (hour, minute, second) = (self.second / 3600, self.second / 60 % 60, self.second % 60);
        format!("{:04}{:02}{:02}-{hour:02}{minute:02}{second:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_dates() {
        for (seconds, tag) in [
            (0, "1970.01.01"),
            (951_782_399, "2000.02.28"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_798_761_599, "2026.12.31"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(Date::at(seconds).tag(), tag);
        }
        assert_eq!(Date::at(86_399).stamp(), "19700101-235959");
    }
}
