/* Random programs as lists of statements in HLO's notation; a statement refers to its operands by number. Start at random_program_new;
 * `families` is the table of what can occur. */
#include "tests/conformance/random_program.h"

#include "tests/conformance/random_impl.h"

const char *const random_elem_names[] = { "s32", "f32", "pred", "u32" };

int random_size(P *p)
{
    static const int sizes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13 };
    return sizes[below(p, G_N_ELEMENTS(sizes))];
}

static void print_shape(GString *s, const Shape *t)
{
    g_string_append_printf(s, "%s[", random_elem_names[t->elem]);
    for (int i = 0; i < t->rank; i++)
        g_string_append_printf(s, "%s%d", i ? "," : "", t->dims[i]);
    g_string_append_c(s, ']');
}

char *random_shape_text(const Shape *t)
{
    GString *s = g_string_new(NULL);
    print_shape(s, t);
    return g_string_free(s, FALSE);
}

char *random_list(const int *v, int n)
{
    GString *s = g_string_new("{");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%s%d", i ? "," : "", v[i]);
    g_string_append_c(s, '}');
    return g_string_free(s, FALSE);
}

void random_shuffle(P *p, int *v, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int k = below(p, i + 1), t = v[i];
        v[i] = v[k];
        v[k] = t;
    }
}

/* ---- mesh and shardings ---------------------------------------------------------------------------------------- */

static void make_axes(P *p, RandomMesh *m, int n)
{
    int rest = n;
    for (int f = 2; rest > 1; f++)
        while (rest % f == 0) {
            if (m->n_axes && chance(p, 0.5))
                m->axes[m->n_axes - 1] *= f;
            else
                m->axes[m->n_axes++] = f;
            rest /= f;
        }
    if (!m->n_axes || chance(p, 0.15))
        m->axes[m->n_axes++] = 1;
    random_shuffle(p, m->axes, m->n_axes);
    m->n_devices = n;
}

/* Gives the mesh devices in another order, or leaves them in the natural one. */
static void make_order(P *p, RandomMesh *m)
{
    int n = m->n_devices;
    m->ids = g_string_new(NULL);
    if (n < 3 || chance(p, 0.6))
        return;
    int *ids = g_new(int, n);
    bool reversed = chance(p, 0.5), identity = true;
    for (int i = 0; i < n; i++)
        ids[i] = reversed ? n - 1 - i : i;
    if (!reversed)
        random_shuffle(p, ids, n);
    for (int i = 0; i < n; i++) {
        identity = identity && ids[i] == i;
        g_string_append_printf(m->ids, "%s%d", i ? ", " : "", ids[i]);
    }
    if (identity)
        g_string_truncate(m->ids, 0);
    m->order = ids;
}

static void make_meshes(P *p, bool several)
{
    static const int counts[] = { 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 8, 9, 12, 16 };
    int n = counts[below(p, G_N_ELEMENTS(counts))];
    make_axes(p, &p->meshes[0], n);
    make_order(p, &p->meshes[0]);
    p->n_meshes = several ? 2 + below(p, MAX_MESHES - 1) : 1;
    for (int i = 1; i < p->n_meshes; i++) {
        make_axes(p, &p->meshes[i], chance(p, 0.8) ? n : 1 + below(p, n));
        make_order(p, &p->meshes[i]);
    }
}

int random_pick_mesh(P *p, bool all)
{
    int i = below(p, p->n_meshes);
    return all && p->meshes[i].n_devices != p->meshes[0].n_devices ? 0 : i;
}

char *random_mesh_name(int mesh)
{
    return mesh ? g_strdup_printf("@mesh_%d", mesh) : g_strdup("@mesh");
}

