//! What each exercise must do. `cargo xtask learn` runs them.

use std::str::FromStr;

use exercises::mine;
use mine::{e14_counting_positions, e17_an_evaluation, e19_looking_ahead, e26_all_together};
use mola_rules::{Bitboard, CastlingStyle, Color, Position, Square, attacks};

/// Boards with pieces here and there.
const OCCUPIED: [u64; 4] = [0, 0xffff_0000_0000_ffff, 0x0042_1800_2410_8142, 0x8100_2400_0018_0081];

/// Positions from games, with pins, checks and promotions.
const POSITIONS: [&str; 4] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
];

#[test]
fn e01_knights_on_the_rim() {
    use mine::e01_knights_on_the_rim::knight_bonus;
    for (square, bonus) in
        [(0, -40), (7, -40), (24, -40), (63, -40), (9, -10), (53, -10), (18, 10), (27, 20), (36, 20)]
    {
        assert_eq!(knight_bonus(square), bonus, "the bonus of square {square}");
    }
}

#[test]
fn e02_names_of_squares() {
    use mine::e02_names_of_squares::name;
    for (square, expected) in [(0, "a1"), (1, "b1"), (8, "a2"), (28, "e4"), (63, "h8")] {
        assert_eq!(name(square), expected, "the name of square {square}");
    }
}

#[test]
fn e03_reading_squares() {
    use mine::e03_reading_squares::square;
    for (text, expected) in [
        ("a1", Some(0)),
        ("e4", Some(28)),
        ("h8", Some(63)),
        ("i1", None),
        ("a9", None),
        ("", None),
        ("e", None),
        ("e44", None),
        ("é4", None),
    ] {
        assert_eq!(square(text), expected, "the square {text:?}");
    }
}

#[test]
fn e04_the_turning_board() {
    use mine::e04_the_turning_board::turned;
    let mut board = [0; 64];
    (board[0], board[12], board[60]) = (4, 1, -6);
    let other = turned(board);
    assert_eq!((other[63], other[51], other[3]), (-4, -1, 6), "a rook on a1 is the opponent's rook on h8");
    assert_eq!(turned(other), board, "turning twice changes nothing");
}

#[test]
fn e05_the_padded_board() {
    use mine::e05_the_padded_board::{on_board, padded};
    for (square, expected) in [(0, 91), (7, 98), (56, 21), (63, 28), (28, 65)] {
        assert_eq!(padded(square), expected, "square {square}");
    }
    assert_eq!((0..120).filter(|&square| on_board(square)).count(), 64, "how many squares are on the board");
    assert!((0..64).all(|square| on_board(padded(square))), "every square is on the board");
}

#[test]
fn e06_knight_jumps() {
    use mine::e06_knight_jumps::knight_attacks;
    for square in Square::ALL {
        assert_eq!(knight_attacks(square as usize), attacks::knight(square).bits(), "a knight on {square}");
    }
}

#[test]
fn e07_squares_of_a_set() {
    use mine::e07_squares_of_a_set::squares;
    assert_eq!(squares(0), [] as [usize; 0], "the empty set");
    assert_eq!(squares(1 << 63 | 1 << 28 | 1), [0, 28, 63], "a1, e4 and h8");
    assert_eq!(squares(u64::MAX).len(), 64, "the whole board");
}

#[test]
fn e08_sliding_rooks() {
    use mine::e08_sliding_rooks::rook_attacks;
    for square in Square::ALL {
        for occupied in OCCUPIED {
            let expected = attacks::rook(square, Bitboard::new(occupied)).bits();
            assert_eq!(
                rook_attacks(square as usize, occupied),
                expected,
                "a rook on {square}, pieces on {occupied:#x}"
            );
        }
    }
}

#[test]
fn e09_bishops_and_queens() {
    use mine::e09_bishops_and_queens::{bishop_attacks, queen_attacks};
    for square in Square::ALL {
        for occupied in OCCUPIED {
            let pieces = Bitboard::new(occupied);
            let (bishop, queen) =
                (attacks::bishop(square, pieces).bits(), attacks::queen(square, pieces).bits());
            assert_eq!(
                bishop_attacks(square as usize, occupied),
                bishop,
                "a bishop on {square}, pieces on {occupied:#x}"
            );
            assert_eq!(
                queen_attacks(square as usize, occupied),
                queen,
                "a queen on {square}, pieces on {occupied:#x}"
            );
        }
    }
}

