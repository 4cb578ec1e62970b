/* Shardings and groups of collectives of serialised modules, as HLO text. */
#include "runtime/text/proto_impl.h"

#include <inttypes.h>

enum { SHARDING_REPLICATED, SHARDING_MAXIMAL, SHARDING_TUPLE, SHARDING_TILED, SHARDING_MANUAL, SHARDING_UNKNOWN, SHARDING_UNREDUCED };

/* ---- meshes ---------------------------------------------------------------------------------------------- */

/* A name in single quotes. */
static void axis_name(ProtoWriter *w, WireMessage name)
{
    g_string_append_c(w->out, '\'');
    for (size_t i = 0; i < name.n; i++) {
        if (name.p[i] == '\'' || name.p[i] == '\\')
            g_string_append_c(w->out, '\\');
        g_string_append_c(w->out, name.p[i] < ' ' ? '?' : (char)name.p[i]);
    }
    g_string_append_c(w->out, '\'');
}

/* mesh['a'=2,'b'=4], device_ids=(..); of one device without axes: maximal_mesh[device_id=1] */
static void mesh_text(ProtoWriter *w, WireMessage mesh)
{
    WireInts ids = { 0 };
    WireMessage axis, iota = wire_message(mesh, 3);
    wire_ints(mesh, 2, &ids);
    if (ids.n == 1 && !wire_has(mesh, 1)) {
        g_string_append_printf(w->out, "maximal_mesh[device_id=%" PRId64 "]", ids.v[0]);
        vec_clear(&ids);
        return;
    }
    bool first = true;
    g_string_append(w->out, "mesh[");
    for (const uint8_t *at = NULL; wire_each(mesh, 1, &at, &axis); first = false) {
        g_string_append(w->out, first ? "" : ",");
        axis_name(w, wire_message(axis, 1));
        g_string_append_printf(w->out, "=%" PRId64, wire_int(axis, 2, 0));
    }
    g_string_append_c(w->out, ']');
    bool natural = true;
    for (int i = 0; i < ids.n; i++)
        natural = natural && ids.v[i] == i;
    if (!natural) {
        g_string_append(w->out, ", device_ids=(");
        proto_ints(w, mesh, 2);
        g_string_append_c(w->out, ')');
    } else if (wire_has(iota, 1) && wire_has(iota, 2)) {
        g_string_append(w->out, ", device_ids=([");
        proto_ints(w, iota, 1);
        g_string_append(w->out, "]T(");
        proto_ints(w, iota, 2);
        g_string_append(w->out, "))");
    }
    vec_clear(&ids);
}

/* 'a','b':(2)2 */
static void axis_refs(ProtoWriter *w, WireMessage m, int number, WireMessage mesh)
{
    WireMessage ref;
    bool first = true;
    for (const uint8_t *at = NULL; wire_each(m, number, &at, &ref); first = false) {
        int64_t index = wire_int(ref, 1, 0), k = 0;
        WireMessage axis, name = { .bad = &w->bad };
        bool found = false;
        for (const uint8_t *of = NULL; wire_each(mesh, 1, &of, &axis); k++)
            if (k == index) {
                name = wire_message(axis, 1);
                found = true;
            }
        if (!found) {
            proto_fail(w, "a sharding names axis %" PRId64 " of a mesh of %" PRId64, index, k);
            return;
        }
        g_string_append(w->out, first ? "" : ",");
        axis_name(w, name);
        if (wire_has(ref, 2)) {
            WireMessage part = wire_message(ref, 2);
            g_string_append_printf(w->out, ":(%" PRId64 ")%" PRId64, wire_int(part, 1, 0), wire_int(part, 2, 0));
        }
    }
}

static void axes_of(ProtoWriter *w, const char *word, WireMessage named, int number, WireMessage mesh)
{
    if (!wire_has(named, number))
        return;
    g_string_append_printf(w->out, ", %s={", word);
    axis_refs(w, named, number, mesh);
    g_string_append_c(w->out, '}');
}

static void named_sharding(ProtoWriter *w, WireMessage named)
{
    WireMessage mesh = wire_message(named, 2), dim;
    mesh_text(w, mesh);
    bool has_axes = wire_has(mesh, 1), first = true;
    if (has_axes) {
        g_string_append(w->out, ", [");
        for (const uint8_t *at = NULL; !w->error && wire_each(named, 3, &at, &dim); first = false) {
            g_string_append(w->out, first ? "{" : ", {");
            axis_refs(w, dim, 1, mesh);
            if (!wire_int(dim, 2, 0))
                g_string_append(w->out, wire_has(dim, 1) ? ", ?" : "?");
            g_string_append_c(w->out, '}');
        }
        g_string_append_c(w->out, ']');
    }
    axes_of(w, "replicated", named, 4, mesh);
    if (wire_has(named, 5)) {
        static const char *const of[] = { "", "max", "min" };
        int64_t how = wire_int(named, 8, 0);
        g_string_append_printf(w->out, ", unreduced=%s{", how >= 0 && how < 3 ? of[how] : "");
        axis_refs(w, named, 5, mesh);
        g_string_append_c(w->out, '}');
    }
    axes_of(w, "manual", named, 7, mesh);
}

/* ---- shardings ------------------------------------------------------------------------------------------- */

static const char *last_dim_word(int64_t type)
{
    switch (type) {
    case SHARDING_REPLICATED: return "replicated";
    case SHARDING_MANUAL: return "manual";
    case SHARDING_UNREDUCED: return "unreduced";
    default: return NULL;
    }
}

