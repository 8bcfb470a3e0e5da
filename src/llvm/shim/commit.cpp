// Carrying out an edit plan: what LLVM's C API lacks or spells differently over the versions.

#include "border.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using idiom::ref;

namespace {
namespace flag = idiom::flag;

void putBefore(Instruction *I, Instruction *Before) { I->insertInto(Before->getParent(), Before->getIterator()); }

void setGepFlags(GetElementPtrInst &gep, uint32_t Flags) {
#if IDIOM_LLVM_MAJOR >= 19
  GEPNoWrapFlags Wrap = Flags & flag::InBounds ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none();
  if (Flags & flag::Nusw)
    Wrap |= GEPNoWrapFlags::noUnsignedSignedWrap();
  if (Flags & flag::Nuw)
    Wrap |= GEPNoWrapFlags::noUnsignedWrap();
  gep.setNoWrapFlags(Wrap);
#else
  gep.setIsInBounds(Flags & flag::InBounds);
#endif
}

// Flags that came later than LLVM 16: what an older one does not have is left out.
void setNewerFlags(Instruction *I, uint32_t Flags) {
#if IDIOM_LLVM_MAJOR >= 18
  if (auto *Or = dyn_cast<PossiblyDisjointInst>(I))
    Or->setIsDisjoint(Flags & flag::Disjoint);
  if (isa<PossiblyNonNegInst>(I))
    I->setNonNeg(Flags & flag::NNeg);
#endif
#if IDIOM_LLVM_MAJOR >= 19
  if (isa<TruncInst>(I)) {
    I->setHasNoSignedWrap(Flags & flag::Nsw);
    I->setHasNoUnsignedWrap(Flags & flag::Nuw);
  }
#endif
#if IDIOM_LLVM_MAJOR >= 20
  if (auto *Compare = dyn_cast<ICmpInst>(I))
    Compare->setSameSign(Flags & flag::SameSign);
#endif
  (void)I;
  (void)Flags;
}

void setFlags(Instruction *I, uint32_t Flags) {
  if (isa<FPMathOperator>(I)) {
    FastMathFlags FMF;
    FMF.setAllowReassoc(Flags & flag::Reassoc);
    FMF.setNoNaNs(Flags & flag::NNan);
    FMF.setNoInfs(Flags & flag::NInf);
    FMF.setNoSignedZeros(Flags & flag::NSz);
    FMF.setAllowReciprocal(Flags & flag::ARcp);
    FMF.setAllowContract(Flags & flag::Contract);
    FMF.setApproxFunc(Flags & flag::Afn);
    I->copyFastMathFlags(FMF);
  }
  if (isa<OverflowingBinaryOperator>(I)) {
    I->setHasNoSignedWrap(Flags & flag::Nsw);
    I->setHasNoUnsignedWrap(Flags & flag::Nuw);
  }
  if (isa<PossiblyExactOperator>(I))
    I->setIsExact(Flags & flag::Exact);
  if (auto *gep = dyn_cast<GetElementPtrInst>(I))
    setGepFlags(*gep, Flags);
  setNewerFlags(I, Flags);
}
} // namespace

// A binary operator by its name in textual IR; null when there is none of that name.
IDIOM_EXPORT LLVMValueRef idiom_new_binary(IdiomText Opcode, LLVMValueRef Left, LLVMValueRef Right,
                                           LLVMValueRef Before) {
  for (unsigned Op = Instruction::BinaryOpsBegin; Op != Instruction::BinaryOpsEnd; ++Op) {
    if (ref(Opcode) != Instruction::getOpcodeName(Op))
      continue;
    auto *I = BinaryOperator::Create(static_cast<Instruction::BinaryOps>(Op), unwrap(Left), unwrap(Right));
    putBefore(I, unwrap<Instruction>(Before));
    return wrap(I);
  }
  return nullptr;
}

