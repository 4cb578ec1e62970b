/* Deep copies: of a computation within its module, of a whole module, and of callees so that each has one caller. */
#include "runtime/ir/ir.h"

#include <string.h>

#include "runtime/ir/names.h"
#include "runtime/ir/paths.h"

/* ---- within a module ------------------------------------------------------------------------- */

IrComp *comp_clone(IrComp *c)
{
    IrModule *m = c->module;
    IrComp *copy = comp_new(m, c->name);
    copy->is_function = c->is_function;
    copy->at = c->at;
    copy->extra = pairs_dup(m->arena, c->extra, c->n_extra);
    copy->n_extra = c->n_extra;
    copy->results = c->results; /* shared: read-only after parsing */
    comp_renumber(c);
    IrOp **operands = NULL;
    int cap = 0;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        if (op->n_operands > cap)
            operands = g_renew(IrOp *, operands, cap = op->n_operands * 2);
        for (int k = 0; k < op->n_operands; k++)
            operands[k] = copy->ops[op->operands[k]->pos];
        IrOp *twin = op_new(copy, op->code, op->type, op->name, op->n_operands, operands);
        op_inherit(twin, op);
        op_copy_attrs(twin, op);
        if (op == c->root)
            copy->root = twin;
    }
    g_free(operands);
    comp_renumber(copy);
    return copy;
}

/* Number of ops of the entry if each call had its own copy of its callee. Above the limit: any number above it, and *at is the entry's
 * first call that leads there. Computations are in order. */
static int64_t flat_size(const IrModule *m, const IrOp **at)
{
    g_autoptr(GHashTable) sizes = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < m->n_comps; i++) {
        const IrComp *c = m->comps[i];
        int64_t n = c->n_ops;
        for (int k = 0; k < c->n_ops && n <= MAX_FLAT_OPS; k++) {
            for (int j = 0; op_owns_comps(c->ops[k]) && j < c->ops[k]->n_comps; j++)
                n += GPOINTER_TO_INT(g_hash_table_lookup(sizes, c->ops[k]->comps[j]));
            *at = c->ops[k];
        }
        if (n > MAX_FLAT_OPS)
            return n;
        g_hash_table_insert(sizes, (gpointer)c, GINT_TO_POINTER((int)n));
    }
    return 0;
}

/* Callers stand after callees, so a backward walk visits a computation after all its callers have their own copies. The first caller keeps
 * the original, each further one gets a clone. Clones wait in `todo`, so that their own calls are visited later. */
bool module_flatten_calls(IrModule *m, GError **error)
{
    module_order_comps(m);
    const IrOp *large = NULL;
    if (flat_size(m, &large) > MAX_FLAT_OPS)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(large), NULL,
                    "giving each call its own copy of what it calls exceeds the limit of %d ops", MAX_FLAT_OPS);
    g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL);
    VEC(IrComp *) todo = {0};
    for (int i = 0; i < m->n_comps; i++)
        vec_push(&todo, m->comps[i]);
    for (int i = 0; i < m->n_comps; i++) /* computations that are used other than by calls stay shared */
        for (int o = 0; o < m->comps[i]->n_ops; o++) {
            const IrOp *op = m->comps[i]->ops[o];
            for (int k = 0; k < op->n_comps && !op_owns_comps(op); k++)
                g_hash_table_add(taken, op->comps[k]);
        }
    while (todo.n) {
        IrComp *c = todo.v[--todo.n];
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *op = c->ops[i];
            if (op->n_comps == 0 || !op_owns_comps(op))
                continue;
            IrComp **own = arena_array(m->arena, IrComp *, op->n_comps);
            for (int k = 0; k < op->n_comps; k++) {
                own[k] = op->comps[k];
                if (g_hash_table_add(taken, own[k]))
                    continue;
                own[k] = comp_clone(own[k]);
                g_hash_table_add(taken, own[k]);
                vec_push(&todo, own[k]);
            }
            op->comps = own;
        }
    }
    vec_clear(&todo);
    module_order_comps(m);
    module_complete_names(m);
    return true;
}

/* ---- into another module --------------------------------------------------------------------- */

typedef struct Copier {
    IrModule *to;
    bool is_graft;    /* into a module that has ops already: ids are new */
    GHashTable *seen; /* old pointer -> new one: types, locations, literals, meshes, lists of groups, computations, ops */
} Copier;

static const char *copy_text(Copier *cx, const char *s)
{
    return str_intern(cx->to->strs, s);
}

static Ints copy_ints(Copier *cx, Ints a)
{
    return ints_dup(cx->to->arena, a.v, a.n);
}

