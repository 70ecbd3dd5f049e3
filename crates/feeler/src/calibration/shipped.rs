//! The weights that ship with feeler.

use super::Calibration;

/// The calibration that `feeler calibrate` makes of its own shapes: 160 meshes, each with itself and
/// with another one, at 2400 poses.
#[rustfmt::skip]
pub(super) const CALIBRATION: Calibration = Calibration {
    free: [
        -3.307_042_8, 0.381_321_85, 4.657_367_7, -0.732_328_6,
        -0.211_359_37, 0.116_198_614, -0.302_855_64, -0.226_363_21,
        -0.135_958_87, 0.196_677_8, 0.773_249_57, -0.208_439_05,
        -0.007_753_537_5, 2.521_062_4, 0.258_950_9, -0.393_972_2,
    ],
    touching: [
        -4.556_569_6, 1.597_383_1, 3.694_970_4, 0.260_299_47,
        1.690_340_8, -0.008_957_167, -0.076_730_21, -0.266_886_14,
        -0.564_271_75, 0.069_915_61, 0.913_690_75, -0.148_188_73,
        0.045_580_268, 3.150_150_5, -0.606_750_25, -1.617_828_5,
    ],
    caution: [1.5, 1.4],
    unseen: -0.080_492_24,
};
