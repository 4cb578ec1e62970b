/* Internal to ranks/: one thread at a time carries the messages of each rank (carry.c); meetings.c and transport_ranks.c are the transport; parts.c says which parts of
 * operands a rank needs of another; stuck.c finds out that no device of any rank can go on. */
#pragma once

#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "runtime/base/vec.h"
#include "runtime/ranks/near.h"
#include "runtime/ranks/ranks.h"

/* Memory that is zero, for g_free. Of small things that come and go with each message: calloc takes none of those that the thread freed last, in the C library that is usual. */
static inline void *zeroed(size_t bytes)
{
    return memset(g_malloc(bytes), 0, bytes);
}

typedef enum HeadKind {
    HEAD_MEETING, /* a: collective, b: group, c: step, d, e: first and last arrival of the sender's members, f: number of the transport */
    HEAD_SLICE,   /* a, b, c, f as before: the sender's slice of the results, or operands that are gathered; d: 1 = it has written them into common results */
    HEAD_MAIL,    /* a: channel, b: bytes */
    HEAD_FAIL,    /* text */
    HEAD_BYE,     /* a: 1 = all went well; 2 = so far, and the process goes on without meeting anybody */
    HEAD_PASSIVE, /* to rank 0: a: 1 if nothing goes on, b: sent, c: received, d: wave it answers, 0 = of its own accord; the collective that each of its devices waits at */
    HEAD_PROBE,   /* from rank 0: a: wave */
    HEAD_PING,    /* from rank 0: a: its clock; clocks as they are known */
    HEAD_PONG,    /* to rank 0: a: as asked; b: the clock here */
    HEAD_CALL,    /* between rank 0 and those of other machines: to be heard */
    HEAD_STUCK,   /* from rank 0: the collective that each device waits at */
} HeadKind;

typedef struct Head {
    int32_t kind, inline_bytes; /* of data that follows at once; else it comes as data */
    int64_t a, b, c, d, e, f;
    int64_t sent_ns; /* when it was given to the ranks of this machine, or to the engine */
    int64_t place; /* HEAD_MEETING, HEAD_SLICE: of the data, on the sender's board; 0 = it is not there */
    /* HEAD_MEETING: the bytes inline begin with so many places, of 64 bits: of operands that are lent instead of sent, then of results into which all write. */
    int32_t n_lent, n_common;
    int64_t post; /* HEAD_MEETING: where the sender will put what it has for this meeting from the next trip on; 0 = nowhere */
} Head;
enum { HEAD_INLINE = LINK_HEAD_BYTES - sizeof(Head) };

/* Data on its way out. */
typedef struct OutPart {
    const void *data;
    size_t bytes;
    void (*release)(void *owner);
    void *owner;
} OutPart;
typedef struct Outgoing {
    int to;
    Head *head; /* with what is inline after it; for free() */
    VEC(OutPart) parts; /* sent as data, in order */
    Near *near;         /* on whose board head->place is */
    int me;
} Outgoing;

typedef struct InPart {
    void *data;
    size_t bytes;
} InPart;

typedef struct Incoming Incoming;
struct Incoming {
    int from;
    Head head;
    void *block; /* of the head as it came, for free() */
    const char *text; /* inline bytes, in it */
    VEC(InPart) parts; /* to be received as data */
    int n_left;        /* transfers that have not ended */
    void (*arrived)(Ranks *r, Incoming *in); /* all of it is there; owns it. In the thread of messages, without the lock */
    void *user;
    Near *near;        /* as of Outgoing: what is there is read until incoming_free; also of one with places */
    bool taken;        /* what is lent was borrowed, else it is declined */
};

typedef struct Flight {
    void *transfer;
    Incoming *in; /* or NULL: out */
    OutPart out;
} Flight;

typedef struct Mail {
    GBytes *bytes; /* NULL until all of it is there: what came later may be there sooner */
} Mail;

typedef struct Peer {
    char *host;
    int n_cores; /* that it may use; 0 = not known */
    bool bye, well, gone; /* gone: it does not wait for the others as it leaves */
    int coming; /* mail of which only the head has come */
    int64_t n_said, n_heard, n_seen; /* short mail: how much was sent to it, how much of its was taken, and the number of what was last seen in its slot */
} Peer;

/* Where another rank posts; n_seen trips of it have been counted. */
typedef struct LeftPost {
    Buffer *post;
    int64_t n_seen;
} LeftPost;

typedef struct Meetings Meetings;
typedef struct Stuck Stuck;
typedef struct Clocks Clocks;
typedef struct Lost Lost;
typedef struct Silence Silence;

