/* Reduces a failing program, one change at a time, as long as it fails in the same way. */
#include "tests/conformance/random_impl.h"

static bool still(const P *p, RandomFails fails, gpointer data)
{
    g_autofree char *text = random_program_text(p);
    return fails(text, data);
}

static bool shrink_outs(P *p, RandomFails fails, gpointer data)
{
    for (int i = 0; p->outs.n > 1 && i < p->outs.n; i++) {
        Out out = p->outs.v[i];
        memmove(&p->outs.v[i], &p->outs.v[i + 1], sizeof out * (size_t)(p->outs.n - i - 1));
        p->outs.n--;
        if (still(p, fails, data)) {
            g_free(out.sharding);
            return true;
        }
        memmove(&p->outs.v[i + 1], &p->outs.v[i], sizeof out * (size_t)(p->outs.n - i));
        p->outs.v[i] = out;
        p->outs.n++;
    }
    return false;
}

static bool shrink_sharding(P *p, char **sharding, RandomFails fails, gpointer data)
{
    char *old = *sharding;
    if (!old)
        return false;
    *sharding = NULL;
    if (still(p, fails, data)) {
        g_free(old);
        return true;
    }
    *sharding = old;
    return false;
}

/* Replaces the statement by a parameter, or by one of its operands. */
static bool shrink_stmt(P *p, int i, RandomFails fails, gpointer data)
{
    Stmt *s = &p->stmts.v[i], old = *s;
    if (!s->text)
        return false;
    s->text = NULL;
    if (still(p, fails, data)) {
        g_free(old.text);
        return true;
    }
    *s = old;
    for (int k = 0; k < old.n_operands; k++) {
        if (!same_shape(&p->stmts.v[old.operands[k]].shape, &s->shape) || strcmp(old.text, "copy($0)") == 0)
            continue;
        s->text = g_strdup("copy($0)");
        s->operands[0] = old.operands[k];
        s->n_operands = 1;
        if (still(p, fails, data)) {
            g_free(old.text);
            return true;
        }
        g_free(s->text);
        *s = old;
    }
    return false;
}

void random_program_shrink(RandomProgram *p, RandomFails fails, gpointer data)
{
    bool again = true;
    while (again) {
        again = shrink_outs(p, fails, data);
        g_autofree bool *is = random_live(p);
        for (int i = p->stmts.n - 1; i >= 0; i--)
            again = (is[i] && shrink_stmt(p, i, fails, data)) || again;
        g_autofree bool *now = random_live(p);
        for (int i = 0; i < p->stmts.n; i++)
            again = (now[i] && shrink_sharding(p, &p->stmts.v[i].sharding, fails, data)) || again;
        for (int i = 0; i < p->outs.n; i++)
            again = shrink_sharding(p, &p->outs.v[i].sharding, fails, data) || again;
    }
}
