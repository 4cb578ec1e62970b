#include "runtime/ir/sdy_pair.h"

#include <string.h>

bool sdy_pair_is_list(const IrOp *op)
{
    return op->code != OP_parameter || op->type->kind == TYPE_TUPLE;
}

char *sdy_pair_listed(const IrOp *op, const IrPair *pair)
{
    static const char one[] = "#sdy.sharding<";
    if (!sdy_pair_is_list(op) || strcmp(pair->key, "xla.sdy.sharding") != 0 || !pair->value || strncmp(pair->value, one, sizeof one - 1) != 0)
        return NULL;
    return g_strdup_printf("#sdy.sharding_per_value<[%s]>", pair->value + sizeof one - 2);
}
