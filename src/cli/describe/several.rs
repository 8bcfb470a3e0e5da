//! Several examples and counter-examples: what the examples have in common and the counter-examples have not.

use super::arguments::{Describe, NamedPlace};
use super::examples::{Chosen, Compilation, Compiler};
use super::{Tried, found_at, is_found, refusal};
use describe::{Described, Level, Specification, Wanted, describe};
use tools::console::{Console, Failure};

/// A place in its compilations, and its exact descriptions.
struct Example<'a> {
    place: &'a NamedPlace,
    compilations: Vec<Compilation>,
    function: String,
    specifications: Vec<Specification>,
}

/// The description of what all examples have in common. `None` after a message.
pub(super) fn tried(
    compiler: &Compiler<'_>,
    chosen: &Chosen<'_>,
    arguments: &Describe,
    console: &Console,
) -> Result<Option<Tried>, Failure> {
    let mut examples = Vec::new();
    let own = Compiler { only_own: true, ..*compiler };
    for (at, place) in std::iter::once(&arguments.place).chain(&arguments.also).enumerate() {
        let chosen =
            if at == 0 { Chosen { ..*chosen } } else { Chosen { place, function: None, value: None } };
        let compiler = if at == 0 { compiler } else { &own };
        match example(compiler, &chosen, &arguments.options.name)? {
            Ok(example) => examples.push(example),
            Err(why) => {
                console.note(&why);
                return Ok(None);
            }
        }
    }
    let Some(exact) = in_common(&examples) else {
        console.note("the examples have no result of one kind, such as a reduction or a store, in common");
        return Ok(None);
    };
    let candidates = exact.from_general(arguments.options.level());
    let at_own = |text: &str, example: &Example<'_>, chosen: &Chosen<'_>| {
        example.compilations.first().is_some_and(|compilation| is_found(text, compilation, chosen))
    };
    let finds_all = |text: &str| {
        examples.iter().enumerate().all(|(at, example)| {
            let plain = Chosen { place: example.place, function: None, value: None };
            at_own(text, example, if at == 0 { chosen } else { &plain })
        })
    };
    let finding: Vec<Specification> =
        candidates.into_iter().filter(|candidate| finds_all(&candidate.text(&[]))).collect();
    let Some(widest) = finding.first().cloned() else {
        console.note("no description that was tried finds all examples");
        return Ok(None);
    };
    let mut counter = Vec::new();
    for place in &arguments.not {
        let needle = place.lines;
        counter.push((place, own.compilations(place, needle)?));
    }
    let found_counter = |specification: &Specification| {
        let text = specification.text(&[]);
        counter.iter().find(|(place, compilations)| {
            let chosen = Chosen { place, function: None, value: None };
            compilations.first().is_some_and(|compilation| is_found(&text, compilation, &chosen))
        })
    };
    let Some(specification) = finding.iter().find(|candidate| found_counter(candidate).is_none()) else {
        if let Some((place, _)) = found_counter(finding.last().unwrap_or(&widest)) {
            console.note(&alike(&examples, place, &widest, &own)?);
        }
        return Ok(None);
    };
    let text = specification.text(&[]);
    let found = match examples.first() {
        Some(first) => found_at(&text, &first.compilations, chosen, &first.function),
        None => Default::default(),
    };
    let specifications = vec![specification.clone()];
    let described = Described { specifications, left_free: Vec::new(), unsaid: Vec::new() };
    Ok(Some(Tried { described, function: None, found: vec![found] }))
}

/// An example, or the message that it cannot be described.
fn example<'a>(
    compiler: &Compiler<'_>,
    chosen: &Chosen<'a>,
    name: &str,
) -> Result<Result<Example<'a>, String>, Failure> {
    let needle = if chosen.value.is_some() { None } else { chosen.place.lines };
    let compilations = compiler.compilations(chosen.place, needle)?;
    let mut reasons: Option<Vec<String>> = None;
    let made = compilations.first().and_then(|own| {
        own.each(chosen, |function, code, place| {
            match describe(code, &Wanted { place, level: Level::Exact, name, before: 0 }) {
                Ok(described) => Some((function.to_owned(), described.specifications)),
                Err(unsaid) => {
                    reasons.get_or_insert_default().extend(unsaid);
                    None
                }
            }
        })
    });
    Ok(match made {
        None => Err(refusal(chosen.place, chosen.function, reasons)),
        Some((function, specifications)) => {
            Ok(Example { place: chosen.place, compilations, function, specifications })
        }
    })
}

/// The exact description of what all examples have in common, of the specifications that have the most.
fn in_common(examples: &[Example<'_>]) -> Option<Specification> {
    let (first, others) = examples.split_first()?;
    let joined = first.specifications.iter().filter_map(|specification| {
        others.iter().try_fold(specification.clone(), |known, other| {
            let all = other.specifications.iter().filter_map(|other| known.joined(other));
            all.max_by_key(Specification::weight)
        })
    });
    joined.max_by_key(Specification::weight)
}

/// The message that a counter-example cannot be told from the examples.
fn alike(
    examples: &[Example<'_>],
    place: &NamedPlace,
    widest: &Specification,
    compiler: &Compiler<'_>,
) -> Result<String, Failure> {
    let chosen = Chosen { place, function: None, value: None };
    let own = match example(compiler, &chosen, "Counterexample")? {
        Ok(example) => example.specifications.iter().map(|one| one.text(&[])).collect::<Vec<_>>().join("\n"),
        Err(why) => why,
    };
    let places: Vec<String> = examples.iter().map(|example| example.place.shown()).collect();
    Ok(format!(
        "nothing that was tried tells {} from {}\n\nthe examples:\n\n{}\nthe counter-example:\n\n{own}",
        place.shown(),
        places.join(" and "),
        widest.text(&[])
    ))
}
