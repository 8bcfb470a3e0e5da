//! The clauses of a rewrite as text, one per line.

use super::super::ast::{Clauses, Combined, FirstRound, Nest, Parallel, Variable};
use super::super::pattern::tree::Expression;
use super::Printer;
use ir::Schedule;

impl Printer<'_> {
    pub(super) fn clauses(&mut self, clauses: &Clauses) {
        for declared in &clauses.externs {
            let parameters: Vec<&str> = declared.parameters.iter().map(|ty| ty.text.as_str()).collect();
            let effects = if declared.pure { " pure" } else { "" };
            self.clause(declared.name.span.start);
            let (result, name) = (&declared.result.text, &declared.name.text);
            self.push(&format!("extern {result} {name}({}){effects}", parameters.join(", ")));
        }
        if let Some((root, _)) = clauses.gives.first() {
            self.clause(root.span.start);
            self.push(if clauses.exit_values { "gives exit value" } else { "gives" });
            self.replaced_values(&clauses.gives);
        }
        if let Some(nest) = &clauses.nest {
            self.nest(nest);
        }
        if let Some(parallel) = &clauses.parallel {
            self.parallel(parallel);
        }
        for (position, condition) in clauses.when.iter().enumerate() {
            match position {
                0 => {
                    self.clause(condition.span.start);
                    self.push("when ");
                }
                _ => self.push(", "),
            }
            self.expression(condition, 0);
        }
        for (variable, reason) in &clauses.unless {
            self.clause(variable.span.start);
            self.push("unless ");
            self.variable(variable);
            self.push(&format!(" \"{}\"", reason.text));
        }
        if let Some(reason) = &clauses.trusting {
            self.clause(reason.span.start);
            self.push(&format!("trusting \"{}\"", reason.text));
        }
        if clauses.always {
            self.line(0);
            self.push("always");
        }
    }

    fn nest(&mut self, nest: &Nest) {
        for (position, this) in nest.loops.iter().enumerate() {
            match position {
                0 => {
                    self.clause(this.counter.span.start);
                    self.push("gives nest ");
                }
                _ => self.push(", "),
            }
            self.variable(&this.counter);
            if this.is_downward {
                self.push(" down");
            }
            if let Some(around) = &this.bounded_by {
                self.push(" bounded by ");
                self.variable(around);
            }
        }
        for (position, array) in nest.updating.iter().enumerate() {
            self.push(if position == 0 { " updating " } else { ", " });
            self.variable(array);
        }
        if let Some((exit, round)) = &nest.until {
            self.push(" until ");
            self.variable(exit);
            self.push(match round {
                FirstRound::Given => " skipping ",
                FirstRound::LastUnless => " skipping unless ",
            });
        }
        if let Some((value, array)) = &nest.leaving {
            self.push(" leaving ");
            self.variable(value);
            self.push(" in ");
            self.variable(array);
        }
        match &nest.call {
            Some(call) if nest.until.is_some() => self.expression(call, 0),
            Some(call) => {
                self.push(" = ");
                self.expression(call, 0);
            }
            None => {
                self.push(" with");
                self.replaced_values(&nest.results);
            }
        }
    }

    fn parallel(&mut self, parallel: &Parallel) {
        self.clause(parallel.counter.span.start);
        self.push("gives parallel ");
        self.variable(&parallel.counter);
        self.combined(" reducing ", &parallel.reducing);
        self.combined(" privatising ", &parallel.privatising);
        if parallel.schedule != Schedule::Static {
            self.push(&format!(" schedule {}", parallel.schedule.word()));
        }
    }

    fn combined(&mut self, word: &str, all: &[Combined]) {
        for (position, combined) in all.iter().enumerate() {
            self.push(if position == 0 { word } else { ", " });
            match &combined.what {
                Some(what) => self.variable(what),
                None => self.push("any"),
            }
            self.push(&format!(" by {}", combined.by.text));
        }
    }

    /// Prints values and their replacements, one per line.
    fn replaced_values(&mut self, values: &[(Variable, Expression)]) {
        for (position, (root, expression)) in values.iter().enumerate() {
            if position > 0 {
                self.push(",");
                self.line(5);
            }
            self.push(" ");
            self.variable(root);
            self.push(" = ");
            self.expression(expression, 0);
        }
    }

    /// Begins a new line, with the comments that stood before `offset`.
    pub(super) fn clause(&mut self, offset: u32) {
        self.trailing_comment(offset);
        self.line(0);
        self.comments_before(offset, 0);
    }
}
