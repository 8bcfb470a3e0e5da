// Nests of loops whose place a call takes: what the model does not say of them, and the blocks around the
// call.

#include "border.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using idiom::ref;

IDIOM_EXPORT void idiom_finish_new(LLVMValueRef New, uint64_t Flags, IdiomText Name, LLVMValueRef *Sources,
                                   size_t Count);

namespace {
// The property of a loop that stays for all that a guard excludes.
const char *const Mark = "idiom.guarded";

SmallPtrSet<const BasicBlock *, 16> blocksOf(LLVMValueRef *Firsts, size_t Count) {
  SmallPtrSet<const BasicBlock *, 16> Blocks;
  for (size_t k = 0; k < Count; ++k)
    Blocks.insert(unwrap<Instruction>(Firsts[k])->getParent());
  return Blocks;
}

bool isUsedElsewhere(const Instruction &I, const SmallPtrSetImpl<const BasicBlock *> &Blocks) {
  for (const User *U : I.users())
    if (!Blocks.contains(cast<Instruction>(U)->getParent()))
      return true;
  return false;
}

// The array whose lifetime a marker begins or ends.
const Value *arrayOf(const IntrinsicInst *Note) { return Note->getArgOperand(Note->arg_size() - 1)->stripPointerCasts(); }

// Whether an instruction may stand in a nest that does not run: what the model leaves out is read here, too.
bool isHarmless(const Instruction &I, bool IsKept) {
  if (IsKept)
    if (const auto *Fill = dyn_cast<MemSetInst>(&I))
      return !Fill->isVolatile();
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isSimple();
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple();
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I)) {
    if (Intrinsic->isLifetimeStartOrEnd())
      return false;
    if (Intrinsic->isAssumeLikeIntrinsic())
      return true;
  }
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return isa<CallInst>(Call) && Call->doesNotAccessMemory() && Call->doesNotThrow() &&
           Call->hasFnAttr(Attribute::WillReturn) && !Call->isConvergent();
  return !I.mayHaveSideEffects() && !isa<AllocaInst>(I) && !I.isEHPad();
}

DebugLoc locationOf(const Instruction *Latch) {
  if (DebugLoc Known = Latch->getDebugLoc())
    return Known;
  if (DISubprogram *Program = Latch->getFunction()->getSubprogram())
    return DILocation::get(Latch->getContext(), 0, 0, Program);
  return DebugLoc();
}

// The access to memory that the arguments allow, and no other.
void limit(CallInst *Call, const uint8_t *Accesses, size_t Count) {
  uint8_t All = 0;
  for (unsigned k = 0; k < Count; ++k) {
    uint8_t Access = Accesses[k];
    All |= Access;
    if (Access == 0)
      continue;
    if (Access == 1)
      Call->addParamAttr(k, Attribute::ReadOnly);
    if (Access == 2)
      Call->addParamAttr(k, Attribute::WriteOnly);
    // The result leads to what an argument leads to.
    if (Call->getType()->isPointerTy())
      continue;
#if IDIOM_LLVM_MAJOR >= 21
    Call->addParamAttr(k, Attribute::getWithCaptureInfo(Call->getContext(), CaptureInfo::none()));
#else
    Call->addParamAttr(k, Attribute::NoCapture);
#endif
  }
  ModRefInfo Effect = All == 0 ? ModRefInfo::NoModRef : All == 1 ? ModRefInfo::Ref : ModRefInfo::ModRef;
  Call->setMemoryEffects(MemoryEffects::argMemOnly(Effect));
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::WillReturn);
  Call->addFnAttr(Attribute::NoFree);
  Call->addFnAttr(Attribute::NoSync);
  Call->addFnAttr(Attribute::NoCallback);
}

