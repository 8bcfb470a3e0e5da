//! The core language: specifications with all indices evaluated.
//!
//! There is no `foreach`, `forany`, `for`, `if` and defaults; every index is a number, every variable a plain
//! [`VarName`]. Includes remain calls of other instances, because the solver exploits the structure that the
//! author wrote.
//!
//! ```text
//! Constraint Pair                                  Pair:
//!   include Sum({x[i]}->{out}) @ {sum[i]}     =>     And(Include(Sum, out -> x[0], prefix sum[0]),
//!   foreach i=0..2                                       Include(Sum, out -> x[1], prefix sum[1]))
//! End
//! ```

use std::fmt;
use std::sync::Arc;

pub use super::ast::{Span, Symbol};
use super::atom_table::AtomKind;
use super::catalogue::SpecId;
use serde::{Deserialize, Serialize};

/// One component of a variable's name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum Part {
    /// A word: `loop`, `.end`.
    Field(Arc<str>),
    /// A known index: `[3]`.
    Number(u32),
    /// The index of an enclosing `collect`: `[i]`. A name with it stands for all copies of the collect.
    CollectIndex(BinderId),
    /// The mark, before the first word, of a variable that belongs to this quantifier. No renaming and no
    /// prefix changes it.
    Local(BinderId),
    /// The mark of the local variables of one `hide`, which makes them distinct from all other names: `.3`
    Hidden(BinderId),
}

/// The number of a `collect`, of a quantifier, or of the mark of a hidden variable. Unique in its instance,
/// or in an expanded formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct BinderId(pub u32);

/// The name of a variable: `loop.end`, `arg[3].value`. Equal names are one variable. The first part is a
/// [`Part::Field`], or a [`Part::Local`] followed by one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct VarName(pub Vec<Part>);

impl VarName {
    /// The suffix of this name after the prefix `stem`, by whole components: `.end` for `loop.end` and
    /// `loop`.
    pub fn below(&self, stem: &VarName) -> Option<&[Part]> {
        self.0.strip_prefix(stem.0.as_slice())
    }

    /// This name with the components of `rest` appended.
    pub fn join(&self, rest: &[Part]) -> VarName {
        let mut parts = Vec::with_capacity(self.0.len() + rest.len());
        parts.extend_from_slice(&self.0);
        parts.extend_from_slice(rest);
        VarName(parts)
    }

    /// Whether `[slot]` occurs in it, that is, whether it is local to that collect.
    pub fn mentions(&self, slot: BinderId) -> bool {
        self.0.contains(&Part::CollectIndex(slot))
    }

    /// The quantifier that the variable belongs to.
    pub fn quantifier(&self) -> Option<BinderId> {
        match self.0.first() {
            Some(Part::Local(id)) => Some(*id),
            _ => None,
        }
    }

    /// This name as a variable of a quantifier.
    pub fn local_to(&self, quantifier: BinderId) -> VarName {
        VarName([Part::Local(quantifier)].into_iter().chain(self.0.iter().cloned()).collect())
    }

    /// Its first word.
    pub fn word(&self) -> Option<&Arc<str>> {
        self.0.iter().find_map(|part| match part {
            Part::Field(word) => Some(word),
            _ => None,
        })
    }

    /// The name without marks of hidden variables; `None` if it has none.
    pub fn unmarked(&self) -> Option<VarName> {
        let is_mark = |part: &Part| matches!(part, Part::Hidden(_));
        let words = || self.0.iter().filter(|part| !is_mark(part)).cloned().collect();
        self.0.iter().any(is_mark).then(|| VarName(words()))
    }

    /// The name of the k-th copy: `[slot]` replaced by `[k]`.
    pub fn copy(&self, slot: BinderId, k: u32) -> VarName {
        let replace =
            |part: &Part| if *part == Part::CollectIndex(slot) { Part::Number(k) } else { part.clone() };
        VarName(self.0.iter().map(replace).collect())
    }
}

/// The name as written in a specification, without the braces; a slot shows as `[*]`.
impl fmt::Display for VarName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.0.iter().filter(|part| !matches!(part, Part::Local(_)));
        for (position, part) in parts.enumerate() {
            match part {
                Part::Local(_) => {}
                Part::Field(word) if position == 0 => f.write_str(word)?,
                Part::Field(word) => write!(f, ".{word}")?,
                Part::Number(number) => write!(f, "[{number}]")?,
                Part::CollectIndex(_) => f.write_str("[*]")?,
                Part::Hidden(mark) => write!(f, ".{}", mark.0 + 1)?,
            }
        }
        Ok(())
    }
}

