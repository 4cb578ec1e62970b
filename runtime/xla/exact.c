/* Layouts from elements; see exact.h. A few elements of each device's piece are followed to where they are computed. One end's layout is
 * known, so each gives the place of the other end's piece in the whole value; places that are multiples of the pieces' sizes are a
 * sharding, whose axes are read off the places of neighbouring devices. */
#include "runtime/xla/exact_impl.h"

#include <string.h>

#include "runtime/shard/tiles.h"
#include "runtime/xla/align_impl.h"

typedef struct Places {      /* of each device's piece in the whole value */
    int rank;
    int64_t n_devices;
    const Mesh *mesh;        /* whose devices have them */
    const int64_t *whole;    /* dims of the value */
    int64_t piece[MAX_RANK];
    int64_t *start;          /* rank numbers a device */
    bool *known;
} Places;

static void places_init(Places *p, const Explain *x, const Type *whole, const int64_t *piece)
{
    *p = (Places){ .rank = whole->rank, .n_devices = x->n_devices, .mesh = x->whole->mesh, .whole = whole->dims };
    memcpy(p->piece, piece, sizeof *piece * (size_t)whole->rank);
    p->start = g_new0(int64_t, x->n_devices * MAX(whole->rank, 1));
    p->known = g_new0(bool, x->n_devices);
}

static void places_clear(Places *p)
{
    g_free(p->start);
    g_free(p->known);
}

/* Notes where a device's piece begins; false if it was said to begin elsewhere. */
static bool places_note(Places *p, int64_t device, const int64_t *start)
{
    int64_t *have = p->start + device * p->rank;
    if (p->known[device])
        return memcmp(have, start, sizeof *start * (size_t)p->rank) == 0;
    memcpy(have, start, sizeof *start * (size_t)p->rank);
    p->known[device] = true;
    return true;
}

/* ---- a sharding from places --------------------------------------------------------------------------------------------- */

/* Number of the piece of a device along a dim; -1 = unknown. */
static int64_t coord(const Places *p, int64_t position, int d)
{
    int64_t device = mesh_device_at(p->mesh, position);
    if (device < 0 || device >= p->n_devices || !p->known[device])
        return -1;
    return p->start[device * p->rank + d] / p->piece[d];
}

/* Positions of a mesh differ by this where the digit of a piece of an axis differs by one. */
static int64_t position_stride(const Mesh *mesh, AxisRef piece)
{
    int64_t n = mesh->axes[piece.axis].size / (piece.pre * piece.size);
    for (int a = piece.axis + 1; a < mesh->n_axes; a++)
        n *= mesh->axes[a].size;
    return n;
}

enum { MAX_PIECES = 64 };

/* True if pieces of dim d are numbered along this part of an axis, where `stride` of them follow each other along the axes found before. */
static bool numbers(const Places *p, AxisRef piece, int d, int64_t stride)
{
    int64_t apart = position_stride(p->mesh, piece);
    bool seen = false;
    for (int64_t i = 0; i < p->mesh->n_devices; i++) {
        int64_t at = coord(p, i, d), digit = i / apart % piece.size;
        if (at >= 0 && at / stride % piece.size != digit)
            return false;
        seen = seen || (at >= 0 && digit);
    }
    return seen;
}

/* The axes, major to minor, along which pieces of dim d are numbered; false if there are none such. */
static bool axes_of_dim(const Explain *x, const Places *p, const AxisRef *pieces, int n, int d, AxisList *out)
{
    AxisRef minor_first[MAX_PIECES];
    int64_t stride = 1;
    int k = 0;
    while (tile_size(p->whole[d], stride) > p->piece[d]) {
        int found = -1;
        for (int i = 0; i < n && found < 0; i++)
            found = numbers(p, pieces[i], d, stride) ? i : -1;
        if (found < 0 || k == MAX_PIECES)
            return false;
        minor_first[k++] = pieces[found];
        stride *= pieces[found].size;
    }
    AxisRef *v = arena_array(x->arena, AxisRef, (size_t)k + 1);
    for (int i = 0; i < k; i++)
        v[i] = minor_first[k - 1 - i];
    *out = axis_list_merged(x->arena, (AxisList){ v, k });
    return true;
}

