/* What an import tells, and what it notes in the trace about a module; see import_impl.h. */
#include "runtime/xla/import_impl.h"

#include <string.h>

#include "runtime/text/open.h"

#define ONE_PASS_FLAG "XLA_FLAGS=--xla_dump_hlo_pass_re=.*"

void xla_import_tell(const Import *x, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    if (x->lines)
        g_ptr_array_add(x->lines, g_steal_pointer(&line));
    else if (x->o->tell)
        x->o->tell(x->o->user, line);
}

void xla_import_flush(Import *x, bool drop)
{
    g_autoptr(GPtrArray) lines = g_steal_pointer(&x->lines);
    for (guint i = 0; lines && !drop && i < lines->len; i++)
        xla_import_tell(x, "%s", (const char *)lines->pdata[i]);
}

static void note_clear(void *p)
{
    g_free((char *)((TraceImportNote *)p)->text);
}

void xla_import_note(Import *x, int severity, const char *code, int n, char *text)
{
    TraceImportNote row = { .severity = severity, .code = code, .n = n, .text = text };
    g_array_append_val(x->notes, row);
    if (!g_str_has_prefix(code, "no_") || g_hash_table_add(x->told, (gpointer)code))
        xla_import_tell(x, "  %s%s", severity ? "note: " : "", text);
}

void xla_import_notes_init(Import *x)
{
    x->notes = g_array_new(FALSE, TRUE, sizeof(TraceImportNote));
    g_array_set_clear_func(x->notes, note_clear);
    x->told = g_hash_table_new(g_str_hash, g_str_equal);
}

void xla_import_notes_clear(Import *x)
{
    g_hash_table_unref(x->told);
    g_array_unref(x->notes);
}

/* True if the dump says that it was made with this flag on. */
static bool was_on(const XlaModule *m, const char *flag)
{
    gsize n;
    g_autofree char *text = m->settings ? text_open_any(m->settings, &n, NULL, NULL) : NULL, *wanted = g_strconcat(flag, ": true", NULL);
    return text && strstr(text, wanted);
}

void xla_import_note_missing(Import *x, const XlaModule *m, bool divided)
{
    int n_passes = 0;
    for (guint i = 0; i < m->stages->len; i++)
        n_passes += ((XlaStage *)m->stages->pdata[i])->kind == XLA_STAGE_PASS;
    if (divided && !xla_stage(m, XLA_STAGE_PARTITIONED))
        xla_import_note(x, 1, "no_partitioned_stage", 1, g_strdup("the program right after the partitioner is missing, so collectives are explained from the final program; " ONE_PASS_FLAG " writes it"));
    else if (!n_passes)
        xla_import_note(x, 0, "no_passes", 1, g_strdup("passes are missing; " ONE_PASS_FLAG " writes the program after each"));
    const XlaStage *annotated = xla_stage(m, XLA_STAGE_ANNOTATED);
    if (divided && annotated && g_str_equal(annotated->pass, "shardy-xla") && !xla_stage(m, XLA_STAGE_SHARDY))
        xla_import_note(x, 0, "no_shardy", 1, g_strdup("Shardy's own steps are missing; " ONE_PASS_FLAG " writes them into the folder shardy"));
    if (!m->metadata)
        xla_import_note(x, 0, "no_times", 1, g_strdup(was_on(m, "xla_dump_module_metadata") ? "times of passes are missing: this back end of XLA writes none, though it was asked to"
                                                                                 : "times of passes are missing; XLA_FLAGS=--xla_dump_module_metadata writes them"));
    if (!x->assignment)
        xla_import_note(x, 1, "no_memory", 1, g_strdup("the buffer assignment is missing; XLA_FLAGS=--xla_dump_hlo_as_text writes it"));
    else if (!x->lives)
        xla_import_note(x, 0, "no_live_ranges", 1, g_strdup("live ranges are missing, so values count as alive all the time; XLA_FLAGS=--xla_dump_hlo_as_text writes them"));
}

void xla_import_note_elided(Import *x, const IrModule *m)
{
    int n = 0;
    for (int k = 0; m && k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            n += op->code == OP_constant && op->a.literal && op->a.literal->elided && op->type->kind == TYPE_ARRAY && op->type->n_elems == m->n_partitions;
        }
    if (n)
        xla_import_note(x, 0, "elided_tables", n, g_strdup_printf("%d tables with a number for each device are left out of the text, so where they select pieces, layouts are inferred; XLA_FLAGS=--xla_dump_large_constants writes them", n));
}

static const char *percent(char *buffer, int n, int of)
{
    g_snprintf(buffer, 16, "%.1f %%", of ? 100.0 * n / of : 100.0);
    return buffer;
}

void xla_import_note_explained(Import *x, const Explained *e, const Compiled *c)
{
    char share[16];
    int explained = e->n_collectives - e->n_unknown - e->n_written;
    x->out->n_collectives += e->n_collectives;
    x->out->n_explained += explained;
    x->out->n_written += e->n_written;
    x->out->n_unknown += e->n_unknown;
    xla_import_note(x, 0, "explained", e->n_collectives, g_strdup_printf("%d collectives: %d explained by %d reshards, %d written in the program, %d without a cause that could be found (%s have one)", e->n_collectives,
         explained, c->log->reshards.n, e->n_written, e->n_unknown, percent(share, explained + e->n_written, e->n_collectives)));
}

void xla_import_note_certainty(Import *x, const Compiled *c, int n)
{
    int logged = 0, exact = 0, agree = 0, likely = 0;
    for (int i = 0; i < n; i++) {
        int certainty = c->log->reshards.v[i].certainty;
        ++*(certainty >= RESHARD_LOGGED ? &logged : certainty >= RESHARD_EXACT ? &exact : certainty >= RESHARD_AGREES ? &agree : &likely);
    }
    if (n)
        xla_import_note(x, 0, "certainty", n - likely, g_strdup_printf("of the reshards %d follow from the elements that are moved%s, %d from names, consumers and sizes; %d are likely, not certain", exact + logged,
             logged ? " or stand in the partitioner's log" : "", agree, likely));
}

void xla_import_note_remedies(Import *x, const Compiled *c, const Remedies *found)
{
    g_autoptr(GHashTable) gone = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < found->n_useful; i++)
        for (int k = 0; k < found->list.v[i].n_effects; k++)
            if (found->list.v[i].effects[k].kind == REMEDY_GONE)
                g_hash_table_add(gone, GINT_TO_POINTER(found->list.v[i].effects[k].reshard));
    int n = 0, n_gone = (int)g_hash_table_size(gone);
    for (int i = 0; i < c->log->reshards.n; i++)
        n += c->log->reshards.v[i].bytes_moved > 0 && !c->log->reshards.v[i].shared_with;
    if (n)
        xla_import_note(x, 0, "remedies", n_gone, g_strdup_printf("changes of annotations would remove %d of %d changes of layout (report reshards --remove); of %d nothing can be said, since Shardscope does not make them in XLA's manner", n_gone, n, found->n_open));
}