// An icmp or fcmp, whichever fits the operands, by the name of its predicate in textual IR; null when there
// is none of that name.
IDIOM_EXPORT LLVMValueRef idiom_new_compare(IdiomText Predicate, LLVMValueRef Left, LLVMValueRef Right,
                                            LLVMValueRef Before) {
  bool IsFloat = unwrap(Left)->getType()->isFPOrFPVectorTy();
  unsigned First = IsFloat ? CmpInst::FIRST_FCMP_PREDICATE : CmpInst::FIRST_ICMP_PREDICATE;
  unsigned Last = IsFloat ? CmpInst::LAST_FCMP_PREDICATE : CmpInst::LAST_ICMP_PREDICATE;
  for (unsigned P = First; P <= Last; ++P) {
    auto Kind = static_cast<CmpInst::Predicate>(P);
    if (ref(Predicate) != CmpInst::getPredicateName(Kind))
      continue;
    auto *I = CmpInst::Create(IsFloat ? Instruction::FCmp : Instruction::ICmp, Kind, unwrap(Left), unwrap(Right));
    putBefore(I, unwrap<Instruction>(Before));
    return wrap(I);
  }
  return nullptr;
}

IDIOM_EXPORT LLVMValueRef idiom_new_freeze(LLVMValueRef Value, LLVMValueRef Before) {
  auto *I = new FreezeInst(unwrap(Value));
  putBefore(I, unwrap<Instruction>(Before));
  return wrap(I);
}

// A call of an intrinsic that is overloaded on its first argument's type; null when LLVM has no such
// intrinsic.
IDIOM_EXPORT LLVMValueRef idiom_new_intrinsic(IdiomText Name, LLVMValueRef *Args, size_t Count, LLVMValueRef Before) {
  auto *At = unwrap<Instruction>(Before);
  unsigned Id = LLVMLookupIntrinsicID(Name.data, Name.length);
  if (Id == 0 || Count == 0)
    return nullptr;
  SmallVector<Value *, 4> Values;
  for (size_t k = 0; k < Count; ++k)
    Values.push_back(unwrap(Args[k]));
#if IDIOM_LLVM_MAJOR >= 20
  Function *Callee = Intrinsic::getOrInsertDeclaration(At->getModule(), Id, {Values[0]->getType()});
#else
  Function *Callee = Intrinsic::getDeclaration(At->getModule(), Id, {Values[0]->getType()});
#endif
  auto *I = CallInst::Create(Callee, Values);
  putBefore(I, At);
  return wrap(I);
}

// A copy of a call, bundles and attributes included, with other arguments. What speaks of the old arguments
// or result is not copied: metadata (ranges, accuracy, profiles) and `nofpclass`.
IDIOM_EXPORT LLVMValueRef idiom_new_call_like(LLVMValueRef Like, LLVMValueRef *Args, size_t Count,
                                              LLVMValueRef Before) {
  auto *Model = dyn_cast<CallInst>(unwrap(Like));
  if (!Model || Model->arg_size() != Count)
    return nullptr;
  auto *I = cast<CallInst>(Model->clone());
  I->dropUnknownNonDebugMetadata();
#if IDIOM_LLVM_MAJOR >= 17
  I->removeRetAttr(Attribute::NoFPClass);
  for (size_t k = 0; k < Count; ++k)
    I->removeParamAttr(k, Attribute::NoFPClass);
#endif
  for (size_t k = 0; k < Count; ++k)
    I->setArgOperand(k, unwrap(Args[k]));
  putBefore(I, unwrap<Instruction>(Before));
  return wrap(I);
}

// A conversion by its name in textual IR; null when it is none of integers, pointers and bits, or does not
// fit the types.
IDIOM_EXPORT LLVMValueRef idiom_new_cast(IdiomText Opcode, LLVMValueRef Value, LLVMTypeRef To, LLVMValueRef Before) {
  for (auto Op : {Instruction::SExt, Instruction::ZExt, Instruction::Trunc, Instruction::PtrToInt, Instruction::IntToPtr,
                  Instruction::BitCast}) {
    if (ref(Opcode) != Instruction::getOpcodeName(Op) || !CastInst::castIsValid(Op, unwrap(Value), unwrap(To)))
      continue;
    auto *I = CastInst::Create(Op, unwrap(Value), unwrap(To));
    putBefore(I, unwrap<Instruction>(Before));
    return wrap(I);
  }
  return nullptr;
}

// base + offset bytes.
IDIOM_EXPORT LLVMValueRef idiom_new_gep(LLVMValueRef Base, LLVMValueRef Offset, LLVMValueRef Before) {
  auto *At = unwrap<Instruction>(Before);
  auto *I = GetElementPtrInst::Create(Type::getInt8Ty(At->getContext()), unwrap(Base), {unwrap(Offset)});
  putBefore(I, At);
  return wrap(I);
}

