//! The order of the objects: neighbours in the order are near each other.

use super::packet::WIDTH;

/// An object, and the center of its box, as whole numbers in the order of the coordinates: they are compared
/// faster than coordinates are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Center {
    at: [i32; 3],
    pub(super) object: u32,
}

impl Center {
    pub(super) fn new(at: [f32; 3], object: u32) -> Self {
        Self { at: at.map(|x| swapped(x.to_bits().cast_signed())), object }
    }

    /// The place in the order along an axis; equal coordinates are ordered by the object.
    fn key(&self, axis: usize) -> i64 {
        i64::from(self.at[axis]) << 32 | i64::from(self.object)
    }
}

/// The bits of a coordinate as a number in the order of [`f32::total_cmp`], and back.
fn swapped(bits: i32) -> i32 {
    bits ^ ((bits >> 31).cast_unsigned() >> 1).cast_signed()
}

/// Below this number of objects, the two halves are sorted one after the other.
const PARALLEL: usize = 4096;

/// Puts objects into an order for a packed tree: each packet of the tree has a compact box.
///
/// The objects are divided in two along the direction in which they spread most, and the halves
/// again, until they fill a packet. All packets but the last are filled. The order is the same for any
/// number of threads.
pub(super) fn sort(centers: &mut [Center]) {
    if centers.len() <= WIDTH {
        return;
    }
    let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
    for center in centers.iter() {
        for k in 0..3 {
            low[k] = low[k].min(center.at[k]);
            high[k] = high[k].max(center.at[k]);
        }
    }
    let coordinate = |number: i32| f32::from_bits(swapped(number).cast_unsigned());
    let spread = [0, 1, 2].map(|k| coordinate(high[k]) - coordinate(low[k]));
    let axis = if spread[0] >= spread[1] && spread[0] >= spread[2] {
        0
    } else if spread[1] >= spread[2] {
        1
    } else {
        2
    };
    let middle = half(centers.len());
    centers.select_nth_unstable_by_key(middle, |center| center.key(axis));
    let (left, right) = centers.split_at_mut(middle);
    if left.len() < PARALLEL {
        sort(left);
        sort(right);
    } else {
        rayon::join(|| sort(left), || sort(right));
    }
}

/// The size of the first half: about half of the objects, and whole packets of the largest size that
/// has two or more of them.
fn half(count: usize) -> usize {
    let mut whole = WIDTH;
    while whole * WIDTH < count {
        whole *= WIDTH;
    }
    let packets = count.div_ceil(whole);
    (packets / 2).max(1) * whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_is_whole_packets() {
        assert_eq!([9, 16, 64, 65, 128, 200].map(half), [8, 8, 32, 64, 64, 128]);
        for count in WIDTH + 1..3000 {
            assert!(half(count) < count && half(count).is_multiple_of(WIDTH));
        }
    }

    #[test]
    fn numbers_are_in_the_order_of_coordinates() {
        let all = [f32::MIN, -1.5, -1.0, -1e-40, -0.0, 0.0, 1e-40, 1.0, 1.5, f32::MAX];
        let numbers = all.map(|x| Center::new([x; 3], 0).at[0]);
        assert!(numbers.is_sorted_by(|x, y| x < y), "{numbers:?}");
        let back = numbers.map(|number| f32::from_bits(swapped(number).cast_unsigned()));
        assert_eq!(back.map(f32::to_bits), all.map(f32::to_bits));
        let keys = [(-1.0, 7), (1.0, 2), (1.0, 3)].map(|(x, of)| Center::new([x; 3], of).key(1));
        assert!(keys.is_sorted_by(|x, y| x < y));
    }

    #[test]
    fn neighbours_in_the_order_are_near() {
        let at = |object: u32| [object % 8, object / 8 % 8, object / 64].map(|x| x as f32);
        let mut centers: Vec<Center> =
            (0..512_u32).map(|object| Center::new(at(object), object)).collect();
        centers.reverse();
        sort(&mut centers);
        // A grid of 8 x 8 x 8 is cut into cubes of 2 x 2 x 2.
        for packet in centers.chunks(WIDTH) {
            for k in 0..3 {
                let along = |c: &Center| at(c.object)[k] as i32;
                let (low, high) = (packet.iter().map(along).min(), packet.iter().map(along).max());
                assert_eq!(high.unwrap() - low.unwrap(), 1);
            }
        }
    }
}
