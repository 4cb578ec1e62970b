/* Reads questions to the cost model and writes its answers. */
#include "runtime/api/ask.h"

#include <string.h>

#include "runtime/sim/links.h"

#include "trace/units.h"

/* A type as HLO spells it, or as people and JAX do. */
static bool read_type(const char *text, size_t n, ElemType *out)
{
    static const struct {
        const char *name;
        ElemType type;
    } others[] = { { "fp8", ELEM_f8e4m3fn }, { "float8", ELEM_f8e4m3fn }, { "float8_e4m3fn", ELEM_f8e4m3fn }, { "float8_e5m2", ELEM_f8e5m2 }, { "fp16", ELEM_f16 }, { "float16", ELEM_f16 }, { "half", ELEM_f16 },
                   { "bfloat16", ELEM_bf16 }, { "fp32", ELEM_f32 }, { "float32", ELEM_f32 }, { "tf32", ELEM_f32 }, { "fp64", ELEM_f64 }, { "float64", ELEM_f64 }, { "int4", ELEM_s4 }, { "int8", ELEM_s8 },
                   { "int16", ELEM_s16 }, { "int32", ELEM_s32 }, { "i4", ELEM_s4 }, { "i8", ELEM_s8 }, { "i32", ELEM_s32 } };
    g_autofree char *small = g_ascii_strdown(text, (gssize)n);
    *out = elem_from_hlo(small, n);
    for (size_t i = 0; i < G_N_ELEMENTS(others) && *out >= N_ELEMS; i++)
        if (g_str_equal(others[i].name, small))
            *out = others[i].type;
    return *out < N_ELEMS;
}

bool ask_gemm_read(const char *text, GemmShape *out, GError **error)
{
    static const char hint[] = "write MxNxK:TYPE or BATCHxMxNxK:TYPE, as 4096x4096x4096:bf16; types also as bf16xbf16->f32";
    int64_t size[4];
    int n = 0;
    const char *p = text;
    for (; n < 4; n++) {
        char *end;
        size[n] = g_ascii_strtoll(p, &end, 10);
        if (end == p)
            return diag(error, SHARD_ERROR_USAGE, NULL, hint, "the product \"%s\" has no sizes", text);
        if (size[n] < 1 || size[n] > 1 << 24)
            return diag(error, SHARD_ERROR_USAGE, NULL, "sizes are whole numbers from 1 to 16777216", "the product \"%s\" has a size of %.*s", text, (int)(end - p), p);
        p = end;
        if ((*p != 'x' && *p != 'X') || n == 3)
            break;
        p++;
    }
    n++;
    if (n < 3 || (*p && *p != ':'))
        return diag(error, SHARD_ERROR_USAGE, NULL, hint, "the product \"%s\" has no sizes", text);
    bool batch = n == 4;
    *out = (GemmShape){ batch ? size[0] : 1, size[batch], size[batch + 1], size[batch + 2], ELEM_bf16, ELEM_bf16, ELEM_bf16 };
    if (!*p)
        return true;
    p++;
    size_t left = strcspn(p, "x-");
    if (!read_type(p, left, &out->left))
        return diag(error, SHARD_ERROR_USAGE, NULL, hint, "no element type in \"%s\"", text);
    out->right = out->left;
    out->result = elem_info[out->left].bits == 8 ? ELEM_bf16 : out->left;
    p += left;
    if (*p == 'x') {
        size_t right = strcspn(++p, "-");
        if (!read_type(p, right, &out->right))
            return diag(error, SHARD_ERROR_USAGE, NULL, hint, "no element type in \"%s\"", text);
        p += right;
    }
    if (!*p)
        return true;
    if (!g_str_has_prefix(p, "->") || !read_type(p + 2, strlen(p + 2), &out->result))
        return diag(error, SHARD_ERROR_USAGE, NULL, hint, "no element type in \"%s\"", text);
    return true;
}

/* "64MiB", "1e6", "5GB". */
static bool read_size(const char *text, double *bytes, const char **end)
{
    static const struct {
        const char *unit;
        double bytes;
    } units[] = { { "KiB", 1024.0 }, { "MiB", 1048576.0 }, { "GiB", 1073741824.0 }, { "TiB", 1099511627776.0 }, { "kB", 1e3 }, { "KB", 1e3 },
                  { "MB", 1e6 }, { "GB", 1e9 }, { "TB", 1e12 }, { "B", 1 } };
    char *after;
    *bytes = g_ascii_strtod(text, &after);
    if (after == text || !(*bytes > 0))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
        if (g_str_has_prefix(after, units[i].unit)) {
            *bytes *= units[i].bytes;
            after += strlen(units[i].unit);
            break;
        }
    *end = after;
    return *bytes <= 1e15;
}

