//! Unrolling of one instance, which evaluates `foreach`, `forany`, `for`, `if` and defaults.

use std::rc::Rc;

use super::super::analyses::wrong_count;
use super::super::ast::{self, Argument, FormulaKind, Listed, Modality, Name, Quantifier, Repetition};
use super::super::atom_table::{AnalysisPoint, AtomKind};
use super::super::core::{
    AtomConstant, AtomRelation, BinderId, CoreAtom, CoreCollect, CoreFormula, CoreHidden, CoreInclude,
    CoreQuantified, InstanceId, Part, Span, Substitution, Symbol, VarName,
};
use super::super::number::decimal;
use super::super::pattern::subscripts::Roles;
use super::super::pattern::tree::{Comparator, Comparison, Expression, Let, Pattern, is_anything};
use super::super::pattern::{self, Blocks};
use super::super::resolve::unknown_specification;
use super::super::scope::{let_names, without_locals};
use super::evaluate::{Binding, Evaluator};
use super::{Failed, Instantiator, MAX_COLLECT, MAX_RENAMES, RenameCheck};
use text::diagnostic::{Code, Diagnostic};

impl Instantiator<'_> {
    /// Creates the formula of a queued instance.
    pub(super) fn unroll(&mut self, id: InstanceId) {
        let draft = &self.drafts[id.index()];
        let parameters = draft.parameters.clone();
        let bindings =
            parameters.iter().map(|(name, value)| (name.clone(), Binding::Number(*value))).collect();
        let entry = self.catalogue.entry(draft.spec);
        if !entry.specification.complete {
            return;
        }
        let sound = entry.sound;
        let formula = &entry.specification.formula;
        let (builtin, rewrites) = (entry.builtin, entry.specification.rewrite.is_some());
        let mut unroller = Unroller {
            all: self,
            id,
            builtin,
            rewrites,
            sound,
            parameters,
            bindings,
            locals: Vec::new(),
            lets: let_names(formula),
            roles: Roles::of(formula),
            numbers: Vec::new(),
            amounts: Vec::new(),
            binders: 0,
            renames: Vec::new(),
        };
        // An unsound specification is unrolled for the errors that only show then.
        let formula = unroller.formula(formula).ok().filter(|_| sound);
        let (binders, renames) = (unroller.binders, unroller.renames);
        let draft = &mut self.drafts[id.index()];
        (draft.formula, draft.binders, draft.renames) = (formula, binders, renames);
    }
}

struct Unroller<'a, 'b> {
    all: &'a mut Instantiator<'b>,
    id: InstanceId,
    builtin: bool,
    /// Whether the specification is a rewrite.
    rewrites: bool,
    sound: bool,
    /// The values of index parameters, from the `[…]` of the include.
    parameters: Vec<(String, i64)>,
    bindings: Vec<(String, Binding)>,
    /// The words listed by enclosing quantifiers.
    locals: Vec<(String, BinderId)>,
    /// The names bound by `let`.
    lets: Vec<String>,
    roles: Roles,
    /// The names that enclosing conjunctions bind to a number.
    numbers: Vec<(String, i64)>,
    /// The variables that patterns of enclosing conjunctions describe as amounts of left shifts.
    amounts: Vec<VarName>,
    binders: u32,
    renames: Vec<RenameCheck>,
}

