// Types as textual IR spells them, in time that does not depend on the module.
//
// Textual IR numbers the structs that have no name through the whole module (`%0`), so their spelling would
// cost a walk over the module and change with code elsewhere. Here they are `%#0`, `%#1`, … in the order in
// which the function mentions them, which no type of textual IR is called. So is a type whose spelling has no
// reasonable length: types share their parts, and a few dozen structs can be spelt in more letters than there
// is memory.

#include "extract.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {

// How many types may stand in a spelling, and how deep, before it gives way to a number.
constexpr unsigned Longest = 10000, DeepestType = 256;

uint32_t classOf(const Type *type) {
  if (type->isIntegerTy())
    return idiom::type_class::Integer;
  if (type->isFloatingPointTy())
    return idiom::type_class::Float;
  if (type->isVectorTy())
    return idiom::type_class::Vector;
  return type->isPointerTy() ? idiom::type_class::Pointer : idiom::type_class::None;
}

constexpr StringLiteral Address = "%\"type ";

// What LLVM prints, without a module, for a struct without a name; it holds the address.
std::string addressed(const Type *type) {
  std::string name;
  raw_string_ostream out(name);
  out << Address << static_cast<const void *>(type) << '"';
  return name;
}

struct Parts {
  bool isSpeakable = true;
  std::map<std::string, const Type *> unnamed; // by what LLVM prints for them
};

// The parts that are spelt out with a type; those of a struct with an identity are not.
Parts partsOf(const Type *type) {
  Parts parts;
  if (type->getNumContainedTypes() == 0 && !type->isStructTy())
    return parts;
  SmallVector<std::pair<const Type *, unsigned>, 16> open{{type, 0}};
  for (unsigned count = 0; !open.empty(); count++) {
    auto [part, depth] = open.pop_back_val();
    if (count > Longest || open.size() + part->getNumContainedTypes() > Longest || depth > DeepestType) {
      parts.isSpeakable = false;
      break;
    }
    auto *structure = dyn_cast<StructType>(part);
    if (structure && !structure->isLiteral()) {
      if (structure->getName().empty())
        parts.unnamed.emplace(addressed(part), part);
      continue;
    }
    for (const Type *inner : part->subtypes())
      open.emplace_back(inner, depth + 1);
  }
  return parts;
}

} // namespace

namespace idiom {

bool hasUnnamed(const Type &type) { return !partsOf(&type).unnamed.empty(); }

uint32_t Types::id(Type *type) {
  if (type == last)
    return lastId;
  auto [at, isNew] = ids.try_emplace(type, (uint32_t)records.size());
  if (isNew) {
    uint32_t element = type->isVectorTy() ? classOf(type->getScalarType()) : 0;
    records.push_back({type, texts.own(spell(type)), classOf(type), element});
  }
  last = type;
  return lastId = at->second;
}

std::string Types::numbered(const Type *type) {
  unsigned number = numbers.try_emplace(type, (unsigned)numbers.size()).first->second;
  return "%#" + std::to_string(number);
}

std::string Types::spell(Type *type) {
  Parts parts = partsOf(type);
  if (!parts.isSpeakable)
    return numbered(type);
  std::string name;
  raw_string_ostream out(name);
  type->print(out, /*IsForDebug=*/false, /*NoDetails=*/true);
  out.flush();
  return parts.unnamed.empty() ? name : withNumbers(name, parts.unnamed);
}

// The first time a struct is met, from the left, gives its number.
std::string Types::withNumbers(StringRef name, const std::map<std::string, const Type *> &unnamed) {
  std::string result;
  for (size_t at = name.find(Address); at != StringRef::npos; at = name.find(Address)) {
    size_t end = name.find('"', at + Address.size());
    auto found = unnamed.find(name.slice(at, end + 1).str());
    result += name.take_front(at);
    result += found == unnamed.end() ? name.slice(at, end + 1).str() : numbered(found->second);
    name = name.drop_front(end + 1);
  }
  return result + name.str();
}

} // namespace idiom
