"""That a million calls leave no memory behind, and that a batch needs memory for its result alone. It reads /proc, so it runs on Linux.

    python python/measure/memory.py
"""

import os
import tracemalloc

import numpy as np

import feeler


def resident():
    """The memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def peak():
    """The largest memory since `forget`."""
    with open("/proc/self/status") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith("VmHWM"))


def forget():
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")


def leaks(pair, world):
    pose, near = feeler.poses([0, 0, 3.0]), feeler.poses([0, 0, 0.5])
    some = feeler.poses(np.random.default_rng(1).uniform(-3, 3, (16, 3)))
    corners, faces = np.eye(3), np.array([[0, 1, 2]])
    kinds = {
        "intersects": (200_000, lambda: pair.intersects(pose)),
        "distance": (200_000, lambda: pair.distance(pose).on_a),
        "within": (100_000, lambda: pair.within(0.1, pose)),
        "guided": (100_000, lambda: pair.guided(near, steps=5).p),
        "first_contact": (100_000, lambda: pair.first_contact([0, 0, -1], pose)),
        "contacts": (50_000, lambda: pair.contacts(near)),
        "a batch of 16": (50_000, lambda: pair.distance(some)),
        "a wrong pose": (50_000, lambda: refused(pair, pose)),
        "a new model": (50_000, lambda: feeler.Pair(feeler.Model(corners, faces), pair.b).intersects(pose)),
        "a world": (100_000, lambda: (world.place("b", pose), world.touching())),
    }
    total = 0
    for name, (count, call) in kinds.items():
        for _ in range(count // 10):
            call()
        before = resident()
        for _ in range(count):
            call()
        total += count
        print(f"{name}: {count} calls, {(resident() - before) / 1024:+.0f} KiB", flush=True)
    print(f"{total} calls together")


def refused(pair, pose):
    try:
        pair.intersects(2 * pose)
    except ValueError:
        return
    raise AssertionError("a wrong pose is taken")


def batches(pair):
    count = 1_000_000
    poses = feeler.poses(np.random.default_rng(1).uniform(-3, 3, (count, 3)))
    for name in ("intersects", "distance"):
        ask = getattr(pair, name)
        ask(poses[:50_000])
        forget()
        before = resident()
        tracemalloc.start()
        result = ask(poses)
        of_numpy = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        mib = 1 / 2**20
        print(
            f"{name} at {count} poses of {mib * poses.nbytes:.0f} MiB: the result has {mib * result.nbytes:.1f} MiB, "
            f"the most of numpy's memory was {mib * of_numpy:.1f} MiB, the process grew by {mib * (peak() - before):.1f} MiB"
        )


def main():
    knot, ring = feeler.read("shape:knot:2000"), feeler.read("shape:ring:2000")
    pair, world = feeler.Pair(knot, ring), feeler.World()
    world.add("a", knot)
    world.add("b", ring)
    batches(pair)
    leaks(pair, world)


if __name__ == "__main__":
    main()
