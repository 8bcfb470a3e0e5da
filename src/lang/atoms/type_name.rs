//! Type names of specifications, checked for their syntax and converted to LLVM's spelling.
//!
//! In: `"<4xfloat>"`, out: `<4 x float>`. Unquoted, `integer`, `float`, `vector` and `pointer` are classes;
//! in quotes, as LLVM's own names, they are types: `"float"` is the 32-bit one.

use ir::{Type, TypeClass};
use serde::{Deserialize, Serialize};

/// LLVM's types that are a single word, besides `iN`.
pub(super) const WORDS: &[&str] = &[
    "bfloat",
    "double",
    "float",
    "fp128",
    "half",
    "label",
    "metadata",
    "ppc_fp128",
    "ptr",
    "token",
    "void",
    "x86_amx",
    "x86_fp80",
    "x86_mmx",
];

/// LLVM's widest integer.
const MAX_INTEGER_BITS: u32 = 1 << 23;

/// Types nested deeper are refused.
const MAX_DEPTH: u32 = 32;

/// The word behind `data_type{x} =`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum TypeName {
    /// One of the four classes.
    Class(TypeClass),
    /// Exactly this type, in LLVM's spelling.
    Exact(String),
}

impl TypeName {
    /// The type or class with that name; `None` if the text is not a well-formed one.
    pub fn parse(text: &str, quoted: bool) -> Option<TypeName> {
        if let Some(class) = TypeClass::from_name(text).filter(|_| !quoted) {
            return Some(TypeName::Class(class));
        }
        let mut parser = TypeParser { rest: text.trim_start(), spelt: String::new() };
        parser.ty(0)?;
        parser.rest.is_empty().then_some(TypeName::Exact(parser.spelt))
    }

    /// Whether `ty` is this type or of this class.
    pub fn covers(&self, ty: &Type) -> bool {
        match self {
            TypeName::Class(class) => ty.class == Some(*class),
            TypeName::Exact(name) => ty.name == *name,
        }
    }
}

/// A recursive-descent parser over the rest of the text. Every method also skips the white space behind its
/// token.
struct TypeParser<'t> {
    rest: &'t str,
    spelt: String,
}

impl<'t> TypeParser<'t> {
    fn take(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?.trim_start();
        Some(())
    }

    /// Takes the longest non-empty prefix of characters that satisfy `belongs`.
    fn span(&mut self, belongs: fn(char) -> bool) -> Option<&'t str> {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!taken.is_empty()).then_some(taken)
    }

    fn ty(&mut self, depth: u32) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.rest.chars().next()? {
            '<' if self.rest[1..].trim_start().starts_with('{') => {
                self.take("<")?;
                self.spelt.push('<');
                self.structure(depth)?;
                self.take(">")?;
                self.spelt.push('>');
                Some(())
            }
            '<' => self.sequence("<", ">", depth),
            '[' => self.sequence("[", "]", depth),
            '{' => self.structure(depth),
            '%' => self.named(),
            _ => self.word(),
        }
    }

    /// `<4 x T>`, `<vscale x 4 x T>`, `[4 x T]`.
    fn sequence(&mut self, open: &str, close: &str, depth: u32) -> Option<()> {
        self.take(open)?;
        self.spelt.push_str(open);
        if open == "<" && self.take("vscale").is_some() {
            self.take("x")?;
            self.spelt.push_str("vscale x ");
        }
        let count: u64 = self.span(|c| c.is_ascii_digit())?.parse().ok()?;
        if open == "<" && (count == 0 || count > u64::from(u32::MAX)) {
            return None;
        }
        self.take("x")?;
        self.spelt.push_str(&format!("{count} x "));
        self.ty(depth + 1)?;
        self.take(close)?;
        self.spelt.push_str(close);
        Some(())
    }

    /// `{ T, U }`, `{}`.
    fn structure(&mut self, depth: u32) -> Option<()> {
        self.take("{")?;
        if self.take("}").is_some() {
            self.spelt.push_str("{}");
            return Some(());
        }
        self.spelt.push_str("{ ");
        self.ty(depth + 1)?;
        while self.take(",").is_some() {
            self.spelt.push_str(", ");
            self.ty(depth + 1)?;
        }
        self.take("}")?;
        self.spelt.push_str(" }");
        Some(())
    }

    /// `%struct.S`, `%"class.a b"`.
    fn named(&mut self) -> Option<()> {
        self.take("%")?;
        self.spelt.push('%');
        if let Some(quoted) = self.rest.strip_prefix('"') {
            let (name, _) = quoted.split_once('"')?;
            self.rest = quoted[name.len() + 1..].trim_start();
            self.spelt.push_str(&format!("\"{name}\""));
            return Some(());
        }
        let name = self.span(|c| c.is_ascii_alphanumeric() || "-$._".contains(c))?;
        self.spelt.push_str(name);
        Some(())
    }

    /// `double`, `i32`, `ptr addrspace(1)`, `target("…")`.
    fn word(&mut self) -> Option<()> {
        let word = self.span(|c| c.is_ascii_alphanumeric() || c == '_')?;
        self.spelt.push_str(word);
        if word == "target" {
            let inside = self.rest.strip_prefix('(')?.split_once(')')?.0;
            self.spelt.push_str(&format!("({inside})"));
            self.rest = self.rest[inside.len() + 2..].trim_start();
            return Some(());
        }
        if word == "ptr" && self.take("addrspace").is_some() {
            self.take("(")?;
            let space: u32 = self.span(|c| c.is_ascii_digit())?.parse().ok()?;
            self.take(")")?;
            if space > 0 {
                self.spelt.push_str(&format!(" addrspace({space})"));
            }
            return Some(());
        }
        let bits = word
            .strip_prefix('i')
            .filter(|bits| !bits.starts_with('0'))
            .and_then(|bits| bits.parse::<u32>().ok());
        (WORDS.contains(&word) || bits.is_some_and(|bits| bits <= MAX_INTEGER_BITS)).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, quoted: bool, expected: Option<&str>) {
        let expected = expected.map(|name| TypeName::Exact(name.to_owned()));
        assert_eq!(TypeName::parse(text, quoted), expected, "{text}");
    }

    #[test]
    fn classes_are_unquoted() {
        assert_eq!(TypeName::parse("float", false), Some(TypeName::Class(TypeClass::Float)));
        check("float", true, Some("float"));
        check("integer", true, None);
    }

    #[test]
    fn types_come_out_as_llvm_spells_them() {
        for text in ["i32", "double", "ptr", "i8388608"] {
            check(text, false, Some(text));
        }
        check("<4xfloat>", true, Some("<4 x float>"));
        check("<4 x float>", true, Some("<4 x float>"));
        check(" < vscale x 2 x i64 > ", true, Some("<vscale x 2 x i64>"));
        check("[3 x {i8,ptr addrspace( 1 )}]", true, Some("[3 x { i8, ptr addrspace(1) }]"));
        check("<{ i8, {} }>", true, Some("<{ i8, {} }>"));
        check("%struct.S", true, Some("%struct.S"));
        check("%\"class.a b\"", true, Some("%\"class.a b\""));
        check("ptr addrspace(0)", true, Some("ptr"));
        check("target(\"spirv.Image\", 1)", true, Some("target(\"spirv.Image\", 1)"));
    }

    #[test]
    fn what_is_no_type() {
        for text in
            ["", "i0", "i8388609", "int", "f32", "<4 x float", "<0 x i8>", "{ i8, }", "i32*", "%", "[x i8]"]
        {
            check(text, true, None);
        }
        check(&"{".repeat(100_000), true, None);
    }
}
