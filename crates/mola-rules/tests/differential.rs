//! Random games, compared with `shakmaty` at every position.
//!
//! CI looks at a hundred thousand positions. `MOLA_SOAK=N` looks at N, on `MOLA_THREADS` threads
//! (all cores otherwise) and from `MOLA_SEED`, and shows how far it is with `--nocapture`.

mod dice;
mod soak;
mod suite;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use dice::Dice;
use mola_rules::{
    CastlingStyle, Color, DrawReason, Move, MoveKind, Outcome, Position, Rank, Role, Setup, SetupError,
    Square, WinReason,
};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position as _, PositionErrorKinds, fen::Fen, san::SanPlus,
};

const CI_POSITIONS: u64 = 100_000;
const SOAK_POSITIONS: u64 = 10_000_000;

/// Random games from all kinds of starts.
struct Run {
    dice: Dice,
    suite: Vec<suite::Line>,
}

impl Run {
    fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), suite: suite::all() }
    }

    /// The FEN from which the next game starts, and how many moves it may last.
    fn start(&mut self) -> (String, usize) {
        match self.dice.below(8) {
            0..=3 => (self.dice.opening(), 300),
            4 | 5 => {
                let line = self.dice.below(self.suite.len());
                (self.suite[line].fen.to_owned(), 60)
            }
            _ => loop {
                let setup = self.dice.scatter();
                if setup.position().is_ok() {
                    break (setup.to_string(), 20);
                }
            },
        }
    }

    /// Plays one game, and calls `progress` after each position that was compared.
    fn game(&mut self, mut progress: impl FnMut()) {
        let (fen, length) = self.start();
        let mut ours: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        // Checks that cannot come about are none of our business, and shakmaty refuses them.
        let Some(mut theirs) = read(&fen) else { return };
        for _ in 0..length {
            compare(&ours, &theirs);
            progress();
            let Some(m) = self.dice.choose(&ours.legal_moves()) else { return };
            let Some(reply) = theirs.legal_moves().into_iter().find(|&reply| translate(reply) == m) else {
                panic!("{ours}: shakmaty does not know {m:?}");
            };
            ours.play(m).unwrap_or_else(|error| panic!("{ours}: {error}"));
            theirs.play_unchecked(reply);
        }
    }
}

fn read(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(CastlingMode::Chess960).ok()
}

fn square(theirs: shakmaty::Square) -> Square {
    Square::ALL[theirs.to_usize()]
}

fn color(ours: Color) -> shakmaty::Color {
    match ours {
        Color::White => shakmaty::Color::White,
        Color::Black => shakmaty::Color::Black,
    }
}

/// Their move in our words, so that not only the squares are compared but also the kind.
fn translate(theirs: shakmaty::Move) -> Move {
    let (kind, from, to) = match theirs {
        shakmaty::Move::Normal { role, from, capture, to, promotion } => {
            let kind = match (role, promotion.map(role_of).and_then(MoveKind::promote_to)) {
                (_, Some(promotion)) => promotion,
                (shakmaty::Role::Pawn, None) if capture.is_some() => MoveKind::PawnCapture,
                (shakmaty::Role::Pawn, None) if from.distance(to) == 2 => MoveKind::DoublePush,
                (shakmaty::Role::Pawn, None) => MoveKind::Push,
                (shakmaty::Role::Knight, None) => MoveKind::Knight,
                (shakmaty::Role::Bishop, None) => MoveKind::Bishop,
                (shakmaty::Role::Rook, None) => MoveKind::Rook,
                (shakmaty::Role::Queen, None) => MoveKind::Queen,
                (shakmaty::Role::King, None) => MoveKind::King,
            };
            (kind, from, to)
        }
        shakmaty::Move::EnPassant { from, to } => (MoveKind::EnPassant, from, to),
        shakmaty::Move::Castle { king, rook } => (MoveKind::Castle, king, rook),
        shakmaty::Move::Put { .. } => panic!("nobody drops pieces in chess"),
    };
    Move::new(kind, square(from), square(to)).unwrap_or_else(|| panic!("{theirs:?} goes nowhere"))
}

fn role_of(theirs: shakmaty::Role) -> Role {
    Role::ALL[theirs as usize - 1]
}

