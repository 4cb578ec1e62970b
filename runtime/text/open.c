/* Opens program files and recognises other kinds of files that are passed by mistake. Start at text_open(). */
#include "runtime/text/open.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/text/bytecode.h"
#include "runtime/text/proto.h"

/* Limit of the text: a small compressed file can expand to any size, and a pipe or device need not end. */
#define MAX_TEXT_BYTES ((gsize)4 << 30)

/* ---- files that are not programs ---------------------------------------------------------------------- */

#define AS_TEXT "jax.jit(f).lower(...).as_text() gives the program's text, and so does mlir_module() of what jax.export returns"
#define HLO_AS_TEXT "XLA's --xla_dump_hlo_as_text and JAX's compiled.as_text() give the program's text"

/* Files that begin with these bytes. */
static const struct Kind {
    const char *magic;
    gsize n;
    const char *what, *hint;
} kinds[] = {
    {"\x7f" "ELF", 4, "a compiled program (ELF)", "give the program's HLO or StableHLO text"},
    {"MZ", 2, "a Windows program", "give the program's HLO or StableHLO text"},
    {"\x89PNG", 4, "a picture (PNG)", NULL},
    {"\xff\xd8\xff", 3, "a picture (JPEG)", NULL},
    {"GIF8", 4, "a picture (GIF)", NULL},
    {"%PDF", 4, "a PDF document", NULL},
    {"PK\x03\x04", 4, "a zip archive or .npz file", "unpack it and give the program inside; arrays go to --inputs"},
    {"\x93NUMPY", 6, "a NumPy array", "arrays go to --inputs, in an .npz file"},
    {"\x83\xaf\x70\xd1\x0d\x88\x4a\x3f", 8, "a Riegeli file", "XLA's --xla_dump_hlo_as_proto writes modules as .hlo.pb, and --xla_dump_hlo_as_text as text"},
    {"SQLite format 3", 15, "a database, perhaps a trace",
     "shardscope report, compare and view read traces"},
    {"\x80\x04", 2, "a Python pickle", AS_TEXT},
    {"\x80\x05", 2, "a Python pickle", AS_TEXT},
    {"BC\xc0\xde", 4, "LLVM bitcode", "give the program's HLO or StableHLO text"},
    {"; ModuleID", 10, "LLVM assembly", "give the program before XLA's code generation: HLO or StableHLO text"},
    {"{ lambda", 8, "a jaxpr", AS_TEXT},
    {"{\"traceEvents\"", 14, "a Chrome trace", "give the program's HLO or StableHLO text"},
    {"<?xml", 5, "an XML file", NULL},
    {"<!DOCTYPE", 9, "a web page", "perhaps the download failed, or needs a login"},
    {"<html", 5, "a web page", "perhaps the download failed, or needs a login"},
    {"version https://git-lfs", 23, "a Git LFS pointer, not the file itself", "fetch it with git lfs pull"},
    {"#!", 2, "a script", "give the program that it lowers: " AS_TEXT},
    {"import ", 7, "Python source", AS_TEXT},
    {"from ", 5, "Python source", AS_TEXT},
    {"hlo_module {", 12, "a protocol buffer in text form", HLO_AS_TEXT},
    {"digraph", 7, "a graph for Graphviz", HLO_AS_TEXT},
};

static bool is_binary(const char *s, gsize n)
{
    n = MIN(n, 4096);
    for (gsize i = 0; i < n; i++)
        if ((unsigned char)s[i] < ' ' && !strchr("\t\n\r\f\v\x1b", s[i] ? s[i] : 1))
            return true;
    return false;
}

