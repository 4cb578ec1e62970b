/* Times of collectives on switches, full meshes and tori; see topology.h. In comments: N members, V bytes of the whole value, S = V / N,
 * W the rate of a link one way.
 * Sources: for tori the cost models of "How to Scale Your Model"; for switches those of NCCL and nccl-tests. */
#include "runtime/sim/topology.h"

#include "runtime/sim/place.h"

#include <math.h>
#include <pthread.h>

static bool is_torus(const Hardware *hw)
{
    return hw->wiring == WIRING_TORUS2 || hw->wiring == WIRING_TORUS3;
}

bool torus_wraps(const Hardware *hw, int d)
{
    int64_t size = hw->torus[d];
    return hw->wiring == WIRING_TORUS2 ? size == 16 : size % 4 == 0;
}

/* Distinct values of v[], coordinates and domains that a mesh can have, and the smallest distance between two of them. *uneven: others are further apart. */
static int64_t distinct(const int64_t *v, int64_t n, int64_t *step, bool *uneven)
{
    int64_t most = 0, count = 0, last = -1;
    if (n == 2) { /* pairs of permutes: there are thousands */
        *step = MAX(1, ABS(CLAMP(v[0], 0, MAX_DEVICES) - CLAMP(v[1], 0, MAX_DEVICES)));
        return v[0] == v[1] ? 1 : 2;
    }
    for (int64_t i = 0; i < n; i++)
        most = CLAMP(v[i], most, MAX_DEVICES);
    g_autofree bool *has = g_new0(bool, most + 1);
    for (int64_t i = 0; i < n; i++)
        has[CLAMP(v[i], 0, most)] = true;
    *step = 0;
    for (int64_t i = 0; i <= most; i++) {
        if (!has[i])
            continue;
        if (count++) {
            *uneven |= *step && i - last != *step;
            *step = *step ? MIN(*step, i - last) : i - last;
        }
        last = i;
    }
    *step = MAX(*step, 1);
    return count;
}

Wires wires_between(const Hardware *hw, const int64_t *ids, int64_t n)
{
    Wires w = { .n = MAX(n, 1), .n_domains = 1, .extent = { 1, 1, 1 }, .stride = { 1, 1, 1 }, .pair = 1 };
    if (n < 2)
        return w;
    int64_t few[2];
    g_autofree int64_t *many = n > 2 ? g_new(int64_t, n) : NULL;
    int64_t *v = many ? many : few, step, inner = 1;
    bool uneven = false;
    for (int64_t i = 0; i < n; i++)
        v[i] = hw->domain ? ids[i] / hw->domain : 0;
    w.n_domains = distinct(v, n, &step, &uneven);
    for (int64_t i = 0; i < n && hw->per_chip > 1; i++)
        v[i] = ids[i] % hw->per_chip;
    w.pair = hw->per_chip > 1 ? distinct(v, n, &step, &uneven) : 1;
    for (int d = 2; d >= 0 && is_torus(hw); d--) {
        for (int64_t i = 0; i < n; i++)
            v[i] = ids[i] / hw->per_chip / inner % hw->torus[d];
        w.extent[d] = distinct(v, n, &w.stride[d], &w.uneven);
        inner *= hw->torus[d];
    }
    return w;
}

bool wires_are_grid(const Wires *w)
{
    return !w->uneven && w->n == w->n_domains * w->extent[0] * w->extent[1] * w->extent[2] * w->pair;
}

/* The members of the first device's group, row by row over the axes. */
static int64_t *first_group(const Mesh *mesh, AxisList axes, int64_t *n)
{
    *n = axis_list_size(axes);
    int64_t *ids = g_new0(int64_t, *n);
    int64_t inner = 1;
    for (int i = axes.n - 1; i >= 0; i--) {
        AxisRef a = axes.v[i];
        int64_t stride = mesh->axes[a.axis].size / (a.pre * a.size);
        for (int k = a.axis + 1; k < mesh->n_axes; k++)
            stride *= mesh->axes[k].size;
        for (int64_t j = 0; j < *n; j++)
            ids[j] += j / inner % a.size * stride;
        inner *= a.size;
    }
    return ids;
}

static Wires torus_wires_along(const Hardware *hw, const Mesh *mesh, AxisList axes)
{
    int64_t n;
    const int64_t *place = place_of_mesh(hw, mesh);
    g_autofree int64_t *ids = first_group(mesh, axes, &n);
    for (int64_t i = 0; i < n && place; i++)
        ids[i] = place[ids[i]];
    return wires_between(hw, ids, n);
}

