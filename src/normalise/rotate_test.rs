//! Rotated loops by example, and random programs that run like their rotated forms.

use super::rotated;
use ir::testing::sketch::sketch;
use ir::{BlockId, Constant, Flags, Model, Opcode, ValueId};
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use std::fmt::Write;

const SUM: &str = "param n:i32
     param q:ptr
     entry:
       br -> head
     head:
       i:i32 = phi i32:0@entry j@body
       s:i32 = phi i32:7@entry t@body
       c:i1 = icmp i n !slt
       br c -> body exit
     body:
       x:i32 = load q !reads
       t:i32 = add s x
       j:i32 = add i i32:1
       br -> head
     exit:
       ret s";

#[test]
fn the_test_moves_before_the_loop_and_to_its_end() {
    let model = sketch(SUM);
    let relaid = rotated(&model).expect("a loop to rotate");
    let blocks: Vec<Vec<Opcode>> = relaid
        .model
        .blocks()
        .map(|block| relaid.model.block_instructions(block).filter_map(|v| relaid.model.opcode(v)).collect())
        .collect();
    use Opcode::{Add, Br, ICmp, Load, Phi, Ret};
    let body = vec![Phi, Phi, Load, Add, Add, ICmp, Br];
    assert_eq!(blocks, [vec![Br], body, vec![Phi, Ret], vec![ICmp, Br], vec![Br]]);
    // The value after the loop is that of the phi, before which nothing was computed anew.
    let exit = BlockId::new(2);
    let out = relaid.model.block_first(exit);
    assert_eq!(model.name(relaid.origins[out.index()]), "s");
    assert!(rotated(&relaid.model).is_none());
}

#[test]
fn loops_stay_that_test_at_their_end_or_write_before_the_test() {
    let at_end = "param n:i32
         entry:
           br -> head
         head:
           i:i32 = phi i32:0@entry j@head
           j:i32 = add i i32:1
           c:i1 = icmp j n !slt
           br c -> head exit
         exit:
           ret j";
    assert!(rotated(&sketch(at_end)).is_none());
    let writing = SUM.replace("c:i1", "store n q !writes\nc:i1");
    assert!(rotated(&sketch(&writing)).is_none());
    let endless = SUM.replace("br c -> body exit", "br c -> body body");
    assert!(rotated(&sketch(&endless.replace("ret s", "ret n"))).is_none());
}

/// The stores and the result of a run; `None` if it takes too long.
fn run(model: &Model, parameter: i32) -> Option<Vec<i32>> {
    let mut values: FxHashMap<ValueId, i32> = model.parameters().map(|value| (value, parameter)).collect();
    for value in model.constants() {
        if let Some(Constant::Scalar(number)) = model.constant(value) {
            values.insert(value, number.bits().unwrap_or(0) as i32);
        }
    }
    let (mut log, mut from, mut block) = (Vec::new(), None, BlockId::new(0));
    for _ in 0..3000 {
        let of = |values: &FxHashMap<ValueId, i32>, value: ValueId, n: u32| {
            values[&model.operand(value, n).expect("an operand")]
        };
        let before = values.clone();
        let mut next = None;
        for value in model.block_instructions(block) {
            let result = match model.opcode(value)? {
                Opcode::Phi => {
                    let sources = model.phi_sources(value);
                    let at = sources.iter().position(|source| Some(*source) == from).expect("an entry");
                    before[&model.operand(value, at as u32).expect("an operand")]
                }
                Opcode::Add => of(&values, value, 0).wrapping_add(of(&values, value, 1)),
                Opcode::ICmp if model.flags(value).contains(Flags::SLT) => {
                    i32::from(of(&values, value, 0) < of(&values, value, 1))
                }
                // A load sees how many stores came before it.
                Opcode::Load => log.last().copied().unwrap_or(1) ^ log.len() as i32,
                Opcode::Store => {
                    log.push(of(&values, value, 0));
                    0
                }
                Opcode::Ret => {
                    log.push(of(&values, value, 0));
                    return Some(log);
                }
                Opcode::Br => {
                    let successors = model.block_successors(block);
                    let way = if successors.len() == 2 { 1 - of(&values, value, 0) as usize } else { 0 };
                    next = successors.get(way).copied();
                    0
                }
                other => panic!("{other:?} is not run"),
            };
            values.insert(value, result);
        }
        from = Some(model.terminator(block));
        block = next?;
    }
    None
}

/// A program of nested loops that test at their begin.
struct Program<'c> {
    choices: std::iter::Cycle<std::slice::Iter<'c, u8>>,
    text: String,
    number: usize,
    /// The values that dominate the place.
    known: Vec<String>,
    /// The label of the current block.
    block: String,
}

