//! JSCoP: a SCoP in the format that Polly exports and imports.
//!
//! The output follows the conventions that Polly's import expects. Iterators count rounds from zero.
//! Statements are named `Stmt_` and the name of their block. Parameters are in the order in which Polly finds
//! them. The write of a phi's incoming value is listed where Polly reaches the phi. Statements without writes
//! are left out, and so are values from before Polly's region: initial values of phis, and values computed in
//! the function's entry block. If values are loaded for parameters, accesses that Polly hoists
//! (`-polly-invariant-load-hoisting`) are left out as well. Additional keys, which Polly ignores, are in
//! `idiom`.
//! (`-polly-invariant-load-hoisting`). Keys of our own, which Polly does not look at, are in `idiom`.

use super::{Relation, Row, ScopArray, ScopEntryLoad, ScopModel, ScopRead, ScopStatement, ScopTouch};
use serde_json::{Value, json};

/// The document. The error names the part that the format cannot express.
pub fn to_jscop(model: &ScopModel) -> Result<String, String> {
    model.without_assumptions()?;
    let names = statement_names(model);
    let exported = || (0..model.statements.len()).filter(|k| is_exported(model, *k));
    let statements: Vec<Value> = exported().map(|k| statement(model, k, &names)).collect::<Result<_, _>>()?;
    let hoisted: Vec<Vec<Value>> = exported().map(|k| hoisted(model, k, &names)).collect::<Result<_, _>>()?;
    let arrays: Vec<Value> = model.arrays.iter().map(array).collect();
    // Polly's access kinds do not distinguish certain from possible writes.
    let may_write: Vec<&String> =
        exported().filter(|k| !model.statements[*k].data_conditions.is_empty()).map(|k| &names[k]).collect();
    let document = json!({
        "context": context(model),
        "name": region_name(model),
        "statements": statements,
        "idiom": { "arrays": arrays, "loads": loads(model, &names)?, "hoisted": hoisted.concat(), "statements": exported().map(|k| &model.statements[k].name).collect::<Vec<_>>(), "may_write": may_write, "disjoint": model.disjoint, "context_excludes": model.invalid.to_string() },
    });
    let mut text = serde_json::to_string_pretty(&document).map_err(|error| error.to_string())?;
    text.push('\n');
    Ok(text)
}

/// The name by which Polly finds the file of a region: `%for.body---%for.end`.
pub fn region_name(model: &ScopModel) -> String {
    format!("{}---{}", model.region.0, model.region.1)
}

fn array(array: &ScopArray) -> Value {
    json!({ "name": array.name, "value": array.value, "element_bytes": array.element_bytes, "sizes": array.sizes })
}

/// The parameters for which the description holds.
fn context(model: &ScopModel) -> String {
    let mut text = model.context.to_string();
    for case in &model.invalid.cases {
        let only = Relation { cases: vec![case.clone()], ..model.invalid.clone() }.to_string();
        let conditions = only.split_once(": ").map_or("", |(_, rest)| rest.trim_end_matches(" }"));
        let end = text.len() - " }".len();
        let join = if text.ends_with(": }") { "" } else { "and " };
        text.replace_range(end.., &format!(" {join}not ({conditions}) }}"));
    }
    text
}

fn is_exported(model: &ScopModel, k: usize) -> bool {
    let statement = &model.statements[k];
    let is_of_phi = |touch: &ScopTouch| touch.kind != "read" && kind_of(model, touch) == "phi";
    let is_before =
        |other: &ScopStatement| other.domain.outputs() == 0 && other.accesses.iter().all(is_of_phi);
    let writes = statement.accesses.iter().any(|touch| touch.kind != "read");
    writes && !model.statements[..=k].iter().all(is_before) && !is_in_entry_block(model, k)
}

/// Whether a statement computes values in the function's entry block, which is in no region.
fn is_in_entry_block(model: &ScopModel, k: usize) -> bool {
    let statement = &model.statements[k];
    let is_scalar = statement.accesses.iter().all(|touch| kind_of(model, touch) != "memory");
    k == 0 && statement.block != model.region.0 && statement.domain.outputs() == 0 && is_scalar
}

/// Whether an access reads a value computed in the function's entry block.
fn reads_of_entry_block(model: &ScopModel, touch: &ScopTouch) -> bool {
    let of_entry = model.statements.first().filter(|_| is_in_entry_block(model, 0));
    let mut written = of_entry.into_iter().flat_map(|statement| &statement.accesses);
    touch.kind == "read"
        && kind_of(model, touch) == "value"
        && written.any(|write| write.kind != "read" && write.relation.output == touch.relation.output)
}

