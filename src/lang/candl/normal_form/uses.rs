//! The variables that a specification uses other than as the root of their pattern or as a condition.
//!
//! LLVM negates a comparison that only choices and branches use, and exchanges their arms. Any other use of
//! its value preserves the comparison as written.
//!
//! ```text
//! ( {r} ~ {c} ? {a} : {b} ∧ {c} ~ {x} != {y} ∧ {z} ~ zext({c}) )   =>   c is used elsewhere
//! ```

use super::super::ast::{Formula, FormulaKind, Variable, each_formula};
use super::super::atom_table::AtomKind;
use super::super::pattern::tree::{Expression, ExpressionKind};
use rustc_hash::FxHashSet;

/// The names of such variables.
#[derive(Debug, Default)]
pub(super) struct Uses(FxHashSet<String>);

impl Uses {
    /// The uses of variables in a formula.
    pub(super) fn of(formula: &Formula) -> Uses {
        let mut uses = Uses::default();
        each_formula(formula, true, &mut |formula| uses.learn(formula));
        uses
    }

    pub(super) fn has(&self, variable: &Variable) -> bool {
        self.0.contains(&variable.text())
    }

    fn add(&mut self, variable: &Variable) {
        self.0.insert(variable.text());
    }

    fn learn(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Pattern(pattern) => pattern.expressions().for_each(|it| self.expression(it)),
            FormulaKind::Comparison(comparison) => {
                comparison.sides().into_iter().for_each(|side| self.expression(side));
            }
            FormulaKind::Include(include) => {
                include.placing.renames.iter().for_each(|(_, here)| self.add(here));
            }
            // Types and opcodes are not uses, and neither is an inequality of two values.
            FormulaKind::Atom(atom) if atom.kind != AtomKind::Differ => {
                let variables: Vec<&Variable> = atom.variables().collect();
                if variables.len() > 1 {
                    variables.into_iter().for_each(|variable| self.add(variable));
                }
            }
            _ => {}
        }
    }

    /// Adds the variables of an expression, except names given to its parts and conditions of choices.
    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Variable(variable) => self.add(variable),
            ExpressionKind::Choice(condition, a, b) => {
                if !matches!(condition.kind, ExpressionKind::Variable(_)) {
                    self.expression(condition);
                }
                self.expression(a);
                self.expression(b);
            }
            ExpressionKind::Element(element) => {
                self.add(&element.base);
                expression.children().into_iter().for_each(|child| self.expression(child));
            }
            _ => expression.children().into_iter().for_each(|child| self.expression(child)),
        }
    }
}
