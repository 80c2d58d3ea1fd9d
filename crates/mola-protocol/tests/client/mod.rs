//! A client that talks to a session in this process.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use mola_game::Engine;
use mola_protocol::xboard::Thinking;
use mola_protocol::{Flow, Lineup, Session};

/// Long enough that only a session which never answers takes longer.
pub const PATIENCE: Duration = Duration::from_mins(2);

pub struct Client {
    session: Session,
    lines: Receiver<String>,
    /// All that was heard.
    pub log: Vec<String>,
}

/// Cuts what is written into lines, and checks that they come whole.
struct Output {
    sender: Sender<String>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).expect("text goes out");
        assert!(text.ends_with('\n'), "a line goes out in one piece: {text:?}");
        for line in text[..text.len() - 1].split('\n') {
            // The test may have stopped listening.
            let _ = self.sender.send(line.to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Client {
    pub fn new(engine: impl Engine + Send + 'static) -> Self {
        Self::with(Lineup::new("Mola test", "the authors", Box::new(engine)))
    }

    pub fn with(lineup: Lineup) -> Self {
        let (sender, lines) = mpsc::channel();
        Self { session: Session::new(lineup, Output { sender }).unwrap(), lines, log: Vec::new() }
    }

    pub fn xboard(engine: impl Engine + Send + 'static) -> Self {
        let mut client = Self::new(engine);
        client.send("xboard").send("protover 2");
        client.until("feature done=1");
        client
    }

    pub fn send(&mut self, line: &str) -> &mut Self {
        assert_eq!(self.session.line(line), Flow::Continue, "{line}");
        self
    }

    pub fn next(&mut self) -> Option<String> {
        self.next_within(PATIENCE)
    }

    pub fn next_within(&mut self, time: Duration) -> Option<String> {
        let line = self.lines.recv_timeout(time).ok()?;
        self.log.push(line.clone());
        Some(line)
    }

    /// Everything up to and with the first line that begins so.
    pub fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            let Some(line) = self.next() else { break };
            let found = line.starts_with(beginning);
            heard.push(line);
            if found {
                return heard;
            }
        }
        panic!("no line {beginning:?} came, but {heard:?}");
    }

    /// The first line that begins so, whatever comes before.
    pub fn expect(&mut self, beginning: &str) -> String {
        self.until(beginning).pop().unwrap_or_default()
    }

    /// The next line of thinking output.
    pub fn thinking(&mut self) -> Thinking {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            let Some(line) = self.next() else { break };
            if let Some(thinking) = Thinking::parse(&line) {
                return thinking;
            }
        }
        panic!("no thinking is shown");
    }

    /// All lines until the answer to a question that is answered after everything before.
    pub fn settle(&mut self, uci: bool) -> Vec<String> {
        let (ask, answer) = if uci { ("isready", "readyok") } else { ("ping 77", "pong 77") };
        self.send(ask);
        let mut heard = self.until(answer);
        heard.pop();
        heard
    }

    /// Everything that is said within a time.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut heard = Vec::new();
        while let Some(line) = self.next_within(deadline.saturating_duration_since(Instant::now())) {
            heard.push(line);
        }
        heard
    }

    pub fn wait(&mut self) {
        self.session.wait();
    }

    /// Ends the session, and gives what was said until then.
    pub fn leave(self) -> Vec<String> {
        drop(self.session);
        self.lines.try_iter().collect()
    }
}

/// The word after a keyword.
pub fn word_after<'a>(line: &'a str, keyword: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|word| *word != keyword).nth(1)
}
