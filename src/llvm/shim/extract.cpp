// Reads one function into plain arrays that Rust turns into the SSA model: one call, one walk.
//
// Numbers at the border: value kinds 0 parameter, 1 instruction, 2 global, 3 constant; opcodes are
// those of llvm-c/Core.h, which never change; flags and effects are the bits of model/flags.rs;
// type classes are 0 none, 1 integer, 2 float, 3 vector, 4 pointer.

#include "shim.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

// Inline functions of APFloat compare with the address of this object. It does not exist before LLVM 21; a weak
// reference lets the loader pass, so that the entry can refuse such a host in words.
#if IDIOM_LLVM_MAJOR >= 21
__asm__(".weak _ZN4llvm11APFloatBase18semPPCDoubleDoubleE");
#endif

using namespace llvm;

namespace {

template <typename T> struct Slice {
  const T *data;
  size_t length;
  Slice(const std::vector<T> &v) : data(v.data()), length(v.size()) {}
};

struct TypeRecord {
  IdiomText name;
  uint32_t klass;
  uint32_t element;
};

struct OperandRecord {
  uint32_t n;
  uint32_t kind;
  uint32_t index;
  uint32_t block; // of a phi's argument: the block it comes from
};

struct InstructionRecord {
  Value *handle;
  IdiomText name;
  uint32_t opcode;
  uint32_t type;
  uint32_t flags;
  uint32_t effects;
  uint32_t operands_end; // in the operand array; begins where the one before ends
  uint32_t file;         // in the file array, ~0 for no location
  uint32_t line;
  uint32_t column;
};

struct BlockRecord {
  uint32_t instructions_end;
  uint32_t successors_end;
};

struct ParameterRecord {
  Value *handle;
  IdiomText name;
  uint32_t type;
};

struct GlobalRecord {
  Value *handle;
  IdiomText name;
  IdiomText signature;
  uint32_t type;
  uint32_t attributes_end;
  uint32_t effects;
  uint8_t isFunction;
  uint8_t isDeclaration;
  uint8_t isIntrinsic;
};

// kind: 0 scalar, 1 splat, 2 null, 3 zero, 4 undef, 5 poison, 6 aggregate, 7 expression, 8 other.
// format: 0 integer, 1 half, 2 bfloat, 3 float, 4 double, 5 x86_fp80, 6 fp128, 7 ppc_fp128.
struct ConstantRecord {
  Value *handle;
  uint32_t type;
  uint32_t kind;
  uint32_t format;
  uint32_t width;
  uint32_t opcode;
  uint32_t words_end;
};

struct FileRecord {
  IdiomText directory;
  IdiomText name;
};

struct FunctionRecord {
  IdiomText name;
  IdiomText moduleFile;
  uint32_t file; // in the file array, ~0 for no debug info
  uint32_t line;
  uint8_t strictfp;
};

// What Rust sees; everything is borrowed from the Reader behind it.
struct View {
  FunctionRecord function;
  Slice<IdiomText> functionAttributes;
  Slice<TypeRecord> types;
  Slice<ParameterRecord> parameters;
  Slice<InstructionRecord> instructions;
  Slice<OperandRecord> operands;
  Slice<BlockRecord> blocks;
  Slice<uint32_t> successors;
  Slice<GlobalRecord> globals;
  Slice<IdiomText> attributes;
  Slice<ConstantRecord> constants;
  Slice<uint64_t> words;
  Slice<FileRecord> files;
};

enum Kind : uint32_t { Parameter, InstructionKind, Global, ConstantKind };
enum Effect : uint32_t { Reads = 1, Writes = 2, Unwinds = 4, MayNotReturn = 8, Opaque = 16 };
enum Flag : uint32_t {
  Reassoc = 1 << 0, NNan = 1 << 1, NInf = 1 << 2, NSz = 1 << 3, ARcp = 1 << 4, Contract = 1 << 5, Afn = 1 << 6,
  Nsw = 1 << 7, Nuw = 1 << 8, Exact = 1 << 9, InBounds = 1 << 10, Disjoint = 1 << 11, NNeg = 1 << 12,
  Nusw = 1 << 13, SameSign = 1 << 14,
};
enum ConstantForm : uint32_t { Scalar, Splat, Null, Zero, Undef, Poison, Aggregate, Expression, Other };

constexpr uint32_t None = ~0u;

IdiomText text(StringRef s) { return {s.data(), s.size()}; }

// What the model leaves out, so that -g and hints to the optimiser change no result.
bool isLeftOut(const Instruction &I) {
  auto *call = dyn_cast<CallInst>(&I);
  if (!call)
    return false;
  switch (call->getIntrinsicID()) {
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
  case Intrinsic::dbg_assign:
  case Intrinsic::pseudoprobe:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
    return true;
  default:
    return false;
  }
}

uint32_t classOf(const Type *type) {
  if (type->isIntegerTy())
    return 1;
  if (type->isFloatingPointTy())
    return 2;
  if (type->isVectorTy())
    return 3;
  return type->isPointerTy() ? 4 : 0;
}

uint32_t fastMathFlags(FastMathFlags f) {
  return (f.allowReassoc() ? Reassoc : 0) | (f.noNaNs() ? NNan : 0) | (f.noInfs() ? NInf : 0) |
         (f.noSignedZeros() ? NSz : 0) | (f.allowReciprocal() ? ARcp : 0) | (f.allowContract() ? Contract : 0) |
         (f.approxFunc() ? Afn : 0);
}

uint32_t gepFlags(const GEPOperator &gep) {
  uint32_t flags = gep.isInBounds() ? InBounds : 0;
#if IDIOM_LLVM_MAJOR >= 19
  // inbounds implies nusw, and textual IR then prints inbounds alone.
  flags |= gep.hasNoUnsignedSignedWrap() && !gep.isInBounds() ? Nusw : 0;
  flags |= gep.hasNoUnsignedWrap() ? Nuw : 0;
#endif
  return flags;
}

uint32_t flagsOf(const Instruction &I) {
  uint32_t flags = 0;
  if (isa<FPMathOperator>(I))
    flags |= fastMathFlags(I.getFastMathFlags());
  if (auto *op = dyn_cast<OverflowingBinaryOperator>(&I))
    flags |= (op->hasNoSignedWrap() ? Nsw : 0) | (op->hasNoUnsignedWrap() ? Nuw : 0);
  if (auto *op = dyn_cast<PossiblyExactOperator>(&I))
    flags |= op->isExact() ? Exact : 0;
  if (auto *gep = dyn_cast<GEPOperator>(&I))
    flags |= gepFlags(*gep);
#if IDIOM_LLVM_MAJOR >= 18
  if (auto *op = dyn_cast<PossiblyDisjointInst>(&I))
    flags |= op->isDisjoint() ? Disjoint : 0;
  if (auto *op = dyn_cast<PossiblyNonNegInst>(&I))
    flags |= op->hasNonNeg() ? NNeg : 0;
#endif
#if IDIOM_LLVM_MAJOR >= 19
  if (auto *op = dyn_cast<TruncInst>(&I))
    flags |= (op->hasNoSignedWrap() ? Nsw : 0) | (op->hasNoUnsignedWrap() ? Nuw : 0);
#endif
#if IDIOM_LLVM_MAJOR >= 20
  if (auto *op = dyn_cast<ICmpInst>(&I))
    flags |= op->hasSameSign() ? SameSign : 0;
#endif
  return flags;
}

bool isConstrained(const Function &F) {
  return F.isIntrinsic() && F.getName().starts_with("llvm.experimental.constrained.");
}

uint32_t effectsOfCalling(const GlobalValue &global) {
  auto *F = dyn_cast<Function>(&global);
  if (!F)
    return Reads | Writes | Unwinds | MayNotReturn;
  MemoryEffects memory = F->getMemoryEffects();
  bool noBuiltin = F->hasFnAttribute(Attribute::NoBuiltin) && !F->hasFnAttribute(Attribute::Builtin);
  bool opaque = noBuiltin || F->hasFnAttribute(Attribute::StrictFP) || isConstrained(*F);
  return (isRefSet(memory.getModRef()) ? Reads : 0) | (isModSet(memory.getModRef()) ? Writes : 0) |
         (F->doesNotThrow() ? 0 : Unwinds) | (F->hasFnAttribute(Attribute::WillReturn) ? 0 : MayNotReturn) |
         (opaque ? Opaque : 0);
}

bool touchesFloats(const Instruction &I) {
  auto isFloat = [](const Value *v) { return v->getType()->isFPOrFPVectorTy(); };
  return isFloat(&I) || std::any_of(I.op_begin(), I.op_end(), [&](const Use &u) { return isFloat(u.get()); });
}

class Reader {
public:
  explicit Reader(Function &F) : F(F) {}

