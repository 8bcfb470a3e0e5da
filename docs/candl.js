// Colours CAnDL in the book. Written by tests/editors.rs from the atom table; do not edit.
hljs.registerLanguage("candl", function () {
  return {
    keywords: { keyword: "Constraint Rewrite Fact Analysis forward backward gen kill entry End private use include collect hide none some has if then else endif foreach forany for not otherwise specified let assoc matches extern gives nest parallel reducing privatising schedule any until down bounded updating leaving skipping unless with when trusting always call pure", built_in: "a accesses after alias all an anticipated args as at attribute available be before behind beyond bits by bytes calculated_from can carries cold congruent constant control count counter data data_type dead dependence does dominance domination edge elements escapes every executed exit expression fixed flag flags floating flow frequency from function function_name get gets hot integer invariant ir_type is keep keeps laid larger least less limit linear literal live loaded local loops may most must never no node nor null number numeric of on one only opcode operand operands out over partially passes path pins placed plus point points post_domination power product profiled reaches read reads repeats rest returns right rounds same set start strict_domination strict_post_domination stride successors sum than the there through times to touch type unused up value values what where width without write wrote zero", literal: "and or in phi" },
    contains: [
      { className: "comment", begin: /#/, end: /$/ },
      { className: "string", begin: /"/, end: /"/, illegal: /\n/ },
      { beginKeywords: "Constraint Rewrite Fact Analysis include", end: /[A-Za-z_]\w*/, returnEnd: false,
        contains: [{ className: "title", begin: /[A-Za-z_]\w*/, endsParent: true }] },
      { className: "variable", begin: /\{/, end: /\}/ },
      { className: "number", begin: /\b[0-9]+(\.[0-9]+)?/ },
    ],
  };
});
document.querySelectorAll("code.language-candl").forEach(function (block) {
  hljs.highlightBlock(block);
});
