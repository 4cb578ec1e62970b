/* Between the files that write a serialised module as HLO text. */
#pragma once

#include "runtime/base/diag.h"
#include "trace/wire.h"
#include "runtime/ir/ir.h"

enum { MAX_PROTO_DEPTH = 100 };            /* levels of messages of the same kind: tuple shapes, tuples of shardings */

/* A constant whose text is {...}: its bytes are put into the module once the text is read. */
typedef struct ProtoConstant {
    const char *comp, *name; /* in the arena */
    WireMessage literal;
} ProtoConstant;

typedef struct ProtoWriter {
    const char *path;
    GString *out;
    Arena *arena;
    WireMessage module, config; /* HloModuleProto; HloModuleConfigProto, which may be empty */
    bool bad;                /* the bytes are damaged; WireMessage.bad points here */
    GError *error;           /* the first */
    GHashTable *ops;         /* id of an instruction -> its name: of the computation at hand */
    GHashTable *booleans;    /* names of those that are pred[] */
    GHashTable *comps;       /* id of a computation -> its name */
    VEC(ProtoConstant) constants;
    VEC(WireMessage) payloads; /* texts that several instructions share */
    gsize limit;             /* of the text: messages repeat names by number, so short ones can denote long texts */
} ProtoWriter;

/* Keeps the first error; always false. */
bool proto_fail(ProtoWriter *w, const char *fmt, ...) G_GNUC_PRINTF(2, 3);

/* "a text", quoted with HLO's escapes. */
void proto_quoted(ProtoWriter *w, WireMessage text);
/* True for text that can be written without quotes: one pair of braces around all of it, those in strings not counted. */
bool proto_is_dictionary(WireMessage m);
/* The value of an attribute: a dictionary as it is, other text quoted. */
void proto_value(ProtoWriter *w, WireMessage value);
/* NAME={1,2,3}, after a comma. */
void proto_ints_attr(ProtoWriter *w, const char *name, WireMessage m, int number);
/* 1,2,3 */
void proto_ints(ProtoWriter *w, WireMessage m, int number);

/* proto_shape.c */
void proto_shape(ProtoWriter *w, WireMessage shape, int depth);
/* {size=3x3 pad=1_1x0_0 ..}; `window` is not empty */
void proto_window(ProtoWriter *w, WireMessage window);
/* b01f_01io->b01f */
void proto_dim_labels(ProtoWriter *w, WireMessage numbers);

/* proto_sharding.c */
void proto_sharding(ProtoWriter *w, WireMessage sharding, int depth);
/* {{0,1},{2,3}}, [2,4]<=[8] or by axes of a mesh, whichever of the five encodings the instruction has; false if it has none. */
bool proto_groups(ProtoWriter *w, WireMessage op);

/* proto_op.c: "%name = shape opcode(operands), attributes" */
void proto_op(ProtoWriter *w, const char *comp, WireMessage op);

/* proto_literal.c: the constant in the module's arena; NULL with the error. `type` is the instruction's. */
const Literal *proto_literal(ProtoWriter *w, IrModule *m, WireMessage literal, const Type *type, int depth);
/* The field of a LiteralProto with the elements of a type, and how they are kept there. */
typedef enum ProtoForm { PROTO_VARINTS, PROTO_FIXED, PROTO_BYTES, PROTO_PACKED } ProtoForm;
int proto_literal_field(ElemType e);
ProtoForm proto_literal_form(ElemType e);
/* The element type of a number of PrimitiveType; N_ELEMS if it is none of an array. */
ElemType proto_elem(int64_t number);
