//! By example: from a place in the code to a description that finds it.
//!
//! ```text
//! for (i = 0; i < n; i++) s += a[i] * b[i];       =>       {s} += {a}[{i}] * {b}[{i}]
//! ```
//!
//! In: a function and a [`Place`] in it. Out: the results there (`results`) as specifications in the
//! language, with names from the source. Each one is run before it is returned, and has a solution that is
//! the example; parts that cannot be said are left free and listed.

mod code;
mod elements;
mod growing;
mod levels;
mod place;
mod reading;
mod results;
mod together;
mod tree;
mod variables;
mod verifying;
mod writing;

pub use code::{Code, NameOf};
pub use levels::Level;
pub use place::Place;
pub use verifying::{finds_the_place, idioms, solutions};

use elements::Arrays;
use ir::ValueId;
use library::check;
use reading::{Address, Reader};
use results::{Effect, Head, Statement, results};
use std::collections::BTreeSet;
use tree::{Base, Element, Tree, TreeKind, Variable};
use variables::Variables;
use writing::{Clause, Draft, Further};

/// The request for a description.
#[derive(Clone, Copy)]
pub struct Wanted<'w> {
    /// The place.
    pub place: &'w Place,
    /// The level of generalisation.
    pub level: Level,
    /// The name of the specification.
    pub name: &'w str,
    /// The number of specifications of that name before it; the next ones have a number after the name.
    pub before: usize,
}

/// A description that finds its example.
#[derive(Clone, Debug)]
pub struct Described {
    /// The specifications: results that share no value have one each.
    pub specifications: Vec<Specification>,
    /// Parts of the code that the description leaves free, in words.
    pub left_free: Vec<String>,
    /// Results at the place that could not be said, in words.
    pub unsaid: Vec<String>,
}

/// One specification of a description.
#[derive(Clone, Debug)]
pub struct Specification {
    draft: Draft,
    variables: Variables,
    headline: Option<String>,
    /// The formulas, each with the code that it stands for.
    pub explained: Vec<(String, String)>,
}

impl Specification {
    /// The canonical text, below comment lines and the line that words its findings.
    pub fn text(&self, comments: &[String]) -> String {
        let mut comments = comments.to_vec();
        if let Some(headline) = &self.headline {
            if !comments.is_empty() {
                comments.push(String::new());
            }
            comments.push(format!("> {headline}"));
        }
        self.draft.text(&self.variables, &comments).unwrap_or_default()
    }

    /// The description of all that this and another one, both [exact](Level::Exact), have in common.
    pub fn joined(&self, other: &Specification) -> Option<Specification> {
        let (left, right) = ((&self.draft, &self.variables), (&other.draft, &other.variables));
        let (draft, variables) = together::joined(left, right)?;
        Some(finished(draft, &variables))
    }

    /// The number of values of which something is stated.
    pub fn weight(&self) -> usize {
        self.draft.clauses.iter().map(|clause| together::weight(&clause.statement.tree) + 1).sum()
    }

    /// This exact description at a level, and then narrower ones down to this one.
    pub fn from_general(&self, level: Level) -> Vec<Specification> {
        let usual = together::usual(&self.draft, level);
        let narrower = together::narrower(&usual, &self.draft);
        std::iter::once(usual).chain(narrower).map(|draft| finished(draft, &self.variables)).collect()
    }
}

/// Describes a place; `Err` says which results could not be said.
///
/// # Errors
///
/// There is no result at the place, or no description of one finds it.
pub fn describe(code: &Code<'_>, wanted: &Wanted<'_>) -> Result<Described, Vec<String>> {
    let mut reader = Reader::new(code, wanted.place);
    let effects = results(&mut reader, wanted.place);
    let Reader { variables, addresses, .. } = reader;
    let mut maker = Maker { code, wanted, variables, addresses, left: Vec::new() };
    let (mut clauses, mut unsaid) = (Vec::new(), Vec::new());
    for effect in &effects {
        match maker.clause(effect) {
            Some(clause) => clauses.push(clause),
            None => unsaid.push(maker.in_words(effect.words, effect.value)),
        }
    }
    if clauses.is_empty() {
        return Err(unsaid);
    }
    let mut specifications = Vec::new();
    for group in connected(&clauses) {
        let members: Vec<Clause> = group.iter().map(|at| clauses[*at].clone()).collect();
        let whole = maker.draft(&members, specifications.len());
        if members.len() == 1 || maker.holds(&whole) {
            specifications.push(finished(whole, &maker.variables));
            continue;
        }
        for member in members {
            let draft = maker.draft(&[member], specifications.len());
            specifications.push(finished(draft, &maker.variables));
        }
    }
    Ok(Described { specifications, left_free: maker.left, unsaid })
}