impl Unroller<'_, '_> {
    /// Evaluates a part and reports its errors.
    fn evaluate<T>(
        &mut self,
        what: impl FnOnce(&Evaluator<'_>) -> Result<T, Box<Diagnostic>>,
    ) -> Result<T, Failed> {
        match what(&Evaluator::new(&self.bindings, &self.locals)) {
            Ok(value) => Ok(value),
            Err(diagnostic) => self.all.fail(*diagnostic),
        }
    }

    /// Calls `run` with one more binding.
    fn with<T>(&mut self, name: &Name, binding: Binding, run: impl FnOnce(&mut Self) -> T) -> T {
        self.bindings.push((name.text.clone(), binding));
        let result = run(self);
        self.bindings.pop();
        result
    }

    fn formula(&mut self, formula: &ast::Formula) -> Result<CoreFormula, Failed> {
        self.all.count(formula.span)?;
        match &formula.kind {
            FormulaKind::And(parts) => self.conjunction(parts).map(CoreFormula::And),
            FormulaKind::Or(parts) => self.parts(parts).map(CoreFormula::Or),
            FormulaKind::Atom(atom) => self.atom(atom, formula.span),
            FormulaKind::Include(include) => self.include(include, formula.span),
            FormulaKind::If { left, right, then, otherwise } => {
                let equal = self.evaluate(|e| Ok(e.number(left)? == e.number(right)?))?;
                self.formula(if equal { then } else { otherwise })
            }
            FormulaKind::Collect { index, limit, body } => self.collect(index, limit, body, formula.span),
            FormulaKind::Quantified(quantified) => self.quantified(quantified, formula.span),
            FormulaKind::Pattern(pattern) => self.pattern(pattern, formula.span),
            FormulaKind::Comparison(comparison) => self.comparison(comparison, formula.span),
            FormulaKind::Let(definition) => self.definition(definition, formula.span),
            FormulaKind::Hide { variables, body } => self.hide(variables, body, formula.span),
            FormulaKind::ForEach(repetition) => self.repetition(repetition).map(CoreFormula::And),
            FormulaKind::ForAny(repetition) => self.repetition(repetition).map(CoreFormula::Or),
            FormulaKind::For { body, index, value, default, placing } => {
                if *default && self.parameters.iter().any(|(name, _)| *name == index.text) {
                    return self.formula(body);
                }
                let value = self.evaluate(|e| e.number(value))?;
                self.with(index, Binding::Number(value), |unroller| unroller.placed(body, placing))
            }
        }
    }

    /// Unrolls the parts of a conjunction. The numbers bound by its `let`s, and the amounts of its shifts,
    /// are known in all parts.
    fn conjunction(&mut self, parts: &[ast::Formula]) -> Result<Vec<CoreFormula>, Failed> {
        let (numbers, amounts) = (self.numbers.len(), self.amounts.len());
        for part in parts {
            let evaluator = Evaluator::new(&self.bindings, &self.locals);
            match &part.kind {
                FormulaKind::Let(definition) => {
                    let Let { name, value } = &**definition;
                    let value = value.with_numbers(&|index| self.number_of(index)).constant();
                    self.numbers.extend(value.map(|value| (name.text.clone(), value)));
                }
                FormulaKind::Pattern(pattern) if !pattern.negated && !self.rewrites => {
                    let mut found = Vec::new();
                    pattern.expression.each_amount(&mut |amount| found.extend(evaluator.variable(amount)));
                    self.amounts.extend(found);
                }
                _ => {}
            }
        }
        let made = self.parts(parts);
        self.numbers.truncate(numbers);
        self.amounts.truncate(amounts);
        made
    }

    /// The number that a name stands for: an index, or one bound by an enclosing `let`.
    fn number_of(&self, name: &Name) -> Option<i64> {
        let index = Evaluator::new(&self.bindings, &self.locals).index(name).ok();
        let bound = || self.numbers.iter().rev().find(|(bound, _)| *bound == name.text);
        index.or_else(|| bound().map(|(_, number)| *number))
    }

    /// Calls `run` where names differ from those outside: in renamed formulas and in quantifiers.
    fn renamed<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let around = (std::mem::take(&mut self.numbers), std::mem::take(&mut self.amounts));
        let result = run(self);
        (self.numbers, self.amounts) = around;
        result
    }

    /// Unrolls all parts, even after an error, so that the errors of later parts are reported too.
    fn parts(&mut self, parts: &[ast::Formula]) -> Result<Vec<CoreFormula>, Failed> {
        let made: Vec<Result<CoreFormula, Failed>> = parts.iter().map(|part| self.formula(part)).collect();
        made.into_iter().collect()
    }

