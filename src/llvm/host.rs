//! Callbacks from the host while passes run: the pass classes, and the state behind each pass object.
//!
//! A pass object is C++ (`shim/passes.cpp`); it owns a [`PassState`] and asks it for everything. No panic
//! crosses back: every function here catches it, leaves the function under way as it was and says so
//! through the state.

use super::ffi::Text;
use super::unit::{FunctionUnit, ModuleUnit};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use ir::pipeline::PassClass;
use std::any::Any;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

static CLASSES: OnceLock<Vec<PassClass>> = OnceLock::new();

/// The number of pass classes of the shim: those that the build script counted in the table of passes.
pub const SLOTS: usize = decimal(env!("IDIOM_SLOTS"));

/// Sets the table of pass classes; the first call counts.
pub fn set_pass_classes(classes: Vec<PassClass>) {
    CLASSES.get_or_init(|| classes);
}

/// The number that decimal digits spell.
const fn decimal(text: &str) -> usize {
    let (digits, mut number, mut at) = (text.as_bytes(), 0, 0);
    while at < digits.len() {
        number = number * 10 + (digits[at] - b'0') as usize;
        at += 1;
    }
    number
}

pub(super) fn classes() -> &'static [PassClass] {
    CLASSES.get().map_or(&[], Vec::as_slice)
}

/// The state behind one pass object. Dropped with the object.
pub trait PassState: Send {
    /// The pass as `-print-pipeline-passes` prints it, parameters included.
    fn pipeline_text(&self) -> &str;

    /// Runs on one function. Whether the IR changed is in the unit.
    fn run_on_function(&mut self, unit: &mut FunctionUnit<'_>);

    /// Runs on the module, reading only.
    fn run_on_module(&mut self, unit: &mut ModuleUnit<'_>);

    /// A panic was caught while running on `place`.
    fn panicked(&self, place: &str, message: &str);
}

/// The LLVM this build is for.
pub fn own_version() -> &'static str {
    env!("IDIOM_LLVM_VERSION")
}

/// Its major version.
pub fn own_major() -> u32 {
    const { decimal(env!("IDIOM_LLVM_MAJOR")) as u32 }
}

/// The newest LLVM that these sources know. A later one is taken for it.
pub fn newest_known() -> u32 {
    const { decimal(env!("IDIOM_NEWEST_KNOWN")) as u32 }
}

/// The LLVM that calls from there; `None` when it does not say, as those before 16 do not.
///
/// The library that the call came from is asked: a process may have several LLVMs, one of them loaded on our
/// behalf.
pub fn host_version(caller: *const c_void) -> Option<(u32, u32, u32)> {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    let in_library = |library: *mut c_void| {
        // SAFETY: looks a symbol up by a NUL-terminated name.
        let symbol = unsafe { libc::dlsym(library, c"LLVMGetVersion".as_ptr()) };
        (!symbol.is_null()).then_some(symbol.cast_const())
    };
    // Nearly always it is the one that everybody sees. To open a library compares its name with those of all
    // others.
    let seen = in_library(libc::RTLD_DEFAULT).filter(|symbol| library_around(&[caller, *symbol]).is_some());
    let symbol = seen.or_else(|| in_library(library_at(caller)))?;
    // SAFETY: LLVM's C API gives this symbol this type, since LLVM 16.
    let get: extern "C" fn(*mut u32, *mut u32, *mut u32) = unsafe { std::mem::transmute(symbol) };
    get(&mut major, &mut minor, &mut patch);
    Some((major, minor, patch))
}

/// A handle of the library there. The program itself has none of its own: all that it was started with stands
/// for it.
fn library_at(address: *const c_void) -> *mut c_void {
    // SAFETY: the name is the loader's own text; NOLOAD only finds what is there.
    let handle = unsafe {
        match library_around(&[address]).filter(|name| **name != 0) {
            Some(name) => libc::dlopen(name, libc::RTLD_LAZY | libc::RTLD_NOLOAD),
            None => std::ptr::null_mut(),
        }
    };
    if handle.is_null() { libc::RTLD_DEFAULT } else { handle }
}

/// The name of the library that all of the addresses lie in: as it was loaded, empty for the program.
fn library_around(addresses: &[*const c_void]) -> Option<*const c_char> {
    let mut search = Search { addresses, name: None };
    // SAFETY: the callback gets what it casts to, which lives during the call.
    unsafe { libc::dl_iterate_phdr(Some(look_at), (&raw mut search).cast()) };
    search.name
}

/// The search for the library around addresses. `dladdr` would do it too, but looks through all symbols of
/// the library for the nearest one as well: half a millisecond for an LLVM.
struct Search<'a> {
    addresses: &'a [*const c_void],
    name: Option<*const c_char>,
}

