/* The rows of a serialised module that a profile carries: computations, instructions, operands, collectives with their groups, lines of the
 * user's program. Start at import_programs_add(). */
#include <string.h>

#include "trace/import/groups.h"
#include "trace/import/program_rows_impl.h"
#include "trace/import/shape.h"

enum { MAX_INSTRUCTIONS = 1 << 24, MAX_FRAMES = 64 };

char *rows_text(WireMessage m, int number)
{
    WireMessage t = wire_message(m, number);
    g_autofree char *raw = g_strndup(t.n ? (const char *)t.p : "", MIN(t.n, (size_t)1 << 20)); /* ends at a zero byte */
    return g_utf8_make_valid(raw, -1);
}

static int64_t text_row(Rows *r, WireMessage m, int number)
{
    g_autofree char *s = rows_text(m, number);
    return *s ? trace_str(r->w, s) : 0;
}

Inst *rows_inst(const Rows *r, int64_t id)
{
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(r->by_id, &id));
    return at ? &g_array_index(r->insts, Inst, at - 1) : NULL;
}

Comp *rows_comp(const Rows *r, int64_t id)
{
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(r->comp_by_id, &id));
    return at ? &g_array_index(r->comps, Comp, at - 1) : NULL;
}

/* ---- reading the module's lists ------------------------------------------------------------------------------------------ */

static void add_comp(Rows *r, WireMessage m)
{
    Comp c = { .m = m, .id = wire_int(m, 5, 0), .root = wire_int(m, 6, 0), .first = r->insts->len };
    const uint8_t *at = NULL;
    WireMessage im;
    while (r->insts->len < MAX_INSTRUCTIONS && wire_each(m, 2, &at, &im)) {
        Inst i = { .m = im, .id = wire_int(im, 35, 0), .comp = r->comps->len, .opcode = rows_text(im, 2) };
        g_array_append_val(r->insts, i);
        c.n++;
    }
    g_array_append_val(r->comps, c);
}

static void index_all(Rows *r)
{
    for (guint i = 0; i < r->insts->len; i++) /* keys stay where they are: nothing is added any more */
        g_hash_table_insert(r->by_id, &g_array_index(r->insts, Inst, i).id, GUINT_TO_POINTER(i + 1));
    for (guint i = 0; i < r->comps->len; i++)
        g_hash_table_insert(r->comp_by_id, &g_array_index(r->comps, Comp, i).id, GUINT_TO_POINTER(i + 1));
}

static int64_t known_trips(WireMessage inst)
{
    WireMessage config = wire_message(inst, 43);
    const char *at = config.n ? g_strstr_len((const char *)config.p, (gssize)config.n, "\"known_trip_count\"") : NULL;
    const char *end = (const char *)config.p + config.n;
    for (; at && at < end && *at != '}'; at++)
        if (g_ascii_isdigit(*at)) {
            int64_t n = 0;
            for (; at < end && g_ascii_isdigit(*at) && n < INT64_MAX / 100; at++)
                n = 10 * n + (*at - '0');
            return n;
        }
    return 1;
}

/* What runs a computation says what it is, and how often; callers come after what they call. */
static void spread(Rows *r, int64_t entry)
{
    Comp *e = rows_comp(r, entry);
    if (!e && r->comps->len)
        e = &g_array_index(r->comps, Comp, r->comps->len - 1);
    if (!e)
        return;
    e->kind = 1;
    e->trips = 1;
    for (guint k = r->comps->len; k-- > 0;) {
        Comp *c = &g_array_index(r->comps, Comp, k);
        for (guint i = 0; i < c->n; i++) {
            const Inst *in = &g_array_index(r->insts, Inst, c->first + i);
            WireInts called = { 0 };
            wire_ints(in->m, 38, &called);
            bool loop = g_str_equal(in->opcode, "while");
            for (int j = 0; j < called.n; j++) {
                Comp *to = rows_comp(r, called.v[j]);
                if (!to || to == c || to->kind == 1)
                    continue;
                to->kind = g_str_equal(in->opcode, "fusion") ? 2 : loop ? (j == 0 ? 3 : 4) : g_str_equal(in->opcode, "conditional") ? 5 :
                           g_str_equal(in->opcode, "call") || g_str_has_prefix(in->opcode, "async") ? 0 : 6;
                int64_t n = loop ? known_trips(in->m) : 1;
                to->trips = c->trips > 0 && n < (1 << 30) ? MIN(c->trips * n, INT64_C(1) << 40) : 0;
            }
            g_free(called.v);
        }
    }
}

/* ---- places ---------------------------------------------------------------------------------------------------------------- */

