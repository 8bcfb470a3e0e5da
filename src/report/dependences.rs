//! Dependences of a SCoP and the transformations that they allow, as the command computes them with isl.

use super::{Place, ScopModel};
use serde::{Deserialize, Serialize};

/// An access of a SCoP's polyhedral description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AccessId {
    /// The name of the statement.
    pub statement: String,
    /// The index of the access in the statement, from 0.
    pub access: usize,
}

/// A loop that carries a dependence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Carried {
    /// The iterator of the loop.
    pub iterator: String,
    /// The least number of rounds between the two instances; null without a bound.
    pub least: Option<i64>,
    /// The greatest number of rounds; null if it depends on parameters.
    pub most: Option<i64>,
}

/// A dependence between an access and the next conflicting one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Dependence {
    /// `flow`: a write and a read of the written value; `anti`: a read and the next write; `output`: two
    /// writes.
    pub kind: String,
    /// The name of the array in the polyhedral description.
    pub array: String,
    /// The earlier access.
    pub from: AccessId,
    /// The dependent access.
    pub to: AccessId,
    /// The loops that carry the dependence: the two instances are in different rounds of the loop and in the
    /// same rounds of its enclosing loops.
    pub carried: Vec<Carried>,
    /// The relation between statement instances, in isl notation.
    pub relation: String,
}

/// The transformations that the dependences allow for a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LoopFreedom {
    /// The iterator of the loop.
    pub iterator: String,
    /// Whether the rounds may run in any order, since the loop carries no dependence.
    pub parallel: bool,
    /// For an innermost loop, the number of rounds that may run in the lanes of a vector; 0 means any number.
    pub lanes: Option<i64>,
}

/// The dependences of a SCoP.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Dependences {
    /// The reason why the dependences are not known, if isl gave up.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub gave_up: Option<String>,
    /// The dependences, in the order of the accesses.
    #[serde(default)]
    pub dependences: Vec<Dependence>,
    /// The loops.
    #[serde(default)]
    pub loops: Vec<LoopFreedom>,
    /// Perfectly nested loops that may be interchanged, by their iterators.
    #[serde(default)]
    pub bands: Vec<Vec<String>>,
}

impl Dependences {
    /// Lines that describe the dependences, with names from the source as far as known, and the places of the
    /// accesses.
    pub fn lines(&self, model: &ScopModel) -> Vec<String> {
        if let Some(why) = &self.gave_up {
            return vec![format!("dependences are not known: {why}")];
        }
        let mut lines = Vec::new();
        for freedom in &self.loops {
            let name = iterator(model, &freedom.iterator);
            for dependence in &self.dependences {
                for carried in dependence.carried.iter().filter(|c| c.iterator == freedom.iterator) {
                    let line = format!("loop {name}: carries {}", carried_text(model, dependence, carried));
                    if !lines.contains(&line) {
                        lines.push(line);
                    }
                }
            }
            if freedom.parallel {
                lines.push(format!("loop {name}: parallel"));
            } else if let Some(lanes) = freedom.lanes {
                lines.push(match lanes {
                    0 => format!("loop {name}: vectorisable"),
                    1 => continue,
                    lanes => format!("loop {name}: vectorisable, by at most {lanes} lanes"),
                });
            }
        }
        for band in &self.bands {
            let names: Vec<&str> = band.iter().map(|name| iterator(model, name)).collect();
            lines.push(format!("loops {}: permutable", names.join(", ")));
        }
        lines
    }
}

/// The text of a carried dependence: `a flow dependence of distance 1 on A (line 20 → 20)`.
fn carried_text(model: &ScopModel, dependence: &Dependence, carried: &Carried) -> String {
    let distance = match (carried.least, carried.most) {
        (Some(least), Some(most)) if least == most => format!("of distance {least}"),
        (Some(least), Some(most)) => format!("of distances {least} to {most}"),
        (Some(least), None) => format!("of distances from {least} on"),
        (None, _) => "of some distance".to_owned(),
    };
    let array = model.arrays.iter().find(|array| array.name == dependence.array);
    let array = array.map_or(String::new(), |array| match (&array.source, array.kind.as_str()) {
        (Some(source), _) => source.clone(),
        (None, "memory") => array.value.clone(),
        (None, _) => format!("the scalar {}", array.value),
    });
    let article = if dependence.kind == "flow" { "a" } else { "an" };
    let lines = place(model, &dependence.from).zip(place(model, &dependence.to));
    let lines = lines.map_or(String::new(), |(from, to)| format!(" (line {} → {})", from.line, to.line));
    format!("{article} {} dependence {distance} on {array}{lines}", dependence.kind)
}

fn place<'m>(model: &'m ScopModel, id: &AccessId) -> Option<&'m Place> {
    let statement = model.statements.iter().find(|statement| statement.name == id.statement)?;
    statement.accesses.get(id.access)?.place.as_ref()
}

fn iterator<'m>(model: &'m ScopModel, name: &'m str) -> &'m str {
    let found = model.iterators.iter().find(|iterator| iterator.name == name);
    found.and_then(|iterator| iterator.source.as_deref()).unwrap_or(name)
}
