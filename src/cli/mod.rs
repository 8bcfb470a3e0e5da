//! The `idiom` command, one file or folder per subcommand.
//!
//! Exit codes: 0 fine; 1 a check found something; 2 wrong usage, or a bad specification or input given to
//! another command than `check`; 3 LLVM or clang could not be loaded, or an internal error. Results go to
//! stdout, everything else to stderr.

mod apply;
mod arguments;
mod describe;
mod extract;
mod find;
mod model;
mod prove;
mod rules;
mod synth;

use arguments::{Arguments, Command};
use clap::Parser;
use std::io::IsTerminal;
use std::panic::catch_unwind;
use std::process::ExitCode;
use tools::console::{Console, Failure};
use tools::own::OwnLlvm;
use tools::{
    Verdict, check, doctor, expand, facts, fingerprint, fmt, list, lsp, play, report, scan, test, trace,
};

/// Runs the command line.
pub(crate) fn main() -> ExitCode {
    tools::own::set(OwnLlvm {
        version: llvm::own_version(),
        major: llvm::own_major(),
        bindir: env!("IDIOM_LLVM_BINDIR"),
    });
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // A failure to print help is ignored.
            let _ = error.print();
            return ExitCode::from(error.exit_code().clamp(0, 2) as u8);
        }
    };
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let colour = |terminal: bool| arguments.color.decide(terminal, is_set("NO_COLOR"));
    let console =
        Console::new(colour(std::io::stdout().is_terminal()), colour(std::io::stderr().is_terminal()));
    let outcome = catch_unwind(|| run(&arguments.command, &console)).unwrap_or_else(|_| {
        Err(Failure::Internal("this is a bug; please report it with the input".to_owned()))
    });
    match outcome {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Findings) => ExitCode::from(1),
        Err(failure) => {
            console.report(&failure);
            ExitCode::from(failure.code())
        }
    }
}

fn run(command: &Command, console: &Console) -> Result<Verdict, Failure> {
    match command {
        Command::Check(arguments) => check::run(arguments, console),
        Command::Fmt(arguments) => fmt::run(arguments, console),
        Command::Expand(arguments) => expand::run(arguments, console),
        Command::List(arguments) => list::run(arguments, console),
        Command::Lsp(arguments) => lsp::run(arguments),
        Command::Find(arguments) => find::run(arguments, console),
        Command::Facts(arguments) => facts::run(arguments, console),
        Command::Scan(arguments) => scan::run(arguments, console),
        Command::Report(arguments) => report::run(arguments, console),
        Command::Test(arguments) => test::run(arguments, console),
        Command::Trace(arguments) => trace::run(arguments, console),
        Command::Doctor(arguments) => doctor::run(arguments, console),
        Command::Apply(arguments) => apply::run(arguments, console),
        Command::Describe(arguments) => describe::run(arguments, console),
        Command::Like(arguments) => describe::like(arguments, console),
        Command::Extract(arguments) => extract::run(arguments, console),
        Command::Play(arguments) => play::run(arguments, console),
        Command::Model(arguments) => model::run(arguments, console),
        Command::Prove(arguments) => prove::run(arguments, console),
        Command::Fingerprint(arguments) => fingerprint::run(arguments, console),
        Command::Synth(arguments) => synth::run(arguments, console),
        Command::Rules(rules) => rules::run(&rules.command, console),
    }
}
