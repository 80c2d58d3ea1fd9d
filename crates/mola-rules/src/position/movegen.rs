//! Legal moves, straight from pins and checks: no move is made to see whether it was legal.
//!
//! One generator serves everybody. It hands sets of targets to a [`Sink`], which counts them, lists
//! them or looks for one; a [`Scope`] says which moves are asked for. Both are known when the code is
//! compiled, so counting is a handful of population counts and a list is built only for who wants one.

use core::marker::PhantomData;

use super::side::{Black, Side, White};
use super::{EN_PASSANT_RANKS, Position};
use crate::castling::landing_files;
use crate::{Bitboard, Board, Color, Move, MoveKind, MoveList, Role, Square, attacks};

/// Which moves are asked for.
#[derive(Clone, Copy)]
struct Scope {
    /// Only pieces on these squares move.
    from: Bitboard,
    /// Only to these squares, promotions aside.
    to: Bitboard,
    /// Promotions only on these squares.
    promotions: Bitboard,
    en_passant: bool,
    castling: bool,
}

impl Scope {
    const ALL: Self = Self {
        from: Bitboard::FULL,
        to: Bitboard::FULL,
        promotions: Bitboard::FULL,
        en_passant: true,
        castling: true,
    };

    fn captures(position: &Position) -> Self {
        Self { to: position.them(), castling: false, ..Self::ALL }
    }

    fn quiets(position: &Position) -> Self {
        Self { to: !position.them(), promotions: Bitboard::EMPTY, en_passant: false, ..Self::ALL }
    }

    fn from(square: Square) -> Self {
        Self { from: square.bitboard(), ..Self::ALL }
    }
}

/// Takes what the generator finds.
trait Sink {
    /// A single move.
    fn single(&mut self, m: Move);

    /// Moves of one piece to each of some squares.
    #[inline(always)]
    fn piece(&mut self, kind: MoveKind, from: Square, targets: Bitboard) {
        for to in targets {
            self.single(Move::generated(kind, from, to));
        }
    }

    /// Moves of many pawns at once: each came from `step` before its target.
    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: i8, targets: Bitboard) {
        for to in targets {
            let from = Square::wrapping((to as u8).wrapping_add_signed(-step));
            self.single(Move::generated(kind, from, to));
        }
    }
}

/// Calls a function with every move.
struct Each<F>(F);

impl<F: FnMut(Move)> Sink for Each<F> {
    #[inline(always)]
    fn single(&mut self, m: Move) {
        (self.0)(m);
    }
}

/// Plays every move and calls a function with the result. Inlined where the generator finds moves of
/// one kind, each kind is played by code of its own.
struct EachChild<'a, S, F> {
    parent: &'a Position,
    visit: F,
    side: PhantomData<S>,
}

impl<S: Side, F: FnMut(Move, &Position)> Sink for EachChild<'_, S, F> {
    #[inline(always)]
    fn single(&mut self, m: Move) {
        (self.visit)(m, &self.parent.after_as::<S>(m, &mut ()));
    }
}

/// Counts the moves without looking at them.
struct Count(u32);

impl Sink for Count {
    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn piece(&mut self, _: MoveKind, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn pawns(&mut self, _: MoveKind, _: i8, targets: Bitboard) {
        self.0 += targets.count();
    }
}

impl Position {
    /// All legal moves.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let position: Position = "k7/8/KR6/8/8/8/8/8 b - - 0 1".parse().unwrap();
    /// assert!(position.legal_moves().is_empty());
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        self.list(Scope::ALL)
    }

    /// The legal moves that change the material: captures, en passant, and all promotions.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let position: Position = "4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
    /// assert_eq!(position.captures().len(), 5);
    /// ```
    pub fn captures(&self) -> MoveList {
        self.list(Scope::captures(self))
    }

    /// The legal moves that are not among the [`captures`](Self::captures), castling included.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let position: Position = "4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
    /// assert_eq!(position.quiets().len() + position.captures().len(), position.legal_moves().len());
    /// ```
    pub fn quiets(&self) -> MoveList {
        self.list(Scope::quiets(self))
    }

