// Constants: their form, and the bits of those that are numbers. Makes no constant in the host's context.

#include "extract.h"

#include "llvm-c/Core.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace {

namespace form = idiom::form;
namespace format = idiom::format;

uint32_t formatOf(const Type *type) {
  switch (type->getTypeID()) {
  case Type::IntegerTyID: return format::Integer;
  case Type::HalfTyID: return format::Half;
  case Type::BFloatTyID: return format::BFloat;
  case Type::FloatTyID: return format::Float;
  case Type::DoubleTyID: return format::Double;
  case Type::X86_FP80TyID: return format::X86Fp80;
  case Type::FP128TyID: return format::Fp128;
  default: return format::PpcFp128;
  }
}

class ConstantReader {
public:
  ConstantReader(idiom::ConstantRecord &record, std::vector<uint64_t> &words) : record(record), words(words) {}

  uint32_t formOf(Constant *constant) {
    bool isVector = constant->getType()->isVectorTy();
    if (readNumber(constant))
      return isVector ? form::Splat : form::Scalar;
    if (isa<PoisonValue>(constant))
      return form::Poison;
    if (isa<UndefValue>(constant))
      return form::Undef;
    if (isa<ConstantPointerNull>(constant))
      return form::Null;
    if (isVector && readSplat(constant))
      return form::Splat;
    if (isa<ConstantAggregateZero>(constant))
      return form::Zero;
    if (isa<ConstantAggregate>(constant) || isa<ConstantDataSequential>(constant))
      return form::Aggregate;
    if (isa<ConstantExpr>(constant)) {
      record.opcode = LLVMGetConstOpcode(wrap(constant));
      return form::Expression;
    }
    return form::Other;
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
  record.kind = constant ? ConstantReader(record, words).formOf(constant) : form::Other;
}

} // namespace idiom
