//! The weights that ship with feeler.

use super::Calibration;

/// The calibration that `feeler calibrate` makes of its own shapes: 160 meshes, each with itself and
/// with another one, at 2400 poses.
#[rustfmt::skip]
pub(super) const CALIBRATION: Calibration = Calibration {
    free: [
        -3.306_857_8, 0.381_426_48, 4.657_766_3, -0.732_585_7,
        -0.211_186_2, 0.116_200_43, -0.302_924_4, -0.226_395_79,
        -0.135_974_03, 0.196_771_73, 0.773_239_25, -0.208_449_83,
        -0.007_756_920_5, 2.520_597, 0.258_777_74, -0.394_129_6,
    ],
    touching: [
        -4.554_816, 1.597_239_1, 3.694_892_6, 0.260_766_54,
        1.688_734_3, -0.008_880_395, -0.076_702_826, -0.267_003_95,
        -0.564_103_9, 0.069_869_23, 0.913_620_95, -0.148_135_19,
        0.045_579_806, 3.147_654_3, -0.605_154_5, -1.617_863_8,
    ],
    caution: [1.5, 1.4],
    unseen: -0.080_460_936,
};
