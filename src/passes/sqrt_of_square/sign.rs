//! The sign of a floating-point value, derived from its definition.
//!
//! In: `%s = fmul %x, %x`. Out: [`Sign::NotNegative`].
//!
//! A zero of either sign counts as both, and NaN as any sign: the root of -0 is -0, and a NaN stays one in
//! any grouping. The depth of the analysis is limited.

use ir::{Constant, Model, Opcode, ValueId};

/// The sign of a value that is no NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Greater than zero, or a zero.
    NotNegative,
    /// Less than zero, or a zero.
    NotPositive,
    /// Anything.
    Unknown,
}

impl Sign {
    fn negated(self) -> Sign {
        match self {
            Sign::NotNegative => Sign::NotPositive,
            Sign::NotPositive => Sign::NotNegative,
            Sign::Unknown => Sign::Unknown,
        }
    }

    /// The sign of a product or quotient.
    fn times(self, other: Sign) -> Sign {
        match self {
            Sign::NotNegative => other,
            Sign::NotPositive => other.negated(),
            Sign::Unknown => Sign::Unknown,
        }
    }

    /// The sign of a sum of two values, or of a choice between them.
    fn or(self, other: Sign) -> Sign {
        if self == other { self } else { Sign::Unknown }
    }
}

/// The depth limit of the analysis.
const MOST_STEPS: u32 = 5;

/// The intrinsics without negative results.
const NOT_NEGATIVE: &[&str] = &["fabs", "sqrt", "exp", "exp2"];

/// The sign of a floating-point value or of all lanes of a vector. For a constant, the sign of its bits: -0.0
/// is not positive.
pub(super) fn sign_of(model: &Model, value: ValueId) -> Sign {
    bounded_sign(model, value, MOST_STEPS)
}

fn bounded_sign(model: &Model, value: ValueId, steps: u32) -> Sign {
    if let Some(constant) = model.constant(value) {
        return of_constant(constant);
    }
    let (Some(opcode), Some(steps)) = (model.opcode(value), steps.checked_sub(1)) else {
        return Sign::Unknown;
    };
    let operand =
        |n| model.operand(value, n).map_or(Sign::Unknown, |operand| bounded_sign(model, operand, steps));
    match opcode {
        Opcode::UIToFP => Sign::NotNegative,
        Opcode::Call if calls_not_negative(model, value) => Sign::NotNegative,
        Opcode::FMul if model.operand(value, 0) == model.operand(value, 1) => Sign::NotNegative,
        Opcode::FMul | Opcode::FDiv => operand(0).times(operand(1)),
        Opcode::FAdd => operand(0).or(operand(1)),
        Opcode::FNeg => operand(0).negated(),
        Opcode::FPExt | Opcode::FPTrunc => operand(0),
        Opcode::Select => operand(1).or(operand(2)),
        _ => Sign::Unknown,
    }
}

fn of_constant(constant: &Constant) -> Sign {
    match constant {
        Constant::Zero => Sign::NotNegative,
        Constant::Scalar(number) | Constant::Splat(number) => match number.is_sign_negative() {
            Some(true) => Sign::NotPositive,
            Some(false) => Sign::NotNegative,
            None => Sign::Unknown,
        },
        _ => Sign::Unknown,
    }
}

fn calls_not_negative(model: &Model, call: ValueId) -> bool {
    let callee = model.operand(call, 0).and_then(|callee| model.global(callee));
    callee.is_some_and(|global| global.is_intrinsic && NOT_NEGATIVE.contains(&global.canonical.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::testing::sketch::{sketch, value};

    /// Definitions of `x` over `a`, `b` and `i` of unknown sign.
    const CASES: &[(&str, Sign)] = &[
        ("x:double = fmul a a", Sign::NotNegative),
        ("x:double = fmul a b", Sign::Unknown),
        ("x:double = call @llvm.fabs.f64 a", Sign::NotNegative),
        ("x:double = call @llvm.sqrt.f64 a", Sign::NotNegative),
        ("x:double = call @llvm.sin.f64 a", Sign::Unknown),
        ("x:double = call @fabs a", Sign::Unknown),
        ("x:double = uitofp i", Sign::NotNegative),
        ("x:double = sitofp i", Sign::Unknown),
        ("x:double = fadd a a", Sign::Unknown),
        ("s:double = fmul a a\nx:double = fadd s double:1.5", Sign::NotNegative),
        ("s:double = fmul a a\nx:double = fsub s double:1.5", Sign::Unknown),
        ("s:double = fmul a a\nx:double = fadd s double:-1.5", Sign::Unknown),
        ("s:double = fmul a a\nx:double = fneg s", Sign::NotPositive),
        ("s:double = fmul a a\nx:double = fmul s double:-2", Sign::NotPositive),
        ("s:double = fmul a a\nn:double = fneg s\nx:double = fdiv n double:-2", Sign::NotNegative),
        ("s:double = fmul a a\nx:double = select c s double:-0.0", Sign::Unknown),
        ("s:double = fmul a a\nx:double = select c s double:0.0", Sign::NotNegative),
        ("s:double = fmul a a\nx:float = fptrunc s", Sign::NotNegative),
        ("x:double = fptrunc a", Sign::Unknown),
    ];

    #[test]
    fn definitions_show_signs() {
        for (text, expected) in CASES {
            let functions = "global @llvm.fabs.f64 pure\nglobal @llvm.sqrt.f64 pure\nglobal @llvm.sin.f64 pure\n\
                             global @fabs pure";
            let model = sketch(&format!(
                "{functions}\nparam a:double\nparam b:double\nparam i:i32\nparam c:i1\nentry:\n{text}\nret x"
            ));
            assert_eq!(sign_of(&model, value(&model, "x")), *expected, "{text}");
        }
    }

    #[test]
    fn far_definitions_are_unknown_and_all_are_looked_at_in_bounded_time() {
        let chain =
            (1..40).map(|k| format!("v{k}:double = fadd v{} v{}\n", k - 1, k - 1)).collect::<String>();
        let model = sketch(&format!("param a:double\nentry:\nv0:double = fmul a a\n{chain}ret v39"));
        assert_eq!(sign_of(&model, value(&model, "v3")), Sign::NotNegative);
        assert_eq!(sign_of(&model, value(&model, "v39")), Sign::Unknown);
    }
}