struct Ranks {
    Link *link;
    Near *near;           /* NULL = no rank is */
    pthread_t thread;
    pthread_mutex_t lock; /* protects what follows */
    pthread_cond_t work;  /* there is something to send, or the thread is to end */
    pthread_cond_t news;  /* mail, trouble or a bye has come */
    VEC(Outgoing *) out;
    GQueue *mail;         /* [rank * N_RANKS_CHANNELS + channel] of Mail, in the order of their heads */
    char *trouble;        /* why another rank cannot go on */
    bool failed;          /* this one said that it cannot */
    bool said_bye;
    bool helped;          /* somebody who waits carries messages meanwhile, and the thread need not */
    int64_t n_helped;     /* how often that began */
    RankNote *note, own_note; /* what this rank says of itself: in the link's memory, or else here */
    int witness, listener; /* descriptors: the connection to the process that tells who is lost, and where it takes such; -1 = none */
    Silence *silence;
    bool vanished;        /* a machine has: the launcher may wait for it when all is over */
    Lost *lost;           /* NULL = nobody's process is watched */
    Bell *bell;           /* rung for whoever carries messages, by other ranks too */
    bool far;             /* some ranks cannot ring it: news has to be asked for */
    int64_t spin_ns;      /* how long to wait for it before the core is given to others: not if there are fewer than ranks */
    int n_flights, n_coming, n_unsent; /* of `flights`, of those that come in, and of heads for which there was no room */
    bool closing, quiet;  /* quiet: nothing is in flight */
    bool deaf;            /* a message could not be received, for want of memory or because its sender is gone: nor can those after it */
    Peer *peers;
    Meetings *meetings;   /* the transport there is, or NULL */
    Stuck *stuck;
    Clocks *clocks;       /* NULL = all ranks have one clock */
    int64_t vain_ns;      /* since when all devices here wait in a run that is to stop; 0 = not so */
    int64_t missed_ns;    /* since when devices here wait for a rank that has left; 0 = for none */
    GHashTable *runs;     /* name -> how many runs have had it; NULL = none */
    char job[40];         /* as ranks_job; does not change */
    int64_t sent, received; /* messages that can make another rank, or this one, go on */
    int64_t waiting_ns;   /* since when the caller waits for mail or for the end; 0 = it does not */
    int n_transports;     /* made so far: their number, which is the same on all ranks */
    int n_here;           /* devices of the last that are here */
    int n_sharing;        /* ranks that may use the same cores; does not change, nor do the next ones */
    int n_cores;          /* that they may use; 0 = not known */
    bool has_home;
    cpu_set_t home;       /* those in which this one begins */
    cpu_set_t machine;    /* those that ranks of this machine may use, all together */
    bool had_cores;       /* the caller uses these instead of its own */
    cpu_set_t own;
    int64_t slice_from, lend_from; /* bytes of an all-reduce, or of a gather's result; of an operand */
    VEC(LeftPost) left;   /* posts of others for transports that are no more here: what they still put there counts as received */
    GQueue *held;         /* [rank] of Incoming: heads from a meeting on whose transport is not there yet, in order */
    pthread_mutex_t link_lock; /* is taken before `lock`, and protects the link and what follows */
    VEC(Flight) flights;
    bool *rings;          /* by rank: something was sent, and its bell is to be rung */
    Bell own_bell;        /* `bell`, if the link has none */
};

enum { RANKS_LEAVE_MS = 5000 /* for other ranks to end after a failure */ };

/* ---- ranks.c ---- */

/* Tells all others that this rank cannot go on. Requires the lock. */
void ranks_tell_failure(Ranks *r, const char *message);
/* Waits for the condition, at most so many ns, below a second. Requires the lock. */
void ranks_wait_for(Ranks *r, pthread_cond_t *cond, long ns);

/* ---- letters.c ---- */

/* For the head given: to be filled, then queued. */
Outgoing *outgoing_new(int to, Head head);
/* Room for so many more bytes inline, valid until the next call; at most HEAD_INLINE altogether. */
void *outgoing_room(Outgoing *o, size_t bytes);
/* Copies what there is room for. */
void outgoing_text(Outgoing *o, const void *text, size_t bytes);
/* To be sent as data; release is called with the owner when that is done. */
void outgoing_add(Outgoing *o, OutPart part);
/* Of one that is not sent. */
void outgoing_free(Outgoing *o);
void incoming_free(Incoming *in);

/* ---- heads.c ---- */

