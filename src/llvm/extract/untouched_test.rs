//! Reading and describing a function must not change its module, not even what the context then prints or
//! writes.

use crate::{FunctionRef, Module};
use inkwell::llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use inkwell::llvm_sys::core::*;
use std::ffi::CStr;

/// Unnamed values, types and globals, packed and zero vectors, expressions, debug info.
const MODULE: &str = r#"
%0 = type { i32, %1 }
%1 = type { ptr }
@0 = global i32 7
@g = global %0 zeroinitializer
declare %1 @make(%0, { %1, i8 })
define <4 x i32> @f(<4 x i32> %0, %0 %s, ptr %p) !dbg !4 {
  %2 = add <4 x i32> %0, <i32 1, i32 1, i32 1, i32 1>, !dbg !7
  %3 = mul <4 x i32> %2, zeroinitializer
  %4 = call %1 @make(%0 %s, { %1, i8 } undef)
  store %1 %4, ptr @0
  store ptr getelementptr (i8, ptr @g, i64 8), ptr %p
  store <2 x double> <double 1.0, double 2.0>, ptr %p
  br label %5

5:
  ret <4 x i32> %3
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 3, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 4, column: 2, scope: !4)
"#;

/// The module of the function as text and as bitcode.
fn written(function: &FunctionRef) -> (String, Vec<u8>) {
    // SAFETY: the function is live; text and buffer are copied, then released once.
    unsafe {
        let module = LLVMGetGlobalParent(function.raw());
        let text = LLVMPrintModuleToString(module);
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        let buffer = LLVMWriteBitcodeToMemoryBuffer(module);
        let (data, length) = (LLVMGetBufferStart(buffer).cast::<u8>(), LLVMGetBufferSize(buffer));
        let bytes = std::slice::from_raw_parts(data, length).to_vec();
        LLVMDisposeMemoryBuffer(buffer);
        (copy, bytes)
    }
}

#[test]
fn extraction_leaves_the_module_as_it_was() {
    let module = Module::parse(MODULE.as_bytes(), "f.ll").unwrap_or_else(|error| panic!("{error}"));
    let function = module.function("f").unwrap();
    let before = written(&function);
    let spelt = {
        let extraction = function.extract();
        extraction.model.values().map(|v| extraction.describe(v)).collect::<Vec<_>>()
    };
    assert!(spelt.contains(&"store %1 %4, ptr @0".to_string()), "{spelt:?}");
    assert!(before == written(&function), "reading changed the module");
    // The comparison sees one name.
    // SAFETY: the function is live and has parameters.
    unsafe { LLVMSetValueName2(LLVMGetParam(function.raw(), 0), c"x".as_ptr(), 1) };
    let after = written(&function);
    assert!(before.0 != after.0 && before.1 != after.1, "a change is not seen");
}
