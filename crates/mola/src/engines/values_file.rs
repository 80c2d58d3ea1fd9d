//! `pocket.toml`: what the pocket engine believes, in a file that people edit. `mola lab` prints it with the
//! engine's own numbers. Every file that is read here is also TOML.
//!
//! Whatever is missing keeps its value. A line that is wrong is named with its number and with what was
//! expected, and then nothing is believed: an experiment must not run with half of its changes.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{anyhow, bail};
use mola_game::read_regular_file;
use mola_pocket::{MATERIAL, TABLES, Values};

const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
/// Larger numbers would run over where the engine adds them up for sixteen pieces.
const MATERIAL_RANGE: RangeInclusive<i32> = 0..=1000;
const TABLE_RANGE: RangeInclusive<i32> = -400..=400;
/// More than anybody writes by hand.
const LONGEST: u64 = 1 << 16;

/// A rule of thumb.
struct Rule {
    name: &'static str,
    about: &'static str,
    range: RangeInclusive<i32>,
    place: fn(&mut Values) -> &mut i32,
}

/// A row for each rule: its name, which is also the field, what it may be, and what it is about.
macro_rules! rules {
    ($($name:ident $range:expr, $about:literal;)*) => {
        const RULES: [Rule; 7] = [$(Rule {
            name: stringify!($name),
            about: $about,
            range: $range,
            place: |values| &mut values.$name,
        },)*];
    };
}

rules! {
    tempo -200..=200, "what having the move is worth";
    threshold 0..=2000, "what a move must win to be looked at when the depth is used up";
    delta 0..=2000, "how much more such a move is trusted to win";
    reverse 0..=2000, "what an opponent who is far behind is trusted to win back in a ply";
    futility 0..=2000, "what a quiet move is trusted to win beyond its tables in a ply";
    null_move 1..=20, "how many plies less it looks after a pass";
    late 0..=300, "how many moves it searches in full before it reduces the others";
}

/// The numbers of a file.
#[derive(Debug)]
struct Numbers {
    material: [[i16; 2]; 6],
    tables: [[[i16; 8]; 8]; 6],
    rules: [i32; RULES.len()],
}

impl Numbers {
    /// The engine's own.
    fn original() -> Self {
        let mut values = Values::new(&MATERIAL, &TABLES);
        Self { material: MATERIAL, tables: TABLES, rules: RULES.map(|rule| *(rule.place)(&mut values)) }
    }

    fn values(&self) -> Values {
        let mut values = Values::new(&self.material, &self.tables);
        for (rule, number) in RULES.iter().zip(self.rules) {
            *(rule.place)(&mut values) = number;
        }
        values
    }
}

/// The file with the engine's own numbers, to be edited.
pub(crate) fn original() -> String {
    let numbers = Numbers::original();
    let mut text =
        "# What the pocket engine believes, in hundredths of a pawn. Change a number and see how well it\n\
                    # plays: mola lab pocket.toml\n# Lines that you leave out keep their values.\n\n\
                    # A piece on an average square: in the middlegame, in the endgame.\n[material]\n"
            .to_owned();
    // Writing to a string does not fail.
    for (piece, [middlegame, endgame]) in PIECES.iter().zip(numbers.material) {
        let _ = writeln!(text, "{piece} = [{middlegame}, {endgame}]");
    }
    text += "\n# Rules of thumb.\n[rules]\n";
    for (rule, number) in RULES.iter().zip(numbers.rules) {
        let _ = writeln!(text, "{} = {number} # {}", rule.name, rule.about);
    }
    text += "\n# What each square adds. Half boards: files a to d from left to right, e to h are their mirror\n\
             # image; the opponent's last row is on top.\n";
    for (phase, name) in ["middlegame", "endgame"].iter().enumerate() {
        let _ = writeln!(text, "[{name}]");
        for (piece, table) in PIECES.iter().zip(&numbers.tables) {
            let _ = writeln!(text, "{piece} = [");
            for row in table {
                let half = &row[4 * phase..4 * phase + 4];
                let _ = writeln!(text, "{:5},{:5},{:5},{:5},", half[0], half[1], half[2], half[3]);
            }
            text += "]\n";
        }
        text += if phase == 0 { "\n" } else { "" };
    }
    text
}

