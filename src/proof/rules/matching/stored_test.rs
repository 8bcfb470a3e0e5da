//! Stored sets: read back, and refused where they are foreign, damaged, of another format or of another
//! version.

use super::stored::{FORMAT, checksum};
use super::tests::{MIXED, matched, rules};
use super::{Built, Dag, RuleSet, StoredError, read_back, store};
use crate::rules::verdicts::{Verdicts, about, key};
use crate::rules::vocabulary::Function;
use crate::semantics::Intrinsic;
use ir::IntPredicate;

fn built(set: RuleSet, verdicts: Option<Vec<Verdicts>>) -> Built {
    let dag = Dag::new(&set);
    let places = set.rules().map(|(id, _)| format!("rules.opt:{}", id.index())).collect();
    let verdicts = verdicts.unwrap_or_else(|| vec![Verdicts::default(); set.rules().count()]);
    Built { rules: set, dag, places, verdicts }
}

/// The bytes behind the version.
fn body(bytes: &[u8]) -> &[u8] {
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let at = bytes.windows(version.len()).position(|part| part == version).unwrap();
    &bytes[at + version.len()..]
}

fn error(bytes: &[u8]) -> StoredError {
    read_back(bytes).map(|_| ()).unwrap_err()
}

#[test]
fn a_stored_set_is_read_back() {
    let built = built(rules(MIXED), None);
    let bytes = store(&built).unwrap();
    let again = read_back(&bytes).unwrap();
    assert_eq!((&again.dag, &again.places), (&built.dag, &built.places));
    assert_eq!(store(&again).unwrap(), bytes);
    let code = "a:i8 = shl x8 i8:2\nr:i8 = add a x8";
    assert_eq!(matched(&again.rules, &again.dag, code), "b");
    assert_eq!(error(b"Name: a"), StoredError::Foreign);
    assert_eq!(error(&bytes[..bytes.len() - 1]), StoredError::Damaged);
    // A zero at the end does not change the checksum.
    let longer = [bytes.as_slice(), &[0]].concat();
    assert_eq!(super::open(&longer).map(|_| ()).unwrap_err(), StoredError::Damaged);
    let body = bytes.len() - body(&bytes).len();
    for at in [body, body + 20, bytes.len() / 2, bytes.len() - 1] {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert_eq!(error(&changed), StoredError::Damaged, "{at}");
    }
}

#[test]
fn a_set_of_another_version_is_refused() {
    let bytes = store(&built(rules(MIXED), None)).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let at = bytes.windows(version.len()).position(|part| part == version.as_bytes()).unwrap();
    let other = version.replace(|c: char| c.is_ascii_digit(), "9");
    let mut newer = bytes.clone();
    newer[at..at + version.len()].copy_from_slice(other.as_bytes());
    assert_eq!(error(&newer), StoredError::Version(other.clone()));
    let message = error(&newer).to_string();
    assert_eq!(
        message,
        format!("version {other} of idiom wrote it, and this is version {version}; build it again")
    );
    let mut older = bytes;
    older[b"idiom rules\n".len()] = 1;
    assert_eq!(error(&older), StoredError::Format(1));
    let message = error(&older).to_string();
    assert_eq!(message, format!("it has format 1, and this idiom reads format {FORMAT}; build it again"));
}

/// A rule for every instruction, flag, predicate, operator and function, so that their numbers are among the
/// bytes.
fn vocabulary() -> String {
    let mut text = MIXED.to_owned();
    let mut add = |rule: String| text += &format!("\nName: n\n{rule}");
    for flags in ["add nuw nsw", "sub nsw", "mul nuw", "shl nuw", "udiv exact", "sdiv", "lshr exact", "ashr"]
    {
        add(format!("%r = {flags} %x, %y\n=>\n%r = %x\n"));
    }
    for word in ["urem", "srem", "and", "or disjoint", "xor", "icmp samesign ult", "icmp P"] {
        add(format!("%a = {word} %x, %y\n%r = select %b, %a, %a\n=>\n%r = freeze %a\n"));
    }
    for word in ["trunc nuw nsw i16 %x to i8", "zext nneg i8 %x to i16", "sext i8 %x to i16"] {
        add(format!("%r = {word}\n=>\n%r = undef\n"));
    }
    add("%r = ptradd ptr %p, %i\n=>\n%r = %p\n".to_owned());
    add("%a = zext i8 noundef %x to i16\n%r = trunc i16 %a\n=>\n%r = ZExtOrTrunc %a\n".to_owned());
    for predicate in IntPredicate::ALL {
        add(format!("%r = icmp {} %x, -3\n=>\n%r = true\n", predicate.name()));
    }
    for (name, _, count) in Intrinsic::NAMED {
        let operands = ["%x", "%y", "%z"][..(*count).min(2)].join(", ");
        let operands = match *name {
            "abs" | "ctlz" | "cttz" => "%x, true".to_owned(),
            "fshl" | "fshr" => "%x, %y, %z".to_owned(),
            _ => operands,
        };
        add(format!("%r = {name} {operands}\n=>\n%r = 0\n"));
    }
    for operator in ["+", "-", "*", "/", "/u", "%", "%u", "<<", ">>", "u>>", "&", "|", "^"] {
        add(format!("Pre: C u< C1\n%a = add %x, C\n%r = add %a, C1\n=>\n%r = add %x, ~C {operator} -C1\n"));
    }
    for function in Function::ALL.iter().filter(|function| function.is_test()) {
        let arguments = ["C", "C1"][..function.arity()].join(", ");
        if !matches!(function, Function::HasOneUse | Function::EquivalentAddresses) {
            let pre = format!("Pre: !{}({arguments}) || hasOneUse(%x)", function.name());
            add(format!("{pre}\n%a = sub %x, C\n%r = mul %a, C1\n=>\n%r = %x\n"));
        }
    }
    text
}

/// The checksum of the bytes that all that rules can have gives in this format.
const BYTES: (u32, u64) = (10, 17_911_588_628_931_349_294);

/// Whoever changes what is stored raises [`FORMAT`], so that a set of an older idiom is refused and not
/// misread.
#[test]
fn the_format_has_a_number() {
    let set = rules(&vocabulary());
    let rules: Vec<_> = set.rules().map(|(_, rule)| rule.clone()).collect();
    let proven = format!(
        r#"{{"key":"{}","at":[8],"llvm":[[16,null]],"solver":"s","rule":"","widths":""}}"#,
        key(&rules[0])
    );
    let built = built(set, Some(about(&rules, &proven)));
    let bytes = store(&built).unwrap();
    let now = (FORMAT, checksum(body(&bytes)));
    assert_eq!(now, BYTES, "the bytes are others now: raise FORMAT, then write both numbers here");
}
