//! The board API of the micropython chess computers: `game`, `get_board` and `make_board`.
//!
//! A front end of that kind sees 64 bytes, top-left first, with its own player at the bottom in upper
//! case. It sends moves like `e2e4`, asks for the reply, and draws the board again, until the game is
//! won, lost or drawn. Rows and files are those of the picture: `a1` is its lower left corner,
//! whichever color the player has.
//!
//! The loop of such a front end:
//!
//! ```
//! use mola_game::{BoardGame, Ending, FirstMove, Limits};
//!
//! let mut engine = FirstMove;
//! let mut player = ["e2e5", "e2e4", "d1h5", "f1c4", "h5f7"].into_iter();
//! let mut game: BoardGame = BoardGame::new(None).unwrap();
//! let mut picture = game.board(); // 64 bytes to draw: "rnbqkbnrpppp…"
//! let ending = loop {
//!     let Some(text) = player.next() else { break None };
//!     if game.send(text).is_err() {
//!         assert_eq!(game.board(), picture, "a bad move is refused, and nothing changes");
//!         continue;
//!     }
//!     picture = game.board();
//!     if let Some(ending) = game.ending() {
//!         break Some(ending);
//!     }
//!     let reply = game.reply(&mut engine, Limits::NONE, &mut ()).unwrap();
//!     println!("{reply}"); // "a7a6", with + for check and # for mate
//!     picture = game.board();
//!     if let Some(ending) = game.ending() {
//!         break Some(ending);
//!     }
//! };
//! assert_eq!(ending, Some(Ending::Won));
//! ```

use core::fmt;

use mola_rules::{
    Bitboard, Board, Board64Error, Castling, Color, Excerpt, File, Move, Outcome, Role, Setup, SetupError,
    Square,
};

use crate::{Engine, Game, GameError, Host, Limits, Record, TimeControl, record::DefaultRecord};

/// A game as the board API plays it: a player at the bottom, who moves first, against an engine.
#[derive(Clone, Debug)]
pub struct BoardGame<R = DefaultRecord> {
    game: Game<R>,
    /// Whether files are counted from the right: the picture shows the kings on the d-file.
    mirrored: bool,
}

/// How a game ended for the player at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player won.
    Won,
    /// The engine won.
    Lost,
    /// Nobody did.
    Drawn,
}

/// Why the board API refused something. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardGameError {
    /// The bytes are not a board.
    Board(Board64Error),
    /// No game can stand like this.
    Setup(SetupError),
    /// The text is not two squares.
    NotAMove(Excerpt),
    /// The move cannot be played, or the game is over.
    Game(GameError),
    /// It is the other player's turn.
    NotYourTurn,
}

impl core::error::Error for BoardGameError {}

impl fmt::Display for BoardGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
            Self::NotAMove(text) => write!(f, "{text:?} is not a move; write moves as e2e4 or e7e8q"),
            Self::Game(error) => error.fmt(f),
            Self::NotYourTurn => write!(f, "it is the other player's turn"),
        }
    }
}

/// A move of the engine as text: `e7e5`, with `+` for check or `#` for mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    m: Move,
    mirrored: bool,
    mark: Option<char>,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = [self.m.from(), self.m.landing()].map(|square| turn(square, self.mirrored));
        write!(f, "{from}{to}")?;
        // A queen goes without saying.
        if let Some(role) = self.m.promotion().filter(|&role| role != Role::Queen) {
            write!(f, "{}", role.letter().to_ascii_lowercase())?;
        }
        self.mark.map_or(Ok(()), |mark| write!(f, "{mark}"))
    }
}

impl<R: Record> BoardGame<R> {
    /// Starts a game: from the usual position, or from 64 bytes. The player at the bottom is to move;
    /// who sits on top may have moved before.
    ///
    /// Kings on the d-file are those of a board seen in a mirror, as front ends show it that turn
    /// the board for a player of the black pieces. Kings and rooks at home may castle.
    ///
    /// # Errors
    /// The bytes are not a board on which a game can be played.
    ///
    /// ```
    /// use mola_game::BoardGame;
    /// let black = b"rnbkqbnrppp pppp           p                    PPPPPPPPRNBKQBNR";
    /// let game: BoardGame = BoardGame::new(Some(black)).unwrap();
    /// assert_eq!(&game.board(), black);
    /// ```
    pub fn new(board: Option<&[u8]>) -> Result<Self, BoardGameError> {
        let Some(bytes) = board else {
            return Ok(Self { game: Game::default(), mirrored: false });
        };
        let drawn = Board::from_board64(bytes).map_err(BoardGameError::Board)?;
        let kings_at_home = |file| {
            Color::ALL
                .iter()
                .any(|&color| drawn.pieces(Role::King.of(color)).has(Square::at(file, color.back_rank())))
        };
        let mirrored = kings_at_home(File::D) && !kings_at_home(File::E);
        let board = turn_board(&drawn, mirrored);
        let setup = Setup { board, castling: rights_at_home(&board), ..Setup::EMPTY };
        let start = setup.position().map_err(BoardGameError::Setup)?;
        Ok(Self { game: Game::new(start, TimeControl::Unlimited), mirrored })
    }

