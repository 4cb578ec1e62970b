/* Detects the language of a program, or its binary form, calls its reader, and selects the printer. */
#include "runtime/text/text.h"

#include <string.h>

#include "runtime/base/memory_out.h"
#include "runtime/text/bytecode.h"
#include "runtime/text/open.h"
#include "runtime/text/proto.h"

/* Past white space and comments of either language. */
static const char *skip_blank(const char *s, const char *end)
{
    for (;;) {
        while (s < end &&
               (g_ascii_isspace(*s) || (unsigned char)*s >= 0x80)) /* a byte order mark too */
            s++;
        if (end - s >= 2 && s[0] == '/' && s[1] == '/') {
            const char *line = memchr(s, '\n', (size_t)(end - s));
            s = line ? line : end;
        } else if (end - s >= 2 && s[0] == '/' && s[1] == '*') {
            const char *close = memmem(s + 2, (size_t)(end - s - 2), "*/", 2);
            s = close ? close + 2 : end;
        } else {
            return s;
        }
    }
}

/* True if the text is MLIR rather than HLO. */
bool text_is_mlir(const char *text, size_t n)
{
    static const char *const starts[] = {"module",   "func.func",  "func", "stablehlo.", "sdy.",
                                         "builtin.", "\"builtin.", "#",    "!",          "@",
                                         "\"func.",  "\"sdy.",     "\"stablehlo."};
    const char *s = skip_blank(text, text + n);
    size_t left = (size_t)(text + n - s);
    for (size_t i = 0; i < G_N_ELEMENTS(starts); i++) {
        size_t len = strlen(starts[i]);
        if (left < len || memcmp(s, starts[i], len) != 0)
            continue;
        /* A word must end here: an HLO instruction may be named module_1. */
        char next = left > len ? s[len] : ' ';
        if (!g_ascii_isalpha(starts[i][len - 1]) || !(g_ascii_isalnum(next) || strchr("_.-", next)))
            return true;
    }
    return false;
}

/* The readers of MLIR bytecode and of serialised HLO modules, or *is_binary is false. */
static IrModule *parse_binary(const char *path, const char *data, size_t n, bool *is_binary, GError **error)
{
    size_t first, n_module;
    bool bytecode = bytecode_find(data, n, &first, &n_module);
    *is_binary = bytecode || proto_find(data, n);
    return bytecode ? bytecode_parse(path, data, n, error) : *is_binary ? proto_parse(path, data, n, error) : NULL;
}

static IrModule *parse_any(const char *path, const char *text, size_t n, GError **error)
{
    bool is_binary;
    IrModule *m = parse_binary(path, text, n, &is_binary, error);
    if (is_binary)
        return m;
    return text_is_mlir(text, n) ? stablehlo_parse(path, text, n, error)
                                 : hlo_parse(path, text, n, error);
}

typedef struct Parse {
    const char *path, *text;
    size_t n;
    IrModule *m;      /* of do_parse */
    GPtrArray *all;   /* of do_parse_all */
    GError *error;
} Parse;

static void do_parse(void *arg)
{
    Parse *x = arg;
    x->m = parse_any(x->path, x->text, x->n, &x->error);
}

IrModule *program_parse(const char *path, const char *text, size_t n, GError **error)
{
    Parse x = { .path = path, .text = text, .n = n };
    if (memory_guarded(do_parse, &x, error) && x.error)
        g_propagate_error(error, x.error);
    return x.m;
}

/* The next line that begins with the divider, or the end. */
static const char *find_divider(const char *s, const char *end)
{
    static const char divider[] = "// -----";
    size_t len = sizeof divider - 1;
    while (s < end && ((size_t)(end - s) < len || memcmp(s, divider, len) != 0)) {
        const char *line = memchr(s, '\n', (size_t)(end - s));
        s = line ? line + 1 : end;
    }
    return s;
}

static void free_module(gpointer m)
{
    module_free(m);
}

static bool parse_pieces(const char *path, const char *text, gsize n, GPtrArray *out, GError **error)
{
    const char *end = text + n;
    int line = 1;
    for (const char *s = text; s < end;) {
        const char *stop = find_divider(s, end);
        if (skip_blank(s, stop) < stop) {
            IrModule *m = stablehlo_parse_at(path, line, s, (size_t)(stop - s), error);
            if (!m)
                return false;
            g_ptr_array_add(out, m);
        }
        const char *next = stop < end ? memchr(stop, '\n', (size_t)(end - stop)) : NULL;
        next = next ? next + 1 : end;
        for (; (s = memchr(s, '\n', (size_t)(next - s))) != NULL; s++)
            line++;
        s = next;
    }
    return out->len > 0 || diag(error, SHARD_ERROR_PARSE, NULL, NULL, "%s: no program", path);
}

/* All programs of a text that ends with a NUL. */
static GPtrArray *parse_each(const char *path, const char *text, gsize n, GError **error)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(free_module);
    bool ok = true, is_binary;
    IrModule *only = parse_binary(path, text, n, &is_binary, error);
    if (is_binary) {
        ok = only != NULL;
        if (only)
            g_ptr_array_add(all, only);
    } else if (text_is_mlir(text, n) && find_divider(text, text + n) < text + n) {
        ok = parse_pieces(path, text, n, all, error);
    } else {
        IrModule *m = text_is_mlir(text, n) ? stablehlo_parse(path, text, n, error)
                                            : hlo_parse_terminated(path, text, n, error);
        ok = m != NULL;
        if (m)
            g_ptr_array_add(all, m);
    }
    if (ok)
        return all;
    g_ptr_array_unref(all);
    return NULL;
}

static void do_parse_all(void *arg)
{
    Parse *x = arg;
    x->all = parse_each(x->path, x->text, x->n, &x->error);
}

static GPtrArray *parse_all(const char *path, const char *text, gsize n, GError **error)
{
    Parse x = { .path = path, .text = text, .n = n };
    if (memory_guarded(do_parse_all, &x, error) && x.error)
        g_propagate_error(error, x.error);
    return x.all;
}

IrModule *program_read_keeping(const char *path, const Stop *stop, GBytes **source, GError **error)
{
    gsize n;
    char *text = text_open(&path, &n, stop, error);
    if (!text)
        return NULL;
    g_autoptr(GBytes) bytes = g_bytes_new_take(text, n);
    GPtrArray *all = parse_all(path, text, n, error);
    if (!all)
        return NULL;
    IrModule *m = NULL;
    if (all->len == 1)
        m = g_ptr_array_steal_index(all, 0);
    else
        diag(error, SHARD_ERROR_UNSUPPORTED, NULL, "check, eval, verify and compile take files of several programs", "%s holds %u programs, but this command takes one", path,
             all->len);
    if (m && source)
        *source = g_steal_pointer(&bytes);
    g_ptr_array_unref(all);
    return m;
}

IrModule *program_read(const char *path, const Stop *stop, GError **error)
{
    return program_read_keeping(path, stop, NULL, error);
}

GPtrArray *program_read_all(const char *path, const Stop *stop, GError **error)
{
    gsize n;
    g_autofree char *text = text_open(&path, &n, stop, error);
    return text ? parse_all(path, text, n, error) : NULL;
}

char *module_print(const IrModule *m, IrSpelling spelling)
{
    return spelling == SPELL_STABLEHLO ? stablehlo_print(m) : hlo_print(m, spelling);
}
