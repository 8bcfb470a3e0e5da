// Whether a function is worth a closer look: cheap questions, asked before a model is made.

#include "extract.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;
namespace path = idiom::path;

namespace {

// What to look for: what can be rewritten, or all that a specification can speak of, to be refused with a
// reason.
enum class Scope { Rewritable, All };

// Whether the value goes when its user does. Assumptions and the like, which the model has not, are no users.
bool goesWithUser(const Value *V, Scope Wanted) {
  return Wanted == Scope::All || const_cast<Value *>(V)->getSingleUndroppableUse();
}

// Whether the flags allow another grouping; integers need none.
bool hasFlags(const Instruction *I, bool NeedsNoSignedZeros, Scope Wanted) {
  return Wanted == Scope::All || !isa<FPMathOperator>(I) ||
         (I->hasAllowReassoc() && (!NeedsNoSignedZeros || I->hasNoSignedZeros()));
}

const Instruction *sum(const Value *V, Scope Wanted) {
  auto *I = dyn_cast<BinaryOperator>(V);
  if (!I)
    return nullptr;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::FAdd:
  case Instruction::FSub:
    return hasFlags(I, true, Wanted) ? I : nullptr;
  default:
    return nullptr;
  }
}

bool isNegation(const Instruction *I) {
  if (I->getOpcode() != Instruction::Sub)
    return false;
  auto *Zero = dyn_cast<Constant>(I->getOperand(0));
  return Zero && Zero->isNullValue();
}

// A negation counts as a product: it is one with -1.
const Instruction *product(const Value *V, Scope Wanted) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return nullptr;
  switch (I->getOpcode()) {
  case Instruction::Mul:
  case Instruction::FMul:
  case Instruction::FNeg:
    break;
  case Instruction::Shl:
    if (Wanted == Scope::Rewritable && !isa<Constant>(I->getOperand(1)))
      return nullptr;
    break;
  default:
    if (!isNegation(I))
      return nullptr;
  }
  return hasFlags(I, true, Wanted) && goesWithUser(I, Wanted) ? I : nullptr;
}

// The integer that a constant is, in all lanes.
const ConstantInt *integer(const Constant *C) {
  if (C->getType()->isVectorTy())
    C = C->getSplatValue();
  return dyn_cast_or_null<ConstantInt>(C);
}

// Of a floating point number and its negative one of the two.
const Constant *withoutSign(const Constant *C) {
  auto *Number = dyn_cast_or_null<ConstantFP>(C->getType()->isVectorTy() ? C->getSplatValue() : C);
  if (!Number || !Number->isNegative())
    return C;
  return ConstantFP::get(C->getType(), abs(Number->getValueAPF()));
}

const Value *behindCasts(const Value *V) {
  for (unsigned Steps = 0; Steps < 8 && (isa<CastInst>(V) || isa<FreezeInst>(V)); ++Steps)
    V = cast<Instruction>(V)->getOperand(0);
  return V;
}

// Summands, and the factors met so far, each with the summand it is a factor of.
class Summands {
  struct Witness {
    const void *Summand;
    bool OfProduct;
    // How often it is a summand by itself.
    unsigned Alone;
  };
  SmallDenseMap<const Value *, Witness, 16> Seen;
  SmallDenseMap<uint64_t, const void *, 4> Scales;
  unsigned Powers = 0;
  bool MultipliesByPower = false;
  static constexpr Scope Wanted = Scope::Rewritable;

  // Whether another summand has the factor, one of the two being a product. Integers that are not can be
  // counted: x + x is 2*x. To put a floating point factor in front of itself and one product saves nothing:
  // a*b + a is as long as a*(b + 1).
  bool meets(const Value *Factor, const void *Summand, bool OfProduct) {
    auto [At, New] = Seen.try_emplace(Factor, Witness{Summand, OfProduct, 0});
    Witness &Known = At->second;
    if (!New && Known.Summand == Summand)
      return false;
    Known.Alone += !OfProduct;
    if (New)
      return false;
    bool Shares = Factor->getType()->isIntOrIntVectorTy() || (OfProduct && Known.OfProduct) ||
                  ((OfProduct || Known.OfProduct) && Known.Alone > 1);
    Known.Summand = Summand;
    Known.OfProduct |= OfProduct;
    return Shares;
  }

