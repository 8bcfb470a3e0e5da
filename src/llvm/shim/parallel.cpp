// Loops whose rounds are divided among threads: a copy of the loop becomes a function of its own, which the
// OpenMP runtime calls on each thread.
//
//   entry ─▶ guard ─▶ ask ─▶ fork ─▶ [ chunk ─▶ copy of the loop ─▶ done ] ─▶ merge ─▶ end ─▶ behind
//              └───────┴───────┴────▶ the loop as it was ─────────────────────────────▶┘
//
// The part in brackets is taken out. Only names that GCC's and LLVM's runtimes both serve are called. Without
// a call of the runtime the copy would still be right, on one thread.

#include "border.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <tuple>
#include <utility>

using namespace llvm;

namespace {
// The most threads that a loop gets, so that what they leave fits on the stack.
constexpr unsigned MostThreads = 256;

// The bytes between what two threads write: whole cache lines.
constexpr uint64_t Line = 64;

// The least number of rounds for each element of each thread's copy of an array.
constexpr uint64_t RoundsPerElement = 4;

// The number of parts that each thread gets about, if it is given further ones when it is free.
constexpr uint64_t PartsOfThread = 16;

// The attribute of a function that was taken out.
const char *const Outlined = "idiom-parallel";

// The number that changes nothing: null for minima and maxima of a value, which begin as the loop does.
Constant *neutral(Type *Ty, idiom::Combining By) {
  using C = idiom::Combining;
  unsigned Width = Ty->getScalarSizeInBits();
  switch (By) {
  case C::Add:
  case C::Or:
  case C::Xor:
  case C::UMax:
  case C::UAddSat:
    return ConstantInt::get(Ty, 0);
  case C::Mul:
    return ConstantInt::get(Ty, 1);
  case C::And:
  case C::UMin:
    return ConstantInt::get(Ty, APInt::getAllOnes(Width));
  case C::SMin:
    return ConstantInt::get(Ty, APInt::getSignedMaxValue(Width));
  case C::SMax:
    return ConstantInt::get(Ty, APInt::getSignedMinValue(Width));
  case C::FAdd:
    return ConstantFP::get(Ty, -0.0);
  case C::FMul:
    return ConstantFP::get(Ty, 1.0);
  case C::FMin:
    return ConstantFP::getInfinity(Ty, false);
  case C::FMax:
    return ConstantFP::getInfinity(Ty, true);
  }
  return nullptr;
}

bool isChoice(idiom::Combining By) {
  using C = idiom::Combining;
  return By == C::SMin || By == C::SMax || By == C::UMin || By == C::UMax || By == C::FMin || By == C::FMax;
}

// Two parts as one.
Value *combined(IRBuilder<> &Builder, Value *A, Value *B, idiom::Combining By) {
  using C = idiom::Combining;
  switch (By) {
  case C::Add:
    return Builder.CreateAdd(A, B);
  case C::Mul:
    return Builder.CreateMul(A, B);
  case C::And:
    return Builder.CreateAnd(A, B);
  case C::Or:
    return Builder.CreateOr(A, B);
  case C::Xor:
    return Builder.CreateXor(A, B);
  case C::SMin:
    return Builder.CreateBinaryIntrinsic(Intrinsic::smin, A, B);
  case C::SMax:
    return Builder.CreateBinaryIntrinsic(Intrinsic::smax, A, B);
  case C::UMin:
    return Builder.CreateBinaryIntrinsic(Intrinsic::umin, A, B);
  case C::UMax:
    return Builder.CreateBinaryIntrinsic(Intrinsic::umax, A, B);
  case C::FAdd:
    return Builder.CreateFAdd(A, B);
  case C::FMul:
    return Builder.CreateFMul(A, B);
  case C::FMin:
    return Builder.CreateSelect(Builder.CreateFCmpOLT(A, B), A, B);
  case C::FMax:
    return Builder.CreateSelect(Builder.CreateFCmpOGT(A, B), A, B);
  case C::UAddSat:
    return Builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, A, B);
  }
  return nullptr;
}

// Whether a value replaces another one.
Value *isBetter(IRBuilder<> &Builder, Value *A, Value *B, idiom::Better By) {
  using Is = idiom::Better;
  switch (By) {
  case Is::Always:
    return Builder.getTrue();
  case Is::SLess:
    return Builder.CreateICmpSLT(A, B);
  case Is::SLessEqual:
    return Builder.CreateICmpSLE(A, B);
  case Is::SGreater:
    return Builder.CreateICmpSGT(A, B);
  case Is::SGreaterEqual:
    return Builder.CreateICmpSGE(A, B);
  case Is::ULess:
    return Builder.CreateICmpULT(A, B);
  case Is::ULessEqual:
    return Builder.CreateICmpULE(A, B);
  case Is::UGreater:
    return Builder.CreateICmpUGT(A, B);
  case Is::UGreaterEqual:
    return Builder.CreateICmpUGE(A, B);
  case Is::FLess:
    return Builder.CreateFCmpOLT(A, B);
  case Is::FLessEqual:
    return Builder.CreateFCmpOLE(A, B);
  case Is::FGreater:
    return Builder.CreateFCmpOGT(A, B);
  case Is::FGreaterEqual:
    return Builder.CreateFCmpOGE(A, B);
  }
  return nullptr;
}

// Whether the copies of an array are combined with it, element by element.
bool isMerged(const idiom::PrivateArray &Array) {
  return Array.copies == idiom::Copies::Combined || Array.copies == idiom::Copies::Counted;
}

// Takes away what held of the value in the one order of the loop: no wrapping, no infinity.
void allowAnyOrder(Instruction *I) {
  I->dropPoisonGeneratingFlags();
  if (isa<FPMathOperator>(I)) {
    I->setHasNoNaNs(false);
    I->setHasNoInfs(false);
  }
}

// Says of a function, and of all that call it in this module, that it synchronises and accesses any memory.
void allowRuntime(Function &F) {
  SmallVector<Function *, 4> Open = {&F};
  SmallPtrSet<const Function *, 8> Seen;
  while (!Open.empty()) {
    Function *User = Open.pop_back_val();
    if (!Seen.insert(User).second)
      continue;
    User->setMemoryEffects(MemoryEffects::unknown());
    for (auto Kind : {Attribute::NoSync, Attribute::NoFree, Attribute::Speculatable})
      User->removeFnAttr(Kind);
    for (Argument &A : User->args()) {
      A.removeAttr(Attribute::WriteOnly);
      A.removeAttr(Attribute::ReadNone);
    }
    for (llvm::User *U : User->users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledOperand() != User)
        continue;
      Call->setMemoryEffects(MemoryEffects::unknown());
      for (auto Kind : {Attribute::NoSync, Attribute::NoFree, Attribute::Speculatable})
        Call->removeFnAttr(Kind);
      for (unsigned k = 0; k < Call->arg_size(); ++k) {
        Call->removeParamAttr(k, Attribute::WriteOnly);
        Call->removeParamAttr(k, Attribute::ReadNone);
      }
      Open.push_back(Call->getFunction());
    }
  }
}

// A loop `for (k = 0; k < Count; k++)` in blocks of its own, whose body Make fills; Count is at least 1.
// The builder is behind it then.
template <typename Body> void eachOf(IRBuilder<> &Builder, Value *Count, const char *Name, Body Make) {
  BasicBlock *Before = Builder.GetInsertBlock();
  Function *F = Before->getParent();
  BasicBlock *Round = BasicBlock::Create(F->getContext(), Name, F, Before->getNextNode());
  Builder.CreateBr(Round);
  Builder.SetInsertPoint(Round);
  PHINode *Number = Builder.CreatePHI(Count->getType(), 2);
  Number->addIncoming(ConstantInt::get(Count->getType(), 0), Before);
  Make(Number);
  BasicBlock *Last = Builder.GetInsertBlock();
  Value *Next = Builder.CreateNUWAdd(Number, ConstantInt::get(Count->getType(), 1));
  Number->addIncoming(Next, Last);
  BasicBlock *Behind = BasicBlock::Create(F->getContext(), std::string(Name) + ".end", F, Last->getNextNode());
  idiom::markGuarded(Builder.CreateCondBr(Builder.CreateICmpULT(Next, Count), Round, Behind));
  Builder.SetInsertPoint(Behind);
}

