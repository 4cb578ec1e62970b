/* A device program bound for execution: a kernel for each instruction, and the program's constants in memory. */
#pragma once

#include "runtime/exec/kernel.h"

typedef struct LoopCode LoopCode;
typedef struct LoopFrame LoopFrame;

typedef struct Binding {
    Arena *arena;
    Bound *kernels;      /* per instruction; fn NULL where there is nothing to compute */
    Buffer **constants;  /* per slot, or NULL */
    GPtrArray *codes;     /* TileCode of fused groups */
    GPtrArray *fallbacks; /* modules of ops that the reference evaluator computes */
    GPtrArray *host_calls;
    GPtrArray *loops;     /* LoopCode of compiled loops */
    LoopCode **loop_at;   /* per instruction: that which begins there, or NULL; the whole NULL if there are none */
} Binding;

/* Errors name the op that has no kernel. The program must outlive the binding. Clear it in any case. */
bool bind_program(Binding *b, const Program *p, GError **error);
void bind_clear(Binding *b, const Program *p);
