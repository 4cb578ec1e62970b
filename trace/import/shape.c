/* Shapes of serialised HLO; see shape.h. */
#include "trace/import/shape.h"

enum { MAX_NESTING = 64, MAX_DIMS = 64 };

typedef struct Element {
    const char *name;
    int bits;
} Element;

/* By number of the type. */
static const Element elements[] = {
    [1] = { "pred", 8 }, [2] = { "s8", 8 }, [3] = { "s16", 16 }, [4] = { "s32", 32 }, [5] = { "s64", 64 }, [6] = { "u8", 8 }, [7] = { "u16", 16 }, [8] = { "u32", 32 }, [9] = { "u64", 64 },
    [10] = { "f16", 16 }, [11] = { "f32", 32 }, [12] = { "f64", 64 }, [14] = { "opaque", 0 }, [15] = { "c64", 64 }, [16] = { "bf16", 16 }, [17] = { "token", 0 }, [18] = { "c128", 128 },
    [19] = { "f8e5m2", 8 }, [20] = { "f8e4m3fn", 8 }, [21] = { "s4", 4 }, [22] = { "u4", 4 }, [23] = { "f8e4m3b11fnuz", 8 }, [24] = { "f8e5m2fnuz", 8 }, [25] = { "f8e4m3fnuz", 8 },
    [26] = { "s2", 2 }, [27] = { "u2", 2 }, [28] = { "f8e4m3", 8 }, [29] = { "f8e3m4", 8 }, [30] = { "s1", 1 }, [31] = { "u1", 1 }, [32] = { "f4e2m1fn", 4 }, [33] = { "f8e8m0fnu", 8 },
    [34] = { "b", 0 }, [35] = { "f6e3m2fn", 6 }, [36] = { "f6e2m3fn", 6 },
};

static void put_ints(WireMessage m, int number, const char *open, const char *close, GString *out)
{
    WireInts v = { 0 };
    wire_ints(m, number, &v);
    g_string_append(out, open);
    for (int i = 0; i < MIN(v.n, MAX_DIMS); i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i ? "," : "", v.v[i]);
    g_string_append(out, close);
    g_free(v.v);
}

static void put_layout(WireMessage layout, GString *out)
{
    g_string_append_c(out, '{');
    put_ints(layout, 1, "", "", out);
    const uint8_t *at = NULL;
    WireMessage tile;
    for (bool first = true; wire_each(layout, 6, &at, &tile); first = false) {
        g_string_append(out, first ? ":T" : "");
        put_ints(tile, 1, "(", ")", out);
    }
    int64_t space = wire_int(layout, 8, 0);
    if (space)
        g_string_append_printf(out, "%sS(%" G_GINT64_FORMAT ")", at ? "" : ":", space);
    g_string_append_c(out, '}');
}

static int64_t put_array(WireMessage shape, const Element *e, GString *out)
{
    WireInts dims = { 0 };
    wire_ints(shape, 3, &dims);
    WireMessage layout = wire_message(shape, 5);
    int64_t bits = wire_int(layout, 7, 0), n = 1;
    if (bits <= 0 || bits > 128)
        bits = e->bits < 8 && e->bits ? 8 : e->bits;
    g_string_append_printf(out, "%s[", e->name);
    for (int i = 0; i < MIN(dims.n, MAX_DIMS); i++) {
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i ? "," : "", dims.v[i]);
        if (__builtin_mul_overflow(n, MAX(dims.v[i], 0), &n))
            n = INT64_MAX / 256;
        n = MIN(n, INT64_MAX / 256);
    }
    g_string_append_c(out, ']');
    if (dims.n && wire_has(layout, 1))
        put_layout(layout, out);
    g_free(dims.v);
    return (n * bits + 7) / 8;
}

static int64_t put(WireMessage shape, GString *out, int depth)
{
    int64_t type = wire_int(shape, 2, 0), bytes = 0;
    if (type == 13) {
        const uint8_t *at = NULL;
        WireMessage part;
        g_string_append_c(out, '(');
        for (bool first = true; depth < MAX_NESTING && wire_each(shape, 4, &at, &part); first = false) {
            g_string_append(out, first ? "" : ", ");
            int64_t more = put(part, out, depth + 1);
            bytes = MIN(bytes + more, INT64_MAX / 4);
        }
        g_string_append_c(out, ')');
        return bytes;
    }
    bool known = type > 0 && type < (int64_t)G_N_ELEMENTS(elements) && elements[type].name;
    return put_array(shape, known ? &elements[type] : &(Element){ "?", 0 }, out);
}

int import_element_bits(WireMessage shape)
{
    int64_t type = wire_int(shape, 2, 0);
    return type > 0 && type < (int64_t)G_N_ELEMENTS(elements) ? elements[type].bits : 0;
}

int64_t import_shape(WireMessage shape, GString *out)
{
    return put(shape, out, 0);
}