/// The clauses in groups that share variables.
fn connected(clauses: &[Clause]) -> Vec<Vec<usize>> {
    let used: Vec<BTreeSet<Variable>> = clauses
        .iter()
        .map(|clause| {
            let draft = Draft { name: String::new(), clauses: vec![clause.clone()], arrays: Vec::new() };
            draft.used().into_iter().collect()
        })
        .collect();
    let mut groups: Vec<(BTreeSet<Variable>, Vec<usize>)> = Vec::new();
    for (at, own) in used.into_iter().enumerate() {
        let (shared, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(known, _)| !known.is_disjoint(&own));
        let mut all = (own, vec![at]);
        for (known, members) in shared {
            all.0.extend(known);
            all.1.extend(members);
        }
        all.1.sort_unstable();
        groups = apart;
        groups.push(all);
    }
    groups.sort_by_key(|(_, members)| members[0]);
    groups.into_iter().map(|(_, members)| members).collect()
}

/// Makes clauses and drafts that find their example.
struct Maker<'k, 'm> {
    code: &'k Code<'m>,
    wanted: &'k Wanted<'k>,
    variables: Variables,
    addresses: Vec<Address>,
    left: Vec<String>,
}

impl Maker<'_, '_> {
    fn in_words(&self, words: &str, value: ValueId) -> String {
        match self.code.line(value) {
            Some(line) => format!("{words} at {line}"),
            None => words.to_owned(),
        }
    }

    /// The most telling clause of a result that finds it.
    fn clause(&mut self, effect: &Effect) -> Option<Clause> {
        let words = self.in_words(effect.words, effect.value);
        let exact: Vec<Clause> = effect
            .ways
            .iter()
            .map(|statement| {
                let further = self.further(statement, effect);
                let guard = effect.guard.clone();
                let (or, flows, words) = (Vec::new(), Vec::new(), words.clone());
                Clause { statement: statement.clone(), guard, or, further, flows, words }
            })
            .collect();
        let level = self.wanted.level;
        for clause in &exact {
            let mut general = clause.clone();
            levels::at_level(&mut general, level);
            let unguarded = |clause: &Clause| Clause { guard: None, ..clause.clone() };
            let plain = |clause: &Clause| Clause { further: Vec::new(), ..clause.clone() };
            let by_flow = levels::by_data_flow(&general).filter(|_| level == Level::Loose);
            if let Some(tried) = by_flow.filter(|tried| self.finds(tried)) {
                return Some(tried);
            }
            for tried in [general.clone(), plain(&general), unguarded(&general), plain(&unguarded(&general))]
            {
                if self.finds(&tried) {
                    if general.guard.is_some() && tried.guard.is_none() {
                        self.left.push(format!("the condition of {words}"));
                    }
                    return Some(tried);
                }
            }
        }
        for clause in exact {
            let mut clause = Clause { guard: None, further: Vec::new(), ..clause };
            levels::at_level(&mut clause, level);
            let keeps_root = !matches!(
                clause.statement.head,
                Head::Reduction(_) | Head::Update(..) | Head::Store(_) | Head::StoreAt(_)
            );
            let whole = clause.statement.tree.clone();
            let mut holds = |tree: &Tree| {
                let statement = Statement { tree: tree.clone(), ..clause.statement.clone() };
                self.finds(&Clause { statement, ..clause.clone() })
            };
            let Some((tree, left)) = growing::grown(&whole, keeps_root, &mut holds) else { continue };
            for variable in left {
                let value = self.variables.value(variable);
                let named = format!("`{{{}}}`", self.variables.hint(variable));
                self.left.push(value.map_or(named.clone(), |value| self.in_words(&named, value)));
            }
            clause.statement.tree = tree;
            return Some(clause);
        }
        None
    }

