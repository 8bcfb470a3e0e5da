// Pass objects and their registration.
//
// One class template, instantiated per slot of the table of passes in Rust (passes/registry.rs), because
// LLVM asks a pass *class* for its name. An object owns a Rust state; Rust runs it, drops it and says how
// it prints. On LLVM 16 and 17 the callbacks are registered through the llvm-plugin crate instead; the
// objects are these everywhere.

#include "border.h"

#include "llvm-c/Core.h"
#include "llvm/Analysis/GlobalsModRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"

#include <memory>
#include <utility>
#include <vector>

using namespace llvm;
using idiom::ref;

#if IDIOM_LLVM_MAJOR < 19
// The seed of hashes, which none but LLVM's unit tests set. A copy of our own: later LLVMs lack it, and the
// loader would not pass.
namespace llvm::hashing::detail {
uint64_t fixed_seed_override = 0;
}
#endif

// What Rust gives (src/llvm/host.rs, src/llvm/register.rs). None of it unwinds.
extern "C" {
IdiomText idiom_pass_class(uint32_t slot);
bool idiom_pass_required(uint32_t slot);
IdiomText idiom_pass_pipeline_text(void *state);
// Bit 0: the IR changed.
uint32_t idiom_run_on_function(void *state, LLVMValueRef function, void *analyses);
uint32_t idiom_run_on_module(void *state, LLVMModuleRef module);
void idiom_drop_state(void *state);
bool idiom_parse_function(void *registration, const char *name, size_t length, void *manager);
bool idiom_parse_module(void *registration, const char *name, size_t length, void *manager);
void idiom_at_function_point(void *registration, uint32_t point, void *manager);
void idiom_at_module_point(void *registration, uint32_t point, void *manager);
void idiom_drop_registration(void *registration);
}

namespace {

// The Rust state of one pass object: moved with the object, dropped once.
class State {
  void *Pointer;

public:
  explicit State(void *Pointer) : Pointer(Pointer) {}
  State(State &&Other) : Pointer(std::exchange(Other.Pointer, nullptr)) {}
  State(const State &) = delete;
  State &operator=(const State &) = delete;
  State &operator=(State &&Other) {
    std::swap(Pointer, Other.Pointer);
    return *this;
  }
  ~State() {
    if (Pointer)
      idiom_drop_state(Pointer);
  }
  void *get() const { return Pointer; }
};

template <uint32_t Slot> struct PassObject {
  State Own;
  explicit PassObject(void *Pointer) : Own(Pointer) {}

  static StringRef name() { return ref(idiom_pass_class(Slot)); }
  static bool isRequired() { return idiom_pass_required(Slot); }
  void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) {
    OS << ref(idiom_pass_pipeline_text(Own.get()));
  }
};

template <uint32_t Slot> struct OnFunction : PassObject<Slot> {
  using PassObject<Slot>::PassObject;
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM) {
    uint32_t Result = idiom_run_on_function(this->Own.get(), wrap(&F), &FAM);
    if (!(Result & 1))
      return PreservedAnalyses::all();
    PreservedAnalyses Preserved;
    if (!(Result & 2))
      Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
  }
};

template <uint32_t Slot> struct OnModule : PassObject<Slot> {
  using PassObject<Slot>::PassObject;
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    idiom_run_on_module(this->Own.get(), wrap(&M));
    return PreservedAnalyses::all();
  }
};

// A module pass that visits the functions that are there when it begins, and may add others.
template <uint32_t Slot> struct OnEachFunction : PassObject<Slot> {
  using PassObject<Slot>::PassObject;
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
    std::vector<Function *> Functions;
    for (Function &F : M)
      if (!F.isDeclaration() && !F.hasOptNone())
        Functions.push_back(&F);
    bool Changed = false;
    for (Function *F : Functions)
      Changed |= idiom_run_on_function(this->Own.get(), wrap(F), &FAM) & 1;
    if (!Changed)
      return PreservedAnalyses::all();
    // It holds that no address of a variable is stored, which is no longer so, and stays unless it is told.
    PreservedAnalyses Preserved;
    Preserved.abandon<GlobalsAA>();
    return Preserved;
  }
};

// One for each entry of the table, which the build script counts.
constexpr uint32_t Slots = IDIOM_SLOTS;

// Calls `Then` with the slot as a compile-time constant.
template <uint32_t Slot = 0, typename Fn> void withSlot(uint32_t Which, Fn Then) {
  if constexpr (Slot < Slots) {
    if (Which == Slot)
      Then(std::integral_constant<uint32_t, Slot>());
    else
      withSlot<Slot + 1>(Which, Then);
  }
}

} // namespace

IDIOM_EXPORT void idiom_add_function_pass(void *Manager, uint32_t Which, void *Pointer) {
  withSlot(Which, [&](auto Slot) {
    static_cast<FunctionPassManager *>(Manager)->addPass(OnFunction<decltype(Slot)::value>(Pointer));
  });
}

IDIOM_EXPORT void idiom_add_function_pass_to_module(void *Manager, uint32_t Which, void *Pointer) {
  withSlot(Which, [&](auto Slot) {
    static_cast<ModulePassManager *>(Manager)->addPass(
        createModuleToFunctionPassAdaptor(OnFunction<decltype(Slot)::value>(Pointer)));
  });
}