/* True if each device's piece lies where the sharding puts it. whole: of every device that has one. */
static bool lies_as(const Places *p, const Sharding *s, bool whole)
{
    if (!s || s->maximal || s->rank != p->rank)
        return false;
    for (int64_t i = 0; i < p->n_devices; i++) {
        int64_t at[MAX_RANK + 1];
        bool outside = !tile_coords(s, i, at);
        for (int d = 0; d < p->rank && !outside; d++) {
            if (tile_size(p->whole[d], sharding_parts(s, d)) != p->piece[d] || (p->known[i] && at[d] * p->piece[d] != p->start[i * p->rank + d]))
                return false;
            outside = at[d] * p->piece[d] >= p->whole[d];
        }
        if (whole && p->known[i] == outside)
            return false;
    }
    return true;
}

/* As pieces of their mesh; NULL = they are none of a sharding. */
static const Sharding *sharding_on_mesh(const Explain *x, const Places *p)
{
    const Mesh *mesh = p->mesh;
    AxisRef pieces[MAX_PIECES];
    AxisList dims[MAX_RANK + 1] = { 0 };
    int n = explain_pieces(mesh, pieces, MAX_PIECES);
    for (int64_t i = 0; i < mesh->n_devices; i++)
        for (int d = 0; d < p->rank; d++)
            if (p->known[i] && (p->piece[d] < 1 || p->start[i * p->rank + d] % p->piece[d]))
                return NULL;
    for (int d = 0; d < p->rank; d++)
        if (p->piece[d] < p->whole[d] && !axes_of_dim(x, p, pieces, n, d, &dims[d]))
            return NULL;
    for (int d = 0; d < p->rank; d++)
        for (int e = 0; e < d; e++)
            if (axis_list_overlaps(dims[d], dims[e]))
                return NULL;
    const Sharding *s = sharding_of_dims(x->shardings, mesh, p->rank, dims);
    return lies_as(p, s, false) ? s : NULL;
}

/* likely: is taken if it says where all pieces lie; of dims with fewer elements than devices several shardings do. It may be one of devices in reverse order, and then
 * others of these do, too. May be NULL. */
static const Sharding *sharding_of_places(const Explain *x, const Places *p, const Sharding *likely)
{
    if (lies_as(p, likely, true))
        return likely;
    const Sharding *s = sharding_on_mesh(x, p);
    bool turned = likely && !likely->maximal && likely->mesh != p->mesh && likely->mesh->n_devices == p->mesh->n_devices;
    Places other = *p;
    other.mesh = turned ? likely->mesh : p->mesh;
    return s || !turned ? s : sharding_on_mesh(x, &other);
}

/* As sharding_of_places; pieces may have the padding that the value had at each device as it was laid out as `from`. said: as propagation lays it out. */
static const Sharding *sharding_of_any(const Explain *x, const Places *p, const Sharding *from, const Sharding *said)
{
    const Sharding *s = lies_as(p, said, true) ? said : sharding_of_places(x, p, from);
    int64_t padded[MAX_RANK + 1];
    Places all = *p;
    bool any = false;
    for (int d = 0; d < p->rank; d++) {
        padded[d] = tile_size(p->whole[d], sharding_parts(from, d)) * sharding_parts(from, d);
        any = any || padded[d] > p->whole[d];
    }
    all.whole = padded;
    return s || !any ? s : sharding_of_places(x, &all, NULL);
}

/* ---- where elements come from -------------------------------------------------------------------------------------------- */

