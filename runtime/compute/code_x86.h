/* Machine code for x86-64 with AVX2: instructions are appended to a buffer, which is then made executable.
 *
 * Only what tile_code_emit.c and the compiler of loops (exec/loop.h) need: vector instructions of three operands, of which the last may be in memory,
 * and the few instructions of addresses, jumps and calls. Source: the processor manuals' encoding of VEX instructions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/vec.h"

/* Numbers of general registers as the processor encodes them. */
typedef enum Gpr { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 } Gpr;

/* The last operand of a vector instruction. */
typedef enum PlaceKind { PLACE_VECTOR, PLACE_POOL, PLACE_STACK, PLACE_ARRAY, PLACE_ONE, PLACE_AT } PlaceKind;
typedef struct Place {
    PlaceKind kind;
    int n;     /* vector register; byte in the pool of constants; byte above the stack pointer; general register with an address */
    int scale; /* PLACE_ARRAY: the operand is at address + scale * rcx + offset, scale 1, 2, 4 or 8; PLACE_AT the same, and 0: without rcx */
    int offset; /* PLACE_ARRAY: below 128 */
} Place;

/* How a vector instruction is encoded: its prefix (0 none, 1 66, 2 F3, 3 F2), map (1 0F, 2 0F38, 3 0F3A), W bit and opcode. */
typedef struct Encoding {
    uint8_t prefix, map, w, opcode;
} Encoding;

typedef struct PoolFix {
    size_t at;  /* of the 32-bit displacement */
    size_t end; /* of the instruction */
    int byte;   /* in the pool */
} PoolFix;

typedef struct Code {
    VEC(uint8_t) bytes;
    VEC(uint8_t) pool; /* constants, behind the code */
    VEC(PoolFix) fixes;
} Code;

void code_clear(Code *c);
/* The place of 32 bytes in the pool, equal ones once. */
int code_pool(Code *c, const void *bytes);

/* A vector instruction of 256 bits, or 128 if `half`. `first` is the second operand of three, 0 where there are two. imm: the byte at the end, or -1. */
typedef struct VectorOp {
    Encoding encoding;
    int reg, first;
    Place last;
    int imm;
    bool half;
} VectorOp;
void code_vector(Code *c, const VectorOp *v);

/* to = the pointer at table[index]. */
void code_load_pointer(Code *c, Gpr to, Gpr table, int index);
void code_push(Code *c, Gpr r);
void code_pop(Code *c, Gpr r);
void code_move_stack(Code *c, int bytes); /* rsp += bytes */
void code_zero_rcx(Code *c);
/* Jumps to the place of code_jumps_here if rcx + step > rsi. Returns what that needs. */
size_t code_jump_at_end(Code *c, int step);
void code_jumps_here(Code *c, size_t jump);
/* rcx += step, and to the place `top` in the code unless rcx + step > rsi. */
void code_loop(Code *c, int step, size_t top);
void code_return(Code *c);

/* ---- general instructions; 64 bits wide unless said otherwise ------------------------------------------ */

/* Memory at base + disp. */
typedef struct Mem {
    Gpr base;
    int32_t disp;
} Mem;
/* Conditions as the processor encodes them; ALWAYS is no condition. */
typedef enum Condition {
    IF_BELOW = 2, IF_ABOVE_EQUAL, IF_EQUAL, IF_NOT_EQUAL, IF_BELOW_EQUAL, IF_ABOVE, IF_NEGATIVE, IF_LESS = 12, IF_GREATER_EQUAL, IF_LESS_EQUAL, IF_GREATER, ALWAYS
} Condition; /* c ^ 1 is the opposite of c */
typedef enum Alu { ALU_ADD = 0x01, ALU_XOR = 0x31, ALU_COMPARE = 0x39, ALU_TEST = 0x85 } Alu;

/* An integer of 1, 2, 4 or 8 bytes, extended with its sign or with zeroes. */
void code_load(Code *c, Gpr to, Mem from, int bytes, bool sign);
/* The same at from + bytes * index; no rsp. */
void code_load_at(Code *c, Gpr to, Mem from, Gpr index, int bytes, bool sign);
void code_store(Code *c, Mem to, Gpr from, int bytes);
void code_address(Code *c, Gpr to, Mem of);
void code_move(Code *c, Gpr to, Gpr from);
void code_move_constant(Code *c, Gpr to, int64_t v);
void code_alu(Code *c, Alu op, Gpr to, Gpr from);
void code_multiply(Code *c, Gpr to, int32_t by);
void code_move_if(Code *c, Condition when, Gpr to, Gpr from);
/* Compares the bytes (1, 4 or 8) in memory with a small constant. */
void code_compare_memory(Code *c, Mem m, int bytes, int with);
/* Adds 1 to the 8 bytes at m. */
void code_count(Code *c, Mem m);
void code_add_constant(Code *c, Gpr to, int32_t v);
void code_compare_constant(Code *c, Gpr r, int32_t with); /* of 32 bits */

/* What an integer instruction of 32 bits, or 64 if it is wide, reads. Results of 32 bits have zeroes above. */
typedef enum IntPlaceKind { INT_IN_GPR, INT_IN_MEMORY, INT_CONSTANT } IntPlaceKind;
typedef struct IntPlace {
    IntPlaceKind kind;
    Gpr reg;
    Mem mem;
    int64_t constant; /* of 32 bits with its sign, but for code_int_move */
} IntPlace;
typedef enum Arith { ARITH_ADD, ARITH_OR, ARITH_AND = 4, ARITH_SUBTRACT, ARITH_XOR, ARITH_COMPARE } Arith;
typedef enum Shift { SHIFT_LEFT = 4, SHIFT_RIGHT = 5, SHIFT_RIGHT_SIGNED = 7 } Shift;
void code_arith(Code *c, Arith op, bool wide, Gpr to, IntPlace from);
/* Changes no condition. */
void code_int_move(Code *c, bool wide, Gpr to, IntPlace from);
void code_int_multiply(Code *c, bool wide, Gpr to, IntPlace from);
void code_shift(Code *c, Shift shift, bool wide, Gpr to, int n);
void code_negate(Code *c, bool wide, Gpr to);
/* rax, rdx = rax divided by a register other than these, and what remains. */
void code_divide(Code *c, bool wide, bool sign, Gpr by);
/* 1 or 0. */
void code_set(Code *c, Condition when, Gpr to);
void code_choose(Code *c, Condition when, bool wide, Gpr to, IntPlace from); /* no constant */
/* The lowest bytes of a register (1, 2 or 4), extended; with a sign to 32 bits, or to 64 if it is wide. */
void code_extend(Code *c, Gpr to, Gpr from, int bytes, bool sign, bool wide);

/* A jump to where code_jumps_here is called with the result. */
size_t code_jump(Code *c, Condition when);
/* A jump to a place that is known already. */
void code_jump_to(Code *c, Condition when, size_t to);
/* Calls a function; what registers hold is lost but for those that functions keep. */
void code_call(Code *c, uintptr_t function);
/* A whole vector, or half of one, to or from memory. */
void code_load_vector(Code *c, int to, Mem from, bool half);
void code_store_vector(Code *c, Mem to, int from, bool half);

/* Executable memory. NULL where the system gives none. */
typedef struct ExecMemory {
    void *at;
    size_t bytes;
} ExecMemory;
/* True if the processor runs what code_vector makes, and SHARDSCOPE_ISA does not forbid it. */
bool code_can_run(void);
/* Copies the finished code; false where the system gives no executable memory. */
bool code_finish(Code *c, ExecMemory *m);
void exec_memory_clear(ExecMemory *m);
