//! Whole games without a screen: messages in, effects and states out.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use mola_game::coach::Level;
use mola_game::{Score, TimeControl};
use mola_rules::{Move, Outcome, Square, WinReason};

use super::*;
use crate::terminal::player::Player;
use crate::terminal::state::{Action, Dialog, FoundHint, Job, Look, Thought};
use crate::terminal::storage::SavedGame;
use crate::terminal::view::Layout;

/// An update in a world that stands still.
fn update(state: &mut State, msg: Msg) -> Vec<Effect> {
    super::update(state, msg, state.world)
}

fn wait_until(state: &mut State, seconds: u64) -> Vec<Effect> {
    super::update(state, Msg::Tick, World { elapsed: Duration::from_secs(seconds), ..state.world })
}

fn people() -> State {
    State::for_tests([Player::Human, Player::Human])
}

fn against_mola() -> State {
    State::for_tests([Player::Human, Player::MOLA])
}

fn from(fen: &str, players: [Player; 2]) -> State {
    let record = SavedGame::new(
        fen.parse().unwrap(),
        TimeControl::Unlimited,
        players,
        Level::FRIENDLY,
        "2026.05.04".to_owned(),
    );
    State::new(record, "test.pgn".to_owned())
}

fn key(state: &mut State, code: KeyCode) -> Vec<Effect> {
    update(state, Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn type_in(state: &mut State, text: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for letter in text.chars() {
        effects.extend(key(state, if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) }));
    }
    effects
}

fn mouse(state: &mut State, kind: MouseEventKind, square: Square) -> Vec<Effect> {
    let cells = Layout::of(state).unwrap().cells(square);
    let event = MouseEvent { kind, column: cells.x + 1, row: cells.y, modifiers: KeyModifiers::NONE };
    update(state, Msg::Mouse(event))
}

fn click(state: &mut State, square: Square) -> Vec<Effect> {
    let mut effects = mouse(state, MouseEventKind::Down(MouseButton::Left), square);
    effects.extend(mouse(state, MouseEventKind::Up(MouseButton::Left), square));
    effects
}

/// The ticket of the question among the effects.
fn asked(effects: &[Effect]) -> u64 {
    effects
        .iter()
        .find_map(|effect| match effect {
            Effect::Engine(Job::Move { ticket, .. }) => Some(*ticket),
            _ => None,
        })
        .expect("an engine is asked")
}

fn reply(state: &mut State, ticket: u64, text: &str) -> Vec<Effect> {
    let answer = match state.game().position().parse_san(text) {
        Ok(best) => Said::Move { best, offers_draw: false },
        Err(error) => Said::Failed(error.to_string()),
    };
    update(state, Msg::Answer { ticket, answer })
}

fn names(state: &State) -> Vec<String> {
    state.game().named_moves().map(|(_, name)| name.to_string()).collect()
}

fn last_notice(state: &State) -> &str {
    &state.notices.last().expect("something was said").text
}

fn is_kept(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Keep { .. }))
}

#[test]
fn a_typed_move_is_played_kept_and_answered() {
    let mut state = against_mola();
    let effects = type_in(&mut state, "e4\n");
    assert_eq!(names(&state), ["e4"]);
    assert!(is_kept(&effects));
    let ticket = asked(&effects);
    let effects = reply(&mut state, ticket, "e5");
    assert_eq!(names(&state), ["e4", "e5"]);
    assert!(is_kept(&effects) && state.asked.is_none());
}

#[test]
fn what_is_kept_is_the_game_after_the_move() {
    let mut state = people();
    let effects = type_in(&mut state, "d2d4\n");
    let kept = effects.iter().find_map(|effect| match effect {
        Effect::Keep { name, text } => Some((name.as_str(), text.as_str())),
        _ => None,
    });
    let (name, text) = kept.unwrap();
    assert_eq!(name, "test.pgn");
    assert!(text.contains("1. d4 *"), "{text}");
}

