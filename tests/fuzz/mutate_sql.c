/* The mutator of traces: an input is lines of SQL, each of which changes the contents of a table or a column.
 * Lines are made from trace/tables.def, so that nearly all of them affect rows that the readers use. */
#include "tests/fuzz/fuzz.h"

#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b, uint8_t *out,
                                 size_t max_size, unsigned seed);

enum { MAX_COLUMNS = 40, MAX_LINES = 12 };

typedef struct Table {
    const char *name, *columns[MAX_COLUMNS];
} Table;

static const Table tables[] = {
#define NAMED(col) #col,
#define TABLE(name_, T, doc) {.name = #name_, .columns = {
#define END(name_, T) NULL}},
#define KEY(T, col, doc) NAMED(col)
#define KREF(T, col, target, doc) NAMED(col)
#define REF(T, col, target, doc) NAMED(col)
#define OREF(T, col, target, doc) NAMED(col)
#define INT(T, col, doc) NAMED(col)
#define INT0(T, col, doc) NAMED(col)
#define DINT(T, col, value, doc) NAMED(col)
#define OINT(T, col, doc) NAMED(col)
#define REAL(T, col, doc) NAMED(col)
#define OREAL(T, col, doc) NAMED(col)
#define TEXT(T, col, doc) NAMED(col)
#define OTEXT(T, col, doc) NAMED(col)
#define BLOB(T, col, doc) NAMED(col)
#define OBLOB(T, col, doc) NAMED(col)
#define ANY(T, col, doc) NAMED(col)
#include "trace/tables.def"
#undef NAMED
};

static const char *const values[] = {
    "NULL", "0", "1", "-1", "2", "3", "7", "63", "64", "65", "1000", "65536", "2147483647", "2147483648", "-2147483648", "4294967296",
    "1099511627776", "4611686018427387904", "9223372036854775807", "-9223372036854775807", "-9223372036854775808", "9e999", "-9e999",
    "1e18", "1.5", "-0.0", "1e-300", "''", "'x'", "'a=4,b=2'", "'{'", "'[]'", "'{\"a\":[{\"b\":null}]}'", "'\n'", "x''", "x'00'",
    "x'789c030000000001'", "x'ff00000000000000789c030000000001'", "zeroblob(100000)", "CAST(x'ff00fe41' AS TEXT)", "CAST(x'c3' AS TEXT)",
    "replace(hex(zeroblob(5000)), '00', '%s')", "'<script>&\"'", "char(8238, 1114111, 27)",
};

static uint64_t state;

/* splitmix64 */
static int below(int n)
{
    uint64_t x = state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (int)((x ^ x >> 31) % (uint64_t)MAX(n, 1));
}

static int n_columns(const Table *t)
{
    int n = 0;
    while (t->columns[n])
        n++;
    return n;
}

static const char *column_of(const Table *t)
{
    return t->columns[below(n_columns(t))];
}

/* A new value for a column: an extreme, or a number or text of other rows. */
static void append_value(GString *s, const Table *t, const char *col)
{
    const Table *other = &tables[below(G_N_ELEMENTS(tables))];
    switch (below(10)) {
    case 0: g_string_append(s, column_of(t)); break;
    case 1: g_string_append_printf(s, "%s + %s", col, values[1 + below(25)]); break;
    case 2: g_string_append_printf(s, "%s * %s", col, values[1 + below(25)]); break;
    case 3: g_string_append_printf(s, "-%s", col); break;
    case 4: g_string_append_printf(s, "%s %% %d", col, 1 + below(4)); break;
    case 5: g_string_append_printf(s, "(SELECT max(%s) FROM %s)", column_of(other), other->name); break;
    case 6: g_string_append_printf(s, "%s || %s", col, values[below(G_N_ELEMENTS(values))]); break;
    default: g_string_append(s, values[below(G_N_ELEMENTS(values))]);
    }
}

