/* The log of XLA's partitioner (TF_CPP_MIN_LOG_LEVEL=0 TF_CPP_VMODULE=spmd_partitioner=2, on standard error): which value was resharded from
 * which layout to which, and where a value was made whole for want of a better way. */
#pragma once

#include "runtime/passes/pipeline.h"

typedef struct XlaLogResult {
    int n_lines;       /* "Resharding .. from .. to .." and full rematerialisations */
    int n_remats;      /* of these, full rematerialisations */
    int n_moves;       /* lines that say between which layouts elements are sent, of the whole mesh (not of a group within it) */
    int n_found;       /* of these, lines that a reshard agrees with */
    int n_confirmed;   /* reshards whose two layouts lines say, one or several that follow each other */
    int n_in_groups;   /* lines that say this of groups of devices within the mesh */
    int n_in_groups_found;
    int n_added;       /* reshards added for lines that none agrees with: they move nothing, or nothing of them is left */
    int n_contradicted; /* reshards of whose value and first layout there are lines that end in other layouts only */
} XlaLogResult;

/* Joins the lines with the reshards of c, which XLA divided, that go from and to the same layouts under the same name: these become certain, and those
 * that XLA warns of are marked. Shardings are read on the mesh of c->whole. XLA does not log every change, so a reshard without a line is not doubtful. Lines
 * without a reshard become one, which says what became of it. */
XlaLogResult xla_log_join(const char *text, Compiled *c);
