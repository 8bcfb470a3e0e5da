//! Demangled symbol names for people, for C++ and Rust. JSON contains the symbols.
//!
//! ```text
//! _ZN3geo3lenIdEEdT_S1_  =>  geo::len<double>(double, double)
//! call @_ZN3geo1fEv      =>  call @geo::f()
//! ```

use std::borrow::Cow;
use std::fmt::{self, Write};

/// Longer names are shown without parameters and template arguments, which can make kilobytes of a short
/// symbol.
const LONGEST: usize = 400;

/// Even longer names are shown as symbols.
const LONGEST_OF_ALL: usize = 16 * LONGEST;

/// The name of a function or global as shown to people.
pub fn shown_name(symbol: &str) -> Cow<'_, str> {
    let demangled = match symbol {
        _ if symbol.starts_with("_R") || is_old_rust(symbol) => rust(symbol),
        _ if symbol.starts_with("_Z") => cpp(symbol),
        _ => None,
    };
    demangled.map_or(Cow::Borrowed(symbol), Cow::Owned)
}

/// A value in textual IR with its symbols demangled.
pub fn shown_value(text: &str) -> Cow<'_, str> {
    if !text.contains("@_") {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    let mut parts = text.split('@');
    shown.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| !is_of_symbol(c)).unwrap_or(part.len());
        let (symbol, rest) = part.split_at(end);
        shown.push('@');
        shown.push_str(&shown_name(symbol));
        shown.push_str(rest);
    }
    Cow::Owned(shown)
}

/// Whether textual IR prints names with this character without quotes.
fn is_of_symbol(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-$._".contains(c)
}

/// Whether the symbol has rustc's mangling from before `_R`: that of C++, with a hash of 16 digits at the
/// end.
fn is_old_rust(symbol: &str) -> bool {
    let hash = symbol.strip_prefix("_ZN").and_then(|rest| rest.split_once("17h")).map(|(_, hash)| hash);
    hash.and_then(|hash| hash.get(..17)).is_some_and(|hash| {
        hash.ends_with('E') && hash.bytes().take(16).all(|digit| digit.is_ascii_hexdigit())
    })
}

fn rust(symbol: &str) -> Option<String> {
    let name = rustc_demangle::try_demangle(symbol).ok()?;
    let mut text = Bounded(String::new(), LONGEST);
    // The alternate format omits the hash.
    write!(text, "{name:#}").ok()?;
    Some(text.0)
}

fn cpp(symbol: &str) -> Option<String> {
    let parsed = cpp_demangle::Symbol::new(symbol).ok()?;
    let options = cpp_demangle::DemangleOptions::new().no_return_type();
    let mut text = Bounded(String::new(), LONGEST);
    if parsed.structured_demangle(&mut text, &options).is_ok() {
        return Some(text.0);
    }
    let mut text = Bounded(String::new(), LONGEST_OF_ALL);
    parsed.structured_demangle(&mut text, &options.no_params()).ok()?;
    without_arguments(&text.0).filter(|name| name.len() <= LONGEST)
}

/// A name without its template arguments: `std::inner_product<…>`. `None` if `<` is part of an operator name.
fn without_arguments(name: &str) -> Option<String> {
    let (mut text, mut depth) = (String::new(), 0usize);
    for c in name.chars().filter(|_| !name.contains("operator")) {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => text.push(c),
            _ => continue,
        }
        match (c, depth) {
            ('<', 1) => text.push_str("<…"),
            ('>', 0) => text.push('>'),
            _ => {}
        }
    }
    (depth == 0 && !text.is_empty()).then_some(text)
}

/// Text with a maximal length; writing beyond it is an error.
struct Bounded(String, usize);

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        if self.0.len() > self.1 { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(symbol: &str, expect: &str) {
        assert_eq!(shown_name(symbol), expect);
        assert_eq!(shown_value(&format!("call @{symbol}(…), @x")), format!("call @{expect}(…), @x"));
    }

    #[test]
    fn names_of_the_source() {
        check("_ZN3geo3lenIdEEdT_S1_", "geo::len<double>(double, double)");
        check("_ZN3geoL3lenIdEET_S1_S1_", "geo::len<double>(double, double)");
        check("_ZNK3geo1P4normEv", "geo::P::norm() const");
        check("_ZN4core3ptr13drop_in_place17h0123456789abcdefE", "core::ptr::drop_in_place");
        check("_RNvC6_123foo3bar", "123foo::bar");
    }

    #[test]
    fn other_names_stay_as_they_are() {
        for symbol in ["main", "sqrt", "_Z", "_ZN", "_R", "llvm.sqrt.f64", "_start", ""] {
            check(symbol, symbol);
        }
    }

    #[test]
    fn names_beyond_measure_stay_symbols() {
        // Each template argument expands to all previous ones: 2^30 letters.
        let doubled: String = (0..30).map(|n| format!("S{}_S{}_", n, n)).collect();
        let symbol = format!("_Z1fI1aIii{doubled}EEvv");
        assert!(shown_name(&symbol).len() <= symbol.len().max(LONGEST + 64), "{}", shown_name(&symbol));
        let deep = format!("_Z1f{}i", "P".repeat(100_000));
        assert_eq!(shown_name(&deep), deep);
        let long = format!("_Z1f{}", "St6vectorIiSaIiEE".repeat(60));
        assert_eq!(shown_name(&long), "f");
    }

    #[test]
    fn names_that_are_too_long_are_shown_without_arguments() {
        let iterator = "N9__gnu_cxx17__normal_iteratorIPKdSt4spanIS2_Lm18446744073709551615EEEE";
        let symbol = format!("_ZSt13inner_productI{iterator}S6_dET1_T_S8_T0_S7_");
        assert_eq!(shown_name(&symbol), "std::inner_product<…>");
        assert_eq!(without_arguments("a<b<c>, d>::e<f>"), Some("a<…>::e<…>".to_owned()));
        assert_eq!(without_arguments("a<b>::operator<"), None);
    }
}
