/* See random_region.h. */
#include "tests/unit/passes/random_region.h"

#include <stdbool.h>

enum { N_AXES = 3, N_DEVICES = 8, SIZE = 8 };

typedef struct Region {
    GString *out;
    GRand *rand;
    int n;              /* number of values %v0, %v1, ... of type tensor<8x8xi32> */
    int fresh;          /* number of other names */
    guint seed;
} Region;

static const char line_type[] = "tensor<8x8xi32>";

/* Device groups along the axes of a mask, one bit for each axis; members in either order. */
static void print_groups(Region *r, int axes, int *size)
{
    *size = 1 << __builtin_popcount((unsigned)axes);
    bool backwards = g_rand_int_range(r->rand, 0, 4) == 0;
    g_string_append(r->out, "dense<[");
    bool first = true;
    for (int base = 0; base < N_DEVICES; base++) {
        if (base & axes)
            continue;
        g_string_append(r->out, first ? "[" : ", [");
        first = false;
        int members[N_DEVICES], n = 0;
        for (int d = 0; d < N_DEVICES; d++)
            if ((d & ~axes) == base)
                members[n++] = d;
        for (int i = 0; i < n; i++)
            g_string_append_printf(r->out, "%s%d", i ? ", " : "", members[backwards ? n - 1 - i : i]);
        g_string_append(r->out, "]");
    }
    g_string_append_printf(r->out, "]> : tensor<%dx%dxi64>", N_DEVICES / *size, *size);
}

static void print_reducer(Region *r)
{
    static const char *const ops[] = { "add", "maximum", "minimum", "and", "or", "xor", "multiply" };
    const char *op = ops[g_rand_int_range(r->rand, 0, (int)G_N_ELEMENTS(ops))];
    g_string_append_printf(r->out, "({\n      ^bb0(%%p: tensor<i32>, %%q: tensor<i32>):\n        %%r = stablehlo.%s %%p, %%q : tensor<i32>\n"
                           "        stablehlo.return %%r : tensor<i32>\n      })", op);
}

