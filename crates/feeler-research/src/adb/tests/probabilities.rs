//! Tests of equations 6 to 8.

use super::super::{Bins, Chance, FullTable, MOST, Parameters};
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, ToPrimitive, Zero};

fn whole(n: i32) -> BigRational {
    BigRational::from_i32(n).unwrap()
}

fn binomial(n: u16, k: i32) -> BigRational {
    if k < 0 || k > n as i32 {
        return BigRational::zero();
    }
    (0..k).fold(BigRational::one(), |product, i| product * whole(n as i32 - i) / whole(i + 1))
}

/// Equation 6, in fractions.
fn exact(x: u32, Bins { cells, a, b }: Bins) -> f64 {
    let ways = |t: i32| binomial(b, t) * binomial(cells - b, a as i32 - t);
    let below: BigRational = (0..x as i32).map(ways).sum();
    (BigRational::one() - below / binomial(cells, a as i32)).to_f64().unwrap()
}

#[test]
fn is_what_throwing_balls_gives() {
    for cells in 1..=9_u16 {
        for a in 0..=cells {
            // The blue balls lie in the first bins; the loop goes through all ways to throw the red
            // balls.
            let blue = (1_u32 << a) - 1;
            for b in 0..=cells {
                let throws = (0..1_u32 << cells).filter(|red| red.count_ones() == b as u32);
                let (mut all, mut both) = (0, [0; MOST + 1]);
                for red in throws {
                    all += 1;
                    both[..=(red & blue).count_ones() as usize].iter_mut().for_each(|n| *n += 1);
                }
                let bins = Bins { cells, a, b };
                let each = bins.at_least_each();
                for x in 0..=MOST {
                    let truth = both[x] as f64 / all as f64;
                    assert!((bins.at_least(x as u32) - truth).abs() < 1e-12, "{bins:?} {x}");
                    assert!(x == 0 || (each[x - 1] - truth).abs() < 1e-12, "{bins:?} {x}");
                }
            }
        }
    }
}

#[test]
fn is_equation_6_in_fractions() {
    for (cells, a, b) in
        [(40, 10, 10), (100, 99, 3), (300, 150, 20), (512, 256, 256), (512, 40, 35), (512, 500, 11)]
    {
        let bins = Bins { cells, a, b };
        for x in 1..=MOST as u32 {
            let error = bins.at_least(x) - exact(x, bins);
            assert!(error.abs() < 1e-11, "{bins:?}, at least {x}: off by {error:e}");
        }
    }
}

#[test]
fn is_symmetric_monotone_and_equation_7() {
    for cells in [1, 2, 17, 100, 512] {
        for a in (1..=cells).step_by(7) {
            for b in (1..=cells).step_by(5) {
                let bins = Bins { cells, a, b };
                let each = bins.at_least_each();
                let swapped = Bins { cells, a: b, b: a }.at_least_each();
                let more = Bins { cells, a, b: (b + 1).min(cells) }.at_least_each();
                for x in 0..MOST {
                    assert!((each[x] - swapped[x]).abs() < 1e-11, "{bins:?}");
                    assert!(more[x] >= each[x] - 1e-11, "{bins:?}");
                    assert!(x == 0 || each[x] <= each[x - 1], "{bins:?}");
                }
                let product: f64 =
                    (1..=a).map(|i| (1.0 - b as f64 / (cells - a + i) as f64).max(0.0)).product();
                assert!((each[0] - (1.0 - product)).abs() < 1e-11, "{bins:?}");
            }
        }
    }
}

#[test]
fn more_than_all_cells_count_as_all() {
    assert_eq!(Bins { cells: 5, a: 9, b: 2 }.at_least(2), 1.0);
    assert_eq!(Bins { cells: 0, a: 3, b: 3 }.at_least(1), 0.0);
    assert_eq!(Bins { cells: 4096, a: 4096, b: 1 }.at_least_each()[0], 1.0);
    assert_eq!(Bins { cells: u16::MAX, a: u16::MAX, b: u16::MAX }.at_least_each(), [1.0; MOST]);
}

/// Equation 8, in the simplest form.
fn equation_8(bins: Bins, lb: f64) -> f64 {
    (1..=MOST as u32)
        .map(|x| exact(x, bins) * (1.0 - (1.0 - lb).powi(x as i32)))
        .fold(0.0, f64::max)
}

#[test]
fn every_way_estimates_equation_8() {
    let table = FullTable::new();
    let (mut off_small, mut off_closed, mut count) = (0.0, 0.0, 0);
    for cells in [8, 60, 200, 512_u16] {
        for a in [1, cells / 8, cells / 3] {
            for b in [1, cells / 6, cells / 2] {
                for lb in [0.1, 0.5, 0.9, 1.0] {
                    let bins = Bins { cells, a, b };
                    let truth = equation_8(bins, lb) as f32;
                    let parameters = Parameters {
                        s: cells as f32 + 0.3,
                        s_a: a as f32 - 0.4,
                        s_b: b as f32 + 0.4,
                    };
                    let p = |chance: Chance<'_>| chance.probability(parameters, lb as f32);
                    assert!((p(Chance::Direct) - truth).abs() < 1e-5, "{bins:?} {lb}");
                    assert!((p(Chance::Full(&table)) - truth).abs() < 2e-5, "{bins:?} {lb}");
                    assert!((p(Chance::Small) - truth).abs() < 0.1, "{bins:?} {lb}");
                    off_small += (p(Chance::Small) - truth).abs();
                    off_closed += (p(Chance::Closed) - truth).abs();
                    count += 1;
                }
            }
        }
    }
    assert!(off_small / (count as f32) < 0.01, "{}", off_small / count as f32);
    assert!(off_closed / (count as f32) < 0.1, "{}", off_closed / count as f32);
}

#[test]
fn less_than_half_a_cell_has_no_chance() {
    let parameters = Parameters { s: 10.0, s_a: 0.4, s_b: 9.0 };
    for chance in [Chance::Direct, Chance::Small, Chance::Closed] {
        assert_eq!(chance.probability(parameters, 1.0), 0.0);
        let empty = Parameters { s: f32::NAN, s_a: f32::NAN, s_b: f32::NAN };
        assert_eq!(chance.probability(empty, 1.0), 0.0);
        let tiny = Parameters { s: 0.2, s_a: 3.0, s_b: 3.0 };
        assert_eq!(chance.probability(tiny, 1.0), 0.0, "no more than there are cells");
    }
    // These numbers are beyond the tables, so they are evaluated directly.
    let many = Parameters { s: 4096.0, s_a: 4096.0, s_b: 1.0 };
    assert!((Chance::Small.probability(many, 0.5) - 0.5).abs() < 1e-6);
}
