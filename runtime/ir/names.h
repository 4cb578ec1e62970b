/* Unique names: "add", then "add.1", "add.2"; a hash table, and a counter per stem, so that n equal
 * wishes cost O(n). */
#pragma once

#include "runtime/base/arena.h"

typedef struct NameTable NameTable;

/* Names are copied into `arena`, which must outlive the table. */
NameTable *name_table_new(Arena *arena);
void name_table_free(NameTable *t);
/* Takes the name if it is free, else the stem (without a numeric suffix) with the next free suffix. */
const char *name_take(NameTable *t, const char *name, size_t n);
