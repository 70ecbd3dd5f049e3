//! Damaged files cause no panic, no endless loop and no disproportionate use of memory.

use feeler_io::{Format, parse};

use crate::allocation::peak;
use crate::samples;

/// Reads a file that may be damaged. Its memory is limited by a multiple of its size, plus a
/// constant for inflating and for small tables.
fn check(name: &str, format: Format, bytes: &[u8]) {
    let (_, most) = peak(|| parse(bytes, format).map(drop));
    let allowed = 50 * bytes.len() + (256 << 10);
    assert!(most <= allowed, "{name}: {most} bytes allocated for a file of {}", bytes.len());
}

#[test]
fn cut_at_every_byte() {
    for (name, format, bytes) in samples::all() {
        parse(&bytes, format).unwrap_or_else(|error| panic!("{name}: {error}"));
        for length in 0..bytes.len() {
            check(name, format, &bytes[..length]);
        }
    }
}

/// A cut is detected in binary files, and in text whose end is marked.
#[test]
fn cut_files_are_refused() {
    for (name, format, bytes) in samples::all() {
        let trimmed = bytes.trim_ascii_end();
        if matches!(name, "obj" | "ascii stl") {
            continue; // OBJ has no end mark, ASCII STL may have several: see below
        }
        for length in 0..trimmed.len() - 3 {
            assert!(parse(&bytes[..length], format).is_err(), "{name} cut at {length}");
        }
    }
    for length in 1..samples::STL.len() {
        let start = &samples::STL[..length];
        let within_a_solid = start.matches("solid").count() % 2 == 1;
        let refused = parse(start.as_bytes(), Format::Stl).is_err();
        assert!(refused || !within_a_solid, "{start}");
    }
}

/// A small random number generator, so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % bound
    }
}

#[test]
fn random_bytes_replaced() {
    let mut random = Random(20_260_816);
    for (name, format, whole) in samples::all() {
        for round in 0..4000 {
            let mut bytes = whole.clone();
            for _ in 0..1 + round % 4 {
                let at = random.below(bytes.len());
                bytes[at] = match random.below(4) {
                    0 => bytes[at] ^ 1 << random.below(8),
                    1 => b"0123456789-.eE \n#/"[random.below(18)],
                    2 => [0, 0xff, 0x7f, 0x80][random.below(4)],
                    _ => random.below(256) as u8,
                };
            }
            check(name, format, &bytes);
        }
    }
}

#[test]
fn random_pieces_moved() {
    let mut random = Random(3);
    for (name, format, whole) in samples::all() {
        for _ in 0..1000 {
            let mut bytes = whole.clone();
            let from = random.below(bytes.len());
            let to = (from + random.below(40)).min(bytes.len());
            let piece = bytes[from..to].repeat(random.below(4));
            let at = random.below(bytes.len());
            bytes.splice(at..at, piece);
            check(name, format, &bytes);
        }
    }
}

#[test]
fn random_xml_within_a_sound_archive() {
    let mut random = Random(7);
    for _ in 0..2000 {
        let mut text = samples::MODEL.to_owned().into_bytes();
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len());
            text[at] = b"0123456789-.e <>/\"=&;ax"[random.below(23)];
        }
        let text = String::from_utf8_lossy(&text);
        check("3mf", Format::ThreeMf, &samples::archive(&[("3D/3dmodel.model", &text)]));
    }
}

/// Lists of empty entries are the cheapest way to ask for memory.
#[test]
fn long_lists_of_small_entries() {
    let many = |entry: &str| vec![entry; 100_000].join(",");
    for (nodes, scenes) in [("{}", "0"), (r#"{"mesh":0}"#, "0"), (r#"{"children":[]}"#, "1")] {
        let rest = format!(
            r#""scenes":[{{"nodes":[{}]}}],"nodes":[{}],"buffers":[{{"byteLength":39}}]"#,
            many(scenes),
            many(nodes)
        );
        let file = samples::glb(&samples::gltf_json(&rest), &samples::triangle_buffer());
        check("glb", Format::Gltf, &file);
    }
    check(
        "obj",
        Format::Obj,
        "o a\nf 1 1 1\n".repeat(20_000).replacen('o', "v 0 0 0\no", 1).as_bytes(),
    );
    check("obj", Format::Obj, "g\n".repeat(100_000).as_bytes());
    check("stl", Format::Stl, "solid\nendsolid\n".repeat(20_000).as_bytes());
    check(
        "off",
        Format::Off,
        format!("OFF\n1 50000 0\n0 0 0\n{}", "0\n".repeat(50_000)).as_bytes(),
    );
    let ply = "property char a\n".repeat(20_000);
    check(
        "ply",
        Format::Ply,
        format!("ply\nformat ascii 1.0\nelement a 0\n{ply}end_header\n").as_bytes(),
    );
}
