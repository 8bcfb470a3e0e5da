// The variables of the source that values are, by debug information.

#include "extract.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#if IDIOM_LLVM_MAJOR >= 19
#include "llvm/IR/DebugProgramInstruction.h"
#endif

using namespace llvm;
using idiom::BindingRecord;

namespace {

// More names for a type, or rows within rows, are not followed.
constexpr unsigned MostNested = 64;

// The type without qualifiers and names.
const DIType *plain(const DIType *type) {
  for (unsigned n = 0; n < MostNested; n++) {
    auto *derived = dyn_cast_or_null<DIDerivedType>(type);
    if (!derived)
      break;
    unsigned tag = derived->getTag();
    if (tag != dwarf::DW_TAG_typedef && tag != dwarf::DW_TAG_const_type && tag != dwarf::DW_TAG_volatile_type &&
        tag != dwarf::DW_TAG_restrict_type && tag != dwarf::DW_TAG_atomic_type)
      break;
    type = derived->getBaseType();
  }
  return type;
}

uint64_t bytesOf(const DIType *type) { return type ? type->getSizeInBits() / 8 : 0; }

const DICompositeType *asArray(const DIType *type) {
  auto *array = dyn_cast_or_null<DICompositeType>(type);
  return array && array->getTag() == dwarf::DW_TAG_array_type && !array->isVector() ? array : nullptr;
}

// The length, when the range is a number of elements from 0 on; else 0.
uint64_t lengthOf(const DINode *dimension) {
  auto *range = dyn_cast_or_null<DISubrange>(dimension);
  if (!range)
    return 0;
  auto *count = dyn_cast_if_present<ConstantInt *>(range->getCount());
  auto *first = dyn_cast_if_present<ConstantInt *>(range->getLowerBound());
  bool fromZero = range->getLowerBound().isNull() || (first && first->isZero());
  return fromZero && count && count->getSExtValue() > 0 ? count->getZExtValue() : 0;
}

// By how many bytes an element of each dimension is from the next, the outermost dimension first; zero for
// those around one whose length is not constant. Rows that are arrays by a name of their own go on with
// theirs.
void addStrides(const DICompositeType *array, std::vector<uint64_t> &into) {
  for (unsigned n = 0; array && n < MostNested; n++) {
    const DIType *element = plain(array->getBaseType());
    uint64_t stride = bytesOf(element);
    SmallVector<uint64_t, 4> inward;
    DINodeArray dimensions = array->getElements();
    for (unsigned n = dimensions.size(); n-- > 0;) {
      inward.push_back(stride);
      stride *= lengthOf(dimensions[n]);
    }
    into.insert(into.end(), inward.rbegin(), inward.rend());
    array = asArray(element);
  }
}

// Of what a subscript of the variable means: of an array, or a pointer to something.
void addStrides(const DIType *type, std::vector<uint64_t> &into) {
  type = plain(type);
  if (auto *array = asArray(type))
    return addStrides(array, into);
  auto *pointer = dyn_cast_or_null<DIDerivedType>(type);
  if (!pointer || pointer->getTag() != dwarf::DW_TAG_pointer_type)
    return;
  const DIType *pointee = plain(pointer->getBaseType());
  if (uint64_t bytes = bytesOf(pointee); bytes != 0 || asArray(pointee))
    into.push_back(bytes);
  addStrides(asArray(pointee), into);
}

// What the sign of a number of that type is, as a `BindingRecord` has it.
uint8_t signOf(const DIType *type) {
  if (auto *enumeration = dyn_cast_or_null<DICompositeType>(type))
    if (enumeration->getTag() == dwarf::DW_TAG_enumeration_type)
      type = plain(enumeration->getBaseType());
  auto *basic = dyn_cast_or_null<DIBasicType>(type);
  if (!basic)
    return 0;
  switch (basic->getEncoding()) {
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    return 1;
  case dwarf::DW_ATE_unsigned:
  case dwarf::DW_ATE_unsigned_char:
  case dwarf::DW_ATE_boolean:
  case dwarf::DW_ATE_UTF:
    return 2;
  default:
    return 0;
  }
}

// There the first dimension is the innermost, and counts from one.
bool isFortran(const Function &F) {
  auto language = F.getSubprogram()->getUnit()->getSourceLanguage();
#if IDIOM_LLVM_MAJOR >= 22
  if (language.hasVersionedName())
    return language.getName() == dwarf::DW_LNAME_Fortran;
  return dwarf::isFortran((dwarf::SourceLanguage)language.getName());
#else
  return dwarf::isFortran((dwarf::SourceLanguage)language);
#endif
}

class Bindings {
public:
  Bindings(Function &F, ArrayRef<LLVMValueRef> globals) : knowsStrides(!isFortran(F)) {
    for (BasicBlock &block : F)
      for (Instruction &I : block)
        read(I);
    for (LLVMValueRef global : globals)
      readGlobal(unwrap(global));
  }

