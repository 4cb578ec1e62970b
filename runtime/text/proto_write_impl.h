/* Between the files that write serialised modules. */
#pragma once

#include "trace/wire_put.h"
#include "runtime/text/proto_impl.h"
#include "runtime/text/proto_write.h"

typedef struct ProtoOut {
    const IrModule *m;
    Arena *arena;
    GString *out;            /* of the instruction at hand */
    GHashTable *frame_of;    /* Loc -> number of its stack frame */
    GHashTable *comp_of;     /* IrComp -> id */
    GError *error;           /* the first */
} ProtoOut;

/* proto_write_parts.c: messages that several fields have; each is appended to `out`. */
void proto_write_shape(GString *out, const Type *type);
bool proto_write_literal(GString *out, const Literal *l);
void proto_write_window(GString *out, Window w);
void proto_write_conv_dims(GString *out, const ConvDims *d);
/* proto_write_sharding.c. False with w->error if the text is no sharding. */
bool proto_write_sharding(ProtoOut *w, GString *out, const char *text);
/* proto_write_groups.c: the groups of a collective, of an instruction. False if they are spelled as lists. */
bool proto_write_groups(GString *out, const char *text);
/* proto_write_op.c: an instruction. */
void proto_write_op(ProtoOut *w, const IrOp *op);

/* An attribute that is kept as its text; NULL if the op has none. */
static inline const char *kept(const IrOp *op, const char *key)
{
    return op->n_extra ? pair_get(op->extra, op->n_extra, key) : NULL;
}

/* The place of a word in a list; -1 = it is not there. */
static inline int word_at(const char *word, const char *const *words, int n)
{
    for (int i = 0; word && i < n; i++)
        if (words[i] && g_str_equal(word, words[i]))
            return i;
    return -1;
}
#define WORD_AT(word, ...) word_at(word, (const char *const[]){ __VA_ARGS__ }, (int)G_N_ELEMENTS(((const char *const[]){ __VA_ARGS__ })))

/* What is kept of an instruction for tools and later passes, and changes no result. */
void proto_write_hints(GString *out, const IrOp *op);