  // Whether the scale of a summand can be put in front of it and another one. By the odd part, which both
  // then have; of powers of two, if one is a multiplication, not a shift.
  bool meetsScale(uint64_t Scale, bool Multiplies, const void *Summand) {
    int64_t Signed = static_cast<int64_t>(Scale);
    uint64_t Size = Signed < 0 ? -Scale : Scale;
    if (Size <= 1)
      return false;
    if (isPowerOf2_64(Size)) {
      MultipliesByPower |= Multiplies;
      return ++Powers > 1 && MultipliesByPower;
    }
    auto [At, New] = Scales.try_emplace(Size >> countTrailingZeros(Size), Summand);
    return !New && At->second != Summand;
  }

  // Whether a product is more than negations.
  static bool multiplies(const Value *Product) {
    for (unsigned Steps = 0; Steps < 64; ++Steps) {
      auto *I = cast<Instruction>(Product);
      if (I->getOpcode() != Instruction::FNeg)
        return I->getOpcode() == Instruction::FMul;
      Product = I->getOperand(0);
      if (!isa<Instruction>(Product))
        return false;
    }
    return true;
  }

  static unsigned countTrailingZeros(uint64_t N) { return Log2_64(N & -N); }

public:
  // Whether a factor of the summand, the operand of a sum, is one of another. The answer is yes for what is
  // too long or too wide to tell.
  bool add(const Value *Operand, const void *Summand) {
    bool OfProduct = product(Operand, Wanted);
    bool HasScale = false, Multiplies = false;
    if (Operand->getType()->isFPOrFPVectorTy())
      OfProduct = OfProduct && multiplies(Operand);
    uint64_t Scale = 1;
    SmallVector<const Value *, 8> Open{Operand};
    for (unsigned Steps = 0; !Open.empty(); ++Steps) {
      if (Steps == 64)
        return true;
      const Value *V = Open.pop_back_val();
      const Instruction *I = product(V, Wanted);
      if (!I) {
        auto *C = isa<GlobalValue>(V) ? nullptr : dyn_cast<Constant>(V);
        if (C && C->getType()->isIntOrIntVectorTy()) {
          // A number by itself is no factor.
          auto *Number = integer(C);
          if (!OfProduct)
            continue;
          if (!Number || Number->getBitWidth() > 64)
            return true;
          Scale = SignExtend64(Scale * Number->getZExtValue(), Number->getBitWidth());
          HasScale = Multiplies = true;
          continue;
        }
        if (meets(C ? withoutSign(C) : V, Summand, OfProduct))
          return true;
        continue;
      }
      if (auto *Amount = I->getOpcode() == Instruction::Shl ? dyn_cast<Constant>(I->getOperand(1)) : nullptr) {
        auto *Number = integer(Amount);
        if (!Number || Number->getBitWidth() > 64 || Number->getZExtValue() >= 64)
          return true;
        Scale = SignExtend64(Scale << Number->getZExtValue(), Number->getBitWidth());
        HasScale = true;
        Open.push_back(I->getOperand(0));
      } else if (isNegation(I)) {
        Open.push_back(I->getOperand(1));
      } else {
        Open.append(I->op_begin(), I->op_end());
      }
    }
    return HasScale && meetsScale(Scale, Multiplies, Summand);
  }
};

// Whether two summands of the tree of additions with this top share a factor.
bool sharesFactors(const Instruction *Top) {
  const Scope Wanted = Scope::Rewritable;
  SmallVector<const Value *, 16> Leaves, Open(Top->op_begin(), Top->op_end());
  unsigned Products = 0;
  while (!Open.empty()) {
    const Value *V = Open.pop_back_val();
    const Instruction *Inner = sum(V, Wanted);
    if (Inner && goesWithUser(Inner, Wanted)) {
      Open.append(Inner->op_begin(), Inner->op_end());
      continue;
    }
    Products += product(V, Scope::All) != nullptr;
    Leaves.push_back(V);
  }
  if (Products == 0 || Leaves.size() < 2)
    return false;
  Summands All;
  return any_of(Leaves, [&](const Value *&Leaf) { return All.add(Leaf, &Leaf); });
}

// What a specification can speak of where two sums meet: summands of one side and the other that have a
// factor in common, or a constant each. Casts are looked through, as specifications do.
class Meeting {
  using Factor = std::pair<const Value *, const Value *>;
  // Each summand with its factors, of which it is one itself.
  SmallVector<Factor, 16> Left, Right;

  static unsigned opcode(const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return I ? I->getOpcode() : 0;
  }