static GPtrArray *texts_of(WireMessage m, int number)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    const uint8_t *at = NULL;
    WireMessage t;
    while (wire_each(m, number, &at, &t)) {
        g_autofree char *raw = g_strndup(t.n ? (const char *)t.p : "", MIN(t.n, (size_t)1 << 16));
        g_ptr_array_add(out, g_utf8_make_valid(raw, -1));
    }
    return out;
}

static WireMessage *messages_of(WireMessage m, int number, int *n)
{
    g_autoptr(GArray) out = g_array_new(FALSE, FALSE, sizeof(WireMessage));
    const uint8_t *at = NULL;
    WireMessage t;
    while (wire_each(m, number, &at, &t))
        g_array_append_val(out, t);
    *n = (int)out->len;
    return g_memdup2(out->data, out->len * sizeof(WireMessage));
}

static const char *nth_text(const GPtrArray *texts, int64_t i)
{
    return i > 0 && i <= texts->len ? texts->pdata[i - 1] : NULL;
}

static int64_t frame_row(Rows *r, int64_t frame, int depth)
{
    if (frame < 1 || frame > r->n_stack || depth > MAX_FRAMES)
        return 0;
    if (r->stack_row[frame - 1])
        return r->stack_row[frame - 1];
    int64_t place = wire_int(r->stack[frame - 1], 1, 0), parent = wire_int(r->stack[frame - 1], 2, 0);
    if (place < 1 || place > r->n_places)
        return 0;
    WireMessage at = r->places[place - 1];
    const char *file = nth_text(r->files, wire_int(at, 1, 0)), *function = nth_text(r->functions, wire_int(at, 2, 0));
    TraceLoc row = { .file_id = trace_str(r->w, file), .func_id = trace_str(r->w, function), .parent_id = parent != frame ? frame_row(r, parent, depth + 1) : 0 };
    int64_t line = wire_int(at, 3, 0), col = wire_int(at, 4, 0);
    if (line > 0)
        row.line = TRACE_INT(line);
    if (col > 0)
        row.col = TRACE_INT(col);
    return r->stack_row[frame - 1] = row.file_id ? trace_loc(r->w, &row) : 0;
}

static int64_t place_of(Rows *r, WireMessage metadata)
{
    int64_t frame = wire_int(metadata, 15, 0), row = frame_row(r, frame, 0);
    if (row) {
        WireMessage at = r->places[wire_int(r->stack[frame - 1], 1, 0) - 1];
        r->place_file = nth_text(r->files, wire_int(at, 1, 0));
        r->place_line = wire_int(at, 3, 0);
        return row;
    }
    g_free(r->own_file);
    const char *file = r->place_file = r->own_file = rows_text(metadata, 3);
    r->place_line = wire_int(metadata, 4, 0);
    return *file ? trace_loc_at(r->w, file, (int)CLAMP(wire_int(metadata, 4, 0), 0, INT32_MAX), (int)CLAMP(wire_int(metadata, 18, 0), 0, INT32_MAX)) : 0;
}

/* "dot_general (train.py:12)": the last part of the framework's name, and the line. NULL without either; the caller frees it. */
static char *label_of(Rows *r, WireMessage metadata)
{
    g_autofree char *name = rows_text(metadata, 2);
    const char *slash = strrchr(name, '/'), *last = slash && slash[1] ? slash + 1 : name;
    if (!strchr(last, '(')) /* "transpose(jvp()/reduce_sum)" */
        name[last - name + (ptrdiff_t)strcspn(last, ")")] = 0;
    if (!*last || !r->place_file || !*r->place_file)
        return NULL;
    g_autofree char *base = g_path_get_basename(r->place_file);
    return g_strdup_printf("%s (%s:%" G_GINT64_FORMAT ")", last, base, r->place_line);
}

/* ---- collectives ------------------------------------------------------------------------------------------------------------ */

/* The instruction whose opcode names the collective: itself, or of async-start what it wraps. */
static Inst *collective_in(const Rows *r, Inst *in)
{
    int kind;
    import_cat_of(in->opcode, &kind);
    if (kind)
        return in;
    if (!g_str_has_prefix(in->opcode, "async-start"))
        return NULL;
    WireInts called = { 0 };
    wire_ints(in->m, 38, &called);
    Comp *c = called.n ? rows_comp(r, called.v[0]) : NULL;
    g_free(called.v);
    for (guint i = 0; c && i < c->n; i++) {
        Inst *inner = &g_array_index(r->insts, Inst, c->first + i);
        import_cat_of(inner->opcode, &kind);
        if (kind)
            return inner;
    }
    return NULL;
}

