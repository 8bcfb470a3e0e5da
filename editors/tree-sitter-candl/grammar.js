// CAnDL for tree-sitter. Formulas are taken apart as the parser of idiom does; of atoms and patterns the
// words, signs and variables are kept as they stand, since their spellings are a table that grows
// (src/lang/candl/atom_table.rs).
//
// scripts/tree-sitter.sh holds it against the parser over every specification of the repository.

const list = (rule) => seq(rule, repeat(seq(",", rule)));

module.exports = grammar({
  name: "candl",

  extras: ($) => [/\s/, /\uFEFF/, $.comment],

  word: ($) => $.word,

  rules: {
    source_file: ($) => seq(repeat($.use), repeat($.specification)),

    comment: () => /#[^\n]*/,
    word: () => /[A-Za-z_][A-Za-z0-9_]*/,
    number: () => /0[xX][0-9a-fA-F]+|[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?|'(\\[ntr0\\'"]|[^\\])'/,
    string: () => /"[^"\n]*"/,

    use: ($) => seq("use", $.string),

    specification: ($) =>
      seq(
        optional("private"),
        choice(
          seq("Constraint", field("name", $.name), $._formula),
          seq("Rewrite", field("name", $.name), $._formula, $.clauses),
        ),
        "End",
      ),

    name: ($) => $.word,

    _formula: ($) => choice($._primary, $.repeated, $.bound),

    // A suffix belongs to the primary right before it; within a collect or a hide that is the body.
    repeated: ($) =>
      prec.left(2, seq($._formula, choice("foreach", "forany"), $.index_name, "=", $.index, "..", $.index, optional($.placing))),
    bound: ($) =>
      prec.left(
        2,
        seq(
          $._formula,
          "for",
          $.index_name,
          "=",
          $.index,
          optional(choice(seq("if", "not", "otherwise", "specified"), $.placing)),
        ),
      ),

    _primary: ($) => choice($.group, $.include, $.conditional, $.collect, $.quantified, $.hide, $.words_atom, $.atom),

    group: ($) => seq("(", $._formula, repeat(seq($.operator, $._formula)), ")"),
    operator: () => choice("∧", "&&", "and", "∨", "||", "or"),

    include: ($) => seq("include", field("name", $.name), optional($.parameters), optional($.placing)),
    parameters: ($) => seq("[", list(seq($.index_name, "=", $.index)), "]"),
    placing: ($) =>
      choice(seq($.renaming, optional(seq("@", $.variable))), seq("@", $.variable)),
    renaming: ($) => seq("(", list(seq($.variable, "->", $.variable)), ")"),

    conditional: ($) => seq("if", $.index, "=", $.index, "then", $._formula, "else", $._formula, "endif"),
    collect: ($) => prec.right(1, seq("collect", $.index_name, $.index, $._formula)),
    hide: ($) => prec.right(1, seq("hide", list($.variable), $._formula)),
    quantified: ($) =>
      choice(
        seq(choice("none", "some"), optional($.listed), $.group),
        seq("every", optional($.listed), $.group, "has", optional($.listed), $.group),
      ),
    listed: ($) => list(seq(optional("private"), $.variable)),

    index: ($) => prec.left(seq($._index_term, repeat(seq(choice("+", "-"), $._index_term)))),
    _index_term: ($) => choice($.index_name, $.number),
    index_name: ($) => $.word,

    // The values of these may be any word, `and` too.
    words_atom: ($) =>
      seq(
        choice("opcode", "data_type", "ir_type", "function_name"),
        $.variable,
        choice(
          seq("=", $.symbol),
          seq(choice("∈", "in"), $.variable),
          seq(choice("≠", "!="), alias("numeric", $.word), alias("constant", $.word)),
        ),
      ),
    symbol: ($) => choice($.string, seq($.word, repeat(seq(".", $.word)))),

    atom: ($) => prec.right(seq($._first, repeat(choice($._piece, seq(",", $.variable))))),
    _first: ($) => choice($.variable, $.word, $.number, "-"),
    _piece: ($) => choice($.variable, $.word, $.number, $.string, $.sign, $.arguments, $.subscript),
    sign: () =>
      choice(
        "=", "≠", "!=", "∈", "Φ", "->", "~", "<", "<=", "≤", ">", ">=", "≥", "<<", ">>", "+", "-", "*", "/", "%", "&", "|", "^",
        "?", ":", ":=", ".", "…", "...",
      ),
    arguments: ($) => seq("(", optional(list(repeat1($._piece))), ")"),
    subscript: ($) => seq("[", list(repeat1($._piece)), "]"),

    // A variable, or in some atoms a set of variables or of words.
    variable: ($) => seq("{", list($._item), "}"),
    _item: ($) => seq(choice($.word, $.variable), repeat(choice(seq(".", choice($.word, $.number)), $.slot))),
    slot: ($) => seq("[", $.index, optional(seq("..", $.index)), "]"),

    clauses: ($) =>
      seq(
        repeat($.extern),
        "gives",
        choice(seq(optional(seq("exit", "value")), $._values), seq("parallel", $.variable, optional(seq("reducing", $._combined)), optional(seq("privatising", $._combined)), optional(seq("schedule", choice("static", "dynamic", "guided")))), seq("nest", list(seq($.variable, optional("down"), optional(seq("bounded", "by", $.variable)))), optional(seq("updating", list($.variable))), choice(seq(optional(seq("leaving", $.variable, "in", $.variable)), "=", $.template), seq("with", $._values), seq("until", $.variable, "skipping", optional("unless"), $.template)))),
        optional(seq("when", list($.template))),
        repeat(seq("unless", $.variable, $.string)),
        optional(seq("trusting", $.string)),
        optional("always"),
      ),
    _combined: ($) => list(seq(choice($.variable, "any"), "by", choice("+", "*", "&", "|", "^", "min", "max", "last"))),
    _values: ($) => list(seq($.variable, "=", $.template)),
    template: ($) => prec.right(repeat1($._piece)),
    extern: ($) => seq("extern", $.word, $.name, "(", optional(list(repeat1(choice($.word, "<", ">")))), ")", optional("pure")),
  },
});
