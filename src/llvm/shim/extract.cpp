// Reads one function into plain arrays that Rust turns into the SSA model: one call, one walk.

#include "extract.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ProfDataUtils.h"

#include <algorithm>

using namespace llvm;

namespace idiom {

namespace kind = idiom::value_kind;

class Reader {
public:
  explicit Reader(Function &F) : F(F), layout(F.getParent()->getDataLayout()) {}

  void run() {
    readFunction();
    numberValues();
    for (BasicBlock &block : F)
      readBlock(block);
    readAddresses();
    aliases.finish();
    // The records say it all: what only the walk needed makes room for what is made of them.
    refs = decltype(refs)();
    blockIds = decltype(blockIds)();
    // Normalisation cuts values in half.
    types.id(Type::getInt32Ty(F.getContext()));
  }

  View view() const {
    return {function,   functionAttributes, types.records, parameters, instructions, names, operands, phiBlocks,
            locations, blocks, successors, globals, geps, terms, addresses, attributes, constants, words, files, calls,
            aliases.accesses, aliases.statements, aliases.types, aliases.fields, aliases.scopes, aliases.scopeIds, aliases.declarations};
  }

private:
  Function &F;
  const DataLayout &layout;
  FunctionRecord function{};
  std::vector<IdiomText> functionAttributes, attributes;
  std::vector<ParameterRecord> parameters;
  std::vector<InstructionRecord> instructions;
  std::vector<char> names; // of instructions
  std::vector<OperandRecord> operands;
  std::vector<uint32_t> phiBlocks;
  std::vector<LocationRecord> locations;
  std::vector<BlockRecord> blocks;
  std::vector<uint32_t> successors;
  std::vector<GlobalRecord> globals;
  std::vector<GepRecord> geps;
  std::vector<TermRecord> terms;
  std::vector<AddressRecord> addresses;
  std::vector<ConstantRecord> constants;
  std::vector<uint64_t> words;
  std::vector<FileRecord> files;
  std::vector<CallRecord> calls;
  AliasMetadata aliases;

