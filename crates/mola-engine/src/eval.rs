//! What a position is worth, without looking ahead: a hand-written evaluation with fitted weights.
//!
//! Every term adds a weight to a [`Ledger`], times how often it applies. Playing adds them up;
//! fitting writes them down. Values are for White until the last line, which turns them to the player
//! who is to move.

pub(crate) mod breakdown;
mod endgame;
mod king_and_pawn;
mod pawns;
pub(crate) mod terms;
pub(crate) mod weights;

use mola_rules::{Bitboard, Color, File, Position, Rank, Role, Square, attacks};

use crate::pair::Pair;
use crate::tracker::{FULL_PHASE, Tracker};
use crate::value::{LEAST_WIN, Value};
pub(crate) use endgame::{is_known_win, known_ending};
pub(crate) use pawns::PawnTable;
use pawns::Structure;
use terms::danger;
use weights::{DANGER, WEIGHTS};

/// Where terms are added.
trait Ledger {
    /// A weight applies `count` times, for White if positive and for Black if negative.
    fn add(&mut self, term: usize, count: i32);

    /// The king of `color` is in danger for these reasons.
    fn endanger(&mut self, color: Color, reasons: &[i32; danger::COUNT]);
}

/// Adds up the weights.
struct Sum(Pair);

impl Ledger for Sum {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.0 += WEIGHTS[term] * count;
    }

    #[inline(always)]
    fn endanger(&mut self, color: Color, reasons: &[i32; danger::COUNT]) {
        let danger: i32 = reasons.iter().zip(&DANGER).map(|(count, weight)| count * weight).sum();
        let danger = danger.max(0);
        // One attacker is harmless, three are deadly: danger counts by its square.
        let penalty = Pair::new(danger * danger / DANGER_SQUARE, danger / DANGER_LINEAR);
        self.0 -= penalty * sign(color);
    }
}

/// The danger whose square is a hundredth of a pawn, and how much of it counts in the endgame.
pub(crate) const DANGER_SQUARE: i32 = 720;
pub(crate) const DANGER_LINEAR: i32 = 16;

/// Writes down which weights are used.
#[cfg(feature = "fit")]
pub(crate) struct Trace {
    counts: [i32; terms::COUNT],
    pub(crate) danger: [[i32; danger::COUNT]; 2],
    pub(crate) phase: i32,
    /// How much of the endgame value counts, from 0 to 1.
    pub(crate) scale: f32,
}

#[cfg(feature = "fit")]
impl Trace {
    /// The weights that a position uses; `None` if special knowledge replaces them.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        if known_ending(position).is_some() {
            return None;
        }
        let tracker = Tracker::of(position);
        let phase = tracker.phase.min(FULL_PHASE);
        let mut trace =
            Self { counts: [0; terms::COUNT], danger: [[0; danger::COUNT]; 2], phase, scale: 1.0 };
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                let relative = square.relative(piece.color) as usize;
                trace.add(terms::PIECE_SQUARE + piece.role as usize * 64 + relative, sign(piece.color));
            }
        }
        let structure = pawns::structure(position, &mut trace);
        pieces_and_kings(position, &structure, &mut trace);
        trace.add(terms::TEMPO, sign(position.turn()));
        let endgame: i32 =
            trace.counts.iter().zip(&WEIGHTS).map(|(count, pair)| count * pair.endgame()).sum();
        let stronger = if endgame > 0 { Color::White } else { Color::Black };
        trace.scale = endgame::scale(position, stronger) as f32 / endgame::FULL_SCALE as f32;
        Some(trace)
    }

    /// The weights that are used at all.
    pub(crate) fn counts(&self) -> Box<[(u16, i16)]> {
        let used = self.counts.iter().enumerate().filter(|(_, count)| **count != 0);
        used.map(|(term, &count)| (term as u16, count as i16)).collect()
    }
}

#[cfg(feature = "fit")]
impl Ledger for Trace {
    fn add(&mut self, term: usize, count: i32) {
        self.counts[term] += count;
    }

    fn endanger(&mut self, color: Color, reasons: &[i32; danger::COUNT]) {
        self.danger[color as usize] = *reasons;
    }
}

