//! Registration with a `PassBuilder`: pipeline names, extension points, and adding passes to managers.
//!
//! On LLVM 16 and 17 the callbacks go through the `llvm-plugin` crate, from 18 on through the shim; both end
//! in the same [`Registration`].

use super::ffi::Text;
use super::ffi::host as ffi;
use super::host::{PassState, classes, give, panic_message};
use ir::pipeline::ExtensionPoint;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Callbacks of a plugin for one `PassBuilder`.
pub trait Registration {
    /// A name in a function pipeline. Adds the pass and answers true when it is one of ours. Has no other
    /// effect: LLVM asks several times and drops trial objects.
    fn parse_function(&self, name: &str, manager: &mut FunctionManager<'_>) -> bool;

    /// A name in a module pipeline, likewise.
    fn parse_module(&self, name: &str, manager: &mut ModuleManager<'_>) -> bool;

    /// A default pipeline is being built and has come to this point, in a function pipeline.
    fn at_function_point(&self, point: ExtensionPoint, manager: &mut FunctionManager<'_>);

    /// Called at this point of a default pipeline, in a module pipeline.
    fn at_module_point(&self, point: ExtensionPoint, manager: &mut ModuleManager<'_>);
}

/// A function pass manager under construction.
pub struct FunctionManager<'a>(*mut c_void, PhantomData<&'a mut ()>);

impl FunctionManager<'_> {
    /// Adds a pass of the class at `slot`.
    pub fn add(&mut self, slot: usize, state: Box<dyn PassState>) {
        // SAFETY: the manager is alive while we are being called; it takes the state over.
        unsafe { ffi::idiom_add_function_pass(self.0, slot as u32, give(state)) }
    }
}

/// A module pass manager under construction.
pub struct ModuleManager<'a>(*mut c_void, PhantomData<&'a mut ()>);

impl ModuleManager<'_> {
    /// Adds a module pass of the class at `slot`.
    pub fn add(&mut self, slot: usize, state: Box<dyn PassState>) {
        // SAFETY: the manager is alive while we are being called; it takes the state over.
        unsafe { ffi::idiom_add_module_pass(self.0, slot as u32, give(state)) }
    }

    /// Adds a module pass of the class at `slot` that visits every function, and may add functions.
    pub fn add_on_each_function(&mut self, slot: usize, state: Box<dyn PassState>) {
        // SAFETY: the manager is alive while we are being called; it takes the state over.
        unsafe { ffi::idiom_add_pass_on_each_function(self.0, slot as u32, give(state)) }
    }

    /// Adds a function pass of the class at `slot`, to run on every function.
    pub fn add_on_functions(&mut self, slot: usize, state: Box<dyn PassState>) {
        // SAFETY: the manager is alive while we are being called; it takes the state over.
        unsafe { ffi::idiom_add_function_pass_to_module(self.0, slot as u32, give(state)) }
    }
}

/// A `PassBuilder` of the host, for the duration of its registration callback.
pub struct Builder(*mut c_void);

impl Builder {
    /// # Safety
    /// `raw` must be the `PassBuilder` that the host passes to its registration callback.
    pub unsafe fn from_raw(raw: *mut c_void) -> Builder {
        Builder(raw)
    }

    pub(super) fn raw(&self) -> *mut c_void {
        self.0
    }
}

/// Registers everything with a pass builder.
pub fn register(builder: &Builder, registration: Box<dyn Registration>) {
    for class in classes() {
        // SAFETY: the builder is alive; the texts are static.
        unsafe { ffi::idiom_name_class(builder.0, Text::lend(class.class), Text::lend(class.pass)) };
    }
    connect(builder, registration);
}

/// Runs a callback; after a panic the answer is `otherwise`. The panic hook has printed what happened.
fn guarded<T>(otherwise: T, callback: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(callback)).unwrap_or_else(|payload| {
        log::error!("internal error while registering: {}", panic_message(&*payload));
        otherwise
    })
}