  void run() {
    readFunction();
    numberValues();
    for (BasicBlock &block : F)
      readBlock(block);
  }

  View view() const {
    return {function,   functionAttributes, types,      parameters, instructions, operands, blocks,
            successors, globals,            attributes, constants,  words,        files};
  }

private:
  Function &F;
  FunctionRecord function{};
  std::vector<IdiomText> functionAttributes, attributes;
  std::vector<TypeRecord> types;
  std::vector<ParameterRecord> parameters;
  std::vector<InstructionRecord> instructions;
  std::vector<OperandRecord> operands;
  std::vector<BlockRecord> blocks;
  std::vector<uint32_t> successors;
  std::vector<GlobalRecord> globals;
  std::vector<ConstantRecord> constants;
  std::vector<uint64_t> words;
  std::vector<FileRecord> files;

  struct Ref {
    uint32_t kind, index;
  };
  DenseMap<const Value *, Ref> refs;
  DenseMap<const BasicBlock *, uint32_t> blockIds;
  DenseMap<const Type *, uint32_t> typeIds;
  DenseMap<const DIFile *, uint32_t> fileIds;
  std::deque<std::string> owned; // texts that LLVM does not keep; a deque, so that they stay where they are
  bool noBuiltins = false;       // the function calls no library function by its name
  bool someNoBuiltin = false;    // … or not some of them ("no-builtin-sqrt")