const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The value of a position for the player to move. It is never a mate.
pub(crate) fn evaluate(position: &Position, tracker: &Tracker, pawns: &mut PawnTable) -> Value {
    if let Some(value) = known_ending(position) {
        return value;
    }
    let structure = pawns.look_up(position, tracker.features.pawns);
    let mut sum = Sum(tracker.placement + structure.value);
    pieces_and_kings(position, &structure, &mut sum);
    let mut total = sum.0 + WEIGHTS[terms::TEMPO] * sign(position.turn());
    if position.turn() == Color::Black {
        total = -total;
    }
    let phase = tracker.phase.min(FULL_PHASE);
    let stronger = if total.endgame() > 0 { position.turn() } else { !position.turn() };
    let endgame = total.endgame() * endgame::scale(position, stronger) / endgame::FULL_SCALE;
    let value = (total.middlegame() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    value.clamp(1 - LEAST_WIN, LEAST_WIN - 1)
}

/// The squares that one player attacks, by role and together, and twice.
#[derive(Clone, Copy, Default)]
struct Attacks {
    by_role: [Bitboard; 6],
    any: Bitboard,
    twice: Bitboard,
}

impl Attacks {
    fn add(&mut self, role: Role, targets: Bitboard) {
        self.by_role[role as usize] |= targets;
        self.twice |= self.any & targets;
        self.any |= targets;
    }
}

/// What is collected about one player before both are compared.
struct Camp {
    color: Color,
    king: Square,
    /// The king's square and those around it, and one rank more towards the opponent.
    king_zone: Bitboard,
    /// Where a piece can go without being taken by a pawn or standing in the way of its own pawns.
    mobility_area: Bitboard,
    attacks: Attacks,
    /// Reasons for which the opponent's king is in danger.
    assault: [i32; danger::COUNT],
}

fn forward(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let ahead = forward(pawns, color);
    ahead.east() | ahead.west()
}

impl Camp {
    fn new(position: &Position, color: Color) -> Self {
        let king = position.king(color);
        let pawns = position.pieces(Role::Pawn.of(color));
        let their_pawns = position.pieces(Role::Pawn.of(!color));
        let around = attacks::king(king).with(king);
        let mut camp = Self {
            color,
            king,
            king_zone: around | forward(around, color),
            mobility_area: Bitboard::FULL,
            attacks: Attacks::default(),
            assault: [0; danger::COUNT],
        };
        camp.attacks.add(Role::Pawn, pawn_attacks(pawns, color));
        camp.attacks.add(Role::King, attacks::king(king));
        let low = Bitboard::rank(color.relative(Rank::Second)) | Bitboard::rank(color.relative(Rank::Third));
        let blocked = pawns & (low | forward(position.occupied(), !color));
        camp.mobility_area = !(blocked.with(king) | pawn_attacks(their_pawns, !color));
        camp
    }
}

fn pieces_and_kings(position: &Position, structure: &Structure, ledger: &mut impl Ledger) {
    let mut camps = Color::ALL.map(|color| Camp::new(position, color));
    for color in Color::ALL {
        let their_zone = camps[!color as usize].king_zone;
        let camp = &mut camps[color as usize];
        minors(position, camp, structure, their_zone, ledger);
        majors(position, camp, their_zone, ledger);
    }
    for color in Color::ALL {
        let (own, their) = (&camps[color as usize], &camps[!color as usize]);
        threats(position, own, their, ledger);
        passers(position, own, their, structure, ledger);
        shelter(position, own, ledger);
        let reasons = assault(position, own, their);
        ledger.endanger(!color, &reasons);
    }
}

/// Counts a piece's mobility and its attack on the other king.
fn activity(camp: &mut Camp, role: Role, targets: Bitboard, their_zone: Bitboard) -> usize {
    camp.attacks.add(role, targets);
    let on_zone = (targets & their_zone).count() as i32;
    if on_zone > 0 {
        let slot = role as usize - Role::Knight as usize;
        camp.assault[danger::ATTACKERS + slot] += 1;
        camp.assault[danger::ATTACKS + slot] += on_zone;
    }
    (targets & camp.mobility_area).count() as usize
}

fn minors(
    position: &Position,
    camp: &mut Camp,
    structure: &Structure,
    their_zone: Bitboard,
    ledger: &mut impl Ledger,
) {
    let (color, sign) = (camp.color, sign(camp.color));
    let pawns = position.role(Role::Pawn);
    let own_pawns = pawns & position.color(color);
    let defended = camp.attacks.by_role[Role::Pawn as usize];
    let outposts = defended & !structure.pawn_reach[!color as usize];
    for from in position.pieces(Role::Knight.of(color)) {
        let mobility = activity(camp, Role::Knight, attacks::knight(from), their_zone);
        ledger.add(terms::KNIGHT_MOBILITY + mobility, sign);
        if outposts.has(from) {
            ledger.add(terms::KNIGHT_OUTPOST, sign);
        }
    }
    let bishops = position.pieces(Role::Bishop.of(color));
    // A bishop looks through queens: what it attacks behind them counts.
    let transparent = position.occupied() & !position.role(Role::Queen);
    for from in bishops {
        let mobility = activity(camp, Role::Bishop, attacks::bishop(from, transparent), their_zone);
        ledger.add(terms::BISHOP_MOBILITY + mobility, sign);
        if outposts.has(from) {
            ledger.add(terms::BISHOP_OUTPOST, sign);
        }
        let shade = if from.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        ledger.add(terms::BISHOP_PAWNS, sign * (own_pawns & shade).count() as i32);
    }
    if (bishops & Bitboard::LIGHT).any() && (bishops & !Bitboard::LIGHT).any() {
        ledger.add(terms::BISHOP_PAIR, sign);
    }
    let minors = (bishops | position.pieces(Role::Knight.of(color))) & forward(pawns, !color);
    ledger.add(terms::SHIELDED_MINOR, sign * minors.count() as i32);
}

fn majors(position: &Position, camp: &mut Camp, their_zone: Bitboard, ledger: &mut impl Ledger) {
    let (color, sign) = (camp.color, sign(camp.color));
    let own_pawns = position.pieces(Role::Pawn.of(color));
    let rooks = position.pieces(Role::Rook.of(color));
    // Rooks look through queens and other rooks of their own.
    let transparent = position.occupied() & !position.role(Role::Queen) & !rooks;
    for from in rooks {
        let mobility = activity(camp, Role::Rook, attacks::rook(from, transparent), their_zone);
        ledger.add(terms::ROOK_MOBILITY + mobility, sign);
        let file = Bitboard::file(from.file());
        if (file & own_pawns).is_empty() {
            let open = (file & position.role(Role::Pawn)).is_empty();
            ledger.add(if open { terms::ROOK_OPEN } else { terms::ROOK_HALF_OPEN }, sign);
        }
    }
    for from in position.pieces(Role::Queen.of(color)) {
        let mobility = activity(camp, Role::Queen, attacks::queen(from, position.occupied()), their_zone);
        ledger.add(terms::QUEEN_MOBILITY + mobility, sign);
    }
}

/// What a player attacks that is worth more than the attacker, or is not defended.
fn threats(position: &Position, own: &Camp, their: &Camp, ledger: &mut impl Ledger) {
    let sign = sign(own.color);
    let targets = position.color(their.color);
    let by = |role: Role| own.attacks.by_role[role as usize];
    let kinds = [
        (terms::PAWN_THREAT, by(Role::Pawn)),
        (terms::MINOR_THREAT, by(Role::Knight) | by(Role::Bishop)),
        (terms::ROOK_THREAT, by(Role::Rook)),
    ];
    for (term, attacked) in kinds {
        let attacked = attacked & targets;
        if attacked.any() {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let count = (attacked & position.role(role)).count() as i32;
                ledger.add(term + role as usize, sign * count);
            }
        }
    }
    let hanging = targets & own.attacks.any & !their.attacks.any;
    ledger.add(terms::HANGING, sign * hanging.count() as i32);
}

