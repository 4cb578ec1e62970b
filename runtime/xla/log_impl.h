/* Shared by log.c (the partitioner's log, joined with what was explained), log_lines.c (reading its lines), log_groups.c (lines about groups of devices) and
 * asked.c (reshards for lines that are nobody's). */
#pragma once

#include "runtime/xla/log.h"

typedef struct Line {
    const char *text;         /* in the log */
    char *name;               /* op_name of the instruction; NULL = it has none */
    OpCode code;              /* N_OPCODES = not known */
    const Sharding *from, *to; /* NULL = not of the whole mesh */
    const Sharding *in_from, *in_to; /* of a group of devices, as if there were no others; NULL = it is about the whole mesh, or cannot be read */
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

/* True if a reshard's value, consumer or collective has this name. */
bool xla_log_named(const Join *j, int reshard, const char *name);
/* True if its value has. */
bool xla_log_named_itself(const Join *j, int reshard, const char *name);
/* True if the instruction of a line is as large as a device's piece of the value: equal names have values of other sizes, too. */
bool xla_log_is_piece(const Line *l, const Type *type);
/* True if the first collective takes as much as a device has of the value: what a line says of another value of the same name, or of this one for
 * another consumer, would not fit. Later passes may have made the elements wider. */
bool xla_log_sends_piece(const Reshard *r, const Type *type);

/* One line of the log, up to `end`: a change of layout, or a warning, which has the instruction behind the two layouts. False = it is none of these. */
bool xla_log_read_line(const char *line, const char *end, IrModule *m, Line *out);
/* Reads two shardings that are none of the whole mesh into l->in_from and l->in_to. */
void xla_log_read_group(IrModule *m, const char *from, const char *to, Line *l);
/* True if a change between two layouts of the whole mesh is the line's within each group of as many devices as it names, whichever these are. */
bool xla_log_is_in_groups(const Line *l, const Sharding *from, const Sharding *to);
/* Confirms reshards by lines about groups. */
void xla_log_join_groups(const Join *j, XlaLogResult *out);

/* Of reshards that the log contradicts those get the last layout that it says of their value and first layout which have but one. shared: by reshard, whether other values
 * have the value's name and type. How many. */
int xla_asked_put_right(Compiled *c, const Join *j, const bool *shared);
/* Adds a reshard for each line of the whole mesh that no reshard agrees with, once for equal ones: it moves nothing, or nothing of it is left, or
 * it is a part of what the collectives of another do. How many. */
int xla_asked_add(Compiled *c, const Join *j);