/* Deals with the heads that have come. True if there were any. Requires link_lock. */
bool heads_take(Ranks *r);

/* ---- carry.c ---- */

/* The thread of messages, of a Ranks. */
void *ranks_carry(void *data);
/* Sends and receives what can be at once. True if there was anything. Requires link_lock. */
bool carry_drive(Ranks *r);
/* Somebody has to go on carrying. Requires the lock. */
bool carry_has_load(const Ranks *r);
/* Wakes whoever carries messages, or waits for another worker while it does. Requires the lock. */
void ranks_stir(Ranks *r);
/* Requires the lock. */
void ranks_queue(Ranks *r, Outgoing *o);
/* Sends what was put into `out`, or sees to it that it is sent. Without locks. */
void ranks_push(Ranks *r);

/* ---- help.c ---- */

/* Carries messages until `enough`, which is called with the lock, or until there have been none for a moment; not if somebody does already.
 * between: called without locks after messages have been taken; may be NULL. looks: what is waited for may come without a message, and soon. */
void ranks_help(Ranks *r, bool (*enough)(void *user), void (*between)(void *user), void *user, bool looks);

/* ---- who.c ---- */

/* Each tells all others its machine; clocks of different machines are compared. */
bool ranks_hello(Ranks *r, GError **error);

/* ---- slots.c ---- */

/* The number-th short mail to a rank. False: it has to be sent, since there is no slot for it, or what was there was not taken yet. */
bool slot_put(Ranks *r, int to, int64_t number, const void *data, size_t bytes);
/* True if that is there. */
bool slot_has(const Ranks *r, int from, int64_t number);
/* Takes it. With the lock. */
GBytes *slot_take(Ranks *r, int from);
/* Counts what is there as received. True if something has come. With the lock. */
bool slots_see(Ranks *r);

/* ---- cores.c ---- */

/* The cores that this process may use, as text; "?" = not known. To be freed. */
char *cores_text(void);
/* The index-th rank's part of so many cores: if there are fewer than ranks, one that several have. */
void cores_part(int n_cores, int n_ranks, int index, int *first, int *n);
/* By rank: the text of its cores. Machines are known. */
void cores_share(Ranks *r, char *const *cores);
/* True if all others that compute now, and some do, can have cores of their own though this one keeps its core: what it waits for may be there before the core would have gone to another and back. */
bool cores_suffice(const Ranks *r);
/* Brings the calling thread to this rank's part, if it is elsewhere. */
void cores_go_home(const Ranks *r);

/* ---- clocks.c ---- */

/* A first comparison, if the texts that say whose clock each rank has differ. */
bool clocks_compare(Ranks *r, char *const *whose, GError **error);
void clocks_free(Clocks *c); /* accepts NULL */
/* Called often, in the thread of messages, with the lock. */
void clocks_look(Ranks *r);
/* HEAD_PING and HEAD_PONG. With the lock. */
void clocks_head(Ranks *r, const Incoming *in);

/* ---- gone.c ---- */

/* Called often, with the lock. True if the run gives up: devices here wait for a rank that has left, which is then the trouble there is, or wait though the run is to stop. */
bool gone_look(Ranks *r);

/* ---- silence.c ---- */

Silence *silence_new(const Ranks *r);
void silence_free(Silence *s);
/* Called often, with the lock. True if the run gives up: a rank has not been heard for long, which is then the trouble there is. */
bool silence_look(Ranks *r);
/* Something has come from a rank. */
void silence_heard(Ranks *r, int from);
/* HEAD_CALL. With the lock. */
void silence_called(Ranks *r, int from);

/* ---- note.c ---- */

/* From now on this rank says what it does; that it leaves; that its n-th run of a program has begun, or ended; that a device has arrived at a collective. */
void note_begin(Ranks *r);
void note_leaves(Ranks *r);
void note_run(Ranks *r, int64_t n, bool ended);
void note_at(Ranks *r, const Collective *c);
/* What a rank of this machine says; NULL if it is of another, or cannot be read. */
RankNote *note_of(const Ranks *r, int rank);
/* The process id of another rank of this machine, in this process's namespace; 0 = not known. */
int note_process(const Ranks *r, int rank);
/* That it is lost, and what it was at. Takes no lock and no memory. */
void note_describe(RankNote *n, int rank, const char *host, char *text, size_t room);
/* A line on stderr, at once: the process may be ended before it could end itself. */
void note_say(const char *text);

/* ---- witness.c ---- */