static const int64_t *copy_int64s(Copier *cx, const int64_t *v, int n)
{
    return v && n ? arena_dup_array(cx->to->arena, v, n) : NULL;
}

static TextPos copy_pos(Copier *cx, TextPos at)
{
    at.file = copy_text(cx, at.file);
    return at;
}

static const Type *copy_type(Copier *cx, const Type *type)
{
    const Type *known = g_hash_table_lookup(cx->seen, type);
    if (known || !type)
        return known;
    TypeTable *t = cx->to->types;
    switch (type->kind) {
    case TYPE_ARRAY:
        known = type_array_like(t, type);
        break;
    case TYPE_TUPLE: {
        const Type **parts = g_new(const Type *, type->n_parts + 1);
        for (int i = 0; i < type->n_parts; i++)
            parts[i] = copy_type(cx, type->parts[i]);
        known = type_tuple(t, type->n_parts, parts);
        g_free(parts);
        break;
    }
    case TYPE_TOKEN: known = type_token(t); break;
    case TYPE_OPAQUE: known = type_opaque(t); break;
    case TYPE_BUFFER: known = type_buffer(t, copy_type(cx, type->parts[0])); break;
    }
    g_hash_table_insert(cx->seen, (gpointer)type, (gpointer)known);
    return known;
}

/* A loop instead of recursion: call stacks may be thousands of frames deep. */
static const Loc *copy_loc(Copier *cx, const Loc *loc)
{
    const Loc *first = NULL;
    const Loc **link = &first;
    for (; loc; loc = loc->caller) {
        const Loc *known = g_hash_table_lookup(cx->seen, loc);
        if (known) {
            *link = known;
            break;
        }
        Loc *copy = arena_dup_array(cx->to->arena, loc, 1);
        copy->file = copy_text(cx, loc->file);
        copy->func = copy_text(cx, loc->func);
        copy->caller = NULL;
        *link = copy;
        link = &copy->caller;
        g_hash_table_insert(cx->seen, (gpointer)loc, copy);
    }
    return first;
}

static const Literal *copy_literal(Copier *cx, const Literal *l)
{
    const Literal *known = l ? g_hash_table_lookup(cx->seen, l) : NULL;
    if (known || !l)
        return known;
    Literal *copy = arena_dup_array(cx->to->arena, l, 1);
    copy->type = copy_type(cx, l->type);
    if (l->data) {
        int64_t n = l->splat ? 1 : l->type->n_elems;
        copy->data =
            arena_memdup(cx->to->arena, l->data, (size_t)(n * elem_info[l->type->elem].bytes));
    }
    if (l->parts) {
        const Literal **parts = arena_array(cx->to->arena, const Literal *, l->type->n_parts);
        for (int i = 0; i < l->type->n_parts; i++)
            parts[i] = copy_literal(cx, l->parts[i]);
        copy->parts = parts;
    }
    g_hash_table_insert(cx->seen, (gpointer)l, copy);
    return copy;
}

static const Mesh *copy_mesh(Copier *cx, const Mesh *mesh)
{
    return mesh ? mesh_intern(cx->to->shardings, mesh) : NULL;
}

static const Sharding *copy_sharding(Copier *cx, const Sharding *s)
{
    const Sharding *known = s ? g_hash_table_lookup(cx->seen, s) : NULL;
    if (known || !s)
        return known;
    Sharding moved = *s;
    moved.mesh = copy_mesh(cx, s->mesh);
    known = sharding_intern(cx->to->shardings, &moved);
    g_hash_table_insert(cx->seen, (gpointer)s, (gpointer)known);
    return known;
}

static const Sharding **copy_shardings(Copier *cx, const Sharding *const *v, int n)
{
    if (!v)
        return NULL;
    const Sharding **copy = arena_array(cx->to->arena, const Sharding *, n);
    for (int i = 0; i < n; i++)
        copy[i] = copy_sharding(cx, v[i]);
    return copy;
}

static AxisList copy_axes(Copier *cx, AxisList l)
{
    return (AxisList){ l.n ? arena_dup_array(cx->to->arena, l.v, l.n) : NULL, l.n };
}

static IrPair *copy_pairs(Copier *cx, const IrPair *pairs, int n)
{
    IrPair *copy = pairs_dup(cx->to->arena, pairs, n);
    for (int i = 0; i < n; i++) {
        copy[i].key = copy_text(cx, pairs[i].key);
        copy[i].value = copy_text(cx, pairs[i].value);
    }
    return copy;
}

static void copy_fields(Copier *cx, const AttrType *t, const void *from, void *to, int rank);

