/* pprof's profile: a sample a stack, with time, bytes and memory. It holds the stacks, not the events, so it is made in memory.
 * Source: pprof's profile.proto, by field numbers. */
#include "trace/export/formats.h"

#include <gio/gio.h>

#include "trace/capped.h"
#include "trace/export/stacks.h"
#include "trace/wire_put.h"

enum { /* Profile */ SAMPLE_TYPE = 1, SAMPLE = 2, LOCATION = 4, FUNCTION = 5, STRING = 6, TIME = 9, DURATION = 10, PERIOD_TYPE = 11, PERIOD = 12, COMMENT = 13, DEFAULT_TYPE = 14 };

typedef struct Pprof {
    GString *out, *part, *inner;
    GString *strings, *locations, *functions; /* messages of their own, put behind the samples */
    GHashTable *ids[3];                       /* texts; functions; places: key -> number */
    int64_t n[3];
} Pprof;

enum { TEXTS, FUNCTIONS, PLACES };

/* The number of a key, from 1; *is_new: it had none. */
static int64_t number_of(Pprof *p, int kind, const char *key, bool *is_new)
{
    gpointer known = g_hash_table_lookup(p->ids[kind], key);
    *is_new = !known;
    if (!known) {
        known = GSIZE_TO_POINTER((gsize)++p->n[kind]);
        g_hash_table_insert(p->ids[kind], g_strdup(key), known);
    }
    return (int64_t)GPOINTER_TO_SIZE(known);
}

/* Text 0 is the empty one. */
static int64_t text(Pprof *p, const char *s)
{
    bool is_new;
    if (!s || !*s)
        return 0;
    g_autofree char *valid = g_utf8_make_valid(s, -1);
    int64_t id = number_of(p, TEXTS, valid, &is_new);
    if (is_new)
        wire_put_bytes(p->strings, STRING, valid, strlen(valid));
    return id;
}

static int64_t function(Pprof *p, const StackFrame *f)
{
    bool is_new;
    g_autofree char *key = g_strdup_printf("%s\n%s", f->name, f->file ? f->file : "");
    int64_t id = number_of(p, FUNCTIONS, key, &is_new), name = text(p, f->name), file = text(p, f->file);
    if (is_new) {
        wire_put_int(p->inner, 1, id);
        wire_put_int(p->inner, 2, name);
        wire_put_int(p->inner, 3, name);
        wire_put_int(p->inner, 4, file);
        wire_put_message(p->functions, FUNCTION, p->inner);
    }
    return id;
}

static int64_t location(Pprof *p, const StackFrame *f)
{
    bool is_new;
    int64_t of = function(p, f);
    g_autofree char *key = g_strdup_printf("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, of, f->line);
    int64_t id = number_of(p, PLACES, key, &is_new);
    if (is_new) {
        g_autoptr(GString) line = g_string_new(NULL);
        wire_put_int(line, 1, of);
        wire_put_int(line, 2, f->line);
        wire_put_int(p->inner, 1, id);
        wire_put_message(p->inner, 4, line);
        wire_put_message(p->locations, LOCATION, p->inner);
    }
    return id;
}

static void put_type(Pprof *p, int field, StackValue value)
{
    wire_put_int(p->part, 1, text(p, stack_value_name(value)));
    wire_put_int(p->part, 2, text(p, stack_value_unit(value)));
    wire_put_message(p->out, field, p->part);
}

/* The op first, its callers behind. */
static void put_sample(Pprof *p, const ExportStack *s)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (guint i = s->frames->len; i-- > 0;) {
        int64_t id = location(p, &g_array_index(s->frames, StackFrame, i));
        g_array_append_val(ids, id);
    }
    wire_put_ints(p->part, 1, (const int64_t *)ids->data, (int)ids->len);
    wire_put_ints(p->part, 2, s->value, N_STACK_VALUES);
    wire_put_int(p->inner, 1, text(p, "category"));
    wire_put_int(p->inner, 2, text(p, s->category));
    wire_put_message(p->part, 3, p->inner);
    wire_put_message(p->out, SAMPLE, p->part);
}

static int64_t time_of_steps(const Export *x)
{
    int64_t sum = 0;
    for (guint i = 0; i < x->steps->len; i++) {
        const TraceStepRow *s = TRACE_AT(x->steps, TraceStepRow, i);
        sum = add_capped(sum, x->o->has_step || s->warm || !x->run->n_warm ? s->dur_ns : 0);
    }
    return sum;
}

static bool put_zipped(Export *x, GString *bytes, GError **error)
{
    g_autoptr(GZlibCompressor) z = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6);
    g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable(), zipped = g_converter_output_stream_new(memory, G_CONVERTER(z));
    if (!g_output_stream_write_all(zipped, bytes->str, bytes->len, NULL, NULL, error) || !g_output_stream_close(zipped, NULL, error))
        return false;
    put(x, g_memory_output_stream_get_data(G_MEMORY_OUTPUT_STREAM(memory)), g_memory_output_stream_get_data_size(G_MEMORY_OUTPUT_STREAM(memory)));
    return true;
}

bool export_pprof(Export *x, GError **error)
{
    g_autoptr(GPtrArray) stacks = export_stacks(x, error);
    if (!stacks)
        return false;
    Pprof p = { .n = { 0 } };
    GString **const strings[] = { &p.out, &p.part, &p.inner, &p.strings, &p.locations, &p.functions };
    for (size_t i = 0; i < G_N_ELEMENTS(strings); i++)
        *strings[i] = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(p.ids); i++)
        p.ids[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    wire_put_bytes(p.strings, STRING, "", 0);
    for (int i = 0; i < N_STACK_VALUES; i++)
        put_type(&p, SAMPLE_TYPE, (StackValue)i);
    for (guint i = 0; i < stacks->len; i++)
        put_sample(&p, stacks->pdata[i]);
    wire_put_int(p.out, TIME, x->run->epoch_ns);
    wire_put_int(p.out, DURATION, time_of_steps(x));
    put_type(&p, PERIOD_TYPE, STACK_TIME);
    wire_put_int(p.out, PERIOD, 1);
    int64_t comments[] = { text(&p, x->run->title), text(&p, x->note->str) };
    wire_put_ints(p.out, COMMENT, comments, comments[1] ? 2 : 1);
    wire_put_int(p.out, DEFAULT_TYPE, text(&p, stack_value_name(STACK_TIME)));
    GString *const last[] = { p.locations, p.functions, p.strings };
    for (size_t i = 0; i < G_N_ELEMENTS(last); i++)
        g_string_append_len(p.out, last[i]->str, (gssize)last[i]->len);
    bool ok = put_zipped(x, p.out, error);
    for (size_t i = 0; i < G_N_ELEMENTS(strings); i++)
        g_string_free(*strings[i], TRUE);
    for (size_t i = 0; i < G_N_ELEMENTS(p.ids); i++)
        g_hash_table_unref(p.ids[i]);
    return ok;
}
