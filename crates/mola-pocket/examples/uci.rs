//! A small UCI program around the pocket engine: `cargo run --release -p mola-pocket --example uci`.
//!
//! One thread reads lines, the other thinks; they share a queue and the number of the last search
//! that shall stop. Bad input is answered with an `info string` and changes nothing.

use mola_pocket::{Answer, Entry, Host, Limits, Move, Pocket, Position, mate_in};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Half a million entries of twelve bytes: what an ordinary computer doesn't notice.
const TABLE_ENTRIES: usize = 1 << 19;

/// What the thinking thread does next.
enum Job {
    NewGame,
    Think(Box<Question>),
    Quit,
}

/// A position to think about, and for how long.
struct Question {
    root: Position,
    past: Vec<u64>,
    limits: Limits,
    /// Searches are numbered. A plain flag could be reset by the next `go` before this one saw it.
    ticket: u64,
    /// Set by `go infinite`: no answer before `stop`, even when all is known.
    wait_for_stop: bool,
}

struct UciHost {
    root: Position,
    began: Instant,
    ticket: u64,
    stopped: Arc<AtomicU64>,
}

impl Host for UciHost {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn stop(&mut self) -> bool {
        self.stopped.load(Ordering::Relaxed) >= self.ticket
    }

    fn report(&mut self, found: &Answer, moves: &[Move]) {
        let score = match mate_in(found.score) {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", found.score),
        };
        let time = self.began.elapsed();
        let nps = (found.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
        let (depth, nodes, millis) = (found.depth, found.nodes, time.as_millis());
        let mut line = format!("info depth {depth} score {score} nodes {nodes} nps {nps} time {millis} pv");
        let mut position = self.root;
        for &chosen in moves {
            line.push(' ');
            line += &position.move_text(chosen).to_string();
            let Some(next) = position.play(chosen) else { break };
            position = next;
        }
        say(&line);
    }
}

/// Prints a whole line at once; a closed pipe isn't worth a panic.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn main() {
    let stopped = Arc::new(AtomicU64::new(0));
    let mut ticket = 0;
    let (jobs, queue) = mpsc::channel();
    let thinker = std::thread::spawn({
        let stopped = Arc::clone(&stopped);
        move || think(&queue, &stopped)
    });
    let mut current = Position::START;
    let mut past = Vec::new();
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    // Bytes that aren't UTF-8 become question marks, which no command contains.
    while {
        line.clear();
        input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0)
    } {
        let text = String::from_utf8_lossy(&line);
        let mut words = text.split_whitespace();
        match words.next() {
            Some("uci") => say("id name Mola Pocket\nid author the Mola authors\nuciok"),
            Some("isready") => say("readyok"),
            Some("ucinewgame") => drop(jobs.send(Job::NewGame)),
            Some("position") => match read_position(words) {
                Ok(read) => (current, past) = read,
                Err(reason) => say(&format!("info string position not set: {reason}")),
            },
            Some("go") => {
                // A search that is still running gives way to the new one.
                stopped.store(ticket, Ordering::Relaxed);
                ticket += 1;
                let words: Vec<&str> = words.collect();
                let wait_for_stop = words.contains(&"infinite");
                let limits = read_limits(&words, current.black_to_move());
                let question = Question { root: current, past: past.clone(), limits, ticket, wait_for_stop };
                drop(jobs.send(Job::Think(Box::new(question))));
            }
            Some("stop") => stopped.store(ticket, Ordering::Relaxed),
            Some("quit") => break,
            Some(other) => say(&format!("info string unknown command: {other}")),
            None => {}
        }
    }
    stopped.store(u64::MAX, Ordering::Relaxed);
    drop(jobs.send(Job::Quit));
    drop(thinker.join());
}

fn think(queue: &mpsc::Receiver<Job>, stopped: &Arc<AtomicU64>) {
    let mut table = vec![Entry::EMPTY; TABLE_ENTRIES];
    let mut engine = Pocket::new(&mut table);
    for job in queue {
        match job {
            Job::NewGame => engine.new_game(),
            Job::Quit => break,
            Job::Think(question) => {
                let Question { root, past, limits, ticket, wait_for_stop } = *question;
                let stopped = Arc::clone(stopped);
                let mut host = UciHost { root, began: Instant::now(), ticket, stopped };
                let answer = engine.think(&root, &past, &limits, &mut host);
                while wait_for_stop && !host.stop() {
                    std::thread::sleep(Duration::from_millis(2));
                }
                match answer.best {
                    Some(best) => say(&format!("bestmove {}", root.move_text(best))),
                    None => say("bestmove (none)"),
                }
            }
        }
    }
}

/// Reads `startpos` or `fen …`, then `moves …`: the last position, and the keys of those before it.
fn read_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<(Position, Vec<u64>), String> {
    let mut position = match words.next() {
        Some("startpos") => Position::START,
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take(6).take_while(|&word| word != "moves").collect();
            Position::from_fen(&fen.join(" ")).map_err(|error| error.to_string())?
        }
        _ => return Err("expected startpos or fen".into()),
    };
    let mut past = Vec::new();
    for word in words.filter(|&word| word != "moves") {
        let chosen = position.parse_move(word).map_err(|error| format!("{word}: {error}"))?;
        past.push(position.key());
        position = position.play(chosen).ok_or("the move vanished")?;
    }
    Ok((position, past))
}

/// Reads the limits of `go`. What can't be read limits to almost nothing rather than to nothing
/// at all: a clock of "abc" must not think forever.
fn read_limits(words: &[&str], black: bool) -> Limits {
    let number = |name: &str| {
        let place = words.iter().position(|&word| word == name)?;
        Some(words.get(place + 1).and_then(|word| word.parse::<i64>().ok()).unwrap_or(0).max(0) as u64)
    };
    let millis = |name| number(name).map(Duration::from_millis);
    let (clock, increment) = if black { ("btime", "binc") } else { ("wtime", "winc") };
    let mut limits = match (millis("movetime"), millis(clock)) {
        (Some(time), _) => Limits { soft: time, hard: time, ..Limits::NONE },
        (None, Some(left)) => Limits::clock(left, millis(increment).unwrap_or_default()),
        (None, None) => Limits::NONE,
    };
    if let Some(depth) = number("depth") {
        limits.depth = depth.min(u8::MAX.into()) as u8;
    }
    if let Some(nodes) = number("nodes") {
        limits.nodes = nodes;
    }
    limits
}
