// The border of extraction: the arrays that describe a function, and what the parts of its reader share.
//
// Numbers at the border (kinds, classes, forms, formats, flags, effects, opcodes) have their names from
// layout.txt.
#pragma once

#include "shim.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace idiom {

// No index.
constexpr uint32_t None = ~0u;

template <typename T> struct Slice {
  const T *data;
  size_t length;
  Slice(const std::vector<T> &v) : data(v.data()), length(v.size()) {}
};

struct TypeRecord {
  llvm::Type *handle;
  IdiomText name;
  uint32_t klass; // idiom::type_class
  uint32_t element;
};

// There is one for each operand of the function: small.
struct OperandRecord {
  uint32_t kindAndN; // the kind in the two highest bits: LLVM counts operands with 27
  uint32_t index;
};

struct InstructionRecord {
  llvm::Value *handle;
  uint64_t flags;
  uint32_t type;
  uint32_t names_end;    // in the bytes of all names
  uint32_t operands_end; // in the operand array; begins where the one before ends
  uint32_t size;         // of a load or store: the bytes it accesses, of an alloca: those it reserves; 0 when that is no constant
  uint8_t opcode;
  uint8_t effects;
  uint8_t usedOutside; // by something that the model leaves out
};

// Where an instruction comes from, by its position; there is none for those behind the last that has one.
struct LocationRecord {
  uint32_t file = ~0u; // in the file array, ~0 for no location
  uint32_t line = 0;
  uint32_t column = 0;
};

// The offset of a getelementptr in bytes, modulo 2^width: offset + the sum of scale * operand n, each operand
// sign-extended or truncated to the index width. One that has no such form has no record.
struct GepRecord {
  int64_t offset;
  uint32_t instruction; // its position among the instructions
  uint32_t indexType;   // of the offset: an integer of the index width, or a vector of them
  uint32_t width;
  uint32_t terms_end; // in the term array
};

struct TermRecord {
  int64_t scale;
  uint32_t n;
};

// A constant expression that is a global plus an offset.
struct AddressRecord {
  int64_t offset;
  uint32_t constant; // its position among the constants
  uint32_t global;   // in the global array
  uint32_t indexType;
  uint32_t width;
  uint32_t flags;
};

struct BlockRecord {
  uint32_t instructions_end;
  uint32_t successors_end;
};

struct ParameterRecord {
  llvm::Value *handle;
  IdiomText name;
  uint32_t type;
  uint32_t memory; // parameter_memory
};

// The memory that a call touches, through its first 64 arguments one by one. A call that touches none and
// whose result is not fresh has no record.
struct CallRecord {
  uint64_t notCaptured; // a bit an argument: the call keeps no copy of the pointer
  uint64_t notWritten;  // … does not write through it
  uint64_t notRead;     // … does not read through it
  uint32_t instruction; // its position among the instructions
  uint32_t memory;      // call_memory
};

struct GlobalRecord {
  llvm::Value *handle;
  IdiomText name;
  IdiomText signature;
  uint32_t type;
  uint32_t attributes_end;
  uint32_t effects;
  uint8_t isFunction;
  uint8_t isDeclaration;
  uint8_t isIntrinsic;
  uint8_t storage; // storage
  uint64_t size;   // bytes of a variable with its padding, 0 when another module may decide
  uint64_t isLocal; // no other module can name it
};

struct ConstantRecord {
  llvm::Value *handle;
  uint32_t type;
  uint32_t kind;   // idiom::form
  uint32_t format; // idiom::format
  uint32_t width;
  uint32_t opcode;
  uint32_t words_end;
};

// An access or call that says something of aliases beside its address.
struct AliasRecord {
  uint32_t instruction; // its position among the instructions
  uint32_t statement;
};

// The metadata of accesses: a struct-path !tbaa tag, the scopes of !alias.scope and of !noalias.
struct AliasStatementRecord {
  uint64_t offset;     // in the base type
  uint32_t baseType;   // in the array of types, ~0 for no tag
  uint32_t accessType;
  uint32_t scopesEnd;  // in the array of the scopes of statements
  uint32_t noaliasEnd; // likewise, right behind the former
  uint32_t isConstant;
};

