/* Insides shared by program_rows.c and program_memory.c: a serialised module while its rows are written. */
#pragma once

#include "trace/import/programs_impl.h"

typedef struct Inst {
    WireMessage m;
    int64_t id;        /* in the module */
    int64_t row;       /* 0 = not written */
    int64_t bytes;     /* of its result */
    guint comp;        /* position among computations */
    ImportOp *op;
    char *opcode, *label; /* owned; label: as its user knows it, NULL = not known */
    int pos;           /* in the order in which the program's instructions run, -1 = not known; filled for the plan of memory */
} Inst;

typedef struct Comp {
    WireMessage m;
    int64_t id, root, row, trips;
    int kind;          /* computation.kind */
    guint first, n;    /* its instructions */
} Comp;

typedef struct Rows {
    ImportPrograms *p;
    TraceWriter *w;
    ImportProgram *g;
    WireMessage module, frames;
    int64_t snapshot_id; /* 0 = nothing is written */
    GArray *insts, *comps;
    GHashTable *by_id, *comp_by_id; /* id -> position + 1 */
    GPtrArray *files, *functions;   /* of the index of stack frames: WireField of a text */
    WireMessage *places, *stack;
    int n_places, n_stack;
    int64_t *stack_row;             /* loc; 0 = not written */
    const char *place_file;         /* of the place looked up last; borrowed until the next */
    int64_t place_line;
    char *own_file;
    int64_t traffic;                /* bytes a device receives a step */
    GString *s;
} Rows;

/* A field's text, valid UTF-8, which the caller frees. */
char *rows_text(WireMessage m, int number);
/* By their ids in the module; NULL = there is none. */
Inst *rows_inst(const Rows *r, int64_t id);
Comp *rows_comp(const Rows *r, int64_t id);
/* The plan of memory: rows of alloc and buffer. Returns the bytes in use where that is most; not known if it plans nothing. */
TraceInt rows_put_memory(Rows *r, WireMessage assignment);
