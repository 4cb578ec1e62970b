/* Writes modules as rows of the trace: snapshots with their text, computations, instructions, operands, collectives, shardings. */
#include "runtime/record/record_impl.h"

#include "runtime/ir/label.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"
#include "trace/capped.h"
#include "trace/import/programs.h"

int64_t record_loc(Record *r, const Loc *loc)
{
    if (!loc || !loc->file)
        return 0;
    gpointer have = g_hash_table_lookup(r->locs, loc);
    if (have)
        return GPOINTER_TO_SIZE(have);
    TraceLoc row = { .file_id = trace_str(r->w, loc->file), .func_id = trace_str(r->w, loc->func),
                     .parent_id = record_loc(r, loc->caller) };
    if (loc->line > 0)
        row.line = TRACE_INT(loc->line);
    if (loc->col > 0)
        row.col = TRACE_INT(loc->col);
    if (loc->end_line > 0)
        row.end_line = TRACE_INT(loc->end_line);
    if (loc->end_col > 0)
        row.end_col = TRACE_INT(loc->end_col);
    int64_t id = trace_loc(r->w, &row);
    g_hash_table_insert(r->locs, (gpointer)loc, GSIZE_TO_POINTER(id));
    return id;
}

static const char *axes_text(GString *s, const Mesh *mesh, AxisList axes)
{
    g_string_truncate(s, 0);
    axis_list_print(s, mesh, axes);
    return s->str;
}

/* Stride of an axis piece in mesh positions. */
static int64_t stride_of(const Mesh *mesh, AxisRef a)
{
    int64_t stride = mesh->axes[a.axis].size / (a.pre * a.size);
    for (int i = a.axis + 1; i < mesh->n_axes; i++)
        stride *= mesh->axes[i].size;
    return stride;
}

/* The program's, or one of the same axes whose devices are in another order. */
static int64_t mesh_of(Record *r, const Sharding *s)
{
    const Mesh *own = r->compiled->whole->mesh;
    bool other = own && !s->maximal && s->mesh != own && s->mesh->n_axes == own->n_axes && s->mesh->n_devices == own->n_devices;
    return other ? record_mesh(r, s->mesh) : r->mesh_id;
}

