//! The formulas against an independent computation, against what other programs printed, and by dice.

use super::*;
use crate::lab::tournament::dice::Dice;

/// Results, then Elo, its error, normalized Elo, its error and the likelihood of superiority. The
/// numbers were computed apart from this code, from the definitions and the normal distribution of
/// `SciPy` 1.x: mean m and variance v of a pair's mean score, Elo = -400 log10(1/m - 1), error bars
/// from m ± 1.96 sqrt(v/n), normalized Elo = (m - ½) / sqrt(2v) · 800 / ln 10.
const ESTIMATES: [([u64; 5], [f64; 5]); 4] = [
    ([10, 40, 100, 50, 12], [11.476101514, 21.4220557, 17.751710308, 33.070400998, 0.853618614]),
    ([5, 20, 50, 20, 5], [0.0, 30.531864322, 0.0, 48.151230669, 0.5]),
    ([135, 1004, 2111, 1122, 128], [4.014989925, 4.26454152, 6.758864336, 7.177961665, 0.96751963]),
    ([0, 3, 40, 9, 1], [26.271510258, 24.892721217, 70.192588157, 66.140801995, 0.981238673]),
];

#[test]
fn estimates_agree_with_an_independent_computation() {
    for (pairs, expected) in ESTIMATES {
        let pairs = Pairs(pairs);
        let (elo, normalized) = (pairs.elo().unwrap(), pairs.normalized_elo().unwrap());
        let superiority = pairs.superiority().unwrap();
        let found = [elo.value, elo.error, normalized.value, normalized.error, superiority];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{pairs:?}: {found} is not {expected}");
        }
    }
}

/// Results, the two hypotheses, and the ratio by logistic and by normalized Elo. The numbers come from
/// maximizing the likelihood under each hypothesis with a general optimizer (`SLSQP` of `SciPy`),
/// which knows neither Lagrange multipliers nor tangents; it is good to about five digits.
const RATIOS: [([u64; 5], [f64; 2], f64, f64); 12] = [
    ([10, 40, 100, 50, 12], [0.0, 10.0], 0.541402, 0.445645),
    ([10, 40, 100, 50, 12], [0.0, 5.0], 0.374795, 0.266569),
    ([10, 40, 100, 50, 12], [-5.0, 0.0], 0.580093, 0.354157),
    ([5, 20, 50, 20, 5], [0.0, 10.0], -0.206512, -0.082846),
    ([5, 20, 50, 20, 5], [0.0, 5.0], -0.051739, -0.020711),
    ([5, 20, 50, 20, 5], [-5.0, 0.0], 0.051739, 0.020711),
    ([135, 1004, 2111, 1122, 128], [0.0, 10.0], -2.084160, 1.309883),
    ([135, 1004, 2111, 1122, 128], [0.0, 5.0], 1.598107, 1.585490),
    ([135, 1004, 2111, 1122, 128], [-5.0, 0.0], 6.850459, 3.448761),
    ([0, 3, 40, 9, 1], [0.0, 10.0], 1.372568, 0.559069),
    ([0, 3, 40, 9, 1], [0.0, 5.0], 0.745118, 0.287647),
    ([0, 3, 40, 9, 1], [-5.0, 0.0], 0.767291, 0.304623),
];

#[test]
fn likelihood_ratios_agree_with_a_general_optimizer() {
    for (pairs, elo, logistic, normalized) in RATIOS {
        for (model, expected) in [(Model::Logistic, logistic), (Model::Normalized, normalized)] {
            let found = Pairs(pairs).log_likelihood_ratio(elo, model);
            assert!((found - expected).abs() < 2e-5, "{pairs:?} {elo:?} {model:?}: {found}");
        }
    }
}

/// Pairs, Elo and its error, and the same in normalized Elo where it was printed.
type Published = ([u64; 5], [f64; 2], Option<[f64; 2]>);

/// What other programs printed for their tests, rounded as they did. The first four are reports of fastchess that people have published
/// with their engines, the others of `OpenBench` for `PlentyChess` (pull requests 236 and 334).
const PUBLISHED: [Published; 6] = [
    ([1, 10, 78, 48, 13], [72.85, 22.33], Some([132.30, 39.32])),
    ([352, 579, 1264, 743, 464], [19.83, 6.77], Some([24.25, 8.26])),
    ([0, 0, 1, 8, 1], [190.85, 65.54], Some([549.34, 152.27])),
    ([0, 1, 0, 1, 0], [0.0, 296.58], Some([0.0, 340.48])),
    ([28, 1013, 2175, 1156, 56], [7.81, 3.84], None),
    ([214, 8992, 19871, 9102, 235], [0.69, 1.25], None),
];

#[test]
fn estimates_agree_with_those_that_other_programs_published() {
    for (pairs, elo, normalized) in PUBLISHED {
        let pairs = Pairs(pairs);
        let agrees = |found: Estimate, [value, error]: [f64; 2]| {
            (found.value - value).abs() < 0.0051 && (found.error - error).abs() < 0.0051
        };
        assert!(agrees(pairs.elo().unwrap(), elo), "{pairs:?}: {:?}", pairs.elo());
        let found = pairs.normalized_elo().unwrap();
        assert!(normalized.is_none_or(|normalized| agrees(found, normalized)), "{pairs:?}: {found:?}");
    }
}