    /// The legal moves of the piece on one square.
    ///
    /// ```
    /// use mola_rules::{Position, Square};
    /// assert_eq!(Position::start().moves_from(Square::B1).len(), 2);
    /// assert!(Position::start().moves_from(Square::A1).is_empty());
    /// ```
    pub fn moves_from(&self, square: Square) -> MoveList {
        self.list(Scope::from(square))
    }

    /// Calls `visit` with every legal move, in the order of [`legal_moves`](Self::legal_moves) and
    /// without building a list.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let mut count = 0;
    /// Position::start().for_each_move(|_| count += 1);
    /// assert_eq!(count, 20);
    /// ```
    #[inline(always)]
    pub fn for_each_move(&self, visit: impl FnMut(Move)) {
        self.generate(Scope::ALL, &mut Each(visit));
    }

    /// Calls `visit` with every legal move and the position after it.
    ///
    /// This is the fastest way to look one move ahead: each kind of move is played by code of its
    /// own.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let mut checks = 0;
    /// Position::start().for_each_child(|_, child| checks += u32::from(child.is_check()));
    /// assert_eq!(checks, 0);
    /// ```
    #[inline(always)]
    pub fn for_each_child(&self, visit: impl FnMut(Move, &Self)) {
        match self.turn {
            Color::White => self.children_as::<White>(visit),
            Color::Black => self.children_as::<Black>(visit),
        }
    }

    /// How many legal moves there are.
    ///
    /// ```
    /// assert_eq!(mola_rules::Position::start().count_moves(), 20);
    /// ```
    pub fn count_moves(&self) -> u32 {
        match self.turn {
            Color::White => self.count_as::<White>(),
            Color::Black => self.count_as::<Black>(),
        }
    }