#[test]
fn arrows_and_enter_move_a_piece() {
    let mut state = people();
    key(&mut state, KeyCode::Up);
    assert_eq!(state.cursor, Some(Square::E2));
    key(&mut state, KeyCode::Enter);
    assert_eq!(state.picked, Some(Square::E2));
    key(&mut state, KeyCode::Up);
    key(&mut state, KeyCode::Up);
    key(&mut state, KeyCode::Char(' '));
    assert_eq!(names(&state), ["e4"]);
}

#[test]
fn arrows_follow_the_board_when_it_is_turned() {
    let mut state = people();
    type_in(&mut state, "v");
    key(&mut state, KeyCode::Left);
    assert_eq!(state.cursor, Some(Square::E7));
    key(&mut state, KeyCode::Left);
    key(&mut state, KeyCode::Up);
    assert_eq!(state.cursor, Some(Square::F6));
}

#[test]
fn clicks_and_drags_move_pieces() {
    let mut state = people();
    click(&mut state, Square::E2);
    assert_eq!(state.picked, Some(Square::E2));
    click(&mut state, Square::E4);
    mouse(&mut state, MouseEventKind::Down(MouseButton::Left), Square::G8);
    mouse(&mut state, MouseEventKind::Up(MouseButton::Left), Square::F6);
    assert_eq!(names(&state), ["e4", "Nf6"]);
}

#[test]
fn a_click_on_the_wrong_square_says_why() {
    let mut state = people();
    click(&mut state, Square::E7);
    assert_eq!(last_notice(&state), "The black pawn is not yours.");
    click(&mut state, Square::E4);
    assert_eq!(last_notice(&state), "There is no piece on e4.");
    click(&mut state, Square::A1);
    assert_eq!(last_notice(&state), "The rook on a1 cannot move.");
    click(&mut state, Square::B1);
    click(&mut state, Square::E5);
    assert_eq!(last_notice(&state), "The piece cannot go to e5.");
    assert_eq!(state.picked, None);
}

#[test]
fn castling_works_by_both_gestures() {
    for target in [Square::G1, Square::H1] {
        let mut state = from("4k3/8/8/8/8/8/8/4K2R w K - 0 1", [Player::Human, Player::Human]);
        click(&mut state, Square::E1);
        click(&mut state, target);
        assert_eq!(names(&state), ["O-O"], "{target}");
    }
}

#[test]
fn a_promotion_is_chosen() {
    let fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1";
    for (keys, name) in [("\n", "a8=Q"), ("n", "a8=N"), ("r", "a8=R"), ("b", "a8=B")] {
        let mut state = from(fen, [Player::Human, Player::Human]);
        click(&mut state, Square::A7);
        click(&mut state, Square::A8);
        assert!(matches!(state.dialog, Some(Dialog::List(_))));
        type_in(&mut state, keys);
        assert_eq!(names(&state), [name]);
    }
    let mut state = from(fen, [Player::Human, Player::Human]);
    type_in(&mut state, "a8\n_\n".replace('_', "").as_str());
    assert_eq!(names(&state), ["a8=Q"], "the chooser comes for typed moves too");
}

#[test]
fn a_bad_move_changes_nothing_and_is_explained() {
    let mut state = people();
    let effects = type_in(&mut state, "e2e5\n");
    assert!(effects.is_empty() && state.game().is_empty());
    assert_eq!(last_notice(&state), "The pawn on e2 can go to e3 or e4.");
}

#[test]
fn a_late_answer_to_a_taken_back_move_is_dropped() {
    let mut state = against_mola();
    let effects = type_in(&mut state, "e4\n");
    let stale = asked(&effects);
    let effects = type_in(&mut state, "u");
    assert!(effects.iter().any(|effect| matches!(effect, Effect::StopEngines)));
    assert!(state.game().is_empty());
    let mut after = mola_rules::Position::start();
    after.play_unchecked(after.parse_san("e4").unwrap());
    let answer = Said::Move { best: after.parse_san("e5").unwrap(), offers_draw: false };
    let effects = update(&mut state, Msg::Answer { ticket: stale, answer });
    assert!(effects.is_empty() && state.game().is_empty());
    // The same move again gets a new question, and only its answer counts.
    let effects = type_in(&mut state, "e4\n");
    let fresh = asked(&effects);
    assert_ne!(fresh, stale);
    reply(&mut state, stale, "c5");
    assert_eq!(names(&state), ["e4"]);
    reply(&mut state, fresh, "c5");
    assert_eq!(names(&state), ["e4", "c5"]);
}