/* All that the wires along axes of a torus follow from. */
static GBytes *key_of(const Hardware *hw, const Mesh *mesh, AxisList axes)
{
    GArray *key = g_array_new(FALSE, FALSE, sizeof(int64_t));
    int64_t of[] = { hw->wiring, hw->torus[0], hw->torus[1], hw->torus[2], hw->per_chip, hw->domain, hw->n_slices, hardware_row(hw->id), mesh->device_ids != NULL, mesh->maximal, mesh->n_axes };
    g_array_append_vals(key, of, G_N_ELEMENTS(of));
    for (int a = 0; a < mesh->n_axes; a++)
        g_array_append_val(key, mesh->axes[a].size);
    for (int i = 0; i < axes.n; i++) {
        int64_t ref[] = { axes.v[i].axis, axes.v[i].pre, axes.v[i].size };
        g_array_append_vals(key, ref, G_N_ELEMENTS(ref));
    }
    GBytes *bytes = g_bytes_new(key->data, sizeof(int64_t) * key->len);
    g_array_unref(key);
    return bytes;
}

/* Planners ask for the same few again and again, and members are many. Kept for the life of the process. */
static Wires known_wires_along(const Hardware *hw, const Mesh *mesh, AxisList axes)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards known */
    static GHashTable *known;
    g_autoptr(GBytes) key = key_of(hw, mesh, axes);
    pthread_mutex_lock(&lock);
    if (!known)
        known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, g_free);
    const Wires *found = g_hash_table_lookup(known, key);
    Wires w = found ? *found : (Wires){ 0 };
    pthread_mutex_unlock(&lock);
    if (found)
        return w;
    w = torus_wires_along(hw, mesh, axes);
    pthread_mutex_lock(&lock);
    g_hash_table_replace(known, g_bytes_ref(key), g_memdup2(&w, sizeof w));
    pthread_mutex_unlock(&lock);
    return w;
}

Wires wires_along(const Hardware *hw, const Mesh *mesh, AxisList axes)
{
    Wires w = { .n = 1, .n_domains = 1, .extent = { 1, 1, 1 }, .stride = { 1, 1, 1 }, .pair = 1 };
    if (is_torus(hw))
        return known_wires_along(hw, mesh, axes);
    for (int i = 0; i < axes.n; i++) {
        AxisRef a = axes.v[i];
        int64_t stride = mesh->axes[a.axis].size / (a.pre * a.size);
        for (int k = a.axis + 1; k < mesh->n_axes; k++)
            stride *= mesh->axes[k].size;
        w.n *= a.size;
        if (hw->domain)
            w.n_domains *= stride >= hw->domain ? a.size : MAX(1, stride * a.size / hw->domain);
    }
    return w;
}

/* ---- times -------------------------------------------------------------------------------------------------------- */

static double latency(const Hardware *hw, Pattern pattern)
{
    switch (pattern) {
    case PATTERN_GATHER: return hw->gather_ns;
    case PATTERN_REDUCE: return hw->reduce_ns;
    case PATTERN_EXCHANGE: return hw->exchange_ns;
    case PATTERN_PERMUTE: return hw->permute_ns;
    }
    return 0;
}

/* Links between the two of a pair along the axis where they are furthest apart: if all devices send as far, so many messages share each. Where the pair is
 * not known, 1. */
static double way_of_pair(const Hardware *hw, const Wires *w)
{
    int64_t way = 1;
    for (int d = 0; d < 3 && w->n == 2; d++)
        if (w->extent[d] == 2)
            way = MAX(way, torus_wraps(hw, d) ? MIN(w->stride[d], hw->torus[d] - w->stride[d]) : w->stride[d]);
    return (double)way;
}

