/* What XLA says when a program does not fit into memory: the largest buffers at the peak, with their ops and lines. GPUs and CPUs list "Peak buffers:", TPUs
 * "Largest program allocations in hbm:"; both become the planned memory of a run of its own. */
#include <stdlib.h>
#include <string.h>

#include "trace/import/log.h"
#include "trace/import/programs.h"

typedef struct Item {
    char *op_name, *source, *label, *shape;
    int64_t bytes, unpadded; /* unpadded: -1 = not said */
    int line;
    bool is_param, is_output;
} Item;

struct LogMemory {
    Log *log;
    GArray *items;   /* Item */
    char *title;
    bool open;       /* a list is read */
    int n_lists;
};

static void item_clear(gpointer p)
{
    Item *i = p;
    g_free(i->op_name);
    g_free(i->source);
    g_free(i->label);
    g_free(i->shape);
}

LogMemory *log_memory_new(Log *log)
{
    LogMemory *m = g_new0(LogMemory, 1);
    m->log = log;
    m->items = g_array_new(FALSE, TRUE, sizeof(Item));
    g_array_set_clear_func(m->items, item_clear);
    return m;
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------------------- */

static void put_item(TraceWriter *w, const Item *i, int64_t snapshot, int64_t comp, int64_t number)
{
    g_autofree char *name = g_strdup_printf("%s.%" G_GINT64_FORMAT, i->label ? i->label : i->is_param ? "parameter" : "buffer", number);
    const char *slash = i->op_name ? strrchr(i->op_name, '/') : NULL, *last = slash && slash[1] ? slash + 1 : i->op_name;
    g_autofree char *base = i->source ? g_path_get_basename(i->source) : NULL;
    g_autofree char *label = last && base ? g_strdup_printf("%s (%s:%d)", last, base, i->line) : g_strdup(last ? last : name);
    TraceInst inst = { .comp_id = comp, .ord = number, .name_id = trace_str(w, name), .opcode_id = trace_str(w, i->label ? i->label : i->is_param ? "parameter" : "?"), .shape_id = trace_str(w, i->shape ? i->shape : ""),
                       .op_name_id = i->op_name ? trace_str(w, i->op_name) : 0, .loc_id = i->source ? trace_loc_at(w, i->source, i->line, 0) : 0, .bytes_out = TRACE_INT(i->bytes) };
    int64_t row = trace_put_inst(w, &inst), flags = i->is_param ? 1 : i->is_output ? 2 : 16;
    int64_t alloc = trace_put_alloc(w, &(TraceAlloc){ .snapshot_id = snapshot, .idx = number, .size = i->bytes, .flags = flags });
    int kind;
    import_cat_of(i->label, &kind);
    TraceBuffer buffer = { .alloc_id = alloc, .inst_id = row, .size = i->bytes, .at_peak = 1, .cat = i->is_param ? 1 : i->is_output ? 8 : kind ? 6 : 5, .label = label };
    if (i->unpadded >= 0)
        buffer.unpadded = TRACE_INT(i->unpadded);
    trace_put_buffer(w, &buffer);
}

static void end_list(LogMemory *m)
{
    TraceWriter *w = m->log->run->w;
    m->open = false;
    if (!m->items->len)
        return;
    int64_t peak = 0;
    for (guint i = 0; i < m->items->len; i++)
        peak += g_array_index(m->items, Item, i).bytes;
    g_autofree char *name = m->n_lists++ ? g_strdup_printf("out of memory %d", m->n_lists) : g_strdup("out of memory");
    int64_t run = trace_put_run(w, &(TraceRun){ .name = name, .label = name, .producer = "import", .kind = TRACE_INT(TRACE_RUN_COMPILED), .end_ns = TRACE_INT(0) });
    int64_t module = trace_put_module(w, &(TraceModule){ .run_id = run, .name = name, .peak_bytes = TRACE_INT(peak), .cause = m->title });
    int64_t snapshot = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .stage = TRACE_STAGE_FINAL, .label = "its largest buffers" });
    int64_t comp = trace_put_computation(w, &(TraceComputation){ .snapshot_id = snapshot, .name = name, .kind = 1 });
    for (guint i = 0; i < m->items->len; i++)
        put_item(w, &g_array_index(m->items, Item, i), snapshot, comp, i);
    g_array_set_size(m->items, 0);
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------------------ */

