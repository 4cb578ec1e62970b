/* Opens files to import; see source.h. */
#include "trace/import/source.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/trace.h"
#include "trace/import/log.h"
#include "trace/import/perfetto_sync.h"
#include "trace/wire.h"

enum { CHUNK = 1 << 20, MOST_PACKED = 3 };
#define MOST_INFLATED (INT64_C(1) << 36) /* bytes: what a small file may grow to */

static bool fail(const char *path, GError **error)
{
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: %s", path, g_strerror(errno));
    return false;
}

static bool write_all(int fd, const char *p, size_t n)
{
    while (n) {
        ssize_t done = write(fd, p, n);
        if (done <= 0)
            return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

/* A file that nobody else sees and that goes with its descriptor. */
static int nameless_file(void)
{
    g_autofree char *name = g_build_filename(g_get_tmp_dir(), "shardscope-import-XXXXXX", NULL);
    int fd = g_mkstemp(name);
    if (fd >= 0)
        unlink(name);
    return fd;
}

/* Decompresses gzip into a file without a name, as far as it goes, n_text bytes at once: *cut says that it ended early, and *lost that what was decompressed at
 * once with the damaged place is lost. */
static int inflate_pieces(int fd, size_t n_text, bool *cut, bool *lost)
{
    int out = nameless_file();
    if (out < 0)
        return -1;
    *cut = *lost = false;
    g_autoptr(GConverter) z = G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP));
    g_autofree char *in = g_malloc(CHUNK), *text = g_malloc(n_text);
    size_t have = 0;
    int64_t made = 0;
    bool at_end = false, finished = false;
    while (!finished) {
        if (!at_end && have < CHUNK / 2) {
            ssize_t n = read(fd, in + have, CHUNK - have);
            at_end = n <= 0;
            have += n > 0 ? (size_t)n : 0;
        }
        gsize used = 0, n_out = 0;
        g_autoptr(GError) why = NULL;
        GConverterResult r = g_converter_convert(z, in, have, text, n_text, at_end ? G_CONVERTER_INPUT_AT_END : 0, &used, &n_out, &why);
        if (r == G_CONVERTER_ERROR && g_error_matches(why, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT) && !at_end)
            continue;
        made += (int64_t)n_out;
        if (r == G_CONVERTER_ERROR || made > MOST_INFLATED || !write_all(out, text, n_out)) {
            *cut = true;
            *lost = r == G_CONVERTER_ERROR && !g_error_matches(why, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
            break;
        }
        have -= used;
        memmove(in, in + used, have);
        if (r == G_CONVERTER_FINISHED) { /* more members may follow */
            finished = at_end && !have;
            if (!finished && !have) {
                ssize_t n = read(fd, in, CHUNK);
                at_end = finished = n <= 0;
                have = n > 0 ? (size_t)n : 0;
            }
            g_converter_reset(z);
        }
    }
    return out;
}

/* Of a damaged file, what is before the damage is there to a few bytes. */
static int inflate_file(int fd, bool *cut)
{
    enum { FEW = 64 };
    bool lost;
    int out = inflate_pieces(fd, CHUNK, cut, &lost);
    if (out < 0 || !lost || lseek(fd, 0, SEEK_SET) != 0)
        return out;
    close(out);
    return inflate_pieces(fd, FEW, cut, &lost);
}

static bool map(ImportSource *s, int fd, GError **error)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return fail(s->path, error);
    if (!S_ISREG(st.st_mode)) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: not a file", s->path);
        return false;
    }
    s->n = (size_t)st.st_size;
    if (!s->n)
        return true;
    void *p = mmap(NULL, s->n, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED)
        return fail(s->path, error);
    madvise(p, s->n, MADV_SEQUENTIAL);
    s->p = p;
    return true;
}

static bool is_gzip(int fd)
{
    uint8_t head[2] = { 0 };
    return pread(fd, head, 2, 0) == 2 && head[0] == 0x1f && head[1] == 0x8b;
}

/* ---- conversions ---------------------------------------------------------------------------------------------------------------- */

static ImportFormat find_format(const ImportSource *s);

static ImportFormat format_of(const uint8_t *p, size_t n)
{
    const bool packed = n >= 2 && p[0] == 0x1f && p[1] == 0x8b;
    return packed ? IMPORT_PPROF : find_format(&(ImportSource){ .p = p, .n = n }); /* what is packed is looked at later */
}

static bool gives_a_profile(UndoKind kind, const uint8_t *head, size_t n)
{
    g_autofree uint8_t *out = g_malloc(n + 1);
    size_t used, made = undo_bytes(kind, head, n, false, out, &used);
    return format_of(out, made) != IMPORT_UNKNOWN;
}

