//! The session in UCI's words.

use mola_game::History;
use mola_rules::{Excerpt, Move, Position};

use super::host::Style;
use super::show;
use super::state::{Purpose, State};
use super::worker::{Found, Hold, Quest, Work};
use super::{Flow, limits};
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
            Err(error) => self.note(&error.to_string()),
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
                self.stop_all();
                let engine = self.shelf.selected();
                self.begin(Purpose::Chore, Work::NewGame { engine });
            }
            Command::Position { fen, moves } => match read_position(fen.as_deref(), &moves) {
                Ok(history) => self.history = history,
                Err(text) => self.note(&format!("{text}; the position stays as it was")),
            },
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop_all(),
            Command::PonderHit => {
                for errand in self.errands.iter().filter(|errand| errand.purpose == Purpose::Answer) {
                    errand.control.hit();
                }
            }
            Command::Show => self.voice.say(show::describe(self.history.root(), self.castling())),
            Command::Flip => match show::flip(self.history.root()) {
                Some(position) => self.history = History::new(position),
                None => self.note("this position cannot be flipped"),
            },
            Command::Help => self.voice.say(HELP),
            Command::Eval => {
                let (engine, position) = (self.shelf.selected(), *self.history.root());
                self.begin(Purpose::Talk, Work::Eval { engine, position });
            }
            Command::Bench(arguments) => {
                let engine = self.shelf.selected();
                self.begin(Purpose::Bench, Work::Bench { engine, arguments });
            }
            Command::GenFens(wanted) => {
                let engine = self.shelf.selected();
                self.begin(Purpose::Talk, Work::Deal { engine, wanted });
            }
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
            self.shelf.settings().into_iter().map(|setting| Reply::Option(setting.clone()).to_string()),
        );
        lines.push(Reply::UciOk.to_string());
        self.voice.say(lines.join("\n"));
    }

    pub(crate) fn stop_all(&mut self) {
        for errand in self.errands.iter().filter(|errand| errand.purpose != Purpose::Chore) {
            errand.control.stop();
        }
    }

    fn go(&mut self, go: &Go) {
        if let Some(text) = &go.garbled {
            self.note(&format!("{:?} is no number; it counts as zero", Excerpt::new(text)));
        }
        // A client that asks again has given up on the question before; that one is answered first.
        self.stop_all();
        let root = *self.history.root();
        if let Some(depth) = go.perft {
            let depth = depth.clamp(0, 99) as u32;
            self.begin(Purpose::Talk, Work::Count { root, depth, castling: self.castling() });
            return;
        }
        let mut limits = limits::of_go(go, &root, self.shelf.overhead());
        let only = self.read_search_moves(go, &root);
        let choices = if only.is_empty() { root.count_moves() as usize } else { only.len() };
        limits.lines = self.shelf.lines.min(choices).max(1);
        let hold = match (go.infinite, go.ponder) {
            (true, _) => Hold::UntilStop,
            (false, true) => Hold::UntilHit,
            (false, false) => Hold::No,
        };
        let quest = Quest {
            engine: self.shelf.selected(),
            history: self.history.clone(),
            only,
            limits,
            hold,
            style: Style::Uci { castling: self.castling(), wdl: self.shelf.show_wdl },
        };
        self.begin(Purpose::Answer, Work::Think(Box::new(quest)));
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

    pub(crate) fn say_best(&mut self, found: Found) {
        let name = |m: Move| m.uci(self.castling()).to_string();
        self.voice.say(Reply::BestMove { best: found.best.map(name), ponder: found.ponder.map(name) });
    }
}

/// Follows the moves from the start. One that is not legal spoils the whole: a position in the
/// middle is not what the client asked for.
fn read_position(fen: Option<&str>, moves: &[String]) -> Result<History, String> {
    let start = match fen {
        None => Position::start(),
        Some(fen) => fen.parse().map_err(|error| format!("{error}"))?,
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
