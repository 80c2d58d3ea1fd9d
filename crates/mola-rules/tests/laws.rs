//! The laws of chess, one claim at a time.

use mola_rules::{
    Color, DrawReason, File, Move, MoveKind, Outcome, Piece, Position, Rank, Role, Square, WinReason,
};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Whether the move that is written by its squares can be played.
fn allows(fen: &str, text: &str) -> bool {
    position(fen).parse_uci(text).is_ok()
}

/// Whether castling with the rook on that square can be played.
fn castles(fen: &str, rook: Square) -> bool {
    let position = position(fen);
    let castle = Move::new(MoveKind::Castle, position.king(position.turn()), rook).unwrap();
    assert_eq!(position.is_legal(castle), position.legal_moves().contains(&castle), "{fen}");
    position.is_legal(castle)
}

/// The position after some moves, written as players do.
fn after(fen: &str, moves: &[&str]) -> Position {
    play(fen, moves).0
}

/// The position after some moves, and the keys of all positions before it.
fn play(fen: &str, moves: &[&str]) -> (Position, Vec<u64>) {
    let mut position = position(fen);
    let mut past = Vec::new();
    for text in moves {
        let m = position.parse_san(text).unwrap_or_else(|error| panic!("{position}: {error}"));
        past.push(position.key());
        position.play(m).unwrap_or_else(|error| panic!("{position}: {error}"));
    }
    (position, past)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn clocks_stop_at_their_end() {
    let end = after("4k3/8/8/8/8/8/8/4K3 b - - 65535 4294967295", &["Kd8", "Kd1"]);
    assert_eq!(end.to_string(), "3k4/8/8/8/8/8/8/3K4 b - - 65535 4294967295");
}

mod castling {
    use super::*;

    #[test]
    fn castling_moves_the_king_two_squares_and_the_rook_over_it() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(after(fen, &["O-O"]).to_string(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
        assert_eq!(after(fen, &["O-O-O"]).to_string(), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
        assert_eq!(after(fen, &["Kf1", "O-O"]).to_string(), "r4rk1/8/8/8/8/8/8/R4K1R w - - 2 2");
        assert_eq!(after(fen, &["Kd1", "O-O-O"]).to_string(), "2kr3r/8/8/8/8/8/8/R2K3R w - - 2 2");
    }

    #[test]
    fn castling_out_of_check_is_illegal() {
        let fen = "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert!(!castles(fen, Square::A1) && !castles(fen, Square::H1));
        let by_knight = "6k1/8/8/8/8/5n2/8/R3K2R w KQ - 0 1";
        assert!(!castles(by_knight, Square::A1) && !castles(by_knight, Square::H1));
        let by_pawn = "6k1/8/8/8/8/8/3p4/R3K2R w KQ - 0 1";
        assert!(!castles(by_pawn, Square::A1) && !castles(by_pawn, Square::H1));
    }

    #[test]
    fn castling_through_an_attacked_square_is_illegal() {
        let on_f1 = "5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert!(!castles(on_f1, Square::H1) && castles(on_f1, Square::A1));
        let on_d1 = "3r2k1/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert!(castles(on_d1, Square::H1) && !castles(on_d1, Square::A1));
        let by_pawn = "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1";
        assert!(!castles(by_pawn, Square::H1));
        let by_king = "8/8/8/8/8/8/2k5/R3K2R w KQ - 0 1";
        assert!(!castles(by_king, Square::A1) && castles(by_king, Square::H1));
    }

    #[test]
    fn castling_into_check_is_illegal() {
        let on_g1 = "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert!(!castles(on_g1, Square::H1) && castles(on_g1, Square::A1));
        let on_c1 = "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert!(castles(on_c1, Square::H1) && !castles(on_c1, Square::A1));
    }

    #[test]
    fn an_attacked_rook_may_castle_and_pass_an_attacked_square() {
        let on_rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert!(castles(on_rooks, Square::A1) && castles(on_rooks, Square::H1));
        let on_b1 = "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert!(castles(on_b1, Square::A1));
    }

    #[test]
    fn castling_over_pieces_is_illegal_whoever_they_belong_to() {
        for blocker in [Square::F1, Square::G1, Square::B1, Square::C1, Square::D1] {
            for color in Color::ALL {
                let mut setup = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").setup();
                // A knight on none of these squares gives check or attacks the king's way.
                setup.board.put(blocker, Role::Knight.of(color));
                let fen = setup.to_string();
                let short = blocker.file() > File::E;
                let rook = if short { Square::H1 } else { Square::A1 };
                assert!(!castles(&fen, rook), "{fen}");
            }
        }
    }

    #[test]
    fn castling_without_the_right_is_illegal() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1";
        assert!(!castles(fen, Square::A1) && !castles(fen, Square::H1));
        let one_side = "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1";
        assert!(castles(one_side, Square::A1) && !castles(one_side, Square::H1));
    }

    #[test]
    fn a_king_that_moved_and_came_back_does_not_castle() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let back = after(fen, &["Ke2", "Ke7", "Ke1", "Ke8"]);
        assert!(back.castling().is_empty());
        assert!(back.parse_san("O-O").is_err() && back.parse_san("O-O-O").is_err());
    }

    #[test]
    fn a_rook_that_moved_and_came_back_does_not_castle_but_the_other_does() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let back = after(fen, &["Rh2", "Ra7", "Rh1", "Ra8"]);
        assert_eq!(back.to_string(), "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3");
        assert!(back.parse_san("O-O").is_err() && back.parse_san("O-O-O").is_ok());
    }

    #[test]
    fn the_right_goes_with_a_captured_rook_even_if_another_takes_its_place() {
        let captured = after("4k2r/8/8/8/8/6n1/8/R3K1RR b KQk - 0 1", &["Nxh1", "Rxh1"]);
        assert_eq!(captured.castling().rooks(), Square::A1.bitboard() | Square::H8.bitboard());
        assert_eq!(captured.piece_at(Square::H1), Some(Role::Rook.of(Color::White)));
    }

    #[test]
    fn a_rook_that_captures_a_rook_takes_both_rights() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(after(fen, &["Rxa8+"]).to_string(), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    }

    #[test]
    fn a_promotion_on_the_corner_takes_the_right() {
        let fen = "r3k2r/6P1/8/8/8/8/8/4K3 w kq - 0 1";
        assert_eq!(after(fen, &["gxh8=N"]).to_string(), "r3k2N/8/8/8/8/8/8/4K3 b q - 0 1");
    }

    #[test]
    fn castling_is_written_as_the_king_going_two_squares_or_taking_its_rook() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = position(fen);
        assert_eq!(position.parse_uci("e1g1"), position.parse_uci("e1h1"));
        assert_eq!(position.parse_uci("e1c1"), position.parse_uci("e1a1"));
        assert!(position.parse_uci("e1b1").is_err());
    }

    #[test]
    fn in_chess960_king_and_rook_go_where_they_always_go() {
        let target = |fen: &str, san: &str| {
            let position = after(fen, &[san]);
            let piece = |file| position.piece_at(Square::at(file, Rank::First));
            File::ALL.map(|file| piece(file).map_or('.', Piece::letter)).iter().collect::<String>()
        };
        assert_eq!(target("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "O-O-O"), "..KR....");
        assert_eq!(target("4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "O-O"), ".....RK.");
        assert_eq!(target("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O"), ".....RK.");
        assert_eq!(target("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O"), ".....RK.");
        assert_eq!(target("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "O-O-O"), "..KR....");
        assert_eq!(target("4k3/8/8/8/8/8/8/R5K1 w A - 0 1", "O-O-O"), "..KR....");
        assert_eq!(target("2k5/8/8/8/8/8/8/4RK2 w E - 0 1", "O-O-O"), "..KR....");
    }

    #[test]
    fn in_chess960_a_rook_that_shields_its_king_on_the_rank_cannot_castle() {
        assert!(!castles("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", Square::B1));
        assert!(!castles("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", Square::B1));
        assert!(!castles("4k3/8/8/8/8/8/8/5KRr w G - 0 1", Square::G1));
        assert!(castles("4k3/8/8/8/8/8/8/bRK5 w B - 0 1", Square::B1), "a bishop pins nothing there");
    }

    #[test]
    fn in_chess960_the_way_of_the_rook_must_be_free_too() {
        assert!(!castles("4k3/8/8/8/8/8/8/RNK5 w A - 0 1", Square::A1), "the rook cannot pass b1");
        assert!(!castles("4k3/8/8/8/8/8/8/1KB4R w H - 0 1", Square::H1), "the king cannot pass c1");
        assert!(castles("4k3/8/8/8/8/8/8/NRK5 w B - 0 1", Square::B1), "a1 is in nobody's way");
    }

    #[test]
    fn in_chess960_only_the_way_of_the_king_must_not_be_attacked() {
        assert!(castles("1r2k3/8/8/8/8/8/8/R2K4 w A - 0 1", Square::A1));
        assert!(!castles("2r1k3/8/8/8/8/8/8/R4K2 w A - 0 1", Square::A1));
        assert!(castles("7r/4k3/8/8/8/8/8/1K5R w H - 0 1", Square::H1));
    }

    #[test]
    fn in_chess960_a_king_beside_its_castling_square_may_step_there_or_castle() {
        let position = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        let step = position.parse_uci("f1g1").unwrap();
        let castle = position.parse_uci("f1h1").unwrap();
        assert_eq!((step.kind(), castle.kind()), (MoveKind::King, MoveKind::Castle));
        assert_eq!(position.san(step).as_str(), "Kg1");
        assert_eq!(position.san(castle).as_str(), "O-O");
    }
}

mod chess960 {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_960_starts_and_each_keeps_the_rules() {
        let mut seen = HashSet::new();
        for number in 0..960 {
            let position = Position::chess960(number);
            let of = |role: Role| position.pieces(role.of(Color::White));
            let king = position.king(Color::White);
            let (west, east) = (of(Role::Rook).first().unwrap(), of(Role::Rook).last().unwrap());
            assert!(west < king && king < east, "{position}: the king stands between the rooks");
            let (one, other) = (of(Role::Bishop).first().unwrap(), of(Role::Bishop).last().unwrap());
            assert_ne!(one.is_light(), other.is_light(), "{position}: bishops on both colors");
            assert_eq!(position.castling().rooks().count(), 4, "{position}");
            assert_eq!(position.occupied().count(), 32, "{position}");
            for square in of(Role::Knight) | of(Role::Queen) | of(Role::King) {
                let mirrored = position.piece_at(square.flip()).map(|piece| (piece.color, piece.role));
                assert_eq!(mirrored, position.role_at(square).map(|role| (Color::Black, role)), "{position}");
            }
            assert_eq!(position.to_string().parse(), Ok(position));
            seen.insert(position.to_string());
        }
        assert_eq!(seen.len(), 960);
        assert_eq!(Position::chess960(960), Position::chess960(0));
    }

    #[test]
    fn the_numbers_are_those_of_the_usual_scheme() {
        let back_rank = |number| Position::chess960(number).to_string()[..8].to_owned();
        assert_eq!(back_rank(0), "bbqnnrkr");
        assert_eq!(back_rank(1), "bqnbnrkr");
        assert_eq!(back_rank(518), "rnbqkbnr");
        assert_eq!(back_rank(534), "rnbkqbnr");
        assert_eq!(back_rank(959), "rkrnnqbb");
    }
}

mod en_passant {
    use super::*;

    #[test]
    fn a_pawn_that_went_two_steps_can_be_captured_on_the_square_it_passed() {
        let captured = after("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", &["d5", "exd6"]);
        assert_eq!(captured.to_string(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
        let captured = after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &["e4", "dxe3"]);
        assert_eq!(captured.to_string(), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
    }

    #[test]
    fn the_right_lasts_for_one_move() {
        let late = after("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", &["d5", "Kd1", "Kd8"]);
        assert!(late.parse_san("exd6").is_err());
        assert_eq!(late.en_passant(), None);
    }

    #[test]
    fn a_pawn_that_went_one_step_cannot_be_captured_so() {
        let single = after("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", &["d5"]);
        assert_eq!(single.en_passant(), None);
        assert!(single.parse_san("exd6").is_err());
    }

    #[test]
    fn only_pawns_capture_en_passant() {
        let fen = "4k3/8/8/3pPN2/8/8/8/4K3 w - d6 0 1";
        let knight = position(fen).parse_san("Nd6").unwrap();
        assert!(!position(fen).is_capture(knight));
        assert_eq!(after(fen, &["Nd6+"]).to_string(), "4k3/8/3N4/3pP3/8/8/8/4K3 b - - 1 1");
    }

    #[test]
    fn two_pawns_may_both_have_the_right() {
        let fen = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
        assert!(allows(fen, "c5d6") && allows(fen, "e5d6"));
    }

    #[test]
    fn the_edge_of_the_board_is_an_edge() {
        assert!(!allows("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "h5a6"));
        assert!(!allows("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h6"));
        assert!(allows("4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "b5a6"));
        assert!(allows("4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1", "g5h6"));
    }

    #[test]
    fn the_rank_can_be_uncovered_by_both_pawns_leaving_it() {
        let famous = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        // Black's pawn on c7 goes two steps, and White's king would stand open to the rook on h5.
        let after_c5 = after(famous, &["Ka4", "c5"]);
        assert_eq!(after_c5.en_passant(), Some(Square::C6), "with the king on a4 it is legal");
        let after_c5 = after("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", &["c5"]);
        assert_eq!(after_c5.en_passant(), None);
        assert!(after_c5.parse_uci("b5c6").is_err());
        // Black's own trouble, on rank 4: White plays e4 or g4 past the pawn on f4.
        let after_e4 = after(famous, &["e4"]);
        assert_eq!(after_e4.en_passant(), None, "the rook on b4 sees the king on h4");
        let after_g4 = after(famous, &["g4"]);
        assert_eq!(after_g4.en_passant(), None, "and the same on the other side");
        assert!(after_e4.parse_uci("f4e3").is_err() && after_g4.parse_uci("f4g3").is_err());
    }

    #[test]
    fn on_the_rank_either_side_and_either_slider_uncovers() {
        for fen in [
            "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
            "4k3/8/8/K2pP2q/8/8/8/8 w - d6 0 1",
            "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1",
            "4k3/8/8/r2Pp2K/8/8/8/8 w - e6 0 1",
            "4K3/8/8/8/k2pP2R/8/8/8 b - e3 0 1",
            "4K3/8/8/8/R2Pp2k/8/8/8 b - d3 0 1",
        ] {
            assert_eq!(position(fen).en_passant(), None, "{fen}");
            assert!(position(fen).legal_moves().iter().all(|m| m.kind() != MoveKind::EnPassant), "{fen}");
        }
    }

    #[test]
    fn on_the_rank_another_piece_between_saves_the_capture() {
        for fen in [
            "4k3/8/8/K1PpP2r/8/8/8/8 w - d6 0 1",
            "4k3/8/8/K1NpP2r/8/8/8/8 w - d6 0 1",
            "4k3/8/8/K2pPn1r/8/8/8/8 w - d6 0 1",
            "4k3/8/8/K2pP2b/8/8/8/8 w - d6 0 1",
        ] {
            assert!(allows(fen, "e5d6"), "{fen}");
        }
    }

    #[test]
    fn a_pawn_pinned_on_its_file_cannot_capture() {
        assert!(!allows("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"));
        assert!(!allows("4K1k1/8/8/3pP3/8/8/8/4r3 w - d6 0 1", "e5d6"));
        assert!(!allows("3k4/8/8/8/3pP3/8/8/3R1K2 b - e3 0 1", "d4e3"));
    }

    #[test]
    fn on_the_file_of_the_captured_pawn_the_capturer_takes_its_place() {
        assert!(allows("3rk3/8/8/3pP3/8/8/8/3K4 w - d6 0 1", "e5d6"));
    }

    #[test]
    fn a_pawn_pinned_on_a_diagonal_captures_along_it_only() {
        assert!(allows("7k/2b5/8/3pP3/8/6K1/8/8 w - d6 0 1", "e5d6"), "towards the bishop");
        assert!(!allows("7k/6b1/8/3pP3/3K4/8/8/8 w - d6 0 1", "e5d6"), "away from it");
        assert!(!allows("7k/8/1b6/2Pp4/3K4/8/8/8 w - d6 0 1", "c5d6"));
        assert!(allows("7k/4b3/8/2Pp4/1K6/8/8/8 w - d6 0 1", "c5d6"));
        assert!(allows("8/8/8/1k6/2pP4/8/8/2K2B2 b - d3 0 1", "c4d3"));
        assert!(!allows("8/8/4k3/8/2pP4/8/B5K1/8 b - d3 0 1", "c4d3"));
    }

    #[test]
    fn of_two_pawns_the_pinned_one_cannot_and_the_other_can() {
        let fen = "k3r3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
        assert!(allows(fen, "c5d6") && !allows(fen, "e5d6"));
        let fen = "4k3/8/1b6/2PpP3/3K4/8/8/8 w - d6 0 1";
        assert!(!allows(fen, "c5d6") && allows(fen, "e5d6"));
    }

    #[test]
    fn a_check_by_the_pawn_that_went_two_steps_can_be_answered_by_capturing_it() {
        let fen = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1";
        assert!(position(fen).is_check());
        assert!(allows(fen, "e4d3"));
    }

    #[test]
    fn a_discovered_check_is_not_answered_by_capturing_the_pawn() {
        // The step from d2 opened the bishop's diagonal from e1 to the king on a5.
        let checked = after("8/8/8/k7/4p3/8/3P4/4B1K1 w - - 0 1", &["d4"]);
        assert!(checked.is_check());
        assert_eq!(checked.en_passant(), None);
        assert!(checked.parse_uci("e4d3").is_err());
    }

    #[test]
    fn capturing_en_passant_may_give_check_and_mate() {
        let check = after("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", &["cxd3"]);
        assert!(check.is_check(), "the bishop on c5 sees f2");
        // The rook mates behind the pawn that leaves its file.
        let mate = after("8/6p1/7k/4B2P/5P2/3B4/8/K6R b - - 0 1", &["g5", "hxg6#"]);
        assert_eq!(mate.outcome(), Some(Outcome::Win(Color::White, WinReason::Checkmate)));
    }
}

mod promotion {
    use super::*;

    #[test]
    fn a_pawn_on_the_last_rank_becomes_one_of_four_pieces() {
        let moves = position("7k/P7/8/8/8/8/8/K7 w - - 0 1").moves_from(Square::A7);
        let mut roles: Vec<_> = moves.iter().map(|m| m.promotion()).collect();
        roles.sort_unstable();
        let expected = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(Some);
        assert_eq!(roles, expected);
    }

    #[test]
    fn a_pawn_does_not_stay_a_pawn_nor_become_a_king() {
        for text in ["a7a8", "a7a8p", "a7a8k"] {
            assert!(!allows("7k/P7/8/8/8/8/8/K7 w - - 0 1", text), "{text}");
        }
    }

    #[test]
    fn promotion_by_capture_goes_both_ways_and_not_straight_on() {
        let fen = "r1r4k/1P6/8/8/8/8/8/6K1 w - - 0 1";
        assert!(allows(fen, "b7a8q") && allows(fen, "b7c8n") && allows(fen, "b7b8r"));
        let blocked = "rnr4k/1P6/8/8/8/8/8/6K1 w - - 0 1";
        assert!(!allows(blocked, "b7b8q") && allows(blocked, "b7a8q"));
    }

    #[test]
    fn both_players_promote() {
        let promoted = after("7k/8/8/8/8/8/p7/7K b - - 5 9", &["a1=R+"]);
        assert_eq!(promoted.to_string(), "7k/8/8/8/8/8/8/r6K w - - 0 10");
    }

    #[test]
    fn a_promotion_may_block_a_check_or_capture_who_gives_it() {
        let fen = "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1";
        assert!(position(fen).is_check());
        assert!(allows(fen, "e7e8q") && allows(fen, "e7f8n"));
    }

    #[test]
    fn a_pinned_pawn_promotes_along_its_pin_only() {
        assert!(!allows("8/2KP1r1k/8/8/8/8/8/8 w - - 0 1", "d7d8q"));
        let diagonal = "4r3/3P4/8/8/8/8/8/K6k w - - 0 1";
        assert!(allows(diagonal, "d7e8q"));
        let pinned = "4b3/3P4/2K5/8/8/8/8/7k w - - 0 1";
        assert!(allows(pinned, "d7e8q") && !allows(pinned, "d7d8q"));
    }

    #[test]
    fn an_underpromotion_can_mate_where_a_queen_cannot() {
        let fen = "7n/5P1k/7p/8/8/8/8/K5R1 w - - 0 1";
        let mate = Some(Outcome::Win(Color::White, WinReason::Checkmate));
        for (san, outcome) in [("f8=N#", mate), ("f8=Q", None), ("f8=R", None), ("f8=B", None)] {
            assert_eq!(after(fen, &[san]).outcome(), outcome, "{san}");
        }
    }
}

mod ends {
    use super::*;

    #[test]
    fn no_move_in_check_is_mate() {
        for (fen, winner) in [
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Color::Black),
            ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Color::White),
            ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", Color::White),
            ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Color::White),
            ("8/8/8/8/8/5k2/6q1/6K1 w - - 0 1", Color::Black),
            ("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", Color::White),
        ] {
            let outcome = position(fen).outcome();
            assert_eq!(outcome, Some(Outcome::Win(winner, WinReason::Checkmate)), "{fen}");
            assert_eq!(outcome.unwrap().winner(), Some(winner));
        }
    }

    #[test]
    fn a_check_that_can_be_blocked_captured_or_fled_is_no_mate() {
        for fen in [
            "R5k1/5pp1/8/8/8/8/8/6K1 b - - 0 1",
            "R5k1/3r1ppp/8/8/8/8/8/6K1 b - - 0 1",
            "R5k1/5ppp/8/3b4/8/8/8/6K1 b - - 0 1",
        ] {
            assert!(position(fen).is_check(), "{fen}");
            assert_eq!(position(fen).outcome(), None, "{fen}");
        }
    }

    #[test]
    fn no_move_without_check_is_stalemate() {
        for fen in [
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "8/8/8/8/8/k7/p7/K7 w - - 0 1",
            "k7/P7/K7/8/8/8/8/8 b - - 0 1",
            "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10",
        ] {
            assert!(!position(fen).is_check(), "{fen}");
            assert_eq!(position(fen).outcome(), Some(Outcome::Draw(DrawReason::Stalemate)), "{fen}");
        }
    }

    #[test]
    fn a_pinned_piece_that_cannot_move_does_not_save_from_stalemate() {
        let fen = "k7/b7/8/8/8/8/8/R3K3 b - - 0 1";
        assert_eq!(position(fen).outcome(), None, "here the king still has moves");
        let fen = "kn5R/8/1K6/8/8/8/8/8 b - - 0 1";
        assert_eq!(position(fen).outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
    }

    #[test]
    fn in_double_check_only_the_king_moves() {
        // The knight could take the bishop and the queen could stand before the rook, but not both.
        let double = position("4k3/8/8/8/4r2b/8/3Q2N1/4K3 w - - 0 1");
        assert_eq!(double.checkers(), Square::E4.bitboard() | Square::H4.bitboard());
        assert!(double.legal_moves().iter().all(|m| m.role() == Role::King));
    }

    #[test]
    fn a_king_does_not_flee_along_the_line_of_the_check() {
        assert!(!allows("4r1k1/8/8/8/8/4K3/8/8 w - - 0 1", "e3e2"));
        assert!(!allows("6k1/8/8/b7/8/8/3K4/8 w - - 0 1", "d2e1"));
        assert!(allows("4r1k1/8/8/8/8/4K3/8/8 w - - 0 1", "e3d2"));
    }

    #[test]
    fn a_king_does_not_capture_what_is_protected_nor_touch_the_other_king() {
        assert!(!allows("4k3/8/8/8/7b/8/5q2/4K3 w - - 0 1", "e1f2"));
        assert!(allows("4k3/8/8/8/8/8/5q2/4K3 w - - 0 1", "e1f2"));
        assert!(!allows("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2"));
    }

    #[test]
    fn a_pinned_piece_keeps_to_its_line() {
        let fen = "4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1";
        assert!(allows(fen, "e4e8") && allows(fen, "e4e2") && !allows(fen, "e4d4"));
        assert!(!allows("4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4f6"));
        assert!(!allows("4r1k1/8/8/8/4B3/8/8/4K3 w - - 0 1", "e4d5"));
        let pawn = "4r1k1/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        assert!(allows(pawn, "e4e5") && !allows(pawn, "e4d5"));
    }
}

mod repetition {
    use super::*;

    const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

    #[test]
    fn the_third_occurrence_can_be_claimed_and_the_fifth_ends_the_game() {
        for (rounds, repetitions) in [(1, 1), (2, 2), (3, 3), (4, 4)] {
            let (position, past) = play(START, &SHUFFLE.repeat(rounds));
            assert_eq!(position.repetitions(&past), repetitions);
            let claim = position.claimable_draw(&past);
            assert_eq!(claim, (rounds >= 2).then_some(DrawReason::ThreefoldRepetition), "{rounds}");
            let end = (rounds >= 4).then_some(Outcome::Draw(DrawReason::FivefoldRepetition));
            assert_eq!(position.outcome_after(&past), end, "{rounds}");
        }
    }

    #[test]
    fn the_way_to_the_position_does_not_matter() {
        let (position, past) = play(START, &["Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"]);
        assert_eq!(position.repetitions(&past), 1);
    }

    #[test]
    fn the_same_pieces_with_the_other_player_to_move_are_another_position() {
        let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let (position, past) = play(fen, &["Ra2", "Kd8", "Ra3", "Ke8", "Ra1"]);
        assert_eq!(position.repetitions(&past), 0);
    }

    #[test]
    fn an_en_passant_square_that_cannot_be_used_makes_no_difference() {
        // After e4 no black pawn stands beside it, so what follows repeats the position after e4.
        let (position, past) = play(START, &["e4", "Nf6", "Nf3", "Ng8", "Ng1", "Nf6", "Nf3", "Ng8", "Ng1"]);
        assert_eq!(position.repetitions(&past), 2);
        assert_eq!(position.claimable_draw(&past), Some(DrawReason::ThreefoldRepetition));
    }

    #[test]
    fn an_en_passant_square_that_a_pin_forbids_makes_no_difference() {
        let fen = "8/4p3/8/K2P3r/8/8/8/4k3 b - - 0 1";
        let (position, past) = play(fen, &["e5", "Kb5", "Kd1", "Ka5", "Ke1"]);
        assert_eq!(position.repetitions(&past), 1);
    }

    #[test]
    fn an_en_passant_square_that_can_be_used_makes_another_position() {
        let fen = "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1";
        let (position, past) = play(fen, &["e5", "Kd1", "Kd8", "Ke1", "Ke8"]);
        assert_eq!(position.repetitions(&past), 0, "the right was there the first time only");
        let (position, past) = play(fen, &["e5", "Kd1", "Kd8", "Ke1", "Ke8", "Kd1", "Kd8", "Ke1", "Ke8"]);
        assert_eq!(position.repetitions(&past), 1);
    }

    #[test]
    fn a_castling_right_that_is_lost_makes_another_position() {
        let fen = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1";
        let (position, past) = play(fen, &["Rh2", "Ra7", "Rh1", "Ra8"]);
        assert_eq!(position.repetitions(&past), 0);
        let (position, past) = play(fen, &["Rh2", "Ra7", "Rh1", "Ra8"].repeat(2));
        assert_eq!(position.repetitions(&past), 1);
        let (position, past) = play(fen, &["Rh2", "Ra7", "Rh1", "Ra8"].repeat(3));
        assert_eq!(position.claimable_draw(&past), Some(DrawReason::ThreefoldRepetition));
    }

    #[test]
    fn a_right_that_cannot_be_used_yet_still_counts() {
        // Castling is impossible for the moment, but the right to it is not lost before the rook moves.
        let fen = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1";
        let (before, _) = play(fen, &[]);
        let (after, past) = play(fen, &["Rh2", "Rg7", "Rh1", "Rg8"]);
        assert_ne!(before.key(), after.key());
        assert_eq!(after.repetitions(&past), 0);
    }

    #[test]
    fn nothing_repeats_across_a_capture_or_a_pawn_move() {
        let (position, mut past) = play(START, &SHUFFLE);
        // Keys from before a pawn's move, which the clock says cannot count.
        past.splice(0..0, [position.key(); 8]);
        assert_eq!(position.repetitions(&past), 1);
    }

    #[test]
    fn mate_beats_every_count_of_repetitions() {
        let mated = position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 20 30");
        let past = [mated.key(); 20];
        assert_eq!(mated.outcome_after(&past), Some(Outcome::Win(Color::White, WinReason::Checkmate)));
    }
}

mod clocks {
    use super::*;

    #[test]
    fn fifty_moves_can_be_claimed_and_seventy_five_end_the_game() {
        for (halfmoves, claim, end) in [
            (99, None, None),
            (100, Some(DrawReason::FiftyMoves), None),
            (149, Some(DrawReason::FiftyMoves), None),
            (150, Some(DrawReason::FiftyMoves), Some(Outcome::Draw(DrawReason::SeventyFiveMoves))),
        ] {
            let position = position(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {halfmoves} 90"));
            assert_eq!(position.claimable_draw(&[]), claim, "{halfmoves}");
            assert_eq!(position.outcome(), end, "{halfmoves}");
        }
    }

    #[test]
    fn mate_with_the_last_of_the_seventy_five_moves_wins() {
        let mated = after("6k1/5ppp/8/8/8/8/8/R5K1 w - - 149 120", &["Ra8#"]);
        assert_eq!(mated.halfmoves(), 150);
        assert_eq!(mated.outcome(), Some(Outcome::Win(Color::White, WinReason::Checkmate)));
        let stalemated = after("7k/8/6K1/8/8/8/8/5Q2 w - - 149 120", &["Qf7"]);
        assert_eq!(stalemated.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
    }

    #[test]
    fn the_last_move_itself_counts_without_mate() {
        let check = after("6k1/5pp1/8/8/8/8/8/R5K1 w - - 149 120", &["Ra8+"]);
        assert_eq!(check.outcome(), Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
    }

    #[test]
    fn captures_and_pawn_moves_start_the_clock_anew_and_others_do_not() {
        let clock = |fen: &str, san: &str| after(fen, &[san]).halfmoves();
        assert_eq!(clock("4k3/8/8/8/8/8/4P3/R3K3 w Q - 30 40", "Ra8+"), 31);
        assert_eq!(clock("4k3/8/8/8/8/8/4P3/R3K3 w Q - 30 40", "O-O-O"), 31);
        assert_eq!(clock("4k3/8/8/8/8/8/4P3/R3K3 w Q - 30 40", "e3"), 0);
        assert_eq!(clock("4k3/8/8/8/8/8/4P3/R3K3 w Q - 30 40", "e4"), 0);
        assert_eq!(clock("r3k3/8/8/8/8/8/4P3/R3K3 w Q - 30 40", "Rxa8+"), 0);
        assert_eq!(clock("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40", "exd6"), 0);
        assert_eq!(clock("7k/P7/8/8/8/8/8/K7 w - - 30 40", "a8=N"), 0);
        assert_eq!(clock("7k/8/8/8/8/8/1r6/K7 w - - 30 40", "Kxb2"), 0);
    }

    #[test]
    fn the_move_number_goes_up_after_black() {
        let position = after(START, &["e4"]);
        assert_eq!(position.fullmoves(), 1);
        assert_eq!(after(START, &["e4", "e5"]).fullmoves(), 2);
    }
}

mod material {
    use super::*;

    #[test]
    fn positions_in_which_nobody_can_mate_are_dead() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
            "2n1k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "4k3/2b5/8/4B3/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/2B5/1B6/B3K3 b - - 0 1",
            "4k3/2b1b3/8/4B3/8/2B5/8/4K3 w - - 0 1",
        ] {
            assert!(position(fen).is_dead(), "{fen}");
            assert_eq!(position(fen).outcome(), Some(Outcome::Draw(DrawReason::DeadPosition)), "{fen}");
        }
    }

    #[test]
    fn positions_in_which_a_mate_exists_are_not_dead() {
        for fen in [
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
            "4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
            "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
            "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
            "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
            "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
        ] {
            assert!(!position(fen).is_dead(), "{fen}");
            assert_eq!(position(fen).outcome(), None, "{fen}");
        }
    }

    #[test]
    fn who_runs_out_of_time_loses_only_to_pieces_that_could_mate() {
        let can_mate = |fen: &str| Color::ALL.map(|color| position(fen).can_mate(color));
        assert_eq!(can_mate("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), [true, false]);
        assert_eq!(can_mate("4k2n/8/8/8/8/8/8/3QK3 w - - 0 1"), [true, false], "a queen would capture");
        assert_eq!(can_mate("4k2n/8/8/8/8/8/8/3RK3 w - - 0 1"), [true, true], "a rook can be in the way");
        assert_eq!(can_mate("4k2b/8/8/8/8/8/8/3RK3 w - - 0 1"), [true, false]);
        assert_eq!(can_mate("4k2b/8/8/8/8/8/P7/4K3 w - - 0 1"), [true, true]);
    }

    #[test]
    fn helpmates_show_that_the_positions_called_alive_are() {
        // Knight against knight, mated in the corner.
        let mate = position("kn6/2N5/1K6/8/8/8/8/8 b - - 0 1");
        assert_eq!(mate.outcome(), Some(Outcome::Win(Color::White, WinReason::Checkmate)));
        // Bishops on different colors, the same.
        let mate = position("kb6/8/1K6/3B4/8/8/8/8 b - - 0 1");
        assert_eq!(mate.outcome(), Some(Outcome::Win(Color::White, WinReason::Checkmate)));
    }
}

mod passing {
    use super::*;

    #[test]
    fn passing_gives_the_turn_away_and_changes_no_piece() {
        let mut position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9");
        position.pass();
        assert_eq!(position.to_string(), "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9");
        position.pass();
        assert_eq!(position.to_string(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 6 10");
    }

    #[test]
    fn passing_gives_up_the_capture_en_passant() {
        let mut position = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        position.pass();
        assert_eq!(position.en_passant(), None);
        assert_eq!(position.key(), position.key_from_scratch());
        assert_eq!(position.to_string(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 1");
    }
}