  IdiomText own(std::string s) { return text(owned.emplace_back(std::move(s))); }

  // -------------------------------------------------------------- the function

  void readFunction() {
    function.name = text(F.getName());
    function.moduleFile = text(F.getParent()->getSourceFileName());
    function.file = None;
    if (DISubprogram *sub = F.getSubprogram()) {
      function.file = fileId(sub->getFile());
      function.line = sub->getLine();
    }
    function.strictfp = F.hasFnAttribute(Attribute::StrictFP);
    readAttributes(F, functionAttributes);
    noBuiltins = F.hasFnAttribute("no-builtins");
    someNoBuiltin = std::any_of(functionAttributes.begin(), functionAttributes.end(), [](IdiomText t) {
      return StringRef(t.data, t.length).starts_with("no-builtin-");
    });
  }

  static void readAttributes(const Function &F, std::vector<IdiomText> &into) {
    for (Attribute attribute : F.getAttributes().getFnAttrs())
      into.push_back(text(attribute.isStringAttribute() ? attribute.getKindAsString()
                                                        : Attribute::getNameFromAttrKind(attribute.getKindAsEnum())));
  }

  // Parameters, instructions and blocks get their numbers first: phis and dead code use what comes later.
  void numberValues() {
    for (Argument &argument : F.args()) {
      refs[&argument] = {Parameter, (uint32_t)parameters.size()};
      parameters.push_back({&argument, text(argument.getName()), typeId(argument.getType())});
    }
    uint32_t position = 0, number = 0;
    refs.reserve(F.getInstructionCount() * 2);
    for (BasicBlock &block : F) {
      blockIds[&block] = number++;
      for (Instruction &I : block)
        if (!isLeftOut(I))
          refs[&I] = {InstructionKind, position++};
    }
    instructions.reserve(position);
    blocks.reserve(number);
  }