IDIOM_EXPORT void idiom_add_module_pass(void *Manager, uint32_t Which, void *Pointer) {
  withSlot(Which, [&](auto Slot) {
    static_cast<ModulePassManager *>(Manager)->addPass(OnModule<decltype(Slot)::value>(Pointer));
  });
}

IDIOM_EXPORT void idiom_add_pass_on_each_function(void *Manager, uint32_t Which, void *Pointer) {
  withSlot(Which, [&](auto Slot) {
    static_cast<ModulePassManager *>(Manager)->addPass(OnEachFunction<decltype(Slot)::value>(Pointer));
  });
}

// Lets -print-after=idiom-detect and the like know the pass behind a class name.
IDIOM_EXPORT void idiom_name_class(void *Builder, IdiomText Class, IdiomText Pass) {
  if (auto *PIC = static_cast<PassBuilder *>(Builder)->getPassInstrumentationCallbacks())
    PIC->addClassToPassName(ref(Class), ref(Pass));
}

// Runs instcombine, or else instsimplify, which makes nothing new, and dce over one function, on the host's
// own analysis manager. Reshaped says that blocks have changed.
//
// The passes are run as objects, without a pass manager around them: one of ours, with its instrumentation
// inlined here, makes `llvm::Any` values with type tags that the host's instrumentation does not know on
// LLVM 16 (-opt-bisect-limit, -time-passes). For the same reason `invalidate` is called by an address hidden
// from the optimiser, so that the host's instantiation runs.
IDIOM_EXPORT void idiom_clean_up(LLVMValueRef Fn, void *Analyses, bool Combine, bool Reshaped) {
  auto &F = *unwrap<Function>(Fn);
  auto &FAM = *static_cast<FunctionAnalysisManager *>(Analyses);
  void (FunctionAnalysisManager::*Invalidate)(Function &, const PreservedAnalyses &) =
      &FunctionAnalysisManager::invalidate;
  __asm__ volatile("" : "+m"(Invalidate));
  PreservedAnalyses Preserved;
  if (!Reshaped)
    Preserved.preserveSet<CFGAnalyses>();
  (FAM.*Invalidate)(F, Preserved);
  if (Combine) {
#if IDIOM_LLVM_MAJOR >= 18
    InstCombinePass Combiner(InstCombineOptions().setVerifyFixpoint(false));
#else
    InstCombinePass Combiner;
#endif
    (FAM.*Invalidate)(F, Combiner.run(F, FAM));
  } else {
    (FAM.*Invalidate)(F, InstSimplifyPass().run(F, FAM));
  }
  (FAM.*Invalidate)(F, DCEPass().run(F, FAM));
}

#if IDIOM_LLVM_MAJOR >= 18

namespace {

// Shared by the copies of a callback; gone with the last of them.
struct Registration {
  std::shared_ptr<void> Pointer;
  explicit Registration(void *Raw) : Pointer(Raw, idiom_drop_registration) {}
};

#if IDIOM_LLVM_MAJOR >= 20
#define IDIOM_PHASE , ThinOrFullLTOPhase
#else
#define IDIOM_PHASE
#endif

} // namespace

// The order of `points` is that of ExtensionPoint in src/llvm/register.rs.
IDIOM_EXPORT void idiom_register(void *Builder, void *Raw) {
  auto &PB = *static_cast<PassBuilder *>(Builder);
  Registration R(Raw);
  PB.registerPipelineParsingCallback(
      [R](StringRef Name, FunctionPassManager &FPM, ArrayRef<PassBuilder::PipelineElement> Inner) {
        return Inner.empty() && idiom_parse_function(R.Pointer.get(), Name.data(), Name.size(), &FPM);
      });
  PB.registerPipelineParsingCallback(
      [R](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement> Inner) {
        return Inner.empty() && idiom_parse_module(R.Pointer.get(), Name.data(), Name.size(), &MPM);
      });
  auto atFunction = [R](uint32_t Point) {
    return [R, Point](FunctionPassManager &FPM, OptimizationLevel) {
      idiom_at_function_point(R.Pointer.get(), Point, &FPM);
    };
  };
  auto atModule = [R](uint32_t Point) {
    return [R, Point](ModulePassManager &MPM, OptimizationLevel) {
      idiom_at_module_point(R.Pointer.get(), Point, &MPM);
    };
  };
  auto atPhased = [R](uint32_t Point) {
    return [R, Point](ModulePassManager &MPM, OptimizationLevel IDIOM_PHASE) {
      idiom_at_module_point(R.Pointer.get(), Point, &MPM);
    };
  };
  PB.registerPipelineStartEPCallback(atModule(0));
  PB.registerPipelineEarlySimplificationEPCallback(atPhased(1));
  PB.registerPeepholeEPCallback(atFunction(2));
  PB.registerScalarOptimizerLateEPCallback(atFunction(3));
  PB.registerOptimizerEarlyEPCallback(atPhased(4));
  PB.registerVectorizerStartEPCallback(atFunction(5));
  PB.registerOptimizerLastEPCallback(atPhased(6));
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(atModule(7));
  PB.registerFullLinkTimeOptimizationLastEPCallback(atModule(8));
}

#endif
