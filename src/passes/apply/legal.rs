//! Legality of a match: the surrounding code, and a proof or a reason that the user trusts.
//!
//! A trusted reason only concerns the value of the result. Conversions outside the pattern, values that would
//! get further uses, and missing fast-math flags are refused regardless.

use super::{Licence, MatchRefusal, Outcome};
use analysis::values::facts::is_defined;
use ir::host::Host;
use ir::{Copies, Flags, Model, Opcode, Schedule, TypeClass, ValueId};
use proof::rewrite::{
    Certificates, Declared, Form, Instance, Lack, NestInstance, ParallelInstance, ProvenForm, ScalarKind,
    ScalarNode, Unlicensed, Unproven, made, sampled_difference,
};

/// Function attributes that rule out any rewrite.
const REFUSED: &[&str] = &["naked", "presplitcoroutine", "returns_twice", "convergent"];

/// The common prefix of function attributes that enable run-time checks of accesses or calls.
const SANITIZED: &str = "sanitize_";

fn not_legal(reason: impl Into<String>) -> MatchRefusal {
    MatchRefusal(Outcome::NotLegal, reason.into())
}

/// Checks the location of a nest: the function, the callee, and instructions that the model omits.
pub(super) fn check_nest(
    model: &Model,
    host: &dyn Host,
    instance: &NestInstance<'_>,
) -> Result<(), MatchRefusal> {
    let function = model.function();
    check_function(model, true)?;
    let callee = instance.callee;
    let (name, types) = (&callee.name.text, instance.types());
    if function.name == *name {
        return Err(not_legal(format!("this is `{name}` itself")));
    }
    if let Some(attribute) = function.attributes.iter().find(|name| name.starts_with(SANITIZED)) {
        return Err(not_legal(format!(
            "the function is `{attribute}`, and what a library accesses goes unchecked"
        )));
    }
    host.may_call(name, &types).map_err(|why| not_legal(format!("`{name}` {why}")))?;
    let blocks: Vec<ValueId> = instance.shape.blocks.iter().map(|block| model.block_first(*block)).collect();
    let result = instance.result.as_ref().map(|result| result.value);
    let effects: Vec<ValueId> = instance.rest.iter().flat_map(|rest| rest.effects()).collect();
    match host.nest_obstacle(&blocks, result, instance.skip.is_some(), &effects) {
        Some(opcode) => {
            let first = host.describe(instance.shape.header);
            let reason = "volatile or atomic, a call with effects, a lifetime that begins or ends, or used behind the nest";
            Err(not_legal(format!("the nest that begins at {first} has a `{opcode}` that is {reason}")))
        }
        None => Ok(()),
    }
}

/// The functions of the OpenMP runtime that threads need, with the types of their results and parameters.
const RUNTIME: &[(&str, &str)] = &[
    ("GOMP_parallel", "void ptr ptr i32 i32"),
    ("omp_get_max_threads", "i32"),
    ("omp_get_num_threads", "i32"),
    ("omp_get_thread_num", "i32"),
    ("omp_in_parallel", "i32"),
];

/// The functions that copies of arrays need.
const COPIES: &[(&str, &str)] = &[("malloc", "ptr i64"), ("free", "void ptr")];

