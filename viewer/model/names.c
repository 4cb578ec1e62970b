/* See names.h. */
#include "viewer/model/names.h"

static void name_clear(gpointer p)
{
    Name *n = p;
    g_free(n->title);
    g_free(n->hint);
}

Names *names_new(void)
{
    Names *n = g_new0(Names, 1);
    n->list = g_array_new(FALSE, TRUE, sizeof(Name));
    g_array_set_clear_func(n->list, name_clear);
    return n;
}

void names_free(Names *n)
{
    if (!n)
        return;
    g_array_unref(n->list);
    g_free(n);
}

void names_add(Names *n, Ref ref, const char *view, const char *title, const char *hint, ...)
{
    va_list args;
    va_start(args, hint);
    g_autofree char *said = g_strdup_vprintf(hint, args);
    va_end(args);
    Name x = { g_utf8_make_valid(title ? title : "–", -1), g_utf8_make_valid(said, -1), view, ref };
    g_array_append_val(n->list, x);
}
