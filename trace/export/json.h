/* Texts and numbers as JSON writes them, appended to a line that is streamed. */
#pragma once

#include <glib.h>

/* In quotes; what is no UTF-8 becomes U+FFFD. */
void json_text(GString *out, const char *text);
/* null for what JSON has no number for. */
void json_real(GString *out, double v);
