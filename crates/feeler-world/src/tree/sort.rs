//! The order of the objects: neighbours in the order are near each other.

use super::packet::WIDTH;

/// An object, and the center of its box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Center {
    pub(super) at: [f32; 3],
    pub(super) object: u32,
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
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for center in centers.iter() {
        for k in 0..3 {
            low[k] = low[k].min(center.at[k]);
            high[k] = high[k].max(center.at[k]);
        }
    }
    let spread = [0, 1, 2].map(|k| high[k] - low[k]);
    let axis = if spread[0] >= spread[1] && spread[0] >= spread[2] {
        0
    } else if spread[1] >= spread[2] {
        1
    } else {
        2
    };
    let middle = half(centers.len());
    let by_center =
        |x: &Center, y: &Center| x.at[axis].total_cmp(&y.at[axis]).then(x.object.cmp(&y.object));
    centers.select_nth_unstable_by(middle, by_center);
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
    fn neighbours_in_the_order_are_near() {
        let mut centers: Vec<Center> = (0..512_u32)
            .map(|object| Center {
                at: [object % 8, object / 8 % 8, object / 64].map(|x| x as f32),
                object,
            })
            .collect();
        centers.reverse();
        sort(&mut centers);
        // A grid of 8 x 8 x 8 is cut into cubes of 2 x 2 x 2.
        for packet in centers.chunks(WIDTH) {
            for k in 0..3 {
                let along = |c: &Center| c.at[k] as i32;
                let (low, high) = (packet.iter().map(along).min(), packet.iter().map(along).max());
                assert_eq!(high.unwrap() - low.unwrap(), 1);
            }
        }
    }
}