#[cfg(not(llvm_ge_18))]
fn connect(builder: &Builder, registration: Box<dyn Registration>) {
    use ExtensionPoint as Point;
    use llvm_plugin::{FunctionPassManager, ModulePassManager, PassBuilder, PipelineParsing};
    use std::rc::Rc;

    /// The crate keeps the raw manager to itself; its wrappers are one pointer wide and hold nothing else.
    fn raw<T>(manager: &mut T) -> *mut c_void {
        const { assert!(size_of::<T>() == size_of::<*mut c_void>()) };
        // SAFETY: a struct whose only field is a pointer has that pointer at its start.
        unsafe { *std::ptr::from_mut(manager).cast::<*mut c_void>() }
    }
    let parsed = |ours: bool| if ours { PipelineParsing::Parsed } else { PipelineParsing::NotParsed };
    let on_function = |manager: &mut FunctionPassManager| FunctionManager(raw(manager), PhantomData);
    let on_module = |manager: &mut ModulePassManager| ModuleManager(raw(manager), PhantomData);

    let shared: Rc<dyn Registration> = Rc::from(registration);
    // SAFETY: the host's builder, alive for the whole registration.
    let mut plugin = unsafe { PassBuilder::from_raw(builder.0) };
    let r = shared.clone();
    plugin.add_function_pipeline_parsing_callback(move |name, manager| {
        parsed(guarded(false, || r.parse_function(name, &mut on_function(manager))))
    });
    let r = shared.clone();
    plugin.add_module_pipeline_parsing_callback(move |name, manager| {
        parsed(guarded(false, || r.parse_module(name, &mut on_module(manager))))
    });
    macro_rules! points {
        ($($add:ident $point:ident $wrap:ident $at:ident;)*) => {$(
            let r = shared.clone();
            plugin.$add(move |manager, _| guarded((), || r.$at(Point::$point, &mut $wrap(manager))));
        )*};
    }
    points! {
        add_pipeline_start_ep_callback PipelineStart on_module at_module_point;
        add_pipeline_early_simplification_ep_callback PipelineEarlySimplification on_module at_module_point;
        add_peephole_ep_callback Peephole on_function at_function_point;
        add_scalar_optimizer_late_ep_callback ScalarOptimizerLate on_function at_function_point;
        add_optimizer_early_ep_callback OptimizerEarly on_module at_module_point;
        add_vectorizer_start_ep_callback VectorizerStart on_function at_function_point;
        add_optimizer_last_ep_callback OptimizerLast on_module at_module_point;
        add_full_lto_early_ep_callback FullLinkTimeOptimizationEarly on_module at_module_point;
        add_full_lto_last_ep_callback FullLinkTimeOptimizationLast on_module at_module_point;
    }
}

#[cfg(llvm_ge_18)]
fn connect(builder: &Builder, registration: Box<dyn Registration>) {
    let raw: *mut c_void = Box::into_raw(Box::new(registration)).cast();
    // SAFETY: the host's builder, alive for the whole registration; it takes the registration over.
    unsafe { ffi::idiom_register(builder.0, raw) }
}

/// The callbacks of the shim's registration.
#[cfg(llvm_ge_18)]
mod callbacks {
    use super::*;

    type Held = Box<dyn Registration>;

    /// # Safety
    /// The shim passes back what `connect` gave it, and text that is alive for the call.
    unsafe fn call<'a>(registration: *mut c_void, name: *const u8, length: usize) -> (&'a Held, &'a str) {
        // SAFETY: the caller's promise.
        unsafe {
            let bytes = if length == 0 { &[] } else { std::slice::from_raw_parts(name, length) };
            (&*registration.cast::<Held>(), std::str::from_utf8(bytes).unwrap_or_default())
        }
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn idiom_parse_function(
        r: *mut c_void,
        name: *const u8,
        n: usize,
        m: *mut c_void,
    ) -> bool {
        // SAFETY: called by the shim as declared there.
        let (registration, name) = unsafe { call(r, name, n) };
        guarded(false, || registration.parse_function(name, &mut FunctionManager(m, PhantomData)))
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn idiom_parse_module(
        r: *mut c_void,
        name: *const u8,
        n: usize,
        m: *mut c_void,
    ) -> bool {
        // SAFETY: called by the shim as declared there.
        let (registration, name) = unsafe { call(r, name, n) };
        guarded(false, || registration.parse_module(name, &mut ModuleManager(m, PhantomData)))
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn idiom_at_function_point(r: *mut c_void, point: u32, m: *mut c_void) {
        // SAFETY: called by the shim as declared there.
        let (registration, _) = unsafe { call(r, std::ptr::null(), 0) };
        let Some(&point) = ExtensionPoint::ALL.get(point as usize) else { return };
        guarded((), || registration.at_function_point(point, &mut FunctionManager(m, PhantomData)));
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn idiom_at_module_point(r: *mut c_void, point: u32, m: *mut c_void) {
        // SAFETY: called by the shim as declared there.
        let (registration, _) = unsafe { call(r, std::ptr::null(), 0) };
        let Some(&point) = ExtensionPoint::ALL.get(point as usize) else { return };
        guarded((), || registration.at_module_point(point, &mut ModuleManager(m, PhantomData)));
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn idiom_drop_registration(r: *mut c_void) {
        // SAFETY: the last copy of the shim's callbacks is gone and gives back what `connect` made, once.
        let registration = unsafe { Box::from_raw(r.cast::<Held>()) };
        guarded((), move || drop(registration));
    }
}