int64_t record_sharding(Record *r, const Sharding *s)
{
    static const char *const reductions[] = { "sum", "max", "min", "product", "and", "or", "xor" };
    if (!s || !r->w)
        return 0;
    gpointer have = g_hash_table_lookup(r->shardings, s);
    if (have)
        return GPOINTER_TO_SIZE(have);
    g_autoptr(GString) text = g_string_new(NULL), axes = g_string_new(NULL);
    sharding_print_sdy(text, s, false);
    g_autoptr(GArray) dims = g_array_new(FALSE, TRUE, sizeof(TraceShardingDim));
    g_autoptr(GArray) pieces = g_array_new(FALSE, TRUE, sizeof(TraceShardingPiece));
    g_autoptr(GArray) roles = g_array_new(FALSE, TRUE, sizeof(TraceShardingAxis));
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    int64_t shards = 1;
    AxisList used[MAX_RANK + 2];
    int n_used = 0;
    for (int d = 0; d < s->rank; d++) {
        AxisList l = s->dims[d].axes;
        char *t = g_strdup(axes_text(axes, s->mesh, l));
        g_ptr_array_add(texts, t);
        TraceShardingDim dim = { .dim = d, .parts = axis_list_size(l), .axes = l.n ? t : NULL, .is_open = s->dims[d].open };
        g_array_append_val(dims, dim);
        int64_t mult = dim.parts;
        for (int k = 0; k < l.n; k++) {
            mult /= l.v[k].size;
            TraceShardingPiece p = { .dim = d, .pos = k, .stride = stride_of(s->mesh, l.v[k]), .size = l.v[k].size, .mult = mult };
            g_array_append_val(pieces, p);
        }
        shards *= dim.parts;
        used[n_used++] = l;
    }
    used[n_used++] = s->unreduced;
    used[n_used++] = s->manual;
    Arena *scratch = arena_new_root();
    const AxisList by_role[5] = { [1] = mesh_free_axes(scratch, s->mesh, used, n_used), [2] = s->unreduced, [3] = s->manual };
    for (int role = 1; role <= 3; role++)
        for (int k = 0; k < by_role[role].n; k++) {
            if (by_role[role].v[k].size == 1)
                continue;
            char *t = g_strdup(axes_text(axes, s->mesh, (AxisList){ &by_role[role].v[k], 1 }));
            g_ptr_array_add(texts, t);
            TraceShardingAxis a = { .axis = t, .role = role };
            g_array_append_val(roles, a);
        }
    arena_free(scratch);
    int64_t different = shards * axis_list_size(s->unreduced) * axis_list_size(s->manual); /* partial sums, and what a manual region holds, are not copies */
    TraceShardingParts parts = {
        .row = { .text = text->str, .mesh_id = mesh_of(r, s), .shards = shards, .copies = s->mesh->n_devices / MAX(different, 1),
                 .kind = s->maximal ? 1 : s->unreduced.n ? 6 : s->manual.n ? 4 : shards > 1 ? 3 : 0,
                 .reduction = s->unreduced.n ? reductions[s->reduction] : NULL },
        .dims = (const TraceShardingDim *)dims->data, .n_dims = (int)dims->len, .axes = (const TraceShardingAxis *)roles->data,
        .n_axes = (int)roles->len, .pieces = (const TraceShardingPiece *)pieces->data, .n_pieces = (int)pieces->len };
    if (different == 1 && !s->maximal)
        parts.row.copies = 0;
    g_autoptr(GString) spec = g_string_new(NULL);
    Sharding shown = *s;
    if (!s->maximal) /* axes that must not be used say nothing of the layout */
        shown.replicated = (AxisList){ NULL, 0 };
    sharding_print_spec(spec, &shown);
    parts.row.spec = spec->str;
    g_autoptr(GString) gspmd = g_string_new(NULL);
    sharding_print_gspmd(gspmd, &shown);
    parts.row.gspmd = gspmd->str;
    int64_t id = trace_sharding(r->w, &parts);
    g_hash_table_insert(r->shardings, (gpointer)s, GSIZE_TO_POINTER(id));
    return id;
}

int64_t record_input_inst(const Record *r, int op)
{
    return op >= 0 && op < r->n_input ? r->input_inst[op] : 0;
}

/* ---- instructions ------------------------------------------------------------------------------------------------- */

typedef struct Walk {
    Record *r;
    const Compiled *c;
    const IrModule *m;
    bool final;
    GHashTable *comps;       /* IrComp -> computation row */
    int64_t *inst;           /* op id -> row */
    int64_t opcodes[N_OPCODES]; /* rows of their texts; 0 = not met yet */
    GHashTable *shapes;      /* const Type * -> row of its text with layout */
    Labels *labels;
    int *result;             /* op id -> 1 + number of the entry's result that it is; 0 = none */
    GHashTable *parts;        /* part_key() -> bytes: what of the collectives that several were combined into is for which reshard; of the final module */
} Walk;

/* Which devices meet at collectives that have the same list of groups. */
typedef struct Meeting {
    int64_t gset;
    CollGroup *of; /* by device */
} Meeting;

static int comp_kind(const IrModule *m, const IrComp *c, const IrOp *caller, int slot)
{
    if (c == m->entry)
        return 1;
    if (!caller)
        return 0;
    if (caller->code == OP_fusion)
        return 2;
    if (caller->code == OP_while)
        return slot == 1 ? 3 : 4;
    if (caller->code == OP_conditional)
        return 5;
    return caller->code == OP_call || caller->code == OP_manual ? 0 : 6;
}

/* Bytes of a value on one device: of the tile that its sharding cuts, padding included. */
static int64_t device_bytes(const Type *t, const Sharding *s)
{
    if (!s || t->kind != TYPE_ARRAY || t->n_elems <= 0)
        return type_bytes(t);
    int64_t tile[MAX_RANK + 1], n = 1;
    tile_dims(s, t->rank, t->dims, tile);
    for (int i = 0; i < t->rank; i++)
        n *= tile[i];
    return type_bytes(t) / t->n_elems * n;
}

/* Mesh axes along which devices of one group (or of one pair after the other) differ, "x,y"; NULL without a mesh, or
 * where the groups run along parts of axes: then the members say more than a name would. */
