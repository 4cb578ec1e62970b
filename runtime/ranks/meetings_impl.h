/* Internal to the transport between ranks: transport_ranks.c makes it, meetings.c is what devices call, standing.c which of them wait, meeting.c one group of a
 * collective, packets.c and packets_in.c what goes between ranks, ready.c when a meeting can go on, exchange.c what becomes of it. */
#pragma once

#include "runtime/ranks/ranks_impl.h"

typedef struct Ready Ready;

/* Where a rank puts what it has for one meeting, trip after trip, for the others to look: small things are there sooner than a message. Two places take turns: who posts the next but
 * one has seen that all have done with the first. */
typedef struct PostPlace {
    int64_t step, first_ns, last_ns, sent_ns; /* as in the head of a message */
    int64_t lends; /* 1 = instead of parts there are places of operands, which stay as they are until the place is used again */
    char line[64 - 5 * sizeof(int64_t)];
} PostPlace;
typedef struct Post {
    atomic_int_fast64_t n;  /* trips that have been posted, of those from its place was told */
    int64_t place_bytes;    /* of a PostPlace with the data after it */
    atomic_int_fast64_t over; /* 1 = there will not be another */
    char line[64 - 3 * sizeof(int64_t)];
    int64_t at[];           /* by index of rank in the group: where its parts are, from the end of a PostPlace */
} Post;

/* What one rank sends of one trip. */
typedef struct Packet {
    Incoming *in;
    bool posted;      /* it is its side's, and stays */
    const PartList *parts; /* as long as there is its trip */
    Buffer **buffers; /* [part], n of them: what it is received into; NULL = it is still on the board */
    Buffer *wraps;    /* [part]: of what is read on the board itself */
    const char *board; /* where the first part is on the sender's board; NULL = it came otherwise */
    int n;
    bool complete;    /* all of it is there */
    int64_t noticed_ns; /* since when, as far as this rank knows */
    bool orphan;      /* its trip is no more: freed when it is complete */
    size_t missing;   /* not 0: there was no room for it, but for so many bytes less */
} Packet;

/* One meeting of a group. */
typedef struct Trip {
    Packet **packets, **slices; /* by side; NULL = its head has not come */
    Buffer **made;              /* [result]: into which parts are received where they belong; NULL = none */
    Buffer **sums;              /* [member * n_operands + operand]: what members of this rank come to together; NULL = in the first one's operand, or there is none */
    Outgoing **out;             /* [n_sides]: to be sent */
    bool sent;                  /* to all others */
    bool lent;                  /* members of this rank bring their operands as they are, which others read where they are */
    bool common;                /* results are memory that all ranks write and read */
    bool combining, combined;   /* this rank's slice */
    int64_t combined_ns;        /* when */
} Trip;

typedef struct Side {
    int rank, index;            /* index: among the ranks of the group */
    PartList sends, receives, slices; /* slices: of results, received; of a common gather, operands */
    PartList lends, borrows;    /* whole operands, instead of what is sent and received */
    int64_t n_heads, n_slices;  /* trips of which they have come */
    Buffer *post;      /* the other rank's; NULL = it has not told of any */
    int64_t n_seen;    /* trips of which that was seen */
    Packet *posted;    /* what was there; NULL = the meeting has no posts */
} Side;