#[test]
fn e10_pawns_that_push() {
    use mine::e10_pawns_that_push::pushes;
    let set = |names: &[&str]| {
        names.iter().map(|name| Square::from_str(name).unwrap().bitboard().bits()).sum::<u64>()
    };
    assert_eq!(pushes(set(&["e2"]), u64::MAX), set(&["e3", "e4"]), "e2 on an empty board");
    assert_eq!(pushes(set(&["e3"]), u64::MAX), set(&["e4"]), "only one step from e3");
    assert_eq!(pushes(set(&["e2"]), !set(&["e3"])), 0, "no jump over e3");
    assert_eq!(pushes(set(&["e2", "a7"]), !set(&["e4"])), set(&["e3", "a8"]), "e4 is taken, a8 is free");
}

#[test]
fn e11_pawns_that_take() {
    use mine::e11_pawns_that_take::captures;
    for square in Square::ALL.into_iter().take(56) {
        let expected = attacks::pawn(Color::White, square).bits();
        assert_eq!(captures(1 << square as usize, u64::MAX), expected, "a pawn on {square}");
        assert_eq!(captures(1 << square as usize, 0), 0, "there is nobody to take");
    }
}

#[test]
fn e12_promotions() {
    use mine::e12_promotions::pawn_moves;
    assert_eq!(pawn_moves(12, 28), ["e2e4"], "a plain move");
    let mut moves = pawn_moves(52, 61);
    moves.sort();
    assert_eq!(moves, ["e7f8b", "e7f8n", "e7f8q", "e7f8r"], "a capture that promotes");
}

#[test]
fn e13_who_is_in_check() {
    use mine::e13_who_is_in_check::attacked;
    let mut checks = 0;
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        for m in position.legal_moves() {
            let mut next = position;
            next.play_unchecked(m);
            let turn = next.turn();
            assert_eq!(
                attacked(&next, next.king(turn), !turn),
                next.is_check(),
                "is the king attacked in {next}?"
            );
            checks += u32::from(next.is_check());
        }
    }
    assert!(checks > 0, "there are checks among the positions");
}

#[test]
fn e14_counting_positions() {
    use mine::e14_counting_positions::perft;
    let start = Position::start();
    for (depth, expected) in [(0, 1), (1, 20), (2, 400), (3, 8902)] {
        assert_eq!(perft(&start, depth), expected, "positions after {depth} plies");
    }
}

#[test]
fn e15_mate_or_stalemate() {
    use mine::e15_mate_or_stalemate::{Ending, ending};
    for (fen, expected) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Ending::Stalemate),
        ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Ending::Checkmate),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Ending::GoesOn),
    ] {
        assert_eq!(ending(&fen.parse().unwrap()), expected, "{fen}");
    }
}

#[test]
fn e16_counting_material() {
    use mine::e16_counting_material::material;
    for (fen, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", 600),
        ("4k3/8/8/8/8/8/P7/R3K3 b - - 0 1", -600),
        ("q3k3/8/8/8/8/8/8/NB2K3 w - - 0 1", -250),
    ] {
        assert_eq!(material(&fen.parse().unwrap()), expected, "{fen}");
    }
}

#[test]
fn e17_an_evaluation() {
    use mine::e17_an_evaluation::evaluate;
    for (fen, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", -16),
        ("4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", 340),
        ("4k3/8/8/8/8/8/4p3/n3K3 w - - 0 1", -420),
    ] {
        assert_eq!(evaluate(&fen.parse().unwrap()), expected, "{fen}");
    }
}

#[test]
fn e18_middlegame_and_endgame() {
    use mine::e18_middlegame_and_endgame::blend;
    for (phase, expected) in [(24, 100), (0, -20), (12, 40), (6, 10), (30, 100)] {
        assert_eq!(blend(100, -20, phase), expected, "100 and -20 mixed by {phase}");
    }
}

#[test]
fn e19_looking_ahead() {
    use mine::e19_looking_ahead::negamax;
    for (fen, depth, expected) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 30_000),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, 0),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 1, 124),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 50),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2, 0),
    ] {
        assert_eq!(negamax(&fen.parse().unwrap(), depth), expected, "{fen} at depth {depth}");
    }
}

