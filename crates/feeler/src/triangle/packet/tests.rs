//! Tests that every instruction set leaves the same pairs, with the same bits.

use super::{Couple, Packet, Pairs};
use crate::simd::Instructions;
use crate::simd::dispatch;
use crate::situations::Random;

/// The lanes of all pairs, and the bits of their bounds.
fn listed(pairs: &Pairs) -> Vec<(usize, usize, u32)> {
    let lanes = (0..pairs.len()).map(|at| pairs.get(at));
    lanes.map(|lanes| (lanes.here, lanes.there, lanes.bound.to_bits())).collect()
}

/// A packet of up to eight triangles, most of them around one place, with a bit for each triangle.
fn packet(random: &mut Random, triangles: &mut Vec<[f64; 3]>, size: f64) -> (Packet, u32) {
    let place = random.point().map(|x| 0.5 * x);
    let count = if random.below(2) == 0 { 8 } else { 1 + random.below(8) as usize };
    triangles.clear();
    while triangles.len() < 3 * count {
        let (center, size) = match random.below(4) {
            0 => (random.point().map(|x| 0.5 * x), random.size()),
            _ => (place, size),
        };
        triangles.extend(random.part(center, size));
    }
    triangles.truncate(3 * count);
    let packet =
        Packet::of(triangles.chunks(3).map(|corners| [corners[0], corners[1], corners[2]]));
    (packet, (1 << count) - 1)
}

#[test]
fn every_instruction_set_leaves_the_same_pairs() {
    let (mut random, mut pairs) = (Random(31), Pairs::default());
    let (mut a, mut b) = (Vec::new(), Vec::new());
    let (mut left, mut gone) = ([0; 3], [0; 3]);
    for number in 0..20_000 {
        let sizes = [random.size(), random.size()];
        let here = packet(&mut random, &mut a, sizes[0]);
        let there = packet(&mut random, &mut b, sizes[1]);
        let (into, direction) = random.approach([&a, &b], sizes);
        let couple = Couple { here: (&here.0, here.1), there: (&there.0, there.1), into: &into };
        // The limit is from zero to ten times the larger of both sizes.
        let reach = sizes[0].max(sizes[1] * into.scale as f64) as f32;
        let limit = [0.0, 1e-3, 1.0, 10.0][random.below(4) as usize] * reach;
        let mut found = |level: Instructions| {
            dispatch!(level.0, simd => pairs.touching(simd, &couple, usize::MAX));
            let touching = listed(&pairs);
            dispatch!(level.0, simd => pairs.within(simd, &couple, limit));
            let within = listed(&pairs);
            dispatch!(level.0, simd => pairs.along(simd, &couple, direction));
            [touching, within, listed(&pairs)]
        };
        let plain = found(Instructions::baseline());
        for level in Instructions::all() {
            assert_eq!(found(level), plain, "{number}, {level:?}: {couple:?}");
        }
        let all = (here.1.count_ones() * there.1.count_ones()) as usize;
        let met = plain[2].iter().filter(|(.., bound)| f32::from_bits(*bound).is_finite()).count();
        for (k, count) in [plain[0].len(), plain[1].len(), met].into_iter().enumerate() {
            left[k] += count;
            gone[k] += all - count;
        }
    }
    // A test with only one kind of result has tested nothing.
    assert!(left.iter().chain(&gone).all(|&count| count > 10_000), "{left:?} left, {gone:?} gone");
}

#[test]
fn a_search_for_few_finds_all_in_turn() {
    let (mut random, mut pairs) = (Random(37), Pairs::default());
    let (mut a, mut b) = (Vec::new(), Vec::new());
    let (mut turns, mut met) = (0, 0);
    for number in 0..10_000 {
        let sizes = [random.size(), random.size()];
        let here = packet(&mut random, &mut a, sizes[0]);
        let there = packet(&mut random, &mut b, sizes[1]);
        let (into, _) = random.approach([&a, &b], sizes);
        let mut couple =
            Couple { here: (&here.0, here.1), there: (&there.0, there.1), into: &into };
        let level = Instructions::best().0;
        dispatch!(level, simd => pairs.touching(simd, &couple, usize::MAX));
        let all = listed(&pairs);
        let mut seen = Vec::new();
        while couple.there.1 != 0 {
            couple.there.1 = dispatch!(level, simd => pairs.touching(simd, &couple, 1));
            seen.extend(listed(&pairs));
            turns += 1;
        }
        assert!(all.iter().all(|pair| seen.contains(pair)), "{number}: {all:?}, {seen:?}");
        met += all.len();
        seen.sort_unstable();
        assert!(seen.windows(2).all(|two| two[0] != two[1]), "{number}: {seen:?}");
    }
    assert!(turns > 15_000 && met > 10_000, "{turns} turns, {met} met");
}
