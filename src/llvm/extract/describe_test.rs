//! Unnamed values get the numbers that LLVM's own printer gives them.

use crate::Module;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use std::ffi::CStr;

/// What numbers are given to, and what they pass over: names, results of type void, what the model leaves
/// out.
const NUMBERED: &str = r#"
%0 = type { i32 }
declare void @nothing()
declare i32 @something(i32)
declare void @llvm.assume(i1)
declare i32 @__gxx_personality_v0(...)
define i32 @f(i32, i32 %named, i32) personality ptr @__gxx_personality_v0 {
  %3 = add i32 %0, %1
  call void @nothing()
  %4 = icmp eq i32 %3, %named
  call void @llvm.assume(i1 %4)
  %5 = invoke i32 @something(i32 %3) to label %6 unwind label %pad

6:
  %kept = mul i32 %5, %5
  invoke void @nothing() to label %7 unwind label %pad

7:
  br label %named.block

named.block:
  %8 = sub i32 %kept, %5
  ret i32 %8

pad:
  %9 = landingpad %0 cleanup
  %10 = extractvalue %0 %9, 0
  ret i32 %10
}
"#;

/// The printer's line for an instruction.
fn printed(instruction: LLVMValueRef) -> String {
    // SAFETY: the instruction is live; the text is copied, then released once.
    unsafe {
        let text = LLVMPrintValueToString(instruction);
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        copy
    }
}

#[test]
fn results_are_spelt_as_llvm_prints_them() {
    let module = Module::parse(NUMBERED.as_bytes(), "f.ll").unwrap_or_else(|error| panic!("{error}"));
    let mut seen = 0;
    for function in module.functions() {
        let extraction = function.extract();
        for value in extraction.model.instructions() {
            let line = printed(extraction.handle(value));
            if let Some((result, _)) = line.split_once(" = ") {
                assert_eq!(extraction.describe(value), result.trim_start(), "{}: {line}", function.name());
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 7, "values are missing");
}