/// Reads a file. The values live as long as the program, since every position points to them.
///
/// # Errors
/// The file cannot be read, or all lines that are wrong.
pub(crate) fn read(path: &Path) -> anyhow::Result<&'static Values> {
    let name = path.display();
    let bytes = read_regular_file(path, LONGEST).map_err(|reason| anyhow!("{name}: {reason}"))?;
    match parse(&String::from_utf8_lossy(&bytes)) {
        Ok(numbers) => Ok(Box::leak(Box::new(numbers.values()))),
        Err(problems) => {
            let lines = problems.iter().map(|(line, wrong)| format!("{name}, line {line}: {wrong}."));
            bail!("{}", lines.collect::<Vec<_>>().join("\nmola: "))
        }
    }
}

/// A list that continues on the next line.
struct Open<'t> {
    name: &'t str,
    line: usize,
    numbers: String,
}

fn parse(text: &str) -> Result<Numbers, Vec<(usize, String)>> {
    let mut numbers = Numbers::original();
    let mut problems = Vec::new();
    let (mut section, mut seen, mut open) = ("", Vec::new(), None::<Open<'_>>);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        let result = if line.is_empty() {
            Ok(())
        } else if let Some(list) = &mut open {
            // A key or a section can't be part of a list: its bracket was forgotten.
            if line.contains('=') || line.starts_with('[') {
                let (name, begun) = (list.name, list.line);
                open = None;
                Err(format!("the list of {name} from line {begun} is not closed; end it with ]"))
            } else {
                list.numbers.push(',');
                list.numbers += line;
                Ok(())
            }
        } else if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name.trim();
            let known = ["material", "rules", "middlegame", "endgame"];
            if known.contains(&section) {
                Ok(())
            } else {
                Err(format!("[{section}] is not a section; there are [{}]", known.join("], [")))
            }
        } else {
            match line.split_once('=') {
                Some((name, value)) => {
                    open = Some(Open { name: name.trim(), line: number, numbers: value.trim().to_owned() });
                    Ok(())
                }
                None => Err("a line has the form name = number or name = [numbers]".to_owned()),
            }
        };
        let result = result.and_then(|()| match open.take_if(|list| list.is_whole()) {
            None => Ok(()),
            Some(list) if seen.contains(&(section, list.name)) => {
                Err(format!("{} is already set in [{section}]", list.name))
            }
            Some(list) => {
                seen.push((section, list.name));
                set(&mut numbers, section, &list)
            }
        });
        if let Err(wrong) = result {
            problems.push((number, wrong));
        }
    }
    if let Some(list) = open {
        problems.push((list.line, format!("the list of {} is not closed; end it with ]", list.name)));
    }
    if problems.is_empty() { Ok(numbers) } else { Err(problems) }
}

impl Open<'_> {
    fn is_whole(&self) -> bool {
        !self.numbers.starts_with('[') || self.numbers.ends_with(']')
    }

    /// The numbers of the list, as many as there must be.
    fn list<const N: usize>(&self, range: &RangeInclusive<i32>, form: &str) -> Result<[i16; N], String> {
        let inner = self.numbers.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let inner = inner.ok_or_else(|| format!("{} takes {form} in brackets", self.name))?;
        let words = inner.split(',').map(str::trim).filter(|word| !word.is_empty());
        let numbers: Vec<i16> =
            words.map(|word| number(word, range).map(|number| number as i16)).collect::<Result<_, _>>()?;
        let count = numbers.len();
        numbers.try_into().map_err(|_| format!("{} has {count} numbers; it takes {form}", self.name))
    }
}

fn number(word: &str, range: &RangeInclusive<i32>) -> Result<i32, String> {
    let (low, high) = (range.start(), range.end());
    let number = word.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("{word:?} is not a whole number from {low} to {high}"))
}

