// Loops whose rounds are divided among threads: a copy of the loop becomes a function of its own, which the
// OpenMP runtime calls on each thread.
//
//   entry ─▶ guard ─▶ ask ─▶ fork ─▶ [ chunk ─▶ copy of the loop ─▶ done ] ─▶ merge ─▶ end ─▶ behind
//              └───────┴───────┴────▶ the loop as it was ─────────────────────────────▶┘
//
// What is in brackets is taken out. Only names that GCC's and LLVM's runtimes both serve are called. Without a
// call of the runtime the copy would still be right, on one thread.

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
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace {
// The most threads that a loop gets, so that what they leave fits on the stack.
constexpr unsigned MostThreads = 512;

// The bytes between what two threads write: whole cache lines.
constexpr uint64_t Line = 128;

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
  }
  return nullptr;
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
  SmallVector<BasicBlock *, 16> Region;
  ValueToValueMapTy Map;
  BasicBlock *Chunk, *Start, *Done;
  Value *Threads, *Rounds, *Slots = nullptr, *Copies = nullptr, *Number, *Stack = nullptr;
  SmallVector<Value *, 2> CopyOffsets;
  Value *CopyBytes = nullptr;
  uint64_t SlotBytes;

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
    SlotBytes = (8 + 8 * What.reduction_count + Line - 1) / Line * Line;
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

  void restoreStack() {
#if IDIOM_LLVM_MAJOR >= 18
    Builder.CreateStackRestore(Stack);
#else
    Builder.CreateIntrinsic(Intrinsic::stackrestore, {}, {Stack});
#endif
  }

  Value *offset(Value *Base, Value *Bytes) { return Builder.CreateGEP(Byte, Base, Bytes); }

  bool hasSlots() const { return What.reduction_count + What.private_count > 0; }

  Value *slot(Value *Thread, uint64_t At) {
    Value *Distance = Builder.CreateMul(Builder.CreateZExtOrTrunc(Thread, Long), Builder.getInt64(SlotBytes));
    return offset(Slots, Builder.CreateAdd(Distance, Builder.getInt64(At)));
  }

  Instruction *copyOf(LLVMValueRef V) { return cast<Instruction>(&*Map[unwrap(V)]); }

  // The copy of the loop, with the scopes of its accesses left out, which the loop as it was declares.
  void copyLoop() {
    for (BasicBlock *Block : Loop) {
      BasicBlock *New = CloneBasicBlock(Block, Map, ".thread", F);
      Map[Block] = New;
      Copy.push_back(New);
    }
    remapInstructionsInBlocks(Copy, Map);
    for (BasicBlock *Block : Copy)
      for (Instruction &I : *Block) {
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
    bool Allocates = What.private_count > 0;
    for (PHINode &Phi : Header->phis()) {
      Phi.replaceIncomingBlockWith(Before, Guard);
      Value *Begin = Phi.getIncomingValueForBlock(Guard);
      Phi.addIncoming(Begin, Ask);
      if (Allocates)
        Phi.addIncoming(Begin, Fork);
    }
    Entry->replaceSuccessorWith(Header, Guard);
    MDNode *Weights = MDBuilder(Context).createBranchWeights(127, 1);
    Builder.SetInsertPoint(Guard);
    Builder.CreateCondBr(unwrap(What.condition), Ask, Header, Weights);

    Builder.SetInsertPoint(Ask);
    Value *Most = call("omp_get_max_threads", Int, {}), *Inside = call("omp_in_parallel", Int, {});
    Value *Several = Builder.CreateICmpSGT(Most, Builder.getInt32(1));
    Value *Free = Builder.CreateICmpEQ(Inside, Builder.getInt32(0));
    Builder.CreateCondBr(Builder.CreateAnd(Several, Free), Fork, Header, Weights);

    Builder.SetInsertPoint(Fork);
    Value *Limit = Builder.getInt32(MostThreads);
    Threads = Builder.CreateSelect(Builder.CreateICmpSLT(Most, Limit), Most, Limit);
    // A value of this block at least goes to the threads.
    Rounds = Builder.Insert(new FreezeInst(unwrap(What.rounds)));
    Value *Count = Builder.CreateZExt(Threads, Long);
    if (Allocates) {
      CopyBytes = Builder.getInt64(0);
      for (size_t k = 0; k < What.private_count; ++k) {
        const idiom::PrivateArray &Array = What.privates[k];
        CopyOffsets.push_back(CopyBytes);
        uint64_t Size = Layout.getTypeAllocSize(unwrap(Array.like)->getType());
        Value *Bytes = Builder.CreateMul(unwrap(Array.elements), Builder.getInt64(Size));
        Value *Whole = Builder.CreateAdd(Bytes, Builder.getInt64(Line - 1));
        CopyBytes = Builder.CreateAdd(CopyBytes, Builder.CreateAnd(Whole, Builder.getInt64(~(Line - 1))));
      }
      Copies = call("malloc", Pointer, {Builder.CreateMul(CopyBytes, Count)});
      BasicBlock *Team = block("idiom.team", Header);
      Builder.CreateCondBr(Builder.CreateIsNull(Copies), Header, Team);
      Builder.SetInsertPoint(Team);
    }
    if (hasSlots()) {
      Stack = stackPointer();
      AllocaInst *Space = Builder.CreateAlloca(Byte, Builder.CreateMul(Count, Builder.getInt64(SlotBytes)));
      Space->setAlignment(Align(64));
      Slots = Builder.CreateAddrSpaceCast(Space, Pointer);
    }
    Builder.CreateBr(Chunk);
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
    Number = call("omp_get_thread_num", Int, {});
    Value *Team = call("omp_get_num_threads", Int, {});
    Value *Wide = Builder.CreateZExt(Number, Long), *Of = Builder.CreateZExt(Team, Long);
    Value *Begin = Builder.CreateUDiv(Builder.CreateMul(Rounds, Wide), Of);
    Value *Beyond = Builder.CreateAdd(Wide, Builder.getInt64(1));
    Value *End = Builder.CreateUDiv(Builder.CreateMul(Rounds, Beyond), Of);
    if (hasSlots())
      Builder.CreateStore(Team, slot(Number, 0));
    for (size_t k = 0; k < What.private_count; ++k)
      makeCopy(k);
    BasicBlock *Decide = Builder.GetInsertBlock();
    Builder.CreateCondBr(Builder.CreateICmpULT(Begin, End), Start, Done);

    auto *First = cast<BasicBlock>(&*Map[Header]), *Final = cast<BasicBlock>(&*Map[Last]);
    BasicBlock *Before = Entry->getParent();
    Builder.SetInsertPoint(Start);
    for (PHINode &Phi : First->phis())
      Phi.replaceIncomingBlockWith(Before, Start);
    makeLagging(First, Begin);
    for (size_t k = 0; k < What.step_count; ++k) {
      auto *Phi = cast<PHINode>(copyOf(What.steps[k].phi));
      Value *From = Phi->getIncomingValueForBlock(Start);
      Phi->setIncomingValueForBlock(Start, stepped(From, Begin, unwrap(What.steps[k].step)));
    }
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

    Builder.SetInsertPoint(First, First->begin());
    PHINode *Round = Builder.CreatePHI(Long, 2, "idiom.round");
    Instruction *Old = Final->getTerminator();
    MDNode *Known = Old->getMetadata(LLVMContext::MD_loop);
    Builder.SetInsertPoint(Old);
    Value *Next = Builder.CreateNUWAdd(Round, Builder.getInt64(1));
    Instruction *New = Builder.CreateCondBr(Builder.CreateICmpULT(Next, End), First, Done);
    New->setMetadata(LLVMContext::MD_loop, Known);
    idiom::markGuarded(New);
    Old->eraseFromParent();
    Round->addIncoming(Begin, Start);
    Round->addIncoming(Next, Final);

    Builder.SetInsertPoint(Done);
    SmallVector<PHINode *, 4> Parts;
    for (size_t k = 0; k < What.reduction_count; ++k) {
      const idiom::ThreadReduction &Reduction = What.reductions[k];
      Value *Part = copyOf(Reduction.next);
      auto *Phi = cast<PHINode>(copyOf(Reduction.phi));
      PHINode *Either = Builder.CreatePHI(Part->getType(), 2);
      Either->addIncoming(Phi->getIncomingValueForBlock(Start), Decide);
      Either->addIncoming(Part, Final);
      Parts.push_back(Either);
    }
    for (size_t k = 0; k < Parts.size(); ++k)
      Builder.CreateStore(Parts[k], slot(Number, 8 + 8 * k));
  }

  // Computes what the round before a thread's first one left. Start is the block behind it then.
  void makeLagging(BasicBlock *First, Value *Begin) {
    if (What.lagging_count == 0)
      return;
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
      auto *Phi = cast<PHINode>(copyOf(What.lagging[k]));
      PHINode *Either = Builder.CreatePHI(Phi->getType(), 2);
      Either->addIncoming(Phi->getIncomingValueForBlock(Start), Start);
      Either->addIncoming(Held[k], Earlier);
      Phi->setIncomingValueForBlock(Start, Either);
    }
    for (PHINode &Phi : First->phis())
      Phi.replaceIncomingBlockWith(Start, Onward);
    Start = Onward;
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
    eachOf(Builder, unwrap(Array.elements), "idiom.clear", [&](Value *Element) {
      Builder.CreateStore(neutral(Ty, Array.by), Builder.CreateGEP(Ty, Own, Element));
    });
    IRBuilder<>::InsertPointGuard Here(Builder);
    for (size_t m = 0; m < Array.access_count; ++m) {
      Instruction *Access = copyOf(Array.accesses[m]);
      Builder.SetInsertPoint(Access);
      unsigned At = isa<StoreInst>(Access) ? 1 : 0;
      Value *Distance = Builder.CreateSub(Builder.CreatePtrToInt(Access->getOperand(At), Long),
                                          Builder.CreatePtrToInt(unwrap(Array.first), Long));
      Access->setOperand(At, offset(Own, Distance));
      for (unsigned Kind : {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct, LLVMContext::MD_invariant_load})
        Access->setMetadata(Kind, nullptr);
    }
    for (size_t m = 0; m < Array.update_count; ++m)
      if (!isa<PHINode>(unwrap(Array.updates[m])))
        allowAnyOrder(copyOf(Array.updates[m]));
  }

  // Combines the parts of all threads; the values of the reductions behind the loop.
  SmallVector<Value *, 4> merge() {
    SmallVector<Value *, 4> Results;
    if (!hasSlots())
      return Results;
    Value *Team = Builder.CreateLoad(Int, slot(Builder.getInt32(0), 0));
    SmallVector<PHINode *, 4> Sums;
    BasicBlock *Before = Builder.GetInsertBlock();
    if (What.reduction_count > 0)
      eachOf(Builder, Team, "idiom.merge", [&](Value *Thread) {
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
        for (size_t k = 0; k < What.reduction_count; ++k)
          Sums[k]->addIncoming(Results[k], Builder.GetInsertBlock());
      });
    for (size_t k = 0; k < What.private_count; ++k)
      mergeCopies(k, Team);
    return Results;
  }

  // The index of a value that a header's phi has before the first round.
  unsigned initialOf(const PHINode *Phi) {
    for (unsigned k = 0; k < Phi->getNumIncomingValues(); ++k)
      if (!is_contained(Loop, Phi->getIncomingBlock(k)))
        return k;
    return 0;
  }

  // Adds the copies of an array to it, where any of them was updated.
  void mergeCopies(size_t k, Value *Team) {
    const idiom::PrivateArray &Array = What.privates[k];
    Type *Ty = unwrap(Array.like)->getType();
    Type *Bits = Type::getIntNTy(Context, Ty->getScalarSizeInBits());
    Constant *Nothing = neutral(Ty, Array.by);
    eachOf(Builder, unwrap(Array.elements), "idiom.element", [&](Value *Element) {
      PHINode *Sum = nullptr;
      Value *Total = nullptr;
      BasicBlock *Before = Builder.GetInsertBlock();
      eachOf(Builder, Team, "idiom.copy", [&](Value *Thread) {
        Sum = Builder.CreatePHI(Ty, 2);
        Sum->addIncoming(Nothing, Before);
        Value *Part = Builder.CreateLoad(Ty, Builder.CreateGEP(Ty, copyAt(Thread, k), Element));
        Total = combined(Builder, Sum, Part, Array.by);
        Sum->addIncoming(Total, Builder.GetInsertBlock());
      });
      BasicBlock *Here = Builder.GetInsertBlock();
      BasicBlock *Update = BasicBlock::Create(Context, "idiom.update", F, Here->getNextNode());
      BasicBlock *Onward = BasicBlock::Create(Context, "idiom.onward", F, Update->getNextNode());
      Value *IsTouched =
          Builder.CreateICmpNE(Builder.CreateBitCast(Total, Bits), Builder.CreateBitCast(Nothing, Bits));
      Builder.CreateCondBr(IsTouched, Update, Onward);
      Builder.SetInsertPoint(Update);
      Value *Place = Builder.CreateGEP(Ty, unwrap(Array.first), Element);
      Value *Old = Builder.CreateLoad(Ty, Place);
      Builder.CreateStore(combined(Builder, Old, Total, Array.by), Place);
      Builder.CreateBr(Onward);
      Builder.SetInsertPoint(Onward);
    });
  }

  // What follows the threads, and the values that are used behind the loop.
  void finish() {
    BasicBlock *Merge = block("idiom.merged", Behind), *End = block("idiom.end", Behind);
    Builder.SetInsertPoint(Done);
    Builder.CreateBr(Merge);
    Builder.SetInsertPoint(Merge);
    SmallVector<Value *, 4> Results = merge();
    SmallVector<std::pair<Value *, Value *>, 8> Behinds;
    for (size_t k = 0; k < What.reduction_count; ++k)
      Behinds.push_back({unwrap(What.reductions[k].next), Results[k]});
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
      restoreStack();
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

  // Takes the blocks of a thread out, and lets the runtime call them.
  CallInst *takeOut() {
    SmallPtrSet<BasicBlock *, 16> Seen;
    SmallVector<BasicBlock *, 8> Open = {Chunk};
    while (!Open.empty()) {
      BasicBlock *At = Open.pop_back_val();
      if (!Seen.insert(At).second)
        continue;
      Region.push_back(At);
      if (At != Done)
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
    Builder.SetInsertPoint(Old);
    Value *Frame = Old->arg_size() > 0 ? Old->getArgOperand(0) : ConstantPointerNull::get(Pointer);
    CallInst *New =
        call("GOMP_parallel", Type::getVoidTy(Context), {Made, Frame, Threads, Builder.getInt32(0)});
    Old->eraseFromParent();
    return New;
  }

  CallInst *run() {
    copyLoop();
    makeGuard();
    makeThread();
    finish();
    CallInst *Call = takeOut();
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
