//! Runs the scripted sessions in `testdata/sessions` against a real process: the example of this
//! crate, or whatever `MOLA_SESSION_COMMAND` says, with the engine whose name begins as
//! `MOLA_SESSION_ENGINE`. The format is told in the README there.

mod program;

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough that only a program which never answers takes longer.
const PATIENCE: Duration = Duration::from_mins(2);

#[test]
fn every_scripted_session_goes_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sessions");
    let mut scripts: Vec<_> = std::fs::read_dir(&folder)
        .expect("the sessions are there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 15, "some sessions are missing");
    let only = std::env::var("MOLA_SESSION_ONLY").unwrap_or_default();
    let mut failures = Vec::new();
    for script in scripts {
        let name = script.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.contains(&only) {
            continue;
        }
        let text = std::fs::read_to_string(&script).expect("a session is text");
        let mut dialog = Dialog::start();
        dialog.choose_engine();
        if let Err(failure) = dialog.play(&text) {
            failures.push(format!("{name}: {failure}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

struct Dialog {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// Heard, but not yet matched.
    unread: VecDeque<String>,
    log: Vec<String>,
}

fn command() -> Command {
    match std::env::var("MOLA_SESSION_COMMAND") {
        Ok(line) => {
            let mut words = line.split_whitespace();
            let mut command = Command::new(words.next().expect("a program in MOLA_SESSION_COMMAND"));
            command.args(words);
            command
        }
        Err(_) => Command::new(program::example("mola_protocol_first_move")),
    }
}

impl Dialog {
    fn start() -> Self {
        let mut child = command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let (sender, output) = mpsc::channel();
        let stdout = child.stdout.take().expect("its output is piped");
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, output, unread: VecDeque::new(), log: Vec::new() }
    }

    /// Selects an engine before the conversation begins, when the program does not know yet in which
    /// protocol it will be.
    fn choose_engine(&mut self) {
        let Ok(wanted) = std::env::var("MOLA_SESSION_ENGINE") else { return };
        let mut sink = Self::start();
        sink.step("> uci").expect("the program listens");
        let mut name = None;
        while let Some(line) = sink.hear(Instant::now() + PATIENCE).filter(|line| line != "uciok") {
            if line.starts_with("option name Engine ") {
                let mut choices = line.split(" var ").skip(1).map(str::to_owned);
                name = choices.find(|choice| choice.starts_with(&wanted));
            }
        }
        let name = name.expect("the program has an engine of that name");
        self.step(&format!("> setoption name Engine value {name}")).expect("the program listens");
    }

    fn play(mut self, script: &str) -> Result<(), String> {
        for (index, line) in script.lines().enumerate() {
            let done = self.step(line);
            done.map_err(|reason| {
                format!("line {}, {line:?}: {reason}\n{}", index + 1, self.log.join("\n"))
            })?;
        }
        self.input = None;
        self.await_end()
    }

    fn step(&mut self, line: &str) -> Result<(), String> {
        let (mark, rest) = line.split_at(line.len().min(1));
        let text = rest.strip_prefix(' ').unwrap_or(rest);
        match mark {
            "" | "#" => Ok(()),
            ">" => {
                self.log.push(format!("> {}", text.chars().take(200).collect::<String>()));
                let mut bytes = bytes_of(text);
                bytes.push(b'\n');
                let input = self.input.as_mut().ok_or("the input is closed")?;
                input.write_all(&bytes).and_then(|()| input.flush()).map_err(|error| error.to_string())
            }
            "<" => {
                let deadline = Instant::now() + PATIENCE;
                while let Some(heard) = self.hear(deadline) {
                    if matches(text, &heard) {
                        return Ok(());
                    }
                }
                Err("no such line came".to_owned())
            }
            "=" => match self.hear(Instant::now() + PATIENCE) {
                Some(heard) if matches(text, &heard) => Ok(()),
                Some(heard) => Err(format!("{heard:?} came instead")),
                None => Err("nothing came".to_owned()),
            },
            "!" => match self.unread.iter().find(|heard| matches(text, heard)) {
                Some(heard) => Err(format!("{heard:?} came")),
                None => Ok(()),
            },
            "~" => {
                let millis = text.parse().map_err(|_| "not a number of milliseconds")?;
                let deadline = Instant::now() + Duration::from_millis(millis);
                while let Some(line) = self.receive(deadline) {
                    self.unread.push_back(line);
                }
                Ok(())
            }
            "$" => {
                self.input = None;
                Ok(())
            }
            "." => self.await_end(),
            _ => Err("not understood; see the README".to_owned()),
        }
    }

    fn hear(&mut self, deadline: Instant) -> Option<String> {
        self.unread.pop_front().or_else(|| self.receive(deadline))
    }

    fn receive(&mut self, deadline: Instant) -> Option<String> {
        let line = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()?;
        self.log.push(format!("< {line}"));
        Some(line)
    }

    fn await_end(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(format!("it ended with {status}")),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => return Err("it does not end".to_owned()),
            }
        }
    }
}

impl Drop for Dialog {
    fn drop(&mut self) {
        // Only where a script failed is there anything to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a line is like a pattern, in which `*` stands for anything and `?` for one character.
fn matches(pattern: &str, line: &str) -> bool {
    let mut rest = line;
    let mut parts = pattern.split('*').peekable();
    let Some(first) = parts.next() else { return true };
    let Some(after) = skip(first, rest) else { return false };
    rest = after;
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            let starts = rest.char_indices().map(|(index, _)| index).chain([rest.len()]);
            return starts.into_iter().any(|start| skip(part, &rest[start..]) == Some(""));
        }
        let mut starts = rest.char_indices().map(|(index, _)| index).chain([rest.len()]);
        let Some(after) = starts.find_map(|start| skip(part, &rest[start..])) else { return false };
        rest = after;
    }
    true
}

/// What follows `part` at the beginning of `text`.
fn skip<'a>(part: &str, text: &'a str) -> Option<&'a str> {
    let mut letters = text.chars();
    for wanted in part.chars() {
        let found = letters.next()?;
        if wanted != found && wanted != '?' {
            return None;
        }
    }
    Some(letters.as_str())
}

