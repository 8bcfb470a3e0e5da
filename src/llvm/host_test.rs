//! What a panic in a pass does to the host: nothing. The function stays as it was and the state hears of it.

use super::host::*;
use super::{FunctionUnit, ModuleUnit};
use crate::Module;
use inkwell::llvm_sys::core::{LLVMDisposeMessage, LLVMGetGlobalParent, LLVMPrintValueToString};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use ir::{EditPlan, Operand};
use std::ffi::CStr;
use std::ptr::null_mut;
use std::sync::{Arc, Mutex};

const INPUT: &[u8] = b"define i32 @f(i32 %a) {\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n";

/// A pass that plans, and then does one of three things.
struct Pass {
    then: Then,
    heard: Arc<Mutex<Vec<String>>>,
}

enum Then {
    Panic,
    RefusePlan,
    Commit,
}

impl PassState for Pass {
    fn pipeline_text(&self) -> &str {
        "test"
    }

    fn run_on_function(&mut self, unit: &mut FunctionUnit<'_>) {
        let sum = unit.model().instruction(0);
        let parameter = unit.model().parameters().next().expect("a parameter");
        let mut plan = EditPlan::default();
        match self.then {
            Then::Panic => panic!("planned {} instructions", unit.model().instruction_count()),
            // Still used by the return.
            Then::RefusePlan => plan.erase.push(sum),
            Then::Commit => {
                plan.replace.push((sum, Operand::Value(parameter)));
                plan.erase.push(sum);
            }
        }
        if let Err(why) = unit.commit(&plan) {
            self.heard.lock().expect("one thread").push(why.to_string());
        }
    }

    fn run_on_module(&mut self, unit: &mut ModuleUnit<'_>) {
        panic!("in {}", unit.source());
    }

    fn panicked(&self, place: &str, message: &str) {
        self.heard.lock().expect("one thread").push(format!("{place}: {message}"));
    }
}

fn text(function: LLVMValueRef) -> String {
    // SAFETY: a live function; the message is copied and disposed once.
    unsafe {
        let message = LLVMPrintValueToString(function);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// Runs the pass on `INPUT`: whether it says the function changed, whether it did, and what the state heard.
fn run(then: Then) -> (bool, bool, Vec<String>) {
    let module = Module::parse(INPUT, "input.ll").expect("valid");
    let function = module.function("f").expect("defined").raw();
    let before = text(function);
    let heard = Arc::default();
    let state = give(Box::new(Pass { then, heard: Arc::clone(&heard) }));
    // SAFETY: a live state and function; without clean-up the analyses are not looked at.
    let said = unsafe { idiom_run_on_function(state, function, null_mut()) } != 0;
    // SAFETY: given above, dropped once.
    unsafe { idiom_drop_state(state) };
    module.verify().expect("valid IR");
    let heard = heard.lock().expect("one thread").clone();
    (said, text(function) != before, heard)
}

#[test]
fn a_panic_leaves_the_function_as_it_was() {
    assert_eq!(run(Then::Panic), (false, false, vec!["f: planned 2 instructions".to_string()]));
}

#[test]
fn a_refused_plan_leaves_the_function_as_it_was() {
    let (said, changed, heard) = run(Then::RefusePlan);
    assert_eq!((said, changed, heard.len()), (false, false, 1), "{heard:?}");
    assert!(heard[0].ends_with("is erased and still used"), "{heard:?}");
}

#[test]
fn a_sound_plan_changes_it() {
    assert_eq!(run(Then::Commit), (true, true, Vec::new()));
}

#[test]
fn a_panic_on_a_module_is_heard() {
    let module = Module::parse(INPUT, "input.ll").expect("valid");
    let heard = Arc::default();
    let state = give(Box::new(Pass { then: Then::Panic, heard: Arc::clone(&heard) }));
    // SAFETY: a live state and module; given above, dropped once.
    unsafe {
        let raw = LLVMGetGlobalParent(module.function("f").expect("defined").raw());
        assert_eq!(idiom_run_on_module(state, raw), 0);
        idiom_drop_state(state);
    }
    let heard = heard.lock().expect("one thread");
    assert_eq!(heard.len(), 1);
    assert!(heard[0].ends_with(": in input.ll"), "{heard:?}");
}
