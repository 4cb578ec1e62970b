/* Finds out which language a program is in and hands it to that reader; chooses the printer. */
#include "runtime/text/text.h"

#include <gio/gio.h>
#include <string.h>
#include <unistd.h>

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

bool text_is_mlir(const char *text, size_t n)
{
    static const char *const starts[] = {"module",   "func.func",  "func", "stablehlo.", "sdy.",
                                         "builtin.", "\"builtin.", "#",    "!",          "@"};
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

IrModule *program_parse(const char *path, const char *text, size_t n, GError **error)
{
    return text_is_mlir(text, n) ? stablehlo_parse(path, text, n, error)
                                 : hlo_parse(path, text, n, error);
}

static GString *read_stdin(GError **error)
{
    GString *s = g_string_new(NULL);
    char block[65536];
    for (ssize_t got; (got = read(STDIN_FILENO, block, sizeof block)) != 0;) {
        if (got < 0) {
            diag(error, SHARD_ERROR_IO, NULL, NULL, "standard input: %s", g_strerror(errno));
            g_string_free(s, TRUE);
            return NULL;
        }
        g_string_append_len(s, block, got);
    }
    return s;
}

IrModule *program_read(const char *path, GError **error)
{
    if (strcmp(path, "-") == 0) {
        GString *s = read_stdin(error);
        IrModule *m = s ? program_parse("<stdin>", s->str, s->len, error) : NULL;
        if (s)
            g_string_free(s, TRUE);
        return m;
    }
    g_autofree char *text = NULL;
    gsize n;
    g_autoptr(GError) io = NULL;
    if (!g_file_get_contents(path, &text, &n, &io)) {
        diag(error, SHARD_ERROR_IO, NULL, NULL, "%s", io->message);
        return NULL;
    }
    return program_parse(path, text, n, error);
}

char *module_print(const IrModule *m, IrSpelling spelling)
{
    return spelling == SPELL_STABLEHLO ? stablehlo_print(m) : hlo_print(m, spelling);
}
