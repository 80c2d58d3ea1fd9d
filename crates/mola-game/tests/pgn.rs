//! What people and programs put into PGN files, and what must be read from it.

use std::io::{self, Read};

use mola_game::pgn::{Event, Events, Fault, GameResult, GameTree, Nag, Node, Reader};
use mola_rules::{CastlingStyle, Color, Position, SanError};

fn read(bytes: impl AsRef<[u8]>) -> Vec<GameTree> {
    Reader::new(bytes.as_ref()).map(|tree| tree.expect("memory can be read")).collect()
}

/// The only game of a text, without errors.
fn game(bytes: impl AsRef<[u8]>) -> GameTree {
    let mut trees = read(&bytes);
    let text = String::from_utf8_lossy(bytes.as_ref()).into_owned();
    assert_eq!(trees.len(), 1, "{text}");
    let tree = trees.remove(0);
    assert_eq!(tree.errors(), [], "{text}");
    tree
}

fn main_line(tree: &GameTree) -> String {
    let moves = tree.main_line().map(|node| match node.played() {
        Some(m) => m.uci(CastlingStyle::Standard).to_string(),
        None => "--".to_owned(),
    });
    moves.collect::<Vec<_>>().join(" ")
}

fn movetext(tree: &GameTree) -> String {
    let text = tree.to_string();
    text.split_once("\n\n").expect("tags end with an empty line").1.trim_end().to_owned()
}

#[test]
fn move_numbers_may_be_written_in_any_way() {
    let expected = "e2e4 e7e5 g1f3 b8c6";
    for text in [
        "1. e4 e5 2. Nf3 Nc6 *",
        "1.e4 e5 2.Nf3 Nc6 *",
        "1. e4 1... e5 2. Nf3 2... Nc6 *",
        "1.e4 1...e5 2.Nf3 2...Nc6*",
        "e4 e5 Nf3 Nc6 *",
        "1 e4 e5 2 Nf3 Nc6 *",
        "1e4 e5 2Nf3 Nc6 *",
        "1. e4 1. ... e5 2. Nf3 2. .. Nc6 *",
        "1.\ne4\r\ne5\t2.\x0bNf3 Nc6\n*",
        "7. e4 e5 99. Nf3 Nc6 *",
        "1. e2e4 e7e5 2. g1f3 b8c6 *",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *",
        "1. e4 e5 2. Nf3 Nc6",
    ] {
        assert_eq!(main_line(&game(text)), expected, "{text}");
    }
}

#[test]
fn marks_are_read_in_signs_and_in_numbers() {
    let tree = game("1. e4! e5?? 2. Nf3!? $10 Nc6 ?! 3. Bb5 $3$14 Nf6 +- 4. O-O!!! ± *");
    let nags: Vec<Vec<u8>> = tree.main_line().map(|node| node.nags().map(Nag::number).collect()).collect();
    assert_eq!(nags, [vec![1], vec![4], vec![5, 10], vec![6], vec![3, 14], vec![18], vec![3, 16]]);
}

#[test]
fn a_mark_beyond_255_is_an_error_and_the_game_goes_on() {
    let tree = &read("1. e4 $256 e5 $ $99999999999999999999999 ?!?! *")[0];
    assert_eq!(main_line(tree), "e2e4 e7e5");
    assert_eq!(tree.errors().len(), 4);
    assert!(matches!(tree.errors()[0].fault, Fault::Nag(text) if text.as_str() == "$256"));
}

#[test]
fn comments_stand_anywhere() {
    let tree =
        game("{zero} 1. {one} e4 {two} {three}\n; four } four\n1... e5 ;five\r\n 2. Nf3 {six\r\nsix} *");
    let comments: Vec<Vec<&str>> = tree.main_line().map(|node| node.comments().collect()).collect();
    assert_eq!(tree.root().comments().collect::<Vec<_>>(), ["zero", "one"]);
    assert_eq!(comments, [vec!["two", "three", "four } four"], vec!["five"], vec!["six six"]]);
}

