//! The `idiom` command. Its code is in `cli/`; subcommands that need no LLVM in this process are in the crate
//! `tools`.

mod cli;

use std::process::ExitCode;

/// The allocator of the command.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
