//! The `idiom` command. Everything is in `cli/`; the engine is the library's.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
