/* Attributes that do not change what the program computes. The reader checks which opcodes may have them and that their
 * form is right, and keeps their text for printing. Attributes that no opcode is known to have are kept too, since they may belong to a
 * newer version of HLO, unless they look like a known one misspelt. An attribute that belongs to other opcodes is an error. Start at hlo_kept_attr(). */
#include <string.h>

#include "runtime/text/hlo_kept_forms.h"
#include "runtime/text/text.h"

/* ---- the table ------------------------------------------------------------------------------- */

#define COLLECTIVES                                                                                \
    "all-reduce all-reduce-start all-gather all-gather-start reduce-scatter all-to-all "           \
    "ragged-all-to-all collective-permute collective-permute-start collective-broadcast"

static const struct Kept {
    const char *name, *codes; /* opcodes apart by blanks; "*": any; NULL: those with the trait ACCURACY or HLO_ACCURACY */
    KeptForm *read;
} kept[] = {
    {"control-predecessors", "*", kept_predecessors},
    {"statistics", "*", kept_statistics},
    {"origin", "*", kept_origin},
    {"backend_config", "*", kept_config},
    {"parameter_replication", "parameter", kept_replication},
    {"result_accuracy", NULL, kept_accuracy},
    {"async_execution_thread", "async-start async-update async-done", kept_text},
    {"output_to_operand_aliasing", "custom-call fusion call async-start", kept_aliasing},
    {"constrain_layout", COLLECTIVES, kept_flag},
    {"mode", "all-reduce all-reduce-start reduce-scatter", kept_any_value},
    {"has_dynamic_root", "collective-broadcast", kept_flag},
    {"slice_sizes", "collective-permute collective-permute-start", kept_braces},
    {"channel_id", "send send-done recv recv-done", kept_number},
    {"is_host_transfer", "send send-done recv recv-done", kept_flag},
    {"infeed_config", "infeed", kept_text},
    {"outfeed_config", "outfeed", kept_text},
    {"outfeed_shape", "outfeed", kept_shape},
    {"cross_program_prefetch_index", "copy-start", kept_number},
    {"inferred_dimension", "reshape", kept_number},
    {"distribution", "rng", kept_distribution},
    {"delta", "rng-get-and-update-state", kept_number},
    {"domain", "domain", kept_domain},
    {"kind", "fusion", kept_fusion_kind},
    {"is_composite", "call", kept_flag},
    {"window", "custom-call", kept_window},
    {"dim_labels", "custom-call", kept_dim_labels},
    {"feature_group_count", "custom-call", kept_count},
    {"batch_group_count", "custom-call", kept_count},
    {"operand_precision", "custom-call", kept_precisions},
    {"operand_layout_constraints", "custom-call", kept_layout_constraints},
    {"padding_type", "custom-call", kept_padding_type},
    {"literal", "custom-call", kept_literal},
    {"schedule", "custom-call", kept_schedule},
    {"api_version", "custom-call", kept_api_version},
    {"convolution_kind", "convolution", kept_convolution_kind},
    {"conv_kind", "convolution", kept_convolution_kind},
    {"algorithm", "convolution", kept_any_value},
    {"sparsity_config", "convolution", kept_any_value},
    {"dimensions", "scan", kept_list},
    {"num_carries", "scan", kept_number},
    {"is_reverse", "scan", kept_flag},
    {"is_associative", "scan", kept_flag},
    {"lhs_ragged_dims", "ragged-dot", kept_list},
    {"rhs_group_dims", "ragged-dot", kept_list},
};

/* Words that are attributes of no instruction: of modules, of computations, and fields of others. A module has none of the
 * fields either. */
static const char *const of_modules[] = {"is_scheduled", "replica_count", "num_partitions", "entry_computation_layout", "input_output_alias", "buffer_donor",
                                         "origin_recovery_table", "alias_passthrough_params", "allow_spmd_sharding_propagation_to_parameters",
                                         "allow_spmd_sharding_propagation_to_output", "debug_attributes", "execution_thread", NULL},
                         *const fields[] = {"op_name", "op_type", "source_file", "source_line", "stack_frame_id", "deduplicated_name", "size", "stride", "pad",
                                            "lhs_dilate", "rhs_dilate", "rhs_reversal", "devices", "last_tile_dims", "device_ids", "entry", "exit", NULL};

