//! The course of a game as a graph: White's chance to win after each move.

use std::fmt::Write as _;

use mola_game::coach::{JudgedMove, Judgment};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 160.0;

/// An SVG picture without a style of its own: the page gives the classes their colors.
pub(super) fn graph(moves: &[JudgedMove]) -> String {
    let count = moves.len().max(1) as f64;
    let x = |index: usize| (index as f64 + 0.5) * WIDTH / count;
    let y = |chance: f64| HEIGHT * (1.0 - chance / 100.0);
    let mut line = String::new();
    let mut marks = String::new();
    // Writing to a string does not fail.
    for (index, judged) in moves.iter().enumerate() {
        let (x, y) = (x(index), y(judged.white_chance()));
        let _ = write!(line, "L{x:.1} {y:.1}");
        if let Some(mistake) = judged.judgment() {
            let title = escape(&format!("{}: {}", judged.numbered(), judged.white_score()));
            marks += &mark(mistake, x, y, &title);
        }
    }
    // The last chance holds to the edge.
    let end = moves.last().map_or(HEIGHT / 2.0, |judged| y(judged.white_chance()));
    let middle = HEIGHT / 2.0;
    format!(
        "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" preserveAspectRatio=\"none\">\
         <title>White's chance to win, move by move</title>\
         <path class=\"black\" d=\"M0 0h{WIDTH}v{HEIGHT}h-{WIDTH}z\"/>\
         <path class=\"white\" d=\"M0 {HEIGHT}L0 {middle}{line}L{WIDTH} {end:.1}V{HEIGHT}z\"/>\
         <path class=\"even\" d=\"M0 {middle}h{WIDTH}\"/>{marks}</svg>"
    )
}

/// Marks differ in form as well as in color, for those who do not see the one.
fn mark(mistake: Judgment, x: f64, y: f64, title: &str) -> String {
    let y = y.clamp(7.0, HEIGHT - 7.0);
    let form = match mistake {
        Judgment::Inaccuracy => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\""),
        Judgment::Mistake => format!("<path d=\"M{x:.1} {:.1}l5.5 9.5h-11z\"", y - 6.0),
        Judgment::Blunder => format!("<path d=\"M{x:.1} {:.1}l6 6-6 6-6-6z\"", y - 6.0),
    };
    format!(
        "{form} class=\"{}\"><title>{title}</title></{}>",
        mistake.name(),
        &form[1..form.find(' ').unwrap_or(1)]
    )
}

/// Text for pages and pictures.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::verdict::{Opinion, Points, judge};
    use super::*;
    use mola_game::pgn::GameTree;

    #[test]
    fn a_blunder_is_marked_and_the_line_reaches_the_edges() {
        let tree: GameTree = "1. g4 e5 *".parse().unwrap();
        let opinion = |points| Opinion { score: points, depth: 1, line: vec!["e2e4".to_owned()] };
        let opinions = [opinion(Points::Cp(0)), opinion(Points::Cp(500)), opinion(Points::Cp(-500))];
        let picture = graph(&judge(&tree, &opinions));
        assert_eq!(picture.matches("class=\"blunder\"").count(), 1, "{picture}");
        assert!(picture.contains("1. g4: -5.00</title></path>"), "{picture}");
        assert!(picture.contains("M0 160L0 80L200.0 ") && picture.contains("L800 "), "{picture}");
        assert!(graph(&[]).contains("L800 80.0V160z"));
    }

    #[test]
    fn names_cannot_break_the_page() {
        assert_eq!(escape("<b>\"A&B\"</b>"), "&lt;b&gt;&quot;A&amp;B&quot;&lt;/b&gt;");
    }
}
