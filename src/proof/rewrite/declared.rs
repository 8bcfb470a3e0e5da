//! A declared rewrite, and the conversion of one of its solutions to forms to prove and code to make.

use super::exit::{UnrolledLoop, read_exit_values};
use super::form::{Form, chooses};
use super::graph::{ScalarGraph, ScalarId, ScalarKind, ScalarNode};
use super::matched::{Matched, Unfit};
use super::template::build;
use crate::semantics::is_used_beside;
use ir::{Flags, Lane, Model, Opcode, ValueId};
use lang::candl::ast::Clauses;
use lang::candl::ast::{Span, Specification, Variable};
use lang::candl::rewrite::{described, variable_name};
use lang::candl::widening::Widening;

/// A rewrite.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// The clauses.
    pub clauses: Clauses,
    /// The name in the file.
    pub span: Span,
    /// Variables whose definitions the formula describes, so that the match continues at their operands.
    described: Vec<String>,
    /// The conversions that the patterns name.
    casts: Vec<String>,
    /// Conversions that the rewrite allows in a loop nest.
    pub widening: Widening,
}

/// A match with its replacement.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The match; its graph also has the new nodes.
    pub matched: Matched,
    /// The replacement of each root.
    pub targets: Vec<ScalarId>,
    /// The loops that compute the roots, if the roots are exit values.
    pub loops: Vec<UnrolledLoop>,
}

impl Declared {
    /// The rewrite that a specification declares, if it declares one.
    pub fn of(specification: &Specification) -> Option<Declared> {
        let clauses = (**specification.rewrite.as_ref()?).clone();
        let mut casts = Vec::new();
        lang::candl::rewrite::each_pattern(&specification.formula, &mut |pattern| {
            pattern.expression.each_call(&mut |name, _| casts.push(name.text.clone()));
        });
        casts.retain(|name| lang::candl::rewrite::CASTS.contains(&name.as_str()));
        Some(Declared {
            name: specification.name.text.clone(),
            clauses,
            span: specification.name.span,
            described: described(&specification.formula),
            casts,
            widening: Widening::of(specification),
        })
    }

    /// The reason for which it may be applied without a proof, if it is trusted.
    pub fn trusted(&self) -> Option<&str> {
        self.clauses.trusting.as_ref().map(|reason| reason.text.as_str())
    }

    /// The reason of the first `unless` clause whose variable has a value; `has_value` decides that by name.
    pub fn exception(&self, has_value: &dyn Fn(&str) -> bool) -> Option<&str> {
        let is_met = |variable: &Variable| variable_name(variable).is_some_and(|name| has_value(&name));
        let met = self.clauses.unless.iter().find(|(variable, _)| is_met(variable));
        met.map(|(_, reason)| reason.text.as_str())
    }

    /// Whether a variable ends a match.
    pub fn ends(&self, variable: &str) -> bool {
        !self.described.iter().any(|known| known == variable)
    }

    /// The names of the replaced variables.
    pub fn roots(&self) -> impl Iterator<Item = String> + '_ {
        self.clauses.gives.iter().filter_map(|(root, _)| variable_name(root))
    }

    /// Converts a solution to an instance: reads the match from the function and adds the replacement.
    ///
    /// # Errors
    ///
    /// The reason why the replacement cannot be made there.
    pub fn instance(&self, model: &Model, variables: Vec<(String, ValueId)>) -> Result<Instance, Unfit> {
        let value_of =
            |name: &str| variables.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let mut roots = Vec::new();
        for root in self.roots() {
            roots
                .push(value_of(&root).ok_or_else(|| Unfit::new(format!("`{{{root}}}` has no value there")))?);
        }
        let ends = |name: &str| self.ends(name);
        let (mut matched, loops) = match self.clauses.exit_values {
            true => read_exit_values(model, &roots, variables, &ends)?,
            false => (Matched::read(model, &roots, variables, &ends)?, Vec::new()),
        };
        let mut targets = Vec::new();
        for (root, (_, expression)) in matched.roots.clone().into_iter().zip(&self.clauses.gives) {
            targets.push(build(model, &mut matched, &self.clauses, (root, expression))?);
        }
        let needed = matched.graph.needed(&targets);
        if let Some(root) = matched.roots.iter().find(|root| needed.contains(root)) {
            let reason = "is replaced, and what replaces it is computed from it";
            return Err(match matched.graph.node(*root).value {
                Some(value) => Unfit::of(value, reason),
                None => Unfit::new(reason),
            });
        }
        Ok(Instance { matched, targets, loops })
    }
}

impl Instance {
    /// The forms to prove, one for each replaced value.
    ///
    /// # Errors
    ///
    /// The operation that proofs do not model.
    pub fn forms(&self) -> Result<Vec<Form>, String> {
        let graph = &self.matched.graph;
        let pairs = self.matched.roots.iter().zip(&self.targets);
        let forms =
            pairs.map(|(root, target)| Form::new(graph, *root, *target)).collect::<Result<Vec<_>, _>>()?;
        if forms.len() > 1 && forms.iter().any(Form::has_choice) {
            let why = "a `freeze`, `minnum`, `maxnum` or `nsz` that chooses for several values at once";
            return Err(why.to_owned());
        }
        Ok(forms)
    }

