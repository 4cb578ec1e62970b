/* Locations and annotations of instructions: stack-frame tables, metadata, frontend attributes. */
#include "runtime/text/hlo_impl.h"

#include <string.h>

/* ---- stack-frame tables ---------------------------------------------------------------------- */

typedef struct LocRow {
    int64_t file, func, line, col, end_line, end_col;
} LocRow;

/* {key=int key=int ...}: values are stored as `keys` says; unknown keys are skipped. */
static bool row_fields(HloReader *rd, const char *const *keys, int64_t **values)
{
    Lex *lx = &rd->lx;
    unsigned seen = 0;
    if (!lex_expect(lx, '{'))
        return false;
    while (lex_peek(lx) != '}') {
        Span key = lex_word(lx);
        int64_t v;
        if (key.n == 0)
            return lex_expected(lx, "a name or '}'");
        if (!lex_expect(lx, '=') || !lex_int(lx, &v, "a number"))
            return false;
        for (int i = 0; keys[i]; i++)
            if (span_is(key, keys[i])) {
                *values[i] = v;
                seen |= 1u << i;
            }
        lex_accept(lx, ',');
    }
    for (int i = 0; keys[i]; i++)
        if (!(seen >> i & 1))
            return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL, "expected %s= in this row", keys[i]);
    return lex_expect(lx, '}');
}

/* The number of a row in the text is ignored; its position counts. */
static bool at_row(Lex *lx)
{
    return g_ascii_isdigit(lex_peek(lx));
}

typedef VEC(const char *) TextTable;

static bool text_table(HloReader *rd, const char *title, TextTable *out)
{
    Lex *lx = &rd->lx;
    if (!lex_accept_text(lx, title))
        return true;
    while (at_row(lx)) {
        int64_t number;
        char *text;
        if (!lex_int(lx, &number, "a row number") || !lex_string_dup(lx, rd->a, &text))
            return false;
        vec_push(out, text);
    }
    return true;
}

static const char *row_text(const TextTable *t, int64_t id)
{
    return id >= 1 && id <= t->n ? t->v[id - 1] : NULL;
}

bool hlo_stack_tables(HloReader *rd)
{
    Lex *lx = &rd->lx;
    TextTable files = {0}, funcs = {0};
    VEC(LocRow) locs = {0};
    VEC(Loc *) frames = {0};
    bool fine = text_table(rd, "FileNames", &files) && text_table(rd, "FunctionNames", &funcs);
    int64_t number;
    if (fine && lex_accept_text(lx, "FileLocations"))
        while (fine && at_row(lx)) {
            static const char *const keys[] = {"file_name_id", "function_name_id", "line", "column",
                                               "end_line",     "end_column",       NULL};
            LocRow r = {0};
            int64_t *values[] = {&r.file, &r.func, &r.line, &r.col, &r.end_line, &r.end_col};
            fine = lex_int(lx, &number, "a row number") && row_fields(rd, keys, values);
            vec_push(&locs, r);
        }
    if (fine && lex_accept_text(lx, "StackFrames"))
        while (fine && at_row(lx)) {
            static const char *const keys[] = {"file_location_id", "parent_frame_id", NULL};
            int64_t where = 0, parent = 0;
            int64_t *values[] = {&where, &parent};
            const char *at = lx->p;
            fine = lex_int(lx, &number, "a row number") && row_fields(rd, keys, values);
            Loc *loc = arena_new(rd->a, Loc);
            if (where >= 1 && where <= locs.n) {
                const LocRow *r = &locs.v[where - 1];
                *loc = (Loc){row_text(&files, r->file),
                             (int)r->line,
                             (int)r->col,
                             (int)r->end_line,
                             (int)r->end_col,
                             row_text(&funcs, r->func),
                             NULL};
            }
            /* The text has the parent's number plus one: 1 (or 0, or nothing) means none. Parents come
             * first, so chains cannot be circular. */
            if (parent > 1 && parent - 1 <= frames.n)
                loc->caller = frames.v[parent - 2];
            else if (parent > 1 && fine)
                fine = lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                                "stack frame %d names frame %" G_GINT64_FORMAT
                                " as its caller, which is not defined before it",
                                frames.n + 1, parent - 1);
            vec_push(&frames, loc);
        }
    if (fine && frames.n) {
        rd->m->frames = arena_dup_array(rd->a, (const Loc *const *)frames.v, frames.n);
        rd->m->n_frames = frames.n;
    }
    vec_clear(&files);
    vec_clear(&funcs);
    vec_clear(&locs);
    vec_clear(&frames);
    return fine;
}

/* ---- metadata -------------------------------------------------------------------------------- */

