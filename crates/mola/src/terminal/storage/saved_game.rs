//! A game with its players as PGN, and back: what is saved, and what is resumed.

use std::io::Read;
use std::time::Duration;

use mola_game::coach::{self, Level};
use mola_game::pgn::{
    GameResult, GameTree, Nag, Node, Reader, clock, clock_command, commands, without_command,
};
use mola_game::{Game, TimeControl};
use mola_rules::{Color, DrawReason, Move, Outcome, Position, WinReason};

use crate::terminal::player::Player;
use crate::time_control;

/// A game, and all that is needed to resume it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedGame {
    pub(crate) game: Game,
    pub(crate) players: [Player; 2],
    /// The names of the players in a file from elsewhere, White's first.
    pub(crate) names: [Option<String>; 2],
    pub(crate) level: Level,
    /// The day on which it began, as PGN writes it.
    pub(crate) date: String,
    /// What the player to move had spent on the move when the game was left.
    pub(crate) spent: Duration,
    /// The game as a file from elsewhere has it: its other tags, comments and variations are written again.
    origin: Option<Box<GameTree>>,
}

/// The tags that say who plays, White's first.
const PLAYER_TAGS: [&str; 2] = ["WhitePlayer", "BlackPlayer"];
/// The tag that says what the running clock shows.
const CLOCK: &str = "Clock";
/// What games that begin here say about themselves.
const EVENT: &str = "Casual game";
const SITE: &str = "Mola";

impl SavedGame {
    /// The whole text of a PGN file with this game.
    pub(crate) fn to_pgn(&self) -> String {
        let mut tree = self.game.to_pgn();
        let mut usual = vec![
            ("Event", EVENT.to_owned()),
            ("Site", SITE.to_owned()),
            ("Round", "-".to_owned()),
            ("TimeControl", time_control::to_tag(self.game.clock().control())),
        ];
        let mut tags = vec![
            ("Date", self.date.clone()),
            ("White", self.title(Color::White)),
            ("Black", self.title(Color::Black)),
            ("Level", self.level.to_string()),
            (PLAYER_TAGS[0], self.players[0].to_string()),
            (PLAYER_TAGS[1], self.players[1].to_string()),
        ];
        if let Some(opening) = coach::opening_of_game(&self.game) {
            usual.push(("ECO", opening.code.to_owned()));
            usual.push(("Opening", opening.name.to_owned()));
        }
        if let Some(left) = self.running_clock() {
            tags.push((CLOCK, left));
        }
        // The words of the PGN standard; there are no others.
        let termination = match self.game.outcome() {
            None => "unterminated",
            Some(Outcome::Win(_, WinReason::Time) | Outcome::Draw(DrawReason::TimeWithoutMaterial)) => {
                "time forfeit"
            }
            Some(Outcome::Win(_, WinReason::Forfeit)) => "rules infraction",
            Some(_) => "normal",
        };
        tags.push(("Termination", termination.to_owned()));
        if let Some(origin) = &self.origin {
            tree.annotate_from(origin);
            // Some follow from the game, and are not taken over.
            origin
                .tags()
                .filter(|(name, _)| *name != CLOCK)
                .for_each(|(name, value)| _ = tree.set_tag(name, value));
            usual
                .retain(|(name, _)| origin.tag(name).is_none() && !["Event", "Site", "Round"].contains(name));
        }
        for (name, value) in usual.into_iter().chain(tags) {
            let set = tree.set_tag(name, &value);
            debug_assert!(set.is_ok(), "{name} is a good name for a tag");
        }
        tree.to_string()
    }

    /// What the clock of the player to move shows while the game is left, as PGN's tag `Clock` has it.
    fn running_clock(&self) -> Option<String> {
        let turn = self.game.position().turn();
        let left = self.game.clock().left(turn)?.saturating_sub(self.spent);
        let is_needed = !self.spent.is_zero() && self.game.outcome().is_none();
        let time = clock_command(left);
        let time = time.trim_start_matches("[%clk ").trim_end_matches(']');
        is_needed.then(|| format!("{}/{time}", turn.letter().to_ascii_uppercase()))
    }

