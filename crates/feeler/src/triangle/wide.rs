//! Integers of a fixed size, so that the exact stage does not allocate.

use super::Sign;
use std::cmp::Ordering;

/// The number of words for one coordinate, or for one difference of two coordinates.
///
/// A finite f64 is an integer times `2^-1074` and less than `2^1024`. So in any unit that makes
/// some such numbers integers, it has at most 2098 bits, and a difference of two has one more. The
/// words have room for 2112.
const WORDS: usize = 33;

/// An integer that is computed by sums and products of up to `D` coordinates or differences of
/// coordinates.
///
/// A product of D factors has at most `2099 D` bits, and this type has `2112 D`. So it can hold a
/// sum of `2^13D` such products, and no sum here has more than a dozen terms. So `D` is the degree,
/// and the proof that nothing overflows.
///
/// The number is stored as a sign and a magnitude. Time follows the length of the number, not the
/// size of the type.
#[derive(Debug)]
pub(super) struct Wide<const D: usize> {
    negative: bool,
    /// The number of digits. The last of these digits is not zero, and all digits behind it are
    /// zero.
    len: usize,
    /// The digits, the lowest first.
    digits: [[u64; WORDS]; D],
}

impl<const D: usize> Wide<D> {
    pub(super) const ZERO: Self = Self { negative: false, len: 0, digits: [[0; WORDS]; D] };

    /// The number `mantissa * 2^shift`.
    pub(super) fn new(mantissa: i64, shift: u32) -> Self {
        let mut number = Self { negative: mantissa < 0, ..Self::ZERO };
        let first = (shift / 64) as usize;
        let magnitude = u128::from(mantissa.unsigned_abs()) << (shift % 64);
        let digits = number.digits.as_flattened_mut();
        digits[first] = magnitude as u64;
        if magnitude >> 64 != 0 {
            digits[first + 1] = (magnitude >> 64) as u64;
        }
        number.trim((first + 2).min(D * WORDS));
        number
    }

    /// Sets the length, given an upper bound of it.
    fn trim(&mut self, len: usize) {
        self.len = len;
        while self.len > 0 && self.digits.as_flattened()[self.len - 1] == 0 {
            self.len -= 1;
        }
        self.negative &= self.len > 0;
    }

    /// The digits of the number, without leading zeros.
    fn magnitude(&self) -> &[u64] {
        &self.digits.as_flattened()[..self.len]
    }

    pub(super) fn sign(&self) -> Sign {
        match self.len {
            0 => 0,
            _ if self.negative => -1,
            _ => 1,
        }
    }

    pub(super) fn compare_magnitudes(&self, other: &Self) -> Ordering {
        let (a, b) = (self.magnitude(), other.magnitude());
        a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        self.plus_signed(other, other.negative)
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus_signed(other, !other.negative)
    }

    /// The sum with a number whose sign is replaced by the given one.
    fn plus_signed(&self, other: &Self, negative: bool) -> Self {
        if self.negative == negative {
            self.sum_of_magnitudes(other, negative)
        } else if self.compare_magnitudes(other).is_ge() {
            self.difference_of_magnitudes(other, self.negative)
        } else {
            other.difference_of_magnitudes(self, negative)
        }
    }

    fn sum_of_magnitudes(&self, other: &Self, negative: bool) -> Self {
        let (long, short) = if self.len >= other.len { (self, other) } else { (other, self) };
        let mut sum = Self { negative, ..Self::ZERO };
        let digits = sum.digits.as_flattened_mut();
        let mut carry = false;
        for (i, &x) in long.magnitude().iter().enumerate() {
            let y = if i < short.len { short.magnitude()[i] } else { 0 };
            let (part, over) = x.overflowing_add(y);
            let (part, over_again) = part.overflowing_add(carry.into());
            (digits[i], carry) = (part, over || over_again);
        }
        if carry {
            digits[long.len] = 1;
        }
        sum.trim(long.len + usize::from(carry));
        sum
    }

    /// The difference of the magnitudes; the first must not be less than the other.
    fn difference_of_magnitudes(&self, other: &Self, negative: bool) -> Self {
        let mut difference = Self { negative, ..Self::ZERO };
        let digits = difference.digits.as_flattened_mut();
        let mut borrow = false;
        for (i, &x) in self.magnitude().iter().enumerate() {
            let y = if i < other.len { other.magnitude()[i] } else { 0 };
            let (part, under) = x.overflowing_sub(y);
            let (part, under_again) = part.overflowing_sub(borrow.into());
            (digits[i], borrow) = (part, under || under_again);
        }
        difference.trim(self.len);
        difference
    }

    pub(super) fn times<const E: usize, const F: usize>(&self, other: &Wide<E>) -> Wide<F> {
        const { assert!(D + E <= F, "the degree of a product is the sum of the degrees") };
        let mut product = Wide { negative: self.negative != other.negative, ..Wide::ZERO };
        let digits = product.digits.as_flattened_mut();
        let factor = other.magnitude();
        for (i, &x) in self.magnitude().iter().enumerate() {
            // The sum of a large and a small number can have many zero digits in the middle.
            if x == 0 {
                continue;
            }
            let mut carry = 0;
            for (digit, &y) in digits[i..].iter_mut().zip(factor) {
                let part = u128::from(x) * u128::from(y) + u128::from(*digit) + carry;
                *digit = part as u64;
                carry = part >> 64;
            }
            digits[i + factor.len()] = carry as u64;
        }
        product.trim(self.len + other.len);
        product
    }

