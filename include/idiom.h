/* Looks for idioms in a function, from other code in the process that has loaded idiom's plugin: another pass, or a tool on LLVM's C API.
 *
 * The function is in build/libidiom.so, for every LLVM, and in build/libidiom-llvmN.so, for LLVM N alone; take it by dlsym, or link with that file. Nothing is changed. */
#ifndef IDIOM_H
#define IDIOM_H

#include <llvm-c/Types.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One instance: the specification's name, and its variables with their values, in its order. What only the finding's text could say, such as the distance of
 * rows, is left out. All of it is gone when the call returns, but for the values. */
typedef void (*idiom_found)(void *state, const char *idiom, size_t count, const char *const *names,
                            const LLVMValueRef *values);

/* Calls `found` for each instance in a function with a body, and says how many there are. `names` are names of specifications, separated by commas;
 * `specifications` is the text of a file of them, which may be null. Without names, it is as for IDIOM_IDIOMS.
 * -1: a name or the text is wrong, as `idiom check` and `idiom list` say. -2: a bug in idiom. -3: build/libidiom.so has no implementation for the LLVM of the
 * library that `found` is in, and a line on stderr says so. */
int idiom_find(LLVMValueRef function, const char *names, const char *specifications, idiom_found found, void *state);

#ifdef __cplusplus
}
#endif
#endif