  std::vector<BindingRecord> records;
  std::vector<uint64_t> strides;

private:
  bool knowsStrides;
  uint32_t variables = 0;
  DenseMap<std::pair<const DILocalVariable *, const DILocation *>, uint32_t> ids;

  // Before LLVM 19 what variables are is said by calls of intrinsics, since then by records beside
  // instructions.
  void read(Instruction &I) {
#if IDIOM_LLVM_MAJOR >= 19
    if (I.hasDbgRecords())
      readRecords(*I.DebugMarker);
#endif
    if (auto *assign = dyn_cast<DbgAssignIntrinsic>(&I))
      return addPlace(*assign);
    auto *binding = dyn_cast<DbgVariableIntrinsic>(&I);
    if (binding && (isa<DbgValueInst>(I) || isa<DbgDeclareInst>(I)))
      add(*binding, exactly(*binding), isa<DbgDeclareInst>(I));
  }

#if IDIOM_LLVM_MAJOR >= 19
  // Not by way of the instruction: what stands in for no records there is data that other LLVMs have not, and
  // they could not even load this library to be refused by it.
  void readRecords(DbgMarker &marker) {
    for (DbgVariableRecord &record : filterDbgVars(marker.getDbgRecordRange())) {
      if (record.isDbgAssign())
        addPlace(record);
      else if (record.isDbgValue() || record.isDbgDeclare())
        add(record, exactly(record), record.isDbgDeclare());
    }
  }
#endif

  // A store to a variable in memory: of that, where it lies.
  template <typename Binding> void addPlace(const Binding &binding) {
    if (isExact(binding) && binding.getAddressExpression()->getNumElements() == 0)
      if (Value *place = known(binding.getAddress()))
        add(binding, place, true);
  }

  template <typename Binding> void add(const Binding &binding, Value *value, bool isPlace) {
    const DILocalVariable *variable = binding.getVariable();
    const DILocation *location = binding.getDebugLoc().get();
    const DILocation *inlinedAt = location ? location->getInlinedAt() : nullptr;
    auto [id, isNew] = ids.try_emplace({variable, inlinedAt}, variables);
    variables += isNew;
    add(value, isPlace, *variable, id->second, inlinedAt ? 0 : variable->getArg(), inlinedAt);
  }

  // The value is that of the variable, or the place where that lies.
  void add(Value *value, bool isPlace, const DIVariable &variable, uint32_t id, uint32_t parameter, bool isInlined) {
    const DIType *type = plain(variable.getType());
    if (knowsStrides && isPlace)
      addStrides(asArray(type), strides);
    else if (knowsStrides)
      addStrides(type, strides);
    records.push_back({value, idiom::text(variable.getName()), id, parameter, (uint32_t)strides.size(), isInlined,
                       isPlace ? uint8_t(0) : signOf(type)});
  }

  // One that is several variables, or a part of one, has no name.
  void readGlobal(Value *value) {
    SmallVector<DIGlobalVariableExpression *, 1> found;
    if (auto *global = dyn_cast<GlobalVariable>(value))
      global->getDebugInfo(found);
    if (found.size() == 1 && found[0]->getExpression()->getNumElements() == 0)
      add(value, true, *found[0]->getVariable(), variables++, 0, false);
  }

  // The value, when the binding says no more than that.
  template <typename Binding> static Value *exactly(const Binding &binding) {
    return isExact(binding) ? known(binding.getVariableLocationOp(0)) : nullptr;
  }

  // Whether it is of one value, and of the whole of it.
  template <typename Binding> static bool isExact(const Binding &binding) {
    return !binding.hasArgList() && binding.getExpression()->getNumElements() == 0;
  }

  static Value *known(Value *value) {
    return value && (isa<Argument>(value) || isa<Instruction>(value)) ? value : nullptr;
  }
};

} // namespace

// What the values of a function are in the source, in layout order, then what those globals are;
// `idiom_bindings_free` releases it. None without debug information.
IDIOM_EXPORT Bindings *idiom_bindings_new(LLVMValueRef function, const LLVMValueRef *globals, size_t count,
                                          idiom::Slice<BindingRecord> *records, idiom::Slice<uint64_t> *strides) {
  auto &F = *unwrap<Function>(function);
  if (!F.getSubprogram())
    return nullptr;
  auto *bindings = new Bindings(F, ArrayRef<LLVMValueRef>(globals, count));
  *records = bindings->records;
  *strides = bindings->strides;
  return bindings;
}

IDIOM_EXPORT void idiom_bindings_free(Bindings *bindings) { delete bindings; }
