//! Endgame tables in the Syzygy format: with few pieces left, the truth.
//!
//! Reading the files is left to `shakmaty-syzygy`. It checks what it reads, so a damaged file yields an
//! error, which is reported once, and the search continues without it.

use std::fmt::Display;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use mola_rules::{Bitboard, Color, Move, Position, Role};
use shakmaty::{ByColor, ByRole, CastlingMode, Chess, FromSetup, Setup};
use shakmaty_syzygy::{SyzygyError, Wdl};

/// What the tables say about a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Loss,
    Draw,
    Win,
}

/// The tables of some folders.
pub(crate) struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    /// Whether a win that takes more than fifty moves is a draw.
    fifty_moves: bool,
    /// Positions with the most pieces are looked up from this depth on: reading takes time.
    least_depth: i32,
    remarks: Mutex<Remarks>,
}

/// What the user should know, each message once.
#[derive(Default)]
struct Remarks {
    said: usize,
    all: Vec<String>,
}

/// More messages than this would help nobody.
const MOST_REMARKS: usize = 10;

/// What separates the folders of a list.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

impl Tablebase {
    /// Finds the tables in a list of folders, as given in `SyzygyPath`.
    ///
    /// # Errors
    /// A sentence about what is wrong with the folders.
    pub(crate) fn open(folders: &str) -> Result<Self, &'static str> {
        let mut tables = shakmaty_syzygy::Tablebase::new();
        let mut found = 0;
        let mut remarks = Remarks::default();
        for folder in folders.split(SEPARATOR).filter(|folder| !folder.trim().is_empty()) {
            let files =
                std::fs::read_dir(Path::new(folder.trim())).map_err(|_| "the folder cannot be read")?;
            for path in files.flatten().map(|file| file.path()).filter(|path| is_table(path)) {
                // A damaged file is not a reason to refuse the others.
                match tables.add_file(&path) {
                    Ok(()) => found += 1,
                    Err(error) => remarks.add(format!("{} cannot be used: {error}", path.display())),
                }
            }
        }
        if found == 0 {
            return Err("the folder contains no Syzygy tables");
        }
        remarks.add(format!("{found} files of endgame tables, with up to {} pieces", tables.max_pieces()));
        Ok(Self { tables, fifty_moves: true, least_depth: 1, remarks: Mutex::new(remarks) })
    }

    /// Says what has not been said yet.
    pub(crate) fn remark(&self, say: &mut dyn FnMut(&str)) {
        let mut remarks = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
        let Remarks { said, all } = &mut *remarks;
        all[*said..].iter().for_each(|text| say(text));
        *said = all.len();
    }

    /// What a probe found. A table that cannot be read is worth a remark; a missing one only if it was `wanted`.
    fn heard<T>(&self, probed: Result<T, SyzygyError>, wanted: bool) -> Option<T> {
        let error = match probed {
            Ok(found) => return Some(found),
            Err(error) => error,
        };
        if wanted || matches!(error, SyzygyError::ProbeFailed { .. }) {
            self.remarks.lock().unwrap_or_else(PoisonError::into_inner).add(in_short(&error));
        }
        None
    }

    /// Whether the fifty-move rule counts, and from which depth on large tables are read.
    pub(crate) fn set(&mut self, fifty_moves: bool, least_depth: i32) {
        (self.fifty_moves, self.least_depth) = (fifty_moves, least_depth);
    }

    /// Whether the tables may know a position: it has few pieces, and neither side may castle.
    fn covers(&self, position: &Position) -> bool {
        position.occupied().count() as usize <= self.tables.max_pieces()
            && position.castling().rooks().is_empty()
    }

    /// Whether looking up a position inside the search is worth it. The tables count from the last
    /// capture or pawn move, so they can be trusted only right after one.
    pub(crate) fn is_worth_probing(&self, position: &Position, depth: i32) -> bool {
        position.halfmoves() == 0
            && self.covers(position)
            && (depth >= self.least_depth
                || (position.occupied().count() as usize) < self.tables.max_pieces())
    }

    /// Who wins a position in which a pawn just moved or something was captured.
    pub(crate) fn probe(&self, position: &Position) -> Option<Verdict> {
        let wdl = self.heard(self.tables.probe_wdl_after_zeroing(&translate(position)?), false)?;
        Some(match wdl {
            Wdl::Win => Verdict::Win,
            Wdl::CursedWin if !self.fifty_moves => Verdict::Win,
            Wdl::Loss => Verdict::Loss,
            Wdl::BlessedLoss if !self.fifty_moves => Verdict::Loss,
            _ => Verdict::Draw,
        })
    }

    /// The moves among which a search may choose without spoiling the result, and the result. All of
    /// them keep it under the fifty-move rule; if the game has gone in circles, only the quickest are
    /// left. `None` if the tables do not know all that is needed.
    pub(crate) fn best_moves(
        &self,
        root: &Position,
        moves: &[Move],
        past: &[u64],
    ) -> Option<(Vec<Move>, Verdict)> {
        if !self.covers(root) {
            return None;
        }
        let reversible = usize::from(root.halfmoves()).min(past.len());
        let circling = past[past.len() - reversible..].contains(&root.key());
        let ranks: Vec<i32> =
            moves.iter().map(|&m| self.rank(root, m, circling)).collect::<Option<Vec<i32>>>()?;
        let best = *ranks.iter().max()?;
        let kept = moves.iter().zip(&ranks).filter(|(_, rank)| **rank == best).map(|(&m, _)| m).collect();
        let verdict = match best / SURE {
            1.. => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        };
        Some((kept, verdict))
    }

    /// How good a move is: more than [`SURE`] for wins, less for losses, small numbers for wins and
    /// losses that the fifty-move rule spoils.
    fn rank(&self, root: &Position, m: Move, circling: bool) -> Option<i32> {
        let after = root.after(m);
        if after.is_check() && after.count_moves() == 0 {
            return Some(2 * SURE);
        }
        // Plies until the next capture or pawn move with best play, for us: positive if we win.
        let plies = if after.halfmoves() == 0 {
            let wdl = self.heard(self.tables.probe_wdl_after_zeroing(&translate(&after)?), true)?;
            match -wdl {
                Wdl::Win => 1,
                Wdl::CursedWin => 101,
                Wdl::Draw => 0,
                Wdl::BlessedLoss => -101,
                Wdl::Loss => -1,
            }
        } else {
            let dtz = -self.heard(self.tables.probe_dtz(&translate(&after)?), true)?.ignore_rounding().0;
            dtz + dtz.signum()
        };
        let clock = if self.fifty_moves { i32::from(root.halfmoves()) } else { 0 };
        let spoiled = self.fifty_moves && plies.abs() + clock > 100;
        Some(match plies.signum() {
            0 => 0,
            // With one ply to spare, since the tables may round, every winning move will do.
            1 if !spoiled && !circling && plies + clock <= 98 => 2 * SURE - 1,
            1 if !spoiled => 2 * SURE - 1 - plies,
            1 => 200 - plies.min(199),
            // The lost side holds out for as long as it can.
            _ if !spoiled => -2 * SURE - plies.max(-200),
            _ => -200 - plies.max(-199),
        })
    }
}

