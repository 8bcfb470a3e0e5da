//! The rows of the table of atoms, in the order of the reference.

use super::super::vocabulary::WordKind;
use super::ArgumentKind::{Number, Set, Variable, Word, Words};
use super::analyses::{
    AFTER, ALWAYS_NUMBER, BEFORE, CONGRUENT, LAID_OUT_BEHIND, LIVE_COUNT, NEVER_EXECUTED, ON, ONE_CONSTANT,
    PHI_OPERAND, SAME_EXPRESSION, SAME_UP_TO_FLAGS,
};
use super::calls::{DOES, DOES_TO, RETURNS, RETURNS_OF};
use super::carried::{CARRIES, CARRIES_LOAD};
use super::forms::{AB, ABC, EP, V, X, XP, XY, XYN, binding, domination, testing};
use super::paths::{
    ANY_THROUGH_EDGE, ANY_THROUGH_POINT, ANY_THROUGH_SET, CONTROL_LEADS, CONTROL_LEADS_THROUGH,
    CONTROL_THROUGH_EDGE, CONTROL_THROUGH_POINT, CONTROL_THROUGH_SET, DATA_LEADS, DATA_LEADS_THROUGH,
    DATA_THROUGH_EDGE, DATA_THROUGH_POINT, DATA_THROUGH_SET,
};
use super::profiles::{COLD, EDGE_FREQUENCY, FREQUENCY, HOT, PROFILED_COUNT};
use super::{AtomKind, AtomRow};

