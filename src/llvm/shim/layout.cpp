// The compiler's check that the data at the border looks the same to Rust. No code comes of it.
//
// The assertions are made from src/layout/layout.txt by build.rs, and Rust's beside them.

#include "border.h"
#include "extract.h"
#include "shim.h"

#include "llvm-c/Core.h"

#if IDIOM_LLVM_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include "layout.inc"

static_assert(sizeof(void *) == 8 && sizeof(bool) == 1, "the entry and the border are written for 64 bits");
static_assert(LLVM_PLUGIN_API_VERSION == IDIOM_PLUGIN_API, "src/llvm/plugin_info.rs answers another version of the plugin API");
