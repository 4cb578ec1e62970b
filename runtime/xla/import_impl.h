/* Shared by import.c (paths and folders), import_module.c (one module of a dump) and import_notes.c (what there is to say of it). */
#pragma once

#include "runtime/remedy/remedy.h"
#include "runtime/xla/dearest.h"
#include "runtime/xla/folder.h"
#include "runtime/xla/import.h"
#include "runtime/xla/profiles.h"
#include "runtime/xla/program.h"

typedef struct ImportLog {   /* of the partitioner */
    char *dir;               /* in which it lies: it is about the modules in there and below; NULL = about all, as who names it says */
    char *text;
} ImportLog;

typedef struct Import {
    const XlaImportOptions *o;
    XlaImported *out;
    TraceWriter *w;
    XlaFolder *folder;
    const char *folder_name;
    int n_imported;          /* modules of the folder that are */
    int n_quiet;             /* of these, those that nothing is told of */
    GPtrArray *logs;         /* ImportLog: those among the paths first, then those of the folder at hand */
    GArray *notes;           /* TraceImportNote of the module at hand; texts owned */
    XlaProfiles *profiles;   /* among the paths */
    GPtrArray *lines;        /* what there is to tell of the module at hand; NULL = it is told at once */
    GHashTable *told;        /* what is missing, which is told of one module */
    XlaDearest *dearest;
    double remedies_left_s;  /* of work on changes, for all modules together, where nobody said how much */
    GBytes *source;          /* the module at hand as given to XLA; NULL = not known */
    char *assignment, *lives; /* reports of the module at hand; NULL = there are none */
} Import;

/* ---- import_notes.c ---- */

/* One line for the user: at once, or with the others of the module at hand. */
void xla_import_tell(const Import *x, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Tells what was kept back of a module, or drops it. */
void xla_import_flush(Import *x, bool drop);
/* Something to say about the module; stored with it and told. severity as import_note's. Takes the text. */
void xla_import_note(Import *x, int severity, const char *code, int n, char *text);
void xla_import_notes_init(Import *x);
void xla_import_notes_clear(Import *x);
/* Which file is missing, and the flag that makes XLA write it. A program that is not `divided` among devices never meets Shardy or the partitioner. */
void xla_import_note_missing(Import *x, const XlaModule *m, bool divided);
/* XLA's texts leave out tables of more than ten numbers, by which pieces are selected on more than ten devices. */
void xla_import_note_elided(Import *x, const IrModule *m);
void xla_import_note_explained(Import *x, const Explained *e, const Compiled *c);
/* How sure the first n reshards are, those of collectives, and where the text lacks what would make them surer. */
void xla_import_note_certainty(Import *x, const Compiled *c, int n);
/* Which of the reshards that send something a change removes, and of which nothing can be said. */
void xla_import_note_remedies(Import *x, const Compiled *c, const Remedies *found);

/* ---- import_module.c ---- */

/* A module's runs, XLA's and that of our plan, as far as it can be read. One without collectives has nothing to tell, where others have. False only if the
 * trace cannot be written, or on a stop. */
bool xla_import_module(Import *x, const XlaModule *m, GError **error);
