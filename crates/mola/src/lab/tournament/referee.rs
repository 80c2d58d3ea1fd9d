//! One game: asks the players in turn, runs the clocks, and decides how it ends.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use mola_game::{Clock, Game, Limits, Line, Time, TimeControl};
use mola_rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use super::adjudication::{Adjudicator, Rules, Verdict};
use super::openings::Opening;
use crate::engines::pace::Pace;
use crate::engines::running::{Reply, RunningEngine, Said};

/// How long after its flag has fallen an engine is told to stop. Our clock started before the engine's.
const LATE: Duration = Duration::from_millis(500);

/// By how much an engine may exceed a fixed time per move, unless the user says otherwise.
const MOVE_MARGIN: Duration = Duration::from_millis(50);

/// How long an engine without a clock may think about one move.
const ENDLESS: Duration = Duration::from_hours(1);

/// One side of the table.
pub(crate) struct Seat {
    pub(crate) player: RunningEngine,
    pub(crate) pace: Pace,
}

/// What holds for every game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    pub(crate) rules: Rules,
    /// By how much time may be exceeded; by default a little where each move has a fixed time.
    pub(crate) margin: Option<Duration>,
}

/// As the archive of a match keeps them.
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.margin {
            Some(margin) => write!(f, "margin {} ms", margin.as_millis())?,
            None => write!(f, "usual margin")?,
        }
        if let Some(rule) = self.rules.draw {
            write!(f, ", draw {}:{}:{}", rule.from, rule.moves, rule.score)?;
        }
        if let Some(rule) = self.rules.win {
            write!(f, ", resign {}:{}", rule.moves, rule.score)?;
        }
        if let Some(longest) = self.rules.longest {
            write!(f, ", at most {longest} moves")?;
        }
        Ok(())
    }
}

/// A game that was played to its end.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) game: Game,
    /// The moves of the opening, which the engines did not choose.
    pub(crate) book: usize,
    /// What was noted at each move after the opening.
    pub(crate) notes: Vec<Note>,
    pub(crate) winner: Option<Color>,
    pub(crate) ending: Ending,
    pub(crate) took: Duration,
}

/// What is known of one move.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) heard: Option<Line>,
    pub(crate) spent: Duration,
    pub(crate) left: Option<Duration>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By the laws of chess, resignation or agreement.
    Normal(Outcome),
    /// Both engines agreed on it for long enough.
    Adjudicated(Verdict),
    /// A player broke the rules or crashed: who, how, and in words.
    Fault(Color, Fault, String),
}

/// What an engine can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fault {
    /// It exceeded its time.
    Time,
    /// It played an illegal move.
    Illegal,
    /// It died or hung.
    Crash,
}

impl Ending {
    /// The word for PGN's tag `Termination`.
    pub(crate) fn termination(&self) -> &'static str {
        match self {
            Self::Normal(_) => "normal",
            Self::Adjudicated(_) => "adjudication",
            Self::Fault(_, Fault::Time, _) => "time forfeit",
            Self::Fault(_, Fault::Illegal, _) => "rules infraction",
            Self::Fault(_, Fault::Crash, _) => "abandoned",
        }
    }

    /// The fault and who committed it, if there was one.
    pub(crate) fn fault(&self) -> Option<(Color, Fault)> {
        match self {
            Self::Fault(color, fault, _) => Some((*color, *fault)),
            _ => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal(outcome) => outcome.fmt(f),
            Self::Adjudicated(Verdict::Win(color)) => write!(f, "{color} wins by adjudication"),
            Self::Adjudicated(Verdict::Draw) => write!(f, "draw by adjudication"),
            Self::Adjudicated(Verdict::TooLong) => write!(f, "draw by length"),
            Self::Fault(color, Fault::Time, text) => write!(f, "{color} lost on time: {text}"),
            Self::Fault(color, Fault::Illegal, text) => write!(f, "{color} broke the rules: {text}"),
            Self::Fault(color, Fault::Crash, text) => write!(f, "{color} crashed: {text}"),
        }
    }
}

