/* Which data must move between two layouts. See fetch.h. */
#include "viewer/layout/fetch.h"

#define MAX_PIECES 65536

static bool same_array(const TileGrid *a, const TileGrid *b)
{
    if (a->problem || b->problem || a->rank != b->rank || a->n_dev != b->n_dev)
        return false;
    for (int d = 0; d < a->rank; d++) {
        if (a->size[d] != b->size[d])
            return false;
    }
    return true;
}

/* The device that tile `tile` comes from for `dev`: `dev` itself if it holds it, else the holder with most mesh
 * coordinates in common, the first of equals, as in a collective's group. */
static int source_of(const TileGrid *before, int tile, int dev)
{
    if (before->tile_of[dev] == tile)
        return dev;
    int best = -1, best_shared = -1;
    for (int i = before->first[tile]; i < before->first[tile + 1]; i++) {
        int holder = before->members[i], shared = grid_shared_coords(before, holder, dev);
        if (shared > best_shared) {
            best = holder;
            best_shared = shared;
        }
    }
    return best;
}

int fetch_sources(const TileGrid *before, int tile, int dev, int *sources, int max)
{
    int first = source_of(before, tile, dev), n = 0;
    bool partial = false;
    for (int i = 0; i < before->n_mesh; i++)
        partial |= before->partial[i];
    if (first < 0 || !partial) {
        sources[0] = first;
        return first >= 0;
    }
    int shared = grid_shared_coords(before, first, dev);
    for (int i = before->first[tile]; i < before->first[tile + 1] && n < max; i++) {
        int holder = before->members[i];
        if (grid_shared_coords(before, holder, first) == grid_shared_coords(before, first, first) &&
            grid_shared_coords(before, holder, dev) == shared)
            sources[n++] = holder;
    }
    return n;
}

GArray *fetch_pieces(const TileGrid *before, const TileGrid *after, int dev)
{
    if (!same_array(before, after) || dev < 0 || dev >= after->n_dev)
        return NULL;
    GArray *out = g_array_new(FALSE, TRUE, sizeof(FetchPiece));
    int64_t need_b[MAX_RANK], need_e[MAX_RANK];
    int lo[MAX_RANK], hi[MAX_RANK], at[MAX_RANK];
    for (int d = 0; d < after->rank; d++) {
        tile_range(after, after->tile_of[dev], d, &need_b[d], &need_e[d]);
        if (need_e[d] <= need_b[d])
            return out; /* all padding: it needs nothing */
        lo[d] = at[d] = (int)(need_b[d] / before->tile[d]);
        hi[d] = (int)((need_e[d] - 1) / before->tile[d]);
    }
    for (bool more = true; more;) {
        FetchPiece p = { .elements = 1 };
        for (int d = 0; d < before->rank; d++) {
            p.tile = p.tile * before->parts[d] + at[d];
            p.begin[d] = MAX(need_b[d], at[d] * before->tile[d]);
            p.end[d] = MIN(need_e[d], (at[d] + 1) * before->tile[d]);
            p.elements *= p.end[d] - p.begin[d];
        }
        p.source = source_of(before, p.tile, dev);
        g_array_append_val(out, p);
        if (out->len > MAX_PIECES) {
            g_array_unref(out);
            return NULL;
        }
        int d = before->rank - 1;
        for (; d >= 0 && ++at[d] > hi[d]; d--)
            at[d] = lo[d];
        more = d >= 0;
    }
    return out;
}

int64_t fetch_needed(const TileGrid *before, const TileGrid *after, int dev)
{
    if (!same_array(before, after) || dev < 0 || dev >= after->n_dev)
        return 0;
    Box need, have; /* no list of pieces is wanted for that */
    for (int d = 0; d < after->rank; d++) {
        tile_range(after, after->tile_of[dev], d, &need.begin[d], &need.end[d]);
        tile_range(before, before->tile_of[dev], d, &have.begin[d], &have.end[d]);
    }
    return box_missing(after->rank, &need, &have);
}

int fetch_hungriest(const TileGrid *before, const TileGrid *after)
{
    int best = 0;
    int64_t most = -1;
    for (int i = 0; i < after->n_dev; i++) {
        int64_t n = fetch_needed(before, after, i);
        if (n > most || (n == most && after->ids[i] < after->ids[best])) { /* the same device as in the report */
            most = n;
            best = i;
        }
    }
    return best;
}