static const char *group_axes(GString *s, const Mesh *mesh, const int64_t *members, int n_groups, int size, bool whole)
{
    int64_t product = 1, stride = 1;
    g_string_truncate(s, 0);
    if (!mesh || mesh->maximal || size < 1)
        return NULL;
    for (int a = mesh->n_axes - 1; a >= 0; stride *= mesh->axes[a--].size) {
        bool differs = false;
        for (int i = 0; i < n_groups * size && !differs; i++) {
            int64_t id = members[i], first = members[i / size * size];
            if (id < 0 || id >= mesh->n_devices || first < 0 || first >= mesh->n_devices)
                continue;
            int64_t here = mesh->positions ? mesh->positions[id] : id, there = mesh->positions ? mesh->positions[first] : first;
            differs = here / stride % mesh->axes[a].size != there / stride % mesh->axes[a].size;
        }
        if (!differs)
            continue;
        product *= mesh->axes[a].size;
        if (s->len)
            g_string_prepend_c(s, ',');
        g_string_prepend(s, mesh->axes[a].name);
    }
    return s->len && (!whole || product == size) ? s->str : NULL;
}

static int component_of(int *of, int d)
{
    while (of[d] != d)
        d = of[d] = of[of[d]];
    return d;
}

/* Of a permute, devices that its pairs connect meet; components are numbered by their lowest devices. */
static void group_pairs(const IrOp *op, CollGroup *of, int n_devices)
{
    g_autofree int *component = g_new(int, n_devices), *number = g_new(int, n_devices), *size = g_new0(int, n_devices);
    for (int d = 0; d < n_devices; d++)
        component[d] = d;
    for (int i = 0; i + 1 < op->a.collective.pairs.n; i += 2) {
        int64_t from = op->a.collective.pairs.v[i], to = op->a.collective.pairs.v[i + 1];
        if (from < 0 || to < 0 || from >= n_devices || to >= n_devices)
            continue;
        int x = component_of(component, (int)from), y = component_of(component, (int)to);
        component[MAX(x, y)] = MIN(x, y);
    }
    int n = 0;
    for (int d = 0; d < n_devices; d++) {
        int c = component_of(component, d);
        if (c == d)
            number[d] = n++;
        size[c]++;
    }
    for (int d = 0; d < n_devices; d++) {
        int c = component_of(component, d);
        of[d] = (CollGroup){ number[c], size[c] };
    }
}

/* Which devices meet at a collective: its groups, as numbered in its group set; of a permute, the devices that its pairs connect; all
 * devices if it lists no groups. */
static CollGroup *keep_groups(Record *r, const IrOp *op, int n_devices)
{
    const Groups *g = &op->a.collective.groups;
    CollGroup *of = g_new0(CollGroup, n_devices);
    g_ptr_array_add(r->group_lists, of);
    for (int d = 0; d < n_devices; d++)
        of[d].size = n_devices;
    if (op->a.collective.pairs.n)
        group_pairs(op, of, n_devices);
    for (int i = 0; !op->a.collective.pairs.n && i < g->n_groups; i++)
        for (int k = 0; k < g->groups[i].n; k++)
            if (g->groups[i].v[k] >= 0 && g->groups[i].v[k] < n_devices)
                of[g->groups[i].v[k]] = (CollGroup){ i, g->groups[i].n };
    return of;
}

