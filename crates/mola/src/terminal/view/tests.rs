//! Screens as they look, at several sizes and with more or fewer colors and letters.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mola_game::coach::Level;
use mola_game::{Score, TimeControl};
use mola_rules::Square;

use super::*;
use crate::terminal::graphics::Pieces;
use crate::terminal::player::Player;
use crate::terminal::state::{Msg, Thought, World};
use crate::terminal::storage::SavedGame;
use crate::terminal::update::update;
use crate::terminal::view::{Background, ColorDepth};

fn state(moves: &str) -> State {
    let control = TimeControl::clock(std::time::Duration::from_mins(5), std::time::Duration::from_secs(3));
    let players = [Player::Human, Player::MOLA];
    let record = SavedGame::new(
        mola_rules::Position::start(),
        control,
        players,
        Level::FRIENDLY,
        "2026.05.04".to_owned(),
    );
    let mut state = State::new(record, "test.pgn".to_owned());
    for text in moves.split_whitespace() {
        state.record.game.play_text(text).unwrap();
    }
    state
}

fn press(state: &mut State, keys: &str) {
    for letter in keys.chars() {
        let code = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
        update(state, Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)), World::default());
    }
}

fn screen(state: &mut State, (columns, rows): (u16, u16), theme: &Theme) -> Buffer {
    state.size = (columns, rows);
    let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
    draw(&mut buffer, state, theme);
    buffer
}

/// The letters of a screen.
fn text(buffer: &Buffer) -> String {
    let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

/// The letters and the colors of a screen, row by row: where the style changes, it is named.
fn styled(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut last = None;
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let style = (cell.fg, cell.bg, cell.modifier);
            if last != Some(style) {
                text += &format!("{{{}/{} {:?}}}", cell.fg, cell.bg, cell.modifier).replace(" NONE", "");
                last = Some(style);
            }
            text += cell.symbol();
        }
        text += "\n";
    }
    text
}

fn theme(depth: ColorDepth, unicode: bool) -> Theme {
    Theme::new(depth, unicode, Background::Dark)
}

const NAJDORF: &str = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6";

#[test]
fn a_usual_terminal() {
    let mut state = state(NAJDORF);
    insta::assert_snapshot!(text(&screen(&mut state, (80, 24), &theme(ColorDepth::True, true))));
}

#[test]
fn a_narrow_terminal() {
    let mut state = state(NAJDORF);
    insta::assert_snapshot!(text(&screen(&mut state, (44, 30), &theme(ColorDepth::Indexed, true))));
}

#[test]
fn a_tiny_terminal() {
    let mut state = state(NAJDORF);
    insta::assert_snapshot!(text(&screen(&mut state, (20, 12), &theme(ColorDepth::Sixteen, true))));
}

#[test]
fn a_terminal_that_is_too_small() {
    let mut state = state(NAJDORF);
    insta::assert_snapshot!(text(&screen(&mut state, (16, 5), &theme(ColorDepth::True, true))));
}

#[test]
fn a_large_terminal_has_pictures() {
    let mut state = state(NAJDORF);
    insta::assert_snapshot!(text(&screen(&mut state, (120, 46), &theme(ColorDepth::True, true))));
}

#[test]
fn plain_letters_without_colors() {
    let mut state = state(NAJDORF);
    state.picked = Some(Square::D4);
    insta::assert_snapshot!(text(&screen(&mut state, (80, 24), &theme(ColorDepth::None, false))));
}

#[test]
fn figures_without_colors() {
    let mut state = state(NAJDORF);
    state.picked = Some(Square::D4);
    insta::assert_snapshot!(text(&screen(&mut state, (80, 24), &theme(ColorDepth::None, true))));
}

#[test]
fn every_mark_has_a_sign_of_its_own() {
    // White is in check, and the pawn that could help is picked.
    let mut checked = state("e4 e5 f3 Qh4");
    (checked.cursor, checked.picked) = (Some(Square::A1), Some(Square::G2));
    insta::assert_snapshot!(
        "marks_in_check",
        text(&screen(&mut checked, (80, 24), &theme(ColorDepth::None, false)))
    );
    // The picked pawn can capture the queen.
    let mut attacked = state("e4 e5 f3 Qh4 g3 a6");
    attacked.picked = Some(Square::G3);
    insta::assert_snapshot!(
        "marks_of_captures",
        text(&screen(&mut attacked, (80, 24), &theme(ColorDepth::True, true)))
    );
    insta::assert_snapshot!(
        "marks_on_pictures",
        text(&screen(&mut attacked, (110, 42), &theme(ColorDepth::True, true)))
    );
}

#[test]
fn the_evaluation_bar_and_the_thinking_line() {
    let mut state = state(NAJDORF);
    (state.study.bar, state.study.line) = (true, true);
    state.study.thought = Some(Thought {
        depth: 14,
        score: Score::Centipawns(130),
        nodes: 1_234_567,
        line: ["6.Be3", "e5", "7.Nb3", "Be6", "8.f3"].map(str::to_owned).to_vec(),
    });
    insta::assert_snapshot!(text(&screen(&mut state, (90, 30), &theme(ColorDepth::True, true))));
}

#[test]
fn the_menu_in_front_of_the_board() {
    let mut state = state(NAJDORF);
    press(&mut state, "m");
    insta::assert_snapshot!(text(&screen(&mut state, (80, 24), &theme(ColorDepth::True, true))));
}

#[test]
fn the_form_of_a_new_game() {
    let mut state = state(NAJDORF);
    press(&mut state, "w");
    insta::assert_snapshot!(text(&screen(&mut state, (80, 24), &theme(ColorDepth::True, true))));
}

