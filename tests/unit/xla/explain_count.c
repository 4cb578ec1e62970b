/* Counts how many collectives of XLA's divided programs are explained:
 *   explain-count PROGRAM LOCAL [-v]     a program as given to XLA, and what its partitioner, or the whole compiler, made of it */
#include <stdio.h>

#include "runtime/text/text.h"
#include "runtime/xla/program.h"

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: explain-count PROGRAM LOCAL [-v]\n");
        return 2;
    }
    g_autoptr(GError) error = NULL;
    XlaStages stages = { .before = program_read(argv[1], NULL, &error) };
    stages.final = stages.before ? program_read(argv[2], NULL, &error) : NULL;
    Explained e = { 0 };
    g_autoptr(Compiled) c = stages.final ? xla_program(&stages, &e, &error) : NULL;
    if (!c) {
        printf("error %s\n", error->message);
        return 1;
    }
    printf("%s collectives=%d reshards=%d written=%d certain=%d likely=%d unknown=%d\n", argv[2], e.n_collectives, e.n_reshards, e.n_written, e.n_certain, e.n_likely, e.n_unknown);
    for (int i = 0; argc > 3 && i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i];
        printf("  [%d] %s: %s\n", r->certainty, r->plan, r->why);
        for (int k = 0; k < c->local->n_comps; k++)
            for (int j = 0; j < c->local->comps[k]->n_ops; j++)
                if (c->local->comps[k]->ops[j]->reshard_id == r->id)
                    printf("        %s (%s)\n", c->local->comps[k]->ops[j]->name, c->local->comps[k]->ops[j]->op_name ? c->local->comps[k]->ops[j]->op_name : "-");
    }
    for (int k = 0; argc > 3 && k < c->local->n_comps; k++)
        for (int j = 0; j < c->local->comps[k]->n_ops; j++) {
            const IrOp *op = c->local->comps[k]->ops[j];
            if (op_is_collective(op) && !op->reshard_id)
                printf("  not explained or written: %s (%s)\n", op->name, op->op_name ? op->op_name : "-");
        }
    for (int k = 0; argc > 4 && k < c->local->n_comps; k++)
        for (int j = 0; j < c->local->comps[k]->n_ops; j++) {
            const IrOp *op = c->local->comps[k]->ops[j];
            printf("    %s <-", op->name);
            for (int i = 0; i < op->n_origins; i++)
                for (int q = 0; q < c->input->n_comps; q++)
                    for (int p = 0; p < c->input->comps[q]->n_ops; p++)
                        if (c->input->comps[q]->ops[p]->id == op->origins[i])
                            printf(" %s (%s)", c->input->comps[q]->ops[p]->name, c->input->comps[q]->ops[p]->op_name ? c->input->comps[q]->ops[p]->op_name : "-");
            printf("\n");
        }
    return 0;
}
