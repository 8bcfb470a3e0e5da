//! Names in pipelines and places in the default pipelines, from the table of passes.

use super::parameters::{Given, Parsed, parse};
use super::run::Runner;
use super::session::Session;
use super::settings::{Mode, Settings};
use super::tell::say;
use crate::llvm::{ExtensionPoint, FunctionManager, ModuleManager, Registration};
use crate::passes::registry::{PASSES, Work};
use std::cell::{Cell, RefCell};
use std::sync::{Arc, Weak};

/// What we tell one `PassBuilder`.
pub(super) struct Pipeline {
    settings: Arc<Settings>,
    /// The session of the pass objects that are alive.
    session: RefCell<Weak<Session>>,
    /// Whether vectorizer-start was met since the last optimizer-last: it is not in `-flto=thin` compiles.
    met_vectorizer_start: Cell<bool>,
    /// Complaints about pipeline text already printed: the host asks several times.
    told: RefCell<Vec<String>>,
}

impl Pipeline {
    pub(super) fn new() -> Pipeline {
        Pipeline {
            settings: Arc::new(Settings::from_environment()),
            session: RefCell::default(),
            met_vectorizer_start: Cell::new(false),
            told: RefCell::default(),
        }
    }

    fn session(&self) -> Arc<Session> {
        if let Some(session) = self.session.borrow().upgrade() {
            return session;
        }
        let session = Arc::new(Session::new(self.settings.clone()));
        *self.session.borrow_mut() = Arc::downgrade(&session);
        session
    }

    fn runner(&self, slot: usize, given: Given, named: bool) -> Box<Runner> {
        Box::new(Runner::new(slot, given, named, self.session()))
    }

    /// One of our passes from pipeline text, with the slot it goes to.
    fn parse(&self, text: &str) -> Option<(usize, Given)> {
        match parse(text) {
            Parsed::NotOurs => None,
            Parsed::Pass(slot, given) => Some((slot, given)),
            Parsed::Wrong(message) => {
                if !self.told.borrow().contains(&message) {
                    // The host only says that it does not know the name.
                    say(&format!("idiom: error: {message}\n"));
                    self.told.borrow_mut().push(message);
                }
                None
            }
        }
    }

    /// The slots of the passes that belong at `point` of a default pipeline.
    fn due(&self, point: ExtensionPoint) -> Vec<usize> {
        let mode = self.settings.mode;
        let thin_link_next = point == ExtensionPoint::OptimizerLast && !self.met_vectorizer_start.get();
        let is_due = |slot: &usize| {
            let entry = &PASSES[*slot];
            let Some(default) = entry.point else { return false };
            if matches!(entry.work, Work::Open) {
                return point == default && self.needs_opening();
            }
            let place = self.settings.point.unwrap_or(default);
            mode != Mode::Off
                && self.settings.errors.is_empty()
                && (place == point
                    || (self.settings.point.is_none()
                        && place == ExtensionPoint::VectorizerStart
                        && thin_link_next))
        };
        let mut due: Vec<usize> = (0..PASSES.len()).filter(is_due).collect();
        // At one point, rewrites come before detection: what became of a finding is told, not that there was one.
        due.sort_by_key(|slot| matches!(PASSES[*slot].work, Work::Detect(_)));
        due
    }

    /// Whether there is something to do before any function: an error to report, a report to open,
    /// specifications to check.
    fn needs_opening(&self) -> bool {
        let s = &self.settings;
        let something = s.report.is_some() || !s.specs.is_empty() || s.idioms.is_some();
        !s.errors.is_empty() || (s.mode != Mode::Off && something)
    }

    fn met(&self, point: ExtensionPoint) {
        match point {
            ExtensionPoint::VectorizerStart => self.met_vectorizer_start.set(true),
            ExtensionPoint::OptimizerLast => self.met_vectorizer_start.set(false),
            _ => {}
        }
    }
}

fn is_module_pass(slot: usize) -> bool {
    matches!(PASSES[slot].work, Work::Open)
}

impl Registration for Pipeline {
    fn parse_function(&self, name: &str, manager: &mut FunctionManager<'_>) -> bool {
        match self.parse(name) {
            Some((slot, given)) if !is_module_pass(slot) => {
                manager.add(slot, self.runner(slot, given, true));
                true
            }
            _ => false,
        }
    }

    fn parse_module(&self, name: &str, manager: &mut ModuleManager<'_>) -> bool {
        match self.parse(name) {
            Some((slot, given)) if is_module_pass(slot) => {
                manager.add(slot, self.runner(slot, given, true));
                true
            }
            _ => false,
        }
    }

    fn at_function_point(&self, point: ExtensionPoint, manager: &mut FunctionManager<'_>) {
        for slot in self.due(point) {
            if !is_module_pass(slot) {
                manager.add(slot, self.runner(slot, Given::default(), false));
            }
        }
        self.met(point);
    }

    fn at_module_point(&self, point: ExtensionPoint, manager: &mut ModuleManager<'_>) {
        for slot in self.due(point) {
            match is_module_pass(slot) {
                true => manager.add(slot, self.runner(slot, Given::default(), false)),
                false => manager.add_on_functions(slot, self.runner(slot, Given::default(), false)),
            }
        }
        self.met(point);
    }
}
