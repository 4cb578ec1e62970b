/* Logical axes of meshes on physical axes of tori; see place.h. */
#include "runtime/sim/place.h"

#include <pthread.h>
#include <string.h>

enum { MOST_DIMS = 4, MOST_MESH_AXES = 16 }; /* of a torus three and the devices of a chip */

/* The torus as JAX sees it: sizes in the order x, y, z and, of parts with two devices to a chip, those; and how far neighbours stand apart in our numbers. */
typedef struct Torus {
    int n;
    int64_t size[MOST_DIMS], stride[MOST_DIMS], n_devices;
} Torus;

/* How much of each physical axis a logical axis has. */
typedef struct Assignment {
    int64_t of[MOST_DIMS][MOST_MESH_AXES];
} Assignment;

static Torus torus_of(const Hardware *hw)
{
    Torus t = { .n = 3, .size = { 1, 1, 1, 1 }, .stride = { 1, 1, 1, 1 }, .n_devices = 1 };
    int64_t stride = hw->per_chip;
    for (int d = 2; d >= 0; d--) {
        t.stride[d] = stride;
        stride *= hw->torus[d];
    }
    t.n_devices = stride;
    int at = 0;
    for (int d = 0; d < 3; d++)
        if (hw->torus[d] > 1) { /* slices that are flat have their axes of size 1 last */
            t.size[at] = hw->torus[d];
            t.stride[at++] = t.stride[d];
        }
    if (hw->per_chip > 1) {
        t.size[3] = hw->per_chip;
        t.n = 4;
    }
    return t;
}

/* ---- whole axes --------------------------------------------------------------------------------------------------------------------- */

/* The first set of so many axes that are left, in lexical order, whose sizes multiply to `size`; bits. 0 = there is none. */
static unsigned whole_axes(const Torus *t, unsigned taken, int64_t size, int count)
{
    static const unsigned no_set = 0;
    unsigned best = no_set;
    char best_key[MOST_DIMS + 1] = "";
    for (unsigned set = 1; set < 1u << t->n; set++) {
        char key[MOST_DIMS + 1] = "";
        int64_t product = 1;
        int n = 0;
        for (int d = 0; d < t->n; d++)
            if (set >> d & 1) {
                product *= taken >> d & 1 ? 0 : t->size[d];
                key[n++] = (char)('0' + d);
            }
        if (n == count && product == size && (!best || strcmp(key, best_key) < 0)) {
            best = set;
            memcpy(best_key, key, sizeof key);
        }
    }
    return best;
}

static bool assign_whole(const Torus *t, const int64_t *sizes, int n_axes, Assignment *out)
{
    unsigned taken = 0;
    for (int a = n_axes - 1; a >= 0; a--) {
        unsigned set = 0;
        for (int count = t->n; count > 0 && !set; count--)
            set = whole_axes(t, taken, sizes[a], count);
        if (!set && sizes[a] > 1)
            return false;
        taken |= set;
        for (int d = 0; d < t->n; d++)
            if (set >> d & 1)
                out->of[d][a] = t->size[d];
    }
    return true;
}

/* ---- parts of axes ------------------------------------------------------------------------------------------------------------------ */

/* Of two ways to place an axis, whether the first is better: more of it on whole physical axes, on more of them, more of it on axes that others have a part
 * of, then the lexically larger. */
static bool better(const Torus *t, const int64_t *used, const int64_t *x, const int64_t *y)
{
    int64_t whole[2] = { 1, 1 }, n[2] = { 0, 0 }, shared[2] = { 1, 1 };
    const int64_t *of[2] = { x, y };
    for (int i = 0; i < 2; i++)
        for (int d = 0; d < t->n; d++) {
            bool all = of[i][d] == t->size[d];
            whole[i] *= all ? of[i][d] : 1;
            n[i] += all && of[i][d] > 1;
            shared[i] *= used[d] > 1 ? of[i][d] : 1;
        }
    if (whole[0] != whole[1])
        return whole[0] > whole[1];
    if (n[0] != n[1])
        return n[0] > n[1];
    if (shared[0] != shared[1])
        return shared[0] > shared[1];
    for (int d = 0; d < t->n; d++)
        if (x[d] != y[d])
            return x[d] > y[d];
    return false;
}