fn compare(ours: &Position, theirs: &Chess) {
    compare_moves(ours, theirs);
    compare_state(ours, theirs);
    compare_outcome(ours, theirs);
    compare_writing(ours, theirs);
    assert_eq!(ours.key(), ours.key_from_scratch(), "{ours}");
    assert_eq!(ours.setup().position().as_ref(), Ok(ours), "{ours}");
}

fn compare_moves(ours: &Position, theirs: &Chess) {
    let mut expected: Vec<_> = theirs.legal_moves().into_iter().map(translate).collect();
    expected.sort_unstable();
    let legal = ours.legal_moves();
    let mut sorted = legal.to_vec();
    sorted.sort_unstable();
    assert_eq!(sorted, expected, "{ours}");
    assert_eq!(ours.count_moves() as usize, legal.len(), "{ours}");

    let (captures, quiets) = (ours.captures(), ours.quiets());
    let mut together: Vec<_> = captures.iter().chain(&quiets).copied().collect();
    together.sort_unstable();
    assert_eq!(together, expected, "{ours}: captures and quiets");
    let material = |m: &Move| ours.is_capture(*m) || m.promotion().is_some();
    assert!(captures.iter().all(material), "{ours}: a quiet move among the captures");
    assert!(!quiets.iter().any(material), "{ours}: a capture among the quiet moves");

    let mut visited = Vec::new();
    ours.for_each_child(|m, child| {
        let played = ours.after(m);
        assert_eq!(*child, played, "{ours} {m:?}");
        visited.push(m);
    });
    assert_eq!(visited, *legal, "{ours}: the order of children");
}

fn compare_state(ours: &Position, theirs: &Chess) {
    let fen = ours.to_string();
    assert_eq!(fen, Fen::from_position(theirs, EnPassantMode::Legal).to_string());
    assert_eq!(fen.parse().as_ref(), Ok(ours), "{ours}: read back");
    assert_eq!(ours.shredder_fen().to_string().parse().as_ref(), Ok(ours), "{ours}: read back");
    assert_eq!(ours.en_passant(), theirs.legal_ep_square().map(square), "{ours}");
    assert_eq!(ours.castling().rooks().bits(), theirs.castles().castling_rights().0, "{ours}");
    assert_eq!(ours.checkers().bits(), theirs.checkers().0, "{ours}");
    assert_eq!(ours.is_check(), theirs.is_check(), "{ours}");
}

fn compare_outcome(ours: &Position, theirs: &Chess) {
    for player in Color::ALL {
        let hopeless = theirs.has_insufficient_material(color(player));
        assert_eq!(ours.can_mate(player), !hopeless, "{ours}: {player}");
    }
    assert_eq!(ours.is_dead(), theirs.is_insufficient_material(), "{ours}");
    let expected = if theirs.is_checkmate() {
        Some(Outcome::Win(!ours.turn(), WinReason::Checkmate))
    } else if theirs.is_stalemate() {
        Some(Outcome::Draw(DrawReason::Stalemate))
    } else if theirs.is_insufficient_material() {
        Some(Outcome::Draw(DrawReason::DeadPosition))
    } else if theirs.halfmoves() >= 150 {
        Some(Outcome::Draw(DrawReason::SeventyFiveMoves))
    } else {
        None
    };
    assert_eq!(ours.outcome(), expected, "{ours}");
}

/// Every legal move as players and as engines write it, both ways.
fn compare_writing(ours: &Position, theirs: &Chess) {
    let legal = ours.legal_moves();
    for reply in theirs.legal_moves() {
        let m = translate(reply);
        let san = ours.san(m);
        assert_eq!(san.as_str(), SanPlus::from_move(theirs.clone(), reply).to_string(), "{ours}");
        assert_eq!(ours.parse_san(san.as_str()), Ok(m), "{ours}: {san} read back");
        assert_eq!(ours.is_capture(m), reply.is_capture(), "{ours}: {san}");

        let text = m.uci(CastlingStyle::Chess960).to_string();
        assert_eq!(text, reply.to_uci(CastlingMode::Chess960).to_string(), "{ours}");
        assert_eq!(ours.parse_uci(&text), Ok(m), "{ours}: {text} read back");
        let text = m.uci(CastlingStyle::Standard).to_string();
        assert_eq!(text, reply.to_uci(CastlingMode::Standard).to_string(), "{ours}");
        // In Chess960 the king can sometimes step to where castling takes it. Then the ordinary
        // spelling means the step, and castling has to be spelled the other way.
        let step = legal
            .iter()
            .find(|other| m.is_castle() && other.kind() == MoveKind::King && other.to() == m.landing());
        assert_eq!(ours.parse_uci(&text), Ok(*step.unwrap_or(&m)), "{ours}: {text} read back");
    }
}