/* What the file went through. Texts are read as they are: converted ends of lines do not harm them. */
static UndoKind conversion_of(int fd)
{
    g_autofree uint8_t *head = g_malloc(CHUNK);
    ssize_t n_read = pread(fd, head, CHUNK, 0);
    size_t n = n_read > 0 ? (size_t)n_read : 0;
    ImportFormat f = n ? format_of(head, n) : IMPORT_UNKNOWN;
    if (!n || f == IMPORT_CHROME || f == IMPORT_LOG)
        return UNDO_NONE;
    UndoKind kind = undo_find(head, n);
    if (kind != UNDO_NONE && gives_a_profile(kind, head, n))
        return kind;
    for (kind = UNDO_SWAP2; f == IMPORT_UNKNOWN && kind <= UNDO_SWAP8; kind++)
        if (gives_a_profile(kind, head, n))
            return kind;
    return UNDO_NONE;
}

/* The file as it was before, without a name. */
static int undo_file(int fd, UndoKind kind)
{
    int to = nameless_file();
    g_autofree uint8_t *in = g_malloc(CHUNK), *out = g_malloc(CHUNK);
    size_t have = 0, used;
    bool ok = to >= 0 && lseek(fd, 0, SEEK_SET) == 0;
    for (bool last = false; ok && !last;) {
        ssize_t n = read(fd, in + have, CHUNK - have);
        last = n <= 0;
        have += n > 0 ? (size_t)n : 0;
        size_t made = undo_bytes(kind, in, have, last, out, &used);
        ok = write_all(to, (const char *)out, made);
        have -= used;
        memmove(in, in + used, have);
    }
    if (ok && lseek(to, 0, SEEK_SET) == 0)
        return to;
    if (to >= 0)
        close(to);
    return -1;
}

ImportSource *import_source_open(const char *path, GError **error)
{
    ImportSource *s = g_new0(ImportSource, 1);
    s->path = g_strdup(path);
    s->name = g_path_get_basename(path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 || fail(path, error);
    struct stat st = { 0 };
    if (ok && fstat(fd, &st) == 0)
        s->file_size = st.st_size;
    s->undone = ok && S_ISREG(st.st_mode) ? conversion_of(fd) : UNDO_NONE;
    if (s->undone != UNDO_NONE) {
        int plain = undo_file(fd, s->undone);
        close(fd);
        fd = plain;
        ok = fd >= 0 || fail(path, error);
    }
    for (int i = 0; ok && i < MOST_PACKED && S_ISREG(st.st_mode) && is_gzip(fd); i++) { /* some are packed twice */
        bool cut = false;
        int plain = lseek(fd, 0, SEEK_SET) == 0 ? inflate_file(fd, &cut) : -1;
        s->cut |= cut;
        close(fd);
        fd = plain;
        ok = fd >= 0 || fail(path, error);
    }
    ok = ok && map(s, fd, error);
    if (fd >= 0)
        close(fd);
    if (ok) {
        s->format = find_format(s);
        return s;
    }
    import_source_free(s);
    return NULL;
}

void import_source_free(ImportSource *s)
{
    if (!s)
        return;
    if (s->p)
        munmap((void *)s->p, s->n);
    g_free(s->path);
    g_free(s->name);
    g_free(s);
}

void import_source_release(ImportSource *s, const uint8_t *at)
{
    if (at > s->p + s->n) /* of a copy */
        return;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), to = s->p && at > s->p ? (uint64_t)(at - s->p) / page * page : 0;
    if (to < s->released + (4u << 20))
        return;
    madvise((void *)(s->p + s->released), to - s->released, MADV_DONTNEED);
    s->released = to;
}

/* ---- formats ------------------------------------------------------------------------------------------------------------ */

/* Binary data of which no byte has its eighth bit. */
static bool lost_bits(const uint8_t *p, size_t n)
{
    enum { ENOUGH = 1024 };
    size_t most = MIN(n, (size_t)1 << 20), controls = 0;
    for (size_t i = 0; i < most; i++) {
        if (p[i] >= 0x80)
            return false;
        controls += p[i] < '\t';
    }
    return most >= ENOUGH && controls > most / 64;
}

typedef struct Shape {
    uint32_t numbers; /* a bit for each field number below 32 */
    int n;            /* fields, at most as many as were asked for */
    bool other;       /* fields with larger numbers */
} Shape;

