/* The log of XLA's partitioner (TF_CPP_MIN_LOG_LEVEL=0 TF_CPP_VMODULE=spmd_partitioner=2, on standard error): which value was resharded from
 * which layout to which, and where a value was made whole for want of a better way. */
#pragma once

#include "runtime/ir/decision.h"

typedef struct XlaLogResult {
    int n_lines;       /* "Resharding .. from .. to .." and full rematerialisations */
    int n_joined;      /* lines that name a reshard of ours */
    int n_agree;       /* of these, lines whose two layouts are ours */
    int n_remats;
    int n_moves_agree; /* reshards that a line says likewise */
} XlaLogResult;

/* Joins the lines with reshards in the log of decisions that go from and to the same layouts under the same name: these become certain, and those
 * that XLA warns of are marked. Shardings are read on the mesh of `whole`. */
XlaLogResult xla_log_join(const char *text, IrModule *whole, const IrModule *local, DecisionLog *log);
