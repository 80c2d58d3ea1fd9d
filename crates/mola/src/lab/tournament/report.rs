//! The standings as people read them, and as programs do.

use std::fmt::Write as _;

use serde::Serialize;

use super::ratings::{self, Meeting};
use super::standings::{Faults, Score, Standings};
use super::statistics::{Decision, Estimate, Pairs, Sprt};
use crate::engines::entrant::Entrant;

/// Everything that is known of a match, for programs.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) games: u64,
    pub(crate) planned: u64,
    /// Whether nothing is left to play.
    pub(crate) finished: bool,
    pub(crate) engines: Vec<EngineSummary>,
    pub(crate) couples: Vec<CoupleSummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sprt: Option<SprtSummary>,
}

#[derive(Debug, Serialize)]
pub(crate) struct EngineSummary {
    name: String,
    settings: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    /// Pairs of games with 0, ½, 1, 1½ and 2 points.
    pentanomial: Pairs,
    elo: Option<Estimate>,
    /// What explains all results together, where there are three engines or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<Estimate>,
    normalized_elo: Option<Estimate>,
    likelihood_of_superiority: Option<f64>,
    draw_ratio: f64,
    lost_by: Faults,
}

/// What the first engine did against the second.
#[derive(Debug, Serialize)]
pub(crate) struct CoupleSummary {
    first: String,
    second: String,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    pentanomial: Pairs,
    elo: Option<Estimate>,
}

#[derive(Debug, Serialize)]
pub(crate) struct SprtSummary {
    #[serde(flatten)]
    test: Sprt,
    llr: f64,
    bounds: [f64; 2],
    decision: Option<Decision>,
}

impl Summary {
    pub(crate) fn new(entrants: &[Entrant], standings: &Standings, sprt: Option<Sprt>, planned: u64) -> Self {
        let ratings = ratings(entrants, standings);
        let rating = |engine: usize| ratings.as_ref().map(|ratings| ratings[engine]);
        let engines = entrants
            .iter()
            .zip(&standings.scores)
            .enumerate()
            .map(|(engine, (entrant, score))| EngineSummary {
                rating: rating(engine),
                name: entrant.name.clone(),
                settings: entrant.fingerprint(),
                games: score.games(),
                wins: score.wins,
                draws: score.draws,
                losses: score.losses,
                score: score.share(),
                pentanomial: score.pairs,
                elo: score.pairs.elo(),
                normalized_elo: score.pairs.normalized_elo(),
                likelihood_of_superiority: score.pairs.superiority(),
                draw_ratio: score.draws as f64 / (score.games() as f64).max(1.0),
                lost_by: score.faults,
            })
            .collect();
        let couples = standings
            .couples
            .iter()
            .map(|([first, second], score)| CoupleSummary {
                first: entrants[*first].name.clone(),
                second: entrants[*second].name.clone(),
                wins: score.wins,
                draws: score.draws,
                losses: score.losses,
                score: score.share(),
                pentanomial: score.pairs,
                elo: score.pairs.elo(),
            })
            .collect();
        let games = standings.scores.iter().map(Score::games).sum::<u64>() / 2;
        let sprt = sprt.map(|test| SprtSummary {
            test,
            llr: test.ratio(&standings.scores[0].pairs),
            bounds: test.bounds(),
            decision: test.decision(&standings.scores[0].pairs),
        });
        let decided = sprt.as_ref().is_some_and(|sprt| sprt.decision.is_some());
        Self { games, planned, finished: games >= planned || decided, engines, couples, sprt }
    }

    /// The table, the best engine first.
    pub(crate) fn table(&self) -> String {
        let width = self.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            " #  {:<width$}  games     +     =     -   score  {:>16}              nElo     LOS  draws",
            "engine",
            if self.engines.iter().any(|engine| engine.rating.is_some()) { "rating" } else { "Elo" },
        );
        let mut ranked: Vec<&EngineSummary> = self.engines.iter().collect();
        let order = |engine: &EngineSummary| engine.rating.map_or(engine.score, |rating| rating.value);
        ranked.sort_by(|a, b| order(b).total_cmp(&order(a)));
        for (rank, engine) in ranked.iter().enumerate() {
            let _ = writeln!(
                text,
                "{:>2}  {:<width$}  {:>5} {:>5} {:>5} {:>5}  {:>5.1}%  {:>16}  {:>16}  {:>6}  {:>4.1}%",
                rank + 1,
                engine.name,
                engine.games,
                engine.wins,
                engine.draws,
                engine.losses,
                100.0 * engine.score,
                engine.rating.map_or_else(|| plus_minus(engine.elo), rating_text),
                plus_minus(engine.normalized_elo),
                engine.likelihood_of_superiority.map_or("?".to_owned(), |los| format!("{:.1}%", 100.0 * los)),
                100.0 * engine.draw_ratio,
            );
        }
        if let [first, _] = &self.engines[..] {
            let Pairs([a, b, c, d, e]) = first.pentanomial;
            let _ = writeln!(
                text,
                "    pairs of {} with 0, ½, 1, 1½, 2 points: {a}, {b}, {c}, {d}, {e}",
                first.name
            );
        }
        if self.couples.len() > 1 {
            for couple in &self.couples {
                let CoupleSummary { first, second, wins, draws, losses, score, elo, .. } = couple;
                let _ = writeln!(
                    text,
                    "    {first} - {second}: +{wins} ={draws} -{losses}, {:.1}%, Elo {}",
                    100.0 * score,
                    plus_minus(*elo)
                );
            }
        }
        if let Some(sprt) = &self.sprt {
            let _ = writeln!(text, "    {}", sprt.sentence());
        }
        for engine in &self.engines {
            let Faults { time, illegal, crash } = engine.lost_by;
            if engine.lost_by.sum() > 0 {
                let _ = writeln!(
                    text,
                    "    {} lost {time} on time, {illegal} by illegal moves, {crash} by going away",
                    engine.name
                );
            }
        }
        text
    }
}

impl SprtSummary {
    fn sentence(&self) -> String {
        let [low, high] = self.bounds;
        let [first, second] = self.test.elo;
        let decision = match self.decision {
            Some(Decision::H0) => format!(": not better than {first}, the test is over"),
            Some(Decision::H1) => format!(": better than {first}, the test is over"),
            None => String::new(),
        };
        let model = format!("{:?}", self.test.model).to_lowercase();
        format!("SPRT [{first}, {second}] {model} Elo: LLR {:.2} ({low:.2}, {high:.2}){decision}", self.llr)
    }
}

/// The ratings of three engines or more that explain all results.
fn ratings(entrants: &[Entrant], standings: &Standings) -> Option<Vec<Estimate>> {
    if entrants.len() < 3 {
        return None;
    }
    let fixed: Vec<Option<f64>> = entrants.iter().map(|entrant| entrant.rating.map(f64::from)).collect();
    let meeting = |(&engines, score): (&[usize; 2], &Score)| {
        let games = score.games() as f64;
        Meeting { engines, games, points: games * score.share() }
    };
    ratings::fit(&fixed, &standings.couples.iter().map(meeting).collect::<Vec<_>>())
}

fn rating_text(rating: Estimate) -> String {
    if rating.error == 0.0 { format!("{:.0} (given)", rating.value) } else { plus_minus(Some(rating)) }
}

fn plus_minus(estimate: Option<Estimate>) -> String {
    estimate.map_or("?".to_owned(), |Estimate { value, error }| format!("{value:+.1} ± {error:.1}"))
}
