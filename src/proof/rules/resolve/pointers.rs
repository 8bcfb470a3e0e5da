//! Checks a rule's pointers: only `ptradd` makes and takes them.
//!
//! In: the nodes of a rule and its operands with written types. Out: a diagnostic where an integer is used as
//! a pointer or a pointer as an integer.

use super::super::ast::TypeKind;
use super::super::diagnostic::{Code, Diagnostic};
use super::super::form::{Action, ConstantOperation, Guard, NodeId, NodeKind, Rule};
use super::super::vocabulary::{Function, PTRADD};
use super::{Resolved, error};
use lang::candl::ast::Span;

/// An operand with its written type and location.
pub(super) type Typed = (NodeId, TypeKind, Span);

/// Checks a rule whose nodes are complete.
pub(super) fn check(rule: &Rule, typed: &[Typed]) -> Resolved<()> {
    for (id, node) in rule.ids() {
        match &node.kind {
            NodeKind::Instruction(Action::PtrAdd, operands) => {
                adds_to_pointer(rule, id, operands[0])?;
                integers(rule, &operands[1..], Some(node.span))?;
            }
            NodeKind::Computed(ConstantOperation::Function(Function::Width), _) => {}
            kind => integers(rule, kind.operands(), Some(node.span))?,
        }
    }
    of_guard(rule, &rule.guard)?;
    for (id, kind, span) in typed {
        match (rule.is_pointer(*id), kind) {
            (true, TypeKind::Int(_)) => return Err(pointer(rule, *id, *span)),
            (false, TypeKind::Pointer) => return Err(no_pointer(*span)),
            _ => {}
        }
    }
    let [source, target] = [rule.source, rule.target];
    match (rule.is_pointer(source), rule.is_pointer(target)) {
        (true, false) => Err(no_pointer(rule.node(target).span)),
        (false, true) => Err(pointer(rule, target, rule.node(target).span)),
        _ => Ok(()),
    }
}

/// Checks that the base of a `ptradd` may be a pointer.
fn adds_to_pointer(rule: &Rule, id: NodeId, base: NodeId) -> Resolved<()> {
    match rule.node(base).kind {
        NodeKind::Input { .. } | NodeKind::Instruction(Action::PtrAdd, _) => Ok(()),
        _ => error(Code::WrongKind, rule.node(id).span, format!("`{PTRADD}` adds to a pointer")),
    }
}

/// Checks that none of the operands is a pointer, for a message at `user`.
fn integers(rule: &Rule, operands: &[NodeId], user: Option<Span>) -> Resolved<()> {
    match operands.iter().find(|operand| rule.is_pointer(**operand)) {
        Some(operand) => Err(pointer(rule, *operand, user.unwrap_or(rule.node(*operand).span))),
        None => Ok(()),
    }
}

fn of_guard(rule: &Rule, guard: &Guard) -> Resolved<()> {
    match guard {
        Guard::Is(_) | Guard::Test(Function::HasOneUse, _) => Ok(()),
        Guard::Compare(_, a, b) => integers(rule, &[*a, *b], None),
        Guard::Test(_, arguments) => integers(rule, arguments, None),
        Guard::Not(inner) => of_guard(rule, inner),
        Guard::All(parts) | Guard::Any(parts) => parts.iter().try_for_each(|part| of_guard(rule, part)),
    }
}

fn pointer(rule: &Rule, id: NodeId, span: Span) -> Box<Diagnostic> {
    let name = rule.node(id).name.as_deref().unwrap_or("the value");
    let message = format!("`{name}` is a pointer where an integer has to be");
    Box::new(Diagnostic::new(Code::WrongKind, span, message))
}

fn no_pointer(span: Span) -> Box<Diagnostic> {
    let message = "an integer where a pointer has to be";
    let help = format!("`{PTRADD}` alone makes pointers and takes them");
    Box::new(Diagnostic::new(Code::WrongKind, span, message).help(help))
}