#[test]
fn taking_back_takes_both_moves_and_redo_brings_both() {
    let mut state = against_mola();
    for (mine, theirs) in [("e4", "e5"), ("Nf3", "Nc6")] {
        let effects = type_in(&mut state, &format!("{mine}\n"));
        reply(&mut state, asked(&effects), theirs);
    }
    type_in(&mut state, "u");
    assert_eq!(names(&state), ["e4", "e5"]);
    assert!(state.asked.is_none());
    type_in(&mut state, "y");
    assert_eq!(names(&state), ["e4", "e5", "Nf3", "Nc6"]);
    let mut state = people();
    type_in(&mut state, "e4\ne5\nu");
    assert_eq!(names(&state), ["e4"], "people take back one move at a time");
}

#[test]
fn nobody_moves_for_the_engine() {
    let mut state = against_mola();
    type_in(&mut state, "e4\ne5\n");
    assert_eq!(names(&state), ["e4"]);
    assert_eq!(last_notice(&state), "It is Black's turn, and Mola is thinking.");
}

#[test]
fn mate_ends_the_game_with_words() {
    let mut state = people();
    type_in(&mut state, "f3\ne5\ng4\n");
    let effects = type_in(&mut state, "Qh4\n");
    assert_eq!(last_notice(&state), "Black wins by checkmate.");
    assert!(is_kept(&effects), "the end is kept too");
    let Some(Dialog::List(list)) = &state.dialog else { panic!("no dialog") };
    assert_eq!(list.text, "Black wins by checkmate.");
    // The rematch changes the sides.
    type_in(&mut state, "r");
    assert!(state.game().is_empty() && state.game().outcome().is_none());
}

#[test]
fn check_is_announced() {
    let mut state = people();
    type_in(&mut state, "e4\nf5\nQh5\n");
    assert_eq!(last_notice(&state), "Black is in check.");
}

#[test]
fn resigning_is_asked_about_and_the_person_loses() {
    let mut state = against_mola();
    update(&mut state, Msg::Act(Action::AskResign));
    assert!(state.dialog.is_some() && state.game().outcome().is_none());
    type_in(&mut state, "y");
    assert_eq!(state.game().outcome(), Some(Outcome::Win(mola_rules::Color::Black, WinReason::Resignation)));
}

#[test]
fn an_engine_accepts_a_draw_only_when_it_is_not_better() {
    for (score, is_drawn) in
        [(Score::Centipawns(-80), false), (Score::Centipawns(40), true), (Score::Mate(3), true)]
    {
        let mut state = against_mola();
        let shuffle =
            ["Nf3", "Nf6", "Nc3", "Nc6", "e4", "e5", "Bc4", "Bc5", "d3", "d6", "a3", "a6", "h3", "h6"];
        let more = [
            "b3", "b6", "g3", "g6", "Bb2", "Bb7", "Qe2", "Qe7", "Kf1", "Kf8", "Kg2", "Kg7", "Rae1", "Rae8",
            "Nh2", "Nh7",
        ];
        for text in shuffle.iter().chain(&more) {
            state.record.game.play_text(text).unwrap();
        }
        let thought = Thought { depth: 9, score, nodes: 1, line: Vec::new() };
        state.thoughts[1] = Some(thought);
        update(&mut state, Msg::Act(Action::Draw));
        assert_eq!(state.game().outcome().is_some(), is_drawn, "{score}");
    }
}

#[test]
fn two_people_offer_accept_and_decline() {
    let mut state = people();
    type_in(&mut state, "e4\ndraw\n");
    assert!(state.dialog.is_some());
    type_in(&mut state, "n");
    assert!(state.game().outcome().is_none() && state.game().draw_offer().is_none());
    let mut state = people();
    type_in(&mut state, "draw\n");
    // The other one accepts.
    type_in(&mut state, "e4\n");
    assert!(state.game().outcome().is_none());
}