    /// What the file says about the move that led to the position after this many moves: marks, comments, and other
    /// moves that it discusses.
    pub(crate) fn remarks(&self, moves: usize) -> Option<String> {
        let mut node = self.origin.as_ref()?.root();
        for &m in self.game.moves().get(..moves)? {
            node = node.children().find(|child| child.played() == Some(m))?;
        }
        let said = |comment: &str| {
            let names: Vec<&str> = commands(comment).map(|command| command.name).collect();
            names
                .iter()
                .fold(comment.to_owned(), |rest, name| without_command(&rest, name).0)
                .trim()
                .to_owned()
        };
        let mut texts: Vec<String> = node.comments().map(said).filter(|text| !text.is_empty()).collect();
        if let Some(parent) = node.parent() {
            let position = parent.position();
            let others = parent.children().filter(|other| other.id() != node.id());
            texts.extend(others.map(|other| {
                let line: Vec<Move> =
                    std::iter::successors(Some(other), |node| node.next()).map_while(Node::played).collect();
                format!("({})", coach::numbered_line(&position, &line).join(" "))
            }));
        }
        let glyphs: String = node.nags().filter_map(Nag::glyph).collect();
        let name = node.san().map(|san| format!("{san}{glyphs}")).filter(|_| !glyphs.is_empty());
        let texts: Vec<String> = name.into_iter().chain(texts).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// A player's name, with the level for engines.
    pub(crate) fn title(&self, color: Color) -> String {
        if let Some(name) = &self.names[color as usize] {
            return name.clone();
        }
        match &self.players[color as usize] {
            Player::Human => "Human".to_owned(),
            player @ Player::Engine(_) => format!("{} level {}", player.name(), self.level),
        }
    }

    /// Reads a game of a PGN file. Where it does not say who plays, `usual` does.
    ///
    /// # Errors
    /// The first thing that could not be read, with its place.
    pub(crate) fn from_tree(tree: &GameTree, usual: &[Player; 2], level: Level) -> Result<Self, String> {
        if let Some(error) = tree.errors().first() {
            return Err(error.to_string());
        }
        let control = tree.tag("TimeControl").map_or(TimeControl::Unlimited, time_control::from_tag);
        let mut game = Game::new(tree.start(), control);
        for node in tree.main_line() {
            let Some(m) = node.played() else {
                return Err("the game contains a null move, which cannot be played".to_owned());
            };
            let left = node.comments().find_map(clock);
            let spent = left.map_or(Duration::ZERO, |left| spent(&game, left));
            game.play_timed(m, spent).map_err(|error| error.to_string())?;
        }
        if game.outcome().is_none() {
            end(&mut game, tree.result(), tree.tag("Termination").unwrap_or_default());
        }
        let player = |index: usize| tree.tag(PLAYER_TAGS[index]).and_then(|tag| tag.parse().ok());
        let running = tree.tag(CLOCK).and_then(|tag| tag.split_once('/'));
        let left = running.and_then(|(_, time)| clock(&format!("[%clk {time}]")));
        let before = game.clock().left(game.position().turn());
        let is_ours = (tree.tag("Event"), tree.tag("Site")) == (Some(EVENT), Some(SITE));
        let mut record = Self {
            spent: left.map_or(Duration::ZERO, |left| before.unwrap_or_default().saturating_sub(left)),
            origin: (!is_ours).then(|| Box::new(tree.clone())),
            game,
            players: [0, 1].map(|index| player(index).unwrap_or_else(|| usual[index].clone())),
            names: [None, None],
            level: tree.tag("Level").and_then(|tag| tag.parse().ok()).unwrap_or(level),
            date: tree.tag("Date").unwrap_or("????.??.??").to_owned(),
        };
        // In our own files, the names follow from the players; others have their own.
        for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
            let usual = record.title(color);
            record.names[color as usize] =
                tree.tag(tag).filter(|&name| name != "?" && name != usual).map(str::to_owned);
        }
        Ok(record)
    }

