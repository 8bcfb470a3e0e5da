//! Finds the instructions of a form's source that its target retains, from its text.

use crate::semantics::{Computed, Retained};
use ir::Opcode;

/// The registers of the source's lines, and the retained ones among them.
pub(super) fn lines(text: &str) -> (Vec<&str>, Retained<String>) {
    let (source, target) = text.split_once("=>\n").unwrap_or((text, ""));
    let source: Vec<(&str, &str)> = source.lines().filter_map(|line| line.split_once(" = ")).collect();
    let computed = |name: &String| -> Option<Computed<String>> {
        let (_, rest) = source.iter().find(|(known, _)| known == name)?;
        Some((rest.split(' ').next().and_then(Opcode::from_name), operands(rest)))
    };
    let used = target.lines().filter_map(|line| line.split_once(" = ")).flat_map(|(_, rest)| operands(rest));
    let root = source.last().map(|(name, _)| (*name).to_owned()).unwrap_or_default();
    let retained = Retained::new(root, used.collect(), &computed);
    (source.iter().map(|(name, _)| *name).collect(), retained)
}

/// The operands of an instruction in order: registers with `%`, and empty strings for numbers.
fn operands(text: &str) -> Vec<String> {
    let register = |operand: &str| operand.split(' ').find(|word| word.starts_with('%')).map(str::to_owned);
    text.split(',').map(|operand| register(operand).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Flags;

    #[test]
    fn what_is_kept_and_does_not_make_the_source_poison_has_no_more_flags() {
        let of = |text: &str| {
            let (names, retained) = lines(text);
            let in_the_way = |name: &&str| {
                retained.in_the_way(&(*name).to_owned(), Flags::NSW | Flags::REASSOC) == Flags::NSW
            };
            names.iter().map(in_the_way).collect::<Vec<_>>()
        };
        let chosen = "%1 = add i8 %x, 1\n%r = select i1 %c, i8 0, i8 %1\n=>\n%r = %1\n";
        assert_eq!(of(chosen), [true, false]);
        let condition = "%1 = icmp eq i8 %x, 1\n%r = select i1 %1, i8 0, i8 %y\n=>\n%2 = zext i1 %1 to i8\n%r = and i8 %2, %y\n";
        assert_eq!(of(condition), [false, false]);
        let constant =
            "%1 = add i8 %x, 1\n%2 = icmp eq i8 %1, 0\n%r = select i1 true, i8 %1, i8 %y\n=>\n%r = %1\n";
        assert_eq!(of(constant), [true, false, false]);
        let frozen = "%1 = add i8 %x, 1\n%2 = freeze i8 %1\n%r = add i8 %2, 1\n=>\n%r = add i8 %1, 1\n";
        assert_eq!(of(frozen), [true, false, false]);
        let deep = "%1 = add i8 %x, 1\n%2 = mul i8 %1, %1\n%r = or i8 %2, 0\n=>\n%r = %2\n";
        assert_eq!(of(deep), [false, false, false]);
    }

    #[test]
    fn a_sign_that_may_be_chosen_and_an_annotation_are_in_the_way() {
        let text = "%1 = fneg float %x\n%r = fabs float %1\n=>\n%r = fneg float %1\n";
        let (_, retained) = lines(text);
        let more = Flags::NSZ | Flags::NNAN | Flags::ANNOTATION;
        assert_eq!(retained.in_the_way(&"%1".to_owned(), more), Flags::NSZ);
        assert_eq!(retained.in_the_way(&"%r".to_owned(), more), Flags::NONE);
        let chosen = "%1 = umin i8 %x, 5\n%r = select i1 %c, i8 5, i8 %1\n=>\n%r = %1\n";
        let (_, retained) = lines(chosen);
        assert_eq!(retained.in_the_way(&"%1".to_owned(), Flags::ANNOTATION), Flags::ANNOTATION);
    }
}
