/* Counts how many collectives of XLA's divided programs are explained:
 *   explain-count DUMP [-v]              every divided module of a dump folder, from the partitioner's program, with its log if one is there
 *   explain-count PROGRAM LOCAL [-v]     a program as given to XLA, and what its partitioner, or the whole compiler, made of it
 * -v prints each collective with what is said of it, -l a line for each collective and change (to be compared between ways), -f explains from the
 * final program alone, -a the final program from all stages, -p without the stage before partitioning,
 * -e per kind of evidence: reshards, those certain, those of the partitioner's log that agree, and that contradict. */
#include <stdio.h>
#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"
#include "runtime/sim/collective.h"
#include "runtime/text/text.h"
#include "runtime/xla/folder.h"
#include "runtime/xla/log.h"
#include "runtime/xla/program.h"

static void print_loc(const Loc *loc)
{
    for (const Loc *l = loc; l; l = NULL)
        if (l->file) {
            g_autofree char *base = g_path_get_basename(l->file);
            printf("%s:%d", base, l->line);
        }
}

static void print_place(const char *what, const IrOp *op)
{
    printf(" %s=\"%s\" ", what, op && op->op_name ? op->op_name : "");
    if (op && op->loc && op->loc->file)
        print_loc(op->loc);
    else
        printf("-");
}

static void print_sharding(const Sharding *s)
{
    g_autoptr(GString) t = g_string_new(NULL);
    sharding_print_spec(t, s);
    printf("%s", t->str);
}

/* Which tile each device has: "2x1:0.0,1.0" are two devices, one tile each along the first dimension. */
static void print_tiles(const char *what, const Compiled *c, const Sharding *s)
{
    printf(" %s=", what);
    for (int d = 0; d < s->rank; d++)
        printf("%s%" G_GINT64_FORMAT, d ? "x" : "", sharding_parts(s, d));
    for (int64_t i = 0; i < c->whole->mesh->n_devices; i++) {
        int64_t at[MAX_RANK + 1];
        bool has = tile_coords(s, i, at);
        printf("%c", i ? ',' : ':');
        for (int d = 0; d < s->rank; d++)
            printf("%s%" G_GINT64_FORMAT, d ? "." : "", has ? at[d] : -1);
    }
}

static const IrOp *whole_op(const Compiled *c, int id)
{
    for (int k = 0; k < c->whole->n_comps; k++)
        for (int i = 0; i < c->whole->comps[k]->n_ops; i++)
            if (c->whole->comps[k]->ops[i]->id == id)
                return c->whole->comps[k]->ops[i];
    return NULL;
}

static char *shape_of(const Type *type)
{
    GString *t = g_string_new(NULL);
    type_print(t, type, false);
    return g_string_free(t, FALSE);
}

static void print_op(const char *what, const IrOp *op, int leaf)
{
    printf("%s%s", what, op ? op->name : "-");
    if (op) {
        g_autofree char *type = shape_of(type_leaf(op->type, MIN(leaf, MAX(type_n_leaves(op->type) - 1, 0))));
        printf(" %s (%s) ", type, op->op_name ? op->op_name : "-");
        print_loc(op->loc);
    }
    printf("\n");
}

static void print_reshard(const Compiled *c, const Reshard *r)
{
    printf("   #%d [%d] %s  ", r->id, r->certainty, r->plan);
    print_sharding(r->from);
    printf(" -> ");
    print_sharding(r->to);
    printf("\n      %s\n", r->why);
    print_op("      value ", whole_op(c, r->value_op), r->leaf);
    print_op("      for   ", whole_op(c, r->user_op), 0);
}

