/* Reads lines of the partitioner's log: "Resharding INSTRUCTION from {..} to {..}", and warnings of full rematerialisation. Start reading at
 * xla_log_read_line. */
#include "runtime/xla/log_impl.h"

#include <string.h>

#include "runtime/xla/adopt.h"
#include "runtime/xla/turned.h"

enum { MAX_TURNED = 4 };

/* The mesh with its devices in reverse order along some axes, a bit each. */
static const Mesh *turned(IrModule *m, int axes)
{
    AxisRef v[MAX_TURNED];
    int n = 0;
    for (int a = 0; a < m->mesh->n_axes; a++)
        if (axes >> a & 1)
            v[n++] = (AxisRef){ a, 1, m->mesh->axes[a].size };
    return mesh_turned(m->arena, m->shardings, m->mesh, (AxisList){ v, n });
}

/* Of a line: XLA lays out the result of a reverse on the same devices in reverse order, so that nothing is sent. NULL = it cannot be read. */
static const Sharding *read_turned(IrModule *m, const char *text, int rank)
{
    enum { MAX_SMALL = 4096 };
    const Sharding *s = xla_sharding_read(m, m->mesh, text, rank);
    bool listed = strstr(text, "<=") == NULL && strstr(text, "devices=") != NULL && m->mesh->n_axes <= MAX_TURNED && m->mesh->n_devices <= MAX_SMALL;
    for (int axes = 1; axes < 1 << m->mesh->n_axes && listed && !s; axes++)
        s = xla_sharding_read(m, turned(m, axes), text, rank);
    AxisList dims[MAX_RANK + 1];
    for (int d = 0; s && d < rank; d++)
        dims[d] = s->dims[d].axes;
    return s && s->replicated.n ? sharding_of_dims(m->shardings, s->mesh, rank, dims) : s; /* as the user writes it */
}

/* The sharding that begins at the first brace of `at`, to be freed: *end is behind it. NULL = there is none on this line. */
static char *sharding_text(const char *at, const char **end)
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
    return g_strndup(open, (gsize)(p + 1 - open));
}

/* Reads the two layouts of a line, the first of which begins at `at`: of the whole mesh, or of a group. */
static void read_layouts(IrModule *m, const char *at, Line *l)
{
    const char *behind = NULL;
    g_autofree char *from = sharding_text(at, &behind), *to = from ? sharding_text(behind, &behind) : NULL;
    if (!to)
        return;
    l->from = read_turned(m, from, l->rank);
    l->to = l->from ? read_turned(m, to, l->rank) : NULL;
    if (!l->to)
        xla_log_read_group(m, from, to, l);
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

/* The opcode of an instruction's text: what is before the first parenthesis behind its type. N_OPCODES = none that is known. */
static OpCode code_in(const char *text, const char *end)
{
    const char *at = g_strstr_len(text, end - text, " = ");
    at = at ? at + 3 : NULL;
    if (!at || *at == '(') /* of a tuple, whose leaves have lines of their own */
        return N_OPCODES;
    const char *open = memchr(at, '(', (gsize)(end - at));
    while (open && open > at && memchr(at, ' ', (gsize)(open - at)) == NULL)
        open = memchr(open + 1, '(', (gsize)(end - open - 1)); /* layouts have parentheses: {1,0:T(8,128)} */
    if (!open)
        return N_OPCODES;
    const char *word = open;
    while (word > at && word[-1] != ' ')
        word--;
    return opcode_from_hlo(word, (gsize)(open - word));
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

/* True if the instruction of a line is something that the partitioner makes on the way: a step of a change, or a trial that it only prices. */
static bool is_between(const char *hlo, const char *end)
{
    static const char *const made[] = { " reshape(", " all-gather(", " all-reduce(", " collective-permute(", " all-to-all(", " dynamic-slice(", " slice(", " pad(", " select(", " concatenate(", " transpose(" };
    const char *stop = strstr(hlo, ", ");
    for (size_t i = 0; i < G_N_ELEMENTS(made); i++)
        if (g_strstr_len(hlo, MIN(stop ? stop + 1 : end, end) - hlo, made[i]))
            return true;
    return false;
}

bool xla_log_read_line(const char *line, const char *end, IrModule *m, Line *out)
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
    if (!from || g_strstr_len(line, end - line, "%fake_parameter")) /* a trial that is only priced */
        return false;
    const char *hlo = move ? text : g_strstr_len(from, end - from, "operation:");
    hlo = hlo ? hlo : from;
    *out = (Line){ .text = line, .name = name_in(hlo, end), .code = code_in(hlo, end), .remat = warn != NULL, .of = -1 };
    out->rank = dims_in(hlo, end, out->dims);
    out->between = is_between(hlo, end);
    if (out->rank >= 0)
        read_layouts(m, from, out);
    return true;
}