/* Length-delimited field 1, the name or the module: every HloModuleProto, HloProto and HloSnapshot begins so. */
static bool is_proto(const char *s, gsize n)
{
    gsize len = 0, at = 1;
    if (n < 4 || s[0] != 0x0a)
        return false;
    for (int shift = 0; at < MIN(n, (gsize)11); shift += 7) {
        unsigned char byte = (unsigned char)s[at++];
        len |= (gsize)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return len > 0 && len <= n - at;
}

static bool is_utf16(const char *s, gsize n)
{
    return n >= 2 && (memcmp(s, "\xff\xfe", 2) == 0 || memcmp(s, "\xfe\xff", 2) == 0);
}

/* False with *error if the bytes are of a kind of file that is known not to be a program; text_open's last step. */
static bool text_check_kind(const char *path, const char *text, gsize n, GError **error)
{
    gsize blank = 0;
    while (blank < n && g_ascii_isspace(text[blank]))
        blank++;
    if (blank == n)
        return diag(error, SHARD_ERROR_PARSE, NULL, "HLO text begins with HloModule, StableHLO text with module",
                    "%s: the file is empty", path);
    size_t first, n_module;
    if (bytecode_find(text, n, &first, &n_module) || proto_find(text, n)) /* the readers say what is wrong with them */
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        const struct Kind *k = &kinds[i];
        bool printable = (unsigned char)k->magic[0] >= ' ' && (unsigned char)k->magic[0] < 0x7f;
        gsize skip = printable && !is_binary(k->magic, k->n) ? blank : 0;
        if (n - skip < k->n || memcmp(text + skip, k->magic, k->n) != 0)
            continue;
        /* An instruction may be named MZ, or from. */
        if (k->n == 2 && printable && k->magic[0] == 'M' ? is_binary(text, n) : text[skip + k->n] != '=')
            return diag(error, SHARD_ERROR_PARSE, NULL, k->hint, "%s: this is %s", path, k->what);
    }
    if (is_utf16(text, n))
        return diag(error, SHARD_ERROR_PARSE, NULL, "iconv -f UTF-16 -t UTF-8", "%s: the text is UTF-16; it must be UTF-8", path);
    if (!is_binary(text, n))
        return true;
    if (is_proto(text, n))
        return diag(error, SHARD_ERROR_PARSE, NULL, HLO_AS_TEXT,
                    "%s: this is a protocol buffer, but no serialised HLO module that is whole", path);
    const char *nul = memchr(text, 0, n);
    bool begins_well = g_str_has_prefix(text + blank, "HloModule") || g_str_has_prefix(text + blank, "module");
    if (begins_well) /* the reader reports the position */
        return true;
    return diag(error, SHARD_ERROR_PARSE, NULL, "give HLO text or StableHLO text (MLIR)",
                "%s: this is a binary file%s, not a program's text", path, nul ? "" : " or has control characters");
}

/* ---- packed text ----------------------------------------------------------------------------- */

static bool is_packed(const char *s, gsize n)
{
    return (n >= 2 && memcmp(s, "\x1f\x8b", 2) == 0) || (n >= 4 && memcmp(s, "\x28\xb5\x2f\xfd", 4) == 0) ||
           (n >= 6 && memcmp(s, "\xfd" "7zXZ", 6) == 0) || (n >= 4 && memcmp(s, "BZh", 3) == 0 && g_ascii_isdigit(s[3]));
}

static char *unpack(const char *path, const char *data, gsize n, gsize *n_out, const Stop *stop, GError **error)
{
    g_autoptr(GString) out = g_string_new(NULL);
    struct archive *a = archive_read_new();
    struct archive_entry *entry;
    char chunk[1 << 16];
    la_ssize_t got = -1;
    archive_read_support_filter_all(a);
    archive_read_support_format_raw(a);
    bool fine = archive_read_open_memory(a, data, n) == ARCHIVE_OK && archive_read_next_header(a, &entry) == ARCHIVE_OK;
    while (fine && (got = archive_read_data(a, chunk, sizeof chunk)) > 0) {
        if (stop_requested(stop)) {
            stop_error(NULL, error);
            break;
        }
        if (out->len + (gsize)got > MAX_TEXT_BYTES) {
            diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "%s: unpacked, the text is larger than the limit of %" G_GSIZE_FORMAT " bytes",
                 path, MAX_TEXT_BYTES);
            break;
        }
        g_string_append_len(out, chunk, got);
    }
    if (!fine || got < 0) {
        const char *why = archive_error_string(a);
        diag(error, SHARD_ERROR_IO, NULL, "the file may be cut short or damaged", "%s: cannot be unpacked: %s", path, why ? why : "no reason given");
    }
    archive_read_free(a);
    *n_out = out->len;
    return fine && got == 0 ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool too_large(const char *what, GError **error)
{
    return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "%s: the text is larger than the limit of %" G_GSIZE_FORMAT " bytes", what,
                MAX_TEXT_BYTES);
}