/* Groups of as many ids as there are devices, which collectives along the same axes share. */
static void *copy_int_lists(Copier *cx, const Ints *lists, int n)
{
    struct {
        Ints *copy;
        int n;
    } *known = g_hash_table_lookup(cx->seen, lists);
    if (known && known->n == n)
        return known->copy;
    known = arena_alloc(cx->to->arena, sizeof *known);
    known->copy = arena_array(cx->to->arena, Ints, n);
    known->n = n;
    for (int i = 0; i < n; i++)
        known->copy[i] = copy_ints(cx, lists[i]);
    g_hash_table_insert(cx->seen, (gpointer)lists, known);
    return known->copy;
}

/* A copy of a list or of the parts of a struct; NULL if there are none. */
static void *copy_list(Copier *cx, const AttrField *f, const void *from, int n, int rank)
{
    if (f->kind == FIELD_SHARDINGS)
        return copy_shardings(cx, from, n);
    if (!from || n == 0)
        return NULL;
    if (f->kind == FIELD_INT_LISTS)
        return copy_int_lists(cx, from, n);
    size_t size = f->of->size;
    char *copy = arena_alloc(cx->to->arena, size * (size_t)n);
    for (int i = 0; i < n; i++)
        copy_fields(cx, f->of, (const char *)from + (size_t)i * size, copy + (size_t)i * size, rank);
    return copy;
}

static void copy_field(Copier *cx, const AttrField *f, const void *attrs, void *copy, int rank)
{
    const void *x = attr_at(f, attrs);
    void *y = (char *)copy + f->at;
    switch (f->kind) {
    case FIELD_INT64: *(int64_t *)y = *(const int64_t *)x; return;
    case FIELD_INT:
    case FIELD_ENUM: *(int *)y = *(const int *)x; return;
    case FIELD_BOOL: *(bool *)y = *(const bool *)x; return;
    case FIELD_REAL: *(double *)y = *(const double *)x; return;
    case FIELD_TEXT: *(const char **)y = copy_text(cx, *(const char *const *)x); return;
    case FIELD_INTS: *(Ints *)y = copy_ints(cx, *(const Ints *)x); return;
    case FIELD_RANKED: *(const int64_t **)y = copy_int64s(cx, *(const int64_t *const *)x, rank); return;
    case FIELD_LITERAL: *(const Literal **)y = copy_literal(cx, *(const Literal *const *)x); return;
    case FIELD_MESH: *(const Mesh **)y = copy_mesh(cx, *(const Mesh *const *)x); return;
    case FIELD_AXES: *(AxisList *)y = copy_axes(cx, *(const AxisList *)x); return;
    case FIELD_PLAN: return;
    case FIELD_PART: copy_fields(cx, f->of, x, y, rank); return;
    case FIELD_PARTS:
    case FIELD_INT_LISTS:
    case FIELD_SHARDINGS: break;
    }
    int n = attr_count(f, attrs);
    *(int *)(void *)((char *)copy + f->n_at) = n;
    *(void **)y = copy_list(cx, f, *(const void *const *)x, n, rank);
}

/* `to` must be zeroed. */
static void copy_fields(Copier *cx, const AttrType *t, const void *from, void *to, int rank)
{
    for (int i = 0; i < t->n_fields; i++)
        copy_field(cx, &t->fields[i], from, to, rank);
}

/* Copies only the member that the op's form has: an op whose opcode was changed may have remains of its old attributes. */
static IrAttrs copy_attrs(Copier *cx, const IrOp *op)
{
    IrAttrs a;
    memset(&a, 0, sizeof a); /* print_memo.c compares all bytes, padding too */
    copy_fields(cx, &attr_types[op_info[op->code].attrs], &op->a, &a, op->type->rank);
    return a;
}

static IrOp *copy_op(Copier *cx, IrComp *to, const IrOp *op)
{
    Arena *a = cx->to->arena;
    IrOp *copy = arena_dup_array(a, op, 1);
    copy->name = name_take(cx->to->op_names, op->name, strlen(op->name));
    if (cx->is_graft)
        copy->id = cx->to->next_id++;
    copy->type = copy_type(cx, op->type);
    copy->parent = to;
    copy->operands = op->n_operands ? arena_array(a, IrOp *, op->n_operands) : NULL;
    for (int i = 0; i < op->n_operands; i++)
        copy->operands[i] = g_hash_table_lookup(cx->seen, op->operands[i]);
    copy->comps = op->n_comps ? arena_array(a, IrComp *, op->n_comps) : NULL;
    for (int i = 0; i < op->n_comps; i++)
        copy->comps[i] = g_hash_table_lookup(cx->seen, op->comps[i]);
    copy->a = copy_attrs(cx, op);
    copy->shardings = copy_shardings(cx, op->shardings, type_n_leaves(op->type));
    copy->wanted = copy_sharding(cx, op->wanted);
    copy->at = copy_pos(cx, op->at);
    copy->loc = copy_loc(cx, op->loc);
    copy->op_name = copy_text(cx, op->op_name);
    copy->more_reshards = op->n_more_reshards ? arena_dup_array(a, op->more_reshards, op->n_more_reshards) : NULL;
    copy->n_more_reshards = op->n_more_reshards;
    copy->origins = op->n_origins ? arena_dup_array(a, op->origins, op->n_origins) : NULL;
    copy->sharding_text = copy_text(cx, op->sharding_text);
    copy->pairs = copy_pairs(cx, op->pairs, op->n_pairs);
    copy->extra = copy_pairs(cx, op->extra, op->n_extra);
    g_hash_table_insert(cx->seen, (gpointer)op, copy);
    return copy;
}