char *random_annotation(P *p, int rank, bool partial)
{
    int number = random_pick_mesh(p, false);
    const RandomMesh *m = &p->meshes[number];
    g_autofree char *name_of_mesh = random_mesh_name(number);
    GString *dims[MAX_DIMS] = { 0 }, *held = g_string_new(NULL), *unreduced = g_string_new(NULL);
    for (int d = 0; d < rank; d++)
        dims[d] = g_string_new(NULL);
    int order[2 * MAX_MESH_AXES], n = 0;
    for (int a = 0; a < m->n_axes; a++) {
        int cut = m->axes[a] % 2 == 0 && m->axes[a] > 2 && chance(p, 0.25) ? 2 : 0;
        order[n++] = a * 4 + (cut ? 1 : 0);
        if (cut)
            order[n++] = a * 4 + 2;
    }
    random_shuffle(p, order, n);
    int last[MAX_DIMS];
    for (int d = 0; d < rank; d++)
        last[d] = -1;
    for (int i = 0; i < n; i++) {
        int a = order[i] / 4, part = order[i] % 4;
        char name[64];
        if (part)
            g_snprintf(name, sizeof name, "\\\"%c\\\":(%d)%d", 'a' + a, part, part == 1 ? 2 : m->axes[a] / 2);
        else
            g_snprintf(name, sizeof name, "\\\"%c\\\"", 'a' + a);
        int d = below(p, rank + 1);
        if (d < rank && !(part == 2 && last[d] == a * 4 + 1)) { /* two halves that would merge to one axis */
            g_string_append_printf(dims[d], "%s%s", dims[d]->len ? ", " : "", name);
            last[d] = order[i];
        } else if (partial && !part && chance(p, 0.3) && !unreduced->len) {
            g_string_append(unreduced, name);
        } else if (!part && chance(p, 0.2) && !held->len) {
            g_string_append(held, name);
        }
    }
    GString *s = g_string_new(NULL);
    g_string_printf(s, "#sdy.sharding<%s, [", name_of_mesh);
    for (int d = 0; d < rank; d++) {
        bool open = chance(p, 0.3);
        g_string_append_printf(s, "%s{%s%s}", d ? ", " : "", dims[d]->str, open ? (dims[d]->len ? ", ?" : "?") : "");
        g_string_free(dims[d], TRUE);
    }
    g_string_append(s, "]");
    if (held->len)
        g_string_append_printf(s, ", replicated={%s}", held->str);
    if (unreduced->len)
        g_string_append_printf(s, ", unreduced={%s}", unreduced->str);
    g_string_free(held, TRUE);
    g_string_free(unreduced, TRUE);
    g_string_append_c(s, '>');
    return g_string_free(s, FALSE);
}

/* ---- statements ------------------------------------------------------------------------------------------------ */

int random_add(P *p, Shape shape, char *text, int n, const int *operands)
{
    Stmt s = { .shape = shape, .text = text, .n_operands = n };
    g_assert(n <= MAX_OPERANDS);
    if (n)
        memcpy(s.operands, operands, sizeof *operands * (size_t)n);
    vec_push(&p->stmts, s);
    return p->stmts.n - 1;
}

int random_parameter(P *p, Shape shape)
{
    Stmt s = { .shape = shape };
    if (chance(p, 0.75))
        s.sharding = random_annotation(p, shape.rank, false);
    vec_push(&p->stmts, s);
    return p->stmts.n - 1;
}

int random_constant(P *p, Elem elem, int value)
{
    return random_add(p, (Shape){ .elem = elem }, elem == PRED ? g_strdup(value ? "constant(true)" : "constant(false)") : g_strdup_printf("constant(%d)", value), 0, NULL);
}

Shape random_shape(P *p, Elem elem, int rank)
{
    Shape s = { .elem = elem, .rank = rank };
    for (int i = 0; i < rank; i++)
        s.dims[i] = random_size(p);
    while (elements(&s) > MAX_ELEMENTS / 4)
        s.dims[below(p, rank)] = 1 + below(p, 3);
    return s;
}

Elem random_number(P *p)
{
    return chance(p, 0.7) ? S32 : F32;
}

int random_like(P *p, Shape shape)
{
    int have[256], n = 0;
    for (int i = 0; i < p->stmts.n && n < 256; i++)
        if (same_shape(&p->stmts.v[i].shape, &shape))
            have[n++] = i;
    if (n && chance(p, 0.7))
        return have[below(p, n)];
    if (chance(p, 0.15)) {
        int c = random_constant(p, shape.elem, below(p, 4));
        return shape.rank ? ADD(p, shape, g_strdup("broadcast($0), dimensions={}"), c) : c;
    }
    return random_parameter(p, shape);
}

