//! Times of the clock as text: for the names of journals and for people.

/// Year, month, day, hour, minute and second of a time in UTC.
fn parts(secs: u64) -> [u64; 6] {
    let (days, rest) = (secs / 86_400, secs % 86_400);
    // Counted from 1 March of year 0, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    [year, month, day, rest / 3600, rest / 60 % 60, rest % 60]
}

/// A time as people read it, in UTC: `2026-03-01 09:30`.
pub fn utc_text(secs: u64) -> String {
    let [year, month, day, hour, minute, _] = parts(secs);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// A time as it stands in the name of a file, in UTC: `20260301-093000`.
pub fn file_text(secs: u64) -> String {
    let [year, month, day, hour, minute, second] = parts(secs);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

/// Seconds since 1970 now.
pub fn now_secs() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (secs, expected) in [
            (0, "19700101-000000"),
            (951_782_399, "20000228-235959"),
            (951_782_400, "20000229-000000"),
            (951_868_800, "20000301-000000"),
            (1_772_357_400, "20260301-093000"),
            (4_107_542_400, "21000301-000000"),
        ] {
            assert_eq!(file_text(secs), expected);
        }
        assert_eq!(utc_text(1_772_357_400), "2026-03-01 09:30");
    }
}
