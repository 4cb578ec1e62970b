/* Layouts and memories as extensions of the interface. All arrays lie row-major; a layout that the user asks for is a label, which
 * arguments, results and buffers bear, and which tells clients nothing about where elements are. */
#include "runtime/pjrt/table.h"

#include <string.h>

bool layout_is_default(const PjrtLayout *l)
{
    for (int i = 0; i < l->rank; i++)
        if (l->minor_to_major[i] != l->rank - 1 - i)
            return false;
    return true;
}

PjrtLayout layout_default(int rank)
{
    PjrtLayout l = { .rank = rank };
    for (int i = 0; i < rank; i++)
        l.minor_to_major[i] = rank - 1 - i;
    return l;
}

/* "{0,1}", minor to major; "default", "auto" and what is no permutation are the default. */
PjrtLayout layout_parse(const char *text, int rank)
{
    PjrtLayout l = { .rank = rank };
    uint64_t seen = 0;
    const char *p = text && text[0] == '{' ? text + 1 : "";
    int n = 0;
    for (; n < rank && g_ascii_isdigit(*p); n++) {
        char *end;
        int64_t d = g_ascii_strtoll(p, &end, 10);
        if (d >= rank || seen >> d & 1)
            break;
        seen |= (uint64_t)1 << d;
        l.minor_to_major[n] = d;
        p = end + (*end == ',');
    }
    return n == rank && *p == '}' ? l : layout_default(rank);
}

bool layout_read(const PjrtMemoryLayout *given, int rank, PjrtLayout *out)
{
    *out = layout_default(rank);
    if (!given)
        return true;
    if (given->type != 0 || given->tiled.minor_to_major_size != (size_t)rank)
        return false;
    g_autoptr(GString) text = g_string_new("{");
    for (int i = 0; i < rank; i++)
        g_string_append_printf(text, "%s%d", i ? "," : "", (int)given->tiled.minor_to_major[i]);
    g_string_append_c(text, '}');
    *out = layout_parse(text->str, rank);
    return true;
}

/* ---- the extension of layouts -------------------------------------------------------------------------------------------------------- */

PjrtError *pjrt_layout_destroy(PjrtLayoutDestroy *args)
{
    g_free(args->layout);
    return NULL;
}

static void free_text(void *text)
{
    g_free(text);
}

PjrtError *pjrt_layout_serialize(PjrtLayoutSerialize *args)
{
    const PjrtLayout *l = args->layout;
    GString *text = g_string_new("{");
    for (int i = 0; i < l->rank; i++)
        g_string_append_printf(text, "%s%d", i ? "," : "", (int)l->minor_to_major[i]);
    g_string_append_c(text, '}');
    args->size = text->len;
    args->bytes = args->owner = g_string_free(text, FALSE);
    args->deleter = (void (*)(void))(void *)free_text;
    return NULL;
}

static void *handle(PjrtLayout l)
{
    return g_memdup2(&l, sizeof l);
}

PjrtError *pjrt_layout_of_client(PjrtLayoutOfShape *args)
{
    if (args->num_dims > SHARDSCOPE_MAX_RANK)
        return pjrt_error(PJRT_UNIMPLEMENTED, "arrays of %zu dimensions", args->num_dims);
    args->layout = handle(layout_default((int)args->num_dims));
    return NULL;
}

PjrtError *pjrt_layout_of_buffer(PjrtLayoutOfBuffer *args)
{
    args->layout = handle(((PjrtBuffer *)args->buffer)->layout);
    return NULL;
}

/* The client frees the handles; the list lives as long as the executable. */
static PjrtError *layouts(PjrtLayoutsOfExecutable *args, const PjrtLayout *v, int n)
{
    PjrtExecutable *x = args->executable;
    void **list = g_new0(void *, n + 1);
    for (int i = 0; i < n; i++)
        list[i] = handle(v[i]);
    args->layouts = list;
    args->num = (size_t)n;
    pthread_mutex_lock(&x->lock);
    x->layout_lists = g_slist_prepend(x->layout_lists, list);
    pthread_mutex_unlock(&x->lock);
    return NULL;
}

PjrtError *pjrt_result_layouts(PjrtLayoutsOfExecutable *args)
{
    const PjrtExecutable *x = args->executable;
    return layouts(args, x->result_layouts, x->n_results);
}

PjrtError *pjrt_argument_layouts(PjrtLayoutsOfExecutable *args)
{
    const PjrtExecutable *x = args->executable;
    return layouts(args, x->argument_layouts, x->n_arguments);
}

/* ---- the extension of memories ------------------------------------------------------------------------------------------------------- */

PjrtError *pjrt_memory_descriptions(PjrtMemoryDescriptions *args)
{
    PjrtDevice *d = args->description;
    args->list = (const void *const *)d->memories;
    args->num = N_MEMORIES;
    args->default_index = 0;
    return NULL;
}

PjrtError *pjrt_memory_description_kind(PjrtMemoryDescriptionKind *args)
{
    const PjrtMemory *m = args->memory_description;
    args->kind = memory_kinds[m->kind];
    args->kind_size = strlen(args->kind);
    args->kind_id = m->kind;
    return NULL;
}
