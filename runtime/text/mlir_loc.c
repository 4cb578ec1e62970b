/* Locations: file positions, names, call sites, fused locations. The location of an op is reduced to a framework name and a
 * chain of source frames, innermost first. JAX writes a frame as "function"("file":line:col), so a name directly around a
 * file position is a function's name inside a call site, and the op's own name outside. */
#include "runtime/text/mlir_attr.h"

#include <string.h>

/* Limits chains of frames: in a hostile file shared call sites could double them at every step. */
enum { MAX_FRAMES = 100 };

static bool read_inner(Mlir *x, MLoc *out);

static const Loc *innermost(Mlir *x, const MLoc *l)
{
    if (!l->named_file || !l->frames)
        return l->frames;
    Loc *frame = arena_new(x->m->arena, Loc);
    *frame = *l->frames;
    frame->func = l->name;
    return frame;
}

/* callee's frames followed by the caller's. */
static const Loc *chain(Mlir *x, const Loc *callee, const Loc *caller)
{
    if (!callee || !caller)
        return callee ? callee : caller;
    Loc *first = NULL, *last = NULL;
    int n = 0;
    for (; callee && n < MAX_FRAMES; callee = callee->caller, n++) {
        Loc *copy = arena_new(x->m->arena, Loc);
        *copy = *callee;
        copy->caller = NULL;
        if (last)
            last->caller = copy;
        else
            first = copy;
        last = copy;
    }
    int rest = 0;
    for (const Loc *l = caller; l && rest < MAX_FRAMES; l = l->caller)
        rest++;
    if (n + rest <= MAX_FRAMES)
        last->caller = caller;
    return first;
}

void mlir_loc_file(Mlir *x, const char *file, const int64_t place[4], MLoc *out)
{
    out->frame = true;
    if (!*file)
        return;
    Loc *l = arena_new(x->m->arena, Loc);
    l->file = str_intern(x->m->strs, file);
    l->line = (int)CLAMP(place[0], 0, G_MAXINT);
    l->col = (int)CLAMP(place[1], 0, G_MAXINT);
    l->end_line = (int)CLAMP(place[2], 0, G_MAXINT);
    l->end_col = (int)CLAMP(place[3], 0, G_MAXINT);
    out->frames = l;
}

void mlir_loc_named(Mlir *x, const char *name, const MLoc *child, MLoc *out)
{
    out->name = str_intern(x->m->strs, name);
    out->named_file = child->frame;
    out->frames = innermost(x, child);
    /* "add:"("jit(f)/add"(..)): the outer name is only the last part of the inner one. A path is no function's name. */
    size_t n = strlen(name);
    if (n && name[n - 1] == ':' && child->name && (!child->named_file || strchr(child->name, '/'))) {
        out->name = child->name;
        out->frames = child->frames;
    }
}

void mlir_loc_call(Mlir *x, const MLoc *callee, const MLoc *caller, MLoc *out)
{
    out->name = callee->named_file ? NULL : callee->name;
    out->frames = chain(x, innermost(x, callee), innermost(x, caller));
}

void mlir_loc_fuse(Mlir *x, const MLoc *part, MLoc *out)
{
    out->name = out->name ? out->name : part->name;
    out->frames = out->frames ? out->frames : innermost(x, part);
}

/* Behind the file's name: ":line:col [to [line]:col]". */
static bool read_position(Mlir *x, const char *file, MLoc *out)
{
    int64_t v[4] = { 0 };
    if (!mlir_expect(x, ':') || !mlir_read_int(x, &v[0]) || !mlir_expect(x, ':') || !mlir_read_int(x, &v[1]))
        return false;
    if (mlir_accept_keyword(x, "to")) {
        v[2] = v[0];
        if (mlir_peek(x) != ':' && !mlir_read_int(x, &v[2]))
            return false;
        if (!mlir_expect(x, ':') || !mlir_read_int(x, &v[3]))
            return false;
    }
    mlir_loc_file(x, file, v, out);
    return true;
}

static bool read_named(Mlir *x, MLoc *out)
{
    const char *name = mlir_read_string(x, NULL);
    if (!name)
        return false;
    if (mlir_peek(x) == ':')
        return read_position(x, name, out);
    MLoc child = { 0 };
    if (mlir_accept(x, '(') && (!read_inner(x, &child) || !mlir_expect(x, ')')))
        return false;
    mlir_loc_named(x, name, &child, out);
    return true;
}

static bool read_callsite(Mlir *x, MLoc *out)
{
    MLoc callee = { 0 }, caller = { 0 };
    if (!mlir_expect(x, '(') || !read_inner(x, &callee) || !mlir_expect_keyword(x, "at") ||
        !read_inner(x, &caller) || !mlir_expect(x, ')'))
        return false;
    mlir_loc_call(x, &callee, &caller, out);
    return true;
}

static bool read_fused(Mlir *x, MLoc *out)
{
    Str metadata;
    if (mlir_peek(x) == '<' && !mlir_skip_balanced(x, &metadata))
        return false;
    if (!mlir_expect(x, '['))
        return false;
    if (mlir_accept(x, ']'))
        return true;
    do {
        MLoc part = { 0 };
        if (!read_inner(x, &part))
            return false;
        mlir_loc_fuse(x, &part, out);
    } while (mlir_accept(x, ','));
    return mlir_expect(x, ']');
}

static bool read_inner(Mlir *x, MLoc *out)
{
    char c = mlir_peek(x);
    if (!mlir_enter(x))
        return false;
    bool ok;
    if (c == '"') {
        ok = read_named(x, out);
    } else if (c == '#') {
        const char *start = x->cur++;
        while (mlir_is_name_char(*x->cur))
            x->cur++;
        const char *name = str_intern_n(x->names, start, (size_t)(x->cur - start));
        ok = mlir_alias_loc(x, start, name, out);
    } else {
        Str w = mlir_accept_word(x);
        Str body;
        if (str_is(w, "unknown"))
            ok = true;
        else if (str_is(w, "callsite"))
            ok = read_callsite(x, out);
        else if (str_is(w, "fused"))
            ok = read_fused(x, out);
        else if (str_is(w, "loc")) /* loc(..) inside a location */
            ok = mlir_expect(x, '(') && read_inner(x, out) && mlir_expect(x, ')');
        else if (w.n && mlir_peek(x) == '<') /* a dialect's own location */
            ok = mlir_skip_balanced(x, &body);
        else
            ok = mlir_expected(x, "a location");
    }
    mlir_leave(x);
    return ok;
}

bool mlir_read_loc(Mlir *x, MLoc *out)
{
    *out = (MLoc){ 0 };
    if (mlir_peek(x) != 'l' || !mlir_accept_keyword(x, "loc"))
        return true;
    return mlir_expect(x, '(') && read_inner(x, out) && mlir_expect(x, ')');
}
