/* What the program remembers between starts: sizes, what is shown, light or dark. In the user's configuration folder. */
#pragma once

#include <stdbool.h>

int state_int(const char *key, int otherwise);
/* Written at once, a failure is not worth a word: the next start is then as the last one was. */
void state_set_int(const char *key, int value);