#[test]
fn a_third_repetition_is_claimed_with_draw() {
    let mut state = people();
    for _ in 0..2 {
        type_in(&mut state, "Nf3\nNf6\nNg1\nNg8\n");
    }
    type_in(&mut state, "draw\n");
    assert_eq!(last_notice(&state), "Draw by threefold repetition.");
}

#[test]
fn the_hint_ladder_goes_from_a_nudge_to_the_move() {
    let mut state = people();
    let effects = type_in(&mut state, "i");
    let Some(Effect::Engine(Job::Hint { ticket, .. })) = effects.first() else {
        panic!("no hint is asked for")
    };
    let best = state.game().position().parse_san("Nf3").unwrap();
    let found = Some(FoundHint { threat: Some("Black threatens d5.".to_owned()), best, score: None });
    update(&mut state, Msg::Hint { ticket: *ticket, found });
    let mut told = vec![last_notice(&state).to_owned()];
    for _ in 0..3 {
        type_in(&mut state, "i");
        told.push(last_notice(&state).to_owned());
    }
    let expected = [
        "Black threatens d5. Ask again for more.",
        "Look at the knight on g1.",
        "Nf3 is a good move.",
        "Nf3 is a good move.",
    ];
    assert_eq!(told, expected);
    // After a move, the ladder begins anew.
    type_in(&mut state, "e4\n");
    assert!(state.hint.is_none());
}

#[test]
fn walking_through_the_game_does_not_change_it() {
    let mut state = people();
    type_in(&mut state, "e4\ne5\nNf3\n");
    key(&mut state, KeyCode::PageUp);
    key(&mut state, KeyCode::PageUp);
    assert_eq!(state.looking, Some(1));
    assert_eq!(state.shown().played, 1);
    type_in(&mut state, "d4\n");
    assert!(last_notice(&state).contains("earlier position"));
    key(&mut state, KeyCode::Home);
    assert_eq!(state.shown().position, mola_rules::Position::start());
    key(&mut state, KeyCode::End);
    assert_eq!(state.looking, None);
    update(&mut state, Msg::Act(Action::Look(Look::At(2))));
    assert_eq!(state.shown().played, 2);
    assert_eq!(names(&state), ["e4", "e5", "Nf3"]);
}

#[test]
fn clocks_run_and_flags_fall() {
    let control = TimeControl::clock(Duration::from_mins(1), Duration::from_secs(1));
    let record = SavedGame::new(
        mola_rules::Position::start(),
        control,
        [Player::Human, Player::Human],
        Level::FRIENDLY,
        "?".into(),
    );
    let mut state = State::new(record, "test.pgn".to_owned());
    begin(&mut state);
    wait_until(&mut state, 100);
    assert!(state.game().outcome().is_none(), "no clock runs before the first move");
    type_in(&mut state, "e4\n");
    wait_until(&mut state, 110);
    assert_eq!(state.left(mola_rules::Color::Black), Some(Duration::from_secs(50)));
    type_in(&mut state, "e5\n");
    assert_eq!(state.left(mola_rules::Color::Black), Some(Duration::from_secs(51)));
    let effects = wait_until(&mut state, 180);
    assert_eq!(state.game().outcome(), Some(Outcome::Win(mola_rules::Color::Black, WinReason::Time)));
    assert_eq!(state.left(mola_rules::Color::White), Some(Duration::ZERO), "the clock does not jump back");
    assert!(is_kept(&effects));
    type_in(&mut state, "u");
    assert_eq!(state.left(mola_rules::Color::White), Some(Duration::from_secs(61)), "taking back does");
}

