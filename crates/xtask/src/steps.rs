//! Steps of a chore: commands under headings, timed, one after the other or in lanes side by side.

use std::cell::Cell;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::process::{Child, Command, ExitStatus};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::shell::root;

/// What a step took.
struct Cost {
    title: String,
    elapsed: Duration,
    /// What its processes computed, which a busy machine does not change. Only Linux says.
    computed: Option<Duration>,
}

/// What the steps so far took, in the order in which they ended.
static COSTS: Mutex<Vec<Cost>> = Mutex::new(Vec::new());

/// Set when a step in a lane fails, so that the other lanes do not start any more.
static FAILED: AtomicBool = AtomicBool::new(false);

/// Why a step was not started: another one failed. That one is the error to tell of.
#[derive(Debug)]
struct NotStarted(String);

impl fmt::Display for NotStarted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was not started because another step failed", self.0)
    }
}

thread_local! {
    static IN_LANE: Cell<bool> = const { Cell::new(false) };
}

/// A series of steps that can run beside others.
pub(crate) type Lane<'a> = Box<dyn FnOnce() -> anyhow::Result<()> + Send + 'a>;

/// Runs a step under a heading, and fails if the command does. In a lane, what the command prints is
/// shown when it ends: lines of several commands in turn would be unreadable.
pub(crate) fn step(title: &str, command: &mut Command) -> anyhow::Result<()> {
    let in_lane = IN_LANE.get();
    if in_lane && FAILED.load(Ordering::Relaxed) {
        return Err(anyhow::Error::msg(NotStarted(title.to_owned())));
    }
    let started = Instant::now();
    let log = if in_lane {
        let (path, file) = new_log()?;
        command.stdout(file.try_clone()?).stderr(file);
        println!("--- {title}");
        Some(path)
    } else {
        println!("\n=== {title}");
        None
    };
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    let (status, computed) = wait(&mut child)?;
    let cost = Cost { title: title.to_owned(), elapsed: started.elapsed(), computed };
    let mut out = io::stdout().lock();
    if let Some(path) = log {
        writeln!(out, "\n=== {title}")?;
        out.write_all(&fs::read(&path)?)?;
        fs::remove_file(path)?;
    }
    writeln!(out, "=== {title}: {}", cost.summary())?;
    drop(out);
    COSTS.lock().unwrap().push(cost);
    if !status.success() {
        FAILED.store(true, Ordering::Relaxed);
        bail!("{title} failed ({status}): {command:?}");
    }
    Ok(())
}

/// Runs lanes side by side and waits for all of them. It fails if any of them does, with the first error.
pub(crate) fn side_by_side(lanes: Vec<Lane<'_>>) -> anyhow::Result<()> {
    let first_error = Mutex::new(None);
    thread::scope(|scope| {
        for lane in lanes {
            scope.spawn(|| {
                IN_LANE.set(true);
                if let Err(error) = lane() {
                    FAILED.store(true, Ordering::Relaxed);
                    let mut first = first_error.lock().unwrap();
                    if first.as_ref().is_none_or(anyhow::Error::is::<NotStarted>) {
                        *first = Some(error);
                    }
                }
            });
        }
    });
    first_error.into_inner().unwrap().map_or(Ok(()), Err)
}

/// Prints what every step took, and together.
pub(crate) fn print_costs(started: Instant) {
    let costs = COSTS.lock().unwrap();
    println!("\n{:>8} {:>8}", "seconds", "CPU");
    let (long, short): (Vec<_>, Vec<_>) = costs.iter().partition(|cost| cost.elapsed.as_secs() >= 1);
    for cost in &long {
        println!("{:>8.1} {:>8.1}  {}", cost.elapsed.as_secs_f64(), cost.computed_seconds(), cost.title);
    }
    let sum = |costs: &[&Cost]| costs.iter().map(|cost| cost.computed_seconds()).sum::<f64>();
    println!("{:>8} {:>8.1}  {} steps of under a second", "", sum(&short), short.len());
    let all = sum(&long) + sum(&short);
    println!("{:>8.1} {all:>8.1}  together", started.elapsed().as_secs_f64());
}

impl Cost {
    fn computed_seconds(&self) -> f64 {
        self.computed.unwrap_or_default().as_secs_f64()
    }

    fn summary(&self) -> String {
        format!("{:.1} s, {:.1} s CPU", self.elapsed.as_secs_f64(), self.computed_seconds())
    }
}

/// A file for what a step in a lane prints.
fn new_log() -> io::Result<(std::path::PathBuf, File)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = root().join("target/steps");
    fs::create_dir_all(&folder)?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!("{}-{number}.log", std::process::id()));
    let file = File::create(&path)?;
    Ok((path, file))
}

/// Waits for a process, and says what it and its children computed.
fn wait(child: &mut Child) -> io::Result<(ExitStatus, Option<Duration>)> {
    let computed = computed_at_exit(child);
    Ok((child.wait()?, computed))
}

/// Linux keeps the account of a process that has ended until its parent has asked how.
#[cfg(target_os = "linux")]
fn computed_at_exit(child: &Child) -> Option<Duration> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    /// Of user time, system time, and the same of its children, in `/proc/PID/stat` after the name.
    const FIELDS: std::ops::Range<usize> = 11..15;
    const TICK: Duration = Duration::from_millis(10);
    waitid(WaitId::Pid(Pid::from_child(child)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).ok()?;
    let account = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let (_, fields) = account.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = fields.get(FIELDS)?.iter().map(|field| field.parse::<u32>().ok()).sum::<Option<u32>>()?;
    Some(TICK * ticks)
}

#[cfg(not(target_os = "linux"))]
fn computed_at_exit(_: &Child) -> Option<Duration> {
    None
}
