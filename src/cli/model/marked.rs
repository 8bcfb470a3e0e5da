//! The finding that a picture marks.

use super::Model;
use idiom::find::{InFunction, Match, in_function};
use ir::{Opcode, ValueId};
use library::{Budget, Library};
use llvm::{BoundExtraction, FunctionRef};
use report::{describe_place, shown_name};
use search::Settings;
use std::rc::Rc;
use tools::console::{Console, Failure};
use tools::specs;

/// A function with the values to mark in it.
pub(super) struct Marked<'m> {
    pub(super) extraction: Rc<BoundExtraction<'m>>,
    pub(super) values: Vec<(String, ValueId)>,
    /// Notes for the picture: the finding, and its variables without a node.
    pub(super) notes: Vec<String>,
}

/// A finding with its function.
type Found<'m> = (Rc<BoundExtraction<'m>>, Match);

/// Searches for the specification, and returns the only finding or the one that `--number` selects.
pub(super) fn find<'m>(
    functions: &[FunctionRef<'m>],
    arguments: &Model,
    console: &Console,
) -> Result<Marked<'m>, Failure> {
    let library = library(arguments, console)?;
    let settings = Settings::new(&library, Budget::default());
    let mut all: Vec<Found<'m>> = Vec::new();
    for &function in functions {
        let InFunction { extraction, matches, .. } = in_function(function, &settings);
        let extraction = Rc::new(extraction);
        let found = matches.into_iter().filter(|found| !found.finding.outcome.is_about_the_search());
        all.extend(found.map(|found| (extraction.clone(), found)));
    }
    let at = number(&all, arguments)?;
    let found = all.swap_remove(at);
    let notes = notes(&found);
    let (extraction, Match { values, .. }) = found;
    Ok(Marked { extraction, values, notes })
}

fn library(arguments: &Model, console: &Console) -> Result<Library, Failure> {
    specs::library(&arguments.spec, arguments.idiom.as_ref().map(std::slice::from_ref), console)
}

fn number(all: &[Found<'_>], arguments: &Model) -> Result<usize, Failure> {
    match (all, arguments.number.map(|number| number as usize - 1)) {
        ([], _) => Err(Failure::Usage("nothing is found; `idiom find --explain` says why".to_owned())),
        ([_], None) => Ok(0),
        (_, Some(number)) if number < all.len() => Ok(number),
        _ => {
            let line = |(k, found): (usize, &Found<'_>)| format!("\n  {}: {}", k + 1, headline(found));
            let listed: String = all.iter().enumerate().map(line).collect();
            Err(Failure::Usage(format!("--number says which of these is meant:{listed}")))
        }
    }
}

/// The title of a finding: `For in f, x.c:7:9`. Without a source location it is `For in f, %12`, with the
/// block of the first phi or else of the first instruction.
fn headline((extraction, found): &Found<'_>) -> String {
    let finding = &found.finding;
    let opcode = |value: &ValueId| extraction.model.opcode(*value);
    let instructions: Vec<ValueId> =
        found.values.iter().map(|(_, value)| *value).filter(|value| opcode(value).is_some()).collect();
    let phi = instructions.iter().find(|value| opcode(value) == Some(Opcode::Phi));
    let first = phi.or(instructions.first());
    let place = match &finding.place {
        Some(place) => Some(describe_place(place)),
        None => first.map(|value| extraction.describe_block(*value)),
    };
    let place = place.map_or_else(String::new, |place| format!(", {place}"));
    format!("{} in {}{place}", finding.idiom, shown_name(&finding.function))
}

/// The notes: a line for the marked finding, and one for each variable whose value is not in the function.
fn notes(marked: &Found<'_>) -> Vec<String> {
    let (_, found) = marked;
    let is_drawn = |name: &str| found.values.iter().any(|(known, _)| known == name);
    let others = found.finding.variables.iter().filter(|variable| !is_drawn(&variable.name));
    let others = others.filter_map(|variable| Some(format!("{} = {}", variable.name, variable.shown()?)));
    std::iter::once(format!("marked: {}", headline(marked))).chain(others).collect()
}