// A type of !tbaa, by its fields; the first field of one that is no struct is its parent.
struct AliasTypeRecord {
  IdiomText name;
  uint32_t fieldsEnd;
};

struct AliasFieldRecord {
  uint64_t offset;
  uint32_t type;
};

struct AliasScopeRecord {
  uint32_t domain;
  uint32_t declarationsEnd; // in the array of blocks that declare scopes
};

struct FileRecord {
  IdiomText directory;
  IdiomText name;
};

struct FunctionRecord {
  IdiomText name;
  IdiomText moduleFile;
  uint32_t file; // in the file array, ~0 for no debug info
  uint32_t line;
  uint32_t hiddenGlobals; // that many at the end of the globals are no values: only constant expressions name them
  uint8_t strictfp;
  uint8_t hasProfile;
};

// A variable has, or lies at, a value.
struct BindingRecord {
  llvm::Value *value; // null for a constant, an expression, a part of the variable, and when it is not known
  IdiomText name;
  uint32_t variable;  // which, as one that is inlined twice is two
  uint32_t parameter; // of the function itself: its number, from 1; else 0
  uint32_t strides_end; // in the array of strides
  uint32_t pointee;     // the type of what lies where the value points, or `NoSourceType`
  uint8_t isInlined;
  uint8_t sign; // of an integer: 1 with, 2 without one; else 0
  uint8_t isPlace; // whether the variable lies there, or is a reference to it, and is no pointer
};

constexpr uint32_t NoSourceType = ~0u;

// A type of the source, as far as it says where parts of it lie.
struct SourceTypeRecord {
  uint64_t bytes;
  uint64_t stride;    // of an array: by how many bytes the next element is further on
  uint32_t kind;      // 0 a scalar, 1 a pointer, 2 an array, 3 a structure, 4 a reference
  uint32_t target;    // of a pointer: what it leads to, of an array: its elements; or `NoSourceType`
  uint32_t members;   // of a structure: the first of its members
  uint32_t members_end;
};

// A member of a structure, or a base class of it, which has no name.
struct MemberRecord {
  IdiomText name;
  uint64_t offset;
  uint32_t type;
};

// The variables of a function as Rust sees them; everything is borrowed from the Bindings behind it.
struct BindingsView {
  Slice<BindingRecord> records;
  Slice<uint64_t> strides;
  Slice<SourceTypeRecord> types;
  Slice<MemberRecord> members;
};

// What Rust sees; everything is borrowed from the Reader behind it.
struct View {
  FunctionRecord function;
  Slice<IdiomText> functionAttributes;
  Slice<TypeRecord> types;
  Slice<ParameterRecord> parameters;
  Slice<InstructionRecord> instructions;
  Slice<char> names;
  Slice<OperandRecord> operands;
  Slice<uint32_t> phiBlocks; // for each operand of a phi, in their order: the block it comes from
  Slice<LocationRecord> locations;
  Slice<BlockRecord> blocks;
  Slice<uint32_t> successors;
  Slice<GlobalRecord> globals;
  Slice<GepRecord> geps;
  Slice<TermRecord> terms;
  Slice<AddressRecord> addresses;
  Slice<IdiomText> attributes;
  Slice<ConstantRecord> constants;
  Slice<uint64_t> words;
  Slice<FileRecord> files;
  Slice<CallRecord> calls;
  Slice<AliasRecord> aliases;
  Slice<AliasStatementRecord> aliasStatements;
  Slice<AliasTypeRecord> aliasTypes;
  Slice<AliasFieldRecord> aliasFields;
  Slice<AliasScopeRecord> aliasScopes;
  Slice<uint32_t> scopesOfStatements;
  Slice<uint32_t> declarations;
};

inline IdiomText text(llvm::StringRef s) { return {s.data(), s.size()}; }

// Texts that LLVM does not keep; a deque, so that they stay where they are.
class Texts {
public:
  IdiomText own(std::string s) { return text(owned.emplace_back(std::move(s))); }

private:
  std::deque<std::string> owned;
};