/// Pairs, hypotheses, model and the ratio that was printed: by fastchess, by fishtest for Monty (pull
/// request 66) and, before it measured in normalized Elo, for Stockfish (3098, 3209), and by `OpenBench`
/// for `PlentyChess` (236, 334).
const PUBLISHED_RATIOS: [([u64; 5], [f64; 2], Model, f64); 11] = [
    ([352, 579, 1264, 743, 464], [9.0, 16.0], Model::Normalized, 4.60),
    ([0, 0, 1, 8, 1], [0.0, 50.0], Model::Normalized, 1.24),
    ([434, 4052, 8304, 4206, 492], [0.0, 4.0], Model::Normalized, 3.00),
    ([829, 14632, 32502, 15215, 902], [1.0, 5.0], Model::Normalized, 2.93),
    ([253, 4282, 17604, 4431, 286], [-0.25, 1.25], Model::Logistic, 2.94),
    ([58, 3302, 33130, 3518, 84], [0.25, 1.25], Model::Logistic, 2.97),
    ([491, 7345, 29693, 7670, 465], [-0.25, 1.25], Model::Logistic, 2.96),
    ([53, 2220, 21459, 2445, 47], [0.25, 1.25], Model::Logistic, 2.97),
    ([214, 8992, 19871, 9102, 235], [0.0, 2.5], Model::Normalized, 0.16),
    ([5, 942, 2469, 1050, 5], [-3.0, 1.0], Model::Normalized, 2.90),
    ([28, 1013, 2175, 1156, 56], [0.0, 3.0], Model::Normalized, 2.91),
];

#[test]
fn likelihood_ratios_agree_with_those_that_other_programs_published() {
    for (pairs, elo, model, published) in PUBLISHED_RATIOS {
        let found = Pairs(pairs).log_likelihood_ratio(elo, model);
        assert!((found - published).abs() < 0.0051, "{pairs:?} {elo:?} {model:?}: {found}");
    }
}

/// With α = β = 0.05 the bounds are ±ln 19 = ±2.944, as every page on such tests prints them.
#[test]
fn a_test_ends_at_its_bounds() {
    let test = Sprt { elo: [0.0, 10.0], model: Model::Logistic, alpha: 0.05, beta: 0.05 };
    assert!(test.bounds().iter().all(|bound| (bound.abs() - 2.944438979).abs() < 1e-8));
    assert_eq!(test.decision(&Pairs([135, 1004, 2111, 1122, 128])), None);
    assert_eq!(test.decision(&Pairs([100, 900, 2000, 1200, 160])), Some(Decision::H1));
    assert_eq!(test.decision(&Pairs([160, 1200, 2000, 900, 100])), Some(Decision::H0));
    assert_eq!(test.decision(&Pairs::default()), None);
}

#[test]
fn few_or_equal_results_prove_nothing() {
    for pairs in [[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 50, 0, 0]] {
        let pairs = Pairs(pairs);
        assert_eq!((pairs.elo(), pairs.normalized_elo(), pairs.superiority()), (None, None, None));
    }
    assert!(Pairs([0, 0, 0, 0, 9]).elo().is_none(), "no error bar on a clean sweep");
    for elo in [[0.0, 5.0], [-200.0, 200.0]] {
        for model in [Model::Logistic, Model::Normalized] {
            for pairs in [[9, 0, 0, 0, 0], [0, 0, 0, 0, 9], [0, 0, 9, 0, 0], [5, 0, 0, 0, 5]] {
                assert!(Pairs(pairs).log_likelihood_ratio(elo, model).is_finite());
            }
        }
    }
}

/// Many tests of equal engines and of engines that differ by what is tested: about one in twenty of
/// either may go wrong, by the promise of such tests.
#[test]
fn tests_are_wrong_as_rarely_as_they_promise() {
    let test = Sprt { elo: [0.0, 60.0], model: Model::Logistic, alpha: 0.05, beta: 0.05 };
    let mut dice = Dice::new(11, 0);
    for (elo, right) in [(0.0, Decision::H0), (60.0, Decision::H1)] {
        // Half of the games are drawn, whoever is stronger.
        let win = score_of(elo) - 0.25;
        let mut wrong = 0;
        for _ in 0..400 {
            let mut pairs = Pairs::default();
            let decision = loop {
                let mut half_points = || match dice.below(1_000_000) as f64 / 1e6 {
                    chance if chance < win => 2,
                    chance if chance < win + 0.5 => 1,
                    _ => 0,
                };
                pairs.0[half_points() + half_points()] += 1;
                if let Some(decision) = test.decision(&pairs) {
                    break decision;
                }
            };
            wrong += u32::from(decision != right);
        }
        assert!((2..=36).contains(&wrong), "{wrong} of 400 were wrong at {elo} Elo");
    }
}

/// Reference values of the normal distribution from `SciPy`'s `norm.cdf`.
#[test]
fn the_normal_distribution_is_right_in_the_middle_and_the_tails() {
    let cases = [(0.0, 0.5), (1.0, 0.8413447460685429), (-2.5, 0.006209665325776132)];
    let tails = [(-6.0, 9.865876450376946e-10), (-10.0, 7.619853024160527e-24)];
    for (x, expected) in cases.into_iter().chain(tails) {
        assert!((normal(x) / expected - 1.0).abs() < 1e-9, "{x}: {}", normal(x));
        assert!((normal(x) + normal(-x) - 1.0).abs() < 1e-12);
    }
}