  struct Ref {
    uint32_t kind, index;
  };
  DenseMap<const Value *, Ref> refs;
  DenseMap<const BasicBlock *, uint32_t> blockIds;
  DenseMap<const DIFile *, uint32_t> fileIds;
  Texts texts;
  Types types{texts};
  bool leavesOut = false;     // the function has instructions that the model leaves out
  bool noBuiltins = false;    // the function calls no library function by its name
  bool someNoBuiltin = false; // … or not some of them ("no-builtin-sqrt")

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
    function.hasProfile = F.hasProfileData();
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
      refs[&argument] = {kind::Parameter, (uint32_t)parameters.size()};
      parameters.push_back({&argument, text(argument.getName()), types.id(argument.getType()), memoryOf(argument)});
    }
    uint32_t position = 0, number = 0;
    size_t count = 0, uses = 0;
    for (BasicBlock &block : F)
      count += block.size();
    refs.reserve(count + count / 4);
    for (BasicBlock &block : F) {
      blockIds[&block] = number++;
      for (Instruction &I : block)
        if (!isLeftOut(I)) {
          refs[&I] = {kind::Instruction, position++};
          uses += I.getNumOperands();
        } else {
          leavesOut = true;
        }
    }
    instructions.reserve(position);
    operands.reserve(uses);
    blocks.reserve(number);
  }

  void readBlock(BasicBlock &block) {
    for (Instruction &I : block)
      if (!isLeftOut(I))
        readInstruction(I);
      else if (auto *declaration = dyn_cast<NoAliasScopeDeclInst>(&I))
        aliases.declare(*declaration, blocks.size());
    if (Instruction *terminator = block.getTerminator())
      for (unsigned n = 0, end = terminator->getNumSuccessors(); n < end; n++)
        successors.push_back(blockIds.lookup(terminator->getSuccessor(n)));
    blocks.push_back({(uint32_t)instructions.size(), (uint32_t)successors.size()});
  }

  // -------------------------------------------------------------- instructions

  void readInstruction(Instruction &I) {
    InstructionRecord record{};
    record.handle = &I;
    // Copied at once: to come back for it later would be a miss of the caches for each.
    StringRef name = I.getName();
    names.insert(names.end(), name.begin(), name.end());
    record.names_end = names.size();
    // One that has no room here is one that Rust does not know.
    record.opcode = std::min<unsigned>(LLVMGetInstructionOpcode(wrap(&I)), 255);
    record.type = types.id(I.getType());
    record.flags = flagsOf(I);
    record.effects = effectsOf(I);
    readOperands(I);
    record.operands_end = operands.size();
    readLocation(I);
    record.size = accessedBytes(I);
    record.usedOutside = leavesOut && llvm::any_of(I.users(), [](const User *user) {
      auto *instruction = dyn_cast<Instruction>(user);
      return instruction && isLeftOut(*instruction);
    });
    if (auto *gep = dyn_cast<GetElementPtrInst>(&I))
      readGep(*gep);
    else if (record.effects & (effect::Reads | effect::Writes))
      aliases.read(I, instructions.size());
    if (auto *call = dyn_cast<CallBase>(&I)) {
      CallRecord memory{};
      memory.instruction = instructions.size();
      if (memoryOf(*call, memory))
        calls.push_back(memory);
    }
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
    // The mask is no operand in memory; it exists as a constant nevertheless, made with the instruction.
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&I))
      operand(count, shuffle->getShuffleMaskForBitcode());
  }

  // One argument per distinct predecessor, in layout order of the predecessors.
  void readPhi(PHINode &phi) {
    SmallVector<std::pair<uint32_t, Value *>, 8> incoming;
    for (unsigned n = 0; n < phi.getNumIncomingValues(); n++)
      incoming.emplace_back(blockIds.lookup(phi.getIncomingBlock(n)), phi.getIncomingValue(n));
    llvm::stable_sort(incoming, [](auto &a, auto &b) { return a.first < b.first; });
    uint32_t n = 0, last = None;
    for (auto &[block, value] : incoming) {
      if (block == last)
        continue;
      // Of what is left out there is no block either: as many as operands.
      if (operand(n++, value))
        phiBlocks.push_back(block);
      last = block;
    }
  }

  // Whether the model has it: it has no labels and metadata.
  bool operand(uint32_t n, Value *value) {
    if (isa<BasicBlock>(value) || isa<MetadataAsValue>(value))
      return false;
    Ref ref = refOf(value);
    operands.push_back({ref.kind << 30 | n, ref.index});
    return true;
  }

  // Most of what an instruction takes was computed just before: no need to look it up among all.
  const InstructionRecord *recent(const Value *value) const {
    for (size_t k = instructions.size(), end = k - std::min<size_t>(k, 4); k-- > end;)
      if (instructions[k].handle == value)
        return &instructions[k];
    return nullptr;
  }

  Ref refOf(Value *value) {
    if (isa<Instruction>(value))
      if (auto *found = recent(value))
        return {kind::Instruction, (uint32_t)(found - instructions.data())};
    auto found = refs.find(value);
    if (found != refs.end())
      return found->second;
    Ref ref = isa<GlobalValue>(value) ? Ref{kind::Global, (uint32_t)globals.size()}
                                      : Ref{kind::Constant, (uint32_t)constants.size()};
    if (auto *global = dyn_cast<GlobalValue>(value))
      readGlobal(*global);
    else
      addConstant(value);
    refs[value] = ref;
    return ref;
  }

  uint32_t effectsOf(const Instruction &I) {
    // Most instructions just compute.
    if (!function.strictfp && isa<BinaryOperator, CmpInst, CastInst, GetElementPtrInst, PHINode, SelectInst>(I))
      return 0;
    uint32_t effects = (I.mayReadFromMemory() ? effect::Reads : 0) | (I.mayWriteToMemory() ? effect::Writes : 0) |
                       (I.willReturn() ? 0 : effect::MayNotReturn);
    auto *call = dyn_cast<CallBase>(&I);
    if (call ? !call->doesNotThrow() : I.mayThrow())
      effects |= effect::Unwinds;
    if (function.strictfp && (call || touchesFloats(I)))
      effects |= effect::Opaque;
    if (call && isOpaque(*call))
      effects |= effect::Opaque;
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

  // Of the instruction that is added next.
  void readLocation(const Instruction &I) {
    const DILocation *location = I.getDebugLoc().get();
    if (!location || location->getLine() == 0)
      return;
    locations.resize(instructions.size());
    locations.push_back({fileId(location->getFile()), location->getLine(), location->getColumn()});
  }

  uint32_t fileId(const DIFile *file) {
    if (!file)
      return None;
    auto [at, isNew] = fileIds.try_emplace(file, (uint32_t)files.size());
    if (isNew)
      files.push_back({text(file->getDirectory()), text(file->getFilename())});
    return at->second;
  }

  // -------------------------------------------------------------- addresses

  // Of the value a load or store moves, or of what an alloca reserves.
  uint32_t accessedBytes(const Instruction &I) {
    if (auto *alloca = dyn_cast<AllocaInst>(&I))
      return reservedBytes(*alloca);
    Type *type = isa<LoadInst>(I) ? I.getType() : isa<StoreInst>(I) ? I.getOperand(0)->getType() : nullptr;
    if (!type)
      return 0;
    TypeSize size = layout.getTypeStoreSize(type);
    return size.isScalable() || size.getFixedValue() > ~0u ? 0 : (uint32_t)size.getFixedValue();
  }

  uint32_t reservedBytes(const AllocaInst &alloca) {
    auto *count = dyn_cast<ConstantInt>(alloca.getArraySize());
    TypeSize size = layout.getTypeAllocSize(alloca.getAllocatedType());
    if (!count || count->getValue().getActiveBits() > 32 || size.isScalable() || size.getFixedValue() > ~0u)
      return 0;
    // Accesses may be widened up to the alignment.
    uint64_t bytes = alignTo(size.getFixedValue() * count->getZExtValue(), alloca.getAlign());
    return bytes > ~0u ? 0 : (uint32_t)bytes;
  }

  void readGep(const GetElementPtrInst &gep) {
    Offset offset;
    if (!offsetOf(cast<GEPOperator>(gep), layout, offset))
      return;
    terms.insert(terms.end(), offset.terms.begin(), offset.terms.end());
    geps.push_back({offset.constant, (uint32_t)instructions.size(), types.id(offset.indexType), offset.width,
                    (uint32_t)terms.size()});
  }

  // After all values are known: a base may be a value as well.
  void readAddresses() {
    for (size_t k = 0; k < constants.size(); k++) {
      auto *constant = dyn_cast<ConstantExpr>(constants[k].handle);
      Offset offset;
      uint32_t flags = 0;
      const GlobalValue *base = constant ? baseOf(*constant, layout, offset, flags) : nullptr;
      if (!base)
        continue;
      auto found = refs.find(base);
      uint32_t global = found != refs.end() ? found->second.index : hidden(*base);
      addresses.push_back({offset.constant, (uint32_t)k, global, types.id(offset.indexType), offset.width, flags});
    }
  }

  // Its position among the globals; it is no value.
  uint32_t hidden(const GlobalValue &base) {
    refs[&base] = {kind::Global, (uint32_t)globals.size()};
    function.hiddenGlobals++;
    readGlobal(const_cast<GlobalValue &>(base));
    return refs[&base].index;
  }

  // -------------------------------------------------------------- globals and constants

  void readGlobal(GlobalValue &global) {
    GlobalRecord record{};
    record.handle = &global;
    record.name = text(global.getName());
    record.type = types.id(global.getType());
    record.effects = effectsOfCalling(global);
    record.isDeclaration = global.isDeclaration();
    record.storage = storageOf(global);
    record.isLocal = global.hasLocalLinkage();
    record.size = sizeOf(global);
    if (auto *callee = dyn_cast<Function>(&global)) {
      record.isFunction = true;
      record.isIntrinsic = callee->isIntrinsic();
      record.signature = texts.own(types.spell(callee->getFunctionType()));
      readAttributes(*callee, attributes);
    }
    record.attributes_end = attributes.size();
    globals.push_back(record);
  }

  void addConstant(Value *value) {
    ConstantRecord record{};
    record.handle = value;
    record.type = types.id(value->getType());
    readConstant(value, record, words);
    record.words_end = words.size();
    constants.push_back(record);
  }
};

} // namespace idiom

