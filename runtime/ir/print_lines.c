/* Prints ops that have no HLO opcode as several equivalent instructions. The last one has the op's name, those before it that name with a
 * suffix. */
#include <string.h>

#include "runtime/ir/print_impl.h"
#include "runtime/shard/spell.h"

/* A suffix that makes a free name with the op's name: `wish`, or `wish` with a number. */
static char *free_suffix(const Printer *p, const IrOp *op, const char *wish)
{
    for (int i = 0;; i++) {
        g_autofree char *suffix = i ? g_strdup_printf("%s.%d", wish, i) : g_strdup(wish), *name = g_strconcat(op->name, suffix, NULL);
        if (!hlo_name_is_op(p, op->parent, name))
            return g_steal_pointer(&suffix);
    }
}

/* ---- manual computations ----------------------------------------------------------------------- */

static void print_sdy_list(GString *out, const Sharding *const *v, int n)
{
    text_put(out, "#sdy.sharding_per_value<[");
    for (int i = 0; i < n; i++) {
        text_put(out, i ? ", " : "");
        if (v[i])
            sharding_print_sdy(out, v[i], true);
    }
    text_put(out, "]>");
}

/* "NAME.SUFFIX.0 = T get-tuple-element(NAME.SUFFIX), index=0", a line each. */
static void print_parts(const Printer *p, const IrOp *op, const char *suffix, const Type *tuple)
{
    for (int i = 0; i < tuple->n_parts; i++) {
        g_autofree char *part = g_strdup_printf("%s.%d", suffix, i);
        hlo_print_head(p, op->name, part, tuple->parts[i]);
        text_put(p->out, " get-tuple-element(");
        hlo_print_operand(p, tuple, op->name, suffix);
        format_append(p->out, "), index=%d\n  ", i);
    }
}

static void print_part_list(const Printer *p, const IrOp *op, const char *suffix, const Type *tuple)
{
    for (int i = 0; i < tuple->n_parts; i++) {
        g_autofree char *part = g_strdup_printf("%s.%d", suffix, i);
        text_put(p->out, i ? ", " : "");
        hlo_print_operand(p, tuple->parts[i], op->name, part);
    }
}

/* A manual computation as Shardy writes it in HLO: operands converted to local shapes, a call of the body, results converted to whole
 * shapes. */
static void print_manual(const Printer *p, const IrOp *op, bool is_root)
{
    const IrComp *body = op->comps[0];
    TypeTable *types = op->parent->module->types;
    const Type **list = g_new(const Type *, body->n_params + 1);
    for (int i = 0; i < body->n_params; i++)
        list[i] = body->params[i]->type;
    const Type *in = type_tuple(types, body->n_params, list), *out = body->root->type;
    g_free(list);
    g_autoptr(GString) ins = g_string_new(NULL), outs = g_string_new(NULL),
                       axes = g_string_new("#sdy<manual_axes{");
    const char *in_text = pair_get(op->pairs, op->n_pairs, "xla.sdy.in_shardings"),
               *out_text = pair_get(op->pairs, op->n_pairs, "xla.sdy.out_shardings"),
               *axes_text = pair_get(op->pairs, op->n_pairs, "xla.sdy.manual_axes");
    if (op->a.manual.mesh) {
        print_sdy_list(ins, op->a.manual.in, op->a.manual.n_in);
        print_sdy_list(outs, op->a.manual.out, op->a.manual.n_out);
        for (int i = 0; i < op->a.manual.axes.n; i++) {
            AxisRef a = op->a.manual.axes.v[i];
            const MeshAxis *axis = &op->a.manual.mesh->axes[a.axis];
            format_append(axes, "%s\"%s\"", i ? ", " : "", axis->name);
            if (a.size != axis->size)
                format_append(axes, ":(%" G_GINT64_FORMAT ")%" G_GINT64_FORMAT, a.pre,
                                       a.size);
        }
        text_put(axes, "}>");
        in_text = ins->str;
        out_text = outs->str;
        axes_text = axes->str;
    }
    hlo_print_head(p, op->name, ".local", in);
    text_put(p->out, " custom-call(");
    hlo_print_operands(p, op);
    text_put(p->out, "), custom_call_target=\"xla.sdy.GlobalToLocalShape\", "
                            "custom_call_has_side_effect=true, frontend_attributes={");
    hlo_print_pairs(p->out,
                    (IrPair[]){{"xla.sdy.in_shardings", in_text ? in_text : "", false},
                               {"xla.sdy.manual_axes", axes_text ? axes_text : "", false}},
                    2);
    text_put(p->out, "}\n  ");
    print_parts(p, op, ".local", in);
    hlo_print_head(p, op->name, ".body", out);
    text_put(p->out, " call(");
    print_part_list(p, op, ".local", in);
    text_put_c(p->out, ')');
    hlo_print_comp_attr(p, "to_apply", body);
    text_put(p->out, "\n  ");
    if (out->kind == TYPE_TUPLE)
        print_parts(p, op, ".body", out);
    if (is_root)
        text_put(p->out, "ROOT ");
    hlo_print_head(p, op->name, "", op->type);
    text_put(p->out, " custom-call(");
    if (out->kind == TYPE_TUPLE)
        print_part_list(p, op, ".body", out);
    else
        hlo_print_operand(p, out, op->name, ".body");
    text_put(p->out, "), custom_call_target=\"xla.sdy.LocalToGlobalShape\", "
                            "custom_call_has_side_effect=true, frontend_attributes={");
    hlo_print_pairs(p->out,
                    (IrPair[]){{"xla.sdy.manual_axes", axes_text ? axes_text : "", false},
                               {"xla.sdy.out_shardings", out_text ? out_text : "", false}},
                    2);
    text_put_c(p->out, '}');
    if (p->long_form)
        hlo_print_metadata(p, op);
}

