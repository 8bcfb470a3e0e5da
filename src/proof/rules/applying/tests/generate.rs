//! Random functions of one block, as sketches: any instructions, or the source of a rule among others.

use crate::rules::form::{Action, CastKind, Comparison, NodeId, NodeKind, Part, Rule};
use crate::rules::matching::symbol;
use crate::rules::widths::{Typing, typings};
use crate::semantics::Intrinsic;
use ir::{Flags, Opcode};
use std::fmt::Write as _;

/// Numbers by a multiplier and shifts (xorshift64*), the same in each run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// A number of that width, often one at an edge.
    pub(super) fn bits(&mut self, width: u32) -> u128 {
        let all = u128::MAX >> (128 - width);
        let number = match self.below(6) {
            0 => 0,
            1 => 1,
            2 => all,
            3 => 1 << (width - 1),
            _ => u128::from(self.next()),
        };
        number & all
    }
}

/// A function under way: lines, and the names that are defined, with their widths.
#[derive(Default)]
pub(super) struct Program {
    parameters: String,
    lines: String,
    values: Vec<(String, u32)>,
    /// The constants in the place of a rule's, with their widths.
    constants: Vec<(u32, u128)>,
}

const WIDTHS: [u32; 4] = [1, 3, 4, 8];

impl Program {
    /// Any instructions over a few parameters.
    pub(super) fn any(random: &mut Random) -> String {
        let mut program = Program::default();
        for _ in 0..3 {
            let width = WIDTHS[random.below(4)];
            program.parameter(width, random);
        }
        for _ in 0..10 {
            program.something(random);
        }
        program.text()
    }

    /// The source of a rule, with other instructions before, between and behind it.
    pub(super) fn around(rule: &Rule, random: &mut Random) -> String {
        let mut program = Program::default();
        let all = typings(rule, &WIDTHS, &WIDTHS);
        let typing = &all[random.below(all.len())];
        let mut names: Vec<Option<String>> = vec![None; rule.nodes.len()];
        for (id, node) in rule.ids().filter(|(_, node)| node.part == Part::Source) {
            let width = typing.width(rule, id);
            if random.below(4) == 0 {
                program.something(random);
            }
            names[id.0 as usize] = Some(match &node.kind {
                NodeKind::Input { noundef: true } => {
                    let of = program.input(width, random);
                    program.define(width, &format!("freeze {of}"))
                }
                NodeKind::Input { .. } => program.input(width, random),
                NodeKind::Instruction(action, operands) => {
                    program.instruction((rule, typing, id), *action, operands, &names, random)
                }
                NodeKind::Number { negative, magnitude } => {
                    let sign = if *negative { "-" } else { "" };
                    format!("i{width}:{sign}{magnitude}")
                }
                _ => program.constant(width, random),
            });
        }
        if random.below(3) == 0 {
            program.something(random);
        }
        program.text()
    }

    fn text(&self) -> String {
        let mut globals = String::new();
        for (name, ..) in Intrinsic::NAMED {
            for width in WIDTHS.iter().chain(&[16]) {
                let _ = writeln!(globals, "global @llvm.{name}.i{width} pure");
            }
        }
        let last = self.values.last().map_or("", |(name, _)| name);
        format!("{globals}{}entry:\n{}ret {last}", self.parameters, self.lines)
    }

    fn parameter(&mut self, width: u32, random: &mut Random) -> String {
        let name = format!("p{}", self.values.len());
        let _ = writeln!(self.parameters, "param {name}:i{width}");
        self.values.push((name.clone(), width));
        if random.below(3) == 0 {
            return self.define(width, &format!("freeze {name}"));
        }
        name
    }

    /// A constant, often one that an earlier one leads to, as preconditions ask for.
    fn constant(&mut self, width: u32, random: &mut Random) -> String {
        let known: Vec<u128> =
            self.constants.iter().filter(|(of, _)| *of == width).map(|(_, number)| *number).collect();
        let number = match known.len() {
            count if count > 0 && random.below(2) == 0 => {
                let (number, amount) = (known[random.below(count)], known[random.below(count)]);
                let number = match random.below(6) {
                    0 => number,
                    1 => number | 1,
                    2 => !number,
                    3 => number.wrapping_neg(),
                    4 => number.unbounded_shl(width.saturating_sub(amount as u32)),
                    _ => number.wrapping_add(1),
                };
                number & (u128::MAX >> (128 - width))
            }
            _ => random.bits(width),
        };
        self.constants.push((width, number));
        format!("i{width}:{number}")
    }

