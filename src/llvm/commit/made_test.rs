//! Every kind of new instruction, as LLVM prints what was made; and what is refused, which leaves the
//! function as it was.

use crate::{CommitError, Module};
use ir::{
    EditPlan, Flags, FloatKind, FloatPredicate, IntPredicate, IntrinsicShape, Lane, Model, NewInstruction,
    NewKind, Number, Opcode, Operand, TypeClass, TypeId,
};
use smallvec::SmallVec;

/// The parameters, by their position, are the operands of the tests.
const FUNCTION: &str = "define void @f(i32 %a, i32 %b, i64 %l, float %x, float %y, float %z, <4 x i32> %v, \
                        <4 x i32> %w, ptr %p, i8 %o, <2 x float> %xs, <2 x float> %ys) {\n  ret void\n}\n";

/// Lets `make` say what is made, and commits it: the lines before `ret`.
fn made(make: impl FnOnce(&mut Maker<'_>) -> NewKind, flags: Flags) -> Result<Vec<String>, CommitError> {
    let mut module = Module::parse(FUNCTION.as_bytes(), "f.ll").expect("valid");
    let plan = {
        let extraction = module.function("f").expect("defined").extract();
        let model = &extraction.model;
        let mut maker = Maker { model, plan: EditPlan::default() };
        let kind = make(&mut maker);
        let (before, location_of) = (model.instruction(0), SmallVec::new());
        maker.plan.create(NewInstruction { kind, flags, before, location_of, name: "made" });
        maker.plan
    };
    let before = module.text();
    let done = module.commit("f", &plan).expect("defined");
    module.verify().expect("valid IR");
    if let Err(why) = done {
        assert_eq!(module.text(), before);
        return Err(why);
    }
    let text = module.text();
    let body = text.lines().skip_while(|line| !line.starts_with("define")).skip(1);
    Ok(body.take_while(|line| !line.contains("ret void")).map(|line| line.trim().to_owned()).collect())
}

struct Maker<'m> {
    model: &'m Model,
    plan: EditPlan,
}

impl Maker<'_> {
    fn of(&self, name: &str) -> Operand {
        let names = ["a", "b", "l", "x", "y", "z", "v", "w", "p", "o", "xs", "ys"];
        let at = names.iter().position(|known| *known == name).expect("a parameter");
        Operand::Value(self.model.parameters().nth(at).expect("a parameter"))
    }

    fn ty(&mut self, like: &str, lane: Lane) -> TypeId {
        let like = self.plan.type_of(self.model, self.of(like)).expect("a type");
        self.plan.numeric(self.model, like, lane).expect("a shape")
    }

    fn truth(&mut self, like: &str) -> TypeId {
        self.ty(like, Lane::Integer(1))
    }

    fn number(&mut self, like: &str, width: u32, value: i128) -> Operand {
        let ty = self.ty(like, Lane::Integer(width));
        self.plan.constant(ty, Number::int(width, value))
    }

    fn args(&self, names: &[&str]) -> Vec<Operand> {
        names.iter().map(|name| self.of(name)).collect()
    }
}

