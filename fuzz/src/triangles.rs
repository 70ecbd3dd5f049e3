//! Two triangles: whether they touch and how far apart they are, against exact arithmetic.

use crate::numbers::{Grid, Numbers};
use crate::oracle::distance::{distance_squared, is_root, rational, unit_in_last_place};
use crate::oracle::triangles_intersect;
use feeler::triangle::{Triangle, distance, intersects};

/// The promised accuracy of a distance, in units in the last place of the largest coordinate.
const PROMISE: f64 = 8.0;

/// The first byte chooses the grid; then come the corners.
pub fn check(bytes: &[u8]) {
    let mut numbers = Numbers::new(bytes);
    let grid = Grid::of(numbers.byte());
    let [a, b]: [Triangle; 2] = [(); 2].map(|()| [(); 3].map(|()| numbers.point(grid)));
    let touching = triangles_intersect(&a, &b);
    assert_eq!(intersects(&a, &b), touching, "let a = {a:?};\nlet b = {b:?};");
    assert_eq!(intersects(&b, &a), touching, "let b = {a:?};\nlet a = {b:?};");
    let found = distance(&a, &b);
    assert_eq!(found.distance == 0.0, touching, "{found:?}\nlet a = {a:?};\nlet b = {b:?};");
    assert_eq!(
        found.distance.to_bits(),
        distance(&b, &a).distance.to_bits(),
        "let a = {a:?};\nlet b = {b:?};"
    );
    let promise = unit_in_last_place(&a, &b) * rational(PROMISE);
    let exact = distance_squared(&a, &b);
    assert!(is_root(found.distance, &exact, &promise), "{found:?}\nlet a = {a:?};\nlet b = {b:?};");
}
