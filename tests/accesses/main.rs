//! Accesses of compiled C and C++ as linear terms, compared with lines beside the code and with runs.
//!
//! Each function of `test-ir/accesses/` is preceded by a line such as `// read a[i*n + j]` for each access
//! that is found at every level of optimisation, and by `// level -Os: …` for an access found at that level
//! alone. An address is `root[offset]` in elements; counters are `i`, `j`, `k` from the outermost loop
//! inwards, and `?` stands for a value without a term. `count` is followed by the trip counts of the loops.
//! Whenever a run executes an access, its address is compared with the value of its term.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

#[path = "../static_parts/run.rs"]
#[allow(dead_code)]
mod run;

use analysis::accesses::{AccessKind, Accesses, ElementAddress, LoopId, Symbol, Term};
use ir::{BlockId, Constant, Model, Opcode, ValueId};
use library::{Budget, Library};
use llvm::Module;
use normalise::normalised;
use run::{Listener, Run};
use search::Settings;
use search::search;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wording::{Hit, Spelling, findings};

const LEVELS: &[&[&str]] =
    &[&["-O1"], &["-Os", "-ffast-math"], &["-O2"], &["-O2", "-g", "-ffast-math"], &["-O3"]];

/// The IR after loop rotation and simplification, before vectorisation and unrolling.
fn compiled(source: &Path, flags: &[&str]) -> Vec<u8> {
    let is_cpp = source.extension().is_some_and(|e| e == "cpp");
    let clang = Path::new(env!("IDIOM_LLVM_BINDIR")).join(if is_cpp { "clang++" } else { "clang" });
    let mut command = Command::new(clang);
    command.args(flags).args(["-w", "-emit-llvm", "-c", "-o", "-", "-fno-discard-value-names"]);
    command.args(["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"]);
    let output = command.arg(source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The counter's name by the depth of its loop: `i`, `j`, `k`.
fn counter_name(accesses: &Accesses<'_>, of: LoopId) -> String {
    ["i", "j", "k", "l"].get(accesses.loops().get(of).depth as usize).unwrap_or(&"m").to_string()
}

fn symbol_name(model: &Model, accesses: &Accesses<'_>, symbol: Symbol) -> String {
    match symbol {
        Symbol::Counter(of) => counter_name(accesses, of),
        Symbol::Product(_) => "product".to_owned(),
        Symbol::Rounds(of) => format!("rounds of {}", counter_name(accesses, of)),
        Symbol::Value(value) if model.opcode(value).is_none() => model.name(value).to_string(),
        Symbol::Value(value) if model.opcode(value) == Some(Opcode::Alloca) => model.name(value).to_string(),
        Symbol::Value(_) => "?".to_string(),
    }
}

fn text(model: &Model, accesses: &Accesses<'_>, term: &Term) -> String {
    term.text(&|symbol| symbol_name(model, accesses, symbol))
}

/// The accesses and loop counts that are found in a function.
fn found(model: &Model) -> BTreeSet<String> {
    let mut accesses = Accesses::new(model);
    let mut lines = BTreeSet::new();
    for (kind, word) in [(AccessKind::Read, "read"), (AccessKind::Write, "write")] {
        for access in accesses.all(kind) {
            for ElementAddress { root, offset, .. } in accesses.addresses(access).iter() {
                let offset = accesses.term(*offset).unwrap().clone();
                let root = symbol_name(model, &accesses, Symbol::Value(*root));
                lines.insert(format!("{word} {root}[{}]", text(model, &accesses, &offset)));
            }
        }
    }
    for of in accesses.loops().ids().collect::<Vec<_>>() {
        let count = accesses.count(of).and_then(|count| accesses.term(count).cloned());
        let count = count.map_or("none".to_string(), |count| text(model, &accesses, &count));
        lines.insert(format!("count {}: {count}", counter_name(&accesses, of)));
    }
    lines
}

/// The comparison of addresses and trip counts with a run.
struct Compared<'m> {
    accesses: Accesses<'m>,
    addresses: BTreeMap<ValueId, Vec<(ElementAddress, Term)>>,
    /// The number of earlier iterations of each loop.
    rounds: BTreeMap<LoopId, i128>,
    /// The trip count of a loop that is left from a block, as computed when the loop was entered.
    counts: BTreeMap<(LoopId, BlockId), i128>,
    compared: usize,
    /// Number of addresses that hold under an assumption, and did in this run.
    as_assumed: usize,
    wrong: Vec<String>,
}

impl<'m> Compared<'m> {
    fn new(model: &'m Model) -> Self {
        let mut accesses = Accesses::new(model);
        let mut addresses = BTreeMap::new();
        for kind in [AccessKind::Read, AccessKind::Write] {
            for access in accesses.all(kind) {
                let all = accesses.addresses(access);
                let with_term = |address: &ElementAddress| {
                    (address.clone(), accesses.term(address.offset).unwrap().clone())
                };
                addresses.insert(access, all.iter().map(with_term).collect());
            }
        }
        let (rounds, counts) = (BTreeMap::new(), BTreeMap::new());
        Compared { accesses, addresses, rounds, counts, compared: 0, as_assumed: 0, wrong: Vec::new() }
    }

    fn symbol(&mut self, run: &Run<'_>, symbol: Symbol) -> Option<i128> {
        match symbol {
            Symbol::Value(value) => run.number(value),
            Symbol::Counter(of) => {
                let integer = self.accesses.integer_counter(of);
                integer.map_or(Some(self.rounds[&of]), |phi| run.number(phi))
            }
            // Addresses have no products, and no numbers of rounds.
            Symbol::Product(_) | Symbol::Rounds(_) => None,
        }
    }

    fn term(&mut self, run: &Run<'_>, term: &Term) -> Option<i128> {
        let mut sum = 0i128;
        for (factors, coefficient) in term.monomials() {
            let mut product = i128::from(*coefficient);
            for factor in factors {
                product = product.wrapping_mul(self.symbol(run, *factor)?);
            }
            sum = sum.wrapping_add(product);
        }
        Some(sum)
    }

    /// The address that a term stands for, modulo 2^64.
    fn address(&mut self, run: &Run<'_>, (address, offset): &(ElementAddress, Term)) -> Option<u128> {
        let offset = self.term(run, offset)?.wrapping_mul(address.size.into());
        Some((run.number(address.root)?.wrapping_add(offset) as u128) & u128::from(u64::MAX))
    }

    /// Compares an address with its term. A run may violate the assumption of a term.
    fn compare_address(
        &mut self,
        at: ValueId,
        known: &ElementAddress,
        left: Option<u128>,
        right: Option<u128>,
    ) {
        if known.assumed.is_empty() {
            self.compare(at, "the address", left, right);
        } else if left.is_some() && left == right {
            self.as_assumed += 1;
        }
    }

    fn compare(&mut self, at: ValueId, what: &str, left: Option<u128>, right: Option<u128>) {
        self.compared += 1;
        if left.is_some() && right.is_some() && left != right {
            self.wrong.push(format!("{what} of {at:?} is {right:?}, by its term {left:?}"));
        }
    }
}

impl Listener for Compared<'_> {
    fn enters(&mut self, run: &Run<'_>, block: BlockId, from: Option<ValueId>) {
        let model = run.model;
        if let Some(of) = self.accesses.loops().with_header(block) {
            let came = from.and_then(|from| model.block_of(from));
            let again = came.is_some_and(|came| self.accesses.loops().has_block(of, came));
            let rounds = if again { self.rounds[&of] + 1 } else { 0 };
            self.rounds.insert(of, rounds);
            if !again {
                self.counts.retain(|(known, _), _| *known != of);
                let loops = self.accesses.loops();
                let blocks: Vec<BlockId> =
                    model.blocks().filter(|block| loops.around(*block) == Some(of)).collect();
                for block in blocks {
                    let count = self.accesses.exit_count(model.terminator(block));
                    let count = count.and_then(|count| self.accesses.term(count).cloned());
                    let count = count.and_then(|count| self.term(run, &count));
                    count.map(|count| self.counts.insert((of, block), count));
                }
            }
        }
        for phi in model.block_instructions(block).take_while(|v| model.opcode(*v) == Some(Opcode::Phi)) {
            // A carried element is equal to its memory at the begin of the iteration.
            for known in self.addresses.get(&phi).cloned().unwrap_or_default() {
                let address = self.address(run, &known);
                let width = model.type_of(phi).integer_width().unwrap_or(64);
                let element = address.and_then(|address| run.element(address, width));
                self.compare(
                    phi,
                    "the element",
                    element,
                    run.number(phi).map(|n| n as u128 & (u128::MAX >> (128 - width))),
                );
            }
        }
    }

    fn carries_out(&mut self, run: &Run<'_>, instruction: ValueId) {
        let operand = match run.model.opcode(instruction) {
            Some(Opcode::Load) => 0,
            Some(Opcode::Store) => 1,
            _ => return,
        };
        for known in self.addresses.get(&instruction).cloned().unwrap_or_default() {
            let address = self.address(run, &known);
            self.compare_address(instruction, &known.0, address, run.operand(instruction, operand));
        }
    }

    fn leaves(&mut self, run: &Run<'_>, block: BlockId, to: BlockId) {
        let loops = self.accesses.loops();
        let Some(inner) = loops.around(block) else { return };
        let left: Vec<LoopId> = loops.ancestors(inner).filter(|of| !loops.has_block(*of, to)).collect();
        for of in left {
            let is_latch = self.accesses.loops().get(of).latches.contains(&block);
            let rounds = self.rounds[&of] + i128::from(is_latch);
            if let Some(count) = self.counts.remove(&(of, block)) {
                let header = run.model.block_first(self.accesses.loops().get(of).header);
                self.compare(header, "the count", Some(count as u128), Some(rounds as u128));
            }
        }
    }
}