static void print_all(const Compiled *c)
{
    g_autofree bool *shown = g_new0(bool, c->log->reshards.n + 2);
    for (int k = 0; k < c->local->n_comps; k++)
        for (int j = 0; j < c->local->comps[k]->n_ops; j++) {
            const IrOp *op = c->local->comps[k]->ops[j];
            if (!op_is_collective(op) || op_coll_kind(op) == COLL_NONE)
                continue;
            g_autofree char *in = shape_of(op->operands[0]->type), *out = shape_of(op->type);
            printf("  %s %s -> %s (%s) ", op->name, in, out, op->op_name ? op->op_name : "-");
            print_loc(op->loc);
            printf("%s\n", op->reshard_id ? "" : "  NOT EXPLAINED OR WRITTEN");
            for (int i = -1; op->reshard_id && i < op->n_more_reshards; i++) {
                int id = i < 0 ? op->reshard_id : op->more_reshards[i];
                if (shown[id])
                    printf("   #%d\n", id);
                else
                    print_reshard(c, &c->log->reshards.v[id - 1]);
                shown[id] = true;
            }
        }
}

/* One line for each collective of the program and each change that it serves. */
static void print_lines(const Compiled *c)
{
    for (int k = 0; k < c->local->n_comps; k++)
        for (int j = 0; j < c->local->comps[k]->n_ops; j++) {
            const IrOp *op = c->local->comps[k]->ops[j];
            for (int i = -1; op->reshard_id > 0 && i < op->n_more_reshards; i++) {
                const Reshard *r = &c->log->reshards.v[(i < 0 ? op->reshard_id : op->more_reshards[i]) - 1];
                const IrOp *value = whole_op(c, r->value_op), *user = whole_op(c, r->user_op);
                printf("@ %s value=%s.%d user=%s from=", op->name, value->name, r->leaf, user ? user->name : "-");
                print_sharding(r->from);
                printf(" to=");
                print_sharding(r->to);
                printf(" certainty=%d cause=%d", r->certainty, r->cause);
                print_place("value-at", value);
                print_place("user-at", user);
                print_tiles("from-tiles", c, r->from);
                print_tiles("to-tiles", c, r->to);
                printf("\n");
            }
        }
}

static void print_evidence(const Compiled *c)
{
    static const char *const names[N_EVIDENCE] = {
#define X(id, name) [EVIDENCE_##id] = name,
        EVIDENCE_LIST(X)
#undef X
    };
    int n[N_EVIDENCE] = { 0 }, certain[N_EVIDENCE] = { 0 }, agree[N_EVIDENCE] = { 0 }, contradict[N_EVIDENCE] = { 0 };
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i];
        n[r->evidence]++;
        certain[r->evidence] += r->certainty > RESHARD_LIKELY;
        agree[r->evidence] += r->logged > 0;
        contradict[r->evidence] += r->logged < 0;
    }
    for (int e = 0; e < N_EVIDENCE; e++)
        if (n[e])
            printf("evidence %s reshards=%d certain=%d log-agrees=%d log-contradicts=%d\n", names[e], n[e], certain[e], agree[e], contradict[e]);
}

static void print_origins(const Compiled *c)
{
    for (int k = 0; k < c->local->n_comps; k++)
        for (int j = 0; j < c->local->comps[k]->n_ops; j++) {
            const IrOp *op = c->local->comps[k]->ops[j];
            if (op->code == OP_constant || op->code == OP_tuple || op->code == OP_get_tuple_element)
                continue;
            g_autofree char *type = shape_of(op->type);
            printf("  %s %s (%s)\n", op->name, type, op->op_name ? op->op_name : "-");
            for (int i = 0; i < op->n_origins; i++)
                print_op("      <- ", whole_op(c, op->origins[i]), 0);
        }
}

typedef struct Wish {
    bool verbose, lines, final, all, plain, evidence;
} Wish;

