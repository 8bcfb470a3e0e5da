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
using idiom::MemberRecord;
using idiom::NoSourceType;
using idiom::SourceTypeRecord;

namespace {

// More names for a type, or rows within rows, are not followed.
constexpr unsigned MostNested = 64;

// Types of one function beyond so many are not described: of a large program each leads to nearly all others.
constexpr size_t MostTypes = 4096;

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

// The type that a pointer or a reference leads to; null for other types.
const DIType *pointeeOf(const DIType *type) {
  auto *pointer = dyn_cast_or_null<DIDerivedType>(type);
  if (!pointer)
    return nullptr;
  switch (pointer->getTag()) {
  case dwarf::DW_TAG_pointer_type:
  case dwarf::DW_TAG_reference_type:
  case dwarf::DW_TAG_rvalue_reference_type:
    return plain(pointer->getBaseType());
  default:
    return nullptr;
  }
}

bool isReference(const DIType *type) {
  return type && (type->getTag() == dwarf::DW_TAG_reference_type || type->getTag() == dwarf::DW_TAG_rvalue_reference_type);
}

// Types as records, each once, and those that they are made of or lead to: near ones first.
class Types {
public:
  std::vector<SourceTypeRecord> records;
  std::vector<MemberRecord> members;

  // The number of a type; its record is there once `describe` has run.
  uint32_t number(const DIType *type) {
    if (!type || (records.size() >= MostTypes && !numbers.count(type)))
      return NoSourceType;
    auto [at, isNew] = numbers.try_emplace(type, (uint32_t)records.size());
    if (isNew) {
      records.push_back(record(type));
      open.push_back(type);
    }
    return at->second;
  }

  void describe() {
    for (size_t n = 0; n < open.size(); n++)
      describe(open[n], numbers.lookup(open[n]));
    open.clear();
  }

private:
  enum : uint32_t { Scalar, Pointer, Array, Structure, Reference };

  DenseMap<const DIType *, uint32_t> numbers;
  std::vector<const DIType *> open;

  static SourceTypeRecord record(const DIType *type) {
    return {bytesOf(type), 0, Scalar, NoSourceType, 0, 0};
  }

  void describe(const DIType *type, uint32_t at) {
    if (const DIType *pointee = pointeeOf(type)) {
      uint32_t target = number(pointee);
      records[at].kind = isReference(type) ? Reference : Pointer;
      records[at].target = target;
    } else if (auto *array = asArray(type)) {
      describeArray(*array, at);
    } else if (auto *composite = dyn_cast<DICompositeType>(type)) {
      unsigned tag = composite->getTag();
      if (tag == dwarf::DW_TAG_structure_type || tag == dwarf::DW_TAG_class_type || tag == dwarf::DW_TAG_union_type)
        describeStructure(*composite, at);
    }
  }

  // An array of several dimensions is one of rows, which have no type of their own.
  void describeArray(const DICompositeType &array, uint32_t at) {
    const DIType *element = plain(array.getBaseType());
    uint32_t target = number(element);
    uint64_t stride = bytesOf(element);
    DINodeArray dimensions = array.getElements();
    for (unsigned n = dimensions.size(); n-- > 0;) {
      uint64_t bytes = stride * lengthOf(dimensions[n]);
      SourceTypeRecord row = {bytes, stride, Array, target, 0, 0};
      if (n == 0) {
        records[at] = row;
        return;
      }
      target = (uint32_t)records.size();
      stride = bytes;
      records.push_back(row);
    }
  }

  // Members of some bits, those that the compiler made and those of no object have no record.
  void describeStructure(const DICompositeType &structure, uint32_t at) {
    std::vector<MemberRecord> found;
    for (const DINode *node : structure.getElements()) {
      auto *member = dyn_cast_or_null<DIDerivedType>(node);
      if (!member)
        continue;
      bool isBase = member->getTag() == dwarf::DW_TAG_inheritance;
      bool isLeftOut = member->isBitField() || member->isStaticMember() || member->isArtificial() || member->isVirtual();
      if (isLeftOut || (!isBase && member->getTag() != dwarf::DW_TAG_member))
        continue;
      StringRef name = isBase ? StringRef() : member->getName();
      found.push_back({idiom::text(name), member->getOffsetInBits() / 8, number(plain(member->getBaseType()))});
    }
    records[at].kind = Structure;
    records[at].members = (uint32_t)members.size();
    members.insert(members.end(), found.begin(), found.end());
    records[at].members_end = (uint32_t)members.size();
  }
};

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
  Bindings(Function &F, ArrayRef<LLVMValueRef> globals) : knowsLayout(!isFortran(F)) {
    for (BasicBlock &block : F)
      for (Instruction &I : block)
        read(I);
    for (LLVMValueRef global : globals)
      readGlobal(unwrap(global));
    types.describe();
  }

