"""What one call with a (4, 4) array costs beside the work in Rust, and beside python-fcl and coal.

    python python/measure/calls.py

The work in Rust is that of a batch of the same pose on one thread: there each pose is checked and asked with the same memory, and Python has no part in it. The models
are far apart, so that the call itself is what is measured.
"""

import time

import numpy as np
from rivals import calls

import feeler

LOOP = 50_000


def best(call, count):
    """Nanoseconds of one of many calls, the best of seven times."""
    times = []
    for _ in range(7):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1e9 * min(times) / count


def loop(ask, *arguments):
    def run():
        for _ in range(LOOP):
            ask(*arguments)

    return best(run, LOOP)


def main():
    a, b = feeler.read("shape:box:12"), feeler.read("shape:sphere:20")
    pair, pose = feeler.Pair(a, b), feeler.poses([4.0, 3, 2])
    feeler.set_threads(1)
    same = np.tile(pose, (LOOP, 1, 1))
    empty = loop(lambda pose: None, pose)
    print(f"a call of an empty function of Python: {empty:.0f} ns")
    for name, ask, arguments in [
        ("intersects", pair.intersects, ()),
        ("within", pair.within, (0.1,)),
        ("distance", pair.distance, ()),
    ]:
        single, rust = loop(ask, *arguments, pose), best(lambda: ask(*arguments, same), LOOP)
        print(f"{name}: a call {single:.0f} ns, in Rust {rust:.0f} ns, so {single - rust:.0f} ns for the call")
    for name, rival in calls(a, b).items():
        print(f"{name}: do they touch {loop(rival['touches'], pose):.0f} ns")


if __name__ == "__main__":
    main()