static void print_any_collective(Region *r, int v)
{
    int axes = g_rand_int_range(r->rand, 1, N_DEVICES), size, dim = g_rand_int_range(r->rand, 0, 2), t = r->fresh++, to = r->n;
    g_autofree char *channel = g_strdup_printf("channel_handle = #stablehlo.channel_handle<handle = %d, type = 1>", t + 1);
    switch (g_rand_int_range(r->rand, 0, 5)) {
    case 0:
        g_string_append_printf(r->out, "      %%v%d = \"stablehlo.all_reduce\"(%%v%d) <{%s, replica_groups = ", to, v, channel);
        print_groups(r, axes, &size);
        g_string_append(r->out, ", use_global_device_ids}> ");
        print_reducer(r);
        g_string_append_printf(r->out, " : (%s) -> %s\n", line_type, line_type);
        break;
    case 1:
        g_string_append_printf(r->out, "      %%t%d = \"stablehlo.all_gather\"(%%v%d) <{all_gather_dim = %d : i64, %s, replica_groups = ", t, v, dim, channel);
        print_groups(r, axes, &size);
        g_string_append_printf(r->out, ", use_global_device_ids}> : (%s) -> tensor<%dx%dxi32>\n", line_type, dim ? SIZE : SIZE * size, dim ? SIZE * size : SIZE);
        int at = g_rand_int_range(r->rand, 0, SIZE * size - SIZE + 1);
        g_string_append_printf(r->out, "      %%v%d = stablehlo.slice %%t%d [%d:%d, %d:%d] : (tensor<%dx%dxi32>) -> %s\n", to, t, dim ? 0 : at, dim ? SIZE : at + SIZE,
                               dim ? at : 0, dim ? at + SIZE : SIZE, dim ? SIZE : SIZE * size, dim ? SIZE * size : SIZE, line_type);
        break;
    case 2: {
        g_string_append_printf(r->out, "      %%t%d = \"stablehlo.reduce_scatter\"(%%v%d) <{%s, replica_groups = ", t, v, channel);
        print_groups(r, axes, &size);
        g_string_append_printf(r->out, ", scatter_dimension = %d : i64, use_global_device_ids}> ", dim);
        print_reducer(r);
        g_autofree char *piece = g_strdup_printf("tensor<%dx%dxi32>", dim ? SIZE : SIZE / size, dim ? SIZE / size : SIZE);
        g_string_append_printf(r->out, " : (%s) -> %s\n      %%v%d = stablehlo.concatenate ", line_type, piece, to);
        for (int i = 0; i < size; i++)
            g_string_append_printf(r->out, "%s%%t%d", i ? ", " : "", t);
        g_string_append_printf(r->out, ", dim = %d : (", dim);
        for (int i = 0; i < size; i++)
            g_string_append_printf(r->out, "%s%s", i ? ", " : "", piece);
        g_string_append_printf(r->out, ") -> %s\n", line_type);
        break;
    }
    case 3: {
        int concat = g_rand_int_range(r->rand, 0, 2);
        g_string_append_printf(r->out, "      %%t%d = \"stablehlo.all_to_all\"(%%v%d) <{%s, concat_dimension = %d : i64, replica_groups = ", t, v, channel, concat);
        print_groups(r, axes, &size);
        int dims[2] = { SIZE, SIZE };
        dims[dim] /= size;
        dims[concat] *= size;
        g_string_append_printf(r->out, ", split_count = %d : i64, split_dimension = %d : i64}> : (%s) -> tensor<%dx%dxi32>\n", size, dim, line_type, dims[0], dims[1]);
        g_string_append_printf(r->out, "      %%v%d = stablehlo.reshape %%t%d : (tensor<%dx%dxi32>) -> %s\n", to, t, dims[0], dims[1], line_type);
        break;
    }
    case 4: {
        bool whole = g_rand_int_range(r->rand, 0, 3) > 0;
        int n = 0;
        g_string_append_printf(r->out, "      %%v%d = \"stablehlo.collective_permute\"(%%v%d) <{%s, source_target_pairs = dense<[", to, v, channel);
        for (int d = 0; d < N_DEVICES; d++)
            if (whole || d != axes)
                g_string_append_printf(r->out, "%s[%d, %d]", n++ ? ", " : "", d, d ^ axes);
        g_string_append_printf(r->out, "]> : tensor<%dx2xi64>}> : (%s) -> %s\n", n, line_type, line_type);
        break;
    }
    }
    r->n++;
}

/* One of four collectives, so that some occur repeatedly. */
static void print_collective(Region *r, int v)
{
    GRand *outer = r->rand;
    r->rand = g_rand_new_with_seed(r->seed * 4 + (guint)g_rand_int_range(outer, 0, 4));
    print_any_collective(r, v);
    g_rand_free(r->rand);
    r->rand = outer;
}

/* Makes %i<n> from some bits of the device's number. Returns n; the value of %i<n> is below *mod. */
static int print_bits(Region *r, int *below)
{
    int t = r->fresh++, by = 1 << g_rand_int_range(r->rand, 0, N_AXES), mod = 1 << g_rand_int_range(r->rand, 0, N_AXES + 1);
    *below = mod;
    g_string_append_printf(r->out, "      %%c%d = stablehlo.constant dense<%d> : tensor<ui32>\n      %%d%d = stablehlo.constant dense<%d> : tensor<ui32>\n", t, by, t, mod);
    g_string_append_printf(r->out, "      %%p%d = stablehlo.partition_id : tensor<ui32>\n      %%q%d = stablehlo.divide %%p%d, %%c%d : tensor<ui32>\n", t, t, t, t);
    g_string_append_printf(r->out, "      %%m%d = stablehlo.remainder %%q%d, %%d%d : tensor<ui32>\n      %%i%d = stablehlo.convert %%m%d : (tensor<ui32>) -> tensor<i32>\n", t, t, t, t, t);
    return t;
}

