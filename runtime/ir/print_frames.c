/* Prints locations as HLO does: tables of files, functions, positions and call-stack frames. */
#include <string.h>

#include "runtime/ir/print_impl.h"

/* A table of texts or rows; the number of an entry is its index + 1. */
typedef struct Rows {
    GPtrArray *list;
    GHashTable *number;
} Rows;

struct FrameTables {
    Rows files, funcs, places, frames; /* rows are kept as printed text, so equal ones are merged */
    GHashTable *id_of;                 /* Loc -> frame number */
};

static Rows rows_new(void)
{
    return (Rows){g_ptr_array_new_with_free_func(g_free),
                  g_hash_table_new(g_str_hash, g_str_equal)};
}

static void rows_clear(Rows *r)
{
    g_hash_table_destroy(r->number);
    g_ptr_array_free(r->list, TRUE);
}

/* Appends without checking for an equal entry. */
static int rows_append(Rows *r, const char *text)
{
    char *copy = g_strdup(text);
    g_ptr_array_add(r->list, copy);
    if (!g_hash_table_contains(r->number, copy))
        g_hash_table_insert(r->number, copy, GINT_TO_POINTER((int)r->list->len));
    return (int)r->list->len;
}

static int rows_number(Rows *r, const char *text)
{
    if (!text)
        return 0;
    int known = GPOINTER_TO_INT(g_hash_table_lookup(r->number, text));
    return known ? known : rows_append(r, text);
}

/* Callers stand before callees. Uses an explicit stack, since chains may be long. */
static void add_frame(FrameTables *t, const Loc *loc, bool keep_doubles)
{
    g_autoptr(GPtrArray) chain = g_ptr_array_new();
    for (; loc && !g_hash_table_contains(t->id_of, loc); loc = loc->caller)
        g_ptr_array_add(chain, (gpointer)loc);
    for (int i = (int)chain->len - 1; i >= 0; i--) {
        const Loc *l = chain->pdata[i];
        g_autofree char *place = g_strdup_printf(
            "{file_name_id=%d function_name_id=%d line=%d end_line=%d column=%d end_column=%d}",
            rows_number(&t->files, l->file), rows_number(&t->funcs, l->func), l->line, l->end_line,
            l->col, l->end_col);
        int parent = l->caller ? GPOINTER_TO_INT(g_hash_table_lookup(t->id_of, l->caller)) : 0;
        g_autofree char *frame = g_strdup_printf("{file_location_id=%d parent_frame_id=%d}",
                                                 rows_number(&t->places, place), parent + 1);
        int id = keep_doubles ? rows_append(&t->frames, frame) : rows_number(&t->frames, frame);
        g_hash_table_insert(t->id_of, (gpointer)l, GINT_TO_POINTER(id));
    }
}

FrameTables *frame_tables_new(const IrModule *m)
{
    bool any = m->n_frames > 0;
    for (int i = 0; i < m->n_comps && !any; i++)
        for (int k = 0; k < m->comps[i]->n_ops && !any; k++)
            any = m->comps[i]->ops[k]->loc && m->comps[i]->ops[k]->loc->caller;
    if (!any)
        return NULL;
    FrameTables *t = g_new0(FrameTables, 1);
    t->files = rows_new();
    t->funcs = rows_new();
    t->places = rows_new();
    t->frames = rows_new();
    t->id_of = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < m->n_frames; i++)
        add_frame(t, m->frames[i], true);
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            add_frame(t, m->comps[i]->ops[k]->loc, false);
    return t;
}

void frame_tables_free(FrameTables *t)
{
    if (!t)
        return;
    rows_clear(&t->files);
    rows_clear(&t->funcs);
    rows_clear(&t->places);
    rows_clear(&t->frames);
    g_hash_table_destroy(t->id_of);
    g_free(t);
}

int frame_id(const FrameTables *t, const Loc *loc)
{
    return loc ? GPOINTER_TO_INT(g_hash_table_lookup(t->id_of, loc)) : 0;
}

static void print_rows(GString *out, const char *title, const Rows *r, bool quoted)
{
    g_string_append_printf(out, "\n%s\n", title);
    for (guint i = 0; i < r->list->len; i++) {
        g_string_append_printf(out, "%u ", i + 1);
        if (quoted)
            hlo_print_quoted(out, r->list->pdata[i]);
        else
            g_string_append(out, r->list->pdata[i]);
        g_string_append_c(out, '\n');
    }
}

void frame_tables_print(GString *out, const FrameTables *t)
{
    print_rows(out, "FileNames", &t->files, true);
    print_rows(out, "FunctionNames", &t->funcs, true);
    print_rows(out, "FileLocations", &t->places, false);
    print_rows(out, "StackFrames", &t->frames, false);
    g_string_append_c(out, '\n');
}
