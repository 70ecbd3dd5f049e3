"""Eight Python threads that share a pair, against one: the same answers, and how much sooner.

    python python/measure/threads.py [A.ply B.ply]

Each thread asks single poses, in an order of its own, without a batch: what is shared is the pair, and what limits is the interpreter's lock. Beside it, one batch on
one thread and on all.
"""

import sys
import threading
import time

import numpy as np
from placing import some_poses

import feeler


def by_threads(pair, poses, expected, threads):
    """Seconds in which threads ask each pose once, together."""
    wrong, parts = [], np.array_split(np.random.default_rng(threads).permutation(len(poses)), threads)

    def ask(part):
        for i, pose in zip(part, [poses[i] for i in part]):
            if pair.distance(pose).distance != expected[i]:
                wrong.append(i)

    workers = [threading.Thread(target=ask, args=(part,)) for part in parts]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong, f"{len(wrong)} answers differ"
    return time.perf_counter() - start


def by_batch(pair, poses, expected, threads):
    feeler.set_threads(threads)
    pair.distance(poses[:1000])
    start = time.perf_counter()
    found = pair.distance(poses)["distance"]
    seconds = time.perf_counter() - start
    assert np.array_equal(found, expected)
    return seconds


def main():
    files = sys.argv[1:] or ["shape:knot", "shape:ring"]
    a, b = map(feeler.read, files)
    pair, poses = feeler.Pair(a, b), some_poses(a, b, 40_000, 0.3)
    expected = pair.distance(poses)["distance"]
    for name, ask, many in [("single calls", by_threads, 8), ("one batch", by_batch, 2)]:
        one, all_ = (min(ask(pair, poses, expected, threads) for _ in range(3)) for threads in (1, many))
        print(f"{name}: {1e6 * one / len(poses):.1f} µs a pose on one thread, {1e6 * all_ / len(poses):.1f} on {many}: {one / all_:.2f} times as fast")


if __name__ == "__main__":
    main()