// A block that branches to a call where Condition holds, else to Header, in the place of Entry's block; and
// the call, which is the last instruction of its block.
CallInst *callBehindGuard(Instruction *Entry, BasicBlock *Header, BasicBlock *Behind, const DebugLoc &Location,
                          Value *Condition, IdiomText Name, LLVMTypeRef Result, LLVMValueRef *Args,
                          const uint8_t *Accesses, size_t Count) {
  Function *F = Header->getParent();
  LLVMContext &Context = F->getContext();
  BasicBlock *Guard = BasicBlock::Create(Context, "idiom.guard", F, Header);
  BasicBlock *Calling = BasicBlock::Create(Context, "idiom.call", F, Behind);
  for (PHINode &Phi : Header->phis())
    Phi.replaceIncomingBlockWith(Entry->getParent(), Guard);
  Entry->replaceSuccessorWith(Header, Guard);
  IRBuilder<> Builder(Guard);
  Builder.SetCurrentDebugLocation(Location);
  // As LLVM weighs the run-time checks of its own versioning.
  Builder.CreateCondBr(Condition, Calling, Header, MDBuilder(Context).createBranchWeights(127, 1));

  Builder.SetInsertPoint(Calling);
  SmallVector<Value *, 16> Values;
  SmallVector<Type *, 16> Types;
  for (size_t k = 0; k < Count; ++k) {
    Values.push_back(unwrap(Args[k]));
    Types.push_back(Values.back()->getType());
  }
  auto *Wanted = FunctionType::get(Result ? unwrap(Result) : Type::getVoidTy(Context), Types, false);
  CallInst *Call = Builder.Insert(idiom::callOf(*F->getParent(), ref(Name), Wanted, Values));
  limit(Call, Accesses, Count);
  return Call;
}

// The number of the round that the result of a call says, 64 bits wide.
Value *roundOf(IRBuilder<> &Builder, CallInst *Call, const idiom::SkippedRounds &From) {
  Type *Long = Builder.getInt64Ty();
  Value *Last = From.last ? unwrap(From.last) : nullptr, *Zero = ConstantInt::get(Long, 0);
  if (From.from == 0) {
    Value *Number = Builder.CreateZExtOrTrunc(Call, Long);
    return Last ? Builder.CreateSelect(Builder.CreateICmpULT(Number, Last), Number, Last) : Number;
  }
  Value *IsNone = Builder.CreateIsNull(Call);
  if (From.from == 2)
    return Builder.CreateSelect(IsNone, Last, Zero);
  Value *Bytes =
      Builder.CreateSub(Builder.CreatePtrToInt(Call, Long), Builder.CreatePtrToInt(unwrap(From.first), Long));
  Value *Number = Builder.CreateUDiv(Bytes, ConstantInt::get(Long, From.size));
  if (!Last)
    return Number;
  Value *IsEarlier = Builder.CreateICmpULT(Number, Last);
  return Builder.CreateSelect(IsNone, Last, Builder.CreateSelect(IsEarlier, Number, Last));
}

// A value that began so, that many steps later.
Value *advanced(IRBuilder<> &Builder, Value *Begin, Value *Rounds, Value *Step) {
  Value *Distance = Builder.CreateMul(Rounds, Step);
  if (Begin->getType()->isPointerTy())
    return Builder.CreateGEP(Builder.getInt8Ty(), Begin, Distance);
  return Builder.CreateAdd(Begin, Builder.CreateZExtOrTrunc(Distance, Begin->getType()));
}

} // namespace

Value *idiom::inEarlierRound(IRBuilder<> &Builder, Value *V, const SmallPtrSetImpl<const BasicBlock *> &Blocks,
                      ValueToValueMapTy &Known) {
  auto *I = dyn_cast<Instruction>(V);
  if (Value *There = Known.lookup(V))
    return There;
  if (!I || !Blocks.contains(I->getParent()))
    return V;
  Instruction *Copy = I->clone();
  for (Use &Operand : Copy->operands())
    Operand.set(inEarlierRound(Builder, Operand.get(), Blocks, Known));
  Builder.Insert(Copy, I->getName());
  Copy->setDebugLoc(Builder.getCurrentDebugLocation());
  return Known[V] = Copy;
}
void idiom::markGuarded(Instruction *Latch) {
  LLVMContext &Context = Latch->getContext();
  SmallVector<Metadata *, 4> Parts = {nullptr};
  if (MDNode *Known = Latch->getMetadata(LLVMContext::MD_loop))
    for (unsigned k = 1; k < Known->getNumOperands(); ++k)
      Parts.push_back(Known->getOperand(k));
  Parts.push_back(MDNode::get(Context, MDString::get(Context, Mark)));
  MDNode *Loop = MDNode::getDistinct(Context, Parts);
  Loop->replaceOperandWith(0, Loop);
  Latch->setMetadata(LLVMContext::MD_loop, Loop);
}

