/* The reference evaluator op by op: small HLO programs whose result is a tuple of (computed, expected) pairs; the
 * expected values are computed by hand from the definitions. Pairs must be equal to the bit, NaN equal to NaN. */
#include "runtime/reference/reference.h"
#include "runtime/text/text.h"

#include <math.h>
#include <string.h>

typedef struct Case {
    const char *name, *text; /* computations and entry, without the HloModule line */
} Case;

static IrModule *parse(const char *text)
{
    g_autofree char *whole = g_strdup_printf("HloModule test\n%s", text);
    GError *error = NULL;
    IrModule *m = hlo_parse("test.hlo", whole, strlen(whole), &error);
    g_assert_no_error(error);
    return m;
}

static void run_case(gconstpointer data)
{
    const Case *c = data;
    g_autoptr(IrModule) m = parse(c->text);
    g_autoptr(GPtrArray) results = tensor_array_new();
    GError *error = NULL;
    reference_eval(m, NULL, 0, NULL, results, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(results->len, >, 0);
    g_assert_cmpuint(results->len % 2, ==, 0);
    for (guint i = 0; i < results->len; i += 2) {
        const Tensor *got = results->pdata[i], *want = results->pdata[i + 1];
        double max_abs = 0;
        tensor_compare(got, want, &max_abs, NULL);
        for (int64_t k = 0; max_abs != 0 && k < MIN(got->type->n_elems, 32); k++)
            g_test_message("pair %u element %d: got %g want %g", i / 2, (int)k, tensor_get_f64(got, k), tensor_get_f64(want, k));
        g_assert_cmpfloat(max_abs, ==, 0);
        for (int64_t k = 0; elem_is_float(got->type->elem) && k < got->type->n_elems; k++) /* zeros are compared by sign, too */
            if (tensor_get_f64(want, k) == 0)
                g_assert_cmpint(signbit(tensor_get_f64(got, k)) != 0, ==, signbit(tensor_get_f64(want, k)) != 0);
    }
}

/* Reductions used below. */
#define ADD_F32 "add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT r = f32[] add(a, b) }\n"
#define MAX_F32 "max { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT r = f32[] maximum(a, b) }\n"
#define ADD_S32 "add { a = s32[] parameter(0)  b = s32[] parameter(1)  ROOT r = s32[] add(a, b) }\n"

static const Case cases[] = {
    {"convert/complex_to_pred", "ENTRY e { x = c64[5] constant({(0, 0), (0, 1), (1, 0), (2, 3), (nan, 0)})  p = pred[5] convert(x)  w = pred[5] constant({0, 0, 1, 1, 1})\n"
                                "  ROOT t = (pred[5], pred[5]) tuple(p, w) }"},
    {"custom/csr", "ENTRY e { v = f32[4] constant({1,2,3,0})  p = s32[4] constant({0,2,2,4})  c = s32[4] constant({0,2,1,3})  x = f32[3] constant({10,20,30})  m = f32[3,2] constant({{1,2},{3,4},{5,6}})\n"
                   "  a = f32[3] custom-call(v, p, c, x), custom_call_target=\"cpu_csr_sparse_dense_ffi\"  w = f32[3] constant({70,0,60})\n"
                   "  b = f32[3,2] custom-call(v, p, c, m), custom_call_target=\"cpu_csr_sparse_dense_ffi\"  u = f32[3,2] constant({{11,14},{0,0},{9,12}})\n"
                   "  k = c64[1] constant({(1,2)})  kp = s32[2] constant({0,1})  kc = s32[1] constant({0})  ky = c64[1] constant({(3,-1)})\n"
                   "  d = c64[1] custom-call(k, kp, kc, ky), custom_call_target=\"cpu_csr_sparse_dense_ffi\"  dw = c64[1] constant({(5,5)})\n"
                   "  ROOT t = (f32[3], f32[3], f32[3,2], f32[3,2], c64[1], c64[1]) tuple(a, w, b, u, d, dw) }"},
    /* ---- integers ---- */
    {"int/divide", "ENTRY e { x = s32[6] constant({7, -7, 7, -2147483648, -2147483648, 0})  y = s32[6] constant({2, 2, 0, -1, 0, 0})\n"
                   "  q = s32[6] divide(x, y)  w = s32[6] constant({3, -3, -1, -2147483648, -1, -1})\n"
                   "  r = s32[6] remainder(x, y)  v = s32[6] constant({1, -1, 7, 0, -2147483648, 0})\n"
                   "  ux = u8[3] constant({200, 7, 0})  uy = u8[3] constant({0, 2, 0})  uq = u8[3] divide(ux, uy)  uw = u8[3] constant({255, 3, 255})\n"
                   "  ur = u8[3] remainder(ux, uy)  uv = u8[3] constant({200, 1, 0})\n"
                   "  ROOT t = (s32[6], s32[6], s32[6], s32[6], u8[3], u8[3], u8[3], u8[3]) tuple(q, w, r, v, uq, uw, ur, uv) }"},
    {"int/wrap", "ENTRY e { x = s8[4] constant({127, -128, 100, -128})  y = s8[4] constant({1, -1, 100, -128})\n"
                 "  s = s8[4] add(x, y)  sw = s8[4] constant({-128, 127, -56, 0})  p = s8[4] multiply(x, y)  pw = s8[4] constant({127, -128, 16, 0})\n"
                 "  n = s8[4] negate(x)  nw = s8[4] constant({-127, -128, -100, -128})  a = s8[4] abs(x)  aw = s8[4] constant({127, -128, 100, -128})\n"
                 "  z = s4[2] constant({7, -8})  o = s4[2] constant({1, -1})  zo = s4[2] add(z, o)  zw = s4[2] constant({-8, 7})\n"
                 "  ROOT t = (s8[4], s8[4], s8[4], s8[4], s8[4], s8[4], s8[4], s8[4], s4[2], s4[2]) tuple(s, sw, p, pw, n, nw, a, aw, zo, zw) }"},
    {"int/shift", "ENTRY e { x = s8[5] constant({-128, 1, -1, 64, -3})  n = s8[5] constant({7, 8, 9, -1, 1})\n"
                  "  l = s8[5] shift-left(x, n)  lw = s8[5] constant({0, 0, 0, 0, -6})\n"
                  "  a = s8[5] shift-right-arithmetic(x, n)  aw = s8[5] constant({-1, 0, -1, 0, -2})\n"
                  "  r = s8[5] shift-right-logical(x, n)  rw = s8[5] constant({1, 0, 0, 0, 126})\n"
                  "  ROOT t = (s8[5], s8[5], s8[5], s8[5], s8[5], s8[5]) tuple(l, lw, a, aw, r, rw) }"},
    {"int/power", "ENTRY e { x = s32[8] constant({3, 2, 1, -1, -1, 0, 5, 0})  n = s32[8] constant({4, 33, -5, -3, -4, -1, -1, 0})\n"
                  "  p = s32[8] power(x, n)  w = s32[8] constant({81, 0, 1, -1, 1, 0, 0, 1})\n"
                  "  ROOT t = (s32[8], s32[8]) tuple(p, w) }"},
    {"int/bits", "ENTRY e { x = u16[4] constant({0, 1, 65535, 4096})  c = u16[4] count-leading-zeros(x)  cw = u16[4] constant({16, 15, 0, 3})\n"
                 "  p = u16[4] popcnt(x)  pw = u16[4] constant({0, 1, 16, 1})  n = u16[4] not(x)  nw = u16[4] constant({65535, 65534, 0, 61439})\n"
                 "  s = s8[3] constant({-1, 0, 5})  sc = s8[3] count-leading-zeros(s)  scw = s8[3] constant({0, 8, 5})\n"
                 "  sp = s8[3] popcnt(s)  spw = s8[3] constant({8, 0, 2})  g = s8[3] sign(s)  gw = s8[3] constant({-1, 0, 1})\n"
                 "  ROOT t = (u16[4], u16[4], u16[4], u16[4], u16[4], u16[4], s8[3], s8[3], s8[3], s8[3], s8[3], s8[3]) tuple(c, cw, p, pw, n, nw, sc, scw, sp, spw, g, gw) }"},
    {"int/mulhi", "ENTRY e { x = s32[2] constant({2147483647, -2147483648})  y = s32[2] constant({4, 2})  h = s32[2] mulhi(x, y)  w = s32[2] constant({1, -1})\n"
                  "  u = u64[1] constant({18446744073709551615})  k = u64[1] mulhi(u, u)  v = u64[1] constant({18446744073709551614})\n"
                  "  ROOT t = (s32[2], s32[2], u64[1], u64[1]) tuple(h, w, k, v) }"},
    {"pred/arithmetic", "ENTRY e { x = pred[4] constant({false, false, true, true})  y = pred[4] constant({false, true, false, true})\n"
                        "  a = pred[4] add(x, y)  o = pred[4] or(x, y)  m = pred[4] multiply(x, y)  n = pred[4] and(x, y)\n"
                        "  p = pred[4] power(x, y)  pw = pred[4] constant({true, false, true, true})  g = pred[4] compare(x, y), direction=GT  gw = pred[4] constant({false, false, true, false})\n"
                        "  ROOT t = (pred[4], pred[4], pred[4], pred[4], pred[4], pred[4], pred[4], pred[4]) tuple(a, o, m, n, p, pw, g, gw) }"},
    /* ---- floats ---- */
    {"float/maximum", "ENTRY e { x = f32[6] constant({nan, 1, 0, -0, inf, -inf})  y = f32[6] constant({1, nan, -0, 0, 3, 3})\n"
                      "  a = f32[6] maximum(x, y)  aw = f32[6] constant({nan, nan, 0, 0, inf, 3})\n"
                      "  i = f32[6] minimum(x, y)  iw = f32[6] constant({nan, nan, -0, -0, 3, -inf})\n"
                      "  ROOT t = (f32[6], f32[6], f32[6], f32[6]) tuple(a, aw, i, iw) }"},
    {"float/clamp", "ENTRY e { lo = f32[] constant(-1)  hi = f32[] constant(2)  x = f32[5] constant({-5, 0.5, 9, nan, -0})\n"
                    "  c = f32[5] clamp(lo, x, hi)  w = f32[5] constant({-1, 0.5, 2, nan, -0})\n"
                    "  a = s32[2] constant({5, 1})  b = s32[2] constant({3, 2})  d = s32[2] clamp(a, a, b)  dw = s32[2] constant({3, 1})\n"
                    "  ROOT t = (f32[5], f32[5], s32[2], s32[2]) tuple(c, w, d, dw) }"},
    {"float/rounding", "ENTRY e { x = f32[8] constant({0.5, 1.5, 2.5, -0.5, -2.5, -0, inf, nan})\n"
                       "  a = f32[8] round-nearest-afz(x)  aw = f32[8] constant({1, 2, 3, -1, -3, -0, inf, nan})\n"
                       "  b = f32[8] round-nearest-even(x)  bw = f32[8] constant({0, 2, 2, -0, -2, -0, inf, nan})\n"
                       "  c = f32[8] ceil(x)  cw = f32[8] constant({1, 2, 3, -0, -2, -0, inf, nan})\n"
                       "  f = f32[8] floor(x)  fw = f32[8] constant({0, 1, 2, -1, -3, -0, inf, nan})\n"
                       "  s = f32[8] sign(x)  sw = f32[8] constant({1, 1, 1, -1, -1, -0, 1, nan})\n"
                       "  ROOT t = (f32[8], f32[8], f32[8], f32[8], f32[8], f32[8], f32[8], f32[8], f32[8], f32[8]) tuple(a, aw, b, bw, c, cw, f, fw, s, sw) }"},
    {"float/edges", "ENTRY e { x = f32[5] constant({0, -0, -1, inf, nan})  r = f32[5] rsqrt(x)  rw = f32[5] constant({inf, -inf, nan, 0, nan})\n"
                    "  q = f32[5] sqrt(x)  qw = f32[5] constant({0, -0, nan, inf, nan})  l = f32[5] log(x)  lw = f32[5] constant({-inf, -inf, nan, inf, nan})\n"
                    "  p = f32[3] constant({nan, 1, 0})  z = f32[3] constant({0, nan, 0})  w = f32[3] power(p, z)  ww = f32[3] constant({1, 1, 1})\n"
                    "  m = f32[3] constant({5.5, -5.5, 1})  n = f32[3] constant({2, 2, 0})  k = f32[3] remainder(m, n)  kw = f32[3] constant({1.5, -1.5, nan})\n"
                    "  i = pred[5] is-finite(x)  iw = pred[5] constant({true, true, true, false, false})\n"
                    "  ROOT t = (f32[5], f32[5], f32[5], f32[5], f32[5], f32[5], f32[3], f32[3], f32[3], f32[3], pred[5], pred[5]) tuple(r, rw, q, qw, l, lw, w, ww, k, kw, i, iw) }"},
    {"float/compare", "ENTRY e { x = f32[5] constant({nan, -0, 1, -inf, -nan})  y = f32[5] constant({nan, 0, 2, nan, -inf})\n"
                      "  e1 = pred[5] compare(x, y), direction=EQ  e1w = pred[5] constant({false, true, false, false, false})\n"
                      "  n1 = pred[5] compare(x, y), direction=NE  n1w = pred[5] constant({true, false, true, true, true})\n"
                      "  l1 = pred[5] compare(x, y), direction=LE  l1w = pred[5] constant({false, true, true, false, false})\n"
                      "  t1 = pred[5] compare(x, y), direction=LT, type=TOTALORDER  t1w = pred[5] constant({false, true, true, true, true})\n"
                      "  u = s8[2] constant({-1, 1})  v = s8[2] constant({1, -1})  g = pred[2] compare(u, v), direction=GT, type=UNSIGNED  gw = pred[2] constant({true, false})\n"
                      "  ROOT t = (pred[5], pred[5], pred[5], pred[5], pred[5], pred[5], pred[5], pred[5], pred[2], pred[2]) tuple(e1, e1w, n1, n1w, l1, l1w, t1, t1w, g, gw) }"},
    {"float/one-rounding-per-op", "ENTRY e { x = bf16[2] constant({256, 256})  y = bf16[2] constant({1, 3})  s = bf16[2] add(x, y)  w = bf16[2] constant({256, 260})\n"
                                  "  ROOT t = (bf16[2], bf16[2]) tuple(s, w) }"},
    {"float/reduce-precision", "ENTRY e { x = f32[5] constant({1.0625, 1.1875, 70000, 1e-6, nan})  r = f32[5] reduce-precision(x), exponent_bits=5, mantissa_bits=3\n"
                               "  w = f32[5] constant({1, 1.25, inf, 0, nan})  ROOT t = (f32[5], f32[5]) tuple(r, w) }"},
    {"complex/arithmetic", "ENTRY e { x = c64[2] constant({(1, 2), (3, -4)})  y = c64[2] constant({(5, -1), (0, 2)})  p = c64[2] multiply(x, y)  w = c64[2] constant({(7, 9), (8, 6)})\n"
                           "  a = f32[2] abs(x)  h = f32[] constant(5)  sl = f32[1] slice(a), slice={[1:2]}  sw = f32[1] constant({5})\n"
                           "  re = f32[2] real(x)  rw = f32[2] constant({1, 3})  im = f32[2] imag(x)  iw = f32[2] constant({2, -4})  z = c64[2] complex(re, im)\n"
                           "  ROOT t = (c64[2], c64[2], f32[1], f32[1], f32[2], f32[2], f32[2], f32[2], c64[2], c64[2]) tuple(p, w, sl, sw, re, rw, im, iw, z, x) }"},
    /* ---- shapes ---- */
    {"shape/broadcast", "ENTRY e { x = s32[2] constant({1, 2})  a = s32[2,3] broadcast(x), dimensions={0}  aw = s32[2,3] constant({{1,1,1},{2,2,2}})\n"
                        "  b = s32[3,2] broadcast(x), dimensions={1}  bw = s32[3,2] constant({{1,2},{1,2},{1,2}})\n"
                        "  ROOT t = (s32[2,3], s32[2,3], s32[3,2], s32[3,2]) tuple(a, aw, b, bw) }"},
    {"shape/transpose", "ENTRY e { x = s32[1,2,3] constant({{{1,2,3},{4,5,6}}})  a = s32[3,1,2] transpose(x), dimensions={2,0,1}  w = s32[3,1,2] constant({{{1,4}},{{2,5}},{{3,6}}})\n"
                        "  r = s32[1,2,3] reverse(x), dimensions={1,2}  rw = s32[1,2,3] constant({{{6,5,4},{3,2,1}}})\n"
                        "  ROOT t = (s32[3,1,2], s32[3,1,2], s32[1,2,3], s32[1,2,3]) tuple(a, w, r, rw) }"},
    {"shape/slice", "ENTRY e { x = s32[6] iota(), iota_dimension=0  a = s32[2] slice(x), slice={[1:5:3]}  w = s32[2] constant({1, 4})\n"
                    "  z = s32[0] slice(x), slice={[3:3]}  zw = s32[0] constant({})  ROOT t = (s32[2], s32[2], s32[0], s32[0]) tuple(a, w, z, zw) }"},
    {"shape/pad", "ENTRY e { x = s32[3] constant({1,2,3})  v = s32[] constant(9)  a = s32[8] pad(x, v), padding=1_2_1  aw = s32[8] constant({9,1,9,2,9,3,9,9})\n"
                  "  b = s32[2] pad(x, v), padding=-1_0  bw = s32[2] constant({2,3})  c = s32[3] pad(x, v), padding=-1_-1_1  cw = s32[3] constant({9,2,9})\n"
                  "  d = s32[2] pad(x, v), padding=-5_4  dw = s32[2] constant({9,9})\n"
                  "  ROOT t = (s32[8], s32[8], s32[2], s32[2], s32[3], s32[3], s32[2], s32[2]) tuple(a, aw, b, bw, c, cw, d, dw) }"},
    {"shape/dynamic-slice", "ENTRY e { x = s32[5] iota(), iota_dimension=0  i = s32[] constant(-3)  j = s32[] constant(9)  k = u64[] constant(18446744073709551615)\n"
                            "  a = s32[2] dynamic-slice(x, i), dynamic_slice_sizes={2}  aw = s32[2] constant({0,1})  b = s32[2] dynamic-slice(x, j), dynamic_slice_sizes={2}  bw = s32[2] constant({3,4})\n"
                            "  c = s32[2] dynamic-slice(x, k), dynamic_slice_sizes={2}  u = s32[2] constant({7,8})  d = s32[5] dynamic-update-slice(x, u, j)  dw = s32[5] constant({0,1,2,7,8})\n"
                            "  ROOT t = (s32[2], s32[2], s32[2], s32[2], s32[2], s32[2], s32[5], s32[5]) tuple(a, aw, b, bw, c, bw, d, dw) }"},
    {"shape/concatenate", "ENTRY e { x = s32[2,1] constant({{1},{2}})  y = s32[2,2] constant({{3,4},{5,6}})  c = s32[2,4] concatenate(x, y, x), dimensions={1}\n"
                          "  w = s32[2,4] constant({{1,3,4,1},{2,5,6,2}})  ROOT t = (s32[2,4], s32[2,4]) tuple(c, w) }"},
    {"shape/bitcast-convert", "ENTRY e { x = u32[2] constant({67305985, 4278190080})  a = u8[2,4] bitcast-convert(x)  w = u8[2,4] constant({{1,2,3,4},{0,0,0,255}})  b = u32[2] bitcast-convert(a)\n"
                              "  n = s8[1] constant({-94})  p = s4[1,2] bitcast-convert(n)  pw = s4[1,2] constant({{2,-6}})  q = s8[1] bitcast-convert(p)\n"
                              "  f = f32[1] constant({1})  g = s32[1] bitcast-convert(f)  gw = s32[1] constant({1065353216})\n"
                              "  ROOT t = (u8[2,4], u8[2,4], u32[2], u32[2], s4[1,2], s4[1,2], s8[1], s8[1], s32[1], s32[1]) tuple(a, w, b, x, p, pw, q, n, g, gw) }"},
    {"shape/bitcast-layout", "ENTRY e { x = s32[2,3]{0,1} constant({{1,2,3},{4,5,6}})  b = s32[3,2]{1,0} bitcast(x)  w = s32[3,2]{1,0} constant({{1,4},{2,5},{3,6}})\n"
                             "  ROOT t = (s32[3,2], s32[3,2]) tuple(b, w) }"},
    {"shape/iota", "ENTRY e { x = u8[300] iota(), iota_dimension=0  a = u8[2] slice(x), slice={[255:257]}  w = u8[2] constant({255, 0})\n"
                   "  y = f32[2,2] iota(), iota_dimension=1  yw = f32[2,2] constant({{0,1},{0,1}})  ROOT t = (u8[2], u8[2], f32[2,2], f32[2,2]) tuple(a, w, y, yw) }"},
    /* ---- dots ---- */
    {"dot/plain", "ENTRY e { x = f32[2,3] constant({{1,2,3},{4,5,6}})  y = f32[3,2] constant({{1,0},{0,1},{1,1}})\n"
                  "  d = f32[2,2] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}  w = f32[2,2] constant({{4,5},{10,11}})\n"
                  "  t1 = f32[3,3] dot(x, x), lhs_contracting_dims={0}, rhs_contracting_dims={0}  t1w = f32[3,3] constant({{17,22,27},{22,29,36},{27,36,45}})\n"
                  "  s = f32[] dot(x, x), lhs_contracting_dims={0,1}, rhs_contracting_dims={0,1}  sw = f32[] constant(91)\n"
                  "  o = f32[2,3,3,2] dot(x, y)  o1 = f32[1,1,1,2] slice(o), slice={[1:2],[2:3],[2:3],[0:2]}  ow = f32[1,1,1,2] constant({{{{6,6}}}})\n"
                  "  ROOT t = (f32[2,2], f32[2,2], f32[3,3], f32[3,3], f32[], f32[], f32[1,1,1,2], f32[1,1,1,2]) tuple(d, w, t1, t1w, s, sw, o1, ow) }"},
    {"dot/batch", "ENTRY e { x = s32[2,2,1] constant({{{1},{2}},{{3},{4}}})  y = s32[1,2,2] constant({{{1,2},{3,4}}})\n"
                  "  d = s32[2,2,2] dot(x, y), lhs_batch_dims={1}, rhs_batch_dims={2}, lhs_contracting_dims={2}, rhs_contracting_dims={0}\n"
                  "  w = s32[2,2,2] constant({{{1,3},{3,9}},{{4,8},{8,16}}})  ROOT t = (s32[2,2,2], s32[2,2,2]) tuple(d, w) }"},
    {"dot/types", "ENTRY e { x = bf16[3] constant({256, 1, 1})  y = bf16[3] constant({1, 1, 1})  d = bf16[] dot(x, y), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
                  "  w = bf16[] constant(258)  f = f32[] dot(x, y), lhs_contracting_dims={0}, rhs_contracting_dims={0}  fw = f32[] constant(258)\n"
                  "  i = s8[2] constant({100, 100})  k = s8[] dot(i, i), lhs_contracting_dims={0}, rhs_contracting_dims={0}  kw = s8[] constant(32)\n"
                  "  l = s32[] dot(i, i), lhs_contracting_dims={0}, rhs_contracting_dims={0}  lw = s32[] constant(20000)\n"
                  "  z = f32[2,0] constant({{},{}})  o = f32[2,2] dot(z, z), lhs_contracting_dims={1}, rhs_contracting_dims={1}  ow = f32[2,2] constant({{0,0},{0,0}})\n"
                  "  c = c64[2] constant({(0, 1), (2, 0)})  cd = c64[] dot(c, c), lhs_contracting_dims={0}, rhs_contracting_dims={0}  cw = c64[] constant((3, 0))\n"
                  "  ROOT t = (bf16[], bf16[], f32[], f32[], s8[], s8[], s32[], s32[], f32[2,2], f32[2,2], c64[], c64[]) tuple(d, w, f, fw, k, kw, l, lw, o, ow, cd, cw) }"},
    /* ---- windows ---- */
    {"convolution/1d", "ENTRY e { x = f32[1,1,4] constant({{{1,2,3,4}}})  k = f32[1,1,2] constant({{{10,1}}})\n"
                       "  a = f32[1,1,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0  aw = f32[1,1,3] constant({{{12,23,34}}})\n"
                       "  p = f32[1,1,3] convolution(x, k), window={size=2 stride=2 pad=1_1}, dim_labels=bf0_oi0->bf0  pw = f32[1,1,3] constant({{{1,23,40}}})\n"
                       "  n = f32[1,1,2] convolution(x, k), window={size=2 pad=-1_0}, dim_labels=bf0_oi0->bf0  nw = f32[1,1,2] constant({{{23,34}}})\n"
                       "  b = f32[1,1,6] convolution(x, k), window={size=2 lhs_dilate=2}, dim_labels=bf0_oi0->bf0  bw = f32[1,1,6] constant({{{10,2,20,3,30,4}}})\n"
                       "  r = f32[1,1,2] convolution(x, k), window={size=2 rhs_dilate=2}, dim_labels=bf0_oi0->bf0  rw = f32[1,1,2] constant({{{13,24}}})\n"
                       "  f = f32[1,1,3] convolution(x, k), window={size=2 rhs_reversal=1}, dim_labels=bf0_oi0->bf0  fw = f32[1,1,3] constant({{{21,32,43}}})\n"
                       "  ROOT t = (f32[1,1,3], f32[1,1,3], f32[1,1,3], f32[1,1,3], f32[1,1,2], f32[1,1,2], f32[1,1,6], f32[1,1,6], f32[1,1,2], f32[1,1,2], f32[1,1,3], f32[1,1,3]) tuple(a, aw, p, pw, n, nw, b, bw, r, rw, f, fw) }"},
    {"convolution/groups", "ENTRY e { x = f32[2,2] constant({{1,2},{3,4}})  k = f32[1,4] constant({{1,2,3,4}})\n"
                           "  a = f32[2,4] convolution(x, k), dim_labels=bf_io->bf, feature_group_count=2  aw = f32[2,4] constant({{1,2,6,8},{3,6,12,16}})\n"
                           "  h = f32[2,2] constant({{1,2},{10,20}})  b = f32[1,2] convolution(x, h), dim_labels=bf_io->bf, batch_group_count=2  bw = f32[1,2] constant({{21,86}})\n"
                           "  ROOT t = (f32[2,4], f32[2,4], f32[1,2], f32[1,2]) tuple(a, aw, b, bw) }"},
    {"convolution/infinite-kernel", "ENTRY e { x = f32[1,1,2] constant({{{1,1}}})  k = f32[1,1,2] constant({{{inf,1}}})\n"
                                    "  a = f32[1,1,3] convolution(x, k), window={size=2 pad=1_1}, dim_labels=bf0_oi0->bf0  aw = f32[1,1,3] constant({{{1,inf,inf}}})\n"
                                    "  ROOT t = (f32[1,1,3], f32[1,1,3]) tuple(a, aw) }"},
    {"reduce-window/max", MAX_F32 "ENTRY e { x = f32[2,4] constant({{1,5,2,0},{7,3,4,9}})  i = f32[] constant(-inf)\n"
                          "  a = f32[1,2] reduce-window(x, i), window={size=2x2 stride=1x2}, to_apply=max  aw = f32[1,2] constant({{7,9}})\n"
                          "  p = f32[2,3] reduce-window(x, i), window={size=1x3 stride=1x2 pad=0_0x2_1}, to_apply=max  pw = f32[2,3] constant({{1,5,2},{7,7,9}})\n"
                          "  d = f32[2,2] reduce-window(x, i), window={size=1x2 rhs_dilate=1x2}, to_apply=max  dw = f32[2,2] constant({{2,5},{7,9}})\n"
                          "  ROOT t = (f32[1,2], f32[1,2], f32[2,3], f32[2,3], f32[2,2], f32[2,2]) tuple(a, aw, p, pw, d, dw) }"},
    {"reduce-window/running", ADD_F32 "ENTRY e { x = f32[4] constant({1,2,4,8})  i = f32[] constant(0)\n"
                              "  a = f32[4] reduce-window(x, i), window={size=4 pad=3_0}, to_apply=add  aw = f32[4] constant({1,3,7,15})\n"
                              "  b = f32[4] reduce-window(x, i), window={size=4 pad=0_3}, to_apply=add  bw = f32[4] constant({15,14,12,8})\n"
                              "  c = f32[4] reduce-window(x, i), window={size=3 pad=2_0}, to_apply=add  cw = f32[4] constant({1,3,7,14})\n"
                              "  h = f32[7] reduce-window(x, i), window={size=1 lhs_dilate=2}, to_apply=add  hw = f32[7] constant({1,0,2,0,4,0,8})\n"
                              "  ROOT t = (f32[4], f32[4], f32[4], f32[4], f32[4], f32[4], f32[7], f32[7]) tuple(a, aw, b, bw, c, cw, h, hw) }"},
    {"select-and-scatter", ADD_F32 "ge { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT r = pred[] compare(a, b), direction=GE }\n"
                           "ENTRY e { x = f32[6] constant({1,3,2,5,5,0})  s = f32[3] constant({10,20,30})  z = f32[] constant(0)\n"
                           "  a = f32[6] select-and-scatter(x, s, z), window={size=2 stride=2}, select=ge, scatter=add  aw = f32[6] constant({0,10,0,20,30,0})\n"
                           "  u = f32[4] constant({1,1,1,1})  b = f32[6] select-and-scatter(x, u, z), window={size=3}, select=ge, scatter=add  bw = f32[6] constant({0,1,0,3,0,0})\n"
                           "  ROOT t = (f32[6], f32[6], f32[6], f32[6]) tuple(a, aw, b, bw) }"},
    /* ---- reductions, sorting ---- */
    {"reduce/dims", ADD_F32 "ENTRY e { x = f32[2,3] constant({{1,2,3},{4,5,6}})  z = f32[] constant(100)\n"
                    "  a = f32[3] reduce(x, z), dimensions={0}, to_apply=add  aw = f32[3] constant({105,107,109})\n"
                    "  b = f32[2] reduce(x, z), dimensions={1}, to_apply=add  bw = f32[2] constant({106,115})\n"
                    "  c = f32[] reduce(x, z), dimensions={0,1}, to_apply=add  cw = f32[] constant(121)\n"
                    "  o = f32[0] constant({})  d = f32[] reduce(o, z), dimensions={0}, to_apply=add  dw = f32[] constant(100)\n"
                    "  ROOT t = (f32[3], f32[3], f32[2], f32[2], f32[], f32[], f32[], f32[]) tuple(a, aw, b, bw, c, cw, d, dw) }"},
    {"reduce/argmax", "body { av = f32[] parameter(0)  ai = s32[] parameter(1)  bv = f32[] parameter(2)  bi = s32[] parameter(3)\n"
                      "  gt = pred[] compare(av, bv), direction=GT  eq = pred[] compare(av, bv), direction=EQ  lt = pred[] compare(ai, bi), direction=LT  tie = pred[] and(eq, lt)\n"
                      "  keep = pred[] or(gt, tie)  v = f32[] select(keep, av, bv)  i = s32[] select(keep, ai, bi)  ROOT r = (f32[], s32[]) tuple(v, i) }\n"
                      "ENTRY e { x = f32[2,3] constant({{1,9,9},{4,-1,3}})  k = s32[2,3] iota(), iota_dimension=1  z = f32[] constant(-inf)  j = s32[] constant(0)\n"
                      "  r = (f32[2], s32[2]) reduce(x, k, z, j), dimensions={1}, to_apply=body  v = f32[2] get-tuple-element(r), index=0  i = s32[2] get-tuple-element(r), index=1\n"
                      "  vw = f32[2] constant({9,4})  iw = s32[2] constant({1,0})  ROOT t = (f32[2], f32[2], s32[2], s32[2]) tuple(v, vw, i, iw) }"},
    {"reduce/body-with-call", "twice { x = s32[] parameter(0)  two = s32[] constant(2)  ROOT r = s32[] multiply(x, two) }\n"
                              "body { a = s32[] parameter(0)  b = s32[] parameter(1)  c = s32[] call(b), to_apply=twice  ROOT r = s32[] add(a, c) }\n"
                              "ENTRY e { x = s32[3] constant({1,2,3})  z = s32[] constant(0)  r = s32[] reduce(x, z), dimensions={0}, to_apply=body  w = s32[] constant(12)\n"
                              "  ROOT t = (s32[], s32[]) tuple(r, w) }"},
    {"reduce/accumulates-wide", "add { a = bf16[] parameter(0)  b = bf16[] parameter(1)  ROOT r = bf16[] add(a, b) }\n"
                                "ENTRY e { o = bf16[] constant(1)  x = bf16[512] broadcast(o), dimensions={}  z = bf16[] constant(0)  r = bf16[] reduce(x, z), dimensions={0}, to_apply=add\n"
                                "  w = bf16[] constant(512)  ROOT t = (bf16[], bf16[]) tuple(r, w) }"},
    {"sort/stable-pairs", "less { a = s32[] parameter(0)  b = s32[] parameter(1)  p = s32[] parameter(2)  q = s32[] parameter(3)  ROOT r = pred[] compare(a, b), direction=LT }\n"
                          "ENTRY e { k = s32[5] constant({3,1,3,1,2})  v = s32[5] iota(), iota_dimension=0  s = (s32[5], s32[5]) sort(k, v), dimensions={0}, is_stable=true, to_apply=less\n"
                          "  a = s32[5] get-tuple-element(s), index=0  b = s32[5] get-tuple-element(s), index=1  aw = s32[5] constant({1,1,2,3,3})  bw = s32[5] constant({1,3,4,0,2})\n"
                          "  ROOT t = (s32[5], s32[5], s32[5], s32[5]) tuple(a, aw, b, bw) }"},
    {"sort/columns", "gt { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT r = pred[] compare(a, b), direction=GT, type=TOTALORDER }\n"
                     "ENTRY e { x = f32[3,2] constant({{1,-0},{nan,0},{3,-inf}})  s = f32[3,2] sort(x), dimensions={0}, to_apply=gt  w = f32[3,2] constant({{nan,0},{3,-0},{1,-inf}})\n"
                     "  ROOT t = (f32[3,2], f32[3,2]) tuple(s, w) }"},
    {"topk", "ENTRY e { x = f32[2,5] constant({{1,nan,-nan,inf,1},{-0,0,0,-0,-5}})  r = (f32[2,3], s32[2,3]) topk(x), k=3, largest=true\n"
             "  v = f32[2,3] get-tuple-element(r), index=0  i = s32[2,3] get-tuple-element(r), index=1  vw = f32[2,3] constant({{nan,inf,1},{0,0,-0}})  iw = s32[2,3] constant({{1,3,0},{1,2,0}})\n"
             "  q = (f32[2,2], s32[2,2]) topk(x), k=2, largest=false  j = s32[2,2] get-tuple-element(q), index=1  jw = s32[2,2] constant({{2,0},{4,0}})\n"
             "  ROOT t = (f32[2,3], f32[2,3], s32[2,3], s32[2,3], s32[2,2], s32[2,2]) tuple(v, vw, i, iw, j, jw) }"},
    {"map", "f { a = f32[] parameter(0)  b = f32[] parameter(1)  m = f32[] multiply(a, b)  ROOT r = f32[] subtract(m, a) }\n"
            "ENTRY e { x = f32[3] constant({1,2,3})  y = f32[3] constant({4,5,6})  r = f32[3] map(x, y), dimensions={0}, to_apply=f  w = f32[3] constant({3,8,15})\n"
            "  ROOT t = (f32[3], f32[3]) tuple(r, w) }"},
    {"scan/reverse", "step { x = f32[2] parameter(0)  c = f32[2] parameter(1)  s = f32[2] add(x, c)  d = f32[2] add(s, s)  ROOT r = (f32[2], f32[2]) tuple(d, s) }\n"
                     "ENTRY e { x = f32[3,2] constant({{1,2},{3,4},{5,6}})  z = f32[2] constant({10,20})  r = (f32[3,2], f32[2]) scan(x, z), dimensions={0}, num_carries=1, is_reverse=true, to_apply=step\n"
                     "  o = f32[3,2] get-tuple-element(r), index=0  c = f32[2] get-tuple-element(r), index=1  ow = f32[3,2] constant({{38,64},{36,60},{30,52}})  cw = f32[2] constant({19,32})\n"
                     "  ROOT t = (f32[3,2], f32[3,2], f32[2], f32[2]) tuple(o, ow, c, cw) }"},
    /* ---- gather, scatter ---- */
    {"gather/rows", "ENTRY e { x = s32[3,2] constant({{1,2},{3,4},{5,6}})  i = s32[4,1] constant({{2},{-1},{9},{1}})\n"
                    "  g = s32[4,2] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,2}  w = s32[4,2] constant({{5,6},{1,2},{5,6},{3,4}})\n"
                    "  j = s32[2] constant({1,0})  h = s32[2,2] gather(x, j), offset_dims={0}, collapsed_slice_dims={1}, start_index_map={1}, index_vector_dim=1, slice_sizes={2,1}  hw = s32[2,2] constant({{2,1},{4,3}})\n"
                    "  ROOT t = (s32[4,2], s32[4,2], s32[2,2], s32[2,2]) tuple(g, w, h, hw) }"},
    {"gather/windows", "ENTRY e { x = s32[3,3] constant({{1,2,3},{4,5,6},{7,8,9}})  i = s32[2,2] constant({{0,1},{2,2}})\n"
                       "  g = s32[2,2,2] gather(x, i), offset_dims={1,2}, collapsed_slice_dims={}, start_index_map={1,0}, index_vector_dim=0, slice_sizes={2,2}\n"
                       "  c = s32[1,1,2] slice(g), slice={[0:1],[0:1],[0:2]}  cw = s32[1,1,2] constant({{{4,5}}})\n"
                       "  ROOT t = (s32[1,1,2], s32[1,1,2]) tuple(c, cw) }"},
    {"gather/batching", "ENTRY e { x = s32[2,3] constant({{1,2,3},{4,5,6}})  i = s32[2,2,1] constant({{{2},{0}},{{1},{7}}})\n"
                        "  g = s32[2,2] gather(x, i), offset_dims={}, collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=2, slice_sizes={1,1}\n"
                        "  w = s32[2,2] constant({{3,1},{5,6}})  ROOT t = (s32[2,2], s32[2,2]) tuple(g, w) }"},
    {"scatter/add", ADD_S32 "ENTRY e { x = s32[4] constant({10,20,30,40})  i = s32[4,1] constant({{1},{1},{-1},{4}})  u = s32[4] constant({1,2,3,4})\n"
                    "  s = s32[4] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add\n"
                    "  w = s32[4] constant({10,23,30,40})  ROOT t = (s32[4], s32[4]) tuple(s, w) }"},
    {"scatter/window", "put { a = s32[] parameter(0)  ROOT b = s32[] parameter(1) }\n"
                       "ENTRY e { x = s32[5] constant({0,0,0,0,0})  i = s32[3] constant({1,4,3})  u = s32[2,3] constant({{1,3,5},{2,4,6}})\n"
                       "  s = s32[5] scatter(x, i, u), update_window_dims={0}, inserted_window_dims={}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=put\n"
                       "  w = s32[5] constant({0,1,2,5,6})  ROOT t = (s32[5], s32[5]) tuple(s, w) }"},
    {"scatter/two-arrays", "f { a = s32[] parameter(0)  b = f32[] parameter(1)  c = s32[] parameter(2)  d = f32[] parameter(3)  m = s32[] maximum(a, c)  s = f32[] add(b, d)  ROOT r = (s32[], f32[]) tuple(m, s) }\n"
                           "ENTRY e { x = s32[2] constant({1,9})  y = f32[2] constant({0.5,0.25})  i = s32[2,1] constant({{0},{1}})  u = s32[2] constant({5,5})  v = f32[2] constant({1,2})\n"
                           "  s = (s32[2], f32[2]) scatter(x, y, i, u, v), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f\n"
                           "  a = s32[2] get-tuple-element(s), index=0  b = f32[2] get-tuple-element(s), index=1  aw = s32[2] constant({5,9})  bw = f32[2] constant({1.5,2.25})\n"
                           "  ROOT t = (s32[2], s32[2], f32[2], f32[2]) tuple(a, aw, b, bw) }"},
    /* ---- control flow ---- */
    {"control/while", "c { s = (s32[], s32[3]) parameter(0)  i = s32[] get-tuple-element(s), index=0  n = s32[] constant(3)  ROOT r = pred[] compare(i, n), direction=LT }\n"
                      "b { s = (s32[], s32[3]) parameter(0)  i = s32[] get-tuple-element(s), index=0  a = s32[3] get-tuple-element(s), index=1  o = s32[] constant(1)  j = s32[] add(i, o)\n"
                      "  q = s32[] multiply(j, j)  u = s32[1] reshape(q)  d = s32[3] dynamic-update-slice(a, u, i)  ROOT r = (s32[], s32[3]) tuple(j, d) }\n"
                      "ENTRY e { z = s32[] constant(0)  a = s32[3] constant({7,7,7})  s = (s32[], s32[3]) tuple(z, a)  w = (s32[], s32[3]) while(s), condition=c, body=b\n"
                      "  g = s32[3] get-tuple-element(w), index=1  gw = s32[3] constant({1,4,9})  same = s32[3] constant({7,7,7})\n"
                      "  ROOT t = (s32[3], s32[3], s32[3], s32[3]) tuple(g, gw, a, same) }"},
    {"control/conditional", "p { x = s32[] parameter(0)  o = s32[] constant(1)  ROOT r = s32[] add(x, o) }\nq { x = s32[] parameter(0)  ROOT r = s32[] negate(x) }\nk { x = s32[] parameter(0)  ROOT r = s32[] multiply(x, x) }\n"
                            "ENTRY e { x = s32[] constant(5)  t1 = pred[] constant(true)  f1 = pred[] constant(false)  a = s32[] conditional(t1, x, x), true_computation=p, false_computation=q  aw = s32[] constant(6)\n"
                            "  b = s32[] conditional(f1, x, x), true_computation=p, false_computation=q  bw = s32[] constant(-5)\n"
                            "  i = s32[] constant(-1)  c = s32[] conditional(i, x, x, x), branch_computations={p, q, k}  cw = s32[] constant(25)\n"
                            "  j = s32[] constant(1)  d = s32[] conditional(j, x, x, x), branch_computations={p, q, k}\n"
                            "  ROOT t = (s32[], s32[], s32[], s32[], s32[], s32[], s32[], s32[]) tuple(a, aw, b, bw, c, cw, d, bw) }"},
    {"control/in-place-is-private", "ENTRY e { x = s32[3] iota(), iota_dimension=0  u = s32[1] constant({9})  i = s32[] constant(1)  a = s32[3] dynamic-update-slice(x, u, i)\n"
                                    "  aw = s32[3] constant({0,9,2})  xw = s32[3] constant({0,1,2})  ROOT t = (s32[3], s32[3], s32[3], s32[3]) tuple(a, aw, x, xw) }"},
    {"random/threefry", "ENTRY e { s = u64[2] constant({0, 0})  r = (u64[2], u32[2]) rng-bit-generator(s), algorithm=rng_three_fry  b = u32[2] get-tuple-element(r), index=1  w = u32[2] constant({1797259609, 2579123966})\n"
                        "  n = u64[2] get-tuple-element(r), index=0  nw = u64[2] constant({0, 1})  ROOT t = (u32[2], u32[2], u64[2], u64[2]) tuple(b, w, n, nw) }"},
    {"random/philox", "ENTRY e { s = u64[3] constant({0, 0, 0})  r = (u64[3], u32[4]) rng-bit-generator(s), algorithm=rng_philox  b = u32[4] get-tuple-element(r), index=1  w = u32[4] constant({1713891541, 3781805453, 3159862348, 2600524760})\n"
                      "  n = u64[3] get-tuple-element(r), index=0  nw = u64[3] constant({0, 1, 0})  ROOT t = (u64[3], u64[3], u32[4], u32[4]) tuple(n, nw, b, w) }"},
    {"linalg/cholesky", "ENTRY e { a = f32[2,2] constant({{4,77},{2,5}})  l = f32[2,2] cholesky(a), lower=true  w = f32[2,2] constant({{2,0},{1,2}})\n"
                        "  b = f32[2,2] constant({{4,2},{77,5}})  u = f32[2,2] cholesky(b), lower=false  uw = f32[2,2] constant({{2,1},{0,2}})\n"
                        "  n = f32[1,1] constant({{-1}})  m = f32[1,1] cholesky(n), lower=true  mw = f32[1,1] constant({{nan}})\n"
                        "  ROOT t = (f32[2,2], f32[2,2], f32[2,2], f32[2,2], f32[1,1], f32[1,1]) tuple(l, w, u, uw, m, mw) }"},
    {"linalg/triangular-solve", "ENTRY e { a = f32[2,2] constant({{2,99},{1,4}})  b = f32[2,1] constant({{2},{9}})  x = f32[2,1] triangular-solve(a, b), left_side=true, lower=true, unit_diagonal=false, transpose_a=NO_TRANSPOSE  xw = f32[2,1] constant({{1},{2}})\n"
                                "  c = f32[1,2] constant({{3,8}})  y = f32[1,2] triangular-solve(a, c), left_side=false, lower=true, unit_diagonal=false, transpose_a=NO_TRANSPOSE  yw = f32[1,2] constant({{0.5,2}})\n"
                                "  z = f32[2,1] triangular-solve(a, b), left_side=true, lower=true, unit_diagonal=true, transpose_a=TRANSPOSE  zw = f32[2,1] constant({{-7},{9}})\n"
                                "  ROOT t = (f32[2,1], f32[2,1], f32[1,2], f32[1,2], f32[2,1], f32[2,1]) tuple(x, xw, y, yw, z, zw) }"},
    {"batch-norm/inference", "ENTRY e { x = f32[2,2] constant({{1,10},{3,30}})  s = f32[2] constant({2,1})  o = f32[2] constant({0,5})  m = f32[2] constant({1,10})  v = f32[2] constant({4,100})\n"
                             "  y = f32[2,2] batch-norm-inference(x, s, o, m, v), epsilon=0, feature_index=1  w = f32[2,2] constant({{0,5},{2,7}})\n"
                             "  r = (f32[2,2], f32[2], f32[2]) batch-norm-training(x, s, o), epsilon=0, feature_index=1  z = f32[2,2] get-tuple-element(r), index=0  zw = f32[2,2] constant({{-2,4},{2,6}})\n"
                             "  me = f32[2] get-tuple-element(r), index=1  mw = f32[2] constant({2,20})  va = f32[2] get-tuple-element(r), index=2  vw = f32[2] constant({1,100})\n"
                             "  ROOT t = (f32[2,2], f32[2,2], f32[2,2], f32[2,2], f32[2], f32[2], f32[2], f32[2]) tuple(y, w, z, zw, me, mw, va, vw) }"},
};

/* The general interpreter of reducers and comparators agrees with the scalar code: the same body once as it is, and once with a call,
 * which the scalar code does not support. */
static void test_detour(void)
{
    static const char *const ops[] = {"add", "multiply", "maximum", "minimum", "subtract"};
    for (guint i = 0; i < G_N_ELEMENTS(ops); i++) {
        g_autofree char *text = g_strdup_printf(
            "id { x = f32[] parameter(0)  ROOT r = f32[] copy(x) }\n"
            "plain { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT r = f32[] %s(a, b) }\n"
            "detour { a = f32[] parameter(0)  b = f32[] parameter(1)  c = f32[] call(a), to_apply=id  ROOT r = f32[] %s(c, b) }\n"
            "ENTRY e { x = f32[4,8] iota(), iota_dimension=1  k = f32[4,8] cosine(x)  z = f32[] constant(1)\n"
            "  p = f32[8] reduce(k, z), dimensions={0}, to_apply=plain  q = f32[8] reduce(k, z), dimensions={0}, to_apply=detour\n"
            "  u = f32[4,4] reduce-window(k, z), window={size=1x3 stride=1x2 pad=0_0x1_0}, to_apply=plain  v = f32[4,4] reduce-window(k, z), window={size=1x3 stride=1x2 pad=0_0x1_0}, to_apply=detour\n"
            "  ROOT t = (f32[8], f32[8], f32[4,4], f32[4,4]) tuple(p, q, u, v) }",
            ops[i], ops[i]);
        g_autoptr(IrModule) m = parse(text);
        g_autoptr(GPtrArray) r = tensor_array_new();
        GError *error = NULL;
        reference_eval(m, NULL, 0, NULL, r, &error);
        g_assert_no_error(error);
        double rel = 0;
        tensor_compare(r->pdata[0], r->pdata[1], NULL, &rel);
        tensor_compare(r->pdata[2], r->pdata[3], NULL, &rel);
        g_assert_cmpfloat(rel, <, 1e-6); /* sums may be rounded once or at every step */
    }
}

static const struct {
    const char *text, *message;
    ShardError code;
} refusals[] = {
    {"ENTRY e { x = f32[2] constant({...}) ROOT r = f32[2] negate(x) }", "leaves the value of constant", SHARD_ERROR_RUN},
    {"ENTRY e { v = f32[2] constant({1,2}) p = s32[2] constant({0,2}) c = s32[2] constant({0,1}) x = f32[3] constant({1,2,3}) ROOT r = f32[3] custom-call(v, p, c, x), custom_call_target=\"cpu_csr_sparse_dense_ffi\" }",
     "where rows begin", SHARD_ERROR_UNSUPPORTED},
    {"ENTRY e { x = f32[2] constant({1,2}) ROOT r = f32[2] custom-call(x), custom_call_target=\"mystery\" }", "mystery", SHARD_ERROR_UNSUPPORTED},
    {"ENTRY e { z = f32[] constant(1) ROOT r = f32[1000000,1000000] broadcast(z), dimensions={} }", "not enough memory for f32[1000000,1000000]", SHARD_ERROR_LIMIT},
    {"max { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT r = f32[] maximum(a, b) }\n"
     "ENTRY e { x = f32[2] constant({1,2}) z = f32[] constant(0) ROOT r = f32[1] reduce-window(x, z), window={size=1099511627776 pad=0_1099511627774}, to_apply=max }",
     "more than 268435456 elements", SHARD_ERROR_LIMIT},
    {"ENTRY e { x = f32[2] constant({1,2}) ROOT r = f32[2] add(x, x) }", NULL, 0},
    {"ENTRY e { p = f32[2] parameter(0) ROOT r = f32[2] add(p, p) }", "takes 1 arrays, 0 were given", SHARD_ERROR_RUN},
    {"ENTRY e { x = f32[2] constant({1,2}) y = f32[2] constant({1,3}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_eq\" }",
     "element 1 is 2 against 3", SHARD_ERROR_RUN},
    {"ENTRY e { x = f32[2] constant({1,nan}) y = f32[2] constant({1.0000001,nan}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", NULL, 0},
    /* may differ by three units in the last place, in every type */
    {"ENTRY e { x = f64[1] constant({1}) y = f64[1] constant({1.0000000000000006661338147750939}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", NULL, 0},
    {"ENTRY e { x = f64[1] constant({1}) y = f64[1] constant({1.0000000000000008881784197001252}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", "is 1 against 1.0000000000000009", SHARD_ERROR_RUN},
    {"ENTRY e { x = f64[1] constant({1e-300}) y = f64[1] constant({1.0000000000000008e-300}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", "does not hold", SHARD_ERROR_RUN},
    {"ENTRY e { x = f64[1] constant({-1}) y = f64[1] constant({1}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", "does not hold", SHARD_ERROR_RUN},
    {"ENTRY e { x = f64[1] constant({-0}) y = f64[1] constant({0}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", NULL, 0},
    {"ENTRY e { x = f64[1] constant({4.9e-324}) y = f64[1] constant({-4.9e-324}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", NULL, 0},
    {"ENTRY e { x = f64[1] constant({inf}) y = f64[1] constant({1.7976931348623157e308}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", "does not hold", SHARD_ERROR_RUN},
    {"ENTRY e { x = f8e8m0fnu[1] constant({1}) y = f8e8m0fnu[1] constant({2}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", NULL, 0},
    {"ENTRY e { x = f8e8m0fnu[1] constant({1}) y = f8e8m0fnu[1] constant({16}) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_close\" }", "does not hold", SHARD_ERROR_RUN},
    {"ENTRY e { x = f32[] constant(1) y = f32[] constant(1.01) ROOT r = () custom-call(x, y), custom_call_target=\"check.expect_almost_eq\" }",
     "does not hold", SHARD_ERROR_RUN},
};

static void test_refusals(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(refusals); i++) {
        g_autoptr(IrModule) m = parse(refusals[i].text);
        g_autoptr(GPtrArray) r = tensor_array_new();
        g_autoptr(GError) error = NULL;
        bool ok = reference_eval(m, NULL, 0, NULL, r, &error);
        g_assert_cmpint(ok, ==, refusals[i].message == NULL);
        if (ok)
            continue;
        g_assert_error(error, SHARD_ERROR, (int)refusals[i].code);
        if (!strstr(error->message, refusals[i].message))
            g_error("%s", error->message);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/exec/reference/ops/%s", cases[i].name);
        g_test_add_data_func(path, &cases[i], run_case);
    }
    g_test_add_func("/exec/reference/ops/body-detour", test_detour);
    g_test_add_func("/exec/reference/ops/refusals", test_refusals);
    return g_test_run();
}
