//! Affine expressions as text: `2*i0 + %n*i1 - 1`, `min(n, m)`.

use super::names::Names;
use ir::ValueId;
use scop::{Affine, Factor, PiecewiseOperation};

/// `2*i0 + %n*i1 - 1`.
pub(super) fn written(affine: &Affine, names: &Names) -> String {
    let mut text = String::new();
    write(affine, (names, false), &mut text);
    text
}

/// Like [`written`], with casts for parameters that are read with another signedness than their variable has:
/// `(unsigned) n - 1`.
pub(super) fn written_with_signs(affine: &Affine, names: &Names) -> String {
    let mut text = String::new();
    write(affine, (names, true), &mut text);
    text
}

/// Appends the text of an affine expression, with casts or without.
fn write(affine: &Affine, (names, signs): (&Names, bool), text: &mut String) {
    let begin = text.len();
    if let [(factors, 1)] = affine.terms.as_slice()
        && let [factor @ (Factor::Parameter(value) | Factor::Unsigned(value))] = &**factors
    {
        let cast = cast(factor, *value, (names, signs));
        *text += cast;
        *text += if cast.is_empty() { names.alone(*value) } else { names.parameter(*value) };
        return;
    }
    // The term with the fastest-varying factor comes first, the number last.
    for (factors, number) in affine.terms.iter().rev() {
        *text += match (text.len() == begin, *number < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let number = number.unsigned_abs();
        let is_shown = factors.is_empty() || number != 1;
        if is_shown {
            *text += &number.to_string();
        }
        for (at, factor) in factors.iter().enumerate() {
            if is_shown || at != 0 {
                text.push('*');
            }
            write_factor(factor, (names, signs), text);
        }
    }
    if text.len() == begin {
        text.push('0');
    }
}

fn cast(factor: &Factor, value: ValueId, (names, signs): (&Names, bool)) -> &'static str {
    if signs { names.cast(value, matches!(factor, Factor::Unsigned(_))) } else { "" }
}

/// A factor of a product.
pub(super) fn written_factor(factor: &Factor, names: &Names) -> String {
    let mut text = String::new();
    write_factor(factor, (names, false), &mut text);
    text
}

/// Pieces nest to a bounded depth.
fn write_factor(factor: &Factor, (names, signs): (&Names, bool), text: &mut String) {
    match factor {
        Factor::Parameter(value) | Factor::Unsigned(value) => {
            *text += cast(factor, *value, (names, signs));
            *text += names.parameter(*value);
        }
        Factor::Iterator(k) => *text += names.iterator(*k),
        Factor::Piece(piece) => write_piece(piece, (names, signs), text),
    }
}

/// `(c ? a : b)`, `min(a, b)`, `(a < b)`, `((a - b) / 4)`.
fn write_piece(piece: &PiecewiseOperation, (names, signs): (&Names, bool), text: &mut String) {
    let style = (names, signs && !is_of_one_sign(piece));
    let is_choice = piece.name == "?" && piece.parts.len() == 3;
    let is_call = matches!(piece.name, "min" | "max");
    if is_call {
        *text += piece.name;
    }
    text.push('(');
    for (at, part) in piece.parts.iter().enumerate() {
        match at {
            0 => {}
            2 if is_choice => *text += " : ",
            _ if is_call => *text += ", ",
            _ => [" ", piece.name, " "].into_iter().for_each(|word| *text += word),
        }
        let is_enclosed = piece.name == "/" && part.terms.len() > 1;
        *text += if is_enclosed { "(" } else { "" };
        write(part, style, text);
        *text += if is_enclosed { ")" } else { "" };
    }
    text.push(')');
}

/// Whether the piece is an equality of numbers with the same signedness, which needs no casts.
fn is_of_one_sign(piece: &PiecewiseOperation) -> bool {
    let is_signed = |part: &Affine| match part.terms.as_slice() {
        [(factors, 1)] => match &**factors {
            [Factor::Parameter(_)] => Some(Some(true)),
            [Factor::Unsigned(_)] => Some(Some(false)),
            _ => None,
        },
        _ => part.as_constant().map(|_| None),
    };
    let signs: Option<Vec<Option<bool>>> = piece.parts.iter().map(is_signed).collect();
    let signs = signs.map(|signs| signs.into_iter().flatten().collect::<Vec<bool>>());
    matches!(piece.name, "==" | "!=")
        && signs.is_some_and(|signs| signs.windows(2).all(|two| two[0] == two[1]))
}
