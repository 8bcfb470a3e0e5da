//! The call graph of a module from one function on, component by component, callees first.
//!
//! Tarjan's algorithm, with a list in place of recursion, since chains of calls can be long. A model is
//! extracted when its function is met, and dropped with its component.

use crate::ModuleFacts;
use crate::evaluate::evaluate;
use ir::Model;
use rustc_hash::{FxHashMap, FxHashSet};

/// A function that is met, and the state of its visit.
struct Node {
    name: String,
    model: Model,
    callees: Vec<String>,
    /// The next callee to visit.
    next: usize,
    /// The lowest number of a function that it reaches and that is on the stack.
    lowest: usize,
}

/// Computes the answers of a function and of all that it reaches by direct calls and that have none.
pub(crate) fn visit(facts: &ModuleFacts<'_>, name: &str) {
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    // The functions whose component is not complete, and the path to the one being visited.
    let (mut stack, mut path): (Vec<Node>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut incomplete: FxHashSet<String> = FxHashSet::default();
    let mut number = 0;
    let mut wanted = Some(name.to_owned());
    loop {
        if let Some(name) = wanted.take() {
            if let Some(model) = (facts.bodies)(&name) {
                numbers.insert(name.clone(), number);
                incomplete.insert(name.clone());
                let callees = callees(&model, facts);
                path.push(stack.len());
                stack.push(Node { name, model, callees, next: 0, lowest: number });
                number += 1;
            } else if path.is_empty() {
                return;
            }
        }
        let Some(&at) = path.last() else { return };
        let next = stack[at].callees.get(stack[at].next).cloned();
        stack[at].next += 1;
        if let Some(callee) = next {
            match numbers.get(&callee) {
                Some(number) if incomplete.contains(&callee) => {
                    stack[at].lowest = stack[at].lowest.min(*number)
                }
                Some(_) => {}
                None => wanted = Some(callee),
            }
            continue;
        }
        path.pop();
        let (lowest, own) = (stack[at].lowest, numbers[&stack[at].name]);
        if let Some(&above) = path.last() {
            stack[above].lowest = stack[above].lowest.min(lowest);
        }
        if lowest == own {
            let component = stack.split_off(at);
            incomplete.retain(|name| component.iter().all(|node| node.name != *name));
            let is_recursive = component.len() > 1 || component[0].callees.contains(&component[0].name);
            let functions = component.into_iter().map(|node| (node.name, node.model)).collect();
            evaluate(facts, functions, is_recursive);
        }
    }
}

/// The functions that a function calls directly and whose answers are not known, in the order of its globals.
fn callees(model: &Model, facts: &ModuleFacts<'_>) -> Vec<String> {
    let known = facts.known();
    let globals = model.globals().filter_map(|global| model.global(global));
    let functions = globals.filter(|global| global.is_function && !global.is_declaration);
    functions
        .filter(|global| !known.answers.contains_key(&global.name))
        .map(|global| global.name.clone())
        .collect()
}