static void append_condition(GString *s, const Table *t)
{
    const char *col = column_of(t);
    switch (below(4)) {
    case 0: g_string_append_printf(s, " WHERE %s %% %d = %d", col, 2 + below(3), below(2)); break;
    case 1: g_string_append_printf(s, " WHERE %s = (SELECT %s(%s) FROM %s)", col, below(2) ? "max" : "min", col, t->name); break;
    default: break; /* all rows */
    }
}

static char *new_line(void)
{
    const Table *t = &tables[below(G_N_ELEMENTS(tables))];
    int n = n_columns(t), how = below(12);
    GString *s = g_string_new(NULL);
    if (how == 0) {
        g_string_append_printf(s, "DELETE FROM %s", t->name);
        append_condition(s, t);
    } else if (how == 1) {
        g_string_append_printf(s, "ALTER TABLE %s RENAME COLUMN %s TO other", t->name, column_of(t));
    } else if (how == 2) {
        g_string_append_printf(s, "DROP TABLE %s", t->name);
    } else if (how < 5) { /* more rows, copied from existing ones */
        g_string_append_printf(s, "INSERT OR %s INTO %s SELECT %s + %d", below(2) ? "REPLACE" : "IGNORE", t->name, t->columns[0],
                               1 + below(40));
        for (int i = 1; i < n; i++) {
            g_string_append(s, ", ");
            if (below(6))
                g_string_append(s, t->columns[i]);
            else
                append_value(s, t, t->columns[i]);
        }
        g_string_append_printf(s, " FROM %s LIMIT %d", t->name, 1 << below(9));
    } else {
        g_string_append_printf(s, "UPDATE OR IGNORE %s SET ", t->name);
        for (int i = 0, n_set = 1 + below(3); i < n_set; i++) {
            const char *col = column_of(t);
            g_string_append_printf(s, "%s%s = ", i ? ", " : "", col);
            append_value(s, t, col);
        }
        append_condition(s, t);
    }
    return g_string_free(s, FALSE);
}

static size_t join(GPtrArray *lines, uint8_t *out, size_t max_size)
{
    size_t at = 0;
    for (guint i = 0; i < lines->len; i++) {
        const char *line = lines->pdata[i];
        size_t n = strlen(line);
        if (at + n + 1 > max_size)
            break;
        memcpy(out + at, line, n);
        at += n;
        out[at++] = '\n';
    }
    return at;
}

static GPtrArray *cut(const uint8_t *data, size_t size)
{
    g_autofree char *text = fuzz_text(data, size);
    g_auto(GStrv) all = g_strsplit(text, "\n", -1);
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    for (char **l = all; *l; l++)
        if (**l)
            g_ptr_array_add(lines, g_strdup(*l));
    return lines;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    state = seed;
    if (size > 15 && memcmp(data, "SQLite format 3", 15) == 0) /* changes bytes behind the header that identifies a database */
        return 16 + LLVMFuzzerMutate(data + 16, MAX(size, 16) - 16, max_size - 16);
    if (below(30) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    g_autoptr(GPtrArray) lines = cut(data, size);
    for (int round = 1 + below(3); round > 0; round--) {
        guint n = lines->len;
        if (n > 1 && below(3) == 0)
            g_ptr_array_remove_index(lines, (guint)below((int)n));
        else if (n < MAX_LINES)
            g_ptr_array_insert(lines, below((int)n + 1), new_line());
    }
    return join(lines, data, max_size);
}

/* Lines of both inputs, in their original order. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b, uint8_t *out,
                                 size_t max_size, unsigned seed)
{
    state = seed;
    g_autoptr(GPtrArray) one = cut(a, n_a), two = cut(b, n_b), lines = g_ptr_array_new();
    for (guint i = 0; i < MAX(one->len, two->len) && lines->len < MAX_LINES; i++) {
        const GPtrArray *from = below(2) ? one : two;
        if (i < from->len)
            g_ptr_array_add(lines, from->pdata[i]);
    }
    return join(lines, out, max_size);
}
