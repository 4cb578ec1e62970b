/* Between the files that write serialised modules. */
#pragma once

#include "runtime/base/wire_put.h"
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
/* False with w->error if the text is no sharding. */
bool proto_write_sharding(ProtoOut *w, GString *out, const char *text);
/* proto_write_op.c: an instruction. */
void proto_write_op(ProtoOut *w, const IrOp *op);
