// Loops taken out into a function of their own by LLVM's CodeExtractor, whose arguments are then put in the
// order of names and given these. For the command only: a pass must not make functions while others are
// visited.

#include "outline.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include <algorithm>
#include <string>

using namespace llvm;
using idiom::ref;

namespace {
// The outermost loops that begin with a phi among the values.
SmallSetVector<Loop *, 4> outermost(const LoopInfo &Loops, const LLVMValueRef *Values, size_t Count) {
  SmallVector<Loop *, 8> Begun;
  for (size_t k = 0; k < Count; ++k)
    if (auto *Phi = dyn_cast<PHINode>(unwrap(Values[k])))
      if (Loops.isLoopHeader(Phi->getParent()))
        Begun.push_back(Loops.getLoopFor(Phi->getParent()));
  SmallSetVector<Loop *, 4> Outermost;
  for (Loop *L : Begun)
    if (none_of(Begun, [L](const Loop *Other) { return Other != L && Other->contains(L); }))
      Outermost.insert(L);
  return Outermost;
}

// Why a loop cannot be a function of its own, or null.
const char *obstacle(const Loop &L) {
  if (!L.getUniqueExitBlock())
    return "the loops are left to several places, or never";
  for (const BasicBlock *Block : L.blocks()) {
    if (Block->hasAddressTaken())
      return "the address of a block of the loops is taken";
    for (const Instruction &I : *Block) {
      if (isa<AllocaInst>(I))
        return "the loops allocate memory of the stack";
      if (I.isEHPad() || isa<InvokeInst>(I))
        return "the loops handle exceptions";
      if (const auto *Call = dyn_cast<CallBase>(&I)) {
        if (isa<VAStartInst>(Call))
          return "the loops start a list of variable arguments";
        if (Call->hasFnAttr(Attribute::ReturnsTwice) || isa<CallBrInst>(Call) || Call->isMustTailCall())
          return "the loops have a call that LLVM cannot move";
      }
    }
  }
  return nullptr;
}

// The position of the first name that an argument goes by; Count if none.
size_t placeAmong(const Value *V, const LLVMValueRef *Values, size_t Count) {
  auto IsHandedOn = [V](const Value *Bound) {
    const auto *Phi = dyn_cast<PHINode>(Bound);
    return Phi && Phi->hasConstantValue() == V;
  };
  for (size_t k = 0; k < Count; ++k)
    if (unwrap(Values[k]) == V)
      return k;
  for (size_t k = 0; k < Count; ++k)
    if (isa<Instruction>(V) && IsHandedOn(unwrap(Values[k])))
      return k;
  return Count;
}

// The attributes of a function or call with its parameters in another order.
AttributeList permuted(const AttributeList &Old, ArrayRef<unsigned> Order, LLVMContext &Context) {
  SmallVector<AttributeSet, 8> Parameters;
  for (unsigned from : Order)
    Parameters.push_back(Old.getParamAttrs(from));
  return AttributeList::get(Context, Old.getFnAttrs(), Old.getRetAttrs(), Parameters);
}

// A function that takes the place of Old, with its parameters in that order.
void reorder(Function &Old, ArrayRef<unsigned> Order, ArrayRef<std::string> Names, StringRef Name) {
  LLVMContext &Context = Old.getContext();
  SmallVector<Type *, 8> Types;
  for (unsigned from : Order)
    Types.push_back(Old.getArg(from)->getType());
  auto *Type = FunctionType::get(Old.getReturnType(), Types, false);
  auto *New = Function::Create(Type, GlobalValue::ExternalLinkage, Old.getAddressSpace(), "", Old.getParent());
  New->setName(Name);
  New->setCallingConv(Old.getCallingConv());
  New->setAttributes(permuted(Old.getAttributes(), Order, Context));
  if (Old.hasPersonalityFn())
    New->setPersonalityFn(Old.getPersonalityFn());
  if (Old.hasGC())
    New->setGC(Old.getGC());
  New->splice(New->begin(), &Old);
  New->copyMetadata(&Old, 0);
  Old.setSubprogram(nullptr);
  for (unsigned to = 0; to < Order.size(); ++to) {
    Old.getArg(Order[to])->replaceAllUsesWith(New->getArg(to));
    if (!Names[to].empty())
      New->getArg(to)->setName(Names[to]);
    else
      New->getArg(to)->takeName(Old.getArg(Order[to]));
  }
  for (User *U : make_early_inc_range(Old.users())) {
    auto *Call = cast<CallInst>(U);
    SmallVector<Value *, 8> Args;
    for (unsigned from : Order)
      Args.push_back(Call->getArgOperand(from));
    auto *Again = CallInst::Create(Type, New, Args);
    Again->insertInto(Call->getParent(), Call->getIterator());
    Again->setCallingConv(Call->getCallingConv());
    Again->setAttributes(permuted(Call->getAttributes(), Order, Context));
    Again->setDebugLoc(Call->getDebugLoc());
    Again->takeName(Call);
    Call->replaceAllUsesWith(Again);
    Call->eraseFromParent();
  }
  Old.eraseFromParent();
}
} // namespace

