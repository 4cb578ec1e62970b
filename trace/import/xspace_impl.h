/* Insides shared by the files xspace_*.c. */
#pragma once

#include "trace/import/run.h"
#include "trace/import/xspace.h"
#include "trace/import/xspace_events.h"
#include "trace/import/xspace_mend.h"

/* One file. */
typedef struct XHost {
    ImportSource *source;
    char *name;
    int64_t row;               /* host */
    int64_t first_device;      /* global id of its device 0 */
    GArray *planes;            /* WireMessage */
    int64_t start_ns, stop_ns; /* UNIX; 0 = not known */
    int64_t shift_ns;          /* added to the file's times to reach those of the run */
    uint32_t space;            /* of the keys of its arrows */
    int clock_src;             /* import.clock_src */
    bool has_devices;          /* a plane of a device has events */
    bool bad;
    GString *mended;           /* of a damaged file: what it is read from; NULL = the source's own bytes */
    int64_t skipped;           /* bytes that could not be read */
    int64_t unknown;           /* fields of the file that are not known */
    GArray *unknown_in;        /* int64_t: of each plane and its lines */
    int64_t odd_names;         /* texts that are no text */
    GPtrArray *devices;        /* XDevice */
} XHost;

typedef struct XDevice {
    TimelineDevice *device;
    int64_t ordinal;
    bool is_gpu;
    GArray *events;            /* TimelineEvent, of host threads that ran its ops; NULL = none */
    GHashTable *found;         /* bytes of a line -> GArray of XFound for its events, as the first look found them; NULL = none was */
} XDevice;

typedef struct XFound {
    ImportOp *op;
    uint64_t correlation;
} XFound;

/* What the reader knows of a kind of events. */
typedef struct XKindInfo {
    ImportProgram *program;    /* NULL = not said */
    ImportOp *op;
    uint32_t name_id;
    uint8_t cat, coll_kind;
    uint8_t own_cat;           /* of a profile that we exported: the event's category there; 0 = not said */
    bool looked;               /* op was looked for */
} XKindInfo;

/* A plane of that name, of whichever process. */
bool xplane_is(const char *plane, const char *name);
/* A stat of that name may be in the plane. */
bool xplane_knows(const XPlane *p, XStatKey key);
/* What kinds say about their instructions, before programs are read. */
void xdevice_facts(ImportRun *r, XPlane *p);
/* True for a plane of a device; *ordinal and *is_gpu say which. */
bool xdevice_is(const char *plane, int64_t *ordinal, bool *is_gpu);
/* First look: executions and steps. */
void xdevice_look(ImportRun *r, XHost *h, XDevice *d, XPlane *p);
/* Second look: lanes with their events. */
void xdevice_read(ImportRun *r, XHost *h, XDevice *d, XPlane *p);

/* What a plane is of a device, if it is but a part of it: "SparseCore 1"; NULL = the device itself. Points into the name. */
const char *xdevice_part(const char *plane);
/* A line whose events are samples of counters, and what reads it. */
bool xline_is_counters(const XLine *l);
void xdevice_read_counters(ImportRun *r, const XHost *h, const XDevice *d, const XPlane *p, const XLine *l);

/* The plane of what slices exchange, and what reads it. */
bool xmegascale_is(const char *plane);
void xmegascale_read(ImportRun *r, XHost *h, XPlane *p);

void xhost_look(ImportRun *r, XHost *h, XPlane *p);
void xhost_read(ImportRun *r, XHost *h, XPlane *p);
/* What a host's threads say of memory: allocations and releases, from any thread. Threads are read one after the other, each noted event by event and ended with its
 * events; the store sorts all by time, and frees. */
typedef struct XMemory XMemory;
XMemory *xmemory_new(ImportRun *r, XHost *h);
/* The name of a kind of events: "$train.py:12 loss" is a frame of Python's tracer. */
void xmemory_name(XMemory *m, uint32_t name_id, const char *name);
void xmemory_note(XMemory *m, const XEvent *e, int64_t ts_ns, bool release);
/* events: TimelineEvent, by time: where Python's tracer was on, the frame around an allocation is the line that made it. */
void xmemory_end_thread(XMemory *m, const GArray *events);
void xmemory_store(XMemory *m);
/* Passes of the compiler that ran on a host's threads. A thread is read event by event, each kind told at its first event (true = the events say themselves that
 * they are passes: then each is noted), and ended with its events; the store puts the rows, and frees. */
typedef struct XPasses XPasses;
XPasses *xpasses_new(ImportRun *r);
bool xpasses_kind(XPasses *x, const XPlane *p, const XEvent *e, uint32_t name_id, const char *name);
void xpasses_note(XPasses *x, const XPlane *p, const XEvent *e, int64_t start_ns, int64_t dur_ns);
/* events: TimelineEvent, by time. */
void xpasses_end_thread(XPasses *x, const GArray *events);
void xpasses_store(XPasses *x);
/* The device of the host with that number, made if there is none yet. */
XDevice *xhost_device(ImportRun *r, XHost *h, int64_t ordinal, const TraceDevice *like);
/* Forgets what xevent_op remembers of the plane before. */
void xplane_begin_ops(ImportRun *r);
/* Frees what was found about the plane's kinds. */
void xplane_end_ops(XPlane *p);
/* Fills in the op, category and name of an event of a device, which has a kind. is_async: of the line of asynchronous ops. */
void xdevice_find_op(ImportRun *r, const XDevice *d, const XPlane *p, const XEvent *e, bool is_async, TimelineEvent *out);
/* The same for a kernel whose op is known, or known to be none. */
void xdevice_find_kernel(ImportRun *r, const XPlane *p, const XEvent *e, ImportOp *op, TimelineEvent *out);
/* Ends of collectives on a device, for aligning clocks: ClockMeeting. */
void xdevice_collectives(ImportRun *r, XHost *h, XDevice *d, XPlane *p, GArray *out);
/* The str row of a kind's display text. */
uint32_t xkind_name_id(ImportRun *r, const XEventKind *k);
/* The op that an event's own stats name: hlo_op with program_id or hlo_module; NULL = none. *program may be known without it. *correlation: number that a kernel
 * has in common with the call that launched it, 0 = none; may be NULL. */
ImportOp *xevent_op(ImportRun *r, const XEvent *e, ImportProgram **program, uint64_t *correlation);
/* Arrows that the event's stats say begin or end at it: for TimelineEvent.arrow. Ask only where the plane has such stats. */
bool xplane_has_arrows(const XPlane *p);
bool xplane_has_contexts(const XPlane *p); /* others than of kernels and their launches */
uint32_t xevent_arrows(ImportRun *r, const XHost *h, const XPlane *p, const XEvent *e, bool on_device);
/* Of a kernel: from the call that has the number. */
uint32_t xkernel_arrow(ImportRun *r, const XHost *h, uint64_t correlation);