/// Looks whether a library is the one searched for; answers whether to stop.
///
/// # Safety
/// Called by the loader with a library's description, and `search` is a [`Search`].
unsafe extern "C" fn look_at(info: *mut libc::dl_phdr_info, _size: usize, search: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    let (info, search) = unsafe { (&*info, &mut *search.cast::<Search<'_>>()) };
    // SAFETY: the program headers that the loader describes.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
    let holds = |address: &*const c_void| {
        let offset = address.addr().wrapping_sub(info.dlpi_addr as usize);
        headers.iter().any(|header| {
            header.p_type == libc::PT_LOAD
                && offset.wrapping_sub(header.p_vaddr as usize) < header.p_memsz as usize
        })
    };
    let is_around = search.addresses.iter().all(holds);
    if is_around && !info.dlpi_name.is_null() {
        search.name = Some(info.dlpi_name);
    }
    c_int::from(is_around)
}

/// The owner of a state as the shim holds it: a thin pointer to the fat one.
type Held = Box<dyn PassState>;

pub(super) fn give(state: Box<dyn PassState>) -> *mut c_void {
    Box::into_raw(Box::new(state)).cast()
}

/// # Safety
/// `state` must come from [`give`], be alive and not be used elsewhere meanwhile.
unsafe fn held<'a>(state: *mut c_void) -> &'a mut Held {
    // SAFETY: the caller's promise.
    unsafe { &mut *state.cast::<Held>() }
}

/// The message of a caught panic.
pub(super) fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|s| s.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".into())
}

#[unsafe(no_mangle)]
extern "C" fn idiom_pass_class(slot: u32) -> Text {
    Text::lend(classes().get(slot as usize).map_or("IdiomPass", |c| c.class))
}

#[unsafe(no_mangle)]
extern "C" fn idiom_pass_required(slot: u32) -> bool {
    classes().get(slot as usize).is_some_and(|c| c.required)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn idiom_pass_pipeline_text(state: *mut c_void) -> Text {
    // SAFETY: called by a live pass object with its own state; the text lives as long as the state.
    Text::lend(unsafe { held(state) }.pipeline_text())
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn idiom_run_on_function(
    state: *mut c_void,
    function: LLVMValueRef,
    analyses: *mut c_void,
) -> u32 {
    // SAFETY: called by a live pass object with its own state, for a function LLVM is running it on.
    let (state, mut unit) = unsafe { (held(state), FunctionUnit::new(function, analyses)) };
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| state.run_on_function(&mut unit))) {
        state.panicked(&unit.name(), &panic_message(&*payload));
    }
    u32::from(unit.changed()) | u32::from(unit.reshaped()) << 1
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn idiom_run_on_module(state: *mut c_void, module: LLVMModuleRef) -> u32 {
    // SAFETY: called by a live pass object with its own state, for a module LLVM is running it on.
    let (state, mut unit) = unsafe { (held(state), ModuleUnit::new(module)) };
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| state.run_on_module(&mut unit))) {
        state.panicked(&unit.source(), &panic_message(&*payload));
    }
    0
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn idiom_drop_state(state: *mut c_void) {
    // SAFETY: the object's destructor gives back what `give` made, once.
    let state = unsafe { Box::from_raw(state.cast::<Held>()) };
    // A panic in a destructor has nobody left to report to; the hook has printed it.
    let _ = catch_unwind(AssertUnwindSafe(move || drop(state)));
}
