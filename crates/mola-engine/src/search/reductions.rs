//! How much less deeply late moves are searched.

use crate::params as knob;

/// Late move reductions by depth and number of the move, in 1024ths of a ply.
pub(crate) struct Reductions([[i32; 64]; 64]);

impl Reductions {
    pub(crate) fn new() -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies = f64::from(knob::LMR_BASE) / 100.0
                    + (depth as f64).ln() * (number as f64).ln() * 100.0 / f64::from(knob::LMR_DIVISOR);
                *reduction = (plies * 1024.0) as i32;
            }
        }
        Self(table)
    }

    pub(crate) fn get(&self, depth: i32, number: i32) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.clamp(0, 63) as usize]
    }
}