static int64_t put_group_set(Walk *w, const IrOp *op)
{
    Record *r = w->r;
    const Groups *g = &op->a.collective.groups;
    g_autoptr(GString) text = g_string_new(NULL), axes = g_string_new(NULL);
    int64_t n = w->c->n_devices, gset;
    if (op->a.collective.pairs.n) {
        g_string_append(text, "pairs {");
        g_autofree int64_t *members = g_new(int64_t, op->a.collective.pairs.n);
        for (int i = 0; i + 1 < op->a.collective.pairs.n; i += 2) {
            g_string_append_printf(text, "%s{%d,%d}", i ? "," : "", (int)op->a.collective.pairs.v[i], (int)op->a.collective.pairs.v[i + 1]);
            members[i] = op->a.collective.pairs.v[i];
            members[i + 1] = op->a.collective.pairs.v[i + 1];
        }
        g_string_append_c(text, '}');
        gset = trace_group_set(r->w, text->str, op->a.collective.pairs.n / 2, 2, members,
                               group_axes(axes, w->c->whole->mesh, members, op->a.collective.pairs.n / 2, 2, false));
    } else {
        int n_groups = MAX(g->n_groups, 1), size = (int)coll_group_size(op, n);
        g_autofree int64_t *members = g_new(int64_t, (gsize)n_groups * (gsize)size);
        g_string_append_c(text, '{');
        for (int i = 0; i < n_groups; i++) {
            g_string_append(text, i ? ",{" : "{");
            for (int k = 0; k < size; k++) {
                bool have = g->n_groups == 0 || k < g->groups[i].n;
                int64_t id = !have ? -1 : g->n_groups ? g->groups[i].v[k] : k;
                members[i * size + k] = id;
                if (have)
                    g_string_append_printf(text, "%s%d", k ? "," : "", (int)id);
            }
            g_string_append_c(text, '}');
        }
        g_string_append_c(text, '}');
        gset = trace_group_set(r->w, text->str, n_groups, size, members, group_axes(axes, w->c->whole->mesh, members, n_groups, size, true));
    }
    return gset;
}

static const Meeting *meeting_of(Walk *w, const IrOp *op)
{
    Record *r = w->r;
    gconstpointer list = op->a.collective.pairs.n ? (gconstpointer)op->a.collective.pairs.v : op->a.collective.groups.groups;
    Meeting *m = list ? g_hash_table_lookup(r->meetings, list) : NULL;
    if (m)
        return m;
    Arena *arena = arena_new_root();
    IrOp named;
    name_devices(arena, op, &named);
    m = g_new(Meeting, 1);
    *m = (Meeting){ put_group_set(w, &named), keep_groups(r, &named, (int)w->c->n_devices) };
    arena_free(arena);
    g_hash_table_insert(r->meetings, (gpointer)(list ? list : op), m);
    return m;
}

static int64_t put_coll(Walk *w, const IrOp *op, int64_t inst, int64_t trips)
{
    Record *r = w->r;
    const Groups *g = &op->a.collective.groups;
    const Meeting *meeting = meeting_of(w, op);
    int64_t n = w->c->n_devices, gset = meeting->gset;
    r->coll_groups[op->id] = meeting->of;
    int64_t bytes_in = 0;
    for (int i = 0; i < op->n_operands; i++)
        bytes_in += type_bytes(op->operands[i]->type);
    TraceColl row = { .inst_id = inst, .kind = coll_kind_of(op->code), .mode = g->use_global_ids ? 4 : 2, .gset_id = gset,
                      .bytes_in = bytes_in, .bytes_out = type_bytes(op->type), .bytes_wire = op_traffic(op, n),
                      .trips = TRACE_INT(trips) };
    if (g->has_channel)
        row.channel = TRACE_INT(g->channel);
    return trace_put_coll(r->w, &row);
}

static void put_leaves(Walk *w, const IrOp *op, int64_t inst, GString *s)
{
    for (int i = 0; i < type_n_leaves(op->type); i++) {
        const Type *t = type_leaf(op->type, i);
        g_string_truncate(s, 0);
        type_print(s, t, false);
        TraceInstLeaf leaf = { .inst_id = inst, .leaf = i, .shape_id = trace_str(w->r->w, s->str), .bytes_out = TRACE_INT(device_bytes(t, op->shardings && !w->final ? op->shardings[i] : NULL)),
                               .sharding_id = op->shardings ? record_sharding(w->r, op->shardings[i]) : 0 };
        trace_put_inst_leaf(w->r->w, &leaf);
    }
}

static int64_t opcode_text(Walk *w, OpCode code)
{
    if (!w->opcodes[code])
        w->opcodes[code] = trace_str(w->r->w, op_info[code].hlo ? op_info[code].hlo : op_info[code].id);
    return w->opcodes[code];
}

static int64_t shape_text(Walk *w, const Type *type, GString *s)
{
    gpointer have = g_hash_table_lookup(w->shapes, type);
    if (have)
        return GPOINTER_TO_SIZE(have);
    g_string_truncate(s, 0);
    type_print(s, type, true);
    int64_t id = trace_str(w->r->w, s->str);
    g_hash_table_insert(w->shapes, (gpointer)type, GSIZE_TO_POINTER(id));
    return id;
}