bool exact_ends(const void *user, const IrOp *op)
{
    const Explain *x = user;
    const IrOp *match = x->align->match[op->id]; /* a collective with one is the program's own, which computes a value */
    return op->code == OP_parameter || op->code == OP_while || op->code == OP_conditional || (match && (!op_is_collective(op) || op_is_collective(match)));
}

bool exact_fits(const Type *piece, const Type *whole, const Sharding *s)
{
    int64_t tile[MAX_RANK + 1];
    if (!s || s->maximal || piece->kind != TYPE_ARRAY || whole->kind != TYPE_ARRAY || piece->rank != whole->rank || s->rank != whole->rank)
        return false;
    tile_dims(s, whole->rank, whole->dims, tile);
    return memcmp(tile, piece->dims, sizeof *tile * (size_t)whole->rank) == 0;
}

/* Of a value that a manual region returns: the layout that it has outside, where it is whole; NULL = it is none. */
static const Sharding *region_sharding(const Explain *x, int value, const Type *piece, const Type **type)
{
    const Side *side = x->align->whole;
    IrOp *caller = side_caller(side, side_at(side, value).op->parent);
    for (int leaf = 0; caller && caller->code == OP_manual && leaf < type_n_leaves(caller->type); leaf++)
        if (x->align->canon[side->base[caller->id] + leaf] == value && exact_fits(piece, type_leaf(caller->type, leaf), explain_sharding(x, caller, leaf))) {
            *type = type_leaf(caller->type, leaf);
            return explain_sharding(x, caller, leaf);
        }
    return NULL;
}

/* The axes on which operands of an op are split along what it sums. */
static AxisList summed_axes(const Explain *x, const IrOp *op)
{
    const Rule *rule = rule_of(x->rules, op);
    AxisList all = { 0 };
    for (int i = 0; rule && i < rule->n_operands; i++)
        for (int f = 0; f < rule->n_factors; f++) {
            int d;
            bool over = rule->factors[f].kind == FACTOR_REDUCTION && op->operands[i]->type->kind == TYPE_ARRAY && rule_tensor_has(rule_operand(rule, i), f, &d, NULL);
            const Sharding *s = over ? explain_sharding(x, op->operands[i], 0) : NULL;
            if (s && !s->maximal && d < s->rank)
                all = axis_list_concat(x->arena, all, explain_without(x, s->dims[d].axes, all));
        }
    return all;
}

/* How partial results lie whose sum is laid out as `s`: an axis that divides what is summed does not divide them. NULL = not so. */
static const Sharding *partial_sharding(const Explain *x, const IrOp *op, int leaf, const Type *piece)
{
    const Sharding *s = explain_sharding(x, op, leaf);
    AxisList axes = s && !s->maximal ? summed_axes(x, op) : (AxisList){ 0 }, dims[MAX_RANK + 1] = { 0 };
    for (int d = 0; axes.n && d < s->rank; d++)
        dims[d] = explain_without(x, s->dims[d].axes, axes);
    s = axes.n ? sharding_of_dims(x->shardings, x->whole->mesh, s->rank, dims) : NULL;
    return exact_fits(piece, type_leaf(op->type, leaf), s) ? s : NULL;
}

/* Sorts and running sums are computed where all of what they go along lies on one device, as XLA moved it there, whatever propagation says: as their operand lies. NULL = not
 * known, or it is no such op. */
static const Sharding *laid_as_operand(const Explain *x, const IrOp *base, int leaf, const IrOp *match)
{
    enum { MAX_DEPTH = 4 };
    Explain *noting = (Explain *)x; /* what is found is kept in x->laid */
    bool along = op_family(match) == FAMILY_sort || op_family(match) == FAMILY_reduce_window;
    if (!along || base->code != match->code || leaf >= base->n_operands || base->operands[leaf]->type->plain != type_leaf(base->type, leaf)->plain || x->laid_depth >= MAX_DEPTH)
        return NULL;
    noting->laid_depth++;
    Exact e = exact_layout(x, base->operands[leaf], 0, NULL);
    noting->laid_depth--;
    bool same = e.ok && e.layout && exact_fits(type_leaf(base->type, leaf), type_leaf(match->type, leaf), e.layout);
    if (same && type_n_leaves(base->type) == 1)
        g_hash_table_insert(x->laid, (gpointer)base, (gpointer)e.layout);
    return same ? e.layout : NULL;
}