/* The field numbers of the first fields, of which the last may be cut. */
static Shape shape_of(const uint8_t *p, size_t n, int most)
{
    Shape s = { 0 };
    const uint8_t *end = p + n;
    WireField f;
    bool bad = false;
    while (s.n < most && wire_next(&p, end, &f, &bad)) {
        s.n++;
        if (f.number < 32)
            s.numbers |= UINT32_C(1) << f.number;
        else
            s.other = true;
    }
    return s;
}

/* The first field of number 1 that has bytes; a length beyond the end is cut. */
static bool first_message(const ImportSource *s, int number, const uint8_t **p, size_t *n)
{
    const uint8_t *at = s->p, *end = s->p + s->n;
    for (int i = 0; i < 64 && at < end; i++) {
        uint64_t key, size;
        if (!wire_varint_at(&at, end, &key) || (key & 7) != 2 || !wire_varint_at(&at, end, &size))
            return false;
        *p = at;
        *n = (size_t)MIN(size, (uint64_t)(end - at));
        if ((int)(key >> 3) == number && *n)
            return true;
        at += *n;
    }
    return false;
}

static ImportFormat protobuf_format(const ImportSource *s)
{
    const uint8_t *p;
    size_t n;
    if (!first_message(s, 1, &p, &n))
        return IMPORT_UNKNOWN;
    Shape top = shape_of(s->p, MIN(s->n, (size_t)1 << 16), 16), in = shape_of(p, MIN(n, (size_t)1 << 20), 8);
    const uint32_t plane = 0x7e, value_type = 0x6; /* fields 1 to 6; 1 and 2 */
    /* A plane begins with id or name, which is a name: printable. */
    const uint8_t *at = p;
    WireField f;
    bool bad = false, name = false, numbers_only = true;
    for (int i = 0; i < 4 && wire_next(&at, p + n, &f, &bad); i++) {
        numbers_only = numbers_only && f.type == 0;
        if (f.number == 2 && f.type == 2 && f.n) {
            name = true;
            for (size_t k = 0; k < MIN(f.n, (size_t)64); k++)
                name = name && f.bytes[k] >= ' ';
        }
    }
    if (!in.other && !(in.numbers & ~plane) && name)
        return IMPORT_XSPACE;
    if (in.n && !in.other && !(in.numbers & ~value_type) && numbers_only && (top.numbers & ~0x7ffeu) == 0)
        return IMPORT_PPROF;
    const uint8_t *next;
    if (top.numbers == 2 && ((in.numbers & ~0x2u) || (in.other && perfetto_packet_at(s->p, s->p + s->n, &next)))) /* packets alone; the first may but describe a track */
        return IMPORT_PERFETTO;
    return IMPORT_UNKNOWN;
}

/* A list of events without its begin. */
static bool is_rest_of_json(const uint8_t *p, size_t n)
{
    n = MIN(n, (size_t)1 << 16);
    return !memchr(p, 0, n) && memmem(p, n, "\"ph\":", 5) && memmem(p, n, "\"ts\":", 5);
}

/* The name of a plane, as a field, somewhere: of a profile whose begin is damaged. */
static bool has_planes(const uint8_t *p, size_t n)
{
    enum { NAME = 2 << 3 | 2 };
    static const char *const names[] = { "/device:", "/host:" };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const uint8_t *at = p, *end = p + n;
        while ((at = memmem(at, (size_t)(end - at), names[i], strlen(names[i])))) {
            if (at - p >= 2 && at[-2] == NAME && at[-1] < 0x80 && at[-1] <= end - at)
                return true;
            at++;
        }
    }
    return false;
}

static ImportFormat damaged_format(const ImportSource *s)
{
    enum { MOST = 64 << 20 };
    size_t n = MIN(s->n, (size_t)MOST);
    if (!n)
        return IMPORT_UNKNOWN;
    if (is_rest_of_json(s->p, n))
        return IMPORT_CHROME;
    return lost_bits(s->p, n) ? IMPORT_UNKNOWN : perfetto_is_inside(s->p, n) ? IMPORT_PERFETTO : has_planes(s->p, n) ? IMPORT_XSPACE : IMPORT_UNKNOWN;
}

static ImportFormat find_format(const ImportSource *s)
{
    static const char sqlite[] = "SQLite format 3";
    if (s->n >= sizeof sqlite && memcmp(s->p, sqlite, sizeof sqlite) == 0)
        return IMPORT_SQLITE;
    size_t i = 0;
    while (i < s->n && i < 64 && g_ascii_isspace(s->p[i]))
        i++;
    if (i < s->n && (s->p[i] == '{' || s->p[i] == '['))
        return IMPORT_CHROME;
    ImportFormat f = protobuf_format(s);
    if (f == IMPORT_UNKNOWN && s->n && import_is_log(s->p, s->n))
        f = IMPORT_LOG;
    return f == IMPORT_UNKNOWN ? damaged_format(s) : f;
}

