/* The events that a run of a device program emits. The executor emits them as they happen, a simulator with the times that it
 * predicts. They go to an EventSink, for example the recorder. Times are in ns on one clock of the run
 * (clock_ns() if they are measured). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Categories of events; the numbers of `event.cat` in a trace. */
typedef enum EventCat {
    EVENT_COMPUTE = 1,
    EVENT_COLLECTIVE = 2, /* from the arrival of the last member on */
    EVENT_COPY = 3,
    EVENT_QUEUE = 7,      /* waiting for a core: the device could run, or what it met others for was there, and every core was busy, also with other ranks; op_id -1 */
    EVENT_WAIT = 8,       /* waiting for a device: at a collective whose last member has not arrived */
} EventCat;

/* One execution of a collective by one group: when the first and the last member arrived, and when it ended. */
typedef struct EventMeeting {
    int op_id;
    int group, n_members;
    int64_t first_ns, last_ns, end_ns;
    int64_t bytes; /* that each member receives under ring algorithms */
} EventMeeting;

/* Receives events; all members may be NULL. `event` and `memory` for one lane are never called by two threads at once,
 * `meeting` may be. A device at a collective emits EVENT_WAIT until the last member has arrived, if that took any time,
 * then EVENT_COLLECTIVE; before it, within its time, EVENT_QUEUE if other ranks take part and it was waiting for a core. */
typedef struct EventSink {
    void (*event)(void *lane, int op_id, int64_t start_ns, int64_t dur_ns, int cat);
    /* The event that follows in this lane is of a loop that ran as one piece of code: so many trips. Like `event`. */
    void (*trips)(void *lane, int64_t n);
    /* After each event: bytes of values that the device holds, and the maximum since the last event; without arguments and constants. */
    void (*memory)(void *lane, int64_t at_ns, int64_t held, int64_t high);
    void **lanes; /* one per device */
    int n_cores;  /* `core` is called for cores below this number only */
    void (*meeting)(void *user, const EventMeeting *meeting);
    /* A core ran a device from start_ns on for dur_ns, until the device waited or ended. Never called by two threads at once for one core. */
    void (*core)(void *user, int core, int device, int64_t start_ns, int64_t dur_ns);
    void *user;
} EventSink;

/* One step, once it is over. */
typedef struct StepStats {
    int64_t start_ns, end_ns;
    int64_t collectives;      /* executions of collectives, over all groups */
    int64_t collective_bytes; /* received under ring algorithms by the first device */
    size_t peak_bytes;        /* of all buffers of the run, without arguments */
    int64_t sent_bytes;       /* to other processes for meetings, since this program was loaded */
} StepStats;

/* A device that runs a program, real or simulated. */
typedef struct DeviceInfo {
    int64_t id;       /* its number in shardings and groups */
    const char *kind; /* "cpu", "h100", ... */
    const char *name; /* the label of its timeline; NULL: "device" and its number */
    bool is_virtual;  /* a part of another device, such as a share of a processor */
    int process;      /* that runs it, of those that share the run; 0 = the first, or the only one */
} DeviceInfo;

/* The clock of a run's times. All zeroes: clock_ns(). */
typedef struct RunClock {
    int64_t (*now_ns)(void *user);
    void *user;
} RunClock;