#[test]
fn the_help() {
    let mut state = state(NAJDORF);
    press(&mut state, "?");
    insta::assert_snapshot!(text(&screen(&mut state, (80, 50), &theme(ColorDepth::None, false))));
}

#[test]
fn the_help_scrolls_to_its_end_and_no_farther() {
    let mut state = state(NAJDORF);
    press(&mut state, "?");
    let mut after = |code, times| {
        for _ in 0..times {
            update(&mut state, Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)), World::default());
        }
        text(&screen(&mut state, (40, 12), &theme(ColorDepth::None, false)))
    };
    let first = after(KeyCode::Up, 1);
    let end = after(KeyCode::PageDown, 50);
    assert_ne!(end, first);
    assert_eq!(after(KeyCode::End, 1), end);
    assert_ne!(after(KeyCode::Up, 1), end);
    assert_eq!(after(KeyCode::Home, 1), first);
}

#[test]
fn the_end_of_a_game() {
    let mut state = state("f3 e5 g4");
    state.record.players = [Player::Human, Player::Human];
    press(&mut state, "Qh4\n");
    insta::assert_snapshot!(text(&screen(&mut state, (80, 24), &theme(ColorDepth::True, true))));
}

#[test]
fn the_colors_of_each_depth() {
    for (name, depth) in [
        ("true", ColorDepth::True),
        ("256", ColorDepth::Indexed),
        ("16", ColorDepth::Sixteen),
        ("none", ColorDepth::None),
    ] {
        let mut state = state("e4 e5 Qh5 Ke7 Qxe5");
        insta::assert_snapshot!(
            format!("colors_{name}"),
            styled(&screen(&mut state, (32, 14), &theme(depth, true)))
        );
    }
}

#[test]
fn a_light_background_has_darker_letters() {
    let luminance = |color: ratatui_core::style::Color| match color {
        ratatui_core::style::Color::Rgb(red, green, blue) => {
            u32::from(red) * 2 + u32::from(green) * 7 + u32::from(blue)
        }
        other => panic!("{other:?}"),
    };
    let [dark, light] = [Background::Dark, Background::Light]
        .map(|ground| Theme::new(ColorDepth::True, true, ground).palette);
    for (on_dark, on_light) in [(dark.accent, light.accent), (dark.dim, light.dim), (dark.alarm, light.alarm)]
    {
        assert!(luminance(on_dark) > 1200 && luminance(on_light) < 1200);
    }
}

#[test]
fn no_screen_without_unicode_has_other_letters() {
    let theme = theme(ColorDepth::None, false);
    for size in [(80, 24), (44, 30), (20, 12), (120, 46), (16, 5)] {
        for keys in ["", "m", "w", "?", "z", "t", "e"] {
            let mut state = state(NAJDORF);
            press(&mut state, keys);
            let shown = text(&screen(&mut state, size, &theme));
            assert!(shown.is_ascii(), "{size:?} {keys}: {shown}");
        }
    }
}

/// The squares with images on a screen, and the screen's letters.
fn images(state: &mut State, size: (u16, u16), theme: &Theme) -> (Vec<Square>, String) {
    let mut buffer = screen(state, size, theme);
    let stamps = stamps(&mut buffer, state, theme);
    (stamps.iter().map(|stamp| stamp.square).collect(), text(&buffer))
}

#[test]
fn images_take_the_place_of_all_pieces() {
    let mut state = state(NAJDORF);
    let mut theme = theme(ColorDepth::True, true);
    for size in [(80, 24), (110, 40)] {
        theme.images = false;
        assert_eq!(images(&mut state, size, &theme).0, [], "the terminal shows none");
        theme.images = true;
        let (squares, letters) = images(&mut state, size, &theme);
        assert_eq!(squares.len(), 30);
        assert!(squares.contains(&Square::D4) && !squares.contains(&Square::E2));
        assert!(!letters.contains('♞') && !letters.contains('█'), "{letters}");
        assert!(letters.contains('╭'), "marks stay: {letters}");
    }
    // Squares of one row have no room for more than a letter.
    assert_eq!(images(&mut state, (40, 12), &theme).0, []);
}

#[test]
fn squares_behind_a_dialog_have_no_images() {
    let mut state = state("");
    let mut theme = theme(ColorDepth::True, true);
    theme.images = true;
    press(&mut state, "?");
    let (squares, letters) = images(&mut state, (110, 40), &theme);
    assert!(!squares.is_empty() && squares.len() < 32, "{squares:?}");
    let layout = Layout::of(&state).unwrap();
    let cover = dialogs::place(&state);
    for square in Square::ALL {
        assert!(!(squares.contains(&square) && layout.cells(square).intersects(cover)), "{square}");
    }
    assert!(letters.contains('█'), "pieces that are half covered are drawn in blocks: {letters}");
}

#[test]
fn the_player_may_choose_how_pieces_are_drawn() {
    let mut state = state("");
    let mut theme = theme(ColorDepth::True, true);
    for (pieces, seen, unseen) in [
        (Pieces::Blocks, '█', '♜'),
        (Pieces::Images, '█', '♜'),
        (Pieces::Figures, '♜', '█'),
        (Pieces::Letters, 'R', '█'),
    ] {
        theme.pieces = Some(pieces);
        let letters = text(&screen(&mut state, (110, 40), &theme));
        assert!(letters.contains(seen) && !letters.contains(unseen), "{pieces:?}: {letters}");
    }
}