static void copy_comp(Copier *cx, const IrComp *c)
{
    IrModule *to = cx->to;
    IrComp *copy = comp_new(to, c->name);
    g_hash_table_insert(cx->seen, (gpointer)c, copy);
    copy->is_function = c->is_function;
    copy->at = copy_pos(cx, c->at);
    copy->extra = copy_pairs(cx, c->extra, c->n_extra);
    copy->n_extra = c->n_extra;
    copy->ops = arena_array(to->arena, IrOp *, c->n_ops);
    copy->n_ops = copy->cap = c->n_ops;
    for (int i = 0; i < c->n_ops; i++)
        copy->ops[i] = copy_op(cx, copy, c->ops[i]);
    copy->root = c->root ? g_hash_table_lookup(cx->seen, c->root) : NULL;
    if (c->results && c->root) {
        int n = type_n_leaves(c->root->type);
        copy->results = arena_array(to->arena, IrParamInfo, n);
        for (int i = 0; i < n; i++) {
            copy->results[i] = c->results[i];
            copy->results[i].pairs = copy_pairs(cx, c->results[i].pairs, c->results[i].n_pairs);
            copy->results[i].sharding_text = copy_text(cx, c->results[i].sharding_text);
            copy->results[i].sharding = copy_sharding(cx, c->results[i].sharding);
            copy->results[i].wanted = copy_sharding(cx, c->results[i].wanted);
        }
    }
    comp_renumber(copy);
}

IrComp *module_graft(IrModule *to, const IrModule *from)
{
    Copier cx = { .to = to, .is_graft = true, .seen = g_hash_table_new(NULL, NULL) };
    for (int i = 0; i < from->n_comps; i++)
        copy_comp(&cx, from->comps[i]);
    IrComp *entry = g_hash_table_lookup(cx.seen, from->entry);
    g_hash_table_destroy(cx.seen);
    return entry;
}

IrModule *module_clone(const IrModule *m)
{
    Copier cx = { .to = module_new(m->name), .seen = g_hash_table_new(NULL, NULL) };
    IrModule *to = cx.to;
    to->path = copy_text(&cx, m->path);
    for (int i = 0; i < m->n_comps; i++)
        copy_comp(&cx, m->comps[i]);
    to->entry = m->entry ? g_hash_table_lookup(cx.seen, m->entry) : NULL;
    to->n_replicas = m->n_replicas;
    to->n_partitions = m->n_partitions;
    to->is_scheduled = m->is_scheduled;
    to->aliases = m->n_aliases ? arena_dup_array(to->arena, m->aliases, m->n_aliases) : NULL;
    to->n_aliases = m->n_aliases;
    to->pairs = copy_pairs(&cx, m->pairs, m->n_pairs);
    to->n_pairs = m->n_pairs;
    to->extra = copy_pairs(&cx, m->extra, m->n_extra);
    to->n_extra = m->n_extra;
    to->mesh = copy_mesh(&cx, m->mesh);
    to->placements = m->n_placements ? arena_dup_array(to->arena, m->placements, m->n_placements) : NULL;
    to->n_placements = m->n_placements;
    for (int i = 0; i < m->n_placements; i++)
        to->placements[i].mesh = copy_mesh(&cx, m->placements[i].mesh);
    to->mixed_orders = m->mixed_orders;
    to->uneven_boundary = m->uneven_boundary;
    to->next_id = m->next_id;
    if (m->n_frames) {
        const Loc **frames = arena_array(to->arena, const Loc *, m->n_frames);
        for (int i = 0; i < m->n_frames; i++)
            frames[i] = copy_loc(&cx, m->frames[i]);
        to->frames = frames;
        to->n_frames = m->n_frames;
    }
    g_hash_table_destroy(cx.seen);
    return to;
}
