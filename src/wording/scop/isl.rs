//! The polyhedral description of a static control part as sets and relations of named tuples.
//!
//! ```text
//! [n] -> { S0[i0] : i0 >= 0 and n >= i0 + 1 }      the domain of a statement
//! [n] -> { S0[i0] -> MemRef_a[i0 + 1] }            an access
//! ```

use super::names::{Names, mentioned};
use ir::{Base, BlockId, Model, ValueId};
use report::{
    Place, Relation, Row, ScopArray, ScopEntryLoad, ScopIterator, ScopModel, ScopParameter, ScopRead,
    ScopStatement, ScopTouch, Tuple,
};
use rustc_hash::FxHashSet;
use scop::{
    AccessKind, AccessPiece, Conjunction, Constraint, Dimension, Factor, Linear, Loaded, Scop, Statement,
    Storage, Touch,
};

/// The names and texts of the values of a static control part.
pub(super) struct ScopTexts<'a> {
    /// Names as in textual IR.
    pub(super) ir: &'a Names,
    /// Source names, if the part has any.
    pub(super) source: Option<&'a Names>,
    /// The source place of an instruction.
    pub(super) place: &'a dyn Fn(ValueId) -> Option<Place>,
    /// A block as textual IR prints it.
    pub(super) block: &'a dyn Fn(BlockId) -> String,
    /// The length of an access in bytes.
    pub(super) bytes: &'a dyn Fn(&Touch) -> Option<String>,
    /// The condition of a branch, as text.
    pub(super) branch: &'a dyn Fn(ValueId) -> String,
    /// Pairs of arrays that may overlap.
    pub(super) may_overlap: &'a [(u32, u32)],
    /// Assumptions beside the conditions on parameters.
    pub(super) assumes: Vec<String>,
}

/// The whole description.
pub(super) fn model(model: &Model, scop: &Scop, texts: &ScopTexts<'_>) -> ScopModel {
    let writer = Writer::new(model, scop, texts);
    let (entry, exit) = region(model, scop);
    let name = |array: &u32| writer.arrays[*array as usize].clone();
    ScopModel {
        region: ((texts.block)(entry), exit.map(texts.block).unwrap_or_default()),
        context: writer.context(),
        invalid: writer.relation(None, None, scop.invalid.iter().map(|c| writer.rows(c, &[])).collect()),
        assumes: texts.assumes.clone(),
        parameters: (0..scop.parameters.len()).map(|number| writer.parameter(number)).collect(),
        loads: writer.loads(),
        iterators: (0..scop.firsts.len() as u32).map(|number| writer.iterator(number)).collect(),
        arrays: (0..scop.arrays.len()).map(|number| writer.array(number)).collect(),
        disjoint: texts.may_overlap.iter().map(|(one, other)| (name(one), name(other))).collect(),
        statements: (0..).zip(&scop.statements).map(|(k, s)| writer.statement(k, s)).collect(),
    }
}

/// The first block of the statements and loops, and the first block behind them. Leading blocks with a single
/// successor are excluded. So is the function's entry block, which is in no LLVM region.
fn region(model: &Model, scop: &Scop) -> (BlockId, Option<BlockId>) {
    let members = &scop.description.members;
    let is_straight = |block: BlockId| {
        let is_first = model.blocks().next() == Some(block);
        let is_statement = scop.statements.iter().any(|s| s.block == block && !only_begins_phis(scop, s));
        let is_loop = scop.description.loops.iter().any(|l| model.block_of(l.begin) == Some(block));
        is_first || (!is_statement && !is_loop && model.block_successors(block).len() == 1)
    };
    let blocks = || members.iter().map(|member| member.block);
    let entry = blocks().find(|block| !is_straight(*block)).or(blocks().next()).unwrap_or(BlockId(0));
    let is_member: FxHashSet<BlockId> = blocks().collect();
    let mut left = blocks().flat_map(|block| model.block_successors(block).iter().copied());
    (entry, left.find(|to| !is_member.contains(to)))
}

/// Whether a statement only passes the initial values of phis.
fn only_begins_phis(scop: &Scop, statement: &Statement) -> bool {
    let begins = |touch: &Touch| {
        let is_phi = matches!(scop.arrays[touch.array as usize].storage, Storage::Phi(_));
        is_phi && touch.kind == AccessKind::Write
    };
    statement.loops.is_empty() && statement.accesses.iter().all(begins)
}

