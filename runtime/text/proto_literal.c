/* Constants of serialised modules: the bytes of a LiteralProto as a Literal, row-major. */
#include "runtime/text/proto_impl.h"

#include <inttypes.h>
#include <string.h>

/* The field with the elements of each type, and how they are kept there. */
static const struct { int field; ProtoForm form; } forms[N_ELEMS] = {
    [ELEM_pred] = { 2, PROTO_VARINTS }, [ELEM_s1] = { 30, PROTO_PACKED }, [ELEM_s2] = { 26, PROTO_PACKED }, [ELEM_s4] = { 21, PROTO_PACKED },
    [ELEM_s8] = { 15, PROTO_BYTES }, [ELEM_u1] = { 31, PROTO_PACKED }, [ELEM_u2] = { 27, PROTO_PACKED }, [ELEM_u4] = { 22, PROTO_PACKED },
    [ELEM_u8] = { 3, PROTO_BYTES }, [ELEM_s32] = { 4, PROTO_VARINTS }, [ELEM_s64] = { 5, PROTO_VARINTS }, [ELEM_u32] = { 6, PROTO_VARINTS },
    [ELEM_u64] = { 7, PROTO_VARINTS }, [ELEM_f32] = { 8, PROTO_FIXED }, [ELEM_f64] = { 9, PROTO_FIXED }, [ELEM_c64] = { 12, PROTO_FIXED },
    [ELEM_c128] = { 18, PROTO_FIXED }, [ELEM_f16] = { 11, PROTO_BYTES }, [ELEM_bf16] = { 13, PROTO_BYTES }, [ELEM_u16] = { 16, PROTO_BYTES },
    [ELEM_s16] = { 17, PROTO_BYTES }, [ELEM_f4e2m1fn] = { 32, PROTO_PACKED }, [ELEM_f8e3m4] = { 29, PROTO_BYTES },
    [ELEM_f8e4m3b11fnuz] = { 23, PROTO_BYTES }, [ELEM_f8e4m3fn] = { 20, PROTO_BYTES }, [ELEM_f8e4m3fnuz] = { 25, PROTO_BYTES },
    [ELEM_f8e4m3] = { 28, PROTO_BYTES }, [ELEM_f8e5m2fnuz] = { 24, PROTO_BYTES }, [ELEM_f8e5m2] = { 19, PROTO_BYTES },
    [ELEM_f8e8m0fnu] = { 33, PROTO_BYTES }, [ELEM_f6e3m2fn] = { 35, PROTO_BYTES }, [ELEM_f6e2m3fn] = { 36, PROTO_BYTES },
};

int proto_literal_field(ElemType e)
{
    return forms[e].field;
}

ProtoForm proto_literal_form(ElemType e)
{
    return forms[e].form;
}

/* The low bits of a byte, with the sign of a type that has one. */
static uint8_t narrow(uint8_t byte, int shift, ElemType e)
{
    int bits = elem_info[e].bits;
    uint8_t v = (uint8_t)(byte >> shift & ((1 << bits) - 1));
    if (elem_info[e].cls == CLASS_SIGNED && v >> (bits - 1))
        v = (uint8_t)(v | 0xff << bits);
    return v;
}

/* Elements in the order of the message; false if there are not n of them. */
static bool take(WireMessage m, ElemType e, int64_t n, char *to)
{
    int64_t size = elem_info[e].bytes, done = 0;
    WireField f;
    if (forms[e].form == PROTO_VARINTS) {
        WireInts v = { 0 };
        wire_ints(m, forms[e].field, &v);
        for (int64_t i = 0; i < MIN(v.n, n); i++) {
            int64_t x = e == ELEM_pred ? v.v[i] != 0 : v.v[i];
            memcpy(to + i * size, &x, (size_t)size); /* the low bytes */
        }
        done = v.n;
        vec_clear(&v);
        return done == n;
    }
    WireMessage bytes = wire_message(m, forms[e].field);
    if (forms[e].form == PROTO_PACKED) {
        int per_byte = 8 / elem_info[e].bits;
        if ((int64_t)bytes.n == n && per_byte > 1 && n != (n + per_byte - 1) / per_byte) { /* a byte each, as some writers do */
            for (int64_t i = 0; i < n; i++)
                to[i] = (char)narrow(bytes.p[i], 0, e);
            return true;
        }
        if ((int64_t)bytes.n != (n + per_byte - 1) / per_byte)
            return false;
        for (int64_t i = 0; i < n; i++)
            to[i] = (char)narrow(bytes.p[i / per_byte], (int)(i % per_byte) * elem_info[e].bits, e);
        return true;
    }
    if (forms[e].form == PROTO_BYTES || (wire_field(m, forms[e].field, &f) && f.type == 2)) {
        if ((int64_t)bytes.n != n * size)
            return false;
        if (n)
            memcpy(to, bytes.p, bytes.n);
        return true;
    }
    /* numbers one by one, not packed */
    int64_t part = elem_info[e].cls == CLASS_COMPLEX ? size / 2 : size;
    for (const uint8_t *at = m.p, *end = m.p + m.n; wire_next(&at, end, &f, m.bad);)
        if (f.number == forms[e].field && (f.type == 5 || f.type == 1)) {
            if (done + part > n * size)
                return false;
            memcpy(to + done, &f.value, (size_t)part);
            done += part;
        }
    return done == n * size;
}

