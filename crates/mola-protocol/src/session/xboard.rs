//! The session in XBoard's words: what each command does.

use std::fmt::Display;
use std::sync::atomic::Ordering;

use mola_game::History;
use mola_rules::{Color, Position};

use super::Flow;
use super::host::status_of;
use super::request::{Purpose, Work};
use super::state::State;
use super::xboard_game::Mode;
use crate::xboard::{Command, CommandError, Edit, Feature, Reply, parse_features, write_option};

/// What works here whatever the engines can do.
const FEATURES: &str = "ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 reuse=1 \
    analyze=1 colors=0 nps=1 debug=1 exclude=1 name=1 variants=\"normal,fischerandom\"";

impl State {
    pub(crate) fn xboard_line(&mut self, line: &str) -> Flow {
        if let Some(mut edit) = self.game.edit.take().filter(|_| line.trim() != "quit") {
            self.edit_line(&mut edit, line);
            return Flow::Continue;
        }
        match line.parse() {
            Ok(Command::Quit) => return Flow::Quit,
            Ok(command) => {
                let is_nps = matches!(command, Command::Nps(_));
                self.xboard_command(command);
                if !is_nps {
                    self.game.clocks.age();
                }
            }
            Err(CommandError::Empty) => {}
            Err(error) => self.output.say(error),
        }
        Flow::Continue
    }

    fn xboard_command(&mut self, command: Command) {
        if self.refused && self.needs_position(&command) {
            return;
        }
        match command {
            Command::Protover(_) => self.say_features(),
            Command::New => self.new_game(),
            Command::Variant(name) => match name.as_str() {
                "normal" => self.game.chess960 = false,
                "fischerandom" => self.game.chess960 = true,
                _ => self.output.say(Reply::Error { reason: "unsupported variant".to_owned(), text: name }),
            },
            Command::Force | Command::Result(_) => {
                self.cancel_all();
                self.game.mode = Mode::Force;
            }
            Command::Go => self.play_as(self.history.root().turn()),
            Command::PlayOther => self.play_as(!self.history.root().turn()),
            Command::White => self.give_turn_to(Color::White),
            Command::Black => self.give_turn_to(Color::Black),
            Command::Level(level) => self.game.clocks.set_level(level),
            Command::MoveTime(time) => self.game.clocks.set_move_time(time),
            Command::Depth(depth) => self.game.clocks.set_depth(depth),
            Command::Nps(nps) => self.game.clocks.set_nps(nps),
            Command::Time(centiseconds) => self.game.clocks.set_own(centiseconds),
            Command::Move(text) => self.user_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Ping(text) => self.reply_in_turn(Reply::Pong(text).to_string()),
            Command::Draw => self.consider_draw(),
            Command::SetBoard(fen) => self.set_up_if_legal(Position::from_lenient_fen(&fen)),
            Command::Edit => {
                self.cancel_all();
                self.game.edit = Some(Edit::new(self.history.root()));
            }
            Command::Hint => self.hint(),
            // The list of book moves ends with a blank line.
            Command::Book => self.output.say(" there is no book to show\n"),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Hard => self.game.hard = true,
            Command::Easy => {
                self.game.hard = false;
                self.requests.cancel(&[Purpose::Ponder]);
            }
            Command::Post => self.post.store(true, Ordering::Relaxed),
            Command::NoPost => self.post.store(false, Ordering::Relaxed),
            Command::Analyze => {
                self.cancel_all();
                self.game.mode = Mode::Analyze;
                self.analyze();
            }
            Command::Exit => {
                if self.game.mode == Mode::Analyze {
                    self.cancel_all();
                    self.game.mode = Mode::Force;
                }
            }
            Command::Status => self.say_status(),
            Command::Memory(megabytes) => self.set_aside("Hash", &megabytes.to_string()),
            Command::Cores(cores) => self.set_aside("Threads", &cores.to_string()),
            Command::EgtPath { kind, path } if kind == "syzygy" => self.set_aside("SyzygyPath", &path),
            Command::Option { name, value } => {
                self.set_meanwhile(&name, value.as_deref());
            }
            Command::Exclude(text) => self.exclude(&text, true),
            Command::Include(text) => self.exclude(&text, false),
            // Nothing to do, and nothing to say: some clients die of an error.
            Command::XBoard
            | Command::Accepted(_)
            | Command::Rejected(_)
            | Command::Quit
            | Command::OpponentTime(_)
            | Command::EgtPath { .. }
            | Command::Ignored(_) => {}
        }
    }

