/* Unique names: "add", then "add.1", "add.2"; a hash table, and a counter per stem, so that n equal
 * wishes cost O(n). */
#pragma once

#include <stdbool.h>

#include "runtime/base/arena.h"

typedef struct NameTable NameTable;

/* Names are copied into `arena`, which must outlive the table. */
NameTable *name_table_new(Arena *arena);
void name_table_free(NameTable *t);
/* Takes the name if it is free, else the stem (without a numeric suffix) with the next free suffix. */
const char *name_take(NameTable *t, const char *name, size_t n);

/* True for words that HLO text cannot have as names without '%' before them: its keywords; and its types. */
bool name_is_keyword(const char *name, size_t n);
bool name_is_type(const char *name, size_t n);
/* Either, quickly. */
bool name_is_reserved(const char *name, size_t n);
