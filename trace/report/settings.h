/* What runs were recorded with: run.config, a JSON object, as settings by name; and what differs between two runs. */
#pragma once

#include "trace/trace.h"

/* "a.b" -> value as text; empty where there is no config, or none that can be read. To be unreferenced. */
GHashTable *trace_settings(const char *config);
/* A setting's value for people, shardings in the notation that was asked for: P(None, 'a'), not P(None,"a"). To be freed. */
char *trace_setting_show(const char *value);
/* One sentence without a full stop: what `to` has that is not as in `from`, in words. "x is P('b', 'a') instead of
 * P(None, 'a'); hardware is tpu_v4 instead of cpu". To be freed; NULL: they do not differ in anything recorded. */
char *trace_settings_change(const TraceRunInfo *from, const TraceRunInfo *to);
/* As above, and of a parameter whose sharding only one run replaces, what it is in the other: TraceValueRow of both programs, NULL = not known. */
char *trace_settings_change_named(const TraceRunInfo *from, const GArray *from_values, const TraceRunInfo *to, const GArray *to_values);
/* Whether `run` is `base` under changes of annotations: recorded changes that go on from the base's. */
bool trace_settings_is_changed(const TraceRunInfo *run, const TraceRunInfo *base);
/* One sentence, where two measured runs were not recorded in one go, "base was recorded 12.0 min earlier: ..."; NULL = nothing to say. To be freed. */
char *trace_settings_apart(const TraceRunInfo *base, const TraceRunInfo *other);
