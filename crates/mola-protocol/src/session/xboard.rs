//! The session in XBoard's words: what each command does.

use std::sync::atomic::Ordering;

use mola_game::History;
use mola_rules::{Color, Position};

use super::Flow;
use super::host::status_of;
use super::state::{Purpose, State};
use super::table::Mode;
use super::worker::Work;
use crate::xboard::{Command, CommandError, Edit, Feature, Reply, write_option};

impl State {
    pub(crate) fn xboard_line(&mut self, line: &str) -> Flow {
        if let Some(mut edit) = self.table.edit.take() {
            self.edit_line(&mut edit, line);
            return Flow::Continue;
        }
        match line.parse() {
            Ok(Command::Quit) => return Flow::Quit,
            Ok(command) => {
                let is_nps = matches!(command, Command::Nps(_));
                self.xboard_command(command);
                if !is_nps {
                    self.table.clocks.age();
                }
            }
            Err(CommandError::Empty) => {}
            Err(error) => self.voice.say(error),
        }
        Flow::Continue
    }

    fn xboard_command(&mut self, command: Command) {
        match command {
            Command::Protover(_) => self.say_features(),
            Command::New => self.new_game(),
            Command::Variant(name) => match name.as_str() {
                "normal" => self.table.chess960 = false,
                "fischerandom" => self.table.chess960 = true,
                _ => self.voice.say(Reply::Error { reason: "unsupported variant".to_owned(), text: name }),
            },
            Command::Force | Command::Result(_) => {
                self.cancel_all();
                self.table.mode = Mode::Force;
            }
            Command::Go => self.play_as(self.history.root().turn()),
            Command::PlayOther => self.play_as(!self.history.root().turn()),
            Command::White => self.give_turn_to(Color::White),
            Command::Black => self.give_turn_to(Color::Black),
            Command::Level(level) => self.table.clocks.set_level(level),
            Command::MoveTime(time) => self.table.clocks.set_move_time(time),
            Command::Depth(depth) => self.table.clocks.set_depth(depth),
            Command::Nps(nps) => self.table.clocks.set_nps(nps),
            Command::Time(centiseconds) => self.table.clocks.set_own(centiseconds),
            Command::Move(text) => self.user_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Ping(text) => self.reply_in_turn(Reply::Pong(text).to_string()),
            Command::Draw => self.consider_draw(),
            Command::SetBoard(fen) => match fen.parse::<Position>() {
                Ok(position) => self.set_up(position),
                Err(error) => self.voice.say(Reply::UserError(format!("Illegal position: {error}"))),
            },
            Command::Edit => {
                self.cancel_all();
                self.table.edit = Some(Edit::new(self.history.root()));
            }
            Command::Hint => self.hint(),
            // The list of book moves ends with a blank line.
            Command::Book => self.voice.say(" there is no book to show\n"),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Hard => self.table.hard = true,
            Command::Easy => {
                self.table.hard = false;
                self.cancel(Purpose::Ponder);
            }
            Command::Post => self.post.store(true, Ordering::Relaxed),
            Command::NoPost => self.post.store(false, Ordering::Relaxed),
            Command::Analyze => {
                self.cancel_all();
                self.table.mode = Mode::Analyze;
                self.analyze();
            }
            Command::Exit => {
                if self.table.mode == Mode::Analyze {
                    self.cancel_all();
                    self.table.mode = Mode::Force;
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
            | Command::Random
            | Command::OpponentTime(_)
            | Command::Name(_)
            | Command::Rating(_)
            | Command::Ics(_)
            | Command::Computer
            | Command::Pause
            | Command::Resume
            | Command::EgtPath { .. }
            | Command::SetScore(_) => {}
        }
    }

    /// Says what works here, and nothing else.
    fn say_features(&self) {
        let on = |name| Feature::number(name, 1);
        let off = |name| Feature::number(name, 0);
        let mut features = vec![
            on("ping"),
            on("setboard"),
            on("playother"),
            on("usermove"),
            off("san"),
            on("time"),
            on("draw"),
            off("sigint"),
            on("reuse"),
            on("analyze"),
            off("colors"),
            on("nps"),
            on("debug"),
            on("exclude"),
            on("name"),
            Feature::text("variants", "normal,fischerandom"),
            Feature::text("myname", &self.identity.name),
        ];
        if self.shelf.knows("Hash") {
            features.push(on("memory"));
        }
        if self.shelf.knows("Threads") {
            features.push(on("smp"));
        }
        if self.shelf.knows("SyzygyPath") {
            features.push(Feature::text("egt", "syzygy"));
        }
        let mut lines = vec![vec![off("done")], features];
        // What XBoard has a command for is no option, nor is what only UCI's clients need to be told.
        // An engine's own options are, whatever their names begin with: `UCI_Elo` is for everybody.
        let hidden = [
            "Hash",
            "Threads",
            "SyzygyPath",
            "Ponder",
            "UCI_Chess960",
            "UCI_ShowWDL",
            "UCI_AnalyseMode",
            "UCI_Opponent",
            "UCI_EngineAbout",
        ];
        for setting in self.shelf.settings() {
            if !hidden.iter().any(|name| setting.is(name)) {
                lines.push(vec![Feature::text("option", &write_option(setting))]);
            }
        }
        lines.push(vec![on("done")]);
        let lines: Vec<String> = lines.into_iter().map(|line| Reply::Features(line).to_string()).collect();
        self.voice.say(lines.join("\n"));
    }

    fn new_game(&mut self) {
        self.cancel_all();
        self.history = History::default();
        let table = &mut self.table;
        table.chess960 = false;
        table.clocks.reset();
        table.excluded.clear();
        table.score = None;
        table.expected = None;
        // Whoever analyzes goes on with the new game.
        if table.mode != Mode::Analyze {
            table.mode = Mode::Play(Color::Black);
        }
        let engine = self.shelf.selected();
        self.begin(Purpose::Chore, Work::NewGame { engine });
        self.analyze();
    }

    fn edit_line(&mut self, edit: &mut Edit, line: &str) {
        match line.parse() {
            Ok(part) => {
                if edit.line(part) {
                    match edit.clone().position() {
                        Ok(position) => self.set_up(position),
                        Err(error) => self.voice.say(Reply::UserError(format!("Illegal position: {error}"))),
                    }
                    return;
                }
            }
            Err(()) if line.trim().is_empty() => {}
            Err(()) => {
                let text = line.trim().to_owned();
                self.voice.say(Reply::Error { reason: "not understood in edit".to_owned(), text });
            }
        }
        self.table.edit = Some(edit.clone());
    }

    fn say_status(&self) {
        let analysis =
            self.errands.iter().find(|errand| errand.purpose == Purpose::Analyze && !errand.canceled);
        if let Some(errand) = analysis {
            let root = self.history.root();
            self.voice.say(status_of(
                root,
                errand.control.latest(),
                errand.control.elapsed(),
                self.table.chess960,
            ));
        }
    }

    /// Sets an option that XBoard has a command for. An engine without it need not hear of it.
    fn set_aside(&mut self, name: &str, value: &str) {
        if self.shelf.knows(name) {
            self.set_meanwhile(name, Some(value));
        }
    }

    /// Sets an option at once, even in the middle of an analysis, which then starts over.
    fn set_meanwhile(&mut self, name: &str, value: Option<&str>) {
        self.cancel(Purpose::Ponder);
        self.cancel(Purpose::Analyze);
        self.set_option(name, value);
        self.analyze();
    }
}