    /// Reads game number `number` of a PGN stream, counted from one. The others are skipped, so that the
    /// stream may be of any size.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read; what and where.
    pub(crate) fn from_text(
        text: impl Read,
        number: usize,
        usual: &[Player; 2],
        level: Level,
    ) -> Result<Self, String> {
        let number = number.max(1);
        let mut reader = Reader::new(text);
        match reader.by_ref().nth(number - 1) {
            Some(Ok(tree)) => Self::from_tree(&tree, usual, level),
            Some(Err(error)) => Err(error.to_string()),
            None => Err(match reader.leftover().first() {
                Some(error) => error.to_string(),
                None if number == 1 => "there is no game in it".to_owned(),
                None => format!("there is no game {number} in it"),
            }),
        }
    }

    /// A new game.
    pub(crate) fn new(
        start: Position,
        control: TimeControl,
        players: [Player; 2],
        level: Level,
        date: String,
    ) -> Self {
        Self { game: Game::new(start, control), players, level, date, ..Self::default() }
    }
}

/// What a move took, if the clock showed `left` after it. The clock before it, and what the move
/// earned, are known.
fn spent(game: &Game, left: Duration) -> Duration {
    let mut clock = *game.clock();
    let mover = game.position().turn();
    let _ = clock.spend(mover, Duration::ZERO);
    clock.left(mover).unwrap_or_default().saturating_sub(left)
}