  static bool isSum(unsigned Opcode) {
    switch (Opcode) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FNeg:
      return true;
    default:
      return false;
    }
  }

  static bool isProduct(unsigned Opcode) {
    switch (Opcode) {
    case Instruction::Mul:
    case Instruction::Shl:
    case Instruction::FMul:
    case Instruction::FNeg:
      return true;
    default:
      return false;
    }
  }

  // Whether these are all.
  static bool list(const Value *Operand, SmallVectorImpl<Factor> &Factors) {
    Factors.clear();
    SmallVector<Factor, 16> Open{{nullptr, Operand}};
    while (!Open.empty()) {
      auto [Summand, V] = Open.pop_back_val();
      V = behindCasts(V);
      if (Factors.size() == 32 || isa<CastInst>(V) || isa<FreezeInst>(V))
        return false;
      const Value *Of = Summand ? Summand : V;
      auto *C = isa<GlobalValue>(V) ? nullptr : dyn_cast<Constant>(V);
      Factors.push_back({Of, C ? withoutSign(C) : V});
      const unsigned Opcode = opcode(V);
      if (!Summand && isSum(Opcode))
        for (const Value *Below : cast<Instruction>(V)->operands())
          Open.push_back({nullptr, Below});
      if (isProduct(Opcode))
        for (const Value *Below : cast<Instruction>(V)->operands())
          Open.push_back({Of, Below});
    }
    return true;
  }

  static bool multipliesConstant(ArrayRef<Factor> Factors) {
    return any_of(Factors, [](const Factor &F) { return F.first != F.second && isa<Constant>(F.second); });
  }

public:
  // Whether something meets in that sum. A floating point number stands for its negative as well. The answer
  // is yes for what is too long to tell.
  bool isAt(const Instruction *Sum) {
    if (!list(Sum->getOperand(0), Left) || !list(Sum->getOperand(1), Right))
      return true;
    if (Sum->getType()->isIntOrIntVectorTy() && multipliesConstant(Left) && multipliesConstant(Right))
      return true;
    return any_of(Left, [&](const Factor &L) {
      return any_of(Right, [&](const Factor &R) {
        return L.second == R.second && (L.first != R.first || isa<Constant>(L.second));
      });
    });
  }
};

// Whether the instruction is an operand of nothing but one that `isOne` says yes to.
template <typename Predicate> bool isWithin(const Instruction *I, Predicate IsOne) {
  auto *Only = const_cast<Instruction *>(I)->getSingleUndroppableUse();
  return Only && IsOne(Only->getUser());
}

// The vector that lanes are taken of and others put into.
const Value *behindLanes(const Value *V) {
  for (unsigned Steps = 0; Steps < 64 && (isa<ShuffleVectorInst>(V) || isa<InsertElementInst>(V)); ++Steps)
    V = cast<Instruction>(V)->getOperand(0);
  return V;
}

// The scalars that are widened in one product, as far as can be told cheaply; more than there are, but never
// fewer.
class Widened {
  static bool takesFirstLane(const ShuffleVectorInst *S) {
    return all_of(S->getShuffleMask(), [](int Lane) { return Lane <= 0; });
  }

  static bool isSplat(const Value *V) {
    auto *C = dyn_cast<Constant>(V);
    return C && C->getSplatValue();
  }

  void tooLong() {
    Scalars += 2;
    AnyValue = true;
  }

  void addFirstLane(const Value *V) {
    SmallVector<const Value *, 8> Open{V};
    for (unsigned Steps = 0; !Open.empty(); ++Steps) {
      if (Steps == 64)
        return tooLong();
      V = Open.pop_back_val();
      if (isSplat(V)) {
        ++Scalars;
      } else if (auto *Insert = dyn_cast<InsertElementInst>(V)) {
        auto *Lane = dyn_cast<ConstantInt>(Insert->getOperand(2));
        if (Lane && !Lane->isZero()) {
          Open.push_back(Insert->getOperand(0));
          continue;
        }
        ++Scalars;
        AnyValue = true;
      } else if (auto *S = dyn_cast<ShuffleVectorInst>(V); S && takesFirstLane(S)) {
        Open.push_back(S->getOperand(0));
      } else if (auto *I = dyn_cast<BinaryOperator>(V); I && I->getOpcode() == Instruction::FMul) {
        Open.append(I->op_begin(), I->op_end());
      }
    }
  }

public:
  unsigned Scalars = 0;
  bool AnyValue = false;

