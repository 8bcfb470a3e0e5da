//! Width classes: values of equal width (union-find), fixed widths, and the order between classes.
//!
//! Every fact records its source location, so that a contradiction names both sides.

use super::diagnostic::{Code, Diagnostic};
use super::form::ClassId;
use crate::semantics::MAX_WIDTH;
use lang::candl::ast::Span;
use serde::{Deserialize, Serialize};

/// The facts about one class.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Known {
    /// The fixed width, and the location that states it.
    pub(super) fixed: Option<(u32, Span)>,
    /// The minimum width for the numbers of the class, and the location of the number that needs it.
    pub(super) least: (u32, Span),
}

/// The constraint that one class is narrower than another.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Narrower {
    pub(super) narrow: ClassId,
    pub(super) wide: ClassId,
    pub(super) span: Span,
}

/// All classes of a rule.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct WidthClasses {
    parents: Vec<u32>,
    known: Vec<Known>,
    pub(super) narrower: Vec<Narrower>,
}

impl WidthClasses {
    /// Adds a class without facts.
    pub(super) fn add(&mut self, span: Span) -> ClassId {
        let id = self.parents.len() as u32;
        self.parents.push(id);
        self.known.push(Known { fixed: None, least: (1, span) });
        ClassId(id)
    }

    /// The number of classes, equated ones included.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// The representative of a class.
    pub(super) fn root(&self, class: ClassId) -> ClassId {
        let mut at = class.0;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        ClassId(at)
    }

    pub(super) fn known(&self, class: ClassId) -> Known {
        self.known[self.root(class).0 as usize]
    }

    /// Fixes a width.
    pub(super) fn fix(&mut self, class: ClassId, width: u32, span: Span) -> Result<(), Box<Diagnostic>> {
        let root = self.root(class).0 as usize;
        match self.known[root].fixed {
            Some((other, there)) if other != width => Err(clash(span, (width, span), (other, there))),
            Some(_) => Ok(()),
            None => {
                self.known[root].fixed = Some((width, span));
                Ok(())
            }
        }
    }

    /// Records that a number of the class needs at least `bits` bits.
    pub(super) fn at_least(&mut self, class: ClassId, bits: u32, span: Span) {
        let root = self.root(class).0 as usize;
        if bits > self.known[root].least.0 {
            self.known[root].least = (bits, span);
        }
    }

    /// Merges two classes, because of the text at `span`.
    pub(super) fn equate(&mut self, a: ClassId, b: ClassId, span: Span) -> Result<(), Box<Diagnostic>> {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return Ok(());
        }
        let (first, second) = (self.known[a.0 as usize], self.known[b.0 as usize]);
        if let (Some(x), Some(y)) = (first.fixed, second.fixed)
            && x.0 != y.0
        {
            return Err(clash(span, x, y));
        }
        self.parents[b.0 as usize] = a.0;
        let least = if second.least.0 > first.least.0 { second.least } else { first.least };
        self.known[a.0 as usize] = Known { fixed: first.fixed.or(second.fixed), least };
        Ok(())
    }

    /// Records that one class is narrower than another.
    pub(super) fn narrower(&mut self, narrow: ClassId, wide: ClassId, span: Span) {
        self.narrower.push(Narrower { narrow, wide, span });
    }

    /// Checks that numbers fit the fixed widths.
    pub(super) fn check_numbers(&self) -> Result<(), Box<Diagnostic>> {
        for id in (0..self.parents.len() as u32).map(ClassId).filter(|id| self.root(*id) == *id) {
            let Known { fixed, least: (needed, number) } = self.known(id);
            if let Some((width, span)) = fixed.filter(|(width, _)| *width < needed) {
                let message = format!("the number needs {}, and the value has {}", bits(needed), bits(width));
                let diagnostic = Diagnostic::new(Code::WidthsClash, number, message);
                return Err(Box::new(diagnostic.also(span, format!("{} because of this", bits(width)))));
            }
        }
        Ok(())
    }

    /// Checks that the order of the classes has a solution.
    pub(super) fn check_order(&self) -> Result<(), Box<Diagnostic>> {
        let least = |class: ClassId| {
            let known = self.known(class);
            known.fixed.map_or(known.least.0, |(width, _)| width)
        };
        let mut widths: Vec<u32> = (0..self.parents.len() as u32).map(|id| least(ClassId(id))).collect();
        // Each round finalises the lower bound of one more class of a chain.
        for _ in 0..=self.parents.len() {
            let mut changed = false;
            for edge in &self.narrower {
                let (narrow, wide) = (self.root(edge.narrow), self.root(edge.wide));
                let needed = widths[narrow.0 as usize] + 1;
                if widths[wide.0 as usize] >= needed {
                    continue;
                }
                let fixed = self.known(wide).fixed;
                if narrow == wide || fixed.is_some() || needed > MAX_WIDTH {
                    return Err(self.disorder(*edge));
                }
                widths[wide.0 as usize] = needed;
                changed = true;
            }
            if !changed {
                return Ok(());
            }
        }
        match self.narrower.first() {
            Some(edge) => Err(self.disorder(*edge)),
            None => Ok(()),
        }
    }

    fn disorder(&self, edge: Narrower) -> Box<Diagnostic> {
        let mut diagnostic = Diagnostic::new(Code::WidthsClash, edge.span, "the wider side is not wider")
            .label("changes the width");
        for (class, word) in [(edge.narrow, "the narrower side"), (edge.wide, "the wider side")] {
            let known = self.known(class);
            if let Some((width, span)) = known.fixed {
                diagnostic = diagnostic.also(span, format!("{word} has {}", bits(width)));
            }
        }
        if self.root(edge.narrow) == self.root(edge.wide) {
            diagnostic = diagnostic.note("other instructions ask for one width on both sides");
        }
        Box::new(diagnostic)
    }
}

fn bits(width: u32) -> String {
    if width == 1 { "1 bit".to_owned() } else { format!("{width} bits") }
}

fn clash(span: Span, first: (u32, Span), second: (u32, Span)) -> Box<Diagnostic> {
    let message = format!("one value has {} and {}", bits(first.0), bits(second.0));
    let mut diagnostic = Diagnostic::new(Code::WidthsClash, span, message);
    for (width, place) in [first, second] {
        match place == span {
            true => diagnostic = diagnostic.label(format!("{} here", bits(width))),
            false => diagnostic = diagnostic.also(place, format!("{} because of this", bits(width))),
        }
    }
    Box::new(diagnostic)
}
