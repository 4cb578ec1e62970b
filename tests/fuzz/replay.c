/* The main function of a target that is built without libFuzzer: calls the target for every file named, or in a folder named,
 * in the order of their names. A file that begins with "// =====" contains several inputs, each behind such a line. A crash
 * ends the program; the last line printed names the input. */
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

static void replay_one(const char *path, const char *title, int n_title, const char *s, gsize n)
{
    printf("# %s %.*s\n", path, n_title, title);
    fflush(stdout);
    g_autofree uint8_t *exact = g_memdup2(s, n); /* no terminating NUL */
    LLVMFuzzerTestOneInput(exact, n);
}

static const char divider[] = "// =====";

static const char *next_divider(const char *s, const char *end)
{
    while (s < end && strncmp(s, divider, sizeof divider - 1) != 0) {
        const char *nl = memchr(s, '\n', (gsize)(end - s));
        s = nl ? nl + 1 : end;
    }
    return s;
}

static int replay_file(const char *path)
{
    g_autofree char *data = NULL;
    gsize size;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &data, &size, &error)) {
        fprintf(stderr, "%s\n", error->message);
        return -1;
    }
    const char *end = data + size, *s = next_divider(data, end);
    if (s > data || size == 0) {
        replay_one(path, "", 0, data, size);
        return 1;
    }
    int n = 0;
    for (; s < end; n++) {
        const char *body = memchr(s, '\n', (gsize)(end - s)), *title = s + sizeof divider - 1;
        body = body ? body + 1 : end;
        s = next_divider(body, end);
        replay_one(path, title, (int)strcspn(title, "\n"), body, (gsize)(s - body));
    }
    return n;
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Number of files, or -1. */
static int replay(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    if (!dir)
        return g_file_test(path, G_FILE_TEST_EXISTS) ? replay_file(path) : 0;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(dir));)
        g_ptr_array_add(names, g_build_filename(path, name, NULL));
    g_dir_close(dir);
    g_ptr_array_sort(names, by_name);
    int n = 0;
    for (guint i = 0; i < names->len && n >= 0; i++) {
        int k = replay(names->pdata[i]);
        n = k < 0 ? -1 : n + k;
    }
    return n;
}

int main(int argc, char **argv)
{
    int n = 0;
    for (int i = 1; i < argc; i++) {
        int k = replay(argv[i]);
        if (k < 0)
            return 1;
        n += k;
    }
    printf("%s 1 - %d inputs\n1..1\n", n > 0 ? "ok" : "not ok", n);
    return n > 0 ? 0 : 1;
}
