// The target's costs, by its own TargetTransformInfo.

#include "border.h"

#include "llvm-c/Core.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"


using namespace llvm;
using idiom::number;

namespace {

TargetTransformInfo::TargetCostKind kind(bool OfSize) {
  return OfSize ? TargetTransformInfo::TCK_CodeSize : TargetTransformInfo::TCK_RecipThroughput;
}

const TargetTransformInfo &target(Function &F, void *Analyses) {
  return static_cast<FunctionAnalysisManager *>(Analyses)->getResult<TargetIRAnalysis>(F);
}

} // namespace

// Whether the function is compiled for size: -Os, -Oz.
IDIOM_EXPORT bool idiom_optimises_size(LLVMValueRef Fn) { return unwrap<Function>(Fn)->hasOptSize(); }

// The cost of a new instruction of the type of `Like`: a binary operator by its name in textual IR, or an
// intrinsic (`llvm.fabs`) of one such operand. Of code size or else of throughput; negative when the target
// does not say.
IDIOM_EXPORT int64_t idiom_cost(LLVMValueRef Fn, void *Analyses, IdiomText What, LLVMValueRef Like, bool OfSize) {
  const TargetTransformInfo &TTI = target(*unwrap<Function>(Fn), Analyses);
  StringRef Name(What.data, What.length);
  Type *Ty = unwrap(Like)->getType();
  if (Name.starts_with("llvm.")) {
    unsigned Id = LLVMLookupIntrinsicID(What.data, What.length);
    return Id ? number(TTI.getIntrinsicInstrCost(IntrinsicCostAttributes(Id, Ty, {Ty}), kind(OfSize))) : -1;
  }
  for (unsigned Op = Instruction::UnaryOpsBegin; Op != Instruction::BinaryOpsEnd; ++Op)
    if (Name == Instruction::getOpcodeName(Op))
      return number(TTI.getArithmeticInstrCost(Op, Ty, kind(OfSize)));
  return -1;
}

// The cost of an instruction of the function, likewise.
IDIOM_EXPORT int64_t idiom_cost_of(LLVMValueRef Fn, void *Analyses, LLVMValueRef Value, bool OfSize) {
  auto *I = dyn_cast<Instruction>(unwrap(Value));
  if (!I)
    return -1;
  return number(target(*unwrap<Function>(Fn), Analyses).getInstructionCost(I, kind(OfSize)));
}

// How many registers the target has for values of the type of `Like`.
IDIOM_EXPORT uint32_t idiom_registers(LLVMValueRef Fn, void *Analyses, LLVMValueRef Like) {
  const TargetTransformInfo &TTI = target(*unwrap<Function>(Fn), Analyses);
  Type *Ty = unwrap(Like)->getType();
  bool InVectorRegisters = Ty->isFPOrFPVectorTy() || Ty->isVectorTy();
  return TTI.getNumberOfRegisters(TTI.getRegisterClassForType(InVectorRegisters, Ty));
}
