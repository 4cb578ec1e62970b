/* The stages of a dumped module as rows of passes: their texts, sizes, and times where XLA wrote them (--xla_dump_module_metadata). */
#pragma once

#include "runtime/passes/pipeline.h"
#include "runtime/record/record.h"
#include "runtime/xla/folder.h"

/* Replaces c's passes by those of the folder, and gives their texts, the one of the program as given first, to `texts` (may be NULL). Stages that cannot be
 * read are left out and counted. zero_ns: to be subtracted from XLA's UNIX times to get clock_ns(). */
int xla_passes(const XlaModule *m, Compiled *c, RecordTexts *texts, int64_t zero_ns);
/* The text of a stage, of a serialised one printed; NULL with an error. */
GBytes *xla_stage_text(const XlaStage *s, GError **error);