void hlo_kept_names(GPtrArray *out)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++)
        g_ptr_array_add(out, (gpointer)kept[i].name);
}

bool hlo_is_of_instruction(Span name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++)
        if (span_is(name, kept[i].name))
            return true;
    for (int i = 0; fields[i]; i++)
        if (span_is(name, fields[i]))
            return true;
    return false;
}

static bool is_elsewhere(Span name)
{
    for (int i = 0; of_modules[i]; i++)
        if (span_is(name, of_modules[i]))
            return true;
    for (int i = 0; fields[i]; i++)
        if (span_is(name, fields[i]))
            return true;
    return false;
}

bool hlo_unknown_attr(HloReader *rd, Span name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    hlo_interpreted_names(names);
    hlo_kept_names(names);
    for (int i = 0; of_modules[i]; i++)
        g_ptr_array_add(names, (gpointer)of_modules[i]);
    g_ptr_array_add(names, NULL);
    g_autofree char *word = g_strndup(name.s, MIN(name.n, (size_t)100));
    const char *near = diag_nearest(word, (const char *const *)names->pdata);
    if (near) {
        g_autofree char *hint = g_strdup_printf("did you mean %s?", near);
        return lex_fail(&rd->lx, name.s, SHARD_ERROR_PARSE, hint, "unknown attribute %s", word);
    }
    if (!pair_get(rd->m->extra, rd->m->n_extra, KEY_REMARK)) {
        TextPos at = lex_pos(&rd->lx, name.s);
        const char *said = arena_printf(rd->a, "%s:%d:%d: attribute %s is not known: it is printed again, and has no effect", at.file, at.line, at.col, word);
        pair_push(rd->a, &rd->m->extra, &rd->m->n_extra, (IrPair){ KEY_REMARK, said, true });
    }
    return true;
}

static bool has_code(const char *codes, const char *word)
{
    size_t n = strlen(word);
    if (*codes == '*')
        return true;
    for (const char *s = codes; (s = strstr(s, word)); s += n)
        if ((s == codes || s[-1] == ' ') && (s[n] == ' ' || s[n] == 0))
            return true;
    return false;
}

bool hlo_kept_attr(HloReader *rd, IrOp *op, Span name, bool known)
{
    static const struct Kept of_the_future = {"", "*", kept_any_value};
    Lex *lx = &rd->lx;
    const char *word = op_info[op->code].hlo;
    /* The attributes of add-start include those of the asynchronous op. */
    if (rd->wraps && (span_is(name, "async_execution_thread") ||
                      (span_is(name, "output_to_operand_aliasing") && op->code != OP_custom_call)))
        word = op_info[OP_async_start].hlo;
    const struct Kept *k = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(kept) && !k; i++) {
        if (!span_is(name, kept[i].name))
            continue;
        known = true;
        if (kept[i].codes ? has_code(kept[i].codes, word) : (op_info[op->code].traits & (ACCURACY | HLO_ACCURACY)) != 0)
            k = &kept[i];
    }
    if (!known && !is_elsewhere(name)) {
        if (!hlo_unknown_attr(rd, name))
            return false;
        k = &of_the_future;
    }
    if (!k)
        return lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL,
                        "unexpected attribute %.*s: %s has none of that name",
                        (int)MIN(name.n, 100), name.s, word);
    if (op->n_extra >= MAX_KEPT_ATTRS)
        return lex_fail(lx, name.s, SHARD_ERROR_LIMIT, NULL, "more than %d attributes without a meaning here",
                        MAX_KEPT_ATTRS);
    const char *key = hlo_text(rd, name);
    for (int i = 0; i < op->n_extra; i++)
        if (op->extra[i].key == key)
            return lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL, "attribute %s is given twice",
                            key);
    lex_skip(lx);
    const char *start = lx->p;
    rd->kept_text = NULL;
    if (!k->read(rd, op))
        return false;
    const char *value = rd->kept_text ? rd->kept_text
                                      : hlo_text(rd, (Span){start, (size_t)(lx->p - start)});
    if (strcmp(k->name, "mode") != 0) /* has no effect, and is not printed */
        pair_push(rd->a, &op->extra, &op->n_extra, (IrPair){key, value, true});
    return true;
}