struct ParallelMaker {
  const idiom::ParallelLoop &What;
  Instruction *Entry, *Latch;
  BasicBlock *Header, *Last, *Behind;
  Function *F;
  Module *M;
  LLVMContext &Context;
  const DataLayout &Layout;
  IRBuilder<> Builder;
  Type *Byte, *Int, *Long;
  PointerType *Pointer;
  SmallVector<BasicBlock *, 16> Loop, Copy;
  // A copy of the loop that goes through the rounds for ranges of indices, with its first and last block.
  struct Look {
    SmallVector<BasicBlock *, 16> Copy;
    ValueToValueMapTy Map;
    BasicBlock *Begin = nullptr, *End = nullptr;
  };
  Look Looking;
  // Places on the stack that become values before blocks are taken out.
  SmallVector<AllocaInst *, 8> Pending;
  ValueToValueMapTy Map;
  BasicBlock *Chunk, *Start, *Done;
  Value *Threads, *Rounds, *Slots = nullptr, *Copies = nullptr, *Number, *Stack = nullptr;
  SmallVector<Value *, 2> CopyOffsets;
  Value *CopyBytes = nullptr;
  uint64_t SlotBytes;
  // Where a slot has the rounds that its thread is given, unless each is given one part, and their least number.
  uint64_t RangeAt = 0;
  Value *PartRounds = nullptr;
  // Where a slot has the flag of each choice, in front of its values.
  SmallVector<uint64_t, 2> ChoiceAt;
  // The least and the greatest index of each range, 64 bits wide, and whether there was any.
  struct Found {
    Value *Least, *Greatest, *Any;
  };
  SmallVector<Found, 4> Ranges;
  // The first element and the number of elements of each private array.
  SmallVector<std::pair<Value *, Value *>, 2> Elements;

  explicit ParallelMaker(const idiom::ParallelLoop &What)
      : What(What), Entry(unwrap<Instruction>(What.places[0])), Latch(unwrap<Instruction>(What.places[2])),
        Header(unwrap<Instruction>(What.places[1])->getParent()), Last(Latch->getParent()),
        Behind(Latch->getSuccessor(Latch->getSuccessor(0) == Header ? 1 : 0)), F(Header->getParent()),
        M(F->getParent()), Context(F->getContext()), Layout(M->getDataLayout()), Builder(Context),
        Byte(Type::getInt8Ty(Context)), Int(Type::getInt32Ty(Context)), Long(Type::getInt64Ty(Context)),
        Pointer(PointerType::getUnqual(Context)) {
    for (size_t k = 0; k < What.block_count; ++k)
      Loop.push_back(unwrap<Instruction>(What.blocks[k])->getParent());
    DebugLoc At = Latch->getDebugLoc();
    if (!At)
      if (DISubprogram *Program = F->getSubprogram())
        At = DILocation::get(Context, 0, 0, Program);
    Builder.SetCurrentDebugLocation(At);
    size_t Values = What.reduction_count;
    for (size_t k = 0; k < What.choice_count; ++k) {
      ChoiceAt.push_back(8 + 8 * Values);
      Values += 1 + What.choices[k].value_count;
    }
    if (isGiven()) {
      RangeAt = 8 + 8 * Values;
      Values += 2;
    }
    SlotBytes = (8 + 8 * Values + Line - 1) / Line * Line;
  }

  BasicBlock *block(const char *Name, BasicBlock *Before) {
    return BasicBlock::Create(Context, Name, F, Before);
  }

  CallInst *call(const char *Name, Type *Result, ArrayRef<Value *> Args) {
    SmallVector<Type *, 4> Types;
    for (Value *Arg : Args)
      Types.push_back(Arg->getType());
    CallInst *Call = Builder.Insert(idiom::callOf(*M, Name, FunctionType::get(Result, Types, false), Args));
    Call->setDoesNotThrow();
    return Call;
  }

  Value *stackPointer() {
#if IDIOM_LLVM_MAJOR >= 18
    return Builder.CreateStackSave();
#else
    return Builder.CreateIntrinsic(Intrinsic::stacksave, {}, {});
#endif
  }

  void restoreStack(Value *Saved) {
#if IDIOM_LLVM_MAJOR >= 18
    Builder.CreateStackRestore(Saved);
#else
    Builder.CreateIntrinsic(Intrinsic::stackrestore, {}, {Saved});
#endif
  }

  Value *offset(Value *Base, Value *Bytes) { return Builder.CreateGEP(Byte, Base, Bytes); }

  // Whether threads are given further rounds when they are free.
  bool isGiven() const { return What.schedule != idiom::Schedule::Static; }

  bool hasSlots() const {
    return isGiven() || What.reduction_count + What.choice_count + What.private_count > 0;
  }

  // A place in the part of a thread, of memory in which each has so many bytes.
  Value *slotIn(Value *Space, uint64_t Bytes, Value *Thread, uint64_t At) {
    Value *Distance = Builder.CreateMul(Builder.CreateZExtOrTrunc(Thread, Long), Builder.getInt64(Bytes));
    return offset(Space, Builder.CreateAdd(Distance, Builder.getInt64(At)));
  }

  Value *slot(Value *Thread, uint64_t At) { return slotIn(Slots, SlotBytes, Thread, At); }

  Instruction *copyOf(LLVMValueRef V) { return cast<Instruction>(&*Map[unwrap(V)]); }

