// Watches the passes of a host's pipeline and says which functions they changed, for a tracer in Rust.
//
// LLVM's instrumentation tells of every pass, before it runs and behind it, with what it ran on: in an `Any`
// before LLVM 24, in an `IRUnitRef` since.
// This only reads.

#include "border.h"

#include "llvm-c/Core.h"
#if IDIOM_LLVM_MAJOR < 24
#include "llvm/ADT/Any.h"
#endif
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#if IDIOM_LLVM_MAJOR >= 24
#include "llvm/IR/IRUnitRef.h"
#endif
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

#include <dlfcn.h>
#include <memory>

using namespace llvm;
using idiom::ref;

// What Rust gives (src/llvm/trace.rs). None of it unwinds.
extern "C" {
// A pass is about to run, on this function unless it is null; Plumbing says that it only runs others.
void idiom_trace_begins(void *tracer, IdiomText class_, IdiomText pass, LLVMValueRef function, bool plumbing);
// The pass that began last and has not ended has left this function so.
void idiom_trace_function(void *tracer, LLVMValueRef function, uint64_t hash);
// It may have removed functions; those that are there were all told.
void idiom_trace_whole(void *tracer);
void idiom_trace_ends(void *tracer);
void idiom_drop_tracer(void *tracer);
}

#if IDIOM_LLVM_MAJOR >= 24

namespace {

// The unit that a pass runs on, as the host shows it.
using Shown = IRUnitRef;

struct Units {
  bool complete() const { return true; }
  template <typename Unit> const Unit *as(Shown IR) const { return dyn_cast<Unit>(IR); }
};

#else

namespace {

using Shown = Any;

// The tag and the pointer in an `Any` of the host's.
struct Tagged {
  const void *Tag = nullptr;
  const void *Pointer = nullptr;
};

} // namespace

// `Any` compares addresses of a template's static member, and those of the plugin are its own unless the
// loader merges them. The friend functions of `Any` see what is inside; this one reads tag and pointer and
// leaves the comparison to us.
namespace llvm {
template <> Tagged any_cast<Tagged>(const Any &Value) {
  if (!Value.Storage)
    return {};
  // Every unit is a pointer, and the storage of one pointer is laid out like that of another.
  return {Value.Storage->id(), static_cast<Any::StorageImpl<const void *> *>(Value.Storage.get())->Value};
}
} // namespace llvm

namespace {

// The tags that the host's LLVM has for the units that passes run on.
struct Units {
  const void *OfModule = dlsym(RTLD_DEFAULT, "_ZN4llvm3Any6TypeIdIPKNS_6ModuleEE2IdE");
  const void *OfFunction = dlsym(RTLD_DEFAULT, "_ZN4llvm3Any6TypeIdIPKNS_8FunctionEE2IdE");
  const void *OfLoop = dlsym(RTLD_DEFAULT, "_ZN4llvm3Any6TypeIdIPKNS_4LoopEE2IdE");
  const void *OfSCC = dlsym(RTLD_DEFAULT, "_ZN4llvm3Any6TypeIdIPKNS_13LazyCallGraph3SCCEE2IdE");
  bool complete() const { return OfModule && OfFunction && OfLoop && OfSCC; }

  template <typename Unit> const Unit *as(const Shown &IR) const {
    Tagged U = any_cast<Tagged>(IR);
    return U.Tag == tag(static_cast<const Unit *>(nullptr)) ? static_cast<const Unit *>(U.Pointer) : nullptr;
  }

private:
  const void *tag(const Module *) const { return OfModule; }
  const void *tag(const Function *) const { return OfFunction; }
  const void *tag(const Loop *) const { return OfLoop; }
  const void *tag(const LazyCallGraph::SCC *) const { return OfSCC; }
};

#endif

uint64_t address(const void *Pointer) { return reinterpret_cast<uintptr_t>(Pointer); }

// A number for everything of an instruction that a pass may change in place.
void add(SmallVectorImpl<uint64_t> &Parts, const Instruction &I) {
  Parts.push_back(address(&I));
  Parts.push_back(uint64_t(I.getOpcode()) << 32 | I.getRawSubclassOptionalData());
  Parts.push_back(address(I.getType()));
  for (const Use &Operand : I.operands())
    Parts.push_back(address(Operand.get()));
  SmallVector<std::pair<unsigned, MDNode *>, 4> Metadata;
  I.getAllMetadataOtherThanDebugLoc(Metadata);
  for (auto &[Kind, Node] : Metadata)
    Parts.push_back(address(Node) ^ Kind);
  if (auto *Compare = dyn_cast<CmpInst>(&I))
    Parts.push_back(Compare->getPredicate());
  if (auto *Element = dyn_cast<GetElementPtrInst>(&I))
    Parts.push_back(address(Element->getSourceElementType()));
  if (auto *Phi = dyn_cast<PHINode>(&I))
    for (const BasicBlock *Block : Phi->blocks())
      Parts.push_back(address(Block));
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    Parts.push_back(address(Call->getAttributes().getRawPointer()));
    if (auto *Callee = Call->getCalledFunction())
      Parts.push_back(address(Callee->getAttributes().getRawPointer()));
  }
}

// A number for the function as it is: another one when a pass has changed it, and the same for the same code
// in the same memory.
uint64_t number(const Function &F) {
  SmallVector<uint64_t, 256> Parts;
  Parts.push_back(address(F.getAttributes().getRawPointer()));
  for (const BasicBlock &Block : F) {
    Parts.push_back(address(&Block));
    for (const Instruction &I : Block)
      add(Parts, I);
  }
  return hash_combine_range(Parts.begin(), Parts.end());
}

bool isPlumbing(StringRef Class) {
  // Templates are named with their arguments.
  StringRef Name = Class.take_until([](char C) { return C == '<'; });
  return Name.ends_with("PassManager") || Name.ends_with("PassAdaptor") || Name.ends_with("AdaptorPass") ||
         Name.contains("ToFunctionPassAdaptor") || Name.contains("ToLoopPassAdaptor") ||
         Name == "ModuleInlinerWrapperPass" || Name == "DevirtSCCRepeatedPass" || Name == "RepeatedPass";
}

class Watch {
  std::shared_ptr<void> Tracer;
  Units Known;
  PassInstrumentationCallbacks *PIC;
  // The module of each pass under way, and its function if it runs on one or on a loop of it.
  struct Frame {
    const Module *M;
    const Function *F;
  };
  SmallVector<Frame, 16> Under;
  const Module *Last = nullptr;
  // The functions of the module when all of them were told last.
  size_t Functions = 0;