// Whether the metadata of the loop that a terminator ends has a property.
static bool hasProperty(LLVMValueRef Latch, StringRef Property) {
  const MDNode *Loop = unwrap<Instruction>(Latch)->getMetadata(LLVMContext::MD_loop);
  if (!Loop)
    return false;
  for (const MDOperand &Part : drop_begin(Loop->operands())) {
    const auto *Node = dyn_cast<MDNode>(Part);
    const auto *Name = Node && Node->getNumOperands() > 0 ? dyn_cast<MDString>(Node->getOperand(0)) : nullptr;
    if (Name && Name->getString() == Property)
      return true;
  }
  return false;
}

// Whether the loop that a terminator ends stays beside a call that was made for it.
IDIOM_EXPORT bool idiom_is_guarded(LLVMValueRef Latch) { return hasProperty(Latch, Mark); }

// Whether the metadata of the loop that a terminator ends says that it ends or has effects.
IDIOM_EXPORT bool idiom_must_progress(LLVMValueRef Latch) { return hasProperty(Latch, "llvm.loop.mustprogress"); }

// Whether the lifetime of an array begins in these blocks before each of the accesses, on every path.
IDIOM_EXPORT bool idiom_begins_in_rounds(const LLVMValueRef *Firsts, size_t Count, LLVMValueRef Array,
                                         const LLVMValueRef *Accesses, size_t AccessCount) {
  auto *Slot = dyn_cast<AllocaInst>(unwrap(Array));
  if (!Slot || Count == 0)
    return false;
  Function *F = Slot->getFunction();
  auto Size = Slot->getAllocationSize(F->getParent()->getDataLayout());
  if (!Size || Size->isScalable())
    return false;
  SmallVector<const Instruction *, 2> Begins;
  for (size_t k = 0; k < Count; ++k)
    for (const Instruction &I : *unwrap<Instruction>(Firsts[k])->getParent()) {
      const auto *Note = dyn_cast<IntrinsicInst>(&I);
      if (!Note || Note->getIntrinsicID() != Intrinsic::lifetime_start || arrayOf(Note) != Slot)
        continue;
      const auto *Bytes = Note->arg_size() > 1 ? dyn_cast<ConstantInt>(Note->getArgOperand(0)) : nullptr;
      if (Note->arg_size() == 1 || (Bytes && (Bytes->isMinusOne() || Bytes->getValue().uge(Size->getFixedValue()))))
        Begins.push_back(&I);
    }
  DominatorTree Dominance(*F);
  for (size_t k = 0; k < AccessCount; ++k) {
    const auto *Access = unwrap<Instruction>(Accesses[k]);
    if (none_of(Begins, [&](const Instruction *Begin) { return Dominance.dominates(Begin, Access); }))
      return false;
  }
  return true;
}

// The opcode of the first instruction of a nest that may do more than compute values, load and store, or
// whose value something behind the nest uses, other than Result and unless the nest stays; null when there is
// none. Effects that are kept may fill memory, and
// lifetimes of arrays that are kept may begin and end.
IDIOM_EXPORT const char *idiom_nest_obstacle(LLVMValueRef *Firsts, size_t Count, LLVMValueRef Result, bool Stay,
                                             LLVMValueRef *Kept, size_t KeptCount) {
  auto Blocks = blocksOf(Firsts, Count);
  SmallPtrSet<const Value *, 4> Effects;
  for (size_t k = 0; k < KeptCount; ++k)
    Effects.insert(unwrap(Kept[k]));
  for (size_t k = 0; k < Count; ++k)
    for (const Instruction &I : *unwrap<Instruction>(Firsts[k])->getParent()) {
      const auto *Note = dyn_cast<IntrinsicInst>(&I);
      if (Note && Note->isLifetimeStartOrEnd() && Effects.contains(arrayOf(Note)))
        continue;
      if (!isHarmless(I, Effects.contains(&I)) || (!Stay && wrap(&I) != Result && isUsedElsewhere(I, Blocks)))
        return I.getOpcodeName();
    }
  return nullptr;
}

