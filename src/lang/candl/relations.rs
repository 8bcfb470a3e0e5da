//! The border to the model: relations of the core language become atoms, and words are looked up in the
//! atoms' vocabulary.
//!
//! All earlier stages of the front end are independent of LLVM and the model. A relation with words or
//! numbers that the model does not support has no atom.
//!
//! ```text
//! AtomRelation::Opcode(fmul)   =>  Atom::Kind(Kind::Opcode(Exactly(FMul)))
//! AtomRelation::Opcode(fmull)  =>  nothing
//! ```

use super::ast::Modality;
use super::atom_table::{AnalysisPoint, AtomKind, DominanceKind, FlowKind};
use super::core::{AtomRelation, Symbol};
use super::vocabulary::{Vocabulary, WordKind};
use crate::atoms::{
    Access, Atom, Attribute, Bits, CallFact, ConstantValue, ControlFlow, DataFlow, Dominates, Fact, IrKind,
    Kind, Literal, MemoryFact, Named, Pair, Path, SetSizes, TypeName, vocabulary,
};
use ir::{
    Flags, FloatPredicate, Flow, IntPredicate, Opcode, OpcodeClass, OpcodeSet, Temperature, TypeClass,
    canonical_name, known_functions, known_operand_count,
};

/// The vocabulary of the SSA model.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelWords;

impl Vocabulary for ModelWords {
    fn knows(&self, kind: WordKind, word: &str) -> bool {
        match kind {
            WordKind::Opcode => OpcodeClass::from_name(word).is_some(),
            WordKind::DataType => TypeName::parse(word, false).is_some(),
            WordKind::QuotedType => TypeName::parse(word, true).is_some(),
            WordKind::IrType => IrKind::from_name(word).is_some(),
            WordKind::Function => canonical_name(word) == word,
            WordKind::Flag => Flags::from_name(word).is_some(),
            WordKind::Attribute => Attribute::from_name(word, false).is_some(),
            // The resolver knows the facts and analyses.
            WordKind::Fact | WordKind::Analysis => true,
            WordKind::Number => Literal::parse(word).is_some(),
        }
    }

    fn words(&self, kind: WordKind) -> Vec<String> {
        let words = match kind {
            WordKind::Opcode => vocabulary::opcodes(),
            WordKind::DataType => vocabulary::types(),
            // The classes are not types and cannot be quoted.
            WordKind::QuotedType => {
                vocabulary::types().into_iter().filter(|word| self.knows(kind, word)).collect()
            }
            WordKind::Flag => vocabulary::flags(),
            WordKind::Attribute => vocabulary::attributes(),
            WordKind::IrType => IrKind::NAMES.iter().map(|(name, _)| *name).collect(),
            WordKind::Function => known_functions().collect(),
            WordKind::Fact | WordKind::Analysis | WordKind::Number => Vec::new(),
        };
        words.into_iter().map(str::to_owned).collect()
    }

    fn can_be_both(&self, opcode: &str, other: &str) -> bool {
        let known = OpcodeClass::from_name(opcode).zip(OpcodeClass::from_name(other));
        known.is_none_or(|(opcode, other)| opcode.opcodes().meets(other.opcodes()))
    }

    fn argument_count(&self, opcode: &str) -> Option<u32> {
        match OpcodeClass::from_name(opcode)? {
            OpcodeClass::Exactly(opcode) => opcode.argument_count(),
            OpcodeClass::Branch | OpcodeClass::Call => None,
        }
    }

    fn can_carry(&self, opcode: &str, flag: &str) -> bool {
        let known = OpcodeClass::from_name(opcode).zip(Flags::from_name(flag));
        known.is_none_or(|(class, flag)| class.members().any(|opcode| opcode.possible_flags().contains(flag)))
    }

    fn is_computation(&self, opcode: &str) -> bool {
        OpcodeClass::from_name(opcode).is_some_and(|class| class.members().all(Opcode::is_computation))
    }

