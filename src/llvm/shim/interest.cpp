// Whether a function is worth a closer look: cheap questions, asked before a model is made.

#include "extract.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

bool isSum(const Value *V) {
  auto *I = dyn_cast<BinaryOperator>(V);
  if (!I)
    return false;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::FAdd:
  case Instruction::FSub:
    return true;
  default:
    return false;
  }
}

bool isProduct(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  return I && (I->getOpcode() == Instruction::Mul || I->getOpcode() == Instruction::FMul ||
               I->getOpcode() == Instruction::Shl || I->getOpcode() == Instruction::FNeg);
}

// Factors met so far, each with the summand it is a factor of.
class Factors {
  SmallDenseMap<const Value *, const Value *, 32> Seen;
  const Value *AnyConstant;

public:
  explicit Factors(const Value *AnyConstant) : AnyConstant(AnyConstant) {}

  // Whether some factor of the summand is one of another summand, one of the two being a product.
  bool meets(const Value *Summand) {
    SmallVector<const Value *, 8> Open{Summand};
    for (unsigned Count = 0; !Open.empty(); ++Count) {
      if (Count == 64)
        return true;
      const Value *V = Open.pop_back_val();
      if (isProduct(V))
        for (const Value *Operand : cast<Instruction>(V)->operands())
          // Different constants can share a divisor.
          Open.push_back(isa<Constant>(Operand) && !isa<GlobalValue>(Operand) ? AnyConstant : Operand);
      auto [At, New] = Seen.try_emplace(V, Summand);
      if (!New && At->second != Summand && (isProduct(Summand) || isProduct(At->second)))
        return true;
      // A product is the better witness.
      if (!New && isProduct(Summand))
        At->second = Summand;
    }
    return false;
  }
};

} // namespace

// The opcodes of the function's instructions, but for what a model leaves out: bit N of the two words for the opcode N of llvm-c/Core.h.
IDIOM_EXPORT void idiom_opcodes(LLVMValueRef Fn, uint64_t *Words) {
  bool Seen[256] = {};
  Words[0] = Words[1] = 0;
  for (auto &Block : *unwrap<Function>(Fn))
    for (auto &I : Block) {
      bool &Known = Seen[I.getOpcode() & 255];
      if (Known || idiom::isLeftOut(I))
        continue;
      Known = true;
      unsigned Number = LLVMGetInstructionOpcode(wrap(&I));
      Words[Number / 64 & 1] |= uint64_t(1) << Number % 64;
    }
}

// Whether two summands somewhere in the function share a factor, one of them being a product.
IDIOM_EXPORT bool idiom_shares_factors(LLVMValueRef Fn) {
  auto &F = *unwrap<Function>(Fn);
  bool Any = false;
  for (auto &Block : F)
    for (auto &I : Block)
      Any |= isSum(&I) && (isProduct(I.getOperand(0)) || isProduct(I.getOperand(1)));
  if (!Any)
    return false;
  // The function itself is no factor.
  Factors All(&F);
  for (auto &Block : F)
    for (auto &I : Block)
      if (isSum(&I) && (All.meets(I.getOperand(0)) || All.meets(I.getOperand(1))))
        return true;
  return false;
}

// Whether multiplications of floating point vectors have two operands or more that can be splats.
IDIOM_EXPORT bool idiom_multiplies_splats(LLVMValueRef Fn) {
  unsigned Splats = 0;
  bool AnyScalar = false;
  for (auto &Block : *unwrap<Function>(Fn))
    for (auto &I : Block)
      if (I.getOpcode() == Instruction::FMul && I.getType()->isVectorTy())
        for (const Value *Operand : I.operands()) {
          bool Widens = isa<ShuffleVectorInst>(Operand);
          Splats += Widens || isa<Constant>(Operand);
          AnyScalar |= Widens;
        }
  return AnyScalar && Splats > 1;
}
