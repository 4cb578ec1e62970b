/* See log.h: the lines of a log handed to those who know them. Start at import_log(). */
#include "trace/import/log.h"

#include <string.h>

enum { MOST_LINE = 1 << 16 };

/* Of n bytes, few are such as no text has; colours of terminals are. */
static bool looks_like_text(const uint8_t *p, size_t n)
{
    enum { ESCAPE = 27 };
    size_t odd = 0;
    for (size_t i = 0; i < n; i++)
        odd += p[i] < ' ' && p[i] != '\n' && p[i] != '\r' && p[i] != '\t' && p[i] != ESCAPE;
    return !memchr(p, 0, n) && odd <= n / 64;
}

bool import_is_log(const uint8_t *p, size_t n)
{
    static const char *const marks[] = { "Finished XLA compilation of ", "Finished tracing ", "TRACING CACHE MISS at ", "Compilation Analysis", "\nMetric: ", "\nCounter: ", "Peak buffers:",
                                         "Largest program allocations in " };
    size_t most = MIN(n, (size_t)64 << 20);
    if (n >= 9 && (memcmp(p, "Metric: ", 8) == 0 || memcmp(p, "Counter: ", 9) == 0))
        return true;
    if (!looks_like_text(p, MIN(n, (size_t)4096)))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
        if (memmem(p, most, marks[i], strlen(marks[i])))
            return true;
    return false;
}

/* ---- numbers with units ------------------------------------------------------------------------------------------------------------ */

double log_duration(const char *text)
{
    static const struct {
        const char *unit;
        double ns;
    } units[] = { { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 }, { "d", 86400e9 }, { "h", 3600e9 }, { "m", 60e9 }, { "s", 1e9 } };
    double sum = 0;
    bool any = false;
    for (const char *at = text; *at && *at != ' ';) {
        char *end;
        double v = g_ascii_strtod(at, &end);
        size_t i = 0;
        while (end != at && i < G_N_ELEMENTS(units) && !g_str_has_prefix(end, units[i].unit))
            i++;
        if (end == at || i == G_N_ELEMENTS(units))
            return -1;
        sum += v * units[i].ns;
        at = end + strlen(units[i].unit);
        any = true;
    }
    return any ? sum : -1;
}

double log_size(const char *text)
{
    static const char units[] = "kMGTP";
    char *end;
    double v = g_ascii_strtod(text, &end);
    if (end == text)
        return -1;
    const char *unit = *end ? strchr(units, *end == 'K' ? 'k' : *end) : NULL;
    if (*end && *end != 'B' && *end != ' ' && *end != ',' && !unit)
        return -1;
    /* XLA writes 2.00G and 4.00GiB for powers of 1024, PyTorch/XLA 1.23GB */
    double base = unit && end[1] == 'B' ? 1000 : 1024;
    for (const char *u = units; unit && u <= unit; u++)
        v *= base;
    return v;
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------------------ */

static bool next_line(const uint8_t **at, const uint8_t *end, char **line)
{
    if (*at >= end)
        return false;
    const uint8_t *stop = memchr(*at, '\n', (size_t)(end - *at));
    size_t n = (size_t)((stop ? stop : end) - *at);
    g_autofree char *raw = g_strndup((const char *)*at, MIN(n, (size_t)MOST_LINE));
    *line = g_utf8_make_valid(raw, -1);
    *at = stop ? stop + 1 : end;
    return true;
}

bool import_log(ImportRun *r, ImportSource *s, GError **error)
{
    Log log = { .run = r, .source = s, .process = g_strdup(s->name) };
    LogJax *jax = log_jax_new(&log);
    LogTorch *torch = log_torch_new(&log);
    LogMemory *memory = log_memory_new(&log);
    const uint8_t *at = s->p, *end = s->p + s->n;
    char *line;
    while (s->n && next_line(&at, end, &line)) {
        log.n_lines++;
        log.n_used += log_memory_line(memory, line) || log_torch_line(torch, line) || log_jax_line(jax, line);
        g_free(line);
        if (log.n_lines % 65536 == 0)
            import_source_release(s, at);
        if (r->o->stop && r->o->stop(r->o->user))
            break;
    }
    log_jax_end(jax);
    log_torch_end(torch);
    log_memory_end(memory);
    r->n_seen += log.n_used;
    import_saw(r, "lines that say something", log.n_used);
    import_note(r, 0, "other_lines", log.n_lines - log.n_used, "lines are not about compiling, counters or memory");
    import_end_file(r, s, IMPORT_LOG, &(TraceImport){ .status = s->cut });
    g_free(log.process);
    return trace_commit(r->w, error);
}