/* The axes that divide a dim further, so that it is as small: the only one of the size that is free, or, of a dim that is not divided, all that are. Empty if neither is so. */
static AxisList free_axes(const Explain *x, const Mesh *mesh, int64_t size, AxisList used, bool may_be_all)
{
    AxisRef *v = arena_array(x->arena, AxisRef, (size_t)mesh->n_axes + 1);
    int n = 0, n_fit = 0, fit = 0;
    int64_t product = 1;
    for (int a = 0; a < mesh->n_axes; a++) {
        AxisRef whole = { a, 1, mesh->axes[a].size };
        if (whole.size == 1 || axis_list_overlaps(used, (AxisList){ &whole, 1 }))
            continue;
        product *= whole.size;
        n_fit += whole.size == size;
        fit = whole.size == size ? n : fit;
        v[n++] = whole;
    }
    return n_fit == 1 ? (AxisList){ v + fit, 1 } : product == size && may_be_all ? (AxisList){ v, n } : (AxisList){ 0 };
}

const Sharding *exact_sized(const Explain *x, const Sharding *s, const Type *whole, const Type *piece)
{
    AxisList dims[MAX_RANK + 1] = { 0 }, used = { 0 };
    if (!s || s->maximal || s->rank != whole->rank || piece->kind != TYPE_ARRAY || piece->rank != whole->rank)
        return NULL;
    for (int d = 0; d < s->rank; d++) {
        bool less = tile_size(whole->dims[d], sharding_parts(s, d)) < piece->dims[d];
        dims[d] = less ? (AxisList){ 0 } : s->dims[d].axes;
        used = axis_list_concat(x->arena, used, dims[d]);
    }
    for (int d = 0; d < s->rank; d++) {
        int64_t tile = tile_size(whole->dims[d], axis_list_size(dims[d])), more = piece->dims[d] > 0 ? tile / piece->dims[d] : 0;
        AxisList axes = more > 1 ? free_axes(x, s->mesh, more, used, !dims[d].n) : (AxisList){ 0 };
        used = axis_list_concat(x->arena, used, axes);
        dims[d] = axis_list_concat(x->arena, dims[d], axes);
    }
    const Sharding *found = sharding_of_dims(x->shardings, s->mesh, s->rank, dims);
    return exact_fits(piece, whole, found) ? found : NULL;
}

/* As exact_sized, of what an op of whole computes; noted, since it is less than certain. */
static const Sharding *sized_sharding(const Explain *x, const IrOp *base, int leaf, const IrOp *match)
{
    const Type *whole = type_leaf(match->type, leaf);
    const Sharding *s = whole->kind == TYPE_ARRAY ? exact_sized(x, explain_sharding(x, match, leaf), whole, type_leaf(base->type, leaf)) : NULL;
    if (s)
        g_hash_table_add(x->sized, (gpointer)base);
    return s;
}

/* A piece with the dims of one element that the value has and the compiler left out; the piece itself if it has as many dims, or others are missing. */
static const Type *with_units(const Explain *x, const Type *piece, const Type *whole)
{
    int64_t dims[MAX_RANK + 1];
    int n = 0;
    if (piece->kind != TYPE_ARRAY || whole->kind != TYPE_ARRAY || piece->rank >= whole->rank)
        return piece;
    for (int d = 0; d < whole->rank; d++)
        dims[d] = whole->dims[d] == 1 ? 1 : n < piece->rank ? piece->dims[n++] : 0;
    for (int d = 0; d < whole->rank; d++)
        if (!dims[d])
            return piece;
    return n == piece->rank ? type_array(x->local->types, piece->elem, whole->rank, dims) : piece;
}

