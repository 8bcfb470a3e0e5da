//! Canonical function names: a libm function and its LLVM intrinsic have the same name.

/// libm functions by their `double` name. The `float` and `long double` variants end in `f` and `l`.
const LIBM: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmaximum",
    "fmaximum_num",
    "fmin",
    "fminimum",
    "fminimum_num",
    "fmod",
    "frexp",
    "hypot",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "pow",
    "remainder",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// Intrinsics whose name differs from that of their libm function.
const INTRINSIC_LIBM: &[(&str, &str)] = &[
    ("maxnum", "fmax"),
    ("minnum", "fmin"),
    ("maximum", "fmaximum"),
    ("minimum", "fminimum"),
    ("maximumnum", "fmaximum_num"),
    ("minimumnum", "fminimum_num"),
];

/// The canonical name of a function, which `function_name` compares.
///
/// `sqrt`, `sqrtf`, `sqrtl` and every `llvm.sqrt.*` are `sqrt`. An intrinsic without a libm function is its
/// name without the type suffixes of overloading (`llvm.fmuladd`). Any other symbol is itself.
///
/// ```
/// # use ir::canonical_name;
/// assert_eq!(canonical_name("llvm.sqrt.v4f32"), "sqrt");
/// assert_eq!(canonical_name("llvm.fmuladd.f64"), "llvm.fmuladd");
/// assert_eq!(canonical_name("helper"), "helper");
/// ```
pub fn canonical_name(symbol: &str) -> &str {
    if let Some(intrinsic) = symbol.strip_prefix("llvm.") {
        let base = without_type_suffixes(intrinsic);
        if let Some((_, libm)) = INTRINSIC_LIBM.iter().find(|(name, _)| *name == base) {
            return libm;
        }
        let is_libm = LIBM.binary_search(&base).is_ok();
        return if is_libm { base } else { &symbol[.."llvm.".len() + base.len()] };
    }
    let double = symbol.strip_suffix(['f', 'l']).filter(|base| LIBM.binary_search(base).is_ok());
    // `erf`, `modf`: names that happen to end in a suffix letter.
    if LIBM.binary_search(&symbol).is_ok() { symbol } else { double.unwrap_or(symbol) }
}

/// The libm functions that do not have exactly one operand. `None`: functions such as `modf`, which return
/// several results, so that their intrinsics have other operands.
const OPERANDS: &[(&str, Option<usize>)] = &[
    ("atan2", Some(2)),
    ("copysign", Some(2)),
    ("fdim", Some(2)),
    ("fma", Some(3)),
    ("fmax", Some(2)),
    ("fmaximum", Some(2)),
    ("fmaximum_num", Some(2)),
    ("fmin", Some(2)),
    ("fminimum", Some(2)),
    ("fminimum_num", Some(2)),
    ("fmod", Some(2)),
    ("frexp", None),
    ("hypot", Some(2)),
    ("ldexp", Some(2)),
    ("modf", None),
    ("pow", Some(2)),
    ("remainder", Some(2)),
    ("sincos", None),
];

/// The number of operands of a libm function, by its canonical name.
pub fn known_operand_count(name: &str) -> Option<usize> {
    LIBM.binary_search(&name).ok()?;
    OPERANDS.iter().find(|(known, _)| *known == name).map_or(Some(1), |(_, count)| *count)
}

/// The canonical names of well-known functions: libm functions, and intrinsics without a libm function.
pub fn known_functions() -> impl Iterator<Item = &'static str> {
    const OTHERS: [&str; 5] = ["llvm.fmuladd", "llvm.memcpy", "llvm.memmove", "llvm.memset", "llvm.powi"];
    let intrinsics = super::IntrinsicShape::names().filter(|name| canonical_name(name) == *name);
    LIBM.iter().copied().chain(intrinsics).chain(OTHERS)
}

fn without_type_suffixes(intrinsic: &str) -> &str {
    let mut base = intrinsic;
    while let Some((head, last)) = base.rsplit_once('.') {
        if !is_type_suffix(last) {
            break;
        }
        base = head;
    }
    base
}

/// Whether this is a type suffix of an overloaded intrinsic: `f64`, `v4f32`, `nxv2i64`, `p0`, `i32`, `bf16`,
/// `f80`, `ppcf128`, `sl_…`.
fn is_type_suffix(part: &str) -> bool {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let scalar = |s: &str| {
        ["ppcf", "bf", "f", "i", "p"].iter().any(|prefix| s.strip_prefix(prefix).is_some_and(digits))
            || matches!(s, "isVoid" | "Metadata" | "x86amx" | "x86mmx")
            || s.starts_with("sl_")
            || s.starts_with("s_")
    };
    let vector = |s: &str| {
        let rest = s.strip_prefix("nxv").or_else(|| s.strip_prefix('v'))?;
        let element = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        (element.len() < rest.len()).then(|| scalar(element))
    };
    scalar(part) || vector(part) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(LIBM.is_sorted());
    }

    #[test]
    fn canonical_names() {
        for (symbol, expected) in [
            ("sqrt", "sqrt"),
            ("sqrtf", "sqrt"),
            ("sqrtl", "sqrt"),
            ("llvm.sqrt.f32", "sqrt"),
            ("llvm.sqrt.nxv2f64", "sqrt"),
            ("llvm.sqrt.ppcf128", "sqrt"),
            ("llvm.maxnum.f32", "fmax"),
            ("fmaxf", "fmax"),
            ("erf", "erf"),
            ("erff", "erf"),
            ("modf", "modf"),
            ("llvm.memcpy.p0.p0.i64", "llvm.memcpy"),
            ("llvm.experimental.constrained.sqrt.f64", "llvm.experimental.constrained.sqrt"),
            ("llvm.powi.f64.i32", "llvm.powi"),
            ("printf", "printf"),
            ("sqrtx", "sqrtx"),
        ] {
            assert_eq!(canonical_name(symbol), expected, "{symbol}");
        }
    }
}
