// Stands for an implementation of an LLVM that is not here: a plugin whose entry writes FIELDS words.
#include <stdint.h>

#ifndef FIELDS
#define FIELDS 4
#endif

struct info {
  uint64_t word[FIELDS];
};

struct info llvmGetPassPluginInfo(void) {
  struct info info;
  for (unsigned i = 0; i < FIELDS; ++i)
    info.word[i] = 7 + i;
  return info;
}
