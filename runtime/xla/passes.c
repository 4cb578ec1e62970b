/* Stages of a dumped module as passes; see passes.h. */
#include "runtime/xla/passes.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/text/open.h"
#include "runtime/text/text.h"

GBytes *xla_stage_text(const XlaStage *s, GError **error)
{
    if (s->is_text) {
        const char *path = s->path;
        gsize n;
        char *text = text_open(&path, &n, NULL, error);
        return text ? g_bytes_new_take(text, n) : NULL;
    }
    g_autoptr(IrModule) m = program_read(s->path, NULL, error);
    if (!m)
        return NULL;
    char *text = module_print(m, SPELL_HLO_DUMP);
    return g_bytes_new_take(text, strlen(text));
}

/* Instructions and collectives of a text, without reading it as a program: lines that define something. */
static void count_lines(GBytes *bytes, int *insts, int *colls)
{
    static const char *const kinds[] = { " all-reduce(", " all-gather(", " all-to-all(", " reduce-scatter(", " collective-permute(", " all-reduce-start(", " all-gather-start(",
                                         " collective-permute-start(", " collective-broadcast(", " ragged-all-to-all(" };
    gsize n;
    const char *at = g_bytes_get_data(bytes, &n), *stop = at + n;
    *insts = *colls = 0;
    for (const char *end; at < stop; at = end + 1) {
        end = memchr(at, '\n', (gsize)(stop - at));
        end = end ? end : stop;
        const char *equals = *at == ' ' ? g_strstr_len(at, end - at, " = ") : NULL;
        if (!equals)
            continue;
        ++*insts;
        for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++)
            if (g_strstr_len(equals, end - equals, kinds[k])) {
                ++*colls;
                break;
            }
    }
}

/* ---- times ------------------------------------------------------------------------------------------------------------- */

typedef struct Times {
    int64_t start_us, end_us;
} Times;

static int64_t number_behind(const char *block, const char *key)
{
    const char *at = strstr(block, key);
    return at ? strtoll(at + strlen(key), NULL, 10) : 0;
}

/* By the name of the file that a pass's module was written to: when the pass ran. */
static GHashTable *read_times(const char *path)
{
    GHashTable *times = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    gsize n;
    g_autofree char *text = path ? text_open_any(path, &n, NULL, NULL) : NULL;
    if (!text)
        return times;
    g_auto(GStrv) blocks = g_strsplit(text, "pass_metadata {", -1);
    for (char **b = blocks[0] ? blocks + 1 : blocks; *b; b++) {
        const char *file = strstr(*b, "dump_filenames: \"");
        Times t = { number_behind(*b, "start_timestamp_usec: "), number_behind(*b, "end_timestamp_usec: ") };
        if (!file || t.end_us < t.start_us || t.start_us <= 0)
            continue;
        file += strlen("dump_filenames: \"");
        g_autofree char *full = g_strndup(file, strcspn(file, "\""));
        g_hash_table_insert(times, g_path_get_basename(full), g_memdup2(&t, sizeof t));
    }
    return times;
}

/* ---- all of them -------------------------------------------------------------------------------------------------------- */

static int stage_number(const XlaModule *m, const XlaStage *s)
{
    if (s == xla_stage(m, XLA_STAGE_FINAL))
        return TRACE_STAGE_FINAL;
    if (s == xla_stage(m, XLA_STAGE_PARTITIONED))
        return TRACE_STAGE_PARTITIONED;
    return s->kind == XLA_STAGE_ANNOTATED ? TRACE_STAGE_PROPAGATED : TRACE_STAGE_OTHER;
}

static void set_times(PassRecord *r, const XlaStage *s, GHashTable *times, int64_t zero_ns)
{
    g_autofree char *name = g_path_get_basename(s->path);
    const Times *t = g_hash_table_lookup(times, name);
    r->untimed = !t;
    if (t) {
        r->start_ns = t->start_us * 1000 - zero_ns;
        r->dur_ns = (t->end_us - t->start_us) * 1000;
    }
}

int xla_passes(const XlaModule *m, Compiled *c, RecordTexts *texts, int64_t zero_ns)
{
    const XlaStage *before = xla_stage(m, XLA_STAGE_BEFORE);
    g_autoptr(GHashTable) times = read_times(m->metadata);
    g_autoptr(GBytes) last = before ? xla_stage_text(before, NULL) : NULL;
    int insts = 0, colls = 0, unread = 0;
    if (last)
        count_lines(last, &insts, &colls);
    g_autoptr(GBytes) none = g_bytes_new_static("", 0);
    if (texts)
        record_texts_add(texts, last ? last : none);
    c->passes.n = 0;
    for (guint i = 0; i < m->stages->len; i++) {
        const XlaStage *s = m->stages->pdata[i];
        if (s == before)
            continue;
        GBytes *text = xla_stage_text(s, NULL);
        if (!text) {
            unread++;
            continue;
        }
        PassRecord r = { .name = arena_strdup(c->whole->arena, s->label), .pipeline = s->pipeline ? arena_strdup(c->whole->arena, s->pipeline) : NULL, .insts_before = insts, .colls_before = colls,
                         .changed = !last || !g_bytes_equal(text, last), .stage = stage_number(m, s) };
        if (s->kind != XLA_STAGE_SHARDY) /* whose text is in another language */
            count_lines(text, &insts, &colls);
        r.insts_after = insts;
        r.colls_after = colls;
        set_times(&r, s, times, zero_ns);
        if (texts)
            record_texts_add(texts, text);
        vec_push(&c->passes, r);
        g_clear_pointer(&last, g_bytes_unref);
        last = text;
    }
    if (c->passes.n && !xla_stage(m, XLA_STAGE_FINAL))
        c->passes.v[c->passes.n - 1].stage = TRACE_STAGE_FINAL;
    return unread;
}
