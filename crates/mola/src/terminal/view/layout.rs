//! Where things are on the screen. Views draw by it, and clicks are understood by it.

use mola_rules::{Color, File, Rank, Square};
use ratatui_core::layout::Rect;

use super::panel;
use crate::terminal::state::State;

/// The places of everything on a screen of some size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The 64 squares.
    pub(crate) board: Rect,
    /// Columns and rows of a square.
    pub(crate) square: (u16, u16),
    /// The digits of the ranks, left of the board.
    pub(crate) ranks: Rect,
    /// The letters of the files, below the board.
    pub(crate) files: Rect,
    /// The evaluation bar.
    pub(crate) bar: Rect,
    pub(crate) top_player: Rect,
    pub(crate) bottom_player: Rect,
    pub(crate) opening: Rect,
    pub(crate) moves: Rect,
    pub(crate) thinking: Rect,
    pub(crate) notice: Rect,
    pub(crate) input: Rect,
    pub(crate) keys: Rect,
    bottom: Color,
}

/// The least room for the panel beside the board, and the most that is of use to it.
const PANEL: (u16, u16) = (25, 46);

/// The least screen that can show a board.
pub(crate) const SMALLEST: (u16, u16) = (18, 10);

impl Layout {
    /// The layout for the state's screen: the largest board that leaves room for the rest, with the
    /// panel beside it or around it. `None` if the screen is too small for any board.
    pub(crate) fn of(state: &State) -> Option<Self> {
        let bar = if state.study.bar { BAR } else { 0 };
        // A bar is not worth losing the board for.
        Self::with_bar(state, bar).or_else(|| Self::with_bar(state, 0))
    }

    fn with_bar(state: &State, bar: u16) -> Option<Self> {
        let (columns, rows) = state.size;
        let screen = Rect::new(0, 0, columns, rows);
        for height in (1..=14).rev() {
            // Cells are about twice as high as wide. An odd width puts a figure in the middle.
            let widths = match height {
                1..=3 => [2 * height + 1, 2 * height],
                _ => [2 * height, 2 * height],
            };
            for width in widths {
                let square = (width, height);
                let layout =
                    beside(state, screen, square, bar).or_else(|| around(state, screen, square, bar));
                if layout.is_some() {
                    return layout;
                }
            }
        }
        None
    }

    /// The cells of a square.
    pub(crate) fn cells(&self, square: Square) -> Rect {
        let turned = match self.bottom {
            Color::White => square as u16 ^ 0o70,
            Color::Black => square as u16 ^ 0o07,
        };
        let (width, height) = self.square;
        Rect::new(self.board.x + turned % 8 * width, self.board.y + turned / 8 * height, width, height)
    }

    /// The square at a place on the screen.
    pub(crate) fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        if !self.board.contains((column, row).into()) {
            return None;
        }
        let file = ((column - self.board.x) / self.square.0) as u8;
        let row = ((row - self.board.y) / self.square.1) as u8;
        let turned = |index: u8| if self.bottom == Color::White { index } else { 7 - index };
        Some(Square::at(File::from_index(turned(file))?, Rank::from_index(turned(7 - row))?))
    }
}

/// Takes rows off the top of a place.
fn top(place: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(place.height);
    let taken = Rect { height: rows, ..*place };
    place.y += rows;
    place.height -= rows;
    taken
}

/// Takes rows off the bottom of a place.
fn bottom(place: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(place.height);
    place.height -= rows;
    Rect { y: place.y + place.height, height: rows, ..*place }
}

/// The columns of the evaluation bar, with a blank on either side.
const BAR: u16 = 3;

/// The board with its rim, in the left upper corner of `place`; it must fit.
fn board(state: &State, place: Rect, square: (u16, u16), bar: u16) -> Layout {
    let (width, height) = (8 * square.0, 8 * square.1);
    Layout {
        bar: Rect::new(place.x, place.y, bar.saturating_sub(1), height),
        ranks: Rect::new(place.x + bar, place.y, 2, height),
        board: Rect::new(place.x + bar + 2, place.y, width, height),
        files: Rect::new(place.x + bar + 2, place.y + height, width, 1),
        square,
        bottom: state.bottom,
        ..Layout::default()
    }
}

/// The panel at the right of the board.
fn beside(state: &State, screen: Rect, square: (u16, u16), bar: u16) -> Option<Layout> {
    let (width, height) = (8 * square.0 + 2 + bar, 8 * square.1 + 1);
    if screen.height < height + 3 || screen.width < width + 2 + PANEL.0 {
        return None;
    }
    let panel = (screen.width - width - 2).min(PANEL.1);
    // What is left over goes to both sides.
    let left = (screen.width - width - 2 - panel) / 2;
    let above = (screen.height - height - 3) / 3;
    let place = Rect::new(left, above, width, height);
    let mut panel = Rect::new(left + width + 2, above, panel, height - 1);
    // A message takes as many rows as it needs, as far as there are any.
    let width_below = screen.width - left;
    let notice = panel::notice_rows(state, width_below).min(screen.height - above - height - 2);
    let mut below = Rect::new(left, above + height, width_below, notice + 2);
    let top_player = top(&mut panel, 2);
    let bottom_player = bottom(&mut panel, 2);
    let two_lines = panel.height > 12;
    let opening = top(&mut panel, if two_lines { 2 } else { 1 });
    let thinking = bottom(&mut panel, if state.study.line { 5 } else { 0 });
    // A blank line between the moves and the player below.
    bottom(&mut panel, 1);
    Some(Layout {
        top_player,
        bottom_player,
        opening,
        thinking,
        moves: panel,
        notice: top(&mut below, notice),
        input: top(&mut below, 1),
        keys: Rect { x: 0, width: screen.width, ..top(&mut below, 1) },
        ..board(state, place, square, bar)
    })
}