typedef struct Meeting {
    const Collective *c;
    int group;
    PartsOf of;
    int *spans;        /* of.spans */
    int index;         /* of this rank, among those of the group */
    int n_here, arrived;
    Arrival **members; /* by position; NULL = not here, or not arrived */
    Side *sides;       /* the other ranks of the group; none: the transport within the process has the meeting */
    int n_sides;
    bool gathers;      /* operands are received at their places in the results */
    bool near, alike;  /* near: all sides are on this machine; alike: and they are sent the same */
    bool lends;        /* operands are lent where they can be */
    bool common;       /* results are made in one rank's memory if it has room, which it says: each rank computes its slice there, or gathers its operands */
    bool owner;        /* this rank's memory */
    bool two_phase;    /* ranks meet again when each has made its slice */
    Buffer *post;      /* this rank's; NULL = there is none, and it sends */
    int64_t n_posted;
    bool posts_places; /* where operands are that others can read, instead of what is in them */
    Buffer **held[2];  /* [member * n_operands + operand]: those of the places that take turns; NULL = none */
    bool open;         /* it is in m->open */
    bool feeds;        /* its results are operands of such a meeting */
    PartList slice;    /* this rank's, of the results; of a meeting in two phases */
    GQueue trips;      /* of Trip: the one under way, and those of which something has come already */
    int64_t n_done;    /* trips that are over */
} Meeting;

struct Meetings {
    Transport transport; /* first */
    Ranks *r;            /* whose lock protects what follows */
    const Program *program;
    Pool *pool;
    BufferPool *buffers, *shared; /* shared: on the ground; NULL = there is none */
    VEC(Meeting *) open; /* this rank has posted, and waits for others */
    size_t post_bytes;   /* of all posts */
    bool *meets;         /* by slot: it is an operand that may be lent */
    Transport *local;
    int number, first, n_local;
    int *rank_of_device;
    Meeting **meetings;  /* [collective][group] */
    int64_t step;
    bool in_step, told;  /* told: that it is stuck, in this step */
    bool given_up;       /* no meeting with another rank will be complete any more */
    int running, n_ready;
    const Collective **stands; /* by local device: what it waits at */
    int32_t *others;     /* by device, from stuck.c; NULL = not known */
    void (*wake)(Arrival *a); /* what devices gave as `complete` */
    int64_t bytes_sent, times_lent, times_posted, passive_since_ns;
    int64_t n_woken;     /* devices, ever */
    Buffer *empty;       /* of operands without elements, which nobody sends */
};

/* A meeting that can go on, and what it needs: it is carried out by whoever has it, without the lock. */
struct Ready {
    Task task; /* first */
    Ready *next;       /* of those that the helper carries out */
    Meetings *m;
    Meeting *meeting;
    Trip *trip;        /* owned unless `combines` */
    Arrival **members;
    bool combines;     /* this rank's slice; else the meeting is complete */
    size_t missing;    /* not 0: it cannot be carried out */
};

/* ---- meeting.c ---- */

void meeting_init(Meetings *m, Meeting *at, const Collective *c, int group);
void meeting_clear(Meetings *m, Meeting *at);

/* ---- exchange.c; without the lock ---- */

/* Drops the operands that a device has arrived with. */
void arrival_drop(Arrival *a);
/* Computes the results for the members of this rank. Returns the bytes that are missing, 0 = none. */
size_t exchange_compute(const Ready *ready);
/* This rank's slice of the results, or what its members have of common ones. */
void exchange_combine(const Ready *ready);

/* ---- packets.c; all require the lock unless said ---- */

/* The n-th trip of the group from its first on; made if it is not there. */
Trip *trip_at(Meeting *at, int64_t n);
/* Memory for the results of a trip, if they are made before the exchange. Returns the bytes that are missing, 0 = none. */
size_t trip_make(Meetings *m, Meeting *at, Trip *t);
/* Frees it; packets that are still on their way free themselves. Does not require the lock if the trip was taken from its meeting. */
void trip_free(const Meeting *at, Trip *t);
/* What several members of this rank come to is combined, before it is sent. Without the lock. Returns the bytes that are missing, 0 = none. */
size_t packets_add_up(Meetings *m, const Meeting *at, Trip *t);
/* True if all that the others need is where they can read it. */
bool packets_lie_open(const Meetings *m, const Meeting *at);
/* When the first and the last member of this rank arrived. */
void packets_times(const Meeting *at, int64_t *first_ns, int64_t *last_ns);
/* How far the part after this one is from it, on a board. */
size_t packets_step(const PartSpec *p);
void packets_copy(const Meeting *at, const PartSpec *p, const Buffer *b, void *to);
/* Does not require the lock. */
void packet_free(Packet *p);
/* Queues what packets_make has made, for ranks_push or ranks_help. */
void packets_send(Meetings *m, const Meeting *at, Trip *t);
/* The same of this rank's slice of the results, or of the operands that are gathered. */
void packets_send_slice(Meetings *m, const Meeting *at, const Trip *t);
/* Without the lock, when all members of this rank have arrived: makes what the others need. Returns the bytes that are missing, 0 = none. */
size_t packets_make(Meetings *m, const Meeting *at, Trip *t);
/* An operand of a member of this rank, or what it and the next ones come to. Borrowed. Without the lock. */
Buffer *packets_operand(const Meeting *at, const Trip *t, Arrival *const *members, int member, int k);