  void add(const Value *V) {
    for (unsigned Steps = 0; Steps < 64; ++Steps) {
      if (isSplat(V)) {
        ++Scalars;
        return;
      }
      auto *S = dyn_cast<ShuffleVectorInst>(V);
      if (!S)
        return;
      if (takesFirstLane(S))
        return addFirstLane(S->getOperand(0));
      if (!isa<UndefValue>(S->getOperand(1)))
        return;
      V = S->getOperand(0);
    }
    tooLong();
  }
};

// Whether the product of vectors with this top has two factors or more that can be splats, one of them no
// constant.
bool multipliesSplats(const Instruction *Top, function_ref<bool(const Value *)> IsProduct, Scope Wanted) {
  SmallVector<const Value *, 8> Open(Top->op_begin(), Top->op_end());
  unsigned Splats = 0;
  bool AnyScalar = false;
  Widened All;
  for (unsigned Steps = 0; !Open.empty(); ++Steps) {
    if (Steps == 256)
      return true;
    const Value *V = Open.pop_back_val();
    if (IsProduct(V) && goesWithUser(V, Wanted)) {
      Open.append(cast<Instruction>(V)->op_begin(), cast<Instruction>(V)->op_end());
      continue;
    }
    if (Wanted == Scope::Rewritable) {
      All.add(V);
      continue;
    }
    bool Widens = isa<ShuffleVectorInst>(V);
    Splats += Widens || isa<Constant>(V);
    AnyScalar |= Widens;
    // What is widened can be a product itself, of vectors of which the first lane counts.
    Splats += Widens && isa<BinaryOperator>(behindLanes(V));
  }
  return Wanted == Scope::Rewritable ? All.AnyValue && All.Scalars > 1 : AnyScalar && Splats > 1;
}

// Whether some factor of the product occurs twice. The answer is yes for what is too long to tell.
bool repeatsFactor(const Value *Product) {
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *, 16> Open{Product};
  for (unsigned Steps = 0; !Open.empty(); ++Steps) {
    const Value *V = behindCasts(Open.pop_back_val());
    if (Steps == 64 || isa<CastInst>(V))
      return true;
    auto *I = dyn_cast<Instruction>(V);
    if (I && I->getOpcode() == Instruction::FMul)
      Open.append(I->op_begin(), I->op_end());
    else if (!Seen.insert(V).second)
      return true;
  }
  return false;
}

// Whether the first argument of the call is a product with a factor that occurs twice.
bool isOfSquare(const CallInst *Call, Scope Wanted) {
  if (Call->arg_size() == 0)
    return false;
  if (Wanted == Scope::Rewritable && !(isa<FPMathOperator>(Call) && Call->hasAllowReassoc() && Call->hasApproxFunc()))
    return false;
  auto *Product = dyn_cast<Instruction>(behindCasts(Call->getArgOperand(0)));
  if (!Product || (Product->getOpcode() != Instruction::FMul && !isa<CastInst>(Product)))
    return false;
  return repeatsFactor(Product);
}

} // namespace

// Whether some direct call is of a function with a name that `Accepts` says yes to, with a square as its
// first argument, or a product with a factor that occurs twice: one that can be rewritten by its flags, or
// any.
IDIOM_EXPORT bool idiom_calls_of_square(LLVMValueRef Fn, bool (*Accepts)(void *, const char *, size_t), void *State,
                                        bool OnlyRewritable) {
  const Scope Wanted = OnlyRewritable ? Scope::Rewritable : Scope::All;
  for (auto &Block : *unwrap<Function>(Fn))
    for (auto &I : Block)
      if (auto *Call = dyn_cast<CallInst>(&I); Call && isOfSquare(Call, Wanted)) {
        StringRef Name = Call->getCalledOperand()->getName();
        if (Accepts(State, Name.data(), Name.size()))
          return true;
      }
  return false;
}

// The opcodes of the function's instructions, but for what a model leaves out: bit N of the two words for the
// opcode N of llvm-c/Core.h, the last bit for any larger number.
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
      Number = Number < 127 ? Number : 127;
      Words[Number / 64] |= uint64_t(1) << Number % 64;
    }
}

namespace {

// A set of short paths of opcodes, for src/proof/rules/matching/features.rs, which hashes in the same way;
// layout.txt has the numbers.
class Features {
public:
  explicit Features(uint64_t *Words) : Words(Words) { std::fill(Words, Words + Count, 0); }

  static uint32_t step(uint32_t Hash, uint32_t Number) { return (Hash ^ Number) * path::Factor; }

  void add(uint32_t Hash) {
    const uint32_t Bit = Hash >> path::Shift;
    Words[Bit / 64] |= uint64_t(1) << Bit % 64;
  }