/// The lines before a function: the accesses that must be found at each level, and those that must not.
struct Expected {
    function: String,
    always: Vec<String>,
    never: Vec<String>,
}

/// Reads lines such as `// read a[i]` and `// not read a[i]` before functions. A function's name is the word
/// before the first `(`.
fn expectations(source: &str) -> Vec<Expected> {
    let (mut all, mut always, mut never) = (Vec::new(), Vec::new(), Vec::new());
    for line in source.lines() {
        let comment = line.strip_prefix("// ");
        let is_claim = |text: &&str| ["read ", "write ", "count "].iter().any(|word| text.starts_with(word));
        if let Some(claim) = comment.filter(is_claim) {
            always.push(claim.to_string());
        } else if let Some(claim) = comment.and_then(|text| text.strip_prefix("not ")).filter(is_claim) {
            never.push(claim.to_string());
        } else if line.starts_with(|first: char| first.is_alphabetic()) && line.contains('(') {
            let name = line.split('(').next().unwrap().rsplit([' ', '*']).next().unwrap().to_string();
            let (always, never) = (std::mem::take(&mut always), std::mem::take(&mut never));
            all.push(Expected { function: name, always, never });
        }
    }
    all
}

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/accesses");
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == "c" || e == "cpp"));
    assert!(found.len() >= 5, "sources are missing");
    found.sort();
    found
}

