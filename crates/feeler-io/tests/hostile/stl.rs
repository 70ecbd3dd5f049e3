//! Hostile files in STL.

use crate::case::{Case, Files, filled};

pub(crate) fn cases() -> Vec<Case> {
    let case = |name, size, make| Case { name, extension: "stl", size, unfolds: false, make };
    vec![
        case("stl ascii: empty solids", 1_000_000, |n| Files::from(filled("solid\nendsolid\n", n))),
        case("stl ascii: one long name", 4_000_000, |n| {
            Files::from(format!("solid {}\nendsolid", filled("\u{1b}", n)))
        }),
        case("stl ascii: all corners differ", 2_000_000, |n| {
            let facet = |i: usize| {
                format!(
                    "facet normal 0 0 0 outer loop vertex {i} 0 0 vertex 0 {i} 0 \
                     vertex 0 0 {i} endloop endfacet\n"
                )
            };
            let facets: String = (0..n / 100).map(facet).collect();
            Files::from(format!("solid\n{facets}endsolid\n"))
        }),
        case("stl binary: all corners differ", 2_000_000, |n| {
            let count = n / 50;
            let mut bytes = vec![0; 80];
            bytes.extend((count as u32).to_le_bytes());
            for i in 0..count {
                bytes.extend([0; 12]);
                for corner in 0..3 {
                    let position = [i as f32, corner as f32, 1.0];
                    bytes.extend(position.map(f32::to_le_bytes).as_flattened());
                }
                bytes.extend([0; 2]);
            }
            Files::from(bytes)
        }),
    ]
}