/* ---- all-to-alls between two dims --------------------------------------------------------------- */

/* StableHLO's all-to-all that splits one dimension and joins another: exchanges blocks along the first, then moves them to the second. One
 * line each, with names made from the op's. */
static void print_moving_all_to_all(const Printer *p, const IrOp *op, int k, bool is_root)
{
    const Type *x = op->operands[k]->type,
               *to = op->type->kind == TYPE_TUPLE ? op->type->parts[k] : op->type;
    TypeTable *types = op->parent->module->types;
    int split = (int)op->a.collective.dim, concat = (int)op->a.collective.concat_dim,
        rank = x->rank;
    int64_t n = op->a.collective.split_count;
    if (n == 0)
        n = to->dims[split] ? x->dims[split] / to->dims[split] : 1;
    int64_t cut[MAX_RANK + 1], moved[MAX_RANK + 1], perm[MAX_RANK + 1];
    for (int i = 0, at = 0; i < rank; i++) {
        if (i == split)
            cut[at++] = n;
        cut[at++] = i == split ? x->dims[i] / n : x->dims[i];
    }
    /* Moves the block number from before the split dimension to before the joined one. */
    for (int i = 0, at = 0; i < rank; i++) {
        int old = i < split ? i : i + 1;
        if (i == concat)
            perm[at++] = split;
        perm[at++] = old;
    }
    for (int i = 0; i <= rank; i++)
        moved[i] = cut[perm[i]];
    const Type *exchanged = x->plain, *blocks = type_array(types, x->elem, rank + 1, cut),
               *turned = type_array(types, x->elem, rank + 1, moved);
    g_autofree char *base = op->n_operands > 1 ? g_strdup_printf(".%d", k) : g_strdup("");
    g_autofree char *a = g_strdup_printf("%s.exchanged", base),
                    *b = g_strdup_printf("%s.blocks", base), *c = g_strdup_printf("%s.moved", base);
    hlo_print_head(p, op->name, a, exchanged);
    text_put(p->out, " all-to-all(");
    hlo_print_operand(p, x, op->operands[k]->name, "");
    text_put_c(p->out, ')');
    hlo_print_collective(p, op);
    text_put(p->out, "\n  ");
    hlo_print_head(p, op->name, b, blocks);
    text_put(p->out, " reshape(");
    hlo_print_operand(p, exchanged, op->name, a);
    text_put(p->out, ")\n  ");
    hlo_print_head(p, op->name, c, turned);
    text_put(p->out, " transpose(");
    hlo_print_operand(p, blocks, op->name, b);
    text_put_c(p->out, ')');
    hlo_print_ints_attr(p, "dimensions", (Ints){perm, rank + 1});
    text_put(p->out, is_root && op->n_operands == 1 ? "\n  ROOT " : "\n  ");
    hlo_print_head(p, op->name, base, to);
    text_put(p->out, " reshape(");
    hlo_print_operand(p, turned, op->name, c);
    text_put_c(p->out, ')');
}