/* A group runs round each axis of the torus that it spans; where members stand s apart, s groups share the links. */
static double torus_ns(const Hardware *hw, const Wires *w, Pattern pattern, double bytes)
{
    double rate = 0, hops = 0, longest = 1, ways = 2;
    if (w->busiest > 0) /* chips' devices share their links: all of them send */
        return w->hops * hw->hop_ns * (pattern == PATTERN_REDUCE ? 2 : 1) + bytes * w->busiest / (hw->link * hw->net_share);
    for (int d = 0; d < 3; d++) {
        if (w->extent[d] < 2)
            continue;
        bool ring = torus_wraps(hw, d) && w->extent[d] * w->stride[d] == hw->torus[d];
        double both = ring && w->extent[d] > 2 ? 2 : 1;
        rate += both * hw->link * hw->net_share / (double)w->stride[d];
        hops += (double)((w->extent[d] - 1) * w->stride[d]) / both;
        if ((double)(w->extent[d] * w->stride[d]) > longest) {
            longest = (double)(w->extent[d] * w->stride[d]);
            ways = both;
        }
    }
    double share = (double)w->pair / (double)hw->per_chip; /* groups of other devices of the chips use the links too */
    rate *= share;
    double n = (double)w->n, wire = hw->link * hw->net_share / (double)hw->per_chip;
    if (rate == 0 && hw->per_chip > 1) { /* all on one chip, whose devices are joined six times as fast (S) */
        wire = rate = 6 * hw->link;
        longest = 1;
    } else if (rate == 0) {
        rate = hw->link;
    }
    switch (pattern) {
    case PATTERN_GATHER:
    case PATTERN_REDUCE: return hops * hw->hop_ns * (pattern == PATTERN_REDUCE ? 2 : 1) + bytes / rate;
    case PATTERN_EXCHANGE: return hops * hw->hop_ns + bytes * n / (n - 1) * longest / (4 * ways * wire); /* S over the cut of the longest axis */
    case PATTERN_PERMUTE: return way_of_pair(hw, w) * (hw->hop_ns + bytes / wire);
    }
    return 0;
}

static double domain_rate(const Hardware *hw, int64_t members, Pattern pattern)
{
    double link = hw->link * hw->net_share;
    if (hw->wiring != WIRING_MESH)
        return pattern == PATTERN_PERMUTE ? link * 0.77 : link; /* one sender and one receiver fill less of it (M) */
    return pattern == PATTERN_PERMUTE ? link : link * (double)MAX(1, MIN(members, hw->domain) - 1);
}

double wires_far_bytes(const Wires *w, Pattern pattern, double bytes)
{
    double n = (double)w->n, m = (double)w->n_domains, g = n / m, whole = n > 1 ? bytes * n / (n - 1) : 0;
    switch (pattern) {
    case PATTERN_GATHER:
    case PATTERN_REDUCE: return whole * (m - 1) / (m * g);
    case PATTERN_EXCHANGE: return whole * (m - 1) / m;
    case PATTERN_PERMUTE: return m > 1 ? bytes : 0;
    }
    return 0;
}

static double outer_ns(const Hardware *hw, const Wires *w, Pattern pattern, double bytes)
{
    return wires_far_bytes(w, pattern, bytes) / hw->nic;
}

const char *wires_place(const Hardware *hw, const Wires *w, int64_t n_devices)
{
    enum { MOST_IN_A_HOST = 16 };
    if (!hw->domain || n_devices <= hw->domain || w->n < 2)
        return NULL;
    bool crosses = w->n_domains > 1;
    if (hw->family == DEVICE_TPU)
        return crosses ? "between slices" : "inside a slice";
    if (hw->family == DEVICE_GPU && hw->domain > MOST_IN_A_HOST)
        return crosses ? "between domains of links" : "inside a domain of links";
    return crosses ? "between hosts" : "inside a host";
}

/* What crossing between hosts takes besides what a collective within one does, whatever its size. */
static double far_latency(const Hardware *hw, Pattern pattern)
{
    return hw->far_ns > 0 ? hw->far_ns : latency(hw, pattern);
}

double wires_ns(const Hardware *hw, const Wires *w, Pattern pattern, double bytes)
{
    if (w->n < 2)
        return 0;
    bool crosses = w->n_domains > 1 && !is_torus(hw);
    if (hw->wiring == WIRING_MEMORY) {
        double own = bytes / (hw->link * hw->net_share);
        return latency(hw, pattern) + (crosses ? far_latency(hw, pattern) + fmax(own, outer_ns(hw, w, pattern, bytes)) : own);
    }
    double inner = is_torus(hw) ? torus_ns(hw, w, pattern, bytes) : bytes / domain_rate(hw, w->n / MAX(w->n_domains, 1), pattern);
    double steps = is_torus(hw) ? 1 : sqrt((double)MIN(w->n, hw->domain) / (double)hw->domain); /* smaller groups meet sooner (F) */
    double ns = latency(hw, pattern) * (pattern == PATTERN_PERMUTE ? 1 : steps);
    return crosses ? ns + far_latency(hw, pattern) + fmax(inner, outer_ns(hw, w, pattern, bytes)) : ns + inner;
}
