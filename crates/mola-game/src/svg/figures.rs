//! The shapes of the six pieces, a set of our own.
//!
//! Each is drawn in a box of 100 by 100 and stands on the line y = 90. A figure has no colors: solids
//! take the fill and stroke of whoever uses them, and lines and the eye take its `color`. So one
//! shape serves both players, and Black's inner lines can be light while the outline stays dark.

use core::fmt;

use mola_rules::Role;

/// What a piece looks like, as SVG path data in a box of 100 by 100.
///
/// ```
/// use mola_game::Figure;
/// use mola_rules::Role;
/// let figure = Figure::of(Role::Rook);
/// assert!(figure.to_string().starts_with("<path d=\"M"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Filled and outlined, from back to front.
    solids: &'static [&'static str],
    /// Where parts meet, and ornaments.
    lines: &'static str,
    /// A filled spot without an outline.
    eye: Option<&'static str>,
}

/// The plinth that every piece stands on.
const FOOT: &str =
    "M27 77H73C77 77 79 80 79 84V87.5A2.5 2.5 0 0 1 76.5 90H23.5A2.5 2.5 0 0 1 21 87.5V84C21 80 23 77 27 77Z";

/// The same for pawns, which are slimmer.
const PAWN_FOOT: &str =
    "M30 77H70C74 77 76 80 76 84V87.5A2.5 2.5 0 0 1 73.5 90H26.5A2.5 2.5 0 0 1 24 87.5V84C24 80 26 77 30 77Z";

/// A ball on a collar.
const PAWN: Figure = Figure {
    solids: &[
        "M50 21A13 13 0 0 0 43 45H37A3.5 3.5 0 0 0 37 52H42C42 62 38 71 33 77\
         H67C62 71 58 62 58 52H63A3.5 3.5 0 0 0 63 45H57A13 13 0 0 0 50 21Z",
        PAWN_FOOT,
    ],
    lines: "M35 77H65M44 52H56",
    eye: None,
};

/// A horse's head that looks to the left: chest, throat, jaw and muzzle, then up the nose to the ear
/// and down along the mane.
const KNIGHT: Figure = Figure {
    solids: &[
        "M29 77C29 70 33 65 38 61C43 57 47 54 48 47C44 52 39 52 35.5 56C32.5 59 31 62.5 26.5 62\
         C20 61.5 17 57 18 51C19 46 24 43 26 36C27.5 31 29.5 28 33 25C31.5 21 31.5 16 33 11\
         C37.5 13 41 16 43 20C63 21 76 38 74 62C73.5 68 72.5 72 71 77Z",
        FOOT,
    ],
    lines: "M31 77H69M52 28C61 33 66 45 65 62M25 56.5L30.5 54",
    eye: Some("M33.5 34C36.5 30.5 40 31 41.5 34C39 37.5 36 37 33.5 34Z"),
};

/// A mitre with a slit, and a bead on top.
const BISHOP: Figure = Figure {
    solids: &[
        "M50 9A5 5 0 0 0 46.5 17.5C38 23 32 31 32 40C32 45.5 35 50 39.5 53H35.5A3.5 3.5 0 0 0 35.5 60\
         H41C41 66 37 73 31 77H69C63 73 59 66 59 60\
         H64.5A3.5 3.5 0 0 0 64.5 53H60.5C65 50 68 45.5 68 40C68 31 62 23 53.5 17.5A5 5 0 0 0 50 9Z",
        FOOT,
    ],
    lines: "M33 77H67M43 60H57M59 27.5L50 40",
    eye: None,
};

/// A tower with three merlons.
const ROOK: Figure = Figure {
    solids: &[
        "M44 17V25H36.5V17H27V34L35 42C35 58 34 69 29 77H71C66 69 65 58 65 42L73 34V17H63.5V25H56V17Z",
        FOOT,
    ],
    lines: "M31 77H69M37 42H63",
    eye: None,
};

/// A crown of five points with a ball on each. The balls come last and hide the points.
const QUEEN: Figure = Figure {
    solids: &[
        "M50 17L42 37L31.5 22L27.5 36.5L14 31C16 44 30 45 36.5 56H34A3.5 3.5 0 0 0 34 63\
         H38.5C38.5 67 35 74 30 77H70C65 74 61.5 67 61.5 63\
         H66A3.5 3.5 0 0 0 66 56H63.5C70 45 84 44 86 31L72.5 36.5L68.5 22L58 37Z",
        FOOT,
        "M8.5 30a5.5 5.5 0 0 0 11 0a5.5 5.5 0 0 0-11 0ZM25.5 19.5a5.5 5.5 0 0 0 11 0a5.5 5.5 0 0 0-11 0Z\
         M44.5 15a5.5 5.5 0 0 0 11 0a5.5 5.5 0 0 0-11 0ZM63.5 19.5a5.5 5.5 0 0 0 11 0a5.5 5.5 0 0 0-11 0Z\
         M80.5 30a5.5 5.5 0 0 0 11 0a5.5 5.5 0 0 0-11 0Z",
    ],
    lines: "M32 77H68M40.5 63H59.5M36 48.5C44 45.5 56 45.5 64 48.5",
    eye: None,
};

/// A domed crown under a cross.
const KING: Figure = Figure {
    solids: &[
        "M46.5 6V11.5H40.5V18.5H46.5V25C38 25.5 31 27.5 25 30.5C22.5 32 22 34 23 36C26 43 32.5 48 36.5 56\
         H34A3.5 3.5 0 0 0 34 63H38.5C38.5 67 35 74 30 77H70C65 74 61.5 67 61.5 63H66A3.5 3.5 0 0 0 66 56\
         H63.5C67.5 48 74 43 77 36C78 34 77.5 32 75 30.5C69 27.5 62 25.5 53.5 25V18.5H59.5V11.5H53.5V6Z",
        FOOT,
    ],
    lines: "M32 77H68M40.5 63H59.5M30.5 39C40 34 60 34 69.5 39",
    eye: None,
};

impl Figure {
    /// The shape of a role.
    ///
    /// ```
    /// # use mola_game::Figure;
    /// # use mola_rules::Role;
    /// assert_ne!(Figure::of(Role::King).to_string(), Figure::of(Role::Queen).to_string());
    /// ```
    pub const fn of(role: Role) -> Self {
        match role {
            Role::Pawn => PAWN,
            Role::Knight => KNIGHT,
            Role::Bishop => BISHOP,
            Role::Rook => ROOK,
            Role::Queen => QUEEN,
            Role::King => KING,
        }
    }

    /// The filled outlines from back to front, in the capital and small letters of SVG paths: what a
    /// picture of few pixels is made of.
    ///
    /// ```
    /// # use mola_game::Figure;
    /// # use mola_rules::Role;
    /// assert!(Figure::of(Role::Pawn).solids().iter().all(|path| path.ends_with('Z')));
    /// ```
    pub const fn solids(self) -> &'static [&'static str] {
        self.solids
    }
}

/// Written as SVG paths.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for solid in self.solids {
            write!(f, r#"<path d="{solid}"/>"#)?;
        }
        write!(f, r#"<path d="{}" fill="none" stroke="currentColor"/>"#, self.lines)?;
        match self.eye {
            Some(eye) => write!(f, r#"<path d="{eye}" fill="currentColor" stroke="none"/>"#),
            None => Ok(()),
        }
    }
}