const Sharding *exact_base_sharding(const Explain *x, const IrOp *base, int leaf, int value, const Type **type)
{
    IrValue v = side_at(x->align->whole, value);
    const Type *piece = with_units(x, type_leaf(base->type, leaf), type_leaf(v.op->type, v.leaf));
    const IrOp *match = x->align->match[base->id];
    const Sharding *outside = region_sharding(x, value, piece, type);
    if (outside)
        return outside;
    *type = type_leaf(v.op->type, v.leaf);
    if (g_hash_table_lookup(x->laid, base))
        return g_hash_table_lookup(x->laid, base);
    if (match && leaf < type_n_leaves(match->type) && exact_fits(piece, type_leaf(match->type, leaf), explain_sharding(x, match, leaf)))
        return explain_sharding(x, match, leaf);
    if (exact_fits(piece, *type, explain_sharding(x, v.op, v.leaf)))
        return explain_sharding(x, v.op, v.leaf);
    for (int i = 0; i < x->align->whole->n_values; i++)
        if (x->align->canon[i] == value) {
            IrValue other = side_at(x->align->whole, i);
            if (exact_fits(piece, type_leaf(other.op->type, other.leaf), explain_sharding(x, other.op, other.leaf)))
                return explain_sharding(x, other.op, other.leaf);
        }
    const Sharding *as_operand = match && leaf < type_n_leaves(match->type) ? laid_as_operand(x, base, leaf, match) : NULL;
    if (as_operand || !match || leaf >= type_n_leaves(match->type))
        return as_operand;
    const Sharding *partial = partial_sharding(x, match, leaf, piece);
    return partial ? partial : sized_sharding(x, base, leaf, match);
}

bool exact_set_base(const Explain *x, Exact *e, const Element *el, int expected)
{
    int n = x->align->local->base[el->op->id] + el->leaf;
    if (e->base) { /* fusions compute what they take themselves: one value is made in several places */
        bool same = e->base == el->op && e->base_leaf == el->leaf;
        bool twin = e->base->code == el->op->code && x->align->exact[n] && x->align->stands_for[n] == e->value && type_leaf(e->base->type, e->base_leaf)->plain == type_leaf(el->op->type, el->leaf)->plain;
        e->value = same || twin ? e->value : -1;
        return same || twin;
    }
    e->base = el->op;
    e->base_leaf = el->leaf;
    e->value = x->align->stands_for[n];
    e->value = x->align->exact[n] ? e->value : -1;
    const IrOp *op = e->value < 0 && expected >= 0 ? side_at(x->align->whole, expected).op : NULL;
    if (op && op->code == el->op->code && align_names_agree(op->op_name, el->op->op_name))
        e->value = expected;
    return e->value >= 0;
}

IrOp *exact_reshaped(const Explain *x, const IrOp *op)
{
    const IrOp *w = x->align->match[op->id];
    if (!w || op_family(op) != FAMILY_elementwise || op->type->kind != TYPE_ARRAY || w->type->kind != TYPE_ARRAY || op->type->rank == w->type->rank)
        return NULL;
    for (int i = 0; i < op->n_operands; i++) {
        int v = align_value(x->align, op->operands[i], 0);
        if (v >= 0 && !align_is_weak(x->align, v) && op->operands[i]->type->n_elems == op->type->n_elems && explain_operand_with(x->align, w, v) >= 0)
            return op->operands[i];
    }
    return NULL;
}

/* To where an element is computed, as elements_back. Element-wise ops that later passes moved behind a reshape are looked through, to what they take,
 * whose elements lie where theirs do. *value: of whole, what the first of these computes; -1 = there is none. */
