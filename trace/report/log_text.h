/* Instructions as XLA's logs print them, from a program's text in the short form that a trace keeps. */
#pragma once

#include "trace/trace.h"

typedef struct LogText LogText;
/* Reads a module's text, which is copied. `text` NULL: nothing is known, and instructions have neither operands nor attributes. */
LogText *log_text_new(const char *text);
void log_text_free(LogText *t); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LogText, log_text_free)
/* "%dot = f32[4,8]{1,0} dot(f32[4,2]{1,0} %x, f32[2,8]{1,0} %y), lhs_contracting_dims={1}, ..., metadata={...}"; to be freed. */
char *log_instruction(const LogText *t, const TraceLogInst *x);
/* "256.00MiB", "1.5KiB", "12B", as XLA's logs write sizes; to be freed. */
char *log_bytes(int64_t bytes);