// Puts a call beside a nest, made where Condition holds. Places are the terminator before the nest, the first
// instruction of its first block, and the branch that leaves it. Old, if any, is its value that is used
// behind it: there it is the call's result, or that and Other as operands of Opcode.
IDIOM_EXPORT LLVMValueRef idiom_guard_nest(LLVMValueRef *Places, LLVMValueRef *Firsts, size_t Blocks,
                                           LLVMValueRef Condition, IdiomText Name, LLVMTypeRef Result,
                                           LLVMValueRef *Args, const uint8_t *Accesses, size_t Count, LLVMValueRef Old,
                                           IdiomText Opcode, LLVMValueRef Other, uint64_t Flags) {
  auto *Entry = unwrap<Instruction>(Places[0]);
  BasicBlock *Header = unwrap<Instruction>(Places[1])->getParent();
  auto *Latch = unwrap<Instruction>(Places[2]);
  BasicBlock *Last = Latch->getParent();
  BasicBlock *Behind = Latch->getSuccessor(Latch->getSuccessor(0) == Header ? 1 : 0);
  Function *F = Header->getParent();
  LLVMContext &Context = F->getContext();
  auto Nest = blocksOf(Firsts, Blocks);
  DebugLoc Location = locationOf(Latch);

  CallInst *Call =
      callBehindGuard(Entry, Header, Behind, Location, unwrap(Condition), Name, Result, Args, Accesses, Count);
  BasicBlock *Calling = Call->getParent(), *Join = BasicBlock::Create(Context, "idiom.join", F, Behind);
  IRBuilder<> Builder(Calling);
  Builder.SetCurrentDebugLocation(Location);
  Value *New = Call;
  if (Old && Other) {
    New = Builder.CreateBinOp(StringSwitch<Instruction::BinaryOps>(ref(Opcode))
                                  .Case("fadd", Instruction::FAdd)
                                  .Case("fmul", Instruction::FMul)
                                  .Case("add", Instruction::Add)
                                  .Case("mul", Instruction::Mul),
                              unwrap(Other), Call);
    if (auto *I = dyn_cast<Instruction>(New))
      idiom_finish_new(wrap(I), Flags, IdiomText{nullptr, 0}, Places + 2, 1);
  }
  Builder.CreateBr(Join);

  Latch->replaceSuccessorWith(Behind, Join);
  for (PHINode &Phi : Behind->phis())
    Phi.replaceIncomingBlockWith(Last, Join);
  Builder.SetInsertPoint(Join);
  if (Old) {
    PHINode *Either = Builder.CreatePHI(unwrap(Old)->getType(), 2);
    SmallVector<Use *, 4> Outside;
    for (Use &U : unwrap(Old)->uses())
      if (!Nest.contains(cast<Instruction>(U.getUser())->getParent()))
        Outside.push_back(&U);
    for (Use *U : Outside)
      U->set(Either);
    Either->addIncoming(unwrap(Old), Last);
    Either->addIncoming(New, Calling);
  }
  Builder.CreateBr(Behind);
  idiom::markGuarded(Latch);
  return wrap(Call);
}