static ElementEnd to_base(const Explain *x, Element *el, ElementPath path, int *value)
{
    enum { FEW = 8 };
    ElementEnd end = elements_back(x->elements, el, &path);
    *value = -1;
    path.beyond_first = false;
    path.through = NULL; /* what is behind that op moved what it takes */
    for (int i = 0; i < FEW && end == ELEMENT_FOUND; i++) {
        IrOp *before = exact_reshaped(x, el->op);
        if (!before)
            return end;
        *value = *value < 0 ? align_value(x->align, x->align->local->ops[el->op->id], 0) : *value;
        Element next = *el;
        IrValue v = value_resolve(before, 0);
        next.op = v.op;
        next.leaf = v.leaf;
        end = elements_back(x->elements, &next, &path);
        *el = next;
    }
    return end;
}

void exact_corner(const Type *t, int which, int64_t *at)
{
    for (int d = 0; d < t->rank; d++)
        at[d] = which ? t->dims[d] - 1 : 0;
}

/* The dims of a piece without those of one element that it has more than a value of that rank: keep[d] is the piece's dim for the value's d. False if
 * it has others, or which ones are meant is open. */
static bool without_units(const Type *piece, int rank, int *keep)
{
    int units = 0, n = 0;
    for (int d = 0; d < piece->rank; d++)
        units += piece->dims[d] == 1;
    if (piece->rank < rank || (piece->rank > rank && units != piece->rank - rank))
        return false;
    for (int d = 0; d < piece->rank; d++)
        if (piece->rank == rank || piece->dims[d] != 1)
            keep[n++] = d;
    return true;
}

/* A value with the elements of another and fewer dims, those of one element left out: what the program reshapes it to, where the compiler made no op of that. of[d]: the other's dim
 * for its dim d. -1 = there is none. */
static int value_without_units(const Explain *x, int value, const Type *whole, const Type *piece, int *of)
{
    const Align *a = x->align;
    int n = 0;
    for (int d = 0; d < whole->rank; d++)
        if (whole->dims[d] != 1)
            of[n++] = d;
    for (int v = 0; n == piece->rank && v < a->whole->n_values; v++) {
        IrValue at = side_at(a->whole, v);
        const Type *type = type_leaf(at.op->type, at.leaf);
        bool same = a->canon[v] == v && align_same_elements(a, v, value) && type->kind == TYPE_ARRAY && type->rank == n && type->elem == whole->elem;
        for (int d = 0; same && d < n; d++)
            same = type->dims[d] == whole->dims[of[d]];
        if (same)
            return v;
    }
    return -1;
}

/* What a piece is found to be a piece of: the value at its base, or one with the same elements and other dims of one element. */
typedef struct Frame {
    const Type *whole;              /* of the value; NULL = not known yet */
    const Sharding *from;           /* of the value, as it lies at the base */
    int value;                      /* of whole; -1 = the base's */
    int of[MAX_RANK + 1];           /* the base's dim for each of the value's; -1 = one of one element that it lacks */
    int64_t dims[MAX_RANK + 1];     /* of the piece */
} Frame;

static bool frame_init(Frame *f, const Explain *x, const Exact *e, const Type *piece)
{
    const Type *whole = NULL;
    int keep[MAX_RANK + 1];
    *f = (Frame){ .value = -1, .from = exact_base_sharding(x, e->base, e->base_leaf, e->value, &whole) };
    if (!f->from || f->from->rank != whole->rank)
        return false;
    if (piece->rank < whole->rank && type_leaf(e->base->type, e->base_leaf)->rank == whole->rank) {
        AxisList axes[MAX_RANK + 1] = { 0 };
        f->value = value_without_units(x, e->value, whole, piece, f->of);
        if (f->value < 0)
            return false;
        for (int d = 0; d < piece->rank; d++) {
            axes[d] = f->from->dims[f->of[d]].axes;
            f->dims[d] = piece->dims[d];
        }
        IrValue v = side_at(x->align->whole, f->value);
        f->whole = type_leaf(v.op->type, v.leaf);
        f->from = sharding_of_dims(x->shardings, f->from->mesh, piece->rank, axes);
        return true;
    }
    if (!without_units(piece, whole->rank, keep))
        return false;
    f->whole = whole;
    int rank = type_leaf(e->base->type, e->base_leaf)->rank, n = 0;
    for (int d = 0; d < whole->rank; d++) {
        f->of[d] = rank == whole->rank ? d : whole->dims[d] == 1 ? -1 : n++;
        f->dims[d] = piece->dims[keep[d]];
    }
    return rank == whole->rank || n == rank;
}