static void print_moving_all_to_alls(const Printer *p, const IrOp *op, bool is_root)
{
    for (int k = 0; k < op->n_operands; k++) {
        text_put(p->out, k ? "\n  " : "");
        print_moving_all_to_all(p, op, k, is_root);
    }
    if (op->n_operands > 1) {
        text_put(p->out, is_root ? "\n  ROOT " : "\n  ");
        hlo_print_head(p, op->name, "", op->type);
        text_put(p->out, " tuple(");
        for (int k = 0; k < op->n_operands; k++) {
            g_autofree char *base = g_strdup_printf(".%d", k);
            text_put(p->out, k ? ", " : "");
            hlo_print_operand(p, op->type->parts[k], op->name, base);
        }
        text_put_c(p->out, ')');
    }
    hlo_print_annotations(p, op, NULL, 0);
    if (p->long_form)
        hlo_print_metadata(p, op);
}

/* ---- large constants ---------------------------------------------------------------------------- */

enum { MAX_SPLAT_WRITTEN = 1024 }; /* elements */

/* HLO has no short form for many equal elements, so large ones are written as a scalar and its broadcast. */
bool hlo_is_large_splat(const IrOp *op)
{
    const Literal *l = op->code == OP_constant ? op->a.literal : NULL;
    return l && l->splat && l->data && !l->elided && l->type->n_elems > MAX_SPLAT_WRITTEN;
}

static void print_large_splat(const Printer *p, const IrOp *op, bool is_root)
{
    const Literal *l = op->a.literal;
    const Type *scalar = type_scalar(op->parent->module->types, l->type->elem);
    g_autofree char *suffix = free_suffix(p, op, ".one");
    Literal one = { .type = scalar, .data = l->data };
    hlo_print_head(p, op->name, suffix, scalar);
    text_put(p->out, " constant(");
    hlo_print_literal(p->out, &one);
    text_put(p->out, is_root ? ")\n  ROOT " : ")\n  ");
    hlo_print_head(p, op->name, "", op->type);
    text_put(p->out, " broadcast(");
    hlo_print_operand(p, scalar, op->name, suffix);
    text_put(p->out, "), dimensions={}");
    hlo_print_attrs(p, op);
}

/* ---- rolls ------------------------------------------------------------------------------------ */

/* A slice: rows [lo, hi) of the rolled dim, all of the others. */
static const Type *print_rows(const Printer *p, const IrOp *op, const char *suffix, int64_t lo, int64_t hi)
{
    int d = (int)op->a.concatenate.dim;
    const Type *t = op->operands[0]->type;
    int64_t dims[MAX_RANK];
    memcpy(dims, t->dims, sizeof *dims * (size_t)t->rank);
    dims[d] = hi - lo;
    const Type *rows = type_array(op->parent->module->types, t->elem, t->rank, dims);
    hlo_print_head(p, op->name, suffix, rows);
    text_put(p->out, " slice(");
    hlo_print_operand(p, t, op->operands[0]->name, "");
    text_put(p->out, "), slice={");
    for (int i = 0; i < t->rank; i++)
        format_append(p->out, "%s[%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT "]", i ? ", " : "", i == d ? lo : 0, i == d ? hi : t->dims[i]);
    text_put(p->out, "}\n  ");
    return rows;
}

/* A roll as a concatenation of two slices: the rows from `roll` on, then those before it. */
static void print_roll(const Printer *p, const IrOp *op, bool is_root)
{
    int64_t by = op->a.concatenate.roll, n = op->type->dims[op->a.concatenate.dim];
    g_autofree char *a = free_suffix(p, op, ".from"), *b = free_suffix(p, op, ".before");
    const Type *from = print_rows(p, op, a, by, n), *before = print_rows(p, op, b, 0, by);
    text_put(p->out, is_root ? "ROOT " : "");
    hlo_print_head(p, op->name, "", op->type);
    text_put(p->out, " concatenate(");
    hlo_print_operand(p, from, op->name, a);
    text_put(p->out, ", ");
    hlo_print_operand(p, before, op->name, b);
    text_put_c(p->out, ')');
    hlo_print_attrs(p, op);
}

bool hlo_print_lines(const Printer *p, const IrOp *op)
{
    bool is_root = op == op->parent->root;
    if (hlo_is_large_splat(op))
        print_large_splat(p, op, is_root);
    else if (op->code == OP_manual)
        print_manual(p, op, is_root);
    else if (op->code == OP_all_to_all && op->a.collective.dim >= 0 && op->a.collective.dim != op->a.collective.concat_dim)
        print_moving_all_to_alls(p, op, is_root);
    else if (op->code == OP_concatenate && op->a.concatenate.roll)
        print_roll(p, op, is_root);
    else
        return false;
    return true;
}
