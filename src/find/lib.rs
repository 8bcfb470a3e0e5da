//! Finding idioms in a module: what a program calls that uses this crate as a library, as the command does.
//!
//! ```ignore
//! use idiom::{find, library::Library, llvm::Module};
//!
//! let module = Module::read("x.ll".as_ref()).expect("IR");
//! let library = Library::new(Vec::new(), Some(&["MatrixProduct".to_owned()]));
//! for function in find::find(&module, &library) {
//!     for found in &function.matches {
//!         println!("{} in {}: {:?}", found.finding.idiom, function.function.name(), found.values);
//!     }
//! }
//! ```
//!
//! In: a module and specifications. Out: function by function what is found, as data to tell and as the
//! values of the variables. Nothing is changed.

use facts::{Answers, ModuleFacts};
use ir::ValueId;
use lang::atoms::{FactAnswer, Place};
use lang::candl::ast::Modality;
use library::{Budget, Library};
use llvm::{BoundExtraction, FunctionRef, Module};
use report::pictures::{Picture, TooLarge, Words, dot};
use report::{Finding, FunctionFact};
use search::{Pin, Settings, search};
use wording::{Answer, Hit, Spelling, View, findings};

/// One instance of an idiom.
#[derive(Clone, Debug)]
pub struct Match {
    /// The finding: places, texts, a fingerprint. Its outcome says where a search gave up instead.
    pub finding: Finding,
    /// The variables whose values the function has, in the order of the specification. Terms, and values that
    /// only the normalised form has, are in the finding alone.
    pub values: Vec<(String, ValueId)>,
}

impl Match {
    /// The value of a variable, if the function has it.
    pub fn value(&self, name: &str) -> Option<ValueId> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }
}

/// The matches of one function.
pub struct InFunction<'m> {
    /// The function.
    pub function: FunctionRef<'m>,
    /// Its model, with the LLVM value behind each value.
    pub extraction: BoundExtraction<'m>,
    /// The matches, idiom by idiom in the order of the library.
    pub matches: Vec<Match>,
    /// The search's answer as passes see it.
    pub answer: Answer,
}

/// The facts that hold of a function with a body, and the `may` facts that do not.
pub fn facts_of(facts: &ModuleFacts<'_>, function: &str, is_local: bool) -> Vec<FunctionFact> {
    let Some(answers) = facts.of_function(function) else { return Vec::new() };
    let mut found = Vec::new();
    for (fact, answer) in facts.facts().iter().zip(&*answers) {
        let one = |holds: bool, place: Option<Place>| FunctionFact {
            function: function.to_owned(),
            fact: fact.name().to_owned(),
            holds,
            parameter: place.map(|place| place.parameter),
            offset: place.map_or(0, |place| place.offset),
            local: is_local,
        };
        let is_may = fact.interface.modality == Modality::May;
        match answer {
            FactAnswer::Unknown => {}
            FactAnswer::Holds => found.push(one(true, None)),
            FactAnswer::HoldsOf(places) if places.is_empty() => {
                found.extend(is_may.then(|| one(false, None)))
            }
            FactAnswer::HoldsOf(places) => found.extend(places.iter().map(|place| one(true, Some(*place)))),
            FactAnswer::Fails => found.extend(is_may.then(|| one(false, None))),
        }
    }
    found
}

/// Looks for every idiom of the library in every function with a body, within the default bounds. Facts about
/// called functions come from their bodies in the module, and from the table of the C and C++ library.
pub fn find<'m>(module: &'m Module, library: &Library) -> impl Iterator<Item = InFunction<'m>> {
    let answers = Answers::default();
    let with_bodies = module.functions().filter(|function| !function.is_declaration());
    with_bodies.map(move |function| {
        let (bodies, budget) = (|name: &str| module.body(name), Budget::default());
        let (declared, known) = (facts::of_the_library(), Answers::clone(&answers));
        let facts = ModuleFacts::new(library.facts(), declared, &bodies, budget, known);
        in_function(function, &Settings { facts: Some(&facts), ..Settings::new(library, budget) })
    })
}

/// Looks for idioms in one function.
pub fn in_function<'m>(function: FunctionRef<'m>, settings: &Settings<'_>) -> InFunction<'m> {
    let extraction = function.extract();
    let pins = Pin::of_function(settings.pins, &extraction.model, &|value| extraction.describe(value));
    let answer = search(&extraction.model, &Settings { pins: &pins, ..*settings });
    let mut matches = Vec::new();
    for part in answer.parts() {
        let view = part.view(&extraction.model);
        let before = matches.len();
        let found = with_spelling(&extraction, |spelling| findings(&view, spelling, &part.hits, before));
        let of = |(finding, hit): (Finding, &Hit)| Match { finding, values: values(hit, &view) };
        matches.extend(found.into_iter().zip(&part.hits).map(of));
    }
    InFunction { function, extraction, matches, answer }
}

/// Runs something that needs the words of a function.
pub fn with_spelling<T>(extraction: &BoundExtraction<'_>, work: impl FnOnce(&Spelling<'_>) -> T) -> T {
    let folder = std::env::current_dir().unwrap_or_default();
    work(&Spelling {
        describe: &|value| extraction.describe(value),
        block: &|instruction| extraction.describe_block(instruction),
        variable: &|value| extraction.variable(value).cloned(),
        inlined_from: &|value| extraction.inlined_from(value),
        callers: &|value| extraction.callers(value),
        runs: &|value| extraction.runs(value),
        folder: &folder,
    })
}

/// A picture of a function as DOT, the language of Graphviz.
pub fn picture(extraction: &BoundExtraction<'_>, picture: &Picture<'_>) -> Result<String, TooLarge> {
    let words = Words {
        describe: &|value| extraction.describe(value),
        block: &|instruction| extraction.describe_block(instruction),
        variable: &|value| Some(extraction.variable(value)?.name.clone()),
    };
    dot(&extraction.model, &words, picture)
}

fn values(hit: &Hit, view: &View<'_>) -> Vec<(String, ValueId)> {
    let own = |value: Option<ValueId>| Some(view.in_function(hit.bound_of(view, value?).value()?));
    hit.variables().filter_map(|(name, value)| Some((name.to_owned(), own(value)?))).collect()
}