impl Program<'_> {
    fn choose(&mut self, number: usize) -> usize {
        *self.choices.next().unwrap_or(&0) as usize % number
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.number += 1;
        format!("{stem}{}", self.number)
    }

    fn any(&mut self) -> String {
        let at = self.choose(self.known.len());
        self.known[at].clone()
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("text");
    }

    fn begin(&mut self, label: &str) {
        self.line(format_args!("{label}:"));
        self.block = label.to_owned();
    }

    fn add(&mut self) {
        let (name, a, b) = (self.fresh("v"), self.any(), self.any());
        self.line(format_args!("{name}:i32 = add {a} {b}"));
        self.known.push(name);
    }

    fn steps(&mut self, depth: usize) {
        for _ in 0..1 + self.choose(3) {
            match self.choose(5) {
                0 | 1 => self.add(),
                2 => {
                    let stored = self.any();
                    self.line(format_args!("store {stored} q !writes"));
                }
                3 => {
                    let name = self.fresh("l");
                    self.line(format_args!("{name}:i32 = load q !reads"));
                    self.known.push(name);
                }
                _ if depth < 3 => self.looping(depth),
                _ => {}
            }
        }
    }

    fn looping(&mut self, depth: usize) {
        let [head, body, exit] = ["head", "body", "exit"].map(|stem| self.fresh(stem));
        let [p, a, b, next] = ["p", "a", "b", "n"].map(|stem| self.fresh(stem));
        let (first, start) = (self.block.clone(), self.any());
        self.line(format_args!("br -> {head}"));
        self.begin(&head);
        let phis = self.text.len();
        let outside = self.known.clone();
        self.known.extend([p.clone(), a.clone(), b.clone()]);
        if self.choose(2) == 0 {
            self.add();
        }
        if self.choose(3) == 0 {
            let name = self.fresh("l");
            self.line(format_args!("{name}:i32 = load q !reads"));
            self.known.push(name);
        }
        let (test, limit) = (self.fresh("c"), self.choose(4));
        self.line(format_args!("{test}:i1 = icmp {p} i32:{limit} !slt"));
        let (yes, no) = (body.clone(), exit.clone());
        self.line(format_args!("br {test} -> {yes} {no}"));
        let in_head = self.known.clone();
        self.begin(&body);
        self.steps(depth + 1);
        let mut left = None;
        if self.choose(3) == 0 {
            let (leave, on, value) = (self.fresh("c"), self.fresh("on"), self.any());
            let limit = self.choose(9);
            self.line(format_args!("{leave}:i1 = icmp {value} i32:{limit} !slt"));
            self.line(format_args!("br {leave} -> {exit} {on}"));
            left = Some((self.block.clone(), self.any()));
            self.begin(&on);
            self.steps(depth + 1);
        }
        self.line(format_args!("{next}:i32 = add {p} i32:1"));
        let (latch, again) = (self.block.clone(), self.any());
        // One phi lags behind another, or behind a value of the header.
        let at = outside.len() + self.choose(in_head.len() - outside.len());
        let lagging = in_head[at].clone();
        self.line(format_args!("br -> {head}"));
        let text = format!(
            "{p}:i32 = phi i32:0@{first} {next}@{latch}\n\
             {a}:i32 = phi {start}@{first} {again}@{latch}\n\
             {b}:i32 = phi {start}@{first} {lagging}@{latch}\n"
        );
        self.text.insert_str(phis, &text);
        self.known = in_head;
        self.begin(&exit);
        if let Some((from, value)) = left {
            let (out, own) = (self.fresh("x"), self.any());
            self.line(format_args!("{out}:i32 = phi {own}@{head} {value}@{from}"));
            self.known.push(out);
        }
    }
}

fn program(choices: &[u8]) -> String {
    let mut program = Program {
        choices: choices.iter().cycle(),
        text: "param n:i32\nparam q:ptr\nentry:\n".to_owned(),
        number: 0,
        known: vec!["n".to_owned(), "i32:3".to_owned()],
        block: "entry".to_owned(),
    };
    program.looping(0);
    program.steps(0);
    let result = program.any();
    program.line(format_args!("ret {result}"));
    program.text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A rotated program stores and returns what the program does, and has a loop less that tests at its begin.
    #[test]
    fn rotated_programs_do_the_same(choices in prop::collection::vec(any::<u8>(), 8..120)) {
        let text = program(&choices);
        let model = sketch(&text);
        if let Some(relaid) = rotated(&model) {
            for parameter in [-1, 0, 2, 5] {
                let (expect, found) = (run(&model, parameter), run(&relaid.model, parameter));
                if expect.is_some() && found.is_some() {
                    prop_assert_eq!(expect, found, "{}", text);
                }
            }
        }
    }
}

/// Most random programs are rotated, and most runs end: the property above is about something.
#[test]
fn random_programs_are_rotated() {
    let choices = |seed: u32| -> Vec<u8> {
        let mut state = seed.wrapping_mul(2_654_435_761) | 1;
        let mut step = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..80).map(|_| step()).collect()
    };
    let all: Vec<Model> = (0..300).map(|seed| sketch(&program(&choices(seed)))).collect();
    let rotated_ones: Vec<_> = all.iter().filter_map(|model| Some((model, rotated(model)?))).collect();
    let ends =
        |(model, relaid): &&(&Model, ir::Relaid)| run(model, 2).is_some() && run(&relaid.model, 2).is_some();
    assert!(rotated_ones.len() > 250, "{}", rotated_ones.len());
    let ended = rotated_ones.iter().filter(ends).count();
    assert!(ended > 200, "{ended}");
}