  // The copy of the loop, with the scopes of its accesses left out, which the loop as it was declares.
  void copyLoop(SmallVectorImpl<BasicBlock *> &Blocks, ValueToValueMapTy &Copies, const char *Suffix) {
    for (BasicBlock *Block : Loop) {
      BasicBlock *New = CloneBasicBlock(Block, Copies, Suffix, F);
      Copies[Block] = New;
      Blocks.push_back(New);
    }
    remapInstructionsInBlocks(Blocks, Copies);
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : make_early_inc_range(*Block)) {
        // Of an array that each thread has a copy of.
        auto *Note = dyn_cast<IntrinsicInst>(&I);
        if (Note && Note->isLifetimeStartOrEnd()) {
          I.eraseFromParent();
          continue;
        }
        I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
        I.setMetadata(LLVMContext::MD_noalias, nullptr);
      }
  }

  // The blocks that decide whether threads run the loop.
  void makeGuard() {
    BasicBlock *Before = Entry->getParent();
    BasicBlock *Guard = block("idiom.guard", Header), *Ask = block("idiom.ask", Header);
    BasicBlock *Fork = block("idiom.fork", Header);
    Chunk = block("idiom.chunk", Header);
    for (PHINode &Phi : Header->phis())
      Phi.replaceIncomingBlockWith(Before, Guard);
    Entry->replaceSuccessorWith(Header, Guard);
    Builder.SetInsertPoint(Guard);
    goOnIf(unwrap(What.condition), Ask, Guard);

    Builder.SetInsertPoint(Ask);
    Value *Most = call("omp_get_max_threads", Int, {}), *Inside = call("omp_in_parallel", Int, {});
    Value *Several = Builder.CreateICmpSGT(Most, Builder.getInt32(1));
    Value *Free = Builder.CreateICmpEQ(Inside, Builder.getInt32(0));
    goOnIf(Builder.CreateAnd(Several, Free), Fork, Guard);

    Builder.SetInsertPoint(Fork);
    Value *Limit = Builder.getInt32(MostThreads);
    Threads = Builder.CreateSelect(Builder.CreateICmpSLT(Most, Limit), Most, Limit);
    // A value of this block at least goes to the threads.
    Rounds = Builder.Insert(new FreezeInst(unwrap(What.rounds)));
    if (What.range_count > 0)
      goOnIf(askRanges(), block("idiom.apart", Header), Guard);
    Value *Count = Builder.CreateZExt(Threads, Long);
    if (What.private_count > 0) {
      CopyBytes = Builder.getInt64(0);
      for (size_t k = 0; k < What.private_count; ++k) {
        const idiom::PrivateArray &Array = What.privates[k];
        Elements.push_back(elementsOf(Array));
        CopyOffsets.push_back(CopyBytes);
        uint64_t Size = Layout.getTypeAllocSize(unwrap(Array.like)->getType());
        Value *Bytes = Builder.CreateMul(Elements[k].second, Builder.getInt64(Size));
        Value *Whole = Builder.CreateAdd(Bytes, Builder.getInt64(Line - 1));
        CopyBytes = Builder.CreateAdd(CopyBytes, Builder.CreateAnd(Whole, Builder.getInt64(~(Line - 1))));
      }
      // An odd number of lines, so that one element of all copies is not in the same place of a cache.
      CopyBytes = Builder.CreateOr(CopyBytes, Builder.getInt64(Line));
      goOnIf(isMergedFast(Count), block("idiom.copies", Header), Guard);
      Copies = call("malloc", Pointer, {Builder.CreateMul(CopyBytes, Count)});
      goOnIf(Builder.CreateIsNotNull(Copies), block("idiom.team", Header), Guard);
    }
    if (hasSlots()) {
      Stack = stackPointer();
      Slots = slotsOf(Count, SlotBytes);
    }
    if (isGiven()) {
      uint64_t Parts = What.schedule == idiom::Schedule::Dynamic ? PartsOfThread : 4 * PartsOfThread;
      Value *Number = Builder.CreateUDiv(Rounds, Builder.CreateMul(Count, Builder.getInt64(Parts)));
      PartRounds = Builder.CreateBinaryIntrinsic(Intrinsic::umax, Number, Builder.getInt64(1));
    }
    Builder.CreateBr(Chunk);
  }

  // Whether the loop has several rounds for each element of each copy: combining the copies is cheap then.
  Value *isMergedFast(Value *Count) {
    Value *All = Builder.getInt64(0);
    for (size_t k = 0; k < What.private_count; ++k)
      if (isMerged(What.privates[k]))
        All = Builder.CreateAdd(All, Elements[k].second);
    Value *Least = Builder.CreateMul(Builder.CreateMul(All, Count), Builder.getInt64(RoundsPerElement));
    return Builder.CreateICmpUGE(Rounds, Least);
  }

  // Goes on in a block where a condition holds, and else to the loop as it was.
  void goOnIf(Value *Condition, BasicBlock *Onward, BasicBlock *Guard) {
    BasicBlock *From = Builder.GetInsertBlock();
    if (From != Guard)
      for (PHINode &Phi : Header->phis())
        Phi.addIncoming(Phi.getIncomingValueForBlock(Guard), From);
    Builder.CreateCondBr(Condition, Onward, Header, MDBuilder(Context).createBranchWeights(127, 1));
    Builder.SetInsertPoint(Onward);
  }

  Value *slotsOf(Value *Count, uint64_t Bytes) {
    AllocaInst *Space = Builder.CreateAlloca(Byte, Builder.CreateMul(Count, Builder.getInt64(Bytes)));
    Space->setAlignment(Align(64));
    return Builder.CreateAddrSpaceCast(Space, Pointer);
  }

  // The first element of a private array, and the number of elements.
  std::pair<Value *, Value *> elementsOf(const idiom::PrivateArray &Array) {
    Value *First = unwrap(Array.first), *Number = unwrap(Array.elements);
    if (Array.range_count == 0)
      return {First, Number};
    auto [Low, High, Any] = bytesOf(Array);
    uint64_t Size = Layout.getTypeAllocSize(unwrap(Array.like)->getType());
    Value *Bytes = Builder.CreateSub(High, Low);
    Value *Distance = Builder.CreateSub(Low, Builder.CreatePtrToInt(First, Long));
    Value *One = Builder.getInt64(1), *Zero = Builder.getInt64(0);
    Number = Builder.CreateSelect(Any, Builder.CreateUDiv(Bytes, Builder.getInt64(Size)), One);
    return {offset(First, Builder.CreateSelect(Any, Distance, Zero)), Number};
  }

  // The address of the first byte that the ranges of an array touch, that behind the last, and whether there
  // is any.
  std::tuple<Value *, Value *, Value *> bytesOf(const idiom::PrivateArray &Array) {
    Value *Low = nullptr, *High = nullptr, *Any = nullptr;
    for (size_t k = 0; k < Array.range_count; ++k) {
      auto [First, Behind, Is] = bytesOf(Array.ranges[k]);
      if (!Low) {
        Low = First, High = Behind, Any = Is;
        continue;
      }
      Value *IsOnly = Builder.CreateNot(Any);
      Value *IsLower = Builder.CreateOr(IsOnly, Builder.CreateICmpULT(First, Low));
      Value *IsHigher = Builder.CreateOr(IsOnly, Builder.CreateICmpUGT(Behind, High));
      Low = Builder.CreateSelect(Builder.CreateAnd(Is, IsLower), First, Low);
      High = Builder.CreateSelect(Builder.CreateAnd(Is, IsHigher), Behind, High);
      Any = Builder.CreateOr(Any, Is);
    }
    return {Low, High, Any};
  }

  // The same of one range.
  std::tuple<Value *, Value *, Value *> bytesOf(size_t k) {
    const idiom::IndexRange &Range = What.ranges[k];
    Value *Base = Builder.CreatePtrToInt(unwrap(Range.base), Long), *Factor = Builder.getInt64(Range.factor);
    bool IsUpward = Range.factor > 0;
    Value *Low = IsUpward ? Ranges[k].Least : Ranges[k].Greatest;
    Value *High = IsUpward ? Ranges[k].Greatest : Ranges[k].Least;
    Value *First = Builder.CreateAdd(Base, Builder.CreateMul(Low, Factor));
    Value *Last = Builder.CreateAdd(Base, Builder.CreateMul(High, Factor));
    return {First, Builder.CreateAdd(Last, Builder.getInt64(Range.size)), Ranges[k].Any};
  }

  // Lets the threads go through the rounds for the ranges of indices alone; whether these are as they must be.
  Value *askRanges() {
    Value *Before = stackPointer(), *Count = Builder.CreateZExt(Threads, Long);
    uint64_t Bytes = (8 + 16 * What.range_count + Line - 1) / Line * Line;
    Value *Space = slotsOf(Count, Bytes);
    BasicBlock *Looked = block("idiom.looked", Header);
    Looking.Begin = block("idiom.look", Header);
    Builder.CreateBr(Looking.Begin);
    Looking.End = makeLook(Looked, Space, Bytes);
    Builder.SetInsertPoint(Looked);
    auto Slot = [&](Value *Thread, uint64_t At) { return slotIn(Space, Bytes, Thread, At); };
    Value *Team = Builder.CreateLoad(Int, Slot(Builder.getInt32(0), 0));
    SmallVector<std::pair<Value *, Value *>, 4> Ends;
    BasicBlock *Here = Builder.GetInsertBlock();
    eachOf(Builder, Team, "idiom.ends", [&](Value *Thread) {
      SmallVector<std::pair<PHINode *, PHINode *>, 4> Known;
      for (size_t k = 0; k < What.range_count; ++k) {
        auto [Least, Greatest] = emptyRange(k);
        PHINode *Low = Builder.CreatePHI(Long, 2), *High = Builder.CreatePHI(Long, 2);
        Low->addIncoming(wide(Least, k), Here);
        High->addIncoming(wide(Greatest, k), Here);
        Known.push_back({Low, High});
      }
      for (size_t k = 0; k < What.range_count; ++k) {
        Value *Low = Builder.CreateLoad(Long, Slot(Thread, 8 + 16 * k));
        Value *High = Builder.CreateLoad(Long, Slot(Thread, 16 + 16 * k));
        bool IsSigned = What.ranges[k].is_signed;
        Low = ends(Known[k].first, Low, IsSigned, true);
        High = ends(Known[k].second, High, IsSigned, false);
        Ends.push_back({Low, High});
      }
      for (size_t k = 0; k < What.range_count; ++k) {
        Known[k].first->addIncoming(Ends[k].first, Builder.GetInsertBlock());
        Known[k].second->addIncoming(Ends[k].second, Builder.GetInsertBlock());
      }
    });
    restoreStack(Before);
    Value *Holds = Builder.getTrue();
    // Further away, products with the size of elements could be more than 64 bits have.
    Value *Far = Builder.getInt64(1LL << 40);
    for (size_t k = 0; k < What.range_count; ++k) {
      auto [Low, High] = Ends[k];
      bool IsSigned = What.ranges[k].is_signed;
      Value *Any = IsSigned ? Builder.CreateICmpSLE(Low, High) : Builder.CreateICmpULE(Low, High);
      Ranges.push_back({Low, High, Any});
      Value *Near = Builder.CreateAnd(Builder.CreateICmpSGT(Low, Builder.CreateNeg(Far)), Builder.CreateICmpSLT(High, Far));
      if (!IsSigned)
        Near = Builder.CreateICmpULT(High, Far);
      Holds = Builder.CreateAnd(Holds, Builder.CreateOr(Builder.CreateNot(Any), Near));
    }
    for (size_t k = 0; k < What.apart_count; ++k)
      Holds = Builder.CreateAnd(Holds, isApart(What.aparts[k]));
    for (size_t k = 0; k < What.private_count; ++k) {
      const idiom::PrivateArray &Array = What.privates[k];
      if (Array.range_count == 0)
        continue;
      Value *Number = elementsOf(Array).second;
      Holds = Builder.CreateAnd(Holds, Builder.CreateICmpULE(Number, unwrap(Array.elements)));
    }
    return Holds;
  }

  // Whether two places do not overlap: each begins at least the length of the other one behind it, modulo 2^64.
  Value *isApart(const idiom::RangeApart &Pair) {
    auto [First, Behind, Any] = bytesOf(Pair.range);
    Value *Length = Builder.CreateSub(Behind, First), *Other, *OfOther, *Is = Builder.getTrue();
    if (Pair.other == UINT32_MAX) {
      Other = unwrap(Pair.first), OfOther = unwrap(Pair.bytes);
    } else {
      Value *End;
      std::tie(Other, End, Is) = bytesOf(Pair.other);
      OfOther = Builder.CreateSub(End, Other);
    }
    Value *Ahead = Builder.CreateICmpUGE(Builder.CreateSub(Other, First), Length);
    Value *Back = Builder.CreateICmpUGE(Builder.CreateSub(First, Other), OfOther);
    Value *Both = Builder.CreateAnd(Any, Is);
    return Builder.CreateOr(Builder.CreateNot(Both), Builder.CreateAnd(Ahead, Back));
  }

  Type *indexType(size_t k) { return unwrap(What.ranges[k].index)->getType(); }

  // The least and the greatest index where there is none: the greatest and the least number.
  std::pair<Constant *, Constant *> emptyRange(size_t k) {
    unsigned Width = indexType(k)->getIntegerBitWidth();
    bool IsSigned = What.ranges[k].is_signed;
    APInt Most = IsSigned ? APInt::getSignedMaxValue(Width) : APInt::getMaxValue(Width);
    APInt Least = IsSigned ? APInt::getSignedMinValue(Width) : APInt::getMinValue(Width);
    return {ConstantInt::get(indexType(k), Most), ConstantInt::get(indexType(k), Least)};
  }

  Value *wide(Value *Index, size_t k) {
    return What.ranges[k].is_signed ? Builder.CreateSExt(Index, Long) : Builder.CreateZExt(Index, Long);
  }

  Value *ends(Value *A, Value *B, bool IsSigned, bool IsLeast) {
    auto Kind = IsSigned ? (IsLeast ? Intrinsic::smin : Intrinsic::smax) : (IsLeast ? Intrinsic::umin : Intrinsic::umax);
    return Builder.CreateBinaryIntrinsic(Kind, A, B);
  }

  // The rounds of a thread without their stores: the ranges of indices go to its slot. The last block.
  BasicBlock *makeLook(BasicBlock *Behind, Value *Space, uint64_t Bytes) {
    BasicBlock *Begins = block("idiom.begins", Header), *Ended = block("idiom.ended", Header);
    IRBuilder<> AtEntry(&*F->getEntryBlock().getFirstInsertionPt());
    Builder.SetInsertPoint(Looking.Begin);
    auto [Thread, Begin, End, Team] = divide();
    SmallVector<std::pair<AllocaInst *, AllocaInst *>, 4> Places;
    for (size_t k = 0; k < What.range_count; ++k) {
      auto [Least, Greatest] = emptyRange(k);
      AllocaInst *Low = AtEntry.CreateAlloca(indexType(k)), *High = AtEntry.CreateAlloca(indexType(k));
      Builder.CreateStore(Least, Low);
      Builder.CreateStore(Greatest, High);
      Places.push_back({Low, High});
    }
    Builder.CreateCondBr(Builder.CreateICmpULT(Begin, End), Begins, Ended);
    for (size_t k = 0; k < What.range_count; ++k) {
      const idiom::IndexRange &Range = What.ranges[k];
      auto *Index = cast<Instruction>(&*Looking.Map[unwrap(Range.index)]);
      if (isa<PHINode>(Index))
        Builder.SetInsertPoint(Index->getParent(), Index->getParent()->getFirstInsertionPt());
      else
        Builder.SetInsertPoint(Index->getNextNode());
      Value *Defined = Builder.Insert(new FreezeInst(Index));
      bool IsSigned = Range.is_signed;
      for (auto [Place, IsLeast] : {std::make_pair(Places[k].first, true), std::make_pair(Places[k].second, false)})
        Builder.CreateStore(ends(Builder.CreateLoad(Index->getType(), Place), Defined, IsSigned, IsLeast), Place);
    }
    auto *First = cast<BasicBlock>(&*Looking.Map[Header]), *Final = cast<BasicBlock>(&*Looking.Map[Last]);
    Builder.SetInsertPoint(Begins);
    for (PHINode &Phi : First->phis())
      Phi.replaceIncomingBlockWith(Entry->getParent(), Begins);
    BasicBlock *Before = beginRounds(Begins, First, Begin, Looking.Map);
    Builder.CreateBr(First);
    for (size_t k = 0; k < What.reduction_count; ++k) {
      auto *Phi = cast<PHINode>(&*Looking.Map[unwrap(What.reductions[k].phi)]);
      Phi->replaceAllUsesWith(PoisonValue::get(Phi->getType()));
      Phi->eraseFromParent();
      Looking.Map.erase(unwrap(What.reductions[k].phi));
    }
    for (size_t k = 0; k < What.choice_count; ++k)
      for (size_t v = 0; v < What.choices[k].value_count; ++v)
        if (LLVMValueRef Phi = What.choices[k].phis[v]) {
          auto *Own = cast<PHINode>(&*Looking.Map[unwrap(Phi)]);
          Own->replaceAllUsesWith(PoisonValue::get(Own->getType()));
          Own->eraseFromParent();
          Looking.Map.erase(unwrap(Phi));
        }
    goRound(First, Final, Before, Ended, Begin, End);
    strip(Looking.Copy, Places);
    Builder.SetInsertPoint(Ended);
    auto Slot = [&, Thread = Thread](uint64_t At) { return slotIn(Space, Bytes, Thread, At); };
    Builder.CreateStore(Team, Slot(0));
    for (size_t k = 0; k < What.range_count; ++k) {
      Type *Ty = indexType(k);
      Builder.CreateStore(wide(Builder.CreateLoad(Ty, Places[k].first), k), Slot(8 + 16 * k));
      Builder.CreateStore(wide(Builder.CreateLoad(Ty, Places[k].second), k), Slot(16 + 16 * k));
    }
    Builder.CreateBr(Behind);
    for (auto [Low, High] : Places)
      Pending.append({Low, High});
    return Ended;
  }

  // Takes the effects out of a copy of the loop, and what nothing needs then.
  void strip(ArrayRef<BasicBlock *> Blocks, ArrayRef<std::pair<AllocaInst *, AllocaInst *>> Places) {
    SmallPtrSet<const Value *, 8> Kept;
    for (auto [Low, High] : Places)
      Kept.insert({Low, High});
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : make_early_inc_range(*Block)) {
#if IDIOM_LLVM_MAJOR >= 19
        I.dropDbgRecords();
#endif
        auto *Store = dyn_cast<StoreInst>(&I);
        auto *Note = dyn_cast<IntrinsicInst>(&I);
        bool IsNote = Note && Note->isAssumeLikeIntrinsic() && Note->getType()->isVoidTy();
        if (IsNote || (Store && !Kept.contains(Store->getPointerOperand())))
          I.eraseFromParent();
      }
    for (bool IsChanged = true; IsChanged;) {
      IsChanged = false;
      for (BasicBlock *Block : Blocks)
        for (Instruction &I : make_early_inc_range(reverse(*Block)))
          if (isInstructionTriviallyDead(&I)) {
            I.eraseFromParent();
            IsChanged = true;
          }
    }
  }

  // The place of a thread's copy of an array.
  Value *copyAt(Value *Thread, size_t k) {
    Value *Distance = Builder.CreateMul(Builder.CreateZExtOrTrunc(Thread, Long), CopyBytes);
    return offset(Copies, Builder.CreateAdd(Distance, CopyOffsets[k]));
  }

  // The function of a thread: which rounds are its own, where they begin, and the loop.
  void makeThread() {
    Start = block("idiom.start", Header);
    Done = block("idiom.done", Header);
    Builder.SetInsertPoint(Chunk);
    Value *Begin, *End, *Team;
    std::tie(Number, Begin, End, Team) = divide();
    if (hasSlots())
      Builder.CreateStore(Team, slot(Number, 0));
    for (size_t k = 0; k < What.private_count; ++k)
      makeCopy(k);
    BasicBlock *Decide = Builder.GetInsertBlock(), *Again = Start, *After = nullptr;
    Value *Has = isGiven() ? askFirst() : Builder.CreateICmpULT(Begin, End);
    Builder.CreateCondBr(Has, Start, Done);

    auto *First = cast<BasicBlock>(&*Map[Header]), *Final = cast<BasicBlock>(&*Map[Last]);
    Builder.SetInsertPoint(Start);
    SmallVector<PHINode *, 4> Held;
    if (isGiven()) {
      After = block("idiom.after", Header);
      for (size_t k = 0; k < What.reduction_count; ++k)
        Held.push_back(Builder.CreatePHI(unwrap(What.reductions[k].phi)->getType(), 2));
      Begin = Builder.CreateLoad(Long, slot(Number, RangeAt));
      End = Builder.CreateLoad(Long, slot(Number, RangeAt + 8));
    }
    for (PHINode &Phi : First->phis())
      Phi.replaceIncomingBlockWith(Entry->getParent(), Start);
    Start = beginRounds(Start, First, Begin, Map);
    for (size_t k = 0; k < What.reduction_count; ++k) {
      const idiom::ThreadReduction &Reduction = What.reductions[k];
      auto *Phi = cast<PHINode>(copyOf(Reduction.phi));
      if (!isChoice(Reduction.by))
        Phi->setIncomingValueForBlock(Start, neutral(Phi->getType(), Reduction.by));
      for (size_t m = 0; m < Reduction.member_count; ++m)
        if (!isa<PHINode>(unwrap(Reduction.members[m])))
          allowAnyOrder(copyOf(Reduction.members[m]));
    }
    Builder.CreateBr(First);
    SmallVector<Value *, 2> Flags;
    for (size_t k = 0; k < What.choice_count; ++k)
      Flags.push_back(makeFlag(k, First, Final));

    goRound(First, Final, Start, After ? After : Done, Begin, End);
    SmallVector<Value *, 4> Before;
    for (size_t k = 0; k < What.reduction_count; ++k) {
      auto *Phi = cast<PHINode>(copyOf(What.reductions[k].phi));
      Before.push_back(Phi->getIncomingValueForBlock(Start));
      if (After) {
        Held[k]->addIncoming(Before[k], Decide);
        Phi->setIncomingValueForBlock(Start, Held[k]);
      }
    }
    if (After) {
      Builder.SetInsertPoint(After);
      keepAll(Begin, End);
      Value *More = askNext();
      After = Builder.GetInsertBlock();
      Builder.CreateCondBr(More, Again, Done);
    }

    Builder.SetInsertPoint(Done);
    SmallVector<PHINode *, 4> Parts;
    for (size_t k = 0; k < What.reduction_count; ++k) {
      Value *Part = copyOf(What.reductions[k].next);
      PHINode *Either = Builder.CreatePHI(Part->getType(), 2);
      Either->addIncoming(Before[k], Decide);
      Either->addIncoming(Part, After ? After : Final);
      Parts.push_back(Either);
      if (After)
        Held[k]->addIncoming(Part, After);
    }
    if (After)
      call("GOMP_loop_end_nowait", Type::getVoidTy(Context), {});
    for (size_t k = 0; k < Parts.size(); ++k)
      Builder.CreateStore(Parts[k], slot(Number, 8 + 8 * k));
    for (size_t k = 0; k < What.choice_count; ++k)
      leaveChoice(k, Flags[k], Decide, Final);
    if (!isGiven())
      keepAll(Begin, End);
    Done = Builder.GetInsertBlock();
  }

  // The name of a function of the runtime that gives rounds to threads.
  std::string givingName(const char *Rest) const {
    return std::string("GOMP_loop_") + (What.schedule == idiom::Schedule::Dynamic ? "dynamic_" : "guided_") + Rest;
  }

  // Whether a thread gets its first rounds; its slot says which.
  Value *askFirst() {
    Value *Zero = Builder.getInt64(0), *One = Builder.getInt64(1);
    Value *Has = call(givingName("start").c_str(), Byte,
                      {Zero, Rounds, One, PartRounds, slot(Number, RangeAt), slot(Number, RangeAt + 8)});
    return Builder.CreateIsNotNull(Has);
  }

  // Whether a thread gets further rounds; its slot says which.
  Value *askNext() {
    Value *Has = call(givingName("next").c_str(), Byte, {slot(Number, RangeAt), slot(Number, RangeAt + 8)});
    return Builder.CreateIsNotNull(Has);
  }

  // Copies what the last round wrote to the arrays, if these rounds were the last.
  void keepAll(Value *Begin, Value *End) {
    for (size_t k = 0; k < What.private_count; ++k)
      if (What.privates[k].copies == idiom::Copies::Last)
        keepLast(k, Begin, End);
  }

  // Whether a copy of a value, or of one that its phi becomes by choices, was replaced by the thread: made beside
  // each of these.
  Value *flagOf(Value *V, const SmallPtrSetImpl<Value *> &Members, ValueToValueMapTy &Known) {
    if (!Members.contains(V))
      return Builder.getTrue();
    if (Known.count(V))
      return Known[V];
    IRBuilder<>::InsertPointGuard Here(Builder);
    auto *I = cast<Instruction>(V);
    Builder.SetInsertPoint(I);
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      PHINode *Flag = Builder.CreatePHI(Builder.getInt1Ty(), Phi->getNumIncomingValues());
      Known[V] = Flag;
      for (unsigned n = 0; n < Phi->getNumIncomingValues(); ++n)
        Flag->addIncoming(flagOf(Phi->getIncomingValue(n), Members, Known), Phi->getIncomingBlock(n));
      return Flag;
    }
    auto *Choice = cast<SelectInst>(I);
    Value *First = flagOf(Choice->getTrueValue(), Members, Known);
    Value *Second = flagOf(Choice->getFalseValue(), Members, Known);
    Value *Flag = Builder.CreateSelect(Choice->getCondition(), First, Second);
    Known[V] = Flag;
    return Flag;
  }

  // The flag of a choice behind the last round of a thread, by the copies; from Start on nothing was replaced.
  Value *makeFlag(size_t k, BasicBlock *First, BasicBlock *Final) {
    const idiom::ThreadChoice &Choice = What.choices[k];
    LLVMValueRef Old = Choice.phis[Choice.flagged];
    if (!Old)
      return Builder.getTrue();
    SmallPtrSet<Value *, 16> Members;
    for (size_t m = 0; m < Choice.member_count; ++m) {
      Members.insert(copyOf(Choice.members[m]));
      if (!isa<PHINode>(unwrap(Choice.members[m])))
        allowAnyOrder(copyOf(Choice.members[m]));
    }
    auto *Phi = cast<PHINode>(copyOf(Old));
    ValueToValueMapTy Known;
    IRBuilder<>::InsertPointGuard Here(Builder);
    Builder.SetInsertPoint(First, First->begin());
    PHINode *Flag = Builder.CreatePHI(Builder.getInt1Ty(), 2);
    Known[Phi] = Flag;
    Flag->addIncoming(Builder.getFalse(), Start);
    Value *Next = flagOf(copyOf(Choice.nexts[Choice.flagged]), Members, Known);
    Flag->addIncoming(Next, Final);
    return Next;
  }

  // Leaves a choice in the slot of a thread: its flag, and its values.
  void leaveChoice(size_t k, Value *Flag, BasicBlock *Decide, BasicBlock *Final) {
    const idiom::ThreadChoice &Choice = What.choices[k];
    IRBuilder<>::InsertPointGuard Here(Builder);
    Builder.SetInsertPoint(Done, Done->begin());
    SmallVector<PHINode *, 4> Parts = {Builder.CreatePHI(Builder.getInt1Ty(), 2)};
    Parts[0]->addIncoming(Builder.getFalse(), Decide);
    Parts[0]->addIncoming(Flag, Final);
    for (size_t v = 0; v < Choice.value_count; ++v) {
      Value *Part = copyOf(Choice.nexts[v]);
      Value *Before = Constant::getNullValue(Part->getType());
      if (Choice.phis[v])
        Before = cast<PHINode>(copyOf(Choice.phis[v]))->getIncomingValueForBlock(Start);
      PHINode *Either = Builder.CreatePHI(Part->getType(), 2);
      Either->addIncoming(Before, Decide);
      Either->addIncoming(Part, Final);
      Parts.push_back(Either);
    }
    Builder.SetInsertPoint(Done);
    Builder.CreateStore(Builder.CreateZExt(Parts[0], Byte), slot(Number, ChoiceAt[k]));
    for (size_t v = 0; v < Choice.value_count; ++v)
      Builder.CreateStore(Parts[v + 1], slot(Number, ChoiceAt[k] + 8 + 8 * v));
  }

  // The number of a thread, the rounds that it begins and ends with, and the number of threads.
  std::tuple<Value *, Value *, Value *, Value *> divide() {
    Value *Thread = call("omp_get_thread_num", Int, {});
    Value *Team = call("omp_get_num_threads", Int, {});
    Value *Wide = Builder.CreateZExt(Thread, Long), *Of = Builder.CreateZExt(Team, Long);
    Value *Begin = Builder.CreateUDiv(Builder.CreateMul(Rounds, Wide), Of);
    Value *Beyond = Builder.CreateAdd(Wide, Builder.getInt64(1));
    Value *End = Builder.CreateUDiv(Builder.CreateMul(Rounds, Beyond), Of);
    return {Thread, Begin, End, Team};
  }

  // Lets a copy of the loop go from round to round, by a number of its own.
  void goRound(BasicBlock *First, BasicBlock *Final, BasicBlock *Before, BasicBlock *Onward, Value *Begin, Value *End) {
    Builder.SetInsertPoint(First, First->begin());
    PHINode *Round = Builder.CreatePHI(Long, 2, "idiom.round");
    Instruction *Old = Final->getTerminator();
    MDNode *Known = Old->getMetadata(LLVMContext::MD_loop);
    Builder.SetInsertPoint(Old);
    Value *Next = Builder.CreateNUWAdd(Round, Builder.getInt64(1));
    Instruction *New = Builder.CreateCondBr(Builder.CreateICmpULT(Next, End), First, Onward);
    New->setMetadata(LLVMContext::MD_loop, Known);
    idiom::markGuarded(New);
    Old->eraseFromParent();
    Round->addIncoming(Begin, Before);
    Round->addIncoming(Next, Final);
  }

  // Makes the values with which a copy of the loop begins its first round; the block before it.
  BasicBlock *beginRounds(BasicBlock *At, BasicBlock *First, Value *Begin, ValueToValueMapTy &Copies) {
    At = makeLagging(At, First, Begin, Copies);
    for (size_t k = 0; k < What.step_count; ++k) {
      auto *Phi = cast<PHINode>(&*Copies[unwrap(What.steps[k].phi)]);
      Value *From = Phi->getIncomingValueForBlock(At);
      Phi->setIncomingValueForBlock(At, stepped(From, Begin, unwrap(What.steps[k].step)));
    }
    return At;
  }

  // Computes what the round before a thread's first one left; the block behind it.
  BasicBlock *makeLagging(BasicBlock *At, BasicBlock *First, Value *Begin, ValueToValueMapTy &Copies) {
    if (What.lagging_count == 0)
      return At;
    BasicBlock *Earlier = block("idiom.earlier", Header), *Onward = block("idiom.begin", Header);
    Builder.CreateCondBr(Builder.CreateIsNull(Begin), Onward, Earlier);
    Builder.SetInsertPoint(Earlier);
    Value *Before = Builder.CreateSub(Begin, Builder.getInt64(1));
    ValueToValueMapTy Known;
    SmallPtrSet<const BasicBlock *, 16> Blocks(Loop.begin(), Loop.end());
    for (size_t k = 0; k < What.step_count; ++k) {
      auto *Phi = unwrap<PHINode>(What.steps[k].phi);
      Value *From = Phi->getIncomingValue(initialOf(Phi));
      Known[Phi] = stepped(From, Before, unwrap(What.steps[k].step));
    }
    SmallVector<Value *, 4> Held;
    for (size_t k = 0; k < What.lagging_count; ++k) {
      auto *Phi = unwrap<PHINode>(What.lagging[k]);
      Held.push_back(idiom::inEarlierRound(Builder, Phi->getIncomingValueForBlock(Last), Blocks, Known));
    }
    Builder.CreateBr(Onward);
    Builder.SetInsertPoint(Onward);
    for (size_t k = 0; k < What.lagging_count; ++k) {
      auto *Phi = cast<PHINode>(&*Copies[unwrap(What.lagging[k])]);
      PHINode *Either = Builder.CreatePHI(Phi->getType(), 2);
      Either->addIncoming(Phi->getIncomingValueForBlock(At), At);
      Either->addIncoming(Held[k], Earlier);
      Phi->setIncomingValueForBlock(At, Either);
    }
    for (PHINode &Phi : First->phis())
      Phi.replaceIncomingBlockWith(At, Onward);
    return Onward;
  }

  Value *stepped(Value *From, Value *Count, Value *Step) {
    Value *Distance = Builder.CreateMul(Count, Step);
    if (From->getType()->isPointerTy())
      return offset(From, Distance);
    return Builder.CreateAdd(From, Builder.CreateZExtOrTrunc(Distance, From->getType()));
  }

  // Fills a thread's copy of an array, and leads the accesses there.
  void makeCopy(size_t k) {
    const idiom::PrivateArray &Array = What.privates[k];
    Type *Ty = unwrap(Array.like)->getType();
    Value *Own = copyAt(Number, k);
    if (isMerged(Array))
      eachOf(Builder, Elements[k].second, "idiom.clear", [&](Value *Element) {
        Builder.CreateStore(neutral(Ty, Array.by), Builder.CreateGEP(Ty, Own, Element));
      });
    IRBuilder<>::InsertPointGuard Here(Builder);
    for (size_t m = 0; m < Array.access_count; ++m) {
      Instruction *Access = copyOf(Array.accesses[m]);
      Builder.SetInsertPoint(Access);
      unsigned At = isa<StoreInst>(Access) ? 1 : 0;
      Value *Distance = Builder.CreateSub(Builder.CreatePtrToInt(Access->getOperand(At), Long),
                                          Builder.CreatePtrToInt(Elements[k].first, Long));
      Access->setOperand(At, offset(Own, Distance));
      limitAlignment(Access, Array);
      for (unsigned Kind : {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct, LLVMContext::MD_invariant_load,
                            LLVMContext::MD_range, LLVMContext::MD_noundef})
        Access->setMetadata(Kind, nullptr);
    }
    for (size_t m = 0; m < Array.update_count; ++m)
      if (!isa<PHINode>(unwrap(Array.updates[m])))
        allowAnyOrder(copyOf(Array.updates[m]));
    if (Array.copies == idiom::Copies::Counted)
      countOn(Array, Ty);
  }

  // Lets a copy count updates to the greatest number, whatever the limit of the array's elements is.
  void countOn(const idiom::PrivateArray &Array, Type *Ty) {
    Instruction *Old = copyOf(Array.comparison);
    Builder.SetInsertPoint(Old);
    Value *Element = copyOf(Array.accesses[0]), *Most = Constant::getAllOnesValue(Ty);
    Old->replaceAllUsesWith(Array.holds ? Builder.CreateICmpNE(Element, Most) : Builder.CreateICmpEQ(Element, Most));
    Old->eraseFromParent();
  }

  // A copy is aligned as memory of `malloc` and as its elements are, which may be less than the array is.
  void limitAlignment(Instruction *Access, const idiom::PrivateArray &Array) {
    if (auto *Fill = dyn_cast<MemSetInst>(Access)) {
      Fill->setDestAlignment(Align(1));
      return;
    }
    uint64_t Size = Layout.getTypeStoreSize(getLoadStoreType(Access)).getFixedValue();
    uint64_t Known = std::min<uint64_t>(Size & (~Size + 1), 16);
    if (auto *Slot = dyn_cast<AllocaInst>(unwrap(Array.first)))
      Known = std::min<uint64_t>(Known, Slot->getAlign().value());
    Align Limit(Known);
    if (auto *Store = dyn_cast<StoreInst>(Access))
      Store->setAlignment(std::min(Store->getAlign(), Limit));
    else
      cast<LoadInst>(Access)->setAlignment(std::min(cast<LoadInst>(Access)->getAlign(), Limit));
  }

  // Copies the elements of the thread with the last round to the array.
  void keepLast(size_t k, Value *Begin, Value *End) {
    const idiom::PrivateArray &Array = What.privates[k];
    BasicBlock *Here = Builder.GetInsertBlock();
    BasicBlock *Keep = BasicBlock::Create(Context, "idiom.keep", F, Here->getNextNode());
    BasicBlock *Kept = BasicBlock::Create(Context, "idiom.kept", F, Keep->getNextNode());
    Value *IsLast = Builder.CreateAnd(Builder.CreateICmpULT(Begin, End), Builder.CreateICmpEQ(End, Rounds));
    Builder.CreateCondBr(IsLast, Keep, Kept);
    Builder.SetInsertPoint(Keep);
    uint64_t Size = Layout.getTypeAllocSize(unwrap(Array.like)->getType());
    Value *Bytes = Builder.CreateMul(Elements[k].second, Builder.getInt64(Size));
    Builder.CreateMemCpy(Elements[k].first, MaybeAlign(1), copyAt(Number, k), MaybeAlign(1), Bytes);
    Builder.CreateBr(Kept);
    Builder.SetInsertPoint(Kept);
  }

  // Combines the parts of all threads; the values of the reductions behind the loop.
  SmallVector<Value *, 4> merge() {
    SmallVector<Value *, 4> Results;
    if (!hasSlots())
      return Results;
    Value *Team = Builder.CreateLoad(Int, slot(Builder.getInt32(0), 0));
    SmallVector<PHINode *, 4> Sums;
    BasicBlock *Before = Builder.GetInsertBlock();
    if (What.reduction_count + What.choice_count > 0)
      eachOf(Builder, Team, "idiom.merge", [&](Value *Thread) {
        SmallVector<SmallVector<PHINode *, 4>, 2> Chosen;
        for (size_t k = 0; k < What.choice_count; ++k)
          Chosen.push_back(choicesFrom(What.choices[k], Before));
        for (size_t k = 0; k < What.reduction_count; ++k) {
          const idiom::ThreadReduction &Reduction = What.reductions[k];
          auto *Phi = unwrap<PHINode>(Reduction.phi);
          PHINode *Sum = Builder.CreatePHI(Phi->getType(), 2);
          Sum->addIncoming(Phi->getIncomingValue(initialOf(Phi)), Before);
          Sums.push_back(Sum);
        }
        for (size_t k = 0; k < What.reduction_count; ++k) {
          Value *Part = Builder.CreateLoad(Sums[k]->getType(), slot(Thread, 8 + 8 * k));
          Results.push_back(combined(Builder, Sums[k], Part, What.reductions[k].by));
        }
        for (size_t k = 0; k < What.choice_count; ++k)
          mergeChoice(k, Thread, Chosen[k], Results);
        size_t At = What.reduction_count;
        for (size_t k = 0; k < What.reduction_count; ++k)
          Sums[k]->addIncoming(Results[k], Builder.GetInsertBlock());
        for (SmallVector<PHINode *, 4> &Values : Chosen)
          for (PHINode *Value : Values)
            Value->addIncoming(Results[At++], Builder.GetInsertBlock());
      });
    for (size_t k = 0; k < What.private_count; ++k)
      if (isMerged(What.privates[k]))
        mergeCopies(k, Team);
    return Results;
  }

  // The values of a choice before a thread's part of it is looked at.
  SmallVector<PHINode *, 4> choicesFrom(const idiom::ThreadChoice &Choice, BasicBlock *Before) {
    SmallVector<PHINode *, 4> Values;
    for (size_t v = 0; v < Choice.value_count; ++v) {
      Type *Ty = unwrap(Choice.nexts[v])->getType();
      Value *From = Constant::getNullValue(Ty);
      if (Choice.phis[v]) {
        auto *Phi = unwrap<PHINode>(Choice.phis[v]);
        From = Phi->getIncomingValue(initialOf(Phi));
      }
      Values.push_back(Builder.CreatePHI(Ty, 2));
      Values.back()->addIncoming(From, Before);
    }
    return Values;
  }

  // The values of a choice with those of one more thread.
  void mergeChoice(size_t k, Value *Thread, ArrayRef<PHINode *> Values, SmallVectorImpl<Value *> &Results) {
    const idiom::ThreadChoice &Choice = What.choices[k];
    Value *Flag = Builder.CreateLoad(Byte, slot(Thread, ChoiceAt[k]));
    Value *Takes = Builder.CreateTrunc(Flag, Builder.getInt1Ty());
    SmallVector<Value *, 4> Parts;
    for (size_t v = 0; v < Choice.value_count; ++v)
      Parts.push_back(Builder.CreateLoad(Values[v]->getType(), slot(Thread, ChoiceAt[k] + 8 + 8 * v)));
    if (Choice.better != idiom::Better::Always)
      Takes = Builder.CreateLogicalAnd(Takes, isBetter(Builder, Parts[0], Values[0], Choice.better));
    for (size_t v = 0; v < Choice.value_count; ++v)
      Results.push_back(Builder.CreateSelect(Takes, Parts[v], Values[v]));
  }

  // The index of a value that a header's phi has before the first round.
  unsigned initialOf(const PHINode *Phi) {
    for (unsigned k = 0; k < Phi->getNumIncomingValues(); ++k)
      if (!is_contained(Loop, Phi->getIncomingBlock(k)))
        return k;
    return 0;
  }

  // Adds the other copies of an array to the first one, thread by thread, and that to the array where any of
  // them was updated.
  void mergeCopies(size_t k, Value *Team) {
    const idiom::PrivateArray &Array = What.privates[k];
    Type *Ty = unwrap(Array.like)->getType();
    Type *Bits = Type::getIntNTy(Context, Ty->getScalarSizeInBits());
    Constant *Nothing = neutral(Ty, Array.by);
    Value *Whole = copyAt(Builder.getInt32(0), k), *Elements = this->Elements[k].second;
    BasicBlock *Here = Builder.GetInsertBlock();
    BasicBlock *Others = BasicBlock::Create(Context, "idiom.others", F, Here->getNextNode());
    BasicBlock *Known = BasicBlock::Create(Context, "idiom.known", F, Others->getNextNode());
    Builder.CreateCondBr(Builder.CreateICmpUGT(Team, Builder.getInt32(1)), Others, Known);
    Builder.SetInsertPoint(Others);
    eachOf(Builder, Builder.CreateSub(Team, Builder.getInt32(1)), "idiom.copy", [&](Value *Before) {
      Value *Other = copyAt(Builder.CreateAdd(Before, Builder.getInt32(1)), k);
      eachOf(Builder, Elements, "idiom.sum", [&](Value *Element) {
        Value *To = Builder.CreateGEP(Ty, Whole, Element);
        Value *Part = Builder.CreateLoad(Ty, Builder.CreateGEP(Ty, Other, Element));
        Builder.CreateStore(combined(Builder, Builder.CreateLoad(Ty, To), Part, Array.by), To);
      });
    });
    Builder.CreateBr(Known);
    Builder.SetInsertPoint(Known);
    eachOf(Builder, Elements, "idiom.element", [&](Value *Element) {
      Value *Total = Builder.CreateLoad(Ty, Builder.CreateGEP(Ty, Whole, Element));
      BasicBlock *Now = Builder.GetInsertBlock();
      BasicBlock *Update = BasicBlock::Create(Context, "idiom.update", F, Now->getNextNode());
      BasicBlock *Onward = BasicBlock::Create(Context, "idiom.onward", F, Update->getNextNode());
      Value *IsTouched =
          Builder.CreateICmpNE(Builder.CreateBitCast(Total, Bits), Builder.CreateBitCast(Nothing, Bits));
      Builder.CreateCondBr(IsTouched, Update, Onward);
      Builder.SetInsertPoint(Update);
      Value *Place = Builder.CreateGEP(Ty, this->Elements[k].first, Element);
      Value *Old = Builder.CreateLoad(Ty, Place);
      Value *New = Array.copies == idiom::Copies::Counted ? counted(Array, Old, Total, Onward)
                                                          : combined(Builder, Old, Total, Array.by);
      Builder.CreateStore(New, Place);
      Builder.CreateBr(Onward);
      Builder.SetInsertPoint(Onward);
    });
  }

  // An element after so many updates; the builder is where it is below its limit then.
  Value *counted(const idiom::PrivateArray &Array, Value *Old, Value *Updates, BasicBlock *Onward) {
    // A choice of undefined values is one; a branch by them is not defined.
    Value *Limit = Builder.CreateFreeze(unwrap(Array.limit));
    Old = Builder.CreateFreeze(Old);
    if (Array.is_next)
      Limit = Builder.CreateAdd(Limit, ConstantInt::get(Limit->getType(), 1));
    CmpInst::Predicate Is = Array.below == idiom::Below::Other    ? CmpInst::ICMP_NE
                            : Array.below == idiom::Below::Signed ? CmpInst::ICMP_SLT
                                                                  : CmpInst::ICMP_ULT;
    BasicBlock *Below = BasicBlock::Create(Context, "idiom.below", F, Onward);
    Builder.CreateCondBr(Builder.CreateICmp(Is, Old, Limit), Below, Onward);
    Builder.SetInsertPoint(Below);
    // The steps to the limit are a number without sign, also from a negative element.
    Value *Reaches = Builder.CreateICmpUGE(Updates, Builder.CreateSub(Limit, Old));
    return Builder.CreateSelect(Reaches, Limit, Builder.CreateAdd(Old, Updates));
  }

  // The blocks behind the threads, and the values that are used behind the loop.
  void finish() {
    BasicBlock *Merge = block("idiom.merged", Behind), *End = block("idiom.end", Behind);
    Builder.SetInsertPoint(Done);
    Builder.CreateBr(Merge);
    Builder.SetInsertPoint(Merge);
    SmallVector<Value *, 4> Results = merge();
    SmallVector<std::pair<Value *, Value *>, 8> Behinds;
    for (size_t k = 0; k < What.reduction_count; ++k)
      Behinds.push_back({unwrap(What.reductions[k].next), Results[k]});
    size_t At = What.reduction_count;
    for (size_t k = 0; k < What.choice_count; ++k)
      for (size_t v = 0; v < What.choices[k].value_count; ++v)
        Behinds.push_back({unwrap(What.choices[k].nexts[v]), Results[At++]});
    for (size_t k = 0; k < What.last_count; ++k) {
      const idiom::LastStep &Last = What.lasts[k];
      auto *Phi = unwrap<PHINode>(What.steps[Last.step].phi);
      Value *Count = Last.is_next ? Rounds : Builder.CreateSub(Rounds, Builder.getInt64(1));
      Value *From = Phi->getIncomingValue(initialOf(Phi));
      Behinds.push_back({unwrap(Last.value), stepped(From, Count, unwrap(What.steps[Last.step].step))});
    }
    if (Copies)
      call("free", Type::getVoidTy(Context), {Copies});
    if (Stack)
      restoreStack(Stack);
    Builder.CreateBr(End);
    BasicBlock *From = Builder.GetInsertBlock();

    Latch->replaceSuccessorWith(Behind, End);
    for (PHINode &Phi : Behind->phis())
      Phi.replaceIncomingBlockWith(Last, End);
    Builder.SetInsertPoint(End);
    for (auto [Old, New] : Behinds) {
      SmallVector<Use *, 4> Outside;
      for (Use &U : Old->uses()) {
        BasicBlock *Place = cast<Instruction>(U.getUser())->getParent();
        if (!is_contained(Loop, Place))
          Outside.push_back(&U);
      }
      if (Outside.empty())
        continue;
      PHINode *Either = Builder.CreatePHI(Old->getType(), 2);
      for (Use *U : Outside)
        U->set(Either);
      Either->addIncoming(Old, Last);
      Either->addIncoming(New, From);
    }
    Builder.CreateBr(Behind);
    idiom::markGuarded(Latch);
  }

  // Takes the blocks of a thread out, from the first to the last, and lets the runtime call them.
  CallInst *takeOut(BasicBlock *From, BasicBlock *To) {
    if (!Pending.empty()) {
      DominatorTree Dominance(*F);
      PromoteMemToReg(Pending, Dominance);
      Pending.clear();
    }
    SmallVector<BasicBlock *, 16> Region;
    SmallPtrSet<BasicBlock *, 16> Seen;
    SmallVector<BasicBlock *, 8> Open = {From};
    while (!Open.empty()) {
      BasicBlock *At = Open.pop_back_val();
      if (!Seen.insert(At).second)
        continue;
      Region.push_back(At);
      if (At != To)
        Open.append(succ_begin(At), succ_end(At));
    }
    DominatorTree Dominance(*F);
    CodeExtractor Extractor(Region, &Dominance, /* AggregateArgs */ true, nullptr, nullptr, nullptr, false, false,
                            nullptr, "idiom.parallel");
    if (!Extractor.isEligible())
      return nullptr;
    CodeExtractorAnalysisCache Cache(*F);
    Function *Made = Extractor.extractCodeRegion(Cache);
    if (!Made || !Made->hasOneUse())
      return nullptr;
    Made->addFnAttr(Outlined);
    auto *Old = cast<CallInst>(Made->user_back());
    IRBuilder<>::InsertPointGuard Here(Builder);
    Builder.SetInsertPoint(Old);
    Value *Frame = Old->arg_size() > 0 ? Old->getArgOperand(0) : ConstantPointerNull::get(Pointer);
    CallInst *New =
        call("GOMP_parallel", Type::getVoidTy(Context), {Made, Frame, Threads, Builder.getInt32(0)});
    Old->eraseFromParent();
    return New;
  }

  CallInst *run() {
    copyLoop(Copy, Map, ".thread");
    if (What.range_count > 0)
      copyLoop(Looking.Copy, Looking.Map, ".look");
    makeGuard();
    makeThread();
    finish();
    if (Looking.Begin)
      takeOut(Looking.Begin, Looking.End);
    CallInst *Call = takeOut(Chunk, Done);
    allowRuntime(*F);
    return Call;
  }
};
} // namespace