  void readBlock(BasicBlock &block) {
    for (Instruction &I : block)
      if (!isLeftOut(I))
        readInstruction(I);
    if (Instruction *terminator = block.getTerminator())
      for (unsigned n = 0, end = terminator->getNumSuccessors(); n < end; n++)
        successors.push_back(blockIds.lookup(terminator->getSuccessor(n)));
    blocks.push_back({(uint32_t)instructions.size(), (uint32_t)successors.size()});
  }

  // -------------------------------------------------------------- instructions

  void readInstruction(Instruction &I) {
    InstructionRecord record{};
    record.handle = &I;
    record.name = text(I.getName());
    record.opcode = LLVMGetInstructionOpcode(wrap(&I));
    record.type = typeId(I.getType());
    record.flags = flagsOf(I);
    record.effects = effectsOf(I);
    readOperands(I);
    record.operands_end = operands.size();
    readLocation(I, record);
    instructions.push_back(record);
  }

  void readOperands(Instruction &I) {
    if (auto *phi = dyn_cast<PHINode>(&I))
      return readPhi(*phi);
    if (auto *call = dyn_cast<CallBase>(&I)) {
      operand(0, call->getCalledOperand());
      for (unsigned n = 0; n < call->arg_size(); n++)
        operand(n + 1, call->getArgOperand(n));
      return;
    }
    unsigned count = isa<SwitchInst>(I) ? 1 : I.getNumOperands();
    for (unsigned n = 0; n < count; n++)
      operand(n, I.getOperand(n));
  }

  // One argument per distinct predecessor, in layout order of the predecessors.
  void readPhi(PHINode &phi) {
    std::vector<std::pair<uint32_t, Value *>> incoming;
    for (unsigned n = 0; n < phi.getNumIncomingValues(); n++)
      incoming.emplace_back(blockIds.lookup(phi.getIncomingBlock(n)), phi.getIncomingValue(n));
    llvm::stable_sort(incoming, [](auto &a, auto &b) { return a.first < b.first; });
    uint32_t n = 0, last = None;
    for (auto &[block, value] : incoming) {
      if (block == last)
        continue;
      operand(n++, value, last = block);
    }
  }

  void operand(uint32_t n, Value *value, uint32_t block = None) {
    if (isa<BasicBlock>(value) || isa<MetadataAsValue>(value))
      return;
    Ref ref = refOf(value);
    operands.push_back({n, ref.kind, ref.index, block});
  }

  Ref refOf(Value *value) {
    auto found = refs.find(value);
    if (found != refs.end())
      return found->second;
    Ref ref = isa<GlobalValue>(value) ? Ref{Global, (uint32_t)globals.size()}
                                      : Ref{ConstantKind, (uint32_t)constants.size()};
    if (auto *global = dyn_cast<GlobalValue>(value))
      readGlobal(*global);
    else
      readConstant(value);
    refs[value] = ref;
    return ref;
  }

  uint32_t effectsOf(const Instruction &I) {
    uint32_t effects = (I.mayReadFromMemory() ? Reads : 0) | (I.mayWriteToMemory() ? Writes : 0) |
                       (I.willReturn() ? 0 : MayNotReturn);
    auto *call = dyn_cast<CallBase>(&I);
    if (call ? !call->doesNotThrow() : I.mayThrow())
      effects |= Unwinds;
    if (function.strictfp && (call || touchesFloats(I)))
      effects |= Opaque;
    if (call && isOpaque(*call))
      effects |= Opaque;
    return effects;
  }

