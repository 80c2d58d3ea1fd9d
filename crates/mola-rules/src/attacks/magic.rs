//! Sliders by magic multiplication: one multiplication gathers the relevant squares into the high
//! bits of a product, which are the index. The multipliers were found by `examples/find_magics.rs`.
//!
//! ```
//! use mola_rules::{Bitboard, Square, attacks::magic};
//! assert_eq!(magic::rook(Square::A1, Bitboard::EMPTY).count(), 14);
//! ```

use super::rays;
use super::table::{LEN, Line, Slot, lines, slots};
use crate::{Bitboard, Square};

/// The name of this form.
///
/// ```
/// assert_eq!(mola_rules::attacks::magic::FORM, "magic");
/// ```
pub const FORM: &str = "magic";

/// A square's part of the table, and how to find the index in it.
#[derive(Clone, Copy)]
struct Magic {
    slot: Slot,
    multiplier: u64,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: Bitboard) -> usize {
        let relevant = occupied.bits() & self.slot.relevant.bits();
        self.slot.start as usize + (relevant.wrapping_mul(self.multiplier) >> self.shift) as usize
    }
}

const BISHOP: [Magic; 64] = magics(rays::DIAGONAL, 0, &BISHOP_MAGICS);
const ROOK: [Magic; 64] = magics(rays::STRAIGHT, 5_248, &ROOK_MAGICS);

static BISHOPS: [Magic; 64] = BISHOP;
static ROOKS: [Magic; 64] = ROOK;
static TABLE: [Bitboard; LEN] = fill();

/// The squares that a bishop on `square` attacks.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks::magic};
/// assert_eq!(magic::bishop(Square::A1, Bitboard::EMPTY).count(), 7);
/// ```
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    TABLE[BISHOPS[square as usize].index(occupied)]
}

/// The squares that a rook on `square` attacks.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks::magic};
/// assert!(magic::rook(Square::A1, Square::A2.bitboard()).has(Square::A2));
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    TABLE[ROOKS[square as usize].index(occupied)]
}

const fn magics(directions: rays::Directions, start: u32, multipliers: &[u64; 64]) -> [Magic; 64] {
    let slots = slots(directions, start);
    let mut magics = [Magic { slot: slots[0], multiplier: 0, shift: 0 }; 64];
    let mut index = 0;
    while index < 64 {
        let slot = slots[index];
        magics[index] = Magic { slot, multiplier: multipliers[index], shift: 64 - slot.relevant.count() };
        index += 1;
    }
    magics
}

#[allow(clippy::large_stack_arrays, reason = "only the compiler runs this")]
const fn fill() -> [Bitboard; LEN] {
    let mut table = [Bitboard::EMPTY; LEN];
    let mut index = 0;
    while index < 64 {
        fill_part(&mut table, &BISHOP[index], &lines(Square::ALL[index], rays::DIAGONAL));
        fill_part(&mut table, &ROOK[index], &lines(Square::ALL[index], rays::STRAIGHT));
        index += 1;
    }
    table
}

const fn fill_part(table: &mut [Bitboard; LEN], magic: &Magic, [a, b]: &[Line; 2]) {
    let mut i = 0;
    while i < a.count {
        let mut j = 0;
        while j < b.count {
            let index = magic.index(Bitboard::new(a.blockers[i] | b.blockers[j]));
            table[index] = Bitboard::new(a.reach[i].bits() | b.reach[j].bits());
            j += 1;
        }
        i += 1;
    }
}

const BISHOP_MAGICS: [u64; 64] = [
    0x307805010A120200,
    0x3003022C010A0200,
    0x0010010045108020,
    0x8006408902400000,
    0x8209104000240141,
    0x40020802090480A2,
    0x4082011008044086,
    0x410010440420080C,
    0x0000100208880580,
    0x42040A0214041080,
    0x0081080800488000,
    0x800104104A089040,
    0x0000040420900000,
    0x080102082248105A,
    0x0010021802121008,
    0x1040A10108024710,
    0x0040000610025200,
    0x500800200A141250,
    0x0808083004A02024,
    0x908405480A400808,
    0x0062840402A02441,
    0x1081000420884000,
    0x102C000100821100,
    0x0202040D00A24682,
    0x2020221050028A00,
    0x10022021101408A2,
    0x0200240006040400,
    0xA04004000880A080,
    0x2002001012015000,
    0x0CA0A200C0880400,
    0x00A8008003008800,
    0x0006028006208800,
    0x4004201408220400,
    0x0248040441110110,
    0x0084004400080022,
    0x092E840400080210,
    0x0040008020020202,
    0x000208020000CA00,
    0x00020801000200C0,
    0x840C004485005401,
    0x0008021010401412,
    0x1808491010900842,
    0x9001030801001201,
    0x2011010411000800,
    0x08A20A0202000410,
    0x0620040408100121,
    0x0838810142011400,
    0x00420C0341800212,
    0x0006010118400002,
    0xA060440084110002,
    0x0111802084108480,
    0x4202080120981844,
    0x0218024015011000,
    0x4100040810010800,
    0x002404080604001C,
    0xC102142802104000,
    0x9400208804012100,
    0x0000089144022000,
    0x0040340602420802,
    0x8004400000842400,
    0x0801003040104500,
    0x000004E004192210,
    0x0209081041C80100,
    0x08A9055002004100,
];
const ROOK_MAGICS: [u64; 64] = [
    0x0080014001207082,
    0xC040001002600140,
    0x6180082000801000,
    0x4100041001090020,
    0x12000508100200A0,
    0x0A00030408108A00,
    0x890004408A000100,
    0x0080002145000280,
    0x2920800860824000,
    0x0000402000401000,
    0x2022001280420060,
    0x1040805801803000,
    0xF000800400880080,
    0x0052001108020004,
    0xD040800100801200,
    0x0051800A41000180,
    0x0200208000400080,
    0xC48041C010002004,
    0x0008220041308200,
    0x0008008008300080,
    0x0082020008201004,
    0x8036008100040080,
    0x1000840010080261,
    0x00401A0004008E41,
    0x608000C040002008,
    0x0810005140042004,
    0x00C0200080100084,
    0x0000080080801000,
    0x0000080100100500,
    0x000A0080800A8400,
    0x20001E0080800100,
    0x0120024600018C01,
    0x0022804000800020,
    0x40410081A1004000,
    0x080A008062004213,
    0x0490001800801084,
    0x0004000800800C80,
    0x0002008402001008,
    0x4110C27804001011,
    0x0800804122000084,
    0x2048410080010020,
    0x001002402000C000,
    0x0010102001010040,
    0x000010C2001A0020,
    0xC00800A400828008,
    0x400A008004008002,
    0x0207024570040008,
    0x81000C8400460001,
    0x0040384000800580,
    0x28D000A000400240,
    0x0010002008040020,
    0x0002002038441200,
    0x0400824800840080,
    0x0001800400020180,
    0x0229008200044300,
    0x4800004084010200,
    0x0801004200208016,
    0x0008208011004001,
    0x0041001820004031,
    0x0081000448500021,
    0x0202006150082402,
    0x0801000214000805,
    0x0044102128820804,
    0x48100A290084084A,
];