/// Checks the location of a parallel loop: the function, the runtime, and instructions that the model omits.
pub(super) fn check_parallel(
    model: &Model,
    host: &dyn Host,
    instance: &ParallelInstance<'_>,
) -> Result<(), MatchRefusal> {
    check_function(model, true)?;
    let next: Vec<(String, &str)> = match instance.schedule {
        Schedule::Static => Vec::new(),
        schedule => {
            let name = |rest: &str| format!("GOMP_loop_{}_{rest}", schedule.word());
            vec![
                (name("start"), "i8 i64 i64 i64 i64 ptr ptr"),
                (name("next"), "i8 ptr ptr"),
                ("GOMP_loop_end_nowait".to_owned(), "void"),
            ]
        }
    };
    for (name, types) in &next {
        host.may_call(name, types).map_err(|why| not_legal(format!("`{name}` {why}")))?;
    }
    let copies = COPIES.iter().filter(|_| !instance.private.is_empty());
    for (name, types) in RUNTIME.iter().chain(copies) {
        host.may_call(name, types).map_err(|why| not_legal(format!("`{name}` {why}")))?;
    }
    let blocks: Vec<ValueId> = instance.shape.blocks.iter().map(|block| model.block_first(*block)).collect();
    if let Some(why) = host.thread_obstacle(&blocks) {
        return Err(not_legal(format!("the loop {why}")));
    }
    if let Some(place) = instance.private.iter().find(|place| place.begins)
        && !host.begins_in_rounds(&blocks, place.array.root, &place.accesses)
    {
        let (store, root) = (host.describe(place.array.access), host.describe(place.array.root));
        let why = "writes an array that other rounds may read: its address does not go by the rounds, and it is not declared inside the loop";
        return Err(not_legal(format!("{store} (of {root}) {why}")));
    }
    // Lifetimes of arrays that each thread has a copy of, and fills of them.
    let scratch = || instance.private.iter().filter(|place| place.is_scratch());
    let fills = scratch().flat_map(|place| place.accesses.iter().copied());
    let allowed: Vec<ValueId> = fills
        .filter(|access| model.opcode(*access) == Some(Opcode::Call))
        .chain(scratch().filter(|place| place.copies == Copies::Dropped).map(|place| place.array.root))
        .collect();
    match host.nest_obstacle(&blocks, None, true, &allowed) {
        Some(opcode) => {
            let first = host.describe(instance.shape.header);
            let reason = "volatile or atomic, a call with effects, or a lifetime that begins or ends";
            Err(not_legal(format!("the loop that begins at {first} has a `{opcode}` that is {reason}")))
        }
        None => Ok(()),
    }
}

/// Checks the attributes of the function.
fn check_function(model: &Model, has_floats: bool) -> Result<(), MatchRefusal> {
    let function = model.function();
    let has = |name: &str| function.attributes.iter().any(|attribute| attribute == name);
    if function.strictfp && has_floats {
        return Err(not_legal("the function is `strictfp`"));
    }
    if let Some(name) = REFUSED.iter().find(|name| has(name)) {
        return Err(not_legal(format!("the function is `{name}`")));
    }
    if has("noimplicitfloat") && has_floats {
        return Err(not_legal("the function is `noimplicitfloat`"));
    }
    Ok(())
}

/// Checks the location of a match, independently of the matched values.
pub(super) fn check_place(model: &Model, host: &dyn Host, instance: &Instance) -> Result<(), MatchRefusal> {
    let function = model.function();
    check_function(model, instance.has_floats())?;
    for value in &instance.matched.instructions {
        if !model.block_of(*value).is_some_and(|block| model.dominance().is_reachable(block)) {
            return Err(not_legal(format!("{} cannot be reached from the entry", host.describe(*value))));
        }
        if model.opcode(*value) == Some(Opcode::Call) && !host.is_plain_call(*value) {
            return Err(not_legal(format!(
                "{} is no plain call of a library function",
                host.describe(*value)
            )));
        }
    }
    for node in made(instance) {
        let ScalarKind::Call(name) = &node.kind else { continue };
        if name.starts_with("llvm.") {
            continue;
        }
        if function.name == *name {
            return Err(not_legal(format!("this is `{name}` itself")));
        }
        let types = instance.types(node);
        host.may_call(name, &types).map_err(|why| not_legal(format!("`{name}` {why}")))?;
    }
    check_speculated(instance)?;
    check_dominance(model, host, instance)
}

