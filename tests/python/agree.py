#!/usr/bin/env python3
"""Whether a trace says the same number in all its places.

    agree.py SHARDSCOPE VIEWER TRACE.db...
    agree.py SHARDSCOPE VIEWER --made FOLDER...     of traces that it makes of programs in FOLDER, a part of these places: a test of about a second

Reads every report as text, JSON and CSV, the HTML page with its pictures, the comparison, exported tables and timelines, the scenes of the
viewer, and the plain tables by SQL. Prints a line for each difference, and exits with 1 if there is any. Numbers in text are compared with
exact ones as intervals: "1.35 ms" is anything that rounds to it."""
import bisect
import csv
import functools
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from html.parser import HTMLParser

UNIT = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9,
        "B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
NUMBER = re.compile(r"(?<![\w.,])([−+-]?)([0-9][0-9,]*(?:\.[0-9]+)?) (ns|µs|ms|s|min|h|B|KiB|MiB|GiB|TiB)(?![\w/])")
KINDS = {1: "all-gather", 2: "all-reduce", 3: "reduce-scatter", 4: "all-to-all", 5: "collective-permute"}
REPORTS = ["steps", "reshards", "collectives", "lines", "passes", "memory", "shardings", "ops"]
VIEWS = ["overview", "shardings", "reshards", "passes", "memory", "compare", "graph", "source", "steps"]


@functools.lru_cache(maxsize=None)
def numbers(text):
    """(text, lowest, highest, is time) of each number with a unit."""
    out = []
    for sign, digits, unit in NUMBER.findall(text):
        v = float(digits.replace(",", "")) * UNIT[unit]
        frac = digits.split(".")[1] if "." in digits else ""
        # trailing zeros of sizes are not printed, so a short number is exact to two digits where it is scaled
        step = UNIT[unit] * 10.0 ** -(len(frac) if unit[-1] != "B" or len(frac) > 1 else (2 if v < 9.995 * UNIT[unit] else 1)) if UNIT[unit] > 1 else 0
        out.append((f"{sign}{digits} {unit}", v - step * 0.501 - 0.5, v + step * 0.501 + 0.5, unit[-1] not in "B"))
    return out


class Tables(HTMLParser):
    """The tables of a page with the heading above each, and the texts of its pictures."""
    def __init__(self):
        super().__init__()
        self.tables, self.svgs, self.cell, self.table, self.svg, self.heading, self.in_h, self.words = [], [], None, None, None, "", False, []
    def handle_starttag(self, tag, attrs):
        if tag in ("h1", "h2", "h3"):
            self.in_h, self.heading = True, ""
        if tag == "table":
            self.table = []
            self.tables.append((self.heading, self.table))
        elif tag == "tr" and self.table is not None:
            self.table.append([])
        elif tag in ("td", "th") and self.table is not None:
            self.cell = ""
        elif tag == "svg":
            self.svg = []
            self.svgs.append((self.heading, self.svg))
    def handle_endtag(self, tag):
        if tag in ("h1", "h2", "h3"):
            self.in_h = False
        if tag in ("td", "th") and self.cell is not None:
            self.table[-1].append(self.cell.strip())
            self.cell = None
        elif tag == "table":
            self.table = None
        elif tag == "svg":
            self.svg = None
    def handle_data(self, data):
        if self.in_h:
            self.heading += data
        if self.cell is not None:
            self.cell += data
        elif self.svg is not None:
            if data.strip():
                self.svg.append(data.strip())
        elif data.strip():
            self.words.append(data.strip())


def text_tables(text):
    """Tables of a report's text: rows of cells, cut where two blanks are, with the row of headings first."""
    out, rows = [], []
    for line in text.split("\n"):
        cells = [c for c in re.split(r"  +", line.strip()) if c]
        if line.startswith("  ") and not line.startswith("        ") and len(cells) > 1 or (rows and line.startswith("  ") and not line.startswith("        ")):
            rows.append(cells)
        elif line.strip() == "" and rows:
            out.append(rows)
            rows = []
    if rows:
        out.append(rows)
    return out


class Trace:
    def __init__(self, tool, viewer, path):
        self.tool, self.viewer, self.path, self.bad, self.done = tool, viewer, path, [], 0
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.db.row_factory = sqlite3.Row

    def say(self, where, what):
        self.bad.append(f"{where}: {what}")

    def same(self, where, a, b, slack=0):
        self.done += 1
        if a is None and b is None:
            return
        if a is None or b is None or abs(a - b) > slack:
            self.say(where, f"{a} and {b}")

    def run(self, *args, ok=(0,)):
        p = subprocess.run([self.tool, *args], capture_output=True, text=True)
        if p.returncode not in ok:
            return None
        return p.stdout

    def json(self, *args):
        out = self.run(*args, "--json")
        return json.loads(out) if out else None

    def sql(self, text, *args):
        return self.db.execute(text, args).fetchall()

    def one(self, text, *args):
        r = self.sql(text, *args)
        return r[0][0] if r else None


