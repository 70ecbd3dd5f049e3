use super::{Ball, circumcenter};
use crate::geometry::vector::squared_distance;
use proptest::prelude::*;

/// The smallest radius of all spheres that contain all points and that two, three or four of the
/// points determine.
fn brute_force(points: &[[f64; 3]]) -> f64 {
    let n = points.len();
    let mut best = f64::INFINITY;
    for subset in 1u32..1 << n {
        if subset.count_ones() > 4 {
            continue;
        }
        let support: Vec<_> = (0..n).filter(|i| subset >> i & 1 == 1).map(|i| points[i]).collect();
        let center = if support.len() == 1 { Some(support[0]) } else { circumcenter(&support) };
        let Some(center) = center else { continue };
        let needed = points.iter().map(|&p| squared_distance(p, center)).fold(0.0, f64::max);
        best = best.min(needed.sqrt());
    }
    best
}

fn check(points: &[[f64; 3]]) {
    let expected = brute_force(points);
    for (ball, factor) in [(Ball::smallest(points), 1.0 + 1e-12), (Ball::quick(points), 1.2)] {
        assert!(ball.radius <= expected * factor, "{} is larger than {expected}", ball.radius);
        for &p in points {
            assert!(squared_distance(p, ball.center).sqrt() <= ball.radius);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn scattered_points(points in prop::collection::vec(prop::array::uniform3(-2.0f64..2.0), 1..10)) {
        check(&points);
    }

    #[test]
    fn grid_points(points in prop::collection::vec(prop::array::uniform3(0i8..3), 1..11)) {
        check(&points.iter().map(|p| p.map(f64::from)).collect::<Vec<_>>());
    }

    #[test]
    fn nearly_cospherical_points(points in prop::collection::vec(prop::array::uniform3(-1.0f64..1.0), 1..10)) {
        let unit = |p: &[f64; 3]| {
            let length = squared_distance(*p, [0.0; 3]).sqrt().max(1e-9);
            p.map(|x| x / length)
        };
        check(&points.iter().map(unit).collect::<Vec<_>>());
    }

    #[test]
    fn nearly_collinear_points(points in prop::collection::vec(-1.0f64..1.0, 1..10)) {
        check(&points.iter().map(|t| [0.1 * t, 0.7 * t + 0.3, 1.1 * t]).collect::<Vec<_>>());
    }
}

#[test]
fn degenerate_sets() {
    assert_eq!(Ball::smallest(&[]).radius, 0.0);
    assert_eq!(Ball::smallest(&[[0.3; 3]; 9]), Ball { center: [0.3; 3], radius: 0.0 });
    assert_eq!(Ball::quick(&[[0.3; 3]; 9]), Ball { center: [0.3; 3], radius: 0.0 });
    let far = [[1e-200, 0.0, 0.0], [3e-200, 0.0, 0.0]];
    assert!(Ball::smallest(&far).radius >= 1e-200);
}

#[test]
fn many_points() {
    let points: Vec<_> = (0..1_000_000)
        .map(|i| {
            let angle = f64::from(i);
            [angle.sin(), (angle * 1.618_033_989).cos(), 0.5 * (angle * 1.732_050_807).sin()]
        })
        .collect();
    let clock = std::time::Instant::now();
    let smallest = Ball::smallest(&points);
    let middle = std::time::Instant::now();
    let quick = Ball::quick(&points);
    println!("smallest {:?}, quick {:?}", middle - clock, middle.elapsed());
    assert!(smallest.radius <= quick.radius && quick.radius < 1.05 * smallest.radius);
    assert!((smallest.radius - 1.5).abs() < 1e-2, "a box with half sides 1, 1, 1/2");
}
