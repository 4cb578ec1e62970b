/* Texts that share most of their bytes with a previous text, kept as lists of parts. Assembling costs more than finding the parts, so it
 * is left to the reader of the text, usually the trace's thread. */
#include <pthread.h>
#include <string.h>

#include "runtime/ir/print_impl.h"

struct HloText {
    int n_users;     /* atomic */
    gsize size;      /* of the text */
    pthread_mutex_t lock;
    GBytes *bytes;   /* under lock; NULL = not assembled yet: the fields below are valid */
    HloText *before; /* the previous text; NULL = every part is fresh */
    GString *fresh;
    TextPart *parts;
    int n_parts;
};

HloText *hlo_text_new(HloText *before, GString *fresh, TextPart *parts, int n_parts)
{
    HloText *t = g_new0(HloText, 1);
    t->n_users = 1;
    pthread_mutex_init(&t->lock, NULL);
    t->before = before ? hlo_text_ref(before) : NULL;
    t->fresh = fresh;
    t->parts = parts;
    t->n_parts = n_parts;
    for (int i = 0; i < n_parts; i++)
        t->size += parts[i].n;
    return t;
}

HloText *hlo_text_ref(HloText *t)
{
    g_atomic_int_inc(&t->n_users);
    return t;
}

static void forget_parts(HloText *t)
{
    g_clear_pointer(&t->before, hlo_text_unref);
    if (t->fresh)
        g_string_free(g_steal_pointer(&t->fresh), TRUE);
    g_clear_pointer(&t->parts, g_free);
}

void hlo_text_unref(HloText *t)
{
    if (!t || !g_atomic_int_dec_and_test(&t->n_users))
        return;
    forget_parts(t);
    g_clear_pointer(&t->bytes, g_bytes_unref);
    pthread_mutex_destroy(&t->lock);
    g_free(t);
}

static GBytes *put_together(const HloText *t)
{
    const char *sources[] = { [PART_FRESH] = t->fresh->str, [PART_BEFORE] = t->before ? g_bytes_get_data(hlo_text_bytes(t->before), NULL) : NULL };
    char *text = g_malloc(t->size + 1), *at = text;
    for (int i = 0; i < t->n_parts; i++) {
        memcpy(at, sources[t->parts[i].source] + t->parts[i].at, t->parts[i].n);
        at += t->parts[i].n;
    }
    *at = '\0';
    return g_bytes_new_take(text, t->size);
}

GBytes *hlo_text_bytes(HloText *t)
{
    pthread_mutex_lock(&t->lock);
    if (!t->bytes) {
        bool whole = t->n_parts == 1 && t->parts[0].source == PART_FRESH && t->size == t->fresh->len;
        t->bytes = whole ? g_string_free_to_bytes(g_steal_pointer(&t->fresh)) : put_together(t);
        forget_parts(t);
    }
    pthread_mutex_unlock(&t->lock);
    return t->bytes;
}

gsize hlo_text_size(const HloText *t)
{
    return t->size;
}
