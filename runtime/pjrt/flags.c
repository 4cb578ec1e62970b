/* What compile options may be named and set to: the list of flags.def, and the rules by which other platforms read values. */
#include "runtime/pjrt/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum FlagKind { FLAG_BOOL, FLAG_INT32, FLAG_INT64, FLAG_FLOAT, FLAG_STRING, FLAG_STRINGS, FLAG_ENUM, FLAG_ENUMS, FLAG_MESSAGE } FlagKind;

typedef struct Flag {
    const char *name;
    FlagKind kind;
    const char *words; /* of an enum, with blanks between; "*": any */
} Flag;

static const Flag flags[] = {
#define FLAG(name, kind, words) { #name, FLAG_##kind, words },
#include "runtime/pjrt/flags.def"
};

static const char *const kind_names[] = { "bool", "int32", "int64", "float", "string", "string", "enum", "enum", "message" };

static int by_name(const void *name, const void *flag)
{
    return strcmp(name, ((const Flag *)flag)->name);
}

/* Decimal, as a whole. */
static bool is_integer(const char *text, FlagKind kind)
{
    int64_t v;
    g_autofree char *word = g_strstrip(g_strdup(text));
    const char *digits = *word == '+' && word[1] != '-' ? word + 1 : word;
    return g_ascii_string_to_signed(digits, 10, kind == FLAG_INT64 ? INT64_MIN : INT32_MIN, kind == FLAG_INT64 ? INT64_MAX : INT32_MAX, &v, NULL);
}

static bool is_float(const char *text)
{
    char *end;
    g_ascii_strtod(text, &end);
    return end > text && !*end;
}

static bool is_word(const char *text, const char *words)
{
    if (!strcmp(words, "*"))
        return *text && strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(text);
    g_auto(GStrv) known = g_strsplit(words, " ", -1);
    return g_strv_contains((const char *const *)known, text);
}

/* Words, or numbers, with commas between. */
static bool are_words(const char *text, const char *words, bool many)
{
    g_auto(GStrv) given = many ? g_strsplit(text, ",", -1) : g_new0(char *, 2);
    if (!many)
        given[0] = g_strdup(text);
    bool ok = true;
    for (int i = 0; given[i]; i++)
        ok &= is_word(given[i], words) || is_integer(given[i], FLAG_INT32);
    return ok;
}

/* A value that came as text, which is read as the flag's own kind. */
static bool takes_text(const Flag *flag, const char *text)
{
    switch (flag->kind) {
    case FLAG_BOOL:
        return !strcmp(text, "True") || !strcmp(text, "False");
    case FLAG_INT32:
    case FLAG_INT64:
        return is_integer(text, flag->kind);
    case FLAG_FLOAT:
        return is_float(text);
    case FLAG_STRING:
    case FLAG_STRINGS:
        return true;
    case FLAG_ENUM:
    case FLAG_ENUMS:
        return are_words(text, flag->words, flag->kind == FLAG_ENUMS);
    case FLAG_MESSAGE:
        return false;
    }
    return false;
}

static bool takes_integer(const Flag *flag, int64_t v)
{
    if (flag->kind == FLAG_INT64)
        return true;
    return (flag->kind == FLAG_INT32 || flag->kind == FLAG_ENUM || flag->kind == FLAG_ENUMS) && v >= INT32_MIN && v <= INT32_MAX;
}

enum { GIVEN_TEXT = 1, GIVEN_BOOL, GIVEN_INTEGER, GIVEN_FLOAT }; /* fields of OptionOverrideProto */

/* True if the flag takes the value; *text becomes the value, to be told. */
static bool takes(const Flag *flag, const WireField *given, char **text)
{
    static const int types[] = { [GIVEN_TEXT] = 2, [GIVEN_BOOL] = 0, [GIVEN_INTEGER] = 0, [GIVEN_FLOAT] = 1 };
    double number;
    if (given->number < GIVEN_TEXT || given->number > GIVEN_FLOAT || given->type != types[given->number])
        return true; /* of another version of the message */
    switch (given->number) {
    case GIVEN_TEXT:
        *text = g_strndup((const char *)given->bytes, given->n);
        return takes_text(flag, *text);
    case GIVEN_BOOL:
        *text = g_strdup(given->value ? "1" : "0");
        return flag->kind == FLAG_BOOL;
    case GIVEN_INTEGER:
        *text = g_strdup_printf("%" PRId64, (int64_t)given->value);
        return takes_integer(flag, (int64_t)given->value);
    case GIVEN_FLOAT:
        memcpy(&number, &given->value, sizeof number);
        *text = g_strdup_printf("%g", number);
        return flag->kind == FLAG_FLOAT;
    default:
        return true;
    }
}

/* Options of the TPU's own compiler, which no other platform has a list of: scripts written for TPUs run here with them. */
static bool is_of_tpu(const char *name)
{
    static const char *const begins[] = { "xla_tpu_", "xla_sc_", "xla_jf_", "xla_msa_", "xla_latency_hiding_scheduler_", "megascale_" };
    for (size_t i = 0; i < G_N_ELEMENTS(begins); i++)
        if (g_str_has_prefix(name, begins[i]))
            return true;
    return false;
}

char *flag_mistake(const char *name, const WireField *given)
{
    const Flag *flag = bsearch(name, flags, G_N_ELEMENTS(flags), sizeof *flags, by_name);
    if (!flag && is_of_tpu(name))
        return NULL;
    if (!flag)
        return g_strdup_printf("No such compile option: '%s'", name);
    g_autofree char *text = NULL;
    if (!given || takes(flag, given, &text))
        return NULL;
    return g_strdup_printf("While setting option %s, '%s' is not a valid %s value.", name, text, kind_names[flag->kind]);
}