static bool count(const char *name, XlaStages *stages, const char *log, const Wish *wish)
{
    g_autoptr(GError) error = NULL;
    Explained e = { 0 };
    Adopted a;
    g_autoptr(Compiled) c = xla_program(stages, &e, &a, &error);
    g_clear_pointer(&stages->lost, g_array_unref);
    if (!c) {
        printf("error %s: %s\n", name, error->message);
        return false;
    }
    printf("%s collectives=%d reshards=%d written=%d certain=%d exact=%d likely=%d unknown=%d", name, e.n_collectives, e.n_reshards, e.n_written, e.n_certain, e.n_exact, e.n_likely, e.n_unknown);
    if (a.n_values)
        printf(" shardings=%d shardings-differ=%d", a.n_values, a.n_differ);
    if (log) {
        XlaLogResult r = xla_log_join(log, c);
        printf(" log-lines=%d log-moves=%d log-found=%d log-confirmed=%d log-contradicted=%d log-added=%d log-in-groups=%d log-in-groups-found=%d", r.n_lines, r.n_moves, r.n_found, r.n_confirmed, r.n_contradicted, r.n_added, r.n_in_groups, r.n_in_groups_found);
    }
    printf("\n");
    if (wish->verbose)
        print_all(c);
    if (wish->lines)
        print_lines(c);
    if (wish->evidence)
        print_evidence(c);
    if (g_getenv("EXPLAIN_ORIGINS"))
        print_origins(c);
    return true;
}

static IrModule *read_stage(const XlaModule *m, XlaStageKind kind, GError **error)
{
    const XlaStage *s = xla_stage(m, kind);
    return s ? program_read(s->path, NULL, error) : NULL;
}

static int count_folder(const char *path, const Wish *wish)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(XlaFolder) f = xla_folder_read(path, &error);
    if (!f) {
        printf("error %s\n", error->message);
        return 1;
    }
    g_autofree char *log = NULL;
    if (f->logs->len)
        g_file_get_contents(f->logs->pdata[0], &log, NULL, NULL);
    for (guint i = 0; i < f->modules->len; i++) {
        const XlaModule *m = f->modules->pdata[i];
        XlaStages stages = { .before = read_stage(m, XLA_STAGE_BEFORE, &error) };
        stages.final = error ? NULL : read_stage(m, wish->final || wish->all ? XLA_STAGE_FINAL : XLA_STAGE_PARTITIONED, &error);
        stages.partitioned = error || !wish->all ? NULL : read_stage(m, XLA_STAGE_PARTITIONED, &error);
        stages.annotated = error || wish->plain ? NULL : read_stage(m, XLA_STAGE_ANNOTATED, &error);
        if (error || !stages.before || !stages.final || stages.final->n_partitions < 2) {
            module_free(stages.before);
            module_free(stages.annotated);
            module_free(stages.partitioned);
            module_free(stages.final);
            continue;
        }
        g_autofree char *name = g_strdup_printf("%s/%s", path, m->name);
        count(name, &stages, log, wish);
    }
    return 0;
}

int main(int argc, char **argv)
{
    Wish wish = { 0 };
    const char *paths[2] = { NULL, NULL };
    int n = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-v") == 0)
            wish.verbose = true;
        else if (strcmp(argv[i], "-f") == 0)
            wish.final = true;
        else if (strcmp(argv[i], "-p") == 0)
            wish.plain = true;
        else if (strcmp(argv[i], "-l") == 0)
            wish.lines = true;
        else if (strcmp(argv[i], "-e") == 0)
            wish.evidence = true;
        else if (strcmp(argv[i], "-a") == 0)
            wish.all = true;
        else if (n < 2)
            paths[n++] = argv[i];
    if (!n) {
        fprintf(stderr, "usage: explain-count DUMP [-v] [-l] [-e] [-f] [-a] [-p]   or   explain-count PROGRAM LOCAL [-v] [-l] [-e]\n");
        return 2;
    }
    if (n == 1)
        return count_folder(paths[0], &wish);
    g_autoptr(GError) error = NULL;
    XlaStages stages = { .before = program_read(paths[0], NULL, &error) };
    stages.final = stages.before ? program_read(paths[1], NULL, &error) : NULL;
    if (!stages.final) {
        printf("error %s\n", error->message);
        return 1;
    }
    return count(paths[1], &stages, NULL, &wish) ? 0 : 1;
}
