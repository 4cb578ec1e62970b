/* The chain of reasons from a value's sharding back to the user's line. A propagation step set axes on a value because another value had
 * them already. The reason is therefore in the earlier steps of that other value that set one of the same axes. The chain is
 * followed breadth first, each step once. */
#include "trace/query_impl.h"

#include <string.h>

enum { MAX_LINKS = 2000 };

typedef struct Link {
    int64_t step, depth;
    char *axes;           /* the axes that the chain is about; NULL = any */
} Link;

static void link_clear(gpointer p)
{
    g_free(((Link *)p)->axes);
}

/* "x:(1)2" is a part of axis x. */
static bool shares_axis(const char *a, const char *b)
{
    g_auto(GStrv) left = g_strsplit(a, ",", -1), right = g_strsplit(b, ",", -1);
    for (char **p = left; *p; p++)
        for (char **q = right; *q; q++) {
            size_t n = strcspn(*p, ":"), m = strcspn(*q, ":");
            if (n && n == m && strncmp(*p, *q, n) == 0)
                return true;
        }
    return false;
}

/* A chain of steps while it is followed. */
typedef struct Chain {
    sqlite3_stmt *steps; /* of a value, latest first */
    GArray *links;       /* of Link */
    GHashTable *seen;    /* ids of steps */
} Chain;

/* Appends the steps of a value that came before `seq`, contain one of `axes` (NULL = any) and were not seen. A step without a
 * dim gives a value another name, so it belongs to any chain. */
static void follow(const Chain *c, int64_t inst, int64_t leaf, int64_t seq, const char *axes, int64_t depth)
{
    sqlite3_stmt *steps = c->steps;
    sqlite3_bind_int64(steps, 1, inst);
    sqlite3_bind_int64(steps, 2, seq);
    sqlite3_bind_int64(steps, 3, leaf);
    while (sqlite3_step(steps) == SQLITE_ROW && c->links->len < MAX_LINKS) {
        int64_t id = sqlite3_column_int64(steps, 0);
        const char *own = (const char *)sqlite3_column_text(steps, 1);
        bool name = !own || !*own;
        if ((axes && !name && !shares_axis(own, axes)) || !g_hash_table_add(c->seen, GSIZE_TO_POINTER(id)))
            continue;
        g_array_append_val(c->links, ((Link){ id, depth, g_strdup(name ? axes : own) }));
    }
    sqlite3_reset(steps);
}

#define ANY_LEAF (-1)

static GArray *find_links(TraceReader *r, int64_t inst_id, bool refusals, GError **error)
{
    sqlite3_stmt *steps = db_prepare(r->db, r->path, refusals
        ? "SELECT id, axes FROM prop_step WHERE inst_id = ?1 AND seq < ?2 AND (?3 < 0 OR leaf = ?3) ORDER BY seq DESC"
        : "SELECT id, axes FROM prop_step WHERE inst_id = ?1 AND seq < ?2 AND (?3 < 0 OR leaf = ?3) AND taken = 1 ORDER BY seq DESC", error);
    sqlite3_stmt *one = db_prepare(r->db, r->path, "SELECT src_inst, seq, src_leaf, dim FROM prop_step WHERE id = ?1 AND taken = 1", error);
    GArray *links = NULL;
    if (steps && one) {
        g_autoptr(GHashTable) seen = g_hash_table_new(g_direct_hash, g_direct_equal);
        links = g_array_new(FALSE, FALSE, sizeof(Link));
        g_array_set_clear_func(links, link_clear);
        Chain chain = { steps, links, seen };
        follow(&chain, inst_id, ANY_LEAF, INT64_MAX, NULL, 0);
        for (guint i = 0; i < links->len; i++) {
            Link at = g_array_index(links, Link, i);
            sqlite3_bind_int64(one, 1, at.step);
            if (sqlite3_step(one) == SQLITE_ROW && sqlite3_column_type(one, 0) != SQLITE_NULL) {
                bool name = sqlite3_column_type(one, 3) == SQLITE_NULL; /* logged after propagation */
                g_autofree char *axes = g_strdup(at.axes);
                follow(&chain, sqlite3_column_int64(one, 0), sqlite3_column_int64(one, 2), name ? INT64_MAX : sqlite3_column_int64(one, 1), axes,
                       at.depth + 1);
            }
            sqlite3_reset(one);
        }
    }
    sqlite3_finalize(steps);
    sqlite3_finalize(one);
    return links;
}

