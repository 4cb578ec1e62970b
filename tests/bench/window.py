#!/usr/bin/env python3
"""How long the viewer takes from its start until its window has been drawn whole, in a real window on an X server without a screen (Xvfb).

    tests/bench/window.py VIEWER TRACE.db [--view NAME] [--times N]

The picture on the screen is looked at every few milliseconds; the window is whole when the last change is over, up to --settle seconds after it. Prints, of each start,
when something was first there and when the last change was: seconds of the clock, and the processor time of the viewer by then, which a loaded machine changes less.
"""
import argparse
import mmap
import os
import subprocess
import sys
import tempfile
import time
import zlib


def processor_s(pid):
    with open(f"/proc/{pid}/stat") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid):
    with open(f"/proc/{pid}/status") as f:
        for line in f:
            if line.startswith("VmHWM"):
                return int(line.split()[1]) // 1024
    return 0


def start_screen(folder):
    read, write = os.pipe()
    x = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-fbdir", folder, "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    display = b""
    while not display.endswith(b"\n"):
        part = os.read(read, 16)
        if not part:
            sys.exit("Xvfb does not start")
        display += part
    return x, ":" + display.decode().strip()


def once(args, screen, display):
    env = dict(os.environ, DISPLAY=display, GDK_BACKEND="x11", NO_AT_BRIDGE="1")
    with tempfile.TemporaryDirectory() as home:
        env["XDG_CONFIG_HOME"] = env["XDG_STATE_HOME"] = home
        before = zlib.adler32(screen)
        command = [args.viewer, args.trace] + (["--view", args.view] if args.view else [])
        begin = time.monotonic()
        viewer = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
        seen, first, last, last_processor = before, None, begin, 0.0
        while viewer.poll() is None and time.monotonic() - begin < 120:
            now = zlib.adler32(screen)
            if now != seen:
                seen, last, last_processor = now, time.monotonic(), processor_s(viewer.pid)
                first = first or (last, last_processor)
            elif first and time.monotonic() - last > args.settle:
                break
            time.sleep(0.005)
        size = resident_mb(viewer.pid) if viewer.poll() is None else 0
        if args.picture:
            subprocess.run(["import", "-window", "root", "-display", display, args.picture], check=False)
        viewer.terminate()
        viewer.wait()
    if not first:
        sys.exit("the window did not come")
    print(f"first something {first[0] - begin:6.2f} s ({first[1]:5.2f} s of processor), whole {last - begin:6.2f} s ({last_processor:5.2f} s of processor), {size} MB resident", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("viewer")
    p.add_argument("trace")
    p.add_argument("--view")
    p.add_argument("--times", type=int, default=3)
    p.add_argument("--settle", type=float, default=3)
    p.add_argument("--picture", help="of the screen of the last start, made by ImageMagick's import")
    args = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        x, display = start_screen(folder)
        try:
            with open(os.path.join(folder, "Xvfb_screen0"), "rb") as f:
                screen = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)
            for _ in range(args.times):
                once(args, screen, display)
        finally:
            x.terminate()
            x.wait()


main()