IDIOM_EXPORT LLVMValueRef idiom_new_select(LLVMValueRef Condition, LLVMValueRef Yes, LLVMValueRef No,
                                           LLVMValueRef Before) {
  auto *I = SelectInst::Create(unwrap(Condition), unwrap(Yes), unwrap(No));
  putBefore(I, unwrap<Instruction>(Before));
  return wrap(I);
}

// A vector of that type with the scalar in all lanes; null when it is no vector of such scalars. The
// insertelement below has no location of its own: `idiom_finish_new` gives it that of the shufflevector.
IDIOM_EXPORT LLVMValueRef idiom_new_splat(LLVMValueRef Scalar, LLVMTypeRef To, LLVMValueRef Before) {
  auto *Vector = dyn_cast<VectorType>(unwrap(To));
  if (!Vector || Vector->getElementType() != unwrap(Scalar)->getType())
    return nullptr;
  auto *At = unwrap<Instruction>(Before);
  auto *Poison = PoisonValue::get(Vector);
  auto *Zero = ConstantInt::get(Type::getInt64Ty(At->getContext()), 0);
  auto *Insert = InsertElementInst::Create(Poison, unwrap(Scalar), Zero);
  putBefore(Insert, At);
  SmallVector<int, 16> Mask(Vector->getElementCount().getKnownMinValue(), 0);
  auto *Shuffle = new ShuffleVectorInst(Insert, Poison, Mask);
  putBefore(Shuffle, At);
  return wrap(Shuffle);
}

// The integer type of that width, or for a width of 0 the float type of that name, which is one of
// `model::FloatKind`. `Any` is a type of the same context.
IDIOM_EXPORT LLVMTypeRef idiom_scalar_type(LLVMTypeRef Any, uint32_t Width, IdiomText Float) {
  LLVMContext &Context = unwrap(Any)->getContext();
  if (Width)
    return wrap(Type::getIntNTy(Context, Width));
  return wrap(StringSwitch<Type *>(ref(Float))
                  .Case("half", Type::getHalfTy(Context))
                  .Case("bfloat", Type::getBFloatTy(Context))
                  .Case("float", Type::getFloatTy(Context))
                  .Case("x86_fp80", Type::getX86_FP80Ty(Context))
                  .Case("fp128", Type::getFP128Ty(Context))
                  .Case("ppc_fp128", Type::getPPC_FP128Ty(Context))
                  .Default(Type::getDoubleTy(Context)));
}

// The same as a vector with the lanes of a vector type.
IDIOM_EXPORT LLVMTypeRef idiom_number_type(LLVMTypeRef Shape, uint32_t Width, IdiomText Float) {
  Type *Lane = unwrap(idiom_scalar_type(Shape, Width, Float));
  return wrap(VectorType::get(Lane, unwrap<VectorType>(Shape)->getElementCount()));
}

// A number of that type, or a vector of equal ones; the bits least significant word first.
IDIOM_EXPORT LLVMValueRef idiom_new_number(LLVMTypeRef Ty, const uint64_t *Words, size_t Count) {
  Type *Lane = unwrap(Ty)->getScalarType();
  APInt Bits(Lane->getPrimitiveSizeInBits().getFixedValue(), ArrayRef<uint64_t>(Words, Count));
  if (Lane->isIntegerTy())
    return wrap(ConstantInt::get(unwrap(Ty), Bits));
  return wrap(ConstantFP::get(unwrap(Ty), APFloat(Lane->getFltSemantics(), Bits)));
}

// The global that a constant expression of getelementptrs begins with.
IDIOM_EXPORT LLVMValueRef idiom_base_of(LLVMValueRef Expression) {
  Value *At = unwrap(Expression);
  while (auto *gep = dyn_cast<GEPOperator>(At))
    At = gep->getPointerOperand();
  return wrap(At);
}

IDIOM_EXPORT void idiom_set_operand(LLVMValueRef User, uint32_t N, LLVMValueRef Value) {
  unwrap<Instruction>(User)->setOperand(N, unwrap(Value));
}

