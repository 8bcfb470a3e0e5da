//! Registration with a `PassBuilder`: names in pipeline text and places in the default pipelines, from the
//! table of passes.

use super::parameters::{Parsed, PassParameters, parse};
use super::run::Runner;
use super::session::Session;
use super::settings::{Mode, Settings};
use super::stderr::write_to_stderr;
use super::trace::PipelineTracer;
use ir::pipeline::ExtensionPoint;
use llvm::{FunctionManager, ModuleManager, Registration, Tracer};
use passes::registry::{PASSES, Work};
use std::cell::{Cell, RefCell};
use std::sync::{Arc, Weak};

/// The registrations with one `PassBuilder`.
pub(super) struct Pipeline {
    settings: Arc<Settings>,
    /// The session that the live pass objects share.
    session: RefCell<Weak<Session>>,
    /// Whether vectorizer-start was met since the last end of a pipeline. Compilations for LTO lack that
    /// point, and so does the link step of full LTO before LLVM 20.
    met_vectorizer_start: Cell<bool>,
    /// Whether the place to open a module was met since the last end of a pipeline. The link steps of LTO
    /// begin at other places.
    met_start: Cell<bool>,
    /// Whether the current pipeline is the link step of LTO.
    links: Cell<bool>,
    /// Errors in pipeline text that were printed already: the host parses a text several times.
    reported: RefCell<Vec<String>>,
}

impl Pipeline {
    pub(super) fn new() -> Pipeline {
        Pipeline {
            settings: Arc::new(Settings::from_environment()),
            session: RefCell::default(),
            met_vectorizer_start: Cell::new(false),
            met_start: Cell::new(false),
            links: Cell::new(false),
            reported: RefCell::default(),
        }
    }

    /// The tracer that watches the passes of the pipelines, if `IDIOM_TRACE` is set.
    pub(super) fn tracer(&self) -> Option<Box<dyn Tracer>> {
        let is_set = self.settings.trace.is_some() && self.settings.mode != Mode::Off;
        is_set.then(|| -> Box<dyn Tracer> { Box::new(PipelineTracer::new(self.session())) })
    }

    fn session(&self) -> Arc<Session> {
        if let Some(session) = self.session.borrow().upgrade() {
            return session;
        }
        let session = Arc::new(Session::new(self.settings.clone()));
        *self.session.borrow_mut() = Arc::downgrade(&session);
        session
    }

    fn runner(&self, slot: usize, parameters: PassParameters, named: bool) -> Box<Runner> {
        Box::new(Runner::new(slot, parameters, named, self.session()))
    }

    /// The runner of a pass that belongs at a place of a default pipeline.
    fn due_runner(&self, slot: usize, point: ExtensionPoint) -> Box<Runner> {
        let runner = self.runner(slot, PassParameters::default(), false);
        match self.links.get() || self.begins_a_link(point) {
            true => Box::new(runner.in_a_link()),
            false => runner,
        }
    }

    /// One of our passes from pipeline text, with the slot it goes to.
    fn parse(&self, text: &str) -> Option<(usize, PassParameters)> {
        match parse(text) {
            Parsed::NotOurs => None,
            Parsed::Pass(slot, parameters) => Some((slot, parameters)),
            Parsed::Wrong(message) => {
                if !self.reported.borrow().contains(&message) {
                    // The host reports only an unknown pass name.
                    write_to_stderr(&format!("idiom: error: {message}\n"));
                    self.reported.borrow_mut().push(message);
                }
                None
            }
        }
    }