    fn is_skipped_cast(&self, opcode: &str) -> bool {
        OpcodeClass::from_name(opcode).is_some_and(|class| class.members().all(Opcode::is_skipped_cast))
    }

    fn is_predicate(&self, flag: &str) -> bool {
        let says =
            |flag: Flags| IntPredicate::from_flag(flag).is_some() || FloatPredicate::of_flags(flag).is_some();
        Flags::from_name(flag).is_some_and(says)
    }

    fn operand_count(&self, function: &str) -> Option<usize> {
        known_operand_count(function)
    }

    fn can_have_type(&self, opcode: &str, type_name: &str) -> bool {
        let Some(class) = OpcodeClass::from_name(opcode) else { return true };
        let classes = class.members().map(Opcode::result_class);
        let class = classes.reduce(|a, b| if a == b { a } else { None }).flatten();
        let is_truth = class == Some(TypeClass::Integer) && matches!(opcode, "icmp" | "fcmp");
        let known = match TypeName::parse(type_name, false) {
            Some(TypeName::Class(known)) => Some(known),
            Some(TypeName::Exact(name)) => scalar_class(&name).filter(|_| !is_truth || name == "i1"),
            None => return true,
        };
        match (class, known) {
            (Some(class), Some(known)) => class == known || known == TypeClass::Vector,
            (Some(_), None) => !is_truth || type_name.starts_with('<'),
            (None, _) => true,
        }
    }

    fn usual_name<'a>(&self, function: &'a str) -> &'a str {
        canonical_name(function)
    }
}

/// The class of a scalar type with this LLVM name.
fn scalar_class(name: &str) -> Option<TypeClass> {
    let is_integer = name.strip_prefix('i').is_some_and(|bits| bits.parse::<u32>().is_ok());
    match name {
        "half" | "bfloat" | "float" | "double" | "fp128" | "x86_fp80" | "ppc_fp128" => Some(TypeClass::Float),
        "ptr" => Some(TypeClass::Pointer),
        _ => is_integer.then_some(TypeClass::Integer),
    }
}

