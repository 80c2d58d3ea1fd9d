//! What programs put into comments: `[%clk 0:01:02]`, `[%eval 0.31]`.

use std::fmt;
use std::time::Duration;

use crate::Score;

/// A command in a comment: `[%name value]`.
///
/// ```
/// use mola_game::pgn::commands;
/// let comment = "A sharp line. [%eval -1.25,18] [%clk 0:00:59]";
/// let names: Vec<&str> = commands(comment).map(|command| command.name).collect();
/// assert_eq!(names, ["eval", "clk"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// What stands after the percent sign.
    pub name: &'a str,
    /// What follows, without the blanks around it.
    pub value: &'a str,
}

/// Writes the command as it stands in a comment.
impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{} {}]", self.name, self.value)
    }
}

/// The commands in the text of a comment.
///
/// ```
/// use mola_game::pgn::commands;
/// let arrows = commands("[%cal Ge2e4,Rd8h4]").next().unwrap();
/// assert_eq!((arrows.name, arrows.value), ("cal", "Ge2e4,Rd8h4"));
/// assert_eq!(commands("nothing here").next(), None);
/// ```
pub fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        let (command, after) = rest.split_once("[%")?.1.split_once(']')?;
        rest = after;
        let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        Some(Command { name, value: value.trim() })
    })
}

/// A comment without the commands of a name, and whether there was one.
///
/// ```
/// use mola_game::pgn::without_command;
/// let (rest, found) = without_command("Sharp. [%eval 0.31,14] [%clk 0:00:59]", "eval");
/// assert_eq!((rest.as_str(), found), ("Sharp. [%clk 0:00:59]", true));
/// ```
pub fn without_command(comment: &str, name: &str) -> (String, bool) {
    let mut rest = comment;
    let mut kept = String::with_capacity(comment.len());
    let mut found = false;
    while let Some((before, command)) = rest.split_once("[%") {
        let Some((inside, after)) = command.split_once(']') else { break };
        kept.push_str(before);
        if inside.split_whitespace().next() == Some(name) {
            found = true;
            // The blank after it goes too.
            rest = if kept.is_empty() || kept.ends_with(' ') { after.trim_start() } else { after };
        } else {
            kept.extend(["[%", inside, "]"]);
            rest = after;
        }
    }
    kept.push_str(rest);
    (kept.trim_end().to_owned(), found)
}

/// How much time the player had left after the move, by `[%clk 1:02:03.4]`.
///
/// ```
/// use std::time::Duration;
/// use mola_game::pgn::clock;
/// assert_eq!(clock("[%clk 0:01:02.5]"), Some(Duration::from_millis(62_500)));
/// assert_eq!(clock("no clock"), None);
/// ```
pub fn clock(comment: &str) -> Option<Duration> {
    commands(comment).find(|command| command.name == "clk").and_then(|command| parse_time(command.value))
}

/// The command that says how much time is left, to put into a comment. Tenths of seconds are
/// written when the time is short of whole ones.
///
/// ```
/// use std::time::Duration;
/// use mola_game::pgn::clock_command;
/// assert_eq!(clock_command(Duration::from_secs(3723)), "[%clk 1:02:03]");
/// assert_eq!(clock_command(Duration::from_millis(9450)), "[%clk 0:00:09.4]");
/// ```
pub fn clock_command(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match left.subsec_millis() / 100 {
        0 => format!("[%clk {hours}:{minutes:02}:{seconds:02}]"),
        tenths => format!("[%clk {hours}:{minutes:02}:{seconds:02}.{tenths}]"),
    }
}

/// The command for what an engine thought of a position, from White's point of view, and how deep it looked.
///
/// ```
/// use mola_game::{Score, pgn::eval_command};
/// assert_eq!(eval_command(Score::Mated(2), None), "[%eval #-2]");
/// assert_eq!(eval_command(Score::Centipawns(31), Some(20)), "[%eval 0.31,20]");
/// ```
pub fn eval_command(white_pov: Score, depth: Option<u32>) -> String {
    let depth = depth.map(|depth| format!(",{depth}")).unwrap_or_default();
    match white_pov {
        Score::Centipawns(value) => {
            let (sign, size) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
            format!("[%eval {sign}{}.{:02}{depth}]", size / 100, size % 100)
        }
        Score::Mate(moves) => format!("[%eval #{moves}{depth}]"),
        Score::Mated(moves) => format!("[%eval #{}{depth}]", -i64::from(moves)),
    }
}

/// What an engine thought of the position after the move, by `[%eval 0.31]` or `[%eval #-2,20]`, from White's point
/// of view.
///
/// ```
/// use mola_game::{Score, pgn::eval};
/// assert_eq!(eval("[%eval 1.5,20] [%clk 0:10:00]"), Some(Score::Centipawns(150)));
/// assert_eq!(eval("[%eval #3]"), Some(Score::Mate(3)));
/// assert_eq!(eval("[%eval high]"), None);
/// ```
pub fn eval(comment: &str) -> Option<Score> {
    let command = commands(comment).find(|command| command.name == "eval")?;
    // The depth of the search may follow after a comma.
    let value = command.value.split(',').next()?.trim();
    if let Some(moves) = value.strip_prefix('#') {
        let moves: i32 = moves.parse().ok()?;
        return Some(if moves < 0 { Score::Mated(moves.unsigned_abs()) } else { Score::Mate(moves as u32) });
    }
    let (digits, is_negative) = match value.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (value.strip_prefix('+').unwrap_or(value), false),
    };
    let (pawns, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let hundredths = parse_digits(pawns)?.checked_mul(100)?.checked_add(parse_fraction(fraction, 100)?)?;
    let size = i32::try_from(hundredths).ok()?;
    Some(Score::Centipawns(if is_negative { -size } else { size }))
}

/// Hours, minutes and seconds, or only the last of them, with parts of a second.
fn parse_time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    for (place, part) in whole.split(':').enumerate() {
        if place > 2 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(parse_digits(part)?)?;
    }
    Duration::from_secs(seconds).checked_add(Duration::from_millis(parse_fraction(fraction, 1000)?))
}

fn parse_digits(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// The digits after a point, in units of which `scale` make one.
fn parse_fraction(digits: &str, scale: u64) -> Option<u64> {
    let mut unit = scale;
    let mut sum = 0;
    for byte in digits.bytes() {
        unit /= 10;
        sum += unit * u64::from(char::from(byte).to_digit(10)?);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_commands_are_no_commands() {
        for text in
            ["[%clk", "[%clk ]", "[%clk 1:2:3:4]", "[%clk -1:00:00]", "[%clk 1:xx]", "[%clk ∞]", "%clk 1:00"]
        {
            assert_eq!(clock(text), None, "{text}");
        }
        for text in ["[%eval]", "[%eval #]", "[%eval 99999999999999999999]", "[%eval 1.2.3]", "[%eval --1]"] {
            assert_eq!(eval(text), None, "{text}");
        }
        assert_eq!(clock("[%clk 99999999999999999999:00:00]"), None);
        assert_eq!(clock("[%clk 18446744073709551615:00:00]"), None);
    }

    #[test]
    fn what_is_written_is_read() {
        for tenths in [0, 1, 599, 600, 35_999, 36_000, 1_000_001] {
            let left = Duration::from_millis(100 * tenths);
            assert_eq!(clock(&clock_command(left)), Some(left));
        }
        for value in
            [Score::Centipawns(-5), Score::Centipawns(123), Score::Mated(1), Score::Centipawns(i32::MAX)]
        {
            assert_eq!(eval(&eval_command(value, None)), Some(value));
        }
    }
}
