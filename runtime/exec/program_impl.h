/* What program.c (making code) and lives.c (lifetimes) share. */
#pragma once

#include "runtime/exec/program.h"

/* A loop or a branch. Its first instruction that always runs afterwards is where outer values can be released. */
typedef struct Region {
    int parent, end;
} Region;

/* A loop's state slot: alive around the back edge. */
typedef struct State {
    int slot, body_begin, move, exit;
    bool through; /* the body hands it on unchanged */
} State;

typedef struct Compile {
    Program *p;
    Arena *arena;
    GError **error;
    VEC(Instr) code;
    VEC(int) code_region;
    VEC(Slot) slots;
    VEC(Region) regions;
    VEC(State) states;
    VEC(Collective *) collectives;
    int region, depth;
    int dummy; /* the slot of tokens */
    GHashTable *literals; /* Literal -> slot + 1 */
} Compile;

/* Sets Slot.last; slots that outlive the program are marked by the caller before the next step. */
void program_find_lives(Compile *cx);
/* Releases after last uses, and the in-place choices that hold. */
void program_settle_memory(Compile *cx);
/* Fills p->memory. */
void program_plan_memory(Program *p);
