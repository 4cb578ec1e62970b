/* Insides shared by programs.c and program_rows.c. */
#pragma once

#include "trace/import/programs.h"

struct ImportPrograms {
    TraceWriter *w;
    int64_t run_id;
    ImportTextFn text;
    GPtrArray *all;       /* ImportProgram */
    GPtrArray *groups;    /* ImportGroups */
    GStringChunk *strings;
    GHashTable *facts;    /* "program/name" -> ImportFacts */
    GHashTable *categories; /* str id -> text */
    GHashTable *aliases;  /* number -> ImportProgram that another host's profile, or that of a dumped program, calls so */
    int n_unread;
};

/* The row of a category's text. */
int64_t import_category_row(ImportPrograms *p, const char *text);

/* NULL = nothing was said. */
const ImportFacts *import_facts_of(const ImportPrograms *p, const ImportProgram *g, const char *name);
/* The row of a place, "dir/train.py:12" or "train.py:12:5", with those that led to it, a line for each; 0 where both are NULL. */
int64_t import_loc(TraceWriter *w, const char *source, const char *stack);

ImportProgram *import_program_new(ImportPrograms *p, const char *name);
/* name is copied. */
ImportOp *import_program_new_op(ImportPrograms *p, ImportProgram *g, const char *name);
