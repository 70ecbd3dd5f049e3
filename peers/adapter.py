"""What every adapter in Python shares: arguments, reading, the protocol of README.md, and the clock.

An adapter reads its job, chooses settings for it, and serves with two functions of its own: `build(mesh)` makes the library's model,
`answer(a, b, pose)` places B and asks.
"""

import argparse
import json
import os
import sys
from collections import namedtuple
from statistics import median
from time import perf_counter_ns

import numpy as np

Mesh = namedtuple("Mesh", "vertices triangles")

# The objects at one moment: for each its mesh, its group, whether it has moved, and its pose.
Frame = namedtuple("Frame", "starts_world meshes groups have_moved poses")

# The protocol's own output. Libraries like to print: what they say goes to standard error.
_voice = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def _read_mesh(path):
    with open(path, "rb") as file:
        vertices, triangles = np.fromfile(file, "<u8", 2)
        vertices = np.fromfile(file, "<f8", 3 * int(vertices)).reshape(-1, 3)
        return Mesh(vertices, np.fromfile(file, "<u4", 3 * int(triangles)).reshape(-1, 3))


def is_world():
    """Whether the arguments are about a world."""
    return "--world" in sys.argv


def _read_world(folder):
    words = np.fromfile(os.path.join(folder, "frames.bin"), "<u8")
    count, frames = int(words[0]), []
    at = 2
    for _ in range(int(words[1])):
        objects, starts_world = int(words[at]), bool(words[at + 1])
        rows = words[at + 2 : at + 2 + 15 * objects].reshape(objects, 15)
        at += 2 + 15 * objects
        meshes, groups, moved = rows[:, :3].T.tolist()
        frames.append(Frame(starts_world, meshes, groups, moved, np.ascontiguousarray(rows[:, 3:]).view("<f8").reshape(-1, 3, 4)))
    return [_read_mesh(os.path.join(folder, f"{mesh}.mesh")) for mesh in range(count)], frames


def serve_world(about, build, make):
    """`make(models, frame)` gives a world with `place(number, pose)` and `touching()`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--world", required=True)
    parser.add_argument("--ask")
    parser.add_argument("--setting", default="")
    meshes, frames = _read_world(parser.parse_args().world)
    models, ns = _timed(lambda: [build(mesh) for mesh in meshes])
    print("ready", json.dumps({**about, "build_ns": ns}), file=_voice, flush=True)
    for word in map(str.strip, sys.stdin):
        if word == "quit":
            return
        if word != "pass":
            sys.exit(f"unknown word {word}")
        for frame in frames:
            renewed = "-"
            if frame.starts_world:
                world, renewed = _timed(make, models, frame)
            touching, ns = _timed(_play, world, frame)
            print("frame", renewed, ns, len(touching), file=_voice)
            for a, b in touching:
                print(a, b, file=_voice)
            _voice.flush()
        print("done", file=_voice, flush=True)


def _play(world, frame):
    for number, has_moved in enumerate(frame.have_moved):
        if has_moved:
            world.place(number, frame.poses[number])
    return list(world.touching())


def read_job(solid=()):
    """A question about solids is answered by the few libraries that name it in `solid`."""
    if is_world():
        unsupported("this adapter knows pairs only")
    parser = argparse.ArgumentParser()
    parser.add_argument("--a", type=_read_mesh, required=True)
    parser.add_argument("--b", type=_read_mesh, required=True)
    parser.add_argument("--poses", type=lambda path: np.fromfile(path, "<f8").reshape(-1, 3, 4), required=True)
    parser.add_argument("--ask", choices=["intersects", "distance", "contacts", "relation", "depth", "build"], required=True)
    parser.add_argument("--setting", default="")
    job = parser.parse_args()
    if not (len(job.a.triangles) and len(job.b.triangles)):
        unsupported("a mesh without triangles")
    if job.ask in ("relation", "depth") and job.ask not in solid:
        unsupported(f"it takes meshes as surfaces, and knows no {job.ask}")
    return job


def unsupported(reason):
    print("unsupported", reason, file=_voice, flush=True)
    sys.exit(0)


def _timed(work, *arguments):
    start = perf_counter_ns()
    result = work(*arguments)
    return result, perf_counter_ns() - start


def _one(job, a, b, pose, answer):
    start = perf_counter_ns()
    try:
        result = answer(a, b, pose)
    except Exception as error:
        ns = perf_counter_ns() - start
        return f"error:{'_'.join(str(error).split())} {ns}"
    ns = perf_counter_ns() - start
    if job.ask == "relation":
        return f"{result} {ns}"
    return f"{float(result):.17g} {ns}" if job.ask in ("distance", "depth") else f"{int(result)} {ns}"


def _overhead(job, build, answer):
    """What it costs to ask at all, the median of 1000: two triangles against two others, a thousand sizes away."""
    few = [mesh.vertices[mesh.triangles[:2]].reshape(-1, 3) for mesh in (job.a, job.b)]
    far = np.eye(3, 4)
    far[0, 3] = 1000 * max(np.abs(corners).max() for corners in few)
    a, b = (build(Mesh(corners, np.arange(len(corners), dtype="<u4").reshape(-1, 3))) for corners in few)
    return int(median(_timed(answer, a, b, far)[1] for _ in range(1000)))


def serve(job, about, build, answer):
    """`about` has name, version, setting and precision."""
    (a, ns_a), (b, ns_b) = _timed(build, job.a), _timed(build, job.b)
    print("ready", json.dumps({**about, "build_ns": [ns_a, ns_b]}), file=_voice, flush=True)
    first = True
    for word in map(str.strip, sys.stdin):
        if word == "quit":
            return
        if word == "overhead":
            print("overhead", _overhead(job, build, answer), file=_voice)
        elif word == "pass" and job.ask == "build":
            print(_timed(build, job.a)[1], _timed(build, job.b)[1], file=_voice)
            print("done", file=_voice)
        elif word == "pass":
            flushed = perf_counter_ns()
            for pose in job.poses:
                print(_one(job, a, b, pose, answer), file=_voice)
                # Only the first pass tells where a crash or a hang is.
                if first or perf_counter_ns() - flushed > 100_000_000:
                    _voice.flush()
                    flushed = perf_counter_ns()
            first = False
            print("done", file=_voice)
        else:
            sys.exit(f"unknown word {word}")
        _voice.flush()
