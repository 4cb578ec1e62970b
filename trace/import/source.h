/* A file to import, as bytes in memory: mapped, so that what is not looked at takes no memory; compressed ones through a file without a name. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/import/undo.h"

typedef enum ImportFormat {
    IMPORT_UNKNOWN,
    IMPORT_XSPACE,   /* *.xplane.pb */
    IMPORT_CHROME,   /* Chrome's JSON */
    IMPORT_PERFETTO, /* Perfetto's protobuf */
    IMPORT_SQLITE,   /* Nsight Systems or rocpd: the tables tell */
    IMPORT_PPROF,
    IMPORT_LOG,      /* text: compiles, counters, memory that ran out */
} ImportFormat;

typedef struct ImportSource {
    char *path, *name;    /* as given; without its folders */
    const uint8_t *p;     /* n bytes; NULL if n is 0 */
    size_t n;
    int64_t file_size;    /* before it was decompressed */
    bool cut;             /* its compressed data ended early, or are damaged: p has what came before */
    UndoKind undone;      /* p has what it was before this conversion */
    ImportFormat format;
    uint64_t released;    /* bytes given back, from the start */
} ImportSource;

/* NULL + error if it cannot be read. Free with import_source_free. */
ImportSource *import_source_open(const char *path, GError **error);
void import_source_free(ImportSource *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ImportSource, import_source_free)
/* Gives the memory of what lies before `at` back to the system, which reads it again if it is asked for. */
void import_source_release(ImportSource *s, const uint8_t *at);
/* By its content alone. */
ImportFormat import_source_format(const ImportSource *s);
/* The name is that of a profile, packed or not, also of kinds that are refused. */
bool import_has_profile_name(const char *path);
/* Why a file of an unknown format is not read; the caller frees it. */
char *import_source_why_not(const ImportSource *s);
/* True for a file that is one of these formats, by its name or, where that says nothing, its first bytes; false for what is not there. */
bool import_is_profile(const char *path);
/* The format's name as import.kind has it; SQLite gives nsys, which the tables may change. */
const char *import_format_name(ImportFormat f);
/* True if the bytes look like binary data that went through a conversion of text: many of the three bytes that stand for what could not be read. */
bool import_source_is_text_damaged(const ImportSource *s);
