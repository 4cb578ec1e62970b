/* What tests of imported profiles share: a folder, an import into a trace in it, and questions about that trace. */
#pragma once

#include "trace/import/import.h"

typedef struct Fixture {
    char *folder, *db;   /* db: the trace that import_one() makes */
    GString *said;       /* by the last import */
    TraceImported done;
} Fixture;

/* For g_test_add(). */
void set_up(Fixture *f, gconstpointer data);
void tear_down(Fixture *f, gconstpointer data);
/* A file in the folder; its path, to be freed. */
char *save(const Fixture *f, const char *name, const char *bytes, gsize n);
/* Into a new trace `db`. */
bool import_paths(Fixture *f, const char *const *paths, int n, const char *db, GError **error);
/* Into f->db; must not fail. */
void import_one(Fixture *f, const char *path);
/* The first column of the first row, as text; to be freed. */
char *ask(const char *db, const char *sql);
#define EXPECT(f, sql, text)                            \
    do {                                                \
        g_autofree char *got = ask((f)->db, sql);       \
        g_assert_cmpstr(got, ==, text);                 \
    } while (0)
/* f->db is whole, and events of one depth of a lane do not overlap. */
void check_file(const Fixture *f);
