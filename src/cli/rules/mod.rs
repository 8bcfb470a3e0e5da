//! `idiom rules …`: `check` runs examples, and `explain` and `generalise` read IR, so they need LLVM in this
//! process.

mod check;
mod explain;
mod generalise;
pub(super) mod termination;

use tools::Verdict;
use tools::arguments::RulesCommand;
use tools::console::{Console, Failure};
use tools::rules::{build, fmt, prove, stats, test};

pub(super) fn run(command: &RulesCommand, console: &Console) -> Result<Verdict, Failure> {
    match command {
        RulesCommand::Check(arguments) => check::run(arguments, console),
        RulesCommand::Stats(arguments) => stats::run(arguments, console),
        RulesCommand::Build(arguments) => build::run(arguments, console),
        RulesCommand::Explain(arguments) => explain::run(arguments, console),
        RulesCommand::Generalise(arguments) => generalise::run(arguments, console),
        RulesCommand::Test(arguments) => test::run(arguments, console),
        RulesCommand::Fmt(arguments) => fmt::run(arguments, console),
        RulesCommand::Prove(arguments) => prove::run(arguments, console),
    }
}