def flat(node, into=None):
    """All numbers and texts below a JSON node."""
    into = [] if into is None else into
    if isinstance(node, dict):
        for v in node.values():
            flat(v, into)
    elif isinstance(node, list):
        for v in node:
            flat(v, into)
    elif node is not None and not isinstance(node, bool):
        into.append(node)
    return into


def rows_of(node, path=()):
    """Every row of every table of a report's JSON run: (table, row)."""
    for table, rows in node.items():
        if isinstance(rows, list):
            for r in rows:
                if isinstance(r, dict):
                    yield table, r


class Said:
    """What rows say, (numbers, texts) each, so that those that say a number are found among many thousands."""
    def __init__(self, rows=()):
        self.rows, self.values, self.tokens, self.found = [], None, {}, {}
        self.add(rows)

    def add(self, rows):
        rows = list(rows)
        for i, (_, texts) in enumerate(rows, len(self.rows)):
            for text in texts:
                for w, *_ in numbers(text):
                    self.tokens.setdefault(w, set()).add(i)
        self.rows += rows
        self.values, self.found = None, {}
        return self

    def of(self, w, lo, hi):
        """The rows that say a number, exactly or as the same words."""
        if self.values is None:
            self.values = sorted((abs(v), i) for i, (values, _) in enumerate(self.rows) for v in values if isinstance(v, (int, float)))
        if w not in self.found:
            begin, end = bisect.bisect_left(self.values, (lo, -1)), bisect.bisect_right(self.values, (hi, len(self.rows)))
            self.found[w] = {i for _, i in self.values[begin:end]} | self.tokens.get(w, set())
        return self.found[w]


def row_said(cells, said):
    """Whether one JSON row has all the numbers with units of a printed row (columns of a JSON row may be part of text)."""
    left = None
    for c in cells:
        for w, lo, hi, _ in numbers(c):
            left = said.of(w, lo, hi) if left is None else left & said.of(w, lo, hi)
            if not left:
                return False
    return True


def candidates(run):
    out = []
    for _, r in rows_of(run):
        vals = flat(r)
        out.append(([v for v in vals if not isinstance(v, str)], [v for v in vals if isinstance(v, str)]))
    return out


def flat_rows(node):
    """As candidates(), of every object however deep."""
    if isinstance(node, dict):
        vals = [v for v in node.values() if not isinstance(v, (dict, list))]
        yield [v for v in vals if isinstance(v, (int, float))], [v for v in vals if isinstance(v, str)]
        for v in node.values():
            yield from flat_rows(v)
    elif isinstance(node, list):
        for v in node:
            yield from flat_rows(v)


def check_reports(t, run_id, label, said):
    """Text, CSV and page against JSON, row by row."""
    for name in REPORTS:
        j = t.json("report", t.path, name, "--run", str(run_id), "--all")
        if not j or not j["runs"]:
            continue
        said[name] = j["runs"][0]
        cand = candidates(j["runs"][0])
        extra = t.json("report", t.path, name, "--run", str(run_id))
        cand += candidates(extra["runs"][0]) if extra else []
        if name == "reshards":
            more = t.json("report", t.path, name, "--run", str(run_id), "--remove")
            for r in sorted(j["runs"][0].get("reshards", []), key=lambda r: -(r.get("bytes") or 0))[:3] + j["runs"][0].get("reshards", [])[:3]:
                number = t.json("report", t.path, name, "--run", str(run_id), "--number", str(r["number"]))
                if number and number["runs"]:
                    cand += candidates(number["runs"][0])
                    said.setdefault("numbered", []).append(number["runs"][0])
            said["remedies"] = more["runs"][0] if more and more["runs"] else {}
            cand += candidates(said["remedies"])
            for d in flat_rows(said.get("numbered", [])):
                cand.append(d)
        said.setdefault("candidates", {})[name] = cand
        index = Said(cand)
        for flags in (["--all", "--expand", "--top", "0"], []):
            text = t.run("report", t.path, name, "--run", str(run_id), *flags)
            for table in text_tables(text or ""):
                for row in table[1:]:
                    if table[0][0] == "×" and not row[0].strip("0123456789"):
                        continue
                    if any("×" in c for c in row) or (not flags and re.fullmatch(r"[0-9]+", row[0]) and len(table[0]) < len(row) + 1 and name == "memory") or any(" more (--" in c or c.startswith("and ") for c in row):
                        continue  # folded: sums
                    t.done += 1
                    if not row_said(row, index):
                        t.say(f"{label} report {name} {' '.join(flags)} text", f"no row of its JSON has the numbers of {row}")
        text = t.run("report", t.path, name, "--run", str(run_id), "--all", "--csv")
        if text:
            rows = list(csv.DictReader(io.StringIO(text)))
            tables = [v for v in j["runs"][0].values() if isinstance(v, list) and v and isinstance(v[0], dict)]
            fits = [v for v in tables if len(v) == len(rows) and rows and set(rows[0]) - {"run", "function"} <= set(v[0])]
            if rows and not fits:
                t.say(f"{label} report {name} csv", f"{len(rows)} rows, in JSON {[len(v) for v in tables]}")
            for r, x in zip(rows, fits[0] if fits else []):
                for k, v in x.items():
                    if k not in r:
                        continue
                    t.done += 1
                    mine = r[k]
                    if (v is None) != (mine == "") and not (v == "" and mine == ""):
                        t.say(f"{label} report {name} csv", f"{k}: {mine!r} and {v!r}")
                    elif isinstance(v, (int, float)) and not isinstance(v, bool) and abs(float(mine) - v) > 1e-9 * abs(v):
                        t.say(f"{label} report {name} csv", f"{k}: {mine!r} and {v!r}")
                    elif isinstance(v, str) and mine != v:
                        t.say(f"{label} report {name} csv", f"{k}: {mine!r} and {v!r}")


