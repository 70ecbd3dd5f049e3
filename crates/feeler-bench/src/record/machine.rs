//! The machine and the date of a run.

use feeler::Instructions;
use serde::{Deserialize, Serialize};
use std::time::SystemTime;

/// The machine of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the processor, if the system tells it.
    pub cpu: String,
    /// The number of threads that can run at once.
    pub cores: usize,
    /// The instructions that feeler's queries use.
    pub instructions: String,
    /// The operating system, the kernel and the architecture.
    pub os: String,
}

impl Machine {
    /// The machine that this program runs on.
    pub fn this() -> Self {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let info = read("/proc/cpuinfo");
        let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        let kernel = read("/proc/sys/kernel/osrelease");
        let words = [std::env::consts::OS, kernel.trim(), std::env::consts::ARCH];
        Self {
            cpu: model.map_or("unknown", |(_, name)| name.trim()).to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            instructions: Instructions::best().name().to_owned(),
            os: words.iter().filter(|word| !word.is_empty()).copied().collect::<Vec<_>>().join(" "),
        }
    }
}

/// The flags that this program was compiled with. A time that was taken with debug assertions means
/// little.
pub(super) fn flags() -> String {
    let profile = if cfg!(debug_assertions) { "debug assertions" } else { "release" };
    match option_env!("RUSTFLAGS") {
        Some(flags) if !flags.is_empty() => format!("{profile}, {flags}"),
        _ => profile.to_owned(),
    }
}

/// The current time, in the form `2026-11-16T08:00:00Z`.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs())
}

/// The date of a number of seconds since 1970, in the same form. The Gregorian calendar repeats itself every 400
/// years of 146 097 days.
pub fn date(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days are counted from the first of March of the year 0, so that a leap day is the last day of
    // its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + carry;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_a_calendar() {
        // The expected dates are the output of `date -u -d @N`.
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_794_819_723, "2026-11-16T09:02:03Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }

    #[test]
    fn a_machine_has_a_processor() {
        let machine = Machine::this();
        assert!(machine.cores > 0 && !machine.instructions.is_empty() && !machine.os.is_empty());
    }
}
