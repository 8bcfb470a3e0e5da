// The ranges of integers that LLVM derives from branches, assumptions, attributes and known bits.

#include "border.h"

#include "llvm-c/Core.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace {

KnownBits bitsKnownAt(const Value *V, Function &F, FunctionAnalysisManager &Analyses, const Instruction *At) {
  const DataLayout &Layout = F.getParent()->getDataLayout();
  AssumptionCache *Assumptions = &Analyses.getResult<AssumptionAnalysis>(F);
  DominatorTree *Tree = &Analyses.getResult<DominatorTreeAnalysis>(F);
#if IDIOM_LLVM_MAJOR >= 21
  return computeKnownBits(V, Layout, Assumptions, At, Tree);
#else
  return computeKnownBits(V, Layout, 0, Assumptions, At, Tree);
#endif
}

} // namespace

// The range of an integer of at most 64 bits behind the terminator `From`, on the edge to the block of `To` if
// there is one such edge: least and greatest as signed, least and greatest as unsigned number. False if nothing is
// known, or if the edge is never taken.
IDIOM_EXPORT bool idiom_range(LLVMValueRef Fn, void *Manager, LLVMValueRef Value, LLVMValueRef From, LLVMValueRef To,
                              int64_t *Range) {
  auto *F = unwrap<Function>(Fn);
  auto &Analyses = *static_cast<FunctionAnalysisManager *>(Manager);
  auto *End = dyn_cast<Instruction>(unwrap(From));
  auto *Begin = dyn_cast<Instruction>(unwrap(To));
  auto *V = unwrap(Value);
  auto *Ty = dyn_cast<IntegerType>(V->getType());
  if (!End || !Begin || !Ty || Ty->getBitWidth() > 64 || isa<Constant>(V))
    return false;
  unsigned Edges = count(successors(End->getParent()), Begin->getParent());
  // A cached result may be older than changes of passes that claim to preserve it; it is computed anew.
  auto Preserved = PreservedAnalyses::all();
  Preserved.abandon<LazyValueAnalysis>();
  Analyses.invalidate(*F, Preserved);
  LazyValueInfo &Values = Analyses.getResult<LazyValueAnalysis>(*F);
  ConstantRange Known = Edges == 1
                            ? Values.getConstantRangeOnEdge(V, End->getParent(), Begin->getParent(), End)
                            : Values.getConstantRange(V, End, /*UndefAllowed=*/false);
  KnownBits Bits = bitsKnownAt(V, *F, Analyses, End);
  if (Bits.hasConflict())
    return false;
  for (bool Signed : {false, true})
    Known = Known.intersectWith(ConstantRange::fromKnownBits(Bits, Signed),
                                Signed ? ConstantRange::Signed : ConstantRange::Unsigned);
  if (Known.isEmptySet() || Known.isFullSet())
    return false;
  Range[0] = Known.getSignedMin().getSExtValue();
  Range[1] = Known.getSignedMax().getSExtValue();
  Range[2] = static_cast<int64_t>(Known.getUnsignedMin().getZExtValue());
  Range[3] = static_cast<int64_t>(Known.getUnsignedMax().getZExtValue());
  return true;
}
