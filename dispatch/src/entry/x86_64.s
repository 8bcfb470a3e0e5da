// The System V ABI returns a struct of more than two words through a hidden pointer: the caller passes it in rdi as
// if it were a first argument, and gets it back in rax.
    endbr64
    push rdi                    // the host's struct; the stack is aligned now
    mov  rdi, [rsp + 8]         // where the host goes on
    call {resolve}
    pop  rdi
    test rax, rax
    je   2f
    jmp  rax                    // rdi and the stack are as the host left them
2:  mov  dword ptr [rdi], 0     // API version 0, and no byte more
    mov  rax, rdi
    ret
