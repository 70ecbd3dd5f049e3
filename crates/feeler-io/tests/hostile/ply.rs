//! Hostile files in PLY.

use std::fmt::Write;

use crate::case::{Case, Files, filled, scattered};

pub(crate) fn cases() -> Vec<Case> {
    let case = |name, size, make| Case { name, extension: "ply", size, unfolds: false, make };
    vec![
        case("ply ascii: one polygon", 2_000_000, |n| {
            let corners = n / 2;
            let header = header("ascii", 4, "uchar", 1, "uint");
            let square = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
            Files::from(format!("{header}{square}{corners}{}", filled(" 0 1 2 3", 2 * corners)))
        }),
        case("ply binary: one polygon", 2_000_000, |n| {
            let corners = n as u32 / 4 * 4;
            let mut bytes = square("uint", 1);
            bytes.extend(corners.to_le_bytes());
            bytes.extend([0, 1, 2, 3].repeat(n / 4));
            Files::from(bytes)
        }),
        case("ply binary: many polygons, one large", 2_000_000, |n| {
            let small = n / 12;
            let mut bytes = square("ushort", small + 1);
            for _ in 0..small {
                bytes.extend([5, 0, 0, 1, 2, 3, 0]);
            }
            let large = (n - 7 * small).min(60_000);
            bytes.extend((large as u16).to_le_bytes());
            bytes.extend(vec![1; large]);
            Files::from(bytes)
        }),
        case("ply binary: two polygons", 2_000_000, |n| {
            let mut bytes = square("uint", 2);
            for corners in [n / 2, n / 2 + 1] {
                bytes.extend((corners as u32).to_le_bytes());
                bytes.extend(vec![1; corners]);
            }
            Files::from(bytes)
        }),
        case("ply binary: one strip", 2_000_000, |n| {
            let mut bytes = square("uint", 1);
            let text = String::from_utf8_lossy(&bytes).replace("element face", "element tristrips");
            bytes = text.into_bytes();
            bytes.extend((n as u32).to_le_bytes());
            bytes.extend(vec![1; n]);
            Files::from(bytes)
        }),
        case("ply binary: empty faces", 2_000_000, |n| {
            let mut bytes = square("uchar", n);
            bytes.extend(vec![0; n]);
            Files::from(bytes)
        }),
        case("ply binary: small vertices", 2_000_000, |n| {
            let mut bytes = header("binary_little_endian", n / 3, "uchar", 0, "uchar").into_bytes();
            bytes.extend(vec![0; n / 3 * 3]);
            Files::from(bytes)
        }),
        case("ply: properties", 2_000_000, |n| {
            let properties = filled("property char a\n", n);
            Files::from(format!("ply\nformat ascii 1.0\nelement a 0\n{properties}end_header\n"))
        }),
        case("ply: elements", 2_000_000, |n| {
            let elements = filled("element a 9\n", n);
            Files::from(format!("ply\nformat ascii 1.0\n{elements}end_header\n"))
        }),
        case("ply ascii: one winding polygon", 1_000_000, |n| {
            let count = n / 20;
            let mut text = header("ascii", count, "uint", 1, "uint");
            for [x, y] in scattered(count) {
                writeln!(text, "{x} {y} 0").unwrap();
            }
            let corners: String = (0..count).map(|i| format!(" {i}")).collect();
            Files::from(format!("{text}{count}{corners}\n"))
        }),
    ]
}

fn header(encoding: &str, vertices: usize, scalar: &str, faces: usize, length: &str) -> String {
    format!(
        "ply\nformat {encoding} 1.0\nelement vertex {vertices}\nproperty {scalar} x\n\
         property {scalar} y\nproperty {scalar} z\nelement face {faces}\n\
         property list {length} uchar vertex_indices\nend_header\n"
    )
}

/// A binary file with four vertices of one byte each, up to the start of its faces.
fn square(length: &str, faces: usize) -> Vec<u8> {
    let mut bytes = header("binary_little_endian", 4, "uchar", faces, length).into_bytes();
    bytes.extend([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    bytes
}
