//! How much memory is free. Systems promise more than they have, and kill programs that use it.

/// Mebibytes that are free, or would be if the system dropped its caches. Unlimited if the system does not
/// say.
pub fn free_mebibytes() -> usize {
    [available(), allowed(), addressable()].into_iter().flatten().min().unwrap_or(usize::MAX)
}

/// The same in bytes.
pub fn free_bytes() -> u64 {
    (free_mebibytes() as u64).saturating_mul(1 << 20)
}

/// How many more threads there is memory for, if each takes this many mebibytes, its stack included.
pub fn affordable_threads(mebibytes: usize) -> usize {
    let each = mebibytes + THREAD_ADDRESSES;
    let addresses = addressable().map_or(usize::MAX, |left| left.saturating_sub(HEADROOM) / each);
    addresses.min(free_mebibytes() / mebibytes.max(1))
}

/// Mebibytes of addresses that the system's allocator reserves for a thread, far more than it uses.
const THREAD_ADDRESSES: usize = 68;
/// Mebibytes of addresses that are left for everything else. A program that runs out of them is aborted.
const HEADROOM: usize = 64;

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

/// What a limit on the address space leaves (`ulimit -v`).
fn addressable() -> Option<usize> {
    let read = |file: &str| std::fs::read_to_string(format!("/proc/self/{file}")).ok();
    addressable_in(&read("limits")?, &read("status")?)
}

fn addressable_in(limits: &str, status: &str) -> Option<usize> {
    let find = |text: &str, name: &str| -> Option<usize> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        // Without a limit it says "unlimited".
        line.split_whitespace().next()?.parse().ok()
    };
    let used = find(status, "VmSize:")? / 1024;
    Some((find(limits, "Max address space")? >> 20).saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_on_addresses_counts() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max address space         2147483648           unlimited            bytes\n";
        let status = "Name:\tmola\nVmPeak:\t 9999999 kB\nVmSize:\t  524288 kB\n";
        assert_eq!(addressable_in(limits, status), Some(2048 - 512));
        assert_eq!(addressable_in(&limits.replace("2147483648", "unlimited "), status), None);
    }

    #[test]
    fn the_systems_words_are_understood() {
        let text =
            "MemTotal:       8152200 kB\nMemFree:  100 kB\nMemAvailable:    4194304 kB\nBuffers: 1 kB\n";
        assert_eq!(available_in(text), Some(4096));
        assert_eq!(available_in("MemFree: 100 kB\n"), None);
        assert!(free_mebibytes() > 16);
    }
}
