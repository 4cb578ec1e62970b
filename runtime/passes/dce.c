/* Drops ops whose results nothing reads. */
#include "runtime/passes/optimise.h"

int pass_dce(IrModule *m)
{
    int dropped = 0;
    for (int i = 0; i < m->n_comps; i++)
        dropped += comp_drop_dead(m->comps[i], true);
    return dropped;
}
