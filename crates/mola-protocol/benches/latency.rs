//! How quickly a session answers, as its client sees it: through pipes, while an engine burns a
//! core, without and with a load of two busy threads for each core beside it.
//!
//! `cargo bench --bench latency` measures a session with an engine that only burns time. To measure
//! the real program: `MOLA_SESSION_COMMAND=target/release/mola cargo bench --bench latency`.
//!
//! The aims: `isready` and `ping` within 50 ms at any moment, `stop` within 10 ms in 99 of 100 cases and
//! 50 ms always, the end of the program within 200 ms.

use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mola_game::{Answer, Bound, Engine, FirstMove, Host, Limits, Report, Score, Signal, Task};
use mola_protocol::{Launch, Lineup, Protocol, Remote, run};
use mola_rules::Position;

fn main() {
    if std::env::args().any(|argument| argument == "--engine") {
        let lineup = Lineup::new("Burner", "bench", Box::new(Burner)).and(Box::new(FirstMove));
        run(io::stdin().lock(), io::stdout(), lineup).expect("a thread to think on");
        return;
    }
    // `cargo test` runs benches too, to see that they work.
    let quick = std::env::args().any(|argument| argument == "--test");
    let rounds = if quick { 20 } else { 5000 };
    println!("milliseconds                            p50     p90     p99   p99.9     max  over 50");
    for loaded in [false, true] {
        let load = Load::new(if loaded { 2 * cores() } else { 0 });
        let with = if loaded { "loaded" } else { "idle" };
        print_row(
            &format!("isready in a search, {with}"),
            ready_times("uci", "go infinite", "isready", rounds),
        );
        print_row(
            &format!("ping in an analysis, {with}"),
            ready_times("xboard", "analyze", "ping 1", rounds),
        );
        print_row(&format!("isready at any moment, {with}"), restless_times(rounds / 5));
        print_row(&format!("stop to bestmove, {with}"), stop_times(rounds / 10));
        print_row(&format!("quit in a search to exit, {with}"), exit_times(true, rounds / 100));
        print_row(&format!("EOF in a search to exit, {with}"), exit_times(false, rounds / 100));
        for protocol in [Protocol::Uci, Protocol::XBoard] {
            print_row(&format!("remote question, {protocol:?}, {with}"), remote_times(protocol, rounds / 5));
        }
        drop(load);
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Keeps a core busy until it is stopped, as a real search does.
struct Burner;

impl Engine for Burner {
    fn name(&self) -> &'static str {
        "Burner"
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
        let moves = task.root.legal_moves();
        let mut nodes = 0;
        for depth in 1.. {
            let until = host.elapsed() + Duration::from_millis(depth.min(100));
            host.report(&Report {
                line: 1,
                depth: depth as u32,
                selective_depth: depth as u32,
                score: Score::Centipawns(1),
                bound: Bound::Exact,
                nodes,
                hash_full: 0,
                table_hits: 0,
                pv: &moves[..moves.len().min(1)],
            });
            while host.elapsed() < until {
                nodes += black_box(mola_rules::perft(task.root, 2));
                if host.poll() == Signal::Stop {
                    return Answer { best: moves.first().copied(), ponder: None };
                }
            }
        }
        Answer { best: None, ponder: None }
    }
}

/// Threads that burn the machine's cores as long as this lives.
struct Load(Arc<AtomicBool>);

impl Load {
    fn new(threads: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        for _ in 0..threads {
            let stop = stop.clone();
            thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    black_box(mola_rules::perft(&Position::start(), 3));
                }
            });
        }
        Self(stop)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Program {
    fn start(protocol: &str) -> Self {
        let this = || std::env::current_exe().expect("a bench knows where it is");
        let (program, arguments) = match std::env::var_os("MOLA_SESSION_COMMAND") {
            Some(program) => (program.into(), vec![]),
            None => (this(), vec!["--engine"]),
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output is piped"));
        let mut program = Self { child, input, output, line: String::new() };
        program.send(protocol);
        if protocol == "uci" {
            program.until("uciok");
        } else {
            program.send("protover 2");
            program.until("feature done=1");
            program.send("force");
        }
        program
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{line}\n").as_bytes()).expect("the program reads");
    }

    fn until(&mut self, beginning: &str) {
        loop {
            self.line.clear();
            assert!(
                self.output.read_line(&mut self.line).expect("lines are text") > 0,
                "the program has gone"
            );
            if self.line.starts_with(beginning) {
                return;
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        // What is still to be said must be heard, or a full pipe keeps it from leaving.
        let _ = io::copy(&mut self.output, &mut io::sink());
        let _ = self.child.wait();
    }
}

fn ready_times(protocol: &str, search: &str, question: &str, rounds: usize) -> Vec<Duration> {
    let answer = if protocol == "uci" { "readyok" } else { "pong" };
    let mut program = Program::start(protocol);
    program.send(search);
    (0..rounds)
        .map(|round| {
            // Questions come at any moment of the search.
            thread::sleep(Duration::from_micros(200 + (round * 7919 % 1000) as u64));
            let asked = Instant::now();
            program.send(question);
            program.until(answer);
            asked.elapsed()
        })
        .collect()
}

/// Questions right after whatever a client may send, new games and searches that are given up for
/// others among them.
fn restless_times(rounds: usize) -> Vec<Duration> {
    let mut program = Program::start("uci");
    let moments = [
        "go infinite",
        "stop",
        "go movetime 3",
        "position startpos moves e2e4 e7e5 g1f3",
        "go infinite",
        "go depth 4",
        "ucinewgame",
        "go wtime 50 btime 50",
        "go ponder wtime 50 btime 50",
        "ponderhit",
        "setoption name MultiPV value 3",
        "go infinite",
        "setoption name MultiPV value 1",
        "go perft 5",
        "stop",
        "d",
    ];
    let ask = |round: usize| {
        program.send(moments[round % moments.len()]);
        thread::sleep(Duration::from_micros((round * 7919 % 3000) as u64));
        let asked = Instant::now();
        program.send("isready");
        program.until("readyok");
        asked.elapsed()
    };
    (0..rounds).map(ask).collect()
}

fn stop_times(rounds: usize) -> Vec<Duration> {
    let mut program = Program::start("uci");
    (0..rounds)
        .map(|round| {
            program.send("go infinite");
            thread::sleep(Duration::from_micros(2000 + (round * 7919 % 3000) as u64));
            let asked = Instant::now();
            program.send("stop");
            program.until("bestmove");
            asked.elapsed()
        })
        .collect()
}

fn exit_times(quit: bool, rounds: usize) -> Vec<Duration> {
    (0..rounds.max(3))
        .map(|_| {
            let mut program = Program::start("uci");
            program.send("go infinite");
            thread::sleep(Duration::from_millis(10));
            let asked = Instant::now();
            if quit {
                program.send("quit");
            } else {
                program.input = None;
            }
            let status = program.child.wait().expect("it ends");
            assert!(status.success());
            asked.elapsed()
        })
        .collect()
}

/// What a question to the simplest engine costs a match: all of it is overhead.
fn remote_times(protocol: Protocol, rounds: usize) -> Vec<Duration> {
    let this = std::env::current_exe().expect("a bench knows where it is");
    let mut remote =
        Remote::start(Launch { protocol, ..Launch::new(this).argument("--engine") }).expect("it starts");
    remote.set_option("Engine", "First legal move").expect("it has two engines");
    let root = Position::start();
    (0..rounds)
        .map(|_| {
            let asked = Instant::now();
            let limits = Limits { depth: Some(1), ..Limits::NONE };
            let answer = remote.think(Task::new(&root, limits), &mut ());
            assert!(answer.best.is_some(), "{:?}", remote.last_error());
            asked.elapsed()
        })
        .collect()
}

fn print_row(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    let [p50, p90, p99, p999, max] = [0.5, 0.9, 0.99, 0.999, 1.0].map(at);
    let late = times.iter().filter(|time| **time > Duration::from_millis(50)).count();
    let of = times.len();
    println!("{name:<37} {p50:>7.3} {p90:>7.3} {p99:>7.3} {p999:>7.3} {max:>7.3}  {late} of {of}");
}
