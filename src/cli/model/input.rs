//! The functions to draw: from a module, or from a source as detection sees them.

use super::Model;
use crate::cli::find::ir::read;
use library::Library;
use llvm::{FunctionRef, Module};
use tools::arguments::Find;
use tools::console::Failure;
use tools::find::clang::{Clang, RequestFile};
use tools::find::is_source;

/// Modules, each with the name of its one function to draw; `None` stands for all functions.
pub(super) struct Input {
    modules: Vec<(Module, Option<String>)>,
}

impl Input {
    /// Reads IR, or compiles a source.
    pub(super) fn new(arguments: &Model) -> Result<Input, Failure> {
        let find = Find::by_clang(Vec::new(), Vec::new(), arguments.flags.clone());
        if !is_source(&arguments.input, &find)? {
            return match arguments.flags.is_empty() {
                true => Ok(Input { modules: vec![(read(&arguments.input)?, None)] }),
                false => {
                    Err(Failure::Usage("flags behind `--` are for clang; IR is not compiled".to_owned()))
                }
            };
        }
        let find = Find { function: arguments.function.clone(), ..find };
        let request = RequestFile::write(&find.as_request(&Library::new(Vec::new(), None))?)?;
        let clang = Clang::new(arguments.plugin.as_deref())?;
        let dumps = clang.before_detection(&arguments.input, false, &find.flags, &request)?;
        let is_wanted = |name: &str| arguments.function.as_ref().is_none_or(|wanted| wanted.is_match(name));
        let mut modules = Vec::new();
        for (function, text) in dumps.into_iter().filter(|(name, _)| is_wanted(name)) {
            let module = Module::parse(text.as_bytes(), &function);
            let module = module.map_err(|error| Failure::Internal(error.to_string()))?;
            modules.push((module, Some(function)));
        }
        Ok(Input { modules })
    }

    /// The functions with a body whose name `--function` matches; at least one.
    pub(super) fn functions(&self, arguments: &Model) -> Result<Vec<FunctionRef<'_>>, Failure> {
        let is_chosen = |name: &str| arguments.function.as_ref().is_none_or(|wanted| wanted.is_match(name));
        let mut functions = Vec::new();
        for (module, only) in &self.modules {
            let is_selected = |name: &str| only.as_ref().is_none_or(|only| only == name) && is_chosen(name);
            functions.extend(module.functions().filter(|f| !f.is_declaration() && is_selected(&f.name())));
        }
        match (functions.is_empty(), &arguments.function) {
            (false, _) => Ok(functions),
            (true, None) => Err(Failure::Usage("no function has a body".to_owned())),
            (true, Some(wanted)) => Err(Failure::Usage(format!(
                "no function has a name that `{wanted}` matches; one that was inlined everywhere is gone"
            ))),
        }
    }
}
