//! The clauses of a rewrite as text, a line each.

use super::super::ast::Clauses;
use super::Printer;

impl Printer<'_> {
    pub(super) fn clauses(&mut self, clauses: &Clauses) {
        for declared in &clauses.externs {
            let parameters: Vec<&str> = declared.parameters.iter().map(|ty| ty.text.as_str()).collect();
            let effects = if declared.pure { " pure" } else { "" };
            self.clause(declared.name.span.start);
            let (result, name) = (&declared.result.text, &declared.name.text);
            self.push(&format!("extern {result} {name}({}){effects}", parameters.join(", ")));
        }
        for (position, (root, expression)) in clauses.gives.iter().enumerate() {
            match position {
                0 => self.clause(root.span.start),
                _ => self.push(","),
            }
            if position > 0 {
                self.line(5);
            } else {
                self.push("gives");
            }
            self.push(" ");
            self.variable(root);
            self.push(" = ");
            self.expression(expression, 0);
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

    /// A new line, with the comments that stood before `offset`.
    fn clause(&mut self, offset: u32) {
        self.trailing_comment(offset);
        self.line(0);
        self.comments_before(offset, 0);
    }
}