    /// The slots of the passes that belong at `point` of a default pipeline.
    fn due(&self, point: ExtensionPoint) -> Vec<usize> {
        let mode = self.settings.mode;
        let ends =
            matches!(point, ExtensionPoint::OptimizerLast | ExtensionPoint::FullLinkTimeOptimizationLast);
        let last_chance = ends && !self.met_vectorizer_start.get();
        let is_due = |slot: &usize| {
            let entry = &PASSES[*slot];
            let Some(default) = entry.point else { return false };
            if matches!(entry.work, Work::Open) {
                return (point == default || self.begins_a_link(point)) && self.needs_opening();
            }
            if matches!(entry.work, Work::Rules) && self.settings.rules.is_empty() {
                return false;
            }
            let moves = match (self.settings.point, default) {
                (Some(_), _) => false,
                (None, ExtensionPoint::VectorizerStart) => last_chance,
                // The pipeline of full LTO has an extension point of its own at the end.
                (None, ExtensionPoint::OptimizerLast) => {
                    point == ExtensionPoint::FullLinkTimeOptimizationLast
                }
                (None, _) => false,
            };
            if matches!(entry.work, Work::Apply { .. }) && self.settings.apply.is_empty() {
                return false;
            }
            let place = self.settings.point.unwrap_or(default);
            mode != Mode::Off && self.settings.errors.is_empty() && (place == point || moves)
        };
        let mut due: Vec<usize> = (0..PASSES.len()).filter(is_due).collect();
        // At one point, rewrites come before detection, so that the outcome of a finding is reported.
        due.sort_by_key(|slot| match PASSES[*slot].work {
            Work::Open => 0,
            Work::Detect(_) => 2,
            _ => 1,
        });
        due
    }

    /// Whether there is work before any function: errors to report, a report to open or specifications to
    /// check.
    fn needs_opening(&self) -> bool {
        let s = &self.settings;
        let something = s.report.is_some()
            || !s.apply.is_empty()
            || !s.specs.is_empty()
            || s.idioms.is_some()
            || !s.rules.is_empty();
        !s.errors.is_empty() || (s.mode != Mode::Off && something)
    }

    /// Whether the link step of LTO begins here. Full LTO has an extension point for its begin; ThinLTO
    /// begins in the middle of a compilation's pipeline.
    fn begins_a_link(&self, point: ExtensionPoint) -> bool {
        point == ExtensionPoint::FullLinkTimeOptimizationEarly
            || (point == ExtensionPoint::PipelineEarlySimplification && !self.met_start.get())
    }

    fn met(&self, point: ExtensionPoint) {
        if self.begins_a_link(point) {
            self.links.set(true);
        }
        match point {
            ExtensionPoint::PipelineStart | ExtensionPoint::FullLinkTimeOptimizationEarly => {
                self.met_start.set(true);
            }
            ExtensionPoint::VectorizerStart => self.met_vectorizer_start.set(true),
            ExtensionPoint::OptimizerLast | ExtensionPoint::FullLinkTimeOptimizationLast => {
                self.met_vectorizer_start.set(false);
                self.met_start.set(false);
                self.links.set(false);
            }
            _ => {}
        }
    }
}

fn is_module_pass(slot: usize) -> bool {
    matches!(PASSES[slot].work, Work::Open) || adds_functions(slot)
}

/// Whether a pass visits each function and adds others.
fn adds_functions(slot: usize) -> bool {
    matches!(PASSES[slot].work, Work::Apply { adds_functions: true, .. })
}

/// Adds a pass to a manager of module passes.
fn add(manager: &mut ModuleManager<'_>, slot: usize, runner: Box<Runner>) {
    match PASSES[slot].work {
        Work::Open => manager.add(slot, runner),
        _ if adds_functions(slot) => manager.add_on_each_function(slot, runner),
        _ => manager.add_on_functions(slot, runner),
    }
}

impl Registration for Pipeline {
    fn parse_function(&self, name: &str, manager: &mut FunctionManager<'_>) -> bool {
        match self.parse(name) {
            Some((slot, parameters)) if !is_module_pass(slot) => {
                manager.add(slot, self.runner(slot, parameters, true));
                true
            }
            _ => false,
        }
    }

    fn parse_module(&self, name: &str, manager: &mut ModuleManager<'_>) -> bool {
        match self.parse(name) {
            Some((slot, parameters)) if is_module_pass(slot) => {
                add(manager, slot, self.runner(slot, parameters, true));
                true
            }
            _ => false,
        }
    }

    fn at_function_point(&self, point: ExtensionPoint, manager: &mut FunctionManager<'_>) {
        for slot in self.due(point) {
            if !is_module_pass(slot) {
                manager.add(slot, self.due_runner(slot, point));
            }
        }
        self.met(point);
    }

    fn at_module_point(&self, point: ExtensionPoint, manager: &mut ModuleManager<'_>) {
        for slot in self.due(point) {
            add(manager, slot, self.due_runner(slot, point));
        }
        self.met(point);
    }
}