namespace {
// Takes what no copy may have out of the copy of a nest: effects other than those kept, what describes values
// for the debugger or the optimiser, and values that are no longer used. Operands from the loops that are not
// copied are not needed by anything that stays.
void reduce(ArrayRef<BasicBlock *> Copies, const SmallPtrSetImpl<const Value *> &Kept) {
  for (BasicBlock *Copy : Copies)
    for (Instruction &I : make_early_inc_range(*Copy)) {
#if IDIOM_LLVM_MAJOR >= 19
      I.dropDbgRecords();
#endif
      I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
      I.setMetadata(LLVMContext::MD_noalias, nullptr);
      auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      bool IsNote = Intrinsic && Intrinsic->isAssumeLikeIntrinsic() && Intrinsic->getType()->isVoidTy();
      if (IsNote || (I.mayWriteToMemory() && !Kept.contains(&I)))
        I.eraseFromParent();
    }
  for (bool IsChanged = true; IsChanged;) {
    IsChanged = false;
    for (BasicBlock *Copy : Copies)
      for (Instruction &I : make_early_inc_range(reverse(*Copy)))
        if (isInstructionTriviallyDead(&I)) {
          I.eraseFromParent();
          IsChanged = true;
        }
  }
}

// An address of a nest for the place of a builder in a copy of the nest. What lies in Later blocks is computed
// again there; it has no effects, and no phis.
Value *addressThere(IRBuilder<> &Builder, Value *V, const SmallPtrSetImpl<const BasicBlock *> &Later,
                    ValueToValueMapTy &Map) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Later.contains(I->getParent())) {
    Value *There = Map.lookup(V);
    return There ? There : V;
  }
  Instruction *Copy = I->clone();
  for (Use &Operand : Copy->operands())
    Operand.set(addressThere(Builder, Operand.get(), Later, Map));
  Builder.Insert(Copy);
  Copy->setDebugLoc(Builder.getCurrentDebugLocation());
  return Copy;
}

// Says of a function, and of all that call it in this module, that they may read what they write, which LLVM may
// have excluded when it saw only stores. Which argument leads there is not followed: it is said of all.
void allowReading(Function &F) {
  SmallVector<Function *, 4> Open = {&F};
  SmallPtrSet<const Function *, 8> Seen;
  while (!Open.empty()) {
    Function *Reader = Open.pop_back_val();
    if (!Seen.insert(Reader).second)
      continue;
    for (Argument &A : Reader->args())
      A.removeAttr(Attribute::WriteOnly);
    Reader->setMemoryEffects(Reader->getMemoryEffects() | MemoryEffects::readOnly());
    for (User *U : Reader->users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledOperand() != Reader)
        continue;
      for (unsigned k = 0; k < Call->arg_size(); ++k)
        Call->removeParamAttr(k, Attribute::WriteOnly);
      Call->setMemoryEffects(Call->getMemoryEffects() | MemoryEffects::readOnly());
      Open.push_back(Call->getFunction());
    }
  }
}

// Reads in the copy of a nest what a call has left at the address of a store, at the beginning of a block.
Value *readBack(const idiom::LeftInMemory &Left, BasicBlock *Place, const SmallPtrSetImpl<const BasicBlock *> &Later,
                ValueToValueMapTy &Map) {
  auto *Store = unwrap<StoreInst>(Left.store);
  IRBuilder<> Builder(Place, Place->getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(Store->getDebugLoc());
  Value *Pointer = addressThere(Builder, Store->getPointerOperand(), Later, Map);
  LoadInst *Load = Builder.CreateAlignedLoad(Store->getValueOperand()->getType(), Pointer, Store->getAlign());
  Load->setMetadata(LLVMContext::MD_tbaa, Store->getMetadata(LLVMContext::MD_tbaa));
  allowReading(*Place->getParent());
  if (!Left.plus)
    return Load;
  Value *Plus = unwrap(Left.plus), *There = Map.lookup(Plus);
  Value *Sum = Builder.CreateFAdd(There ? There : Plus, Load);
  LLVMValueRef Source = Left.store;
  if (auto *I = dyn_cast<Instruction>(Sum))
    idiom_finish_new(wrap(I), Left.flags, IdiomText{nullptr, 0}, &Source, 1);
  return Sum;
}
} // namespace