/// The substitution of an included formula's names. Renamings apply simultaneously; the longest matching one
/// wins; a name without a matching one gets the prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct Substitution {
    /// Pairs of a name in the included formula and its name here; each also renames all names that begin with
    /// it. No inner name occurs twice.
    pub renames: Vec<(VarName, VarName)>,
    /// The prefix of every name not renamed.
    pub prefix: Option<VarName>,
}

impl Substitution {
    /// The position in `renames` of the renaming that applies to `name`.
    pub fn rename_of(&self, name: &VarName) -> Option<usize> {
        let matching =
            self.renames.iter().enumerate().filter(|(_, (inside, _))| name.below(inside).is_some());
        matching.max_by_key(|(_, (inside, _))| inside.0.len()).map(|(position, _)| position)
    }

    /// The name here of an inner variable.
    pub fn apply(&self, name: &VarName) -> VarName {
        if name.quantifier().is_some() {
            return name.clone();
        }
        if let Some(position) = self.rename_of(name) {
            let (inside, here) = &self.renames[position];
            return here.join(name.below(inside).unwrap_or_default());
        }
        match &self.prefix {
            Some(prefix) => prefix.join(&name.0),
            None => name.clone(),
        }
    }

    /// Whether it changes no name.
    pub fn is_identity(&self) -> bool {
        self.renames.is_empty() && self.prefix.is_none()
    }

    /// The composition: for every name the result of this substitution, then `outer`.
    ///
    /// `outer` renames the results of this one. If `outer` renames a name that begins with one introduced
    /// here, the composition needs a longer renaming:
    ///
    /// ```text
    /// (u -> v) @ p   then   (x -> u.a, y -> p.b) @ q
    ///    =  (q.u -> v, x -> v.a, y -> b) @ q.p
    /// ```
    pub fn then(&self, outer: &Substitution) -> Substitution {
        let mut renames: Vec<(VarName, VarName)> =
            self.renames.iter().map(|(inside, here)| (inside.clone(), outer.apply(here))).collect();
        for (position, (inside, here)) in self.renames.iter().enumerate() {
            for (middle, there) in &outer.renames {
                let Some(rest) = middle.below(here).filter(|rest| !rest.is_empty()) else { continue };
                let longer = inside.join(rest);
                if self.rename_of(&longer) == Some(position) {
                    renames.push((longer, there.clone()));
                }
            }
        }
        for (middle, there) in &outer.renames {
            let rest = match &self.prefix {
                Some(prefix) => middle.below(prefix),
                None => Some(middle.0.as_slice()),
            };
            let Some(rest @ [Part::Field(_), ..]) = rest else { continue };
            let inside = VarName(rest.to_vec());
            if self.rename_of(&inside).is_none() {
                renames.push((inside, there.clone()));
            }
        }
        let prefix = match &self.prefix {
            Some(prefix) => Some(outer.apply(prefix)),
            None => outer.prefix.clone(),
        };
        Substitution { renames, prefix }
    }
}

/// An instance, as an index into [`Program::instances`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(pub u32);

impl InstanceId {
    /// The position in [`Program::instances`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Every instance that the requested specifications need.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The instances, callees before callers. The include graph has no cycles.
    pub instances: Vec<Instance>,
    /// The requested instances, in the order of the requests; `None` if an error prevented one.
    pub roots: Vec<Option<InstanceId>>,
}

impl Program {
    /// The instance with an id of this program.
    pub fn instance(&self, id: InstanceId) -> &Instance {
        &self.instances[id.index()]
    }
}

/// A specification with values for its index parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The specification's name.
    pub name: String,
    /// Its index parameters with their values, sorted by name.
    pub parameters: Vec<(String, i64)>,
    /// Its formula.
    pub formula: CoreFormula,
    /// The place of the specification's name in its definition.
    pub span: Span,
    /// The number of ids in the formula: each [`BinderId`] is less than this, and belongs to one collect,
    /// quantifier or hidden variable.
    pub binders: u32,
}

/// Formats as `AffineCalc[M=10,N=2]`.
impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (position, (name, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{name}={value}", if position == 0 { '[' } else { ',' })?;
        }
        if self.parameters.is_empty() { Ok(()) } else { f.write_str("]") }
    }
}