// Flags, name and the merged debug location of `Sources`.
IDIOM_EXPORT void idiom_finish_new(LLVMValueRef New, uint64_t Flags, IdiomText Name, LLVMValueRef *Sources,
                                   size_t Count) {
  auto *I = unwrap<Instruction>(New);
  setFlags(I, Flags);
  if (!I->getContext().shouldDiscardValueNames())
    I->setName(ref(Name));
  // As Instruction::applyMergedLocation, over any number of locations; a call in a function with debug info
  // always gets one.
  DILocation *Merged = Count ? unwrap<Instruction>(Sources[0])->getDebugLoc().get() : nullptr;
  for (size_t k = 1; k < Count; ++k) {
    DILocation *Next = unwrap<Instruction>(Sources[k])->getDebugLoc().get();
    if (Next != Merged)
      Merged = const_cast<DILocation *>(DILocation::getMergedLocation(Merged, Next));
  }
  if (!Merged && isa<CallBase>(I))
    if (DISubprogram *SP = I->getFunction()->getSubprogram())
      Merged = DILocation::get(SP->getContext(), 0, 0, SP);
  I->setDebugLoc(DebugLoc(Merged));
  // A splat is made of two instructions.
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(I))
    if (auto *Insert = dyn_cast<InsertElementInst>(Shuffle->getOperand(0)))
      Insert->setDebugLoc(DebugLoc(Merged));
}

// Whether a call can be taken for the library function or intrinsic that its callee is: an ordinary call,
// not `nobuiltin`, without operand bundles, by the callee's own type and calling convention.
IDIOM_EXPORT bool idiom_is_plain_call(LLVMValueRef Call) {
  auto *I = dyn_cast<CallInst>(unwrap(Call));
  if (!I || I->isMustTailCall() || I->isNoBuiltin() || I->hasOperandBundles() || I->isStrictFP())
    return false;
  auto *Callee = I->getCalledFunction();
  return Callee && Callee->getCallingConv() == I->getCallingConv();
}

// Whether the callee's declaration leaves every float possible as argument and result: no `nofpclass`.
IDIOM_EXPORT bool idiom_takes_any_float(LLVMValueRef Call) {
#if IDIOM_LLVM_MAJOR >= 17
  auto *I = dyn_cast<CallBase>(unwrap(Call));
  auto *Callee = I ? I->getCalledFunction() : nullptr;
  if (!Callee)
    return false;
  AttributeList Attributes = Callee->getAttributes();
  for (unsigned k = 0, Count = Callee->arg_size(); k < Count; ++k)
    if (Attributes.getParamNoFPClass(k) != fcNone)
      return false;
  return Attributes.getRetNoFPClass() == fcNone;
#else
  (void)Call;
  return true;
#endif
}

// Whether a value is certainly neither undef nor poison: what LLVM infers from the value itself, as from
// `noundef` of a parameter.
IDIOM_EXPORT bool idiom_is_defined(LLVMValueRef Value) { return isGuaranteedNotToBeUndefOrPoison(unwrap(Value)); }

IDIOM_EXPORT bool idiom_has_uses(LLVMValueRef Value) { return !unwrap(Value)->use_empty(); }

// Follows uses by debug info too, so that a debugger still sees the value.
IDIOM_EXPORT void idiom_replace(LLVMValueRef Old, LLVMValueRef New) {
  auto *From = unwrap(Old);
  auto *To = unwrap(New);
  if (auto *I = dyn_cast<Instruction>(To))
    if (!I->hasName() && From->hasName() && isa<Instruction>(From))
      I->takeName(From);
  From->replaceAllUsesWith(To);
}

// Follows the uses outside some blocks, each of which is said by its first instruction.
IDIOM_EXPORT void idiom_replace_behind(LLVMValueRef Old, LLVMValueRef New, const LLVMValueRef *Firsts, size_t Count) {
  SmallPtrSet<const BasicBlock *, 8> Blocks;
  for (size_t K = 0; K != Count; ++K)
    Blocks.insert(unwrap<Instruction>(Firsts[K])->getParent());
  unwrap(Old)->replaceUsesWithIf(unwrap(New), [&](Use &U) {
    auto *User = dyn_cast<Instruction>(U.getUser());
    return User && !Blocks.contains(User->getParent());
  });
}

// Erases an instruction without uses. What the debugger knows by it is said by what it is computed from,
// where possible.
IDIOM_EXPORT void idiom_erase(LLVMValueRef Old) {
  auto *I = unwrap<Instruction>(Old);
  salvageDebugInfo(*I);
  I->eraseFromParent();
}