int random_any(P *p, Elem elem, int low, int high)
{
    int have[256], n = 0;
    for (int i = p->stmts.n - 1; i >= 0 && n < 256; i--) {
        const Shape *s = &p->stmts.v[i].shape;
        if (s->elem == elem && s->rank >= low && s->rank <= high)
            have[n++] = i;
    }
    if (n && chance(p, 0.85))
        return have[below(p, chance(p, 0.6) ? MIN(n, 3) : n)];
    return random_parameter(p, random_shape(p, elem, low + below(p, MIN(high, 3) - low + 1)));
}

char *random_pair_comp(P *p, const char *op, Elem e)
{
    char *name = g_strdup_printf("%s_%s", op, random_elem_names[e]);
    if (!g_hash_table_add(p->have, g_strdup(name)))
        return name;
    const char *t = random_elem_names[e];
    if (g_str_equal(op, "last")) { /* replaces */
        g_string_append_printf(p->comps, "%s {\n  x = %s[] parameter(0)\n  ROOT y = %s[] parameter(1)\n}\n", name, t, t);
        return name;
    }
    bool compare = strlen(op) == 2; /* GE, LT */
    g_string_append_printf(p->comps, "%s {\n  x = %s[] parameter(0)\n  y = %s[] parameter(1)\n  ROOT r = %s[] %s(x, y)%s%s\n}\n", name, t, t,
                           compare ? "pred" : t, compare ? "compare" : op, compare ? ", direction=" : "", compare ? op : "");
    return name;
}

const char *random_reducer(P *p)
{
    static const char *const names[] = { "add", "add", "maximum", "minimum", "multiply" };
    return names[below(p, G_N_ELEMENTS(names))];
}

static RandomFamily *const families[] = {
    random_make_unary, random_make_binary, random_make_binary, random_make_select, random_make_clamp, random_make_convert, random_make_iota, random_make_broadcast, random_make_broadcast, random_make_transpose, random_make_reshape,
    random_make_reshape, random_make_dot, random_make_dot, random_make_reduce, random_make_reduce, random_make_reduce_two, random_make_reduce_window, random_make_reduce_window, random_make_select_and_scatter,
    random_make_convolution, random_make_convolution, random_make_slice, random_make_slice, random_make_pad, random_make_pad, random_make_concatenate, random_make_reverse, random_make_dynamic_slice, random_make_dynamic_slice,
    random_make_gather, random_make_gather, random_make_gather, random_make_sort, random_make_topk, random_make_rng, random_make_while, random_make_conditional, random_make_constraint, random_make_constraint,
    random_make_call, random_make_map, random_make_barrier, random_make_batch_norm, random_make_fft, random_make_cholesky, random_make_sized, random_make_manual, random_make_manual,
};

/* ---- the whole ------------------------------------------------------------------------------------------------- */

RandomProgram *random_program_new(guint seed)
{
    P *p = g_new0(P, 1);
    p->rand = g_rand_new_with_seed(seed);
    p->comps = g_string_new(NULL);
    p->have = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    make_meshes(p, seed % 5 == 2);
    random_parameter(p, random_shape(p, S32, 1 + below(p, 3)));
    int n = 2 + below(p, 8);
    for (int i = 0; i < n; i++)
        families[below(p, G_N_ELEMENTS(families))](p);
    g_autofree bool *used = g_new0(bool, p->stmts.n);
    for (int i = 0; i < p->stmts.n; i++)
        for (int k = 0; k < p->stmts.v[i].n_operands; k++)
            used[p->stmts.v[i].operands[k]] = true;
    for (int i = 0; i < p->stmts.n; i++)
        if (p->stmts.v[i].text && (!used[i] || chance(p, 0.05))) {
            Out out = { i, chance(p, 0.3) ? random_annotation(p, p->stmts.v[i].shape.rank, false) : NULL };
            vec_push(&p->outs, out);
        }
    if (!p->outs.n)
        vec_push(&p->outs, ((Out){ 0, NULL }));
    return p;
}

void random_program_free(RandomProgram *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->stmts.n; i++) {
        g_free(p->stmts.v[i].text);
        g_free(p->stmts.v[i].sharding);
    }
    for (int i = 0; i < p->outs.n; i++)
        g_free(p->outs.v[i].sharding);
    vec_clear(&p->stmts);
    vec_clear(&p->outs);
    g_rand_free(p->rand);
    g_string_free(p->comps, TRUE);
    for (int i = 0; i < p->n_meshes; i++) {
        g_string_free(p->meshes[i].ids, TRUE);
        g_free(p->meshes[i].order);
    }
    g_hash_table_destroy(p->have);
    g_free(p);
}