/// The atom of a relation over `arity` variables; `None` if the model does not know a word of it, and for the
/// four relations built into the solver.
pub fn atom(relation: &AtomRelation, arity: usize) -> Option<Atom> {
    let symbol = || relation.symbol();
    let number = || relation.number();
    Some(match relation.kind {
        AtomKind::Opcode => Kind::Opcode(OpcodeClass::from_name(&symbol()?.text)?).into(),
        AtomKind::DataType => Kind::DataType(TypeName::parse(&symbol()?.text, symbol()?.quoted)?).into(),
        AtomKind::IrType => Kind::Ir(IrKind::from_name(&symbol()?.text)?).into(),
        AtomKind::NotNumericConstant => Kind::NotNumericConstant.into(),
        AtomKind::IntegerZero => Kind::IntegerZero.into(),
        AtomKind::FloatZero => Kind::FloatZero.into(),
        AtomKind::Null => Kind::Null.into(),
        AtomKind::ConstantVariable => Kind::ConstantVariable.into(),
        AtomKind::Local => Kind::Local.into(),
        AtomKind::Literal => Kind::Literal(Literal::parse(&symbol()?.text)?).into(),
        AtomKind::HasFlag => Kind::Flag(Flags::from_name(&symbol()?.text)?).into(),
        AtomKind::FunctionName => Named::Function(symbol()?.text.clone()).into(),
        AtomKind::HasAttribute => {
            Named::Attribute(Attribute::from_name(&symbol()?.text, symbol()?.quoted)?).into()
        }
        AtomKind::Does | AtomKind::DoesTo | AtomKind::Returns | AtomKind::ReturnsOf => {
            let modality = if number()? == 0 { Modality::Must } else { Modality::May };
            call_fact(relation.kind, &symbol()?.text, modality)?
        }
        AtomKind::ArgNumber => DataFlow::Arg(number()?).into(),
        AtomKind::InArgs => DataFlow::InArgs.into(),
        AtomKind::OperandNumber => DataFlow::Operand(number()?).into(),
        AtomKind::InOperands => DataFlow::InOperands.into(),
        AtomKind::Phi => DataFlow::Phi.into(),
        AtomKind::PhiOperand => DataFlow::PhiOperand.into(),
        AtomKind::SuccessorNumber => ControlFlow::Successor(number()?).into(),
        AtomKind::InSuccessors => ControlFlow::InSuccessors.into(),
        AtomKind::Domination(kind) => dominates(kind, relation.negated).into(),
        AtomKind::ControlDependence => ControlFlow::Controls.into(),
        AtomKind::DependenceEdge => ControlFlow::DependenceEdge.into(),
        AtomKind::PassesThrough(kind) => Path::PassesThrough(flow(kind)).into(),
        AtomKind::PassesThroughSet(kind) => {
            Path::PassesThroughSet { flow: flow(kind), members: relation.members().next()? }.into()
        }
        AtomKind::PassesThroughEdge(kind) => Path::PassesThroughEdge(flow(kind)).into(),
        AtomKind::Flows(kind) => Path::Flows { flow: flow(kind), through: None }.into(),
        AtomKind::FlowsThrough(kind) => {
            let class = |word: &Symbol| OpcodeClass::from_name(&word.text);
            let classes: Option<Vec<OpcodeClass>> = relation.words()?.iter().map(class).collect();
            let through = classes?.into_iter().map(OpcodeClass::opcodes).reduce(OpcodeSet::with);
            Path::Flows { flow: flow(kind), through }.into()
        }
        AtomKind::Before => Pair::Before.into(),
        AtomKind::LaidOutBehind => Pair::Behind.into(),
        AtomKind::SameType => Pair::SameType.into(),
        AtomKind::WithoutCarries => Bits::WithoutCarries.into(),
        AtomKind::WithinBits => Bits::Within.into(),
        AtomKind::CalculatedFrom => {
            let mut sizes = relation.members();
            let (origins, results, interface) = (sizes.next()?, sizes.next()?, sizes.next()?);
            debug_assert_eq!(arity, (origins + results + interface) as usize);
            Path::CalculatedFrom(SetSizes { origins, results, interface }).into()
        }
        AtomKind::Live => Fact::Live.into(),
        AtomKind::Available => Fact::Available.into(),
        AtomKind::PartiallyAvailable => Fact::PartiallyAvailable.into(),
        AtomKind::Anticipated => Fact::Anticipated.into(),
        AtomKind::Placed => Fact::Placed.into(),
        AtomKind::PlacedOnEdge => Fact::PlacedOnEdge.into(),
        AtomKind::Congruent => Fact::Congruent.into(),
        AtomKind::SameExpression => Fact::SameExpression.into(),
        AtomKind::SameUpToFlags => Fact::SameUpToFlags.into(),
        AtomKind::ConstantValue => ConstantValue(Literal::parse(&symbol()?.text)?).into(),
        AtomKind::OneConstant => Fact::OneConstant.into(),
        AtomKind::NeverExecuted => Fact::NeverExecuted.into(),
        AtomKind::MetOnEveryPath => Fact::MetOnEveryPath(relation.members().next()?).into(),
        AtomKind::MayAlias => MemoryFact::MayAlias.into(),
        AtomKind::MustAlias => MemoryFact::MustAlias.into(),
        AtomKind::MayWrite => MemoryFact::MayWrite.into(),
        AtomKind::MayRead => MemoryFact::MayRead.into(),
        AtomKind::Unmodified => MemoryFact::Unmodified.into(),
        AtomKind::ReadsFrom => MemoryFact::ReadsFrom.into(),
        AtomKind::Repeats => MemoryFact::Repeats.into(),
        AtomKind::Reaches => MemoryFact::Reaches.into(),
        AtomKind::BeyondLimit => Atom::BeyondLimit,
        AtomKind::Dead => MemoryFact::Dead.into(),
        AtomKind::Invariant => MemoryFact::Invariant.into(),
        AtomKind::Pins => MemoryFact::Pins.into(),
        AtomKind::PointsTo => MemoryFact::PointsTo.into(),
        AtomKind::Escapes => MemoryFact::Escapes.into(),
        AtomKind::MayKeep => MemoryFact::MayKeep.into(),
        AtomKind::Passed => MemoryFact::Passed(relation.members().next()?).into(),
        AtomKind::PassedWhereZero => MemoryFact::PassedWhereZero(relation.members().next()?).into(),
        AtomKind::PassedFrom => MemoryFact::PassedFrom(relation.members().next()?).into(),
        AtomKind::MetWhereZero => MemoryFact::MetWhereZero(relation.members().next()?).into(),
        AtomKind::PathToUse => MemoryFact::PathToUse.into(),
        AtomKind::Read => Access::Read.into(),
        AtomKind::Write => Access::Write.into(),
        AtomKind::Accesses => Access::Place.into(),
        AtomKind::Stride => Access::Stride.into(),
        AtomKind::ValueStride => Access::ValueStride.into(),
        AtomKind::RestOfLoops => Access::Rest { loops: relation.members().next()?, values: 0 }.into(),
        AtomKind::RestOfValues => Access::Rest { loops: 0, values: relation.members().next()? }.into(),
        AtomKind::RestOfBoth => {
            let mut sizes = relation.members();
            Access::Rest { loops: sizes.next()?, values: sizes.next()? }.into()
        }
        AtomKind::Plus => Access::Plus(symbol()?.text.parse().ok()?).into(),
        AtomKind::Number => Access::Number(symbol()?.text.parse().ok()?).into(),
        AtomKind::Times => Access::Times.into(),
        AtomKind::PowerOfTwo => Access::PowerOfTwo.into(),
        AtomKind::LiteralNumber => Access::LiteralNumber.into(),
        AtomKind::Width => Access::Width.into(),
        AtomKind::AlwaysNumber => Access::AlwaysNumber.into(),
        AtomKind::LiveCount => Access::LiveCount.into(),
        AtomKind::LessThan => Access::Less { or_equal: false }.into(),
        AtomKind::AtMost => Access::Less { or_equal: true }.into(),
        AtomKind::Fixed => Access::Fixed.into(),
        AtomKind::LargerStride => Access::Larger.into(),
        AtomKind::Carries => Access::Carries.into(),
        AtomKind::CarriesLoad => Access::CarriesLoad.into(),
        AtomKind::Counter => Access::Counter.into(),
        AtomKind::Count => Access::Count.into(),
        AtomKind::ExitCount => Access::ExitCount.into(),
        AtomKind::ProfiledCount => Access::ProfiledCount.into(),
        AtomKind::Frequency => Access::Frequency.into(),
        AtomKind::EdgeFrequency => Access::EdgeFrequency.into(),
        AtomKind::Hot => Kind::Temperature(Temperature::Hot).into(),
        AtomKind::Cold => Kind::Temperature(Temperature::Cold).into(),
        AtomKind::Start => Access::Start.into(),
        AtomKind::Least => Access::Least.into(),
        AtomKind::ProductIn => Access::ProductIn.into(),
        AtomKind::LinearFunction => Access::LinearFunction.into(),
        AtomKind::LinearFunctionBy => Access::LinearFunctionBy.into(),
        AtomKind::Equal | AtomKind::Differ | AtomKind::Unused | AtomKind::SameSet => return None,
        // The caller knows the analyses.
        AtomKind::AnalysisBefore | AtomKind::AnalysisAfter | AtomKind::AnalysisOn => return None,
        // Unrolling has replaced these by disjunctions.
        AtomKind::OpcodeIn
        | AtomKind::DataTypeIn
        | AtomKind::IrTypeIn
        | AtomKind::FunctionNameIn
        | AtomKind::HasFlagOf
        | AtomKind::Keeps => return None,
    })
}