// Copies a nest without the inner loop whose blocks are Replaced, and with no other effects than those given,
// to the place right before a call that idiom_guard_nest has made for the nest, or right behind it. Places are
// as there, then the branch to the inner loop and the first instruction behind it. What the inner loop has Left
// is read in the block behind it; Later are the blocks of a round from that one on.
IDIOM_EXPORT void idiom_keep_rest(LLVMValueRef Made, LLVMValueRef *Places, LLVMValueRef *Firsts, size_t Blocks,
                                  LLVMValueRef *Replaced, size_t ReplacedCount, LLVMValueRef *Effects,
                                  size_t EffectCount, bool IsBehind, idiom::LeftInMemory Left, LLVMValueRef *Later,
                                  size_t LaterCount) {
  auto *Call = unwrap<Instruction>(Made);
  BasicBlock *Calling = Call->getParent(), *Header = unwrap<Instruction>(Places[1])->getParent();
  BasicBlock *Latch = unwrap<Instruction>(Places[2])->getParent();
  BasicBlock *Before = unwrap<Instruction>(Places[3])->getParent();
  BasicBlock *Exit = unwrap<Instruction>(Places[4])->getParent();
  Function *F = Header->getParent();
  auto Gone = blocksOf(Replaced, ReplacedCount);
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 16> Copies;
  for (size_t k = 0; k < Blocks; ++k) {
    BasicBlock *Block = unwrap<Instruction>(Firsts[k])->getParent();
    if (Gone.contains(Block))
      continue;
    BasicBlock *Copy = CloneBasicBlock(Block, Map, ".rest", F);
    Map[Block] = Copy;
    Copies.push_back(Copy);
  }
  // The only other block that leads to the header is the guard.
  BasicBlock *Guard = nullptr, *Join = Calling->getTerminator()->getSuccessor(0);
  for (BasicBlock *From : predecessors(Header))
    if (From != Latch)
      Guard = From;
  // The copy of the value that is read; where there is none, an instruction that goes again stands for it.
  Instruction *Unread = nullptr;
  if (Left.value && Gone.contains(unwrap<Instruction>(Left.value)->getParent())) {
    BasicBlock *Place = cast<BasicBlock>(&*Map[Exit]);
    Unread = IRBuilder<>(Place, Place->getFirstInsertionPt()).Insert(new FreezeInst(PoisonValue::get(unwrap(Left.value)->getType())));
    Map[unwrap(Left.value)] = Unread;
  }
  BasicBlock *From = IsBehind ? Calling : Guard, *To = IsBehind ? Join : Calling;
  auto *Begin = cast<BasicBlock>(&*Map[Header]);
  for (BasicBlock *Copy : Copies)
    for (Instruction &I : *Copy) {
      for (Use &Operand : I.operands()) {
        auto *Old = dyn_cast<Instruction>(Operand.get());
        if (Value *There = Map.lookup(Operand.get()))
          Operand.set(There);
        else if (Old && Gone.contains(Old->getParent()))
          Operand.set(PoisonValue::get(Old->getType()));
      }
      auto *Phi = dyn_cast<PHINode>(&I);
      if (!Phi)
        continue;
      for (unsigned k = Phi->getNumIncomingValues(); k-- > 0;) {
        BasicBlock *Source = Phi->getIncomingBlock(k);
        // The guard excludes that the inner loop is left out.
        if (Source == Before && Copy == Map[Exit])
          Phi->removeIncomingValue(k, false);
        else if (Source == Guard)
          Phi->setIncomingBlock(k, From);
        else if (Gone.contains(Source))
          Phi->setIncomingBlock(k, cast<BasicBlock>(&*Map[Before]));
        else
          Phi->setIncomingBlock(k, cast<BasicBlock>(&*Map[Source]));
      }
    }
  BasicBlock *First = unwrap<Instruction>(Replaced[0])->getParent();
  Instruction *Entry = cast<BasicBlock>(&*Map[Before])->getTerminator();
  auto *Onward = cast<BasicBlock>(&*Map[Exit]);
  if (is_contained(successors(Entry), Onward)) {
    IRBuilder<>(Entry).CreateBr(Onward);
    Entry->eraseFromParent();
  } else {
    Entry->replaceSuccessorWith(First, Onward);
  }
  for (BasicBlock *Copy : Copies) {
    Instruction *End = Copy->getTerminator();
    for (unsigned k = 0; k < End->getNumSuccessors(); ++k) {
      BasicBlock *Next = End->getSuccessor(k);
      if (Map.count(Next))
        End->setSuccessor(k, cast<BasicBlock>(&*Map[Next]));
      else if (!is_contained(Copies, Next))
        End->setSuccessor(k, To);
    }
    if (End->getMetadata(LLVMContext::MD_loop))
      idiom::markGuarded(End);
  }
  From->getTerminator()->replaceSuccessorWith(To, Begin);
  SmallPtrSet<const Value *, 8> Kept;
  for (size_t k = 0; k < EffectCount; ++k)
    Kept.insert(Map[unwrap(Effects[k])]);
  if (Left.value) {
    Value *Old = Map[unwrap(Left.value)];
    Old->replaceAllUsesWith(readBack(Left, Onward, blocksOf(Later, LaterCount), Map));
  }
  if (Unread)
    Unread->eraseFromParent();
  reduce(Copies, Kept);
}