/* Broadcasts a number that depends on some bits of the device's number, and adds it. */
static void print_index(Region *r, int v)
{
    int mod, t = print_bits(r, &mod);
    g_string_append_printf(r->out, "      %%b%d = stablehlo.broadcast_in_dim %%i%d, dims = [] : (tensor<i32>) -> %s\n", t, t, line_type);
    g_string_append_printf(r->out, "      %%v%d = stablehlo.add %%v%d, %%b%d : %s\n", r->n++, v, t, line_type);
}

/* A sum of which each device keeps a slice, at an offset computed from some bits of its number. */
static void print_sum_of_pieces(Region *r, int v)
{
    int mod, t = print_bits(r, &mod), dim = g_rand_int_range(r->rand, 0, 2), size, sum = r->fresh++, to = r->n++;
    int axes = g_rand_int_range(r->rand, 0, 3) ? N_DEVICES - 1 : g_rand_int_range(r->rand, 1, N_DEVICES);
    g_string_append_printf(r->out, "      %%t%d = \"stablehlo.all_reduce\"(%%v%d) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = ", sum, v);
    print_groups(r, axes, &size);
    g_string_append(r->out, ", use_global_device_ids}> ");
    print_reducer(r);
    g_autofree char *piece = g_strdup_printf("tensor<%dx%dxi32>", dim ? SIZE : SIZE / mod, dim ? SIZE / mod : SIZE);
    g_string_append_printf(r->out, " : (%s) -> %s\n      %%f%d = stablehlo.constant dense<%d> : tensor<i32>\n      %%g%d = stablehlo.multiply %%i%d, %%f%d : tensor<i32>\n"
                           "      %%z%d = stablehlo.constant dense<0> : tensor<i32>\n", line_type, line_type, t, SIZE / mod, t, t, t, sum);
    g_string_append_printf(r->out, "      %%h%d = stablehlo.dynamic_slice %%t%d, %%%c%d, %%%c%d, sizes = [%d, %d] : (%s, tensor<i32>, tensor<i32>) -> %s\n      %%v%d = stablehlo.concatenate ",
                           sum, sum, dim ? 'z' : 'g', dim ? sum : t, dim ? 'g' : 'z', dim ? t : sum, dim ? SIZE : SIZE / mod, dim ? SIZE / mod : SIZE, line_type, piece, to);
    for (int i = 0; i < mod; i++)
        g_string_append_printf(r->out, "%s%%h%d", i ? ", " : "", sum);
    g_string_append_printf(r->out, ", dim = %d : (", dim);
    for (int i = 0; i < mod; i++)
        g_string_append_printf(r->out, "%s%s", i ? ", " : "", piece);
    g_string_append_printf(r->out, ") -> %s\n", line_type);
}