/* Before ranks tell each other who they are: the first of each machine, if its process is small, makes the place to which the others connect. */
void witness_listen(Ranks *r);
/* After that: starts the process that tells who is lost, and connects to it. */
void witness_begin(Ranks *r);

/* ---- lost.c ---- */

/* Watches the processes of the other ranks of this machine, all of which have begun: if one ends without having said that it leaves, that is the trouble there is. NULL: none can be watched. */
Lost *lost_watch(Ranks *r);
void lost_end(Lost *l); /* accepts NULL */

/* ---- parts.c ---- */

typedef enum PartKind {
    PART_WHOLE,
    PART_PIECE, /* in one piece: `bytes` of the operand from `offset` on */
    PART_TILES, /* tiles that are apart in the operand, packed one after another along the dimension */
} PartKind;
/* A part of one member's operand, dense in as many bytes. */
typedef struct PartSpec {
    int member, operand;
    PartKind kind;
    int to; /* PART_TILES: those of members of this rank */
    bool inside; /* in the head */
    size_t offset, bytes;
} PartSpec;
typedef struct PartList {
    VEC(PartSpec) v;
    size_t bytes, inside; /* all, and those in the head */
} PartList;
/* A group that meets. */
typedef struct PartsOf {
    const Collective *c;
    int group, n_ranks;
    const int *rank_of_device;
    const int *spans; /* [member]: as CollectiveArgs.spans, of what is sent */
    bool sliced; /* an all-reduce of which each rank computes a slice of the elements and sends it to the others */
} PartsOf;
/* What the devices of rank `to`, the group's to_index-th, need of those of rank `from`. */
void parts_between(const PartsOf *x, int from, int to, int to_index, PartList *out);
/* Which members' operands ranks combine before they send: fills spans of the group's size. */
void parts_spans(const PartsOf *x, int *spans);
/* Of a sliced group, what the from_index-th rank sends of the results when it has computed it: places in results. */
void results_between(const PartsOf *x, int from_index, PartList *out);
/* The elements of the index-th rank's slice. */
void slice_of(const Type *t, int n_ranks, int index, int64_t *from, int64_t *n);
/* True for an all-gather whose operands lie one after another in its results. */
bool gather_is_flat(const Collective *c);
/* Copies PART_TILES out of an operand. */
void part_pack(const PartsOf *x, const PartSpec *p, const void *operand, void *to);

/* ---- packets_in.c ---- */

/* A head of a meeting has come: makes room for its data. In the thread of messages, with the lock. */
void meetings_head(Meetings *m, Incoming *in);

/* ---- meetings.c ---- */

/* Looks at what others have posted. True if that made something ready, which is then carried out, or handed to who helps. Without locks. */
bool meetings_look(Ranks *r);
/* True if this rank has posted what others wait for, and waits for them. With the lock. */
bool meetings_posted(const Meetings *m);
/* Counts what has been posted for meetings at which no device here has arrived. With the lock. */
void meetings_count_posts(Meetings *m);

/* ---- posts.c ---- */

/* Counts what others have posted for transports that are no more here. With the lock. */
void posts_count_left(Ranks *r);
void posts_forget_left(Ranks *r);

/* ---- standing.c ---- */

/* A rank has failed, or all are stuck. With the lock; true: its run must be told, without the lock, by meetings_tell. */
bool meetings_give_up(Meetings *m);
void meetings_tell(Meetings *m);

/* What stuck.c asks, with the lock held. */
typedef struct Standing {
    bool passive;     /* nothing of this rank goes on before a message comes */
    int64_t since_ns; /* since when */
} Standing;
Standing meetings_standing(const Meetings *m);
/* True if devices wait for a message and nothing else goes on here. */
bool meetings_wait(const Meetings *m);
/* Of each device of this rank, the collective that it waits at, -1 = none. n of them. */
int32_t *meetings_stands(const Meetings *m, int *n);
/* What the devices of all ranks wait at, n of them. */
void meetings_set_stands(Meetings *m, const int32_t *stands, int n);

/* ---- stuck.c ---- */

Stuck *stuck_new(Ranks *r);
void stuck_free(Stuck *s);
/* Called often, in the thread of messages, with the lock. True as from stuck_head. */
bool stuck_look(Stuck *s);
/* A message has come that did not make anything go on. With the lock. */
void stuck_news(Stuck *s);
/* HEAD_PASSIVE, HEAD_PROBE and HEAD_STUCK. True if all ranks are stuck: every one gives up. With the lock. */
bool stuck_head(Stuck *s, const Incoming *in);
