/* Operations that call: custom calls (by the meaning of their targets), functions, composites and fusions. */
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_layouts.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

#include "runtime/text/stablehlo_print.h"

/* ---- custom calls ---------------------------------------------------------------------------------------------- */

/* Puts the entries of a dictionary among the op's own attributes. */
static void take_entries(Reader *r, MOp *op, const MAttr *dict)
{
    for (int i = 0; dict && dict->kind == ATTR_DICT && i < dict->dict.n; i++)
        mlir_dict_add(&r->x, &op->attrs, dict->dict.v[i].key, op->at, dict->dict.v[i].value);
}

/* @mhlo.topk, @mhlo.erf and @ragged_all_to_all, as JAX writes lax.ragged_all_to_all, become ops; their attributes are in a dictionary of their own. */
static bool known_custom_call(Reader *r, MOp *op, const char *target, bool *done)
{
    *done = false;
    if (strcmp(target, "ragged_all_to_all") == 0) {
        static const char *const ignored[] = { "api_version", "has_side_effect", "called_computations" };
        take_entries(r, op, mop_attr(op, "backend_config", NULL));
        take_entries(r, op, mop_attr(op, "mhlo.backend_config", NULL)); /* in portable artifacts */
        for (int i = 0; i < (int)G_N_ELEMENTS(ignored); i++)
            mop_attr(op, ignored[i], NULL);
        *done = true;
        return mop_build_ragged_all_to_all(r, op);
    }
    if (strcmp(target, "mhlo.topk") == 0 && op->n_operands == 1 && op->n_types == 2) {
        const MAttr *attrs = mop_attr(op, "mhlo.attributes", NULL);
        if (!attrs || attrs->kind != ATTR_DICT)
            return true;
        take_entries(r, op, attrs);
        mop_attr(op, "mhlo.version", NULL);
        mop_attr(op, "api_version", NULL);
        mop_attr(op, "has_side_effect", NULL);
        mop_attr(op, "backend_config", NULL);
        *done = true;
        return mop_build_topk(r, op);
    }
    OpCode code = strncmp(target, "mhlo.", 5) == 0 ? opcode_from_mlir(target + 5, strlen(target + 5)) : N_OPCODES;
    if (code != N_OPCODES && opcode_is_chlo(code) && op_info[code].family == FAMILY_elementwise &&
        op_info[code].n_args == op->n_operands && op->n_types == 1) {
        static const char *const ignored[] = { "mhlo.attributes", "mhlo.version", "api_version", "has_side_effect", "backend_config" };
        for (int i = 0; i < (int)G_N_ELEMENTS(ignored); i++)
            mop_attr(op, ignored[i], NULL);
        *done = true;
        return mop_result(op, mop_emit(r, code, op->types[0], op->n_operands, op->operands));
    }
    return true;
}

/* called_computations = [@f, ..]: the functions become the op's computations after all have been read. */
static bool called_computations(Reader *r, MOp *op, const MAttr *called, IrOp *out)
{
    if (!called)
        return true;
    if (called->kind != ATTR_ARRAY)
        return mop_fail(r, op, "called_computations of %s must be a list of functions", op->name);
    IrComp **none = arena_array(r->x.scratch, IrComp *, MAX(called->n_items, 1));
    op_set_comps(out, called->n_items, none);
    for (int i = 0; i < called->n_items; i++) {
        if (called->items[i]->kind != ATTR_SYMBOL)
            return mop_fail(r, op, "called_computations of %s must be a list of functions", op->name);
        CallSite site = { out, str_intern(r->x.names, called->items[i]->s), op->at, i, true };
        vec_push(&r->calls, site);
    }
    return true;
}

static bool has_entry(const MOp *op, const char *key)
{
    for (int i = 0; i < op->attrs.n; i++)
        if (strcmp(op->attrs.v[i].key, key) == 0)
            return true;
    return false;
}

static bool check_output_aliases(Reader *r, const MOp *op)
{
    for (int i = 0; i < op->attrs.n; i++) {
        const MAttr *list = op->attrs.v[i].value;
        if (strcmp(op->attrs.v[i].key, "output_operand_aliases") != 0)
            continue;
        for (int k = 0; list->kind == ATTR_ARRAY && k < list->n_items; k++) {
            static const char *const fields[] = { "output_tuple_indices", "operand_index", "operand_tuple_indices" };
            for (int n = 0; n < 3; n++)
                if (list->items[k]->kind != ATTR_STRUCT || !mlir_field(list->items[k], fields[n]))
                    return mop_fail(r, op, "an alias of %s needs the field %s", op->name, fields[n]);
            int64_t operand = list->items[k]->kind == ATTR_STRUCT ? mlir_field_int(list->items[k], "operand_index", 0) : -1;
            if (operand < 0 || operand >= op->n_operands)
                return mop_fail(r, op, "an alias of %s names operand %" G_GINT64_FORMAT " of %d", op->name, operand, op->n_operands);
        }
    }
    return true;
}