  std::vector<BindingRecord> records;
  std::vector<uint64_t> strides;
  Types types;

private:
  bool knowsLayout;
  uint32_t variables = 0;
  DenseMap<std::pair<const DILocalVariable *, const DILocation *>, uint32_t> ids;

  // Before LLVM 19 what variables are is said by calls of intrinsics, since then by records beside
  // instructions, and from LLVM 24 on by those alone.
  void read(Instruction &I) {
#if IDIOM_LLVM_MAJOR >= 24
    if (I.hasDbgRecords())
      readRecords(*I.getDbgMarker());
#else
#if IDIOM_LLVM_MAJOR >= 19
    if (I.hasDbgRecords())
      readRecords(*I.DebugMarker);
#endif
    if (auto *assign = dyn_cast<DbgAssignIntrinsic>(&I))
      return addPlace(*assign);
    auto *binding = dyn_cast<DbgVariableIntrinsic>(&I);
    if (binding && (isa<DbgValueInst>(I) || isa<DbgDeclareInst>(I)))
      addExactly(*binding, isa<DbgDeclareInst>(I));
#endif
  }

#if IDIOM_LLVM_MAJOR >= 19
  // Not by way of the instruction: what stands in for no records there is data that other LLVMs have not, and
  // they could not even load this library to be refused by it.
  void readRecords(DbgMarker &marker) {
    for (DbgVariableRecord &record : filterDbgVars(marker.getDbgRecordRange())) {
      if (record.isDbgAssign())
        addPlace(record);
      else if (record.isDbgValue() || record.isDbgDeclare())
        addExactly(record, record.isDbgDeclare());
    }
  }
#endif

  // A value behind a pointer, such as a C++ object that is passed by value but not in registers, lies there.
  template <typename Binding> void addExactly(const Binding &binding, bool isPlace) {
    if (!isPlace && isBehind(binding))
      add(binding, known(binding.getVariableLocationOp(0)), true);
    else
      add(binding, exactly(binding), isPlace);
  }

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
    if (knowsLayout && isPlace)
      addStrides(asArray(type), strides);
    else if (knowsLayout)
      addStrides(type, strides);
    uint32_t pointee = knowsLayout ? types.number(isPlace ? type : pointeeOf(type)) : NoSourceType;
    records.push_back({value, idiom::text(variable.getName()), id, parameter, (uint32_t)strides.size(), pointee, isInlined,
                       isPlace ? uint8_t(0) : signOf(type), isPlace || isReference(type)});
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

  // Whether it is of one value, a pointer to the variable.
  template <typename Binding> static bool isBehind(const Binding &binding) {
    const DIExpression *expression = binding.getExpression();
    return !binding.hasArgList() && expression->getNumElements() == 1 &&
           expression->getElement(0) == dwarf::DW_OP_deref;
  }

  static Value *known(Value *value) {
    return value && (isa<Argument>(value) || isa<Instruction>(value)) ? value : nullptr;
  }
};

} // namespace

// What the values of a function are in the source, in layout order, then what those globals are;
// `idiom_bindings_free` releases it. None without debug information.
IDIOM_EXPORT Bindings *idiom_bindings_new(LLVMValueRef function, const LLVMValueRef *globals, size_t count,
                                          idiom::BindingsView *view) {
  auto &F = *unwrap<Function>(function);
  if (!F.getSubprogram())
    return nullptr;
  auto *bindings = new Bindings(F, ArrayRef<LLVMValueRef>(globals, count));
  *view = {bindings->records, bindings->strides, bindings->types.records, bindings->types.members};
  return bindings;
}

IDIOM_EXPORT void idiom_bindings_free(Bindings *bindings) { delete bindings; }