fn kind_of<'m>(model: &'m ScopModel, touch: &ScopTouch) -> &'m str {
    let name = touch.relation.output.as_ref().map_or("", |tuple| tuple.name.as_str());
    model.arrays.iter().find(|array| array.name == name).map_or("", |array| array.kind.as_str())
}

fn statement_names(model: &ScopModel) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(model.statements.len());
    for (k, statement) in model.statements.iter().enumerate() {
        let block = statement.block.trim_start_matches('%').trim_matches('"');
        let own: String = block.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        // Polly numbers unnamed blocks.
        let is_numbered = own.is_empty() || own.chars().all(|c| c.is_ascii_digit());
        let name = if is_numbered { format!("Stmt{k}") } else { format!("Stmt_{own}") };
        let is_taken = names.contains(&name);
        names.push(if is_taken { format!("{name}_{k}") } else { name });
    }
    names
}

fn statement(model: &ScopModel, k: usize, names: &[String]) -> Result<Value, String> {
    let own = &model.statements[k];
    let renamed = |relation: &Relation| renamed(relation, &names[k]);
    let in_rounds = |relation: &Relation| Ok::<_, String>(renamed(&in_rounds(model, relation)?));
    // Inside a loop, rounds are in the order of its iterator.
    let mut schedule = own.schedule.clone();
    let inputs = schedule.inputs();
    for row in schedule.cases.iter_mut().flatten() {
        for by in &mut row.coefficients[..inputs] {
            *by = -by.abs();
        }
    }
    let schedule = renamed(&schedule);
    let mut accesses = Vec::new();
    for touch in self::accesses(model, k) {
        if !is_hoisted(model, k, touch)? {
            accesses.push(access(model, touch, &names[k])?);
        }
    }
    Ok(json!({
        "name": names[k],
        "domain": in_rounds(&own.domain)?.to_string(),
        "schedule": schedule.to_string(),
        "accesses": accesses,
    }))
}

fn access(model: &ScopModel, touch: &ScopTouch, name: &str) -> Result<Value, String> {
    let relation = renamed(&from_base(model, &in_rounds(model, &touch.relation)?)?, name);
    Ok(
        json!({ "kind": if touch.kind == "read" { "read" } else { "write" }, "relation": relation.to_string() }),
    )
}

/// The accesses that Polly hoists out of a statement, by their position among all its accesses.
fn hoisted(model: &ScopModel, k: usize, names: &[String]) -> Result<Vec<Value>, String> {
    let mut found = Vec::new();
    for (place, touch) in accesses(model, k).into_iter().enumerate() {
        if is_hoisted(model, k, touch)? {
            let mut access = access(model, touch, &names[k])?;
            access["statement"] = names[k].as_str().into();
            access["place"] = place.into();
            found.push(access);
        }
    }
    Ok(found)
}

fn in_rounds(model: &ScopModel, relation: &Relation) -> Result<Relation, String> {
    relation.in_rounds(&model.iterators).ok_or_else(|| "a coefficient is too great".to_owned())
}

/// The relation with subscripts counted from the start of the array, from which Polly computes addresses.
fn from_base(model: &ScopModel, relation: &Relation) -> Result<Relation, String> {
    let name = relation.output.as_ref().map_or("", |tuple| tuple.name.as_str());
    let offset = model.arrays.iter().find(|array| array.name == name).map_or(0, |array| array.offset);
    let mut relation = relation.clone();
    let Some(last) = (relation.inputs() + relation.outputs()).checked_sub(1).filter(|_| offset != 0) else {
        return Ok(relation);
    };
    for row in relation.cases.iter_mut().flatten() {
        let moved = row.coefficients[last].checked_mul(i128::from(offset));
        let constant = row.coefficients.last_mut().ok_or("a row without a constant")?;
        *constant = moved.and_then(|by| constant.checked_sub(by)).ok_or("a coefficient is too great")?;
    }
    Ok(relation)
}

/// The relation with a new statement name and the iterators `i0`, `i1`, …
fn renamed(relation: &Relation, name: &str) -> Relation {
    let mut relation = relation.clone();
    let tuple = if relation.input.is_some() { &mut relation.input } else { &mut relation.output };
    if let Some(tuple) = tuple {
        name.clone_into(&mut tuple.name);
        tuple.dimensions = (0..tuple.dimensions.len()).map(|at| format!("i{at}")).collect();
    }
    relation
}

