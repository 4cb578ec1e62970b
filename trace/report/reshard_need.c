/* report reshards ID: what one device needs of a change of layout, and how much of it it has. */
#include "trace/report/reshards.h"
#include "trace/shape.h"

enum { REPLICATED = 0, TILED = 3, PARTIAL = 6 }; /* sharding.kind */

/* The tiles of all devices. */
typedef struct Tiles {
    int64_t kind;
    int64_t tile[MAX_RANK]; /* sizes; what hangs over the array is cut off */
    int64_t *coord;         /* by device and dimension */
} Tiles;

typedef struct Need {
    int rank;
    int64_t dims[MAX_RANK], n_devices;
    Tiles from, to;
} Need;

/* False with *known if the sharding divides the array otherwise than among the run's devices. */
static bool read_tiles(TraceReader *r, const Need *n, int64_t sharding, Tiles *out, bool *known, GError **error)
{
    g_autoptr(GArray) info = trace_query_sharding(r, sharding, error);
    g_autoptr(GArray) mesh = !info ? NULL : trace_query_mesh_devices(r, info->len ? TRACE_AT(info, TraceShardingInfo, 0)->mesh_id : 0, error);
    g_autoptr(GArray) dims = mesh ? trace_query_sharding_dims(r, sharding, error) : NULL, rows = dims ? trace_query_tiles(r, sharding, error) : NULL;
    if (!rows)
        return false;
    out->kind = info->len ? TRACE_AT(info, TraceShardingInfo, 0)->kind : -1;
    *known = (out->kind == REPLICATED || out->kind == TILED || out->kind == PARTIAL) && (!mesh->len || mesh->len == n->n_devices);
    int64_t parts[MAX_RANK];
    for (int d = 0; d < n->rank; d++)
        parts[d] = 1;
    for (guint i = 0; *known && i < dims->len; i++) {
        const TraceShardingDim *d = TRACE_AT(dims, TraceShardingDim, i);
        *known = d->dim >= 0 && d->dim < n->rank && d->parts >= 1;
        if (*known)
            parts[d->dim] = d->parts;
    }
    for (int d = 0; d < n->rank; d++)
        out->tile[d] = (n->dims[d] + parts[d] - 1) / parts[d];
    out->coord = g_new0(int64_t, n->n_devices * n->rank + 1);
    for (guint i = 0; *known && i < rows->len; i++) {
        const TraceTileRow *t = TRACE_AT(rows, TraceTileRow, i);
        *known = t->global_id >= 0 && t->global_id < n->n_devices && t->dim >= 0 && t->dim < n->rank && t->coord >= 0 && t->coord < parts[t->dim];
        if (*known)
            out->coord[t->global_id * n->rank + t->dim] = t->coord;
    }
    return true;
}

static Box box_of(const Need *n, const Tiles *t, int64_t device)
{
    Box b;
    for (int d = 0; d < n->rank; d++) {
        int64_t c = t->coord[device * n->rank + d];
        b.begin[d] = MIN(c * t->tile[d], n->dims[d]);
        b.end[d] = MIN((c + 1) * t->tile[d], n->dims[d]);
    }
    return b;
}

static const ReportColumn need_columns[] = {
    { "device", "device", CELL_COUNT }, { "has_bytes", "has", CELL_BYTES }, { "needs_bytes", "needs", CELL_BYTES }, { "own_bytes", "of which it has", CELL_BYTES },
    { "fetches_bytes", "must fetch", CELL_BYTES },
};

static void put_row(Block *b, const Need *n, int64_t bits)
{
    int64_t device = 0, most = -1;
    for (int64_t i = 0; i < n->n_devices; i++) {
        Box need = box_of(n, &n->to, i), have = box_of(n, &n->from, i);
        int64_t fetch = box_missing(n->rank, &need, &have);
        device = fetch > most ? i : device;
        most = MAX(most, fetch);
    }
    Box need = box_of(n, &n->to, device), have = box_of(n, &n->from, device);
    int64_t has = (box_elements(n->rank, have.begin, have.end) * bits + 7) / 8, needs = (box_elements(n->rank, need.begin, need.end) * bits + 7) / 8;
    int64_t fetch = (most * bits + 7) / 8;
    bool adds = n->from.kind == PARTIAL; /* what it has is a part of a sum, and not the value */
    Table *t = block_table(b, "need", "the device that must fetch most", need_columns, G_N_ELEMENTS(need_columns));
    table_aside(t);
    cell_int(t, device);
    cell_int(t, has);
    cell_int(t, needs);
    cell_oint(t, (TraceInt){ needs - fetch, !adds });
    cell_oint(t, (TraceInt){ fetch, !adds });
}

bool reshard_put_need(TraceReader *r, const TraceRunInfo *run, Block *b, const TraceReshardRow *x, GError **error)
{
    Need n = { .n_devices = run->n_devices };
    char elem[16];
    int64_t bits = shape_parse(x->shape, &n.rank, n.dims, elem) ? elem_bits(elem) : 0;
    bool known[2] = { false, false };
    bool ok = !bits || n.n_devices < 1 || (read_tiles(r, &n, x->from_id, &n.from, &known[0], error) && read_tiles(r, &n, x->to_id, &n.to, &known[1], error));
    if (ok && known[0] && known[1])
        put_row(b, &n, bits);
    g_free(n.from.coord);
    g_free(n.to.coord);
    return ok;
}
