//! Sharing of reads: repeated elements and loads of a pattern are one value, which is described once.
//!
//! Two loads of one location are two values in the code only if the location may have been written in
//! between.
//!
//! ```text
//! {r} ~ *{p} + *{p}     int x = *p; return x + *p;             found: one load
//!                       int x = *p; g(); return x + *p;        not found
//! ```

use super::formulas::Scope;
use super::tree::{Expression, ExpressionKind, Pattern, is_anything};
use super::{Expansion, VarName};

impl Expansion<'_> {
    /// Describes the reads that the pattern repeats.
    pub(super) fn share_reads(&mut self, pattern: &Pattern, scope: &mut Scope) {
        let mut reads = Vec::new();
        pattern.expressions().for_each(|expression| each_read(expression, &mut |read| reads.push(read)));
        for (at, read) in reads.iter().enumerate() {
            let again = |other: &&Expression| self.same_value(read, other);
            if self.shared(read).is_none() && reads[at + 1..].iter().any(again) {
                let name = self.hidden(scope);
                self.described.push(((*read).clone(), name.clone()));
                self.describe(&name, read, scope);
                self.shared.push(((*read).clone(), name));
            }
        }
    }

    /// The variable of a repeated read.
    pub(super) fn shared(&self, read: &Expression) -> Option<&VarName> {
        self.shared.iter().find(|(other, _)| self.same_value(read, other)).map(|(_, name)| name)
    }

    /// Whether two expressions are written alike and read memory.
    pub(super) fn same_value(&self, a: &Expression, b: &Expression) -> bool {
        let (ExpressionKind::Element(_) | ExpressionKind::Load(_)) = a.kind else { return false };
        self.written_alike(a, b)
    }

    fn written_alike(&self, a: &Expression, b: &Expression) -> bool {
        let same_name = |a, b| !is_anything(a) && !is_anything(b) && (self.name)(a) == (self.name)(b);
        let is_alike = match (&a.kind, &b.kind) {
            (ExpressionKind::Variable(a), ExpressionKind::Variable(b)) => same_name(a, b),
            (ExpressionKind::Number(a), ExpressionKind::Number(b)) => a.text == b.text,
            (ExpressionKind::Index(a), ExpressionKind::Index(b)) => a.text == b.text,
            (ExpressionKind::Binary(a, ..), ExpressionKind::Binary(b, ..)) => a == b,
            (ExpressionKind::Element(a), ExpressionKind::Element(b)) => {
                same_name(&a.base, &b.base)
                    && a.by_rows == b.by_rows
                    && a.stored.is_none()
                    && b.stored.is_none()
            }
            (ExpressionKind::Load(_), ExpressionKind::Load(_))
            | (ExpressionKind::Field(..), ExpressionKind::Field(..)) => true,
            _ => false,
        };
        let (a, b) = (a.children(), b.children());
        is_alike && a.len() == b.len() && a.into_iter().zip(b).all(|(a, b)| self.written_alike(a, b))
    }
}

/// Calls `visit` with each element and load of an expression, inner ones first.
fn each_read<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e Expression)) {
    expression.children().into_iter().for_each(|child| each_read(child, visit));
    if let ExpressionKind::Element(_) | ExpressionKind::Load(_) = expression.kind {
        visit(expression);
    }
}
