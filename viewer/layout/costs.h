/* Colours of kinds of work and of collectives, the same in every view. */
#pragma once

#include "viewer/layout/scene.h"

Role role_of_coll(int64_t kind);            /* coll.kind */
Role role_of_plan(const char *plan);        /* by the first collective that the text names */
Role role_of_cat(int64_t cat);              /* event.cat */
const char *coll_tag(int64_t kind);         /* AG RS AR AA CP ... */
const char *coll_short(int64_t kind);       /* its name where there is little room: "permute"; "other" */
#define N_BUFFER_CATS 9
Role role_of_buffer(int64_t cat); /* buffer.cat */