/// A placeholder with the binding behaviour of a relation whose word the model does not know, so that further
/// errors can be found.
pub fn placeholder_atom(relation: &AtomRelation) -> Option<Atom> {
    Some(match relation.kind {
        AtomKind::Opcode => Kind::Opcode(OpcodeClass::Branch).into(),
        AtomKind::DataType => Kind::DataType(TypeName::Class(TypeClass::Integer)).into(),
        AtomKind::IrType => Kind::Ir(IrKind::Instruction).into(),
        AtomKind::Literal => Kind::IntegerZero.into(),
        AtomKind::HasFlag => Kind::Flag(Flags::NSW).into(),
        AtomKind::ConstantValue => Kind::NotNumericConstant.into(),
        AtomKind::HasAttribute => Named::Attribute(Attribute::Pure).into(),
        AtomKind::FlowsThrough(kind) => Path::Flows { flow: flow(kind), through: None }.into(),
        kind if let Some(point) = kind.analysis_point() => {
            let points = if point == AnalysisPoint::On { 2 } else { 1 };
            Fact::MetOnEveryPath(relation.members().next()? + points - 1).into()
        }
        kind => return call_fact(kind, "", Modality::Must),
    })
}

/// The atom of a fact about the called function.
fn call_fact(kind: AtomKind, fact: &str, modality: Modality) -> Option<Atom> {
    let is_of_parameter = kind.fact_use()?.of_parameter;
    Some(CallFact { fact: fact.to_owned(), modality, is_of_parameter }.into())
}

