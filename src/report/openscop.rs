//! OpenScop: a SCoP in the exchange format of polyhedral compilers (Bastoul, 2011).
//!
//! Names are those of the source if debug information has them, otherwise those of the IR, converted to
//! identifiers. OpenScop cannot state parameters for which a description does not hold, so its context is
//! their complement, as a union. The extension `loads` states which parameters and arrays the SCoP loads.

use super::{Relation, Row, ScopModel, ScopTouch};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// Contexts with more disjuncts are not written.
const MOST_CASES: usize = 256;

/// The document. The error names the part that the format cannot express.
pub fn to_openscop(model: &ScopModel) -> Result<String, String> {
    model.without_assumptions()?;
    let names = Names::of(model);
    let mut text = String::from("<OpenScop>\n\n# Language\nC\n\n# Context\nCONTEXT\n");
    write(&mut text, &context(model)?, None);
    let _ = write!(text, "\n# Parameters are provided\n{}\n", i32::from(!model.parameters.is_empty()));
    if !model.parameters.is_empty() {
        extension(&mut text, "strings", &names.parameters.join(" "));
    }
    let _ = write!(text, "\n# Number of statements\n{}\n", model.statements.len());
    for (k, statement) in model.statements.iter().enumerate() {
        let _ =
            write!(text, "\n# Statement {}: relations\n{}\n\nDOMAIN\n", k + 1, 2 + statement.accesses.len());
        write(&mut text, &statement.domain, None);
        text += "\nSCATTERING\n";
        write(&mut text, &statement.schedule, None);
        for touch in &statement.accesses {
            let array = names.array_of(model, touch);
            let _ = write!(text, "\n# {}\n{}\n", names.arrays[array], touch.kind.to_uppercase());
            write(&mut text, &touch.relation, Some(array + 1));
        }
        let dimensions = statement.domain.output.iter().flat_map(|tuple| &tuple.dimensions);
        let iterators: Vec<&str> = dimensions.map(|name| names.iterator(model, name)).collect();
        let _ = write!(text, "\n# Extensions of the statement\n1\n<body>\n{}\n", iterators.len());
        if !iterators.is_empty() {
            let _ = writeln!(text, "{}", iterators.join(" "));
        }
        let _ = write!(text, "{}({});\n</body>\n", statement.name, iterators.join(", "));
    }
    let arrays: Vec<String> = (1..).zip(&names.arrays).map(|(k, name)| format!("{k} {name}")).collect();
    text.push('\n');
    extension(&mut text, "arrays", &format!("{}\n{}", arrays.len(), arrays.join("\n")));
    loads(&mut text, model)?;
    text += "\n</OpenScop>\n";
    Ok(text)
}

/// The extension `loads`. For each load: its type, the numbers of the parameters and arrays that it stands
/// for, and its reads with the numbers of their statements.
fn loads(text: &mut String, model: &ScopModel) -> Result<(), String> {
    if model.loads.is_empty() {
        return Ok(());
    }
    let listed = |numbers: Vec<usize>| {
        let numbers = std::iter::once(numbers.len()).chain(numbers);
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    };
    let array = |name: &String| model.arrays.iter().position(|array| array.name == *name);
    let _ = write!(text, "\n<loads>\n# Number of loads\n{}\n", model.loads.len());
    for load in &model.loads {
        let parameters = (1..).zip(&model.parameters).filter(|(_, p)| load.parameters.contains(&p.name));
        let arrays = (1..).zip(&model.arrays).filter(|(_, a)| load.arrays.contains(&a.name));
        let of_load = load.value.replace(['\n', '\r'], " ");
        let _ = write!(text, "\n# {of_load}: type, parameters, arrays, reads\n{}\n", load.ty);
        let _ = writeln!(text, "{}", listed(parameters.map(|(number, _)| number).collect()));
        let _ = writeln!(text, "{}", listed(arrays.map(|(number, _)| number).collect()));
        let _ = writeln!(text, "{}", load.reads.len());
        for read in &load.reads {
            let statement = model.statements.iter().position(|s| s.name == read.statement);
            let statement = statement.ok_or_else(|| format!("no statement is called {}", read.statement))?;
            let from = read.relation.output.as_ref().and_then(|tuple| array(&tuple.name));
            let from = from.ok_or_else(|| format!("{of_load} reads no array of the part"))?;
            let kind = if read.certain { "READ" } else { "MAY_READ" };
            let _ = write!(text, "{}\n{kind}\n", statement + 1);
            write(text, &read.relation, Some(from + 1));
        }
    }
    *text += "</loads>\n";
    Ok(())
}

fn extension(text: &mut String, name: &str, content: &str) {
    let _ = write!(text, "<{name}>\n{content}\n</{name}>\n");
}

