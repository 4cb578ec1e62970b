/* Joins the partitioner's log with what was explained; see log.h. */
#include "runtime/xla/log.h"

#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"
#include "runtime/xla/align.h"

enum { LOGGED = 80 }; /* reshard.certainty */

typedef struct Line {
    char *name;               /* op_name of the instruction; NULL = it has none */
    const Sharding *from, *to;
    int rank;
    int64_t dims[MAX_RANK];   /* of the piece on one device */
    bool remat;
} Line;

/* The sharding that begins at the first brace of `at`: *end is behind it. NULL = it cannot be read on this mesh. */
static const Sharding *read_sharding(IrModule *m, Arena *arena, const char *at, int rank, const char **end)
{
    const char *open = strchr(at, '{');
    if (!open)
        return NULL;
    int depth = 0;
    const char *p = open;
    for (; *p && *p != '\n'; p++) {
        depth += (*p == '{') - (*p == '}');
        if (!depth)
            break;
    }
    if (*p != '}')
        return NULL;
    *end = p + 1;
    g_autofree char *text = g_strndup(open, (gsize)(p + 1 - open));
    Gspmd g;
    if (!gspmd_parse(arena, m->shardings, text, &g, NULL, NULL) || g.kind == GSPMD_TUPLE)
        return NULL;
    return gspmd_to_sharding(m->shardings, &g, m->mesh, rank, NULL, NULL);
}

/* Rank and dims of the first array type in an instruction's text: f32[4,8]. -1 = none. */
static int dims_in(const char *text, const char *end, int64_t dims[MAX_RANK])
{
    const char *open = g_strstr_len(text, end - text, " = ");
    open = open ? memchr(open, '[', (gsize)(end - open)) : NULL;
    if (!open)
        return -1;
    int rank = 0;
    for (const char *p = open + 1; p < end && *p != ']' && rank < MAX_RANK; p++) {
        char *behind;
        dims[rank++] = g_ascii_strtoll(p, &behind, 10);
        if (behind == p || behind >= end || *behind == ']')
            break;
        p = behind;
    }
    return rank;
}

static char *name_in(const char *text, const char *end)
{
    const char *key = g_strstr_len(text, end - text, "op_name=\"");
    if (!key)
        return NULL;
    key += strlen("op_name=\"");
    GString *s = g_string_new(NULL);
    for (; key < end && *key != '"'; key++) {
        key += *key == '\\' && key + 1 < end;
        g_string_append_c(s, *key);
    }
    return g_string_free(s, FALSE);
}

/* "Resharding INSTRUCTION from {..} to {..}"; a warning has the instruction behind the two. */
static bool read_line(const char *line, const char *end, IrModule *m, Arena *arena, Line *out)
{
    const char *move = g_strstr_len(line, end - line, "Resharding "), *warn = g_strstr_len(line, end - line, "full rematerialization");
    if (!move && !warn)
        return false;
    const char *text = move ? move + strlen("Resharding ") : line, *from = NULL;
    for (const char *at = text; (at = g_strstr_len(at, end - at, warn && !move ? "sharding {" : " from {")); at++) {
        from = at; /* the last " from {" belongs to the message, not to the instruction */
        if (warn && !move)
            break;
    }
    if (!from)
        return false;
    const char *hlo = move ? text : g_strstr_len(from, end - from, "operation:");
    hlo = hlo ? hlo : from;
    *out = (Line){ .name = name_in(hlo, end), .remat = warn != NULL };
    out->rank = dims_in(hlo, end, out->dims);
    const char *behind = NULL;
    out->from = out->rank >= 0 ? read_sharding(m, arena, from, out->rank, &behind) : NULL;
    out->to = out->from ? read_sharding(m, arena, behind, out->rank, &behind) : NULL;
    return true;
}

static bool has_name(const IrModule *local, int reshard, const char *name)
{
    for (int k = 0; k < local->n_comps; k++)
        for (int i = 0; i < local->comps[k]->n_ops; i++) {
            const IrOp *op = local->comps[k]->ops[i];
            bool mine = op->reshard_id == reshard;
            for (int j = 0; j < op->n_more_reshards && !mine; j++)
                mine = op->more_reshards[j] == reshard;
            if (mine && align_names_agree(op->op_name, name))
                return true;
        }
    return false;
}

/* True if the line is about a piece of the reshard's value. */
static bool same_piece(const IrModule *whole, const Reshard *r, const Line *l)
{
    for (int k = 0; k < whole->n_comps; k++)
        for (int j = 0; j < whole->comps[k]->n_ops; j++) {
            const IrOp *op = whole->comps[k]->ops[j];
            if (op->id != r->value_op || r->leaf >= type_n_leaves(op->type))
                continue;
            const Type *type = type_leaf(op->type, r->leaf);
            int64_t tile[MAX_RANK + 1];
            if (type->kind != TYPE_ARRAY || type->rank != l->rank || r->from->rank != l->rank)
                return false;
            tile_dims(r->from, type->rank, type->dims, tile);
            return memcmp(tile, l->dims, sizeof *tile * (size_t)l->rank) == 0;
        }
    return false;
}

/* The reshard with these layouts, whose value or consumer has the name. */
static Reshard *find(DecisionLog *log, const IrModule *whole, const IrModule *local, const Line *l, bool *agrees)
{
    Reshard *named = NULL;
    *agrees = false;
    for (int i = 0; i < log->reshards.n; i++) {
        Reshard *r = &log->reshards.v[i];
        bool alike = r->from && r->to && l->from && l->to && r->rank == l->rank && sharding_same_layout(r->from, l->from) && sharding_same_layout(r->to, l->to);
        bool same_name = false;
        for (int k = 0; k < whole->n_comps && l->name && !same_name; k++)
            for (int j = 0; j < whole->comps[k]->n_ops && !same_name; j++) {
                const IrOp *op = whole->comps[k]->ops[j];
                same_name = (op->id == r->value_op || op->id == r->user_op || op->id == r->cause_op) && align_names_agree(op->op_name, l->name);
            }
        same_name = same_name || (l->name && has_name(local, r->id, l->name));
        if (alike && (same_name || same_piece(whole, r, l)) && r->certainty != LOGGED) {
            *agrees = true;
            return r;
        }
        if (same_name && !named)
            named = r;
    }
    return named;
}

XlaLogResult xla_log_join(const char *text, IrModule *whole, const IrModule *local, DecisionLog *log)
{
    XlaLogResult out = { 0 };
    Arena *arena = arena_new_root();
    for (const char *at = text, *next; *at && whole->mesh; at = next) {
        const char *end = strchr(at, '\n');
        end = end ? end : at + strlen(at);
        next = *end ? end + 1 : end;
        Line l;
        if (!read_line(at, end, whole, arena, &l))
            continue;
        out.n_lines++;
        out.n_remats += l.remat;
        bool agrees;
        Reshard *r = find(log, whole, local, &l, &agrees);
        if (r) {
            out.n_joined++;
            out.n_agree += agrees;
            r->is_remat |= l.remat;
            if (agrees)
                r->certainty = LOGGED;
        }
        g_free(l.name);
    }
    for (int i = 0; i < log->reshards.n; i++) {
        const Reshard *r = &log->reshards.v[i];
        out.n_moves_agree += r->certainty == LOGGED;
    }
    arena_free(arena);
    return out;
}