/// The panel above and below the board, with as much of it as there is room for.
fn around(state: &State, screen: Rect, square: (u16, u16), bar: u16) -> Option<Layout> {
    let (width, height) = (8 * square.0 + 2 + bar, 8 * square.1 + 1);
    // The smallest board takes any screen; a larger one is not worth losing the rest for.
    let others = match square.1 {
        1 => 1,
        2 => 5,
        _ => 8,
    };
    if screen.height < height + others || screen.width < width {
        return None;
    }
    let mut spare = screen.height - height - 1;
    let mut room = |rows: u16| {
        let granted = if spare >= rows { rows } else { 0 };
        spare -= granted;
        granted
    };
    // In the order of what is missed most.
    let input = room(1);
    let players = [room(1), room(1)];
    let thinking = if state.study.line { room(2) } else { 0 };
    let keys = room(1);
    let opening = room(1);
    let left = (screen.width - width) / 2;
    let more = panel::notice_rows(state, screen.width - left).saturating_sub(1).min(spare);
    let moves = spare - more;
    let mut rest = screen;
    let top_player = top(&mut rest, players[0]);
    let place = Rect { x: left, width, ..top(&mut rest, height) };
    let bottom_player = top(&mut rest, players[1]);
    let keys = bottom(&mut rest, keys);
    let input = bottom(&mut rest, input);
    let notice = bottom(&mut rest, 1 + more);
    let opening = top(&mut rest, opening);
    let thinking = top(&mut rest, thinking);
    let moves = top(&mut rest, moves);
    let aligned = |place: Rect| Rect { x: left, width: screen.width - left, ..place };
    Some(Layout {
        top_player: Rect { width, ..aligned(top_player) },
        bottom_player: Rect { width, ..aligned(bottom_player) },
        opening: aligned(opening),
        moves: aligned(moves),
        thinking: aligned(thinking),
        notice: aligned(notice),
        input: aligned(input),
        keys,
        ..board(state, place, square, bar)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::player::Player;

    fn state(columns: u16, rows: u16) -> State {
        let mut state = State::for_tests([Player::Human, Player::MOLA]);
        state.size = (columns, rows);
        state
    }

    #[test]
    fn everything_is_on_the_screen_and_nothing_overlaps_the_board() {
        for columns in (18..200).step_by(7) {
            for rows in (10..70).step_by(3) {
                for (bar, line) in [(false, false), (true, true)] {
                    let mut state = state(columns, rows);
                    (state.study.bar, state.study.line) = (bar, line);
                    state.say(
                        "A message that is so long that it does not fit on one row of any of these."
                            .repeat(3),
                    );
                    let Some(layout) = Layout::of(&state) else { panic!("{columns}x{rows}") };
                    let screen = Rect::new(0, 0, columns, rows);
                    let others = [
                        layout.ranks,
                        layout.files,
                        layout.bar,
                        layout.top_player,
                        layout.bottom_player,
                        layout.opening,
                        layout.moves,
                        layout.thinking,
                        layout.notice,
                        layout.input,
                        layout.keys,
                    ];
                    assert_eq!(screen.intersection(layout.board), layout.board, "{columns}x{rows}");
                    for (index, place) in others.iter().enumerate() {
                        if place.is_empty() {
                            continue;
                        }
                        assert_eq!(screen.intersection(*place), *place, "{columns}x{rows}: {index}");
                        assert!(!place.intersects(layout.board), "{columns}x{rows}: {index}");
                        let clash = others[index + 1..]
                            .iter()
                            .any(|other| !other.is_empty() && other.intersects(*place));
                        assert!(!clash, "{columns}x{rows}: {index} overlaps");
                    }
                }
            }
        }
    }

    #[test]
    fn a_usual_terminal_has_the_panel_beside_the_board() {
        let layout = Layout::of(&state(80, 24)).unwrap();
        assert_eq!(layout.square, (5, 2));
        assert!(layout.moves.x > layout.board.right());
    }

    #[test]
    fn every_square_is_found_where_it_is_drawn() {
        for turned in [Color::White, Color::Black] {
            let mut state = state(100, 40);
            state.bottom = turned;
            let layout = Layout::of(&state).unwrap();
            for square in Square::ALL {
                let cells = layout.cells(square);
                assert_eq!(layout.square_at(cells.x, cells.y), Some(square));
                assert_eq!(layout.square_at(cells.right() - 1, cells.bottom() - 1), Some(square));
            }
            assert_eq!(layout.square_at(layout.board.right(), layout.board.y), None);
            let corner = layout.square_at(layout.board.x, layout.board.bottom() - 1);
            assert_eq!(corner, Some(if turned == Color::White { Square::A1 } else { Square::H8 }));
        }
    }

    #[test]
    fn the_smallest_screen_has_a_board_and_a_smaller_one_has_none() {
        let (columns, rows) = SMALLEST;
        assert!(Layout::of(&state(columns, rows)).is_some());
        let mut with_bar = state(columns, rows);
        with_bar.study.bar = true;
        assert!(Layout::of(&with_bar).is_some_and(|layout| layout.bar.is_empty()));
        assert!(Layout::of(&state(columns - 1, rows)).is_none());
        assert!(Layout::of(&state(columns, rows - 1)).is_none());
    }
}