void idiom::nameParameters(Function &Made, const SetVector<Value *> &Inputs, const SetVector<Value *> &Outputs,
                           const LLVMValueRef *Values, const IdiomText *Names, size_t Count, IdiomText Name) {
  SmallVector<size_t, 8> Ranks;
  SmallVector<std::string, 8> Found;
  for (const SetVector<Value *> *Set : {&Inputs, &Outputs})
    for (const Value *V : *Set) {
      size_t At = placeAmong(V, Values, Count);
      std::string Own = At < Count ? ref(Names[At]).str() : std::string();
      bool IsBare = Set == &Outputs && !Own.empty() && !StringRef(Own).ends_with(".out");
      Ranks.push_back(At);
      Found.push_back(IsBare ? Own + ".out" : Own);
    }
  SmallVector<unsigned, 8> Order(Ranks.size());
  for (unsigned k = 0; k < Order.size(); ++k)
    Order[k] = k;
  std::stable_sort(Order.begin(), Order.end(), [&](unsigned a, unsigned b) { return Ranks[a] < Ranks[b]; });
  SmallVector<std::string, 8> Sorted;
  for (unsigned from : Order)
    Sorted.push_back(Found[from]);
  reorder(Made, Order, Sorted, ref(Name));
}

// The first instruction of the loops that values belong to: those around a phi among them at the begin of a
// loop. Null where there is no one loop around all of these.
IDIOM_EXPORT LLVMValueRef idiom_outermost_loop(LLVMValueRef F, const LLVMValueRef *Values, size_t Count) {
  DominatorTree Dominance(*unwrap<Function>(F));
  LoopInfo Loops(Dominance);
  auto Outermost = outermost(Loops, Values, Count);
  return Outermost.size() == 1 ? wrap(&Outermost[0]->getHeader()->front()) : nullptr;
}

// Takes the loops that values belong to out of a function, as one of that name, which they then call; null,
// or why not, with nothing changed. Parameters that are among the values go by their names, and are in that
// order.
IDIOM_EXPORT const char *idiom_outline(LLVMValueRef F, const LLVMValueRef *Values, const IdiomText *Names,
                                       size_t Count, IdiomText Name) {
  auto *From = unwrap<Function>(F);
  DominatorTree Dominance(*From);
  LoopInfo Loops(Dominance);
  auto Outermost = outermost(Loops, Values, Count);
  if (Outermost.size() != 1)
    return "there is no one loop around all that was found";
  Loop *L = Outermost[0];
  if (const char *Why = obstacle(*L))
    return Why;
  SmallVector<BasicBlock *, 16> Blocks(L->blocks());
  CodeExtractor Extractor(Blocks, &Dominance);
  if (!Extractor.isEligible())
    return "LLVM cannot make a function of the loops";
  CodeExtractorAnalysisCache Cache(*From);
  SetVector<Value *> Inputs, Outputs;
  Function *Made = Extractor.extractCodeRegion(Cache, Inputs, Outputs);
  if (!Made)
    return "LLVM cannot make a function of the loops";
  idiom::nameParameters(*Made, Inputs, Outputs, Values, Names, Count, Name);
  return nullptr;
}
