//! `idiom_find`: the findings in a function, for other code in the host's process. `include/idiom.h` declares
//! and documents it.

use find::{InFunction, in_function};
use library::{Budget, Library};
use llvm::FunctionRef;
use search::Settings;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::catch_unwind;

/// The callback for each instance. Its arguments: the state, the idiom, the number of variables, their names
/// and values.
type OnFound =
    unsafe extern "C" fn(*mut c_void, *const c_char, usize, *const *const c_char, *const *mut c_void);

/// The result if a name is unknown or a specification has errors.
const WRONG: c_int = -1;

/// The result after a panic, which is a bug in this library.
const INTERNAL: c_int = -2;

/// Searches a function for idioms, and calls `found` for each instance.
///
/// # Safety
/// `function` is an `LLVMValueRef` of a function in a live module of this build's LLVM, which nothing changes
/// meanwhile; `names` and `specifications` are zero-terminated strings or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn idiom_find(
    function: *mut c_void,
    names: *const c_char,
    specifications: *const c_char,
    found: OnFound,
    state: *mut c_void,
) -> c_int {
    // SAFETY: zero-terminated strings, by the caller's promise.
    let [names, specifications] = [names, specifications]
        .map(|text| (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes().to_vec()));
    let searched = catch_unwind(|| {
        let library = library(names, specifications)?;
        // SAFETY: a function of a live module, by the caller's promise.
        let function = unsafe { FunctionRef::of_host(function) };
        Some(in_function(function, &Settings::new(&library, Budget::default())))
    });
    match searched {
        Err(_) => INTERNAL,
        Ok(None) => WRONG,
        // SAFETY: the caller's function, with arrays that live as long as the call.
        Ok(Some(searched)) => unsafe { call_for_each(&searched, found, state) },
    }
}

fn library(names: Option<Vec<u8>>, specifications: Option<Vec<u8>>) -> Option<Library> {
    let names = names.map(String::from_utf8).transpose().ok()?;
    let names: Option<Vec<String>> =
        names.map(|names| names.split(',').map(|name| name.trim().to_owned()).collect());
    let own = specifications.map(|text| ("<specifications>".to_owned(), text));
    let library = Library::new(own.into_iter().collect(), names.as_deref());
    (!library.has_errors()).then_some(library)
}

/// Calls `found` for each instance. Returns their number.
///
/// # Safety
/// `found` may be called with `state`.
unsafe fn call_for_each(searched: &InFunction<'_>, found: OnFound, state: *mut c_void) -> c_int {
    let mut count = 0;
    for one in searched.matches.iter().filter(|one| !one.finding.outcome.is_about_the_search()) {
        let text = |text: &str| CString::new(text).unwrap_or_default();
        let idiom = text(&one.finding.idiom);
        let texts: Vec<CString> = one.values.iter().map(|(name, _)| text(name)).collect();
        let names: Vec<*const c_char> = texts.iter().map(|name| name.as_ptr()).collect();
        let values: Vec<*mut c_void> =
            one.values.iter().map(|(_, value)| searched.extraction.handle(*value).cast()).collect();
        // SAFETY: the caller's promise; strings and arrays live until the call returns.
        unsafe { found(state, idiom.as_ptr(), names.len(), names.as_ptr(), values.as_ptr()) };
        count += 1;
    }
    count
}