/// Plays a game, White's seat first. None if it was interrupted.
pub(crate) fn play(
    opening: &Opening,
    seats: &mut [Seat; 2],
    conditions: &Conditions,
    abort: &[&AtomicBool],
) -> Option<Played> {
    let begun = Instant::now();
    let mut game = Game::new(opening.start, TimeControl::Unlimited);
    for &m in &opening.moves {
        game.play(m).ok()?;
    }
    for seat in seats.iter_mut() {
        seat.player.engine().new_game();
    }
    // Each player has its own time control, so the game itself has none.
    let mut clocks = [Clock::new(seats[0].pace.control), Clock::new(seats[1].pace.control)];
    let mut adjudicator = Adjudicator::new(conditions.rules);
    let mut notes = Vec::new();
    let (winner, ending) = loop {
        if let Some(outcome) = ended(&mut game) {
            break (outcome.winner(), Ending::Normal(outcome));
        }
        if let Some(verdict) = adjudicator.verdict(game.position().fullmoves(), game.len()) {
            let winner = if let Verdict::Win(color) = verdict { Some(color) } else { None };
            break (winner, Ending::Adjudicated(verdict));
        }
        let mover = game.position().turn();
        let (seat, clock) = (&mut seats[mover as usize], &mut clocks[mover as usize]);
        let time = clock.time_for(mover);
        let limits = Limits { depth: seat.pace.depth, nodes: seat.pace.nodes, time, ..Limits::NONE };
        let flag = Flag::of(time, conditions.margin);
        let patience = flag.map_or(ENDLESS, |flag| flag.left + flag.margin + LATE);
        let reply = seat.player.think(game.task(limits), patience, abort);
        if let Said::Failed(_) = reply.said {
            // An interrupt from the terminal may end the engines before we notice it.
            std::thread::sleep(Duration::from_millis(100));
        }
        if abort.iter().any(|flag| flag.load(Relaxed)) {
            return None;
        }
        if let Some((fault, text)) = fault_of(&reply, flag) {
            // A player who cannot mate does not win on time.
            let wins = fault != Fault::Time || game.position().can_mate(!mover);
            break (wins.then_some(!mover), Ending::Fault(mover, fault, text));
        }
        let Said::Move { best: m, offers_draw } = reply.said else {
            let _ = game.resign(mover);
            continue;
        };
        // What was left suffices, since no more than that is charged.
        let _ = clock.spend(mover, flag.map_or(reply.spent, |flag| reply.spent.min(flag.left)));
        let progress = game.position().after(m).halfmoves() == 0;
        if offers_draw {
            let _ = game.offer_draw(mover);
        }
        if let Err(error) = game.play(m) {
            break (Some(!mover), Ending::Fault(mover, Fault::Illegal, error.to_string()));
        }
        adjudicator.hear(mover, reply.heard.as_ref().map(|line| line.score), progress);
        notes.push(Note { heard: reply.heard, spent: reply.spent, left: clock_face(clock, mover) });
    };
    Some(Played { game, book: opening.moves.len(), notes, winner, ending, took: begun.elapsed() })
}

/// When a player's time is up.
#[derive(Clone, Copy, Debug)]
struct Flag {
    left: Duration,
    margin: Duration,
}

impl Flag {
    fn of(time: Time, margin: Option<Duration>) -> Option<Self> {
        match time {
            Time::Unlimited => None,
            // Engines use the whole time, and a little more.
            Time::Move(left) => Some(Self { left, margin: margin.unwrap_or(MOVE_MARGIN) }),
            Time::Clock { left, .. } => Some(Self { left, margin: margin.unwrap_or_default() }),
        }
    }
}

/// What is wrong with a reply, if anything is.
fn fault_of(reply: &Reply, flag: Option<Flag>) -> Option<(Fault, String)> {
    // An engine that went silent has also exceeded its time, but that is not the reason.
    if let Said::Failed(text) = &reply.said {
        return Some((Fault::Crash, text.clone()));
    }
    if let Some(flag) = flag.filter(|flag| reply.spent > flag.left + flag.margin) {
        let [spent, left] = [reply.spent, flag.left].map(|time| time.as_secs_f64());
        return Some((Fault::Time, format!("{spent:.3} s for a move with {left:.3} s left")));
    }
    if let Said::Illegal(text) = &reply.said { Some((Fault::Illegal, text.clone())) } else { None }
}

/// How the game ended by the rules: engines claim every draw that they may claim.
fn ended(game: &mut Game) -> Option<Outcome> {
    if game.outcome().is_none() {
        let _ = game.claim_draw();
    }
    game.outcome()
}

