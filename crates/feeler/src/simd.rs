//! Instruction sets, and the vector functions of all kernels.
//!
//! Kernels are written once, over [`Simd`] tokens of `fearless_simd` and eight lanes. The traversal
//! is compiled for each instruction set, and one of these is chosen once per query. No operation is
//! fused or approximate, so every instruction set computes the same bits, and even the
//! [`Effort`](crate::Effort) of a query is the same everywhere.

use fearless_simd::{Bytes, Level, Simd, SimdBase, f32x8, f64x8, u32x8};
use std::sync::OnceLock;

/// Runs a job, compiled for each instruction set, with the token of one of them: `dispatch!(level, simd => job)`.
///
/// It is the only macro of this crate, because a token has a type of its own. The macro of `fearless_simd` would compile SSE4.2 too, which gains nothing
/// over SSE2 and which no test runs, unless every build says otherwise in `RUSTFLAGS`. With `up to avx2:` there is no
/// copy for AVX-512: eight lanes of f32 fill a register of AVX2.
#[cfg(target_arch = "x86_64")]
macro_rules! dispatch {
    (up to avx2: $level:expr, $simd:ident => $job:expr) => {{
        let level: ::fearless_simd::Level = $level;
        if let Some($simd) = level.as_avx2() {
            ::fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $job,
            )
        } else {
            let $simd = level.as_sse2().expect("every x86-64 has SSE2");
            ::fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $job,
            )
        }
    }};
    ($level:expr, $simd:ident => $job:expr) => {{
        let level: ::fearless_simd::Level = $level;
        match level.as_avx512() {
            Some($simd) => ::fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $job,
            ),
            None => $crate::simd::dispatch!(up to avx2: level, $simd => $job),
        }
    }};
}

/// Other architectures have one instruction set each, beside the portable one.
#[cfg(not(target_arch = "x86_64"))]
macro_rules! dispatch {
    (up to avx2: $level:expr, $simd:ident => $job:expr) => {
        ::fearless_simd::dispatch!($level, $simd => $job)
    };
    ($level:expr, $simd:ident => $job:expr) => {
        ::fearless_simd::dispatch!($level, $simd => $job)
    };
}

pub(crate) use dispatch;

/// Whether loops are compiled as one function with the tests in them. Without vector instructions, eight lanes in plain numbers make such functions so large that they
/// take minutes to compile.
pub(crate) const FUSED: bool = cfg!(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
));

/// The instruction set that a query may use.
///
/// It never changes an answer. `FEELER_SIMD=sse2` (or `avx2`) in the environment limits
/// [`Instructions::best`].
///
/// ```
/// use feeler::{Instructions, Scratch};
/// let slow_but_equal = Scratch::with_instructions(Instructions::baseline());
/// # let _ = slow_but_equal;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Instructions(pub(crate) Level);

impl Instructions {
    /// The best instruction set of this processor; it is detected once.
    pub fn best() -> Self {
        static BEST: OnceLock<Level> = OnceLock::new();
        Self(*BEST.get_or_init(|| {
            let wish = std::env::var("FEELER_SIMD").unwrap_or_default();
            Self::all()
                .into_iter()
                .rev()
                .find(|i| i.name() == wish)
                .map_or_else(Level::new, |i| i.0)
        }))
    }

    /// The instruction set that every processor of this architecture has: SSE2 on x86-64, NEON on
    /// ARM.
    pub fn baseline() -> Self {
        Self::all()[0]
    }

    /// All instruction sets of this processor, the slowest first.
    pub fn all() -> Vec<Self> {
        let best = Level::new();
        let mut all = Vec::new();
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            all.extend(best.as_sse2().map(|token| Self(token.level())));
            all.extend(best.as_avx2().map(|token| Self(token.level())));
            all.extend(best.as_avx512().map(|token| Self(token.level())));
        }
        if all.is_empty() {
            all.push(Self(best));
        }
        all
    }

    /// A short name: `sse2`, `avx2`, `avx512`, `neon`, …
    pub fn name(&self) -> &'static str {
        match self.0 {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::Sse2(_) => "sse2",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::Sse4_2(_) => "sse4.2",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::Avx2(_) => "avx2",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::Avx512(_) => "avx512",
            #[cfg(target_arch = "aarch64")]
            Level::Neon(_) => "neon",
            #[allow(unreachable_patterns)]
            _ => "portable",
        }
    }
}

/// Loads a row of a packet.
#[inline(always)]
pub(crate) fn load<S: Simd>(simd: S, row: &[f32; 8]) -> f32x8<S> {
    f32x8::from_slice(simd, row)
}

// The functions below take and return arrays of three, and do not use `map`: closures in
// `array::map` are not always inlined, and then the functions that they call are not inlined
// either. OBB queries took 10.3 µs instead of 2.6.

/// Loads three rows.
#[inline(always)]
pub(crate) fn load3<S: Simd>(simd: S, rows: &[[f32; 8]; 3]) -> [f32x8<S>; 3] {
    [load(simd, &rows[0]), load(simd, &rows[1]), load(simd, &rows[2])]
}

