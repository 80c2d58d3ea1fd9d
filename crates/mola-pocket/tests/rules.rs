//! The rules of chess: known counts, and the words for what happens.

use mola_pocket::{MoveError, Outcome, Position, SetupError};

fn fen(text: &str) -> Position {
    Position::from_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn perft(position: &Position, depth: u32) -> u64 {
    let mut nodes = 0;
    position.for_each_legal(|_, next| nodes += if depth == 1 { 1 } else { perft(next, depth - 1) });
    nodes
}

/// Plays moves and gives back the last position and the keys of those before it.
fn line(start: Position, moves: &str) -> (Position, Vec<u64>) {
    let (mut position, mut past) = (start, Vec::new());
    for text in moves.split_whitespace() {
        let chosen = position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        past.push(position.key());
        position = position.play(chosen).unwrap();
    }
    (position, past)
}

#[test]
fn perft_counts_are_the_known_ones() {
    for (text, depth, nodes) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
    ] {
        assert_eq!(perft(&fen(text), depth), nodes, "{text}");
    }
    assert_eq!(fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Position::START);
}

#[test]
fn the_mirrored_game_has_as_many_moves() {
    let mirrored =
        Position::from_board64(b"rnbkqbnrpppppppp................................PPPPPPPPRNBKQBNR").unwrap();
    assert_eq!(perft(&mirrored, 4), 197_281);
    // Kiwipete in the mirror: castling on both sides, en passant and pins.
    let kiwipete =
        Position::from_board64(b"r..k...r.bpqpp.p.pnp..nb...NP......P..p.p.Q..N..PPPBBPPPR..K...R").unwrap();
    assert_eq!(perft(&kiwipete, 3), 97_862);
}

#[test]
fn the_king_castles_two_squares_on_either_side_of_the_mirrored_board() {
    let board =
        Position::from_board64(b"r..k...r................................................R..K...R").unwrap();
    let short = board.play(board.parse_move("d1b1").unwrap()).unwrap();
    assert_eq!(&short.board64()[56..], b".KR....R");
    let long = board.play(board.parse_move("d1f1").unwrap()).unwrap();
    assert_eq!(&long.board64()[56..], b"R...RK..");
    let black = short.play(short.parse_move("d8f8").unwrap()).unwrap();
    assert_eq!(&black.board64()[..8], b"r...rk..");
}

#[test]
fn castling_out_of_through_or_into_check_is_illegal() {
    for square in ["e2", "f2", "g2"] {
        let file = square.as_bytes()[0];
        let empty = |count: u8| if count == 0 { String::new() } else { count.to_string() };
        let rooks = format!("{}r{}", empty(file - b'a'), empty(b'h' - file));
        let position = fen(&format!("4k3/8/8/8/8/{rooks}/8/4K2R w K - 0 1"));
        assert_eq!(position.parse_move("e1g1"), Err(MoveError::Illegal), "{square}");
    }
    assert!(fen("4k3/8/8/8/8/7r/8/4K2R w K - 0 1").parse_move("e1g1").is_ok());
}

