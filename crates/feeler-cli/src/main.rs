//! The program `feeler`.

use std::process::ExitCode;

fn main() -> ExitCode {
    feeler_cli::run(std::env::args_os()).into()
}
