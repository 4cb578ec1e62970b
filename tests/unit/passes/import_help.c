/* See import_help.h. */
#include "tests/unit/passes/import_help.h"

#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/text/text.h"

IrModule *import_text(const char *text)
{
    GError *error = NULL;
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    return m;
}

void assert_ordered(const IrModule *m)
{
    g_assert_true(m->comps[m->n_comps - 1] == m->entry);
    for (int i = 0; i < m->n_comps; i++) {
        const IrComp *c = m->comps[i];
        g_assert_true(c->root->parent == c && c->ops[c->root->pos] == c->root);
        for (int k = 0; k < c->n_ops; k++) {
            const IrOp *op = c->ops[k];
            g_assert_cmpint(op->pos, ==, k);
            for (int j = 0; j < op->n_operands; j++) {
                g_assert_true(op->operands[j]->parent == c);
                g_assert_cmpint(op->operands[j]->pos, <, k);
                g_assert_true(c->ops[op->operands[j]->pos] == op->operands[j]);
            }
        }
    }
}

IrModule *imported(const char *text, const ImportOptions *o)
{
    GError *error = NULL;
    IrModule *m = import_text(text);
    pass_import(m, o, NULL, &error);
    g_assert_no_error(error);
    assert_ordered(m);
    module_verify(m, &error);
    g_assert_no_error(error);
    return m;
}

void assert_sharding(const Sharding *s, const char *expected)
{
    GString *text = g_string_new(NULL);
    if (s)
        sharding_print_sdy(text, s, false);
    g_assert_cmpstr(s ? text->str : NULL, ==, expected);
    g_string_free(text, TRUE);
}

void assert_mesh(const IrModule *m, const char *expected)
{
    GString *text = g_string_new(NULL);
    if (m->mesh)
        mesh_print_sdy(text, m->mesh);
    g_assert_cmpstr(m->mesh ? text->str : NULL, ==, expected);
    g_string_free(text, TRUE);
}

const Sharding *param_sharding(const IrModule *m, int i)
{
    return m->entry->params[i]->shardings ? m->entry->params[i]->shardings[0] : NULL;
}

const Sharding *result_sharding(const IrModule *m, int i)
{
    return m->entry->results ? m->entry->results[i].sharding : NULL;
}

IrOp *only_op(const IrModule *m, OpCode code)
{
    IrOp *found = NULL;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (m->comps[i]->ops[k]->code == code) {
                g_assert_null(found);
                found = m->comps[i]->ops[k];
            }
    g_assert_nonnull(found);
    return found;
}

int count_targets(const IrModule *m)
{
    int n = 0;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            n += m->comps[i]->ops[k]->code == OP_custom_call;
    return n;
}

void assert_refused(const char *text, const ImportOptions *o, int code, const char *message)
{
    GError *error = NULL;
    IrModule *m = import_text(text);
    g_assert_false(pass_import(m, o, NULL, &error));
    g_assert_nonnull(error);
    if (error->code != code || !strstr(error->message, message))
        g_error("said %d: %s\nwant %d: %s", error->code, error->message, code, message);
    g_clear_error(&error);
    module_free(m);
}
