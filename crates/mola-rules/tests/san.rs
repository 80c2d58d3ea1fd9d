//! Moves as players write them, and texts of all kinds from outside.

mod dice;
mod suite;

use mola_rules::{CastlingStyle, Excerpt, Move, MoveKind, Position, SanError, UciMoveError};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What a text is read as, by its squares.
fn read(fen: &str, text: &str) -> Result<String, SanError> {
    position(fen).parse_san(text).map(|m| m.uci(CastlingStyle::Standard).to_string())
}

/// How a move that is given by its squares is written.
fn written(fen: &str, uci: &str) -> String {
    let position = position(fen);
    let m = position.parse_uci(uci).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let san = position.san(m);
    assert_eq!(position.parse_san(san.as_str()), Ok(m), "{fen}: {san} read back");
    san.to_string()
}

fn reads_as(fen: &str, uci: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(read(fen, text).as_deref(), Ok(uci), "{fen}: {text}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

mod reading {
    use super::*;

    #[test]
    fn pieces_may_be_written_in_either_case() {
        reads_as(START, "g1f3", &["Nf3", "nf3", "Ngf3", "ngf3", "N1f3", "Ng1f3", "ng1f3"]);
        let fen = "r3k3/8/8/8/8/8/8/R3KB1Q w Q - 0 1";
        reads_as(fen, "e1e2", &["Ke2", "ke2"]);
        reads_as(fen, "h1h7", &["Qh7", "qh7"]);
        reads_as(fen, "a1a8", &["Rxa8+", "rxa8", "Ra8", "ra8", "RxA8", "Raxa8"]);
    }

    #[test]
    fn a_lower_case_b_is_a_bishop_where_no_pawn_is_meant() {
        reads_as("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "f1c4", &["bc4", "Bc4", "bf1c4"]);
        reads_as("4k3/8/8/8/2n5/8/8/4KB2 w - - 0 1", "f1c4", &["bxc4", "Bxc4", "bc4"]);
    }

    #[test]
    fn a_lower_case_b_is_the_pawn_where_there_is_one() {
        reads_as("4k3/8/8/8/2n5/1P6/8/4K3 w - - 0 1", "b3c4", &["bxc4", "bc4", "b3xc4", "b3c4"]);
        reads_as("4k3/8/8/8/8/8/1P6/4KB2 w - - 0 1", "b2b4", &["b4", "b2b4", "b2-b4"]);
    }

    /// Both can capture, and each has exactly one proper spelling, which must be understood.
    #[test]
    fn the_exact_name_of_a_pawn_capture_is_not_taken_for_a_bishop() {
        let fen = "4k3/8/8/8/2n5/1P6/8/4KB2 w - - 0 1";
        reads_as(fen, "b3c4", &["bxc4"]);
        reads_as(fen, "f1c4", &["Bxc4"]);
        let real = "5nk1/5p1p/1B1p1P2/rp1P3p/1P1P4/3b1n2/P6P/R1K2N1N w - - 3 38";
        assert_eq!(written(real, "b4a5"), "bxa5");
        assert_eq!(written(real, "b6a5"), "Bxa5");
    }

    #[test]
    fn promotions_may_be_written_in_many_ways() {
        let fen = "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1";
        reads_as(fen, "e7e8q", &["e8=Q", "e8Q", "e8=q", "e8q", "e8(Q)", "e8/Q", "e7e8q", "e7-e8=Q", "e8=Q+"]);
        reads_as(fen, "e7e8n", &["e8=N", "e8N", "e8n"]);
        reads_as(fen, "e7e8b", &["e8=B", "e8B", "e8b"]);
        reads_as(fen, "e7d8r", &["exd8=R", "exd8R", "ed8r", "e7xd8=R+", "e7d8r", "exd8=R#!"]);
    }

    #[test]
    fn a_promotion_must_say_to_what() {
        let fen = "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1";
        for text in ["e8", "exd8", "e7e8", "e8+", "e7-e8"] {
            let error = Err(SanError::PromotionMissing(Excerpt::new(text)));
            assert_eq!(read(fen, text), error, "{text}");
        }
        for text in ["e8=K", "e8=P", "e8=", "e8=Z", "e8=QQ"] {
            assert!(read(fen, text).is_err(), "{text}");
        }
        assert!(read(START, "e4=Q").is_err(), "only on the last rank");
    }

    #[test]
    fn castling_may_be_written_with_letters_zeros_or_squares() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        reads_as(fen, "e1g1", &["O-O", "0-0", "o-o", "OO", "00", "O-O+", "0-0!?", "e1g1", "Ke1g1", "Ke1-g1"]);
        reads_as(fen, "e1c1", &["O-O-O", "0-0-0", "o-o-o", "OOO", "000", "O-O-O#", "e1c1"]);
        for text in ["O", "O-O-O-O", "-O-O", "Kg1", "Kc1", "0-0=Q"] {
            assert!(read(fen, text).is_err(), "{text}");
        }
    }

    #[test]
    fn by_squares_a_step_of_the_king_comes_before_castling_to_the_same_square() {
        let position = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        for text in ["Kg1", "kg1", "f1g1", "Kf1g1", "Kf1-g1"] {
            let m = position.parse_san(text);
            assert_eq!(m.map(Move::kind), Ok(MoveKind::King), "{text}");
        }
        assert_eq!(position.parse_san("O-O").map(Move::kind), Ok(MoveKind::Castle));
    }

    #[test]
    fn en_passant_may_be_marked() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        let texts =
            ["exd6", "exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6ep", "ed6", "e5xd6", "exd6 e.p", "exd6+ e.p."];
        reads_as(fen, "e5d6", &texts);
    }

    #[test]
    fn marks_and_spaces_around_a_move_say_nothing() {
        reads_as(START, "e2e4", &["e4", " e4 ", "e4!", "e4?!", "e4+", "e4#", "e4!!", "e4 +", "\te4\n"]);
    }

    #[test]
    fn captures_may_do_without_their_sign_but_not_pretend_to_be() {
        let fen = "4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1";
        reads_as(fen, "e4d5", &["exd5", "ed5", "e4d5", "e4xd5", "e:d5", "eXd5", "e4-d5"]);
        assert_eq!(read(fen, "Rxa2"), Err(SanError::NotLegal(Excerpt::new("Rxa2"))));
        assert_eq!(read(fen, "exe5"), Err(SanError::NotLegal(Excerpt::new("exe5"))));
    }

    #[test]
    fn squares_alone_are_enough_for_any_piece() {
        reads_as(START, "b1c3", &["b1c3", "b1-c3", "Nb1-c3"]);
        reads_as(START, "e2e4", &["e2e4", "e2-e4", "Pe4", "Pe2e4", "pe4"]);
    }

    #[test]
    fn what_fits_two_moves_is_ambiguous_and_both_are_named() {
        let fen = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        let Err(SanError::Ambiguous(text, moves)) = position(fen).parse_san("Nd2") else {
            panic!("two knights can go to d2");
        };
        assert_eq!(text.as_str(), "Nd2");
        let mut squares = moves.map(|m| m.from().to_string());
        squares.sort();
        assert_eq!(squares, ["b1", "f3"]);
        assert!(matches!(read(fen, "nd2"), Err(SanError::Ambiguous(..))));
        reads_as(fen, "b1d2", &["Nbd2", "N1d2", "Nb1d2"]);
        reads_as(fen, "f3d2", &["Nfd2", "N3d2"]);
    }

    #[test]
    fn what_is_no_move_at_all_is_malformed() {
        for text in [
            "", " ", "e", "4", "e9", "i4", "Ze4", "Nf", "N", "e4e4e4", "e2 e4", "Nf3 Nf6", "♘f3", "é4", "--",
            "?", "1.",
        ] {
            let error = Err(SanError::Malformed(Excerpt::new(text.trim())));
            assert_eq!(read(START, text), error, "{text:?}");
        }
        assert!(matches!(read(START, &"N".repeat(1_000_000)), Err(SanError::Malformed(_))));
        assert!(matches!(read(START, &"O-".repeat(500_000)), Err(SanError::Malformed(_))));
    }

    #[test]
    fn a_move_that_cannot_be_played_is_not_legal_and_is_quoted() {
        for text in ["e5", "Ke2", "Nd2", "O-O", "exd3", "Qh5", "a1a3", "bxa3"] {
            assert_eq!(read(START, text), Err(SanError::NotLegal(Excerpt::new(text))), "{text}");
        }
        let message = read(START, "Ke2").unwrap_err().to_string();
        assert_eq!(message, "\"Ke2\" is not a legal move here");
    }
}

mod writing {
    use super::*;

    #[test]
    fn nothing_is_added_where_only_one_piece_can_go() {
        assert_eq!(written(START, "g1f3"), "Nf3");
        assert_eq!(written("4k3/8/8/8/8/8/3N4/1N2K3 w - - 0 1", "d2f3"), "Nf3");
    }

    #[test]
    fn the_file_is_added_first() {
        let fen = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        assert_eq!(written(fen, "b1d2"), "Nbd2");
        assert_eq!(written(fen, "f3d2"), "Nfd2");
        assert_eq!(written("4k3/8/8/8/8/8/R6R/4K3 w - - 0 1", "a2d2"), "Rad2");
    }

    #[test]
    fn the_rank_is_added_where_the_file_is_the_same() {
        let fen = "4k3/8/8/5N2/8/5N2/8/4K3 w - - 0 1";
        assert_eq!(written(fen, "f5d4"), "N5d4");
        assert_eq!(written(fen, "f3d4"), "N3d4");
        assert_eq!(written("3k4/8/8/8/R7/8/8/R3K3 w - - 0 1", "a4a2"), "R4a2");
    }

    #[test]
    fn three_queens_need_both() {
        let fen = "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
        assert_eq!(written(fen, "h4e1"), "Qh4e1");
        assert_eq!(written(fen, "e4e1"), "Qee1");
        assert_eq!(written(fen, "h1e1"), "Q1e1");
    }

    #[test]
    fn the_longest_names_fit() {
        assert_eq!(written("8/8/8/k7/4Q2Q/8/8/K3n2Q w - - 0 1", "h4e1"), "Qh4xe1+");
        assert_eq!(written("3r3k/4P2p/7P/8/8/8/8/K5R1 w - - 0 1", "e7d8q"), "exd8=Q#");
    }

    #[test]
    fn a_pinned_twin_does_not_count() {
        let fen = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
        assert_eq!(written(fen, "g1e2"), "Ne2");
        let on_file = "4r1k1/8/8/8/8/4N3/8/4K1N1 w - - 0 1";
        assert_eq!(written(on_file, "g1f3"), "Nf3");
    }

    #[test]
    fn a_twin_pinned_along_the_way_does_count() {
        let fen = "4r1k1/8/8/8/8/8/4R2R/4K3 w - - 0 1";
        assert_eq!(written(fen, "h2f2"), "Rf2", "the rook on e2 may not leave its file");
        let fen = "4r1k1/8/8/4R3/8/8/7R/4K3 w - - 0 1";
        assert_eq!(written(fen, "h2e2"), "Rhe2");
        assert_eq!(written(fen, "e5e2"), "Ree2");
    }

    #[test]
    fn in_check_only_twins_that_answer_it_count() {
        let fen = "k3r3/8/8/8/8/8/1N3N2/4K3 w - - 0 1";
        assert_eq!(written(fen, "f2e4"), "Ne4");
    }

    #[test]
    fn pawns_are_named_by_their_file_when_they_capture() {
        let fen = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";
        assert_eq!(written(fen, "e4d5"), "exd5");
        assert_eq!(written(fen, "c4d5"), "cxd5");
        assert_eq!(written(fen, "e4e5"), "e5");
        assert_eq!(written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
    }

    #[test]
    fn promotions_are_written_with_an_equals_sign() {
        let fen = "3n4/4P2k/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(written(fen, "e7e8q"), "e8=Q");
        assert_eq!(written(fen, "e7d8n"), "exd8=N");
    }

    #[test]
    fn check_and_mate_are_marked_and_stalemate_is_not() {
        assert_eq!(written("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"), "Ra8+");
        assert_eq!(written("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"), "Ra8#");
        assert_eq!(written("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"), "Qf7");
        assert_eq!(written("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
        assert_eq!(written("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "O-O-O+");
        assert_eq!(written("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", "c4d3"), "cxd3+");
    }

    #[test]
    fn every_move_of_the_suite_has_a_name_of_its_own_that_is_understood() {
        for line in suite::all() {
            let position = line.position();
            let mut names = Vec::new();
            for m in position.legal_moves() {
                let san = position.san(m);
                assert_eq!(position.parse_san(san.as_str()), Ok(m), "{position}: {san}");
                names.push(san.to_string());
            }
            names.sort();
            names.dedup();
            assert_eq!(names.len(), position.legal_moves().len(), "{position}");
        }
    }
}

mod squares {
    use super::*;

    #[test]
    fn moves_by_squares_are_read_in_either_case() {
        let start = Position::start();
        assert_eq!(start.parse_uci("e2e4"), start.parse_uci("E2E4"));
        let promotion = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(promotion.parse_uci("a7a8q"), promotion.parse_uci("A7A8Q"));
        assert!(promotion.parse_uci("a7a8q").is_ok());
    }

    #[test]
    fn each_kind_of_error_names_the_text() {
        let start = Position::start();
        for text in [
            "", "e2", "e2e", "e2e4e5", "e2e9", "0000", "e2e4k", "e2e4p", "e2-e4", "Nf3", " e2e4", "é2e4",
            "e2e4é",
        ] {
            let error = Err(UciMoveError::Malformed(Excerpt::new(text)));
            assert_eq!(start.parse_uci(text), error, "{text:?}");
        }
        for text in ["e2e5", "e7e5", "e4e5", "e2e2", "e2e4q", "a1a1", "e1g1"] {
            let error = Err(UciMoveError::NotLegal(Excerpt::new(text)));
            assert_eq!(start.parse_uci(text), error, "{text:?}");
        }
        let promotion = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        let error = Err(UciMoveError::PromotionMissing(Excerpt::new("a7a8")));
        assert_eq!(promotion.parse_uci("a7a8"), error);
    }
}

mod anything {
    use super::*;

    /// Letters that parsers look for, so that chance gets past the first check, and some that nobody
    /// expects.
    const LETTERS: &str =
        "[a-hA-HNBRQKPnbrqkpwxXoO0-9=+#!?:()/. -]{0,12}|\\PC{0,40}|[\\x00-\\x20é♔\u{1F984}]{0,8}";

    fn some_position() -> impl Strategy<Value = Position> {
        let positions: Vec<_> = suite::all().iter().map(suite::Line::position).collect();
        proptest::sample::select(positions)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_read_as_a_move_is_legal(position in some_position(), text in LETTERS) {
            if let Ok(m) = position.parse_san(&text) {
                prop_assert!(position.is_legal(m));
                prop_assert_eq!(position.parse_san(position.san(m).as_str()), Ok(m));
            }
            if let Ok(m) = position.parse_uci(&text) {
                prop_assert!(position.is_legal(m));
            }
        }

        #[test]
        fn errors_about_moves_can_be_shown(position in some_position(), text in LETTERS) {
            if let Err(error) = position.parse_san(&text) {
                prop_assert!(!error.to_string().contains(char::is_control));
            }
            if let Err(error) = position.parse_uci(&text) {
                prop_assert!(!error.to_string().contains(char::is_control));
            }
        }

        #[test]
        fn what_is_read_as_a_position_is_written_and_read_as_the_same(
            text in "[1-8pnbrqkPNBRQK/]{0,70}( [wb-]( [KQkqA-Ha-h-]{1,4}( [a-h-][36]?( [0-9]{1,5})?)?)?)?|\\PC{0,80}"
        ) {
            match text.parse::<Position>() {
                Ok(position) => prop_assert_eq!(position.to_string().parse(), Ok(position)),
                Err(error) => prop_assert!(!error.to_string().contains(char::is_control)),
            }
        }

        /// One changed letter in a good FEN gets further into the reader than noise does.
        #[test]
        fn a_damaged_fen_is_refused_or_read(position in some_position(), at in 0..90_usize, letter in any::<char>()) {
            let mut letters: Vec<_> = position.to_string().chars().collect();
            let at = at % letters.len();
            letters[at] = letter;
            let text: String = letters.into_iter().collect();
            match text.parse::<Position>() {
                Ok(position) => prop_assert_eq!(position.to_string().parse(), Ok(position)),
                Err(error) => prop_assert!(!error.to_string().contains(char::is_control)),
            }
        }
    }
}
