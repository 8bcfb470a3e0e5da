//! `idiom extract INPUT`: the loops of a finding, or what is calculated between its values, as a function of
//! their own in the same module.
//!
//! In: a module and a specification. Out: the module with a further function, and a call of it in place of
//! the loops. The variables of the finding give its parameters their names and order. The loops are the
//! outermost one, with all others in it, around the loops whose headers have a found phi. With an interface, the
//! function is what is calculated of its results from its origins, wherever that has one entry in control.

use super::arguments::{Extract, Interface};
use super::find::ir::read;
use idiom::find::{InFunction, Match, find};
use ir::ValueId;
use library::Library;
use llvm::Module;
use tools::Verdict;
use tools::console::{Console, Failure};
use tools::specs;

/// Loops, or a calculation, that can be extracted.
struct Place {
    function: String,
    /// The first instruction of the loop, or the results behind the origins.
    identity: Vec<ValueId>,
    idiom: String,
    /// The place in the source, or else the block, as text.
    shown: String,
    /// The variables with values; those of an interface alone, the origins first.
    variables: Vec<(String, ValueId)>,
}

pub(super) fn run(arguments: &Extract, console: &Console) -> Result<Verdict, Failure> {
    let library = library(arguments, console)?;
    let mut module = read(&arguments.input)?;
    let places = places(&module, &library, arguments)?;
    let place = chosen(&places, arguments)?;
    let name = arguments.name.clone().unwrap_or_else(|| format!("{}_{}", place.function, place.idiom));
    let refused = |why: String| {
        Failure::Usage(format!("{} in {} stays where it is: {why}", place.idiom, place.function))
    };
    let made = match &arguments.interface {
        None => module.outline(&place.function, &place.variables, &name),
        Some(interface) => {
            let (origins, results) = place.variables.split_at(interface.origins.len());
            module.outline_between(&place.function, origins, results, &name)
        }
    };
    made.map_err(refused)?;
    module.verify().map_err(|why| Failure::Internal(format!("the module is broken: {why}")))?;
    match &arguments.output {
        Some(path) => std::fs::write(path, module.text())
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?,
        None => console.print(&module.text())?,
    }
    Ok(Verdict::Fine)
}

fn library(arguments: &Extract, console: &Console) -> Result<Library, Failure> {
    specs::need_one(arguments.idiom.is_some(), &arguments.spec)?;
    specs::library(&arguments.spec, arguments.idiom.as_ref().map(std::slice::from_ref), console)
}

/// The variables of an interface with their values, the origins first; `None` if one of them is unused.
fn between(interface: &Interface, variables: &[(String, ValueId)]) -> Option<Vec<(String, ValueId)>> {
    let value = |name: &String| variables.iter().find(|(own, _)| own == name).cloned();
    interface.origins.iter().chain(&interface.results).map(value).collect()
}

/// The loops or calculations of all findings, each once.
fn places(module: &Module, library: &Library, arguments: &Extract) -> Result<Vec<Place>, Failure> {
    let (mut places, mut without) = (Vec::<Place>::new(), 0);
    let is_chosen = |name: &str| arguments.function.as_ref().is_none_or(|wanted| wanted.is_match(name));
    for InFunction { function, extraction, matches, .. } in
        find(module, library).filter(|found| is_chosen(&found.function.name()))
    {
        for Match { finding, values: variables } in matches {
            let values: Vec<ValueId> = variables.iter().map(|(_, value)| *value).collect();
            let wanted = match &arguments.interface {
                None => extraction.outermost_loop(&values).map(|begin| (vec![begin], variables)),
                Some(interface) => between(interface, &variables)
                    .map(|found| (found.iter().map(|(_, value)| *value).collect(), found)),
            };
            let Some((identity, variables)) = wanted else {
                without += usize::from(!finding.outcome.is_about_the_search());
                continue;
            };
            if places.iter().any(|place| place.function == function.name() && place.identity == identity) {
                continue;
            }
            let location = values.iter().filter_map(|value| extraction.model.location(*value)).next();
            let shown = match location {
                Some(location) => format!("{}:{}", location.file, location.line),
                None if arguments.interface.is_some() => {
                    let names = values.iter().map(|value| extraction.describe(*value));
                    names.collect::<Vec<_>>().join(", ")
                }
                None => format!("the loop that begins with {}", extraction.describe_block(identity[0])),
            };
            let idiom = finding.idiom.split('[').next().unwrap_or_default().to_owned();
            places.push(Place { function: function.name(), identity, idiom, shown, variables });
        }
    }
    match (places.is_empty(), without) {
        (true, 0) => Err(Failure::Usage("nothing is found in the functions of the module".to_owned())),
        (true, _) if arguments.interface.is_some() => Err(Failure::Usage(
            "what is found has no values for some of the variables of the interface".to_owned(),
        )),
        (true, _) => Err(Failure::Usage(
            "what is found has no loop around it that begins with one of its values".to_owned(),
        )),
        (false, _) => Ok(places),
    }
}

fn chosen<'p>(places: &'p [Place], arguments: &Extract) -> Result<&'p Place, Failure> {
    let number = arguments.number.map(|number| number as usize - 1);
    match (places, number) {
        ([only], None) => Ok(only),
        (_, Some(number)) if number < places.len() => Ok(&places[number]),
        _ => {
            let line = |(k, place): (usize, &Place)| {
                format!("\n  {}: {} in {}, {}", k + 1, place.idiom, place.function, place.shown)
            };
            let listed: String = places.iter().enumerate().map(line).collect();
            Err(Failure::Usage(format!("--number says which of these is meant:{listed}")))
        }
    }
}