/// Writes a relation. For an access, the number of its array is the first output dimension.
fn write(text: &mut String, relation: &Relation, array: Option<usize>) {
    // An empty union is written as one disjunct that never holds.
    let nothing = vec![vec![Row { is_equality: false, coefficients: never(relation.columns()) }]];
    let cases = if relation.cases.is_empty() { &nothing } else { &relation.cases };
    if cases.len() > 1 {
        let _ = writeln!(text, "{}", cases.len());
    }
    let (inputs, outputs, parameters) = (relation.inputs(), relation.outputs(), relation.parameters.len());
    let more = usize::from(array.is_some());
    for case in cases {
        let columns = 1 + more + relation.columns();
        let _ = writeln!(text, "{} {columns} {} {inputs} 0 {parameters}", case.len() + more, outputs + more);
        if let Some(number) = array {
            let middle = vec!["0"; relation.columns() - 1].join(" ");
            let gap = if middle.is_empty() { "" } else { " " };
            let _ = writeln!(text, "0 -1{gap}{middle} {number}");
        }
        for row in case {
            let (own, rest) = row.coefficients.split_at(inputs + outputs);
            let (of_inputs, of_outputs) = own.split_at(inputs);
            let all = std::iter::repeat_n(&0, more).chain(of_outputs).chain(of_inputs).chain(rest);
            let numbers: Vec<String> = all.map(i128::to_string).collect();
            let _ = writeln!(text, "{} {}", i32::from(!row.is_equality), numbers.join(" "));
        }
    }
}

fn never(columns: usize) -> Vec<i128> {
    let mut coefficients = vec![0; columns];
    coefficients[columns - 1] = -1;
    coefficients
}

/// The parameters for which the description holds.
fn context(model: &ScopModel) -> Result<Relation, String> {
    let mut context = model.context.clone();
    for exception in &model.invalid.cases {
        let mut cases = Vec::new();
        for case in &context.cases {
            for negated in exception.iter().flat_map(negations) {
                cases.push(case.iter().cloned().chain([negated]).collect());
            }
        }
        if cases.len() > MOST_CASES {
            return Err(format!("its context falls into more than {MOST_CASES} parts"));
        }
        context.cases = cases;
    }
    Ok(context)
}

/// The constraints whose disjunction is the negation of a constraint.
fn negations(row: &Row) -> Vec<Row> {
    let signs: &[i128] = if row.is_equality { &[1, -1] } else { &[-1] };
    let negation = |sign: &i128| {
        let mut coefficients: Vec<i128> = row.coefficients.iter().map(|by| by * sign).collect();
        coefficients.last_mut().into_iter().for_each(|constant| *constant -= 1);
        Row { is_equality: false, coefficients }
    };
    signs.iter().map(negation).collect()
}

struct Names {
    parameters: Vec<String>,
    iterators: Vec<String>,
    arrays: Vec<String>,
}

impl Names {
    fn of(model: &ScopModel) -> Names {
        let mut taken = FxHashSet::default();
        let parameter = |p: &super::ScopParameter| p.source.clone().unwrap_or_else(|| p.name.clone());
        let array = |a: &super::ScopArray| match (&a.source, a.kind.as_str()) {
            (Some(source), "phi") => format!("{source}_phi"),
            (Some(source), _) => source.clone(),
            (None, _) => a.name.clone(),
        };
        Names {
            parameters: model.parameters.iter().map(|p| fresh(&parameter(p), &mut taken)).collect(),
            iterators: model
                .iterators
                .iter()
                .map(|i| fresh(i.source.as_ref().unwrap_or(&i.name), &mut taken))
                .collect(),
            arrays: model.arrays.iter().map(|a| fresh(&array(a), &mut taken)).collect(),
        }
    }

    fn iterator(&self, model: &ScopModel, name: &str) -> &str {
        let number = model.iterators.iter().position(|iterator| iterator.name == name);
        number.map_or("", |number| &self.iterators[number])
    }

    fn array_of(&self, model: &ScopModel, touch: &ScopTouch) -> usize {
        let name = touch.relation.output.as_ref().map_or("", |tuple| tuple.name.as_str());
        model.arrays.iter().position(|array| array.name == name).unwrap_or_default()
    }
}

/// An identifier that is not used yet.
fn fresh(name: &str, taken: &mut FxHashSet<String>) -> String {
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let numbered = (2u32..).map(|number| format!("{name}_{number}"));
    let mut candidates = std::iter::once(name.clone()).chain(numbered);
    let fresh = candidates.find(|candidate| !taken.contains(candidate)).unwrap_or_default();
    taken.insert(fresh.clone());
    fresh
}