  bool isOpaque(const CallBase &call) {
    if (call.isStrictFP() || call.isNoBuiltin())
      return true;
    const Function *callee = call.getCalledFunction();
    if (!callee)
      return false;
    if (callee->isIntrinsic())
      return isConstrained(*callee);
    return noBuiltins || (someNoBuiltin && F.hasFnAttribute(("no-builtin-" + callee->getName()).str()));
  }

  void readLocation(const Instruction &I, InstructionRecord &record) {
    record.file = None;
    const DILocation *location = I.getDebugLoc().get();
    if (!location || location->getLine() == 0)
      return;
    record.file = fileId(location->getFile());
    record.line = location->getLine();
    record.column = location->getColumn();
  }

  uint32_t fileId(const DIFile *file) {
    if (!file)
      return None;
    auto [at, isNew] = fileIds.try_emplace(file, (uint32_t)files.size());
    if (isNew)
      files.push_back({text(file->getDirectory()), text(file->getFilename())});
    return at->second;
  }

  // -------------------------------------------------------------- types

  uint32_t typeId(Type *type) {
    auto [at, isNew] = typeIds.try_emplace(type, (uint32_t)types.size());
    if (!isNew)
      return at->second;
    uint32_t id = at->second;
    uint32_t element = type->isVectorTy() ? classOf(type->getScalarType()) : 0;
    types.push_back({own(spell(type)), classOf(type), element});
    return id;
  }

  std::string spell(Type *type) {
    std::string name;
    raw_string_ostream out(name);
    type->print(out, /*IsForDebug=*/false, /*NoDetails=*/true);
    out.flush();
    // A struct without a name is spelt with its address then; only the module knows its number.
    return name.find("%\"type 0x") == std::string::npos ? name : spellByModule(type);
  }

  std::string spellByModule(Type *type) {
    if (auto *function = dyn_cast<FunctionType>(type)) {
      std::string name = spell(function->getReturnType()) + " (";
      for (unsigned n = 0; n < function->getNumParams(); n++)
        name += (n ? ", " : "") + spell(function->getParamType(n));
      if (function->isVarArg())
        name += function->getNumParams() ? ", ..." : "...";
      return name + ")";
    }
    std::string name;
    raw_string_ostream out(name);
    UndefValue::get(type)->printAsOperand(out, /*PrintType=*/true, F.getParent());
    out.flush();
    return name.substr(0, name.rfind(' '));
  }

  // -------------------------------------------------------------- globals and constants

  void readGlobal(GlobalValue &global) {
    GlobalRecord record{};
    record.handle = &global;
    record.name = text(global.getName());
    record.type = typeId(global.getType());
    record.effects = effectsOfCalling(global);
    record.isDeclaration = global.isDeclaration();
    if (auto *callee = dyn_cast<Function>(&global)) {
      record.isFunction = true;
      record.isIntrinsic = callee->isIntrinsic();
      record.signature = own(spell(callee->getFunctionType()));
      readAttributes(*callee, attributes);
    }
    record.attributes_end = attributes.size();
    globals.push_back(record);
  }

  void readConstant(Value *value) {
    ConstantRecord record{};
    record.handle = value;
    record.type = typeId(value->getType());
    auto *constant = dyn_cast<Constant>(value);
    record.kind = constant ? formOf(constant, record) : (uint32_t)Other;
    record.words_end = words.size();
    constants.push_back(record);
  }

  ConstantForm formOf(Constant *constant, ConstantRecord &record) {
    bool isVector = constant->getType()->isVectorTy();
    if (readNumber(constant, record))
      return isVector ? Splat : Scalar;
    if (isa<PoisonValue>(constant))
      return Poison;
    if (isa<UndefValue>(constant))
      return Undef;
    if (isa<ConstantPointerNull>(constant))
      return Null;
    if (isVector)
      if (Constant *lane = constant->getSplatValue())
        if (readNumber(lane, record))
          return Splat;
    if (isa<ConstantAggregateZero>(constant))
      return Zero;
    if (isa<ConstantAggregate>(constant) || isa<ConstantDataSequential>(constant))
      return Aggregate;
    if (isa<ConstantExpr>(constant)) {
      record.opcode = LLVMGetConstOpcode(wrap(constant));
      return Expression;
    }
    return Other;
  }

