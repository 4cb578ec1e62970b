/* One event of Chrome's JSON, as it is read; chrome.c says what it means. */
#pragma once

#include "trace/import/jread.h"

typedef struct ChromeEvent {
    char phase;
    int64_t ts_ns, dur_ns, pid, tid, id;
    GString *name, *cat, *pid_text, *tid_text, *id_text;
    /* of args */
    GString *arg_name, *hlo_op, *hlo_module, *category, *tf_op, *op, *line, *source, *labels;
    GString *group, *group_name, *collective, *sequence; /* of PyTorch's: who meets, in what, which time */
    int64_t device, stream, ordinal, run, bytes, meets, correlation;
    GArray *values; /* ChromeValue: numbers of a counter, or of an instant */
} ChromeEvent;

typedef struct ChromeValue {
    char *name;
    double v;
} ChromeValue;

/* Reads events into `e`, one after the other. */
typedef struct ChromeReader {
    ChromeEvent e;
    GHashTable *numbers; /* texts where numbers of processes and threads are usual -> number */
    GString *key, *text; /* scratch */
} ChromeReader;

void chrome_reader_begin(ChromeReader *c);
void chrome_reader_end(ChromeReader *c);
/* False: the event is damaged. */
bool chrome_read_event(ChromeReader *c, JsonReader *j);
/* An integer, or something else, which is read over and leaves *out as it is. */
bool chrome_read_number(JsonReader *j, int64_t *out);
/* True and the value if the event has it among its numbers. */
bool chrome_value(const ChromeEvent *e, const char *name, double *out);