/* Bytes that a device sends with a ring of n: what nccl-tests divides by the time to get bus bandwidth. */
static int64_t ring_bytes(int kind, int64_t in, int64_t out, int64_t n)
{
    double part = n > 1 ? (double)(n - 1) / (double)n : 0, whole = (double)MAX(in, out);
    switch (kind) {
    case 2:
        return (int64_t)(2 * whole * part);
    case 5:
    case 6:
    case 7:
        return (int64_t)whole;
    default:
        return (int64_t)(whole * part);
    }
}

static void put_coll(Rows *r, Inst *in, Inst *wrapped, const Comp *c)
{
    WireInts operands = { 0 };
    wire_ints(wrapped->m, 36, &operands);
    int64_t bytes_in = 0, bytes_out = wrapped->bytes;
    for (int i = 0; i < operands.n; i++) {
        const Inst *o = rows_inst(r, operands.v[i]);
        bytes_in += o ? o->bytes : 0;
    }
    g_free(operands.v);
    int kind = 0;
    import_cat_of(wrapped->opcode, &kind);
    bool pair = g_str_has_suffix(wrapped->opcode, "-start");
    if (pair && (kind == 1 || kind == 5)) /* its result holds its operand beside what it makes */
        bytes_out = kind == 5 ? bytes_in : MAX(bytes_out - bytes_in, 0);
    ImportGroups *groups = import_groups_of(r->p, r->g, wrapped->m);
    in->op->groups = groups;
    if (r->g->insts)
        return;
    int64_t n = groups->size ? groups->size : (int64_t)r->g->n_partitions * r->g->n_replicas;
    TraceColl row = { .inst_id = in->row, .kind = kind, .mode = groups->mode, .gset_id = groups->gset_id, .bytes_in = bytes_in, .bytes_out = bytes_out,
                      .bytes_wire = ring_bytes(kind, bytes_in, bytes_out, n), .is_async = pair || wrapped != in };
    if (c->trips > 0)
        row.trips = TRACE_INT(c->trips);
    int64_t channel = wire_int(wrapped->m, 26, 0);
    if (channel > 0)
        row.channel = TRACE_INT(channel);
    if (in->op->pair && in->op->pair->inst_id)
        row.done_id = in->op->pair->inst_id;
    trace_put_coll(r->w, &row);
    int64_t sent;
    if (__builtin_mul_overflow(row.bytes_wire, row.trips.known ? row.trips.v : 1, &sent) || __builtin_add_overflow(r->traffic, sent, &r->traffic))
        r->traffic = INT64_MAX;
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------------- */

/* Elements of another width are no longer one to one with the operand's. */
static bool keeps_width(const Rows *r, const Inst *in)
{
    WireInts operands = { 0 };
    wire_ints(in->m, 36, &operands);
    const Inst *from = operands.n ? rows_inst(r, operands.v[0]) : NULL;
    g_free(operands.v);
    return !from || import_element_bits(wire_message(from->m, 3)) == import_element_bits(wire_message(in->m, 3));
}

/* XLA's category of an instruction, by its own fields. */
static const char *category_of(const Rows *r, const Inst *in, const char *fusion)
{
    if (g_str_equal(in->opcode, "bitcast-convert") && !keeps_width(r, in))
        return in->opcode;
    if (!g_str_equal(in->opcode, "convolution"))
        return import_category(in->opcode, *fusion ? fusion : NULL);
    bool base = false, window = false;
    const uint8_t *at = NULL;
    WireMessage dim;
    while (wire_each(wire_message(in->m, 15), 1, &at, &dim)) {
        base |= wire_int(dim, 6, 1) > 1;
        window |= wire_int(dim, 5, 1) > 1;
    }
    return base && window ? "convolution base-dilated window-dilated" : base ? "convolution base-dilated" : window ? "convolution window-dilated" : "convolution";
}

static void put_inst(Rows *r, Inst *in, const Comp *c, int64_t ord)
{
    g_autofree char *name = rows_text(in->m, 1), *fusion = rows_text(in->m, 11);
    WireMessage metadata = wire_message(in->m, 7);
    in->op = import_program_new_op(r->p, r->g, *name ? name : "?");
    in->op->in_entry = c->kind == 1;
    in->op->ord = ord;
    const ImportFacts *f = import_facts_of(r->p, r->g, in->op->name);
    const Inst *wrapped = collective_in(r, in);
    in->op->cat = import_cat_of(in->opcode, &in->op->coll_kind);
    if (wrapped)
        in->op->cat = import_cat_of(wrapped->opcode, &in->op->coll_kind);
    in->op->starts = g_str_has_suffix(in->opcode, "-start");
    in->op->ends = g_str_has_suffix(in->opcode, "-done");
    in->op->category_id = import_category_row(r->p, f && f->category ? f->category : category_of(r, in, fusion));
    g_string_truncate(r->s, 0);
    in->bytes = import_shape(wire_message(in->m, 3), r->s);
    if (r->g->insts) {
        in->row = in->op->inst_id = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(r->g->insts, in->op->name));
        return;
    }
    TraceInst row = { .comp_id = c->row, .ord = ord, .name_id = in->op->name_id, .opcode_id = trace_str(r->w, *in->opcode ? in->opcode : "?"), .shape_id = trace_str(r->w, r->s->str),
                      .bytes_out = TRACE_INT(in->bytes), .op_name_id = text_row(r, metadata, 2), .loc_id = place_of(r, metadata), .category_id = in->op->category_id };
    if (!row.loc_id && f)
        row.loc_id = import_loc(r->w, f->source, f->stack);
    in->label = label_of(r, metadata);
    row.label_id = in->label ? trace_str(r->w, in->label) : 0;
    if (in->id == c->root)
        row.flags |= TRACE_INST_ROOT;
    if (wrapped)
        row.flags |= TRACE_INST_COLLECTIVE;
    if (f && f->flops >= 0)
        row.flops = TRACE_REAL(f->flops);
    if (f && f->bytes >= 0)
        row.bytes_rw = TRACE_REAL(f->bytes);
    if (c->kind == 1 && g_str_equal(in->opcode, "parameter"))
        row.param_no = TRACE_INT(wire_int(in->m, 9, 0));
    WireInts called = { 0 };
    wire_ints(in->m, 38, &called);
    Comp *to = called.n ? rows_comp(r, called.v[0]) : NULL;
    row.called_comp = to ? to->row : 0;
    g_free(called.v);
    in->row = trace_put_inst(r->w, &row);
    in->op->inst_id = in->row;
}

