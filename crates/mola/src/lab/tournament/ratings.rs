//! Ratings of many engines that best explain all their results together: the model of Bradley and Terry.
//!
//! The likelihood has one summit, which Newton's method finds in a few steps; how sharp the summit is says
//! how uncertain the ratings are.

use std::f64::consts::LN_10;

use super::statistics::{CONFIDENCE, Estimate, score_of};

/// Games between two engines, and how many points the first of them made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meeting {
    pub(crate) engines: [usize; 2],
    pub(crate) games: f64,
    pub(crate) points: f64,
}

/// Elo in the units of the logistic curve.
const UNIT: f64 = LN_10 / 400.0;

/// The ratings of all engines, whose fixed ones are given; if none is fixed, their mean is zero. `None` if
/// the engines did not all meet, be it through others.
pub(crate) fn fit(fixed: &[Option<f64>], meetings: &[Meeting]) -> Option<Vec<Estimate>> {
    let free: Vec<usize> = (0..fixed.len()).filter(|&engine| fixed[engine].is_none()).collect();
    let place = |engine: usize| free.iter().position(|&one| one == engine);
    let known: Vec<f64> = fixed.iter().copied().flatten().collect();
    let middle = known.iter().sum::<f64>() / (known.len() as f64).max(1.0);
    let mut ratings: Vec<f64> = fixed.iter().map(|rating| rating.unwrap_or(middle)).collect();
    // Without a fixed rating all may rise together: a weight on their sum holds them in place.
    let hold = if known.is_empty() { 1.0 } else { 0.0 };
    for _ in 0..STEPS {
        let mut slope = vec![0.0; free.len()];
        let mut bend = vec![vec![hold; free.len()]; free.len()];
        for meeting in meetings {
            // One more game, drawn: nobody is infinitely better than somebody else.
            let (games, points) = (meeting.games + 1.0, meeting.points + 0.5);
            let [first, second] = meeting.engines;
            let expected = score_of(ratings[first] - ratings[second]);
            let places = [(place(first), 1.0), (place(second), -1.0)];
            for (row, sign) in places.into_iter().filter_map(|(row, sign)| Some((row?, sign))) {
                slope[row] += sign * UNIT * (points - games * expected);
                for (column, other) in places.into_iter().filter_map(|(row, sign)| Some((row?, sign))) {
                    bend[row][column] += sign * other * UNIT * UNIT * games * expected * (1.0 - expected);
                }
            }
        }
        let spread = inverse(bend)?;
        let step = |row: usize| spread[row].iter().zip(&slope).map(|(a, b)| a * b).sum::<f64>();
        let steps: Vec<f64> = (0..free.len()).map(step).collect();
        for (&engine, step) in free.iter().zip(&steps) {
            ratings[engine] += step.clamp(-LONGEST_STEP, LONGEST_STEP);
        }
        if steps.iter().all(|step| step.abs() < 1e-6) {
            let error = |engine| place(engine).map_or(0.0, |row| CONFIDENCE * spread[row][row].abs().sqrt());
            let estimate = |(engine, value)| Estimate { value, error: error(engine) };
            return Some(ratings.into_iter().enumerate().map(estimate).collect());
        }
    }
    None
}

/// Far from the summit Newton's steps are too long.
const LONGEST_STEP: f64 = 200.0;
const STEPS: usize = 200;

/// The inverse of a matrix, by Gauss and Jordan; `None` if it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let largest = matrix.iter().flatten().fold(0.0, |most: f64, one| most.max(one.abs()));
    for (row, numbers) in matrix.iter_mut().enumerate() {
        numbers.extend((0..size).map(|column| f64::from(u8::from(row == column))));
    }
    for column in 0..size {
        let pivot =
            (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() <= 1e-12 * largest {
            return None;
        }
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        matrix[column].iter_mut().for_each(|number| *number /= divisor);
        let eliminated = matrix[column].clone();
        for (_, numbers) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let factor = numbers[column];
            numbers.iter_mut().zip(&eliminated).for_each(|(number, other)| *number -= factor * other);
        }
    }
    Some(matrix.into_iter().map(|numbers| numbers[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(first: usize, second: usize, games: f64, points: f64) -> Meeting {
        Meeting { engines: [first, second], games, points }
    }

    /// Results that fit ratings exactly.
    fn results_of(ratings: &[f64], games: f64) -> Vec<Meeting> {
        let couples = (0..ratings.len()).flat_map(|a| (a + 1..ratings.len()).map(move |b| (a, b)));
        couples.map(|(a, b)| meeting(a, b, games, games * score_of(ratings[a] - ratings[b]))).collect()
    }

    #[test]
    fn ratings_are_found_again() {
        let truth = [150.0, 20.0, -10.0, -160.0];
        let found = fit(&[None; 4], &results_of(&truth, 1e6)).unwrap();
        for (estimate, truth) in found.iter().zip(truth) {
            assert!((estimate.value - truth).abs() < 0.1, "{found:?}");
        }
        assert!(found.iter().map(|estimate| estimate.value).sum::<f64>().abs() < 1e-3);
    }

    #[test]
    fn fixed_ratings_stay_and_the_others_follow() {
        let truth = [2000.0, 1800.0, 1500.0];
        let found = fit(&[Some(2000.0), None, None], &results_of(&truth, 1e6)).unwrap();
        assert_eq!(found[0], Estimate { value: 2000.0, error: 0.0 });
        assert!((found[1].value - 1800.0).abs() < 0.1 && (found[2].value - 1500.0).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn two_engines_are_as_uncertain_as_the_binomial_says() {
        let found = fit(&[Some(0.0), None], &[meeting(0, 1, 399.0, 199.5)]).unwrap();
        // 400 games with the one that is added: a deviation of 1/40 of the score, by the slope at one half.
        let expected = CONFIDENCE / 40.0 / (UNIT / 4.0);
        assert!((found[1].error - expected).abs() < 0.01, "{} {expected}", found[1].error);
    }

    #[test]
    fn a_clean_sweep_is_finite_and_strangers_have_no_rating() {
        let found = fit(&[None, None], &[meeting(0, 1, 50.0, 50.0)]).unwrap();
        assert!((500.0..1000.0).contains(&(found[0].value - found[1].value)), "{found:?}");
        assert_eq!(fit(&[None; 3], &[meeting(0, 1, 10.0, 5.0)]), None);
    }
}
