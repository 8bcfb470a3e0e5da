//! The numbers that cross the border, by name, as `layout.txt` has them: modules of constants, and
//! [`opcode`], which is [`Opcode::Other`](ir::Opcode::Other) for the instructions of a later LLVM.

include!(concat!(env!("OUT_DIR"), "/layout/numbers.rs"));