fn dominates(kind: DominanceKind, negated: bool) -> ControlFlow {
    ControlFlow::Dominates(Dominates { post: kind.post, strict: kind.strict, negated })
}

fn flow(kind: FlowKind) -> Flow {
    match kind {
        FlowKind::Control => Flow::Control,
        FlowKind::Data => Flow::Data,
        FlowKind::Any => Flow::Any,
    }
}

#[cfg(test)]
mod tests {

    use super::super::atom_table::{ArgumentKind, TEMPLATES};
    use super::*;
    use crate::candl::compile::check;
    use crate::candl::core::CoreFormula;
    use solver::{ArgSet, Relation as _};
    use text::sources::Sources;

    /// The only relation of `Constraint X ( atom ) End`, with its number of variables.
    fn relation(atom: &str) -> (AtomRelation, usize) {
        let mut sources = Sources::new();
        sources.add("test", format!("Constraint X ({atom}) End"));
        let compiled = check(&sources, &crate::candl::vocabulary::AnyWord);
        let root = compiled.program.roots[0].unwrap();
        let mut formula = &compiled.program.instance(root).formula;
        while let CoreFormula::And(parts) = formula {
            formula = &parts[0];
        }
        let CoreFormula::Atom(atom, _) = formula else { panic!("{formula:?}") };
        (atom.relation.clone(), atom.variables.len())
    }

    fn check_atom(text: &str, expect: Option<Atom>) {
        let (relation, arity) = relation(text);
        assert_eq!(atom(&relation, arity), expect, "{text}");
    }

