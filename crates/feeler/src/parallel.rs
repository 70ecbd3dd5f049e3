//! Loops on all threads, in a form that the compiler has to translate once.
//!
//! A loop of `rayon` is a tower of functions for each type of its items: 16 kinds of volumes in the loops of a tree were a fifth of the code of this crate.

use rayon::prelude::*;

/// A part of a loop.
pub(crate) type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs jobs on all threads, each job on one of them.
pub(crate) fn run(mut jobs: Vec<Job<'_>>) {
    match jobs.len() {
        0 | 1 => jobs.pop().into_iter().for_each(|job| job()),
        _ => rayon::scope(|scope| {
            for job in jobs {
                scope.spawn(move |_| job());
            }
        }),
    }
}

/// Collects values whose number is known. `collect` would have a second tower of functions, for values whose number is not known.
pub(crate) fn collect<T: Send>(values: impl IndexedParallelIterator<Item = T>) -> Vec<T> {
    let mut collected = Vec::new();
    values.collect_into_vec(&mut collected);
    collected
}
