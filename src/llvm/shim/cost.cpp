// The target's costs, by its own TargetTransformInfo.

#include "shim.h"

#include "llvm-c/Core.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

#include <type_traits>

using namespace llvm;

namespace {

// A number, optional up to LLVM 20 or so.
template <typename T> int64_t plain(T Value) {
  if constexpr (std::is_integral_v<T>)
    return Value;
  else
    return *Value;
}

const TargetTransformInfo &target(Function &F, void *Analyses) {
  return static_cast<FunctionAnalysisManager *>(Analyses)->getResult<TargetIRAnalysis>(F);
}

} // namespace

// Whether the function is compiled for size: -Os, -Oz.
IDIOM_EXPORT bool idiom_optimises_size(LLVMValueRef Fn) { return unwrap<Function>(Fn)->hasOptSize(); }

// The cost of an arithmetic instruction of the type of `Like`: of code size where the function is compiled for that, else of
// throughput. Negative when the target does not say.
IDIOM_EXPORT int64_t idiom_cost(LLVMValueRef Fn, void *Analyses, IdiomText Opcode, LLVMValueRef Like) {
  auto &F = *unwrap<Function>(Fn);
  auto Kind = F.hasOptSize() ? TargetTransformInfo::TCK_CodeSize : TargetTransformInfo::TCK_RecipThroughput;
  StringRef Name(Opcode.data, Opcode.length);
  for (unsigned Op = Instruction::UnaryOpsBegin; Op != Instruction::BinaryOpsEnd; ++Op)
    if (Name == Instruction::getOpcodeName(Op)) {
      InstructionCost Cost = target(F, Analyses).getArithmeticInstrCost(Op, unwrap(Like)->getType(), Kind);
      return Cost.isValid() ? plain(Cost.getValue()) : -1;
    }
  return -1;
}

// How many registers the target has for values of the type of `Like`.
IDIOM_EXPORT uint32_t idiom_registers(LLVMValueRef Fn, void *Analyses, LLVMValueRef Like) {
  const TargetTransformInfo &TTI = target(*unwrap<Function>(Fn), Analyses);
  Type *Ty = unwrap(Like)->getType();
  bool InVectorRegisters = Ty->isFPOrFPVectorTy() || Ty->isVectorTy();
  return TTI.getNumberOfRegisters(TTI.getRegisterClassForType(InVectorRegisters, Ty));
}