// The types that a function mentions, each spelt once (types.cpp).
class Types {
public:
  explicit Types(Texts &texts) : texts(texts) {}

  // The type's position in the records.
  uint32_t id(llvm::Type *type);

  std::string spell(llvm::Type *type);

  std::vector<TypeRecord> records;

private:
  Texts &texts;
  const llvm::Type *last = nullptr; // asked for before, often again
  uint32_t lastId = 0;
  llvm::DenseMap<const llvm::Type *, uint32_t> ids;
  llvm::DenseMap<const llvm::Type *, unsigned> numbers; // of those that have no spelling

  std::string numbered(const llvm::Type *type);
  std::string withNumbers(llvm::StringRef name, const std::map<std::string, const llvm::Type *> &unnamed);
};

// What accesses and calls say of aliases beside their addresses (metadata.cpp).
class AliasMetadata {
public:
  // Of an instruction at that position.
  void read(const llvm::Instruction &I, uint32_t instruction);

  // A block that declares scopes.
  void declare(const llvm::NoAliasScopeDeclInst &declaration, uint32_t block);

  // Types and scopes are complete behind this.
  void finish();

  std::vector<AliasRecord> accesses;
  std::vector<AliasStatementRecord> statements;
  std::vector<AliasTypeRecord> types;
  std::vector<AliasFieldRecord> fields;
  std::vector<AliasScopeRecord> scopes;
  std::vector<uint32_t> scopeIds, declarations;

private:
  using Statement = std::tuple<const llvm::MDNode *, const llvm::MDNode *, const llvm::MDNode *>;

  std::map<Statement, uint32_t> statementIds;
  Statement last{}; // accesses of one type stand together often
  uint32_t lastId = 0;
  llvm::DenseMap<const llvm::MDNode *, uint32_t> typeIds, ids, domains;
  llvm::DenseMap<const llvm::MDNode *, std::vector<uint32_t>> declared;
  std::vector<const llvm::MDNode *> typeNodes, scopeNodes;

  void add(const Statement &statement);
  void addScopes(const llvm::MDNode *list);
  uint32_t scopeId(const llvm::MDNode *scope);
  uint32_t typeId(const llvm::MDNode *type);
};

// Whether a struct without a name is spelt out with the type.
bool hasUnnamed(const llvm::Type &type);

// What an instruction or a function is by itself (effects.cpp).
bool isLeftOutCall(const llvm::Instruction &call);
inline bool isLeftOut(const llvm::Instruction &I) {
  return I.getOpcode() == llvm::Instruction::Call && isLeftOutCall(I);
}
uint64_t flagsOf(const llvm::Instruction &I);
uint32_t gepFlags(const llvm::GEPOperator &gep);
uint32_t effectsOfCalling(const llvm::GlobalValue &global);

// What memory an argument, a global and a call stand for (memory.cpp).
uint32_t memoryOf(const llvm::Argument &argument);
uint8_t storageOf(const llvm::GlobalValue &global);
uint64_t sizeOf(const llvm::GlobalValue &global);
bool memoryOf(const llvm::CallBase &call, CallRecord &record);
bool isConstrained(const llvm::Function &F);
bool touchesFloats(const llvm::Instruction &I);

// Offsets of addresses (addresses.cpp).
struct Offset {
  int64_t constant = 0;
  std::vector<TermRecord> terms;
  llvm::Type *indexType = nullptr;
  unsigned width = 0;
};

// The offset of a getelementptr; false when it has no such form.
bool offsetOf(const llvm::GEPOperator &gep, const llvm::DataLayout &layout, Offset &offset);

// The global that a constant expression is an offset from; null when it is none. `flags` are those of the
// whole.
const llvm::GlobalValue *baseOf(const llvm::Constant &constant, const llvm::DataLayout &layout, Offset &offset,
                                uint32_t &flags);

// The flags of base + x + y as one offset, when those of base + x and of that + y are given.
uint32_t flagsOfSum(uint32_t first, uint32_t second);

// Form and number of a constant operand (constants.cpp); the number's bits are appended to the words.
void readConstant(llvm::Value *value, ConstantRecord &record, std::vector<uint64_t> &words);

} // namespace idiom
