// What declared rewrites ask of LLVM beside edit plans: the target's costs of any instruction, and whether a
// function of the program may be called.

#include "border.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#if __has_include("llvm/TargetParser/Triple.h")
#include "llvm/TargetParser/Triple.h"
#else
#include "llvm/ADT/Triple.h"
#endif

using namespace llvm;
using idiom::number;
using idiom::ref;

namespace {
// The scalar type that a word of textual IR names, or that of results and arguments that are none; null when
// it is another.
Type *numberType(LLVMContext &Context, StringRef Word) {
  if (Word == "ptr")
    return PointerType::get(Context, 0);
  if (Word == "void")
    return Type::getVoidTy(Context);
  unsigned Width = 0;
  if (Word.size() > 1 && Word[0] == 'i' && !Word.drop_front().getAsInteger(10, Width) && Width > 0 && Width <= 128)
    return Type::getIntNTy(Context, Width);
  return StringSwitch<Type *>(Word)
      .Case("half", Type::getHalfTy(Context))
      .Case("bfloat", Type::getBFloatTy(Context))
      .Case("float", Type::getFloatTy(Context))
      .Case("double", Type::getDoubleTy(Context))
      .Case("x86_fp80", Type::getX86_FP80Ty(Context))
      .Case("fp128", Type::getFP128Ty(Context))
      .Case("ppc_fp128", Type::getPPC_FP128Ty(Context))
      .Default(nullptr);
}

// Types separated by blanks, that of the result first; false when one is none.
bool readTypes(LLVMContext &Context, StringRef Text, SmallVectorImpl<Type *> &Types) {
  SmallVector<StringRef, 4> Words;
  Text.split(Words, ' ', -1, false);
  for (StringRef Word : Words) {
    Types.push_back(numberType(Context, Word));
    if (!Types.back())
      return false;
  }
  return !Types.empty();
}

FunctionType *functionType(LLVMContext &Context, StringRef Text) {
  SmallVector<Type *, 4> Types;
  if (!readTypes(Context, Text, Types))
    return nullptr;
  return FunctionType::get(Types[0], ArrayRef<Type *>(Types).drop_front(), false);
}

InstructionCost costOf(const TargetTransformInfo &TTI, StringRef What, ArrayRef<Type *> Types,
                       TargetTransformInfo::TargetCostKind Kind) {
  Type *Result = Types[0];
  ArrayRef<Type *> Args = Types.drop_front();
  if (Args.empty())
    return InstructionCost::getInvalid();
  for (unsigned Op = Instruction::UnaryOpsBegin; Op != Instruction::BinaryOpsEnd; ++Op)
    if (What == Instruction::getOpcodeName(Op))
      return TTI.getArithmeticInstrCost(Op, Result, Kind);
  for (unsigned Op = Instruction::CastOpsBegin; Op != Instruction::CastOpsEnd; ++Op)
    if (What == Instruction::getOpcodeName(Op))
      return TTI.getCastInstrCost(Op, Result, Args[0], TargetTransformInfo::CastContextHint::None, Kind);
  if (What == "icmp")
    return TTI.getCmpSelInstrCost(Instruction::ICmp, Args[0], Result, CmpInst::BAD_ICMP_PREDICATE, Kind);
  if (What == "select")
    return TTI.getCmpSelInstrCost(Instruction::Select, Result, Args[0], CmpInst::BAD_ICMP_PREDICATE, Kind);
  if (What == "freeze")
    return 0;
  if (unsigned Id = LLVMLookupIntrinsicID(What.data(), What.size())) {
    IntrinsicCostAttributes Attributes(static_cast<Intrinsic::ID>(Id), Result, Args);
    return TTI.getIntrinsicInstrCost(Attributes, Kind);
  }
  return TTI.getCallInstrCost(nullptr, Result, Args, Kind);
}

TargetTransformInfo::TargetCostKind kindFor(const Function &F) {
  return F.hasOptSize() ? TargetTransformInfo::TCK_CodeSize : TargetTransformInfo::TCK_RecipThroughput;
}
} // namespace

// The cost of an instruction of the function; negative when the target does not say.
IDIOM_EXPORT int64_t idiom_cost_of_value(LLVMValueRef Fn, void *Analyses, LLVMValueRef Value) {
  auto &F = *unwrap<Function>(Fn);
  auto &TTI = static_cast<FunctionAnalysisManager *>(Analyses)->getResult<TargetIRAnalysis>(F);
  return number(TTI.getInstructionCost(unwrap<Instruction>(Value), kindFor(F)));
}

// The cost of an instruction, intrinsic or call that there may be, by its name and the types of result and
// operands.
IDIOM_EXPORT int64_t idiom_cost_of_new(LLVMValueRef Fn, void *Analyses, IdiomText What, IdiomText Types) {
  auto &F = *unwrap<Function>(Fn);
  SmallVector<Type *, 4> Read;
  if (!readTypes(F.getContext(), ref(Types), Read))
    return -1;
  auto &TTI = static_cast<FunctionAnalysisManager *>(Analyses)->getResult<TargetIRAnalysis>(F);
  return number(costOf(TTI, ref(What), Read, kindFor(F)));
}

