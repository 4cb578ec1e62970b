/* DOT, Graphviz's language. */
#pragma once

#include <glib.h>

/* A text in quotes; line breaks stay line breaks in the picture. NULL = empty. */
void dot_quoted(GString *out, const char *text);