#[test]
fn random_games_are_as_shakmaty_plays_them() {
    let long = soak::positions(SOAK_POSITIONS);
    let positions = long.unwrap_or(CI_POSITIONS);
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let threads = if long.is_some() { soak::knob("MOLA_THREADS").unwrap_or(cores).max(1) } else { 1 };
    let seed = soak::knob("MOLA_SEED").unwrap_or(0);
    let compared = AtomicU64::new(0);
    let started = Instant::now();
    thread::scope(|scope| {
        for thread in 0..threads {
            let compared = &compared;
            scope.spawn(move || {
                let mut run = Run::new(seed << 16 | thread);
                while compared.load(Ordering::Relaxed) < positions {
                    run.game(|| {
                        let done = compared.fetch_add(1, Ordering::Relaxed) + 1;
                        if done.is_multiple_of(500_000) {
                            println!("{done} positions in {:.0?}", started.elapsed());
                        }
                    });
                }
            });
        }
    });
    let compared = compared.into_inner();
    println!("{compared} positions, {threads} threads, seed {seed}, in {:.1?}", started.elapsed());
    assert!(compared >= positions);
}

/// Our laws are a little wider than shakmaty's, which also refuses checks that no move can give; but
/// what shakmaty takes for a position, we must. En passant is the exception: we also ask whether the
/// double step can have been played, and here shakmaty is asked about the position before it.
#[test]
fn whatever_shakmaty_accepts_is_a_position() {
    let mut dice = Dice::new(1);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..300_000 {
        let setup = dice.scatter();
        let fen = setup.to_string();
        let Some(theirs) = read(&fen) else { continue };
        match setup.position() {
            Ok(ours) => {
                assert_eq!(ours.to_string(), Fen::from_position(&theirs, EnPassantMode::Legal).to_string());
                accepted += 1;
            }
            Err(SetupError::BadEnPassant(_)) => {
                assert!(!step_can_have_been_played(&setup), "{fen}: refused");
                refused += 1;
            }
            Err(error) => panic!("{fen}: {error}"),
        }
    }
    assert!(accepted > 10_000 && refused > 10, "only {accepted} positions were legal, {refused} refused");
}

#[test]
fn en_passant_is_accepted_only_if_the_step_before_it_was_legal() {
    let mut dice = Dice::new(2);
    let mut accepted = 0;
    for _ in 0..300_000 {
        let setup = dice.scatter();
        if setup.en_passant.is_some() && setup.position().is_ok() {
            assert!(step_can_have_been_played(&setup), "{setup}: accepted");
            accepted += 1;
        }
    }
    assert!(accepted > 1_000, "only {accepted} positions with en passant");
}

/// Whether, by shakmaty's judgment, nobody's king could be captured before the pawn's double step.
fn step_can_have_been_played(setup: &Setup) -> bool {
    let Some(passed) = setup.en_passant else { return false };
    let them = !setup.turn;
    let mut before = *setup;
    let pawn = before.board.remove(Square::at(passed.file(), them.relative(Rank::Fourth)));
    if let Some(pawn) = pawn {
        before.board.put(Square::at(passed.file(), them.relative(Rank::Second)), pawn);
    }
    before.turn = them;
    before.en_passant = None;
    let fen: Fen = before.to_string().parse().unwrap_or_else(|error| panic!("{before}: {error}"));
    match fen.into_position::<Chess>(CastlingMode::Chess960) {
        Ok(_) => true,
        Err(error) => !error.kinds().contains(PositionErrorKinds::OPPOSITE_CHECK),
    }
}