    fn repetition(&mut self, repetition: &Repetition) -> Result<Vec<CoreFormula>, Failed> {
        let (from, to) = self.evaluate(|e| Ok((e.number(&repetition.from)?, e.number(&repetition.to)?)))?;
        if to < from {
            let span = repetition.from.span.to(repetition.to.span);
            let message = format!("this range ends before it starts: {from}..{to}");
            let diagnostic = Diagnostic::new(Code::EmptyRangeBackwards, span, message)
                .note("`a..b` runs from a to b - 1; `a..a` is empty");
            return self.all.fail(diagnostic);
        }
        let is_number =
            |index: &ast::Index| index.terms.iter().all(|(_, term)| matches!(term, ast::Term::Number(..)));
        if from == to && is_number(&repetition.from) && is_number(&repetition.to) {
            let span = repetition.from.span.to(repetition.to.span);
            let diagnostic = Diagnostic::new(Code::EmptyRange, span, "this range is empty")
                .note("`a..b` runs from a to b - 1; `foreach` over an empty range is true, `forany` false");
            self.all.diagnostics.push(diagnostic);
        }
        let copy = |unroller: &mut Self| unroller.placed(&repetition.body, &repetition.placing);
        (from..to).map(|value| self.with(&repetition.index, Binding::Number(value), copy)).collect()
    }

    /// Unrolls a body under the placing of a `for` or `foreach`.
    fn placed(&mut self, body: &ast::Formula, placing: &ast::Placing) -> Result<CoreFormula, Failed> {
        if placing.renames.is_empty() && placing.prefix.is_none() {
            return self.formula(body);
        }
        let here = self.placing(placing, true);
        let body = Rc::new(self.renamed(|unroller| unroller.formula(body))?);
        let here = here?;
        let placed = place(&body, &here);
        self.note_renames(placing, &here, &body, "the formula before");
        Ok(placed)
    }

    /// Evaluates a placing. The names on its left belong to the body (`is_here`), or to an included
    /// specification, whose names no enclosing quantifier lists.
    fn placing(&mut self, placing: &ast::Placing, is_here: bool) -> Result<Substitution, Failed> {
        if let Some((inside, _)) = placing.renames.get(MAX_RENAMES) {
            let message = format!("there are more than {MAX_RENAMES} renamings in one placing");
            return self.all.fail(Diagnostic::new(Code::ExpansionTooLarge, inside.span, message));
        }
        let mut renames: Vec<(VarName, VarName)> = Vec::new();
        for (inside, here) in &placing.renames {
            let locals = if is_here { self.locals.as_slice() } else { &[] };
            let name = Evaluator::new(&self.bindings, locals).variable(inside);
            let names = self.evaluate(|e| Ok((name?, e.variable(here)?)))?;
            if let Some(first) = renames.iter().position(|(other, _)| *other == names.0) {
                let message = format!("`{}` is renamed twice", names.0);
                let diagnostic = Diagnostic::new(Code::RenamedTwice, inside.span, message)
                    .also(placing.renames[first].0.span, "first here");
                return self.all.fail(diagnostic);
            }
            renames.push(names);
        }
        let prefix = match &placing.prefix {
            Some(prefix) => Some(self.evaluate(|e| e.variable(prefix))?),
            None => None,
        };
        Ok(Substitution { renames, prefix })
    }

    /// Records each renaming, to check later that it matches a name of `scope`.
    fn note_renames(
        &mut self,
        written: &ast::Placing,
        here: &Substitution,
        scope: &Rc<CoreFormula>,
        of: &str,
    ) {
        for ((inside, _), (variable, _)) in here.renames.iter().zip(&written.renames) {
            let check = RenameCheck {
                inside: inside.clone(),
                span: variable.span,
                scope: Rc::clone(scope),
                of: of.to_owned(),
            };
            self.renames.push(check);
        }
    }