    /// Whether a move is legal here; right for any move, wherever it comes from.
    ///
    /// ```
    /// use mola_rules::{Move, Position};
    /// let legal = (0..=u16::MAX).filter_map(Move::from_bits).filter(|&m| Position::start().is_legal(m));
    /// assert_eq!(legal.count(), 20);
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to().bitboard());
        // Most moves that were stored for another position fail here, before any attack is computed.
        if !(self.us() & self.role(m.role())).has(from) {
            return false;
        }
        let mut found = false;
        let scope = Scope { from: from.bitboard(), to, promotions: to, ..Scope::ALL };
        self.generate(scope, &mut Each(|legal| found |= legal == m));
        found
    }

    fn list(&self, scope: Scope) -> MoveList {
        let mut list = MoveList::new();
        self.generate(scope, &mut Each(|m| list.push(m)));
        list
    }

    #[inline(always)]
    fn generate(&self, scope: Scope, sink: &mut impl Sink) {
        match self.turn {
            Color::White => self.generate_as::<White>(scope, sink),
            Color::Black => self.generate_as::<Black>(scope, sink),
        }
    }

    #[inline(always)]
    pub(crate) fn children_as<S: Side>(&self, visit: impl FnMut(Move, &Self)) {
        self.generate_as::<S>(Scope::ALL, &mut EachChild { parent: self, visit, side: PhantomData::<S> });
    }

    #[inline]
    pub(crate) fn count_as<S: Side>(&self) -> u32 {
        let mut count = Count(0);
        self.generate_as::<S>(Scope::ALL, &mut count);
        count.0
    }

    #[inline(always)]
    fn generate_as<S: Side>(&self, scope: Scope, sink: &mut impl Sink) {
        let us = self.color(S::COLOR);
        let danger = Danger::of::<S>(&self.board);
        let scope = Scope { to: scope.to & !us, ..scope };
        if danger.evasions.any() {
            let targets = scope.to & danger.evasions;
            let promotions = scope.promotions & danger.evasions;
            self.pawn_moves::<S>(Scope { to: targets, promotions, ..scope }, &danger, sink);
            self.knight_moves::<S>(scope.from, targets, &danger, sink);
            self.slider_moves::<S>(scope.from, targets, &danger, sink);
        }
        self.king_moves::<S>(scope, &danger, sink);
    }

    #[inline(always)]
    fn pawn_moves<S: Side>(&self, scope: Scope, danger: &Danger, sink: &mut impl Sink) {
        let Danger { pinned_diagonally, pinned_straight, .. } = *danger;
        let empty = !self.occupied();
        let them = self.color(S::Opponent::COLOR);
        let pawns = self.pawns & self.color(S::COLOR) & scope.from;

        // A pinned pawn stays on its pin: on a file it may push, on a diagonal it may capture.
        let pushers = pawns & !pinned_diagonally;
        let steps = (S::forward(pushers & !pinned_straight)
            | (S::forward(pushers & pinned_straight) & pinned_straight))
            & empty;
        let double_steps = S::forward(steps & S::THIRD_RANK) & empty & scope.to;
        let capturers = pawns & !pinned_straight;
        let (free, pinned) = (capturers & !pinned_diagonally, capturers & pinned_diagonally);
        let west = (S::forward(free.west()) | (S::forward(pinned.west()) & pinned_diagonally)) & them;
        let east = (S::forward(free.east()) | (S::forward(pinned.east()) & pinned_diagonally)) & them;

        let last_rank = S::Opponent::BACK_RANK;
        let ordinary = scope.to & !last_rank;
        sink.pawns(MoveKind::PawnCapture, S::FORWARD_WEST, west & ordinary);
        sink.pawns(MoveKind::PawnCapture, S::FORWARD_EAST, east & ordinary);
        sink.pawns(MoveKind::Push, S::FORWARD, steps & ordinary);
        sink.pawns(MoveKind::DoublePush, 2 * S::FORWARD, double_steps);
        if (pawns & S::SEVENTH_RANK).any() {
            let promoting = scope.promotions & last_rank;
            for (step, targets) in [(S::FORWARD_WEST, west), (S::FORWARD_EAST, east), (S::FORWARD, steps)] {
                let targets = targets & promoting;
                sink.pawns(MoveKind::PromoteQueen, step, targets);
                sink.pawns(MoveKind::PromoteKnight, step, targets);
                sink.pawns(MoveKind::PromoteRook, step, targets);
                sink.pawns(MoveKind::PromoteBishop, step, targets);
            }
        }
        if scope.en_passant && (self.special & EN_PASSANT_RANKS).any() {
            let target = (self.special & EN_PASSANT_RANKS).lowest();
            for from in self.en_passant_pawns(S::COLOR, target) & scope.from {
                if self.en_passant_is_safe(S::COLOR, from, target) {
                    sink.single(Move::generated(MoveKind::EnPassant, from, target));
                }
            }
        }
    }

    #[inline(always)]
    fn knight_moves<S: Side>(
        &self,
        from: Bitboard,
        targets: Bitboard,
        danger: &Danger,
        sink: &mut impl Sink,
    ) {
        // A pinned knight has no move at all.
        let free = !(danger.pinned_diagonally | danger.pinned_straight);
        for from in self.knights & self.color(S::COLOR) & free & from {
            sink.piece(MoveKind::Knight, from, attacks::knight(from) & targets);
        }
    }

    /// A queen moves as a bishop and then as a rook; pinned, only as the one that the pin allows.
    #[inline(always)]
    fn slider_moves<S: Side>(
        &self,
        from: Bitboard,
        targets: Bitboard,
        danger: &Danger,
        sink: &mut impl Sink,
    ) {
        let occupied = self.occupied();
        let sliders = self.color(S::COLOR) & from;
        let queens = self.role(Role::Queen);
        for from in self.diagonals & sliders & !danger.pinned_straight {
            let mut targets = attacks::bishop(from, occupied) & targets;
            if danger.pinned_diagonally.has(from) {
                targets &= danger.pinned_diagonally;
            }
            if queens.has(from) {
                sink.piece(MoveKind::Queen, from, targets);
            } else {
                sink.piece(MoveKind::Bishop, from, targets);
            }
        }
        for from in self.straights & sliders & !danger.pinned_diagonally {
            let mut targets = attacks::rook(from, occupied) & targets;
            if danger.pinned_straight.has(from) {
                targets &= danger.pinned_straight;
            }
            if queens.has(from) {
                sink.piece(MoveKind::Queen, from, targets);
            } else {
                sink.piece(MoveKind::Rook, from, targets);
            }
        }
    }

    #[inline(always)]
    fn king_moves<S: Side>(&self, scope: Scope, danger: &Danger, sink: &mut impl Sink) {
        let king = danger.king;
        if !scope.from.has(king) {
            return;
        }
        let steps = attacks::king(king) & scope.to;
        let rooks = self.special & S::BACK_RANK;
        let may_castle = scope.castling && rooks.any() && danger.evasions == Bitboard::FULL;
        if steps.is_empty() && !may_castle {
            return;
        }
        let attacked = attacked_by::<S::Opponent>(&self.board, king);
        sink.piece(MoveKind::King, king, steps & !attacked);
        if may_castle {
            for rook in rooks {
                if self.can_castle::<S>(king, rook, attacked, danger) {
                    sink.single(Move::generated(MoveKind::Castle, king, rook));
                }
            }
        }
    }

    /// Whether the king, not in check, can castle with a rook that has the right to: nothing in the
    /// way of either, no attack on the king's way.
    #[inline(always)]
    fn can_castle<S: Side>(&self, king: Square, rook: Square, attacked: Bitboard, danger: &Danger) -> bool {
        let (king_file, rook_file) = landing_files(king < rook);
        let rank = S::COLOR.back_rank();
        let king_path = attacks::path(king, Square::at(king_file, rank));
        let rook_path = attacks::path(rook, Square::at(rook_file, rank));
        let others = self.occupied().without(king).without(rook);
        // In Chess960 the rook may shield the king until it moves: then it is pinned along the rank.
        ((king_path | rook_path) & others).is_empty()
            && (king_path & attacked).is_empty()
            && !danger.pinned_straight.has(rook)
    }
}