/// Checks an expression that replaces the exit value of a loop: it runs before the loop, even if the loop
/// body does not run.
fn check_speculated(instance: &Instance) -> Result<(), MatchRefusal> {
    let may_be_undefined = |node: &&ScalarNode| match &node.kind {
        ScalarKind::Binary(opcode) => {
            matches!(opcode, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem)
        }
        ScalarKind::Call(name) => !name.starts_with("llvm."),
        _ => false,
    };
    match made(instance).into_iter().find(may_be_undefined) {
        Some(node) if !instance.loops.is_empty() => {
            let name = instance.operation(node);
            Err(not_legal(format!("`{name}` would run before the loop, also where that does not run")))
        }
        _ => Ok(()),
    }
}

/// Operands of the new code must dominate the replaced value.
fn check_dominance(model: &Model, host: &dyn Host, instance: &Instance) -> Result<(), MatchRefusal> {
    let graph = &instance.matched.graph;
    for (at, (root, target)) in instance.matched.roots.iter().zip(&instance.targets).enumerate() {
        let Some(root) = graph.node(*root).value else { continue };
        let root = instance.loops.get(at).map_or(root, |around| around.shape.entry);
        if model.opcode(root) == Some(Opcode::Phi) {
            return Err(not_legal("a phi cannot be replaced"));
        }
        let needed = graph.needed(&[*target]);
        let used = needed.iter().filter_map(|id| graph.node(*id).value);
        for value in used.filter(|value| model.position(*value).is_some()) {
            if value == root || !model.dominates(value, root) {
                let (value, root) = (host.describe(value), host.describe(root));
                return Err(not_legal(format!("{value} is not computed before {root} on every path")));
            }
        }
    }
    Ok(())
}

/// The licence for a rewrite: the proofs of its forms, or the trusted reason.
pub(super) fn licence(
    model: &Model,
    host: &dyn Host,
    (certificates, declared): (&Certificates, &Declared),
    instance: &Instance,
) -> Result<Licence, MatchRefusal> {
    let forms = instance.forms();
    let mut unlicensed = None;
    if let Ok(forms) = &forms {
        let proofs = proofs(model, host, (certificates, &declared.name), instance, forms);
        unlicensed = proofs.as_ref().err().cloned().flatten();
        if let Ok(proofs) = proofs {
            match beyond_proofs(model, host, instance, forms) {
                None => return Ok(Licence::proven(proofs.iter().map(|proof| proof.id.clone()).collect())),
                Some(why) if declared.trusted().is_none() => {
                    return Err(MatchRefusal(Outcome::NotProven, why));
                }
                Some(_) => {}
            }
        }
    }
    let Some(reason) = declared.trusted() else {
        let why = unlicensed.unwrap_or_else(|| unproven(certificates, declared, forms));
        return Err(MatchRefusal(Outcome::NotProven, why));
    };
    let unproven = |form: &Form| certificates.unproven_form(&declared.name, form);
    let known = forms.iter().flatten().filter_map(unproven).find(|known| known.lack == Lack::Refuted);
    if let Some(refuted) = known {
        return Err(not_legal(format!("it is trusted, but {}", refuted.in_words())));
    }
    let graph = &instance.matched.graph;
    let describe = |value| host.describe(value);
    let mut exit_values = instance.loops.iter().zip(&instance.targets);
    if let Some(why) =
        exit_values.find_map(|(around, target)| sampled_difference(graph, around, *target, &describe))
    {
        return Err(not_legal(why));
    }
    if let Some(cast) = instance.silent_cast(declared).filter(|_| instance.loops.is_empty()) {
        let value = host.describe(cast);
        return Err(not_legal(format!("{value} is a conversion that the pattern does not ask for")));
    }
    if let Some(variable) = instance.multiplied() {
        let why = "is used more often than before, and may be another number at each use if it is undefined";
        return Err(not_legal(format!("`{{{variable}}}` {why}: freeze it")));
    }
    check_flags(model, host, instance)?;
    Ok(Licence::trusted(reason))
}

