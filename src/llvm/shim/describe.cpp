// Spells values as textual IR does.

#include "extract.h"
#include "frequencies.h"

#include "llvm-c/Core.h"
#include "llvm/IR/AssemblyAnnotationWriter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/FormattedStream.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <memory>

using namespace llvm;

namespace {

// Numbers the function's unnamed values once, by itself: LLVM's tracker would number the module and its
// metadata too. The tracker is left to constants and types that hold something unnamed of the module's.
class Printer {
public:
#if IDIOM_LLVM_MAJOR >= 24
  explicit Printer(const Function &F) : F(F), slots(F.getParent()) {
#else
  explicit Printer(const Function &F) : F(F), slots(F.getParent(), /*ShouldInitializeAllMetadata=*/false) {
#endif
    slots.incorporateFunction(F);
  }

  IdiomText describe(const Value &value) {
    buffer.clear();
    raw_string_ostream out(buffer);
    auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction && instruction->getType()->isVoidTy())
      describeVoid(*instruction, out);
    else
      operand(value, isa<Constant>(value) && !isa<GlobalValue>(value), out);
    out.flush();
    return idiom::text(buffer);
  }

  // How often a block ran, by the profile that the function was compiled with; -1 without one.
  int64_t runs(const BasicBlock &block) {
    if (!F.hasProfileData())
      return -1;
    if (!frequencies)
      frequencies = std::make_unique<idiom::Frequencies>(F);
    auto count = frequencies->blocks.getBlockProfileCount(&block);
    return count ? (int64_t)std::min<uint64_t>(*count, INT64_MAX) : -1;
  }

private:
  const Function &F;
  std::unique_ptr<idiom::Frequencies> frequencies;
  ModuleSlotTracker slots;
  DenseMap<const Value *, unsigned> numbers;
  std::string buffer;

  // An instruction without a result has no name: its opcode and operands stand for it.
  void describeVoid(const Instruction &I, raw_ostream &out) {
    out << I.getOpcodeName();
    if (auto *call = dyn_cast<CallBase>(&I)) {
      out << ' ';
      operand(*call->getCalledOperand(), false, out);
      return;
    }
    const char *separator = " ";
    auto print = [&](const Value *value) {
      out << separator;
      operand(*value, true, out);
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

  void operand(const Value &value, bool withType, raw_ostream &out) {
    bool isLocal = isa<Argument>(value) || isa<BasicBlock>(value) || isa<Instruction>(value);
    if (!isLocal || value.hasName() || (withType && idiom::hasUnnamed(*value.getType())))
      return value.printAsOperand(out, withType, slots);
    if (withType) {
      value.getType()->print(out, /*IsForDebug=*/false, /*NoDetails=*/true);
      out << ' ';
    }
    out << '%' << numberOf(value);
  }

  unsigned numberOf(const Value &value) {
    if (numbers.empty())
      numberAll();
    return numbers.lookup(&value);
  }

  // As textual IR does: parameters, then each block and its instructions with a result.
  void numberAll() {
    auto add = [&](const Value &value) {
      if (!value.hasName() && !value.getType()->isVoidTy())
        numbers.try_emplace(&value, (unsigned)numbers.size());
    };
    size_t count = F.arg_size() + F.size();
    for (const BasicBlock &block : F)
      count += block.size();
    numbers.reserve(count);
    for (const Argument &argument : F.args())
      add(argument);
    for (const BasicBlock &block : F) {
      add(block);
      for (const Instruction &I : block)
        add(I);
    }
  }
};

// Writes the place of each instruction in the source behind it: the metadata that has it is not printed.
class Places : public AssemblyAnnotationWriter {
  void printInfoComment(const Value &V, formatted_raw_ostream &out) override {
    auto *instruction = dyn_cast<Instruction>(&V);
    const DebugLoc *location = instruction ? &instruction->getDebugLoc() : nullptr;
    if (location && *location && location->getLine())
      out << " ; " << (*location)->getFilename() << ':' << location->getLine() << ':' << location->getCol();
  }
};

} // namespace

// The function as textual IR, with the place of each instruction in a comment behind it; LLVMDisposeMessage
// releases it.
IDIOM_EXPORT char *idiom_print_function(LLVMValueRef function) {
  std::string text;
  raw_string_ostream out(text);
  Places places;
  unwrap<Function>(function)->print(out, &places);
  out.flush();
  return strdup(text.c_str());
}

// A printer for the values of a function; `idiom_printer_free` releases it.
IDIOM_EXPORT Printer *idiom_printer_new(LLVMValueRef function) { return new Printer(*unwrap<Function>(function)); }

IDIOM_EXPORT void idiom_printer_free(Printer *printer) { delete printer; }

// The value as textual IR spells it as an operand; valid until the next call.
IDIOM_EXPORT IdiomText idiom_printer_describe(Printer *printer, LLVMValueRef value) {
  return printer->describe(*unwrap(value));
}

// The block of an instruction as textual IR spells it as an operand, `%for.body`; valid until the next call.
IDIOM_EXPORT IdiomText idiom_printer_describe_block(Printer *printer, LLVMValueRef instruction) {
  return printer->describe(*unwrap<Instruction>(instruction)->getParent());
}

// How often the block of an instruction ran, by the profile that the function was compiled with; -1 where
// that is not known.
IDIOM_EXPORT int64_t idiom_printer_runs(Printer *printer, LLVMValueRef instruction) {
  return printer->runs(*unwrap<Instruction>(instruction)->getParent());
}