    /// The formulas beside the pattern at the exact level.
    fn further(&self, statement: &Statement, effect: &Effect) -> Vec<Further> {
        let model = self.code.model();
        let mut further = Vec::new();
        let typed = |variable: Variable| {
            let value = self.variables.value(variable)?;
            Some(Further::Type(variable, model.type_of(value).name.clone()))
        };
        match &statement.head {
            Head::Reduction(_) => {
                further.extend(typed(statement.root));
                let next = self.code.next_of(effect.value).map(|next| self.code.behind(next));
                let is_always = next.is_some_and(|next| {
                    !matches!(model.opcode(next), Some(ir::Opcode::Phi | ir::Opcode::Select))
                });
                further.extend(is_always.then_some(Further::Always(statement.root)));
            }
            Head::Value | Head::Recurrence(_) | Head::Returned(_) => further.extend(typed(statement.root)),
            Head::Store(written) | Head::Update(written, _) => {
                let mut read = Vec::new();
                statement.tree.each(&mut |node| {
                    if let TreeKind::Element(element) = &node.kind
                        && element.array != written.array
                        && !read.contains(&element.array)
                    {
                        read.push(element.array);
                    }
                });
                further.extend(read.into_iter().map(|read| Further::Apart(written.array, read)));
            }
            Head::StoreAt(_) | Head::Exit(_) | Head::Call(..) => {}
        }
        let mut read: Vec<Variable> = Vec::new();
        statement.tree.each(&mut |node| {
            if let TreeKind::Element(element) = &node.kind {
                further.extend(
                    read.iter()
                        .filter(|read| **read != element.array)
                        .map(|read| Further::Differ(*read, element.array)),
                );
                if !read.contains(&element.array) {
                    read.push(element.array);
                }
            }
        });
        let mut seen = Vec::new();
        further.retain(|further| {
            let is_new = !seen.contains(further);
            seen.push(further.clone());
            is_new
        });
        further
    }

    /// The draft of clauses, with arrays told apart.
    fn draft(&mut self, clauses: &[Clause], number: usize) -> Draft {
        let mut clauses = clauses.to_vec();
        let mut used = BTreeSet::new();
        for clause in &mut clauses {
            each_element(clause, &mut |element| {
                used.insert(element.address);
            });
        }
        let arrays = Arrays::of(&self.addresses, &used, &mut self.variables);
        for clause in &mut clauses {
            each_element(clause, &mut |element| arrays.apply(element));
        }
        let number = self.wanted.before + number;
        let name = match number {
            0 => self.wanted.name.to_owned(),
            _ => format!("{}{}", self.wanted.name, number + 1),
        };
        Draft { name, clauses, arrays: arrays.stated }
    }

    fn finds(&mut self, clause: &Clause) -> bool {
        let draft = self.draft(std::slice::from_ref(clause), 0);
        self.holds(&draft)
    }

    fn holds(&self, draft: &Draft) -> bool {
        verifying::finds_its_example(draft, &self.variables, self.code)
    }
}

/// The specification of a draft, with the line that words its findings.
fn finished(draft: Draft, variables: &Variables) -> Specification {
    let formulas = draft.formulas(variables);
    let explained = formulas.into_iter().map(|(at, formula)| {
        let words = at.map_or_else(|| "the array".to_owned(), |at| draft.clauses[at].words.clone());
        (formula, words)
    });
    let explained = explained.collect();
    let mut made = Specification { headline: None, variables: variables.clone(), explained, draft };
    made.headline = headline(&made.draft, variables);
    let checked = check(&[("described.candl".to_owned(), made.text(&[]).into_bytes())]);
    if checked.diagnostics.iter().next().is_some() {
        made.headline = None;
    }
    made
}

/// The line that words the findings.
fn headline(draft: &Draft, variables: &Variables) -> Option<String> {
    let names = variables.names(&draft.used());
    let clause = draft.clauses.first()?;
    let is_plain =
        |formula: &str| ![" as ", "∨", "{_}", "->[", "_fn", ":="].iter().any(|word| formula.contains(word));
    let formula = draft.formulas(variables).into_iter().next()?.1;
    match &clause.statement.head {
        Head::Reduction(symbol) | Head::Update(_, symbol) if symbol.len() == 1 && clause.or.is_empty() => {
            is_plain(&formula).then_some(formula)
        }
        Head::Store(_) => {
            let (_, stored) = formula.split_once(" ~ ")?;
            let stored = stored.replace(" := ", " = ");
            is_plain(&stored).then_some(stored)
        }
        Head::Value | Head::Returned(_) | Head::Exit(_) => {
            Some(format!("{{= {}}}", names[clause.statement.root.0]))
        }
        _ => None,
    }
}

/// Calls a function for the elements of a clause.
fn each_element(clause: &mut Clause, visit: &mut dyn FnMut(&mut Element)) {
    let mut of_tree = |tree: &mut Tree| {
        tree.each_mut(&mut |node| {
            if let TreeKind::Element(element) = &mut node.kind {
                visit(element);
            }
        });
    };
    of_tree(&mut clause.statement.tree);
    clause.flows.iter_mut().for_each(&mut of_tree);
    if let Some((_, test)) = &mut clause.guard {
        of_tree(test);
    }
    match &mut clause.statement.head {
        Head::StoreAt(address) => of_tree(address),
        Head::Store(element) | Head::Update(element, _) => {
            for subscript in &mut element.subscripts {
                if let Base::Index(tree) = &mut subscript.base {
                    of_tree(tree);
                }
            }
            visit(element);
        }
        _ => {}
    }
}