/* key="value" in the text; NULL = it is not there. */
static char *quoted(const char *text, const char *key)
{
    g_autofree char *begin = g_strdup_printf("%s=\"", key);
    const char *at = strstr(text, begin);
    at = at ? at + strlen(begin) : NULL;
    return at ? g_strndup(at, strcspn(at, "\"")) : NULL;
}

static void set(char **field, const char *text)
{
    g_free(*field);
    *field = g_strstrip(g_strdup(text));
}

static bool detail(Item *i, const char *text)
{
    if (g_str_has_prefix(text, "Size: ")) {
        i->bytes = (int64_t)CLAMP(log_size(text + 6), 0, 1e17);
    } else if (g_str_has_prefix(text, "Unpadded size: ")) {
        i->unpadded = (int64_t)CLAMP(log_size(text + 15), 0, 1e17);
    } else if (g_str_has_prefix(text, "Operator: ")) {
        const char *line = strstr(text, "source_line=");
        g_free(i->op_name);
        g_free(i->source);
        i->op_name = quoted(text, "op_name");
        i->source = quoted(text, "source_file");
        i->line = line ? atoi(line + strlen("source_line=")) : 0;
    } else if (g_ascii_strncasecmp(text, "XLA label: ", 11) == 0) { /* a word, or the whole instruction: "%fusion.3 = f32[8] fusion(" */
        const char *eq = strstr(text, " = "), *open = eq ? strchr(eq, '(') : NULL;
        g_autofree char *call = open ? g_strndup(eq + 3, (gsize)(open - eq - 3)) : NULL;
        const char *space = call ? strrchr(call, ' ') : NULL;
        set(&i->label, space ? space + 1 : text + 11);
    } else if (g_str_has_prefix(text, "Shape: ")) {
        set(&i->shape, text + 7);
    } else if (g_str_has_prefix(text, "Entry Parameter Subshape")) {
        i->is_param = true;
    } else if (g_str_has_prefix(text, "Allocation type: ")) {
        i->is_param |= strstr(text, "parameter") != NULL || strstr(text, "argument") != NULL;
        i->is_output |= strstr(text, "output") != NULL;
    } else {
        return g_str_has_prefix(text, "Extra memory") || g_str_has_prefix(text, "====");
    }
    return true;
}

/* "Buffer 3:", "3. Size: 2.00G": the text behind it, NULL = no item begins. */
static const char *item_begins(const char *text)
{
    if (g_str_has_prefix(text, "Buffer ") && g_ascii_isdigit(text[7]))
        return strchr(text, ':') ? strchr(text, ':') + 1 : NULL;
    size_t n = strspn(text, "0123456789");
    return n && g_str_has_prefix(text + n, ". Size: ") ? text + n + 2 : NULL;
}

bool log_memory_line(LogMemory *m, const char *line)
{
    if (strstr(line, "Peak buffers:") || strstr(line, "Largest program allocations in ")) {
        end_list(m);
        return m->open = true;
    }
    const char *why = strstr(line, "Out of memory ");
    if (strstr(line, "RESOURCE_EXHAUSTED") || why)
        set(&m->title, why ? why : strstr(line, "RESOURCE_EXHAUSTED"));
    if (!m->open)
        return why != NULL;
    const char *text = line + strspn(line, " \t"), *item = item_begins(text);
    if (item) {
        g_array_append_val(m->items, ((Item){ .unpadded = -1 }));
        text = item + strspn(item, " \t");
    }
    if (!*text)
        return item != NULL || m->items->len > 0;
    bool known = m->items->len && detail(&g_array_index(m->items, Item, m->items->len - 1), text);
    if (!known && !item && m->items->len)
        end_list(m);
    return known || item;
}

void log_memory_end(LogMemory *m)
{
    end_list(m);
    g_array_unref(m->items);
    g_free(m->title);
    g_free(m);
}
