//! Watching a pipeline: which pass changed which function, by LLVM's own instrumentation of passes.
//!
//! The shim (`shim/trace.cpp`) tells of every pass that runs; a [`Tracer`] hears of those that left a
//! function other than it was. Nothing is changed, and the passes that run are those that run without it.

use super::ffi::Text;
use super::ffi::host as ffi;
use super::host::{classes, panic_message};
use super::register::Builder;
use super::unit::FunctionUnit;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

/// A pass as it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedPass {
    /// Its number in the order in which passes begin, 0 before the first. One that only runs others is not
    /// counted, and has the number of the pass that began last.
    pub number: u64,
    /// Its name in pipelines, or that of its class where it has none; empty before the first.
    pub name: String,
    /// The name of its class.
    pub class: String,
}

/// Hears of the passes of a pipeline and of the changes that they make.
pub trait Tracer: Send {
    /// One of this plugin's passes is about to run on a function, behind so many passes of the host's.
    fn own_pass(&mut self, pass: &str, function: &str, before: u64);

    /// A pass has left a function other than it was.
    fn changed(&mut self, pass: &TracedPass, function: &FunctionUnit<'_>);

    /// A pass has removed a function from its module.
    fn removed(&mut self, pass: &TracedPass, function: &str);

    /// The pipelines are done, after so many passes.
    fn ended(&mut self, passes: u64);

    /// A panic was caught on the way.
    fn panicked(&self, message: &str);
}

/// Has a tracer hear of the passes that the builder's pipelines run. False where the host does not show them;
/// the tracer is dropped then, else with the host's instrumentation.
pub fn trace(builder: &Builder, tracer: Box<dyn Tracer>) -> bool {
    let raw: *mut c_void = Box::into_raw(Box::new(Watch::new(tracer))).cast();
    // SAFETY: the host's builder, alive for the whole registration; the shim takes the tracer over.
    unsafe { ffi::idiom_trace(builder.raw(), raw) }
}

/// The state behind the shim's callbacks.
struct Watch {
    tracer: Box<dyn Tracer>,
    /// Passes under way, the innermost last, and whether they are counted.
    under: Vec<(TracedPass, bool)>,
    begun: u64,
    /// The functions of the module, each with a number for its code.
    known: BTreeMap<String, u64>,
    /// The functions that the pass that ends has told of.
    present: BTreeSet<String>,
}

impl Watch {
    fn new(tracer: Box<dyn Tracer>) -> Watch {
        Watch { tracer, under: Vec::new(), begun: 0, known: BTreeMap::new(), present: BTreeSet::new() }
    }

    fn begins(&mut self, class: &str, pass: &str, function: Option<&str>, plumbing: bool) {
        let own = classes().iter().find(|known| known.class == class);
        if let (Some(own), Some(function)) = (own, function) {
            self.tracer.own_pass(own.pass, function, self.begun);
        }
        let is_counted = own.is_none() && !plumbing;
        self.begun += u64::from(is_counted);
        let name = if pass.is_empty() { class } else { pass }.to_owned();
        let pass = TracedPass { number: self.begun, name, class: class.to_owned() };
        self.under.push((pass, is_counted));
    }

    /// The pass that has run.
    fn ending(&self) -> Option<TracedPass> {
        let (pass, is_counted) = self.under.last()?;
        let number = if *is_counted { pass.number } else { self.begun };
        Some(TracedPass { number, ..pass.clone() })
    }

    fn function(&mut self, unit: &FunctionUnit<'_>, hash: u64) {
        let name = unit.name();
        let is_same = self.known.insert(name.clone(), hash) == Some(hash);
        self.present.insert(name);
        if let (false, Some(pass)) = (is_same, self.ending()) {
            self.tracer.changed(&pass, unit);
        }
    }

    /// All functions of the module were told of: the others are gone.
    fn whole(&mut self) {
        let Some(pass) = self.ending() else { return };
        for gone in self.known.keys().filter(|name| !self.present.contains(*name)) {
            self.tracer.removed(&pass, gone);
        }
        self.known.retain(|name, _| self.present.contains(name));
    }

    /// Does something; a panic is told, and the pipeline goes on.
    fn guarded(&mut self, work: impl FnOnce(&mut Watch)) {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| work(self))) {
            self.tracer.panicked(&panic_message(&*payload));
        }
    }
}

/// # Safety
/// `tracer` must be what [`trace`] gave to the shim, alive and not used elsewhere meanwhile.
unsafe fn held<'a>(tracer: *mut c_void) -> &'a mut Watch {
    // SAFETY: the caller's promise.
    unsafe { &mut *tracer.cast::<Watch>() }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn idiom_trace_begins(
    tracer: *mut c_void,
    class: Text,
    pass: Text,
    function: LLVMValueRef,
    plumbing: bool,
) {
    // SAFETY: called by the shim with its own tracer, and with texts and a function that live for the call.
    let (watch, class, pass) = unsafe { (held(tracer), class.get(), pass.get()) };
    // SAFETY: a live function, where there is one.
    let function = (!function.is_null()).then(|| unsafe { FunctionUnit::new(function, null_mut()) }.name());
    watch.guarded(|watch| watch.begins(&class, &pass, function.as_deref(), plumbing));
}

#[unsafe(no_mangle)]
unsafe extern "C" fn idiom_trace_function(tracer: *mut c_void, function: LLVMValueRef, hash: u64) {
    // SAFETY: called by the shim with its own tracer, and with a function that nothing changes during the
    // call.
    let (watch, unit) = unsafe { (held(tracer), FunctionUnit::new(function, null_mut())) };
    watch.guarded(|watch| watch.function(&unit, hash));
}

#[unsafe(no_mangle)]
unsafe extern "C" fn idiom_trace_whole(tracer: *mut c_void) {
    // SAFETY: called by the shim with its own tracer.
    unsafe { held(tracer) }.guarded(Watch::whole);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn idiom_trace_ends(tracer: *mut c_void) {
    // SAFETY: called by the shim with its own tracer.
    unsafe { held(tracer) }.guarded(|watch| {
        watch.under.pop();
        watch.present.clear();
    });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn idiom_drop_tracer(tracer: *mut c_void) {
    // SAFETY: the last copy of the shim's callbacks is gone and gives back what `trace` made, once.
    let mut watch = unsafe { Box::from_raw(tracer.cast::<Watch>()) };
    watch.guarded(|watch| watch.tracer.ended(watch.begun));
    // A panic in a destructor has nobody left to report to; the hook has printed it.
    let _ = catch_unwind(AssertUnwindSafe(move || drop(watch)));
}