    /// Says what works here, and nothing else.
    fn say_features(&self) {
        let mut features = parse_features(FEATURES);
        features.push(Feature::text("myname", &self.identity.name));
        if self.options.knows("Hash") {
            features.push(Feature::number("memory", 1));
        }
        if self.options.knows("Threads") {
            features.push(Feature::number("smp", 1));
        }
        if self.options.knows("SyzygyPath") {
            features.push(Feature::text("egt", "syzygy"));
        }
        let mut lines = vec![vec![Feature::number("done", 0)], features];
        for setting in self.options.settings_for_xboard() {
            lines.push(vec![Feature::text("option", &write_option(setting))]);
        }
        lines.push(vec![Feature::number("done", 1)]);
        let lines: Vec<String> = lines.into_iter().map(|line| Reply::Features(line).to_string()).collect();
        self.output.say(lines.join("\n"));
    }

    /// Whether a command means the position on the board, where there is none that the client knows. It
    /// is answered here, as the protocol wants it: all moves are illegal until the next position.
    fn needs_position(&self, command: &Command) -> bool {
        use Command::{Black, Go, Hint, PlayOther, Remove, Undo, White};
        let reason = "the position was refused".to_owned();
        let text = match command {
            Command::Move(text) => {
                self.output.say(Reply::IllegalMove { reason, text: text.clone() });
                return true;
            }
            Go | PlayOther | White | Black | Undo | Remove | Hint => command.to_string(),
            _ => return false,
        };
        self.output.say(Reply::Error { reason, text });
        true
    }

    fn set_up_if_legal<E: Display>(&mut self, position: Result<Position, E>) {
        match position {
            Ok(position) => self.set_up(position),
            Err(error) => {
                self.cancel_all();
                self.refused = true;
                self.output.say(Reply::UserError(format!("Illegal position: {error}")));
            }
        }
    }

    fn new_game(&mut self) {
        self.cancel_all();
        self.refused = false;
        self.history = History::default();
        let game = &mut self.game;
        game.chess960 = false;
        game.clocks.reset();
        game.excluded.clear();
        game.score = None;
        game.expected = None;
        // An analysis continues with the new game.
        if game.mode != Mode::Analyze {
            game.mode = Mode::Play(Color::Black);
        }
        self.begin(Work::NewGame);
        self.analyze();
    }

    fn edit_line(&mut self, edit: &mut Edit, line: &str) {
        match line.parse() {
            Ok(part) => {
                if edit.line(part) {
                    self.set_up_if_legal(edit.clone().position());
                    return;
                }
            }
            Err(()) if line.trim().is_empty() => {}
            Err(()) => {
                let text = line.trim().to_owned();
                self.output.say(Reply::Error { reason: "not understood in edit".to_owned(), text });
            }
        }
        self.game.edit = Some(edit.clone());
    }

    fn say_status(&self) {
        if let Some(request) = self.requests.search(Purpose::Analyze) {
            let control = &request.control;
            let status =
                status_of(self.history.root(), control.latest(), control.elapsed(), self.game.chess960);
            self.output.say(status);
        }
    }

    /// Sets an option that XBoard has a command for. An engine without it is not told.
    fn set_aside(&mut self, name: &str, value: &str) {
        if self.options.knows(name) {
            self.set_meanwhile(name, Some(value));
        }
    }

    /// Sets an option at once, even in the middle of an analysis, which then starts over.
    fn set_meanwhile(&mut self, name: &str, value: Option<&str>) {
        self.requests.cancel(&[Purpose::Ponder, Purpose::Analyze]);
        self.set_option(name, value);
        self.analyze();
    }
}