/* Reads to the end of a file whose size is not known. */
static char *read_stream(int fd, const char *what, gsize *n, const Stop *stop, GError **error)
{
    g_autoptr(GString) s = g_string_new(NULL);
    char block[65536];
    for (ssize_t got; (got = read(fd, block, sizeof block)) != 0;) {
        if (stop_requested(stop)) {
            stop_error(NULL, error);
            return NULL;
        }
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s", what, g_strerror(errno));
            return NULL;
        }
        size_t first, n_module;
        bool no_text = s->len == 0 && memchr(block, 0, (gsize)got) && !is_packed(block, (gsize)got) &&
                       !bytecode_find(block, (gsize)got, &first, &n_module) && block[0] != 0x0a; /* 0x0a: a protocol buffer */
        if (s->len + (gsize)got > MAX_TEXT_BYTES) {
            too_large(what, error);
            return NULL;
        }
        g_string_append_len(s, block, got);
        if (no_text) /* refused by its first bytes, since it may be an endless device of zeros */
            break;
    }
    *n = s->len;
    return g_string_free(g_steal_pointer(&s), FALSE);
}

static char *read_file(const char *path, gsize *n, const Stop *stop, GError **error)
{
    char *text = NULL;
    g_autoptr(GError) io = NULL;
    if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
        diag(error, SHARD_ERROR_IO, NULL, "name a file in it", "%s: this is a directory", path);
        return NULL;
    }
    GStatBuf about;
    bool known = g_stat(path, &about) == 0, regular = known && S_ISREG(about.st_mode);
    if (regular && about.st_size > (goffset)MAX_TEXT_BYTES) {
        too_large(path, error);
        return NULL;
    }
    int fd = known && !regular ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        text = read_stream(fd, path, n, stop, error);
        close(fd);
        return text;
    }
    if (g_file_get_contents(path, &text, n, &io))
        return text;
    if (g_error_matches(io, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: no such file", path);
    else
        diag(error, SHARD_ERROR_IO, NULL, NULL, "%s", io->message);
    return NULL;
}

static char *read_unpacked(const char *path, char *text, gsize *n, const Stop *stop, GError **error)
{
    if (!text || !is_packed(text, *n))
        return text;
    char *plain = unpack(path, text, *n, n, stop, error);
    g_free(text);
    return plain;
}

char *text_open(const char **path, gsize *n, const Stop *stop, GError **error)
{
    bool from_stdin = strcmp(*path, "-") == 0;
    char *text = from_stdin ? read_stream(STDIN_FILENO, "standard input", n, stop, error) : read_file(*path, n, stop, error);
    if (from_stdin)
        *path = "<stdin>";
    g_autofree char *plain = read_unpacked(*path, text, n, stop, error);
    return plain && text_check_kind(*path, plain, *n, error) ? g_steal_pointer(&plain) : NULL;
}

/* UTF-16 by its mark, or by the zeros beside its first letters; NULL = it is none. */
static char *from_utf16(const char *text, gsize n, gsize *n_out)
{
    bool little = n >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || (text[0] && !text[1])), big = n >= 2 && (memcmp(text, "\xfe\xff", 2) == 0 || (!text[0] && text[1]));
    bool marked = n >= 2 && (guchar)text[0] >= 0xfe;
    gsize skip = marked ? 2 : 0;
    return little || big ? g_convert(text + skip, (gssize)((n - skip) & ~(gsize)1), "UTF-8", big ? "UTF-16BE" : "UTF-16LE", NULL, n_out, NULL) : NULL;
}

char *text_open_any(const char *path, gsize *n, const Stop *stop, GError **error)
{
    char *text = read_unpacked(path, read_file(path, n, stop, error), n, stop, error);
    char *wide = text ? from_utf16(text, *n, n) : NULL;
    if (wide) {
        g_free(text);
        text = wide;
    }
    for (gsize i = 0; text && i < *n; i++)
        text[i] = text[i] ? text[i] : '?';
    return text;
}
