/* The memo table: a stored answer is returned, nothing else is, and questions that are too long are never stored. */
#include <glib.h>

#include "runtime/base/memo.h"

enum { N_KEYS = 3000 };

/* Keys of few different words and lengths, so that many share a prefix. */
static void make_key(Key *k, int number)
{
    key_init(k);
    key_add(k, (uint64_t)number % 7);
    for (int rest = number / 7, i = 0; rest || i < number % 3; rest /= 5, i++)
        key_add(k, (uint64_t)rest % 5);
}

static void test_answers_are_kept(void)
{
    Arena *arena = arena_new_root();
    Memo m = { .arena = arena };
    static int answers[N_KEYS];
    Key k;
    for (int i = 0; i < N_KEYS; i++) {
        make_key(&k, i);
        int *known = memo_get(&m, &k);
        if (!known)
            memo_put(&m, &k, &answers[i]);
        else { /* a smaller number gave the same words */
            Key other;
            make_key(&other, (int)(known - answers));
            g_assert_cmpmem(k.w, sizeof *k.w * (size_t)k.n, other.w, sizeof *other.w * (size_t)other.n);
        }
    }
    for (int i = 0; i < N_KEYS; i++) {
        make_key(&k, i);
        g_assert_nonnull(memo_get(&m, &k));
        key_add(&k, 1000); /* a word that no key has */
        g_assert_null(memo_get(&m, &k));
    }
    arena_free(arena);
}

static void test_long_questions_are_not_kept(void)
{
    Arena *arena = arena_new_root();
    Memo m = { .arena = arena };
    static int answer;
    Key k;
    key_init(&k);
    for (int i = 0; i <= MAX_KEY_WORDS; i++)
        key_add(&k, (uint64_t)i);
    g_assert_true(k.full);
    g_assert_null(memo_get(&m, &k));
    memo_put(&m, &k, &answer);
    g_assert_null(memo_get(&m, &k));
    g_assert_cmpint(m.n, ==, 0);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/base/memo/answers-are-kept", test_answers_are_kept);
    g_test_add_func("/base/memo/long-questions-are-not-kept", test_long_questions_are_not_kept);
    return g_test_run();
}
