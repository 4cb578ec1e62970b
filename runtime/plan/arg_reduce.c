/* Recognises argmax and argmin by what their computation does, not by how it is written: it is followed in each of the cases that two elements and their positions
 * can be in, and each time has to choose one of the two, with its position. */
#include "runtime/plan/arg_reduce.h"

#include "runtime/ir/scalar.h"
#include "runtime/plan/fuse_impl.h"
#include "runtime/plan/reduce.h"

/* The earlier element is less than the later one, equal to it, greater; it is a NaN, the later one is, both are. */
typedef enum Relation { LESS, EQUAL, GREATER, NAN_EARLIER, NAN_LATER, NAN_BOTH, N_RELATIONS } Relation;

/* What a value of the computation is. */
typedef enum Thing { UNKNOWN, NO, YES, EARLIER, LATER, EARLIER_AT, LATER_AT } Thing;

/* What is chosen of two elements. */
typedef struct Choice {
    Thing value, at;
} Choice;

typedef struct Follow {
    const IrComp *c;
    Relation elements;
    Relation positions; /* LESS, EQUAL or GREATER */
    int left;           /* ops that may yet be looked at */
} Follow;

static Thing known(bool yes)
{
    return yes ? YES : NO;
}

static Relation turned(Relation r)
{
    return r == LESS ? GREATER : r == GREATER ? LESS : r == NAN_EARLIER ? NAN_LATER : r == NAN_LATER ? NAN_EARLIER : r;
}

static bool holds(CompareDir dir, Relation r)
{
    if (r > GREATER)
        return dir == DIR_NE;
    return compare_holds(dir, (int64_t)r, EQUAL);
}

static bool is_element(Thing t)
{
    return t == EARLIER || t == LATER;
}

static bool is_position(Thing t)
{
    return t == EARLIER_AT || t == LATER_AT;
}

/* How x is to y, which both are elements or both positions. */
static Relation relation(const Follow *f, Thing x, Thing y)
{
    if (x != y) {
        Relation r = is_element(x) ? f->elements : f->positions;
        return x == EARLIER || x == EARLIER_AT ? r : turned(r);
    }
    bool is_nan = (x == EARLIER && (f->elements == NAN_EARLIER || f->elements == NAN_BOTH)) || (x == LATER && (f->elements == NAN_LATER || f->elements == NAN_BOTH));
    return is_nan ? NAN_BOTH : EQUAL;
}

static Thing follow(Follow *f, const IrOp *op);

static Thing follow_compare(Follow *f, const IrOp *op)
{
    Thing x = follow(f, op->operands[0]), y = follow(f, op->operands[1]);
    if (op->a.compare.kind == COMPARE_TOTALORDER && elem_is_float(op->operands[0]->type->elem))
        return UNKNOWN;
    if (!(is_element(x) && is_element(y)) && !(is_position(x) && is_position(y)))
        return UNKNOWN;
    return known(holds(op->a.compare.dir, relation(f, x, y)));
}

static Thing follow_logic(Follow *f, const IrOp *op)
{
    Thing x = follow(f, op->operands[0]), y = op->n_operands > 1 ? follow(f, op->operands[1]) : NO;
    if ((x != YES && x != NO) || (y != YES && y != NO))
        return UNKNOWN;
    bool a = x == YES, b = y == YES;
    return known(op->code == OP_not ? !a : op->code == OP_and ? a && b : op->code == OP_or ? a || b : a != b);
}

/* The greater or lesser of two positions. */
static Thing follow_extreme(Follow *f, const IrOp *op)
{
    Thing x = follow(f, op->operands[0]), y = follow(f, op->operands[1]);
    if (!is_position(x) || !is_position(y))
        return UNKNOWN;
    Relation r = relation(f, x, y);
    return (op->code == OP_maximum) == (r == GREATER) ? x : y;
}

static Thing follow(Follow *f, const IrOp *op)
{
    static const Thing params[] = { EARLIER, EARLIER_AT, LATER, LATER_AT };
    if (op->type->kind != TYPE_ARRAY || --f->left < 0)
        return UNKNOWN;
    for (int i = 0; i < 4; i++)
        if (f->c->params[i] == op)
            return params[i];
    if (op->code == OP_compare)
        return follow_compare(f, op);
    if (op->code == OP_select) {
        Thing which = follow(f, op->operands[0]);
        return which == YES ? follow(f, op->operands[1]) : which == NO ? follow(f, op->operands[2]) : UNKNOWN;
    }
    if (op->code == OP_and || op->code == OP_or || op->code == OP_xor || op->code == OP_not)
        return follow_logic(f, op);
    if (op->code == OP_maximum || op->code == OP_minimum)
        return follow_extreme(f, op);
    return UNKNOWN;
}