typedef struct Splitting {
    const Torus *t;
    int64_t used[MOST_DIMS], best[MOST_DIMS], now[MOST_DIMS];
    bool found;
} Splitting;

/* All ways to make `left` of what is left of the axes from d on. */
static void try_parts(Splitting *s, int d, int64_t left)
{
    if (d == s->t->n) {
        if (left == 1 && (!s->found || better(s->t, s->used, s->now, s->best))) {
            memcpy(s->best, s->now, sizeof s->best);
            s->found = true;
        }
        return;
    }
    int64_t room = s->t->size[d] / s->used[d];
    for (int64_t part = 1; part <= MIN(room, left); part++)
        if (room % part == 0 && left % part == 0) {
            s->now[d] = part;
            try_parts(s, d + 1, left / part);
        }
}

static bool assign_parts(const Torus *t, const int64_t *sizes, int n_axes, Assignment *out)
{
    Splitting s = { .t = t, .used = { 1, 1, 1, 1 } };
    for (int a = n_axes - 1; a >= 0; a--) {
        s.found = false;
        try_parts(&s, 0, sizes[a]);
        if (!s.found)
            return false;
        for (int d = 0; d < t->n; d++) {
            out->of[d][a] = s.best[d];
            s.used[d] *= s.best[d];
        }
    }
    return true;
}

/* ---- devices ------------------------------------------------------------------------------------------------------------------------ */

/* The device at a position of the mesh. A physical axis that several logical ones share has them in their order, the last one innermost; a logical
 * axis over several physical ones goes through them in theirs. */
static int64_t device_at(const Torus *t, const Assignment *as, const int64_t *sizes, int n_axes, int64_t position)
{
    int64_t part[MOST_DIMS][MOST_MESH_AXES], device = 0;
    for (int a = n_axes - 1; a >= 0; a--) {
        int64_t at = position % sizes[a];
        position /= sizes[a];
        for (int d = t->n - 1; d >= 0; d--) {
            part[d][a] = at % as->of[d][a];
            at /= as->of[d][a];
        }
    }
    for (int d = 0; d < t->n; d++) {
        int64_t coordinate = 0;
        for (int a = 0; a < n_axes; a++)
            coordinate = coordinate * as->of[d][a] + part[d][a];
        device += coordinate * t->stride[d];
    }
    return device;
}

/* Small slices are rings, by row: v5e and v6e of 4, 8 and 16 chips, v5p of 8, TPU7x of up to 16 chips whose first two axes have at most two. NULL = not this one. */
static const int *ring_of(const Hardware *hw, const int64_t *sizes, int n_axes, const Torus *t, int *n)
{
    static const int square[] = { 0, 1, 3, 2 }, tray[] = { 0, 1, 2, 3, 7, 6, 5, 4 }, large[] = { 0, 1, 2, 3, 7, 6, 5, 9, 10, 11, 15, 14, 13, 12, 8, 4 },
                     cube[] = { 0, 1, 3, 2, 6, 7, 5, 4 }, pairs[] = { 0, 1, 2, 3, 6, 7, 4, 5 };
    int64_t longest = 1, x = hw->torus[2], y = hw->torus[1];
    for (int a = 0; a < n_axes; a++)
        longest = MAX(longest, sizes[a]);
    *n = (int)t->n_devices;
    if (g_str_equal(hw->id, "v5e") || g_str_equal(hw->id, "v6e")) {
        if (x == 2 && y == 2)
            return square;
        if (t->n_devices == 8)
            return tray;
        return x == 4 && y == 4 && longest == 16 ? large : NULL;
    }
    if (g_str_equal(hw->id, "v5p"))
        return t->n_devices == 8 && t->size[0] == 2 && t->size[1] == 2 ? cube : NULL;
    *n = 8;
    return g_str_equal(hw->id, "v7x") && t->n_devices % 8 == 0 && t->n_devices <= 32 && t->size[0] == 2 && t->size[1] == 2 ? pairs : NULL;
}