/// The loads for parameters and array bases, with their reads in all statements, including those left out.
fn loads(model: &ScopModel, names: &[String]) -> Result<Vec<Value>, String> {
    let read = |read: &ScopRead| {
        let number = model.statements.iter().position(|s| s.name == read.statement);
        let number = number.ok_or_else(|| format!("no statement is called {}", read.statement))?;
        let relation = renamed(&from_base(model, &in_rounds(model, &read.relation)?)?, &names[number]);
        Ok(
            json!({ "kind": if read.certain { "read" } else { "may_read" }, "relation": relation.to_string() }),
        )
    };
    let load = |load: &ScopEntryLoad| {
        let reads = load.reads.iter().map(read).collect::<Result<Vec<Value>, String>>()?;
        Ok(
            json!({ "value": load.value, "type": load.ty, "parameters": load.parameters, "arrays": load.arrays, "reads": reads }),
        )
    };
    model.loads.iter().map(load).collect()
}

/// The accesses of a statement in Polly's order: the write of a phi's incoming value where the phi is
/// reached, all others in the order of the block.
fn accesses(model: &ScopModel, k: usize) -> Vec<&ScopTouch> {
    let own = &model.statements[k].accesses;
    let is_of = |touch: &ScopTouch, other: &ScopTouch| touch.relation.output == other.relation.output;
    let reader = |touch: &ScopTouch| {
        let reads = |s: &ScopStatement| s.accesses.iter().any(|t| t.kind == "read" && is_of(t, touch));
        model.statements.iter().position(reads).unwrap_or(usize::MAX)
    };
    let is_handed_on = |touch: &ScopTouch| touch.kind != "read" && kind_of(model, touch) == "phi";
    let handed_on = || own.iter().filter(|touch| is_handed_on(touch));
    let mut ordered: Vec<&ScopTouch> = handed_on().filter(|touch| reader(touch) < k).collect();
    let is_in_region = |touch: &&ScopTouch| !is_handed_on(touch) && !reads_of_entry_block(model, touch);
    for touch in own.iter().filter(is_in_region) {
        if touch.kind == "read" && kind_of(model, touch) == "phi" {
            ordered.extend(handed_on().filter(|write| reader(write) == k && is_of(write, touch)));
        }
        ordered.push(touch);
    }
    ordered.extend(handed_on().filter(|touch| reader(touch) > k));
    ordered
}

/// Whether Polly reads the element before the region instead of in a statement. If it hoists loads for
/// parameters, it hoists every load with a fixed address that the region does not write to.
fn is_hoisted(model: &ScopModel, k: usize, touch: &ScopTouch) -> Result<bool, String> {
    if model.loads.is_empty() || touch.kind != "read" || kind_of(model, touch) != "memory" {
        return Ok(false);
    }
    if model.loads.iter().flat_map(|load| &load.reads).any(|read| is_part(model, k, read, touch)) {
        return Ok(true);
    }
    let touched = &touch.relation;
    let moves = |row: &Row| row.coefficients[..touched.inputs()].iter().any(|by| *by != 0);
    if touched.cases.iter().flatten().any(moves) {
        return Ok(false);
    }
    let all = model.statements.iter().flat_map(|statement| &statement.accesses);
    let mut writes = all.filter(|other| other.kind != "read" && other.relation.output == touched.output);
    let is_same = |other: &ScopTouch| {
        let elements = |relation: &Relation| renamed(relation, "").cases.clone();
        other.relation.inputs() == touched.inputs() && elements(&other.relation) == elements(touched)
    };
    match writes.next() {
        None => Ok(true),
        Some(write) if is_same(write) || writes.any(is_same) => Ok(false),
        Some(_) => Err(format!(
            "it reads {} at one place and writes it at others, and only Polly knows whether it hoists that read",
            touched.output.as_ref().map_or("memory", |tuple| tuple.name.as_str())
        )),
    }
}

/// Whether an access of a statement is one of the reads of a load.
fn is_part(model: &ScopModel, k: usize, read: &ScopRead, touch: &ScopTouch) -> bool {
    let is_piece = |rows: &Vec<Row>| touch.relation.cases.iter().any(|piece| rows.starts_with(piece));
    read.statement == model.statements[k].name
        && read.relation.output == touch.relation.output
        && read.relation.cases.iter().all(is_piece)
}
