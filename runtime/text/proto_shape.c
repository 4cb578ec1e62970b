/* Shapes, layouts, windows and dimension labels of serialised modules, as HLO text. */
#include "runtime/text/proto_impl.h"

#include <inttypes.h>

enum { TYPE_NUMBER_TUPLE = 13, TYPE_NUMBER_OPAQUE = 14, TYPE_NUMBER_TOKEN = 17, TYPE_NUMBER_BUFFER = 34 };

ElemType proto_elem(int64_t number)
{
    static const int of[] = {
        [1] = ELEM_pred, [2] = ELEM_s8, [3] = ELEM_s16, [4] = ELEM_s32, [5] = ELEM_s64, [6] = ELEM_u8, [7] = ELEM_u16, [8] = ELEM_u32,
        [9] = ELEM_u64, [10] = ELEM_f16, [11] = ELEM_f32, [12] = ELEM_f64, [13] = -1, [14] = -1, [15] = ELEM_c64, [16] = ELEM_bf16,
        [17] = -1, [18] = ELEM_c128, [19] = ELEM_f8e5m2, [20] = ELEM_f8e4m3fn, [21] = ELEM_s4, [22] = ELEM_u4,
        [23] = ELEM_f8e4m3b11fnuz, [24] = ELEM_f8e5m2fnuz, [25] = ELEM_f8e4m3fnuz, [26] = ELEM_s2, [27] = ELEM_u2, [28] = ELEM_f8e4m3,
        [29] = ELEM_f8e3m4, [30] = ELEM_s1, [31] = ELEM_u1, [32] = ELEM_f4e2m1fn, [33] = ELEM_f8e8m0fnu, [34] = -1,
        [35] = ELEM_f6e3m2fn, [36] = ELEM_f6e2m3fn,
    };
    return number < 1 || number >= (int64_t)G_N_ELEMENTS(of) || of[number] < 0 ? N_ELEMS : (ElemType)of[number];
}

static void property(ProtoWriter *w, bool *colon, const char *fmt, int64_t value)
{
    if (!*colon)
        g_string_append_c(w->out, ':');
    *colon = true;
    g_string_append_printf(w->out, fmt, value);
}

static void tiles(ProtoWriter *w, WireMessage layout, bool *colon)
{
    WireMessage tile;
    bool first = true;
    for (const uint8_t *at = NULL; wire_each(layout, 6, &at, &tile); first = false) {
        if (first && !*colon)
            g_string_append_c(w->out, ':');
        *colon = true;
        g_string_append(w->out, first ? "T(" : "(");
        WireInts dims = { 0 };
        wire_ints(tile, 1, &dims);
        for (int i = 0; i < dims.n; i++) {
            g_string_append(w->out, i ? "," : "");
            if (dims.v[i] == INT64_MIN)
                g_string_append_c(w->out, '*');
            else
                g_string_append_printf(w->out, "%" PRId64, dims.v[i]);
        }
        vec_clear(&dims);
        g_string_append_c(w->out, ')');
    }
}

static void layout_text(ProtoWriter *w, WireMessage layout)
{
    gsize start = w->out->len;
    bool colon = false;
    g_string_append_c(w->out, '{');
    proto_ints(w, layout, 1);
    tiles(w, layout, &colon);
    int64_t v;
    if ((v = wire_int(layout, 16, 1)) > 1)
        property(w, &colon, "L(%" PRId64 ")", v);
    if ((v = wire_int(layout, 7, 0)) > 0)
        property(w, &colon, "E(%" PRId64 ")", v);
    if ((v = wire_int(layout, 8, 0)) > 0)
        property(w, &colon, "S(%" PRId64 ")", v);
    WireMessage split;
    bool first = true;
    for (const uint8_t *at = NULL; wire_each(layout, 17, &at, &split); first = false) {
        property(w, &colon, first ? "SC(%" PRId64 ":" : "(%" PRId64 ":", wire_int(split, 1, 0));
        proto_ints(w, split, 2);
        g_string_append_c(w->out, ')');
    }
    if ((v = wire_int(layout, 15, 0)) > 0)
        property(w, &colon, "M(%" PRId64 ")", v);
    g_string_append_c(w->out, '}');
    if (w->out->len == start + 2) /* {} would begin a computation's body */
        g_string_truncate(w->out, start);
}

static void tuple_shape(ProtoWriter *w, WireMessage shape, int depth)
{
    WireMessage part;
    g_string_append_c(w->out, '(');
    bool first = true;
    for (const uint8_t *at = NULL; !w->error && wire_each(shape, 4, &at, &part); first = false) {
        g_string_append(w->out, first ? "" : ", ");
        proto_shape(w, part, depth + 1);
    }
    g_string_append_c(w->out, ')');
}

