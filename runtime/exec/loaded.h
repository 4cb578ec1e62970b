/* A compiled program with its inputs on the virtual devices: cut up, run step by step, put together again. */
#pragma once

#include "runtime/exec/execute.h"
#include "runtime/tensor/tensor.h"
#include "runtime/passes/pipeline.h"

typedef struct Session Session;

/* The compiled program must outlive the session and be compiled to the end. */
Session *session_new(const Compiled *c, int n_workers, GError **error);
void session_free(Session *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Session, session_free)

Executable *session_executable(Session *s);
ExecContext *session_context(Session *s);

/* Cuts whole arguments (one tensor per parameter leaf, borrowed) into the tiles of each device. */
bool session_load(Session *s, const GPtrArray *args, GError **error);
/* One execution, all devices; inputs as loaded (donated ones are copied again first, outside stats' times). Results
 * replace those of the last step. */
bool session_step(Session *s, StepStats *stats, GError **error);
/* Whole results of the last step: one tensor per result leaf, in order. */
GPtrArray *session_results(Session *s, GError **error);