fn bytes_of(text: &str) -> Vec<u8> {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (inner, after) = after.split_once("}}").expect("braces are closed");
        let (part, times) = inner.rsplit_once('*').expect("braces hold a text, a star and a number");
        expanded += before;
        expanded += &part.repeat(times.parse().expect("a number of times"));
        rest = after;
    }
    expanded += rest;
    let mut bytes = Vec::new();
    let mut letters = expanded.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        match letters.next() {
            Some('t') => bytes.push(b'\t'),
            Some('r') => bytes.push(b'\r'),
            Some('x') => {
                let digits: String = letters.by_ref().take(2).collect();
                bytes.push(u8::from_str_radix(&digits, 16).expect("two hexadecimal digits"));
            }
            other => panic!("\\{other:?} is not understood"),
        }
    }
    bytes
}

#[test]
fn patterns_match_as_the_readme_says() {
    assert!(matches("bestmove ????*", "bestmove e2e4 ponder e7e5"));
    assert!(!matches("bestmove ????*", "bestmove"));
    assert!(matches("*", "") && matches("* b", "a b") && matches("a*c*e", "abcde") && matches("a", "a"));
    assert!(!matches("a", "ab") && !matches("*b", "a") && !matches("a*b", "ac") && !matches("a*b", "abc"));
    assert_eq!(bytes_of("a{{bc*2}}\\xff\\t"), b"abcbc\xff\t");
}

/// Old GUIs interrupt their engines to be heard; `sigint=0` asks them not to, but not all listen.
#[cfg(unix)]
#[test]
fn an_xboard_engine_lives_through_interrupts() {
    let mut dialog = Dialog::start();
    dialog.step("> xboard").and_then(|()| dialog.step("> protover 2")).unwrap();
    dialog.step("< feature done=1").unwrap();
    let id = dialog.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().expect("kill is there");
    assert!(sent.success());
    dialog.step("> ping 8").and_then(|()| dialog.step("< pong 8")).unwrap();
    dialog.play("> quit\n.").unwrap();
}

#[test]
fn commands_on_the_command_line_are_done_to_their_end() {
    if std::env::var_os("MOLA_SESSION_COMMAND").is_some() {
        return;
    }
    let output = Command::new(program::example("mola_protocol_first_move"))
        .args(["genfens 5 seed 3 book None", "go perft 3", "quit", "d"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("info string genfens ").count(), 5);
    assert!(text.contains("Nodes searched: 8902") && !text.contains("Fen:"), "{text}");
}
