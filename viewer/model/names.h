/* Names of everything in a run, for Go to Anything. */
#pragma once

#include "viewer/layout/scene.h"

typedef struct Name {
    char *title, *hint; /* hint: what it is, a few words */
    const char *view;   /* in which it is shown; NULL = where it is drawn best */
    Ref ref;
} Name;

typedef struct Names {
    GArray *list; /* Name */
} Names;

Names *names_new(void);
void names_free(Names *n); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Names, names_free)
/* title may be NULL or no UTF-8; view: a constant, or NULL. */
void names_add(Names *n, Ref ref, const char *view, const char *title, const char *hint, ...) G_GNUC_PRINTF(5, 6);
