//! The `idiom` command. Everything is in `cli/`; subcommands that need no LLVM in this process are in `tools`.

mod cli;

use std::process::ExitCode;

/// The allocator of the command.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
