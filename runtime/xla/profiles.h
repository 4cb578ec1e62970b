/* Profiles among what is imported: which paths are some, and what of the trace they belong to. The formats are read in trace/import. */
#pragma once

#include "runtime/record/record.h"
#include "runtime/xla/folder.h"
#include "runtime/xla/import.h"

typedef struct XlaProfiles XlaProfiles;

XlaProfiles *xla_profiles_new(char *const *paths, int n);
void xla_profiles_free(XlaProfiles *p);
/* True if the path is a profile, or a folder of profiles, which has none of modules. */
bool xla_profiles_has(const XlaProfiles *p, const char *path);
/* A module that was recorded from a dump, so that its events find its instructions. step_ns: as it is priced; meets: it has collectives. The longest module
 * of those that have gets the timeline. */
void xla_profiles_know(XlaProfiles *p, const XlaModule *module, double step_ns, bool meets, Record *record);
/* Imports them, if there are any, into the run of the longest module known, else into a run of their own. */
bool xla_profiles_import(XlaProfiles *p, TraceWriter *w, const XlaImportOptions *o, XlaImported *out, GError **error);