bool mop_build_custom_call(Reader *r, MOp *op)
{
    const MAttr *name = mop_attr(op, "call_target_name", "@");
    bool side_effect, done;
    if (!name || (name->kind != ATTR_STRING && name->kind != ATTR_SYMBOL))
        return mop_fail(r, op, "%s needs its target", op->name);
    const char *target = name->s;
    if (!known_custom_call(r, op, target, &done) || done)
        return !done ? false : op->results != NULL;
    const MAttr *config = mop_attr(op, "backend_config", NULL), *typed = mop_attr(op, "mhlo.backend_config", NULL);
    const MAttr *called = mop_attr(op, "called_computations", NULL);
    int64_t version;
    if (!mop_bool(r, op, "has_side_effect", NULL, false, &side_effect) || !mop_int(r, op, "api_version", NULL, 1, &version))
        return false;
    if (version < 0 || version >= (int64_t)G_N_ELEMENTS(mlir_api_versions))
        return mop_fail(r, op, "api_version of %s must be 0 to 4, %" G_GINT64_FORMAT " is given", op->name, version);
    if (config && config->kind != (version == 4 ? ATTR_DICT : ATTR_STRING))
        return mop_fail(r, op, "backend_config of %s must be a %s where api_version is %" G_GINT64_FORMAT, op->name,
                        version == 4 ? "dictionary" : "string", version);
    const Type **types = arena_array(r->x.scratch, const Type *, MAX(op->n_operands, 1));
    for (int i = 0; i < op->n_operands; i++)
        types[i] = op->operands[i]->type;
    if (has_entry(op, "operand_layouts") != has_entry(op, "result_layouts"))
        return mop_fail(r, op, "%s needs layouts of both its operands and its results, or of neither", op->name);
    Layouts of_operands, of_results;
    if (!mop_layouts(r, op, "operand_layouts", op->n_operands, types, &of_operands) || !mop_layouts(r, op, "result_layouts", op->n_types, op->types, &of_results) ||
        !check_output_aliases(r, op))
        return false;
    if (typed && typed->kind == ATTR_DICT) { /* as the typed interface's attributes travel in portable artifacts */
        config = typed;
        version = 4;
    }
    Arena *a = r->m->arena;
    bool by_columns = layouts_matter(target) && of_operands.n == op->n_operands && of_results.n == op->n_types;
    if (by_columns)
        layouts_of_operands(r, op, &of_operands);
    IrOp *out = mop_emit(r, OP_custom_call, mop_type(r, op), op->n_operands, op->operands);
    out->a.custom.target = arena_strdup(a, target);
    out->a.custom.side_effect = side_effect;
    if (config && config->kind == ATTR_STRING && config->n_s)
        out->a.custom.backend_config = arena_strndup(a, config->s, config->n_s);
    else if (config && config->kind == ATTR_DICT)
        out->a.custom.backend_config = mlir_attr_text(&r->x, config);
    if (version != 1)
        pair_add(a, &out->extra, &out->n_extra, "api_version", mlir_api_versions[version], true);
    if (!called_computations(r, op, called, out) || !mop_results(r, op, out))
        return false;
    if (by_columns) {
        layouts_of_results(r, op, &of_results);
        layouts_are_columns(r, op, out);
    }
    return true;
}

void mop_keep_attributes(Reader *r, MOp *op, IrOp *out)
{
    int dialect = (int)(strchr(op->name, '.') - op->name);
    for (int i = 0; i < op->attrs.n; i++) {
        MEntry e = op->attrs.v[i];
        if (e.used)
            continue;
        if (!strchr(e.key, '.'))
            e.key = arena_printf(r->x.scratch, "%.*s.%s", dialect, op->name, e.key);
        reader_annotate_pair(r, &out->pairs, &out->n_pairs, &e);
        op->attrs.v[i].used = true;
    }
}

/* check.expect_eq and the like: custom calls with side effects; a literal to compare with becomes an operand. */
bool mop_build_check(Reader *r, MOp *op)
{
    const MAttr *value = mop_attr(op, "value", NULL);
    IrOp *v[8];
    if (op->n_operands > 6)
        return mop_fail(r, op, "%s takes two operands", op->name);
    if (op->n_operands)
        memcpy(v, op->operands, sizeof *v * (size_t)op->n_operands);
    int n = op->n_operands;
    if (value && value->kind == ATTR_DENSE) {
        v[n] = mop_emit(r, OP_constant, value->literal->type, 0, NULL);
        v[n++]->a.literal = value->literal;
    }
    IrOp *out = mop_emit(r, OP_custom_call, mop_type(r, op), n, v);
    out->a.custom.target = arena_strdup(r->m->arena, op->name);
    out->a.custom.side_effect = true;
    if (strncmp(op->name, "check.", 6) == 0)
        pair_add(r->m->arena, &out->pairs, &out->n_pairs, "check.op", "true", false);
    mop_keep_attributes(r, op, out);
    return mop_results(r, op, out);
}

