/* The cursor that all readers of sharding text use, and the parts that the dialects share: axis references, dims and
 * sets of axes. Dialects: spell_sdy.c, spell_gspmd.c (with gspmd_digits.c), spell_spec.c. */
#include "runtime/shard/spell.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/base/limits.h"
#include "runtime/base/vec.h"
#include "runtime/shard/spell_impl.h"

Scan scan_start(const char *text, const char *what, const TextPos *at, GError **error)
{
    return (Scan){ .text = text, .p = text, .what = what, .at = at, .error = error };
}

/* Behind the comment that begins at p, or NULL if none does. */
static const char *behind_comment(const char *p)
{
    if (p[0] == '/' && p[1] == '/')
        return p + strcspn(p, "\r\n");
    const char *end = p[0] == '/' && p[1] == '*' ? strstr(p + 2, "*/") : NULL;
    return end ? end + 2 : NULL;
}

char scan_peek(Scan *s)
{
    const char *end;
    do {
        while (*s->p && g_ascii_isspace(*s->p))
            s->p++;
        end = behind_comment(s->p);
        s->p = end ? end : s->p;
    } while (end);
    return s->p[0] == '\\' && s->p[1] == '"' ? '"' : *s->p;
}

bool scan_char(Scan *s, char c)
{
    if (scan_peek(s) != c || !c)
        return false;
    s->p += *s->p == '\\' ? 2 : 1;
    return true;
}

static bool is_word_char(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

bool scan_word(Scan *s, const char *word)
{
    size_t n = strlen(word);
    scan_peek(s);
    if (strncmp(s->p, word, n) != 0 || is_word_char(s->p[n]))
        return false;
    s->p += n;
    return true;
}

bool scan_fail(Scan *s, const char *hint, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *message = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    size_t n = strlen(s->text);
    diag(s->error, SHARD_ERROR_SHARDING, s->at, hint ? hint : s->hint, "%s in %s '%.*s%s'", message, s->what, n > 160 ? 157 : (int)n,
         s->text, n > 160 ? "..." : "");
    g_free(message);
    return false;
}

bool scan_expected(Scan *s, const char *wanted)
{
    char c = scan_peek(s);
    if (!c)
        return scan_fail(s, NULL, "expected %s at the end", wanted);
    int n = 1;
    if (is_word_char(c))
        while (n < 20 && is_word_char(s->p[n]))
            n++;
    return scan_fail(s, NULL, "expected %s before '%.*s'", wanted, n, s->p);
}

bool scan_expect(Scan *s, char c)
{
    const char wanted[] = { '\'', c, '\'', 0 };
    return scan_char(s, c) || scan_expected(s, wanted);
}

bool scan_end(Scan *s)
{
    return scan_peek(s) == 0 || scan_expected(s, "nothing more");
}

bool scan_int(Scan *s, int64_t *out)
{
    scan_peek(s);
    if (!g_ascii_isdigit(*s->p))
        return scan_expected(s, "a number");
    int64_t value = 0;
    for (; g_ascii_isdigit(*s->p); s->p++)
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *s->p - '0', &value))
            return scan_fail(s, NULL, "a number that does not fit 64 bits");
    *out = value;
    return true;
}

bool scan_int_list(Scan *s, Arena *arena, char open, char close, const int64_t **out, int64_t *n)
{
    if (!scan_expect(s, open))
        return false;
    VEC(int64_t) list = { 0 };
    bool ok = true;
    do {
        int64_t value = 0;
        ok = scan_int(s, &value);
        if (ok && list.n >= MAX_DEVICES)
            ok = scan_fail(s, NULL, "more than %d numbers", MAX_DEVICES);
        if (ok)
            vec_push(&list, value);
    } while (ok && scan_char(s, ','));
    ok = ok && scan_expect(s, close);
    if (ok) {
        *out = arena_dup_array(arena, list.v, list.n);
        *n = list.n;
    }
    vec_clear(&list);
    return ok;
}

static char *scan_bare_name(Scan *s)
{
    const char *start = s->p;
    while (g_ascii_isalnum(*s->p) || *s->p == '_' || *s->p == '.' || *s->p == '-')
        s->p++;
    return g_strndup(start, (gsize)(s->p - start));
}