// Lets threads run the rounds of a loop where its condition holds; the call of the runtime.
IDIOM_EXPORT LLVMValueRef idiom_run_in_parallel(const idiom::ParallelLoop *What) {
  return wrap(ParallelMaker(*What).run());
}

namespace {
// Whether a constant is, or is computed from, the address of a variable that each thread has of its own.
bool isOfThread(const Constant *C, SmallPtrSetImpl<const Constant *> &Seen) {
  if (!Seen.insert(C).second)
    return false;
  if (const auto *Global = dyn_cast<GlobalValue>(C))
    if (Global->isThreadLocal())
      return true;
  if (isa<GlobalVariable>(C) || isa<Function>(C))
    return false;
  for (const Use &U : C->operands())
    if (const auto *Part = dyn_cast<Constant>(U.get()))
      if (isOfThread(Part, Seen))
        return true;
  return false;
}
} // namespace

// Why instructions of these blocks may see other memory on another thread; null where they do not.
IDIOM_EXPORT const char *idiom_thread_obstacle(const LLVMValueRef *Firsts, size_t Count) {
  SmallPtrSet<const Constant *, 32> Seen;
  for (size_t k = 0; k < Count; ++k)
    for (const Instruction &I : *unwrap<Instruction>(Firsts[k])->getParent()) {
      for (const Use &U : I.operands())
        if (const auto *C = dyn_cast<Constant>(U.get()))
          if (isOfThread(C, Seen))
            return "refers to a variable of which each thread has its own";
      const Value *Address = getLoadStorePointerOperand(&I);
      if (isa<AddrSpaceCastInst>(I) || (Address && Address->getType()->getPointerAddressSpace() != 0))
        return "accesses an address space of its own, which may be that of a thread";
    }
  return nullptr;
}

// Whether a function was taken out for threads.
IDIOM_EXPORT bool idiom_is_of_threads(LLVMValueRef F) { return unwrap<Function>(F)->hasFnAttribute(Outlined); }