static void put_operands(Rows *r, Inst *in)
{
    WireInts v = { 0 };
    wire_ints(in->m, 36, &v);
    for (int i = 0; i < v.n; i++) {
        Inst *from = rows_inst(r, v.v[i]);
        if (from && from->row && !r->g->insts)
            trace_put_operand(r->w, &(TraceOperand){ .inst_id = in->row, .pos = i, .src_id = from->row });
        if (i == 0 && in->op->ends && from && from->op && from->op != in->op && !in->op->pair && from->op->starts) {
            in->op->pair = from->op;
            from->op->pair = in->op;
            in->op->coll_kind = from->op->coll_kind;
            in->op->cat = from->op->cat;
        }
    }
    g_free(v.v);
}

static void put_comp(Rows *r, int64_t snapshot, Comp *c)
{
    g_autofree char *name = rows_text(c->m, 1);
    TraceComputation row = { .snapshot_id = snapshot, .name = name, .hlo_id = TRACE_INT(c->id), .kind = c->kind };
    if (c->trips > 0)
        row.trips = TRACE_INT(c->trips);
    c->row = trace_put_computation(r->w, &row);
}

static int64_t put_snapshot(Rows *r)
{
    TraceSnapshot snapshot = { .module_id = r->g->module_id, .stage = TRACE_STAGE_FINAL, .label = "as it ran", .n_inst = TRACE_INT(r->insts->len) };
    g_autofree char *hlo = r->p->text ? r->p->text(r->module.p, r->module.n) : NULL;
    if (hlo)
        snapshot.text_id = trace_blob(r->w, TRACE_BLOB_HLO, hlo, strlen(hlo));
    else
        snapshot.proto_id = trace_blob(r->w, TRACE_BLOB_PROTO, r->module.p, r->module.n);
    return trace_put_snapshot(r->w, &snapshot);
}

static void put_all(Rows *r)
{
    int64_t id = r->snapshot_id = r->g->insts ? 0 : put_snapshot(r);
    for (guint k = 0; k < r->comps->len && id; k++)
        put_comp(r, id, &g_array_index(r->comps, Comp, k));
    for (guint k = 0; k < r->comps->len; k++) {
        const Comp *c = &g_array_index(r->comps, Comp, k);
        for (guint i = 0; i < c->n; i++)
            put_inst(r, &g_array_index(r->insts, Inst, c->first + i), c, i);
        for (guint i = 0; i < c->n; i++)
            put_operands(r, &g_array_index(r->insts, Inst, c->first + i));
        for (guint i = 0; i < c->n; i++) {
            Inst *in = &g_array_index(r->insts, Inst, c->first + i);
            Inst *wrapped = in->op->ends ? NULL : collective_in(r, in);
            if (wrapped)
                put_coll(r, in, wrapped, c);
        }
    }
}