  bool readNumber(Constant *constant, ConstantRecord &record) {
    if (auto *integer = dyn_cast<ConstantInt>(constant)) {
      pushNumber(integer->getValue(), 0, record);
      return true;
    }
    if (auto *number = dyn_cast<ConstantFP>(constant)) {
      pushNumber(number->getValueAPF().bitcastToAPInt(), formatOf(number->getType()->getScalarType()), record);
      return true;
    }
    return false;
  }

  void pushNumber(const APInt &bits, uint32_t format, ConstantRecord &record) {
    record.format = format;
    record.width = bits.getBitWidth();
    words.insert(words.end(), bits.getRawData(), bits.getRawData() + bits.getNumWords());
  }

  static uint32_t formatOf(const Type *type) {
    switch (type->getTypeID()) {
    case Type::HalfTyID: return 1;
    case Type::BFloatTyID: return 2;
    case Type::FloatTyID: return 3;
    case Type::DoubleTyID: return 4;
    case Type::X86_FP80TyID: return 5;
    case Type::FP128TyID: return 6;
    default: return 7;
    }
  }
};

// Spells values as textual IR does. Numbering the function's unnamed values is what costs; it is done once.
class Printer {
public:
  explicit Printer(Function &F) : slots(F.getParent(), /*ShouldInitializeAllMetadata=*/false) {
    slots.incorporateFunction(F);
  }

  IdiomText describe(const Value &value) {
    buffer.clear();
    raw_string_ostream out(buffer);
    auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction && instruction->getType()->isVoidTy())
      describeVoid(*instruction, out);
    else
      value.printAsOperand(out, isa<Constant>(value) && !isa<GlobalValue>(value), slots);
    out.flush();
    return text(buffer);
  }

private:
  ModuleSlotTracker slots;
  std::string buffer;

  // An instruction without a result has no name: its opcode and operands stand for it.
  void describeVoid(const Instruction &I, raw_ostream &out) {
    out << I.getOpcodeName();
    if (auto *call = dyn_cast<CallBase>(&I)) {
      out << ' ';
      call->getCalledOperand()->printAsOperand(out, false, slots);
      return;
    }
    const char *separator = " ";
    auto print = [&](const Value *value) {
      out << separator;
      value->printAsOperand(out, true, slots);
      separator = ", ";
    };
    // Labels by successor number (LLVM keeps those of a br backwards); a switch may have very many.
    for (const Use &use : I.operands())
      if (!isa<BasicBlock>(use.get()) && (!isa<SwitchInst>(I) || use.getOperandNo() == 0))
        print(use.get());
    if (I.isTerminator() && !isa<SwitchInst>(I))
      for (unsigned n = 0; n < I.getNumSuccessors(); n++)
        print(I.getSuccessor(n));
  }
};

} // namespace

// The arrays of a function; `idiom_extract_free` releases them.
IDIOM_EXPORT Reader *idiom_extract_new(LLVMValueRef function, View *view) {
  auto *reader = new Reader(*unwrap<Function>(function));
  reader->run();
  *view = reader->view();
  return reader;
}

IDIOM_EXPORT void idiom_extract_free(Reader *reader) { delete reader; }

// A printer for the values of a function; `idiom_printer_free` releases it.
IDIOM_EXPORT Printer *idiom_printer_new(LLVMValueRef function) { return new Printer(*unwrap<Function>(function)); }

IDIOM_EXPORT void idiom_printer_free(Printer *printer) { delete printer; }

// The value as textual IR spells it as an operand; valid until the next call.
IDIOM_EXPORT IdiomText idiom_printer_describe(Printer *printer, LLVMValueRef value) {
  return printer->describe(*unwrap(value));
}