/* The results of the entry: the root, or what it ties together. */
static int *find_results(const IrModule *m)
{
    int *result = g_new0(int, m->next_id + 1), leaf = 0;
    const IrOp *root = m->entry->root;
    if (root->code != OP_tuple) {
        result[root->id] = root->type->kind == TYPE_TUPLE ? 0 : 1;
        return result;
    }
    for (int i = 0; i < root->n_operands; i++) {
        const IrOp *op = root->operands[i];
        if (op->type->kind != TYPE_TUPLE && !result[op->id])
            result[op->id] = leaf + 1;
        leaf += type_n_leaves(op->type);
    }
    return result;
}

static int64_t label_text(Walk *w, const IrOp *op)
{
    bool tupled = op->code == OP_parameter && op->type->kind == TYPE_TUPLE; /* its parts have names */
    if (op->code == OP_tuple || op->code == OP_constant || tupled)          /* its name says more than its line */
        return 0;
    if (op->code == OP_while)
        return trace_str(w->r->w, label_loop(w->labels, op));
    bool is_moved = op->reshard_id > 0 && op_info[op->code].family == FAMILY_collective && op->n_operands > 0;
    if (op->type->kind == TYPE_TUPLE && op->code != OP_parameter && !is_moved)
        return trace_str(w->r->w, decision_label(w->c->log, op));
    bool outcome = op->parent == w->m->entry && w->result[op->id] && op->code != OP_parameter;
    if (is_moved && !outcome) { /* its kind stands beside it wherever it is listed */
        static const char result[] = "the result of ";
        const char *of = label_value(w->labels, op->operands[0], 0);
        of += g_str_has_prefix(of, result) ? strlen(result) : 0;
        g_autofree char *text = op->n_operands > 1 ? g_strdup_printf("%s and %d more", of, op->n_operands - 1) : NULL;
        return trace_str(w->r->w, text ? text : of);
    }
    return trace_str(w->r->w, outcome ? label_result(w->labels, w->final ? w->c->whole : w->m, w->result[op->id] - 1) : label_value(w->labels, op, 0));
}

/* Where a collective's bytes for a reshard are found in Walk.parts. */
static int64_t part_key(const IrOp *op, int reshard)
{
    return (int64_t)op->id << 32 | (int64_t)reshard;
}

/* Of what each of the collectives gives that were combined into one: its result says for which reshards it is. A value's size before or
 * after all of its way says little of that: the ways of two reshards may meet in one collective only. */
static GHashTable *measure_parts(const IrModule *m)
{
    GHashTable *parts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            const IrOp *op = m->comps[c]->ops[i];
            if (op->code != OP_get_tuple_element || op->reshard_id <= 0 || !op_is_collective(op->operands[0]))
                continue;
            for (int k = -1; k < op->n_more_reshards; k++) {
                int64_t key = part_key(op->operands[0], k < 0 ? op->reshard_id : op->more_reshards[k]), *had = g_hash_table_lookup(parts, &key);
                int64_t bytes = type_bytes(op->type) / (1 + op->n_more_reshards);
                g_hash_table_insert(parts, g_memdup2(&key, sizeof key), g_memdup2(&(int64_t){ add_capped(had ? *had : 0, bytes) }, sizeof bytes));
            }
        }
    return parts;
}