#[test]
fn a_comment_after_the_result_belongs_to_the_game() {
    let trees = read("1. e4 1-0 {Black was late} ; twice\n\n{A new day}\n1. d4 0-1");
    assert_eq!(trees.len(), 2);
    let last = trees[0].main_line().last().unwrap();
    assert_eq!(last.comments().collect::<Vec<_>>(), ["Black was late", "twice"]);
    assert_eq!(trees[1].root().comments().collect::<Vec<_>>(), ["A new day"]);
}

#[test]
fn a_comment_after_the_last_game_is_no_game() {
    assert_eq!(read("1. e4 *\n\n{The end}\n; really\n").len(), 1);
    assert_eq!(read("{nothing}").len(), 0);
    assert_eq!(read("").len(), 0);
    assert_eq!(read("\u{feff}\r\n \x1a").len(), 0);
}

#[test]
fn escaped_lines_are_not_there() {
    let tree = game("% 1. d4\n1. e4\n%e5 {\n\r\n% }\re5 *");
    assert_eq!(main_line(&tree), "e2e4 e7e5");
}

#[test]
fn a_percent_sign_within_a_line_escapes_nothing() {
    let tree = &read("1. e4 % e5 *")[0];
    assert_eq!(main_line(tree), "e2e4 e7e5");
    assert_eq!(tree.errors().len(), 1);
}

#[test]
fn byte_order_marks_are_passed() {
    let tree = game("\u{feff}[White \"A\"]\n\n1. e4 *");
    assert_eq!(tree.tag("White"), Some("A"));
    assert_eq!(read("\u{feff}% hello\n1. e4 *\n\u{feff}[White \"B\"]\n\n*")[1].tag("White"), Some("B"));
}

#[test]
fn latin_1_is_understood_text_by_text() {
    let tree = game(
        b"[White \"M\xfcller\"]\n[Black \"\xc3\x9cnal\"]\n\n1. e4 {caf\xe9} e5 {\xe2\x99\x94} \xbd-\xbd",
    );
    assert_eq!(tree.tag("White"), Some("Müller"));
    assert_eq!(tree.tag("Black"), Some("Ünal"));
    let comments: Vec<&str> = tree.main_line().flat_map(Node::comments).collect();
    assert_eq!(comments, ["café", "♔"]);
    assert_eq!(tree.result(), GameResult::Draw);
}

#[test]
fn line_ends_of_any_system_are_line_ends() {
    for end in ["\n", "\r\n", "\r"] {
        let text =
            ["[White \"A\"]", "", "1. e4 ; best", "e5", "% 2. Ke2", "2. Nf3", "", "[White \"B\"]", "", "*"];
        let trees = read(text.join(end));
        assert_eq!(trees.len(), 2, "{end:?}");
        assert_eq!(main_line(&trees[0]), "e2e4 e7e5 g1f3", "{end:?}");
    }
}

#[test]
fn tags_need_no_empty_line_and_no_line_of_their_own() {
    let tree = game("[White \"A\"][Black \"B\"] [ Site  \"C\" ] 1. e4 *");
    assert_eq!((tree.tag("White"), tree.tag("Black"), tree.tag("Site")), (Some("A"), Some("B"), Some("C")));
    let trees = read("[White \"A\"]\n1. e4 *\n[White \"B\"]\n1. d4\n[White \"C\"]\n1. c4 *");
    assert_eq!(trees.iter().map(main_line).collect::<Vec<_>>(), ["e2e4", "d2d4", "c2c4"]);
}

