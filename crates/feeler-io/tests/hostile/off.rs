//! Hostile files in OFF.

use crate::case::{Case, Files, filled};

pub(crate) fn cases() -> Vec<Case> {
    let case = |name, size, make| Case { name, extension: "off", size, unfolds: false, make };
    vec![
        case("off: one polygon", 2_000_000, |n| {
            let corners = n / 8 * 4;
            let indices = filled(" 0 1 2 3", 2 * corners);
            let square = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
            Files::from(format!("OFF 4 1 0\n{square}{corners}{indices}\n"))
        }),
        case("off: comments", 2_000_000, |n| {
            Files::from(format!("OFF\n{}1 0 0\n0 0 0\n", filled("#\n", n)))
        }),
        case("off: vertices on one line", 2_000_000, |n| {
            Files::from(format!("OFF {} 0 0\n{}\n", n / 6, filled("0 0 0 ", n)))
        }),
        case("off: vertices", 2_000_000, |n| {
            Files::from(format!("OFF {} 0 0\n{}", n / 6, filled("0 0 0\n", n / 6 * 6)))
        }),
        case("off: empty faces", 2_000_000, |n| {
            Files::from(format!("OFF 1 {} 0\n0 0 0\n{}", n / 2, filled("0\n", n)))
        }),
        case("off binary: one polygon", 2_000_000, |n| binary(n, u32::to_be_bytes)),
        case("off binary, little-endian: one polygon", 2_000_000, |n| binary(n, u32::to_le_bytes)),
    ]
}

fn binary(bytes: usize, order: fn(u32) -> [u8; 4]) -> Files {
    let corners = bytes as u32 / 4;
    let mut file = b"OFF BINARY\n".to_vec();
    let mut put = |number: u32| file.extend(order(number));
    for number in [3, 1, 0] {
        put(number);
    }
    for x in [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0_f32] {
        put(x.to_bits());
    }
    put(corners);
    for corner in 0..corners {
        put(corner % 3);
    }
    put(0);
    Files::from(file)
}
