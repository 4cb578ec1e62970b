/* The log of decisions: growing arrays, texts in the log's arena. */
#include "runtime/ir/decision.h"

#include <stdarg.h>

DecisionLog *decision_log_new(void)
{
    DecisionLog *log = g_new0(DecisionLog, 1);
    log->arena = arena_new_root();
    return log;
}

void decision_log_free(DecisionLog *log)
{
    if (!log)
        return;
    vec_clear(&log->steps);
    vec_clear(&log->reshards);
    vec_clear(&log->choices);
    vec_clear(&log->splits);
    vec_clear(&log->annotations);
    arena_free(log->arena);
    g_free(log);
}

int decision_step(DecisionLog *log, const PropStep *s)
{
    if (!log)
        return -1;
    vec_push(&log->steps, *s);
    return log->steps.n - 1;
}

int decision_reshard(DecisionLog *log, const Reshard *r)
{
    if (!log)
        return -1;
    vec_push(&log->reshards, *r);
    log->reshards.v[log->reshards.n - 1].id = log->reshards.n;
    return log->reshards.n - 1;
}

int decision_choice(DecisionLog *log, const Choice *c)
{
    if (!log)
        return -1;
    vec_push(&log->choices, *c);
    return log->choices.n - 1;
}

int decision_split(DecisionLog *log, const OpSplit *s)
{
    if (!log)
        return -1;
    vec_push(&log->splits, *s);
    return log->splits.n - 1;
}

int decision_annotation(DecisionLog *log, const Annotation *a)
{
    if (!log)
        return -1;
    vec_push(&log->annotations, *a);
    return log->annotations.n - 1;
}

const char *decision_text(DecisionLog *log, const char *fmt, ...)
{
    if (!log)
        return "";
    va_list ap;
    va_start(ap, fmt);
    char *s = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    const char *copy = arena_strdup(log->arena, s);
    g_free(s);
    return copy;
}
