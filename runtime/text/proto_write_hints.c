/* Attributes of an instruction that are kept as their texts, as messages: replication, statistics, accuracy, prefetches, padding. */
#include "runtime/text/proto_write_impl.h"

#include <stdlib.h>
#include <string.h>

/* The number behind "key=" in a kept text; 0 if it is not there. */
static double number_behind(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at ? g_ascii_strtod(at + strlen(key), NULL) : 0;
}

/* {mode=highest} or {tolerance={atol=1,rtol=0.5,ulps=2}} */
static void put_accuracy(GString *out, const char *text)
{
    g_autoptr(GString) accuracy = g_string_new(NULL), tolerance = g_string_new(NULL);
    g_auto(GStrv) parts = g_strsplit(text, " ", -1);
    g_autofree char *plain = g_strjoinv("", parts);
    wire_put_int(accuracy, 1, strstr(plain, "mode=highest") != NULL);
    if (strstr(plain, "tolerance=")) {
        wire_put_double(tolerance, 1, number_behind(plain, "atol="));
        wire_put_double(tolerance, 2, number_behind(plain, "rtol="));
        wire_put_int(tolerance, 3, (int64_t)number_behind(plain, "ulps="));
        wire_put_message(accuracy, 2, tolerance);
    }
    wire_put_message(out, 91, accuracy);
}

/* {visualizing_index=1,name=33,name=44} */
static void put_statistics(GString *out, const char *text)
{
    g_autoptr(GString) all = g_string_new(NULL), one = g_string_new(NULL);
    g_auto(GStrv) pairs = g_strsplit_set(text, "{},", -1);
    for (char **p = pairs; *p; p++) {
        g_auto(GStrv) sides = g_strsplit(*p, "=", 2);
        if (!sides[0] || !sides[1])
            continue;
        const char *name = g_strstrip(sides[0]);
        if (g_str_equal(name, "visualizing_index")) {
            wire_put_int(all, 1, strtoll(sides[1], NULL, 10));
            continue;
        }
        wire_put_text(one, 1, name);
        wire_put_double(one, 2, g_ascii_strtod(sides[1], NULL));
        wire_put_message(all, 2, one);
    }
    wire_put_message(out, 82, all);
}

/* {true,false}: by leaf of the parameter. */
static void put_replication(GString *out, const char *text)
{
    g_autoptr(GString) all = g_string_new(NULL);
    g_auto(GStrv) words = g_strsplit_set(text, "{}, ", -1);
    WireInts leaves = { 0 };
    for (char **word = words; *word; word++)
        if (g_str_equal(*word, "true") || g_str_equal(*word, "false"))
            vec_push(&leaves, (int64_t)(**word == 't'));
    wire_put_ints(all, 1, leaves.v, leaves.n);
    wire_put_message(out, 61, all);
    vec_clear(&leaves);
}

void proto_write_hints(GString *out, const IrOp *op)
{
    if (kept(op, "parameter_replication"))
        put_replication(out, kept(op, "parameter_replication"));
    if (kept(op, "statistics"))
        put_statistics(out, kept(op, "statistics"));
    if (kept(op, "result_accuracy"))
        put_accuracy(out, kept(op, "result_accuracy"));
    if (kept(op, "cross_program_prefetch_index"))
        wire_put_int_always(out, 80, strtoll(kept(op, "cross_program_prefetch_index"), NULL, 10));
    wire_put_int(out, 75, MAX(WORD_AT(kept(op, "padding_type"), NULL, "PADDING_VALID", "PADDING_SAME"), 0));
}
