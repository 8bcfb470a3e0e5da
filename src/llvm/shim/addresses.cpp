// What getelementptr adds to its base, in bytes.

#include "extract.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalValue.h"

#include <optional>

using namespace llvm;

namespace {

using idiom::flag::InBounds;
using idiom::flag::Nusw;

// Constant expressions nest; deeper ones stay as they are.
constexpr unsigned Deepest = 64;

// An integer constant or the splat of one. Makes no constant: packed vectors have no lanes of their own.
std::optional<APInt> integerOf(const Value *value) {
  if (auto *integer = dyn_cast<ConstantInt>(value))
    return integer->getValue();
  auto *constant = dyn_cast<Constant>(value);
  if (!constant || !constant->getType()->isIntOrIntVectorTy())
    return std::nullopt;
  if (isa<ConstantAggregateZero>(constant))
    return APInt::getZero(constant->getType()->getScalarSizeInBits());
  if (auto *data = dyn_cast<ConstantDataVector>(constant))
    return data->isSplat() ? std::optional<APInt>(data->getElementAsAPInt(0)) : std::nullopt;
  if (auto *vector = dyn_cast<ConstantVector>(constant))
    if (auto *lane = dyn_cast_or_null<ConstantInt>(vector->getSplatValue()))
      return lane->getValue();
  return std::nullopt;
}

// The bytes between two elements of type `element` of something of type `parent`; a pointer has none.
std::optional<TypeSize> strideOf(const Type *parent, Type *element, const DataLayout &layout) {
  TypeSize stride = layout.getTypeAllocSize(element);
  // Vectors pack their elements; versions disagree where that makes a difference.
  if (isa_and_nonnull<VectorType>(parent) &&
      layout.getTypeSizeInBits(element).getKnownMinValue() != 8 * stride.getKnownMinValue())
    return std::nullopt;
  return stride;
}

Type *indexTypeOf(const GEPOperator &gep, bool isVector, unsigned width) {
  Type *scalar = Type::getIntNTy(gep.getContext(), width);
  auto *vector = dyn_cast<VectorType>(gep.getType());
  return isVector && vector ? VectorType::get(scalar, vector->getElementCount()) : scalar;
}

} // namespace

namespace idiom {

bool offsetOf(const GEPOperator &gep, const DataLayout &layout, Offset &offset) {
  offset.width = layout.getIndexTypeSizeInBits(gep.getType());
  if (offset.width > 64 || isa<ScalableVectorType>(gep.getType()))
    return false;
  // A scalar base with lanes of offsets needs the lanes even when all are equal.
  bool isVector = gep.getType()->isVectorTy() && !gep.getPointerOperandType()->isVectorTy();
  APInt sum(offset.width, 0);
  const Type *parent = nullptr;
  uint32_t n = 0;
  for (auto at = gep_type_begin(gep), end = gep_type_end(gep); at != end; parent = at.getIndexedType(), ++at) {
    n++;
    const Value *index = at.getOperand();
    std::optional<APInt> known = integerOf(index);
    if (known && known->isZero())
      continue;
    if (StructType *structure = at.getStructTypeOrNull()) {
      TypeSize size = layout.getTypeAllocSize(structure);
      if (!known || size.isScalable())
        return false;
      sum += APInt(64, layout.getStructLayout(structure)->getElementOffset(known->getZExtValue()))
                 .zextOrTrunc(offset.width);
      continue;
    }
    std::optional<TypeSize> stride = strideOf(parent, at.getIndexedType(), layout);
    if (!stride || stride->isScalable())
      return false;
    APInt scale = APInt(64, stride->getFixedValue()).zextOrTrunc(offset.width);
    if (known) {
      sum += known->sextOrTrunc(offset.width) * scale;
    } else if (!scale.isZero()) {
      offset.terms.push_back({scale.getSExtValue(), n});
      isVector |= index->getType()->isVectorTy();
    }
  }
  offset.constant = sum.getSExtValue();
  offset.indexType = indexTypeOf(gep, isVector, offset.width);
  return true;
}

uint32_t flagsOfSum(uint32_t first, uint32_t second) {
  uint32_t both = first & second;
  // Two offsets that do not wrap by themselves may add up to one that does, but not within one object.
  return both & InBounds ? both : both & ~Nusw;
}

const GlobalValue *baseOf(const Constant &constant, const DataLayout &layout, Offset &offset, uint32_t &flags) {
  const Value *at = &constant;
  APInt sum;
  for (unsigned depth = 0; depth < Deepest; depth++) {
    if (auto *base = dyn_cast<GlobalValue>(at)) {
      offset.constant = sum.getSExtValue();
      return depth ? base : nullptr;
    }
    auto *gep = isa<ConstantExpr>(at) ? dyn_cast<GEPOperator>(at) : nullptr;
    Offset own;
    if (!gep || gep->getType()->isVectorTy() || !offsetOf(*gep, layout, own) || !own.terms.empty())
      return nullptr;
    APInt added(own.width, own.constant, /*isSigned=*/true);
    sum = depth ? sum + added : added;
    flags = depth ? flagsOfSum(gepFlags(*gep), flags) : gepFlags(*gep);
    offset.indexType = own.indexType;
    offset.width = own.width;
    at = gep->getPointerOperand();
  }
  return nullptr;
}

} // namespace idiom