#[test]
fn leaving_and_coming_back_gives_no_time() {
    let control = TimeControl::clock(Duration::from_mins(1), Duration::ZERO);
    let players = [Player::Human, Player::Human];
    let record =
        SavedGame::new(mola_rules::Position::start(), control, players.clone(), Level::FRIENDLY, "?".into());
    let mut state = State::new(record, "test.pgn".to_owned());
    type_in(&mut state, "e4\n");
    wait_until(&mut state, 20);
    let effects = update(&mut state, Msg::Act(Action::Quit));
    let [Effect::Keep { text, .. }, Effect::Quit] = &effects[..] else { panic!("{effects:?}") };
    let record = SavedGame::from_text(text.as_bytes(), 1, &players, Level::FRIENDLY).unwrap();
    let mut state = people();
    let resume = Action::Resume { record: Box::new(record), file: "test.pgn".to_owned() };
    update(&mut state, Msg::Act(resume));
    assert_eq!(state.left(mola_rules::Color::Black), Some(Duration::from_secs(40)));
    wait_until(&mut state, 5);
    assert_eq!(state.left(mola_rules::Color::Black), Some(Duration::from_secs(35)));
    type_in(&mut state, "e5\n");
    assert_eq!(state.left(mola_rules::Color::Black), Some(Duration::from_secs(35)));
}

#[test]
fn the_menu_has_the_keys_of_the_board() {
    for state in [people(), against_mola(), State::for_tests([Player::MOLA, Player::MOLA])] {
        let Dialog::List(menu) = dialog::menu(&state) else { panic!() };
        for (key, label, _, action) in &SHORTCUTS {
            let same = |item: &&dialog::Item| format!("{:?}", item.action) == format!("{action:?}");
            if let Some(item) = menu.items.iter().find(same) {
                assert_eq!(item.key, Some(*key), "{label}");
            }
        }
        let mut keys: Vec<_> = menu.items.iter().filter_map(|item| item.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), menu.items.len(), "each key means one thing");
    }
}

#[test]
fn castling_is_typed_as_people_do() {
    for (fen, typed, expected) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kg1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/2K4R w K - 0 1", "c1h1", "O-O"),
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "O-O"),
    ] {
        let mut state = from(fen, [Player::Human, Player::Human]);
        type_in(&mut state, &format!("{typed}\n"));
        assert_eq!(names(&state), [expected], "{typed}: {:?}", state.notices);
    }
    // A king that can simply step there steps.
    let mut state = from("4k3/8/8/8/8/8/8/5K1R w K - 0 1", [Player::Human, Player::Human]);
    type_in(&mut state, "Kg1\n");
    assert_eq!(names(&state), ["Kg1"]);
}

#[test]
fn moves_that_could_be_meant_are_offered_by_their_names() {
    let mut state = from("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", [Player::Human, Player::Human]);
    type_in(&mut state, "Nd2\n");
    assert_eq!(last_notice(&state), "\"Nd2\" could be Nbd2 or Nfd2; say which.");
}

#[test]
fn an_engine_that_fails_is_not_asked_in_a_loop() {
    let mut state = against_mola();
    let effects = type_in(&mut state, "e4\n");
    let ticket = asked(&effects);
    let answer = Said::Failed("it could not be started".to_owned());
    let effects = update(&mut state, Msg::Answer { ticket, answer });
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Engine(Job::Move { .. }))));
    assert!(last_notice(&state).contains("could not be started"));
    // Nobody is told that it thinks.
    type_in(&mut state, "d4\n");
    assert!(last_notice(&state).contains("is not playing") && !last_notice(&state).contains("thinking"));
    // Another engine takes over.
    let effects = type_in(&mut state, ":engine pocket\n");
    let ticket = asked(&effects);
    reply(&mut state, ticket, "e5");
    assert_eq!(names(&state), ["e4", "e5"]);
}

#[test]
fn a_program_that_cannot_be_started_is_reported_before_its_turn() {
    let mut state = against_mola();
    let effects = type_in(&mut state, ":engine no-such-engine\n");
    let start = effects.into_iter().find_map(|effect| match effect {
        Effect::Engine(Job::Start { seat, engine }) => Some((seat, engine)),
        _ => None,
    });
    let (seat, engine) = start.expect("the program is started before it is asked for a move");
    let text = "no-such-engine could not be started".to_owned();
    update(&mut state, Msg::Unavailable { seat, engine: engine.clone(), text: text.clone() });
    assert!(last_notice(&state).contains(&text) && last_notice(&state).contains("engine mola"));
    // What was said of an engine that has left does not matter.
    type_in(&mut state, ":engine pocket\n");
    update(&mut state, Msg::Unavailable { seat, engine, text });
    assert_eq!(last_notice(&state), "Pocket now plays Black.");
}

