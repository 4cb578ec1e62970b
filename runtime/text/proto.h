/* Reader of XLA's serialised modules: HloModuleProto, and HloProto, HloSnapshot and HloModuleProtoWithConfig, which hold one.
 *
 * The message is written out as HLO text, which hlo_parse() reads, so that an operation's meaning and its checks are in one place.
 * Constants do not pass through the text: their bytes are put into the module afterwards.
 * Source of names and numbers: xla/service/hlo.proto and xla/xla_data.proto as of 2026. */
#pragma once

#include "runtime/ir/ir.h"

/* True if the bytes are such a message: its first module has a name and a computation. */
bool proto_find(const char *bytes, size_t n);
/* The module; errors name the file, and the instruction or, from hlo_parse(), the line of the text. */
IrModule *proto_parse(const char *path, const char *bytes, size_t n, GError **error);
/* The module as HLO text, its constants left out as {...}; NULL with the error. For messages and tests. To be freed. */
char *proto_text(const char *path, const char *bytes, size_t n, GError **error);