static void put_inst(Walk *w, const IrOp *op, int ord, int64_t comp_row, int64_t trips, GString *s)
{
    Record *r = w->r;
    int origin = op->n_origins ? op->origins[0] : -1;
    TraceInst row = { .comp_id = comp_row, .ord = ord, .name_id = trace_str(r->w, op->name),
                      .opcode_id = opcode_text(w, op->code), .shape_id = shape_text(w, op->type, s), .bytes_out = TRACE_INT(type_bytes(op->type)),
                      .op_name_id = trace_str(r->w, op->op_name), .loc_id = record_loc(r, op->loc), .label_id = label_text(w, op),
                      .flops = TRACE_REAL(op_flops(op)) };
    double rw = (double)type_bytes(op->type);
    for (int i = 0; i < op->n_operands; i++)
        rw += (double)type_bytes(op->operands[i]->type);
    row.bytes_rw = TRACE_REAL(rw);
    if (op->type->kind == TYPE_ARRAY && op->shardings)
        row.sharding_id = record_sharding(r, op->shardings[0]);
    if (op->code == OP_parameter && op->parent == w->m->entry)
        row.param_no = TRACE_INT(op->a.parameter.number);
    if (op->n_comps)
        row.called_comp = GPOINTER_TO_SIZE(g_hash_table_lookup(w->comps, op->comps[op->n_comps - 1]));
    if (op->code == OP_fusion) /* XLA's own: of what sort is in the program */
        row.category_id = trace_str(r->w, import_category("fusion", pair_get(op->extra, op->n_extra, "kind")));
    bool coll = op_is_collective(op);
    if (op == op->parent->root)
        row.flags |= TRACE_INST_ROOT;
    if (coll)
        row.flags |= TRACE_INST_COLLECTIVE;
    if (w->final) {
        if (r->op_ns && (coll || r->op_ns[op->id] > 0))
            row.est_ns = TRACE_REAL(r->op_ns[op->id]);
        row.origin_id = record_input_inst(r, origin);
        if (op->reshard_id)
            row.flags |= TRACE_INST_PARTITIONER;
        else if (coll)
            row.flags |= TRACE_INST_USER;
    } else {
        row.bytes_full = TRACE_INT(type_bytes(op->type));
        int64_t bytes = 0;
        for (int i = 0; op->shardings && i < type_n_leaves(op->type); i++)
            if (__builtin_add_overflow(bytes, device_bytes(type_leaf(op->type, i), op->shardings[i]), &bytes))
                bytes = INT64_MAX;
        if (op->shardings)
            row.bytes_out = TRACE_INT(bytes);
    }
    int64_t id = trace_put_inst(r->w, &row);
    w->inst[op->id] = id;
    if (op->type->kind == TYPE_TUPLE) {
        put_leaves(w, op, id, s);
        if (w->final)
            r->final_is_tuple[op->id] = true;
    }
    for (int i = 0; i < op->n_operands; i++)
        if (w->inst[op->operands[i]->id])
            trace_put_operand(r->w, &(TraceOperand){ .inst_id = id, .pos = i, .src_id = w->inst[op->operands[i]->id] });
    if (w->final) {
        for (int i = 0; i < op->n_origins; i++)
            if (record_input_inst(r, op->origins[i]))
                trace_put_inst_origin(r->w, &(TraceInstOrigin){ .inst_id = id, .origin_id = record_input_inst(r, op->origins[i]) });
        if (coll)
            put_coll(w, op, id, trips);
        for (int i = op->reshard_id > 0 ? -1 : 0; i < op->n_more_reshards && r->reshard_row; i++) {
            int k = i < 0 ? op->reshard_id : op->more_reshards[i];
            int64_t key = part_key(op, k), *part = g_hash_table_lookup(w->parts, &key);
            trace_put_reshard_inst(r->w, &(TraceReshardInst){ .reshard_id = r->reshard_row[k], .inst_id = id, .bytes = TRACE_INT(part ? *part : r->reshard_bytes[k]) });
        }
    }
}

/* Executions per step of every computation, callers before callees, as module_traffic() counts them: a loop of unknown length once, of a
 * conditional one branch; 0 = not reached, or another branch. */
static void spread_trips(const IrModule *m, int64_t n_devices, GHashTable *trips)
{
    g_hash_table_insert(trips, m->entry, GSIZE_TO_POINTER(1));
    for (int k = m->n_comps - 1; k >= 0; k--) {
        int64_t mine = GPOINTER_TO_SIZE(g_hash_table_lookup(trips, m->comps[k]));
        for (int i = 0; mine && i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            int64_t loop = op->code == OP_while ? while_trip_count(op) : 1, n = mine * (loop < 0 ? 1 : loop);
            int branch = op->code == OP_conditional ? counted_branch(op, n_devices) : -1;
            for (int j = 0; j < op->n_comps; j++)
                g_hash_table_insert(trips, op->comps[j], GSIZE_TO_POINTER(branch < 0 || j == branch ? n : 0));
        }
    }
}