/* From the order of the literal's layout to row-major. */
static void to_row_major(const Type *type, const WireInts *minor, const char *from, char *to)
{
    int64_t size = elem_info[type->elem].bytes, stride[MAX_RANK], at[MAX_RANK] = { 0 }, step = 1, place = 0;
    for (int i = 0; i < type->rank; i++) {
        stride[minor->v[i]] = step;
        step *= type->dims[minor->v[i]];
    }
    for (int64_t i = 0; i < type->n_elems; i++) {
        memcpy(to + i * size, from + place * size, (size_t)size);
        for (int d = type->rank - 1; d >= 0; d--) {
            place += stride[d];
            if (++at[d] < type->dims[d])
                break;
            place -= stride[d] * type->dims[d];
            at[d] = 0;
        }
    }
}

/* True if it is a permutation of the dimensions that is not row-major. */
static bool other_order(const WireInts *minor, int rank)
{
    bool seen[MAX_RANK] = { 0 }, natural = true;
    if (minor->n != rank || rank > MAX_RANK)
        return false;
    for (int i = 0; i < rank; i++) {
        if (minor->v[i] < 0 || minor->v[i] >= rank || seen[minor->v[i]])
            return false;
        seen[minor->v[i]] = true;
        natural = natural && minor->v[i] == rank - 1 - i;
    }
    return !natural;
}

static const Literal *array_literal(ProtoWriter *w, IrModule *m, WireMessage literal, const Type *type)
{
    WireMessage shape = wire_message(literal, 1);
    WireInts dims = { 0 }, minor = { 0 };
    wire_ints(shape, 3, &dims);
    wire_ints(wire_message(shape, 5), 1, &minor);
    bool same = proto_elem(wire_int(shape, 2, 0)) == type->elem && dims.n == type->rank;
    for (int i = 0; same && i < dims.n; i++)
        same = dims.v[i] == type->dims[i];
    const Literal *l = NULL;
    /* Fewer bytes than elements cannot hold them: so a short message does not ask for much memory. */
    if (!same) {
        proto_fail(w, "the literal has another shape than the instruction");
    } else if (type->n_elems > 8 * (int64_t)literal.n) {
        proto_fail(w, "the literal is too short for %" PRId64 " elements", type->n_elems);
    } else {
        gsize bytes = (gsize)type->n_elems * (gsize)elem_info[type->elem].bytes;
        g_autofree char *data = g_malloc0(bytes + 8), *moved = NULL;
        if (!take(literal, type->elem, type->n_elems, data)) {
            proto_fail(w, "the literal does not hold %" PRId64 " elements", type->n_elems);
        } else {
            if (other_order(&minor, type->rank)) {
                moved = g_malloc(bytes + 8);
                to_row_major(type, &minor, data, moved);
            }
            l = literal_new(m, type->plain, moved ? moved : data, false);
        }
    }
    vec_clear(&dims);
    vec_clear(&minor);
    return l;
}

const Literal *proto_literal(ProtoWriter *w, IrModule *m, WireMessage literal, const Type *type, int depth)
{
    if (type->kind == TYPE_ARRAY)
        return array_literal(w, m, literal, type);
    if (type->kind != TYPE_TUPLE || depth > MAX_PROTO_DEPTH) {
        proto_fail(w, "a constant cannot be of this type");
        return NULL;
    }
    Literal *l = arena_new(m->arena, Literal);
    const Literal **parts = arena_array(m->arena, const Literal *, MAX(type->n_parts, 1));
    WireMessage part;
    int i = 0;
    for (const uint8_t *at = NULL; wire_each(literal, 10, &at, &part); i++)
        if (i < type->n_parts && !(parts[i] = proto_literal(w, m, part, type->parts[i], depth + 1)))
            return NULL;
    if (i != type->n_parts) {
        proto_fail(w, "a literal of %d parts for a tuple of %d", i, type->n_parts);
        return NULL;
    }
    l->type = type->plain;
    l->parts = parts;
    return l;
}