static WireMessage module_in(WireMessage m)
{
    WireMessage inner = wire_message(m, 1);
    bool bad = false;
    inner.bad = &bad;
    bool is_module = wire_has(inner, 3) && wire_has(inner, 1) && !bad; /* of a module, field 1 is its name */
    inner.bad = m.bad;
    return is_module ? inner : m;
}

static void rows_clear(Rows *r)
{
    for (guint i = 0; i < r->insts->len; i++)
        g_free(g_array_index(r->insts, Inst, i).opcode);
    for (guint i = 0; i < r->insts->len; i++)
        g_free(g_array_index(r->insts, Inst, i).label);
    g_array_unref(r->insts);
    g_array_unref(r->comps);
    g_hash_table_unref(r->by_id);
    g_hash_table_unref(r->comp_by_id);
    g_ptr_array_unref(r->files);
    g_ptr_array_unref(r->functions);
    g_free(r->places);
    g_free(r->stack);
    g_free(r->stack_row);
    g_free(r->own_file);
    g_string_free(r->s, TRUE);
}

/* assignment: of its memory; may be empty. Fills in what *row says of the whole. */
static void read_module(ImportPrograms *p, ImportProgram *g, WireMessage m, WireMessage assignment, TraceModule *row)
{
    WireMessage frames = wire_message(m, 17);
    Rows r = { .p = p, .w = p->w, .g = g, .module = m, .insts = g_array_new(FALSE, TRUE, sizeof(Inst)), .comps = g_array_new(FALSE, TRUE, sizeof(Comp)),
               .by_id = g_hash_table_new(g_int64_hash, g_int64_equal), .comp_by_id = g_hash_table_new(g_int64_hash, g_int64_equal),
               .files = texts_of(frames, 1), .functions = texts_of(frames, 2), .s = g_string_new(NULL) };
    r.places = messages_of(frames, 3, &r.n_places);
    r.stack = messages_of(frames, 4, &r.n_stack);
    r.stack_row = g_new0(int64_t, r.n_stack + 1);
    const uint8_t *at = NULL;
    WireMessage comp;
    while (wire_each(m, 3, &at, &comp))
        add_comp(&r, comp);
    index_all(&r);
    spread(&r, wire_int(m, 6, 0));
    put_all(&r);
    row->traffic = TRACE_INT(r.traffic);
    if (r.snapshot_id && assignment.n)
        row->peak_bytes = rows_put_memory(&r, assignment);
    rows_clear(&r);
}

ImportProgram *import_programs_add(ImportPrograms *p, uint64_t program_id, WireMessage proto)
{
    WireMessage m = module_in(proto);
    g_autofree char *name = rows_text(m, 1);
    if (!*name || !wire_has(m, 3))
        return NULL;
    for (guint i = 0; i < p->all->len; i++) { /* also carried by another host's profile */
        ImportProgram *have = p->all->pdata[i];
        if (g_str_equal(have->name, name) && have->known && have->program_id == program_id)
            return have;
    }
    ImportProgram *g = import_programs_dumped(p, name, program_id);
    if (!g || g->known)
        g = import_program_new(p, name);
    g->has_id = true;
    g->program_id = program_id;
    g->known = true;
    WireMessage assignment = wire_message(m, 15);
    g->n_replicas = (int)CLAMP(wire_int(assignment, 1, 1), 1, 1 << 20);
    g->n_partitions = (int)CLAMP(wire_int(assignment, 2, 1), 1, 1 << 20);
    TraceModule row = { .run_id = p->run_id, .name = g->name, .program_id = TRACE_INT((int64_t)program_id), .replicas = TRACE_INT(g->n_replicas),
                        .partitions = TRACE_INT(g->n_partitions), .planner = "XLA", .strategy = "XLA" };
    if (!g->insts)
        row.id = g->module_id = trace_put_module(p->w, &row);
    bool bad = false;
    m.bad = &bad;
    import_groups_assign(g, m);
    WireMessage plan = m.p != proto.p ? wire_message(proto, 3) : (WireMessage){ .bad = &bad };
    plan.bad = &bad;
    read_module(p, g, m, plan, &row);
    if (row.id)
        trace_set_module(p->w, &row);
    p->n_unread += bad;
    *proto.bad = *proto.bad || bad;
    return g;
}
