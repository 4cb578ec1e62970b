/* MLIR bytecode against text: both forms of one program give the same module. Every file NAME.mlirbc of the folders given is read,
 * and NAME.mlir beside it; what is printed as HLO with all it has and as StableHLO with its locations must be equal, and
 * so must be what is refused. jax_bytecode.py makes such pairs; a few stand in data/bytecode. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "runtime/ir/ir.h"
#include "runtime/text/text.h"

static int n_read, n_refused, n_different;

/* The message behind its place, which is a line in text and an offset in bytecode. */
static const char *reason(const GError *error)
{
    const char *s = error->message, *hint = strstr(s, "\n");
    for (const char *colon = s; (colon = strstr(colon, ": ")) != NULL && (!hint || colon < hint); colon += 2)
        if (g_ascii_isdigit(colon[-1]))
            return colon + 2;
    return s;
}

static void show_difference(const char *what, const char *stem, const char *a, const char *b)
{
    size_t same = 0;
    while (a[same] && a[same] == b[same])
        same++;
    while (same > 0 && a[same - 1] != '\n')
        same--;
    printf("# %s: %s differs\n#   text:     %.*s\n#   bytecode: %.*s\n", stem, what, (int)MIN(strcspn(a + same, "\n"), 1000), a + same,
           (int)MIN(strcspn(b + same, "\n"), 1000), b + same);
    n_different++;
}

/* The same up to the positions that stand in messages. */
static void compare(const char *stem)
{
    g_autofree char *text_path = g_strconcat(stem, ".mlir", NULL), *binary_path = g_strconcat(stem, ".mlirbc", NULL);
    g_autoptr(GError) text_error = NULL;
    g_autoptr(GError) binary_error = NULL;
    g_autoptr(IrModule) text = program_read(text_path, NULL, &text_error);
    g_autoptr(IrModule) binary = program_read(binary_path, NULL, &binary_error);
    if (!text && !binary) {
        n_refused++;
        if (strcmp(reason(text_error), reason(binary_error)) != 0)
            show_difference("the reason", stem, reason(text_error), reason(binary_error));
        return;
    }
    if (!text || !binary) {
        show_difference("what is refused", stem, text ? "(read)" : text_error->message, binary ? "(read)" : binary_error->message);
        return;
    }
    n_read++;
    static const IrSpelling spellings[] = { SPELL_HLO_DUMP, SPELL_STABLEHLO };
    static const char *const names[] = { "HLO", "StableHLO" };
    for (int i = 0; i < 2; i++) {
        g_autofree char *a = module_print(text, spellings[i]), *b = module_print(binary, spellings[i]);
        if (strcmp(a, b) != 0) {
            show_difference(names[i], stem, a, b);
            return;
        }
    }
    bool text_ok = module_verify(text, &text_error), binary_ok = module_verify(binary, &binary_error);
    if (text_ok != binary_ok || (!text_ok && strcmp(reason(text_error), reason(binary_error)) != 0))
        show_difference("what is well-formed", stem, text_ok ? "(well-formed)" : text_error->message, binary_ok ? "(well-formed)" : binary_error->message);
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void compare_folder(const char *path)
{
    g_autoptr(GPtrArray) stems = g_ptr_array_new_with_free_func(g_free);
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        if (g_str_has_suffix(name, ".mlirbc"))
            g_ptr_array_add(stems, g_strdup_printf("%s/%.*s", path, (int)(strlen(name) - strlen(".mlirbc")), name));
    if (dir)
        g_dir_close(dir);
    g_ptr_array_sort(stems, by_name);
    for (guint i = 0; i < stems->len; i++)
        compare(stems->pdata[i]);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    for (int i = 1; i < argc; i++)
        compare_folder(argv[i]);
    bool ok = n_read > 0 && n_different == 0;
    printf("# %d programs read alike, %d refused alike, %d different\n%s 1 - text and bytecode of %d programs\n1..1\n", n_read, n_refused, n_different,
           ok ? "ok" : "not ok", n_read + n_refused);
    return ok ? 0 : 1;
}