  void tell(const Function &F) {
    if (!F.isDeclaration())
      idiom_trace_function(Tracer.get(), wrap(&F), number(F));
  }

  void tell(const Module &M) {
    for (const Function &F : M)
      tell(F);
    Functions = M.size();
    idiom_trace_whole(Tracer.get());
  }

  Frame frame(const Shown &IR) const {
    if (auto *M = Known.as<Module>(IR))
      return {M, nullptr};
    const Function *F = Known.as<Function>(IR);
    if (auto *L = Known.as<Loop>(IR))
      F = L->getHeader()->getParent();
    if (F)
      return {F->getParent(), F};
    auto *C = Known.as<LazyCallGraph::SCC>(IR);
    if (C && C->size())
      return {C->begin()->getFunction().getParent(), nullptr};
    return {Last, nullptr};
  }

public:
  Watch(void *Raw, PassInstrumentationCallbacks *PIC) : Tracer(Raw, idiom_drop_tracer), PIC(PIC) {}

  void before(StringRef Class, const Shown &IR) {
    Frame Now = frame(IR);
    bool First = !Last && Now.M;
    Last = Now.M;
    if (First) {
      idiom_trace_begins(Tracer.get(), {}, {}, nullptr, true);
      tell(*Now.M);
      idiom_trace_ends(Tracer.get());
    }
    Under.push_back(Now);
    StringRef Pass = PIC->getPassNameForClassName(Class);
    idiom_trace_begins(Tracer.get(), {Class.data(), Class.size()}, {Pass.data(), Pass.size()}, wrap(Now.F),
                       isPlumbing(Class));
  }

  // A pass has ended that may have changed what it ran on.
  void after(const Shown &IR, bool Changed) {
    auto *C = Known.as<LazyCallGraph::SCC>(IR);
    if (!Changed || !C)
      return ends(Changed);
    for (const LazyCallGraph::Node &Node : *C)
      tell(Node.getFunction());
    // The inliner also removes functions of other parts.
    ends(Under.empty() || !Under.back().M || Under.back().M->size() != Functions);
  }

  // A pass has ended, and what it ran on is gone: a loop, or a part of the call graph. The function around a
  // loop is not.
  void afterInvalidated() { ends(true); }

private:
  void ends(bool Changed) {
    if (Under.empty())
      return;
    Frame Now = Under.pop_back_val();
    if (Changed && Now.F)
      tell(*Now.F);
    else if (Changed && Now.M)
      tell(*Now.M);
    idiom_trace_ends(Tracer.get());
  }
};

} // namespace

// Has a tracer told of the passes that the pipelines of a builder run. False where the host's LLVM does not
// show what passes run on.
IDIOM_EXPORT bool idiom_trace(void *Builder, void *Raw) {
  auto *PIC = static_cast<PassBuilder *>(Builder)->getPassInstrumentationCallbacks();
  auto Seen = std::make_shared<Watch>(Raw, PIC);
  if (!PIC || !Units().complete())
    return false;
  PIC->registerBeforeNonSkippedPassCallback([Seen](StringRef Class, Shown IR) { Seen->before(Class, IR); });
  PIC->registerAfterPassCallback([Seen](StringRef, Shown IR, const PreservedAnalyses &Preserved) {
    Seen->after(IR, !Preserved.areAllPreserved());
  });
  PIC->registerAfterPassInvalidatedCallback(
      [Seen](StringRef, const PreservedAnalyses &) { Seen->afterInvalidated(); });
  return true;
}