/// All atoms, in the order of the reference.
pub const TABLE: &[AtomRow] = &[
    binding(
        AtomKind::Opcode,
        &["opcode{x} = s"],
        &[("x", Variable), ("s", Word(WordKind::Opcode))],
        "x is an instruction with that opcode",
    ),
    binding(
        AtomKind::OpcodeIn,
        &["opcode{x} ∈ {s}"],
        &[("x", Variable), ("s", Words(WordKind::Opcode))],
        "x is an instruction with one of these opcodes: `opcode{x} ∈ {add, sub}`",
    ),
    binding(
        AtomKind::DataType,
        &["data_type{x} = s"],
        &[("x", Variable), ("s", Word(WordKind::DataType))],
        "x has that type: a class, a name (`i32`, `double`, `ptr`) or a type in quotes (`\"<4 x float>\"`)",
    ),
    binding(
        AtomKind::DataTypeIn,
        &["data_type{x} ∈ {s}"],
        &[("x", Variable), ("s", Words(WordKind::DataType))],
        "x has one of these types",
    ),
    binding(
        AtomKind::IrType,
        &["ir_type{x} = s"],
        &[("x", Variable), ("s", Word(WordKind::IrType))],
        "x is of that kind: `literal` or `constant` (globals are not), `argument` (a parameter), `instruction`, \
         `preexecution` (fixed before the function runs: a parameter, a global or a constant), `global` (a variable, a function or \
         an alias of the module), `splat` (a constant \
         vector with one number in all lanes), `undefined` (`undef` or `poison`)",
    ),
    binding(
        AtomKind::IrTypeIn,
        &["ir_type{x} ∈ {s}"],
        &[("x", Variable), ("s", Words(WordKind::IrType))],
        "x is of one of these kinds",
    ),
    testing(
        AtomKind::NotNumericConstant,
        &["ir_type{x} != numeric constant"],
        X,
        "x is not an integer or floating-point constant",
    ),
    binding(
        AtomKind::IntegerZero,
        &["{x} is integer zero"],
        X,
        "x is the integer 0, or a vector of it; not null, `undef` or `poison`",
    ),
    binding(
        AtomKind::FloatZero,
        &["{x} is floating point zero"],
        X,
        "x is +0.0 or -0.0, or a vector of it; not `undef` or `poison`",
    ),
    binding(AtomKind::Null, &["{x} is null"], X, "x is the null pointer, or a vector of it"),
    binding(
        AtomKind::Literal,
        &["literal{x} = number"],
        &[("x", Variable), ("number", Number)],
        "x is that constant; a sign, a fraction and an exponent may be written",
    ),
    binding(
        AtomKind::FunctionName,
        &["function_name{x} = s"],
        &[("x", Variable), ("s", Word(WordKind::Function))],
        "x is a global of that name",
    ),
    binding(
        AtomKind::FunctionNameIn,
        &["function_name{x} ∈ {s}"],
        &[("x", Variable), ("s", Words(WordKind::Function))],
        "x is a global of one of these names",
    ),
    binding(
        AtomKind::ConstantVariable,
        &["{x} is constant"],
        X,
        "x is a global variable that never changes, such as a `static const` table or a string. Its value may be \
         in another module",
    ),
    binding(AtomKind::Local, &["{x} is local"], X, "x is a global that only this module can name"),
    binding(AtomKind::ArgNumber, &["{x} = {y}.args[n]", "{y}.args[n] = {x}"], XYN, "x is argument n of y"),
    binding(AtomKind::InArgs, &["{x} ∈ {y}.args"], XY, "x is some argument of y"),
    binding(
        AtomKind::OperandNumber,
        &["{x} = {y}.operands[n]", "{y}.operands[n] = {x}"],
        XYN,
        "x is exactly operand n of y, casts not looked through; numbered as the arguments",
    ),
    binding(AtomKind::InOperands, &["{x} ∈ {y}.operands"], XY, "x is exactly some operand of y"),
    binding(
        AtomKind::SuccessorNumber,
        &["{x} = {y}.successors[n]", "{y}.successors[n] = {x}"],
        XYN,
        "control goes from y to x, as its successor n",
    ),
    binding(AtomKind::InSuccessors, &["{x} ∈ {y}.successors"], XY, "control goes from y to x"),
    binding(AtomKind::Equal, &["{x} = {y}"], XY, "the same value; binds one side once the other is bound"),
    testing(AtomKind::Differ, &["{x} != {y}"], XY, "different values"),
    binding(
        AtomKind::Phi,
        &["{a} -> {b} Φ {c}", "{a} reaches phi node {c} from {b}"],
        ABC,
        "c is a phi; it takes the value a when control comes from the terminator b",
    ),
    PHI_OPERAND,
    domination(false, false, &["domination({a}, {b})"], "every path from the entry to b meets a"),
    domination(true, false, &["post_domination({a}, {b})"], "every path from b to an exit meets a"),
    domination(false, true, &["strict_domination({a}, {b})"], "a dominates b and is not b"),
    domination(true, true, &["strict_post_domination({a}, {b})"], "a post-dominates b and is not b"),
    CONTROL_THROUGH_POINT,
    DATA_THROUGH_POINT,
    ANY_THROUGH_POINT,
    CONTROL_THROUGH_SET,
    CONTROL_THROUGH_EDGE,
    DATA_THROUGH_SET,
    DATA_THROUGH_EDGE,
    ANY_THROUGH_SET,
    ANY_THROUGH_EDGE,
    binding(
        AtomKind::ControlDependence,
        &["{a} has control dominance to {b}"],
        AB,
        "b is control dependent on a",
    ),
    binding(
        AtomKind::DependenceEdge,
        &["{a} has dependence edge to {b}"],
        AB,
        "the dependence graph has that edge",
    ),
    CONTROL_LEADS,
    CONTROL_LEADS_THROUGH,
    DATA_LEADS,
    DATA_LEADS_THROUGH,
    testing(
        AtomKind::Before,
        &["{x} before {y}"],
        XY,
        "x is y, or precedes y in the order of values: parameters, instructions, globals, constants",
    ),
    LAID_OUT_BEHIND,
    testing(AtomKind::SameType, &["{x} has the type of {y}"], XY, "both have the same type"),
    testing(
        AtomKind::WithoutCarries,
        &["{x} is a sum without carries"],
        X,
        "x is an `add` of values without a common set bit: the code has an `or` in its place, or the bits that are \
         known of both show it",
    ),
    testing(
        AtomKind::WithinBits,
        &["{x} has only bits of {c}"],
        &[("x", Variable), ("c", Variable)],
        "c is a constant whole number, and each bit that is 0 in c is known to be 0 in x. It looks at exactly x, not \
         at the value behind its casts",
    ),
    testing(
        AtomKind::CalculatedFrom,
        &["calculated_from({origins}, {results}, {interface})"],
        &[("origins", Set), ("results", Set), ("interface", Set)],
        "every path of the dependence graph from an origin to a result meets the interface. Origins are \
         the listed values, of which there may be none (`{}`), every parameter, and every instruction that touches memory or calls a function \
         that is not `pure`",
    ),
    testing(
        AtomKind::Live,
        &["{x} is live at {p}"],
        XP,
        "a path leads from p, p included, to a use of the parameter or instruction x and does not define x on the way",
    ),
    testing(
        AtomKind::Available,
        &["{e} is available at {p}"],
        EP,
        "every path from the entry to p computes the expression of e with the operands that it has at p. \
         An expression is an opcode with its flags over the same operands; accesses to memory, calls and \
         phis are not expressions",
    ),
    testing(
        AtomKind::PartiallyAvailable,
        &["{e} is partially available at {p}"],
        EP,
        "some path from the entry to p computes the expression of e with the operands that it has at p",
    ),
    testing(
        AtomKind::Anticipated,
        &["{e} is anticipated at {p}"],
        EP,
        "every path from p, p included, to an exit computes the expression of e before an operand of it is defined",
    ),
    testing(
        AtomKind::Placed,
        &["{e} can be placed at {p}"],
        EP,
        "lazy code motion computes the expression of e before p, or keeps the one at p for later uses: \
         every path from p needs it, it is not available there, and it cannot be delayed further",
    ),
    testing(
        AtomKind::PlacedOnEdge,
        &["{e} can be placed on {a} -> {b}"],
        &[("e", Variable), ("a", Variable), ("b", Variable)],
        "lazy code motion computes the expression of e on the critical edge from the terminator a to b, the first \
         instruction of a block: a has other successors, and the block other predecessors",
    ),
    CONGRUENT,
    SAME_EXPRESSION,
    SAME_UP_TO_FLAGS,
    testing(
        AtomKind::ConstantValue,
        &["{x} is constant c"],
        &[("x", Variable), ("c", Number)],
        "conditional constant propagation shows that x is that number, and not poison, whenever it is \
         computed. Does not hold for a value that is never computed",
    ),
    ONE_CONSTANT,
    NEVER_EXECUTED,
    ALWAYS_NUMBER,
    LIVE_COUNT,
    testing(
        AtomKind::MetOnEveryPath,
        &["on every path from {a} to an exit there is {s}"],
        &[("a", Variable), ("s", Set)],
        "every path from after a, which may be a parameter, to an exit meets one of s",
    ),
    testing(
        AtomKind::MayAlias,
        &["{p} may alias {q}"],
        &[("p", Variable), ("q", Variable)],
        "the memory of p and that of q, compared at the same moment, may have a byte in common. An access \
         stands for the bytes that it accesses, and any other value for everything that it may point to",
    ),
    testing(
        AtomKind::MustAlias,
        &["{p} must alias {q}"],
        &[("p", Variable), ("q", Variable)],
        "the addresses of p and q, compared at the same moment, are equal",
    ),
    testing(
        AtomKind::MayWrite,
        &["{i} may write {p}"],
        &[("i", Variable), ("p", Variable)],
        "some execution of the instruction i may write a byte of the memory of p, as p is at some time",
    ),
    testing(
        AtomKind::MayRead,
        &["{i} may read {p}"],
        &[("i", Variable), ("p", Variable)],
        "some execution of the instruction i may read a byte of the memory of p, as p is at some time",
    ),
    testing(
        AtomKind::Unmodified,
        &["no write from {a} to {b} may touch {p}"],
        &[("a", Variable), ("b", Variable), ("p", Variable)],
        "no instruction that runs between the last execution of a and an execution of b may write a byte \
         of the memory of p, as p is at b",
    ),
    testing(
        AtomKind::ReadsFrom,
        &["{l} reads what {s} wrote"],
        &[("l", Variable), ("s", Variable)],
        "each execution of the load l reads the value that the last execution of the store s wrote",
    ),
    testing(
        AtomKind::Repeats,
        &["{l} repeats {m}"],
        &[("l", Variable), ("m", Variable)],
        "each execution of the load l reads the value that the last execution of the load m read, as the \
         same type; m is the nearest such load",
    ),
    testing(
        AtomKind::Reaches,
        &["{s} reaches {l}"],
        &[("s", Variable), ("l", Variable)],
        "some execution of the load l may read a value that the store s wrote",
    ),
    testing(
        AtomKind::Dead,
        &["{s} is dead"],
        &[("s", Variable)],
        "nothing can read the value of the store s: the memory is overwritten first, or its lifetime ends",
    ),
    testing(
        AtomKind::BeyondLimit,
        &["{x} is beyond the limit"],
        &[("x", Variable)],
        "never holds. It is tested last; where everything beside it holds, the search reports that it did \
         not go deeper than x",
    ),
    testing(
        AtomKind::Invariant,
        &["{l} is invariant in {h}"],
        &[("l", Variable), ("h", Variable)],
        "h begins a loop around the instruction l, and all executions of l in one run of that loop give the same value: l is a \
         load whose address is fixed in the loop and whose memory no instruction of it writes, or an operation or a call of a \
         `const` function on what is from before the loop or invariant in it",
    ),
    testing(
        AtomKind::Pins,
        &["{w} pins {l} in {h}"],
        &[("w", Variable), ("l", Variable), ("h", Variable)],
        "h is the first instruction of a loop in which the address of the load l does not change, and the instruction w of \
         that loop may write there; binds h and w once l is bound",
    ),
    testing(
        AtomKind::PointsTo,
        &["{p} points to {o}"],
        &[("p", Variable), ("o", Variable)],
        "the pointer p, which may itself be loaded, may point to the memory of o: an `alloca`, a variable, \
         a fresh allocation, or the memory behind a `noalias` parameter",
    ),
    testing(
        AtomKind::Escapes,
        &["{o} escapes"],
        &[("o", Variable)],
        "other code may learn the address of o, an `alloca` or a fresh allocation, by other means than its \
         being returned. Holds for every other o",
    ),
    testing(
        AtomKind::MayKeep,
        &["{i} may keep {p}"],
        &[("i", Variable), ("p", Variable)],
        "p is an argument of the call i, and the callee may keep a copy of it",
    ),
    testing(
        AtomKind::Passed,
        &["on every path {p} gets to {s}"],
        &[("p", Variable), ("s", Set)],
        "every feasible path from after the definition of the pointer p to an exit passes p to one of s: \
         as an argument, as the value of a store, or as the value of a return. p is not null, and a phi or \
         select counts as p where it has taken the value of p",
    ),
    testing(
        AtomKind::PassedWhereZero,
        &["on every path where {a} is zero {p} gets to {s}"],
        &[("a", Variable), ("p", Variable), ("s", Set)],
        "every feasible path from after a, with a zero or null result of a, passes p to one of s",
    ),
    testing(
        AtomKind::PassedFrom,
        &["on every path from {a} {p} gets to {s}"],
        &[("a", Variable), ("p", Variable), ("s", Set)],
        "every feasible path from a, a included, passes p to one of s",
    ),
    testing(
        AtomKind::MetWhereZero,
        &["on every path where {a} is zero there is {s}"],
        &[("a", Variable), ("s", Set)],
        "every feasible path from after a to an exit, with a zero or null result of a, meets one of s",
    ),
    testing(
        AtomKind::PathToUse,
        &["{b} can get {p} from {a}"],
        &[("b", Variable), ("p", Variable), ("a", Variable)],
        "on a feasible path from after a, b has the pointer p, as it was at a, as an argument or accesses \
         memory through it",
    ),
    binding(
        AtomKind::HasAttribute,
        &["{f} has attribute s"],
        &[("f", Variable), ("s", Word(WordKind::Attribute))],
        "f has that LLVM attribute; `pure`: calls of f write no memory, do not unwind, and return; `const`: `pure`, \
         and they read no memory either",
    ),
    DOES,
    DOES_TO,
    RETURNS,
    RETURNS_OF,
    BEFORE,
    AFTER,
    ON,
    binding(
        AtomKind::HasFlag,
        &["{x} has flag s"],
        &[("x", Variable), ("s", Word(WordKind::Flag))],
        "x carries the flag: `fast` `reassoc` `nnan` `ninf` `nsz` `arcp` `contract` `afn` `nsw` `nuw` \
         `exact` `inbounds` `disjoint` `nneg`, and `nusw` and `samesign` where LLVM has them; for an \
         access to memory `volatile` and, with any ordering, `atomic`; its ordering, which includes the weaker \
         ones, `monotonic` `acquire` `release` `acq_rel` `seq_cst`, for a `cmpxchg` that of its success; for an \
         `atomicrmw` its operation: `xchg` `add` `sub` `and` `nand` `or` `xor` `max` `min` `umax` `umin` `fadd` \
         `fsub` `fmax` `fmin`; for an `icmp` its predicate: `eq` \
         `ne` `ugt` `uge` `ult` `ule` `sgt` `sge` `slt` `sle`; for an `fcmp` its predicate: `oeq` `ogt` \
         `oge` `olt` `ole` `one` `ord` `uno` `ueq` `ugt` `uge` `ult` `ule` `une`",
    ),
    binding(
        AtomKind::HasFlagOf,
        &["{x} has a flag of {s}"],
        &[("x", Variable), ("s", Words(WordKind::Flag))],
        "x carries one of these flags: `{x} has a flag of {slt, sle}`",
    ),
    binding(AtomKind::Unused, &["{x} is unused"], X, "x holds nothing"),
    binding(
        AtomKind::Keeps,
        &["{x} keeps"],
        X,
        "`{x.init} is unused`: an array whose element is updated starts with the contents that it had",
    ),
    testing(
        AtomKind::SameSet,
        &["{s} is the same set as {t}"],
        &[("s", Set), ("t", Set)],
        "the values of the variables in s are those of the variables in t; unused variables are left out",
    ),
    binding(
        AtomKind::Read,
        &["{v} is a read"],
        V,
        "v is a load that is neither volatile nor atomic, or a phi that carries an element of memory",
    ),
    binding(AtomKind::Write, &["{v} is a write"], V, "v is a store that is neither volatile nor atomic"),
    binding(
        AtomKind::Accesses,
        &["{v} accesses {A} plus {t} elements of {s} bytes"],
        &[("v", Variable), ("A", Variable), ("t", Variable), ("s", Variable)],
        "v is a load, a store or a phi that carries an element. A is the pointer at the root of its \
         address, and t and s are terms: the address is A + t * s, and s is the size of the accessed \
         value. Volatile and atomic accesses count",
    ),
    testing(
        AtomKind::Stride,
        &["{d} is the stride of {t} in {l}"],
        &[("d", Variable), ("t", Variable), ("l", Variable)],
        "d is the factor of the counter of loop l in t, and not 0; binds d and l once t is bound",
    ),
    testing(
        AtomKind::ValueStride,
        &["{d} is the stride of {t} in the value {x}"],
        &[("d", Variable), ("t", Variable), ("x", Variable)],
        "d is the factor of the value x in t, and not 0; binds d and x once t is bound",
    ),
    testing(
        AtomKind::RestOfLoops,
        &["{r} is the rest of {t} without the loops {ls}"],
        &[("r", Variable), ("t", Variable), ("ls", Set)],
        "r is t without the products that contain the counters of these loops. The loops are nested, and \
         the factors of their counters and r are fixed in the outermost one. Binds r once the others are \
         bound",
    ),
    testing(
        AtomKind::RestOfValues,
        &["{r} is the rest of {t} without the values {xs}"],
        &[("r", Variable), ("t", Variable), ("xs", Set)],
        "r is t without the products that contain these values. Binds r once the others are bound",
    ),
    testing(
        AtomKind::RestOfBoth,
        &["{r} is the rest of {t} without the loops {ls} nor the values {xs}"],
        &[("r", Variable), ("t", Variable), ("ls", Set), ("xs", Set)],
        "r is t without the products that contain the counters of these loops or these values. Binds r \
         once the others are bound",
    ),
    testing(
        AtomKind::Plus,
        &["{t} is {u} plus number times {d}"],
        &[("t", Variable), ("u", Variable), ("number", Number), ("d", Variable)],
        "t, u and d are terms, and t is u plus that multiple of d; binds each once the others are bound",
    ),
    binding(
        AtomKind::Number,
        &["{t} is the number n"],
        &[("t", Variable), ("n", Number)],
        "t is that number as a term",
    ),
    testing(
        AtomKind::Times,
        &["{t} is {u} times {d}"],
        &[("t", Variable), ("u", Variable), ("d", Variable)],
        "t is the product of the terms u and d; binds each once the others are bound, a factor if the quotient is exact",
    ),
    testing(
        AtomKind::PowerOfTwo,
        &["{t} is 2 to the power of {u}"],
        &[("t", Variable), ("u", Variable)],
        "u is a number from 0 to 62 and t is that power of 2; binds t once u is bound",
    ),
    testing(
        AtomKind::LiteralNumber,
        &["{t} is the number of the literal {x}"],
        &[("t", Variable), ("x", Variable)],
        "x is a constant whole number and t is that number; an integer is read as signed or as unsigned. \
         Binds t once x is bound",
    ),
    testing(
        AtomKind::Width,
        &["{t} is the width of {x}"],
        &[("t", Variable), ("x", Variable)],
        "t is the number of bits of x, or of one lane of it; binds t once x is bound",
    ),
    testing(
        AtomKind::LessThan,
        &["{t} is less than {u}"],
        &[("t", Variable), ("u", Variable)],
        "the terms differ by a number, and t is the smaller one",
    ),
    testing(
        AtomKind::AtMost,
        &["{t} is at most {u}"],
        &[("t", Variable), ("u", Variable)],
        "the terms differ by a number and t is the smaller one, or they are the same term",
    ),
    testing(
        AtomKind::Fixed,
        &["{t} is fixed in {l}"],
        &[("t", Variable), ("l", Variable)],
        "the values and counters in t do not change while the loop l runs",
    ),
    testing(
        AtomKind::LargerStride,
        &["{d} is a larger stride than {e}"],
        &[("d", Variable), ("e", Variable)],
        "both are numbers and d has the larger absolute value, or d has a product of more values than e",
    ),
    CARRIES,
    CARRIES_LOAD,
    binding(
        AtomKind::Counter,
        &["{i} is the counter of {l}"],
        &[("i", Variable), ("l", Variable)],
        "l is the first instruction of a loop. i is the phi that the exit condition tests, or else the \
         first phi of the header that steps and fits",
    ),
    binding(
        AtomKind::Count,
        &["{n} is the count of {l}"],
        &[("n", Variable), ("l", Variable)],
        "n is the number of iterations of the loop l, as a term",
    ),
    binding(
        AtomKind::ExitCount,
        &["{n} is the exit count of {t}"],
        &[("n", Variable), ("t", Variable)],
        "t is a terminator that leaves its loop and that every iteration passes. n is the number of \
         iterations that reach the loop's latch if no other exit is taken, as a term",
    ),
    PROFILED_COUNT,
    FREQUENCY,
    EDGE_FREQUENCY,
    HOT,
    COLD,
    binding(
        AtomKind::Start,
        &["{t} is the start of {l}"],
        &[("t", Variable), ("l", Variable)],
        "t is the value of the counter of the loop l in its first iteration, as a term",
    ),
    testing(
        AtomKind::Least,
        &["{k} is the least of {t} at {x}"],
        &[("k", Variable), ("t", Variable), ("x", Variable)],
        "k is the smallest number that the term t, read as a natural number, can be where the instruction \
         x runs. It follows from the computation of the values in t and the branches before x; the atom \
         does not hold where no bound follows. Binds k once t and x are bound",
    ),
    binding(
        AtomKind::ProductIn,
        &["{p} is the product in {r}"],
        &[("p", Variable), ("r", Variable)],
        "r is a fused multiply-add, p the product of its first two arguments as a term",
    ),
    testing(
        AtomKind::LinearFunction,
        &["{x} is a linear function of {v}"],
        &[("x", Variable), ("v", Variable)],
        "v is a step of an induction variable, which may step several times in an iteration, also under \
         conditions. x is v times a factor that is not 0, plus a summand, both fixed in the loop",
    ),
    testing(
        AtomKind::LinearFunctionBy,
        &["{x} is a linear function of {v} by {f}, {s}"],
        &[("x", Variable), ("v", Variable), ("f", Variable), ("s", Variable)],
        "x is f times v plus s, a linear function as above; binds f and s once x and v are bound",
    ),
];