char *scan_string(Scan *s)
{
    char quote = scan_peek(s);
    if (s->bare && (g_ascii_isalpha(quote) || quote == '_'))
        return scan_bare_name(s);
    if (quote != '"' && quote != '\'') {
        scan_expected(s, "a quoted name");
        return NULL;
    }
    bool escaped = *s->p == '\\'; /* \"x\": the text itself is in a string whose escapes were kept */
    s->p += escaped ? 2 : 1;
    GString *name = g_string_new(NULL);
    for (; *s->p; s->p++) {
        if (escaped && s->p[0] == '\\' && s->p[1] == '"') {
            s->p += 2;
            return g_string_free(name, FALSE);
        }
        if (!escaped && *s->p == quote) {
            s->p++;
            return g_string_free(name, FALSE);
        }
        if (*s->p == '\\' && s->p[1])
            s->p++;
        g_string_append_c(name, *s->p);
    }
    g_string_free(name, TRUE);
    scan_fail(s, NULL, "a name without its closing quote");
    return NULL;
}

/* ---- axes ----------------------------------------------------------------------------------------------- */

int scan_axis_name(Scan *s, const Mesh *mesh, const char *name)
{
    int axis = mesh_axis_named(mesh, name);
    if (axis >= 0)
        return axis;
    GString *hint = g_string_new(NULL);
    const char *names[MAX_AXES + 1] = { 0 };
    for (int i = 0; i < mesh->n_axes; i++)
        names[i] = mesh->axes[i].name;
    const char *nearest = diag_nearest(name, names);
    if (nearest && strlen(name) > 2) /* every single letter is near every other */
        g_string_append_printf(hint, "did you mean \"%s\"? ", nearest);
    g_string_append(hint, mesh->n_axes ? "the mesh has " : "the mesh has no axes");
    for (int i = 0; i < mesh->n_axes; i++)
        g_string_append_printf(hint, "%s%s", i ? ", " : "", names[i]);
    scan_fail(s, hint->str, "unknown axis \"%s\"", name);
    g_string_free(hint, TRUE);
    return -1;
}

/* The ":(pre)size" behind a name. */
static bool scan_sub_axis(Scan *s, const Mesh *mesh, AxisRef *a)
{
    const MeshAxis *axis = &mesh->axes[a->axis];
    int64_t pre = 0, size = 0;
    if (!scan_expect(s, '(') || !scan_int(s, &pre) || !scan_expect(s, ')') || !scan_int(s, &size))
        return false;
    char *hint = g_strdup_printf("(pre)size takes the middle of axis \"%s\" seen as [pre, size, rest]", axis->name);
    bool divides = pre >= 1 && size > 1 && axis->size % pre == 0 && (axis->size / pre) % size == 0;
    if (!divides)
        scan_fail(s, hint, "sub-axis \"%s\":(%" PRId64 ")%" PRId64 " does not divide axis \"%s\" of size %" PRId64,
                  axis->name, pre, size, axis->name, axis->size);
    g_free(hint);
    if (divides && size == axis->size)
        return scan_fail(s, NULL, "sub-axis \"%s\":(1)%" PRId64 " is the whole axis: write \"%s\"", axis->name, size,
                         axis->name);
    a->pre = pre;
    a->size = size;
    return divides;
}

bool scan_axis(Scan *s, const Mesh *mesh, AxisRef *out)
{
    char *name = scan_string(s);
    if (!name)
        return false;
    int axis = scan_axis_name(s, mesh, name);
    g_free(name);
    if (axis < 0)
        return false;
    *out = axis_whole(mesh, axis);
    return !scan_char(s, ':') || scan_sub_axis(s, mesh, out);
}

/* Appends; an error if the two could have been written as one. */
static bool push_ref(Scan *s, const Mesh *mesh, RefList *list, AxisRef a)
{
    if (list->n) {
        AxisRef last = list->v[list->n - 1];
        if (last.axis == a.axis && last.pre * last.size == a.pre && a.size > 1)
            return scan_fail(s, NULL, "two neighbouring sub-axes of \"%s\" that are one: write them merged",
                             mesh->axes[a.axis].name);
    }
    vec_push(list, a);
    return true;
}

bool scan_axis_set(Scan *s, const Mesh *mesh, RefList *out)
{
    if (!scan_expect(s, '{'))
        return false;
    if (scan_char(s, '}'))
        return true;
    do {
        AxisRef a;
        if (!scan_axis(s, mesh, &a))
            return false;
        vec_push(out, a);
    } while (scan_char(s, ','));
    return scan_expect(s, '}');
}