#[track_caller]
fn check(expected: &str, flags: Flags, make: impl FnOnce(&mut Maker<'_>) -> NewKind) {
    assert_eq!(made(make, flags), Ok(vec![format!("%made = {expected}")]));
}

#[track_caller]
fn check_refused(make: impl FnOnce(&mut Maker<'_>) -> NewKind) {
    assert!(matches!(made(make, Flags::NONE), Err(CommitError::Types(_))));
}

#[test]
fn arithmetic_has_exactly_the_flags_given() {
    use Opcode::{
        AShr, Add, And, FAdd, FDiv, FMul, FRem, FSub, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor,
    };
    let wraps = [(Flags::NSW, "nsw"), (Flags::NUW, "nuw"), (Flags::NSW | Flags::NUW, "nuw nsw")];
    let exact = [(Flags::EXACT, "exact")];
    let integers = [Add, Sub, Mul, Shl, UDiv, SDiv, LShr, AShr, URem, SRem, And, Or, Xor];
    for opcode in integers {
        let flags: &[(Flags, &str)] = match opcode {
            Add | Sub | Mul | Shl => &wraps,
            UDiv | SDiv | LShr | AShr => &exact,
            Or if cfg!(llvm_ge_18) => &[(Flags::DISJOINT, "disjoint")],
            _ => &[],
        };
        let make = |maker: &mut Maker<'_>| NewKind::Binary(opcode, maker.of("a"), maker.of("b"));
        check(&format!("{} i32 %a, %b", opcode.name()), Flags::NONE, make);
        for (flags, text) in flags {
            check(&format!("{} {text} i32 %a, %b", opcode.name()), *flags, make);
        }
        let vectors = |maker: &mut Maker<'_>| NewKind::Binary(opcode, maker.of("v"), maker.of("w"));
        check(&format!("{} <4 x i32> %v, %w", opcode.name()), Flags::NONE, vectors);
        check_refused(|maker| NewKind::Binary(opcode, maker.of("x"), maker.of("y")));
        check_refused(|maker| NewKind::Binary(opcode, maker.of("a"), maker.of("l")));
    }
    for opcode in [FAdd, FSub, FMul, FDiv, FRem] {
        let make = |maker: &mut Maker<'_>| NewKind::Binary(opcode, maker.of("x"), maker.of("y"));
        check(&format!("{} float %x, %y", opcode.name()), Flags::NONE, make);
        check(&format!("{} nnan nsz float %x, %y", opcode.name()), Flags::NNAN | Flags::NSZ, make);
        check(&format!("{} fast float %x, %y", opcode.name()), Flags::FAST, make);
        check_refused(|maker| NewKind::Binary(opcode, maker.of("a"), maker.of("b")));
    }
    check_refused(|maker| NewKind::Binary(Opcode::ICmp, maker.of("a"), maker.of("b")));
}

#[test]
fn comparisons_have_their_predicates() {
    let compare = |maker: &mut Maker<'_>, predicate, left: &str, right: &str| {
        let ty = maker.truth(left);
        NewKind::Compare(predicate, maker.of(left), maker.of(right), ty)
    };
    for predicate in IntPredicate::ALL {
        let name = predicate.name();
        check(&format!("icmp {name} i32 %a, %b"), Flags::NONE, |maker| compare(maker, predicate, "a", "b"));
    }
    check("icmp ult <4 x i32> %v, %w", Flags::NONE, |maker| compare(maker, IntPredicate::Ult, "v", "w"));
    check("icmp eq ptr %p, %p", Flags::NONE, |maker| compare(maker, IntPredicate::Eq, "p", "p"));
    let samesign = if cfg!(llvm_ge_20) { "icmp samesign ult i32 %a, %b" } else { "icmp ult i32 %a, %b" };
    check(samesign, Flags::SAMESIGN, |maker| compare(maker, IntPredicate::Ult, "a", "b"));
    let floats = |maker: &mut Maker<'_>, predicate, left: &str, right: &str| {
        let ty = maker.truth(left);
        NewKind::FloatCompare(predicate, maker.of(left), maker.of(right), ty)
    };
    for predicate in FloatPredicate::ALL {
        let name = predicate.name();
        check(&format!("fcmp {name} float %x, %y"), Flags::NONE, |maker| floats(maker, predicate, "x", "y"));
    }
    check("fcmp nnan olt <2 x float> %xs, %ys", Flags::NNAN, |maker| {
        floats(maker, FloatPredicate::Olt, "xs", "ys")
    });
    check_refused(|maker| compare(maker, IntPredicate::Ult, "x", "y"));
    check_refused(|maker| compare(maker, IntPredicate::Ult, "a", "l"));
    check_refused(|maker| floats(maker, FloatPredicate::Olt, "a", "b"));
    // A truth value for each of four lanes is no result of a comparison of scalars.
    check_refused(|maker| {
        let ty = maker.truth("v");
        NewKind::Compare(IntPredicate::Eq, maker.of("a"), maker.of("b"), ty)
    });
}

#[test]
fn casts_and_freeze() {
    use Opcode::{BitCast, IntToPtr, PtrToInt, SExt, Trunc, ZExt};
    let cast = |maker: &mut Maker<'_>, opcode, from: &str, lane| {
        let to = maker.ty(from, lane);
        NewKind::Cast(opcode, maker.of(from), to)
    };
    let int = Lane::Integer;
    for (opcode, from, lane, expected) in [
        (ZExt, "a", int(128), "zext i32 %a to i128"),
        (SExt, "a", int(33), "sext i32 %a to i33"),
        (Trunc, "l", int(7), "trunc i64 %l to i7"),
        (ZExt, "v", int(64), "zext <4 x i32> %v to <4 x i64>"),
        (PtrToInt, "p", int(64), "ptrtoint ptr %p to i64"),
        (BitCast, "a", Lane::Float(FloatKind::Float), "bitcast i32 %a to float"),
        (BitCast, "l", Lane::Float(FloatKind::Double), "bitcast i64 %l to double"),
        (BitCast, "xs", int(32), "bitcast <2 x float> %xs to <2 x i32>"),
    ] {
        check(expected, Flags::NONE, |maker| cast(maker, opcode, from, lane));
    }
    check("inttoptr i64 %l to ptr", Flags::NONE, |maker| {
        let to = maker.plan.type_of(maker.model, maker.of("p")).expect("a type");
        NewKind::Cast(IntToPtr, maker.of("l"), to)
    });
    let has = |version: bool, flags: &'static str| if version { flags } else { "" };
    let nneg = format!("zext{} i32 %a to i64", has(cfg!(llvm_ge_18), " nneg"));
    check(&nneg, Flags::NNEG, |maker| cast(maker, ZExt, "a", int(64)));
    let nuw = format!("trunc{} i64 %l to i32", has(cfg!(llvm_ge_19), " nuw"));
    check(&nuw, Flags::NUW, |maker| cast(maker, Trunc, "l", int(32)));
    for name in ["a", "v", "p", "x"] {
        let make = |maker: &mut Maker<'_>| NewKind::Freeze(maker.of(name));
        let lines = made(make, Flags::NONE).expect("made");
        assert!(lines[0].starts_with("%made = freeze ") && lines[0].ends_with(&format!("%{name}")));
    }
    for (opcode, from, lane) in [
        (ZExt, "l", int(32)),
        (Trunc, "a", int(32)),
        (BitCast, "a", int(64)),
        (PtrToInt, "a", int(64)),
        (ZExt, "x", int(64)),
        (Opcode::FPToSI, "x", int(32)),
    ] {
        check_refused(|maker| cast(maker, opcode, from, lane));
    }
}