/* asked: taken where no layout is found, or the one that is says of devices that have nothing that they have something, and this one does not; may be NULL. */
static Exact layout_of(const Explain *x, IrOp *op, int leaf, bool beyond_first, const Sharding *asked, GHashTable *through)
{
    Exact e = { .value = -1 };
    const Type *piece = type_leaf(op->type, leaf);
    if (!x->elements || piece->kind != TYPE_ARRAY || !piece->n_elems)
        return e;
    ElementPath path = { .ends = exact_ends, .user = x, .beyond_first = beyond_first, .through = through };
    Frame f = { 0 };
    Places p = { 0 };
    bool ok = true;
    int computed = -1;
    for (int64_t i = 0; i < x->n_devices * 2 && ok; i++) {
        int64_t device = i / 2, box[MAX_RANK + 1], start[MAX_RANK + 1];
        Element el = { op, leaf, device, { 0 }, NULL };
        exact_corner(piece, (int)(i % 2), el.at);
        int one;
        ElementEnd end = to_base(x, &el, path, &one);
        if (end == ELEMENT_PADDING)
            continue;
        ok = end == ELEMENT_FOUND && exact_set_base(x, &e, &el, -1) && (!f.whole || one == computed);
        computed = one;
        if (ok && !f.whole) {
            ok = frame_init(&f, x, &e, piece);
            if (ok)
                places_init(&p, x, f.whole, f.dims);
        }
        ok = ok && tile_coords(f.from, el.device, box);
        bool outside = false;
        for (int d = 0; ok && d < f.whole->rank; d++) {
            int64_t tile = tile_size(f.whole->dims[d], sharding_parts(f.from, d)), at = box[d] * tile + (f.of[d] < 0 ? 0 : el.at[f.of[d]]);
            outside = outside || at >= f.whole->dims[d];
            start[d] = at - (i % 2 ? f.dims[d] - 1 : 0);
        }
        if (ok && !outside && !places_note(&p, device, start)) {
            e.rank = -1; /* a piece with a gap in it */
            break;
        }
    }
    e.ok = ok && f.whole;
    const IrOp *match = f.whole && f.value < 0 ? x->align->match[e.base->id] : NULL;
    bool partial = match && f.from == partial_sharding(x, match, e.base_leaf, type_leaf(e.base->type, e.base_leaf));
    e.base_layout = partial ? explain_sharding(x, match, e.base_leaf) : f.from;
    if (e.ok && e.rank >= 0)
        e.layout = sharding_of_any(x, &p, f.from, match && e.base_leaf < type_n_leaves(match->type) ? explain_sharding(x, match, e.base_leaf) : NULL);
    if (e.ok && e.rank >= 0 && asked && !(e.layout && lies_as(&p, e.layout, true)) && lies_as(&p, asked, true))
        e.layout = asked;
    e.everywhere = e.layout && lies_as(&p, e.layout, true);
    e.rank = f.whole ? f.whole->rank : 0;
    e.value = e.ok && f.value >= 0 ? f.value : e.value;
    e.sized = e.base && g_hash_table_contains(x->sized, e.base);
    if (computed >= 0 && e.value >= 0) {
        IrValue v = side_at(x->align->whole, computed);
        e.base_layout = explain_sharding(x, v.op, v.leaf);
        e.value = computed;
    }
    places_clear(&p);
    return e;
}

