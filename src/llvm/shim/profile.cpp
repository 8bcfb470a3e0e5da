// How often the blocks of a function and the edges between them ran, by the profile that it was compiled with.

#include "frequencies.h"
#include "shim.h"

#include "llvm-c/Core.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

using namespace llvm;

// Writes a number for each block, and whether it is hot (1), cold (2) or neither (0) by the thresholds of the
// module's profile; a number for each edge, block after block. Returns false, and writes nothing, without a profile.
IDIOM_EXPORT bool idiom_block_counts(LLVMValueRef function, uint64_t *counts, uint8_t *temperatures, uint64_t *edges) {
  auto &F = *unwrap<Function>(function);
  if (!F.getEntryCount())
    return false;
  idiom::Frequencies frequencies(F);
  ProfileSummaryInfo summary(*F.getParent());
  bool knowsTemperatures = summary.hasProfileSummary();
  for (BasicBlock &block : F) {
    // Blocks that nothing reaches have no frequency.
    uint64_t count = frequencies.blocks.getBlockProfileCount(&block).value_or(0);
    *counts++ = count;
    bool hot = knowsTemperatures && summary.isHotBlock(&block, &frequencies.blocks);
    bool cold = knowsTemperatures && summary.isColdBlock(&block, &frequencies.blocks);
    *temperatures++ = hot ? 1 : cold ? 2 : 0;
    for (unsigned n = 0, end = succ_size(&block); n < end; n++)
      *edges++ = frequencies.branches.getEdgeProbability(&block, n).scale(count);
  }
  return true;
}
