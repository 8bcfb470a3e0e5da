// A calculation between values, taken out into a function of its own. The instructions that compute the
// results from the origins are pure; the smallest region of control flow with one entry and one exit around them
// becomes the function, if nothing else in it reads or writes memory or is used outside.

#include "outline.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <algorithm>
#include <string>

using namespace llvm;
using idiom::ref;

namespace {
using Values = SmallSetVector<Value *, 8>;
using Slice = SmallSetVector<Instruction *, 32>;

constexpr const char *NotAlone = "the results are calculated from more than the origins";
constexpr const char *Impure = "between the origins and the results, memory is read or written, or a call has effects";

bool isPure(const Instruction &I) {
  return !I.mayReadOrWriteMemory() && !I.mayHaveSideEffects() && !isa<AllocaInst>(I) && !I.isEHPad();
}

// Adds the instructions that compute those from Done on from the origins; why there are none, or null.
const char *complete(const Values &Origins, Slice &Found, unsigned Done) {
  for (unsigned k = Done; k < Found.size(); ++k) {
    if (!isPure(*Found[k]) || Found[k]->isTerminator())
      return Impure;
    for (Value *Operand : Found[k]->operands()) {
      if (Origins.contains(Operand))
        continue;
      if (isa<Argument>(Operand))
        return NotAlone;
      if (auto *I = dyn_cast<Instruction>(Operand))
        Found.insert(I);
    }
  }
  return nullptr;
}

// The region around a slice: from the first instruction of Entry on, up to Last in Exit, or up to Exit.
struct Region {
  BasicBlock *Entry = nullptr;
  BasicBlock *Exit = nullptr;
};

const char *regionOf(Function &F, const Slice &Found, Region &Out) {
  DominatorTree Dominance(F);
  PostDominatorTree PostDominance(F);
  LoopInfo Loops(Dominance);
  SmallSetVector<BasicBlock *, 8> Blocks;
  for (Instruction *I : Found) {
    if (!Dominance.isReachableFromEntry(I->getParent()))
      return "the results are never calculated";
    Blocks.insert(I->getParent());
    if (auto *Phi = dyn_cast<PHINode>(I))
      for (BasicBlock *From : Phi->blocks())
        Blocks.insert(From);
  }
  BasicBlock *Entry = Blocks[0], *Exit = Blocks[0];
  for (BasicBlock *Block : Blocks) {
    Entry = Dominance.findNearestCommonDominator(Entry, Block);
    Exit = Exit ? PostDominance.findNearestCommonDominator(Exit, Block) : nullptr;
  }
  // A region begins and ends in the same loops.
  while (Exit && Loops.getLoopFor(Exit) && !Loops.getLoopFor(Exit)->contains(Entry)) {
    auto *Above = PostDominance.getNode(Exit)->getIDom();
    Exit = Above ? Above->getBlock() : nullptr;
  }
  while (Exit && Entry && Loops.getLoopFor(Entry) && !Loops.getLoopFor(Entry)->contains(Exit)) {
    auto *Above = Dominance.getNode(Entry)->getIDom();
    Entry = Above ? Above->getBlock() : nullptr;
  }
  if (!Entry || !Exit)
    return "the calculation has several exits, or none";
  Out = {Entry, Exit};
  return nullptr;
}

// The instructions that compute the results from the origins and decide the branches between them, and the region
// around all of them; why there are none, or null.
const char *sliceOf(Function &F, const Values &Results, const Values &Origins, Slice &Found, Region &Around) {
  for (Value *Result : Results) {
    if (!isa<Instruction>(Result) || Origins.contains(Result))
      return "a result is an origin, or is not calculated in the function";
    Found.insert(cast<Instruction>(Result));
  }
  for (unsigned Done = 0; Done < Found.size();) {
    if (const char *Why = complete(Origins, Found, Done))
      return Why;
    if (const char *Why = regionOf(F, Found, Around))
      return Why;
    Done = Found.size();
    if (Around.Entry == Around.Exit)
      continue;
    SmallSetVector<BasicBlock *, 16> Inside;
    Inside.insert(Around.Entry);
    for (unsigned k = 0; k < Inside.size(); ++k) {
      for (Value *Operand : Inside[k]->getTerminator()->operands()) {
        if (isa<Argument>(Operand) && !Origins.contains(Operand))
          return NotAlone;
        if (isa<Instruction>(Operand) && !Origins.contains(Operand))
          Found.insert(cast<Instruction>(Operand));
      }
      for (BasicBlock *Next : successors(Inside[k]))
        if (Next != Around.Exit)
          Inside.insert(Next);
    }
  }
  return nullptr;
}

// Moves what stands between the first instruction of the slice in a block and End, and does not use the slice, before
// that first one. Returns the first one; the terminator where there is none.
Instruction *gathered(BasicBlock &Block, const Slice &Found, const Instruction *End) {
  Instruction *First = nullptr;
  SmallPtrSet<const Value *, 16> Using;
  bool MayMoveEffects = true;
  for (auto At = Block.begin(); At != Block.end();) {
    Instruction &I = *At++;
    if (&I == End || I.isTerminator())
      break;
    bool IsInside = Found.contains(&I);
    if (!First && IsInside && !isa<PHINode>(I))
      First = &I;
    if (!First || I.isDebugOrPseudoInst())
      continue;
    bool Uses = IsInside || any_of(I.operands(), [&](const Use &U) { return Using.contains(U.get()); });
    // An access to memory does not move past another one that stays.
    if (!Uses && (isPure(I) || MayMoveEffects)) {
      I.moveBefore(*First->getParent(), First->getIterator());
      continue;
    }
    Using.insert(&I);
    MayMoveEffects &= isPure(I);
  }
  return First ? First : Block.getTerminator();
}

Instruction *lastOf(BasicBlock &Block, const Slice &Found) {
  Instruction *Last = nullptr;
  for (Instruction &I : Block)
    if (Found.contains(&I))
      Last = &I;
  return Last;
}

// The first instruction behind a place at which a block can be cut.
Instruction *behind(Instruction &I) {
  Instruction *Next = I.getNextNode();
  while (isa<PHINode>(Next))
    Next = Next->getNextNode();
  return Next;
}

// Cuts the blocks of a region, and lists those inside, the entry first; why that cannot be, or null.
const char *cut(const Slice &Found, Region Around, SmallVectorImpl<BasicBlock *> &Inside) {
  BasicBlock *Stop = Around.Exit;
  Instruction *Last = lastOf(*Around.Exit, Found);
  if (Around.Entry == Around.Exit) {
    Instruction *First = gathered(*Around.Entry, Found, Last);
    Stop = SplitBlock(Around.Exit, behind(*Last));
    Inside.push_back(SplitBlock(Around.Entry, First));
  } else {
    if (Last)
      Stop = SplitBlock(Around.Exit, behind(*Last));
    Inside.push_back(SplitBlock(Around.Entry, gathered(*Around.Entry, Found, nullptr)));
  }
  for (unsigned k = 0; k < Inside.size(); ++k)
    for (BasicBlock *Next : successors(Inside[k]))
      if (Next != Stop && !is_contained(Inside, Next))
        Inside.push_back(Next);
  for (BasicBlock *Block : Inside) {
    if (Block->hasAddressTaken() || succ_empty(Block))
      return "the calculation has several exits, or none";
    for (BasicBlock *From : predecessors(Block))
      if (Block != Inside[0] && !is_contained(Inside, From))
        return "the calculation is entered at several places";
    for (const Instruction &I : *Block)
      if (!I.isDebugOrPseudoInst() && (!isPure(I) || isa<IndirectBrInst>(I)))
        return Impure;
  }
  return nullptr;
}

// Removes a slot of the stack by its only values.
void promote(AllocaInst *Slot) {
  for (User *U : make_early_inc_range(Slot->users()))
    if (auto *I = dyn_cast<IntrinsicInst>(U))
      if (I->isLifetimeStartOrEnd())
        I->eraseFromParent();
  if (!isAllocaPromotable(Slot))
    return;
  DominatorTree Dominance(*Slot->getFunction());
  PromoteMemToReg({Slot}, Dominance);
}

// A function that returns what Old writes through its last parameter, in its place.
void returning(Function &Old, Type *Result) {
  unsigned Last = Old.arg_size() - 1;
  SmallVector<Type *, 8> Types;
  SmallVector<AttributeSet, 8> Parameters;
  for (unsigned k = 0; k < Last; ++k) {
    Types.push_back(Old.getArg(k)->getType());
    Parameters.push_back(Old.getAttributes().getParamAttrs(k));
  }
  auto *Type = FunctionType::get(Result, Types, false);
  auto *New = Function::Create(Type, Old.getLinkage(), Old.getAddressSpace(), "", Old.getParent());
  New->takeName(&Old);
  New->setCallingConv(Old.getCallingConv());
  New->setAttributes(AttributeList::get(Old.getContext(), Old.getAttributes().getFnAttrs(), {}, Parameters));
  New->splice(New->begin(), &Old);
  New->copyMetadata(&Old, 0);
  Old.setSubprogram(nullptr);
  for (unsigned k = 0; k < Last; ++k) {
    Old.getArg(k)->replaceAllUsesWith(New->getArg(k));
    New->getArg(k)->takeName(Old.getArg(k));
  }
  IRBuilder<> Builder(&New->getEntryBlock().front());
  AllocaInst *Slot = Builder.CreateAlloca(Result);
  Old.getArg(Last)->replaceAllUsesWith(Slot);
  for (BasicBlock &Block : *New)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
      Builder.SetInsertPoint(Return);
      Builder.CreateRet(Builder.CreateLoad(Result, Slot));
      Return->eraseFromParent();
    }
  promote(Slot);
  for (User *U : make_early_inc_range(Old.users())) {
    auto *Call = cast<CallInst>(U);
    SmallVector<Value *, 8> Args(Call->arg_begin(), Call->arg_begin() + Last);
    Value *Place = Call->getArgOperand(Last);
    Builder.SetInsertPoint(Call);
    CallInst *Again = Builder.CreateCall(New, Args);
    Again->setCallingConv(Call->getCallingConv());
    Again->setDebugLoc(Call->getDebugLoc());
    Builder.CreateStore(Again, Place);
    Call->eraseFromParent();
    if (auto *Slot = dyn_cast<AllocaInst>(Place))
      promote(Slot);
  }
  Old.eraseFromParent();
}
} // namespace