impl Remarks {
    fn add(&mut self, text: impl Display) {
        let text = text.to_string();
        if self.all.len() < MOST_REMARKS && !self.all.contains(&text) {
            self.all.push(text);
        }
    }
}

/// What went wrong, without the place in the program where it was noticed, which follows in many lines.
fn in_short(error: &SyzygyError) -> String {
    const DAMAGED: &str = "corrupted table";
    let text = error.to_string();
    match text.split_once(DAMAGED) {
        Some((before, _)) => format!("{before}{DAMAGED}"),
        None => text,
    }
}

/// Whether a file is meant to be a table, by its name.
fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rtbw" || ending == "rtbz")
}

/// Ranks from here on are wins, and below its negative losses, whatever the fifty-move rule says.
const SURE: i32 = 1_000;

/// A position in the words of the tables' reader.
fn translate(position: &Position) -> Option<Chess> {
    let bits = |set: Bitboard| shakmaty::Bitboard(set.bits());
    let role = |role: Role| bits(position.role(role));
    let roles = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let colors =
        ByColor { black: bits(position.color(Color::Black)), white: bits(position.color(Color::White)) };
    let mut setup = Setup::empty();
    setup.board = shakmaty::Board::try_from_bitboards(roles, colors).ok()?;
    setup.turn = shakmaty::Color::from_white(position.turn() == Color::White);
    setup.ep_square = position.en_passant().map(|square| shakmaty::Square::new(u32::from(square as u8)));
    setup.halfmoves = u32::from(position.halfmoves());
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}