#[test]
fn addresses_are_the_terms_beside_the_code() {
    let (mut wrong, mut claims) = (Vec::new(), 0);
    for source in sources() {
        let expected = expectations(&fs::read_to_string(&source).unwrap());
        for flags in LEVELS {
            let module = Module::parse(&compiled(&source, flags), "x").unwrap();
            for Expected { function, always, never } in &expected {
                let plain = module.function(function).unwrap().extract().model.clone();
                let copy = normalised(&plain);
                for (model, which) in [(&plain, "plain"), (copy.as_ref().unwrap_or(&plain), "normalised")] {
                    let found = found(model);
                    claims += always.len() + never.len();
                    let missing = always.iter().filter(|claim| !found.contains(*claim));
                    let extra = never.iter().filter(|claim| found.contains(*claim));
                    let both: Vec<&String> = missing.chain(extra).collect();
                    if !both.is_empty() {
                        wrong.push(format!(
                            "{function} {flags:?} {which}: wrong {both:?}\n    found {found:?}"
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {claims}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(claims > 300, "{claims} claims");
}

#[test]
fn addresses_are_those_of_runs() {
    let (mut wrong, mut compared, mut as_assumed) = (Vec::new(), 0, 0);
    for source in sources() {
        for flags in LEVELS {
            let module = Module::parse(&compiled(&source, flags), "x").unwrap();
            let names: Vec<String> =
                module.functions().filter(|f| !f.is_declaration()).map(|f| f.name()).collect();
            for name in names {
                let plain = module.function(&name).unwrap().extract().model.clone();
                let copy = normalised(&plain);
                for model in [&plain, copy.as_ref().unwrap_or(&plain)] {
                    for seed in 0..4 {
                        let mut listener = Compared::new(model);
                        run::run(model, seed, &mut listener);
                        compared += listener.compared;
                        as_assumed += listener.as_assumed;
                        let at = |why: &String| format!("{name} {flags:?} seed {seed}: {why}");
                        wrong.extend(listener.wrong.iter().take(1).map(at));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 20_000 && as_assumed > 50, "{compared} compared, {as_assumed} as assumed");
}

/// The solutions of a specification in a function as text, `name = value` for the variables `shown`.
fn solutions(specification: &str, model: &Model, shown: &[&str]) -> BTreeSet<String> {
    let name = specification.split_whitespace().nth(1).unwrap().to_string();
    let files = vec![("spec.candl".to_string(), specification.as_bytes().to_vec())];
    let library = Library::new(files, Some(&[name]));
    assert!(!library.has_errors(), "{}", library.render(false));
    let settings = Settings::new(&library, Budget::of_steps(1_000_000));
    let answer = search(model, &settings);
    let view = answer.view(model);
    let name = |value: ValueId| match model.constant(value) {
        Some(Constant::Scalar(number)) => number.bits().unwrap().to_string(),
        _ => model.name(value).to_string(),
    };
    let of_hit = |hit: &Hit| {
        let value = |wanted: &&str| {
            let (_, value) = hit.variables().find(|(known, _)| known == wanted).unwrap();
            let value = value.map_or("unused".to_string(), |value| view.bound(value).describe(&name));
            format!("{wanted} = {value}")
        };
        shown.iter().map(value).collect::<Vec<_>>().join(", ")
    };
    answer.hits.iter().map(of_hit).collect()
}

#[test]
fn relations_are_queried_by_atoms() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/accesses");
    let module = Module::parse(&compiled(&folder.join("arrays.c"), &["-O2"]), "x").unwrap();
    let model = |name: &str| module.function(name).unwrap().extract().model.clone();
    let rows = "Constraint Rows
        ( {v} is a read
        ∧ {v} accesses {A} plus {t} elements of {s} bytes
        ∧ {s} is the number 8
        ∧ {d} is the stride of {t} in {l}
        ∧ {e} is the stride of {t} in {m}
        ∧ {d} is a larger stride than {e}
        ∧ {i} is the counter of {l}
        ∧ {n} is the count of {m}
        ∧ {r} is the rest of {t} without the loops {l, m}
        ∧ {r} is {o} plus 2 times {d}) End";
    let found = solutions(rows, &model("transposed_int"), &["A", "d", "e", "n", "r", "o"]);
    assert_eq!(found, BTreeSet::from(["A = a, d = n, e = 1, n = m, r = 0, o = -2*n".to_string()]));
    assert_eq!(solutions(rows, &model("dot"), &["A"]), BTreeSet::new());
    let gathered = "Constraint Gathered
        ( {v} accesses {A} plus {t} elements of {s} bytes
        ∧ {d} is the stride of {t} in the value {x}
        ∧ {x} accesses {B} plus {u} elements of {w} bytes
        ∧ {e} is the stride of {u} in {l}
        ∧ {x} is fixed in {l}) End";
    // `is fixed in` holds of terms only.
    assert_eq!(solutions(gathered, &model("gather"), &["A"]), BTreeSet::new());
    let gathered = gathered.replace("∧ {x} is fixed in {l}", "∧ {s} is fixed in {l}");
    let found = solutions(&gathered, &model("gather"), &["A", "B", "d", "e", "s", "w"]);
    assert_eq!(found, BTreeSet::from(["A = x, B = index, d = 1, e = 1, s = 8, w = 4".to_string()]));
    // Relations between values hold of no term.
    for atom in ["opcode{t} = add", "{t} = {v}.args[0]", "domination({t}, {v})", "not domination({t}, {v})"] {
        let mixed =
            format!("Constraint M ( {{v}} accesses {{A}} plus {{t}} elements of {{s}} bytes ∧ {atom} ) End");
        assert_eq!(solutions(&mixed, &model("gather"), &["A"]), BTreeSet::new(), "{atom}");
    }
}

/// The settings of a search that reports no refusals.
fn settings(library: &Library) -> Settings<'_> {
    Settings::new(library, Budget::of_steps(1_000_000))
}

#[test]
fn assumptions_are_reported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/accesses");
    let module = Module::parse(&compiled(&folder.join("arrays.c"), &["-O2"]), "x").unwrap();
    let text = "Constraint Written {st} ~ {A}[{i}] := {v} End";
    let library =
        Library::new(vec![("x".to_string(), text.as_bytes().to_vec())], Some(&["Written".to_string()]));
    let settings = settings(&library);
    for (name, is_assumed) in [("from_k", true), ("strided", false)] {
        let model = module.function(name).unwrap().extract().model.clone();
        let answer = search(&model, &settings);
        assert!(!answer.hits.is_empty(), "{name}");
        let view = answer.view(&model);
        let describe = |value: ValueId| format!("%{}", model.name(value));
        let spelling = Spelling {
            describe: &describe,
            block: &|_| String::new(),
            variable: &|_| None,
            runs: &|_| None,
            folder: Path::new(""),
            inlined_from: &|_| None,
            callers: &|_| Vec::new(),
        };
        for finding in findings(&view, &spelling, &answer.hits, 0) {
            let reason = finding.reason.unwrap_or_default();
            assert_eq!(reason.starts_with("as long as "), is_assumed, "{name}: {reason}");
        }
    }
}

/// The idioms of a file that are found in each function.
fn idioms_of(library: &Library, module: &Module) -> BTreeMap<String, BTreeSet<String>> {
    let settings = settings(library);
    let functions = module.functions().filter(|function| !function.is_declaration());
    let found = |function: llvm::FunctionRef<'_>| {
        let answer = search(&function.extract().model, &settings);
        (function.name(), answer.hits.iter().map(|hit| hit.idiom.clone()).collect())
    };
    functions.map(found).collect()
}

#[test]
fn idioms_are_found_in_their_variants_and_not_in_near_misses() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/accesses");
    let specification = fs::read(folder.join("idioms.candl")).unwrap();
    let names = ["Dot", "Gemm", "Spmv", "Stencil5", "RowSum"].map(str::to_string);
    let library = Library::new(vec![("idioms.candl".to_string(), specification)], Some(&names));
    assert!(!library.has_errors(), "{}", library.render(false));
    let source = fs::read_to_string(folder.join("idioms.c")).unwrap();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for flags in [&["-O2"][..], &["-Os", "-ffast-math"], &["-O2", "-g", "-ffast-math"], &["-O3"]] {
        let found =
            idioms_of(&library, &Module::parse(&compiled(&folder.join("idioms.c"), flags), "x").unwrap());
        for pair in source.lines().collect::<Vec<_>>().windows(2) {
            let (Some(marks), Some((head, _))) = (pair[0].strip_prefix("// "), pair[1].split_once('('))
            else {
                continue;
            };
            let function = head.rsplit([' ', '*']).next().unwrap();
            let expected: BTreeSet<String> =
                marks.split(' ').filter(|mark| *mark != "none").map(str::to_string).collect();
            checked += 1;
            if found[function] != expected {
                wrong.push(format!("{function} {flags:?}: {:?} in place of {expected:?}", found[function]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {checked}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked >= 80, "{checked} functions");
}