/// Passed pawns, as far as pieces and kings matter to them.
fn passers(position: &Position, own: &Camp, their: &Camp, structure: &Structure, ledger: &mut impl Ledger) {
    let sign = sign(own.color);
    for pawn in structure.passed & position.color(own.color) {
        let rank = own.color.relative(pawn.rank()) as usize;
        let Some(stop) = forward(pawn.bitboard(), own.color).first() else { continue };
        if position.occupied().has(stop) {
            ledger.add(terms::BLOCKED_PASSER + rank, sign);
        } else if !their.attacks.any.has(stop) {
            ledger.add(terms::FREE_PASSER + rank, sign);
        }
        ledger.add(terms::PASSER_OWN_KING + rank, sign * i32::from(stop.distance(own.king)));
        ledger.add(terms::PASSER_THEIR_KING + rank, sign * i32::from(stop.distance(their.king)));
    }
}

/// The pawns before a king: own ones shelter it, opposing ones storm it.
fn shelter(position: &Position, own: &Camp, ledger: &mut impl Ledger) {
    let sign = sign(own.color);
    let king_rank = own.color.relative(own.king.rank()) as usize;
    let king_file = own.king.file() as u8;
    let pawns = position.role(Role::Pawn);
    for file in king_file.saturating_sub(1)..=(king_file + 1).min(7) {
        let on_file = pawns & File::from_index(file).map_or(Bitboard::EMPTY, Bitboard::file);
        let kind = if file == king_file { 0 } else { 8 };
        // How many ranks before the king the nearest pawn stands; seven if there is none.
        let distance = |pawns: Bitboard| {
            let ranks = pawns.into_iter().map(|pawn| own.color.relative(pawn.rank()) as usize);
            ranks.filter(|&rank| rank >= king_rank).min().map_or(7, |rank| (rank - king_rank).min(6))
        };
        ledger.add(terms::SHELTER + kind + distance(on_file & position.color(own.color)), sign);
        ledger.add(terms::STORM + kind + distance(on_file & position.color(!own.color)), sign);
    }
}

