#!/usr/bin/env python3
"""Programs in one process beside the same programs on several ranks of this machine, which share its cores.

    ranks.py SHARDSCOPE [--ranks 2,4] [--steps N] [--rounds N] PROGRAM...

Of each program a line: the time of a step in one process, with a worker for each core, then on each number of ranks, and how many times that is. The time is
what `run` prints, the median of its steps: from the first rank's start to the last one's end. Runs take turns, and the least of the rounds is
taken, since other work only makes it longer: between ranks it counts twice, because each waits for the others. Collectives by themselves: bench-ranks.
With --cpu it is the processor time of all processes for a step, which other work does not make much longer: that of a run less that of a run of one step.
"""
import argparse
import math
import os
import re
import resource
import statistics
import subprocess
import sys

UNITS = {"ns": 1e-6, "µs": 1e-3, "us": 1e-3, "ms": 1, "s": 1e3}
# As root, and more processes than cores; MPICH does not know these names, and needs neither.
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")


def step_ms(shardscope, program, ranks, steps):
    """The median step in ms; NaN with the message on stderr if the run fails."""
    command = [shardscope, "run", program, "--steps", str(steps)]
    done = subprocess.run(["mpirun", "-n", str(ranks)] + command if ranks > 1 else command, env=ENV, capture_output=True, text=True)
    found = re.search(r"step ([\d.]+) (\S+) \(median", done.stdout)
    if done.returncode or not found:
        sys.stderr.write(f"{program} on {ranks}: {done.stderr.strip()[:500]}\n")
        return float("nan")
    return float(found[1]) * UNITS[found[2]]


def cpu_s(shardscope, program, ranks, steps):
    """Processor time of a run, of all its processes, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if math.isnan(step_ms(shardscope, program, ranks, steps)):
        return float("nan")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cpu_ms(shardscope, program, ranks, steps):
    return (cpu_s(shardscope, program, ranks, steps + 1) - cpu_s(shardscope, program, ranks, 1)) / (steps + 1) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shardscope")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--ranks", default="2,4")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cpu", action="store_true", help="processor time instead")
    o = parser.parse_args()
    counts = [1] + [int(n) for n in o.ranks.split(",")]
    load = os.getloadavg()[0]
    print(f"# {os.cpu_count()} cores, load {load:.1f}; {'ms of processor time' if o.cpu else 'ms'} per step, least of {o.rounds} rounds of {o.steps} steps")
    print(f"{'program':28}" + "".join(f"{f'{n} ranks' if n > 1 else 'one process':>12}" for n in counts) + "".join(f"{f'x{n}':>8}" for n in counts[1:]))
    ratios = {n: [] for n in counts[1:]}
    for program in o.programs:
        times = {n: [] for n in counts}
        for _ in range(o.rounds):
            for n in counts:
                times[n].append((cpu_ms if o.cpu else step_ms)(o.shardscope, program, n, o.steps))
        least = {n: min(t) for n, t in times.items()}
        for n in counts[1:]:
            if least[n] > 0:
                ratios[n].append(least[n] / least[1])
        print(f"{os.path.basename(program)[:28]:28}" + "".join(f"{least[n]:12.3f}" for n in counts) + "".join(f"{least[n] / least[1]:8.2f}" for n in counts[1:]), flush=True)
    print(f"{'median':28}" + " " * 12 * len(counts) + "".join(f"{statistics.median(ratios[n]) if ratios[n] else float('nan'):8.2f}" for n in counts[1:]))


if __name__ == "__main__":
    main()
