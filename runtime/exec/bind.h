/* A device program bound for execution: a kernel for each instruction, and the program's constants in memory. */
#pragma once

#include "runtime/exec/kernel.h"

typedef struct Binding {
    Arena *arena;
    Bound *kernels;      /* per instruction; fn NULL where there is nothing to compute */
    Buffer **constants;  /* per slot, or NULL */
    GPtrArray *codes;     /* TileCode of fused groups */
    GPtrArray *fallbacks; /* modules of ops that the reference evaluator computes */
    GPtrArray *host_calls;
} Binding;

/* Errors name the op that has no kernel. The program must outlive the binding. Clear it in any case. */
bool bind_program(Binding *b, const Program *p, GError **error);
void bind_clear(Binding *b, const Program *p);
