// Optimisation remarks and errors, through the host's own diagnostics.

#include "border.h"

#include "llvm-c/Core.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using idiom::ref;
using idiom::RemarkPart;

namespace {
// An argument with an empty key is plain text of the message.
template <typename Remark>
void emit(OptimizationRemarkEmitter &ORE, Remark R, const RemarkPart *args, size_t count) {
  for (size_t k = 0; k < count; ++k) {
    if (args[k].key.length == 0)
      R << ref(args[k].value);
    else
      R << ore::NV(ref(args[k].key), ref(args[k].value));
  }
  ORE.emit(R);
}
} // namespace

// Whether somebody asked for analysis remarks of ours, on the command line or as a record.
IDIOM_EXPORT bool idiom_remarks_wanted(LLVMValueRef Fn) {
  auto &F = *unwrap<Function>(Fn);
  auto &Context = F.getContext();
  if (Context.getLLVMRemarkStreamer())
    return true;
  return Context.getDiagHandlerPtr() && Context.getDiagHandlerPtr()->isAnyRemarkEnabled("idiom");
}

// Whether a kind of remarks of ours is shown as it is emitted; records aside.
IDIOM_EXPORT bool idiom_remarks_shown(LLVMValueRef Fn, uint32_t Kind) {
  auto *Handler = unwrap<Function>(Fn)->getContext().getDiagHandlerPtr();
  if (!Handler)
    return false;
  if (Kind == idiom::remark::Passed)
    return Handler->isPassedOptRemarkEnabled("idiom");
  if (Kind == idiom::remark::Missed)
    return Handler->isMissedOptRemarkEnabled("idiom");
  return Handler->isAnalysisRemarkEnabled("idiom");
}

// `At` is an instruction or null for the function as a whole. Without a
// location of its own a remark stands where the function does.
IDIOM_EXPORT void idiom_remark(LLVMValueRef Fn, LLVMValueRef At, uint32_t Kind, IdiomText Name,
                               const RemarkPart *Args, size_t Count) {
  auto &F = *unwrap<Function>(Fn);
  OptimizationRemarkEmitter ORE(&F);
  DiagnosticLocation Loc(F.getSubprogram());
  const BasicBlock *Block = F.empty() ? nullptr : &F.getEntryBlock();
  if (At) {
    auto *I = unwrap<Instruction>(At);
    if (I->getDebugLoc())
      Loc = DiagnosticLocation(I->getDebugLoc());
    Block = I->getParent();
  }
  // Remarks keep the names as pointers: the Rust side passes names of static lifetime.
  const char *Pass = "idiom";
  if (Kind == idiom::remark::Passed)
    emit(ORE, OptimizationRemark(Pass, ref(Name), Loc, Block), Args, Count);
  else if (Kind == idiom::remark::Missed)
    emit(ORE, OptimizationRemarkMissed(Pass, ref(Name), Loc, Block), Args, Count);
  else
    emit(ORE, OptimizationRemarkAnalysis(Pass, ref(Name), Loc, Block), Args, Count);
}

// An error of the compilation, shown as the host shows its own.
IDIOM_EXPORT void idiom_emit_error(LLVMModuleRef M, IdiomText Message) {
  unwrap(M)->getContext().emitError(ref(Message));
}

// The function whose code an instruction is by its debug location, if another one than that it stands in: the
// linkage name, else the name. Else empty.
IDIOM_EXPORT IdiomText idiom_inlined_from(LLVMValueRef V) {
  const auto *I = dyn_cast<Instruction>(unwrap(V));
  const DILocation *Location = I ? I->getDebugLoc().get() : nullptr;
  if (!Location || !Location->getInlinedAt())
    return {nullptr, 0};
  const DISubprogram *Function = Location->getScope()->getSubprogram();
  if (!Function)
    return {nullptr, 0};
  StringRef Name = Function->getLinkageName().empty() ? Function->getName() : Function->getLinkageName();
  return {Name.data(), Name.size()};
}

// A place that an instruction was inlined into; the line is 0 if there is none.
struct IdiomCaller {
  IdiomText directory;
  IdiomText name;
  uint32_t line;
  uint32_t column;
};

// The place of the call through which an instruction was inlined, `Depth` calls further out.
IDIOM_EXPORT IdiomCaller idiom_caller(LLVMValueRef V, uint32_t Depth) {
  const auto *I = dyn_cast<Instruction>(unwrap(V));
  const DILocation *Location = I ? I->getDebugLoc().get() : nullptr;
  for (uint32_t k = 0; Location && k <= Depth; ++k)
    Location = Location->getInlinedAt();
  if (!Location)
    return {{nullptr, 0}, {nullptr, 0}, 0, 0};
  StringRef Directory = Location->getDirectory(), Name = Location->getFilename();
  return {{Directory.data(), Directory.size()},
          {Name.data(), Name.size()},
          Location->getLine(),
          Location->getColumn()};
}

IDIOM_EXPORT IdiomText idiom_module_source(LLVMModuleRef M) {
  const std::string &Name = unwrap(M)->getSourceFileName();
  return {Name.data(), Name.size()};
}