static void put_module(Record *r, const Compiled *c, const IrModule *m, int64_t snapshot, bool final, int64_t *inst)
{
    g_autoptr(GHashTable) comps = g_hash_table_new(NULL, NULL), trips = g_hash_table_new(NULL, NULL), caller = g_hash_table_new(NULL, NULL);
    g_autoptr(GString) s = g_string_new(NULL);
    g_autoptr(GHashTable) shapes = g_hash_table_new(NULL, NULL);
    Walk w = { .r = r, .c = c, .m = m, .final = final, .comps = comps, .inst = inst, .shapes = shapes, .labels = labels_new(m, c->log), .result = find_results(m), .parts = final ? measure_parts(m) : NULL };
    spread_trips(m, c->n_devices, trips);
    g_autoptr(GHashTable) slot = g_hash_table_new(NULL, NULL);
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            for (int j = 0; j < m->comps[k]->ops[i]->n_comps; j++) {
                g_hash_table_insert(caller, m->comps[k]->ops[i]->comps[j], m->comps[k]->ops[i]);
                g_hash_table_insert(slot, m->comps[k]->ops[i]->comps[j], GINT_TO_POINTER(j));
            }
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *comp = m->comps[k];
        int64_t n = GPOINTER_TO_SIZE(g_hash_table_lookup(trips, comp));
        TraceComputation row = { .snapshot_id = snapshot, .name = comp->name,
                                 .kind = comp_kind(m, comp, g_hash_table_lookup(caller, comp), GPOINTER_TO_INT(g_hash_table_lookup(slot, comp))) };
        if (n)
            row.trips = TRACE_INT(n);
        int64_t id = trace_put_computation(r->w, &row);
        g_hash_table_insert(comps, comp, GSIZE_TO_POINTER(id));
        for (int i = 0; i < comp->n_ops; i++)
            put_inst(&w, comp->ops[i], i, id, n, s);
    }
    labels_free(w.labels);
    g_free(w.result);
    g_clear_pointer(&w.parts, g_hash_table_unref);
}

void record_snapshots(Record *r, const Compiled *c)
{
    int64_t before = record_snapshot(r, 0, NULL, c->passes.n ? c->passes.v[0].insts_before : 0), input = before;
    r->pass_row = g_new0(int64_t, c->passes.n + 1);
    for (int i = 0; i < c->passes.n; i++) {
        const PassRecord *p = &c->passes.v[i];
        int64_t after = record_snapshot(r, i + 1, p, p->insts_after);
        TracePass row = { .module_id = r->module_id, .seq = i, .name_id = trace_str(r->w, p->name), .pipeline_id = trace_str(r->w, p->pipeline),
                          .changed = TRACE_INT(p->changed), .inst_before = TRACE_INT(p->insts_before),
                          .inst_after = TRACE_INT(p->insts_after), .coll_before = TRACE_INT(p->colls_before),
                          .coll_after = TRACE_INT(p->colls_after), .snap_before = before, .snap_after = after };
        if (!p->untimed) {
            row.start_ns = TRACE_INT(p->start_ns - r->zero_ns);
            row.dur_ns = TRACE_INT(p->dur_ns);
            row.bytes_before = TRACE_INT(p->traffic_before);
            row.bytes_after = TRACE_INT(p->traffic_after);
        }
        r->pass_row[i] = trace_put_pass(r->w, &row);
        before = after;
        r->final_snapshot = after;
    }
    r->n_input = c->input->next_id;
    r->input_inst = g_new0(int64_t, r->n_input);
    put_module(r, c, c->input, input, false, r->input_inst);
    record_decisions(r, c);
    if (c->local) {
        r->n_final = c->local->next_id;
        r->final_inst = g_new0(int64_t, r->n_final);
        r->final_is_tuple = g_new0(bool, r->n_final);
        r->coll_groups = g_new0(CollGroup *, r->n_final);
        r->group_lists = g_ptr_array_new_with_free_func(g_free);
        r->meetings = g_hash_table_new_full(NULL, NULL, NULL, g_free);
        put_module(r, c, c->local, r->final_snapshot, true, r->final_inst);
    }
    record_text_changes(r, c);
}