#[test]
fn engines_play_each_other_and_can_be_halted() {
    let mut state = State::for_tests([Player::MOLA, Player::MOLA]);
    let ticket = asked(&begin(&mut state));
    let effects = reply(&mut state, ticket, "e4");
    let ticket = asked(&effects);
    let effects = type_in(&mut state, "p");
    assert!(effects.iter().any(|effect| matches!(effect, Effect::StopEngines)));
    reply(&mut state, ticket, "e5");
    assert_eq!(names(&state), ["e4"], "the answer came too late");
    let ticket = asked(&type_in(&mut state, "p"));
    reply(&mut state, ticket, "e5");
    assert_eq!(names(&state), ["e4", "e5"]);
}

#[test]
fn an_engine_may_resign_and_offer_draws() {
    let mut state = against_mola();
    let ticket = asked(&type_in(&mut state, "e4\n"));
    let best = state.game().position().parse_san("e5").unwrap();
    update(&mut state, Msg::Answer { ticket, answer: Said::Move { best, offers_draw: true } });
    assert!(matches!(state.dialog, Some(Dialog::List(_))));
    type_in(&mut state, "y");
    assert_eq!(state.game().outcome().unwrap().to_string(), "draw by agreement");
    let mut state = against_mola();
    let ticket = asked(&type_in(&mut state, "e4\n"));
    update(&mut state, Msg::Answer { ticket, answer: Said::Resigns });
    assert_eq!(last_notice(&state), "White wins by resignation.");
}

#[test]
fn the_form_starts_another_game() {
    let mut state = against_mola();
    type_in(&mut state, "w");
    key(&mut state, KeyCode::Right);
    let effects = key(&mut state, KeyCode::Enter);
    assert_eq!(state.record.players, [Player::MOLA, Player::Human]);
    assert_eq!(state.bottom, mola_rules::Color::Black);
    asked(&effects);
}

#[test]
fn the_bar_and_the_line_have_the_position_studied() {
    let mut state = people();
    let effects = type_in(&mut state, "z");
    let Some(Effect::Engine(Job::Study { ticket, .. })) = effects.first() else {
        panic!("nothing is studied")
    };
    let ticket = *ticket;
    let thought = Thought { depth: 5, score: Score::Centipawns(30), nodes: 1000, line: vec!["1.e4".into()] };
    update(&mut state, Msg::Thought { ticket, thought: thought.clone() });
    assert_eq!(state.study.thought, Some(thought.clone()));
    // After a move, what was thought about the old position is void.
    type_in(&mut state, "e4\n");
    assert_eq!(state.study.thought, None);
    update(&mut state, Msg::Thought { ticket, thought });
    assert_eq!(state.study.thought, None);
    let effects = type_in(&mut state, "z");
    assert!(matches!(effects[..], [Effect::StopStudy]));
}