    #[test]
    fn relations_become_atoms() {
        let control =
            |post, strict, negated| Some(ControlFlow::Dominates(Dominates { post, strict, negated }).into());
        let few = OpcodeSet::of(&[Opcode::FAdd, Opcode::Call, Opcode::Invoke]);
        let sizes = SetSizes { origins: 1, results: 2, interface: 1 };
        let exactly = |opcode| Some(Kind::Opcode(OpcodeClass::Exactly(opcode)).into());
        let pure = |attribute| Some(Named::Attribute(attribute).into());
        for (text, expect) in [
            ("opcode{x} = phi", exactly(Opcode::Phi)),
            ("opcode{x} = gep", exactly(Opcode::GetElementPtr)),
            ("opcode{x} = call", Some(Kind::Opcode(OpcodeClass::Call).into())),
            ("data_type{x} = float", TypeName::parse("float", false).map(|t| Kind::DataType(t).into())),
            ("data_type{x} = \"float\"", Some(Kind::DataType(TypeName::Exact("float".to_owned())).into())),
            ("ir_type{x} = constant", Some(Kind::Ir(IrKind::Literal).into())),
            ("ir_type{x} = argument", Some(Kind::Ir(IrKind::Argument).into())),
            ("ir_type{x} = instruction", Some(Kind::Ir(IrKind::Instruction).into())),
            ("ir_type{x} = preexecution", Some(Kind::Ir(IrKind::Preexecution).into())),
            ("ir_type{x} = splat", Some(Kind::Ir(IrKind::Splat).into())),
            ("ir_type{x} = undefined", Some(Kind::Ir(IrKind::Undefined).into())),
            ("ir_type{x} != numeric constant", Some(Kind::NotNumericConstant.into())),
            ("{x} is integer zero", Some(Kind::IntegerZero.into())),
            ("{x} is floating point zero", Some(Kind::FloatZero.into())),
            ("{x} is null", Some(Kind::Null.into())),
            ("{x} is constant", Some(Kind::ConstantVariable.into())),
            ("{x} is constant 3", Literal::parse("3").map(|l| ConstantValue(l).into())),
            ("{x} is local", Some(Kind::Local.into())),
            ("ir_type{x} = global", Some(Kind::Ir(IrKind::Global).into())),
            ("literal{x} = -2", Literal::parse("-2").map(|l| Kind::Literal(l).into())),
            ("function_name{x} = sqrt", Some(Named::Function("sqrt".to_owned()).into())),
            ("{x} = {y}.args[3]", Some(DataFlow::Arg(3).into())),
            ("{x} in {y}.args", Some(DataFlow::InArgs.into())),
            ("{x} = {y}.operands[1]", Some(DataFlow::Operand(1).into())),
            ("{x} = {y}.successors[2]", Some(ControlFlow::Successor(2).into())),
            ("{x} in {y}.operands", Some(DataFlow::InOperands.into())),
            ("{x} in {y}.successors", Some(ControlFlow::InSuccessors.into())),
            ("{a} -> {b} phi {c}", Some(DataFlow::Phi.into())),
            ("{x} is the operand of {c} from {b}", Some(DataFlow::PhiOperand.into())),
            ("domination({a}, {b})", control(false, false, false)),
            ("strict_domination({a}, {b})", control(false, true, false)),
            ("not post_domination({a}, {b})", control(true, false, true)),
            ("strict_post_domination({a}, {b})", control(true, true, false)),
            ("all flow from {a} to {b} passes through {c}", Some(Path::PassesThrough(Flow::Any).into())),
            (
                "all data flow from {a} to {b} passes through {c}",
                Some(Path::PassesThrough(Flow::Data).into()),
            ),
            (
                "all control flow from {a} to {b} passes through {c}",
                Some(Path::PassesThrough(Flow::Control).into()),
            ),
            (
                "all data flow from {a} to {b} passes through {c, d[0..2]}",
                Some(Path::PassesThroughSet { flow: Flow::Data, members: 3 }.into()),
            ),
            (
                "all flow from {a} to {b} passes through {c} -> {d}",
                Some(Path::PassesThroughEdge(Flow::Any).into()),
            ),
            ("{a} has control dominance to {b}", Some(ControlFlow::Controls.into())),
            ("{a} has dependence edge to {b}", Some(ControlFlow::DependenceEdge.into())),
            ("calculated_from({a}, {b, c}, {d})", Some(Path::CalculatedFrom(sizes).into())),
            ("{x} before {y}", Some(Pair::Before.into())),
            ("{x} has the type of {y}", Some(Pair::SameType.into())),
            ("{x} is a sum without carries", Some(Bits::WithoutCarries.into())),
            ("{x} has only bits of {c}", Some(Bits::Within.into())),
            ("control flow from {a} to {b}", Some(Path::Flows { flow: Flow::Control, through: None }.into())),
            (
                "data flow from {a} to {b} through only {fadd, call}",
                Some(Path::Flows { flow: Flow::Data, through: Some(few) }.into()),
            ),
            ("{f} has attribute pure", pure(Attribute::Pure)),
            ("{f} has attribute nounwind", pure(Attribute::Llvm("nounwind".to_owned()))),
            ("{f} has attribute \"my-key\"", pure(Attribute::Llvm("my-key".to_owned()))),
            ("{x} has flag fast", Some(Kind::Flag(Flags::FAST).into())),
        ] {
            check_atom(text, expect);
        }
    }

