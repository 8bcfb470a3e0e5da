// What an instruction is by itself: whether the model has it, its flags, what running it may do.

#include "extract.h"

#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/ModRef.h"

#include <algorithm>

using namespace llvm;

namespace {

using namespace idiom::flag;
using namespace idiom::effect;

// The bit of an fcmp's predicate, by LLVM's order; 0 for those that compare nothing. Four have the names of
// predicates of integers.
constexpr uint64_t FloatPredicates[] = {0,   Oeq, Ogt, Oge, Olt, Ole, One, Ord,
                                        Uno, Ueq, Ugt, Uge, Ult, Ule, Une, 0};
static_assert(CmpInst::FCMP_OEQ - CmpInst::FIRST_FCMP_PREDICATE == 1 && CmpInst::FCMP_ORD - CmpInst::FCMP_OEQ == 6);
static_assert(CmpInst::FCMP_UGT - CmpInst::FCMP_OEQ == 9 && CmpInst::FCMP_UNE - CmpInst::FCMP_OEQ == 13);

uint32_t fastMathFlags(FastMathFlags f) {
  return (f.allowReassoc() ? Reassoc : 0) | (f.noNaNs() ? NNan : 0) | (f.noInfs() ? NInf : 0) |
         (f.noSignedZeros() ? NSz : 0) | (f.allowReciprocal() ? ARcp : 0) | (f.allowContract() ? Contract : 0) |
         (f.approxFunc() ? Afn : 0);
}

} // namespace

namespace idiom {

uint32_t gepFlags(const GEPOperator &gep) {
  uint32_t flags = gep.isInBounds() ? InBounds : 0;
#if IDIOM_LLVM_MAJOR >= 19
  // inbounds implies nusw, and textual IR then prints inbounds alone.
  flags |= gep.hasNoUnsignedSignedWrap() && !gep.isInBounds() ? Nusw : 0;
  flags |= gep.hasNoUnsignedWrap() ? Nuw : 0;
#endif
  return flags;
}

// The predicates of an icmp, a flag each, in LLVM's order.
static constexpr uint32_t predicateFlag(CmpInst::Predicate predicate) {
  return Eq << (predicate - CmpInst::FIRST_ICMP_PREDICATE);
}

static_assert(predicateFlag(CmpInst::ICMP_EQ) == Eq && predicateFlag(CmpInst::ICMP_NE) == Ne);
static_assert(predicateFlag(CmpInst::ICMP_UGT) == Ugt && predicateFlag(CmpInst::ICMP_UGE) == Uge);
static_assert(predicateFlag(CmpInst::ICMP_ULT) == Ult && predicateFlag(CmpInst::ICMP_ULE) == Ule);
static_assert(predicateFlag(CmpInst::ICMP_SGT) == Sgt && predicateFlag(CmpInst::ICMP_SGE) == Sge);
static_assert(predicateFlag(CmpInst::ICMP_SLT) == Slt && predicateFlag(CmpInst::ICMP_SLE) == Sle);

// An ordering includes the weaker ones. A sequentially consistent load only acquires, and a store only
// releases.
static uint64_t orderingFlags(AtomicOrdering ordering, const Instruction &I) {
  bool acquires = isAcquireOrStronger(ordering) && !isa<StoreInst>(I);
  bool releases = isReleaseOrStronger(ordering) && !isa<LoadInst>(I);
  return (isStrongerThanUnordered(ordering) ? Monotonic : 0) | (acquires ? Acquire : 0) | (releases ? Release : 0) |
         (ordering == AtomicOrdering::SequentiallyConsistent ? SeqCst : 0);
}

// Operations that C and C++ have no words for carry none.
static uint64_t operationFlag(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Xchg:
    return RmwXchg;
  case AtomicRMWInst::Add:
    return RmwAdd;
  case AtomicRMWInst::Sub:
    return RmwSub;
  case AtomicRMWInst::And:
    return RmwAnd;
  case AtomicRMWInst::Nand:
    return RmwNand;
  case AtomicRMWInst::Or:
    return RmwOr;
  case AtomicRMWInst::Xor:
    return RmwXor;
  case AtomicRMWInst::Max:
    return RmwMax;
  case AtomicRMWInst::Min:
    return RmwMin;
  case AtomicRMWInst::UMax:
    return RmwUmax;
  case AtomicRMWInst::UMin:
    return RmwUmin;
  case AtomicRMWInst::FAdd:
    return RmwFadd;
  case AtomicRMWInst::FSub:
    return RmwFsub;
  case AtomicRMWInst::FMax:
    return RmwFmax;
  case AtomicRMWInst::FMin:
    return RmwFmin;
  default:
    return 0;
  }
}

// Of loads, stores and the atomic instructions.
static uint64_t accessFlags(const Instruction &I) {
  uint64_t flags = I.isAtomic() ? Atomic : 0;
  if (auto *load = dyn_cast<LoadInst>(&I))
    flags |= (load->isVolatile() ? Volatile : 0) | orderingFlags(load->getOrdering(), I);
  if (auto *store = dyn_cast<StoreInst>(&I))
    flags |= (store->isVolatile() ? Volatile : 0) | orderingFlags(store->getOrdering(), I);
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    flags |= (exchange->isVolatile() ? Volatile : 0) | orderingFlags(exchange->getSuccessOrdering(), I);
  if (auto *update = dyn_cast<AtomicRMWInst>(&I))
    flags |= (update->isVolatile() ? Volatile : 0) | orderingFlags(update->getOrdering(), I) | operationFlag(update->getOperation());
  if (auto *fence = dyn_cast<FenceInst>(&I))
    flags |= orderingFlags(fence->getOrdering(), I);
  return flags;
}