#[test]
fn e20_the_shorter_mate() {
    use mine::e20_the_shorter_mate::{mate_in, mated};
    assert!(mated(4) > mated(2), "later is better for whoever is mated");
    for (score, moves) in [
        (29_999, Some(1)),
        (29_997, Some(2)),
        (-29_998, Some(-1)),
        (-29_996, Some(-2)),
        (900, None),
        (-28_000, None),
    ] {
        assert_eq!(mate_in(score), moves, "the score {score}");
    }
    assert_eq!(mate_in(-mated(3)), Some(2), "mated on the third ply is mate in two");
}

#[test]
fn e21_alpha_and_beta() {
    use mine::e21_alpha_and_beta::alpha_beta;
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        let mut nodes = 0;
        let found = alpha_beta(&position, -31_000, 31_000, 2, 0, &mut nodes);
        assert_eq!(found, e19_looking_ahead::negamax(&position, 2), "the value of {fen}");
        let all = 1 + position.legal_moves().len() as u64 + e14_counting_positions::perft(&position, 2);
        assert!(nodes > 10 && 4 * nodes < 3 * all, "{nodes} nodes of {all} in {fen}");
    }
    let (mut nodes, mate): (u64, Position) = (0, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap());
    assert_eq!(alpha_beta(&mate, -31_000, 31_000, 3, 0, &mut nodes), 29_999, "mate in one is the best mate");
}

#[test]
fn e22_good_moves_first() {
    use mine::e22_good_moves_first::ordered;
    let position: Position = "4k3/8/8/3q1r2/4P3/8/3R4/3QK3 w - - 0 1".parse().unwrap();
    let names: Vec<String> = ordered(&position).iter().map(|&m| position.san(m).to_string()).collect();
    assert_eq!(names[..3], ["exd5", "Rxd5", "exf5"], "the first moves of {position}");
    assert_eq!(names.len(), position.legal_moves().len(), "no move is lost");
}

#[test]
fn e23_quiet_at_last() {
    use mine::e23_quiet_at_last::quiesce;
    let mut nodes = 0;
    let guarded: Position = "4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1".parse().unwrap();
    assert_eq!(
        quiesce(&guarded, -31_000, 31_000, &mut nodes),
        e17_an_evaluation::evaluate(&guarded),
        "a guarded pawn is left alone"
    );
    let hanging: Position = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
    assert_eq!(quiesce(&hanging, -31_000, 31_000, &mut nodes), 124, "a hanging queen is taken");
    assert!(nodes > 3, "captures are looked at");
}

#[test]
fn e24_remembering_positions() {
    use mine::e24_remembering_positions::{Known, Table};
    let mut table = Table { slots: vec![None; 8] };
    let deep = Known { key: 3, depth: 5, score: 40 };
    table.put(deep);
    assert_eq!(table.get(3, 5), Some(deep), "what was put is found");
    assert_eq!(table.get(3, 6), None, "not deep enough");
    assert_eq!(table.get(11, 1), None, "another position in the same slot");
    table.put(Known { depth: 2, score: 0, ..deep });
    assert_eq!(table.get(3, 1), Some(deep), "the deeper entry stays");
    table.put(Known { key: 11, depth: 1, score: 7 });
    assert_eq!(table.get(3, 1), None, "another position takes the slot");
    let mut none = Table { slots: Vec::new() };
    none.put(deep);
    assert_eq!(none.get(3, 0), None, "a table of no slots");
}

#[test]
fn e25_seen_before() {
    use mine::e25_seen_before::repeats;
    let past = [9, 1, 2, 3, 4];
    assert!(repeats(1, &past, 4), "four plies ago");
    assert!(!repeats(5, &past, 4), "never");
    assert!(!repeats(9, &past, 4), "before a capture");
    assert!(!repeats(1, &past, 100) || repeats(9, &past, 100), "more halfmoves than keys");
    assert!(repeats(9, &past, 100), "five plies ago");
}

