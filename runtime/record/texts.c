/* Collects a program's text after each pass. The writer's thread compresses the texts and compares each with the one before while the
 * compile goes on; a text is freed as soon as the next was compared with it, so that few are in memory at a time. */
#include "runtime/record/record_impl.h"

struct RecordTexts {
    TraceWriter *w;
    HloText *last;           /* given last; compiling thread */
    VEC(int) text_of;        /* by pass + 1: number of the text it left; compiling thread */
    GPtrArray *packed;       /* TracePacked *, by number; the writer's thread from here on */
    GBytes *base;            /* the text that was packed last */
    Changes *changes;
};

RecordTexts *record_texts_new(TraceWriter *w)
{
    RecordTexts *t = g_new0(RecordTexts, 1);
    t->w = w;
    t->packed = g_ptr_array_new_with_free_func((GDestroyNotify)trace_packed_free);
    t->changes = changes_new();
    return t;
}

void record_texts_free(RecordTexts *t)
{
    if (!t)
        return;
    trace_wait(t->w);
    hlo_text_unref(t->last);
    g_clear_pointer(&t->base, g_bytes_unref);
    vec_clear(&t->text_of);
    g_ptr_array_unref(t->packed);
    changes_free(t->changes);
    g_free(t);
}

typedef struct TextJob {
    RecordTexts *texts;
    HloText *text;
    GBytes *bytes;           /* instead of it */
} TextJob;

static void text_job_free(void *data)
{
    TextJob *job = data;
    hlo_text_unref(job->text);
    g_clear_pointer(&job->bytes, g_bytes_unref);
    g_free(job);
}

/* In the writer's thread. */
static void pack(TraceWriter *w, void *data)
{
    TextJob *job = data;
    RecordTexts *t = job->texts;
    GBytes *text = job->bytes ? job->bytes : hlo_text_bytes(job->text);
    enum { MAX_CHAIN = 100 }; /* a text is unpacked from the whole ones on; compilers have hundreds of passes */
    bool whole = t->packed->len % MAX_CHAIN == 0;
    if (whole)
        g_clear_pointer(&t->base, g_bytes_unref);
    g_ptr_array_add(t->packed, trace_pack(TRACE_BLOB_HLO, text, t->base ? t->packed->pdata[t->packed->len - 1] : NULL, t->base));
    changes_add(t->changes, g_bytes_get_data(text, NULL));
    g_clear_pointer(&t->base, g_bytes_unref);
    t->base = g_bytes_ref(text);
    (void)w;
}

void record_texts_take(void *texts, HloText *text)
{
    RecordTexts *t = texts;
    bool same = text == t->last;
    int number = t->text_of.n ? t->text_of.v[t->text_of.n - 1] + !same : 0;
    vec_push(&t->text_of, number);
    if (same)
        return;
    hlo_text_unref(t->last);
    t->last = hlo_text_ref(text);
    TextJob *job = g_new(TextJob, 1);
    *job = (TextJob){ t, hlo_text_ref(text), NULL };
    trace_later(t->w, pack, job, text_job_free);
}

void record_texts_add(RecordTexts *t, GBytes *text)
{
    int number = t->text_of.n;
    vec_push(&t->text_of, number);
    TextJob *job = g_new(TextJob, 1);
    *job = (TextJob){ t, NULL, g_bytes_ref(text) };
    trace_later(t->w, pack, job, text_job_free);
}

/* ---- as rows ------------------------------------------------------------------------------------------------------ */

static int stage_of(const char *pass)
{
    return g_str_equal(pass, "parse") ? TRACE_STAGE_INPUT : g_str_equal(pass, "propagate") ? TRACE_STAGE_PROPAGATED :
           g_str_equal(pass, "localise") ? TRACE_STAGE_PARTITIONED : g_str_equal(pass, "plan-memory") ? TRACE_STAGE_FINAL : TRACE_STAGE_OTHER;
}

int64_t record_snapshot(Record *r, int seq, const PassRecord *pass, int n_inst)
{
    const char *label = pass ? pass->name : "parse";
    TraceSnapshot row = { .module_id = r->module_id, .seq = seq, .stage = pass && pass->stage ? pass->stage : stage_of(label), .label = label, .n_inst = TRACE_INT(n_inst) };
    const RecordTexts *t = r->texts;
    if (t && seq < t->text_of.n) {
        TracePacked *packed = t->packed->pdata[t->text_of.v[seq]];
        row.text_id = trace_packed_row(r->w, packed);
        row.hash = (TraceBytes){ trace_packed_hash(packed), TRACE_HASH_BYTES };
    }
    return trace_put_snapshot(r->w, &row);
}

void record_text_changes(Record *r, const Compiled *c)
{
    if (r->texts && r->texts->text_of.n == c->passes.n + 1)
        record_changes(r, c, r->texts->changes, r->texts->text_of.v);
}
