/* The dearest reshards, and collectives that the program itself has, of all modules that are imported, told at the end: what somebody who ran one command wanted to know. */
#pragma once

#include "runtime/passes/pipeline.h"

typedef struct XlaDearest XlaDearest;

/* Free with xla_dearest_free. */
XlaDearest *xla_dearest_new(void);
void xla_dearest_free(XlaDearest *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(XlaDearest, xla_dearest_free)

/* The explained reshards and written collectives of a module of that name. What a function's earlier compilations had, too, is told once. */
void xla_dearest_add(XlaDearest *d, const char *module, const Compiled *c);
/* A heading and a line for each, the dearest first; nothing if there are none. */
void xla_dearest_tell(const XlaDearest *d, void (*tell)(void *user, const char *line), void *user);
