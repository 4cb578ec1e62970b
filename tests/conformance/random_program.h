/* Random programs over all op families, with random meshes and shardings, as complete HLO text; and reducing failing programs.
 * Most values are integers, since their results must be equal to the bit; floats are not used in ops that are discontinuous. */
#pragma once

#include <glib.h>

typedef struct RandomProgram RandomProgram;

/* The same seed gives the same program everywhere. */
RandomProgram *random_program_new(guint seed);
void random_program_free(RandomProgram *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RandomProgram, random_program_free)
/* HLO text with the mesh and every annotation in it; the caller frees. */
char *random_program_text(const RandomProgram *p);

/* True if the program with this text fails in the way that is being reduced. */
typedef gboolean (*RandomFails)(const char *text, gpointer data);
/* Reduces the program while it still fails: removes results and annotations, replaces values by parameters and ops by one of their
 * operands. */
void random_program_shrink(RandomProgram *p, RandomFails fails, gpointer data);
