// What memory a parameter, a global or a call stands for.

#include "extract.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"

#include <algorithm>

using namespace llvm;

namespace idiom {

uint32_t memoryOf(const Argument &argument) {
  if (!argument.getType()->isPointerTy())
    return 0;
  return (argument.hasNoAliasAttr() ? parameter_memory::NoAlias : 0) | (argument.hasNoCaptureAttr() ? parameter_memory::NotCaptured : 0) |
         (argument.onlyReadsMemory() ? parameter_memory::NotWritten : 0) | (argument.hasPassPointeeByValueCopyAttr() ? parameter_memory::OwnCopy : 0);
}

// Two variables lie apart; an alias is a part of another global, and two functions may be one.
uint8_t storageOf(const GlobalValue &global) {
  auto *variable = dyn_cast<GlobalVariable>(&global);
  return !variable ? storage::None : variable->isConstant() ? storage::ConstantVariable : storage::Variable;
}

// Accesses may be widened up to the alignment.
uint64_t sizeOf(const GlobalValue &global) {
  auto *variable = dyn_cast<GlobalVariable>(&global);
  if (!variable || !variable->hasInitializer() || variable->isInterposable() || !variable->getValueType()->isSized())
    return 0;
  TypeSize size = variable->getParent()->getDataLayout().getTypeAllocSize(variable->getValueType());
  return size.isScalable() ? 0 : alignTo(size.getFixedValue(), variable->getAlign().valueOrOne());
}

bool memoryOf(const CallBase &call, CallRecord &record) {
  bool isFresh = call.getType()->isPointerTy() && call.returnDoesNotAlias();
  if (!isFresh && !call.mayReadOrWriteMemory())
    return false;
  MemoryEffects effects = call.getMemoryEffects();
  record.memory = (isFresh ? call_memory::FreshResult : 0) |
                  (effects.onlyAccessesArgPointees() || effects.onlyAccessesInaccessibleOrArgMem() ? call_memory::OnlyArguments : 0);
  // Operand bundles are operands that the masks do not speak of.
  if (call.hasOperandBundles())
    record.memory &= ~call_memory::OnlyArguments;
  const Function *callee = call.getCalledFunction();
  // The first argument is what is released, and no other memory is known by one.
  bool releasesFirst = call.arg_size() > 0 && call.paramHasAttr(0, Attribute::AllocatedPointer);
  for (unsigned n = 1, end = call.arg_size(); n < end; n++)
    releasesFirst &= !call.getArgOperand(n)->getType()->isPointerTy();
  Attribute kind = callee ? callee->getFnAttribute(Attribute::AllocKind) : Attribute();
  if (releasesFirst && (record.memory & call_memory::OnlyArguments) && kind.isValid() && (kind.getAllocKind() & AllocFnKind::Free) != AllocFnKind::Unknown)
    record.memory |= call_memory::Releases;
  bool reads = isRefSet(effects.getModRef(MemoryEffects::Location::ArgMem));
  bool writes = isModSet(effects.getModRef(MemoryEffects::Location::ArgMem));
  for (unsigned n = 0, end = std::min<unsigned>(call.arg_size(), 64); n < end; n++) {
    if (!call.getArgOperand(n)->getType()->isPointerTy())
      continue;
    uint64_t bit = uint64_t(1) << n;
    record.notCaptured |= call.doesNotCapture(n) ? bit : 0;
    record.notWritten |= !writes || call.onlyReadsMemory(n) ? bit : 0;
    record.notRead |= !reads || call.onlyWritesMemory(n) ? bit : 0;
  }
  return true;
}

} // namespace idiom