/* Functions named in a list, or in a list of lists of equal length, appended to the op's computations to be. */
static bool read_programs(Reader *r, MOp *op, const MAttr *a, GPtrArray *names, int *columns)
{
    *columns = 0;
    for (int i = 0; a && i < a->n_items; i++) {
        const MAttr *row = a->items[i];
        bool nested = row->kind == ATTR_ARRAY;
        for (int k = 0; k < (nested ? row->n_items : 1); k++) {
            const MAttr *name = nested ? row->items[k] : row;
            if (name->kind != ATTR_SYMBOL && name->kind != ATTR_STRING)
                return mop_fail(r, op, "%s must list functions", op->name);
            g_ptr_array_add(names, (gpointer)str_intern(r->x.names, name->s));
        }
        if (nested && i && row->n_items != *columns)
            return mop_fail(r, op, "%s: all replicas must have the same number of partitions", op->name);
        *columns = nested ? row->n_items : 1;
    }
    return true;
}

/* interpreter.run_parallel: rows of programs are replicas, columns partitions. The functions that feed the programs
 * follow them among the computations; the two counts tell them apart. */
static bool build_parallel(Reader *r, MOp *op)
{
    const MAttr *programs = mop_attr(op, "programs", NULL), *infeed = mop_attr(op, "infeed", NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    int partitions, unused;
    if (!programs || programs->kind != ATTR_ARRAY || (infeed && infeed->kind != ATTR_ARRAY))
        return mop_fail(r, op, "%s needs programs = [[@f, ..], ..]", op->name);
    if (!read_programs(r, op, programs, names, &partitions))
        return false;
    int n_programs = (int)names->len;
    if (!n_programs)
        return mop_fail(r, op, "%s runs no program", op->name);
    if (!read_programs(r, op, infeed, names, &unused))
        return false;
    IrOp *out = mop_emit(r, OP_custom_call, mop_type(r, op), op->n_operands, op->operands);
    out->a.custom.target = arena_strdup(r->m->arena, op->name);
    out->a.custom.side_effect = true;
    g_autofree char *grid = g_strdup_printf("%dx%d", n_programs / partitions, partitions);
    pair_add(r->m->arena, &out->pairs, &out->n_pairs, "interpreter.grid", grid, false);
    IrComp **none = arena_array(r->x.scratch, IrComp *, names->len);
    op_set_comps(out, (int)names->len, none);
    for (guint i = 0; i < names->len; i++) {
        CallSite site = { out, names->pdata[i], op->at, (int)i, true };
        vec_push(&r->calls, site);
    }
    mop_attr(op, "num_replicas", NULL);
    mop_attr(op, "num_partitions", NULL);
    return mop_results(r, op, out);
}

/* Ops of other dialects, kept as custom calls with their attributes. */
bool mop_build_kept(Reader *r, MOp *op)
{
    if (op->n_regions)
        return mop_unsupported(r, op, NULL, "%s: regions are not supported", op->name);
    return strcmp(op->name, "interpreter.run_parallel") == 0 ? build_parallel(r, op) : mop_build_check(r, op);
}

/* ---- calls ---------------------------------------------------------------------------------------------------------- */

static bool emit_call(Reader *r, MOp *op, const MAttr *callee)
{
    if (!callee || callee->kind != ATTR_SYMBOL)
        return mop_fail(r, op, "%s needs a function @name", op->name);
    IrOp *out = mop_emit(r, OP_call, mop_type(r, op), op->n_operands, op->operands);
    CallSite site = { out, str_intern(r->x.names, callee->s), op->at, 0, false };
    vec_push(&r->calls, site);
    return mop_results(r, op, out);
}

bool mop_build_call(Reader *r, MOp *op)
{
    return emit_call(r, op, mop_attr(op, "callee", "@"));
}

/* The row of the CHLO operation that a composite represents: portable artifacts write CHLO's operations as composites of the
 * same name. NULL if the name, the types or the attributes are not those of such an operation. */
static const OpRow *known_composite(Reader *r, const MOp *op, const char *name, const MAttr *attrs)
{
    const OpRow *row = g_str_has_prefix(name, "chlo.") ? reader_row(r, (Str){ name, strlen(name) }) : NULL;
    if (!row || !row->build || op->n_operands != op_info[row->code].n_args)
        return NULL;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind != TYPE_ARRAY)
            return NULL;
    if (row->code == OP_topk)
        return op->n_types == 2 && attrs && mlir_field(attrs, "k") ? row : NULL;
    if (row->code == OP_ragged_dot)
        return attrs && mlir_field(attrs, "ragged_dot_dimension_numbers") && mlir_field(attrs, "ragged_dot_dimension_numbers")->kind == ATTR_STRUCT ? row : NULL;
    if (op_info[row->code].family != FAMILY_elementwise || op->n_types != 1 || (attrs && attrs->dict.n))
        return NULL;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->plain != op->types[0]->plain)
            return NULL;
    return row;
}