struct Writer<'a> {
    model: &'a Model,
    scop: &'a Scop,
    texts: &'a ScopTexts<'a>,
    /// Texts by parameter.
    parameters: Vec<String>,
    /// Texts by array.
    arrays: Vec<String>,
    /// The length of the longest schedule.
    longest: usize,
}

impl<'a> Writer<'a> {
    fn new(model: &'a Model, scop: &'a Scop, texts: &'a ScopTexts<'a>) -> Writer<'a> {
        let names = texts.ir;
        let mut taken = FxHashSet::default();
        let of_factor = |factor: &Factor| match factor {
            Factor::Parameter(value) | Factor::Unsigned(value) => identifier(names.parameter(*value)),
            _ => String::new(),
        };
        let mut parameters = Vec::with_capacity(scop.parameters.len());
        for parameter in &scop.parameters {
            let name = parameter.factors.iter().map(of_factor).collect::<Vec<_>>().join("_times_");
            parameters.push(fresh(format!("p_{name}"), &mut taken));
        }
        let mut arrays = Vec::with_capacity(scop.arrays.len());
        for array in &scop.arrays {
            let name = match array.storage {
                Storage::Memory(Base::Value(value)) | Storage::Value(value) => {
                    identifier(names.parameter(value))
                }
                Storage::Memory(hidden) => {
                    model.base_global(hidden).map_or(String::new(), |g| identifier(&g.name))
                }
                Storage::Phi(value) => format!("{}__phi", identifier(names.parameter(value))),
            };
            arrays.push(fresh(format!("MemRef_{name}"), &mut taken));
        }
        let longest = scop.statements.iter().map(|s| 2 * s.loops.len() + 1).max().unwrap_or(0);
        Writer { model, scop, texts, parameters, arrays, longest }
    }

    fn relation(&self, input: Option<Tuple>, output: Option<Tuple>, cases: Vec<Vec<Row>>) -> Relation {
        Relation { parameters: self.parameters.clone(), input, output, cases }
    }

    /// `S0[i0, i1]`
    fn tuple(&self, name: &str, loops: &[u32]) -> Tuple {
        Tuple { name: name.to_owned(), dimensions: loops.iter().map(|k| format!("i{k}")).collect() }
    }

    fn unnamed(name: &str, dimensions: usize) -> Tuple {
        let dimensions = (0..dimensions).map(|k| format!("o{k}")).collect();
        Tuple { name: name.to_owned(), dimensions }
    }

    /// A linear form over the iterators of `loops`, with columns for `outputs` more dimensions.
    fn row(&self, linear: &Linear, is_equality: bool, loops: &[u32], outputs: usize) -> Row {
        let parameters = loops.len() + outputs;
        let mut coefficients = vec![0; parameters + self.parameters.len() + 1];
        for (dimension, by) in &linear.terms {
            let at = match dimension {
                Dimension::Parameter(number) => Some(parameters + *number as usize),
                Dimension::Iterator(number) => loops.iter().position(|k| k == number),
            };
            // An iterator of a loop outside `loops` has no column. Domains and accesses contain none.
            at.into_iter().for_each(|at| coefficients[at] = *by);
        }
        coefficients[parameters + self.parameters.len()] = linear.constant;
        Row { is_equality, coefficients }
    }

    fn rows(&self, conjunction: &Conjunction, loops: &[u32]) -> Vec<Row> {
        self.rows_before(conjunction, loops, 0)
    }

    fn rows_before(&self, conjunction: &Conjunction, loops: &[u32], outputs: usize) -> Vec<Row> {
        let of = |c: &Constraint| self.row(&c.form, c.is_equality, loops, outputs);
        conjunction.constraints.iter().map(of).collect()
    }

    /// `o0 = i0 + 1`
    fn equals(&self, output: usize, value: &Linear, loops: &[u32], outputs: usize) -> Row {
        let mut row = self.row(value, true, loops, outputs);
        row.coefficients.iter_mut().for_each(|by| *by = -*by);
        row.coefficients[loops.len() + output] = 1;
        row
    }

    /// The ranges of parameters.
    fn context(&self) -> Relation {
        let mut rows = Vec::new();
        for (number, parameter) in (0..).zip(&self.scop.parameters) {
            let Some((low, high)) = parameter.range else { continue };
            for (by, constant) in [(1, -low), (-1, high)] {
                let bound = Linear { terms: vec![(Dimension::Parameter(number), by)], constant };
                rows.push(self.row(&bound, false, &[], 0));
            }
        }
        self.relation(None, None, vec![rows])
    }

    fn parameter(&self, number: usize) -> ScopParameter {
        let value = |names: &Names| {
            let of = |factor: &Factor| match factor {
                Factor::Parameter(value) | Factor::Unsigned(value) => names.parameter(*value).to_owned(),
                _ => String::new(),
            };
            self.scop.parameters[number].factors.iter().map(of).collect::<Vec<_>>().join("*")
        };
        let ir = value(self.texts.ir);
        let source = self.texts.source.map(value).filter(|source| *source != ir);
        ScopParameter { name: self.parameters[number].clone(), value: ir, source }
    }

    fn iterator(&self, number: u32) -> ScopIterator {
        let l = &self.scop.description.loops[number as usize];
        let loops = self.scop.description.around(l.enclosing);
        let case = |(when, value): &(Conjunction, Linear)| {
            let mut rows = self.rows_before(when, &loops, 1);
            rows.push(self.equals(0, value, &loops, 1));
            rows
        };
        let cases = self.scop.firsts[number as usize].iter().map(case).collect();
        let name = format!("i{number}");
        let source = self.texts.source.map(|names| names.iterator(number).to_owned());
        ScopIterator {
            first: self.relation(Some(self.tuple("", &loops)), Some(Self::unnamed("", 1)), cases),
            step: if l.step < 0 && !l.counts_rounds { -1 } else { 1 },
            source: source.filter(|source| *source != name),
            name,
        }
    }

    fn array(&self, number: usize) -> ScopArray {
        let array = &self.scop.arrays[number];
        let (kind, value) = match array.storage {
            Storage::Memory(Base::Value(value)) => ("memory", Some(value)),
            Storage::Memory(Base::Hidden(_)) => ("memory", None),
            Storage::Value(value) => ("value", Some(value)),
            Storage::Phi(value) => ("phi", Some(value)),
        };
        let hidden = || match array.storage {
            Storage::Memory(base) => {
                format!("@{}", self.model.base_global(base).map_or("", |global| &global.name))
            }
            _ => String::new(),
        };
        let name = |names: &Names| value.map_or_else(hidden, |value| names.value(value).to_owned());
        let size =
            |size: &Linear| self.relation(None, None, vec![]).sum(&self.row(size, true, &[], 0).coefficients);
        let ir = name(self.texts.ir);
        ScopArray {
            name: self.arrays[number].clone(),
            source: self.texts.source.map(name).filter(|source| *source != ir),
            value: ir,
            kind: kind.to_owned(),
            element_bytes: u64::try_from(array.element).unwrap_or_default(),
            offset: i64::try_from(array.offset).unwrap_or_default(),
            sizes: array.sizes.iter().map(|s| s.as_ref().map(size)).collect(),
            types: array.types.iter().map(|ty| self.model.types()[ty.index()].name.clone()).collect(),
            restrict: array.is_restrict,
        }
    }

    /// The loads of parameters and array bases, with the loading instances.
    fn loads(&self) -> Vec<ScopEntryLoad> {
        let mentioned = mentioned(self.model, self.scop);
        let loads = self.scop.description.loads.iter();
        loads.filter(|loaded| mentioned.contains(&loaded.loads[0])).map(|loaded| self.load(loaded)).collect()
    }

    fn load(&self, loaded: &Loaded) -> ScopEntryLoad {
        let value = loaded.loads[0];
        let is_value = |factor: &Factor| match factor {
            Factor::Parameter(own) | Factor::Unsigned(own) => *own == value,
            _ => false,
        };
        let begins = |storage: Storage| storage == Storage::Memory(Base::Value(value));
        let names = self.scop.parameters.iter().zip(&self.parameters);
        let arrays = self.scop.arrays.iter().zip(&self.arrays);
        let statements = self.scop.statements.iter().enumerate();
        let reads = statements.flat_map(|(number, statement)| {
            let touches = statement.accesses.iter();
            let of_memory = touches.filter(|touch| touch.access.is_some());
            let of_load = of_memory.filter(|touch| loaded.loads.contains(&touch.instruction));
            of_load.map(move |touch| self.read(number, statement, touch))
        });
        ScopEntryLoad {
            value: self.texts.ir.value(value).to_owned(),
            ty: self.model.types()[self.model.type_id(value).index()].name.clone(),
            parameters: names
                .filter(|(p, _)| p.factors.iter().any(is_value))
                .map(|(_, name)| name.clone())
                .collect(),
            arrays: arrays.filter(|(array, _)| begins(array.storage)).map(|(_, name)| name.clone()).collect(),
            reads: reads.collect(),
        }
    }

    /// A read, restricted to the instances of the domain.
    fn read(&self, number: usize, statement: &Statement, touch: &Touch) -> ScopRead {
        let (name, loops) = (format!("S{number}"), &statement.loops);
        let mut relation = self.touch(&self.tuple(&name, loops), statement, touch).relation;
        let domain = statement.domain.iter().map(|case| self.rows_before(case, loops, relation.outputs()));
        let domain: Vec<Vec<Row>> = domain.collect();
        let in_domain = |piece: &Vec<Row>| -> Vec<Vec<Row>> {
            domain.iter().map(|case| piece.iter().chain(case).cloned().collect()).collect()
        };
        relation.cases = relation.cases.iter().flat_map(in_domain).collect();
        ScopRead { statement: name, certain: statement.guards.is_empty(), relation }
    }

    fn statement(&self, number: usize, statement: &Statement) -> ScopStatement {
        let name = format!("S{number}");
        let loops = &statement.loops;
        let domain = statement.domain.iter().map(|conjunction| self.rows(conjunction, loops)).collect();
        let mut times = self.scop.schedule(statement);
        times.resize(self.longest, Linear::default());
        let at = |(k, time)| self.equals(k, time, loops, self.longest);
        let schedule = vec![times.iter().enumerate().map(at).collect()];
        let instance = self.tuple(&name, loops);
        ScopStatement {
            block: (self.texts.block)(statement.block),
            domain: self.relation(None, Some(instance.clone()), domain),
            schedule: self.relation(Some(instance.clone()), Some(Self::unnamed("", self.longest)), schedule),
            data_conditions: statement.guards.iter().map(|branch| (self.texts.branch)(*branch)).collect(),
            accesses: statement
                .accesses
                .iter()
                .map(|touch| self.touch(&instance, statement, touch))
                .collect(),
            name,
        }
    }

    fn touch(&self, instance: &Tuple, statement: &Statement, touch: &Touch) -> ScopTouch {
        let array = touch.array as usize;
        let dimensions = self.scop.arrays[array].sizes.len();
        let cases = touch.pieces.iter().map(|piece| self.piece(&statement.loops, piece)).collect();
        let element = Self::unnamed(&self.arrays[array], dimensions);
        ScopTouch {
            kind: kind(touch, statement).to_owned(),
            reduction: touch.reduction.map(str::to_owned),
            relation: self.relation(Some(instance.clone()), Some(element), cases),
            bytes: (self.texts.bytes)(touch),
            place: (self.texts.place)(touch.instruction),
        }
    }

    /// `o0 = i0 + 1`; for several elements, `o0 >= i0 and i0 + 3 >= o0`.
    fn piece(&self, loops: &[u32], piece: &AccessPiece) -> Vec<Row> {
        let outputs = piece.subscripts.len();
        let mut rows = self.rows_before(&piece.when, loops, outputs);
        for (at, subscript) in piece.subscripts.iter().enumerate() {
            let equal = self.equals(at, subscript, loops, outputs);
            if at + 1 != outputs || piece.elements == Linear::constant(1) {
                rows.push(equal);
                continue;
            }
            let elements = self.row(&piece.elements, false, loops, outputs).coefficients;
            let mut below = Row { is_equality: false, ..equal.clone() };
            for (own, more) in below.coefficients.iter_mut().zip(elements) {
                *own = more - *own;
            }
            below.coefficients[loops.len() + outputs + self.parameters.len()] -= 1;
            rows.extend([Row { is_equality: false, ..equal }, below]);
        }
        rows
    }
}

/// The kind of an access. A write is a may-write if its statement has data-dependent guards.
pub(super) fn kind(touch: &Touch, statement: &Statement) -> &'static str {
    match touch.kind {
        AccessKind::Read => "read",
        AccessKind::Write if statement.guards.is_empty() => "write",
        AccessKind::Write => "may_write",
    }
}

/// The name reduced to letters, digits and underscores.
fn identifier(name: &str) -> String {
    let spelt = name.trim_start_matches(['%', '@']);
    spelt.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// The name if it is free, or with the smallest numeric suffix from 2 that makes it free.
fn fresh(name: String, taken: &mut FxHashSet<String>) -> String {
    let mut candidate = name.clone();
    for number in 2u32.. {
        if taken.insert(candidate.clone()) {
            break;
        }
        candidate = format!("{name}__{number}");
    }
    candidate
}
