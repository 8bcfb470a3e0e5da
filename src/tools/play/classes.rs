//! The colours of specifications: the parser's classes of their tokens.
//!
//! In: `opcode{x} = add`. Out: for each token its line, column, length and class. Lines and columns count
//! from 0, columns and lengths in UTF-16 code units, as browsers do.

use editor::Lines;
use lang::candl::classes::classify;
use serde_json::{Value, json};

/// The tokens of a text.
pub(super) fn of(text: &str) -> Value {
    let lines = Lines::new(text);
    let token = |token: &lang::candl::classes::Classified| {
        let start = lines.place(token.span.start as usize);
        let end = lines.place(token.span.end as usize);
        json!([start.line, start.column, end.column - start.column, token.class.name()])
    };
    classify(text).iter().map(token).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_units_of_utf_16() {
        let shown = of("Constraint C ( {𝑥} = {y} ∧ opcode{y} = phi) End\n# end");
        let tokens: Vec<String> = shown.as_array().into_iter().flatten().map(Value::to_string).collect();
        for expect in [r#"[0,28,6,"constraint"]"#, r#"[0,40,3,"opcode"]"#, r#"[1,0,5,"comment"]"#] {
            assert!(tokens.iter().any(|token| token == expect), "{expect} in {tokens:?}");
        }
    }
}
