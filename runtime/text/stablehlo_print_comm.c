/* Prints ops that communicate or call as StableHLO text: collectives, custom calls, transfers to and from the host. Called by
 * mlir_print_op. */
#include <string.h>

#include "runtime/text/stablehlo_print.h"

const char *const mlir_api_versions[5] = { "API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
                                           "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI" };

/* All devices in one group, where the program leaves the groups out. */
static int64_t all_in_one(const Printer *p, const Groups *g)
{
    int64_t replicas = MAX(p->m->n_replicas, 1), partitions = MAX(p->m->n_partitions, 1);
    return !g->has_channel ? replicas : g->use_global_ids ? replicas * partitions : partitions;
}

/* "dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>" */
static char *groups_text(Printer *p, const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    int64_t members = op->code == OP_all_to_all && op->a.collective.split_count ? op->a.collective.split_count : all_in_one(p, g);
    int64_t rows = g->n_groups ? g->n_groups : 1, cols = g->n_groups ? 0 : members;
    for (int i = 0; i < g->n_groups; i++)
        cols = MAX(cols, g->groups[i].n);
    g_autoptr(GString) s = g_string_new(NULL);
    for (int64_t i = 0; i < rows; i++) {
        g_string_append(s, i ? ", [" : "[");
        for (int64_t k = 0; k < cols; k++) {
            int64_t id = !g->n_groups ? k : k < g->groups[i].n ? g->groups[i].v[k] : -1;
            g_string_append_printf(s, "%s%" G_GINT64_FORMAT, k ? ", " : "", id);
        }
        g_string_append_c(s, ']');
    }
    return g_strdup_printf("dense<[%s]> : tensor<%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT "xi64>", s->str, rows, cols);
}

static void add_groups(Printer *p, const IrOp *op)
{
    g_autofree char *text = groups_text(p, op);
    mlir_add_attr(p, "replica_groups", "%s", text);
}

/* In JAX's form, a custom call. */
static void print_ragged_all_to_all(Printer *p, const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    g_autofree char *text = groups_text(p, op), *channel = g->has_channel ? g_strdup_printf("channel_id = %" G_GINT64_FORMAT " : i64, ", g->channel) : NULL;
    mlir_print_results(p, op);
    g_string_append(p->out, "stablehlo.custom_call @ragged_all_to_all(");
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
    mlir_add_attr(p, "api_version", "4 : i32");
    mlir_add_attr(p, "backend_config", "{%sreplica_groups = %s}", channel ? channel : "", text);
    mlir_print_op_end(p, op);
}

void mlir_print_collective(Printer *p, const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    if (op->code == OP_ragged_all_to_all) {
        print_ragged_all_to_all(p, op);
        return;
    }
    if (!op_info[op->code].mlir || (op->code == OP_all_to_all && op->a.collective.dim < 0)) {
        mlir_print_as_custom_call(p, op);
        return;
    }
    mlir_print_generic_head(p, op, op_info[op->code].mlir);
    if (op->code == OP_all_gather)
        mlir_add_i64(p, "all_gather_dim", op->a.collective.dim);
    if (g->has_channel)
        mlir_add_attr(p, "channel_handle", "#stablehlo.channel_handle<handle = %" G_GINT64_FORMAT ", type = 1>", g->channel);
    if (op->code == OP_all_to_all)
        mlir_add_i64(p, "concat_dimension", op->a.collective.concat_dim);
    if (op->code == OP_collective_permute)
        mlir_add_rows(p, "source_target_pairs", op->a.collective.pairs.v, op->a.collective.pairs.n / 2);
    else
        add_groups(p, op);
    if (op->code == OP_reduce_scatter)
        mlir_add_i64(p, "scatter_dimension", op->a.collective.dim);
    if (op->code == OP_all_to_all) {
        int64_t members = g->n_groups ? g->groups[0].n : all_in_one(p, g);
        mlir_add_i64(p, "split_count", op->a.collective.split_count ? op->a.collective.split_count : members);
        mlir_add_i64(p, "split_dimension", op->a.collective.dim);
    }
    if (g->use_global_ids && (op->code == OP_all_gather || op->code == OP_all_reduce || op->code == OP_reduce_scatter))
        mlir_add_attr(p, "use_global_device_ids", NULL);
    mlir_print_generic_tail(p, op);
}

void mlir_print_barrier(Printer *p, const IrOp *op)
{
    mlir_add_annotations(p, op);
    if (p->attrs->len || !type_n_leaves(op->type)) { /* its short form has no place for attributes, and needs a value */
        g_autofree char *attrs = g_strdup(p->attrs->str);
        g_string_truncate(p->attrs, 0);
        mlir_print_generic_head(p, op, "stablehlo.optimization_barrier");
        g_string_append_printf(p->out, *attrs ? " {%s} : " : "%s : ", attrs);
        mlir_print_function_type(p, op);
        mlir_print_loc(p, op);
        return;
    }
    mlir_print_results(p, op);
    g_string_append(p->out, "stablehlo.optimization_barrier ");
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append(p->out, " : ");
    mlir_print_leaf_types(p->out, op->type);
    mlir_print_loc(p, op);
}

/* Attributes of custom calls that the reader keeps by name. */
static void add_kept(Printer *p, const IrOp *op)
{
    static const char *const kept[] = { "operand_layouts", "result_layouts", "output_operand_aliases", NULL };
    for (int i = 0; i < op->n_extra; i++) {
        const IrPair *e = &op->extra[i];
        bool known = false;
        for (const char *const *k = kept; *k; k++)
            known = known || (strcmp(e->key, *k) == 0 && (g_ascii_isdigit(e->value[0]) || e->value[0] == '['));
        if (known)
            mlir_add_attr(p, e->key, "%s", e->value);
    }
}

/* An op of StableHLO's that takes sizes from operands (stablehlo_dynamic.c). */
static void print_unsized(Printer *p, const IrOp *op)
{
    mlir_print_generic_head(p, op, op->a.custom.target);
    for (int i = 0; i < op->n_pairs; i++)
        if (g_str_has_prefix(op->pairs[i].key, "stablehlo."))
            mlir_add_attr(p, op->pairs[i].key + strlen("stablehlo."), "%s", op->pairs[i].value);
    mlir_print_generic_tail(p, op);
}

void mlir_print_custom_call(Printer *p, const IrOp *op)
{
    const char *target = op->a.custom.target ? op->a.custom.target : "unknown";
    if (stablehlo_takes_sizes(target)) {
        print_unsized(p, op);
        return;
    }
    const char *config = op->a.custom.backend_config;
    mlir_print_results(p, op);
    g_string_append(p->out, "stablehlo.custom_call ");
    mlir_print_symbol(p->out, target);
    g_string_append_c(p->out, '(');
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
    if (op->a.custom.side_effect)
        mlir_add_attr(p, "has_side_effect", "true");
    const char *words = pair_get(op->extra, op->n_extra, "api_version");
    int version = 1;
    for (int i = 0; words && i < 5; i++)
        if (strcmp(words, mlir_api_versions[i]) == 0)
            version = i;
    bool typed = version == 4 && config && *config == '{';
    if (version != 1 && (version != 4 || typed || !config))
        mlir_add_attr(p, "api_version", "%d : i32", version);
    if (config) {
        g_autoptr(GString) s = g_string_new(NULL);
        if (!typed)
            mlir_print_string(s, config);
        mlir_add_attr(p, "backend_config", "%s", typed ? config : s->str);
    }
    add_kept(p, op);
    if (op->n_comps) {
        g_autoptr(GString) s = g_string_new(NULL);
        for (int i = 0; i < op->n_comps; i++) {
            g_string_append(s, i ? ", " : "");
            mlir_print_symbol(s, op->comps[i]->name);
        }
        mlir_add_attr(p, "called_computations", "[%s]", s->str);
    }
    mlir_print_op_end(p, op);
}

static void add_channel(Printer *p, const IrOp *op)
{
    const char *id = pair_get(op->extra, op->n_extra, "channel_id"), *host = pair_get(op->extra, op->n_extra, "is_host_transfer");
    bool to_host = host && strcmp(host, "true") == 0;
    int type = !to_host ? 1 : op->code == OP_send ? 2 : 3;
    mlir_add_attr(p, "channel_handle", "#stablehlo.channel_handle<handle = %s, type = %d>", id ? id : "0", type);
    mlir_add_bool(p, "is_host_transfer", to_host);
}

/* The leaves of a done op: those of the start without HLO's u32 context. */
static void rename_done(Printer *p, const IrOp *op)
{
    const char *const *from = mlir_operand_leaves(p, op, 0);
    int n = type_n_leaves(op->type), n_from = type_n_leaves(op->operands[0]->type);
    const char **leaves = arena_array(p->scratch, const char *, MAX(n, 1));
    for (int i = 0; i < n - 1; i++)
        leaves[i] = from[i];
    if (n)
        leaves[n - 1] = from[n_from - 1];
    p->leaves[op->id] = leaves;
}

void mlir_print_token_op(Printer *p, const IrOp *op)
{
    if (op->code == OP_send_done || op->code == OP_recv_done) {
        rename_done(p, op);
        return;
    }
    if (op->code == OP_after_all) {
        if (op->n_operands == 0) {
            mlir_print_nullary(p, op, "stablehlo.create_token");
            return;
        }
        mlir_print_head(p, op);
        mlir_print_bare_types_end(p, op, "", false, true);
        return;
    }
    if (op->code == OP_infeed || op->code == OP_outfeed) {
        bool in = op->code == OP_infeed;
        mlir_print_generic_head(p, op, in ? "stablehlo.infeed" : "stablehlo.outfeed");
        const char *name = in ? "infeed_config" : "outfeed_config", *config = pair_get(op->extra, op->n_extra, name);
        mlir_add_attr(p, name, "%s", config ? config : "\"\"");
        mlir_print_generic_tail(p, op);
        return;
    }
    if (op->code != OP_send && op->code != OP_recv) {
        mlir_print_as_custom_call(p, op);
        return;
    }
    /* HLO's type is (data, context, token): MLIR's has data (recv) and token. */
    int all = type_n_leaves(op->type), n = op->code == OP_recv ? all - 1 : 1, number = p->n_values++;
    const char **leaves = arena_array(p->scratch, const char *, MAX(all, 1));
    for (int i = 0; i < n; i++)
        leaves[i < n - 1 ? i : all - 1] = n == 1 ? arena_printf(p->scratch, "%%%d", number) : arena_printf(p->scratch, "%%%d#%d", number, i);
    p->leaves[op->id] = leaves;
    mlir_print_indent(p);
    g_string_append_printf(p->out, n == 1 ? "%%%d = " : "%%%d:%d = ", number, n);
    g_string_append_printf(p->out, "\"%s\"(", op_info[op->code].mlir);
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
    add_channel(p, op);
    Ints pairs;
    if (op_sent_pairs(p->scratch, op, &pairs) && pairs.n)
        mlir_add_rows(p, "source_target_pairs", pairs.v, pairs.n / 2);
    mlir_print_properties(p);
    g_string_append(p->out, " : (");
    bool comma = false;
    for (int i = 0; i < op->n_operands; i++) {
        int leaves_here = type_n_leaves(op->operands[i]->type);
        g_string_append(p->out, comma && leaves_here ? ", " : "");
        mlir_print_leaf_types(p->out, op->operands[i]->type);
        comma = comma || leaves_here;
    }
    g_string_append(p->out, n == 1 ? ") -> " : ") -> (");
    for (int i = 0; i < n - 1; i++) {
        type_print_mlir(p->out, type_leaf(op->type, i));
        g_string_append(p->out, ", ");
    }
    g_string_append(p->out, n == 1 ? "!stablehlo.token" : "!stablehlo.token)");
    mlir_print_loc(p, op);
}