#[test]
fn quotes_and_backslashes_in_tags_are_read_escaped_or_not() {
    for (text, value) in [
        (r#"[Site "a \"b\" c"]"#, r#"a "b" c"#),
        (r#"[Site "a "b" c"]"#, r#"a "b" c"#),
        (r#"[Site "C:\temp\\x"]"#, r"C:\temp\x"),
        (r#"[Site "C:\"]"#, r"C:\"),
        (r#"[Site "]"]"#, "]"),
        (r#"[Site ""]"#, ""),
        (r#"[Site "no bracket""#, "no bracket"),
        (r#"[Site "1. e4 {(;%$"]"#, "1. e4 {(;%$"),
    ] {
        let tree = game(format!("{text}\n1. e4 *"));
        assert_eq!(tree.tag("Site"), Some(value), "{text}");
        assert_eq!(main_line(&tree), "e2e4", "{text}");
        assert_eq!(game(tree.to_string()), tree);
    }
}

#[test]
fn a_bad_tag_is_told_and_the_others_are_read() {
    let tree = &read("[White \"A\"]\n[Black B]\n[]\n[\"x\"]\n[Site \"C]\n[Round \"1\"]\n\n1. e4 *")[0];
    let lines: Vec<u64> = tree.errors().iter().map(|error| error.line).collect();
    assert_eq!(lines, [2, 3, 4, 5]);
    assert!(tree.errors().iter().all(|error| matches!(error.fault, Fault::Tag(_))));
    assert_eq!((tree.tag("White"), tree.tag("Round")), (Some("A"), Some("1")));
    assert_eq!(main_line(tree), "e2e4");
}

#[test]
fn the_last_of_two_equal_tags_counts() {
    let tree = game("[White \"A\"]\n[Black \"x\"]\n[white \"B\"]\n\n*");
    assert_eq!(tree.tag("White"), Some("B"));
}

#[test]
fn games_without_moves_are_told_apart() {
    let trees = read("[Event \"a\"]\n[Round \"1\"]\n\n[Event \"b\"]\n\n[Round \"2\"]\n\n*\n\n[Event \"c\"]");
    let rounds: Vec<Option<&str>> = trees.iter().map(|tree| tree.tag("Round")).collect();
    assert_eq!(rounds, [Some("1"), Some("2"), None]);
}

#[test]
fn games_without_tags_and_results_are_told_apart() {
    let trees = read("1. e4 e5\n\n1. d4 d5 {x}\n\n1... Nf6\n");
    assert_eq!(trees.len(), 2);
    assert_eq!(main_line(&trees[0]), "e2e4 e7e5");
    // A number alone says little: with three dots it is taken as the game going on.
    assert_eq!(trees[1].errors().len(), 1);
    let one = game("1. e4 {a comment}\n\n1... e5\n\n2. Nf3 *");
    assert_eq!(main_line(&one), "e2e4 e7e5 g1f3");
}

#[test]
fn results_come_from_the_moves_or_else_from_the_tag() {
    let cases = [
        ("1. e4 1-0", GameResult::White),
        ("1. e4 0-1", GameResult::Black),
        ("1. e4 1/2-1/2", GameResult::Draw),
        ("1. e4 1/2", GameResult::Draw),
        ("1. e4 *", GameResult::Unfinished),
        ("[Result \"1-0\"] 1. e4", GameResult::White),
        ("[Result \"1-0\"] 1. e4 *", GameResult::White),
        ("[Result \"White\"] 1. e4", GameResult::Unfinished),
        ("[Result \"*\"] 1. e4 0-1", GameResult::Black),
        ("1. e4 (1. d4 1-0) 0-1", GameResult::Black),
    ];
    for (text, result) in cases {
        assert_eq!(game(text).result(), result, "{text}");
    }
    let tree = &read("[Result \"1-0\"]\n\n1. e4 0-1")[0];
    assert_eq!(tree.result(), GameResult::Black);
    assert_eq!(
        tree.errors()[0].to_string(),
        "game 1, line 3: the tag says 1-0, but the moves end with 0-1, which is taken"
    );
}

#[test]
fn players_may_pass() {
    for pass in ["--", "Z0", "null", "@@@@", "0000"] {
        let tree = game(format!("1. e4 {pass} 2. d4 *"));
        assert_eq!(main_line(&tree), "e2e4 -- d2d4", "{pass}");
        assert_eq!(movetext(&tree), "1. e4 -- 2. d4 *");
    }
    let tree = &read("1. e4 f6 2. Qh5+ -- 3. d4 *")[0];
    assert_eq!(main_line(tree), "e2e4 f7f6 d1h5");
    assert_eq!(tree.errors()[0].to_string(), "game 1, line 1, move 2...: a player in check cannot pass");
}

#[test]
fn castling_may_be_written_with_zeros() {
    for castle in ["O-O", "0-0", "o-o", "OO", "O-O!", "e1g1", "e1h1", "Kg1"] {
        let text = format!("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"] 1. {castle} *");
        let trees = read(&text);
        match castle {
            "Kg1" => assert_eq!(trees[0].errors().len(), 1),
            _ => {
                assert_eq!(movetext(&game(&text)), if castle == "O-O!" { "1. O-O $1 *" } else { "1. O-O *" });
            }
        }
    }
    let tree = game("[FEN \"r3k3/8/8/8/8/8/8/4K3 b q - 0 1\"] 1... 0-0-0+ *");
    assert_eq!(movetext(&tree), "1... O-O-O *");
}

#[test]
fn oddly_written_moves_are_understood() {
    let promotions = ["e8=Q", "e8Q", "e8(Q)", "e8=Q+", "e8/Q", "e7e8q", "e8=q"];
    for promotion in promotions {
        let tree = game(format!("[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"] 1. {promotion} Kg7 *"));
        assert_eq!(main_line(&tree), "e7e8q h8g7", "{promotion}");
    }
    for capture in ["exd6", "exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6 e.p", "ed6", "exd6!", "exd6 +"] {
        let tree = game(format!("1. e4 a6 2. e5 d5 3. {capture} a5 *"));
        assert!(main_line(&tree).ends_with("e5d6 a6a5"), "{capture}");
    }
    let tree = game("1.d4 Nf6 2.c4 e6 3.Nc3 Bb4 4.Bd2 Bxc3 5.bxc3 *");
    assert!(main_line(&tree).ends_with("b2c3"));
}

#[test]
fn a_move_that_cannot_be_played_ends_the_game_but_not_the_reading() {
    let text = "[Round \"1\"]\n\n1. e4 e5\n2. Nf3 Nf3 3. d4 {x} (3. c4) 1-0\n\n[Round \"2\"]\n\n1. d4 *";
    let trees = read(text);
    assert_eq!(trees.len(), 2);
    let tree = &trees[0];
    assert_eq!(main_line(tree), "e2e4 e7e5 g1f3");
    assert_eq!(tree.result(), GameResult::White);
    assert_eq!(tree.errors().len(), 1);
    let error = tree.errors()[0];
    assert_eq!((error.game, error.line), (1, 4));
    match error.fault {
        Fault::Move { number: 2, turn: Color::Black, error: SanError::NotLegal(text) } => {
            assert_eq!(text.as_str(), "Nf3");
        }
        other => panic!("{other}"),
    }
    assert_eq!(error.to_string(), "game 1, line 4, move 2...: \"Nf3\" is not a legal move here");
    assert_eq!(main_line(&trees[1]), "d2d4");
}

#[test]
fn an_ambiguous_move_is_an_error() {
    let tree = &read("[FEN \"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\"] 1. Nd2 *")[0];
    assert!(matches!(tree.errors()[0].fault, Fault::Move { error: SanError::Ambiguous(..), .. }));
}

#[test]
fn a_bad_move_in_a_variation_ends_only_the_variation() {
    let tree = &read("1. e4 e5 (1... Ke5 2. d4 (2. c4) d5) (1... c5) 2. Nf3 *")[0];
    assert_eq!(movetext(tree), "1. e4 e5 (1... c5) 2. Nf3 *");
    assert_eq!(tree.errors().len(), 1);
}

#[test]
fn words_that_are_no_moves_are_told_and_left_out() {
    let tree = &read("1. e4 novelty e5, 2. Nf3 Black resigns 1-0")[0];
    assert_eq!(main_line(tree), "e2e4 e7e5 g1f3");
    assert_eq!(tree.errors().len(), 4);
    assert_eq!(tree.result(), GameResult::White);
}

#[test]
fn variations_make_a_tree() {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 *";
    let tree = game(text);
    assert_eq!(movetext(&tree), text);
    assert_eq!(tree.move_count(), 9);
    let replies: Vec<String> =
        tree.root().next().unwrap().children().map(|node| node.san().unwrap().to_string()).collect();
    assert_eq!(replies, ["e5", "c5", "e6"]);
}

#[test]
fn odd_parentheses_are_survived() {
    assert_eq!(movetext(&game("1. e4 ( ( 1. d4 d5 ) 1. c4 ) () e5 *")), "1. e4 (1. d4 d5) (1. c4) 1... e5 *");
    assert_eq!(movetext(&game("1. e4 ({so} {what}) ({a} ({b}) {c} 1. d4) e5 *")), {
        "1. e4 {so} {what} ({a} {b} {c} 1. d4) 1... e5 *"
    });
    let cases = [
        ("1. e4 ) e5 *", Fault::VariationUnopened, "1. e4 e5 *"),
        ("1. e4 (1. d4 e5 *", Fault::VariationUnclosed, "1. e4 (1. d4 e5) *"),
        ("[White \"A\"] (1. d4 d5 (1... c5)) 1. e4 *", Fault::VariationTooEarly, "1. e4 *"),
    ];
    for (text, fault, expected) in cases {
        let trees = read(text);
        assert_eq!(movetext(&trees[0]), expected, "{text}");
        assert_eq!(trees[0].errors().iter().map(|error| error.fault).collect::<Vec<_>>(), [fault], "{text}");
    }
}

#[test]
fn an_open_variation_does_not_swallow_the_next_game() {
    let trees = read("1. e4 (1. d4 1-0\n\n[White \"B\"]\n\n1. c4 *");
    assert_eq!(trees.len(), 2);
    assert_eq!(trees[0].result(), GameResult::White);
    assert_eq!(trees[0].errors()[0].fault, Fault::VariationUnclosed);
    assert_eq!(trees[1].errors(), []);
}

#[test]
fn an_open_comment_does_not_swallow_the_next_game() {
    let text = "[Event \"a\"]\n\n1. e4 {I forgot\nto close 1-0\n\n[Event \"b\"]\n\n1. c4 {fine} *";
    let trees = read(text);
    assert_eq!(trees.len(), 2);
    assert_eq!(trees[0].errors()[0].to_string().as_str(), {
        "game 1, line 3: the comment that begins here has no end; close it with }"
    });
    assert_eq!(main_line(&trees[1]), "c2c4");
    let trees = read("[Event \"a\"]\n{open\n[Event \"b\"]\n\n1. c4 {open to the end");
    assert_eq!(trees.len(), 2);
    assert_eq!(trees[1].errors()[0].fault, Fault::CommentUnclosed);
    assert_eq!(trees[1].main_line().last().unwrap().comments().next(), Some("open to the end"));
}

#[test]
fn brackets_among_moves_are_no_tags() {
    let tree = &read("1. e4 [%clk 0:01:00] e5 [x\n[%eval 1]\n2. Nf3 *")[0];
    assert_eq!(main_line(tree), "e2e4 e7e5 g1f3");
    assert_eq!(tree.errors().len(), 3);
}

#[test]
fn games_begin_where_their_tags_say() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40";
    let tree = game(format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40... Kd7 41. e4 *"));
    assert_eq!(tree.start().to_string(), fen);
    assert_eq!(movetext(&tree), "40... Kd7 41. e4 *");
    assert_eq!(game(format!("[FEN \"{fen}\"] Kd7 *")).tag("SetUp"), Some("1"));
}

#[test]
fn an_impossible_en_passant_square_costs_no_move() {
    let tree = game("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1\"]\n\n1. e4 Kd7 *");
    assert_eq!(main_line(&tree), "e2e4 e8d7");
    assert_eq!(tree.tag("FEN"), Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
}

#[test]
fn a_bad_position_is_told_and_its_moves_are_left_out() {
    let trees = read("[FEN \"nonsense\"]\n[White \"A\"]\n\n1. e4 (1. d4) {x} 1-0\n\n1. e4 *");
    assert_eq!(trees.len(), 2);
    let tree = &trees[0];
    assert_eq!((tree.move_count(), tree.tag("White")), (0, Some("A")));
    assert_eq!((tree.errors().len(), tree.errors()[0].line), (1, 1));
    assert!(matches!(tree.errors()[0].fault, Fault::Fen(_)));
    assert_eq!(&read(tree.to_string())[0], tree);
}

#[test]
fn chess960_is_chess() {
    for (variant, fen) in [
        ("fischerandom", "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1"),
        ("Chess960", "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w GDgd - 0 1"),
        ("Fischer Random", "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w GDgd - 0 1"),
    ] {
        let text = format!(
            "[FEN \"{fen}\"]\n[SetUp \"1\"]\n[Variant \"{variant}\"]\n\n1. Ng3 Ng6 2. O-O O-O 3. e3 Nh4 4. f3 *"
        );
        let tree = game(&text);
        assert_eq!(tree.main_line().count(), 7);
        assert_eq!(movetext(&tree), "1. Ng3 Ng6 2. O-O O-O 3. e3 Nh4 4. f3 *");
        assert_eq!(game(tree.to_string()), tree);
    }
    let mut usual = 0;
    for number in 0..960 {
        let tree = GameTree::new(Position::chess960(number));
        usual += u32::from(tree.tag("Variant").is_none());
        assert_eq!(game(tree.to_string()), tree);
    }
    // In this many positions kings and rooks stand as usual, and castle as usual.
    assert_eq!(usual, 18);
}

#[test]
fn a_game_by_other_rules_is_told_and_its_moves_are_left_out() {
    let trees =
        read("[Variant \"Antichess\"]\n\n1. g3 Nh6 2. g4 Nxg4 1-0\n\n[Variant \"Standard\"]\n\n1. e4 *");
    assert_eq!(trees[0].move_count(), 0);
    assert!(matches!(trees[0].errors()[0].fault, Fault::Variant(name) if name.as_str() == "Antichess"));
    assert_eq!(main_line(&trees[1]), "e2e4");
}

#[test]
fn commands_in_comments_are_kept_and_understood() {
    let tree = game("1. e4 { [%eval 0.31] [%clk 0:01:02] fine } *");
    let comment = tree.root().next().unwrap().comments().next().unwrap();
    assert_eq!(comment, "[%eval 0.31] [%clk 0:01:02] fine");
    assert_eq!(mola_game::pgn::clock(comment).unwrap().as_secs(), 62);
    assert_eq!(mola_game::pgn::eval(comment), Some(mola_game::Score::Centipawns(31)));
}

#[test]
fn long_texts_are_cut_and_told() {
    let long = "é".repeat(1 << 20);
    let trees = read(format!(
        "1. e4 {{{long}}} e5 ;{long}\n2. Nf3 {long} Nc6 *\n[White \"{long}\"]\n[Black \"B\"] *"
    ));
    assert_eq!(trees.len(), 2);
    assert_eq!(main_line(&trees[0]), "e2e4 e7e5 g1f3 b8c6");
    let faults: Vec<Fault> = trees[0].errors().iter().map(|error| error.fault).collect();
    assert!(matches!(faults[..], [Fault::TooLong(_), Fault::TooLong(_), Fault::Word(_)]), "{faults:?}");
    let comment = trees[0].root().next().unwrap().comments().next().unwrap();
    assert!(comment.len() > (1 << 20) - 10 && comment.chars().all(|letter| letter == 'é'));
    assert!(matches!(trees[1].errors()[0].fault, Fault::Tag(_)));
    assert_eq!(trees[1].tag("Black"), Some("B"));
}

#[test]
fn errors_beyond_the_limit_are_counted() {
    let tree = &read(format!("1. e4 {} e5 *", "what ".repeat(100)))[0];
    assert_eq!((tree.errors().len(), tree.errors_left_out()), (32, 68));
    assert_eq!(main_line(tree), "e2e4 e7e5");
}

#[test]
fn every_prefix_of_a_file_is_survived() {
    let text = b"\xef\xbb\xbf[Event \"a \\\" b\"]\r\n[FEN \"4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1\"]\r\n% x\r\n\r\n\
        {caf\xe9} 1... 0-0!? $3 ({x} 1... -- 2. e4 (2. e3) ; y\r\n) 2. e8(Q) exd6 e.p. 1/2-1/2 {z}\r\n[A \"b\"]\r\n1.e4*";
    for end in 0..=text.len() {
        for tree in read(&text[..end]) {
            let again = read(tree.to_string());
            assert_eq!(again.len(), 1);
            assert_eq!(again[0], tree, "{}", String::from_utf8_lossy(&text[..end]));
        }
    }
}

#[test]
fn two_letters_of_any_kind_are_survived() {
    let letters: Vec<u8> = (0..=255).collect();
    for &a in &letters {
        for &b in &letters {
            let bytes = [b'e', b'4', a, b, b'e', b'5', b'\n', b'['];
            for tree in read(bytes) {
                assert!(tree.move_count() <= 2);
            }
        }
    }
}

/// Gives out a few bytes at a time, then fails.
struct Flaky<'a> {
    rest: &'a [u8],
    step: usize,
    fails: bool,
}

impl Read for Flaky<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.step.min(self.rest.len()).min(buffer.len());
        if length == 0 && self.fails {
            return Err(io::Error::other("unplugged"));
        }
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest = &self.rest[length..];
        Ok(length)
    }
}

#[test]
fn games_do_not_depend_on_how_the_bytes_arrive() {
    let text = "\u{feff}[White \"Müller\"]\r\n\r\n1. e4 {é} e8(Q) $12 (1. d4) 1/2-1/2 {x}\r\n\r\n% no\r\n1. Nf3 d5 *";
    let whole = read(text);
    for step in 1..40 {
        let parts = Reader::new(Flaky { rest: text.as_bytes(), step, fails: false });
        let parts: Vec<GameTree> = parts.map(|tree| tree.expect("no failure")).collect();
        assert_eq!(parts, whole);
        for (part, tree) in parts.iter().zip(&whole) {
            assert_eq!(part.errors(), tree.errors());
        }
    }
}

#[test]
fn a_stream_that_fails_yields_what_was_read_then_the_error_then_nothing() {
    let mut reader = Reader::new(Flaky { rest: b"1. e4 * 1. d4 d5 ", step: 7, fails: true });
    assert_eq!(main_line(&reader.next().unwrap().unwrap()), "e2e4");
    let broken = reader.next().unwrap().unwrap();
    assert_eq!(main_line(&broken), "d2d4 d7d5");
    assert_eq!(broken.errors()[0].fault, Fault::BrokenOff);
    assert_eq!(reader.next().unwrap().unwrap_err().to_string(), "unplugged");
    assert!(reader.next().is_none());
}

#[test]
fn events_tell_everything_in_order() {
    let mut events = Events::new("[A \"b\"] {c} 1. e4 $1 (1. -- ) junk 1-0".as_bytes());
    let mut seen = Vec::new();
    while let Some(event) = events.next_event().unwrap() {
        seen.push(match event {
            Event::Tag { name, value } => format!("{name}={value}"),
            Event::Move(text) => text.to_owned(),
            Event::NullMove => "pass".to_owned(),
            Event::Nag(nag) => nag.to_string(),
            Event::Comment(text) => format!("{{{text}}}"),
            Event::VariationStart => "(".to_owned(),
            Event::VariationEnd => ")".to_owned(),
            Event::End(result) => format!("end {}", result.unwrap_or_default()),
            Event::Error(error) => format!("{:?}", error.fault),
        });
    }
    assert_eq!(seen.join(" "), "A=b {c} e4 $1 ( pass ) Word(\"junk\") end 1-0");
}

#[test]
fn lines_have_fewer_than_eighty_letters() {
    let comment = "Für alle Züge gilt: wer zuerst zieht, der mahlt. ".repeat(9);
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(30);
    let tree = game(format!("{{{comment}}} {moves} (1... a5 {{{comment}}} Nc3) *"));
    let text = tree.to_string();
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    assert!(text.lines().filter(|line| line.chars().count() > 60).count() > 10);
    assert_eq!(game(&text), tree);
}

#[test]
fn a_game_is_written_as_the_standard_wants_it() {
    let tree = game(
        "[BlackElo \"2000\"] [Black \"B\"] [Event \"E\"] [Annotator \"x \\\" y\"]\n\
         1.e4{king's pawn}e5 2.Nf3(2.f4 exf4 3.Nf3 $1)Nc6!? 3.Bb5 a6 1/2-1/2",
    );
    let expected = r#"[Event "E"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "B"]
[Result "1/2-1/2"]
[BlackElo "2000"]
[Annotator "x \" y"]

1. e4 {king's pawn} 1... e5 2. Nf3 (2. f4 exf4 3. Nf3 $1) 2... Nc6 $5 3. Bb5 a6
1/2-1/2
"#;
    assert_eq!(tree.to_string(), expected);
}

#[test]
fn comments_with_braces_survive_writing() {
    let mut tree = game("1. e4 (1. d4) e5 *");
    let e4 = tree.root().next().unwrap().id();
    let d4 = tree.root().children().nth(1).unwrap().id();
    for comment in
        ["a } b", "{", "}", "; % [x] \"", "%", "[Event \"x\"]", "a\n\n[Event \"x\"]\n\nb", "(", "$1 *"]
    {
        tree.add_comment(e4, comment);
        tree.add_comment(d4, comment);
    }
    assert_eq!(game(tree.to_string()), tree);
}

#[test]
fn a_file_that_was_written_is_read() {
    let trees = read("1. e4 * [White \"A\"] 1. d4 (1. c4) 1-0 1. f4 0-1");
    let file: Vec<String> = trees.iter().map(ToString::to_string).collect();
    assert_eq!(read(file.join("\n")), trees);
}

#[test]
fn records_that_differ_are_not_equal() {
    let texts = [
        "1. e4 *",
        "1. e4 1-0",
        "1. d4 *",
        "1. -- *",
        "1. e4 e5 *",
        "1. e4 $1 *",
        "1. e4 {x} *",
        "{x} 1. e4 *",
        "1. e4 (1. d4) *",
        "1. d4 (1. e4) *",
        "1. e4 ({x} 1. d4) *",
        "1. e4 (1. d4 {x}) *",
        "[White \"A\"] 1. e4 *",
        "[Elo \"A\"] 1. e4 *",
    ];
    for (i, a) in texts.iter().enumerate() {
        for (j, b) in texts.iter().enumerate() {
            assert_eq!(game(a) == game(b), i == j, "{a} {b}");
        }
    }
}

#[test]
fn a_tag_that_would_be_too_long_in_utf_8_is_refused_at_once() {
    let mut bytes = b"[".to_vec();
    bytes.extend([0xE9; 200]);
    bytes.extend(b" \"value\"]\n\n1. e4 *\n");
    let tree = Reader::new(&bytes[..]).next().unwrap().unwrap();
    let again = Reader::new(tree.to_string().as_bytes()).next().unwrap().unwrap();
    assert_eq!(again, tree);
}
