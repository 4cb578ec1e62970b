/* Changes of annotations kept as text, so that another process can make them again in the same program. Values are named by the id that
 * the reader gave to their op, which is the same whenever the same text is read; the op's name is kept beside it as a check. */
#include "runtime/remedy/remedy_impl.h"

#include <json-glib/json-glib.h>

#include "runtime/shard/spell.h"

static const IrOp *op_of(const IrModule *m, int64_t id)
{
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (m->comps[i]->ops[k]->id == id)
                return m->comps[i]->ops[k];
    return NULL;
}

const char *remedy_edits_text(Search *s, const IrModule *fresh, const RemedyChange *changes, int n)
{
    g_autoptr(JsonBuilder) b = json_builder_new();
    json_builder_begin_array(b);
    for (int i = 0; i < n; i++) {
        const RemedyChange *c = &changes[i];
        const IrOp *op = op_of(fresh, c->op);
        json_builder_begin_object(b);
        const struct { const char *key; int64_t value; } numbers[] = { { "kind", c->kind }, { "op", c->op }, { "leaf", c->leaf } };
        for (size_t k = 0; k < G_N_ELEMENTS(numbers); k++) {
            json_builder_set_member_name(b, numbers[k].key);
            json_builder_add_int_value(b, numbers[k].value);
        }
        json_builder_set_member_name(b, "name");
        json_builder_add_string_value(b, op ? op->name : "");
        json_builder_set_member_name(b, "to");
        GString *to = g_string_new(NULL);
        if (c->to)
            sharding_print_sdy(to, c->to, false);
        if (c->to)
            json_builder_add_string_value(b, to->str);
        else
            json_builder_add_null_value(b);
        g_string_free(to, TRUE);
        json_builder_end_object(b);
    }
    json_builder_end_array(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    g_autofree char *text = json_to_string(root, FALSE);
    return arena_strdup(s->arena, text);
}

static bool read_one(JsonNode *node, const IrModule *fresh, GArray *out, GPtrArray *kept, GError **error)
{
    JsonObject *o = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    if (!o)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "a change of annotations that the trace holds cannot be read");
    int64_t kind = json_object_get_int_member_with_default(o, "kind", 0), id = json_object_get_int_member_with_default(o, "op", -1);
    int64_t leaf = json_object_get_int_member_with_default(o, "leaf", 0);
    const char *name = json_object_get_string_member_with_default(o, "name", ""), *to = json_object_get_string_member_with_default(o, "to", NULL);
    const IrOp *op = op_of(fresh, id);
    bool known = kind == KIND_PARAMETER || kind == KIND_RESULT || kind == KIND_CONSTRAINT || kind == KIND_OVERRIDE;
    if (!known || !op || !g_str_equal(op->name, name) || leaf < 0 || leaf >= type_n_leaves(op->type))
        return diag(error, SHARD_ERROR_USAGE, NULL, "record the program again", "the change of annotations is of a value \"%s\" that the program does not have", name);
    ImportChange change = { .kind = (int)kind, .op = (int)id, .leaf = (int)leaf };
    if (to) {
        g_ptr_array_add(kept, g_strdup(to));
        change.spec = kept->pdata[kept->len - 1];
    }
    g_array_append_val(out, change);
    return true;
}

bool remedy_read_edits(const char *edits, const IrModule *fresh, GArray *out, GPtrArray *kept, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    JsonNode *root = json_parser_load_from_data(parser, edits, -1, NULL) ? json_parser_get_root(parser) : NULL;
    if (!root || !JSON_NODE_HOLDS_ARRAY(root))
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "a change of annotations that the trace holds cannot be read");
    JsonArray *list = json_node_get_array(root);
    bool ok = true;
    for (guint i = 0; i < json_array_get_length(list) && ok; i++)
        ok = read_one(json_array_get_element(list, i), fresh, out, kept, error);
    return ok;
}