/* A loop of a few trips whose state is one value that every trip changes. */
static void print_loop(Region *r, int v)
{
    int t = r->fresh++, result = r->n++;
    g_string_append_printf(r->out, "      %%k%d = stablehlo.constant dense<0> : tensor<i32>\n", t);
    g_string_append_printf(r->out, "      %%w%d:2 = stablehlo.while(%%a%d = %%k%d, %%v%d = %%v%d) : tensor<i32>, %s\n      cond {\n", t, t, t, r->n, v, line_type);
    g_string_append_printf(r->out, "        %%n%d = stablehlo.constant dense<2> : tensor<i32>\n        %%l%d = stablehlo.compare LT, %%a%d, %%n%d : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                           "        stablehlo.return %%l%d : tensor<i1>\n      } do {\n", t, t, t, t, t);
    int at = r->n++;
    for (int i = 0; i < 2; i++) {
        print_collective(r, at);
        at = r->n - 1;
    }
    g_string_append_printf(r->out, "        %%o%d = stablehlo.constant dense<1> : tensor<i32>\n        %%s%d = stablehlo.add %%a%d, %%o%d : tensor<i32>\n"
                           "        stablehlo.return %%s%d, %%v%d : tensor<i32>, %s\n      }\n", t, t, t, t, t, at, line_type);
    g_string_append_printf(r->out, "      %%z%d = stablehlo.constant dense<0> : %s\n      %%v%d = stablehlo.add %%w%d#1, %%z%d : %s\n", t, line_type, result, t, t, line_type);
}

static void print_spec(Region *r, int axes, int64_t dims[2])
{
    g_string_append(r->out, "<@mesh, [");
    dims[0] = dims[1] = SIZE;
    for (int d = 0; d < 2; d++) {
        g_string_append(r->out, d ? ", {" : "{");
        bool first = true;
        for (int a = 0; a < N_AXES; a++)
            if ((axes >> a & 1) && (a == 2) == (d == 1)) {
                g_string_append_printf(r->out, "%s\"%c\"", first ? "" : ", ", "abc"[a]);
                first = false;
                dims[d] *= 2;
            }
        g_string_append(r->out, "}");
    }
    g_string_append(r->out, "]>");
}

char *random_region(guint seed)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    g_autoptr(GString) specs = g_string_new(NULL);
    Region r = { .rand = rand, .seed = seed };
    int64_t dims[2][2], all[2];
    r.out = specs;
    for (int i = 0; i < 2; i++) {
        g_string_append(specs, i ? ", " : "");
        print_spec(&r, g_rand_int_range(rand, 0, 4) ? g_rand_int_range(rand, 0, N_DEVICES) : 0, dims[i]);
    }
    r.out = g_string_new("module @region {\n  sdy.mesh @mesh = <[\"a\"=2, \"b\"=2, \"c\"=2]>\n  func.func public @main(");
    for (int i = 0; i < 2; i++)
        g_string_append_printf(r.out, "%s%%arg%d: tensor<%dx%dxi32>", i ? ", " : "", i, (int)dims[i][0], (int)dims[i][1]);
    g_autoptr(GString) out_spec = g_string_new(NULL);
    GString *text = r.out;
    r.out = out_spec;
    print_spec(&r, N_DEVICES - 1, all);
    r.out = text;
    g_autofree char *result = g_strdup_printf("tensor<%dx%dxi32>", (int)all[0], (int)all[1]);
    g_string_append_printf(text, ") -> (%s, %s) {\n    %%0:2 = sdy.manual_computation(%%arg0, %%arg1) in_shardings=[%s] out_shardings=[%s, %s] manual_axes={\"a\", \"b\", \"c\"} "
                           "(%%v0: %s, %%v1: %s) {\n", result, result, specs->str, out_spec->str, out_spec->str, line_type, line_type);
    r.n = 2;
    int outer = 2, values[64] = { 0, 1 };
    for (int i = 0, n = g_rand_int_range(rand, 3, 9); i < n; i++) {
        int v = values[g_rand_int_range(rand, 0, outer)];
        switch (g_rand_int_range(rand, 0, 9)) {
        case 3: values[outer++] = r.n; print_sum_of_pieces(&r, v); break;
        case 0: values[outer++] = r.n; print_index(&r, v); break;
        case 1: values[outer++] = r.n; print_loop(&r, v); break;
        case 2:
            g_string_append_printf(text, "      %%v%d = stablehlo.add %%v%d, %%v%d : %s\n", r.n, v, values[g_rand_int_range(rand, 0, outer)], line_type);
            values[outer++] = r.n++;
            break;
        default: values[outer++] = r.n; print_collective(&r, v); break;
        }
    }
    g_string_append_printf(text, "      sdy.return %%v%d, %%v%d : %s, %s\n    } : (", values[outer - 1], values[outer - 2], line_type, line_type);
    for (int i = 0; i < 2; i++)
        g_string_append_printf(text, "%stensor<%dx%dxi32>", i ? ", " : "", (int)dims[i][0], (int)dims[i][1]);
    g_string_append_printf(text, ") -> (%s, %s)\n    return %%0#0, %%0#1 : %s, %s\n  }\n}\n", result, result, result, result);
    return g_string_free(text, FALSE);
}