/* ---- packets_in.c ---- */

/* Of n parts. in: NULL = it is not a message. */
Packet *packet_new(Incoming *in, const PartList *parts, bool board);
/* Without the lock, of a trip for which all packets have come, or all slices: takes what is on boards to its place in the results if it has one, and to memory of its own what
 * results may be; the rest is read where it is. Returns the bytes that are missing, 0 = none. */
size_t packets_land(Meetings *m, const Meeting *at, const Trip *t, bool slices);

/* ---- posts.c ---- */

/* Makes this rank's post, if what it has is small, and all are on this machine. */
void post_make(Meetings *m, Meeting *at);
/* Of a transport that is no more. With the lock. */
void posts_clear(Meetings *m, Meeting *at);
/* In the first message: where it is. */
void post_tell(const Meetings *m, const Meeting *at, Outgoing *o);
/* That message has come. */
void post_found(Side *side, const Incoming *in);
/* True if this rank posts the trip that is next, instead of sending it. */
bool post_is_next(const Meeting *at);
/* Posts it. Without the lock. Returns the bytes that are missing, 0 = none. */
size_t post_trip(Meetings *m, Meeting *at, Trip *t);
/* It was posted: what is to be known with the lock. */
void post_done(Meetings *m, Meeting *at, Trip *t);
/* What others have posted of the trip under way becomes its packets. With the lock. */
void posts_see(Meetings *m, Meeting *at, Trip *t);

/* ---- ready.c ---- */

/* If the members of this rank and the messages of all others are there: what is to be carried out. Requires the lock. */
Ready *ready_if_all(Meetings *m, Meeting *at);
/* The trip under way is over for its members, which are then forgotten. Requires the lock. */
Ready *ready_trip_over(Meetings *m, Meeting *at, size_t missing);
/* Carries out what is ready, if it is not NULL; the caller lets go on `but` itself if this returns true. Without the lock. */
bool ready_go_through(Ready *ready, const Arrival *but);

/* ---- standing.c; all require the lock unless said ---- */

/* A device has arrived, and waits. */
void standing_parked(Meetings *m, const Arrival *a);
/* It goes on. */
void standing_woken(Meetings *m, const Arrival *a);
/* True if some device waits. */
bool standing_any(const Meetings *m);
/* True if the devices of this rank that are parked can never go on, and the run is to be told now: once a step. */
bool standing_tells(Meetings *m);
/* For Transport, as it says. Without the lock. */
const Collective *standing_at(Transport *t, int device);
const char *standing_why(Transport *t);
char *standing_who(Transport *t);

/* ---- meetings.c ---- */

/* A packet is complete. With the lock; what that makes possible is to be carried out without it. */
Ready *meetings_arrived(Meetings *m, Meeting *at);
/* Here and now or by a worker. */
void meetings_carry_out(Ready *ready);
/* True if the calling worker carries messages while it waits: what becomes ready is then its own to carry out, and what is to be sent its own to send. */
bool meetings_helping(void);
/* For Transport, as it says. */
bool meetings_arrive(Transport *t, Arrival *a);
void meetings_ended(Transport *t, int device);
