//! Positions as text: the catalogs of what is refused and what is taken, and what comes out again.

mod dice;

use std::collections::BTreeMap;

use dice::Dice;
use mola_rules::{Color, Excerpt, FenError, Position, Rank, Setup, SetupError, Square};

const INVALID: &str = include_str!("../../../testdata/fen/invalid.txt");
const VALID: &str = include_str!("../../../testdata/fen/valid.txt");

fn entries(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    file.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
}

/// Writes out the escapes of the catalogs: `\t`, `\u{2656}`, `{repeat:8/:1000000}`.
fn expand(text: &str) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some(inside) = rest.strip_prefix("{repeat:") {
            let (repeated, after) = inside.split_once(':').unwrap_or_else(|| panic!("no end: {text}"));
            // The text may hold a brace of its own, in `\u{..}`, but no colon.
            let (times, after) = after.split_once('}').unwrap_or_else(|| panic!("no end: {text}"));
            let times = times.parse().unwrap_or_else(|_| panic!("no number: {text}"));
            expanded.push_str(&expand(repeated).repeat(times));
            rest = after;
        } else if let Some(inside) = rest.strip_prefix("\\u{") {
            let (hex, after) = inside.split_once('}').unwrap_or_else(|| panic!("no end: {text}"));
            let code = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
            expanded.push(code.unwrap_or_else(|| panic!("no character: {text}")));
            rest = after;
        } else if let Some(inside) = rest.strip_prefix('\\') {
            let escaped = match inside.chars().next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('\\') => '\\',
                other => panic!("unknown escape {other:?}: {text}"),
            };
            expanded.push(escaped);
            rest = &inside[1..];
        } else {
            expanded.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    expanded
}

/// The names of the variants: `RankWidth`, `Illegal(NoKing)`.
fn kind(error: &FenError) -> String {
    let name = |debug: String| debug.split(['(', ' ']).next().unwrap_or_default().to_owned();
    match error {
        FenError::Illegal(reason) => format!("Illegal({})", name(format!("{reason:?}"))),
        _ => name(format!("{error:?}")),
    }
}

/// The beginning, for messages about megabytes.
fn shortened(text: &str) -> String {
    format!("{:?}", Excerpt::new(text))
}