/// Ends a game that its last position does not end.
fn end(game: &mut Game, result: GameResult, termination: &str) {
    let ended = match result {
        GameResult::Unfinished => Ok(()),
        // Who can no longer be mated has only run out of time.
        GameResult::Draw if termination == "time forfeit" => game.flag(game.position().turn()),
        GameResult::Draw => game
            .claim_draw()
            .or_else(|_| game.offer_draw(Color::White).and_then(|()| game.accept_draw(Color::Black))),
        GameResult::White | GameResult::Black => {
            let loser = if result == GameResult::White { Color::Black } else { Color::White };
            // The words of the PGN standard.
            match termination {
                "time forfeit" => game.flag(loser),
                "rules infraction" | "abandoned" => game.forfeit(loser),
                _ => game.resign(loser),
            }
        }
    };
    debug_assert!(ended.is_ok(), "the game was not over");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> [Player; 2] {
        [Player::Human, Player::MOLA]
    }

    fn again(record: &SavedGame) -> SavedGame {
        SavedGame::from_text(record.to_pgn().as_bytes(), 1, &usual(), Level::FRIENDLY).unwrap()
    }

    #[test]
    fn a_game_is_read_as_it_was_saved() {
        let control = TimeControl::clock(Duration::from_mins(5), Duration::from_secs(3));
        let players = ["pocket".parse().unwrap(), "uci:stockfish".parse().unwrap()];
        let mut record =
            SavedGame::new(Position::start(), control, players, Level::BEST, "2026.05.04".to_owned());
        for (text, seconds) in [("e4", 2), ("c5", 1), ("Nf3", 12), ("d6", 30)] {
            let m = record.game.position().parse_san(text).unwrap();
            record.game.play_timed(m, Duration::from_secs(seconds)).unwrap();
        }
        let same = again(&record);
        assert_eq!(same.game.snapshot(), record.game.snapshot());
        assert_eq!(same.players, record.players);
        assert_eq!((same.level, same.date.as_str()), (Level::BEST, "2026.05.04"));
        assert!(
            record.to_pgn().contains("[Opening \"Sicilian Defense: Modern Variations\"]"),
            "{}",
            record.to_pgn()
        );
    }

    #[test]
    fn endings_that_the_board_does_not_show_are_kept() {
        let endings: [fn(&mut Game); 4] = [
            |game| game.resign(Color::White).unwrap(),
            |game| game.flag(Color::Black).unwrap(),
            |game| game.forfeit(Color::Black).unwrap(),
            |game| game.offer_draw(Color::White).and_then(|()| game.accept_draw(Color::Black)).unwrap(),
        ];
        for end in endings {
            let mut record = SavedGame::new(
                Position::start(),
                TimeControl::Unlimited,
                usual(),
                Level::FRIENDLY,
                "2026.05.04".to_owned(),
            );
            record.game.play_text("e4").unwrap();
            end(&mut record.game);
            assert_eq!(again(&record).game.outcome(), record.game.outcome());
        }
    }

    #[test]
    fn the_names_in_files_of_others_are_kept() {
        let file = "[White \"Morphy\"] [Black \"?\"] 1. e4 e5 *";
        let record = SavedGame::from_text(file.as_bytes(), 1, &usual(), Level::FRIENDLY).unwrap();
        assert_eq!(record.title(Color::White), "Morphy");
        assert_eq!(record.title(Color::Black), "Mola level 5");
        assert_eq!(again(&record).names, record.names);
    }

    #[test]
    fn tags_comments_and_variations_of_other_files_are_written_again() {
        let file = "[Event \"Candidates\"] [Site \"Zurich\"] [WhiteElo \"2700\"] \
                    1. e4 {Best.} e5 (1... c5 $1 2. Nf3) 2. Nf3 *";
        let mut record = SavedGame::from_text(file.as_bytes(), 1, &usual(), Level::FRIENDLY).unwrap();
        record.game.play_text("Nc6").unwrap();
        for text in [record.to_pgn(), again(&record).to_pgn()] {
            for part in ["[Event \"Candidates\"]", "[Site \"Zurich\"]", "[WhiteElo \"2700\"]"] {
                assert!(text.contains(part), "{text}");
            }
            assert!(text.contains("1. e4 {Best.} 1... e5 (1... c5 $1 2. Nf3) 2. Nf3 Nc6 *"), "{text}");
        }
        // What was taken back and played otherwise is a variation; what was only taken back is gone.
        record.game.take_back().unwrap();
        record.game.take_back().unwrap();
        assert!(record.to_pgn().contains("e5 (1... c5 $1 2. Nf3) *"), "{}", record.to_pgn());
        record.game.play_text("f4").unwrap();
        assert!(record.to_pgn().contains("2. f4 (2. Nf3) *"), "{}", record.to_pgn());
    }

    #[test]
    fn the_time_that_was_spent_on_a_move_is_not_given_back() {
        let control = TimeControl::clock(Duration::from_mins(5), Duration::from_secs(3));
        let mut record =
            SavedGame::new(Position::start(), control, usual(), Level::FRIENDLY, "2026.05.04".to_owned());
        let m = record.game.position().parse_san("e4").unwrap();
        record.game.play_timed(m, Duration::from_secs(10)).unwrap();
        record.spent = Duration::from_secs(42);
        assert!(record.to_pgn().contains("[Clock \"B/0:04:18\"]"), "{}", record.to_pgn());
        assert_eq!(again(&record).spent, record.spent);
        record.spent = Duration::ZERO;
        assert!(!record.to_pgn().contains("[Clock"));
    }

    #[test]
    fn how_a_game_ended_is_said_in_the_words_of_the_standard() {
        let mut record = again(&SavedGame::new(
            Position::start(),
            TimeControl::Unlimited,
            usual(),
            Level::FRIENDLY,
            "2026.05.04".to_owned(),
        ));
        assert!(record.to_pgn().contains("[Termination \"unterminated\"]"));
        for text in ["f3", "e5", "g4", "Qh4"] {
            record.game.play_text(text).unwrap();
        }
        assert!(record.to_pgn().contains("[Termination \"normal\"]"), "{}", record.to_pgn());
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        let read = |text: &str, number| {
            SavedGame::from_text(text.as_bytes(), number, &usual(), Level::FRIENDLY).unwrap_err()
        };
        assert_eq!(read("", 1), "there is no game in it");
        assert_eq!(read("1. e4 *", 2), "there is no game 2 in it");
        assert!(
            read("1. e4 e5 2. Ke3 *", 1).starts_with("game 1, line 1, move 2"),
            "{}",
            read("1. e4 e5 2. Ke3 *", 1)
        );
    }
}
