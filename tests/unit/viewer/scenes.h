/* Scenes of views over traces in a folder of the test's own. */
#pragma once

#include "tests/unit/viewer/sample.h"
#include "viewer/views.h"

/* Makes the folder; starts the test program. */
void scenes_begin(int *argc, char ***argv);
/* Runs the tests, then removes the folder and what they made in it. Returns what main() does. */
int scenes_end(void);
/* The path of a file there, to be freed. */
char *scenes_file(const char *name);
/* A copy of a trace there under another name, changed by SQL; its path, to be freed. */
char *scenes_edit(const char *from, const char *to, const char *sql);
/* What a view reads of a trace, when `select` is selected; read twice, so that rows are shared with those before. */
Rows *scenes_load(const char *file, const View *v, Ref select, int64_t t0, int64_t t1);
Scene *scenes_lay_out(const Rows *rows, const View *v, double w, double h, Ref select);
/* All labels, a blank behind each; to be freed. */
char *scenes_text(const Scene *s);
/* How often `words` stand in a text. */
int scenes_count(const char *text, const char *words);
/* Stops the test where a view does not say one of these (NULL-terminated). */
void scenes_must_say(const char *file, const char *view, Ref select, const char *const *words);
/* Stops the test where an item is thinner than a pixel, far away or not text. */
void scenes_check_items(const Scene *s);
/* What a view has first that can be selected: a value, a reshard, of Steps an event of a collective; else nothing. */
Ref scenes_first_of(const Rows *rows, const View *v);
