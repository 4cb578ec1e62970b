/* Lines of the partitioner's log about changes within groups of devices: it divides a product in groups, each of which has a part of the operands, and then says
 * layouts as if there were no devices but those of one group. Which devices these are the log does not say. Start reading at xla_log_join_groups. */
#include "runtime/xla/log_impl.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/shard/tiles.h"
#include "runtime/xla/adopt.h"
#include "runtime/xla/explain.h"

/* How many devices a sharding names: {devices=[2,1,4]<=[8] ..} are 8. 0 = it does not say. */
static int64_t devices_in(const char *text)
{
    static const char key[] = "{devices=[";
    if (!g_str_has_prefix(text, key))
        return 0;
    int64_t n = 1;
    for (const char *p = text + strlen(key); *p;) {
        char *end;
        int64_t parts = g_ascii_strtoll(p, &end, 10);
        if (end == p || parts < 1 || parts > MAX_DEVICES || (n *= parts) > MAX_DEVICES)
            return 0;
        if (*end != ',')
            return *end == ']' ? n : 0;
        p = end + 1;
    }
    return 0;
}

void xla_log_read_group(IrModule *m, const char *from, const char *to, Line *l)
{
    int64_t n = devices_in(from), other = devices_in(to);
    n = n ? n : other;
    if (n < 2 || (other && other != n) || n >= m->mesh->n_devices || m->mesh->n_devices % n)
        return;
    const Mesh *mesh = mesh_intern(m->shardings, &(Mesh){ .name = "group", .n_axes = 1, .axes = &(MeshAxis){ "device", n }, .n_devices = n });
    l->in_from = xla_sharding_read(m, mesh, from, l->rank);
    l->in_to = l->in_from ? xla_sharding_read(m, mesh, to, l->rank) : NULL;
}

/* What a device has of its group's part, before and after a change. */
typedef struct Share {
    int64_t group;           /* a number for the part that its group has of the value */
    int64_t before, after;   /* numbers for the tiles of it */
} Share;

static int share_compare(const void *a, const void *b)
{
    const Share *x = a, *y = b;
    int by_group = (x->group > y->group) - (x->group < y->group), by_before = (x->before > y->before) - (x->before < y->before);
    return by_group ? by_group : by_before ? by_before : (x->after > y->after) - (x->after < y->after);
}

/* Of a device of the whole mesh, or, as the change of one group, of a device of the line's. False if the group's part is not the same before and after. */
static bool share_of(const Line *l, const Sharding *from, const Sharding *to, int64_t device, Share *out)
{
    int64_t before[MAX_RANK + 1], after[MAX_RANK + 1];
    *out = (Share){ 0 };
    if (!tile_coords(from, device, before) || !tile_coords(to, device, after))
        return false;
    for (int d = 0; d < l->rank; d++) {
        int64_t p = sharding_parts(l->in_from, d), q = sharding_parts(l->in_to, d), mine = before[d] / p;
        if (mine != after[d] / q)
            return false;
        out->group = out->group * (sharding_parts(from, d) / p) + mine;
        out->before = out->before * p + before[d] % p;
        out->after = out->after * q + after[d] % q;
    }
    return true;
}

/* True if each dim is divided among groups as much before as after, and within them as the line says. */
static bool divides_alike(const Line *l, const Sharding *from, const Sharding *to)
{
    for (int d = 0; d < l->rank; d++) {
        int64_t p = sharding_parts(l->in_from, d), n = sharding_parts(from, d);
        if (n % p || n / p * sharding_parts(l->in_to, d) != sharding_parts(to, d))
            return false;
    }
    return true;
}

bool xla_log_is_in_groups(const Line *l, const Sharding *from, const Sharding *to)
{
    int64_t n = l->in_from->mesh->n_devices, all = from->mesh->n_devices;
    if (from->maximal || to->maximal || from->rank != l->rank || to->rank != l->rank || to->mesh->n_devices != all || !divides_alike(l, from, to))
        return false;
    g_autofree Share *said = g_new(Share, n), *have = g_new(Share, all);
    bool ok = true;
    for (int64_t i = 0; i < n && ok; i++)
        ok = share_of(l, l->in_from, l->in_to, i, &said[i]);
    for (int64_t i = 0; i < all && ok; i++)
        ok = share_of(l, from, to, i, &have[i]);
    if (!ok)
        return false;
    qsort(said, (size_t)n, sizeof *said, share_compare);
    qsort(have, (size_t)all, sizeof *have, share_compare);
    for (int64_t at = 0, size; at < all; at += size) {
        for (size = 1; at + size < all && have[at + size].group == have[at].group; size++)
            ;
        if (size % n) /* groups that have the same part are looked at together */
            return false;
        for (int64_t i = 0; i < size; i++)
            if (have[at + i].before != said[i / (size / n)].before || have[at + i].after != said[i / (size / n)].after)
                return false;
    }
    return true;
}

/* True if a line of a group is about this reshard. */
static bool is_of(const Join *j, const Line *l, int k)
{
    const Reshard *r = &j->log->reshards.v[k];
    const Type *type = j->types[k];
    int64_t tile[MAX_RANK + 1];
    if (!r->from || !r->to || r->rank != l->rank || !xla_log_named(j, k, l->name) || !xla_log_is_in_groups(l, r->from, r->to))
        return false;
    if (!type || type->kind != TYPE_ARRAY || type->rank != l->rank)
        return true;
    tile_dims(r->from, type->rank, type->dims, tile);
    return memcmp(tile, l->dims, sizeof *tile * (size_t)type->rank) == 0;
}

void xla_log_join_groups(const Join *j, XlaLogResult *out)
{
    for (guint i = 0; i < j->lines->len; i++) {
        Line *l = &g_array_index(j->lines, Line, i);
        if (!l->in_to || l->remat || sharding_same_layout(l->in_from, l->in_to))
            continue;
        bool sends = explain_sends(l->in_from, l->in_to);
        for (int k = 0; k < j->log->reshards.n; k++) {
            Reshard *r = &j->log->reshards.v[k];
            if (!is_of(j, l, k))
                continue;
            l->found = true;
            if (r->logged)
                continue;
            r->logged = 1;
            r->certainty = r->certainty > RESHARD_LIKELY ? MAX(r->certainty, RESHARD_LOGGED) : r->certainty;
            out->n_confirmed++;
        }
        out->n_in_groups += sends && (l->found || !l->between);
        out->n_in_groups_found += sends && l->found;
        if (sends && !l->found && !l->between)
            g_debug("line of the log about groups that no reshard agrees with: %.*s", (int)strcspn(l->text, "\n"), l->text);
    }
}