/// A clock that runs down has something to show after a move.
fn clock_face(clock: &Clock, color: Color) -> Option<Duration> {
    matches!(clock.control(), TimeControl::Clock { .. }).then(|| clock.left(color)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mola_game::{Answer, Engine, FirstMove, Host, Task};
    use mola_rules::{DrawReason, Move, MoveKind, Position, Square};

    /// Takes its time, and then plays the first legal move.
    struct Slow(Duration);

    impl Engine for Slow {
        fn name(&self) -> &'static str {
            "Slow"
        }
        fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
            std::thread::sleep(self.0);
            FirstMove.think(task, host)
        }
    }

    /// Moves its rook to and fro between two squares, whatever the rules say.
    struct Shuffler([Square; 2]);

    impl Engine for Shuffler {
        fn name(&self) -> &'static str {
            "Shuffler"
        }
        fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
            let [a, b] = self.0;
            let (from, to) = if task.root.piece_at(a).is_some() { (a, b) } else { (b, a) };
            Answer { best: Move::new(MoveKind::Rook, from, to), ponder: None }
        }
    }

    fn clock(millis: u64) -> Pace {
        let control = TimeControl::clock(Duration::from_millis(millis), Duration::ZERO);
        Pace { control, ..Pace::default() }
    }

    fn game(
        fen: &str,
        engines: [Box<dyn Engine + Send>; 2],
        paces: [Pace; 2],
        margin: Option<Duration>,
    ) -> Played {
        let start: Position = fen.parse().unwrap();
        let mut paces = paces.into_iter();
        let mut seats = engines.map(|engine| Seat {
            player: RunningEngine::BuiltIn(engine),
            pace: paces.next().unwrap_or_default(),
        });
        let conditions = Conditions { rules: Rules { longest: Some(20), ..Rules::default() }, margin };
        let opening = Opening { start, moves: Vec::new() };
        play(&opening, &mut seats, &conditions, &[]).unwrap()
    }

    const ROOKS: &str = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";

    #[test]
    fn a_fallen_flag_loses_and_is_named() {
        let slow = || Box::new(Slow(Duration::from_millis(30)));
        let played = game(ROOKS, [slow(), Box::new(FirstMove)], [clock(10), clock(9_000)], None);
        assert_eq!(played.winner, Some(Color::Black));
        assert_eq!(played.ending.fault(), Some((Color::White, Fault::Time)));
        assert_eq!(played.ending.termination(), "time forfeit");
        let bare = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let played = game(bare, [slow(), Box::new(FirstMove)], [clock(10), clock(9_000)], None);
        assert_eq!(played.winner, None, "a bare king wins nothing");
    }

    #[test]
    fn a_margin_forgives_and_unlimited_time_is_not_measured() {
        let slow = || Box::new(Slow(Duration::from_millis(2)));
        let generous = Some(Duration::from_secs(5));
        let played = game(ROOKS, [slow(), slow()], [clock(1), Pace::default()], generous);
        assert_eq!(played.ending.fault(), None);
        assert!(played.notes.iter().step_by(2).all(|note| note.left.is_some()));
        assert!(played.notes.iter().skip(1).step_by(2).all(|note| note.left.is_none()));
    }

    #[test]
    fn an_illegal_move_loses_and_is_named() {
        let lawless = Box::new(Shuffler([Square::A1, Square::C3]));
        let played = game(ROOKS, [lawless, Box::new(FirstMove)], [Pace::default(); 2], None);
        assert_eq!(played.ending.termination(), "rules infraction", "{}", played.ending);
        assert_eq!(played.winner, Some(Color::Black));
    }

    #[test]
    fn three_times_the_same_position_is_a_draw() {
        let white = Box::new(Shuffler([Square::A1, Square::B1]));
        let black = Box::new(Shuffler([Square::A8, Square::B8]));
        let fen = "r6k/7p/8/8/8/8/7P/R6K w - - 0 1";
        let played = game(fen, [white, black], [Pace::default(); 2], None);
        assert_eq!(played.ending, Ending::Normal(Outcome::Draw(DrawReason::ThreefoldRepetition)));
        assert_eq!(played.game.len(), 8);
    }

    #[test]
    fn a_game_that_is_too_long_is_a_draw() {
        let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
        let played = game(fen, [Box::new(FirstMove), Box::new(FirstMove)], [Pace::default(); 2], None);
        assert_eq!((played.winner, played.game.len()), (None, 40), "{}", played.ending);
    }

    #[test]
    fn a_game_can_be_broken_off() {
        let seat = || Seat { player: RunningEngine::BuiltIn(Box::new(FirstMove)), pace: Pace::default() };
        let opening = Opening { start: Position::start(), moves: Vec::new() };
        let conditions = Conditions { rules: Rules::default(), margin: None };
        let stop = AtomicBool::new(true);
        assert!(play(&opening, &mut [seat(), seat()], &conditions, &[&stop]).is_none());
    }
}
