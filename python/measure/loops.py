"""Poses a second of one call of feeler, and of loops over python-fcl and coal.

    python python/measure/loops.py A.ply B.ply C.ply --poses 100000 --touching 0.55

Each of B, C, ... is turned at random and placed in a ball around A, such that about the wished share touches. Loops run on one thread; feeler also on two.
The rivals get as many poses as fit into some seconds, and every answer is compared.
"""

import argparse
import time

import numpy as np
from placing import some_poses
from rivals import calls

import feeler

QUESTIONS = {
    "touches": lambda pair, poses: pair.intersects(poses),
    "distance": lambda pair, poses: pair.distance(poses)["distance"],
}


def timed(call):
    """The CPU time of this process, the time by the clock, and the answer."""
    cpu, clock = time.process_time(), time.perf_counter()
    answer = call()
    return time.process_time() - cpu, time.perf_counter() - clock, answer


def of_feeler(pair, ask, poses):
    """Microseconds a pose: of a batch on one thread (CPU time) and on two (clock), of single calls; and the answers."""
    feeler.set_threads(1)
    ask(pair, poses[:1000])
    cpu, _, answers = min((timed(lambda: ask(pair, poses)) for _ in range(2)), key=lambda run: run[0])
    feeler.set_threads(2)
    ask(pair, poses[:1000])
    _, clock, again = min((timed(lambda: ask(pair, poses)) for _ in range(2)), key=lambda run: run[1])
    assert np.array_equal(answers, again)
    return 1e6 * cpu / len(poses), 1e6 * clock / len(poses), answers


def of_loop(call, poses, seconds):
    """Microseconds a pose of a loop in Python, and its answers."""
    found, start = [], time.process_time()
    for pose in poses:
        found.append(call(pose))
        if time.process_time() - start > seconds:
            break
    return 1e6 * (time.process_time() - start) / len(found), np.array(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("a")
    parser.add_argument("b", nargs="+")
    parser.add_argument("--poses", type=int, default=100_000)
    parser.add_argument("--touching", type=float, default=0.55)
    parser.add_argument("--seconds", type=float, default=5, help="for each loop")
    args = parser.parse_args()
    a = feeler.read(args.a)
    totals = {}
    for file in args.b:
        b = feeler.read(file)
        poses, pair, rivals = some_poses(a, b, args.poses, args.touching), feeler.Pair(a, b), calls(a, b)
        size = np.linalg.norm(a.bounds[1] - a.bounds[0])
        print(f"{file}: {len(a)} and {len(b)} triangles, {pair.intersects(poses).mean():.0%} of {len(poses)} poses touch")
        for question, ask in QUESTIONS.items():
            one, two, answers = of_feeler(pair, ask, poses)
            single = {"touches": pair.intersects, "distance": lambda pose: pair.distance(pose).distance}[question]
            loop, _ = of_loop(single, poses, args.seconds)
            line = f"  {question:8} µs a pose: feeler, one call {one:.2f} (two threads {two:.2f}: {one / two:.2f} times as fast), a loop {loop:.2f}"
            totals.setdefault(question, {}).setdefault("feeler", []).append(one)
            for name, rival in rivals.items():
                used, found = of_loop(rival[question], poses, args.seconds)
                differ = np.abs(np.maximum(found, 0) - answers[: len(found)]) > 1e-5 * size
                line += f"; {name} {used:.1f}, {used / one:.1f} times ({differ.sum()} of {len(found)} answers differ)"
                totals[question].setdefault(name, []).append(used)
            print(line, flush=True)
    for question, times in totals.items():
        ours = sum(times.pop("feeler"))
        text = "".join(f"; {name} {sum(used):.1f}, {sum(used) / ours:.1f} times" for name, used in times.items())
        print(f"all, {question:8}: feeler {ours:.2f} µs, {1e6 / ours:,.0f} poses a second{text}")


if __name__ == "__main__":
    main()