#[test]
fn e26_all_together() {
    use mine::e26_all_together::search;
    let all = (-31_000, 31_000);
    let (mut nodes, mut past) = (0, Vec::new());
    for (fen, depth, expected) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3, 29_999),
        ("4k3/8/4K3/8/8/8/8/7R w - - 0 1", 3, 29_999),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 4, 29_997),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2, 0),
    ] {
        assert_eq!(
            search(&fen.parse().unwrap(), &mut past, all, depth, 0, &mut nodes),
            expected,
            "{fen} at depth {depth}"
        );
        assert!(past.is_empty(), "the past is as long afterwards as before");
    }
    // A rook down, White repeats the position: the queen checks again and again on e8 and h5.
    let perpetual: Position = "6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1".parse().unwrap();
    assert_eq!(search(&perpetual, &mut past, all, 5, 0, &mut nodes), 0, "perpetual check is a draw");
}

#[test]
fn e27_deeper_and_deeper() {
    use mine::e27_deeper_and_deeper::best_move;
    for (fen, expected) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"),
    ] {
        let position: Position = fen.parse().unwrap();
        let found = best_move(&position, &[], 5_000).map(|m| m.uci(CastlingStyle::Standard).to_string());
        assert_eq!(found.as_deref(), Some(expected), "{fen}");
    }
    let start = Position::start();
    assert!(best_move(&start, &[], 0).is_some_and(|m| start.is_legal(m)), "a legal move without any node");
    assert_eq!(
        best_move(&"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap(), &[], 100),
        None,
        "no move in a stalemate"
    );
}

#[test]
fn e28_a_share_of_the_clock() {
    use mine::e28_a_share_of_the_clock::nodes_for;
    for (left, increment, expected) in
        [(40_000, 0, 20_000), (40_000, 500, 30_000), (300, 5_000, 2_000), (0, 0, 1)]
    {
        assert_eq!(nodes_for(left, increment), expected, "{left} ms left, {increment} ms a move");
    }
    assert!(nodes_for(u64::MAX, u64::MAX) > 0, "numbers may be as large as they like");
}

#[test]
fn e29_speaking_uci() {
    use mine::e29_speaking_uci::{Game, respond};
    let mut game = Game { position: Position::start(), past: Vec::new() };
    assert_eq!(respond(&mut game, "uci").as_deref(), Some("id name mine\nuciok"), "uci");
    assert_eq!(respond(&mut game, "isready").as_deref(), Some("readyok"), "isready");
    assert_eq!(respond(&mut game, "position startpos moves f2f3 e7e5 g2g4"), None, "position");
    assert_eq!(game.past.len(), 3, "three positions came before");
    assert_eq!(respond(&mut game, "go nodes 2000").as_deref(), Some("bestmove d8h4"), "mate in one");
    respond(&mut game, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(
        respond(&mut game, "go wtime 500 btime 500 winc 0 binc 0").as_deref(),
        Some("bestmove a1a8"),
        "on the clock"
    );
    for line in ["", "what", "position", "position fen x", "position startpos moves e2e5", "stop"] {
        assert_eq!(respond(&mut game, line), None, "{line:?}");
    }
}

#[test]
fn e30_what_games_prove() {
    use mine::e30_what_games_prove::{elo, proves};
    for (score, expected) in [(0.5, 0.0), (0.75, 190.8), (0.25, -190.8), (0.55, 34.9)] {
        assert!((elo(score) - expected).abs() < 0.1, "{score} is {expected} Elo, not {}", elo(score));
    }
    for (wins, draws, losses, expected) in
        [(55, 0, 45, false), (550, 0, 450, true), (30, 60, 10, true), (0, 0, 0, false), (10, 0, 20, false)]
    {
        assert_eq!(proves(wins, draws, losses), expected, "+{wins} ={draws} -{losses}");
    }
}

#[test]
fn e31_a_step_of_your_own() {
    use mine::e31_a_step_of_your_own::search;
    let all = (-31_000, 31_000);
    let (mut before, mut after) = (0, 0);
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        e26_all_together::search(&position, &mut Vec::new(), all, 5, 0, &mut before);
        search(&position, &mut Vec::new(), all, 5, 0, true, &mut after);
    }
    assert!(after > 500 && after < before, "{after} nodes instead of {before}");
    for (fen, expected) in
        [("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 29_999), ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 29_997)]
    {
        let found = search(&fen.parse().unwrap(), &mut Vec::new(), all, 4, 0, true, &mut after);
        assert_eq!(found, expected, "{fen}");
    }
}
