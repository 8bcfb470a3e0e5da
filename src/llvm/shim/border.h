// Conversions between LLVM's types and those that cross the border.
#pragma once

#include "shim.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/InstructionCost.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <type_traits>

namespace llvm {
template <typename T> class ArrayRef;
class CallInst;
class FunctionType;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace idiom {

inline llvm::StringRef ref(IdiomText Text) { return llvm::StringRef(Text.data, Text.length); }

// A number, optional up to LLVM 20 or so.
template <typename T> int64_t plainNumber(T Value) {
  if constexpr (std::is_integral_v<T>)
    return Value;
  else
    return *Value;
}

// A cost as a number; -1 where it is not known.
inline int64_t number(const llvm::InstructionCost &Cost) { return Cost.isValid() ? plainNumber(Cost.getValue()) : -1; }

// How the result of a call says the round that a loop runs from: it is its number (0), the address of its
// element, null for the last round (1), or zero for the last round (2).
struct SkippedRounds {
  uint32_t from;
  uint32_t size; // the bytes from the element of one round to that of the next
  LLVMValueRef last;
  LLVMValueRef first; // the address of the first element
};

// A value that a call leaves at the address of a store, but for what is to be added to it, with the flags of the
// addition; null where there is none.
struct LeftInMemory {
  LLVMValueRef value;
  LLVMValueRef plus;
  LLVMValueRef store;
  uint64_t flags;
};

// An operation that combines the parts of threads.
enum class Combining : uint32_t { Add, Mul, And, Or, Xor, SMin, SMax, UMin, UMax, FAdd, FMul, FMin, FMax, UAddSat };

// A phi of a loop's header that steps, with what a round adds: 64 bits, in bytes for a pointer.
struct ThreadStep {
  LLVMValueRef phi;
  LLVMValueRef step;
};

// A phi of a loop's header that rounds combine, its value in the next round, and all values between.
struct ThreadReduction {
  LLVMValueRef phi;
  LLVMValueRef next;
  const LLVMValueRef *members;
  size_t member_count;
  Combining by;
};

// A value of a stepping phi that is used behind the loop: of the last round, or of the one after it.
struct LastStep {
  LLVMValueRef value;
  uint32_t step;
  bool is_next;
};

// How a value must compare to replace another one.
enum class Better : uint32_t {
  Always,
  SLess,
  SLessEqual,
  SGreater,
  SGreaterEqual,
  ULess,
  ULessEqual,
  UGreater,
  UGreaterEqual,
  FLess,
  FLessEqual,
  FGreater,
  FGreaterEqual
};

// Values that rounds replace together, by their phis, null where each round does, and what they are next; the
// values that depend on the phis; the number of the one that says whether it was replaced; and how the first one
// must compare.
struct ThreadChoice {
  const LLVMValueRef *phis;
  const LLVMValueRef *nexts;
  size_t value_count;
  const LLVMValueRef *members;
  size_t member_count;
  uint32_t flagged;
  Better better;
};

// How rounds are given to threads: one part to each, or further parts when they are free.
enum class Schedule : uint32_t { Static, Dynamic, Guided };

// The use of the copies of an array: they are combined with it, they count towards a limit of its elements, that
// of the last round stays, or none.
enum class Copies : uint32_t { Combined, Counted, Last, Dropped };

// The elements that an update with a limit increases: all but the limit, or those that are less.
enum class Below : uint32_t { Other, Signed, Unsigned };

// An array of which each thread has a copy: its first element, their number, its loads and stores, the values
// between them, and a value of the elements' type.
struct PrivateArray {
  LLVMValueRef first;
  LLVMValueRef elements;
  const LLVMValueRef *accesses;
  size_t access_count;
  const LLVMValueRef *updates;
  size_t update_count;
  LLVMValueRef like;
  // How elements of two copies become one; Add where none do.
  Combining by;
  Copies copies;
  // The comparison with the limit, the operand that says the limit, which elements are below it, whether these
  // are where the comparison holds, and whether the limit is one more than the operand.
  LLVMValueRef comparison;
  LLVMValueRef limit;
  Below below;
  bool holds;
  bool is_next;
  // The ranges of its indices: if there are any, they say the first element and the number, at most
  // `elements`.
  const uint32_t *ranges;
  size_t range_count;
};

// An index that a loop computes, of elements of that size at base + factor * index.
struct IndexRange {
  LLVMValueRef index;
  LLVMValueRef base;
  int64_t factor;
  uint32_t size;
  bool is_signed;
};

// Memory that the elements of a range may not touch: those of another one, or so many bytes from an address.
struct RangeApart {
  uint32_t range;
  uint32_t other; // the highest number where there is none
  LLVMValueRef first;
  LLVMValueRef bytes;
};

// A loop whose rounds are divided among threads. Places are the terminator before it, its first instruction,
// and the branch that leaves it; blocks go by their first instructions.
struct ParallelLoop {
  LLVMValueRef places[3];
  const LLVMValueRef *blocks;
  size_t block_count;
  LLVMValueRef condition;
  LLVMValueRef rounds;
  const ThreadStep *steps;
  size_t step_count;
  const ThreadReduction *reductions;
  size_t reduction_count;
  const LLVMValueRef *lagging;
  size_t lagging_count;
  const ThreadChoice *choices;
  size_t choice_count;
  const LastStep *lasts;
  size_t last_count;
  Schedule schedule;
  const PrivateArray *privates;
  size_t private_count;
  const IndexRange *ranges;
  size_t range_count;
  const RangeApart *aparts;
  size_t apart_count;
};

// The value that a loop computed in the round whose phis have the values known, made where the builder is.
// All that it is computed by dominates the end of the round, and has no effects.
llvm::Value *inEarlierRound(llvm::IRBuilder<> &Builder, llvm::Value *V,
                            const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &Blocks,
                            llvm::ValueToValueMapTy &Known);

// Marks the loop that a terminator ends as one that stays beside what was made for it.
void markGuarded(llvm::Instruction *Latch);

// A call of a function of the program by its symbol, which is declared where the module does not know it. Its
// `int`s are extended to registers as C's ABI of the target wants it: without the attributes the callee may
// read what is above them.
llvm::CallInst *callOf(llvm::Module &M, llvm::StringRef Name, llvm::FunctionType *Type,
                       llvm::ArrayRef<llvm::Value *> Args);

} // namespace idiom