#[test]
fn files_and_the_clipboard_are_asked_for() {
    let mut state = people();
    let effects = type_in(&mut state, "e4\n:save my game.pgn\n");
    assert!(
        effects.iter().any(|effect| matches!(effect, Effect::Save { path, .. } if path == "my game.pgn"))
    );
    let effects = type_in(&mut state, ":load other.pgn 3\n");
    assert!(matches!(&effects[..], [Effect::Load { path, number: Some(3), .. }] if path == "other.pgn"));
    let effects = type_in(&mut state, ":fen\n");
    assert!(matches!(&effects[..], [Effect::Copy(text)] if text.starts_with("rnbqkbnr/pppppppp/8/8/4P3")));
    type_in(&mut state, ":fen 4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1\n");
    assert_eq!(state.game().position().to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let effects = type_in(&mut state, ":fen 8/8/8/8/8/8/8/8 w - - 0 1\n");
    assert!(effects.is_empty() && last_notice(&state).contains("king"), "{}", last_notice(&state));
}

#[test]
fn a_loaded_game_can_be_walked_through_and_gone_on_with() {
    let mut state = people();
    let mut other = people();
    type_in(&mut other, "d4\nd5\n");
    let file = state.file.clone();
    update(&mut state, Msg::Loaded(Ok(Box::new(other.record.clone()))));
    assert_eq!(names(&state), ["d4", "d5"]);
    assert_ne!(state.file, file, "the file that was kept before stays as it is");
    type_in(&mut state, "c4\n");
    assert_eq!(names(&state).len(), 3);
}

#[test]
fn keys_that_mean_nothing_do_nothing() {
    let mut state = people();
    for code in [KeyCode::Insert, KeyCode::F(9), KeyCode::Null, KeyCode::BackTab, KeyCode::Backspace] {
        assert!(key(&mut state, code).is_empty());
    }
    assert!(state.game().is_empty());
}

#[test]
fn random_keys_and_clicks_never_break_the_game() {
    let mut dice = mola_game::Dice::new(1);
    let mut dice = |sides: u64| dice.below(sides as usize) as u64;
    let letters: Vec<char> =
        "abcdefgh12345678NBRQKOx=+ uyivztjpswm?[]qrn:e4Nf3\u{e9}\u{1F600}".chars().collect();
    let codes = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Tab,
        KeyCode::Backspace,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Delete,
    ];
    let theme = crate::terminal::view::theme::Theme::new(
        crate::terminal::view::theme::ColorDepth::True,
        true,
        crate::terminal::view::theme::Background::Dark,
    );
    let mut state = against_mola();
    for round in 0..20_000 {
        let effects = match dice(10) {
            0..5 => key(&mut state, KeyCode::Char(letters[dice(letters.len() as u64) as usize])),
            5..7 => key(&mut state, codes[dice(codes.len() as u64) as usize]),
            7..9 => {
                let kind = MouseEventKind::Down(MouseButton::Left);
                let (column, row) = (dice(150) as u16, dice(60) as u16);
                update(
                    &mut state,
                    Msg::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }),
                )
            }
            _ => update(&mut state, Msg::Resize(dice(150) as u16, dice(60) as u16)),
        };
        for effect in effects {
            if let Effect::Engine(Job::Move { ticket, .. }) = effect {
                let best: Move = state.game().position().legal_moves()[0];
                if dice(3) > 0 {
                    let answer = Said::Move { best, offers_draw: false };
                    update(&mut state, Msg::Answer { ticket, answer });
                }
            }
        }
        if round % 8 == 0 {
            let (columns, rows) = state.size;
            let mut buffer =
                ratatui_core::buffer::Buffer::empty(ratatui_core::layout::Rect::new(0, 0, columns, rows));
            crate::terminal::view::draw(&mut buffer, &state, &theme);
        }
    }
    let pgn = state.record.to_pgn();
    let again = SavedGame::from_text(pgn.as_bytes(), 1, &state.record.players, Level::FRIENDLY).unwrap();
    assert_eq!(again.game.moves(), state.game().moves());
}

#[test]
fn what_an_engine_remarks_is_shown() {
    let mut state = against_mola();
    update(&mut state, Msg::Remark("Mola: 3 files of endgame tables".to_owned()));
    assert_eq!(state.notices.last().unwrap().text, "Mola: 3 files of endgame tables");
}

#[test]
fn a_file_with_several_games_is_listed() {
    let mut state = people();
    let effects = type_in(&mut state, ":load other.pgn\n");
    assert!(matches!(&effects[..], [Effect::Load { number: None, .. }]));
    let games = vec!["Morphy - Duke 1-0".to_owned(), "Anderssen - Kieseritzky 1-0".to_owned()];
    update(&mut state, Msg::Listed { path: "other.pgn".to_owned(), games });
    key(&mut state, KeyCode::Down);
    let effects = key(&mut state, KeyCode::Enter);
    assert!(matches!(&effects[..], [Effect::Load { path, number: Some(2), .. }] if path == "other.pgn"));
}