def check_plans(t, label, mod, reshards):
    """A reshard that became what its plan says receives what the plan says, also where its collectives were combined with others'.
    Those of a conditional's branches that do not count, because another moves as much or more, receive nothing."""
    kinds, counts = {}, {}
    for r in t.sql("SELECT x.seq, c.kind, c.trips FROM reshard x JOIN reshard_inst i ON i.reshard_id = x.id JOIN coll c ON c.inst_id = i.inst_id WHERE x.module_id = ?", mod):
        kinds.setdefault(r["seq"], []).append(KINDS.get(r["kind"], "?"))
        counts[r["seq"]] = counts.get(r["seq"], True) and r["trips"] > 0
    plans = {r["seq"]: r for r in t.sql("SELECT seq, plan, bytes_moved, trips FROM reshard WHERE module_id = ? AND shared_with IS NULL", mod)}
    for r in reshards:
        plan = plans.get(r["number"])
        if plan and r["number"] in kinds and sorted(kinds[r["number"]]) == sorted(re.findall("|".join(KINDS.values()), plan["plan"])):
            t.same(f"{label} reshard #{r['number']} as planned", r["bytes"], plan["bytes_moved"] * plan["trips"] if counts[r["number"]] else 0)


def check_sql(t, run, said):
    rid, label = run["id"], run["title"]
    steps = said.get("steps")
    warm = "warm = 1" if t.one("SELECT count(*) FROM step WHERE run_id = ? AND warm = 1", rid) else "1"
    mod = run["module"]
    if steps and steps.get("summary"):
        s = steps["summary"][0]
        durs = sorted(r[0] for r in t.sql(f"SELECT dur_ns FROM step WHERE run_id = ? AND {warm}", rid))
        if durs and s["n_steps"]:
            t.same(f"{label} steps in all", s["n_steps"], t.one("SELECT count(*) FROM step WHERE run_id = ?", rid))
            if s["max_ns"] is None and run["kind"] == 2:
                s = dict(s, max_ns=s["est_ns"], min_ns=s["est_ns"], mean_ns=s["est_ns"])
            t.same(f"{label} slowest step", s["max_ns"], durs[-1], 1)
            t.same(f"{label} fastest step", s["min_ns"], durs[0], 1)
            t.same(f"{label} mean step", s["mean_ns"], sum(durs) / len(durs), 1)
            mid = [durs[(len(durs) - 1) // 2], durs[len(durs) // 2]]
            if s.get("median_ns") is not None:
                t.done += 1
                if not mid[0] - 1 <= s["median_ns"] <= mid[1] + 1:
                    t.say(f"{label} median step", f"{s['median_ns']} and {mid}")
        t.same(f"{label} predicted step", s["est_ns"] and round(s["est_ns"]), (lambda e: e and round(e))(t.one("SELECT est_ns FROM module WHERE id = ?", mod)), 1)
        # the parts of a device add up to the step
        unfinished = any("until shardscope optimize FILE works it out for all" in n for n in steps.get("notes", []))
        shares = sum(x["ns"] for x in steps.get("shares", []) if not x["category"].startswith("hidden"))
        per_step = s["mean_ns"]
        if not any(d["compute_ns"] is not None for d in steps.get("devices", [])):
            per_step = s["est_ns"]  # where nothing says what a step was spent on, the parts are those predicted
        if unfinished and shares:  # they are said to be of some steps
            per_step = shares
        if shares and per_step:
            t.same(f"{label} parts of the mean step", shares, per_step, len(steps["shares"]) + 2)
        for d in steps.get("devices", []):
            parts = sum(d[k] for k in ("compute_ns", "exposed_collective_ns", "exposed_copy_ns", "host_ns", "wait_ns", "queue_ns", "idle_ns", "compile_ns") if d.get(k))
            if per_step and parts:
                t.same(f"{label} parts of device {d['device']}", parts, per_step, 12)
        for r in t.sql("SELECT step_id, device_id, dur_ns, compute_ns+exposed_coll_ns+copy_ns+host_ns+idle_ns+compile_ns+queue_ns+wait_ns AS parts FROM v_step WHERE run_id = ? AND device_id IS NOT NULL", rid):
            t.same(f"{label} v_step {r['step_id']} device {r['device_id']}", r["dur_ns"], r["parts"], 2)
        lines = said.get("lines", {}).get("lines", [])
        busy = sum(x["ns"] for x in steps.get("shares", []) if x["category"] in ("compute", "exposed collectives", "copies"))
        hidden = sum(d["hidden_collective_ns"] or 0 for d in steps.get("devices", [])) / max(len(steps.get("devices", [])), 1)
        spent = sum(x["total_ns"] or 0 for x in lines)
        if run["kind"] == 1 and busy and spent > 1.01 * (busy + hidden) + 8 * len(lines):
            t.say(f"{label} lines", f"take {spent} a step, in which devices are busy for {busy}, with {hidden} hidden")
        crit = sum(x["ns"] for x in steps.get("critical_path", []))
        off = any("critical path is that of the steps recorded event by event" in n for n in steps.get("notes", []))
        if crit and per_step and not unfinished and off == (abs(crit - per_step) <= 0.02 * per_step):
            t.say(f"{label} critical path", f"{crit} and a mean step of {per_step}, said: {off}")
        if crit and per_step and not off:
            t.same(f"{label} critical path and mean step", crit, per_step, 2 * len(steps.get("critical_path", [])) + 4 + 0.02 * per_step)
    if not mod:
        return
    if run["kind"] != 3:
        check_plans(t, label, mod, said.get("reshards", {}).get("reshards", []))
    mem = said.get("memory")
    snap = t.one("SELECT max(id) FROM snapshot WHERE module_id = ? AND stage = 4", mod)
    if mem and mem.get("summary"):
        m = mem["summary"][0]
        peak = t.one("SELECT sum(bytes) FROM v_memory_peak WHERE snapshot_id = ?", snap)
        if peak is not None:
            t.same(f"{label} peak and places at the peak", m["peak_bytes"], peak)
            t.same(f"{label} peak and module.peak_bytes", m["peak_bytes"], t.one("SELECT peak_bytes FROM module WHERE id = ?", mod))
            listed = sum(b["bytes"] for b in mem.get("buffers", []) if b.get("at_peak"))
            t.same(f"{label} peak and list", m["peak_bytes"], listed)
            cats = sum(b["bytes"] for b in mem.get("categories", []))
            if cats:
                t.same(f"{label} peak and kinds", m["peak_bytes"], cats)
            # the curve, from the rows of buffer alone
            ev = {}
            top = t.one("SELECT max(live_to) FROM buffer b JOIN alloc a ON a.id = b.alloc_id WHERE a.snapshot_id = ?", snap) or 0
            places = {}
            for b in t.sql("SELECT COALESCE(b.place, -b.id) AS p, b.size, b.live_from AS f, b.live_to AS e FROM buffer b JOIN alloc a ON a.id = b.alloc_id WHERE a.snapshot_id = ? AND a.space = 0 AND (a.flags & 8) = 0", snap):
                f, e = (0 if b["f"] is None else b["f"]), (top if b["e"] is None else b["e"])
                places.setdefault(b["p"], []).append((f, e, b["size"]))
            diff = [0] * (top + 2)
            for spans in places.values():
                size = max(s for _, _, s in spans)
                spans.sort()
                cur = None
                for f, e, _ in spans:
                    if cur and f <= cur[1] + 1 and f <= cur[1]:
                        cur[1] = max(cur[1], e)
                    else:
                        if cur:
                            diff[cur[0]] += size
                            diff[cur[1] + 1] -= size
                        cur = [f, e]
                diff[cur[0]] += size
                diff[cur[1] + 1] -= size
            total, high = 0, 0
            for x in diff:
                total += x
                high = max(high, total)
            t.same(f"{label} peak and curve", m["peak_bytes"], high)
        if m.get("reserved_bytes") is not None:
            t.same(f"{label} reserved", m["reserved_bytes"], sum(m[k] or 0 for k in ("argument_bytes", "output_bytes", "constant_bytes", "temp_bytes")))
    col = said.get("collectives")
    if col and col.get("collectives"):
        rows, kinds = col["collectives"], col.get("kinds", [])
        n = t.one("SELECT count(*) FROM v_coll WHERE module_id = ?", mod)
        t.same(f"{label} number of collectives", len(rows), n)
        t.same(f"{label} number by kind", sum(k["count"] for k in kinds), n)
        t.same(f"{label} executions by kind", sum(k["per_step"] for k in kinds), sum(r["trips"] for r in rows))
        t.same(f"{label} bytes by kind", sum(k["bytes"] for k in kinds), sum(r["bytes"] for r in rows))
        for k in kinds:
            mine = [r for r in rows if r["kind"] == k["kind"]]
            for f in ("moved_ns", "total_ns", "exposed_ns", "waited_ns", "est_ns"):
                v = [r[f] for r in mine if r.get(f) is not None]
                if k.get(f) is not None or v:
                    t.same(f"{label} {k['kind']} {f}", k.get(f) or 0, sum(v), len(mine) + 1)
        for r in rows:
            if r.get("total_ns") is not None:
                t.same(f"{label} {r['name']} moved and waited", r["total_ns"], r["moved_ns"] + r["waited_ns"], 1)
    res = said.get("reshards")
    if res and res.get("reshards") is not None:
        t.same(f"{label} number of reshards", len(res["reshards"]), t.one("SELECT count(*) FROM reshard WHERE module_id = ?", mod))
        if col and col.get("collectives"):
            for f in ("moved_ns", "exposed_ns", "total_ns"):
                of_reshards = sum(r[f] or 0 for r in res["reshards"])
                of_coll = sum(r[f] or 0 for r in col["collectives"] if r.get("reshard") is not None)
                if of_reshards or of_coll:
                    t.same(f"{label} {f} of reshards and of their collectives", of_reshards, of_coll, 2 * len(res["reshards"]) + 0.001 * of_coll)


def check_compare(t, runs, said_by):
    j = t.json("compare", t.path, "--top", "0")
    if not j:
        return
    text = t.run("compare", t.path, "--top", "0") or ""
    cand = []
    for f in j["runs"] + t.json("compare", t.path, "--top", "0", "--fold")["runs"]:  # text joins ops that differ only in their layer
        cand += candidates(f)
    cand = Said(cand)
    for table in text_tables(text):
        if table[0][0] == "function" and "calls" in table[0]:
            continue  # of a process, for people alone
        for row in table[1:]:
            t.done += 1
            if not row_said(row, cand):
                t.say("compare text", f"no row of its JSON has the numbers of {row}")
    for f in j["runs"]:
        for row in f.get("runs", []):
            mine = [r for r in runs if r["title"] == row["run"]]
            if not mine:
                t.say("compare", f"run {row['run']} has another name elsewhere: {[r['title'] for r in runs]}")
                continue
            said = said_by.get(mine[0]["id"])
            if said is None:
                continue  # of many runs only some were read
            s = said.get("steps", {}).get("summary", [{}])[0]
            for k, o in (("median_ns", "median_ns"), ("p5_ns", "p5_ns"), ("p95_ns", "p95_ns"), ("est_ns", "est_ns"), ("n_warm", "n_warm")):
                if s and row["kind"] != "predicted":
                    t.same(f"compare {row['run']} {k}", row.get(k) and round(row[k]), s.get(o) and round(s[o]))
            m = said.get("memory", {}).get("summary", [{}])
            if m and m[0]:
                t.same(f"compare {row['run']} peak", row["peak_bytes"], m[0]["peak_bytes"])
            kinds = said.get("collectives", {}).get("kinds", [])
            by = {k["kind"].replace("-", "_"): k for k in kinds}
            for k, v in row.items():
                if k.endswith("_count") and v is not None:
                    t.same(f"compare {row['run']} {k}", v, by.get(k[:-6], {}).get("count", 0))
                elif k.endswith("_bytes") and k[:-6] + "_count" in row and v is not None:
                    t.same(f"compare {row['run']} {k}", v, by.get(k[:-6], {}).get("bytes", 0))
    return j


def scene_rows(text):
    """Texts of a scene by pane and line, from left to right."""
    rows = {}
    for line in text.split("\n"):
        m = re.match(r'(\w+) (\d+) (-?\d+),(-?\d+) \S+ .*?"((?:[^"\\]|\\.)*)"', line)
        if m and m.group(1) == "text":
            rows.setdefault((int(m.group(2)), int(m.group(4))), []).append((int(m.group(3)), m.group(5).replace('\\"', '"')))
    return {k: [x[1] for x in sorted(v)] for k, v in rows.items()}


def check_scene_text(t, where, texts, known, axis=True):
    for label in texts:
        if axis and re.fullmatch(NUMBER.pattern, label):
            continue
        if re.match(r"[0-9,]+ buffers, .* together, ", label):
            continue  # neighbours that are too thin to be drawn one by one
        for w, lo, hi, _ in numbers(label):
            t.done += 1
            if w[0] in "+-−":
                continue
            if not known.of(w, lo, hi):
                t.say(where, f"{w!r} in {label[:160]!r} is in no report")


def shardings_said(t):
    """What the shardings of all runs are said to take: two views show them beside each other."""
    out = t.json("report", t.path, "shardings", "--all") or {"runs": []}
    words = flat(out)
    return [v for v in words if isinstance(v, (int, float))], [v for v in words if isinstance(v, str)] + [t.run("report", t.path, "shardings", "--all") or ""]


def check_pictures(t, run, said, compared, shardings):
    label = run["title"]
    words = flat(said) + flat(compared)
    texts = [v for v in words if isinstance(v, str)]
    for name in REPORTS:
        for flags in ([], ["--all"]):
            texts.append(t.run("report", t.path, name, "--run", str(run["id"]), *flags) or "")
    known = Said([([v for v in words if isinstance(v, (int, float))], texts)])
    of_all = Said([known.rows[0], shardings])
    lists = {"reshards": ["reshards"], "memory": ["memory"], "passes": ["passes"], "source": ["lines"]}
    for view in VIEWS:
        out = os.path.join(t.tmp, "scene.txt")
        p = subprocess.run([t.viewer, "--render", view, t.path, "--run", str(run["id"]), "-o", out, "--size", "1500x1600"], capture_output=True, text=True)
        if p.returncode:
            t.say(f"{label} {view}", p.stderr.strip()[:200])
            continue
        text = open(out).read()
        rows = scene_rows(text)
        drawn = re.search(r'"#(\d+)  ', text)
        if view == "reshards" and drawn:
            detail = t.json("report", t.path, "reshards", "--run", str(run["id"]), "--number", drawn.group(1))
            said.setdefault("candidates", {}).setdefault("reshards", []).extend(flat_rows(detail))
        cand = [c for n in lists.get(view, []) for c in said.get("candidates", {}).get(n, [])]
        index = Said(cand)
        for (pane, y), cells in rows.items():
            if cand and pane >= 1 and len(cells) > 4 and not any("×" in c for c in cells):
                t.done += 1
                if not row_said(cells, index):
                    t.say(f"{label} {view} list", f"no row of the report has the numbers of {cells}")
            elif view != "steps":
                check_scene_text(t, f"{label} {view}", cells, of_all if view in ("shardings", "compare") else known)
    return known


FACT = {"received": "bytes", "moved": "moved_ns", "waited for members": "waited_ns", "exposed": "exposed_ns", "unsharded size": "bytes_full", "a device": "bytes_out"}


def facts_of(t, view, run, select=None):
    """What the inspector says of a row: [(label, text)], and with label None what it is among those alike."""
    out = os.path.join(t.tmp, "facts.txt")
    p = subprocess.run([t.viewer, "--render", view, t.path, "--run", str(run["id"]), "--facts", "-o", out, *(["--select", select] if select else [])], capture_output=True, text=True)
    if p.returncode:
        t.say(f"{run['title']} inspector of {select}", p.stderr.strip()[:200])
        return []
    return [tuple(line.split("\t", 1)) if "\t" in line else (None, line.split("in all", 1)[1]) for line in open(out) if "\t" in line or (line.startswith("one of ") and "in all" in line)]


def check_facts(t, run, said, known):
    """The inspector, of the run, and of some of its reshards, collectives, steps, events and rows."""
    label = run["title"]
    reshards = {f"reshard:{r['id']}": r["seq"] for r in t.sql("SELECT id, seq FROM reshard WHERE module_id = ? ORDER BY bytes_moved * trips DESC LIMIT 3", run["module"] or 0)}
    rows = {f"#{r['number']}": r for r in said.get("reshards", {}).get("reshards", [])}
    colls = {r["name"]: r for r in said.get("collectives", {}).get("collectives", [])}
    picks = [("overview", None, None)] + [("reshards", s, rows.get(f"#{n}")) for s, n in reshards.items()]
    for r in t.sql("SELECT i.id, s.s AS name FROM coll c JOIN inst i ON i.id = c.inst_id JOIN str s ON s.id = i.name_id JOIN computation o ON o.id = i.comp_id JOIN snapshot x ON x.id = o.snapshot_id WHERE x.module_id = ? ORDER BY c.bytes_wire DESC LIMIT 3", run["module"] or 0):
        picks.append(("graph", f"inst:{r['id']}", colls.get(r["name"])))
    steps = {f"step:{r['id']}": r["dur_ns"] for r in t.sql("SELECT id, dur_ns FROM step WHERE run_id = ? ORDER BY dur_ns DESC LIMIT 2", run["id"])}
    lanes = [f"lane:{r['id']}" for r in t.sql("SELECT id FROM lane WHERE run_id = ? AND device_id IS NOT NULL LIMIT 2", run["id"])]
    events = [f"event:{r['id']}" for r in t.sql("SELECT e.id FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ? ORDER BY e.dur_ns DESC LIMIT 2", run["id"])]
    picks += [("steps", s, None) for s in [*steps, *lanes, *events]]
    folded = Said(flat_rows(t.json("report", t.path, "reshards", "--run", str(run["id"]), "--all", "--fold", "--top", "0"))) if reshards else None
    for view, select, row in picks:
        facts = facts_of(t, view, run, select)
        if not facts:
            continue
        for name, text in facts:
            if not name:
                t.done += 1
                if not row_said([text], folded):
                    t.say(f"{label} inspector of {select}", f"{text.strip()!r} is no line of the folded report")
                continue
            got = numbers(text.split("(")[0])
            if row and FACT.get(name) in row and row[FACT[name]] is not None:
                t.done += 1
                if len(got) != 1 or not got[0][1] <= row[FACT[name]] <= got[0][2]:
                    t.say(f"{label} inspector of {select}", f"{name} {text.strip()!r}, in the report {row[FACT[name]]}")
            elif view != "steps":
                check_scene_text(t, f"{label} inspector of {select}", [text], known, axis=False)
        wholes = {name: numbers(text) for name, text in facts}
        if select in steps:
            for name, got in wholes.items():
                if name.startswith("device ") and got:
                    t.done += 1
                    if not sum(g[1] for g in got) <= steps[select] <= sum(g[2] for g in got):
                        t.say(f"{label} inspector of {select}", f"{name}: {[g[0] for g in got]} do not add up to {steps[select]}")
        if select in lanes and "lasts" in wholes:
            parts = [wholes[n][0] for n in ("computing", "collectives", "copying", "waiting for devices", "waiting for a core", "in the host's functions", "compiling", "idle") if wholes.get(n)]
            t.done += 1
            if sum(g[1] for g in parts) > wholes["lasts"][0][2] or sum(g[2] for g in parts) < wholes["lasts"][0][1]:
                t.say(f"{label} inspector of {select}", f"{[g[0] for g in parts]} do not add up to {wholes['lasts'][0][0]}")


def check_page(t, runs, said_by, compared):
    out = os.path.join(t.tmp, "page.html")
    if t.run("report", t.path, "--html", out) is None:
        t.say("page", "not made")
        return
    page = Tables()
    page.feed(open(out).read())
    cand, values, texts = [], [], []
    for said in said_by.values():
        for c in said.get("candidates", {}).values():
            cand += c
        f = flat(said)
        values += [v for v in f if isinstance(v, (int, float))]
        texts += [v for v in f if isinstance(v, str)]
    for f in (compared or {"runs": []})["runs"]:
        cand += candidates(f)
    f = flat(compared or {})
    values += [v for v in f if isinstance(v, (int, float))]
    texts += [v for v in f if isinstance(v, str)]
    for name in REPORTS:
        texts.append(t.run("report", t.path, name) or "")
        texts.append(t.run("report", t.path, name, "--all") or "")
    texts.append(t.run("compare", t.path, "--top", "0") or "")
    cand, known = Said(cand), Said([(values, texts)])
    for heading, table in page.tables:
        for row in table[1:]:
            if table[0][0] == "×" and row[0] and not row[0].strip("0123456789"):
                continue
            if any("×" in c or " more (--" in c for c in row) or (len(row) == len(table[0]) and not row[0].strip("0123456789") and row[0] and table[0][1] in ("value", "op")):
                continue
            t.done += 1
            if not row_said(row, cand):
                t.say(f"page under {heading!r}", f"no report's row has the numbers of {row}")
    for heading, svg in page.svgs:
        if heading == "What every device did in one step":
            continue  # events, not sums
        svg = [x for x in svg if "of about" not in x]
        check_scene_text(t, f"page, picture under {heading!r}", svg, known)
    for w in page.words:
        check_scene_text(t, "page, text", [w], known, axis=False)


def check_exports(t, runs):
    folder = os.path.join(t.tmp, "csv")
    if t.run("export", t.path, "--to", "csv", "-o", folder) is not None:
        for name in sorted(os.listdir(folder)):
            table = name[:-4]
            try:
                n = t.one(f'SELECT count(*) FROM "{table}"')
            except sqlite3.OperationalError:
                continue
            with open(os.path.join(folder, name), newline="") as f:
                t.same(f"export csv {table}", sum(1 for _ in csv.reader(f)) - 1, n)
    for run in runs[:2]:
        out = os.path.join(t.tmp, "chrome.json")
        if t.run("export", t.path, "--run", str(run["id"]), "--to", "chrome", "-o", out) is None:
            continue
        events = json.load(open(out))
        events = events["traceEvents"] if isinstance(events, dict) else events
        got = round(1e3 * sum(e["dur"] for e in events if e.get("ph") == "X" and e.get("cat") in ("compute", "collective", "copy")))
        n = t.one("SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ? AND e.cat IN (1,2,3)", run["id"])
        want = t.one("SELECT sum(e.dur_ns) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ? AND e.cat IN (1,2,3)", run["id"])
        m = sum(1 for e in events if e.get("ph") == "X" and e.get("cat") in ("compute", "collective", "copy"))
        if m:
            t.same(f"export chrome {run['title']} events", m, n)
            t.same(f"export chrome {run['title']} ns", got, want or 0, n + 1)


def check(tool, viewer, path, exports=True, page=True):
    t = Trace(tool, viewer, path)
    with tempfile.TemporaryDirectory() as t.tmp:
        runs = []
        listed = t.json("report", path, "steps", "--all")
        titles = {r["run"]: r.get("label") for r in listed["runs"]} if listed else {}
        for r in t.sql("SELECT id, label, name, kind FROM run ORDER BY id"):
            title = titles.get(r["id"]) or r["label"] or r["name"]
            runs.append({"id": r["id"], "title": title, "kind": r["kind"], "module": None})
        said_by = {}
        for run in runs[:6]:
            said = {}
            check_reports(t, run["id"], run["title"], said)
            run["module"] = t.one("SELECT m.id FROM module m LEFT JOIN exec e ON e.module_id = m.id WHERE m.run_id = ? GROUP BY m.id ORDER BY count(e.id) DESC, m.id DESC LIMIT 1", run["id"])
            check_sql(t, run, said)
            said_by[run["id"]] = said
        compared = check_compare(t, runs, said_by)
        shardings = shardings_said(t)
        for run in runs[:4]:
            known = check_pictures(t, run, said_by[run["id"]], compared, shardings)
            check_facts(t, run, said_by[run["id"]], known)
        if len(runs) <= 6 and page:
            check_page(t, runs, said_by, compared)
        if exports:
            check_exports(t, runs)
    return t


def make(tool, folder, into):
    """Small traces: two choices of shardings executed and predicted; a program that donates, simulated."""
    both, donated = os.path.join(into, "both.db"), os.path.join(into, "donated.db")
    subprocess.run([tool, "run", os.path.join(folder, "matmul.mlir"), "--mesh", "a=4,b=2", "--steps", "3", "--hardware", "h100x8", "-o", both,
                    "--try", 'one:x=P(None,"a"),y=P("a",None)'], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([tool, "simulate", os.path.join(folder, "ops", "donated.hlo"), "--mesh", "a=4", "--shard", 'w1=P("a",None)', "--shard", 'w2=P("a",None)',
                    "--hardware", "h100x4", "-o", donated], check=True, stdout=subprocess.DEVNULL)
    return [both, donated]


def main():
    tool, viewer, *paths = sys.argv[1:]
    bad, whole = 0, paths[0] != "--made"
    if not whole:
        REPORTS[:], VIEWS[:] = ["steps", "reshards", "collectives", "lines", "memory"], ["overview", "memory"]
        made = tempfile.TemporaryDirectory()
        paths = make(tool, paths[1], made.name)
    for path in paths:
        t = check(tool, viewer, path, exports=whole, page=whole)
        bad += len(t.bad)
        print(f"{path}: {t.done} comparisons, {len(t.bad)} differ")
        for b in t.bad[:40]:
            print("   ", b)
        if len(t.bad) > 40:
            print("    and", len(t.bad) - 40, "more")
        sys.stdout.flush()
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
