//! The session in UCI's words.

use mola_game::History;
use mola_rules::{Excerpt, Move, Position};

use super::Flow;
use super::host::Style;
use super::request::{Found, Purpose, Search, Work};
use super::show;
use super::state::State;
use crate::uci::{Command, CommandError, Go, Reply};

const HELP: &str = "\
Mola speaks UCI and XBoard; the first line tells which. In UCI:
  uci, isready, setoption name N value V, ucinewgame, debug on|off, quit
  position startpos|fen FEN [moves …]
  go [depth|nodes|movetime|mate N] [wtime|btime|winc|binc|movestogo N] [searchmoves …] [infinite] [ponder]
  stop, ponderhit
For people:
  d          show the position
  eval       explain what the engine thinks of it
  flip       swap the players
  go perft N count the positions after N moves
  bench      count the nodes of a fixed set of searches
  genfens N seed S book None|FILE
             print random openings";

impl State {
    pub(crate) fn uci_line(&mut self, line: &str) -> Flow {
        match line.parse() {
            Ok(Command::Quit) => return Flow::Quit,
            Ok(command) => self.uci_command(command),
            Err(CommandError::Empty) => {}
            Err(error) => {
                self.refused |= matches!(error, CommandError::NoPosition(_));
                self.note(&error.to_string());
            }
        }
        Flow::Continue
    }

    fn uci_command(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.reply_in_turn(Reply::ReadyOk.to_string()),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                // A search that is still running belongs to the game before.
                self.requests.stop();
                self.begin(Work::NewGame);
            }
            Command::Position { fen, moves } => match read_position(fen.as_deref(), &moves) {
                Ok(history) => {
                    self.history = history;
                    self.refused = false;
                }
                Err(text) => {
                    self.refused = true;
                    self.note(&format!("{text}; nothing is played until there is a legal position"));
                }
            },
            Command::Go(go) => self.go(&go),
            Command::Stop => self.requests.stop(),
            Command::PonderHit => {
                if let Some(request) = self.requests.search(Purpose::Go) {
                    request.control.hit();
                }
            }
            Command::Show => self.output.say(show::describe(self.history.root(), self.castling())),
            Command::Flip => match show::flip(self.history.root()) {
                Some(position) => self.history = History::new(position),
                None => self.note("this position cannot be flipped"),
            },
            Command::Help => self.output.say(HELP),
            Command::Eval => self.begin(Work::Eval(*self.history.root())),
            Command::Bench(arguments) => self.begin(Work::Bench(arguments)),
            Command::GenFens(wanted) => self.begin(Work::GenFens(wanted)),
            // Notes are few enough to be always on, nobody has to register, and quitting is done.
            Command::Debug(_) | Command::Register(_) | Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let mut lines = vec![
            Reply::Name(self.identity.name.clone()).to_string(),
            Reply::Author(self.identity.author.clone()).to_string(),
        ];
        lines.extend(
            self.options.settings().into_iter().map(|setting| Reply::Option(setting.clone()).to_string()),
        );
        lines.push(Reply::UciOk.to_string());
        self.output.say(lines.join("\n"));
    }

    fn go(&mut self, go: &Go) {
        if let Some(text) = &go.garbled {
            self.note(&format!("{:?} is not a number; it counts as zero", Excerpt::new(text)));
        }
        // A client that asks again has given up on the question before; that one is answered first.
        self.requests.stop();
        let root = *self.history.root();
        if let Some(depth) = go.perft {
            if self.refused {
                self.note("there is no position to count from");
                return;
            }
            let depth = depth.clamp(0, 99) as u32;
            self.begin(Work::Perft { root, depth, castling: self.castling() });
            return;
        }
        let mut limits = go.limits(&root, self.options.overhead());
        let only = self.read_search_moves(go, &root);
        let choices = if only.is_empty() { root.count_moves() as usize } else { only.len() };
        limits.lines = self.options.lines.min(choices).max(1);
        let search = Search {
            purpose: Purpose::Go,
            history: self.history.clone(),
            refused: self.refused,
            only,
            limits,
            endless: go.infinite,
            style: Style::Uci { castling: self.castling(), wdl: self.options.show_wdl },
        };
        self.search(search);
    }

    fn read_search_moves(&self, go: &Go, root: &Position) -> Vec<Move> {
        let mut only = Vec::new();
        for text in &go.search_moves {
            match root.parse_uci(text) {
                Ok(m) if !only.contains(&m) => only.push(m),
                Ok(_) => {}
                Err(error) => self.note(&format!("searchmoves: {error}")),
            }
        }
        if only.is_empty() && !go.search_moves.is_empty() {
            self.note("searchmoves names no legal move; all moves are considered");
        }
        only
    }

    pub(crate) fn say_best(&mut self, found: Found, refused: bool) {
        let name = |m: Move| m.uci(self.castling()).to_string();
        let best = if refused { Some("0000".to_owned()) } else { found.best.map(name) };
        self.output.say(Reply::BestMove { best, ponder: found.ponder.map(name) });
    }
}

/// Follows the moves from the start, as `position` gives them. One that is not legal spoils the whole: a
/// position in the middle is not what the client asked for.
///
/// # Errors
/// What is wrong, in words for the client.
pub fn read_position(fen: Option<&str>, moves: &[String]) -> Result<History, String> {
    let start = match fen {
        None => Position::start(),
        Some(fen) => Position::from_lenient_fen(fen).map_err(|error| error.to_string())?,
    };
    let mut history = History::new(start);
    for (index, text) in moves.iter().enumerate() {
        match history.root().parse_uci(text) {
            Ok(m) => history.play(m),
            Err(error) => return Err(format!("move {}: {error}", index + 1)),
        }
    }
    Ok(history)
}
