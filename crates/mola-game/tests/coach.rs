//! The corpus in `testdata/coach`, which the wasm module and the page run too.

use std::fs;
use std::path::Path;

use mola_game::Score;
use mola_game::coach::{
    HintStep, Judgment, Level, accepts_draw, chance, claims_draw, ending, hint, judge, level_in_words,
    move_in_words, offers_draw, score_in_words, threat, wdl,
};
use mola_rules::{Color, DrawReason, Move, Outcome, Position, WinReason};
use serde::Deserialize;
use serde::de::DeserializeOwned;

fn rows<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/coach");
    let rows: Vec<T> = serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap();
    assert!(!rows.is_empty(), "{name}");
    rows
}

/// A score as the corpus writes it.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Points {
    centipawns: Option<i32>,
    mate: Option<i32>,
}

impl Points {
    /// Read as the score of whoever is seen from; zero moves to mate is being mated.
    fn score(self) -> Score {
        match (self.mate, self.centipawns) {
            (Some(moves @ 1..), _) => Score::Mate(moves as u32),
            (Some(moves), _) => Score::Mated(moves.unsigned_abs()),
            (None, value) => Score::Centipawns(value.unwrap()),
        }
    }

    /// White's score as the player to move sees it.
    fn of(self, turn: Color) -> Score {
        let mate_on_the_board = self.mate == Some(0);
        if turn == Color::White || mate_on_the_board { self.score() } else { self.score().flip() }
    }
}

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-3
}

#[test]
fn levels_have_the_names_words_and_ratings_of_the_corpus() {
    #[derive(Deserialize)]
    struct Row {
        level: u8,
        name: String,
        word: String,
        words: String,
        rating: Option<i32>,
    }
    let rows: Vec<Row> = rows("levels.json");
    assert_eq!(rows.len(), Level::all().count());
    for (row, level) in rows.into_iter().zip(Level::all()) {
        assert_eq!((row.level, row.rating), (level.number(), level.rating()));
        assert_eq!((row.name.as_str(), row.word.as_str()), (level.name(), level.word()));
        assert_eq!(row.words, level_in_words(level));
    }
}

#[test]
fn scores_become_chances_texts_and_words() {
    #[derive(Debug, Deserialize)]
    struct Row {
        #[serde(flatten)]
        points: Points,
        chance: f64,
        wdl: [u16; 3],
        text: String,
        words: String,
    }
    for row in rows::<Row>("scores.json") {
        let score = row.points.score();
        assert!(is_close(chance(score), row.chance), "{row:?}: {}", chance(score));
        assert!(is_close(chance(score.flip()), 100.0 - row.chance), "{row:?}");
        assert_eq!(wdl(score), row.wdl, "{row:?}");
        assert_eq!((score.to_string(), score_in_words(score)), (row.text, row.words));
    }
}

#[test]
fn moves_are_judged_by_what_they_cost() {
    #[derive(Debug, Deserialize)]
    struct Row {
        fen: String,
        played: String,
        best: Option<String>,
        before: Points,
        after: Points,
        judgment: Option<String>,
        loss: f64,
        remark: Option<String>,
    }
    let mut found = Vec::new();
    for row in rows::<Row>("verdicts.json") {
        let position: Position = row.fen.parse().unwrap();
        let read = |text: &str| -> Move { position.parse_uci(text).unwrap() };
        let best = row.best.as_deref().map(read);
        let (here, next) = (row.before.of(position.turn()), row.after.of(!position.turn()));
        let verdict = judge(&position, read(&row.played), best, here, next);
        assert_eq!(verdict.judgment().map(Judgment::name), row.judgment.as_deref(), "{row:?} {verdict:?}");
        assert!(is_close(verdict.loss, row.loss), "{row:?} {verdict:?}");
        assert_eq!(verdict.remark(&position, best), row.remark);
        found.push(verdict.judgment());
    }
    assert!(Judgment::ALL.iter().all(|&kind| found.contains(&Some(kind))) && found.contains(&None));
}

#[test]
fn draws_are_offered_accepted_and_claimed_by_the_score() {
    #[derive(Debug, Deserialize)]
    struct Row {
        score: Option<Points>,
        plies: usize,
        accepts: bool,
        claims: bool,
        offers: bool,
    }
    for row in rows::<Row>("draws.json") {
        let score = row.score.map(Points::score);
        assert_eq!(accepts_draw(score, row.plies), row.accepts, "{row:?}");
        assert_eq!((claims_draw(score), offers_draw(score)), (row.claims, row.offers), "{row:?}");
    }
}

#[test]
fn moves_are_spoken_and_hinted_at() {
    #[derive(Debug, Deserialize)]
    struct Row {
        fen: String,
        #[serde(rename = "move")]
        text: String,
        words: String,
        score: Option<Points>,
        hint: Option<[String; 3]>,
    }
    for row in rows::<Row>("moves.json") {
        let position: Position = row.fen.parse().unwrap();
        let m = position.parse_uci(&row.text).unwrap();
        assert_eq!(move_in_words(&position, m), row.words);
        let score = row.score.map(|points| points.of(position.turn()));
        let told = HintStep::ALL.map(|step| hint(&position, m, score, None, step));
        assert_eq!(row.hint.as_ref().unwrap_or(&told), &told, "{row:?}");
    }
}

#[test]
fn endings_are_sentences() {
    #[derive(Deserialize)]
    struct Row {
        fen: String,
        words: String,
    }
    for row in rows::<Row>("endings.json") {
        let position: Position = row.fen.parse().unwrap();
        assert_eq!(ending(position.outcome().unwrap()), row.words);
    }
    assert_eq!(ending(Outcome::Win(Color::Black, WinReason::Time)), "Black wins on time");
    assert_eq!(ending(Outcome::Win(Color::White, WinReason::Resignation)), "White wins by resignation");
    assert_eq!(ending(Outcome::Draw(DrawReason::Agreement)), "Draw by agreement");
}

#[test]
fn a_threat_is_a_reply_that_would_hurt_and_comes_before_other_nudges() {
    let position: Position = "6k1/8/8/8/8/6q1/8/K6R w - - 0 1".parse().unwrap();
    let mut passed = position;
    passed.pass();
    let reply = passed.parse_san("Qe1").unwrap();
    let told = |theirs, ours| threat(&passed, reply, theirs, ours);
    assert_eq!(told(Score::Centipawns(-280), Score::Centipawns(400)).unwrap(), "Black threatens Qe1+.");
    assert_eq!(told(Score::Centipawns(-281), Score::Centipawns(400)), None);
    assert_eq!(told(Score::Mate(1), Score::Centipawns(0)).unwrap(), "Black threatens Qe1+, mate.");
    let mate = "Black threatens mate in 3, beginning with Qe1+.";
    assert_eq!(told(Score::Mate(3), Score::Centipawns(0)).as_deref(), Some(mate));
    assert_eq!(told(Score::Mate(3), Score::Mated(3)), None, "passing changes nothing");
    let quiet = position.parse_san("Rf1").unwrap();
    assert_eq!(hint(&position, quiet, None, Some(mate), HintStep::Nudge), mate);
    let winning = hint(&position, quiet, Some(Score::Mate(2)), Some(mate), HintStep::Nudge);
    assert_eq!(winning, "There is a mate in 2.", "what wins matters more than what is threatened");
}
