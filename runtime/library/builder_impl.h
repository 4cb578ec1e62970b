/* What the files of the builder share. The module is kept so that it can be finished at any time: each op is checked when it is added;
 * roots are set when a function is complete. */
#pragma once

#include "runtime/base/vec.h"
#include "runtime/library/library_impl.h"

typedef struct ResultEntry {
    ShardscopeValue *value;
    char *name;
    const char *sharding; /* as annotation_text gives it; NULL = none */
} ResultEntry;

struct ShardscopeFunction {
    ShardscopeBuilder *b;
    IrComp *c;
    char *name;
    IrComp *packed;       /* c with a tuple for a parameter; NULL = not needed so far */
    bool complete;        /* its root is set, and nothing can be added */
    VEC(ResultEntry) results;
};

struct ShardscopeValue {
    ShardscopeFunction *f;
    IrOp *op;
    ShardscopeValue **parts; /* of a tuple: those asked for so far; NULL = none */
};

struct ShardscopeBuilder {
    atomic_int refs;
    IrModule *m;          /* NULL once it is built */
    ShardscopeMesh *mesh; /* NULL: shardings are GSPMD's */
    ShardscopeFunction *entry;
    GPtrArray *functions, *values;
    const Loc *loc;       /* of the line that ops are added for */
    GHashTable *annotated; /* IrOp * -> its annotations, a text or NULL per leaf */
    int64_t n_devices;    /* the most that a sharding names */
    VEC(IrAlias) aliases;
};

/* ---- builder.c -------------------------------------------------------------------------------------------------------------- */

/* True while ops can be added; else the error says why not. */
bool builder_open(const ShardscopeFunction *f, ShardscopeError **error);
/* Takes a new op: it is at the builder's line. */
ShardscopeValue *builder_value(ShardscopeFunction *f, IrOp *op);
/* Sets the root. False + error if there are no results. */
bool builder_complete(ShardscopeFunction *f, GError **error);
/* A name that can stand in a module's text. */
bool builder_check_name(const char *name, const char *what, ShardscopeError **error);
/* An error in the user's line. `code` and what follows as in diag. Always false. */
bool builder_fail(const ShardscopeBuilder *b, ShardscopeError **error, ShardError code, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
TextPos builder_pos(const ShardscopeBuilder *b);

/* ---- builder_ops.c ---------------------------------------------------------------------------------------------------------------- */

/* An op as callers of the builder's own functions write it: `attrs` is freed. `type` may be NULL. */
typedef struct BuilderOp {
    const char *op;
    const Type *type;
    ShardscopeValue *const *operands;
    int n_operands;
    char *attrs;
} BuilderOp;
ShardscopeValue *builder_op(ShardscopeFunction *f, BuilderOp o, ShardscopeError **error);
/* "{1,0}" of n numbers. */
char *builder_list(int n, const int *v);

/* ---- builder_control.c ----------------------------------------------------------------------------------------------------------------- */

/* The function with one parameter, a tuple of its own unless it has just one. It is complete. */
IrComp *builder_packed(ShardscopeFunction *f);

/* ---- builder_sharding.c ----------------------------------------------------------------------------------------------------------------- */

/* The annotation of a value of that rank, in the module's memory: "<@mesh, [..]>" on the builder's mesh, else GSPMD's "{..}". */
const char *builder_annotation(ShardscopeBuilder *b, ShardscopeSharding *s, int rank, ShardscopeError **error);
/* Adds an annotation to a list of pairs, or is op->sharding_text / IrParamInfo.sharding_text. */
void builder_annotate_op(ShardscopeBuilder *b, IrOp *op, const char *text);
void builder_annotate_result(ShardscopeBuilder *b, IrParamInfo *r, const char *text);