fn set(numbers: &mut Numbers, section: &str, list: &Open<'_>) -> Result<(), String> {
    let kind = || {
        let kind = PIECES.iter().position(|piece| *piece == list.name);
        kind.ok_or_else(|| format!("{:?} is not a piece; there are {}", list.name, PIECES.join(", ")))
    };
    match section {
        "material" => {
            numbers.material[kind()?] =
                list.list::<2>(&MATERIAL_RANGE, "two numbers, [middlegame, endgame],")?;
        }
        "rules" => {
            let index = RULES.iter().position(|rule| rule.name == list.name).ok_or_else(|| {
                format!("{:?} is not a rule; there are {}", list.name, RULES.map(|rule| rule.name).join(", "))
            })?;
            numbers.rules[index] = number(&list.numbers, &RULES[index].range)?;
        }
        "middlegame" | "endgame" => {
            let kind = kind()?;
            let first = if section == "middlegame" { 0 } else { 4 };
            let table = list.list::<32>(&TABLE_RANGE, "32 numbers, eight rows of files a to d,")?;
            for (index, number) in table.into_iter().enumerate() {
                numbers.tables[kind][index / 4][first + index % 4] = number;
            }
        }
        _ => {
            return Err(
                "it is not in a section; write [material], [rules], [middlegame] or [endgame] above it"
                    .to_owned(),
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_file_is_the_engine_itself() {
        for text in [original(), String::new(), "# nothing\n[rules]\n".to_owned()] {
            assert_eq!(parse(&text).unwrap().values(), *Values::MOLA);
        }
    }

    #[test]
    fn the_experiments_of_the_guide_can_be_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../guide/experiments");
        let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(files.len() >= 8);
        for file in files {
            assert_ne!(read(&file).unwrap(), Values::MOLA, "{} changes nothing", file.display());
        }
    }

    #[test]
    fn a_changed_number_is_believed_and_the_others_stay() {
        let text = "[material]\nqueen = [70, 123] # a pawn\n[rules]\ntempo = -5\n[endgame]\nking = [\n0,0,0,0,\n0,0,0,0,\n\
                    0,0,0,0,0,0,0,0,\n0,0,0,0,0,0,0,0, # rows\n0,0,0,0,0,0,0,7]\n";
        let numbers = parse(text).unwrap();
        assert_eq!((numbers.material[4], numbers.rules[0], numbers.tables[5][7][7]), ([70, 123], -5, 7));
        assert_eq!((numbers.material[3], numbers.tables[5][7][3]), (MATERIAL[3], TABLES[5][7][3]));
        assert_ne!(numbers.values(), *Values::MOLA);
    }

    #[test]
    fn every_wrong_line_is_named_with_what_was_expected() {
        for (text, line, words) in [
            ("queen = [1, 2]", 1, "it is not in a section; write [material]"),
            ("[matter]", 1, "[matter] is not a section; there are [material]"),
            ("[material]\n\nqeen = [1, 2]", 3, "\"qeen\" is not a piece; there are pawn, knight"),
            ("[material]\nqueen = 9", 2, "queen takes two numbers"),
            ("[material]\nqueen = [1, 2, 3]", 2, "queen has 3 numbers; it takes two"),
            ("[material]\nqueen = [1, x]", 2, "\"x\" is not a whole number from 0 to 1000"),
            ("[material]\nqueen = [1, 9999]", 2, "\"9999\" is not a whole number from 0 to 1000"),
            ("[material]\nrook = [1, 2]\nrook = [1, 2]", 3, "rook is already set in [material]"),
            ("[rules]\nspeed = 3", 2, "\"speed\" is not a rule; there are tempo"),
            ("[rules]\ntempo = fast", 2, "\"fast\" is not a whole number from -200 to 200"),
            ("[rules]\ntempo", 2, "a line has the form name = number"),
            ("[middlegame]\nknight = [\n1, 2,\n]\n", 4, "knight has 2 numbers; it takes 32"),
            ("[middlegame]\nknight = [\n1, 2,\n[rules]\n", 4, "the list of knight from line 2 is not closed"),
            ("[middlegame]\nknight = [\n1, 2,\n", 2, "the list of knight is not closed; end it with ]"),
        ] {
            let problems = parse(text).err().unwrap_or_default();
            let found = problems.iter().any(|(number, wrong)| *number == line && wrong.contains(words));
            assert!(found, "{text}: {problems:?}");
        }
        let two = parse("[rules]\ntempo = x\nlate = y").err().unwrap_or_default();
        assert_eq!(two.len(), 2, "all mistakes are named at once");
    }
}
