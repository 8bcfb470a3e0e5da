// Functions that LLVM's CodeExtractor made, with parameters in the order of names and given these.

#ifndef IDIOM_OUTLINE_H
#define IDIOM_OUTLINE_H

#include "border.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace idiom {

// Gives the parameters of a function that was made for inputs and outputs the names of the values that they stand
// for, in the order of these; the others follow.
void nameParameters(llvm::Function &Made, const llvm::SetVector<llvm::Value *> &Inputs,
                    const llvm::SetVector<llvm::Value *> &Outputs, const LLVMValueRef *Values, const IdiomText *Names,
                    size_t Count, IdiomText Name);

} // namespace idiom

#endif
