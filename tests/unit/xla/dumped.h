/* Programs of dumps (tests/unit/xla/dumps), explained. */
#pragma once

#include <glib.h>
#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/text/text.h"
#include "runtime/xla/folder.h"
#include "runtime/xla/program.h"

/* To be freed. */
static inline char *dump_path(const char *name)
{
    return g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "tests/unit/xla/dumps", name, NULL);
}

/* NULL: the dump has none. */
static inline IrModule *dumped_stage(const XlaModule *m, XlaStageKind kind)
{
    g_autoptr(GError) error = NULL;
    const XlaStage *s = xla_stage(m, kind);
    IrModule *module = s ? program_read(s->path, NULL, &error) : NULL;
    g_assert_no_error(error);
    return module;
}

/* The only module of a dump, from the program as given and what the compiler, or else its partitioner, made of it. */
static inline Compiled *explain_dumped(const char *name, Explained *found)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = dump_path(name);
    g_autoptr(XlaFolder) f = xla_folder_read(path, &error);
    g_assert_no_error(error);
    const XlaModule *m = f->modules->pdata[0];
    XlaStages s = { .before = dumped_stage(m, XLA_STAGE_BEFORE), .final = dumped_stage(m, XLA_STAGE_FINAL) };
    s.partitioned = s.final ? NULL : dumped_stage(m, XLA_STAGE_PARTITIONED);
    Compiled *c = xla_program(&s, found, NULL, &error);
    g_assert_no_error(error);
    return c;
}

static inline void has_layouts(const Reshard *r, const char *from, const char *to)
{
    g_autoptr(GString) a = g_string_new(NULL), b = g_string_new(NULL);
    g_assert_nonnull(r);
    sharding_print_spec(a, r->from);
    sharding_print_spec(b, r->to);
    g_assert_cmpstr(a->str, ==, from);
    g_assert_cmpstr(b->str, ==, to);
}