ImportFormat import_source_format(const ImportSource *s)
{
    return s->format;
}

bool import_has_profile_name(const char *path)
{
    static const char *const ends[] = { ".xplane.pb", ".trace.json", ".perfetto-trace", ".pftrace", ".sqlite", ".pprof", "_results.db", ".nsys-rep", ".qdrep", ".ncu-rep", ".xplane.riegeli" },
                      *const packed[] = { ".gz", ".zst", ".xz", ".bz2" };
    g_autofree char *name = g_strdup(path);
    for (size_t i = 0; i < G_N_ELEMENTS(packed); i++)
        if (g_str_has_suffix(name, packed[i])) {
            name[strlen(name) - strlen(packed[i])] = 0;
            break;
        }
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
        if (g_str_has_suffix(name, ends[i]))
            return true;
    return false;
}

char *import_source_why_not(const ImportSource *s)
{
    static const struct {
        const char *magic;
        size_t n, at;
        const char *why;
    } kinds[] = {
        { "\x28\xb5\x2f\xfd", 4, 0, "packed with zstd: unpack it first, zstd -d FILE" },
        { "\xfd" "7zXZ", 5, 0, "packed with xz: unpack it first, xz -d FILE" },
        { "BZh", 3, 0, "packed with bzip2: unpack it first, bzip2 -d FILE" },
        { "PK\x03\x04", 4, 0, "a zip archive: unpack it first, unzip FILE" },
        { "ustar", 5, 257, "a tar archive: unpack it first, tar -xf FILE" },
        { "\x83\xaf\x70\xd1\x0d\x88\x4a\x3f", 8, 0, "a Riegeli file, which cannot be read: have the profiler write .xplane.pb, or export Chrome's JSON from XProf" },
        { "PAR1", 4, 0, "a Parquet file, which cannot be read: nsys export --type sqlite gives a database" },
        { "ARROW1", 6, 0, "an Arrow file, which cannot be read: nsys export --type sqlite gives a database" },
        { "\x89HDF", 4, 0, "an HDF5 file, which cannot be read: nsys export --type sqlite gives a database" },
    };
    if (!s->n)
        return g_strdup(s->cut ? "its compressed data are damaged from the begin" : "the file is empty");
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (s->n >= kinds[i].at + kinds[i].n && memcmp(s->p + kinds[i].at, kinds[i].magic, kinds[i].n) == 0)
            return g_strdup(kinds[i].why);
    if (g_str_has_suffix(s->path, ".nsys-rep") || g_str_has_suffix(s->path, ".qdrep"))
        return g_strdup("a report of Nsight Systems, which only its own programs read: nsys export --type sqlite FILE gives a database");
    if (g_str_has_suffix(s->path, ".ncu-rep"))
        return g_strdup("a report of Nsight Compute, which has no timeline: Nsight Systems records one");
    if (import_source_is_text_damaged(s))
        return g_strdup("the file went through a conversion of text and cannot be read: copy it as binary data");
    if (lost_bits(s->p, s->n))
        return g_strdup("the file went through a transfer of seven bits, which lost the eighth of each byte, and cannot be read: copy it as binary data");
    return g_strdup("not a profile of a format that can be read");
}

bool import_is_profile(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    if (import_has_profile_name(path))
        return true;
    if (strstr(path, ".hlo"))
        return false;
    g_autoptr(ImportSource) s = import_source_open(path, NULL);
    ImportFormat f = s ? import_source_format(s) : IMPORT_UNKNOWN;
    return g_str_has_suffix(path, ".txt") ? f == IMPORT_LOG : f != IMPORT_UNKNOWN; /* a text may also be a dump's */
}

const char *import_format_name(ImportFormat f)
{
    switch (f) {
    case IMPORT_UNKNOWN:
        return "unknown";
    case IMPORT_XSPACE:
        return "xplane";
    case IMPORT_CHROME:
        return "chrome_json";
    case IMPORT_PERFETTO:
        return "perfetto";
    case IMPORT_SQLITE:
        return "nsys";
    case IMPORT_PPROF:
        return "pprof";
    case IMPORT_LOG:
        return "log";
    }
    return "unknown";
}

bool import_source_is_text_damaged(const ImportSource *s)
{
    size_t most = MIN(s->n, (size_t)1 << 20), n = 0;
    for (size_t i = 0; i + 2 < most; i++)
        if (s->p[i] == 0xef && s->p[i + 1] == 0xbf && s->p[i + 2] == 0xbd) {
            n++;
            i += 2;
        }
    return n > 16 && n > most / 256;
}
