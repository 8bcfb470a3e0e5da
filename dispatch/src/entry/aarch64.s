// The AAPCS64 returns a struct of more than two words through a pointer in x8, which is no argument register and need
// not be kept for the caller.
    hint #34                    // bti c
    stp  x29, x30, [sp, #-32]!
    mov  x29, sp
    str  x8, [sp, #16]          // the host's struct
    mov  x0, x30                // where the host goes on
    bl   {resolve}
    ldr  x8, [sp, #16]
    ldp  x29, x30, [sp], #32
    cbz  x0, 2f
    mov  x16, x0                // by x16, a jump may end at another function's bti c
    br   x16                    // x8, x30 and the stack are as the host left them
2:  str  wzr, [x8]              // API version 0, and no byte more
    ret