static void last_dims(ProtoWriter *w, WireMessage sharding)
{
    WireInts types = { 0 };
    wire_ints(sharding, 8, &types);
    if (types.n)
        g_string_append(w->out, " last_tile_dims={");
    for (int i = 0; i < types.n; i++) {
        const char *word = last_dim_word(types.v[i]);
        if (!word)
            proto_fail(w, "a sharding's last tile dimension has the type %" PRId64, types.v[i]);
        else
            g_string_append_printf(w->out, "%s%s", i ? ", " : "", word);
    }
    if (types.n)
        g_string_append_c(w->out, '}');
    else if (wire_int(sharding, 6, 0))
        g_string_append(w->out, " last_tile_dim_replicate");
    vec_clear(&types);
}

static void tiled(ProtoWriter *w, WireMessage sharding)
{
    g_string_append(w->out, "devices=[");
    proto_ints(w, sharding, 3);
    g_string_append_c(w->out, ']');
    if (wire_has(sharding, 9)) {
        g_string_append(w->out, "<=[");
        proto_ints(w, sharding, 9);
        g_string_append_c(w->out, ']');
        WireInts perm = { 0 };
        wire_ints(sharding, 10, &perm);
        if (perm.n > 1) {
            g_string_append(w->out, "T(");
            proto_ints(w, sharding, 10);
            g_string_append_c(w->out, ')');
        }
        vec_clear(&perm);
    } else {
        proto_ints(w, sharding, 4);
    }
    last_dims(w, sharding);
}

/* What is between the braces. */
static void one_sharding(ProtoWriter *w, WireMessage sharding)
{
    int64_t type = wire_int(sharding, 1, 0);
    if (wire_has(sharding, 14)) {
        named_sharding(w, wire_message(sharding, 14));
    } else {
        switch (type) {
        case SHARDING_REPLICATED: g_string_append(w->out, "replicated"); break;
        case SHARDING_MAXIMAL:
            g_string_append(w->out, "maximal device=");
            proto_ints(w, sharding, 4);
            break;
        case SHARDING_TILED: tiled(w, sharding); break;
        case SHARDING_MANUAL: g_string_append(w->out, "manual"); break;
        case SHARDING_UNKNOWN: g_string_append(w->out, "unknown"); break;
        case SHARDING_UNREDUCED: g_string_append(w->out, "unreduced"); break;
        default: proto_fail(w, "a sharding of the type %" PRId64 ", which is not known here", type);
        }
    }
    if (wire_int(sharding, 11, 0))
        g_string_append_printf(w->out, " shard_%s %" PRId64, wire_int(sharding, 13, 0) ? "like" : "as", wire_int(sharding, 12, 0));
}

void proto_sharding(ProtoWriter *w, WireMessage sharding, int depth)
{
    if (depth > MAX_PROTO_DEPTH) {
        proto_fail(w, "a sharding has more than %d levels", MAX_PROTO_DEPTH);
        return;
    }
    g_string_append_c(w->out, '{');
    if (wire_int(sharding, 1, 0) == SHARDING_TUPLE) {
        WireMessage part;
        bool first = true;
        for (const uint8_t *at = NULL; !w->error && wire_each(sharding, 5, &at, &part); first = false) {
            g_string_append(w->out, first ? "" : ", ");
            proto_sharding(w, part, depth + 1);
        }
    } else {
        one_sharding(w, sharding);
    }
    g_string_append_c(w->out, '}');
}

/* ---- groups ---------------------------------------------------------------------------------------------- */

static void listed_groups(ProtoWriter *w, WireMessage m, int number)
{
    WireMessage group;
    bool first = true;
    g_string_append_c(w->out, '{');
    for (const uint8_t *at = NULL; wire_each(m, number, &at, &group); first = false) {
        g_string_append(w->out, first ? "{" : ",{");
        proto_ints(w, group, 1);
        g_string_append_c(w->out, '}');
    }
    g_string_append_c(w->out, '}');
}

static void iota_groups(ProtoWriter *w, WireMessage m)
{
    g_string_append_printf(w->out, "[%" PRId64 ",%" PRId64 "]<=[", wire_int(m, 1, 0), wire_int(m, 2, 0));
    proto_ints(w, m, 3);
    g_string_append_c(w->out, ']');
    WireInts perm = { 0 };
    wire_ints(m, 4, &perm);
    if (perm.n > 1) {
        g_string_append(w->out, "T(");
        proto_ints(w, m, 4);
        g_string_append_c(w->out, ')');
    }
    vec_clear(&perm);
}

bool proto_groups(ProtoWriter *w, WireMessage op)
{
    WireMessage list = wire_message(op, 87), axes = wire_message(op, 93);
    if (wire_has(op, 93)) {
        WireMessage mesh = wire_message(axes, 1);
        mesh_text(w, mesh);
        g_string_append(w->out, " {");
        axis_refs(w, axes, 2, mesh);
        g_string_append_c(w->out, '}');
    } else if (wire_has(op, 92)) {
        iota_groups(w, wire_message(op, 92));
    } else if (wire_has(list, 2)) { /* where writers of 2024 put it */
        iota_groups(w, wire_message(list, 2));
    } else if (wire_has(op, 87)) {
        listed_groups(w, list, 1);
    } else if (wire_has(op, 49)) {
        listed_groups(w, op, 49);
    } else {
        return false;
    }
    return true;
}