#[test]
fn every_text_of_the_catalog_is_refused_for_its_reason() {
    let mut wrong = Vec::new();
    for entry in entries(INVALID) {
        let [expected, text, says @ ..] = entry.as_slice() else { panic!("no text: {entry:?}") };
        let text = expand(text);
        match text.parse::<Position>() {
            Ok(position) => wrong.push(format!("{} is taken for {position}", shortened(&text))),
            Err(error) => {
                let (found, message) = (kind(&error), error.to_string());
                if found != *expected {
                    wrong.push(format!("{}: {found} instead of {expected}", shortened(&text)));
                }
                for says in says {
                    let says = expand(says);
                    if !message.contains(&says) {
                        wrong.push(format!("{}: {message:?} does not say {says:?}", shortened(&text)));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn messages_are_short_and_fit_for_a_terminal_whatever_the_text() {
    for entry in entries(INVALID) {
        let text = expand(entry[1]);
        let Err(error) = text.parse::<Position>() else { continue };
        let message = error.to_string();
        assert!(message.starts_with("bad FEN: "), "{message:?}");
        assert!(message.len() < 300, "{message:?}");
        assert!(!message.contains(char::is_control), "{message:?}");
    }
}

/// A catalog that lost a kind of error would pass in silence.
#[test]
fn the_catalog_has_every_kind_of_error() {
    let mut kinds = BTreeMap::new();
    for entry in entries(INVALID) {
        *kinds.entry(entry[0]).or_insert(0) += 1;
    }
    let expected = [
        "Castling",
        "CastlingRook",
        "Empty",
        "EnPassant",
        "Fullmoves",
        "Halfmoves",
        "Illegal(BadCastling)",
        "Illegal(BadEnPassant)",
        "Illegal(KingsTouch)",
        "Illegal(ManyCheckers)",
        "Illegal(ManyKings)",
        "Illegal(ManyPawns)",
        "Illegal(ManyPieces)",
        "Illegal(NoKing)",
        "Illegal(OpponentInCheck)",
        "Illegal(PawnOnBackRank)",
        "Piece",
        "RankCount",
        "RankWidth",
        "Trailing",
        "Turn",
    ];
    assert_eq!(kinds.keys().copied().collect::<Vec<_>>(), expected);
    assert!(kinds.values().sum::<u32>() >= 90, "{kinds:?}");
}

#[test]
fn odd_texts_are_read_as_the_positions_they_stand_for() {
    let mut count = 0;
    for entry in entries(VALID) {
        let [text, normal, shredder @ ..] = entry.as_slice() else { panic!("no FEN: {entry:?}") };
        let text = expand(text);
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{}: {error}", shortened(&text)));
        assert_eq!(position.to_string(), *normal, "{}", shortened(&text));
        assert_eq!(normal.parse(), Ok(position), "what is written is read as the same");
        if let [shredder] = shredder {
            assert_eq!(position.shredder_fen().to_string(), *shredder);
            assert_eq!(shredder.parse(), Ok(position), "in Shredder's spelling too");
        }
        count += 1;
    }
    assert!(count >= 40, "{count} texts");
}

#[test]
fn the_side_to_move_is_named_in_errors_about_kings_and_checks() {
    let refused = |fen: &str| fen.parse::<Position>().unwrap_err();
    let no_king = FenError::Illegal(SetupError::NoKing(Color::Black));
    assert_eq!(refused("8/8/8/8/8/8/8/4K3 w - - 0 1"), no_king);
    let in_check = FenError::Illegal(SetupError::OpponentInCheck(Color::Black));
    assert_eq!(refused("4k3/8/8/8/8/8/8/K3R3 w - - 0 1"), in_check);
    let checkers = FenError::Illegal(SetupError::ManyCheckers(Color::White));
    assert_eq!(refused("4r2k/8/8/8/1b6/5n2/8/4K3 w - - 0 1"), checkers);
    let pawn = FenError::Illegal(SetupError::PawnOnBackRank(Square::C1));
    assert_eq!(refused("4k3/8/8/8/8/8/8/2P1K3 w - - 0 1"), pawn);
    let width = FenError::RankWidth { rank: Rank::Second, squares: 7 };
    assert_eq!(refused("4k3/8/8/8/8/8/7/4K3 w - - 0 1"), width);
}

#[test]
fn a_setup_keeps_what_was_typed_though_it_is_not_legal() {
    for fen in ["8/8/8/8/8/8/8/8 w - - 0 1", "kkkkkkkk/8/8/8/8/8/8/PPPPPPPP b - - 3 9"] {
        let setup: Setup = fen.parse().unwrap();
        assert_eq!(setup.to_string(), fen);
        assert!(setup.position().is_err());
    }
    // The square that a pawn passed is kept as typed, and only the position asks what it is good for.
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(fen.parse::<Setup>().unwrap().to_string(), fen);
}

#[test]
fn scattered_pieces_are_written_and_read_back_legal_or_not() {
    let mut dice = Dice::new(11);
    for _ in 0..20_000 {
        let setup = dice.scatter();
        assert_eq!(setup.to_string().parse(), Ok(setup), "{setup}");
        if let Ok(position) = setup.position() {
            assert_eq!(position.to_string().parse(), Ok(position));
            assert_eq!(position.setup().position(), Ok(position));
        }
    }
}

#[test]
fn the_clock_of_a_position_that_was_played_can_still_be_read() {
    let mut position: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 9999 999999".parse().unwrap();
    position.play(position.parse_uci("a1a2").unwrap()).unwrap();
    position.play(position.parse_uci("e8d8").unwrap()).unwrap();
    assert_eq!(position.to_string().parse(), Ok(position));
}
