/* What XLA wrote into a dump folder (--xla_dump_to): which files are which stage of which module.
 * Names are [TIMESTAMP.]module_NNNN.NAME.SUFFIX; suffixes are in folder.c. Each process numbers its modules from nought, so a number and a name are one module only
 * within one folder and under one timestamp. Shardy's are shardy/module_NNNN.NAME/KK.STEP.mlir. Compressed files keep their suffix before .gz, .xz, .zst. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum XlaStageKind {
    XLA_STAGE_BEFORE,
    XLA_STAGE_PASS,
    XLA_STAGE_SHARDY,      /* a step of Shardy's, as MLIR text: the program and what its propagation made of it */
    XLA_STAGE_ANNOTATED,   /* a pass that gives every value a sharding: XLA's propagation, or Shardy within it */
    XLA_STAGE_PARTITIONED,
    XLA_STAGE_FINAL,
} XlaStageKind;

typedef struct XlaStage {
    XlaStageKind kind;
    int order;              /* as they follow each other */
    char *pipeline, *pass;  /* the pass that it follows; NULL = it begins a pipeline */
    char *label;            /* what is shown */
    char *path;
    bool is_text;           /* else a serialised module */
} XlaStage;

typedef struct XlaModule {
    int number;
    char *name;
    char *dir;              /* in which it lies */
    char *stamp;            /* what its files' names begin with; "" = nothing */
    char *where;            /* said beside the name, where modules of this number and name lie in other folders or under other timestamps; NULL = there are none */
    GPtrArray *stages;      /* XlaStage, in order; one of each */
    char *assignment, *lives, *usage, *metadata; /* reports; NULL = not written */
    char *settings;         /* the flags it was compiled with, as text; NULL = not written */
} XlaModule;

typedef struct XlaFolder {
    GPtrArray *modules;     /* XlaModule, by number */
    GPtrArray *logs;        /* paths of files that end in .log, .err or .stderr */
    int n_files, n_other;   /* files seen; those that are not used: code, graphs */
} XlaFolder;

/* Reads the names in a folder and those in it; a file stands for itself. NULL with an error if there is no such folder or it holds no module. */
XlaFolder *xla_folder_read(const char *path, GError **error);
void xla_folder_free(XlaFolder *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(XlaFolder, xla_folder_free)
/* What is left of a path without the folder above it, "" = it is that folder; NULL = it is not below it. */
const char *xla_folder_below(const char *root, const char *path);
/* The stage of a kind, the last of several; NULL = none. */
const XlaStage *xla_stage(const XlaModule *m, XlaStageKind kind);
