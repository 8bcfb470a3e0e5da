//! Lists the findings in IR, with the LLVM values of the variables.
//!
//! `cargo run --example find -- x.ll MatrixProduct DotProduct`

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what it is for")]

use idiom::find;
use library::Library;
use llvm::Module;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((input, idioms)) = words.split_first() else {
        eprintln!("usage: find INPUT [IDIOM]…");
        return ExitCode::from(2);
    };
    let module = match Module::read(Path::new(input)) {
        Ok(module) => module,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let library = Library::new(Vec::new(), (!idioms.is_empty()).then_some(idioms));
    if library.has_errors() {
        eprint!("{}", library.render(false));
        return ExitCode::from(2);
    }
    for function in find::find(&module, &library) {
        for found in &function.matches {
            println!("{} in {}", found.finding.idiom, function.function.name());
            for (name, value) in &found.values {
                // `handle` is the `LLVMValueRef`, for LLVM's C API or inkwell.
                let handle = function.extraction.handle(*value);
                println!("  {name} = {} (at {handle:?})", function.extraction.describe(*value));
            }
        }
    }
    ExitCode::SUCCESS
}
