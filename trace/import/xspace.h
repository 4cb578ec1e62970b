/* XSpace, what XLA's profiler writes (*.xplane.pb): planes of devices and hosts, read from mapped bytes without unpacking them. Sources: XLA's
 * xplane.proto for the messages; xplane_schema.cc for the names of planes, lines and stats. */
#pragma once

#include "trace/import/source.h"
#include "trace/import/timeline.h"
#include "trace/trace.h"
#include "trace/wire.h"

/* Stats that readers look for; any other is XSTAT_OTHER. */
typedef enum XStatKey {
    XSTAT_OTHER,
#define XSTAT(id, name) XSTAT_##id,
#include "trace/import/xspace_stats.def"
    XSTAT_N
} XStatKey;

typedef enum XStatType { XSTAT_NONE, XSTAT_DOUBLE, XSTAT_INT, XSTAT_TEXT, XSTAT_BYTES } XStatType;

typedef struct XStatName {
    XStatKey key;
    const void *op, *program; /* the reader's: what the text names in a program */
    const uint8_t *name;
    size_t n;
} XStatName;

typedef struct XStat {
    uint8_t key, type;     /* XStatKey, XStatType */
    uint32_t n;            /* bytes of the text; 0 of numbers */
    union {
        double real;
        int64_t integer;     /* unsigned ones by their bit pattern */
        const uint8_t *text; /* of TEXT and BYTES: not ended by a zero */
    };
    const XStatName *name; /* NULL = the plane does not know it */
    XStatName *ref;        /* whose name the text is; NULL = the text is the stat's own */
} XStat;

/* What events of one kind have in common. */
typedef struct XEventKind {
    int64_t id;
    const uint8_t *name, *display;
    size_t n_name, n_display;
    WireMessage m;         /* the whole: its stats are field 5 */
    int64_t str_id;        /* its display text; 0 = not interned yet */
    void *user;            /* the reader's */
} XEventKind;

typedef struct XPlane {
    WireMessage m;
    char *name;
    GHashTable *kinds;      /* id -> XEventKind */
    XEventKind **dense;     /* by id, where ids are small; n_dense of them */
    int64_t n_dense;
    GHashTable *stat_names; /* id -> XStatName */
    XStatName **dense_stats;
    int64_t n_dense_stats;
    bool is_own;            /* of a profile that we exported */
    int64_t epoch_ns;       /* UNIX time of the session's start, for lines whose times are UNIX times */
    GPtrArray *mended;      /* GString: damaged lines put together again; NULL = none was */
    int64_t skipped;        /* bytes of lines that could not be read */
    bool bad;
    guint index;               /* among the planes of its file */
    int64_t unknown;           /* fields of it, and of those of its lines that were read, that are not known */
    int64_t odd_names;         /* names, of it and of those of its lines that were read, that are no text */
} XPlane;

typedef struct XLine {
    WireMessage m;
    char *name;            /* display name, else name */
    int64_t id, start_ns;  /* timestamp_ns */
    int64_t n_events;
    int64_t unknown;       /* fields that are not known */
} XLine;

typedef struct XEvent {
    const XEventKind *kind; /* NULL = the plane does not know it */
    int64_t offset_ps, dur_ps, n_sum;
    const XStat *stats;     /* those that readers look for */
    uint32_t n_stats;
    bool is_sum;            /* an aggregate of n_sum events: has no place on a timeline */
    WireMessage m;          /* the whole: its stats are field 4 */
} XEvent;

/* Bytes as valid UTF-8, which the caller frees; n may be 0. */
char *xspace_text(const uint8_t *p, size_t n);
/* Counts a text of the plane that is no text, as writers do not make them. */
void xplane_check_text(XPlane *p, const uint8_t *text, size_t n);
/* Reads the plane's tables. */
XPlane *xplane_new(WireMessage m);
void xplane_free(XPlane *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(XPlane, xplane_free)
/* The name alone, which the caller frees. */
char *xplane_name(WireMessage m);
/* The next line; *at is NULL at first. The caller frees out->name. */
bool xplane_next_line(XPlane *p, const uint8_t **at, XLine *out);
/* The next stat of a message, which has them in field `number`: 4 of events, 5 of kinds, 6 of planes. */
bool xplane_next_stat(const XPlane *p, WireMessage m, int number, const uint8_t **at, XStat *out);
/* The next message of a field whose number is below 16. *at is NULL at first. */
bool xfield_next(WireMessage m, int number, const uint8_t **at, WireMessage *out);
const XEventKind *xplane_kind(const XPlane *p, int64_t id);
XStatName *xplane_stat_name(const XPlane *p, int64_t id);
void xstat_read(const XPlane *p, WireMessage m, XStat *out);
/* A stat of the event, else of its kind. */
bool xevent_stat(const XPlane *p, const XEvent *e, XStatKey key, XStat *out);
bool xplane_stat(const XPlane *p, XStatKey key, XStat *out);
/* Start and end on the session's clock, each rounded down. */
void xevent_span(const XLine *line, const XEvent *e, int64_t *start_ns, int64_t *end_ns);
/* Fills in the times of a timeline's event, on the session's clock. by_device: its exact time is that of its own clock, where the event says so, as
 * XProf adds up times; true if it says its start too, which is then out->self_ns in ps. */
bool xevent_times(const XLine *line, const XEvent *e, bool by_device, TimelineEvent *out);

int64_t xstat_int(const XStat *s);
double xstat_real(const XStat *s);
/* Valid UTF-8, which the caller frees. */
char *xstat_text(const XStat *s);
/* The display text of a kind, valid UTF-8; the caller frees it. Of a whole instruction its name. */
char *xkind_name(const XEventKind *k);
