/* Uniform quantisation as types have it: "!quant.uniform<i8<-127:127>:f32:1, {0.1:3, 0.2}>". Sub-channel quantisation, which has scales for
 * blocks of several dims, is refused. */
#include "runtime/text/mlir_attr.h"

#include <math.h>
#include <string.h>

/* The least and greatest number of a storage type. */
static int64_t storage_limit(ElemType e, bool greatest)
{
    bool is_signed = elem_info[e].cls == CLASS_SIGNED;
    int bits = elem_info[e].bits - is_signed;
    return greatest ? (int64_t)((UINT64_C(1) << bits) - 1) : is_signed ? -(int64_t)(UINT64_C(1) << bits) : 0;
}

static char *quant_text(const TypeQuant *q)
{
    GString *s = g_string_new("!quant.uniform<");
    g_string_append_printf(s, "%s%d", elem_info[q->storage].cls == CLASS_UNSIGNED ? "u" : "i", elem_info[q->storage].bits); /* not ui8 */
    if (q->min != storage_limit(q->storage, false) || q->max != storage_limit(q->storage, true))
        g_string_append_printf(s, "<%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ">", q->min, q->max);
    g_string_append_printf(s, ":%s", elem_info[q->expressed].mlir);
    if (q->axis >= 0)
        g_string_append_printf(s, ":%d", q->axis);
    for (int i = 0; i < q->n; i++) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append(s, i ? "," : q->axis >= 0 ? ", {" : ", ");
        g_string_append(s, g_ascii_dtostr(number, sizeof number, q->scales[i]));
        if (q->zero_points[i])
            g_string_append_printf(s, ":%" G_GINT64_FORMAT, q->zero_points[i]);
    }
    g_string_append(s, q->axis >= 0 ? "}>" : ">");
    return g_string_free(s, FALSE);
}

const TypeQuant *mlir_quant_new(Mlir *x, const char *at, const TypeQuant *fields)
{
    const char *wrong = NULL;
    if (!elem_is_int(fields->storage) || elem_info[fields->storage].bits > 32)
        wrong = "the storage of a quantised type must be an integer of at most 32 bits";
    else if (!elem_is_float(fields->expressed))
        wrong = "the expressed type of a quantised type must be a float";
    else if (fields->min >= fields->max || fields->min < storage_limit(fields->storage, false) || fields->max > storage_limit(fields->storage, true))
        wrong = "the bounds of a quantised type must fit its storage";
    for (int i = 0; !wrong && i < fields->n; i++) {
        if (!isfinite(fields->scales[i]) || fields->scales[i] <= 0)
            wrong = "a scale must be a positive number";
        else if (fields->zero_points[i] < fields->min || fields->zero_points[i] > fields->max)
            wrong = "a zero point must be one of the stored numbers";
    }
    if (wrong) {
        mlir_fail(x, at, "%s", wrong);
        return NULL;
    }
    TypeQuant *q = arena_new(x->m->arena, TypeQuant);
    *q = *fields;
    q->scales = arena_dup_array(x->m->arena, fields->scales, fields->n);
    q->zero_points = arena_dup_array(x->m->arena, fields->zero_points, fields->n);
    g_autofree char *text = quant_text(q);
    q->text = arena_strdup(x->m->arena, text);
    return q;
}

typedef struct Steps {
    VEC(double) scales;
    VEC(int64_t) zero_points;
} Steps;

/* "0.1:3" or "0.1" */
static bool read_step(Mlir *x, Steps *out)
{
    const char *at = x->cur;
    int64_t zero = 0;
    const MAttr *scale = mlir_read_attr(x, false);
    if (!scale)
        return false;
    if (scale->kind != ATTR_FLOAT && scale->kind != ATTR_INT)
        return mlir_fail(x, at, "expected a scale");
    if (mlir_accept(x, ':') && !mlir_read_int(x, &zero))
        return false;
    vec_push(&out->scales, scale->kind == ATTR_INT ? (double)scale->i : scale->f);
    vec_push(&out->zero_points, zero);
    return true;
}

static bool read_word_elem(Mlir *x, ElemType *out)
{
    mlir_peek(x);
    const char *at = x->cur;
    Str w = mlir_accept_word(x);
    char name[16] = "";
    if (w.n && w.n < sizeof name - 2) {
        bool is_unsigned = *w.s == 'u' && w.s[1] != 'i'; /* u8 is ui8 elsewhere */
        g_snprintf(name, sizeof name, "%s%.*s", is_unsigned ? "ui" : "", (int)(w.n - is_unsigned), w.s + is_unsigned);
    }
    *out = elem_from_mlir(name, strlen(name));
    return *out != N_ELEMS || mlir_fail(x, at, "unknown element type '%.*s'", (int)MIN(w.n, 40), w.s);
}

static bool read_fields(Mlir *x, const char *at, TypeQuant *q, Steps *steps)
{
    int64_t axis = -1;
    if (!mlir_expect(x, '<') || !read_word_elem(x, &q->storage))
        return false;
    if (!elem_is_int(q->storage) || elem_info[q->storage].bits > 32)
        return mlir_fail(x, at, "the storage of a quantised type must be an integer of at most 32 bits");
    q->min = storage_limit(q->storage, false);
    q->max = storage_limit(q->storage, true);
    if (mlir_accept(x, '<') && (!mlir_read_int(x, &q->min) || !mlir_expect(x, ':') || !mlir_read_int(x, &q->max) || !mlir_expect(x, '>')))
        return false;
    if (!mlir_expect(x, ':') || !read_word_elem(x, &q->expressed))
        return false;
    if (mlir_accept(x, ':')) {
        if (mlir_peek(x) == '{')
            return mlir_fail_as(x, x->cur, SHARD_ERROR_UNSUPPORTED, NULL, "quantised types with scales for blocks of elements are not supported");
        if (!mlir_read_int(x, &axis))
            return false;
        if (axis < 0 || axis >= MAX_RANK)
            return mlir_fail(x, at, "there is no dimension %" G_GINT64_FORMAT, axis);
    }
    q->axis = (int)axis;
    if (!mlir_expect(x, ','))
        return false;
    if (axis < 0)
        return read_step(x, steps) && mlir_expect(x, '>');
    if (!mlir_expect(x, '{'))
        return false;
    do {
        if (!read_step(x, steps))
            return false;
    } while (mlir_accept(x, ','));
    return mlir_expect(x, '}') && mlir_expect(x, '>');
}

const TypeQuant *mlir_read_quant(Mlir *x, const char *at)
{
    TypeQuant q = { 0 };
    Steps steps = { 0 };
    bool ok = read_fields(x, at, &q, &steps);
    q.n = steps.scales.n;
    q.scales = steps.scales.v;
    q.zero_points = steps.zero_points.v;
    const TypeQuant *made = ok ? mlir_quant_new(x, at, &q) : NULL;
    vec_clear(&steps.scales);
    vec_clear(&steps.zero_points);
    return made;
}