    fn include(&mut self, include: &ast::Include, span: Span) -> Result<CoreFormula, Failed> {
        // Unknown names and parameters were reported by name resolution.
        let Name { text, span: place } = &include.name;
        let spec = self.all.catalogue.lookup_in(place.file, text, self.builtin).ok_or(Failed)?;
        let callee = self.all.catalogue.entry(spec);
        let given = |name: &str| include.parameters.iter().filter(|(given, _)| given.text == name).count();
        if include
            .parameters
            .iter()
            .any(|(name, _)| given(&name.text) != 1 || callee.parameter(&name.text).is_none())
            || callee.required().any(|parameter| given(&parameter.name) == 0)
        {
            return Err(Failed);
        }
        let mut parameters = Vec::new();
        for (name, index) in &include.parameters {
            parameters.push((name.text.clone(), self.evaluate(|e| e.number(index))?));
        }
        parameters.sort();
        let placing = self.placing(&include.placing, false)?;
        let instance = self.all.instance(spec, parameters, Some(self.id)).ok_or(Failed)?;
        let bare =
            Rc::new(CoreFormula::Include(CoreInclude { instance, placing: Substitution::default(), span }));
        self.note_renames(&include.placing, &placing, &bare, &format!("`{}`", include.name.text));
        Ok(CoreFormula::Include(CoreInclude { instance, placing, span }))
    }

    fn collect(
        &mut self,
        index: &Name,
        limit: &ast::Index,
        body: &ast::Formula,
        span: Span,
    ) -> Result<CoreFormula, Failed> {
        let number = self.evaluate(|e| e.number(limit))?;
        let slot = BinderId(self.binders);
        self.binders += 1;
        let body = self.with(index, Binding::CollectIndex(slot), |unroller| unroller.formula(body))?;
        let Some(limit) = u32::try_from(number).ok().filter(|limit| *limit <= MAX_COLLECT) else {
            let message = format!("the limit of a collect is 0 to {MAX_COLLECT}, not {number}");
            return self.all.fail(Diagnostic::new(Code::CollectLimitOutOfRange, limit.span, message));
        };
        if !mentions(&body, slot) {
            // In an unsound specification, another error may be the reason.
            return if self.sound { self.all.fail(without_locals(index)) } else { Err(Failed) };
        }
        let name = index.text.as_str().into();
        Ok(CoreFormula::Collect(CoreCollect { index: slot, name, limit, body: Box::new(body), span }))
    }

    /// `every {x} ( F ) has ( G )` is `none {x} ( F ∧ none ( G ) )`.
    fn quantified(&mut self, quantified: &ast::Quantified, span: Span) -> Result<CoreFormula, Failed> {
        let ast::Quantified { quantifier, listed, body, then } = quantified;
        let wanted = *quantifier == Quantifier::Some;
        self.witnessed(wanted, listed, span, |unroller| {
            let body = unroller.formula(body)?;
            let Some((listed, then)) = then else { return Ok(body) };
            let then = unroller.witnessed(false, listed, then.span, |unroller| unroller.formula(then))?;
            Ok(CoreFormula::And(vec![body, then]))
        })
    }

    fn witnessed(
        &mut self,
        wanted: bool,
        listed: &[Listed],
        span: Span,
        body: impl FnOnce(&mut Self) -> Result<CoreFormula, Failed>,
    ) -> Result<CoreFormula, Failed> {
        let id = BinderId(self.binders);
        self.binders += 1;
        let before = self.locals.len();
        self.locals.extend(listed.iter().map(|listed| (listed.name.text.clone(), id)));
        let body = body(self);
        self.locals.truncate(before);
        let counted = listed.iter().filter(|listed| !listed.private);
        let listed = counted.map(|listed| listed.name.text.as_str().into()).collect();
        Ok(CoreFormula::Quantified(CoreQuantified { id, wanted, listed, body: Box::new(body?), span }))
    }
    fn hide(
        &mut self,
        variables: &[ast::Variable],
        body: &ast::Formula,
        span: Span,
    ) -> Result<CoreFormula, Failed> {
        let mut marked = Substitution::default();
        for variable in variables {
            let stem = self.evaluate(|e| e.variable(variable))?;
            // A part that consists of a number has no name of its own, and is hidden below the part before
            // it.
            let is_number = |part: &&Part| matches!(part, Part::Field(text) if text.starts_with(|c: char| c.is_ascii_digit()));
            let outer = &stem.0[..stem.0.len() - usize::from(stem.0.last().filter(is_number).is_some())];
            let local = self.hidden(&VarName(outer.to_vec()));
            marked.renames.push((stem, local));
        }
        let body = self.renamed(|unroller| unroller.formula(body))?;
        let body = Box::new(place(&body, &marked));
        let locals = marked.renames.into_iter().map(|(_, local)| local).collect();
        Ok(CoreFormula::Hidden(CoreHidden { locals, body, span }))
    }