  // The features of an operand that is a constant: a number, undef, or one that may be anything.
  void addConstant(uint32_t Hash, const Constant *C) {
    if (!C->getType()->isIntOrIntVectorTy())
      return;
    auto *Number = dyn_cast<ConstantInt>(C);
    if (!Number && C->getType()->isVectorTy())
      Number = dyn_cast_or_null<ConstantInt>(C->getSplatValue());
    if (!Number) {
      if (isa<UndefValue>(C))
        add(step(Hash, path::Undef));
      else
        std::fill(Words, Words + Count, ~uint64_t(0));
      return;
    }
    add(step(Hash, path::Constant));
    const unsigned Width = Number->getValue().getBitWidth();
    const uint64_t Bits = Number->getValue().getRawData()[0];
    add(step(Hash, path::Numbers + (Bits & 0xffff)));
    // A rule may write 255 or -1 for the same eight bits.
    if (Width < 16 && Bits >> (Width - 1) & 1)
      add(step(Hash, path::Numbers + ((Bits | ~uint64_t(0) << Width) & 0xffff)));
  }

private:
  static constexpr unsigned Count = 32;
  uint64_t *Words;
};

// The number of an instruction that rules can have, on integers or of a pointer; 0 of any other.
uint32_t ruleNumber(const Instruction &I) {
  if (!I.getType()->isIntOrIntVectorTy() && !isa<GetElementPtrInst>(I))
    return 0;
  switch (I.getOpcode()) {
#include "steps.inc"
  default: return 0;
  }
}

} // namespace

// The paths of up to three opcodes or constants that expressions of a function on integers and `ptradd` have,
// as bits of 32 words.
IDIOM_EXPORT void idiom_expression_features(LLVMValueRef Fn, uint64_t *Words) {
  Features All(Words);
  for (auto &Block : *unwrap<Function>(Fn))
    for (auto &I : Block) {
      const uint32_t Number = ruleNumber(I);
      if (!Number)
        continue;
      const uint32_t Hash = Features::step(path::Seed, Number);
      All.add(Hash);
      for (const Value *Operand : I.operand_values()) {
        if (auto *C = dyn_cast<Constant>(Operand))
          All.addConstant(Hash, C);
        auto *Below = dyn_cast<Instruction>(Operand);
        const uint32_t NumberBelow = Below ? ruleNumber(*Below) : 0;
        if (!NumberBelow)
          continue;
        const uint32_t HashBelow = Features::step(Hash, NumberBelow);
        All.add(HashBelow);
        for (const Value *Lowest : Below->operand_values()) {
          if (auto *C = dyn_cast<Constant>(Lowest))
            All.addConstant(HashBelow, C);
          else if (auto *J = dyn_cast<Instruction>(Lowest))
            if (const uint32_t NumberLowest = ruleNumber(*J))
              All.add(Features::step(HashBelow, NumberLowest));
        }
      }
    }
}

// Whether two summands of one sum share a factor, one of them being a product: of a tree of additions that
// can be written anew, or of any that a specification can speak of.
IDIOM_EXPORT bool idiom_shares_factors(LLVMValueRef Fn, bool OnlyRewritable) {
  const Scope Wanted = OnlyRewritable ? Scope::Rewritable : Scope::All;
  auto IsSum = [&](const Value *V) { return sum(V, Wanted) != nullptr; };
  Meeting All;
  for (auto &Block : *unwrap<Function>(Fn))
    for (auto &I : Block)
      if (IsSum(&I) && (OnlyRewritable ? !isWithin(&I, IsSum) && sharesFactors(&I) : All.isAt(&I)))
        return true;
  return false;
}

// Whether a multiplication of floating point vectors has two factors or more that can be splats.
IDIOM_EXPORT bool idiom_multiplies_splats(LLVMValueRef Fn, bool OnlyRewritable) {
  const Scope Wanted = OnlyRewritable ? Scope::Rewritable : Scope::All;
  auto IsProduct = [&](const Value *V) {
    auto *I = dyn_cast<BinaryOperator>(V);
    return I && I->getOpcode() == Instruction::FMul && I->getType()->isVectorTy() && hasFlags(I, false, Wanted);
  };
  for (auto &Block : *unwrap<Function>(Fn))
    for (auto &I : Block)
      if (IsProduct(&I) && (Wanted == Scope::All || !isWithin(&I, IsProduct)) &&
          multipliesSplats(&I, IsProduct, Wanted))
        return true;
  return false;
}
