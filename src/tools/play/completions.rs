//! Completion in the page, by the same parser as in `idiom lsp`.
//!
//! In: a text and a place in it. Out: the words that may stand there, and the begin of the word that they
//! replace. Lines and columns count from 0, columns in UTF-16 code units, as browsers do.

use editor::{Completion, Lines, Place, View, complete};
use serde::Deserialize;
use serde_json::{Value, json};

/// A text of specifications and a place in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Typed {
    candl: String,
    line: u32,
    column: u32,
}

/// The words that may stand at the place. `snippet` marks texts with placeholders to fill in, `${1:x}`.
pub(super) fn at(typed: &Typed) -> Value {
    let lines = Lines::new(&typed.candl);
    let offset = lines.offset(Place { line: typed.line, column: typed.column });
    let found = complete(&View::new("mine.candl", &typed.candl, &|_| None), offset);
    let from = found.first().map_or(offset, |completion| completion.replaces.start);
    let option = |completion: &Completion| {
        json!({
            "label": completion.label, "text": completion.text, "snippet": completion.is_snippet,
            "info": completion.documentation,
        })
    };
    let options: Vec<Value> = found.iter().map(option).collect();
    json!({ "column": lines.place(from).column, "options": options })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_units_of_utf_16() {
        let candl = "Constraint C\n( {𝑥} ∈ {y}.args ∧ opc".to_owned();
        let completions = at(&Typed { candl, line: 1, column: 23 });
        assert_eq!(completions["column"], 20, "{completions}");
        let options = completions["options"].as_array().expect("options");
        assert!(options.iter().any(|option| option["label"] == "opcode{x} = s"), "{completions}");
        let none = at(&Typed { candl: "# a comment".to_owned(), line: 0, column: 11 });
        assert_eq!(none["options"], json!([]));
    }
}
