//! The course of each number as a picture: one small curve each.

use std::fmt::Write as _;

use mola_engine::Knob;

const COLUMNS: usize = 4;
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 90.0;
const TITLE: f64 = 18.0;

/// An SVG picture of all values so far, a row of values for each moment.
pub(super) fn chart(knobs: &[Knob], course: &[Vec<f64>]) -> String {
    let rows = knobs.len().div_ceil(COLUMNS) as f64;
    let (width, height) = (COLUMNS as f64 * WIDTH, rows * (HEIGHT + TITLE));
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\"><rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
    );
    for (index, knob) in knobs.iter().enumerate() {
        let left = (index % COLUMNS) as f64 * WIDTH;
        let top = (index / COLUMNS) as f64 * (HEIGHT + TITLE) + TITLE;
        let span = f64::from((knob.max - knob.min).max(1));
        let y = |value: f64| top + (HEIGHT - 8.0) * (1.0 - (value - f64::from(knob.min)) / span);
        let last = course.last().map_or(f64::from(knob.value), |values| values[index]);
        let mut line = String::new();
        for (moment, values) in course.iter().enumerate() {
            let x = left + 4.0 + (WIDTH - 12.0) * moment as f64 / (course.len() - 1).max(1) as f64;
            let _ = write!(line, "{}{x:.1} {:.1}", if moment == 0 { "M" } else { "L" }, y(values[index]));
        }
        let (x, wide, before) = (left + 4.0, WIDTH - 12.0, y(f64::from(knob.value)));
        let _ = write!(
            picture,
            "<text x=\"{x}\" y=\"{:.1}\">{}: {} to {last:.1}</text>\
             <rect x=\"{x}\" y=\"{top}\" width=\"{wide}\" height=\"{}\" fill=\"#f3f1ec\"/>\
             <path d=\"M{x} {before:.1}h{wide}\" stroke=\"#bbb\" stroke-dasharray=\"3 3\"/>\
             <path d=\"{line}\" fill=\"none\" stroke=\"#1565a8\" stroke-width=\"1.5\"/>",
            top - 5.0,
            knob.name,
            knob.value,
            HEIGHT - 8.0,
        );
    }
    picture + "</svg>\n"
}
