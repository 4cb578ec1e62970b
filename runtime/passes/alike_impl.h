/* Insides of the analysis of alike.h: alike.c finds which devices hold equal values, alike_table.c which integers are known on each. */
#pragma once

#include "runtime/base/memo.h"
#include "runtime/base/vec.h"
#include "runtime/passes/alike.h"

enum { MAX_KNOWN = 1 << 23 }; /* numbers kept, of partitions and of tables each */

struct Alike {
    const IrModule *m;
    Arena *arena;
    int n;                  /* devices */
    int *cls;               /* room for one partition */
    int *first, n_first;    /* room for a table of its classes; n_first is a power of two */
    VEC(const int *) parts; /* partitions: class of each device */
    GHashTable *number_of;  /* their bytes -> number */
    Memo after;             /* groups, partition before, whether each gets its own piece -> number + 1 after */
    GHashTable *both;       /* number << 32 | number -> number of what is alike under both */
    int **of;               /* by op id: partition per leaf; NULL = not seen yet */
    int64_t **tables;       /* by op id: of a scalar integer that is known on each device, its values; else NULL */
    GHashTable *constants;  /* value -> the table that says so everywhere */
    int64_t n_tables;
    int64_t visits, most;   /* of ops */
};

/* The values of op on each device, if it is one integer that follows from the partition's number; else NULL. */
int64_t *alike_table_of(Alike *a, const IrOp *op);
