// How often the blocks of a function run, by LLVM's analyses of its own. Those of the host stay as they are.

#ifndef IDIOM_FREQUENCIES_H
#define IDIOM_FREQUENCIES_H

#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#if IDIOM_LLVM_MAJOR >= 24
#include "llvm/Analysis/CycleAnalysis.h"
#else
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#endif

namespace idiom {

struct Frequencies {
#if IDIOM_LLVM_MAJOR >= 24
  llvm::CycleInfo cycles;
  llvm::BranchProbabilityInfo branches;
  llvm::BlockFrequencyInfo blocks;
  explicit Frequencies(const llvm::Function &F) {
    cycles.compute(const_cast<llvm::Function &>(F));
    branches.calculate(F, cycles, nullptr, nullptr, nullptr);
    blocks.calculate(F, branches, cycles);
  }
#else
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  llvm::BranchProbabilityInfo branches;
  llvm::BlockFrequencyInfo blocks;
  explicit Frequencies(const llvm::Function &F)
      : dominators(const_cast<llvm::Function &>(F)), loops(dominators), branches(F, loops), blocks(F, branches, loops) {}
#endif
};

} // namespace idiom

#endif