// What the model leaves out, so that -g and hints to the optimiser change no result.
bool isLeftOutCall(const Instruction &call) {
  switch (cast<CallInst>(call).getIntrinsicID()) {
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
  case Intrinsic::dbg_assign:
  case Intrinsic::pseudoprobe:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
    return true;
  default:
    return false;
  }
}

// Whether attributes or metadata of a call say more of its result or arguments than its operation does: where
// that does not hold, the result is poison. What is undefined behaviour then (`noundef`) is so wherever the
// call stays.
static bool hasAnnotation(const CallBase &call) {
  if (call.getMetadata(LLVMContext::MD_range) || call.getMetadata(LLVMContext::MD_nonnull) ||
      call.getMetadata(LLVMContext::MD_align))
    return true;
  auto *callee = dyn_cast<Function>(call.getCalledOperand());
  auto makesPoison = [](AttributeSet attributes) {
    bool makes = attributes.hasAttribute(Attribute::NonNull) || attributes.hasAttribute(Attribute::Alignment);
#if IDIOM_LLVM_MAJOR >= 17
    makes |= attributes.hasAttribute(Attribute::NoFPClass);
#endif
#if IDIOM_LLVM_MAJOR >= 19
    makes |= attributes.hasAttribute(Attribute::Range);
#endif
    return makes;
  };
  for (AttributeList attributes : {call.getAttributes(), callee ? callee->getAttributes() : AttributeList()}) {
    if (attributes.isEmpty())
      continue;
    if (makesPoison(attributes.getRetAttrs()))
      return true;
    for (unsigned n = 0; n < call.arg_size(); n++)
      if (makesPoison(attributes.getParamAttrs(n)))
        return true;
  }
  return false;
}

uint64_t flagsOf(const Instruction &I) {
  // Most instructions of a function without floating point have none, or those of accesses alone.
  switch (I.getOpcode()) {
#if IDIOM_LLVM_MAJOR >= 23
  case Instruction::UncondBr:
  case Instruction::CondBr:
#else
  case Instruction::Br:
#endif
  case Instruction::Ret:
  case Instruction::Switch:
  case Instruction::Alloca:
  case Instruction::SExt:
    return 0;
  case Instruction::Load:
  case Instruction::Store:
    return accessFlags(I);
  default:
    break;
  }
  uint64_t flags = 0;
  if (isa<FPMathOperator>(I))
    flags |= fastMathFlags(I.getFastMathFlags());
  if (auto *op = dyn_cast<OverflowingBinaryOperator>(&I))
    flags |= (op->hasNoSignedWrap() ? Nsw : 0) | (op->hasNoUnsignedWrap() ? Nuw : 0);
  if (auto *op = dyn_cast<PossiblyExactOperator>(&I))
    flags |= op->isExact() ? Exact : 0;
  if (auto *gep = dyn_cast<GEPOperator>(&I))
    flags |= gepFlags(*gep);
  if (auto *comparison = dyn_cast<ICmpInst>(&I))
    flags |= predicateFlag(comparison->getPredicate());
  if (auto *comparison = dyn_cast<FCmpInst>(&I))
    flags |= FloatPredicates[comparison->getPredicate() - CmpInst::FIRST_FCMP_PREDICATE];
  flags |= accessFlags(I);
  if (auto *call = dyn_cast<CallBase>(&I))
    flags |= hasAnnotation(*call) ? Annotation : 0;
#if IDIOM_LLVM_MAJOR >= 18
  if (auto *op = dyn_cast<PossiblyDisjointInst>(&I))
    flags |= op->isDisjoint() ? Disjoint : 0;
  if (auto *op = dyn_cast<PossiblyNonNegInst>(&I))
    flags |= op->hasNonNeg() ? NNeg : 0;
#endif
#if IDIOM_LLVM_MAJOR >= 19
  if (auto *op = dyn_cast<TruncInst>(&I))
    flags |= (op->hasNoSignedWrap() ? Nsw : 0) | (op->hasNoUnsignedWrap() ? Nuw : 0);
#endif
#if IDIOM_LLVM_MAJOR >= 20
  if (auto *op = dyn_cast<ICmpInst>(&I))
    flags |= op->hasSameSign() ? SameSign : 0;
#endif
  return flags;
}

bool isConstrained(const Function &F) {
  return F.isIntrinsic() && F.getName().starts_with("llvm.experimental.constrained.");
}

uint32_t effectsOfCalling(const GlobalValue &global) {
  auto *F = dyn_cast<Function>(&global);
  if (!F)
    return Reads | Writes | Unwinds | MayNotReturn;
  MemoryEffects memory = F->getMemoryEffects();
  bool noBuiltin = F->hasFnAttribute(Attribute::NoBuiltin) && !F->hasFnAttribute(Attribute::Builtin);
  bool opaque = noBuiltin || F->hasFnAttribute(Attribute::StrictFP) || isConstrained(*F);
  return (isRefSet(memory.getModRef()) ? Reads : 0) | (isModSet(memory.getModRef()) ? Writes : 0) |
         (F->doesNotThrow() ? 0 : Unwinds) | (F->hasFnAttribute(Attribute::WillReturn) ? 0 : MayNotReturn) |
         (opaque ? Opaque : 0);
}

bool touchesFloats(const Instruction &I) {
  auto isFloat = [](const Value *v) { return v->getType()->isFPOrFPVectorTy(); };
  return isFloat(&I) || std::any_of(I.op_begin(), I.op_end(), [&](const Use &u) { return isFloat(u.get()); });
}

} // namespace idiom