/* "p0", "p12" right behind a dim. */
static bool scan_priority(Scan *s, ScannedDim *dim)
{
    dim->priority = -1;
    if (scan_peek(s) != 'p' || !g_ascii_isdigit(s->p[1]))
        return true;
    s->p++;
    bool leading_zero = s->p[0] == '0' && g_ascii_isdigit(s->p[1]);
    int64_t priority;
    if (!scan_int(s, &priority))
        return false;
    if (leading_zero || priority > 1000000)
        return scan_fail(s, NULL, "a priority that is not p0, p1, p2, ..");
    if (!dim->axes.n && !dim->open)
        return scan_fail(s, "a dimension that is closed and has no axes has nothing to give priority to",
                         "priority p%" PRId64 " on an empty closed dimension", priority);
    dim->priority = (int)priority;
    return true;
}

static bool scan_dim(Scan *s, const Mesh *mesh, ScannedDim *dim)
{
    if (!scan_expect(s, '{'))
        return false;
    while (!scan_char(s, '}')) {
        if (dim->open)
            return scan_expected(s, "'}'");
        if ((dim->axes.n && !scan_expect(s, ',')))
            return false;
        AxisRef a;
        if (scan_char(s, '?'))
            dim->open = true;
        else if (!scan_axis(s, mesh, &a) || !push_ref(s, mesh, &dim->axes, a))
            return false;
    }
    return scan_priority(s, dim);
}

bool scan_dims(Scan *s, const Mesh *mesh, ScannedDims *out)
{
    if (!scan_expect(s, '['))
        return false;
    if (scan_char(s, ']'))
        return true;
    do {
        if (out->n == MAX_RANK)
            return scan_fail(s, NULL, "more than %d dimensions", MAX_RANK);
        vec_push(out, (ScannedDim){ .priority = -1 });
        if (!scan_dim(s, mesh, &out->v[out->n - 1]))
            return false;
    } while (scan_char(s, ','));
    return scan_expect(s, ']');
}

/* ---- sets behind the dims -------------------------------------------------------------------------------- */

static const char *const reduction_words[] = { "sum", "max", "min", "product", "and", "or", "xor" };

const char *reduction_word(Reduction r)
{
    return reduction_words[r];
}

bool reduction_from_word(Scan *s, Reduction *out)
{
    for (size_t i = 0; i < G_N_ELEMENTS(reduction_words); i++)
        if (scan_word(s, reduction_words[i])) {
            *out = (Reduction)i;
            return true;
        }
    return false;
}

bool scan_set(Scan *s, const Mesh *mesh, ScannedSets *out)
{
    RefList *set;
    if (scan_word(s, "replicated"))
        set = &out->replicated;
    else if (scan_word(s, "unreduced"))
        set = &out->unreduced;
    else if (scan_word(s, "manual"))
        set = &out->manual;
    else
        return false;
    if (set->n)
        return scan_fail(s, NULL, "the same set of axes twice");
    scan_char(s, '=');
    if (set == &out->unreduced) {
        bool bracket = scan_char(s, '[');
        if (reduction_from_word(s, &out->reduction) ? bracket && !scan_expect(s, ']')
                                                    : bracket && !scan_expected(s, "sum, max or min"))
            return false;
    }
    return scan_axis_set(s, mesh, set);
}

static AxisList as_list(const RefList *list)
{
    return (AxisList){ list->v, list->n };
}

const Sharding *scan_finish(Scan *s, ShardingTable *t, const Mesh *mesh, ScannedDims *dims, ScannedSets *sets, bool ok)
{
    const Sharding *result = NULL;
    if (ok) {
        DimSharding out[MAX_RANK];
        for (int d = 0; d < dims->n; d++)
            out[d] = (DimSharding){ as_list(&dims->v[d].axes), dims->v[d].open, dims->v[d].priority };
        Sharding sharding = { .mesh = mesh,
                              .rank = dims->n,
                              .dims = out,
                              .replicated = as_list(&sets->replicated),
                              .unreduced = as_list(&sets->unreduced),
                              .manual = as_list(&sets->manual),
                              .reduction = sets->reduction,
                              .maximal = mesh->maximal };
        GError *error = NULL;
        if (mesh->maximal && dims->n)
            scan_fail(s, "a sharding on a single device is written []", "dimensions on a mesh of a single device");
        else if (sharding_check(&sharding, dims->n, &error))
            result = sharding_intern(t, &sharding);
        else {
            char **lines = g_strsplit(error->message, "\n  hint: ", 2);
            scan_fail(s, lines[1], "%s", lines[0]);
            g_strfreev(lines);
        }
        g_clear_error(&error);
    }
    for (int d = 0; d < dims->n; d++)
        vec_clear(&dims->v[d].axes);
    vec_clear(dims);
    vec_clear(&sets->replicated);
    vec_clear(&sets->unreduced);
    vec_clear(&sets->manual);
    return result;
}
