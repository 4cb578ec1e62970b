/* Compiles a program under options given as text, as the user writes them. Used by jobs and by the commands compile, verify and
 * eval. */
#pragma once

#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"

/* How to compile a program. Everything is borrowed; all zero = as the program itself says. */
typedef struct ProgramOptions {
    bool has_devices;            /* n_devices was given: it must be at least 1, and equal the mesh's number if there is a mesh */
    int n_devices;               /* of a replica */
    int n_replicas;              /* 0 = as the program says */
    const char *mesh;            /* replaces the program's: "x=4,y=2" */
    char *const *shards;         /* parameters' shardings to replace, each NAME=SPEC; NULL-terminated; may be NULL */
    const char *propagation;     /* user-priority (default), op-priority, aggressive, basic */
    const char *planner;         /* search (default), first-match */
    const char *hardware;        /* cost model; NULL = cpu */
    const char *stop_after;      /* pass name, NULL = all */
    const Stop *stop;            /* cancels reading and compiling; may be NULL */
} ProgramOptions;

/* Fills *out from p. more: shardings to replace besides those of p (NULL-terminated, may be NULL). False with SHARD_ERROR_USAGE for
 * what it cannot read. *out borrows what p points to; compile_options_clear frees the rest, and must be called after a failure too. */
bool compile_options_from(const ProgramOptions *p, char *const *more, CompileOptions *out, GError **error);
void compile_options_clear(CompileOptions *o);

/* Verifies and compiles m, and takes ownership of it. *fresh (may be NULL) gets a copy of the module as read, for compiling again. */
Compiled *program_compile_module(IrModule *m, const CompileOptions *o, IrModule **fresh, GError **error);

/* One choice of shardings, written "LABEL:NAME=SPEC,NAME=SPEC,...". */
typedef struct ShardChoice {
    char *label, **shards; /* NULL-terminated */
} ShardChoice;
/* Reads a NULL-terminated list of choices (may be NULL) into an array of ShardChoice that owns them. Labels must differ. */
GPtrArray *shard_choices_read(char *const *texts, GError **error);

/* "all-gather:2,all-reduce:1", "none". To be freed. */
char *collectives_text(const CollTotal *totals);
