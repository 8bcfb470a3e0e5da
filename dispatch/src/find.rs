//! `idiom_find` of the implementation that fits, under the same name: `include/idiom.h` declares it.
//!
//! The LLVM is that of the library which the callback belongs to: the pass or tool that calls.

use crate::dl::Address;
use crate::entry::tell;
use crate::implementation;
use std::ffi::{c_char, c_int, c_void};
use std::panic::catch_unwind;

/// Called for each instance: state, idiom, the number of variables, their names and values.
type OnFound =
    unsafe extern "C" fn(*mut c_void, *const c_char, usize, *const *const c_char, *const *mut c_void);

type Find = unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char, OnFound, *mut c_void) -> c_int;

/// No implementation is there for the LLVM of the caller.
const REFUSED: c_int = -3;

/// Looks in a function for idioms.
///
/// # Safety
/// As that of the implementation, to which everything is handed on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn idiom_find(
    function: *mut c_void,
    names: *const c_char,
    specifications: *const c_char,
    found: OnFound,
    state: *mut c_void,
) -> c_int {
    let own = Address::of_code(tell as *const c_void);
    let caller = Address::of_code(found as *const c_void);
    match catch_unwind(|| implementation::for_caller(caller, own, c"idiom_find")) {
        Ok(Ok(entry)) => {
            // SAFETY: the function of that name in an implementation of this project has this type.
            let find = unsafe { std::mem::transmute::<*const c_void, Find>(entry.as_ptr()) };
            // SAFETY: the caller's promise.
            unsafe { find(function, names, specifications, found, state) }
        }
        Ok(Err(refusal)) => {
            tell(&refusal);
            REFUSED
        }
        // The panic hook has printed what happened.
        Err(_) => REFUSED,
    }
}