enum { MOST_STEPS = 200 };

static Choice choose(const IrComp *c, Relation elements, Relation positions)
{
    Follow f = { c, elements, positions, MOST_STEPS };
    Choice chosen = { follow(&f, c->root->operands[0]), UNKNOWN };
    f.left = MOST_STEPS;
    chosen.at = follow(&f, c->root->operands[1]);
    return chosen;
}

/* EARLIER or LATER if that is chosen with its position, else UNKNOWN. Of equal elements either has the value, of equal positions either is the position. */
static Thing chosen(const IrComp *c, Relation elements, Relation positions)
{
    Choice x = choose(c, elements, positions);
    if (!is_element(x.value) || !is_position(x.at))
        return UNKNOWN;
    Thing at = x.at == EARLIER_AT ? EARLIER : LATER;
    if (elements == EQUAL)
        return at;
    return positions == EQUAL || x.value == at ? x.value : UNKNOWN;
}

/* The positions of later elements are greater; only that of the start value may be anything up to the first one's. */
static bool read_rule(const IrOp *op, ArgReduce *to)
{
    const IrComp *c = op->comps[0];
    if (c->n_params != 4 || !c->root || c->root->code != OP_tuple || c->root->n_operands != 2)
        return false;
    Thing less = chosen(c, LESS, LESS), equal = chosen(c, EQUAL, LESS);
    if (less == UNKNOWN || equal == UNKNOWN || chosen(c, GREATER, LESS) != (less == EARLIER ? LATER : EARLIER))
        return false;
    /* The start value's position may also be the first one's. */
    if (chosen(c, LESS, EQUAL) != less || chosen(c, GREATER, EQUAL) != chosen(c, GREATER, LESS) || chosen(c, EQUAL, EQUAL) == UNKNOWN)
        return false;
    to->least = less == EARLIER;
    to->last = equal == LATER;
    if (!elem_is_float(op->operands[0]->type->elem))
        return true;
    Thing first = chosen(c, NAN_EARLIER, LESS), second = chosen(c, NAN_LATER, LESS), both = chosen(c, NAN_BOTH, LESS);
    to->nan_passes = first == LATER && second == LATER && both == LATER;
    return to->nan_passes || (first == EARLIER && second == LATER && both == EARLIER);
}

static bool read_shape(const IrOp *op, ArgReduce *to)
{
    ReducePhase phases[MAX_REDUCE_PHASES];
    int n;
    const Type *t = op->operands[0]->type, *at = op->operands[1]->type;
    if (!reduce_phases(op, phases, &n) || n != 1 || t->n_elems == 0)
        return false;
    to->a = phases[0].a;
    to->r = phases[0].r;
    to->c = phases[0].c;
    const ElemInfo *e = &elem_info[at->elem];
    if (!elem_is_int(at->elem) || elem_is_cut(at->elem) || to->r > INT32_MAX || (e->bits < 32 && to->r > (int64_t)1 << (e->bits - 1)))
        return false;
    if (to->r == 1)
        return false;
    FuseSource s;
    fuse_source(op->operands[1], NULL, -1, &s);
    return s.kind == SOURCE_IOTA && s.iota_size == to->r && s.iota_inner == to->c;
}

static bool read_start(const IrOp *op, ArgReduce *to)
{
    const IrOp *start = op_strip_renames(op->operands[3]);
    if (start->code != OP_constant || !start->a.literal->data)
        return false;
    to->start_at = scalar_to_int(op->operands[3]->type->elem, start->a.literal->data);
    return to->start_at <= 0 && to->start_at >= INT32_MIN;
}

bool arg_reduce_of(const IrOp *op, ArgReduce *to)
{
    ArgReduce found = { 0 };
    if (op->code != OP_reduce || op->n_operands != 4 || op->n_comps != 1 || op->type->kind != TYPE_TUPLE)
        return false;
    ElemType e = op->operands[0]->type->elem;
    if (elem_info[e].cls == CLASS_COMPLEX || elem_is_cut(e) || e == ELEM_pred || type_leaf(op->type, 0)->elem != e || type_leaf(op->type, 1)->elem != op->operands[1]->type->elem)
        return false;
    if (!read_shape(op, &found) || !read_start(op, &found) || !read_rule(op, &found))
        return false;
    if (to)
        *to = found;
    return true;
}