static bool interned_string(HloReader *rd, const char **out)
{
    Span inside;
    bool escaped;
    if (!lex_string(&rd->lx, &inside, &escaped))
        return false;
    if (!escaped) {
        *out = hlo_text(rd, inside);
        return true;
    }
    size_t n;
    char *text = lex_unescape(rd->scratch, inside, &n);
    *out = str_intern_n(rd->m->strs, text, n);
    arena_reset(rd->scratch);
    return true;
}

bool hlo_metadata(HloReader *rd, IrOp *op)
{
    Lex *lx = &rd->lx;
    Loc loc = {0};
    bool has_loc = false;
    int64_t v, frame = 0;
    if (!lex_expect(lx, '{'))
        return false;
    while (lex_peek(lx) != '}') {
        const char *at = lx->p;
        Span key = lex_word(lx);
        if (key.n == 0)
            return lex_expected(lx, "a name or '}'");
        if (!lex_expect(lx, '='))
            return false;
        if (span_is(key, "op_name")) {
            if (!interned_string(rd, &op->op_name))
                return false;
        } else if (span_is(key, "stack_frame_id")) {
            if (!lex_int(lx, &frame, "a frame number"))
                return false;
            if (rd->m->n_frames == 0 && frame > 0) { /* cut out of a text with tables: kept as it is */
                pair_push(rd->a, &op->extra, &op->n_extra,
                          (IrPair){"metadata.stack_frame_id",
                                   arena_printf(rd->a, "%" G_GINT64_FORMAT, frame), true});
                frame = 0;
            }
            if (frame < 0 || frame > rd->m->n_frames)
                return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                                "stack frame %" G_GINT64_FORMAT " of %d", frame, rd->m->n_frames);
        } else if (span_is(key, "source_file")) {
            if (!interned_string(rd, &loc.file))
                return false;
            has_loc = true;
        } else if (span_is(key, "source_line") || span_is(key, "source_column") ||
                   span_is(key, "source_end_line") || span_is(key, "source_end_column")) {
            if (!lex_int(lx, &v, "a number"))
                return false;
            int *field = span_is(key, "source_line")       ? &loc.line
                         : span_is(key, "source_column")   ? &loc.col
                         : span_is(key, "source_end_line") ? &loc.end_line
                                                           : &loc.end_col;
            *field = (int)CLAMP(v, 0, G_MAXINT);
        } else {
            /* Keys differ between versions; unknown ones are kept, like unknown attributes. */
            Span value;
            if (op->n_extra >= MAX_KEPT_ATTRS)
                return lex_fail(lx, key.s, SHARD_ERROR_LIMIT, NULL,
                                "more than %d attributes without a meaning here", MAX_KEPT_ATTRS);
            bool escaped, string = span_is(key, "op_type") || span_is(key, "deduplicated_name") ||
                                   span_is(key, "scheduling_name") ||
                                   span_is(key, "metadata_payload");
            lex_skip(lx);
            value.s = lx->p;
            Ints numbers;
            if (span_is(key, "profile_type") ? !hlo_int_list(rd, &numbers)
                : string || *lx->p == '"' ? !lex_string(lx, &(Span){0}, &escaped)
                                        : !lex_value(lx, &value))
                return false;
            value.n = (size_t)(lx->p - value.s);
            g_autofree char *full = g_strdup_printf("metadata.%.*s", (int)MIN(key.n, 100), key.s);
            pair_push(rd->a, &op->extra, &op->n_extra,
                      (IrPair){str_intern(rd->m->strs, full), hlo_text(rd, value), true});
        }
        lex_accept(lx, ',');
    }
    if (frame > 0)
        op->loc = rd->m->frames[frame - 1];
    else if (has_loc)
        op->loc = arena_dup_array(rd->a, &loc, 1);
    return lex_expect(lx, '}');
}

/* ---- frontend attributes --------------------------------------------------------------------- */

bool hlo_frontend_attributes(HloReader *rd, IrPair **pairs, int *n)
{
    Lex *lx = &rd->lx;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        IrPair pair = {0};
        Span key = lex_word(lx), raw;
        bool escaped;
        if (key.n == 0 && *lx->p == '"' && !lex_string(lx, &key, &escaped))
            return false;
        if (key.n == 0)
            return lex_expected(lx, "a name or '}'");
        pair.key = hlo_text(rd, key);
        if (!lex_expect(lx, '='))
            return false;
        pair.raw = lex_peek(lx) == '{';
        if (pair.raw) {
            if (!lex_balanced(lx, &raw, false))
                return false;
            pair.value = hlo_text(rd, raw);
        } else if (*lx->p == '"' || *lx->p == '\'') {
            if (!interned_string(rd, &pair.value))
                return false;
        } else {
            return lex_expected(lx, "a string or a dictionary in braces");
        }
        pair_push(rd->a, pairs, n, pair);
    }
    return lex_expect(lx, '}');
}
