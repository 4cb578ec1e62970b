/* Layouts and memories as extensions of the interface. All arrays lie row-major; a layout that the user asks for, its tiles too, is a label, which
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

/* A list of numbers up to `end`, which is passed; -1 = it is none, or longer than n. */
static int read_numbers(const char **at, char end, int n, int64_t *out)
{
    const char *p = *at;
    int k = 0;
    for (; k < n && g_ascii_isdigit(*p); p += *p == ',') {
        char *stop;
        out[k++] = g_ascii_strtoll(p, &stop, 10);
        p = stop;
    }
    if (*p != end)
        return -1;
    *at = p + 1;
    return k;
}

static char *numbers_text(const int64_t *v, int n, const char *between)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, i ? between : "", v[i]);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* NULL, or what is wrong with the order of dimensions. */
static char *check_order(const PjrtLayout *l, int n, const ShardscopeShape *shape)
{
    uint64_t seen = 0;
    bool twice = false, beyond = false;
    for (int i = 0; i < n; i++) {
        int64_t d = l->minor_to_major[i];
        beyond |= d < 0 || d >= l->rank;
        twice |= d >= 0 && d < l->rank && seen >> d & 1;
        seen |= d >= 0 && d < l->rank ? (uint64_t)1 << d : 0;
    }
    if (n == l->rank && !twice && !beyond)
        return NULL;
    g_autofree char *order = numbers_text(l->minor_to_major, n, ", "), *dims = numbers_text(shape->dims, shape->rank, ",");
    const char *why = n != l->rank ? "has another number of entries than the shape has dimensions" : twice ? "has duplicate values" : "has out-of-bounds values";
    return g_strdup_printf("layout minor_to_major field %s: {%s}; shape: %s[%s]", why, order, shardscope_dtype_name(shape->dtype), dims);
}

char *layout_parse(const char *text, const ShardscopeShape *shape, PjrtLayout *out)
{
    *out = layout_default(shape->rank);
    if (!text || text[0] != '{')
        return NULL;
    const char *p = text + 1, *tiles;
    int n = read_numbers(&p, strchr(p, ':') ? ':' : '}', shape->rank, out->minor_to_major);
    char *wrong = n < 0 ? g_strdup_printf("\"%s\" is no layout of an array of %d dimension%s", text, shape->rank, shape->rank == 1 ? "" : "s") : check_order(out, n, shape);
    if (wrong || !(tiles = strstr(p, "T(")))
        return wrong;
    int used = 0;
    for (p = tiles + 1; *p == '(';) {
        p++;
        n = out->n_tiles < MAX_TILES ? read_numbers(&p, ')', MAX_TILE_DIMS - used, out->tile_dims + used) : -1;
        if (n < 0)
            return g_strdup_printf("the tiles of layout \"%s\" cannot be read: at most %d tiles, of %d sizes together", text, MAX_TILES, MAX_TILE_DIMS);
        out->tile_ranks[out->n_tiles++] = (size_t)n;
        used += n;
    }
    return NULL;
}

char *layout_text(const PjrtLayout *l)
{
    g_autofree char *order = numbers_text(l->minor_to_major, l->rank, ",");
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_printf(text, "{%s%s%s", order, l->n_tiles || l->bits ? ":" : "", l->n_tiles ? "T" : "");
    for (int i = 0, at = 0; i < l->n_tiles; at += (int)l->tile_ranks[i++]) {
        g_autofree char *sizes = numbers_text(l->tile_dims + at, (int)l->tile_ranks[i], ",");
        g_string_append_printf(text, "(%s)", sizes);
    }
    if (l->bits)
        g_string_append_printf(text, "E(%d)", l->bits);
    g_string_append_c(text, '}');
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *layout_read(const PjrtMemoryLayout *given, const ShardscopeShape *shape, PjrtLayout *out)
{
    *out = layout_default(shape->rank);
    if (!given)
        return NULL;
    if (given->type != 0 || given->tiled.minor_to_major_size != (size_t)shape->rank)
        return g_strdup_printf("a layout that is no order of %d dimensions", shape->rank);
    if (shape->rank > 0)
        memcpy(out->minor_to_major, given->tiled.minor_to_major, sizeof *out->minor_to_major * (size_t)shape->rank);
    size_t used = 0;
    for (size_t i = 0; i < given->tiled.num_tiles; i++) {
        size_t n = given->tiled.tile_dim_sizes[i];
        if (i == MAX_TILES || n > MAX_TILE_DIMS - used)
            return g_strdup_printf("a layout of more than %d tiles, or of more than %d sizes of tiles", MAX_TILES, MAX_TILE_DIMS);
        memcpy(out->tile_dims + used, given->tiled.tile_dims + used, sizeof *out->tile_dims * n);
        out->tile_ranks[out->n_tiles++] = n;
        used += n;
    }
    return check_order(out, shape->rank, shape);
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
    char *text = layout_text(args->layout);
    args->size = strlen(text);
    args->bytes = args->owner = text;
    args->deleter = (void (*)(void))(void *)free_text;
    return NULL;
}

/* As XLA packs elements narrower than a byte within programs; 0 = others. Here each has a byte, and this is a label as well. */
static int packed_bits(ShardscopeDtype dtype)
{
    if (dtype == SHARDSCOPE_S1 || dtype == SHARDSCOPE_U1)
        return 1;
    if (dtype == SHARDSCOPE_S2 || dtype == SHARDSCOPE_U2)
        return 2;
    return dtype == SHARDSCOPE_S4 || dtype == SHARDSCOPE_U4 || dtype == SHARDSCOPE_F4E2M1FN ? 4 : 0;
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
static PjrtError *layouts(PjrtLayoutsOfExecutable *args, const PjrtLayout *v, const ShardscopeShape *shapes, int n)
{
    PjrtExecutable *x = args->executable;
    void **list = g_new0(void *, n + 1);
    for (int i = 0; i < n; i++) {
        PjrtLayout l = v[i];
        l.bits = packed_bits(shapes[i].dtype);
        list[i] = handle(l);
    }
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
    return layouts(args, x->result_layouts, x->result_shape, x->n_results);
}

PjrtError *pjrt_argument_layouts(PjrtLayoutsOfExecutable *args)
{
    const PjrtExecutable *x = args->executable;
    return layouts(args, x->argument_layouts, x->argument_shape, x->n_arguments);
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
