/* Shared by log.c (the partitioner's log, joined with what was explained) and asked.c (reshards for lines that are nobody's). */
#pragma once

#include "runtime/xla/log.h"

typedef struct Line {
    const char *text;         /* in the log */
    char *name;               /* op_name of the instruction; NULL = it has none */
    OpCode code;              /* N_OPCODES = not known */
    const Sharding *from, *to; /* NULL = not of the whole mesh */
    int rank;
    int64_t dims[MAX_RANK];   /* of the piece on one device */
    bool remat;
    bool moves;               /* something has to be sent, between all devices: both layouts are of the whole mesh */
    bool between;             /* the instruction may be a step of a change */
    bool found;               /* a reshard agrees */
    bool step;                /* a reshard that is certain begins or ends like it */
    int of;                   /* the line that this is another form of: a reshape's seen as before it; -1 = it stands in the log */
} Line;

typedef struct Join {
    DecisionLog *log;
    IrModule *whole;
    GPtrArray **names;       /* by reshard: of its value, its consumer and its collectives */
    guint *n_own;            /* by reshard: how many of them, the first ones, are names of the value */
    const Type **types;      /* by reshard: of the value, NULL = not known */
    GArray *lines;           /* Line */
} Join;

/* Adds a reshard for each line of the whole mesh that no reshard agrees with, once for equal ones: it moves nothing, or nothing of it is left, or
 * it is a part of what the collectives of another do. How many. */
int xla_asked_add(Compiled *c, const Join *j);
