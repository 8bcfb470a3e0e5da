// Another program on LLVM's C API finds idioms through the plugin, and gets the values of the variables.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O2 -ffast-math -fno-vectorize -fno-unroll-loops -S -emit-llvm %project/examples/multiply.c -o %t/multiply.ll
// RUN: %clang -std=c11 -D_GNU_SOURCE -I%includedir -I%project/include %s -o %t/run -L%libdir -lLLVM-%llvm -ldl -Wl,-rpath,%libdir
// RUN: %t/run %implementation %t/multiply.ll | %FileCheck %s
// RUN: %t/run %dispatcher %t/multiply.ll | %FileCheck %s
// RUN: env IDIOM_PLUGIN_DIR=%t %t/run %dispatcher %t/multiply.ll 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: idiom: {{.*}}libidiom-llvm
// NONE: own: -3
// CHECK: MatrixProduct: C is a parameter, of 4
// Its operands are found in both orders.
// CHECK: own: 2
// CHECK: what is not there: 0
// CHECK: a wrong name: -1
// CHECK: a wrong text: -1
#include <dlfcn.h>
#include <idiom.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <string.h>

static void tell(void *state, const char *idiom, size_t count, const char *const *names, const LLVMValueRef *values) {
  LLVMValueRef function = state;
  for (size_t k = 0; k < count; k++)
    if (!strcmp(names[k], "C") && LLVMIsAArgument(values[k]) && LLVMGetParamParent(values[k]) == function)
      printf("%s: C is a parameter, of %u\n", idiom, LLVMCountParams(function));
}

static void ignore(void *state, const char *idiom, size_t count, const char *const *names, const LLVMValueRef *values) {}

int main(int count, char **words) {
  void *plugin = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
  int (*find)(LLVMValueRef, const char *, const char *, idiom_found, void *) =
      plugin ? (int (*)(LLVMValueRef, const char *, const char *, idiom_found, void *))dlsym(plugin, "idiom_find") : NULL;
  if (!find) {
    puts(dlerror());
    return 1;
  }
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *message;
  if (LLVMCreateMemoryBufferWithContentsOfFile(words[2], &buffer, &message) ||
      LLVMParseIRInContext(context, buffer, &module, &message)) {
    puts(message);
    return 1;
  }
  LLVMValueRef multiply = LLVMGetNamedFunction(module, "multiply");
  find(multiply, "MatrixProduct", NULL, tell, multiply);
  const char *own = "Constraint Own ({p} ~ {x} * {y} ∧ opcode{p} = fmul) End";
  printf("own: %d\n", find(multiply, "Own", own, ignore, NULL));
  printf("what is not there: %d\n", find(multiply, "Histogram", NULL, ignore, NULL));
  printf("a wrong name: %d\n", find(multiply, "MatrixProduckt", NULL, ignore, NULL));
  printf("a wrong text: %d\n", find(multiply, NULL, "Constraint {", ignore, NULL));
  return 0;
}
