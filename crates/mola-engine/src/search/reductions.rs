//! How much less deeply late moves are searched.

use super::PLY;
use crate::params::Knobs;

/// Late move reductions by depth and number of the move, in 1024ths of a ply.
pub(crate) struct Reductions([[i32; 64]; 64]);

impl Reductions {
    pub(crate) fn new(knobs: &Knobs) -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies = f64::from(knobs.lmr_base()) / 100.0
                    + (depth as f64).ln() * (number as f64).ln() * 100.0 / f64::from(knobs.lmr_divisor());
                *reduction = (plies * f64::from(PLY)) as i32;
            }
        }
        Self(table)
    }

    pub(crate) fn get(&self, depth: i32, number: i32) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.clamp(0, 63) as usize]
    }
}
