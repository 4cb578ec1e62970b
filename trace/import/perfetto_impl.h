/* Insides shared by the files perfetto*.c. */
#pragma once

#include "trace/import/tracks.h"
#include "trace/wire.h"

/* What a packet has; messages that it does not have are empty. */
typedef struct PerfettoPacket {
    uint64_t sequence, flags;
    int64_t ts, clock;     /* clock: -1 = not said */
    bool has_ts, has_names, has_scheduler;
    WireMessage clocks, event, names, thread, compressed, defaults, track;
} PerfettoPacket;

/* A TrackEvent. */
typedef struct PerfettoEvent {
    int64_t type, name_iid, category_iid; /* category_iid: of the first */
    uint64_t track;
    bool has_track, has_name, has_name_iid, has_flows, has_arguments, has_old_ts, has_double;
    WireMessage name, old; /* old: an event as Chrome's JSON has it */
    int64_t old_ts, old_delta, counter;
    double value;
} PerfettoEvent;

void perfetto_packet(WireMessage m, PerfettoPacket *out);
void perfetto_event(WireMessage m, PerfettoEvent *out);
/* At most 64 KiB of a text, which the caller frees. */
char *perfetto_text(WireMessage m);

/* A sequence's own clock: what it shows, and what is added to its time to get that of the trace. */
typedef struct PerfettoClock {
    bool incremental;
    int64_t unit_ns, last, offset_ns;
} PerfettoClock;

/* Clocks of the machine. */
enum { CLOCKS = 64 }; /* they have numbers below that; others are a sequence's own */
typedef struct PerfettoClocks {
    int base;               /* the clock of the trace's time; 0 = no snapshot of clocks said one */
    bool has_offset[CLOCKS];
    int64_t offset_ns[CLOCKS]; /* added to a machine's clock to get the trace's time */
} PerfettoClocks;

/* Arguments of events that we know, of traces that we exported. */
typedef enum Argument { ARG_op = 1, ARG_category, ARG_module, ARG_hlo_op, ARG_op_name, ARG_line, ARG_meets, ARG_end } Argument;

/* A text that events refer to by number. */
typedef struct PerfettoName {
    char *text;
    uint32_t name_id;       /* of events; 0 = none was called so yet */
    int means;              /* of a category: TRACE_CAT_*; of an argument: Argument; 0 = nothing */
} PerfettoName;

/* By number: small ones, which nearly all are, by place. */
typedef struct PerfettoNames {
    GPtrArray *dense;       /* PerfettoName, NULL = there is none */
    GHashTable *sparse;     /* others; NULL = none came */
} PerfettoNames;

/* What one writer of packets has said so far. */
typedef struct Sequence {
    uint64_t id;
    PerfettoNames names, categories, arguments, texts;
    bool knows_arguments;   /* some of them are of ours */
    GHashTable *clocks;     /* id -> PerfettoClock */
    uint64_t default_track;
    int64_t default_clock;
    int64_t thread_ts;      /* of old events, whose times are deltas */
} Sequence;

Sequence *sequence_new(uint64_t id);
void sequence_free(Sequence *s);
/* Forgets the texts. */
void sequence_clear(Sequence *s);
void sequence_read_names(Sequence *s, WireMessage interned);
/* NULL = there is none of that number. */
PerfettoName *perfetto_name(const PerfettoNames *names, int64_t iid);

/* A snapshot of clocks. *epoch_ns: UNIX time of the trace's time 0, where it says so. */
void perfetto_read_clocks(PerfettoClocks *c, Sequence *s, WireMessage snapshot, int64_t *epoch_ns);
/* The time of a packet, and of its event, which may be NULL, by the trace's clock. */
int64_t perfetto_time(const PerfettoClocks *c, Sequence *s, const PerfettoPacket *packet, const PerfettoEvent *event);
