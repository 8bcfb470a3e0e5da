//! Whether a description finds what it was made of.

use super::code::Code;
use super::place::Place;
use super::results::{Head, Statement};
use super::variables::Variables;
use super::writing::Draft;
use ir::ValueId;
use library::{Budget, Idiom, Library, Solution};

/// The bound on the steps of one search.
const MOST_STEPS: u64 = 20_000_000;

/// The name of a specification's file in messages.
const FILE: &str = "described.candl";

/// The idioms of a text; `None` if it has errors.
pub fn idioms(text: &str) -> Option<Library> {
    let library = Library::new(vec![(FILE.to_owned(), text.as_bytes().to_vec())], None);
    (!library.has_errors() && !library.is_empty()).then_some(library)
}

/// The solutions of an idiom in a function.
pub fn solutions(idiom: &Idiom, code: &Code<'_>) -> Vec<Solution> {
    match idiom.may_occur(code.model().opcodes()) {
        true => idiom.find_in(&code.world(), Budget::of_steps(MOST_STEPS)).solutions,
        false => Vec::new(),
    }
}

/// Whether a description has a solution in which each statement stands for the very value it was made of.
pub(crate) fn finds_its_example(draft: &Draft, variables: &Variables, code: &Code<'_>) -> bool {
    let Some(library) = draft.text(variables, &[]).and_then(|text| idioms(&text)) else { return false };
    let names = variables.names(&draft.used());
    let wanted: Vec<(String, ValueId)> = draft
        .clauses
        .iter()
        .filter_map(|clause| {
            let Statement { head, root, tree } = &clause.statement;
            let name = &names[root.0];
            let value = variables.value(*root)?;
            match head {
                Head::Update(element, _) => {
                    let stored = code.behind(code.model().operand(value, 0)?);
                    let _ = tree;
                    Some((format!("{}.element", names[element.array.0]), stored))
                }
                _ => Some((name.clone(), value)),
            }
        })
        .collect();
    let is_it = |solution: &Solution| {
        wanted.iter().all(|(name, value)| {
            solution
                .get(name)
                .is_some_and(|found| found == *value || code.behind(found) == code.behind(*value))
        })
    };
    library.idioms().iter().any(|idiom| solutions(idiom, code).iter().any(is_it))
}

/// Whether a text has a solution at a place.
pub fn finds_the_place(text: &str, code: &Code<'_>, place: &Place) -> bool {
    let Some(library) = idioms(text) else { return false };
    library.idioms().iter().all(|idiom| {
        solutions(idiom, code).iter().any(|solution| {
            let mut values = solution.variables().filter_map(|(_, value)| value);
            values.any(|value| code.model().position(value).is_some() && place.has(code.model(), value))
        })
    })
}