bool *random_live(const P *p)
{
    bool *is = g_new0(bool, p->stmts.n);
    for (int i = 0; i < p->outs.n; i++)
        is[p->outs.v[i].stmt] = true;
    for (int i = p->stmts.n - 1; i >= 0; i--)
        for (int k = 0; is[i] && p->stmts.v[i].text && k < p->stmts.v[i].n_operands; k++)
            is[p->stmts.v[i].operands[k]] = true;
    return is;
}

static void print_stmt(GString *out, const P *p, int i, int *n_params)
{
    const Stmt *s = &p->stmts.v[i];
    g_autofree char *type = random_shape_text(&s->shape);
    if (!s->text) {
        g_string_append_printf(out, "  v%d = %s parameter(%d)", i, type, (*n_params)++);
        if (s->sharding)
            g_string_append_printf(out, ", frontend_attributes={xla.sdy.sharding=\"%s\"}", s->sharding);
        g_string_append_c(out, '\n');
        return;
    }
    const char *last = strrchr(s->text, '\n');
    const char *head = last ? last + 1 : s->text;
    g_string_append(out, s->text == head ? "" : "  ");
    for (const char *c = s->text; *c; c++) {
        if (c == head)
            g_string_append_printf(out, "  v%d = %s ", i, type);
        if (*c == '$' && g_ascii_isdigit(c[1]))
            g_string_append_printf(out, "v%d", s->operands[*++c - '0']);
        else if (*c == '@' && strncmp(c, "@mesh", 5) != 0)
            g_string_append_printf(out, "v%d_", i);
        else
            g_string_append_c(out, *c);
        if (*c == '\n' && c + 1 != head)
            g_string_append(out, "  ");
    }
    g_string_append_c(out, '\n');
}

char *random_program_text(const RandomProgram *p)
{
    GString *out = g_string_new("HloModule random, frontend_attributes={xla.sdy.meshes={");
    for (int i = 0; i < p->n_meshes; i++) {
        const RandomMesh *m = &p->meshes[i];
        g_autofree char *name = random_mesh_name(i);
        g_string_append_printf(out, "%s%s = #sdy.mesh<[", i ? ", " : "", name + 1);
        for (int a = 0; a < m->n_axes; a++)
            g_string_append_printf(out, "%s\"%c\"=%d", a ? ", " : "", 'a' + a, m->axes[a]);
        g_string_append_printf(out, "]%s%s%s>", m->ids->len ? ", device_ids=[" : "", m->ids->str, m->ids->len ? "]" : "");
    }
    g_string_append_printf(out, "}}, num_partitions=%d\n", p->meshes[0].n_devices);
    g_string_append(out, p->comps->str);
    g_string_append(out, "ENTRY main {\n");
    g_autofree bool *is = random_live(p);
    int n_params = 0;
    for (int i = 0; i < p->stmts.n; i++)
        if (is[i])
            print_stmt(out, p, i, &n_params);
    GString *types = g_string_new(NULL), *names = g_string_new(NULL);
    for (int i = 0; i < p->outs.n; i++) {
        const Out *o = &p->outs.v[i];
        g_autofree char *type = random_shape_text(&p->stmts.v[o->stmt].shape), *name = g_strdup_printf(o->sharding ? "out%d" : "v%d", o->sharding ? i : o->stmt);
        if (o->sharding)
            g_string_append_printf(out, "  out%d = %s custom-call(v%d), custom_call_target=\"xla.sdy.FuncResultSharding\", frontend_attributes={xla.sdy.sharding=\"#sdy.sharding_per_value<[%s]>\"}\n",
                                   i, type, o->stmt, o->sharding + strlen("#sdy.sharding"));
        g_string_append_printf(types, "%s%s", i ? ", " : "", type);
        g_string_append_printf(names, "%s%s", i ? ", " : "", name);
    }
    g_string_append_printf(out, "  ROOT out = (%s) tuple(%s)\n}\n", types->str, names->str);
    g_string_free(types, TRUE);
    g_string_free(names, TRUE);
    return g_string_free(out, FALSE);
}
