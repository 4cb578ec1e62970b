/* Between the files of the import pass. A Note is one annotation that was read but not yet put on the program's mesh,
 * since the mesh depends on all of them. */
#pragma once

#include "runtime/base/vec.h"
#include "runtime/passes/import.h"
#include "runtime/shard/spell.h"

typedef enum NoteKind { /* as Annotation.kind */
    NOTE_PARAMETER = 1, NOTE_RESULT, NOTE_CONSTRAINT, NOTE_MANUAL_IN, NOTE_MANUAL_OUT, NOTE_RULE, NOTE_GROUP, NOTE_OVERRIDE,
    NOTE_MANUAL_AXES /* not logged */
} NoteKind;

typedef struct Note {
    NoteKind kind;
    IrOp *op;              /* the op annotated; of a result: NULL */
    IrComp *comp;          /* of a result */
    int leaf;
    const Sharding **slot; /* of a manual computation: where the meaning goes */
    const Type *type;      /* of the value, NULL for lists of axes */
    const char *text;
    const Loc *loc;
    TextPos at;
    const Sharding *sdy;   /* one of these two: on a mesh of its own, */
    const Gspmd *gspmd;    /* or without a mesh */
    const Mesh *order;     /* in a program of several orders of devices: the mesh whose order it says; NULL = it divides nothing */
    const char *taken_as;  /* what was made of it where the program's tilings fit no one mesh; NULL = taken as written */
    const char *respelled; /* text of a change that took the annotation's place, or NULL */
    bool may_change;       /* the header lets propagation change it: all dims are open */
    const char *open_dims; /* "unspecified_dims=[0,2]" of a Sharding call, or NULL */
} Note;

typedef struct NamedMesh {
    const char *name;
    const Mesh *mesh;
} NamedMesh;

typedef struct Import {
    IrModule *m;
    const ImportOptions *o;
    DecisionLog *log;
    Arena *scratch;
    const Mesh *override;   /* --mesh */
    VEC(NamedMesh) meshes;  /* the module's */
    VEC(Note) notes;
    VEC(IrComp *) comps;    /* those with values that can be sharded, callers first */
    GHashTable *local;      /* those of them in manual regions */
    GHashTable *caller;     /* those of them but the entry: the op that each is a computation of */
    bool sdy;               /* the module carries Shardy's annotations: GSPMD's are derived and do not count */
} Import;

/* A frontend attribute of the op, or NULL. */
static inline const char *import_pair(const IrOp *op, const char *key)
{
    return pair_get(op->pairs, op->n_pairs, key);
}
static inline Note import_note(NoteKind kind, IrOp *op)
{
    return (Note){ .kind = kind, .op = op, .loc = op->loc, .at = op->at };
}

/* import_read.c: notes of everything said. */
bool import_read(Import *im, GError **error);
/* One note per sharding of the text: Shardy's if the key is there, else GSPMD's. */
bool import_note_sdy(Import *im, Note base, int n_values, const char *text, GError **error);
bool import_note_gspmd(Import *im, Note base, int n_values, const char *text, GError **error);

/* import_ops.c: custom-calls turned into ops. */
/* True if the op is a custom-call of that target; "local_TARGET" counts too. */
bool target_is(const IrOp *op, const char *target);
/* Converts every op of the computation; ops that vanish are replaced in their users. */
bool import_convert_ops(Import *im, IrComp *c, GError **error);
/* For GSPMD's "shard_as 3" on the Sharding calls noted since `first_note`: a group op behind each. */
void import_add_groups(Import *im, IrComp *c, int first_note);
/* Drops the annotations in a computation that is called per element, where there is nothing to divide; shard_map's sums carry some. */
void import_strip_annotations(IrComp *c);

/* import_manual.c */
bool import_rebuild_sdy_manual(Import *im, IrComp *c, GError **error);
bool import_note_manual(Import *im, IrOp *op, const char *in, const char *out, const char *axes, GError **error);
Note import_manual_note(NoteKind kind, IrOp *op, const Sharding **slots);
void import_give_slots(Import *im, IrOp *op);
/* GSPMD says of a region inside of another all axes that are manual there: those that are so only inside, which is what the region adds. */
AxisList import_inner_manual(Import *im, const IrOp *op, const Sharding *s);
/* After the notes have meaning: sets of manual axes completed, shapes checked. */
bool import_finish_manual(Import *im, IrOp *op, GError **error);

/* import_moves.c: an sdy.all_gather and the like fits the shardings around it. */
bool import_check_move(Import *im, const IrOp *op, GError **error);

/* import_check.c: Shardy's rules about meshes and manual axes, while each note is on its own mesh. */
bool import_check_notes(Import *im, GError **error);
/* Collectives of the program's own on another number of devices than its text says: those that mean all devices keep their types,
 * and with `ids` the devices that they name are there. */
bool import_check_collectives(Import *im, bool ids, GError **error);
/* Groups of collectives leave no device out. */
bool import_check_groups(Import *im, GError **error);

/* import_allow.c: marks the notes that the header lets propagation change. */
bool import_allow_changes(Import *im, GError **error);

/* import_outfeed.c: constraints on what outfeeds hand out. */
bool import_outfeeds(Import *im, IrComp *c, GError **error);

/* import_mesh.c: sets m->mesh and n_partitions. */
bool import_choose_mesh(Import *im, GError **error);
/* One axis over all devices. */
const Mesh *import_flat_mesh(Import *im, int64_t n_devices);

/* import_orders.c: the program's mesh for annotations that no one mesh can say, whose orders of devices or numbers of devices differ. Rewrites
 * the notes for it and gives each its order. NULL = not possible. */
const Mesh *import_orders(Import *im, int64_t n_devices);
/* Puts a note's order where the partitioner looks for it; s: its meaning on the program's mesh. */
void import_store_order(Import *im, const Note *note, const Sharding *s);

/* import_device.c */
/* Collectives between replicas, where a program that is to be divided has one replica: they move nothing. */
void import_drop_lone(const Import *im);
/* Collectives between partitions outside of manual regions get regions, one for all of the entry or one each. */
bool import_wrap_device_code(Import *im, IrComp *c, GError **error);

/* import_root.c: borders behind results of the entry that are still manual. */
void import_close_root(Import *im, IrComp *c);

/* import_region.c */
/* Moves an op to the end of another computation; it keeps its id and name. */
void import_append_op(IrComp *c, IrOp *op);
bool import_rebuild_spmd_manual(Import *im, IrComp *c, GError **error);
