// Constants: their form, and the bits of those that are numbers. Makes no constant in the host's context.

#include "extract.h"

#include "llvm-c/Core.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace {

enum Form : uint32_t { Scalar, Splat, Null, Zero, Undef, Poison, Aggregate, Expression, Other };

uint32_t formatOf(const Type *type) {
  switch (type->getTypeID()) {
  case Type::IntegerTyID: return 0;
  case Type::HalfTyID: return 1;
  case Type::BFloatTyID: return 2;
  case Type::FloatTyID: return 3;
  case Type::DoubleTyID: return 4;
  case Type::X86_FP80TyID: return 5;
  case Type::FP128TyID: return 6;
  default: return 7;
  }
}

class ConstantReader {
public:
  ConstantReader(idiom::ConstantRecord &record, std::vector<uint64_t> &words) : record(record), words(words) {}

  Form formOf(Constant *constant) {
    bool isVector = constant->getType()->isVectorTy();
    if (readNumber(constant))
      return isVector ? Splat : Scalar;
    if (isa<PoisonValue>(constant))
      return Poison;
    if (isa<UndefValue>(constant))
      return Undef;
    if (isa<ConstantPointerNull>(constant))
      return Null;
    if (isVector && readSplat(constant))
      return Splat;
    if (isa<ConstantAggregateZero>(constant))
      return Zero;
    if (isa<ConstantAggregate>(constant) || isa<ConstantDataSequential>(constant))
      return Aggregate;
    if (isa<ConstantExpr>(constant)) {
      record.opcode = LLVMGetConstOpcode(wrap(constant));
      return Expression;
    }
    return Other;
  }

private:
  idiom::ConstantRecord &record;
  std::vector<uint64_t> &words;

  bool readNumber(const Constant *constant) {
    if (auto *integer = dyn_cast<ConstantInt>(constant))
      return push(integer->getValue(), constant);
    if (auto *number = dyn_cast<ConstantFP>(constant))
      return push(number->getValueAPF().bitcastToAPInt(), constant);
    return false;
  }

  // Packed data and zeros have no lanes as constants of their own; asking for one would make it.
  bool readSplat(const Constant *constant) {
    const Type *lane = constant->getType()->getScalarType();
    if (isa<ConstantAggregateZero>(constant))
      return !lane->isPointerTy() && push(APInt::getZero(lane->getPrimitiveSizeInBits().getFixedValue()), constant);
    if (auto *data = dyn_cast<ConstantDataVector>(constant)) {
      if (!data->isSplat())
        return false;
      return push(lane->isIntegerTy() ? data->getElementAsAPInt(0) : data->getElementAsAPFloat(0).bitcastToAPInt(),
                  constant);
    }
    const Constant *splat = constant->getSplatValue();
    return splat && readNumber(splat);
  }

  bool push(const APInt &bits, const Constant *constant) {
    record.format = formatOf(constant->getType()->getScalarType());
    record.width = bits.getBitWidth();
    words.insert(words.end(), bits.getRawData(), bits.getRawData() + bits.getNumWords());
    return true;
  }
};

} // namespace

namespace idiom {

void readConstant(Value *value, ConstantRecord &record, std::vector<uint64_t> &words) {
  auto *constant = dyn_cast<Constant>(value);
  record.kind = constant ? ConstantReader(record, words).formOf(constant) : Other;
}

} // namespace idiom
