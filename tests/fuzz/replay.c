/* The main function of a target that is built without libFuzzer: calls the target for every file named, or in a folder named,
 * in the order of their names. A file that begins with "// =====" contains several inputs, each behind such a line. A crash
 * ends the program; the last line printed names the input.
 *   --for SECONDS [--seed S] [--keep FILE] FILE...
 * instead damages inputs drawn at random, for so long; each is stored in FILE before it is tried, so that what ends the program is kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz.h"

/* The inputs that are damaged; NULL = each is tried as it is, where it is read. */
static GPtrArray *kept; /* GBytes */

static void replay_one(const char *path, const char *title, int n_title, const char *s, gsize n)
{
    if (kept) {
        g_ptr_array_add(kept, g_bytes_new(s, n));
        return;
    }
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

/* ---- damaged inputs, for a time ------------------------------------------------------------------------------------------------- */

typedef struct Long {
    int seconds, seed;
    const char *keep;
} Long;

/* One to four damages, one after the other. */
static GByteArray *damaged(GRand *rand)
{
    gsize n;
    const guint8 *bytes = g_bytes_get_data(kept->pdata[g_rand_int_range(rand, 0, (gint32)kept->len)], &n);
    GByteArray *out = g_byte_array_append(g_byte_array_new(), bytes, (guint)n);
    for (int i = g_rand_int_range(rand, 1, 5); i > 0 && out->len > 0; i--) {
        GByteArray *before = out;
        out = damage(rand, g_rand_int_range(rand, 0, DAMAGE_KINDS), before->data, before->len);
        g_byte_array_unref(before);
    }
    return out;
}

/* Number of inputs tried. */
static int damage_for(const Long *how)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)how->seed);
    gint64 end = g_get_monotonic_time() + how->seconds * G_USEC_PER_SEC;
    int n = 0;
    for (; kept->len && g_get_monotonic_time() < end; n++) {
        GByteArray *input = damaged(rand);
        if (how->keep && !g_file_set_contents_full(how->keep, (const char *)input->data, input->len, G_FILE_SET_CONTENTS_NONE, 0600, NULL))
            return -1;
        uint8_t *exact = g_memdup2(input->data, input->len);
        LLVMFuzzerTestOneInput(exact, input->len);
        g_free(exact);
        g_byte_array_unref(input);
        if (n % 1000 == 999) {
            printf("# %d inputs\n", n + 1);
            fflush(stdout);
        }
    }
    return n;
}

/* The options; returns the index of the first file. */
static int options(int argc, char **argv, Long *how)
{
    int i = 1;
    for (; i + 1 < argc && g_str_has_prefix(argv[i], "--"); i += 2) {
        if (g_str_equal(argv[i], "--for"))
            how->seconds = atoi(argv[i + 1]);
        else if (g_str_equal(argv[i], "--seed"))
            how->seed = atoi(argv[i + 1]);
        else if (g_str_equal(argv[i], "--keep"))
            how->keep = argv[i + 1];
    }
    return i;
}

int main(int argc, char **argv)
{
    Long how = { .seed = 1 };
    int n = 0, first = options(argc, argv, &how);
    kept = how.seconds > 0 ? g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref) : NULL;
    for (int i = first; i < argc; i++) {
        int k = replay(argv[i]);
        if (k < 0)
            return 1;
        n += k;
    }
    n = kept ? damage_for(&how) : n;
    g_clear_pointer(&kept, g_ptr_array_unref);
    printf("%s 1 - %d inputs\n1..1\n", n > 0 ? "ok" : "not ok", n);
    return n > 0 ? 0 : 1;
}
