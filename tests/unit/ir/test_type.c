/* Types are interned; elements are converted to bit patterns and back. */
#include "runtime/ir/ir.h"

#include <math.h>

#include "runtime/ir/scalar.h"

static void test_interning(void)
{
    g_autoptr(IrModule) m = module_new("t");
    int64_t dims[] = { 2, 3 };
    const Type *a = type_array(m->types, ELEM_f32, 2, dims);
    g_assert_true(a == type_array(m->types, ELEM_f32, 2, dims));
    g_assert_true(a != type_array(m->types, ELEM_f16, 2, dims));
    g_assert_true(a != type_array(m->types, ELEM_f32, 1, dims));
    const Type *laid = type_array_full(m->types, ELEM_f32, 2, dims, NULL, "{0,1}");
    g_assert_true(laid != a && laid->plain == a && a->plain == a);
    const Type *parts[] = { laid, type_token(m->types), type_scalar(m->types, ELEM_pred) };
    const Type *tuple = type_tuple(m->types, 3, parts);
    parts[0] = a;
    g_assert_true(tuple->plain == type_tuple(m->types, 3, parts));
    /* Enough types to make the table grow. */
    for (int64_t i = 0; i < 5000; i++)
        g_assert_cmpint(type_array(m->types, ELEM_s8, 1, &i)->n_elems, ==, i);
    g_assert_true(a == type_array(m->types, ELEM_f32, 2, dims));
    bool dyn[] = { true, false };
    g_autofree char *text = type_text(type_array_full(m->types, ELEM_u4, 2, dims, dyn, NULL));
    g_assert_cmpstr(text, ==, "u4[<=2,3]");
}

static void test_leaves(void)
{
    g_autoptr(IrModule) m = module_new("t");
    int64_t n = 5;
    const Type *x = type_array(m->types, ELEM_f32, 1, &n), *y = type_scalar(m->types, ELEM_s64);
    const Type *inner = type_tuple(m->types, 2, (const Type *[]){ x, y });
    const Type *empty = type_tuple(m->types, 0, NULL);
    const Type *all = type_tuple(m->types, 4, (const Type *[]){ y, empty, inner, x });
    g_assert_cmpint(type_n_leaves(all), ==, 4);
    g_assert_true(type_leaf(all, 0) == y && type_leaf(all, 1) == x && type_leaf(all, 2) == y && type_leaf(all, 3) == x);
    g_assert_cmpint(type_part_leaf(all, 2), ==, 1);
    g_assert_cmpint(type_part_leaf(all, 3), ==, 3);
    g_assert_cmpint(type_bytes(all), ==, 8 + 20 + 8 + 20);
    g_assert_true(inner->flat && !all->flat);
}

static void test_limits(void)
{
    g_assert_false(type_dims_fit(ELEM_f32, 2, (int64_t[]){ INT64_MAX, 2 }));
    g_assert_false(type_dims_fit(ELEM_f32, 3, (int64_t[]){ INT64_MAX, 2, 0 }));
    g_assert_false(type_dims_fit(ELEM_s8, 1, (int64_t[]){ -1 }));
    g_assert_true(type_dims_fit(ELEM_s8, 1, (int64_t[]){ INT64_MAX }));
    g_assert_false(type_dims_fit(ELEM_s8, MAX_RANK + 1, (int64_t[MAX_RANK + 1]){ 0 }));
    /* Doubling tuples stop at the limit instead of growing without bound. */
    g_autoptr(IrModule) m = module_new("t");
    const Type *t = type_tuple(m->types, 0, NULL);
    int levels = 0;
    while (type_tuple_fits(2, (const Type *[]){ t, t })) {
        t = type_tuple(m->types, 2, (const Type *[]){ t, t });
        levels++;
    }
    g_assert_cmpint(levels, ==, 19);
}

/* Every code of every narrow float type decodes to a value that encodes to the same code. */
static void test_float_codes(void)
{
    for (int e = 0; e < N_ELEMS; e++) {
        const FloatFormat *f = float_format((ElemType)e);
        if (!f || elem_info[e].cls == CLASS_COMPLEX || elem_info[e].bits > 16)
            continue;
        int n_codes = 1 << (f->exponent_bits + f->mantissa_bits + f->has_sign);
        for (int code = 0; code < n_codes; code++) {
            uint16_t in = (uint16_t)code, out = 0;
            double v = scalar_to_double((ElemType)e, &in);
            if (isnan(v))
                continue;
            scalar_from_double((ElemType)e, v, &out);
            g_assert_cmpint(out, ==, in);
        }
    }
}