/* In rings, one for each place along the last axis. JAX lists the devices along x first. */
static int64_t ring_device(const Torus *t, const int *ring, int n, int64_t position)
{
    if (t->n < MOST_DIMS)
        return ring[position];
    int64_t at = ring[position % n], z = position / n;
    return at % 2 + at / 2 % 2 * t->stride[0] + at / 4 * t->stride[1] + z * t->stride[2];
}

/* The part of the mesh that goes over slices, the outermost first, and what of each axis is left inside one. False: the sizes do not divide so. */
static bool inside_slice(int64_t n_slices, const int64_t *sizes, int n_axes, int64_t *inner, int64_t *outer)
{
    for (int a = 0; a < n_axes; a++) {
        int64_t over = sizes[a];
        while (over > 1 && (n_slices % over || sizes[a] % over))
            over--;
        n_slices /= over;
        outer[a] = over;
        inner[a] = sizes[a] / over;
    }
    return n_slices == 1;
}

int64_t *place_as_jax(const Hardware *hw, const int64_t *sizes, int n_axes)
{
    if ((hw->wiring != WIRING_TORUS2 && hw->wiring != WIRING_TORUS3) || n_axes < 1 || n_axes > MOST_MESH_AXES)
        return NULL;
    Torus t = torus_of(hw);
    int64_t inner[MOST_MESH_AXES], outer[MOST_MESH_AXES], all = 1;
    for (int a = 0; a < n_axes; a++)
        all *= sizes[a];
    Assignment as;
    for (int d = 0; d < MOST_DIMS; d++)
        for (int a = 0; a < n_axes; a++)
            as.of[d][a] = 1;
    if (all != t.n_devices * hw->n_slices || !inside_slice(hw->n_slices, sizes, n_axes, inner, outer))
        return NULL;
    int n_ring;
    const int *ring = ring_of(hw, inner, n_axes, &t, &n_ring);
    if (!ring && !assign_whole(&t, inner, n_axes, &as)) {
        for (int d = 0; d < MOST_DIMS; d++)
            for (int a = 0; a < n_axes; a++)
                as.of[d][a] = 1;
        if (!assign_parts(&t, inner, n_axes, &as))
            return NULL;
    }
    int64_t *place = g_new(int64_t, all);
    for (int64_t i = 0; i < all; i++) {
        int64_t slice = 0, within = 0, rest = i, at[MOST_MESH_AXES];
        for (int a = n_axes - 1; a >= 0; a--) {
            at[a] = rest % sizes[a];
            rest /= sizes[a];
        }
        for (int a = 0; a < n_axes; a++) { /* blocks: a slice has neighbours of each axis */
            slice = slice * outer[a] + at[a] / inner[a];
            within = within * inner[a] + at[a] % inner[a];
        }
        place[i] = slice * t.n_devices + (ring ? ring_device(&t, ring, n_ring, within) : device_at(&t, &as, inner, n_axes, within));
    }
    return place;
}

/* Kept for the life of the process: there are as many as meshes were looked at, which are few. */
typedef struct Known {
    int64_t row, wiring, torus[3], per_chip, n_slices; /* what placing asks of a model; models of what-ifs live shortly, so not where they are */
    int64_t sizes[MOST_MESH_AXES];
} Known;

