/* Cutting texts where they are alike. See elide.h. */
#include "trace/report/elide.h"

#include <math.h>
#include <string.h>

enum { MAX_PIECES = 96, MAX_ROOM = 1000, MAX_DONE = 4096 };

/* Words are rare or not among the texts that begin alike: what ten of a hundred have, but all of the ten that begin so, tells none of them apart. The
 * first word itself is one among all. */
struct Elider {
    GHashTable *rows_with; /* "FIRST WORD" -> number of texts of that first word that have it; " WORD" of first words */
    GHashTable *begin_so;  /* first word -> number of texts */
    int n_texts;
    GHashTable *done; /* "ROOM TEXT" -> the text cut: lists are drawn many times */
};

/* A word and the signs that follow it. */
typedef struct Piece {
    const char *word;
    int n_word, n_all; /* bytes, without and with those signs */
    double worth;      /* that it is kept */
    bool kept;
    int n_head;        /* bytes that are kept of a word that is not */
} Piece;

/* "transpose (train.py:34, ...": the first word says what it is. */
static bool names_call(const Piece *first)
{
    return first->n_all > first->n_word && first->word[first->n_word] == ' ';
}

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

static void count(GHashTable *t, char *key)
{
    int had = GPOINTER_TO_INT(g_hash_table_lookup(t, key));
    g_hash_table_insert(t, key, GINT_TO_POINTER(had + 1));
}

/* How a word is found in rows_with. To be freed. */
static char *key_of(const Piece *first, const Piece *p)
{
    return g_strdup_printf("%.*s %.*s", p == first ? 0 : first->n_word, first->word, p->n_word, p->word);
}

Elider *elider_new(const char *const *texts, int n)
{
    Elider *e = g_new0(Elider, 1);
    e->rows_with = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    e->begin_so = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    e->done = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal); /* texts, each once */
    for (int i = 0; i < n; i++) {
        if (!texts[i] || !g_hash_table_add(seen, (gpointer)texts[i]))
            continue;
        e->n_texts++;
        Piece pieces[MAX_PIECES];
        int k = pieces_of(texts[i], pieces);
        g_autoptr(GHashTable) here = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        if (k)
            count(e->begin_so, g_strndup(pieces[0].word, (gsize)pieces[0].n_word));
        for (int p = 0; p < k; p++) {
            char *key = key_of(&pieces[0], &pieces[p]);
            if (g_hash_table_add(here, key))
                count(e->rows_with, g_strdup(key));
        }
    }
    return e;
}

