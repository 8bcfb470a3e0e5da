// A host as small as can be: loads a plugin, calls its entry, and says what was written into a struct of FIELDS words (four
// up to LLVM 21, five from 22 on); the words behind must stay as they are. With -DLLVM=N it exports an LLVMGetVersion that
// answers N; without it has nothing of LLVM's. With -DLIBRARY it is a library that lets a program ask, -DPROGRAM that
// program.
//
// The hidden pointer of the ABI is spelt out, so that no copy of the compiler's comes between.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

#ifndef FIELDS
#define FIELDS 4
#endif
#define UNTOUCHED 0x5a5a5a5a5a5a5a5a

int ask(const char *plugin);

#ifdef LLVM
void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) { *major = LLVM, *minor = 1, *patch = 2; }
#endif

#ifndef PROGRAM
// Calls an entry with the pointer to the struct where the ABI has it: x86-64 returns it, too.
static void *call(void *entry, void *out) {
#ifdef __aarch64__
  register void *struct_at __asm__("x8") = out;
  register void *code __asm__("x9") = entry;
  __asm__ volatile("blr x9"
                   : "+r"(struct_at), "+r"(code)
                   :
                   : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18",
                     "x30", "memory", "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20",
                     "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
  return out;
#else
  return ((void *(*)(void *))entry)(out);
#endif
}

int ask(const char *plugin) {
  void *library = dlopen(plugin, RTLD_LAZY | RTLD_GLOBAL);
  void *entry = library ? dlsym(library, "llvmGetPassPluginInfo") : 0;
  if (!entry)
    return printf("%s\n", dlerror()), 3;
  uint64_t word[FIELDS + 4];
  // Twice, as linkers do; what is wrong is told once all the same.
  for (int turn = 0; turn < 2; ++turn) {
    for (unsigned i = 0; i < FIELDS + 4; ++i)
      word[i] = UNTOUCHED;
    if (call(entry, word) != word)
      return printf("another struct came back\n"), 4;
    for (unsigned i = FIELDS; i < FIELDS + 4; ++i)
      if (word[i] != UNTOUCHED)
        return printf("wrote behind the struct\n"), 4;
  }
  printf("API version %u%s:", (unsigned)word[0], word[0] >> 32 == UNTOUCHED >> 32 ? " alone" : "");
  for (unsigned i = 1; i < FIELDS; ++i)
    printf(" %s", word[i] == UNTOUCHED ? "-" : "written");
  printf("\n");
  return 0;
}
#endif

#ifndef LIBRARY
int main(int argc, char **argv) { return ask(argv[1]); }
#endif