    /// The same number, with room for more digits.
    pub(super) fn widened<const E: usize>(&self) -> Wide<E> {
        const { assert!(D <= E, "room for more") };
        let mut wider = Wide { negative: self.negative, len: self.len, ..Wide::ZERO };
        wider.digits[..D].copy_from_slice(&self.digits);
        wider
    }

    /// The first 128 bits, with the highest bit set, and an exponent: the magnitude is
    /// `bits * 2^exponent` or a little more. For zero, the bits are zero.
    pub(super) fn leading(&self) -> (u128, i32) {
        let mut digits = self.magnitude().iter().rev().copied();
        let mut next = || digits.next().unwrap_or(0);
        let (first, second, third) = (next(), next(), next());
        let bits = u128::from(first) << 64 | u128::from(second);
        let shift = first.leading_zeros() % 64;
        let rest = u128::from(third) << shift >> 64;
        (bits << shift | rest, (self.len as i32 - 2) * 64 - shift as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::{BigInt, Sign as BigSign};
    use proptest::prelude::*;

    fn big<const D: usize>(x: &Wide<D>) -> BigInt {
        assert!(x.magnitude().last() != Some(&0), "a leading zero");
        assert!(x.len > 0 || !x.negative, "a negative zero");
        assert!(x.digits.as_flattened()[x.len..].iter().all(|&digit| digit == 0), "rests");
        let bytes: Vec<u8> = x.magnitude().iter().flat_map(|digit| digit.to_le_bytes()).collect();
        BigInt::from_bytes_le(if x.negative { BigSign::Minus } else { BigSign::Plus }, &bytes)
    }

    /// A sum of a few mantissas with random shifts: from sparse numbers to numbers whose sums carry
    /// through many digits.
    fn number() -> impl Strategy<Value = (Wide<1>, BigInt)> {
        let mantissa = prop_oneof![
            -(1i64 << 53)..1 << 53,
            -3..3i64,
            Just((1 << 53) - 1),
            Just(1 - (1 << 53)),
            Just(1 << 52),
        ];
        let shift = prop_oneof![0..2045u32, (0..31u32).prop_map(|word| 64 * word), Just(0)];
        prop::collection::vec((mantissa, shift), 0..4).prop_map(|parts| {
            let sum = |sum: Wide<1>, &(m, s): &(i64, u32)| sum.plus(&Wide::new(m, s));
            let big = parts.iter().map(|&(m, s)| BigInt::from(m) << s).sum();
            (parts.iter().fold(Wide::ZERO, sum), big)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..Default::default() })]

        #[test]
        fn as_big_integers([(a, x), (b, y), (c, z)] in [number(), number(), number()]) {
            prop_assert_eq!(big(&a), x.clone());
            prop_assert_eq!(big(&a.plus(&b)), &x + &y);
            prop_assert_eq!(big(&a.minus(&b)), &x - &y);
            let product: Wide<2> = a.times(&b);
            prop_assert_eq!(big(&product), &x * &y);
            let more: Wide<3> = product.times(&c);
            prop_assert_eq!(big(&more), &x * &y * &z);
            // Nothing is left if everything cancels.
            let again: Wide<3> = c.times(&product);
            prop_assert_eq!(more.minus(&again).sign(), 0);
            prop_assert_eq!(big(&product.widened::<4>()), &x * &y);
            prop_assert_eq!(a.compare_magnitudes(&b), x.magnitude().cmp(y.magnitude()));
            let sign = |x: &BigInt| (*x > BigInt::ZERO) as Sign - (*x < BigInt::ZERO) as Sign;
            prop_assert_eq!(a.sign(), sign(&x));
        }

        #[test]
        fn leading_bits((a, x) in number()) {
            let (bits, exponent) = a.leading();
            let x = x.magnitude();
            let expected = if exponent >= 0 { x >> exponent } else { x << -exponent };
            prop_assert_eq!(expected, bits.into());
            prop_assert!(bits >> 127 == 1 || a.sign() == 0);
        }
    }

    #[test]
    fn the_largest_that_can_be() {
        // All coordinates are at the ends of the range of f64: the largest differences, and sums of
        // the largest products.
        let largest = Wide::<1>::new((1 << 53) - 1, 2045);
        let difference = largest.minus(&Wide::new(1 - (1 << 53), 2045));
        let two: Wide<2> = difference.times(&difference);
        let two = two.plus(&two).plus(&two).plus(&two);
        let four: Wide<4> = two.times(&two);
        let eight: Wide<8> = four.times(&four);
        let x: BigInt = (BigInt::from((1i64 << 53) - 1) << 2046u32).pow(2) * 4;
        assert_eq!(big(&eight), x.pow(4));
        assert_eq!(eight.len, (8 * 2099 + 8usize).div_ceil(64));
    }
}