/// The difference of a point and three rows.
#[inline(always)]
pub(crate) fn offset<S: Simd>(simd: S, point: [f32; 3], rows: &[[f32; 8]; 3]) -> [f32x8<S>; 3] {
    let rows = load3(simd, rows);
    [
        splat(simd, point[0]) - rows[0],
        splat(simd, point[1]) - rows[1],
        splat(simd, point[2]) - rows[2],
    ]
}

/// The scalar products of three rows with three vectors.
#[inline(always)]
pub(crate) fn dots<S: Simd>(rows: [f32x8<S>; 3], v: &[[f32; 3]; 3]) -> [f32x8<S>; 3] {
    [dot(rows, v[0]), dot(rows, v[1]), dot(rows, v[2])]
}

/// The absolute values of three rows, each enlarged by a number.
#[inline(always)]
pub(crate) fn enlarged<S: Simd>(rows: [f32x8<S>; 3], by: f32) -> [f32x8<S>; 3] {
    [abs(rows[0]) + by, abs(rows[1]) + by, abs(rows[2]) + by]
}

/// One lane of three rows.
#[inline(always)]
pub(crate) fn lane(rows: &[[f32; 8]; 3], lane: usize) -> [f32; 3] {
    [rows[0][lane], rows[1][lane], rows[2][lane]]
}

/// The word that picks a lane: the positions of the lane's four bytes in a row.
#[inline(always)]
pub(crate) fn pick_of(lane: usize) -> u32 {
    lane as u32 * 0x0404_0404 + 0x0302_0100
}

/// The lane that a word picks.
#[inline(always)]
pub(crate) fn picked_by(pick: u32) -> usize {
    pick as usize >> 2 & 7
}

/// The lanes of three rows that eight words pick.
#[inline(always)]
pub(crate) fn pick3<S: Simd>(simd: S, rows: &[[f32; 8]; 3], picks: &[u32; 8]) -> [f32x8<S>; 3] {
    [pick(simd, &rows[0], picks), pick(simd, &rows[1], picks), pick(simd, &rows[2], picks)]
}

#[inline(always)]
fn pick<S: Simd>(simd: S, row: &[f32; 8], picks: &[u32; 8]) -> f32x8<S> {
    // The level is a constant for each token, so nothing is compared at run time.
    match simd.level() {
        // Without an instruction for this, each of 32 bytes would be moved alone.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Sse2(_) => {
            let mut lanes = [0.0; 8];
            for (lane, &pick) in lanes.iter_mut().zip(picks) {
                *lane = row[picked_by(pick)];
            }
            f32x8::from_slice(simd, &lanes)
        }
        _ => {
            let places = Bytes::to_bytes(u32x8::from_slice(simd, picks));
            simd.swizzle_dyn_f32x8(load(simd, row), places)
        }
    }
}

/// A vector with the same number in all lanes.
#[inline(always)]
pub(crate) fn splat<S: Simd>(simd: S, x: f32) -> f32x8<S> {
    f32x8::splat(simd, x)
}

/// Three rows converted to f64, which is exact.
#[inline(always)]
pub(crate) fn wide3<S: Simd>(simd: S, rows: [f32x8<S>; 3]) -> [f64x8<S>; 3] {
    [wide(simd, rows[0]), wide(simd, rows[1]), wide(simd, rows[2])]
}

#[inline(always)]
fn wide<S: Simd>(simd: S, row: f32x8<S>) -> f64x8<S> {
    let (low, high) = simd.widen_f32x8(row);
    simd.combine_f64x4(low, high)
}

/// A vector of three numbers, the same in all lanes.
#[inline(always)]
pub(crate) fn splat3<S: Simd>(simd: S, v: [f32; 3]) -> [f32x8<S>; 3] {
    [splat(simd, v[0]), splat(simd, v[1]), splat(simd, v[2])]
}

/// The absolute values of all lanes.
#[inline(always)]
pub(crate) fn abs<S: Simd>(x: f32x8<S>) -> f32x8<S> {
    x.abs()
}

/// The scalar product of three rows with three numbers.
#[inline(always)]
pub(crate) fn dot<S: Simd>(rows: [f32x8<S>; 3], v: [f32; 3]) -> f32x8<S> {
    rows[0] * v[0] + rows[1] * v[1] + rows[2] * v[2]
}

/// The scalar product of three rows with three rows.
#[inline(always)]
pub(crate) fn dot_lanes<S: Simd>(a: [f32x8<S>; 3], b: [f32x8<S>; 3]) -> f32x8<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The scalar products of three vectors with one vector.
#[inline(always)]
pub(crate) fn products(v: &[[f32; 3]; 3], w: [f32; 3]) -> [f32; 3] {
    let product = |a: [f32; 3]| a[0] * w[0] + a[1] * w[1] + a[2] * w[2];
    [product(v[0]), product(v[1]), product(v[2])]
}

/// The vector product of three rows with three rows.
#[inline(always)]
pub(crate) fn cross_lanes<S: Simd>(a: [f32x8<S>; 3], b: [f32x8<S>; 3]) -> [f32x8<S>; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The vector product of two vectors.
#[inline(always)]
pub(crate) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
