//! What results prove: Elo with error bars, likelihood of superiority, and the sequential test.
//!
//! Games are played in pairs, the same opening with both colors. The two results of a pair are
//! correlated, so pairs are counted: five possible scores, hence *pentanomial*.

use std::f64::consts::LN_10;

use serde::Serialize;

/// The standard deviations that cover 95 percent of cases.
pub(crate) const CONFIDENCE: f64 = 1.959963984540054;

/// Normalized Elo for each standard deviation of one game's score.
const NORMALIZED: f64 = 800.0 / LN_10;

/// Pairs of games by their score: 0, ½, 1, 1½ and 2 points for the engine that is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Pairs(pub(crate) [u64; 5]);

/// A value with its 95 percent error bar.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

/// The kind of Elo that a sequential test measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Model {
    /// In standard deviations of a game's score, so that a test needs the same number of games
    /// whatever the draw rate
    #[default]
    Normalized,
    /// The Elo of rating lists
    Logistic,
}

impl Pairs {
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, and the variance of a pair's mean.
    fn moments(&self) -> (f64, f64) {
        moments(&self.shares(0.0))
    }

    /// The share of each score. Scores that never happened count a little, since zero has no
    /// logarithm.
    fn shares(&self, least: f64) -> [f64; 5] {
        let counts = self.0.map(|count| (count as f64).max(least));
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    }

    /// How uncertain the mean score is, in standard deviations.
    fn uncertainty(&self) -> Option<f64> {
        let (_, variance) = self.moments();
        (self.count() > 1 && variance > 0.0).then(|| (variance / self.count() as f64).sqrt())
    }

    /// The difference in strength on the scale of rating lists.
    pub(crate) fn elo(&self) -> Option<Estimate> {
        let (mean, _) = self.moments();
        let reach = CONFIDENCE * self.uncertainty()?;
        let (low, high) = (elo_of(mean - reach), elo_of(mean + reach));
        // Near all or nothing one end of the interval is infinite; there the slope of the curve says how
        // far off the value may be.
        let slope = 400.0 / std::f64::consts::LN_10 / (mean * (1.0 - mean));
        let error = if (high - low).is_finite() { (high - low) / 2.0 } else { reach * slope };
        Some(Estimate { value: elo_of(mean), error }).filter(|one| one.error.is_finite())
    }

    /// The difference in strength in standard deviations of a game's score.
    pub(crate) fn normalized_elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments();
        let uncertainty = self.uncertainty()?;
        let scale = NORMALIZED / (2.0 * variance).sqrt();
        Some(Estimate { value: (mean - 0.5) * scale, error: CONFIDENCE * uncertainty * scale })
    }

    /// How likely it is that this engine is the stronger one.
    pub(crate) fn superiority(&self) -> Option<f64> {
        let (mean, _) = self.moments();
        Some(normal((mean - 0.5) / self.uncertainty()?))
    }

    /// The logarithm of how much more likely the results are with the second difference in strength
    /// than with the first: the generalized likelihood ratio, with the most likely distribution of
    /// scores under either.
    pub(crate) fn log_likelihood_ratio(&self, elo: [f64; 2], model: Model) -> f64 {
        if self.count() == 0 {
            return 0.0;
        }
        let shares = self.shares(1e-3);
        let [under_first, under_second] = elo.map(|elo| match model {
            Model::Logistic => with_mean(&shares, score_of(elo)),
            Model::Normalized => with_edge(&shares, elo / NORMALIZED * 2f64.sqrt()),
        });
        let mut sum = 0.0;
        for ((share, first), second) in shares.iter().zip(under_first).zip(under_second) {
            sum += share * (second / first).ln();
        }
        self.count() as f64 * sum
    }
}

/// The mean score in a game of each kind of pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = shares.iter().zip(SCORES).map(|(share, score)| share * score).sum();
    let variance = shares.iter().zip(SCORES).map(|(share, score)| share * (score - mean).powi(2)).sum();
    (mean, variance)
}

/// The distribution closest to what was seen whose mean is `mean`.
fn with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilt(seen, &SCORES.map(|score| score - mean))
}

/// The distribution closest to what was seen whose mean is `edge` standard deviations above one half.
///
/// The standard deviation depends on the distribution itself; it is taken from the last guess, along
/// its tangent, until the guess stays where it is.
fn with_edge(seen: &[f64; 5], edge: f64) -> [f64; 5] {
    let mut guess = *seen;
    for _ in 0..100 {
        let (mean, variance) = moments(&guess);
        let deviation = variance.sqrt();
        let excess = SCORES.map(|score| {
            let tangent = f64::midpoint(1.0, ((score - mean) / deviation).powi(2));
            score - 0.5 - edge * deviation * tangent
        });
        let next = tilt(seen, &excess);
        let moved = next.iter().zip(guess).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        guess = next;
        if moved < 1e-12 {
            break;
        }
    }
    guess
}

/// The distribution closest to what was seen under which the mean of `excess` is zero. By Lagrange it is
/// `seen / (1 + t · excess)`, and the sum over `seen · excess / (1 + t · excess)` falls with `t`, so the
/// `t` that makes it zero is found by halving.
fn tilt(seen: &[f64; 5], excess: &[f64; 5]) -> [f64; 5] {
    let (least, most) = excess.iter().fold((0f64, 0f64), |(low, high), &x| (low.min(x), high.max(x)));
    if least >= 0.0 || most <= 0.0 {
        // All scores lie on one side: there is no such distribution.
        return *seen;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let weigh = |t: f64| seen.iter().zip(excess).map(|(share, x)| share * x / (1.0 + t * x)).sum::<f64>();
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if weigh(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = f64::midpoint(low, high);
    let mut tilted = *seen;
    tilted.iter_mut().zip(excess).for_each(|(share, x)| *share /= 1.0 + t * x);
    tilted
}

/// The score that a difference in Elo leads to.
pub(crate) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that a score comes from; infinite if there is no doubt.
pub(crate) fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The share of a normal distribution below `x`, by the series around zero or the continued fraction for
/// the tail.
fn normal(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() > 5.0 {
        let tail = (1..=30).rev().fold(x.abs(), |rest, step| x.abs() + f64::from(step) / rest);
        let below = density / tail;
        return if x < 0.0 { below } else { 1.0 - below };
    }
    let (mut term, mut sum) = (x, x);
    for step in 1..200 {
        term *= x * x / f64::from(2 * step + 1);
        sum += term;
    }
    0.5 + density * sum
}

/// A test that runs until one of two differences in strength is far likelier than the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Sprt {
    /// The two differences to tell apart, in Elo.
    pub(crate) elo: [f64; 2],
    pub(crate) model: Model,
    /// The chance to accept the second though the first is true.
    pub(crate) alpha: f64,
    /// The chance to accept the first though the second is true.
    pub(crate) beta: f64,
}

/// What a sequential test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Decision {
    /// The first difference holds.
    H0,
    /// The second difference holds.
    H1,
}

impl Sprt {
    /// Where the test ends.
    pub(crate) fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    pub(crate) fn ratio(&self, pairs: &Pairs) -> f64 {
        pairs.log_likelihood_ratio(self.elo, self.model)
    }

    pub(crate) fn decision(&self, pairs: &Pairs) -> Option<Decision> {
        let [lower, upper] = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio <= lower => Some(Decision::H0),
            ratio if ratio >= upper => Some(Decision::H1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
