//! A number that may be infinite, for serde: infinity is written as nothing, which JSON has and infinity it has not.

use serde::de::Deserialize;
use serde::ser::{Error, Serialize};
use serde::{Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if x.is_nan() || *x == f64::NEG_INFINITY {
        return Err(S::Error::custom(format!("{x} is no number to write")));
    }
    (*x != f64::INFINITY).then_some(x).serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::INFINITY))
}
