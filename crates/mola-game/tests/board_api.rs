//! The board API, as front ends of micropython chess computers call it.

use mola_game::{Answer, BoardGame, BoardGameError, Ending, Engine, FirstMove, Host, Limits, Task};
use mola_rules::{Board64Error, Color, SetupError};

/// An engine that plays moves from a list, by their names.
struct Script(Vec<&'static str>);

impl Engine for Script {
    fn name(&self) -> &'static str {
        "Script"
    }

    fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
        let m = task.root.parse_san(self.0.remove(0)).expect("the script has a legal move");
        Answer { best: Some(m), ponder: None }
    }
}

/// The README's board for a player of the black pieces: who sits on top has moved first.
const ENGINE_MOVED_FIRST: &[u8; 64] = b"rnbqkbnrpppp ppp            p                   PPPPPPPPRNBQKBNR";
/// What the GUI shows such a player: the same, seen in a mirror.
const MIRRORED: &[u8; 64] = b"rnbkqbnrppp pppp           p                    PPPPPPPPRNBKQBNR";

fn start(board: Option<&[u8]>) -> BoardGame {
    BoardGame::new(board).expect("a good board")
}

/// Plays the player's moves against the script, and gives the engine's replies.
fn play(game: &mut BoardGame, moves: &[&str], replies: &[&'static str]) -> Vec<String> {
    let mut engine = Script(replies.to_vec());
    let mut heard = Vec::new();
    for text in moves {
        game.send(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if game.ending().is_none() {
            let reply = game.reply(&mut engine, Limits::NONE, &mut ()).expect("the game goes on");
            heard.push(reply.to_string());
        }
    }
    heard
}

#[test]
fn the_player_sits_at_the_bottom_and_begins() {
    let game = start(None);
    assert_eq!(&game.board(), b"rnbqkbnrpppppppp                                PPPPPPPPRNBQKBNR");
}

#[test]
fn a_legal_move_changes_the_board_and_an_illegal_one_nothing() {
    let mut game = start(None);
    let before = game.board();
    for text in ["e2e5", "e7e5", "a1a5", "e3e4", "", "e2", "e2e4x", "z9z9", "e2é4", "e2e4e2e4"] {
        assert!(game.send(text).is_err(), "{text:?} was accepted");
        assert_eq!(game.board(), before);
    }
    game.send("e2e4").unwrap();
    assert_eq!(&game.board()[32..64], b"    P           PPPP PPPRNBQKBNR");
}

#[test]
fn turns_are_kept() {
    let mut game = start(None);
    assert_eq!(game.reply(&mut FirstMove, Limits::NONE, &mut ()), Err(BoardGameError::NotYourTurn));
    game.send("e2e4").unwrap();
    assert_eq!(game.send("d2d4"), Err(BoardGameError::NotYourTurn));
}

#[test]
fn the_engine_announces_check_and_mate() {
    let mut game = start(None);
    let replies = play(&mut game, &["f2f3", "g2g4"], &["e5", "Qh4"]);
    assert_eq!(replies, ["e7e5", "d8h4#"]);
    assert_eq!(game.ending(), Some(Ending::Lost));
    let mut game = start(None);
    let replies = play(&mut game, &["e2e4", "f1b5", "d2d3"], &["c6", "a6", "Qa5"]);
    assert_eq!(replies.last().map(String::as_str), Some("d8a5+"));
}

#[test]
fn the_player_wins_by_mate_without_taking_the_king() {
    let mut game = start(None);
    play(&mut game, &["e2e4", "d1h5", "f1c4", "h5f7"], &["e5", "Nc6", "Nf6"]);
    assert_eq!(game.ending(), Some(Ending::Won));
    assert!(matches!(game.send("a2a3"), Err(BoardGameError::Game(_))));
}

#[test]
fn a_stalemate_is_drawn() {
    let mut game = start(Some(b"k                K                                        Q     "));
    game.send("c1c7").unwrap();
    assert_eq!(game.ending(), Some(Ending::Drawn));
}

#[test]
fn who_sits_on_top_may_have_moved_first() {
    let mut game = start(Some(ENGINE_MOVED_FIRST));
    assert_eq!(&game.board(), ENGINE_MOVED_FIRST);
    let replies = play(&mut game, &["e2e4"], &["Nf6"]);
    assert_eq!(replies, ["g8f6"]);
}

#[test]
fn both_castle_on_the_mirrored_board_by_two_steps_of_the_king() {
    let mut game = start(Some(MIRRORED));
    // In the mirror, the knight and bishop next to the king stand on b1 and c1.
    let moves = ["d2d4", "c1e3", "b1c3", "d1b1"];
    let replies = play(&mut game, &moves, &["Nf6", "g6", "Bg7", "O-O"]);
    assert_eq!(replies.last().map(String::as_str), Some("d8b8"));
    assert_eq!(&game.board()[..8], b" kr qbnr");
    assert_eq!(&game.board()[56..], b" KR QBNR");
}

#[test]
fn castling_long_on_the_mirrored_board_goes_two_steps_to_the_right() {
    let board = b"   k                                                    R  K   R";
    let mut game = start(Some(board));
    game.send("d1f1").unwrap();
    assert_eq!(&game.board()[56..], b"R   RK  ");
}

#[test]
fn the_ordinary_board_castles_too() {
    let board = b"    k                                                   R   K  R";
    let mut game = start(Some(board));
    game.send("e1g1").unwrap();
    assert_eq!(&game.board()[56..], b"R    RK ");
}

#[test]
fn four_letters_promote_to_a_queen_and_five_to_what_they_say() {
    let board = b"        P              k                                    K   ";
    let mut game = start(Some(board));
    game.send("a7a8").unwrap();
    assert_eq!(game.board()[0], b'Q');
    let mut game = start(Some(board));
    game.send("a7a8n").unwrap();
    assert_eq!(game.board()[0], b'N');
    let mut game = start(Some(board));
    assert!(game.send("a7a8k").is_err());
}

#[test]
fn bad_boards_are_refused_with_a_reason() {
    let refuse = |board: &[u8]| BoardGame::<mola_game::DefaultScoresheet>::new(Some(board)).unwrap_err();
    assert_eq!(refuse(b"rnbq"), BoardGameError::Board(Board64Error::Length(4)));
    assert_eq!(refuse(&[b' '; 64]), BoardGameError::Setup(SetupError::NoKing(Color::White)));
    let mut wrong = *ENGINE_MOVED_FIRST;
    wrong[20] = b'x';
    assert!(refuse(&wrong).to_string().contains("'x' on e6"));
}

#[test]
fn a_whole_game_against_the_simplest_engine_ends() {
    let mut game = start(None);
    let mut moves = 0;
    while game.ending().is_none() {
        let m = game.game().position().legal_moves()[0];
        game.send(&m.uci(mola_rules::CastlingStyle::Standard).to_string()).expect("a legal move");
        moves += 1;
        if game.ending().is_none() {
            game.reply(&mut FirstMove, Limits::NONE, &mut ()).expect("a reply");
        }
    }
    assert!(moves > 1 && game.game().outcome().is_some());
}
