/* Reshards that the partitioner made collectives for, of which none is left in the final program: which of XLA's passes removed them. */
#pragma once

#include "runtime/xla/folder.h"
#include "runtime/xla/program.h"

/* Those with collectives in the first program and none in the second, both with reshard_id: sets what they cost to nothing, and says that they are gone.
 * GArray of XlaLost; free with g_array_unref. */
GArray *xla_lost_find(const IrModule *partitioned, const IrModule *final, DecisionLog *log);
/* Reads the stages after partitioning, and says of each which pass removed it. */
void xla_lost_tell(const XlaModule *m, const GArray *lost, DecisionLog *log);