#[test]
fn comments_marks_and_variations_of_a_file_are_shown_while_walking_through_it() {
    let text = "1. e4 $1 {Best by test. [%clk 0:01:00]} (1. d4 d5) e5 *";
    let players = [Player::Human, Player::Human];
    let record = SavedGame::from_text(text.as_bytes(), 1, &players, Level::FRIENDLY).unwrap();
    let mut state = people();
    update(&mut state, Msg::Loaded(Ok(Box::new(record))));
    key(&mut state, KeyCode::PageUp);
    assert_eq!(last_notice(&state), "e4! Best by test. (1.d4 d5)");
}

/// The fool's mate, analyzed.
fn reviewed() -> State {
    use crate::lab::analysis::verdict::{Opinion, judge};
    let mut state = against_mola();
    let m = |state: &State, san: &str| state.game().position().parse_san(san).unwrap();
    for san in ["f3", "e5", "g4", "Qh4#"] {
        let m = m(&state, san);
        state.record.game.play(m).unwrap();
    }
    let effects = type_in(&mut state, ":review\n");
    let [Effect::Engine(Job::Review { ticket, game })] = &effects[..] else { panic!("{effects:?}") };
    let best = |square: &str| vec![square.to_owned()];
    let opinion = |score: Score, line: Vec<String>| Opinion { score: score.into(), depth: 9, line };
    let opinions = [
        opinion(Score::Centipawns(20), best("e2e4")),
        opinion(Score::Centipawns(20), best("e7e5")),
        opinion(Score::Centipawns(-40), best("e2e4")),
        opinion(Score::Mate(1), best("d8h4")),
        opinion(Score::Mated(0), Vec::new()),
    ];
    let (ticket, moves) = (*ticket, judge(&game.to_pgn(), &opinions));
    update(&mut state, Msg::Reviewed { ticket, moves });
    state
}

#[test]
fn a_finished_game_is_analyzed_and_walked_through() {
    let mut state = reviewed();
    let Some(Dialog::List(list)) = &state.dialog else { panic!("{:?}", state.dialog) };
    assert!(list.text.contains("White: ") && list.text.contains("1 blunder"), "{}", list.text);
    key(&mut state, KeyCode::Esc);
    key(&mut state, KeyCode::PageUp);
    assert_eq!(last_notice(&state), "2. g4: Blunder: allows mate in 1. Best was e4.");
}

#[test]
fn an_analysis_that_was_interrupted_is_not_waited_for() {
    let mut state = reviewed();
    let effects = update(&mut state, Msg::Act(Action::Review));
    let Some(Effect::Engine(Job::Review { ticket, .. })) = effects.first() else { panic!("{effects:?}") };
    update(&mut state, Msg::Reviewed { ticket: *ticket, moves: Vec::new() });
    assert!(state.review.is_none());
    assert!(last_notice(&state).contains("interrupted"), "{}", last_notice(&state));
}

#[test]
fn mistakes_are_practiced_and_the_game_comes_back() {
    let mut state = reviewed();
    let file = state.file.clone();
    type_in(&mut state, "p");
    assert_eq!(state.game().position().fullmoves(), 2, "the position before the blunder");
    assert!(last_notice(&state).contains("Find a better move"), "{}", last_notice(&state));
    type_in(&mut state, "g4\n");
    assert!(last_notice(&state).contains("was the mistake"), "{}", last_notice(&state));
    let effects = type_in(&mut state, "h4\n");
    let [Effect::Engine(Job::Hint { ticket, .. })] = effects[..] else { panic!("{effects:?}") };
    let reply = mola_rules::Position::start().parse_san("e4").unwrap();
    let found = Some(FoundHint { threat: None, best: reply, score: Some(Score::Mate(1)) });
    update(&mut state, Msg::Hint { ticket, found });
    assert!(last_notice(&state).contains("allows mate in 1"), "{}", last_notice(&state));
    type_in(&mut state, "e4\n");
    assert!(last_notice(&state).starts_with("Right: e4 is best"), "{}", last_notice(&state));
    type_in(&mut state, ":done\n");
    assert_eq!((state.game().len(), &state.file), (4, &file));
}
