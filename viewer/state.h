/* Settings kept between starts (sizes, visible panels, theme), in the user's configuration folder. */
#pragma once

#include <stdbool.h>

int state_int(const char *key, int otherwise);
/* Written at once. A failure is ignored: the next start uses the previous value. */
void state_set_int(const char *key, int value);
char *state_text(const char *key); /* to be freed; NULL = not kept */
void state_set_text(const char *key, const char *value);
