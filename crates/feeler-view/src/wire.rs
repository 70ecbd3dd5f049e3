//! How numbers are sent: lists of four-byte numbers, little-endian, after a head in JSON.

use serde::Serialize;
use serde_json::Value;

/// Lists of numbers of four bytes each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packed {
    /// The number of numbers in each list.
    counts: Vec<u32>,
    bytes: Vec<u8>,
}

impl Packed {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a list of numbers in f32.
    pub(crate) fn floats(&mut self, numbers: impl IntoIterator<Item = f64>) {
        self.list(numbers.into_iter().map(|x| (x as f32).to_le_bytes()));
    }

    /// Adds a list of whole numbers.
    pub(crate) fn indices(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.list(numbers.into_iter().map(u32::to_le_bytes));
    }

    fn list(&mut self, numbers: impl Iterator<Item = [u8; 4]>) {
        let before = self.bytes.len();
        self.bytes.extend(numbers.flatten());
        self.counts.push(((self.bytes.len() - before) / 4) as u32);
    }

    /// The bytes of a message: the length of the head, the head, and the lists one after the other.
    ///
    /// The head is `{"head": …, "counts": […]}`, padded with spaces so that the numbers are aligned.
    pub(crate) fn message(&self, head: &impl Serialize) -> Vec<u8> {
        #[derive(Serialize)]
        struct Whole<'a, T> {
            head: &'a T,
            counts: &'a [u32],
        }
        let whole = Whole { head, counts: &self.counts };
        let mut text = serde_json::to_vec(&whole).expect("a head has string keys");
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut message = Vec::with_capacity(4 + text.len() + self.bytes.len());
        message.extend((text.len() as u32).to_le_bytes());
        message.extend(text);
        message.extend(&self.bytes);
        message
    }
}

/// An answer: text, or numbers after a head.
pub(crate) enum Answer {
    Text(Value),
    Numbers(Value, Packed),
}

impl Answer {
    pub(crate) fn text(value: &impl Serialize) -> Self {
        Self::Text(serde_json::to_value(value).expect("an answer has string keys"))
    }

    pub(crate) fn numbers(head: &impl Serialize, packed: Packed) -> Self {
        Self::Numbers(serde_json::to_value(head).expect("a head has string keys"), packed)
    }
}
