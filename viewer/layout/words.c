/* Formatting numbers and lists. See words.h. */
#include "viewer/layout/words.h"

#include <string.h>

Word word_bytes(int64_t n)
{
    return trace_bytes(n);
}

Word word_ns(double ns)
{
    return trace_ns(ns);
}

Word word_count(int64_t n)
{
    Word w;
    char digits[32];
    g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, n);
    size_t len = strlen(digits), o = 0;
    for (size_t i = 0; i < len; i++) {
        if (i && digits[i - 1] != '-' && (len - i) % 3 == 0)
            w.s[o++] = ',';
        w.s[o++] = digits[i];
    }
    w.s[o] = 0;
    return w;
}

static const Word dash = { "–" };

Word word_maybe_bytes(TraceInt n)
{
    return n.known ? word_bytes(n.v) : dash;
}

Word word_maybe_ns(TraceReal ns)
{
    return ns.known ? word_ns(ns.v) : dash;
}

Word word_maybe_time(TraceInt ns)
{
    return ns.known ? word_ns((double)ns.v) : dash;
}

Word word_ids(const int64_t *ids, int n, int room)
{
    Word w = { "" };
    g_autoptr(GString) s = g_string_new(NULL);
    for (int i = 0; i < n && s->len < sizeof w.s; i++)
        g_string_append_printf(s, "%s%" G_GINT64_FORMAT, i ? "," : "", ids[i]);
    bool regular = n > 2;
    for (int i = 2; i < n && regular; i++)
        regular = ids[i] - ids[i - 1] == ids[1] - ids[0];
    if ((int)s->len > room || s->len >= sizeof w.s) {
        int64_t step = regular ? ids[1] - ids[0] : 0;
        if (step == 1)
            g_string_printf(s, "%" G_GINT64_FORMAT "–%" G_GINT64_FORMAT, ids[0], ids[n - 1]);
        else if (step)
            g_string_printf(s, "%" G_GINT64_FORMAT "–%" G_GINT64_FORMAT " by %" G_GINT64_FORMAT, ids[0], ids[n - 1],
                            step);
    }
    if (g_utf8_strlen(s->str, -1) > room)
        g_string_printf(s, "%" G_GINT64_FORMAT " +%d", ids[0], n - 1);
    if (n > 0 && g_utf8_strlen(s->str, -1) <= room)
        g_strlcpy(w.s, s->str, sizeof w.s);
    return w;
}

int64_t elem_bits(const char *elem)
{
    static const struct {
        const char *name;
        int bits;
    } known[] = { { "pred", 8 }, { "i1", 8 }, { "bf16", 16 }, { "f16", 16 }, { "token", 0 } };
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        if (g_str_equal(known[i].name, elem))
            return known[i].bits;
    }
    int64_t bits = 0;
    for (const char *p = elem; *p; p++) {
        if (g_ascii_isdigit(*p)) {
            bits = CLAMP(g_ascii_strtoll(p, NULL, 10), 0, 128);
            break;
        }
    }
    return bits;
}

Word shape_show(const char *text)
{
    Word w = { "" };
    size_t o = 0;
    for (int depth = 0; text && *text && o + 8 < sizeof w.s; text++) {
        if (*text == '{')
            depth++;
        if (depth == 0)
            w.s[o++] = *text;
        if (*text == '}' && depth > 0)
            depth--;
    }
    while (o && (unsigned char)w.s[o - 1] >= 0x80) /* never half a character */
        o--;
    w.s[o] = 0;
    if (text && *text)
        strcpy(w.s + o, "…");
    return w;
}

static bool parse_mlir(const char *p, int *rank, int64_t dims[MAX_RANK], char elem[16])
{
    while (g_ascii_isdigit(*p)) {
        char *end;
        int64_t v = g_ascii_strtoll(p, &end, 10);
        if (*end != 'x' || *rank == MAX_RANK)
            return false;
        dims[(*rank)++] = v;
        p = end + 1;
    }
    size_t n = strcspn(p, ",> ");
    g_strlcpy(elem, p, MIN(n + 1, 16));
    return n > 0;
}

/* So many elements that counting bits or padding still fits 64 bits. */
static bool countable(int rank, const int64_t *dims)
{
    int64_t n = 1;
    for (int d = 0; d < rank; d++) {
        if (__builtin_mul_overflow(n, MAX(dims[d], 1), &n) || n > (int64_t)1 << 44)
            return false;
    }
    return true;
}

bool shape_parse(const char *text, int *rank, int64_t dims[MAX_RANK], char elem[16])
{
    *rank = 0;
    elem[0] = 0;
    if (!text)
        return false;
    const char *p = text + strspn(text, "( ");
    if (g_str_has_prefix(p, "tensor<"))
        return parse_mlir(p + 7, rank, dims, elem) && countable(*rank, dims);
    size_t n = strcspn(p, "[");
    if (p[n] != '[' || n == 0 || n > 15)
        return false;
    g_strlcpy(elem, p, n + 1);
    p += n + 1;
    while (*p && *p != ']') {
        char *end;
        p += strspn(p, "<=, ");
        int64_t v = g_ascii_strtoll(p, &end, 10);
        if (end == p || *rank == MAX_RANK || v < 0)
            return false;
        dims[(*rank)++] = v;
        p = end + strspn(end, ", ");
    }
    return *p == ']' && countable(*rank, dims);
}

const char *reshard_value(const TraceReshardRow *r)
{
    static const char result[] = "the result of ";
    const char *label = r->value_label ? r->value_label : r->value ? r->value : "–";
    return g_str_has_prefix(label, result) ? label + sizeof result - 1 : label;
}

char *word_when(const GArray *steps, int64_t ns)
{
    guint lo = 0, hi = steps ? steps->len : 0; /* the last step that has begun */
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        if (TRACE_AT(steps, TraceStepRow, mid)->start_ns <= ns)
            lo = mid + 1;
        else
            hi = mid;
    }
    const TraceStepRow *st = lo ? TRACE_AT(steps, TraceStepRow, lo - 1) : NULL;
    if (!st || ns >= st->start_ns + st->dur_ns)
        return g_strdup_printf("at %s", word_ns((double)ns).s);
    return g_strdup_printf("%s into step %" G_GINT64_FORMAT, word_ns((double)(ns - st->start_ns)).s, st->num);
}
