/* Between the files that hold a program with its arguments and results on the devices. */
#pragma once

#include "runtime/exec/loaded.h"

struct LoadedProgram {
    const Compiled *c;
    Executable *exe;
    ExecContext *cx;
    Ranks *ranks;                                     /* or NULL */
    Transport *transport;                             /* between them, or NULL */
    int first, n_here;                                /* the devices that run here; tables have rows for these only */
    int n_devices, n_partitions, n_args, n_results;   /* arguments and results: of a replica */
    const Sharding **arg_sharding, **result_sharding; /* NULL entries: whole on every device */
    const Type **arg_type, **result_type;             /* whole */
    Buffer ***loaded;                                 /* [device - first][leaf]: as loaded, shared with the run unless donated */
    Buffer ***args, ***results;
    bool have_results, prepared;
};