    /// The values of the match by their registers in one of the forms.
    pub fn registers(&self, form: usize) -> Vec<(String, ValueId)> {
        let graph = &self.matched.graph;
        let pair = self.matched.roots.get(form).zip(self.targets.get(form));
        let written = pair.and_then(|(root, target)| Form::with_names(graph, *root, *target).ok());
        let named = written.into_iter().flat_map(|(_, names)| names);
        named.filter_map(|(id, name)| Some((format!("%{name}"), graph.node(id).value?))).collect()
    }

    /// An instruction of the match with a nondeterministic result that is used outside the match, directly or
    /// through other instructions. A proof lets source and target choose independently.
    pub fn shared_choice(&self, model: &Model) -> Option<ValueId> {
        let graph = &self.matched.graph;
        let is_choice = |kind: &ScalarKind| match kind {
            ScalarKind::Freeze => true,
            ScalarKind::Call(name) => name.strip_prefix("llvm.").is_some_and(chooses),
            _ => false,
        };
        let roots: Vec<ValueId> =
            self.matched.roots.iter().filter_map(|root| graph.node(*root).value).collect();
        let inner = self.matched.instructions.iter().copied().filter(|value| !roots.contains(value));
        let is_shared = |value: &ValueId| {
            let kind = graph.of_value(*value).map(|id| &graph.node(id).kind);
            let chooses = kind.is_some_and(is_choice) || model.flags(*value).contains(Flags::NSZ);
            chooses && is_used_beside(model, *value, &self.matched.instructions, &roots)
        };
        inner.into_iter().find(is_shared)
    }

    /// A conversion in the match that the patterns do not name. The reason of a trusted rewrite does not
    /// cover it.
    pub fn silent_cast(&self, declared: &Declared) -> Option<ValueId> {
        let mut requested = declared.casts.clone();
        let nodes = self.matched.instructions.iter().filter_map(|value| self.matched.graph.of_value(*value));
        for node in nodes {
            let node = self.matched.graph.node(node);
            let word = match node.kind {
                ScalarKind::Cast(opcode) => opcode.name(),
                ScalarKind::Freeze => Opcode::Freeze.name(),
                _ => continue,
            };
            match requested.iter().position(|name| name == word) {
                Some(at) => {
                    requested.swap_remove(at);
                }
                None => return node.value,
            }
        }
        None
    }

    /// A variable that the replacement uses more often than the match, both written as trees. If it is undef,
    /// each use may see another number.
    pub fn multiplied(&self) -> Option<String> {
        let graph = &self.matched.graph;
        let (after, before) = (graph.tree_uses(&self.targets), graph.tree_uses(&self.matched.roots));
        graph.ids().find_map(|id| match &graph.node(id).kind {
            ScalarKind::Leaf(name) if after[id.0 as usize] > before[id.0 as usize] => Some(name.clone()),
            _ => None,
        })
    }

    /// Whether an operation of the match or the replacement computes with floating point numbers.
    pub fn has_floats(&self) -> bool {
        let graph = &self.matched.graph;
        graph.ids().any(|id| matches!(graph.node(id).ty, Lane::Float(_)))
    }

    /// The name of an operation, for the query of the target's costs.
    pub fn operation(&self, node: &ScalarNode) -> String {
        node.kind.name()
    }

    /// The types of an operation's result and operands, separated by blanks.
    pub fn types(&self, node: &ScalarNode) -> String {
        let operands = node.operands.iter().map(|operand| self.matched.graph.node(*operand).ty);
        let types: Vec<String> = [node.ty].into_iter().chain(operands).map(Lane::name).collect();
        types.join(" ")
    }

    /// The replacements for messages: `umin(zext(%a) + zext(%b), 255) → zext(uadd.sat(%a, %b))`.
    pub fn describe(&self, describe: &dyn Fn(ValueId) -> String) -> String {
        let pairs = self.matched.roots.iter().zip(&self.targets);
        let replaced = pairs.map(|(root, target)| {
            let text = |id: ScalarId| expression_text(&self.matched.graph, id, describe, DEEPEST);
            let value = self.matched.graph.node(*root).value.filter(|_| !self.loops.is_empty());
            let old = value.map_or_else(|| text(*root), |value| format!("exit value {}", describe(value)));
            format!("{old} → {}", text(*target))
        });
        replaced.collect::<Vec<_>>().join(", ")
    }
}

/// Maximum depth of expressions in messages.
const DEEPEST: usize = 8;

fn expression_text(
    graph: &ScalarGraph,
    id: ScalarId,
    describe: &dyn Fn(ValueId) -> String,
    depth: usize,
) -> String {
    let node = graph.node(id);
    let ends = matches!(node.kind, ScalarKind::Leaf(_) | ScalarKind::Opaque(_));
    if let Some(value) = node.value.filter(|_| ends || depth == 0) {
        // The description without its type.
        let text = describe(value);
        return text.rsplit_once(' ').map_or(text.clone(), |(_, name)| name.to_owned());
    }
    let operation = match &node.kind {
        ScalarKind::Number(number) => return super::form::number_text(number),
        ScalarKind::Compare(predicate) => format!("icmp {}", predicate.name()),
        ScalarKind::FloatCompare(predicate) => format!("fcmp {}", predicate.name()),
        ScalarKind::Leaf(name) => return name.clone(),
        ScalarKind::Opaque(_) => return "…".to_owned(),
        kind => kind.name().trim_start_matches("llvm.").to_owned(),
    };
    if depth == 0 {
        return "…".to_owned();
    }
    let operands = node.operands.iter().map(|operand| expression_text(graph, *operand, describe, depth - 1));
    format!("{operation}({})", operands.collect::<Vec<_>>().join(", "))
}
