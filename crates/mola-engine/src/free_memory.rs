//! How much memory is free. Systems promise more than they have, and kill programs that use it.

/// Mebibytes that are free, or would be if the system dropped its caches. Unlimited if the system does not
/// say.
pub fn free_mebibytes() -> usize {
    [available(), allowed()].into_iter().flatten().min().unwrap_or(usize::MAX)
}

/// What Linux has available.
fn available() -> Option<usize> {
    available_in(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn available_in(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

/// What a container may use.
fn allowed() -> Option<usize> {
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let text = files.into_iter().find_map(|path| std::fs::read_to_string(path).ok())?;
    // Without a limit it says "max".
    let bytes: usize = text.trim().parse().ok()?;
    Some(bytes >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_words_are_understood() {
        let text =
            "MemTotal:       8152200 kB\nMemFree:  100 kB\nMemAvailable:    4194304 kB\nBuffers: 1 kB\n";
        assert_eq!(available_in(text), Some(4096));
        assert_eq!(available_in("MemFree: 100 kB\n"), None);
        assert!(free_mebibytes() > 16);
    }
}