// Puts a call before a loop, made where Condition holds, behind which the loop begins with the round that its
// result says. Places are as those of idiom_guard_nest. Phis are all of the loop's header: first those that
// step, Steps being what is added to them from round to round, bytes where they are pointers; then those that
// hold what was computed from them in the round before.
IDIOM_EXPORT LLVMValueRef idiom_skip_rounds(LLVMValueRef *Places, LLVMValueRef *Firsts, size_t Blocks,
                                            LLVMValueRef Condition, IdiomText Name, LLVMTypeRef Result, LLVMValueRef *Args, const uint8_t *Accesses,
                                            size_t Count, idiom::SkippedRounds From, LLVMValueRef *Phis,
                                            size_t PhiCount, const int64_t *Steps, size_t Stepping) {
  auto *Entry = unwrap<Instruction>(Places[0]), *Latch = unwrap<Instruction>(Places[2]);
  BasicBlock *Header = unwrap<Instruction>(Places[1])->getParent(), *Before = Entry->getParent();
  SmallVector<Value *, 4> Begins;
  for (size_t k = 0; k < PhiCount; ++k)
    Begins.push_back(unwrap<PHINode>(Phis[k])->getIncomingValueForBlock(Before));
  DebugLoc Location = locationOf(Latch);
  CallInst *Call =
      callBehindGuard(Entry, Header, Header, Location, unwrap(Condition), Name, Result, Args, Accesses, Count);
  BasicBlock *Calling = Call->getParent();
  IRBuilder<> Builder(Calling);
  Builder.SetCurrentDebugLocation(Location);
  Value *Round = roundOf(Builder, Call, From), *One = Builder.getInt64(1);
  ValueToValueMapTy Earlier;
  auto Loop = blocksOf(Firsts, Blocks);
  for (size_t k = 0; k < Stepping; ++k) {
    auto *Phi = unwrap<PHINode>(Phis[k]);
    Value *Step = ConstantInt::getSigned(Builder.getInt64Ty(), Steps[k]);
    Phi->addIncoming(advanced(Builder, Begins[k], Round, Step), Calling);
    if (Stepping < PhiCount)
      Earlier[Phi] = advanced(Builder, Begins[k], Builder.CreateSub(Round, One), Step);
  }
  for (size_t k = Stepping; k < PhiCount; ++k) {
    auto *Phi = unwrap<PHINode>(Phis[k]);
    Value *Held = idiom::inEarlierRound(Builder, Phi->getIncomingValueForBlock(Latch->getParent()), Loop, Earlier);
    Phi->addIncoming(Builder.CreateSelect(Builder.CreateIsNull(Round), Begins[k], Held), Calling);
  }
  Builder.CreateBr(Header);
  idiom::markGuarded(Latch);
  return wrap(Call);
}
