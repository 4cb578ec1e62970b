/* Cutting texts where they are alike. See elide.h. */
#include "trace/report/elide.h"

#include <string.h>

enum { MAX_PIECES = 96 };

struct Elider {
    GHashTable *rows_with; /* word -> number of texts that have it */
    int n_texts;
};

/* A word and the signs that follow it. */
typedef struct Piece {
    const char *word;
    int n_word, n_all; /* bytes, without and with those signs */
    int common;        /* texts that have the word */
    bool kept;
} Piece;

/* Two signs _ in a row stand for others, as in w__w1__ for w['w1']. */
static bool in_word(const char *p)
{
    unsigned char c = (unsigned char)*p;
    return g_ascii_isalnum(c) || c >= 0x80 || (c == '_' && p[1] != '_' && p[-1] != '_');
}

static int pieces_of(const char *text, Piece out[MAX_PIECES])
{
    int n = 0;
    for (const char *p = text; *p && n < MAX_PIECES; n++) {
        const char *begin = p;
        if (n == 0) /* signs in front belong to the first word */
            while (*p && !(p == text ? *p != '_' && in_word(p) : in_word(p)))
                p++;
        while (*p && (p == begin || in_word(p)))
            p++;
        const char *end = p;
        while (*p && !in_word(p))
            p++;
        out[n] = (Piece){ .word = begin, .n_word = (int)(end - begin), .n_all = (int)(p - begin) };
    }
    if (n == MAX_PIECES) /* the rest is one */
        out[n - 1].n_word = out[n - 1].n_all = (int)strlen(out[n - 1].word);
    return n;
}

Elider *elider_new(const char *const *texts, int n)
{
    Elider *e = g_new0(Elider, 1);
    e->rows_with = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal); /* texts, each once */
    for (int i = 0; i < n; i++) {
        if (!texts[i] || !g_hash_table_add(seen, (gpointer)texts[i]))
            continue;
        e->n_texts++;
        Piece pieces[MAX_PIECES];
        int k = pieces_of(texts[i], pieces);
        g_autoptr(GHashTable) here = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        for (int p = 0; p < k; p++) {
            char *word = g_strndup(pieces[p].word, (gsize)pieces[p].n_word);
            if (!g_hash_table_add(here, word))
                continue;
            int had = GPOINTER_TO_INT(g_hash_table_lookup(e->rows_with, word));
            g_hash_table_insert(e->rows_with, g_strdup(word), GINT_TO_POINTER(had + 1));
        }
    }
    return e;
}

void elider_free(Elider *e)
{
    if (!e)
        return;
    g_hash_table_unref(e->rows_with);
    g_free(e);
}

static double characters(const char *text, void *data)
{
    (void)data;
    return (double)g_utf8_strlen(text, -1);
}

/* The kept pieces, with one sign for what is left out between them. */
static void join(GString *out, const Piece *p, int n)
{
    g_string_truncate(out, 0);
    bool gap = false;
    for (int i = 0; i < n; i++) {
        if (!p[i].kept) {
            gap = true;
            continue;
        }
        if (gap)
            g_string_append(out, "…");
        gap = false;
        g_string_append_len(out, p[i].word, i + 1 == n || p[i + 1].kept ? p[i].n_all : p[i].n_word);
    }
    if (gap)
        g_string_append(out, "…");
}

/* Where no whole word fits: beginning and end. */
static char *cut_middle(const char *text, double room, ElideMeasure measure, void *data)
{
    glong n = g_utf8_strlen(text, -1);
    for (glong keep = n - 1; keep > 0; keep--) {
        g_autofree char *head = g_utf8_substring(text, 0, (keep + 1) / 2), *tail = g_utf8_substring(text, n - keep / 2, n);
        char *s = g_strconcat(head, "…", tail, NULL);
        if (measure(s, data) <= room)
            return s;
        g_free(s);
    }
    return g_strdup("…");
}

typedef struct Cut {
    Piece *p;
    int n;
    double room;
    ElideMeasure measure;
    void *data;
    GString *s;
    bool any;
} Cut;

/* Keeps piece i if there is room for it. */
static bool keep(Cut *c, int i)
{
    bool had = c->p[i].kept;
    c->p[i].kept = true;
    join(c->s, c->p, c->n);
    bool fits = c->measure(c->s->str, c->data) <= c->room;
    c->p[i].kept = had || fits;
    c->any |= fits;
    return had || fits;
}

char *elide(const Elider *e, const char *text, double room, ElideMeasure measure, void *data)
{
    measure = measure ? measure : characters;
    if (measure(text, data) <= room)
        return g_strdup(text);
    Piece p[MAX_PIECES];
    int n = pieces_of(text, p), order[MAX_PIECES];
    for (int i = 0; i < n; i++) {
        g_autofree char *word = g_strndup(p[i].word, (gsize)p[i].n_word);
        p[i].common = GPOINTER_TO_INT(g_hash_table_lookup(e->rows_with, word));
        int k = i; /* rarest first; of equal ones the later, which names more closely */
        while (k > 0 && p[order[k - 1]].common >= p[i].common) {
            order[k] = order[k - 1];
            k--;
        }
        order[k] = i;
    }
    Cut cut = { .p = p, .n = n, .room = room, .measure = measure, .data = data, .s = g_string_new(NULL) };
    for (int k = 0; k < n && p[order[k]].common * 2 <= e->n_texts; k++)
        keep(&cut, order[k]);
    int head = 0, tail = n - 1; /* what is left goes to the two ends, as whole as they fit */
    bool more = true;
    while (more && head <= tail) {
        more = keep(&cut, tail);
        tail -= more;
        bool front = head <= tail && keep(&cut, head);
        head += front;
        more |= front;
    }
    join(cut.s, p, n);
    char *result = g_string_free(cut.s, FALSE);
    if (cut.any)
        return result;
    g_free(result);
    return cut_middle(text, room, measure, data);
}