    /// The 64 bytes of the picture, with spaces for empty squares.
    pub fn board(&self) -> [u8; 64] {
        turn_board(self.game.position().board(), self.mirrored).to_board64()
    }

    /// The game itself.
    pub const fn game(&self) -> &Game<R> {
        &self.game
    }

    /// How it ended, once it has.
    pub fn ending(&self) -> Option<Ending> {
        self.game.outcome().map(|outcome| match outcome {
            Outcome::Win(Color::White, _) => Ending::Won,
            Outcome::Win(Color::Black, _) => Ending::Lost,
            Outcome::Draw(_) => Ending::Drawn,
        })
    }

    /// The player's move: two squares of the picture, and what a pawn becomes if not a queen.
    ///
    /// # Errors
    /// The text is not a legal move, or the game is over, or it is the engine's turn.
    pub fn send(&mut self, text: &str) -> Result<(), BoardGameError> {
        if let Some(outcome) = self.game.outcome() {
            return Err(BoardGameError::Game(GameError::Over(outcome)));
        }
        if self.game.position().turn() != Color::White {
            return Err(BoardGameError::NotYourTurn);
        }
        let m = self.read(text)?;
        self.game.play(m).map_err(BoardGameError::Game)
    }

    /// The engine's move, which is played.
    ///
    /// # Errors
    /// The game is over, or it is the player's turn.
    pub fn reply(
        &mut self,
        engine: &mut dyn Engine,
        limits: Limits,
        host: &mut dyn Host,
    ) -> Result<Reply, BoardGameError> {
        if let Some(outcome) = self.game.outcome() {
            return Err(BoardGameError::Game(GameError::Over(outcome)));
        }
        if self.game.position().turn() != Color::Black {
            return Err(BoardGameError::NotYourTurn);
        }
        let answer = engine.think(self.game.task(limits), host);
        // An engine that fails to answer, or breaks the rules, still owes a move.
        let legal = answer.best.filter(|&m| self.game.position().is_legal(m));
        let first = || self.game.position().legal_moves().first().copied();
        let Some(m) = legal.or_else(first) else { return Err(BoardGameError::NotYourTurn) };
        self.game.play(m).map_err(BoardGameError::Game)?;
        let mated = self.ending() == Some(Ending::Lost);
        let mark = if mated { Some('#') } else { self.game.position().is_check().then_some('+') };
        Ok(Reply { m, mirrored: self.mirrored, mark })
    }

    fn read(&self, text: &str) -> Result<Move, BoardGameError> {
        let position = self.game.position();
        let not_a_move = BoardGameError::NotAMove(Excerpt::new(text));
        let squares = (text.get(..2), text.get(2..4), text.get(4..));
        let (Some(from), Some(to), Some(promotion)) = squares else { return Err(not_a_move) };
        let (Ok(from), Ok(to)) = (from.parse::<Square>(), to.parse::<Square>()) else {
            return Err(not_a_move);
        };
        let role = match promotion {
            "" => Role::Queen,
            letter => letter.parse().ok().and_then(Role::from_letter).ok_or(not_a_move)?,
        };
        let [from, to] = [from, to].map(|square| turn(square, self.mirrored));
        let fits = |m: &&Move| m.landing() == to && m.promotion().is_none_or(|promotion| promotion == role);
        position.moves_from(from).iter().find(fits).copied().ok_or_else(|| {
            let text = mola_rules::SanError::NotLegal(Excerpt::new(text));
            BoardGameError::Game(GameError::Text(text))
        })
    }
}

/// The square as the mirror shows it.
fn turn(square: Square, mirrored: bool) -> Square {
    let file = if mirrored { 7 - square.file() as u8 } else { square.file() as u8 };
    Square::at(File::from_index(file).unwrap_or(File::A), square.rank())
}

fn turn_board(board: &Board, mirrored: bool) -> Board {
    let mut turned = Board::EMPTY;
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            turned.put(turn(square, mirrored), piece);
        }
    }
    turned
}

/// The rights of kings on the e-file and rooks in the corners.
fn rights_at_home(board: &Board) -> Castling {
    let mut rooks = Bitboard::EMPTY;
    for color in Color::ALL {
        let home = |file| Square::at(file, color.back_rank());
        if board.pieces(Role::King.of(color)).has(home(File::E)) {
            let corners = home(File::A).bitboard() | home(File::H).bitboard();
            rooks |= board.pieces(Role::Rook.of(color)) & corners;
        }
    }
    Castling::with_rooks(rooks)
}
