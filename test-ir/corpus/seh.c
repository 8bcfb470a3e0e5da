// compile: --target=x86_64-pc-windows-msvc -O0
// compile: --target=x86_64-pc-windows-msvc -O2
// compile: --target=i686-pc-windows-msvc -O1
int risky(int *p);
unsigned long _exception_code(void);

int guarded(int *p) {
  int result = 0;
  __try {
    result = risky(p);
  } __except (_exception_code() == 0xC0000005u ? 1 : 0) {
    result = -1;
  }
  return result;
}

int final(int *p) {
  __try {
    return risky(p);
  } __finally {
    *p = 0;
  }
}
