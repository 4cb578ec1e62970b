/* What a rank says of itself to the others of its machine, in memory that they share and that outlives it: who reads it wants to know what became of a process that ended without
 * a word. All zeroes says nothing. note.c writes and reads it, lost.c and witness.c watch for such ends. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

typedef struct RankNote {
    atomic_int pid;              /* 0 = it says nothing */
    atomic_uint_fast64_t space;  /* in which that number counts: an inode */
    atomic_int leaves;           /* 1 = it has said that it fails, or goes: that it ends is no loss */
    atomic_int witness;          /* 1 = a process outside the run tells who is lost, which this rank starts */
    atomic_int_fast64_t begun, ended; /* runs of the program that it has last run */
    atomic_int at;               /* the collective at which a device of it arrived last, + 1; 0 = none in this run */
    char at_name[52];            /* its name; may be that of the one before for a moment */
} RankNote;
