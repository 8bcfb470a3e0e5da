// What loads, stores and calls say of aliases beside their addresses: !tbaa, !alias.scope and !noalias.

#include "extract.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace idiom {

static const MDNode *nodeAt(const MDNode &node, unsigned n) {
  return n < node.getNumOperands() ? dyn_cast_or_null<MDNode>(node.getOperand(n)) : nullptr;
}

static uint64_t numberAt(const MDNode &node, unsigned n) {
  auto *number = n < node.getNumOperands() ? mdconst::dyn_extract_or_null<ConstantInt>(node.getOperand(n)) : nullptr;
  return number && number->getValue().getActiveBits() <= 64 ? number->getZExtValue() : 0;
}

void AliasMetadata::read(const Instruction &I, uint32_t instruction) {
  if (!I.hasMetadataOtherThanDebugLoc())
    return;
  SmallVector<std::pair<unsigned, MDNode *>, 4> all;
  I.getAllMetadataOtherThanDebugLoc(all);
  Statement statement{};
  for (auto &[kind, node] : all) {
    if (kind == LLVMContext::MD_tbaa)
      std::get<0>(statement) = node;
    else if (kind == LLVMContext::MD_alias_scope)
      std::get<1>(statement) = node;
    else if (kind == LLVMContext::MD_noalias)
      std::get<2>(statement) = node;
  }
  if (statement == Statement{})
    return;
  if (statement != last) {
    auto [at, isNew] = statementIds.try_emplace(statement, (uint32_t)statements.size());
    if (isNew)
      add(statement);
    last = statement;
    lastId = at->second;
  }
  accesses.push_back({instruction, lastId});
}

void AliasMetadata::declare(const NoAliasScopeDeclInst &declaration, uint32_t block) {
  for (const MDOperand &scope : declaration.getScopeList()->operands())
    if (auto *node = dyn_cast_or_null<MDNode>(scope))
      declared[node].push_back(block);
}

void AliasMetadata::add(const Statement &statement) {
  auto [tag, scopes, noalias] = statement;
  AliasStatementRecord record{};
  record.baseType = record.accessType = None;
  // Tags whose types begin with their parent are of another format, which clang writes when it is asked to;
  // they are left out.
  const MDNode *base = tag ? nodeAt(*tag, 0) : nullptr, *access = tag ? nodeAt(*tag, 1) : nullptr;
  if (base && access && !nodeAt(*access, 0) && !nodeAt(*base, 0)) {
    record.baseType = typeId(base);
    record.accessType = typeId(access);
    record.offset = numberAt(*tag, 2);
    record.isConstant = numberAt(*tag, 3) & 1;
  }
  addScopes(scopes);
  record.scopesEnd = scopeIds.size();
  addScopes(noalias);
  record.noaliasEnd = scopeIds.size();
  statements.push_back(record);
}

void AliasMetadata::addScopes(const MDNode *list) {
  if (!list)
    return;
  for (const MDOperand &scope : list->operands())
    if (auto *node = dyn_cast_or_null<MDNode>(scope))
      scopeIds.push_back(scopeId(node));
}

uint32_t AliasMetadata::scopeId(const MDNode *scope) {
  auto [at, isNew] = ids.try_emplace(scope, (uint32_t)scopes.size());
  if (isNew) {
    auto *domain = nodeAt(*scope, 1);
    auto [of, isFirst] = domains.try_emplace(domain, (uint32_t)domains.size());
    scopes.push_back({of->second, 0});
    scopeNodes.push_back(scope);
  }
  return at->second;
}

uint32_t AliasMetadata::typeId(const MDNode *type) {
  auto [at, isNew] = typeIds.try_emplace(type, (uint32_t)typeNodes.size());
  if (isNew)
    typeNodes.push_back(type);
  return at->second;
}

void AliasMetadata::finish() {
  // The list grows while fields are read.
  for (size_t k = 0; k < typeNodes.size(); k++) {
    const MDNode &type = *typeNodes[k];
    auto *name = type.getNumOperands() ? dyn_cast_or_null<MDString>(type.getOperand(0)) : nullptr;
    for (unsigned n = 1; n < type.getNumOperands(); n += 2)
      if (const MDNode *field = nodeAt(type, n)) {
        uint32_t id = typeId(field);
        fields.push_back({numberAt(type, n + 1), id});
      }
    types.push_back({text(name ? name->getString() : ""), (uint32_t)fields.size()});
  }
  for (size_t k = 0; k < scopes.size(); k++) {
    auto found = declared.find(scopeNodes[k]);
    if (found != declared.end())
      declarations.insert(declarations.end(), found->second.begin(), found->second.end());
    scopes[k].declarationsEnd = declarations.size();
  }
}

} // namespace idiom