// Whether the function may call a library's function of that name and those types: 0, or why not. 1: the
// module defines the symbol, 2: it is of another type or linkage, 3: the function may not call library
// functions, 4: the target has none of the name.
IDIOM_EXPORT uint32_t idiom_may_call(LLVMValueRef Fn, void *Analyses, IdiomText Name, IdiomText Types) {
  auto &F = *unwrap<Function>(Fn);
  FunctionType *Wanted = functionType(F.getContext(), ref(Types));
  if (!Wanted)
    return 2;
  if (GlobalValue *Known = F.getParent()->getNamedValue(ref(Name))) {
    auto *Callee = dyn_cast<Function>(Known);
    if (!Callee)
      return 2;
    if (!Callee->isDeclaration())
      return 1;
    if (Callee->getFunctionType() != Wanted || Callee->getCallingConv() != CallingConv::C || Callee->hasLocalLinkage())
      return 2;
  }
  CallingConv::ID Convention = F.getCallingConv();
  if (F.hasFnAttribute("interrupt") || F.hasFnAttribute("signal") || F.hasFnAttribute("interrupt-handler") ||
      Convention == CallingConv::X86_INTR ||
      Convention == CallingConv::MSP430_INTR || Convention == CallingConv::AVR_INTR ||
      Convention == CallingConv::AVR_SIGNAL || Convention == CallingConv::M68k_INTR)
    return 5;
  Triple Target(F.getParent()->getTargetTriple());
  if (Target.isNVPTX() || Target.isAMDGPU() || Target.isSPIRV() || Target.isSPIR() ||
      Target.isBPF())
    return 6;
  if (F.hasAvailableExternallyLinkage())
    return 7;
  std::string OwnName = ("no-builtin-" + ref(Name)).str();
  if (F.hasFnAttribute("no-builtins") || F.hasFnAttribute(OwnName))
    return 3;
  if (Analyses) {
    auto &TLI = static_cast<FunctionAnalysisManager *>(Analyses)->getResult<TargetLibraryAnalysis>(F);
#if IDIOM_LLVM_MAJOR >= 24
    LibFunc Library = TLI.getLibFunc(ref(Name));
    bool IsKnown = Library != NotLibFunc;
#else
    LibFunc Library;
    bool IsKnown = TLI.getLibFunc(ref(Name), Library);
#endif
    if (IsKnown && !TLI.has(Library))
      return 4;
    if (IsKnown && !TLI.isValidProtoForLibFunc(*Wanted, Library, *F.getParent()))
      return 8;
  }
  return 0;
}

CallInst *idiom::callOf(Module &M, StringRef Name, FunctionType *Wanted, ArrayRef<Value *> Args) {
  bool IsKnown = M.getFunction(Name);
  FunctionCallee Callee = M.getOrInsertFunction(Name, Wanted);
  CallInst *Call = CallInst::Create(Callee, Args);
  Triple Target(M.getTargetTriple());
  auto *Declared = IsKnown ? nullptr : dyn_cast<Function>(Callee.getCallee());
  auto Extend = [&](unsigned At, Attribute::AttrKind Kind) {
    if (Kind == Attribute::None)
      return;
    Call->addAttributeAtIndex(At, Attribute::get(M.getContext(), Kind));
    if (Declared)
      Declared->addAttributeAtIndex(At, Attribute::get(M.getContext(), Kind));
  };
  if (Wanted->getReturnType()->isIntegerTy(32))
    Extend(AttributeList::ReturnIndex, TargetLibraryInfo::getExtAttrForI32Return(Target));
  for (unsigned k = 0; k < Args.size(); ++k)
    if (Args[k]->getType()->isIntegerTy(32))
      Extend(AttributeList::FirstArgIndex + k, TargetLibraryInfo::getExtAttrForI32Param(Target));
  return Call;
}

// A call of a function of that name that takes these values as they are, without effects; null when the
// symbol is something else.
IDIOM_EXPORT LLVMValueRef idiom_new_external(IdiomText Name, LLVMTypeRef Result, LLVMValueRef *Args, size_t Count,
                                             LLVMValueRef Before) {
  auto *At = unwrap<Instruction>(Before);
  SmallVector<Value *, 4> Values;
  SmallVector<Type *, 4> Types;
  for (size_t k = 0; k < Count; ++k) {
    Values.push_back(unwrap(Args[k]));
    Types.push_back(Values.back()->getType());
  }
  FunctionType *Wanted = FunctionType::get(unwrap(Result), Types, false);
  GlobalValue *Known = At->getModule()->getNamedValue(ref(Name));
  if (Known && (!isa<Function>(Known) || cast<Function>(Known)->getFunctionType() != Wanted))
    return nullptr;
  CallInst *I = idiom::callOf(*At->getModule(), ref(Name), Wanted, Values);
  I->setDoesNotAccessMemory();
  I->setDoesNotThrow();
  I->addFnAttr(Attribute::WillReturn);
  I->insertInto(At->getParent(), At->getIterator());
  return wrap(I);
}

IDIOM_EXPORT LLVMValueRef idiom_new_negate(LLVMValueRef Value, LLVMValueRef Before) {
  auto *I = UnaryOperator::Create(Instruction::FNeg, unwrap(Value));
  auto *At = unwrap<Instruction>(Before);
  I->insertInto(At->getParent(), At->getIterator());
  return wrap(I);
}