/* Builds the operation with the composite's attributes and the annotations of the composite itself. */
static bool build_known_composite(Reader *r, MOp *op, const OpRow *row, const MAttr *attrs)
{
    MDict dict = { 0 };
    for (int i = 0; attrs && i < attrs->dict.n; i++)
        mlir_dict_add(&r->x, &dict, attrs->dict.v[i].key, op->at, attrs->dict.v[i].value);
    for (int i = 0; i < op->attrs.n; i++)
        if (strchr(op->attrs.v[i].key, '.'))
            mlir_dict_add(&r->x, &dict, op->attrs.v[i].key, op->attrs.v[i].at, op->attrs.v[i].value);
    op->attrs = dict;
    op->row = row;
    op->name = op_row_name(row);
    return row->build(r, op);
}

/* "dialect.op": words of letters, digits, _ and $, at least two, joined by dots. */
static bool has_dialect(const char *name)
{
    int words = 0, n = 0;
    for (const char *c = name;; c++) {
        if (g_ascii_isalnum(*c) || *c == '_' || (*c == '$' && n)) {
            if (!n && g_ascii_isdigit(*c))
                return false;
            n++;
            continue;
        }
        if (!n || (*c && *c != '.'))
            return false;
        words++;
        n = 0;
        if (!*c)
            return words > 1;
    }
}

/* composite "name" %a {decomposition = @f, ..}: a call of the decomposition. The name, attributes and version are kept as in HLO, in the frontend
 * attributes composite.name, composite.attributes and composite.version. */
bool mop_build_composite(Reader *r, MOp *op)
{
    const MAttr *name = mop_attr(op, "name", NULL), *attrs = mop_attr(op, "composite_attributes", NULL);
    int64_t version;
    if (!name || name->kind != ATTR_STRING)
        return mop_fail(r, op, "%s needs its name in quotes", op->name);
    if (!has_dialect(name->s))
        return mop_fail(r, op, "the name of %s must be that of an op, \"dialect.op\": \"%s\"", op->name, name->s);
    if (attrs && attrs->kind != ATTR_DICT)
        return mop_fail(r, op, "composite_attributes of %s must be a dictionary", op->name);
    const OpRow *row = op->n_regions ? NULL : known_composite(r, op, name->s, attrs);
    if (row)
        return build_known_composite(r, op, row, attrs);
    if (!mop_int(r, op, "version", NULL, 0, &version) || !emit_call(r, op, mop_attr(op, "decomposition", NULL)))
        return false;
    IrOp *call = r->calls.v[r->calls.n - 1].op;
    Arena *a = r->m->arena;
    op->main = call;
    pair_add(a, &call->extra, &call->n_extra, "is_composite", "true", true);
    pair_add(a, &call->pairs, &call->n_pairs, "composite.attributes", attrs ? mlir_attr_text(&r->x, attrs) : "{}", true);
    pair_add(a, &call->pairs, &call->n_pairs, "composite.name", name->s, false);
    pair_add(a, &call->pairs, &call->n_pairs, "composite.version", arena_printf(a, "%" G_GINT64_FORMAT, version), false);
    return true;
}

/* MHLO's fusion: the region is the fused computation. */
bool mop_build_fusion(Reader *r, MOp *op)
{
    if (op->n_regions != 1 || op->regions[0]->n_args != op->n_operands || op->regions[0]->n_yields != op->n_types)
        return mop_fail(r, op, "%s needs one region that takes its operands and returns its results", op->name);
    const char *kind = mop_word(op, "fusion_kind", NULL);
    region_finish(r, op->regions[0]);
    IrOp *out = mop_emit(r, OP_fusion, mop_type(r, op), op->n_operands, op->operands);
    op_set_comps(out, 1, &op->regions[0]->comp);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "kind", kind ? kind : "kLoop", true);
    return mop_results(r, op, out);
}

bool mop_build_rng_state(Reader *r, MOp *op)
{
    int64_t delta;
    if (!mop_arity(r, op, 0, 1) || !mop_int(r, op, "delta", NULL, 0, &delta))
        return false;
    IrOp *out = mop_emit(r, OP_rng_get_and_update_state, op->types[0], 0, NULL);
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, delta);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "delta", text, true);
    return mop_result(op, out);
}
