/* Unique names: "add", then "add.1", "add.2". A hash table with a counter per stem, so that n requests for the same name take O(n). */
#pragma once

#include <stdbool.h>

#include "runtime/base/arena.h"

typedef struct NameTable NameTable;

/* Names are copied into `arena`, which must outlive the table. */
NameTable *name_table_new(Arena *arena);
void name_table_free(NameTable *t);
/* Takes the name if it is free; otherwise the stem (the name without a numeric suffix) with the next free suffix. */
const char *name_take(NameTable *t, const char *name, size_t n);

/* True for words that HLO text cannot use as names without '%': its keywords, and names of types. */
bool name_is_keyword(const char *name, size_t n);
bool name_is_type(const char *name, size_t n);
/* The same, fast. */
bool name_is_reserved(const char *name, size_t n);