// The arrays of a function; `idiom_extract_free` releases them.
IDIOM_EXPORT idiom::Reader *idiom_extract_new(LLVMValueRef function, idiom::View *view) {
  auto *reader = new idiom::Reader(*unwrap<Function>(function));
  reader->run();
  *view = reader->view();
  return reader;
}

IDIOM_EXPORT void idiom_extract_free(idiom::Reader *reader) { delete reader; }

// How often each way of a branch on a condition was taken, in proportion; false where no metadata says it.
IDIOM_EXPORT bool idiom_branch_weights(LLVMValueRef instruction, uint64_t *weights) {
  auto *branch = cast<Instruction>(unwrap(instruction));
  SmallVector<uint32_t, 2> found;
  if (branch->getNumSuccessors() != 2 || !extractBranchWeights(*branch, found) || found.size() != 2)
    return false;
  weights[0] = found[0];
  weights[1] = found[1];
  return true;
}

// The numbers that a switch compares with, one for each successor behind the first, as signed ones (truth
// values as 0 and 1). Returns how many there are; writes nothing where `cases` is null.
IDIOM_EXPORT uint32_t idiom_switch_cases(LLVMValueRef instruction, int64_t *cases) {
  auto *branch = cast<SwitchInst>(unwrap(instruction));
  unsigned width = branch->getCondition()->getType()->getIntegerBitWidth();
  if (width > 64)
    return 0;
  if (cases)
    for (const auto &one : branch->cases()) {
      const APInt &number = one.getCaseValue()->getValue();
      *cases++ = width == 1 ? int64_t(number.getZExtValue()) : number.getSExtValue();
    }
  return branch->getNumCases();
}
