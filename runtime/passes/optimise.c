/* Rounds of the small clean-ups: each makes work for the others. When nobody but their readers is left, moves and conversions are put in order. */
#include "runtime/passes/optimise.h"

enum { MAX_ROUNDS = 3 };

int pass_optimise(IrModule *m)
{
    int changed = 0;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        int now = pass_fold(m) + pass_simplify(m) + pass_cse(m);
        changed += now;
        if (!now)
            break;
    }
    changed += pass_extremes(m);
    changed += pass_dce(m);
    return changed + pass_moves(m);
}
