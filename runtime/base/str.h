/* Interned strings: equal texts are the same pointer, alive as long as the table. Not thread-safe. */
#pragma once

#include "runtime/base/arena.h"

typedef struct StrTable StrTable;

/* Strings are copied into `arena`, which must outlive the table. */
StrTable *str_table_new(Arena *arena);
void str_table_free(StrTable *t);
const char *str_intern(StrTable *t, const char *s);
const char *str_intern_n(StrTable *t, const char *s, size_t n);
/* The same, with a number for the caller that starts as 0; *tag is valid until the next string comes. */
const char *str_intern_tag(StrTable *t, const char *s, size_t n, uint32_t **tag);
