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