#[test]
fn a_pawn_promotes_to_any_piece_and_to_a_queen_by_default() {
    let position = fen("8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
    for (text, letter) in [("e7e8", b'Q'), ("e7e8q", b'Q'), ("e7e8r", b'R'), ("e7e8b", b'B'), ("e7e8n", b'N')]
    {
        let chosen = position.parse_move(text).unwrap();
        assert_eq!(position.play(chosen).unwrap().board64()[4], letter);
    }
    assert_eq!(position.parse_move("e7e8k"), Err(MoveError::Unreadable));
    assert_eq!(position.parse_move("e1d1q"), Err(MoveError::Illegal));
    assert_eq!(position.move_text(position.parse_move("e7e8").unwrap()).to_string(), "e7e8q");
}

#[test]
fn a_check_is_seen_and_a_mate_leaves_no_move() {
    for (moves, check, goes_on) in [
        ("f2f3 e7e5 g2g4 d8h4", true, false),
        ("f2f3 e7e5 g2g4 d8e7", false, true),
        ("e2e4 d7d5 f1b5", true, true),
    ] {
        let (position, _) = line(Position::START, moves);
        assert_eq!((position.in_check(), position.has_legal_move()), (check, goes_on), "{moves}");
    }
}

#[test]
fn every_ending_has_its_name() {
    let (mated, past) = line(Position::START, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(mated.outcome(&past), Some(Outcome::Checkmate));
    assert_eq!(fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome(&[]), Some(Outcome::Stalemate));
    assert_eq!(fen("7k/8/6K1/8/8/8/8/8 b - - 0 1").outcome(&[]), Some(Outcome::DeadPosition));
    assert_eq!(fen("7k/8/6K1/8/8/8/8/N7 b - - 0 1").outcome(&[]), Some(Outcome::DeadPosition));
    assert_eq!(fen("7k/8/6K1/8/8/8/P7/8 b - - 0 1").outcome(&[]), None);
    assert_eq!(fen("7k/8/6K1/8/8/8/8/R7 b - - 100 90").outcome(&[]), Some(Outcome::FiftyMoves));
    assert_eq!(fen("7k/8/6K1/8/8/8/8/R7 b - - 99 90").outcome(&[]), None);
    // Mate on the hundredth quiet ply is still mate.
    assert_eq!(fen("R6k/8/6K1/8/8/8/8/8 b - - 100 90").outcome(&[]), Some(Outcome::Checkmate));
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_second_is_not() {
    let once = "g1f3 g8f6 f3g1 f6g8 ";
    let (second, past) = line(Position::START, once);
    assert_eq!(second.outcome(&past), None);
    let (third, past) = line(Position::START, &once.repeat(2));
    assert_eq!(third.outcome(&past), Some(Outcome::Repetition));
}

#[test]
fn a_right_that_cannot_be_used_does_not_distinguish_positions() {
    // No black pawn can take on e3, so the position after e2e4 is the one without the right.
    let (jumped, _) = line(Position::START, "e2e4");
    assert_eq!(jumped.key(), fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").key());
    assert_eq!(jumped.key(), fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").key());
}

#[test]
fn bad_positions_are_refused_with_the_reason() {
    for (text, reason) in [
        ("", SetupError::Board),
        ("8/8/8/8/8/8/8/8", SetupError::Board),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", SetupError::Board),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", SetupError::Board),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", SetupError::Board),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", SetupError::Board),
        ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", SetupError::Board),
        ("4k3/8/8/é/8/8/8/4K3 w - - 0 1", SetupError::Board),
        ("4k3/8/8/x7/8/8/8/4K3 w - - 0 1", SetupError::Board),
        ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", SetupError::Board),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", SetupError::Rights),
        ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", SetupError::Rights),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", SetupError::Rights),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", SetupError::Rights),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", SetupError::Board),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999", SetupError::Board),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", SetupError::Kings),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", SetupError::Kings),
        ("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/k7/7K w - - 0 1", SetupError::TooManyPieces),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", SetupError::PawnOnLastRank),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", SetupError::OpponentInCheck),
    ] {
        assert_eq!(Position::from_fen(text), Err(reason), "{text}");
    }
    assert_eq!(Position::from_board64(&[b'?'; 64]), Err(SetupError::Board));
    assert_eq!(Position::from_board64(&[b' '; 64]), Err(SetupError::Kings));
    assert_eq!(Position::from_board64(&[b'Q'; 64]), Err(SetupError::TooManyPieces));
    assert_eq!(Position::from_board64(&[0xff; 64]), Err(SetupError::Board));
}

#[test]
fn bad_moves_are_refused_with_the_reason() {
    for text in ["", "e2", "e2e", "e2e9", "i2i4", "e2e4e5", "é2e4", "e2e4x", "♞♞♞♞", "0000"] {
        assert_eq!(Position::START.parse_move(text), Err(MoveError::Unreadable), "{text}");
    }
    for text in ["e2e5", "e1g1", "e7e5", "e4e5", "a1a1", "e2e4q", "b1d2"] {
        assert_eq!(Position::START.parse_move(text), Err(MoveError::Illegal), "{text}");
    }
}

#[test]
fn random_bytes_never_panic() {
    let mut state = 1_u64;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as u8
    };
    let alphabet = b"rnbqkpRNBQKP12345678/// wb-KQkqe36 0.";
    for _ in 0..20_000 {
        let length = usize::from(byte() % 80);
        let text: String =
            (0..length).map(|_| char::from(alphabet[usize::from(byte()) % alphabet.len()])).collect();
        let _ = Position::from_fen(&text);
        let _ = Position::START.parse_move(&text);
        let board: [u8; 64] = std::array::from_fn(|_| {
            b"rnbqkpRNBQKP....................................."[usize::from(byte()) % 48]
        });
        if let Ok(position) = Position::from_board64(&board) {
            position.for_each_legal(|_, next| assert_ne!(next.outcome(&[]), Some(Outcome::Repetition)));
        }
    }
}
