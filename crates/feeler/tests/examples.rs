//! Tests of the examples: each runs, and prints what its head comment shows.

#[path = "../examples/clearance.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod clearance;
#[path = "../examples/deform.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod deform;
#[path = "../examples/haptic.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod haptic;
#[path = "../examples/robot.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod robot;
#[path = "../examples/saving.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod saving;
#[path = "../examples/threads.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod threads;

/// The block of text in the head comment of an example.
fn shown(source: &str) -> String {
    let block = source.split("//! ```").nth(1).expect("a block").split_once('\n').expect("lines").1;
    block.lines().map(|line| line.trim_start_matches("//! ").to_owned() + "\n").collect()
}

#[test]
fn clearance_prints_what_it_shows() {
    assert_eq!(clearance::table(), shown(include_str!("../examples/clearance.rs")));
}

#[test]
fn deform_prints_what_it_shows() {
    assert_eq!(deform::table(), shown(include_str!("../examples/deform.rs")));
}

#[test]
fn robot_prints_what_it_shows() {
    assert_eq!(robot::table(), shown(include_str!("../examples/robot.rs")));
}

#[test]
fn threads_print_what_they_show() {
    assert_eq!(threads::table(), shown(include_str!("../examples/threads.rs")));
}

/// Its times and counts depend on the machine; the other lines and all words do not.
#[test]
fn haptic_prints_what_it_shows() {
    let printed = haptic::table();
    let words = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.get(..34).expect("a long line").to_owned()).collect()
    };
    assert_eq!(words(&printed), words(&shown(include_str!("../examples/haptic.rs"))));
    let count = |line: usize| -> u32 {
        let value = printed.lines().nth(line).expect("a line").split_whitespace().last();
        value.expect("a value").parse().expect("a number")
    };
    assert_eq!((count(0), count(1) + count(2)), (80_000, 2000), "{printed}");
}

/// The times in its first two lines depend on the machine.
#[test]
fn saving_prints_what_it_shows() {
    let (printed, shown) = (saving::table().unwrap(), shown(include_str!("../examples/saving.rs")));
    let without_times = |text: &str| -> Vec<String> {
        let (times, rest) = text.split_at(text.match_indices('\n').nth(1).expect("two lines").0);
        vec![times.replace(|c: char| c.is_ascii_digit(), ""), rest.to_owned()]
    };
    assert_eq!(without_times(&printed), without_times(&shown));
}