/// Why `their` king is in danger from `own` pieces.
fn assault(position: &Position, own: &Camp, their: &Camp) -> [i32; danger::COUNT] {
    let mut reasons = own.assault;
    // Squares that only the king or a queen defends, or that are attacked twice and defended once.
    let weak = own.attacks.any
        & !their.attacks.twice
        & (!their.attacks.any
            | their.attacks.by_role[Role::King as usize]
            | their.attacks.by_role[Role::Queen as usize]);
    reasons[danger::WEAK_SQUARES] = (weak & their.king_zone).count() as i32;
    let occupied = position.occupied();
    let safe = !position.color(own.color) & (!their.attacks.any | (weak & own.attacks.twice));
    let diagonal = attacks::bishop(their.king, occupied);
    let straight = attacks::rook(their.king, occupied);
    let checks = [
        (Role::Knight, attacks::knight(their.king)),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, diagonal | straight),
    ];
    for (role, from) in checks {
        let squares = from & safe & own.attacks.by_role[role as usize];
        reasons[danger::SAFE_CHECKS + role as usize - Role::Knight as usize] = squares.count() as i32;
    }
    reasons[danger::NO_QUEEN] = i32::from(position.pieces(Role::Queen.of(own.color)).is_empty());
    reasons[danger::BASE] = 1;
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_walk::random_walk;

    fn value(position: &Position) -> Value {
        evaluate(position, &Tracker::of(position), &mut PawnTable::new())
    }

    /// The same position with the colors exchanged.
    fn mirror(position: &Position) -> Position {
        let mut setup = position.setup();
        setup.board = mola_rules::Board::EMPTY;
        for square in position.occupied() {
            let piece = position.piece_at(square).unwrap();
            setup.board.put(square.flip(), piece.role.of(!piece.color));
        }
        setup.turn = !setup.turn;
        setup.castling = mola_rules::Castling::with_rooks(position.castling().rooks().flip());
        setup.en_passant = setup.en_passant.map(Square::flip);
        setup.position().unwrap()
    }

    #[test]
    fn colors_are_treated_alike() {
        for position in random_walk(88_172_645_463_325_252).take(3000) {
            assert_eq!(value(&position), value(&mirror(&position)), "{position}");
        }
    }

    #[test]
    fn more_material_is_better() {
        let ahead: Position = "4k3/pppp4/8/8/8/8/PPPP4/Q3K3 w - - 0 1".parse().unwrap();
        assert!(value(&ahead) > 500);
        let behind: Position = "q3k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1".parse().unwrap();
        assert!(value(&behind) < -500);
    }
}