/* Rounding goes to the nearer neighbour, ties to the even code. */
static void test_float_rounding(void)
{
    for (int e = 0; e < N_ELEMS; e++) {
        const FloatFormat *f = float_format((ElemType)e);
        if (!f || elem_info[e].cls == CLASS_COMPLEX || elem_info[e].bits > 16 || !f->has_sign)
            continue;
        for (uint16_t code = 0;; code++) {
            uint16_t next = (uint16_t)(code + 1), got = 0;
            double a = scalar_to_double((ElemType)e, &code), b = scalar_to_double((ElemType)e, &next);
            if (!isfinite(b) || b <= a)
                break;
            scalar_from_double((ElemType)e, a + (b - a) * 0.25, &got);
            g_assert_cmpint(got, ==, code);
            scalar_from_double((ElemType)e, a + (b - a) * 0.75, &got);
            g_assert_cmpint(got, ==, next);
            scalar_from_double((ElemType)e, a + (b - a) * 0.5, &got);
            g_assert_cmpint(got, ==, code & 1 ? next : code);
        }
    }
}

static void test_float_against_hardware(void)
{
    const double values[] = { 0, -0.0, 1, 1.1, -3.5e38, 1e-45, 1e-40, 3.4028235677973366e38, 1e300, INFINITY, 5e-324, 65519.9 };
    for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
        float f, mine;
        double d;
        f = (float)values[i];
        scalar_from_double(ELEM_f32, values[i], &mine);
        g_assert_cmpmem(&f, 4, &mine, 4);
        scalar_from_double(ELEM_f64, values[i], &d);
        g_assert_cmpmem(&d, 8, &values[i], 8);
        g_assert_true(scalar_to_double(ELEM_f32, &f) == (double)f);
    }
}

static void test_float_range(void)
{
    const struct { ElemType e; double max; } rows[] = {
        { ELEM_f8e5m2, 57344 }, { ELEM_f8e4m3, 240 }, { ELEM_f8e4m3fn, 448 }, { ELEM_f8e4m3b11fnuz, 30 },
        { ELEM_f8e4m3fnuz, 240 }, { ELEM_f8e5m2fnuz, 57344 }, { ELEM_f8e3m4, 15.5 }, { ELEM_f6e3m2fn, 28 },
        { ELEM_f6e2m3fn, 7.5 }, { ELEM_f4e2m1fn, 6 }, { ELEM_f16, 65504 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        g_assert_cmpfloat(float_max(rows[i].e), ==, rows[i].max);
    uint8_t p;
    scalar_from_double(ELEM_f8e8m0fnu, 4, &p);
    g_assert_cmpint(p, ==, 129);
    scalar_from_double(ELEM_f4e2m1fn, 1e9, &p);
    g_assert_cmpfloat(scalar_to_double(ELEM_f4e2m1fn, &p), ==, 6);
    scalar_from_double(ELEM_f8e4m3fn, 1e9, &p);
    g_assert_true(isnan(scalar_to_double(ELEM_f8e4m3fn, &p)));
}

static void test_ints(void)
{
    int8_t b;
    scalar_from_int(ELEM_s4, 9, &b); /* wraps */
    g_assert_cmpint(b, ==, -7);
    g_assert_cmpint(scalar_to_int(ELEM_s4, &b), ==, -7);
    scalar_from_double(ELEM_u8, -4, &b);
    g_assert_cmpint(b, ==, 0);
    uint64_t u;
    scalar_from_double(ELEM_u64, 1e300, &u);
    g_assert_true(u == UINT64_MAX);
    int64_t s;
    scalar_from_double(ELEM_s64, -1e300, &s);
    g_assert_true(s == INT64_MIN);
    scalar_from_double(ELEM_s64, NAN, &s);
    g_assert_true(s == 0);
}

/* Checks k op x == x for the plain reductions, with a value of every type. */
static void test_identities(void)
{
    for (int e = 0; e < N_ELEMS; e++) {
        char k[16];
        g_assert_true(reduce_identity(REDUCE_SUM, (ElemType)e, k));
        if (e != ELEM_f8e8m0fnu && e != ELEM_pred)
            g_assert_cmpfloat(scalar_to_double((ElemType)e, k), ==, 0);
        g_assert_true(reduce_identity(REDUCE_MAX, (ElemType)e, k));
        char top[16] = { 0 };
        scalar_highest((ElemType)e, top);
        g_assert_cmpfloat(scalar_to_double((ElemType)e, k), <, scalar_to_double((ElemType)e, top));
        g_assert_false(reduce_identity(REDUCE_OTHER, (ElemType)e, k));
    }
    int16_t all;
    reduce_identity(REDUCE_AND, ELEM_s16, &all);
    g_assert_cmpint(all, ==, -1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ir/type/interning", test_interning);
    g_test_add_func("/ir/type/leaves", test_leaves);
    g_test_add_func("/ir/type/limits", test_limits);
    g_test_add_func("/ir/scalar/codes", test_float_codes);
    g_test_add_func("/ir/scalar/rounding", test_float_rounding);
    g_test_add_func("/ir/scalar/hardware", test_float_against_hardware);
    g_test_add_func("/ir/scalar/range", test_float_range);
    g_test_add_func("/ir/scalar/ints", test_ints);
    g_test_add_func("/ir/scalar/identities", test_identities);
    return g_test_run();
}