bool ask_collective_read(const char *text, CollKind *kind, double *bytes, int64_t *n, GError **error)
{
    static const char hint[] = "write KIND:SIZE or KIND:SIZE:MEMBERS, as all-reduce:64MiB or all-gather:1GiB:8";
    const char *colon = strchr(text, ':'), *end;
    g_autofree char *name = colon ? g_strndup(text, (size_t)(colon - text)) : g_strdup(text);
    *kind = COLL_NONE;
    for (int k = 1; k < N_COLL_KINDS; k++)
        if (g_str_equal(name, coll_kind_names[k]))
            *kind = (CollKind)k;
    if (!*kind) {
        const char *names[N_COLL_KINDS] = { NULL };
        memcpy(names, coll_kind_names + 1, sizeof *names * (N_COLL_KINDS - 1));
        const char *near = diag_nearest(name, names);
        g_autofree char *did = near ? g_strdup_printf("did you mean %s?", near) : NULL;
        return diag(error, SHARD_ERROR_USAGE, NULL, did ? did : hint, "no collective is called \"%s\"", name);
    }
    *n = 0;
    if (colon && strchr("0123456789.-", colon[1]) && colon[1] && !read_size(colon + 1, bytes, &end))
        return diag(error, SHARD_ERROR_USAGE, NULL, "a size is larger than 0 and at most 1e15 bytes", "the size of \"%s\" cannot be that", text);
    if (!colon || !read_size(colon + 1, bytes, &end) || (*end && *end != ':'))
        return diag(error, SHARD_ERROR_USAGE, NULL, hint, "no size in \"%s\"", text);
    if (*end) {
        char *after;
        *n = g_ascii_strtoll(end + 1, &after, 10);
        if (*after || *n < 1 || *n > 1 << 20)
            return diag(error, SHARD_ERROR_USAGE, NULL, hint, "no number of members in \"%s\"", text);
    }
    return true;
}

/* ahead_ns: what it takes where it was launched ahead; of what has no launch in it, its time. */
static char *answer(const Estimate *e, double ahead_ns, bool json, const char *what)
{
    const double tells = 0.95; /* of its time: nearer it is not worth a sentence */
    bool launched = ahead_ns < e->ns;
    if (json) {
        char t[4][G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(t[0], sizeof t[0], "%.6g", e->ns * 1e-9);
        g_ascii_formatd(t[1], sizeof t[1], "%.6g", e->low_ns * 1e-9);
        g_ascii_formatd(t[2], sizeof t[2], "%.6g", e->high_ns * 1e-9);
        g_ascii_formatd(t[3], sizeof t[3], "%.6g", ahead_ns * 1e-9);
        return g_strdup_printf("{\"time_s\":%s,\"low_s\":%s,\"high_s\":%s,\"from\":\"%s\"%s%s}\n", t[0], t[1], t[2], origin_name(e->from), launched ? ",\"launched_ahead_s\":" : "", launched ? t[3] : "");
    }
    TraceWord ns = trace_ns(e->ns), low = trace_ns(e->low_ns), high = trace_ns(e->high_ns), ahead = trace_ns(ahead_ns);
    g_autofree char *more = ahead_ns < tells * e->ns ? g_strdup_printf("; %s where it was launched ahead (assumed): as it was measured, its launch by the host is in it", ahead.s) : g_strdup("");
    return g_strdup_printf("%s: %s, four times in five between %s and %s (%s)%s\n", what, ns.s, low.s, high.s, origin_name(e->from), more);
}

char *ask_gemm(const char *text, const Hardware *hw, bool json, GError **error)
{
    GemmShape s;
    if (!ask_gemm_read(text, &s, error))
        return NULL;
    Estimate e = gemm_estimate(hw, &s, false);
    g_autofree char *what = g_strdup_printf("%s on one device of %s", text, hw->name);
    return answer(&e, e.ns, json, what);
}

char *ask_collective(const char *text, const Hardware *hw, bool json, GError **error)
{
    CollKind kind;
    double bytes;
    int64_t n;
    if (!ask_collective_read(text, &kind, &bytes, &n, error))
        return NULL;
    n = n ? n : hw->n_devices ? hw->n_devices : 2;
    if (hw->n_devices && n > hw->n_devices) {
        diag(error, SHARD_ERROR_USAGE, NULL, NULL, "%" G_GINT64_FORMAT " members, but %s has %" G_GINT64_FORMAT " devices", n, hw->name, hw->n_devices);
        return NULL;
    }
    g_autofree int64_t *ids = g_new(int64_t, n);
    for (int64_t i = 0; i < n; i++)
        ids[i] = i;
    Wires w = wires_of_groups(hw, &(LinkGroup){ ids, n }, 1, coll_pattern(kind));
    Estimate e = coll_estimate(hw, kind, bytes, &w, COLL_HOLD_NONE);
    g_autofree char *what = g_strdup_printf("%s among %" G_GINT64_FORMAT " devices of %s", text, n, hw->name);
    return answer(&e, e.ns - coll_launch_ns(hw, kind, &w), json, what);
}
