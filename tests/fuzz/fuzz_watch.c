/* What those who watch a program and the program itself say to each other: a line may be a request or an answer. A request that is taken
 * means the same when it is printed and read again; of an answer whatever is shown has no control characters, which would reach a terminal. */
#include <string.h>

#include "runtime/library/library_impl.h"
#include "runtime/watch/dial.h"
#include "tests/fuzz/fuzz.h"

static void check_request(const char *line, size_t n)
{
    WireRequest r, again;
    const char *why = NULL;
    if (!wire_read_request(line, n, &r, &why)) {
        fuzz_law(why != NULL, "a refused request has a reason");
        return;
    }
    g_autofree char *text = wire_print_request(r.ask, r.token);
    fuzz_law(wire_read_request(text, strlen(text), &again, &why), "a printed request does not read: %s", text);
    fuzz_law(again.ask == r.ask && wire_same_token(again.token, r.token), "a printed request reads as another: %s", text);
}

static void check_text(const char *text)
{
    for (const char *c = text; *c; c = g_utf8_next_char(c))
        fuzz_law(!g_unichar_iscntrl(g_utf8_get_char(c)), "a control character is shown");
}

static void check_answer(const char *line, size_t n)
{
    g_autoptr(GError) error = NULL;
    JsonObject *all;
    g_autoptr(JsonParser) parser = dial_read(line, n, &all, &error);
    fuzz_law(!parser == !!error, "an answer, or an error");
    JsonObject *status = parser ? dial_object(all, "status") : NULL;
    if (!status)
        return;
    ShardscopeSnapshot *s = library_snapshot(status, line);
    ShardscopeSeenProcess p;
    ShardscopeSeenArrays a;
    ShardscopeSeenProgram g;
    ShardscopeSeenCollective c;
    fuzz_law(shardscope_snapshot_process(s, &p), "a snapshot is of a process");
    check_text(p.command);
    for (int i = 0; shardscope_snapshot_arrays(s, i, &a); i++) {
        check_text(a.line);
        check_text(a.sharding);
    }
    for (int i = 0; shardscope_snapshot_program(s, i, &g); i++)
        check_text(g.name);
    for (int i = 0; shardscope_snapshot_collective(s, i, &c); i++)
        check_text(c.kind);
    shardscope_snapshot_unref(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = fuzz_text(data, size);
    for (char *line = text, *end; line < text + size; line = end + 1) {
        end = memchr(line, '\n', (size_t)(text + size - line));
        end = end ? end : text + size;
        *end = '\0';
        check_request(line, (size_t)(end - line));
        check_answer(line, (size_t)(end - line));
    }
    return 0;
}