    fn define(&mut self, width: u32, computation: &str) -> String {
        let name = format!("v{}", self.values.len());
        let _ = writeln!(self.lines, "{name}:i{width} = {computation}");
        self.values.push((name.clone(), width));
        name
    }

    /// A value of that width: one that is there, or a parameter.
    fn input(&mut self, width: u32, random: &mut Random) -> String {
        let there: Vec<&(String, u32)> = self.values.iter().filter(|(_, own)| *own == width).collect();
        match there.len() {
            count if count > 0 && random.below(3) > 0 => there[random.below(count)].0.clone(),
            _ => self.parameter(width, random),
        }
    }

    fn operand(&mut self, width: u32, random: &mut Random) -> String {
        if random.below(3) == 0 { constant(width, random) } else { self.input(width, random) }
    }

    /// Any instruction.
    fn something(&mut self, random: &mut Random) -> String {
        let width = WIDTHS[random.below(4)];
        let opcode = ["add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "and", "lshr", "shl"];
        match random.below(18) {
            at if at < opcode.len() => {
                let left = self.operand(width, random);
                let right = self.operand(width, random);
                let flags = random_flags(opcode[at], random);
                self.define(width, &format!("{} {left} {right}{flags}", opcode[at]))
            }
            12 => {
                let (left, right) = (self.input(width, random), self.operand(width, random));
                self.define(1, &format!("icmp {left} {right} !ult"))
            }
            13 => {
                let (condition, yes) = (self.input(1, random), self.operand(width, random));
                let no = self.operand(width, random);
                self.define(width, &format!("select {condition} {yes} {no}"))
            }
            14 => {
                let of = self.input(8, random);
                self.define(4, &format!("trunc {of}"))
            }
            15 => {
                let of = self.input(8, random);
                let negated = self.define(8, &format!("sub i8:0 {of}"));
                self.define(8, &format!("and {of} {negated}"))
            }
            at => {
                let of = self.input(3, random);
                self.define(8, &format!("{} {of}", if at == 16 { "zext" } else { "sext" }))
            }
        }
    }

    fn instruction(
        &mut self,
        (rule, typing, id): (&Rule, &Typing, NodeId),
        action: Action,
        operands: &[NodeId],
        names: &[Option<String>],
        random: &mut Random,
    ) -> String {
        let mut operands: Vec<String> = operands
            .iter()
            .map(|operand| names[operand.0 as usize].clone().expect("a node before"))
            .collect();
        let commutes = symbol(action).is_some_and(|symbol| symbol.commutes());
        let may_swap = commutes && !matches!(action, Action::Compare(..)) && !operands[1].contains(':');
        if may_swap && random.below(2) == 0 {
            operands.swap(0, 1);
        }
        let width = typing.width(rule, id);
        let written = |flags: Flags| {
            let set = Flags::NAMED.iter().filter(|(flag, _)| flags.contains(*flag));
            set.map(|(_, name)| format!(" !{name}")).collect::<String>()
        };
        let (word, flags) = match action {
            Action::Binary(opcode, flags) => {
                let mut text = written(flags);
                if flags == Flags::NONE {
                    text = random_flags(opcode.name(), random);
                }
                (opcode.name().to_owned(), text)
            }
            Action::Compare(Comparison::Is(predicate), flags) => {
                ("icmp".to_owned(), format!("{} !{}", written(flags), predicate.name()))
            }
            Action::Compare(Comparison::Variable(_), _) => ("icmp".to_owned(), " !slt".to_owned()),
            Action::Select => ("select".to_owned(), String::new()),
            Action::Cast(CastKind::Is(opcode), flags) => (opcode.name().to_owned(), written(flags)),
            Action::Cast(CastKind::ZExtOrTrunc, _) | Action::PtrAdd | Action::Float(..) => {
                panic!("no source has it")
            }
            Action::Freeze => (Opcode::Freeze.name().to_owned(), String::new()),
            Action::Intrinsic(intrinsic) => {
                (format!("call @llvm.{}.i{width}", intrinsic.name()), String::new())
            }
        };
        self.define(width, &format!("{word} {}{flags}", operands.join(" ")))
    }
}

fn constant(width: u32, random: &mut Random) -> String {
    format!("i{width}:{}", random.bits(width))
}

/// Flags that an operation can have, now and then.
fn random_flags(opcode: &str, random: &mut Random) -> String {
    let flags: &[&str] = match opcode {
        "add" | "sub" | "mul" | "shl" => &[" !nsw", " !nuw", " !nsw !nuw"],
        "lshr" | "ashr" => &[" !exact"],
        _ => &[],
    };
    match flags.len() {
        count if count > 0 && random.below(4) == 0 => flags[random.below(count)].to_owned(),
        _ => String::new(),
    }
}