const int64_t *place_of_mesh(const Hardware *hw, const Mesh *mesh)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards known */
    static GHashTable *known;
    Known key;
    memset(&key, 0, sizeof key);
    key.row = hardware_row(hw->id), key.wiring = hw->wiring, key.per_chip = hw->per_chip, key.n_slices = hw->n_slices;
    memcpy(key.torus, hw->torus, sizeof key.torus);
    if (!mesh || mesh->maximal || mesh->device_ids || mesh->n_axes > MOST_MESH_AXES || !hw->torus[0])
        return NULL;
    for (int a = 0; a < mesh->n_axes; a++)
        key.sizes[a] = mesh->axes[a].size;
    GBytes *name = g_bytes_new(&key, sizeof key);
    pthread_mutex_lock(&lock);
    if (!known)
        known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, g_free);
    gpointer place = NULL;
    if (!g_hash_table_lookup_extended(known, name, NULL, &place)) {
        place = place_as_jax(hw, key.sizes, mesh->n_axes);
        g_hash_table_insert(known, g_bytes_ref(name), place);
    }
    pthread_mutex_unlock(&lock);
    g_bytes_unref(name);
    return place;
}

/* ---- orders that users give ----------------------------------------------------------------------------------------------------------- */

/* "[4,2]T(1,0)": the numbers from 0 on, in that shape, its dims in that order. */
static bool read_iota(const char *text, GArray *out)
{
    int64_t sizes[MOST_MESH_AXES], order[MOST_MESH_AXES], strides[MOST_MESH_AXES], n = 0, n_order = 0, all = 1;
    const char *at = text + 1;
    for (char *end; n < MOST_MESH_AXES; at = end + 1) {
        sizes[n] = g_ascii_strtoll(at, &end, 10);
        if (end == at || sizes[n] < 1 || sizes[n] > MAX_DEVICES / all || (*end != ',' && *end != ']'))
            return false;
        all *= sizes[n++];
        if (*end == ']') {
            at = end + 1;
            break;
        }
    }
    for (int64_t d = 0; d < n; d++)
        order[d] = d;
    unsigned seen = 0;
    if (g_str_has_prefix(at, "T("))
        for (char *end = (char *)at + 1; *end != ')'; n_order++) {
            at = end + 1;
            int64_t d = g_ascii_strtoll(at, &end, 10);
            if (end == at || d < 0 || d >= n || seen >> d & 1 || (*end != ',' && *end != ')'))
                return false;
            seen |= 1u << d;
            order[n_order] = d;
            at = end;
        }
    if ((n_order && (n_order != n || strcmp(at, ")"))) || (!n_order && *at))
        return false;
    for (int64_t d = n - 1, stride = 1; d >= 0; stride *= sizes[d--])
        strides[d] = stride;
    for (int64_t i = 0; i < all; i++) {
        int64_t rest = i, id = 0;
        for (int64_t k = n - 1; k >= 0; k--) {
            id += rest % sizes[order[k]] * strides[order[k]];
            rest /= sizes[order[k]];
        }
        g_array_append_val(out, id);
    }
    return true;
}

static bool read_list(const char *text, GArray *out)
{
    for (char *end;; text = end + 1) {
        int64_t id = g_ascii_strtoll(text, &end, 10);
        if (end == text || id < 0 || id >= MAX_DEVICES || out->len >= MAX_DEVICES || (*end && *end != ','))
            return false;
        g_array_append_val(out, id);
        if (!*end)
            return true;
    }
}

/* True if each number from 0 on is there once. */
static bool is_order(const GArray *ids)
{
    g_autofree bool *seen = g_new0(bool, ids->len + 1);
    for (guint i = 0; i < ids->len; i++) {
        int64_t id = g_array_index(ids, int64_t, i);
        if (id >= (int64_t)ids->len || seen[id])
            return false;
        seen[id] = true;
    }
    return true;
}

int64_t *place_read(const char *text, int64_t *n, GError **error)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    bool read = *text == '[' ? read_iota(text, ids) : read_list(text, ids);
    if (!read || !is_order(ids)) {
        diag(error, SHARD_ERROR_USAGE, NULL, "jax, rows, each device once as 3,1,0,2, or as HLO writes orders, [4,2]T(1,0)", read ? "not every device stands once in \"%s\"" : "no order of devices: \"%s\"", text);
        g_array_unref(ids);
        return NULL;
    }
    *n = ids->len;
    return (int64_t *)(void *)g_array_free(ids, FALSE);
}
