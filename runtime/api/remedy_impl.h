/* Between remedy.c (compiles what is proposed, and judges), remedy_propose.c (thinks of changes) and remedy_text.c (says
 * them as a JAX user would write them). */
#pragma once

#include "runtime/api/remedy.h"
#include "runtime/api/roots.h"

typedef struct Proposal {
    RemedyChange *changes;
    int n;
    double score;              /* ns a step of the reshards that it is for, weighted by how likely it helps */
} Proposal;

typedef struct Search {
    const Compiled *c;
    Arena *arena;
    Roots *roots;
    IrOp **ops;                /* by id: of the module with reshards, else of the input module; NULL = gone */
    int n_ops;
    GHashTable *known;         /* text of a proposal -> index + 1 */
    VEC(Proposal) proposals;
    char **family;             /* by annotation: what arrays of the same role have in common; NULL = none */
} Search;

/* ---- remedy_propose.c ---- */

void search_init(Search *s, const Compiled *c, Arena *arena);
void search_clear(Search *s);
/* Fills proposals, best score first. */
void remedy_propose(Search *s);
const IrOp *search_op(const Search *s, int id);

/* ---- remedy_text.c ---- */

/* "w['w1']", "result[0]['w1']", "dot.3". In the arena. */
const char *remedy_name_of(const Search *s, int kind, int op, int leaf);
const char *remedy_text(Search *s, const RemedyChange *changes, int n);
/* "--shard ..", or NULL. */
const char *remedy_try_with(Search *s, const RemedyChange *changes, int n);
/* "all-gather of x (1.1 KiB)". kinds of the plan, without slices. */
const char *remedy_move_text(Search *s, const char *value, const char *plan, int64_t bytes);