    /// A built-in specification that another construct includes implicitly; without the library, one of the
    /// files.
    fn building_block(&mut self, name: &str, span: Span) -> Result<InstanceId, Failed> {
        let name = Name { text: name.to_owned(), span };
        let catalogue = self.all.catalogue;
        match catalogue.lookup(&name.text, true).or_else(|| catalogue.lookup(&name.text, false)) {
            Some(spec) => self.all.instance(spec, Vec::new(), Some(self.id)).ok_or(Failed),
            None => {
                let diagnostic = unknown_specification(self.all.catalogue, &name, true);
                self.all.fail(diagnostic)
            }
        }
    }

    /// Expands a pattern to atoms.
    fn pattern(&mut self, pattern: &Pattern, span: Span) -> Result<CoreFormula, Failed> {
        self.evaluate(|e| e.variable(&pattern.root))?;
        let blocks = Blocks::of(pattern, |name| self.building_block(name, pattern.root.span))?;
        self.check_names(pattern.expressions())?;
        let evaluator = Evaluator::new(&self.bindings, &self.locals);
        let named = self.named_numbers(pattern, span);
        let pattern = pattern.with_numbers(&|index| self.number_of(index));
        let name = |variable: &ast::Variable| evaluator.variable(variable).unwrap_or_default();
        let formula =
            pattern::expand(&pattern, (span, blocks, !self.rewrites), &self.roles, &mut self.binders, &name);
        // The pattern still mentions the names that it has numbers for.
        let formula = match named.is_empty() {
            true => formula,
            false => CoreFormula::And([vec![formula], named].concat()),
        };
        self.counted(formula, span)
    }

    /// The numbers of those names in a pattern that a `let` binds.
    fn named_numbers(&self, pattern: &Pattern, span: Span) -> Vec<CoreFormula> {
        let mut found: Vec<Name> = Vec::new();
        for expression in pattern.expressions() {
            expression.each_index(&mut |name| {
                if !found.iter().any(|known| known.text == name.text) {
                    found.push(name.clone());
                }
            });
        }
        let evaluator = Evaluator::new(&self.bindings, &self.locals);
        let atom = |name: &Name| {
            let number = self.number_of(name).filter(|_| evaluator.index(name).is_err())?;
            let variable = ast::Variable { name: name.clone(), path: Vec::new(), span: name.span };
            let variables = vec![evaluator.variable(&variable).ok()?];
            let text = Symbol { text: number.to_string(), quoted: false, span: pattern.root.span };
            let constants = vec![AtomConstant::Symbol(text)];
            let relation = AtomRelation { kind: AtomKind::Number, negated: false, constants };
            Some(CoreFormula::Atom(CoreAtom { relation, variables }, span))
        };
        found.iter().filter_map(atom).collect()
    }

    /// Expands a comparison to atoms about terms.
    fn comparison(&mut self, comparison: &Comparison, span: Span) -> Result<CoreFormula, Failed> {
        self.check_names(comparison.sides().into_iter())?;
        let evaluator = Evaluator::new(&self.bindings, &self.locals);
        let [left, right] =
            comparison.sides().map(|side| side.with_numbers(&|index| evaluator.index(index).ok()));
        let comparison = Comparison { left, right, ..*comparison };
        let name = |variable: &ast::Variable| evaluator.variable(variable).unwrap_or_default();
        let formula = pattern::terms::compare(&comparison, span, &mut self.binders, &name);
        self.counted(formula, span)
    }

    /// Expands a `let`: a variable equal to a term.
    fn definition(&mut self, definition: &Let, span: Span) -> Result<CoreFormula, Failed> {
        let Let { name, value } = definition;
        let variable = ast::Variable { name: name.clone(), path: Vec::new(), span: name.span };
        let left = Expression::variable(&variable);
        let comparison = Comparison { left, comparator: Comparator::Equal, right: value.clone() };
        self.comparison(&comparison, span)
    }