/// The proofs for an instance's forms. An error states why existing proofs do not apply here.
fn proofs<'a>(
    model: &Model,
    host: &dyn Host,
    (certificates, name): (&'a Certificates, &str),
    instance: &Instance,
    forms: &[Form],
) -> Result<Vec<&'a ProvenForm>, Option<String>> {
    let proof = |(at, form): (usize, &Form)| {
        let registers = instance.registers(at);
        let value = |name: &str| registers.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let is_defined =
            |name: &str| value(name).is_some_and(|value| is_defined(model, value) || host.is_defined(value));
        certificates.find(name, form, &is_defined).map_err(|why| {
            Some(match why? {
                Unlicensed::OtherVersions(versions, llvm) => {
                    format!("it is proven for {versions} alone, and this is LLVM {llvm}")
                }
                Unlicensed::MayBeUndef(names) => {
                    let list = names
                        .iter()
                        .map(|name| value(name).map_or(name.clone(), |value| host.describe(value)));
                    let list = list.collect::<Vec<_>>().join(" and ");
                    format!("it is proven where {list} is known not to be undef, in part either: freeze it")
                }
            })
        })
    };
    forms.iter().enumerate().map(proof).collect()
}

/// A reason why proofs of the forms do not apply at this location.
fn beyond_proofs(model: &Model, host: &dyn Host, instance: &Instance, forms: &[Form]) -> Option<String> {
    let flushes = model.function().attributes.iter().any(|name| name.starts_with("denormal"));
    if flushes && forms.iter().any(Form::compares_numbers) {
        return Some(
            "it is proven where subnormal numbers count, and here they may be read as zeros".to_owned(),
        );
    }
    let shared = instance.shared_choice(model)?;
    Some(format!("{} chooses, and is used elsewhere: a proof lets it choose again", host.describe(shared)))
}

fn unproven(certificates: &Certificates, declared: &Declared, forms: Result<Vec<Form>, String>) -> String {
    let unproven = |form: &Form| certificates.unproven_form(&declared.name, form).map(Unproven::in_words);
    if let Some(known) = forms.iter().flatten().find_map(unproven) {
        return known;
    }
    if let (Ok(_), Some(why)) = (&forms, certificates.outdated(&declared.name)) {
        return why.to_owned();
    }
    match forms {
        Err(why) => {
            format!("it is not proven and cannot be, as proofs do not know {why}; it would need `trusting`")
        }
        Ok(_) if declared.clauses.exit_values => {
            "this loop is not among those proven: `idiom prove --in` the IR tries it".to_owned()
        }
        Ok(_) if !certificates.knows(&declared.name) => match certificates.unproven(&declared.name) {
            Some(known) => known.in_words(),
            None => "nobody has proven it: `idiom prove` does, for the file that declares it".to_owned(),
        },
        Ok(forms) => {
            let source =
                forms.iter().map(|form| form.text.replace('\n', "; ")).collect::<Vec<_>>().join(" and ");
            format!("this form is not among those proven, `idiom prove --in` the IR tries it: {source}")
        }
    }
}

/// Every removed floating-point operation must carry the flags that permit changes of rounding, of zero
/// signs, and of infinities and NaNs.
fn check_flags(model: &Model, host: &dyn Host, instance: &Instance) -> Result<(), MatchRefusal> {
    let needed = Flags::REASSOC | Flags::NNAN | Flags::NINF | Flags::NSZ;
    for value in instance.matched.instructions.iter().filter(|value| is_float_operation(model, **value)) {
        let is_call = model.opcode(*value) == Some(Opcode::Call);
        let needed = if is_call { needed | Flags::AFN } else { needed };
        let flags = model.flags(*value);
        if !flags.contains(needed) {
            let (name, lacking) = (host.describe(*value), needed.lacking_in(flags));
            return Err(not_legal(format!("{name} lacks {lacking}, which come with -ffast-math")));
        }
    }
    Ok(())
}

fn is_float_operation(model: &Model, value: ValueId) -> bool {
    let is_number = model.has_class(value, TypeClass::Float)
        && !matches!(
            model.opcode(value),
            Some(Opcode::FPExt | Opcode::FPTrunc | Opcode::SIToFP | Opcode::UIToFP)
        );
    is_number || model.opcode(value) == Some(Opcode::FCmp)
}
