/* Shapes, literals and windows as messages of a serialised module. */
#include "runtime/text/proto_write_impl.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBER_TUPLE = 13, NUMBER_OPAQUE = 14, NUMBER_TOKEN = 17, NUMBER_BUFFER = 34 };

static int elem_number(ElemType e)
{
    for (int i = 1; i < 64; i++)
        if (proto_elem(i) == e)
            return i;
    return 0;
}

/* "{1,0:T(8,128)S(1)}": dims from minor to major, tiles, and the memory space. */
static void put_layout(GString *out, const Type *type)
{
    g_autoptr(GString) layout = g_string_new(NULL), tile = g_string_new(NULL);
    int64_t minor[MAX_RANK];
    int order[MAX_RANK];
    type_minor_to_major(type, order);
    for (int i = 0; i < type->rank; i++)
        minor[i] = order[i];
    wire_put_ints(layout, 1, minor, type->rank);
    const char *at = type->layout ? strstr(type->layout, "T(") : NULL;
    for (at = at ? at + 1 : NULL; at && *at == '('; at++) {
        WireInts dims = { 0 };
        for (at++; *at && *at != ')'; at += *at == ',') {
            char *end;
            int64_t v = *at == '*' ? INT64_MIN : strtoll(at, &end, 10);
            at = *at == '*' ? at + 1 : end == at ? at + 1 : end;
            vec_push(&dims, v);
        }
        wire_put_ints(tile, 1, dims.v, dims.n);
        wire_put_message(layout, 6, tile);
        vec_clear(&dims);
        if (!*at)
            break;
    }
    const char *space = type->layout ? strstr(type->layout, "S(") : NULL, *bits = type->layout ? strstr(type->layout, "E(") : NULL;
    if (bits)
        wire_put_int(layout, 7, strtoll(bits + 2, NULL, 10));
    if (space)
        wire_put_int(layout, 8, strtoll(space + 2, NULL, 10));
    wire_put_message(out, 5, layout);
}

void proto_write_shape(GString *out, const Type *type)
{
    if (type->kind != TYPE_ARRAY) {
        g_autoptr(GString) part = g_string_new(NULL);
        wire_put_int(out, 2, type->kind == TYPE_TUPLE ? NUMBER_TUPLE : type->kind == TYPE_TOKEN ? NUMBER_TOKEN : type->kind == TYPE_BUFFER ? NUMBER_BUFFER : NUMBER_OPAQUE);
        for (int i = 0; i < type->n_parts; i++) {
            proto_write_shape(part, type->parts[i]);
            wire_put_message(out, 4, part);
        }
        return;
    }
    int64_t dims[MAX_RANK], dynamic[MAX_RANK];
    for (int i = 0; i < type->rank; i++) {
        bool unbounded = type->unbounded && type->unbounded[i];
        dims[i] = unbounded ? INT64_MIN : type->dims[i];
        dynamic[i] = unbounded || (type->dyn && type->dyn[i]);
    }
    wire_put_int(out, 2, elem_number(type->elem));
    wire_put_ints(out, 3, dims, type->rank);
    put_layout(out, type);
    wire_put_ints(out, 6, dynamic, type->rank);
}

/* ---- literals ------------------------------------------------------------------------------------------------------------ */

static int64_t number_at(const Literal *l, int64_t i)
{
    const char *p = (const char *)l->data + (l->splat ? 0 : i * elem_info[l->type->elem].bytes);
    int64_t v = 0;
    memcpy(&v, p, (size_t)elem_info[l->type->elem].bytes);
    int unused = 64 - 8 * elem_info[l->type->elem].bytes;
    if (elem_info[l->type->elem].cls == CLASS_SIGNED)
        return (int64_t)((uint64_t)v << unused) >> unused;
    return v;
}

static void put_numbers(GString *out, int field, const Literal *l)
{
    g_autoptr(GString) packed = g_string_new(NULL);
    for (int64_t i = 0; i < l->type->n_elems; i++)
        wire_put_varint(packed, (uint64_t)number_at(l, i));
    if (l->type->n_elems)
        wire_put_message(out, field, packed);
}

static void put_raw(GString *out, int field, const Literal *l)
{
    gsize size = (gsize)elem_info[l->type->elem].bytes;
    g_autoptr(GString) bytes = g_string_sized_new(size * (gsize)l->type->n_elems + 1);
    for (int64_t i = 0; i < l->type->n_elems; i++)
        g_string_append_len(bytes, (const char *)l->data + (l->splat ? 0 : (gsize)i * size), (gssize)size);
    if (l->type->n_elems)
        wire_put_message(out, field, bytes);
}

static void put_small(GString *out, int field, const Literal *l)
{
    int bits = elem_info[l->type->elem].bits, per_byte = 8 / bits;
    g_autoptr(GString) bytes = g_string_new(NULL);
    for (int64_t i = 0; i < l->type->n_elems; i += per_byte) {
        unsigned byte = 0;
        for (int k = 0; k < per_byte && i + k < l->type->n_elems; k++)
            byte |= ((unsigned)number_at(l, i + k) & ((1u << bits) - 1)) << (k * bits);
        g_string_append_c(bytes, (char)byte);
    }
    if (l->type->n_elems)
        wire_put_message(out, field, bytes);
}

bool proto_write_literal(GString *out, const Literal *l)
{
    g_autoptr(GString) part = g_string_new(NULL);
    /* constants are row-major, whatever layout the instruction has */
    Type plain = *l->type;
    plain.layout = NULL;
    proto_write_shape(part, &plain);
    wire_put_message(out, 1, part);
    if (l->parts) {
        for (int i = 0; i < l->type->n_parts; i++) {
            if (!proto_write_literal(part, l->parts[i]))
                return false;
            wire_put_message(out, 10, part);
        }
        return true;
    }
    if (l->elided || (!l->data && l->type->n_elems))
        return false;
    int field = proto_literal_field(l->type->elem);
    switch (proto_literal_form(l->type->elem)) {
    case PROTO_VARINTS:
        put_numbers(out, field, l);
        break;
    case PROTO_FIXED: case PROTO_BYTES:
        put_raw(out, field, l);
        break;
    case PROTO_PACKED:
        put_small(out, field, l);
        break;
    }
    return true;
}

/* ---- windows ------------------------------------------------------------------------------------------------------------- */

void proto_write_window(GString *out, Window w)
{
    g_autoptr(GString) dim = g_string_new(NULL);
    for (int i = 0; i < w.n; i++) {
        const WindowDim *d = &w.dims[i];
        wire_put_int(dim, 1, d->size);
        wire_put_int(dim, 2, d->stride);
        wire_put_int(dim, 3, d->pad_lo);
        wire_put_int(dim, 4, d->pad_hi);
        wire_put_int(dim, 5, d->window_dilation);
        wire_put_int(dim, 6, d->base_dilation);
        wire_put_int(dim, 7, d->reversed);
        wire_put_message(out, 1, dim);
    }
}

void proto_write_conv_dims(GString *out, const ConvDims *d)
{
    wire_put_int(out, 7, d->in_batch);
    wire_put_int(out, 8, d->in_feature);
    wire_put_ints(out, 11, d->in_spatial.v, d->in_spatial.n);
    wire_put_int(out, 3, d->kernel_in);
    wire_put_int(out, 4, d->kernel_out);
    wire_put_ints(out, 6, d->kernel_spatial.v, d->kernel_spatial.n);
    wire_put_int(out, 9, d->out_batch);
    wire_put_int(out, 10, d->out_feature);
    wire_put_ints(out, 12, d->out_spatial.v, d->out_spatial.n);
}