void elider_free(Elider *e)
{
    if (!e)
        return;
    g_hash_table_unref(e->rows_with);
    g_hash_table_unref(e->begin_so);
    g_hash_table_unref(e->done);
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
            g_string_append_len(out, p[i].word, gap ? 0 : p[i].n_head);
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

/* What it is worth to keep a word: most where it tells the text from others; the first and the last name more than what is
 * between them (the name of a call most), and words more than numbers. A gap costs about as much as a common word is worth, so that what is kept stays together. */
#define GAP_COST 5.0

static double worth_of(const Elider *e, const Piece *begin, const Piece *p, bool last)
{
    g_autofree char *word = g_strndup(p->word, (gsize)p->n_word), *key = key_of(begin, p), *start = g_strndup(begin->word, (gsize)begin->n_word);
    bool first = p == begin;
    int common = GPOINTER_TO_INT(g_hash_table_lookup(e->rows_with, key)), among = first ? e->n_texts : GPOINTER_TO_INT(g_hash_table_lookup(e->begin_so, start));
    const char *letters = word;
    while (*letters && !g_ascii_isalpha(*letters))
        letters++;
    double rare = common * 2 <= among ? 8 + 8 * (1 - (double)common / MAX(among, 1)) : 0;
    bool line = !first && p->word[-1] == ':'; /* the number of a line names more than one of a layer */
    bool call = first && names_call(p);
    return 2 + (*letters || line ? rare : 0.4 * rare) + (call ? 7 : first || last ? 2 : 0) + (line || strlen(letters) >= 3 ? 2 : 0);
}

/* The best choice of pieces that is no wider than `room`, by dynamic programming over their widths, in whole units of what `measure`
 * counts (rounded). Sets Piece.kept. */
typedef struct Best {
    double worth[2][MAX_ROOM + 1]; /* of the pieces so far by their width, the last one of them left out or kept */
} Best;

static void choose(Piece *p, int n, double room, ElideMeasure measure, void *data)
{
    double unit = room > MAX_ROOM ? room / MAX_ROOM : 1;
    int most = (int)floor(room / unit), gap = (int)lround(measure("…", data) / unit);
    g_autofree Best *now = g_new(Best, 1), *next = g_new(Best, 1);
    g_autofree unsigned char *from = g_new0(unsigned char, (gsize)n * 2 * (MAX_ROOM + 1)); /* whether the piece before was kept */
    g_autofree int *wide = g_new0(int, n), *signs = g_new0(int, n);
    for (int i = 0; i < n; i++) {
        g_autofree char *word = g_strndup(p[i].word, (gsize)p[i].n_word), *all = g_strndup(p[i].word, (gsize)p[i].n_all);
        double w = measure(word, data);
        wide[i] = (int)lround(w / unit);
        signs[i] = (int)lround((measure(all, data) - w) / unit);
    }
    for (int w = 0; w <= most; w++)
        now->worth[0][w] = now->worth[1][w] = -INFINITY;
    now->worth[1][0] = 0; /* as if a word had been kept in front of the text: what is left out first is a gap too */
    for (int i = 0; i < n; i++) {
        for (int w = 0; w <= most; w++)
            next->worth[0][w] = next->worth[1][w] = -INFINITY;
        for (int had = 0; had < 2; had++)
            for (int w = 0; w <= most; w++) {
                double so_far = now->worth[had][w];
                int out = w + (had ? gap : 0), in = w + wide[i] + (had && i ? signs[i - 1] : 0) + (i == n - 1 ? signs[i] : 0);
                if (!isfinite(so_far))
                    continue;
                if (out <= most && so_far - (had ? GAP_COST : 0) > next->worth[0][out]) {
                    next->worth[0][out] = so_far - (had ? GAP_COST : 0);
                    from[((gsize)i * 2 + 0) * (MAX_ROOM + 1) + (gsize)out] = (unsigned char)had;
                }
                if (in <= most && so_far + p[i].worth > next->worth[1][in]) {
                    next->worth[1][in] = so_far + p[i].worth;
                    from[((gsize)i * 2 + 1) * (MAX_ROOM + 1) + (gsize)in] = (unsigned char)had;
                }
            }
        Best *t = now;
        now = next;
        next = t;
    }
    int best = 0, last = 0;
    for (int k = 0; k < 2; k++)
        for (int w = 0; w <= most; w++)
            if (now->worth[k][w] > now->worth[last][best]) {
                best = w;
                last = k;
            }
    bool any = isfinite(now->worth[last][best]);
    for (int i = n - 1; i >= 0; i--) {
        p[i].kept = any && last;
        int had = any ? from[((gsize)i * 2 + (gsize)last) * (MAX_ROOM + 1) + (gsize)best] : 0;
        best -= last ? wide[i] + (had && i ? signs[i - 1] : 0) + (i == n - 1 ? signs[i] : 0) : had ? gap : 0;
        last = had;
    }
}

/* The name of a call that was left out gets as many of its letters as there is room for, if that says anything. */
static void begin_call(GString *out, Piece *p, int n, double room, ElideMeasure measure, void *data)
{
    enum { SAYS_SOMETHING = 4 };
    if (p->kept || !names_call(p))
        return;
    for (const char *end = p->word + p->n_word; p->n_head == 0 || measure(out->str, data) > room; join(out, p, n)) {
        end = g_utf8_prev_char(end);
        p->n_head = end - p->word < SAYS_SOMETHING ? 0 : (int)(end - p->word);
        if (!p->n_head)
            break;
    }
    join(out, p, n);
}

static char *cut(const Elider *e, const char *text, double room, ElideMeasure measure, void *data)
{
    Piece p[MAX_PIECES];
    int n = pieces_of(text, p);
    for (int i = 0; i < n; i++)
        p[i].worth = worth_of(e, p, &p[i], i == n - 1);
    g_autoptr(GString) s = g_string_new(NULL);
    double less = 0;
    for (int i = 0; i < 8 && room - less >= 1; i++) { /* widths were rounded: what came out too wide is chosen again for less */
        choose(p, n, room - less, measure, data);
        bool any = false;
        for (int k = 0; k < n; k++)
            any |= p[k].kept;
        join(s, p, n);
        double w = measure(s->str, data);
        if (!any)
            break;
        if (w <= room) {
            begin_call(s, p, n, room, measure, data);
            return g_strdup(s->str);
        }
        less += MAX(w - room, 1);
    }
    return cut_middle(text, room, measure, data);
}

char *elide(const Elider *e, const char *text, double room, ElideMeasure measure, void *data)
{
    measure = measure ? measure : characters;
    if (measure(text, data) <= room)
        return g_strdup(text);
    g_autofree char *key = g_strdup_printf("%d %s", (int)floor(room), text);
    const char *had = g_hash_table_lookup(e->done, key);
    if (had)
        return g_strdup(had);
    if (g_hash_table_size(e->done) > MAX_DONE)
        g_hash_table_remove_all(e->done);
    char *s = cut(e, text, floor(room), measure, data);
    g_hash_table_insert(e->done, g_steal_pointer(&key), g_strdup(s));
    return s;
}