    /// Reports variables and index names without a value.
    fn check_names<'e>(&mut self, expressions: impl Iterator<Item = &'e Expression>) -> Result<(), Failed> {
        let evaluator = Evaluator::new(&self.bindings, &self.locals);
        let mut problem: Option<Box<Diagnostic>> = None;
        for expression in expressions {
            expression.each_variable(&mut |variable| {
                problem = problem.take().or_else(|| evaluator.variable(variable).err());
            });
            expression.each_index(&mut |index| {
                let is_let = self.lets.contains(&index.text);
                problem = problem.take().or_else(|| evaluator.index(index).err().filter(|_| !is_let));
            });
        }
        match problem {
            Some(diagnostic) => self.all.fail(*diagnostic),
            None => Ok(()),
        }
    }

    fn counted(&mut self, formula: CoreFormula, span: Span) -> Result<CoreFormula, Failed> {
        (0..size(&formula)).try_for_each(|_| self.all.count(span))?;
        Ok(formula)
    }

    /// A new name that begins with another one, and is distinct from all other variables.
    fn hidden(&mut self, below: &VarName) -> VarName {
        let mark = BinderId(self.binders);
        self.binders += 1;
        below.join(&[Part::Hidden(mark)])
    }

    fn atom(&mut self, atom: &ast::AtomSyntax, span: Span) -> Result<CoreFormula, Failed> {
        let (mut variables, mut constants, mut locals) = (Vec::new(), Vec::new(), Vec::new());
        for argument in &atom.arguments {
            match argument {
                Argument::Variable(variable) if is_anything(variable) => {
                    let local = self.hidden(&VarName(vec![Part::Field("_".into())]));
                    locals.push(local.clone());
                    variables.push(local);
                }
                Argument::Variable(variable) => variables.push(self.evaluate(|e| e.variable(variable))?),
                Argument::Set(set) => {
                    let members = self.evaluate(|e| e.set(set))?;
                    constants.push(AtomConstant::Members(members.len() as u32));
                    variables.extend(members);
                }
                Argument::Index(index) => {
                    constants.push(AtomConstant::Number(self.evaluate(|e| e.ordinal(index))?));
                }
                Argument::Symbol(symbol) => {
                    let text = decimal(&symbol.text).into_owned();
                    constants.push(AtomConstant::Symbol(Symbol { text, ..symbol.clone() }));
                }
                Argument::Words(words) => constants.push(AtomConstant::Words(words.clone())),
            }
        }
        if let Some((_, name)) = atom.fact() {
            let fact = self.all.catalogue.fact(name, self.builtin);
            constants
                .extend(fact.map(|fact| AtomConstant::Number(u32::from(fact.modality == Modality::May))));
        }
        if let Some(name) = atom.analysis()
            && let Some(id) = self.all.catalogue.analysis(name, self.builtin)
            && let Some(analysis) = self.all.catalogue.entry(id).specification.analysis.as_deref()
        {
            let points = if atom.kind.analysis_point() == Some(AnalysisPoint::On) { 2 } else { 1 };
            let (given, wanted) = (variables.len() - points, analysis.parameters.len());
            if given != wanted {
                return self.all.fail(wrong_count(name, wanted));
            }
            constants.push(AtomConstant::Number(u32::from(analysis.modality == Modality::May)));
            constants.push(AtomConstant::Number(id.0));
        }
        let relation = AtomRelation { kind: atom.kind, negated: atom.negated, constants };
        let formula = self.written_out(CoreAtom { relation, variables }, span);
        if locals.is_empty() {
            return Ok(formula);
        }
        Ok(CoreFormula::Hidden(CoreHidden { locals, body: Box::new(formula), span }))
    }

    /// Expands an atom about a set of words to a disjunction, and a negated atom that binds nothing to
    /// `none`.
    fn written_out(&mut self, mut atom: CoreAtom, span: Span) -> CoreFormula {
        if let (Some(kind), Some(words)) = (atom.relation.kind.of_each(), atom.relation.words()) {
            let of_word = |word: &Symbol| {
                let constants = vec![AtomConstant::Symbol(word.clone())];
                let relation = AtomRelation { kind, negated: false, constants };
                CoreFormula::Atom(CoreAtom { relation, variables: atom.variables.clone() }, span)
            };
            let mut parts: Vec<CoreFormula> = words.iter().map(of_word).collect();
            return if parts.len() == 1 { parts.remove(0) } else { CoreFormula::Or(parts) };
        }
        if atom.relation.kind == AtomKind::Keeps {
            atom.relation.kind = AtomKind::Unused;
            atom.variables.iter_mut().for_each(|name| *name = name.join(&[Part::Field("init".into())]));
        }
        if let (AtomKind::Literal, false, [of], Some(number)) =
            (atom.relation.kind, atom.relation.negated, &atom.variables[..], atom.relation.symbol())
            && self.amounts.contains(of)
            && let Ok(number) = number.text.parse::<i64>()
        {
            return pattern::terms::literal_number(of, number, span, &mut self.binders);
        }
        let is_domination = matches!(atom.relation.kind, AtomKind::Domination(_));
        if !atom.relation.negated || is_domination {
            return CoreFormula::Atom(atom, span);
        }
        atom.relation.negated = false;
        let id = BinderId(self.binders);
        self.binders += 1;
        let body = Box::new(CoreFormula::Atom(atom, span));
        CoreFormula::Quantified(CoreQuantified { id, wanted: false, listed: Vec::new(), body, span })
    }
}

