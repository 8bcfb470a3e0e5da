//! Semantic tokens: the parser's token classes in the protocol's names and encoding.

use editor::{Lines, View};
use lang::candl::token_class::TokenClass;
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
};

/// The token types that the server announces; a token has an index into this list.
const TYPES: [SemanticTokenType; 11] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::CLASS,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::TYPE,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::COMMENT,
];

pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DOCUMENTATION],
    }
}

/// The type and modifiers of a class; `None` for classes that are not coloured.
fn encoded(class: TokenClass) -> Option<(SemanticTokenType, u32)> {
    let of = |kind| Some((kind, 0));
    match class {
        TokenClass::Keyword => of(SemanticTokenType::KEYWORD),
        TokenClass::Constraint | TokenClass::Function => of(SemanticTokenType::FUNCTION),
        TokenClass::Specification => of(SemanticTokenType::CLASS),
        TokenClass::Variable => of(SemanticTokenType::VARIABLE),
        TokenClass::Index => of(SemanticTokenType::PARAMETER),
        TokenClass::Opcode | TokenClass::ValueKind | TokenClass::Flag | TokenClass::Attribute => {
            of(SemanticTokenType::ENUM_MEMBER)
        }
        TokenClass::Type => of(SemanticTokenType::TYPE),
        TokenClass::Number => of(SemanticTokenType::NUMBER),
        TokenClass::Text => of(SemanticTokenType::STRING),
        TokenClass::Operator => of(SemanticTokenType::OPERATOR),
        TokenClass::Comment => of(SemanticTokenType::COMMENT),
        TokenClass::Headline => Some((SemanticTokenType::COMMENT, 1)),
        TokenClass::Punctuation | TokenClass::Unknown => None,
    }
}

/// The tokens of a text, each relative to the one before.
pub(super) fn encode(view: &View) -> SemanticTokens {
    let lines = Lines::new(view.text());
    let (mut data, mut line, mut column) = (Vec::new(), 0, 0);
    for token in view.tokens() {
        let Some((kind, modifiers)) = encoded(token.class) else { continue };
        let token_type = TYPES.iter().position(|own| *own == kind).unwrap_or_default() as u32;
        let start = lines.place(token.span.start as usize);
        let end = lines.place(token.span.end as usize);
        if start.line != line {
            column = 0;
        }
        data.push(SemanticToken {
            delta_line: start.line - line,
            delta_start: start.column - column,
            length: end.column - start.column,
            token_type,
            token_modifiers_bitset: modifiers,
        });
        (line, column) = (start.line, start.column);
    }
    SemanticTokens { result_id: None, data }
}
