//! A live conversation of lines that a machine made up: it never fails or hangs, never loses its
//! position, answers each `go` once, and plays legal moves.
#![no_main]

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use mola_game::{EachMove, FirstMove};
use mola_pocket::{Entry, PocketEngine};
use mola_protocol::uci::Command as Uci;
use mola_protocol::xboard::Command as XBoard;
use mola_protocol::{Dialect, Flow, Input, Lines, Lineup, Session};
use mola_rules::Position;

/// Only a session that hangs takes longer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Enough to get into any state, few enough to try many.
const MOST_LINES: usize = 40;

/// Cuts what is said into lines.
struct Output(Sender<String>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).expect("text goes out");
        for line in text.strip_suffix('\n').expect("a line goes out in one piece").split('\n') {
            let harmless = !line.contains(|letter: char| letter.is_control() && letter != '\t');
            assert!(harmless, "{line:?}");
            // At the end nobody listens.
            let _ = self.0.send(line.to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Client {
    session: Session,
    heard: Receiver<String>,
    /// What must be on the board, where that is known.
    board: Option<Position>,
    past: Vec<Position>,
    asked: usize,
    answered: usize,
    readies: usize,
    editing: bool,
}

impl Client {
    fn new() -> Self {
        let (sender, heard) = mpsc::channel();
        let pocket = EachMove(PocketEngine::new(vec![Entry::EMPTY; 512]));
        let lineup = Lineup::new("Fuzzed", "us", Box::new(FirstMove)).and(Box::new(pocket));
        Self {
            session: Session::new(lineup, Output(sender)).expect("a thread to think on"),
            heard,
            board: Some(Position::start()),
            past: Vec::new(),
            asked: 0,
            answered: 0,
            readies: 0,
            editing: false,
        }
    }

    /// Waits for a line and gives those before it.
    fn until(&mut self, wanted: &str) -> Vec<String> {
        let mut before = Vec::new();
        loop {
            let line = self.heard.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {wanted} came"));
            if line == wanted {
                return before;
            }
            self.answered += usize::from(line.starts_with("bestmove"));
            before.push(line);
        }
    }

    fn say(&mut self, line: &str) -> Flow {
        let before = self.session.dialect();
        let flow = self.session.line(line);
        match self.session.dialect() {
            Dialect::XBoard if before == Dialect::XBoard && flow == Flow::Continue => {
                self.follow_xboard(line)
            }
            Dialect::Open | Dialect::Uci => self.follow_uci(line),
            Dialect::XBoard => {}
        }
        flow
    }

    fn follow_uci(&mut self, line: &str) {
        match line.parse() {
            Ok(Uci::Go(go)) => self.asked += usize::from(go.perft.is_none()),
            Ok(Uci::IsReady) => self.readies += 1,
            Ok(Uci::Flip) => self.board = None,
            Ok(Uci::Position { fen, moves }) => {
                let start = fen.map_or(Ok(Position::start()), |fen| fen.parse::<Position>());
                // In XBoard's words these moves can be taken back.
                let mut past = Vec::new();
                let play = |mut position: Position, text: &String| {
                    let m = position.parse_uci(text).ok()?;
                    past.push(position);
                    position.play_unchecked(m);
                    Some(position)
                };
                if let Some(end) = start.ok().and_then(|start| moves.iter().try_fold(start, play)) {
                    (self.board, self.past) = (Some(end), past);
                }
            }
            _ => {}
        }
    }

    /// Lets the engine make its move, if it has one to make, and plays along.
    fn follow_xboard(&mut self, line: &str) {
        let command = line.parse::<XBoard>();
        if self.editing {
            self.editing = line.trim() != ".";
            return;
        }
        if command == Ok(XBoard::Edit) {
            (self.editing, self.board) = (true, None);
            return;
        }
        for line in ["?", "ping fuzz"] {
            assert_eq!(self.session.line(line), Flow::Continue);
        }
        let heard = self.until("pong fuzz");
        let refused = |line: &String| line.starts_with("Illegal") || line.starts_with("tellusererror");
        match command {
            _ if heard.iter().any(refused) => {}
            Ok(XBoard::Move(text)) => self.play(&text),
            Ok(XBoard::New) => self.set(Some(Position::start())),
            Ok(XBoard::SetBoard(fen)) => self.set(fen.parse().ok()),
            // These may pass the turn to the other player.
            Ok(XBoard::White | XBoard::Black) => self.set(None),
            Ok(XBoard::Undo) => self.take_back(1),
            Ok(XBoard::Remove) => self.take_back(2),
            _ => {}
        }
        for text in heard.iter().filter_map(|line| line.strip_prefix("move ")) {
            self.play(text);
        }
    }

    fn set(&mut self, position: Option<Position>) {
        self.board = position;
        self.past.clear();
    }

    fn take_back(&mut self, moves: usize) {
        for _ in 0..moves {
            if self.board.is_some() {
                self.board = self.past.pop().or(self.board);
            }
        }
    }

    fn play(&mut self, text: &str) {
        let Some(board) = self.board else { return };
        let m = board.parse_uci(text).ok().or_else(|| board.parse_san(text).ok());
        let m = m.unwrap_or_else(|| panic!("{text} is not legal in {board}"));
        self.past.push(board);
        self.board = Some(board.after(m));
    }

    /// Ends everything, and checks that nothing was lost.
    fn finish(mut self) {
        if self.session.dialect() != Dialect::XBoard {
            assert_eq!(self.session.line("stop"), Flow::Continue);
            // A session that hangs here is found by the fuzzer's own clock.
            self.session.wait();
            assert_eq!(self.session.line("d"), Flow::Continue);
            let mut ready = 0;
            // Earlier lines are about earlier positions.
            let mut last_fen = None;
            while let Ok(line) = self.heard.try_recv() {
                self.answered += usize::from(line.starts_with("bestmove"));
                ready += usize::from(line == "readyok");
                last_fen = line.strip_prefix("Fen: ").map(str::to_owned).or(last_fen);
            }
            let last_fen = last_fen.expect("`d` shows the position");
            if let Some(board) = self.board {
                assert_eq!(last_fen.parse(), Ok(board), "the position was lost");
            }
            assert_eq!(self.answered, self.asked, "each go has one bestmove");
            assert_eq!(ready, self.readies, "each isready has one readyok");
        }
        drop(self.session);
    }
}

fuzz_target!(|data: &[u8]| {
    let mut client = Client::new();
    let mut lines = Lines::new(data);
    for _ in 0..MOST_LINES {
        match lines.read() {
            // A book may be any file of the machine.
            Input::Line(line) if line.contains("book") => {}
            Input::Line(line) => {
                let line = line.to_owned();
                if client.say(&line) == Flow::Quit {
                    break;
                }
            }
            Input::TooLong => client.session.too_long(),
            Input::End => break,
        }
    }
    client.finish();
});