/// A formula of the core language. `And([])` is true, `Or([])` is false.
#[derive(Clone, Debug, PartialEq)]
pub enum CoreFormula {
    /// All formulas hold.
    And(Vec<CoreFormula>),
    /// At least one formula holds.
    Or(Vec<CoreFormula>),
    /// A relation between variables.
    Atom(CoreAtom, Span),
    /// The formula of another instance, its variables renamed.
    Include(CoreInclude),
    /// All solutions of a formula, collected into copies of its variables.
    Collect(CoreCollect),
    /// The existence or absence of a witness of a formula.
    Quantified(CoreQuantified),
    /// A formula with existentially projected variables.
    Hidden(CoreHidden),
}

impl CoreFormula {
    /// The formulas that it consists of; an include has none of its own.
    pub fn children(&self) -> &[CoreFormula] {
        use std::slice::from_ref;
        match self {
            CoreFormula::And(parts) | CoreFormula::Or(parts) => parts,
            CoreFormula::Collect(collect) => from_ref(&*collect.body),
            CoreFormula::Quantified(quantified) => from_ref(&*quantified.body),
            CoreFormula::Hidden(hidden) => from_ref(&*hidden.body),
            CoreFormula::Atom(..) | CoreFormula::Include(_) => &[],
        }
    }

    /// The position of its first constraint; an empty conjunction has none.
    pub fn first_span(&self) -> Option<Span> {
        match self {
            CoreFormula::And(parts) | CoreFormula::Or(parts) => {
                parts.iter().find_map(CoreFormula::first_span)
            }
            CoreFormula::Atom(_, span) => Some(*span),
            CoreFormula::Include(include) => Some(include.span),
            CoreFormula::Collect(collect) => Some(collect.span),
            CoreFormula::Quantified(quantified) => Some(quantified.span),
            CoreFormula::Hidden(hidden) => Some(hidden.span),
        }
    }
}

/// `none {x} ( body )` or `some {x} ( body )`; `every {x} ( F ) has ( G )` is `none {x} ( F ∧ none ( G ) )`.
/// Its own variables are those whose names [belong](VarName::quantifier) to it; it binds no others.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreQuantified {
    /// Its id, which the names of its variables contain.
    pub id: BinderId,
    /// Whether a witness must exist; otherwise none may exist.
    pub wanted: bool,
    /// The listed words. An assignment that leaves all variables of these words unused is not a witness.
    pub listed: Vec<Arc<str>>,
    /// The formula that a witness satisfies.
    pub body: Box<CoreFormula>,
    /// The quantifier as written.
    pub span: Span,
}

impl CoreQuantified {
    /// Whether a name is a listed variable, or begins with one.
    pub fn lists(&self, name: &VarName) -> bool {
        name.quantifier() == Some(self.id) && name.word().is_some_and(|word| self.listed.contains(word))
    }
}

/// `include NAME[N=1](…)@{…}`, with the placings of the `for` and `foreach` around it composed into its own.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreInclude {
    /// The callee.
    pub instance: InstanceId,
    /// The substitution of its names. The copies of the callee's collects are ordinary names here: `arg[0]`.
    pub placing: Substitution,
    /// The include as written.
    pub span: Span,
}

/// `collect i n body`: a variable is local when its name [mentions](VarName::mentions) the slot.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreCollect {
    /// The id of the index i, which names of the body contain.
    pub index: BinderId,
    /// The word written for i.
    pub name: Arc<str>,
    /// The limit n on the number of copies.
    pub limit: u32,
    /// The collected formula.
    pub body: Box<CoreFormula>,
    /// The collect as written.
    pub span: Span,
}

/// `hide {x} body`: an existential projection. The body must hold for some values of the locals, which are
/// not part of solutions: solutions of the body that differ only in them are one.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreHidden {
    /// The local variables, each with all names that begin with it. Equal names outside are different
    /// variables.
    pub locals: Vec<VarName>,
    /// The formula that must hold.
    pub body: Box<CoreFormula>,
    /// Its place in the text.
    pub span: Span,
}

impl CoreHidden {
    /// Whether a name of the body is local.
    pub fn hides(&self, name: &VarName) -> bool {
        is_below(name, &self.locals)
    }
}

/// Whether a name is one of the stems or begins with one.
pub fn is_below(name: &VarName, stems: &[VarName]) -> bool {
    stems.iter().any(|stem| name.below(stem).is_some())
}

/// An atomic constraint: a relation and its variables, in the order of its row in the
/// [table](super::atom_table::TABLE); a set is replaced by its members.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreAtom {
    /// The relation that must hold.
    pub relation: AtomRelation,
    /// Its variables.
    pub variables: Vec<VarName>,
}

