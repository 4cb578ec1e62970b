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