/// What threatens the king of the side to move.
struct Danger {
    king: Square,
    /// Where a piece other than the king may go: anywhere without a check, between the king and a
    /// single checker or on the checker, nowhere in double check.
    evasions: Bitboard,
    /// The lines from the king to the bishops or queens that pin something, and those to rooks or
    /// queens, pinning pieces included. Lines of one kind never cross, so a piece that stays on any
    /// of them stays on its own.
    pinned_diagonally: Bitboard,
    pinned_straight: Bitboard,
}

impl Danger {
    #[inline(always)]
    fn of<S: Side>(board: &Board) -> Self {
        let us = board.color(S::COLOR);
        let them = board.color(S::Opponent::COLOR);
        let king = (board.kings & us).lowest();
        let leapers = (attacks::pawn(S::COLOR, king) & board.pawns) | (attacks::knight(king) & board.knights);
        let leapers = leapers & them;
        let mut evasions = Bitboard::FULL;
        if leapers.any() {
            evasions = if leapers.many() { Bitboard::EMPTY } else { leapers };
        }
        // Only the opponent's pieces block: what is found would reach the king if its own pieces were not in the way.
        let bishops = attacks::bishop(king, them) & board.diagonals & them;
        let rooks = attacks::rook(king, them) & board.straights & them;
        let pinned_diagonally = pins(king, us, bishops, &mut evasions);
        let pinned_straight = pins(king, us, rooks, &mut evasions);
        Self { king, evasions, pinned_diagonally, pinned_straight }
    }
}

/// The lines of the sliders that pin one of our pieces. A slider with nothing of ours in its way
/// gives check, which narrows the evasions.
#[inline(always)]
fn pins(king: Square, us: Bitboard, sliders: Bitboard, evasions: &mut Bitboard) -> Bitboard {
    let mut pinned = Bitboard::EMPTY;
    for slider in sliders {
        let line = attacks::path(king, slider);
        let shields = line & us;
        if shields.is_empty() {
            *evasions &= line;
        } else if !shields.many() {
            pinned |= line;
        }
    }
    pinned
}

/// The squares that a side attacks when the king that stands on `lifted` is not in the way: stepping
/// back along the line of a check is not an escape.
#[inline(always)]
fn attacked_by<S: Side>(board: &Board, lifted: Square) -> Bitboard {
    let attackers = board.color(S::COLOR);
    let occupied = board.occupied().without(lifted);
    let pawns = S::forward(board.pawns & attackers);
    let mut attacked = pawns.west() | pawns.east() | attacks::king((board.kings & attackers).lowest());
    for from in board.knights & attackers {
        attacked |= attacks::knight(from);
    }
    for from in board.diagonals & attackers {
        attacked |= attacks::bishop(from, occupied);
    }
    for from in board.straights & attackers {
        attacked |= attacks::rook(from, occupied);
    }
    attacked
}