// Takes what is calculated of the results from the origins out of a function, as one of that name, which is then
// called; null, or why not. The first values are the origins, in the order of the parameters, and the others the
// results: a single one is returned, and several are written through pointers.
IDIOM_EXPORT const char *idiom_outline_between(LLVMValueRef F, const LLVMValueRef *Bound, const IdiomText *Names,
                                               size_t OriginCount, size_t Count, IdiomText Name) {
  auto *From = unwrap<Function>(F);
  Values Origins, Results;
  for (size_t k = 0; k < Count; ++k)
    (k < OriginCount ? Origins : Results).insert(unwrap(Bound[k]));
  Slice Found;
  Region Around;
  if (const char *Why = sliceOf(*From, Results, Origins, Found, Around))
    return Why;
  SmallVector<BasicBlock *, 16> Inside;
  if (const char *Why = cut(Found, Around, Inside))
    return Why;
  DominatorTree Dominance(*From);
  CodeExtractor Extractor(Inside, &Dominance);
  if (!Extractor.isEligible())
    return "LLVM cannot make a function of the calculation";
  SetVector<Value *> Inputs, Outputs, Sunk;
  Extractor.findInputsOutputs(Inputs, Outputs, Sunk);
  if (any_of(Inputs, [&](Value *V) { return !Origins.contains(V); }))
    return NotAlone;
  if (Outputs.empty() || any_of(Outputs, [&](Value *V) { return !Results.contains(V); }))
    return "other values than the results are used behind the calculation, or none";
  Type *Only = Outputs.size() == 1 ? Outputs[0]->getType() : nullptr;
  CodeExtractorAnalysisCache Cache(*From);
  SetVector<Value *> In, Out;
  Function *Made = Extractor.extractCodeRegion(Cache, In, Out);
  if (!Made)
    return "LLVM cannot make a function of the calculation";
  idiom::nameParameters(*Made, In, Out, Bound, Names, Count, Name);
  if (Only)
    returning(*From->getParent()->getFunction(ref(Name)), Only);
  return nullptr;
}
