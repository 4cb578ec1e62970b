/* Joins the partitioner's log with what was explained; see log.h. */
#include "runtime/xla/log.h"

#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/xla/align.h"

typedef struct Line {
    char *name;               /* op_name of the instruction; NULL = it has none */
    const Sharding *from, *to;
    int rank;
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

/* Rank of the first array type in an instruction's text: f32[4,8]. -1 = none. */
static int rank_in(const char *text, const char *end)
{
    const char *open = memchr(text, '[', (gsize)(end - text));
    if (!open)
        return -1;
    int rank = open[1] != ']';
    for (const char *p = open; p < end && *p != ']'; p++)
        rank += *p == ',';
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
    *out = (Line){ .rank = rank_in(hlo, end), .name = name_in(hlo, end), .remat = warn != NULL };
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
        if (same_name && alike) {
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
                r->certainty = 80;
        }
        g_free(l.name);
    }
    arena_free(arena);
    return out;
}