/// A row of the table of atoms with the arguments that are not variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AtomRelation {
    /// The row.
    pub kind: AtomKind,
    /// Whether `not` stands before it.
    pub negated: bool,
    /// The non-variable arguments, in the order of the row.
    pub constants: Vec<AtomConstant>,
}

/// An argument of an atom that is not a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AtomConstant {
    /// A word, or a number as written.
    Symbol(Symbol),
    /// The `n` of `.args[n]`, `.operands[n]` or `.successors[n]`.
    Number(u32),
    /// The number of members of a set.
    Members(u32),
    /// Several words.
    Words(Vec<Symbol>),
}

impl AtomRelation {
    /// The first symbol among its constants.
    pub fn symbol(&self) -> Option<&Symbol> {
        self.constants.iter().find_map(|constant| match constant {
            AtomConstant::Symbol(symbol) => Some(symbol),
            _ => None,
        })
    }

    /// The first number among its constants.
    pub fn number(&self) -> Option<u32> {
        self.constants.iter().find_map(|constant| match constant {
            AtomConstant::Number(number) => Some(*number),
            _ => None,
        })
    }

    /// The analysis that it uses.
    pub fn analysis(&self) -> Option<SpecId> {
        self.kind.analysis_point()?;
        match self.constants.last() {
            Some(AtomConstant::Number(id)) => Some(SpecId(*id)),
            _ => None,
        }
    }

    /// The first set of words among its constants.
    pub fn words(&self) -> Option<&[Symbol]> {
        self.constants.iter().find_map(|constant| match constant {
            AtomConstant::Words(words) => Some(words.as_slice()),
            _ => None,
        })
    }

    /// The sizes of its sets, in order.
    pub fn members(&self) -> impl Iterator<Item = u32> {
        self.constants.iter().filter_map(|constant| match constant {
            AtomConstant::Members(members) => Some(*members),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a.b[1]` as a name.
    fn name(text: &str) -> VarName {
        let words = text.split(['.', '[']).map(|word| match word.trim_end_matches(']').parse() {
            Ok(number) => Part::Number(number),
            Err(_) => Part::Field(word.into()),
        });
        VarName(words.collect())
    }

    fn placing(renames: &[(&str, &str)], prefix: Option<&str>) -> Substitution {
        let renames = renames.iter().map(|(inside, here)| (name(inside), name(here))).collect();
        Substitution { renames, prefix: prefix.map(name) }
    }

    #[test]
    fn placings_rename_whole_components_longest_first() {
        let place = placing(&[("v", "u"), ("v.w", "deep[2]")], Some("p"));
        for (inside, here) in [
            ("v", "u"),
            ("v.x", "u.x"),
            ("v[2]", "u[2]"),
            ("v.w", "deep[2]"),
            ("v.w.y", "deep[2].y"),
            ("vw", "p.vw"),
            ("other[1]", "p.other[1]"),
        ] {
            assert_eq!(place.apply(&name(inside)), name(here), "{inside}");
        }
    }

    #[test]
    fn composition_is_one_after_the_other() {
        let inner = [
            placing(&[], None),
            placing(&[], Some("p")),
            placing(&[("v", "u")], None),
            placing(&[("v", "u"), ("v.a", "z")], Some("p")),
            placing(&[("v", "a"), ("a", "v")], Some("u.a")),
        ];
        let outer = [
            placing(&[], Some("q")),
            placing(&[("u", "x")], None),
            placing(&[("u.a", "x"), ("p.b", "y"), ("v", "w")], Some("q")),
            placing(&[("p", "r"), ("p.v.a", "s"), ("a.a", "t")], Some("q[3]")),
        ];
        for first in &inner {
            for second in &outer {
                for text in
                    ["v", "v.a", "v.a.b", "v.b", "a", "a.a", "b", "b.c", "u", "u.a", "p.b", "p", "w[1]"]
                {
                    let stepwise = second.apply(&first.apply(&name(text)));
                    assert_eq!(
                        first.then(second).apply(&name(text)),
                        stepwise,
                        "{first:?} {second:?} {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn copies_replace_their_own_slot_only() {
        let local = VarName(vec![
            Part::Field("a".into()),
            Part::CollectIndex(BinderId(0)),
            Part::Field("b".into()),
            Part::CollectIndex(BinderId(1)),
        ]);
        assert_eq!(local.copy(BinderId(0), 4).to_string(), "a[4].b[*]");
        assert!(local.mentions(BinderId(1)) && !local.copy(BinderId(1), 0).mentions(BinderId(1)));
    }
}
