"""Random StableHLO programs with random Shardy annotations, as text in MLIR's generic form.

Every op family that has a sharding rule occurs, and everything that decides how axes move: sub-axes, open and closed dims,
priorities, replicated and partial axes, constraints (several on one value, chains, dangling ones), groups, barriers, rules that
the program states, loops, branches, calls, optimisation barriers, manual computations.  make(rng) is the only entry.
"""
import math

SIZES = (1, 2, 2, 3, 4, 4, 6, 8, 8, 12, 16)
UNARY = ("tanh", "exponential", "negate", "abs", "sqrt", "logistic", "floor", "cosine")
BINARY = ("add", "multiply", "subtract", "maximum", "divide", "power", "atan2")


def tensor(shape, elem="f32"):
    return "tensor<%s%s>" % ("".join("%dx" % d for d in shape), elem)


def ints(v):
    return "array<i64%s>" % (": " + ", ".join(map(str, v)) if v else "")


class Value:
    def __init__(self, name, shape, elem="f32"):
        self.name, self.shape, self.elem = name, tuple(shape), elem

    type = property(lambda s: tensor(s.shape, s.elem))


class Program:
    def __init__(self, rng):
        self.rng, self.lines, self.values, self.args, self.n, self.functions, self.depth = rng, [], [], [], 0, [], 0
        self.used = set()
        self.axes = [(chr(ord("a") + i), rng.choice((2, 2, 2, 3, 4, 4, 8, 6, 1))) for i in range(rng.randint(1, 4))]
        while math.prod(n for _, n in self.axes) > 256:
            self.axes.pop()
        self.groups = 0
        self.manual = []  # axes that the body around binds

    # ---- annotations ----

    def sharding_body(self, rank, closed=False, priorities=True, partial=True, forbid=()):
        rng, pieces = self.rng, []
        for name, size in self.axes:
            if name in forbid:
                continue
            cuts = [k for k in range(2, size) if size % k == 0]
            k = rng.choice(cuts) if cuts and rng.random() < 0.35 else 0
            pieces += [(name, 1, k), (name, k, size // k)] if k else [(name, 0, 0)]
        rng.shuffle(pieces)
        dims, held, unreduced = [[] for _ in range(rank)], [], []
        for q in pieces:
            x = rng.random()
            if x < 0.6 and rank:
                d = rng.choice(dims)
                d.insert(0 if d and d[-1][0] == q[0] and d[-1][1] < q[1] else len(d), q)
            elif x < 0.7:
                held.append(q)
            elif x < 0.75 and partial:
                unreduced.append(q)
        show = lambda q: '"%s"' % q[0] + (":(%d)%d" % q[1:] if q[1] else "")
        order = {a: i for i, (a, _) in enumerate(self.axes)}

        def listed(v):
            v = sorted(v, key=lambda q: (order[q[0]], q[1]))
            out = []
            for q in v:  # neighbours that could merge must be merged: drop the second half
                if not (out and out[-1][0] == q[0]):
                    out.append(q)
            return ", ".join(map(show, out))
        parts = []
        for d in dims:
            opened = not closed and rng.random() < 0.5
            p = "p%d" % rng.randrange(3) if (d or opened) and priorities and rng.random() < 0.3 else ""
            parts.append("{%s}%s" % (", ".join([show(q) for q in d] + ["?"] * opened), p))
        return "<@mesh, [%s]%s%s>" % (", ".join(parts), ", replicated={%s}" % listed(held) if held else "",
                                      ", unreduced={%s}" % listed(unreduced) if unreduced else "")

    def attr(self, shapes):
        return "sdy.sharding = #sdy.sharding_per_value<[%s]>" % ", ".join(self.sharding_body(len(s), forbid=self.manual, partial=False) for s in shapes)

    # ---- values ----

    def name(self):
        self.n += 1
        return "%%v%d" % self.n

    def shape(self, rank=None, most=4):
        rank = self.rng.choice((0, 1, 2, 2, 2, 3, 3, 4)) if rank is None else rank
        return tuple(self.rng.choice(SIZES) for _ in range(min(rank, most)))

    def argument(self, shape, elem="f32"):
        v = Value("%%arg%d" % len(self.args), shape, elem)
        self.args.append(v)
        return v

    def like(self, shape, elem="f32"):
        """A value of that type: an earlier one, an argument, or a constant."""
        have = [v for v in self.values if v.shape == tuple(shape) and v.elem == elem]
        x = self.rng.random()
        if have and x < 0.7:
            v = self.rng.choice(have)
        elif x < 0.85 and elem in ("f32", "i32", "i1") and not self.depth or self.depth:
            v = self.op("stablehlo.constant", [], [(shape, elem)], "value = dense<%s> : %s" % ({"f32": "1.0", "i32": "1", "i1": "true"}[elem], tensor(shape, elem)))[0]
        else:
            v = self.argument(shape, elem) if not self.depth else self.op("stablehlo.constant", [], [(shape, elem)], "value = dense<1.0> : %s" % tensor(shape, elem))[0]
        self.used.add(v.name)
        return v

    def any(self, rank_at_least=0, most=4):
        have = [v for v in self.values if len(v.shape) >= rank_at_least and len(v.shape) <= most and v.elem == "f32"]
        if have and self.rng.random() < 0.85:
            v = self.rng.choice(have[-8:] if self.rng.random() < 0.6 else have)
            self.used.add(v.name)
            return v
        return self.like(self.shape(self.rng.randint(max(rank_at_least, 1), 3)))

    def op(self, name, operands, results, attrs="", region="", props=True):
        """results: [(shape, elem)].  Returns the new values."""
        out = [Value(self.name(), s, e) for s, e in results]
        for v in operands:
            self.used.add(v.name)
        if results and self.rng.random() < 0.06 and not name.startswith("sdy") and name not in ("stablehlo.constant", "stablehlo.while", "stablehlo.case", "stablehlo.optimization_barrier"):
            outside = " {%s}" % self.attr([s for s, _ in results])
        else:
            outside = ""
        self.lines.append("%s%s\"%s\"(%s)%s%s%s : (%s) -> %s" % (
            ", ".join(v.name for v in out), " = " if out else "", name, ", ".join(v.name for v in operands),
            " <{%s}>" % attrs if attrs and props else "", region, " {%s}" % attrs if attrs and not props else outside,
            ", ".join(v.type for v in operands), "(%s)" % ", ".join(v.type for v in out) if len(out) != 1 else out[0].type))
        self.values += out
        return out

    def reducer(self, kind, elem="f32", pairs=1):
        s = tensor((), elem)
        names = [self.name() for _ in range(2 * pairs)]
        outs = [self.name() for _ in range(pairs)]
        body = "\n".join('%s = "stablehlo.%s"(%s, %s) : (%s, %s) -> %s' % (o, kind, names[i], names[pairs + i], s, s, s) for i, o in enumerate(outs))
        return " ({\n^bb0(%s):\n%s\n\"stablehlo.return\"(%s) : (%s) -> ()\n})" % (
            ", ".join("%s: %s" % (n, s) for n in names), body, ", ".join(outs), ", ".join([s] * pairs))

    # ---- op families ----

    def unary(self):
        v = self.any()
        self.op("stablehlo." + self.rng.choice(UNARY), [v], [(v.shape, "f32")])

    def binary(self):
        v = self.any()
        w = self.like(v.shape)
        a, b = (v, w) if self.rng.random() < 0.5 else (w, v)
        self.op("stablehlo." + self.rng.choice(BINARY), [a, b], [(v.shape, "f32")])

    def select(self):
        v = self.any()
        w = self.like(v.shape)
        p = self.op("stablehlo.compare", [v, w], [(v.shape, "i1")], "comparison_direction = #stablehlo<comparison_direction GT>")[0]
        if self.rng.random() < 0.3:
            p = self.like((), "i1")
        self.op("stablehlo.select", [p, v, w], [(v.shape, "f32")])

    def clamp(self):
        v = self.any()
        lo = self.like(() if self.rng.random() < 0.5 else v.shape)
        self.op("stablehlo.clamp", [lo, v, self.like(lo.shape)], [(v.shape, "f32")])

    def broadcast(self):
        v = self.any(0, 3)
        rank = len(v.shape) + self.rng.randint(0, 4 - len(v.shape))
        dims = sorted(self.rng.sample(range(rank), len(v.shape)))
        out = list(self.shape(rank))
        for i, d in enumerate(dims):
            out[d] = v.shape[i] if v.shape[i] != 1 or self.rng.random() < 0.5 else out[d]
        self.op("stablehlo.broadcast_in_dim", [v], [(out, "f32")], "broadcast_dimensions = " + ints(dims))

    def transpose(self):
        v = self.any(1)
        perm = list(range(len(v.shape)))
        self.rng.shuffle(perm)
        self.op("stablehlo.transpose", [v], [([v.shape[p] for p in perm], "f32")], "permutation = " + ints(perm))

    def reshape(self):
        v = self.any(1)
        n, out = math.prod(v.shape), []
        while n > 1 and len(out) < 3:
            k = self.rng.choice([k for k in range(1, n + 1) if n % k == 0])
            out.append(k)
            n //= k
        if n > 1 or self.rng.random() < 0.1:
            out.append(n)
        self.rng.shuffle(out)
        self.op("stablehlo.reshape", [v], [(out, "f32")])

    def dot(self):
        v = self.any(1, 3)
        r = list(range(len(v.shape)))
        self.rng.shuffle(r)
        k = self.rng.randint(0, len(r))
        contract, rest = r[:k], r[k:]
        batch = rest[:self.rng.randint(0, min(1, len(rest)))]
        free = [d for d in range(len(v.shape)) if d not in contract and d not in batch]
        mine = [("c", d) for d in contract] + [("b", d) for d in batch] + [("f", self.rng.choice(SIZES)) for _ in range(self.rng.randint(0, 2))]
        self.rng.shuffle(mine)
        w = self.like([v.shape[d] if k != "f" else d for k, d in mine])
        rc = [next(i for i, m in enumerate(mine) if m == ("c", d)) for d in contract]
        rb = [next(i for i, m in enumerate(mine) if m == ("b", d)) for d in batch]
        out = [v.shape[d] for d in batch] + [v.shape[d] for d in free] + [d for k, d in mine if k == "f"]
        if len(out) > 5:
            return
        f = lambda n, x: "%s = [%s]" % (n, ", ".join(map(str, x)))
        self.op("stablehlo.dot_general", [v, w], [(out, "f32")], "dot_dimension_numbers = #stablehlo.dot<%s>" % ", ".join(
            f(n, x) for n, x in (("lhs_batching_dimensions", batch), ("rhs_batching_dimensions", rb),
                                 ("lhs_contracting_dimensions", contract), ("rhs_contracting_dimensions", rc)) if x))

    def reduce(self):
        v = self.any(1)
        dims = sorted(self.rng.sample(range(len(v.shape)), self.rng.randint(0, len(v.shape))))
        out = [d for i, d in enumerate(v.shape) if i not in dims]
        pairs = self.rng.choice((1, 1, 2))
        ins = [v] + [self.like(v.shape) for _ in range(pairs - 1)]
        self.op("stablehlo.reduce", ins + [self.like(()) for _ in ins], [(out, "f32")] * pairs, "dimensions = " + ints(dims),
                self.reducer(self.rng.choice(("add", "maximum", "multiply")), pairs=pairs))

    def reduce_window(self):
        v = self.any(1)
        win = [self.rng.choice((1, 1, 2, 3)) if d >= 3 else 1 for d in v.shape]
        stride = [self.rng.choice((1, w)) for w in win]
        lo = [self.rng.choice((0, w - 1)) for w in win]
        out = [(d + p - w) // s + 1 for d, p, w, s in zip(v.shape, lo, win, stride)]
        self.op("stablehlo.reduce_window", [v, self.like(())], [(out, "f32")],
                "window_dimensions = %s, window_strides = %s, padding = dense<[%s]> : tensor<%dx2xi64>" % (
                    ints(win), ints(stride), ", ".join("[%d, 0]" % p for p in lo), len(win)), self.reducer("add"))

    def select_and_scatter(self):
        v = self.any(1)
        win = [self.rng.choice((1, 2)) if d % 2 == 0 else 1 for d in v.shape]
        src = self.like([d // w for d, w in zip(v.shape, win)])
        s = tensor(())
        a, b, c = self.name(), self.name(), self.name()
        pick = "\n^bb0(%s: %s, %s: %s):\n%s = \"stablehlo.compare\"(%s, %s) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (%s, %s) -> tensor<i1>\n\"stablehlo.return\"(%s) : (tensor<i1>) -> ()\n" % (a, s, b, s, c, a, b, s, s, c)
        self.op("stablehlo.select_and_scatter", [v, src, self.like(())], [(v.shape, "f32")],
                "window_dimensions = %s, window_strides = %s" % (ints(win), ints(win)), " ({%s}, {%s})" % (pick, self.reducer("add")[3:-2]))

    def convolution(self):
        r = self.rng
        n_spatial = r.randint(1, 2)
        fg = r.choice((1, 1, 2, 4))
        bg = r.choice((1, 1, 1, 2)) if fg == 1 else 1
        n, ci, co = r.choice((2, 4, 8)), fg * r.choice((1, 2, 4)), 4 * r.choice((1, 2, 4))
        spatial = [r.choice((4, 6, 8)) for _ in range(n_spatial)]
        win = [r.choice((1, 2, 3)) for _ in range(n_spatial)]
        stride = [r.choice((1, 1, 2)) for _ in range(n_spatial)]
        pad = [r.choice((0, w - 1)) for w in win]
        out = [(s + p - w) // t + 1 for s, p, w, t in zip(spatial, pad, win, stride)]
        names = [str(i) for i in range(n_spatial)]
        layout = lambda a, b: (lambda q: (r.shuffle(q), q)[1])([a, b] + names)
        li, lk, lo = layout("b", "f"), layout("i", "o"), layout("b", "f")
        size = lambda l, m: [m[x] for x in l]
        lhs = self.like(size(li, dict({"b": n, "f": ci}, **dict(zip(names, spatial)))))
        rhs = self.like(size(lk, dict({"i": ci // fg, "o": co}, **dict(zip(names, win)))))
        self.op("stablehlo.convolution", [lhs, rhs], [(size(lo, dict({"b": n // bg, "f": co}, **dict(zip(names, out)))), "f32")],
                "batch_group_count = %d : i64, feature_group_count = %d : i64, dimension_numbers = #stablehlo.conv<[%s]x[%s]->[%s]>, window_strides = %s, padding = dense<[%s]> : tensor<%dx2xi64>" % (
                    bg, fg, ", ".join(li), ", ".join(lk), ", ".join(lo), ints(stride), ", ".join("[%d, 0]" % p for p in pad), n_spatial))

    def concatenate(self):
        v = self.any(1)
        d = self.rng.randrange(len(v.shape))
        parts = [v]
        for _ in range(self.rng.randint(0, 2)):
            x = self.rng.random()
            if x < 0.3:
                parts.append(v)
            elif x < 0.6:
                parts.append(self.slice_of(v, [d]))
            else:
                s = list(v.shape)
                s[d] = self.rng.choice(SIZES)
                parts.append(self.like(s))
        if self.rng.random() < 0.3:
            parts[0] = self.slice_of(v, [d])
        out = list(v.shape)
        out[d] = sum(p.shape[d] for p in parts)
        self.op("stablehlo.concatenate", parts, [(out, "f32")], "dimension = %d : i64" % d)

    def slice_of(self, v, dims):
        lo, hi, st = [0] * len(v.shape), list(v.shape), [1] * len(v.shape)
        for d in dims:
            lo[d] = self.rng.randint(0, v.shape[d] - 1)
            hi[d] = self.rng.randint(lo[d] + 1, v.shape[d])
            st[d] = self.rng.choice((1, 1, 2))
        return self.op("stablehlo.slice", [v], [([(h - l + s - 1) // s for l, h, s in zip(lo, hi, st)], "f32")],
                       "start_indices = %s, limit_indices = %s, strides = %s" % (ints(lo), ints(hi), ints(st)))[0]

    def slice(self):
        v = self.any(1)
        self.slice_of(v, self.rng.sample(range(len(v.shape)), self.rng.randint(0, len(v.shape))))

    def pad(self):
        v = self.any(1)
        lo, hi, mid = [[self.rng.choice((0, 0, 1, 2)) for _ in v.shape] for _ in range(3)]
        self.op("stablehlo.pad", [v, self.like(())], [([d + a + b + max(d - 1, 0) * c for d, a, b, c in zip(v.shape, lo, hi, mid)], "f32")],
                "edge_padding_low = %s, edge_padding_high = %s, interior_padding = %s" % (ints(lo), ints(hi), ints(mid)))

    def dynamic_slice(self):
        v = self.any(1)
        sizes = [self.rng.choice((d, self.rng.randint(1, d))) for d in v.shape]
        at = [self.like((), "i32") for _ in sizes]
        self.op("stablehlo.dynamic_slice", [v] + at, [(sizes, "f32")], "slice_sizes = " + ints(sizes))

    def dynamic_update_slice(self):
        v = self.any(1)
        sizes = [self.rng.choice((d, self.rng.randint(1, d))) for d in v.shape]
        self.op("stablehlo.dynamic_update_slice", [v, self.like(sizes)] + [self.like((), "i32") for _ in sizes], [(v.shape, "f32")])

    def index_parts(self, v):
        """A random way to look at v through indices: (indices shape, vector dim, batch dims, collapsed, window, start map)."""
        r, rank = self.rng, len(v.shape)
        dims = list(range(rank))
        batch = [r.choice(dims)] if rank > 1 and r.random() < 0.3 else []
        left = [d for d in dims if d not in batch]
        start = r.sample(left, r.randint(1, len(left)))
        collapsed = sorted(d for d in left if r.random() < 0.5 and d in start)
        sizes = [1 if d in batch or d in collapsed else r.choice((v.shape[d], r.randint(1, v.shape[d]))) for d in dims]
        idx = [v.shape[b] for b in batch] + [r.choice(SIZES) for _ in range(r.randint(0, 1))]
        ibatch = list(range(len(batch)))
        vector = len(idx)
        idx = idx + [len(start)]
        return idx, vector, batch, ibatch, collapsed, sizes, start

    def gather(self):
        v = self.any(1, 3)
        idx, vector, batch, ibatch, collapsed, sizes, start = self.index_parts(v)
        window = [sizes[d] for d in range(len(v.shape)) if d not in batch and d not in collapsed]
        rank = len(idx) - 1 + len(window)
        offset = sorted(self.rng.sample(range(rank), len(window)))
        out, b, w = [], iter(idx[:-1]), iter(window)
        for d in range(rank):
            out.append(next(w) if d in offset else next(b))
        f = lambda n, x: ["%s = [%s]" % (n, ", ".join(map(str, x)))] if x else []
        self.op("stablehlo.gather", [v, self.like(idx, "i32")], [(out, "f32")],
                "dimension_numbers = #stablehlo.gather<%s>, slice_sizes = %s, indices_are_sorted = false" % (", ".join(
                    f("offset_dims", offset) + f("collapsed_slice_dims", collapsed) + f("operand_batching_dims", batch) +
                    f("start_indices_batching_dims", ibatch) + f("start_index_map", start) + ["index_vector_dim = %d" % vector]), ints(sizes)))

    def scatter(self):
        v = self.any(1, 3)
        idx, vector, batch, ibatch, inserted, sizes, start = self.index_parts(v)
        window = [sizes[d] for d in range(len(v.shape)) if d not in batch and d not in inserted]
        rank = len(idx) - 1 + len(window)
        at = sorted(self.rng.sample(range(rank), len(window)))
        up, b, w = [], iter(idx[:-1]), iter(window)
        for d in range(rank):
            up.append(next(w) if d in at else next(b))
        f = lambda n, x: ["%s = [%s]" % (n, ", ".join(map(str, x)))] if x else []
        self.op("stablehlo.scatter", [v, self.like(idx, "i32"), self.like(up)], [(v.shape, "f32")],
                "scatter_dimension_numbers = #stablehlo.scatter<%s>" % ", ".join(
                    f("update_window_dims", at) + f("inserted_window_dims", inserted) + f("input_batching_dims", batch) +
                    f("scatter_indices_batching_dims", ibatch) + f("scatter_dims_to_operand_dims", start) + ["index_vector_dim = %d" % vector]),
                self.reducer(self.rng.choice(("add", "maximum", "subtract", "multiply"))))

    def sort(self):
        v = self.any(1)
        d = self.rng.randrange(len(v.shape))
        ins = [v] + [self.like(v.shape) for _ in range(self.rng.choice((0, 1)))]
        s, names, c = tensor(()), [self.name() for _ in range(2 * len(ins))], self.name()
        region = " ({\n^bb0(%s):\n%s = \"stablehlo.compare\"(%s, %s) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (%s, %s) -> tensor<i1>\n\"stablehlo.return\"(%s) : (tensor<i1>) -> ()\n})" % (
            ", ".join("%s: %s" % (n, s) for n in names), c, names[0], names[1], s, s, c)
        self.op("stablehlo.sort", ins, [(v.shape, "f32")] * len(ins), "dimension = %d : i64" % d, region)

    def reverse(self):
        v = self.any(1)
        self.op("stablehlo.reverse", [v], [(v.shape, "f32")], "dimensions = " + ints(self.rng.sample(range(len(v.shape)), self.rng.randint(0, len(v.shape)))))

    def linalg(self):
        n, b = self.rng.choice((4, 8)), [self.rng.choice(SIZES) for _ in range(self.rng.randint(0, 2))]
        a = self.like(b + [n, n])
        if self.rng.random() < 0.5:
            self.op("stablehlo.cholesky", [a], [(a.shape, "f32")], "lower = true")
        else:
            left, m = self.rng.random() < 0.5, self.rng.choice(SIZES)
            w = self.like(b + ([n, m] if left else [m, n]))
            self.op("stablehlo.triangular_solve", [a, w], [(w.shape, "f32")], "left_side = %s, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose %s>" % (
                "true" if left else "false", self.rng.choice(("NO_TRANSPOSE", "TRANSPOSE"))))

    def fft(self):
        v = self.any(1)
        c = self.op("stablehlo.complex", [v, self.like(v.shape)], [(v.shape, "complex<f32>")])[0]
        n = self.rng.randint(1, min(3, len(v.shape)))
        c = self.op("stablehlo.fft", [c], [(v.shape, "complex<f32>")], "fft_type = #stablehlo<fft_type FFT>, fft_length = " + ints(v.shape[len(v.shape) - n:]))[0]
        self.op("stablehlo.real", [c], [(v.shape, "f32")])

    def bitcast(self):
        v = self.any(0)
        x = self.rng.random()
        if x < 0.5 or len(v.shape) > 3:
            c = self.op("stablehlo.bitcast_convert", [v], [(v.shape, "i32")])[0]
            self.op("stablehlo.convert", [c], [(v.shape, "f32")])
        else:
            c = self.op("stablehlo.bitcast_convert", [v], [(v.shape + (2,), "f16")])[0]
            self.op("stablehlo.convert", [c], [(c.shape, "f32")])

    def precision(self):
        v = self.any()
        self.op("stablehlo.reduce_precision", [v], [(v.shape, "f32")], "exponent_bits = 5 : i32, mantissa_bits = 10 : i32")

    def batch_norm(self):
        v = self.any(1)
        d = self.rng.randrange(len(v.shape))
        s = [self.like((v.shape[d],)) for _ in range(4)]
        self.op("stablehlo.batch_norm_inference", [v] + s, [(v.shape, "f32")], "epsilon = 1.0e-3 : f32, feature_index = %d : i64" % d)

    def iota(self):
        s = self.shape(self.rng.randint(1, 3))
        v = self.op("stablehlo.iota", [], [(s, "f32")], "iota_dimension = %d : i64" % self.rng.randrange(len(s)))[0]
        if self.rng.random() < 0.5:
            self.op("stablehlo.negate", [v], [(s, "f32")])

    def barrier(self):
        vs = [self.any() for _ in range(self.rng.randint(1, 2))]
        self.op("stablehlo.optimization_barrier", vs, [(v.shape, "f32") for v in vs])

    def custom(self):
        v = self.any(1, 3)
        if self.rng.random() < 0.4:
            name = self.rng.choice(("MoveToHost", "LayoutConstraint", "unknown_thing", "Cholesky", "annotate_device_placement"))
            self.op("stablehlo.custom_call", [v], [(v.shape, "f32")], 'call_target_name = "%s"' % name)
            return
        rank = len(v.shape)
        f = [chr(ord("i") + i) for i in range(rank)]
        kinds = [[], [], []]
        for x in f:
            k = self.rng.randint(0, 5)
            if 0 < k < 3:  # reductions may not stand in results
                kinds[k].append(x)
        blocked = [x for x in f if self.rng.random() < 0.2]
        group = lambda n, x: " %s={%s}" % (n, ", ".join(x)) if x else ""
        t = "[%s]" % ", ".join(f)
        rule = "#sdy.op_sharding_rule<(%s)->(%s) {%s}%s%s%s%s>" % (
            t, t, ", ".join("%s=%d" % (x, n) for x, n in zip(f, v.shape)), group("need_replication", kinds[1]), group("permutation", kinds[2]),
            group("blocked_propagation", blocked), ", custom" if self.rng.random() < 0.5 else "")
        out = self.name()
        self.lines.append('%s = "stablehlo.custom_call"(%s) <{call_target_name = "ruled"}> {sdy.sharding_rule = %s} : (%s) -> %s' % (out, v.name, rule, v.type, v.type))
        self.values.append(Value(out, v.shape))

    def rng_bits(self):
        s = self.like((2,), "ui64") if False else self.argument((2,), "ui64") if not self.depth else None
        if s is None:
            return self.unary()
        shape = self.shape(self.rng.randint(1, 3))
        outs = self.op("stablehlo.rng_bit_generator", [s], [((2,), "ui64"), (shape, "ui32")], "rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>")
        self.op("stablehlo.convert", [outs[1]], [(shape, "f32")])

    # ---- sdy ops ----

    def constraint(self):
        v = self.any(0)
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            out = self.name()
            self.lines.append("%s = sdy.sharding_constraint %s %s : %s" % (out, v.name, self.sharding_body(
                len(v.shape), closed=self.rng.random() < 0.6, forbid=self.manual, partial=False), v.type))
            w = Value(out, v.shape)
            self.used.add(v.name)
            if self.rng.random() < 0.85:
                self.values.append(w)
            if self.rng.random() < 0.6:
                v = w

    def reshard(self):
        v = self.any(0)
        out = self.name()
        self.lines.append("%s = sdy.reshard %s %s : %s" % (out, v.name, self.sharding_body(
            len(v.shape), closed=True, priorities=False, forbid=self.manual, partial=False), v.type))
        self.values.append(Value(out, v.shape))

    def moves(self):
        """A few of Shardy's collectives in a row, from a constraint on."""
        v, rng = self.any(1), self.rng
        free = [a for a, n in self.axes if n > 1 and a not in self.manual]
        rng.shuffle(free)
        dims, partial = [[] for _ in v.shape], []
        for _ in range(rng.randint(0, len(free))):
            rng.choice(dims).append(free.pop())
        order = [a for a, _ in self.axes]
        listed = lambda d: "{%s}" % ", ".join('"%s"' % a for a in d)

        def text():
            held = ", unreduced=" + listed(sorted(partial, key=order.index)) if partial else ""
            return "<@mesh, [%s]%s>" % (", ".join(map(listed, dims)), held)
        name = self.name()
        self.lines.append("%s = sdy.sharding_constraint %s %s : %s" % (name, v.name, text(), v.type))
        self.used.add(v.name)
        for _ in range(rng.randint(1, 4)):
            split = [d for d in range(len(dims)) if dims[d]]
            what = rng.choice((["all_slice"] if free else []) + (["all_gather"] if split else []) + (["all_to_all"] if split and len(dims) > 1 else []) +
                              (["to_partial"] if free else []) + (["all_reduce", "reduce_scatter"] if partial else []) or [""])
            each = [[] for _ in dims]
            if what == "all_slice":
                d, a = rng.randrange(len(dims)), free.pop()
                dims[d].append(a)
                each[d].append(a)
            elif what == "all_gather":
                d = rng.choice(split)
                each[d].append(dims[d].pop())
                free.append(each[d][0])
            elif what == "all_to_all":
                d = rng.choice(split)
                to = rng.choice([k for k in range(len(dims)) if k != d])
                dims[to].append(dims[d].pop())
            elif what == "to_partial":
                partial.append(free.pop())
            elif what in ("all_reduce", "reduce_scatter"):
                a = partial.pop()
                if what == "all_reduce":
                    free.append(a)
                else:
                    d = rng.randrange(len(dims))
                    dims[d].append(a)
                    each[d].append(a)
            else:
                break
            arg = {"all_to_all": lambda: "[%s: %d->%d]" % (listed([dims[to][-1]]), d, to), "to_partial": lambda: listed([partial[-1]]),
                   "all_reduce": lambda: listed([a])}.get(what, lambda: "[%s]" % ", ".join(map(listed, each)))()
            out = self.name()
            self.lines.append("%s = sdy.%s %s %s out_sharding=%s : %s" % (out, {"to_partial": "replicated_to_unreduced"}.get(what, what), arg, name, text(), v.type))
            name = out
        self.values.append(Value(name, v.shape))

    def group(self):
        v = self.any(1)
        w = self.like(v.shape)
        if v.name == w.name or self.manual or self.depth:
            return
        for x in (v, w):
            self.lines.append("sdy.sharding_group %s group_id=%d : %s" % (x.name, self.groups, x.type))
        self.groups += self.rng.choice((0, 1, 1, 1))

    def propagation_barrier(self):
        v = self.any(0)
        out = self.name()
        self.lines.append("%s = sdy.propagation_barrier %s allowed_direction=%s : %s" % (out, v.name, self.rng.choice(("NONE", "FORWARD", "BACKWARD")), v.type))
        self.values.append(Value(out, v.shape))

    # ---- regions ----

    def inner(self, n, start, allow_args=False):
        """Runs n random steps on a copy of the values visible; returns (lines, values made)."""
        saved_lines, saved_values, saved_used = self.lines, self.values, self.used
        self.lines, self.values = [], list(start)
        self.depth += 1
        for _ in range(n):
            self.step(inside=True)
        self.depth -= 1
        lines, values = self.lines, self.values
        self.lines, self.values = saved_lines, saved_values
        return lines, values

    def last_of(self, values, shape, lines):
        have = [v for v in values if v.shape == shape and v.elem == "f32"]
        return have[-1] if len(have) and self.rng.random() < 0.8 else self.rng.choice(have)

    def loop(self):
        state = [self.any(0) for _ in range(self.rng.randint(1, 3))]
        counter = self.like((), "i32")
        ins = [counter] + state
        types = ", ".join(v.type for v in ins)
        cargs, bargs = [self.name() for _ in ins], [self.name() for _ in ins]
        c, k = self.name(), self.name()
        start = [Value(n, v.shape, v.elem) for n, v in zip(bargs, ins)]
        outside = [v for v in self.values if self.rng.random() < 0.3]
        lines, values = self.inner(self.rng.randint(1, 4), outside + start)
        one, count = self.name(), self.name()
        lines = lines + ['%s = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>' % one,
                         '%s = "stablehlo.add"(%s, %s) : (tensor<i32>, tensor<i32>) -> tensor<i32>' % (count, start[0].name, one)]
        rets = [Value(count, (), "i32")] + [self.last_of(values, v.shape, lines) for v in state]
        outs = [Value(self.name(), v.shape, v.elem) for v in ins]
        attr = " {%s}" % self.attr([v.shape for v in ins]) if self.rng.random() < 0.2 else ""
        head = lambda names: ", ".join("%s: %s" % (n, v.type) for n, v in zip(names, ins))
        self.lines.append("%s = \"stablehlo.while\"(%s) ({\n^bb0(%s):\n%s = \"stablehlo.constant\"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>\n"
                          "%s = \"stablehlo.compare\"(%s, %s) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                          "\"stablehlo.return\"(%s) : (tensor<i1>) -> ()\n}, {\n^bb0(%s):\n%s\n\"stablehlo.return\"(%s) : (%s) -> ()\n})%s : (%s) -> (%s)" % (
                              ", ".join(o.name for o in outs), ", ".join(v.name for v in ins), head(cargs), k, c, cargs[0], k, c, head(bargs),
                              "\n".join(lines), ", ".join(r.name for r in rets), types, attr, types, types))
        self.values += outs[1:]

    def case(self):
        shapes = [self.any(0).shape for _ in range(self.rng.randint(1, 2))]
        outs = [Value(self.name(), s) for s in shapes]
        types = ", ".join(o.type for o in outs)
        branches = []
        index = self.like((), "i32")
        before = self.rng.random() < 0.5
        for _ in range(self.rng.randint(1, 3)):
            seed = [self.any(0) for _ in range(2)]
            visible = [v for v in self.values if self.rng.random() < 0.4 or v.shape in shapes] + seed
            lines, values = self.inner(self.rng.randint(0, 3), visible)
            rets = []
            for s in shapes:
                have = [v for v in values if v.shape == s and v.elem == "f32"]
                if not have:
                    n = self.name()
                    lines.append('%s = "stablehlo.constant"() <{value = dense<1.0> : %s}> : () -> %s' % (n, tensor(s), tensor(s)))
                    have = [Value(n, s)]
                rets.append(self.rng.choice(have[-3:]))
            branches.append("{\n%s\n\"stablehlo.return\"(%s) : (%s) -> ()\n}" % ("\n".join(lines), ", ".join(r.name for r in rets), types))
        attr = " {%s}" % self.attr(shapes) if self.rng.random() < 0.2 else ""
        self.lines.append("%s = \"stablehlo.case\"(%s) (%s)%s : (tensor<i32>) -> (%s)" % (
            ", ".join(o.name for o in outs), index.name, ", ".join(branches), attr, types))
        self.values += outs

    def call(self):
        ins = [self.any(0) for _ in range(self.rng.randint(1, 2))]
        if self.functions and self.rng.random() < 0.4:
            name, types, outs = self.rng.choice(self.functions)
            have = [self.like(s) for s in types]
            res = [Value(self.name(), s) for s in outs]
            self.lines.append('%s = "func.call"(%s) <{callee = @%s}> : (%s) -> (%s)' % (
                ", ".join(r.name for r in res), ", ".join(v.name for v in have), name, ", ".join(v.type for v in have), ", ".join(r.type for r in res)))
            self.values += res
            return
        if self.depth:
            return self.unary()
        start = [Value(self.name(), v.shape) for v in ins]
        lines, values = self.inner(self.rng.randint(1, 4), start)
        rets = [v for v in values if v.elem == "f32"][-self.rng.randint(1, 2):]
        name = "f%d" % len(self.functions)
        sh = lambda s, p: " {sdy.sharding = #sdy.sharding%s}" % self.sharding_body(len(s), partial=False) if self.rng.random() < p else ""
        self.function_text = getattr(self, "function_text", [])
        self.function_text.append("func.func private @%s(%s) -> (%s) {\n%s\n\"func.return\"(%s) : (%s) -> ()\n}" % (
            name, ", ".join("%s: %s%s" % (v.name, v.type, sh(v.shape, 0.2)) for v in start), ", ".join(v.type + sh(v.shape, 0.2) for v in rets),
            "\n".join(lines), ", ".join(v.name for v in rets), ", ".join(v.type for v in rets)))
        self.functions.append((name, [v.shape for v in start], [v.shape for v in rets]))
        res = [Value(self.name(), v.shape) for v in rets]
        self.lines.append('%s = "func.call"(%s) <{callee = @%s}> : (%s) -> (%s)' % (
            ", ".join(r.name for r in res), ", ".join(v.name for v in ins), name, ", ".join(v.type for v in ins), ", ".join(r.type for r in res)))
        self.values += res

    def manual_computation(self):
        if self.depth > 1 and self.rng.random() < 0.5:
            return self.unary()
        around = self.manual
        axes = [a for a in self.axes if a[0] not in around and self.rng.random() < 0.5]
        ins = [self.any(1) for _ in range(self.rng.randint(1, 2))]

        def border(shape):
            """Sharding text and local shape: manual axes in front, perhaps free ones behind."""
            dims, local, left = [[] for _ in shape], list(shape), []
            for a, n in axes:
                d = self.rng.choice([None] + [i for i in range(len(shape)) if local[i] % n == 0])
                if d is None:
                    left.append(a)
                else:
                    dims[d].append(a)
                    local[d] //= n
            free = [a for a in self.axes if a not in axes and a[0] not in around]
            for a, n in free:
                if shape and self.rng.random() < 0.3:
                    dims[self.rng.randrange(len(shape))].append(a)
            opened = self.rng.random() < 0.5 and free
            text = "<@mesh, [%s]%s>" % (", ".join("{%s}" % ", ".join(['"%s"' % a for a in d] + ["?"] * bool(opened)) for d in dims),
                                         ", replicated={%s}" % ", ".join('"%s"' % a for a in left) if left else "")
            return text, tuple(local)
        borders = [border(v.shape) for v in ins]
        start = [Value(self.name(), l) for _, l in borders]
        self.manual = around + [a for a, _ in axes]
        lines, values = self.inner(self.rng.randint(1, 4), start)
        self.manual = around
        rets = [v for v in values if v.elem == "f32"][-self.rng.randint(1, 2):]
        outs, out_types = [], []
        for v in rets:
            whole, dims, left = list(v.shape), [[] for _ in v.shape], []
            for a, n in axes:
                d = self.rng.choice([None] + list(range(len(whole))))
                if d is None:
                    left.append(a)
                else:
                    dims[d].append(a)
                    whole[d] *= n
            opened = self.rng.random() < 0.5 and len(axes) + len(around) < len(self.axes)
            outs.append("<@mesh, [%s]%s>" % (", ".join("{%s}" % ", ".join(['"%s"' % a for a in d] + ["?"] * opened) for d in dims),
                                              ", replicated={%s}" % ", ".join('"%s"' % a for a in left) if left else ""))
            out_types.append(tuple(whole))
        if any(math.prod(t) > 1 << 16 for t in out_types):
            return self.unary()
        res = [Value(self.name(), t) for t in out_types]
        self.lines.append("%s = sdy.manual_computation(%s) in_shardings=[%s] out_shardings=[%s] manual_axes={%s} (%s) {\n%s\nsdy.return %s : %s\n} : (%s) -> (%s)" % (
            ", ".join(r.name for r in res), ", ".join(v.name for v in ins), ", ".join(t for t, _ in borders), ", ".join(outs),
            ", ".join('"%s"' % a for a, _ in axes), ", ".join("%s: %s" % (v.name, v.type) for v in start), "\n".join(lines),
            ", ".join(v.name for v in rets), ", ".join(v.type for v in rets), ", ".join(v.type for v in ins), ", ".join(r.type for r in res)))
        self.values += res

    # ---- the whole ----

    PLAIN = ("unary", "binary", "binary", "select", "clamp", "broadcast", "broadcast", "transpose", "reshape", "reshape", "dot", "dot", "reduce", "reduce",
             "reduce_window", "select_and_scatter", "convolution", "concatenate", "slice", "pad", "dynamic_slice", "dynamic_update_slice", "gather",
             "scatter", "sort", "reverse", "linalg", "fft", "bitcast", "precision", "batch_norm", "iota", "custom", "rng_bits", "constraint", "constraint",
             "propagation_barrier")
    OUTER = PLAIN + ("moves", "loop", "case", "call", "barrier", "manual_computation", "group", "group", "reshard")

    def step(self, inside=False):
        before = len(self.lines), len(self.values)
        name = self.rng.choice(self.kinds if not inside else [k for k in self.kinds if k in self.PLAIN or (k in ("barrier", "call", "loop", "case", "manual_computation") and self.depth < 2)])
        getattr(self, name)()
        for v in list(self.values[before[1]:]):
            if math.prod(v.shape) > 1 << 16 or len(v.shape) > 5:  # too large to carry on with
                self.values.remove(v)

    def build(self):
        r = self.rng
        self.kinds = self.OUTER if r.random() < 0.5 else [k for k in self.OUTER if r.random() < 0.3] + ["unary", "binary"]
        for _ in range(r.randint(2, 4)):
            self.values.append(self.argument(self.shape(r.randint(1, 3))))
        for _ in range(r.randint(3, 12)):
            self.step()
        names = {a.name for a in self.args}
        results = [v for v in self.values if v.name not in names and (v.name not in self.used or r.random() < 0.05)] or self.values[-1:]
        results = [v for v in results if r.random() < 0.97] or results[:1]
        sh = lambda s, p: " {sdy.sharding = #sdy.sharding%s}" % self.sharding_body(len(s)) if r.random() < p else ""
        ids = ""
        n = math.prod(n for _, n in self.axes)
        if r.random() < 0.15 and n > 1:
            ids = ", device_ids=[%s]" % ", ".join(map(str, reversed(range(n))))
        return "module {\nsdy.mesh @mesh = <[%s]%s>\nfunc.func public @main(%s) -> (%s) {\n%s\n\"func.return\"(%s) : (%s) -> ()\n}\n%s\n}\n" % (
            ", ".join('"%s"=%d' % a for a in self.axes), ids, ", ".join("%s: %s%s" % (v.name, v.type, sh(v.shape, 0.6)) for v in self.args),
            ", ".join(v.type + sh(v.shape, 0.3) for v in results), "\n".join(self.lines), ", ".join(v.name for v in results),
            ", ".join(v.type for v in results), "\n".join(getattr(self, "function_text", [])))


def make(rng):
    return Program(rng).build()