void proto_shape(ProtoWriter *w, WireMessage shape, int depth)
{
    if (depth > MAX_PROTO_DEPTH) {
        proto_fail(w, "a shape has more than %d levels", MAX_PROTO_DEPTH);
        return;
    }
    int64_t type = wire_int(shape, 2, 0);
    if (type == TYPE_NUMBER_TUPLE) {
        tuple_shape(w, shape, depth);
        return;
    }
    if (type == TYPE_NUMBER_BUFFER) {
        g_string_append_c(w->out, 'b');
        tuple_shape(w, shape, depth);
        return;
    }
    if (type == TYPE_NUMBER_OPAQUE || type == TYPE_NUMBER_TOKEN) {
        g_string_append(w->out, type == TYPE_NUMBER_TOKEN ? "token[]" : "opaque[]");
        return;
    }
    ElemType e = proto_elem(type);
    if (e == N_ELEMS) {
        proto_fail(w, "a shape has the element type %" PRId64 ", which is not known here", type);
        return;
    }
    g_string_append_printf(w->out, "%s[", elem_info[e].hlo);
    WireInts dims = { 0 }, dynamic = { 0 };
    wire_ints(shape, 3, &dims);
    wire_ints(shape, 6, &dynamic);
    for (int i = 0; i < dims.n; i++) {
        g_string_append(w->out, i ? "," : "");
        if (dims.v[i] == INT64_MIN)
            g_string_append_c(w->out, '?');
        else
            g_string_append_printf(w->out, "%s%" PRId64, i < dynamic.n && dynamic.v[i] ? "<=" : "", dims.v[i]);
    }
    vec_clear(&dims);
    vec_clear(&dynamic);
    g_string_append_c(w->out, ']');
    if (wire_has(shape, 5))
        layout_text(w, wire_message(shape, 5));
}

/* One key of a window: "stride=2x2", if a dimension differs from what is left out. */
static void window_key(ProtoWriter *w, WireMessage window, const char *key, int number, int64_t usual)
{
    WireMessage dim;
    bool differs = number == 1;
    for (const uint8_t *at = NULL; wire_each(window, 1, &at, &dim);)
        differs = differs || wire_int(dim, number, 0) != usual;
    if (!differs)
        return;
    bool first = true;
    g_string_append_printf(w->out, "%s%s=", number == 1 ? "" : " ", key);
    for (const uint8_t *at = NULL; wire_each(window, 1, &at, &dim); first = false)
        g_string_append_printf(w->out, "%s%" PRId64, first ? "" : "x", wire_int(dim, number, 0));
}

void proto_window(ProtoWriter *w, WireMessage window)
{
    WireMessage dim;
    g_string_append_c(w->out, '{');
    window_key(w, window, "size", 1, 0);
    window_key(w, window, "stride", 2, 1);
    bool pads = false, first = true;
    for (const uint8_t *at = NULL; wire_each(window, 1, &at, &dim);)
        pads = pads || wire_int(dim, 3, 0) || wire_int(dim, 4, 0);
    if (pads)
        g_string_append(w->out, " pad=");
    for (const uint8_t *at = NULL; pads && wire_each(window, 1, &at, &dim); first = false)
        g_string_append_printf(w->out, "%s%" PRId64 "_%" PRId64, first ? "" : "x", wire_int(dim, 3, 0), wire_int(dim, 4, 0));
    window_key(w, window, "lhs_dilate", 6, 1);
    window_key(w, window, "rhs_dilate", 5, 1);
    window_key(w, window, "rhs_reversal", 7, 0);
    g_string_append_c(w->out, '}');
}

/* The letters of one array: two named dimensions and the spatial ones. */
static void labels(ProtoWriter *w, WireMessage numbers, const int fields[3], const char letters[2])
{
    WireInts spatial = { 0 };
    wire_ints(numbers, fields[2], &spatial);
    int64_t named[2] = { wire_int(numbers, fields[0], 0), wire_int(numbers, fields[1], 0) };
    int n = spatial.n + 2;
    if (n > 10)
        proto_fail(w, "a convolution has more than 8 spatial dimensions");
    for (int d = 0; d < n && n <= 10; d++) {
        char c = '?';
        for (int i = 0; i < spatial.n; i++)
            if (spatial.v[i] == d)
                c = (char)('0' + i);
        for (int i = 0; i < 2; i++)
            if (named[i] == d)
                c = letters[i];
        g_string_append_c(w->out, c);
    }
    vec_clear(&spatial);
}

void proto_dim_labels(ProtoWriter *w, WireMessage numbers)
{
    labels(w, numbers, (int[]){ 7, 8, 11 }, "bf");
    g_string_append_c(w->out, '_');
    labels(w, numbers, (int[]){ 3, 4, 6 }, "io");
    g_string_append(w->out, "->");
    labels(w, numbers, (int[]){ 9, 10, 12 }, "bf");
}
