"""How long Ctrl-C waits in long calls: each runs in a process of its own, which is interrupted while the call works.

    python python/measure/interrupts.py
"""

import subprocess
import sys

PROGRAM = """
import os, signal, sys, threading, time
import numpy as np
import feeler

knot = feeler.read("shape:knot:200000")
pair, poses = feeler.Pair(knot, knot), feeler.poses(np.random.default_rng(1).uniform(-3, 3, (10**6, 3)))
ball = feeler.read("shape:sphere:400000")
shell = feeler.Model(1.0001 * ball.vertices, ball.faces)
vertices, faces = feeler.read("shape:knot:4000000").vertices, feeler.read("shape:knot:4000000").faces
world = feeler.World()
for i in range(40):
    world.add(str(i), knot, feeler.poses([0.05 * i, 0, 0]))
calls = {
    "intersects, a million poses": lambda: [pair.intersects(poses) for _ in range(100)],
    "distance, a million poses": lambda: pair.distance(poses),
    "distance, one pose of two nearly equal spheres": lambda: [feeler.Pair(ball, shell).distance() for _ in range(10**6)],
    "contacts, one pose": lambda: [pair.contacts(feeler.poses([0.01, 0, 0])) for _ in range(10**6)],
    "first_contact, one pose": lambda: [pair.first_contact([0, 0, 1], feeler.poses([0, 0, -9])) for _ in range(10**6)],
    "depth, a thousand poses": lambda: pair.depth(0.2 * poses[:1000] + 0.8 * np.eye(4), gap=0),
    "a model of 4 million triangles": lambda: feeler.Model(vertices, faces),
    "reading a shape of 60 million triangles": lambda: feeler.read("shape:knot:60000000"),
    "clashes of a world": lambda: world.clashes(),
    "configurations of a world": lambda: world.configurations(["1", "2"], np.tile(np.eye(4), (10**5, 2, 1, 1)), clearance=True),
}
if len(sys.argv) < 2:
    sys.exit("\\n".join(calls))

def press():
    time.sleep(0.6)
    global pressed
    pressed = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=press).start()
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    print(time.perf_counter() - pressed, flush=True)
    os._exit(0)
print("it was over before", flush=True)
os._exit(0)
"""


def run(*arguments):
    return subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True)


def main():
    for call in run().stderr.splitlines():
        waits = [run(call).stdout.strip() for _ in range(3)]
        print(f"{call}: {', '.join(f'{1000 * float(wait):.0f} ms' if wait[:1].isdigit() else wait for wait in waits)}", flush=True)


if __name__ == "__main__":
    main()