Exact exact_layout(const Explain *x, IrOp *op, int leaf, GHashTable *through)
{
    return layout_of(x, op, leaf, false, NULL, through);
}

Exact exact_layout_as(const Explain *x, IrOp *op, int leaf, const Sharding *asked, GHashTable *through)
{
    return layout_of(x, op, leaf, false, asked, through);
}

Exact exact_parts(const Explain *x, IrOp *op, GHashTable *through)
{
    Exact e = layout_of(x, op, 0, true, NULL, through);
    e.layout = NULL;
    return e;
}

enum { ALONG = EXACT_ALONG, ASTRAY = 64 };

bool exact_sample(const Type *t, int which, int64_t *at)
{
    int dim = which / ALONG;
    uint32_t seed = (uint32_t)which;
    for (int d = 0; d < t->rank; d++) {
        seed = seed * 1664525u + 1013904223u;
        int64_t far = (int64_t)(seed >> 8) % t->dims[d];
        int64_t n = MIN(ALONG, t->dims[d]), k = which % ALONG;
        at[d] = dim >= t->rank ? far : d == dim && n > 1 ? MIN(k, n - 1) * (t->dims[d] - 1) / (n - 1) : 0;
    }
    return which < t->rank * ALONG + ASTRAY;
}

Exact exact_origin(const Explain *x, IrOp *op, int leaf, int value, const Sharding *to, GHashTable *through)
{
    Exact e = { .value = -1 };
    const Type *piece = type_leaf(op->type, leaf), *whole = NULL;
    if (!x->elements || piece->kind != TYPE_ARRAY || !piece->n_elems || !to || to->maximal || to->rank != piece->rank)
        return e;
    ElementPath path = { .ends = exact_ends, .user = x, .beyond_first = true, .through = through };
    Places p = { 0 };
    bool ok = true;
    for (int64_t device = 0; device < x->n_devices && ok; device++) {
        int64_t at[MAX_RANK + 1], box[MAX_RANK + 1], start[MAX_RANK + 1], at_whole[MAX_RANK + 1];
        for (int k = 0; ok && exact_sample(piece, k, at); k++) {
            Element el = { op, leaf, device, { 0 }, at_whole };
            memcpy(el.at, at, sizeof *at * (size_t)piece->rank);
            if (!tile_coords(to, device, box))
                break;
            for (int d = 0; d < piece->rank; d++)
                at_whole[d] = box[d] * piece->dims[d] + at[d];
            ElementEnd end = elements_back(x->elements, &el, &path);
            if (end == ELEMENT_PADDING)
                continue;
            ok = end == ELEMENT_FOUND && exact_set_base(x, &e, &el, value);
            if (ok && !whole) {
                IrValue v = side_at(x->align->whole, e.value);
                whole = type_leaf(v.op->type, v.leaf);
                const Type *base = type_leaf(e.base->type, e.base_leaf);
                ok = whole->kind == TYPE_ARRAY && whole->rank == piece->rank && base->rank == whole->rank && exact_fits(piece, whole, to);
                if (ok)
                    places_init(&p, x, whole, base->dims);
            }
            bool outside = false;
            for (int d = 0; ok && d < piece->rank; d++) {
                outside = outside || at_whole[d] >= whole->dims[d];
                start[d] = at_whole[d] - el.at[d];
            }
            ok = ok && (outside || places_note(&p, el.device, start));
        }
    }
    e.ok = ok && whole;
    const Type *of_base = NULL;
    e.base_layout = e.ok ? exact_base_sharding(x, e.base, e.base_leaf, e.value, &of_base) : NULL;
    e.layout = e.ok ? sharding_of_places(x, &p, e.base_layout) : NULL;
    e.ok = e.ok && e.layout;
    e.sized = e.base && g_hash_table_contains(x->sized, e.base);
    e.rank = whole ? whole->rank : 0;
    places_clear(&p);
    return e;
}