/// Applies a substitution to the names of a formula.
fn place(formula: &CoreFormula, placing: &Substitution) -> CoreFormula {
    match formula {
        CoreFormula::And(parts) => CoreFormula::And(parts.iter().map(|part| place(part, placing)).collect()),
        CoreFormula::Or(parts) => CoreFormula::Or(parts.iter().map(|part| place(part, placing)).collect()),
        CoreFormula::Atom(atom, span) => {
            let variables = atom.variables.iter().map(|name| placing.apply(name)).collect();
            CoreFormula::Atom(CoreAtom { relation: atom.relation.clone(), variables }, *span)
        }
        CoreFormula::Include(include) => {
            CoreFormula::Include(CoreInclude { placing: include.placing.then(placing), ..include.clone() })
        }
        CoreFormula::Collect(collect) => {
            let body = Box::new(place(&collect.body, placing));
            CoreFormula::Collect(CoreCollect { body, ..collect.clone() })
        }
        CoreFormula::Quantified(quantified) => {
            let body = Box::new(place(&quantified.body, placing));
            CoreFormula::Quantified(CoreQuantified { body, ..quantified.clone() })
        }
        CoreFormula::Hidden(hidden) => {
            let locals = hidden.locals.iter().map(|local| placing.apply(local)).collect();
            let body = Box::new(place(&hidden.body, placing));
            CoreFormula::Hidden(CoreHidden { locals, body, ..hidden.clone() })
        }
    }
}

/// The number of formulas in it.
fn size(formula: &CoreFormula) -> usize {
    match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => parts.iter().map(size).sum::<usize>() + 1,
        CoreFormula::Atom(..) | CoreFormula::Include(_) => 1,
        CoreFormula::Collect(collect) => size(&collect.body) + 1,
        CoreFormula::Hidden(hidden) => size(&hidden.body) + 1,
        CoreFormula::Quantified(quantified) => size(&quantified.body) + 1,
    }
}

/// Whether a variable of the formula contains `[slot]`.
fn mentions(formula: &CoreFormula, slot: BinderId) -> bool {
    match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => parts.iter().any(|part| mentions(part, slot)),
        CoreFormula::Atom(atom, _) => atom.variables.iter().any(|name| name.mentions(slot)),
        CoreFormula::Include(include) => {
            let placing = &include.placing;
            let renamed = placing.renames.iter().any(|(_, here)| here.mentions(slot));
            renamed || placing.prefix.as_ref().is_some_and(|prefix| prefix.mentions(slot))
        }
        CoreFormula::Collect(collect) => mentions(&collect.body, slot),
        CoreFormula::Quantified(quantified) => mentions(&quantified.body, slot),
        CoreFormula::Hidden(hidden) => mentions(&hidden.body, slot),
    }
}