/* A chain ends at an annotation: of the value itself, or of the result that the step came from. */
#define ENDS "(p.src_inst IS NULL OR EXISTS (SELECT 1 FROM annotation a WHERE a.inst_id = p.src_inst AND a.leaf = p.src_leaf AND a.kind = 2))"
#define ANNOTATION_WHERE "iif(p.src_inst IS NULL, a.inst_id = p.inst_id AND a.leaf = p.leaf, a.inst_id = p.src_inst AND a.leaf = p.src_leaf AND a.kind = 2)"
#define AT_END(COLUMN, MORE)                                                                                   \
    "COALESCE((SELECT " COLUMN " FROM annotation a" MORE " WHERE " ANNOTATION_WHERE " AND a.loc_id = p.src_loc LIMIT 1)," \
    " (SELECT " COLUMN " FROM annotation a" MORE " WHERE " ANNOTATION_WHERE " LIMIT 1))"

/* Links as rows of SQL: (step, depth, place in the chain). One question for all of them: in a file without keys each reads whole tables. */
static char *links_sql(const GArray *links)
{
    GString *sql = g_string_new("WITH link(step, depth, place) AS (VALUES ");
    for (guint i = 0; i < links->len; i++) {
        const Link *l = &g_array_index(links, Link, i);
        g_string_append_printf(sql, "%s(%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%u)", i ? "," : "", l->step, l->depth, i);
    }
    g_string_append(sql,
        ") SELECT k.depth, p.seq, p.inst_id, n.s, p.dim, iif(p.taken, p.axes, COALESCE(p.asked, p.axes)), p.via_inst, vn.s, vo.s, p.factor, p.direction, p.src_inst, iif(" ENDS ", NULL, sn.s),"
        " iif(" ENDS ", " AT_END("a.text", "") ", NULL),"
        " COALESCE(v.at, iif(" ENDS ", " AT_END("av.at", " JOIN v_loc av ON av.id = a.loc_id") ", NULL)),"
        " p.taken, " SAID("p.why") ", " SAID("iif(" ENDS ", " AT_END("a.label", "") ", NULL)") ","
        " " LABEL("i", "n", "op", "lb") ", iif(p.src_inst IS NULL OR " ENDS ", NULL, " LABEL("si", "sn", "sop", "slb") ")"
        " FROM link k JOIN prop_step p ON p.id = k.step JOIN inst i ON i.id = p.inst_id JOIN str n ON n.id = i.name_id LEFT JOIN str op ON op.id = i.op_name_id"
        " LEFT JOIN str lb ON lb.id = i.label_id"
        " LEFT JOIN inst vi ON vi.id = p.via_inst LEFT JOIN str vn ON vn.id = vi.name_id LEFT JOIN str vo ON vo.id = vi.opcode_id"
        " LEFT JOIN inst si ON si.id = p.src_inst LEFT JOIN str sn ON sn.id = si.name_id LEFT JOIN str sop ON sop.id = si.op_name_id"
        " LEFT JOIN str slb ON slb.id = si.label_id LEFT JOIN v_loc v ON v.id = p.src_loc ORDER BY k.place");
    return g_string_free(sql, FALSE);
}

GArray *trace_query_why(TraceReader *r, int64_t inst_id, bool refusals, GError **error)
{
    g_autoptr(GArray) links = find_links(r, inst_id, refusals, error);
    if (!links)
        return NULL;
    if (!links->len) {
        GArray *none = g_array_new(FALSE, TRUE, sizeof(TraceWhyRow));
        g_array_set_clear_func(none, result_type_WhyRow.clear);
        return none;
    }
    g_autofree char *sql = links_sql(links);
    return ASK(WhyRow, sql, 0);
}
