/* What the user chose of a list: sorting, filter, groups, widths. See table_list.h. */
#include "viewer/layout/table_list_impl.h"

ListState *list_state_new(void)
{
    ListState *st = g_new0(ListState, 1);
    st->filter = g_string_new(NULL);
    st->open = g_hash_table_new(NULL, NULL);
    return st;
}

void list_state_forget_table(ListState *st)
{
    g_clear_pointer(&st->arranged, arranged_free);
    for (int i = 0; i < MAX_COLUMNS; i++)
        g_clear_pointer(&st->cut[i], elider_free);
}

void list_state_free(ListState *st)
{
    while (st) {
        ListState *next = st->next;
        list_state_forget_table(st);
        table_free(st->of);
        g_string_free(st->filter, TRUE);
        g_hash_table_unref(st->open);
        g_free(st);
        st = next;
    }
}

ListState *list_state_at(ListState *first, int slot)
{
    for (; slot > 0; slot--) {
        if (!first->next)
            first->next = list_state_new();
        first = first->next;
    }
    return first;
}

void list_state_changed(ListState *st)
{
    g_clear_pointer(&st->arranged, arranged_free);
}

void list_state_sort(ListState *st, int column, bool number)
{
    if (st->sort != column + 1) {
        st->sort = column + 1;
        st->descending = number;
    } else if (st->descending == number) {
        st->descending = !number;
    } else {
        st->sort = 0;
    }
    list_state_changed(st);
}

void list_state_toggle(ListState *st, guint key)
{
    if (!key) /* the line below the first ones */
        st->all = !st->all;
    else if (!g_hash_table_remove(st->open, GUINT_TO_POINTER(key)))
        g_hash_table_add(st->open, GUINT_TO_POINTER(key));
    list_state_changed(st);
}

int64_t list_state_row_id(const ListState *st, guint row)
{
    return table_facts(st->of, row)->id;
}

const char *list_grouping(int i)
{
    static const char *const names[] = { NULL, "layer", "line", "kind", "axis", "cause" };
    return i >= 0 && i < (int)G_N_ELEMENTS(names) ? names[i] : NULL;
}