    /// Compares, for a text of every row, the binding behaviour in the table with that of the relation.
    #[test]
    fn rows_bind_as_the_table_says() {
        let example = |kind: ArgumentKind| match kind {
            ArgumentKind::Variable => "{x}",
            ArgumentKind::Set => "{x, y}",
            ArgumentKind::Index | ArgumentKind::Number => "1",
            ArgumentKind::Word(WordKind::Opcode) => "phi",
            ArgumentKind::Word(WordKind::DataType) => "i32",
            ArgumentKind::Word(WordKind::IrType) => "literal",
            ArgumentKind::Word(WordKind::Flag) => "nsw",
            ArgumentKind::Words(WordKind::Opcode) => "{phi}",
            ArgumentKind::Words(WordKind::DataType) => "{i32}",
            ArgumentKind::Words(WordKind::IrType) => "{literal}",
            ArgumentKind::Words(WordKind::Flag) => "{nsw}",
            ArgumentKind::Words(_) => "{pure}",
            ArgumentKind::Word(_) => "pure",
        };
        for template in TEMPLATES.iter() {
            let piece = |at: usize| match template.argument(at) {
                Some((_, kind)) => example(kind),
                None => template.pieces[at].text,
            };
            let text: Vec<&str> = (0..template.pieces.len()).map(piece).collect();
            let (relation, arity) = relation(&text.join(" "));
            let kind = match template.row.kind {
                AtomKind::Keeps => AtomKind::Unused,
                kind => kind.of_each().unwrap_or(kind),
            };
            assert_eq!(relation.kind, kind);
            if let Some(atom) = atom(&relation, arity) {
                assert_eq!(atom.arity(), arity, "{atom:?}");
                let binds = (0..arity).all(|k| atom.access_path(k, ArgSet::default()).is_some());
                assert_eq!(binds, template.row.binds, "{atom:?}");
            }
        }
    }

    #[test]
    fn what_the_model_does_not_know_has_no_atom() {
        for text in [
            "opcode{x} = fmull",
            "data_type{x} = i99999999999",
            "{f} has attribute my_key",
            "{x} has flag fastest",
            "{x} = {y}",
            "{x} != {y}",
            "{x} is unused",
            "{{x}} is the same set as {{y}}",
        ] {
            check_atom(text, None);
        }
    }

    #[test]
    fn words_are_checked_and_suggested() {
        for (kind, good, bad) in [
            (WordKind::Opcode, "branch", "fmull"),
            (WordKind::DataType, "integer", "int"),
            (WordKind::QuotedType, "<4 x float>", "<4 x >"),
            (WordKind::IrType, "literal", "literals"),
            (WordKind::Flag, "nsw", "nws"),
            (WordKind::Attribute, "pure", "pur"),
        ] {
            assert!(ModelWords.knows(kind, good), "{good}");
            assert!(!ModelWords.knows(kind, bad), "{bad}");
            assert!(ModelWords.words(kind).iter().all(|word| ModelWords.knows(kind, word)), "{kind:?}");
        }
    }
}
