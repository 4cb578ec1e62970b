/* Programs as a user names them: read from a file or from text, checked, and compiled under options given as text. What the
 * commands run, compile, verify and eval share. */
#pragma once

#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"

/* How a program is compiled. Everything is borrowed; all zeroes means: as the program itself says. */
typedef struct ProgramOptions {
    bool has_devices;            /* n_devices was given: it must be at least 1, and the mesh's number where there is a mesh */
    int n_devices;
    const char *mesh;            /* replaces the program's: "x=4,y=2" */
    char *const *shards;         /* overrides NAME=SPEC, NULL-terminated; may be NULL */
    const char *propagation;     /* user-priority (default), op-priority, aggressive, basic */
    const char *planner;         /* search (default), first-match */
    const char *hardware;        /* cost model; NULL = cpu */
    const char *stop_after;      /* pass name, NULL = all */
    const Stop *stop;            /* cancels reading and compiling; may be NULL */
} ProgramOptions;

/* `more` adds overrides to those of p (NULL-terminated, may be NULL). SHARD_ERROR_USAGE for what cannot be understood. What
 * p points to is borrowed by *out; compile_options_clear frees the rest, also after a failure. */
bool compile_options_from(const ProgramOptions *p, char *const *more, CompileOptions *out, GError **error);
void compile_options_clear(CompileOptions *o);

/* Takes m, as read: checks and compiles it. *fresh (may be NULL) gets a copy of the module as read, to be compiled again. */
Compiled *program_compile_module(IrModule *m, const CompileOptions *o, IrModule **fresh, GError **error);

/* One of "LABEL:NAME=SPEC,NAME=SPEC,...". */
typedef struct ShardChoice {
    char *label, **shards; /* NULL-terminated */
} ShardChoice;
/* All of a NULL-terminated list (may be NULL), as an array that frees them; labels must differ. */
GPtrArray *shard_choices_read(char *const *texts, GError **error);

/* "all-gather:2,all-reduce:1", "none". To be freed. */
char *collectives_text(const CollTotal *totals);
