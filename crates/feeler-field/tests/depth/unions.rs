//! Solids of many boxes: pockets, slots, cavities, and L, T and U shapes.

use crate::blocks::{Block, block, depths, solid};
use crate::{proven, rounds};
use feeler::Pose;
use feeler_field::{Proof, Ways};
use feeler_scenes::Random;

/// A random union of boxes. On a grid many faces are in one plane.
fn any(random: &mut Random, is_on_grid: bool) -> Vec<Block> {
    let count = 1 + (random.bits() % 4) as usize;
    (0..count)
        .map(|_| {
            let grid = |x: f64| if is_on_grid { (4.0 * x).round() / 4.0 } else { x };
            let center = [(); 3].map(|()| grid(random.between(-0.8, 0.8)));
            let half = [(); 3].map(|()| grid(random.between(0.1, 0.7)).max(0.125));
            block(center, half)
        })
        .collect()
}

#[test]
fn unions_of_boxes() {
    let mut random = Random::new(21);
    let (mut deep, mut good, mut tight, mut worst) = ([0; 2], [0; 2], 0, 1.0_f64);
    for round in 0..rounds(150) {
        let is_on_grid = round % 2 == 0;
        let (a, b) = (any(&mut random, is_on_grid), any(&mut random, is_on_grid));
        let offset = [(); 3].map(|()| random.between(-0.7, 0.7));
        let expected = depths(&a, &b, offset);
        let (a, b) = (solid(&a), solid(&b));
        for (which, ways) in [Ways::Anywhere, Ways::FromOutside].into_iter().enumerate() {
            let found = proven(&a, &b, Pose::translation(offset), ways, 0.1);
            let expected = expected[if found.proof == Proof::Free { 0 } else { which }];
            let (lower, upper) = (found.lower - 1e-12, found.upper + 1e-12);
            assert!(
                lower <= expected && expected <= upper,
                "{round} {ways:?}: {found:?}, {expected}"
            );
            if expected > 0.0 {
                deep[which] += 1;
                tight += usize::from(which == 0 && found.lower >= 0.9 * found.upper);
                good[which] += usize::from(found.upper <= 1.01 * expected);
                worst = worst.max(found.upper / expected);
            }
        }
    }
    println!("deep {deep:?}, within 1 %: {good:?}, worst {worst}, proven {tight}");
    assert!(10 * tight >= 9 * deep[0], "{tight} of {deep:?}");
    assert!(deep[0] > rounds(150) / 2);
    assert!(good.iter().zip(deep).all(|(&good, deep)| 10 * good >= 9 * deep), "{good:?} {deep:?}");
}
