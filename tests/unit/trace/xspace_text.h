/* XSpace files written down as text, a line for each part of it, so that a test shows what its file has.
 *
 *     plane /device:TPU:0
 *     stat device_type_string=TPU v6 lite
 *     kind %fusion.1 = f32[8]{0} fusion(%p)|fusion.1|program_id=u42|hlo_category=loop fusion
 *     line XLA Ops|3|0
 *     event fusion.1|1500|700|device_duration_ps=u700
 *
 * `kind` has name, display name and stats, `line` name, id and timestamp_ns, `event` the name or display name of its kind (made if there is none),
 * offset_ps, or x5 for the sum of five events, duration_ps and stats. Values are int64 (12), uint64 (u12), double (3.5), references to other stats' names (&text), else texts;
 * `bytes NAME=key` is a kind's stat whose bytes the caller gives. `kind @17 name` has the id 17. */
#pragma once

#include <glib.h>

/* The bytes of a file, freed with g_string_free. bytes: of the kinds' stats written `Name=bytes`; may be NULL. */
GString *xspace_of_text(const char *text, const GString *bytes);