#[test]
fn choices_of_scalars_and_lanes() {
    let select = |maker: &mut Maker<'_>, like: &str, yes: &str, no: &str| {
        let ty = maker.truth(like);
        let condition = maker.plan.constant(ty, Number::int(1, 1));
        NewKind::Select(condition, maker.of(yes), maker.of(no))
    };
    check("select i1 true, i32 %a, i32 %b", Flags::NONE, |maker| select(maker, "a", "a", "b"));
    check("select i1 true, <4 x i32> %v, <4 x i32> %w", Flags::NONE, |maker| select(maker, "a", "v", "w"));
    let lines = made(|maker| select(maker, "v", "v", "w"), Flags::NONE).expect("made");
    assert!(lines[0].starts_with("%made = select <4 x i1> "), "{lines:?}");
    check("select nnan i1 true, float %x, float %y", Flags::NNAN, |maker| select(maker, "a", "x", "y"));
    check_refused(|maker| select(maker, "xs", "v", "w"));
    check_refused(|maker| select(maker, "v", "a", "b"));
    check_refused(|maker| select(maker, "a", "a", "l"));
    check_refused(|maker| NewKind::Select(maker.of("a"), maker.of("a"), maker.of("b")));
}

#[test]
fn constants_of_every_width() {
    for (width, value, text) in [
        (1, 1, "true"),
        (8, -1, "-1"),
        (66, 1 << 64, "18446744073709551616"),
        (128, i128::MIN, "-170141183460469231731687303715884105728"),
    ] {
        let make = |maker: &mut Maker<'_>| {
            let number = maker.number("a", width, value);
            NewKind::Binary(Opcode::Xor, number, number)
        };
        check(&format!("xor i{width} {text}, {text}"), Flags::NONE, make);
    }
    let splat = made(
        |maker| {
            let number = maker.number("v", 32, 7);
            NewKind::Binary(Opcode::Add, maker.of("v"), number)
        },
        Flags::NONE,
    );
    let splat = splat.expect("made");
    assert!(splat[0].starts_with("%made = add <4 x i32> %v, ") && splat[0].matches("i32 7").count() >= 1);
}

#[test]
fn every_intrinsic_is_made_for_scalars_and_vectors() {
    for name in IntrinsicShape::names() {
        let shape = IntrinsicShape::of_name(name).expect("known");
        let sets: [&[&str]; 2] = match shape.of {
            TypeClass::Float => [&["x", "y", "z"], &["xs", "ys", "xs"]],
            _ => [&["a", "b", "a"], &["v", "w", "v"]],
        };
        for set in sets {
            let make = |maker: &mut Maker<'_>, values: usize, flags: usize| {
                let mut args = maker.args(&set[..values]);
                args.extend((0..flags).map(|_| maker.number("a", 1, 0)));
                NewKind::Intrinsic(name, args)
            };
            let lines =
                made(|maker| make(maker, shape.values, shape.flag.into()), Flags::NONE).expect("made");
            assert!(lines[0].contains(&format!(" @{name}.")), "{lines:?}");
            check_refused(|maker| make(maker, shape.values - 1, shape.flag.into()));
            check_refused(|maker| make(maker, shape.values, usize::from(!shape.flag)));
        }
        check_refused(|maker| NewKind::Intrinsic(name, maker.args(&["p", "p", "p"][..shape.values])));
    }
    check_refused(|maker| NewKind::Intrinsic("llvm.bswap", vec![maker.of("o")]));
    check_refused(|maker| NewKind::Intrinsic("llvm.umin", maker.args(&["a", "l"])));
    check_refused(|maker| NewKind::Intrinsic("llvm.assume", vec![maker.of("a")]));
    // Whether zero is poison is said by a constant.
    check_refused(|maker| NewKind::Intrinsic("llvm.ctlz", maker.args(&["a", "a"])));
}
