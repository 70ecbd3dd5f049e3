"""Poses a second of one call of feeler, and of loops over python-fcl and coal, for two meshes.

    python python/measure/loops.py A.ply B.ply --poses 100000 --touching 0.55

B is turned at random and placed on shells around A, so that about the wished share touches. All loops run on one thread; feeler also on two. The rivals get
as many poses as fit into a few seconds, and every answer is compared.
"""

import argparse
import time

import numpy as np

import feeler


def some_poses(a, b, count, share, seed=1):
    """Poses around A, at the reach where about a share of them touches."""
    random = np.random.default_rng(seed)
    (low, high), (low_b, high_b) = a.bounds, b.bounds
    directions = random.normal(size=(count, 3))
    directions *= (random.uniform(0, 1, count) ** (1 / 3) / np.linalg.norm(directions, axis=1))[:, None]
    turns = random.normal(size=(count, 4))
    middle = feeler.poses(xyzw=turns)[:, :3, :3] @ ((low_b + high_b) / 2)
    size = np.linalg.norm(high - low) + np.linalg.norm(high_b - low_b)
    pair, (least, most) = feeler.Pair(a, b), (0.0, size)
    for _ in range(20):
        reach = (least + most) / 2
        poses = feeler.poses((low + high) / 2 + reach * directions - middle, xyzw=turns)
        if pair.intersects(poses[:2000]).mean() > share:
            least = reach
        else:
            most = reach
    return poses


def of_fcl(model):
    import fcl

    tree = fcl.BVHModel()
    tree.beginModel(len(model.vertices), len(model))
    tree.addSubModel(model.vertices, model.faces.astype(np.int32))
    tree.endModel()
    return fcl.CollisionObject(tree)


def of_coal(model):
    import coal

    tree = coal.BVHModelOBB()
    points, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for point in model.vertices:
        points.append(point)
    for triangle in model.faces.tolist():
        triangles.append(coal.Triangle(*triangle))
    tree.beginModel(len(model), len(model.vertices))
    tree.addSubModel(points, triangles)
    tree.endModel()
    return tree


def fcl_loops(a, b):
    import fcl

    a, b = of_fcl(a), of_fcl(b)

    def touches(pose):
        b.setTransform(fcl.Transform(pose[:3, :3], pose[:3, 3]))
        return fcl.collide(a, b, fcl.CollisionRequest(), fcl.CollisionResult()) > 0

    def distance(pose):
        b.setTransform(fcl.Transform(pose[:3, :3], pose[:3, 3]))
        return fcl.distance(a, b, fcl.DistanceRequest(), fcl.DistanceResult())

    return touches, distance


def coal_loops(a, b):
    import coal

    a, b, still = of_coal(a), of_coal(b), coal.Transform3s.Identity()
    request, distance_request = coal.CollisionRequest(), coal.DistanceRequest()
    request.break_distance = 0  # 1e-3 by default, which is slow for small meshes

    def touches(pose):
        return coal.collide(a, still, b, coal.Transform3s(pose[:3, :3], pose[:3, 3]), request, coal.CollisionResult()) > 0

    def distance(pose):
        return coal.distance(a, still, b, coal.Transform3s(pose[:3, :3], pose[:3, 3]), distance_request, coal.DistanceResult())

    return touches, distance


def timed(call):
    """The CPU time of this process, which is that of one thread if there is one."""
    start, wall = time.process_time(), time.perf_counter()
    answer = call()
    return time.process_time() - start, time.perf_counter() - wall, answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--poses", type=int, default=100_000)
    parser.add_argument("--touching", type=float, default=0.55)
    parser.add_argument("--seconds", type=float, default=5, help="for each loop of a rival")
    args = parser.parse_args()
    a, b = feeler.read(args.a), feeler.read(args.b)
    poses = some_poses(a, b, args.poses, args.touching)
    pair = feeler.Pair(a, b)
    print(f"{len(a)} and {len(b)} triangles, {args.poses} poses, {pair.intersects(poses).mean():.0%} touch")
    questions = {
        "touches": lambda poses: pair.intersects(poses),
        "distance": lambda poses: pair.distance(poses)["distance"],
    }
    rivals = {}
    for name, make in [("python-fcl", fcl_loops), ("coal", coal_loops)]:
        try:
            rivals[name] = make(a, b)
        except ImportError as error:
            print(f"{name}: {error}")
    for number, (question, ask) in enumerate(questions.items()):
        feeler.set_threads(1)
        start = time.process_time()
        ask(poses[: args.poses // 100])
        count = min(args.poses, max(1000, int(args.poses // 100 * 3 * args.seconds / max(time.process_time() - start, 1e-9))))
        some = poses[:count]
        best = min((timed(lambda: ask(some)) for _ in range(2)), key=lambda run: run[0])
        answers = best[2]
        single = best[0] / count
        print(f"{question}: feeler, {count} poses in one call: {1e6 * single:.2f} µs CPU a pose, {1e6 * best[1] / count:.2f} µs by the clock")
        feeler.set_threads(2)
        best = min((timed(lambda: ask(some)) for _ in range(2)), key=lambda run: run[1])
        assert np.array_equal(answers, best[2])
        print(f"  on two threads: {1e6 * best[1] / count:.2f} µs by the clock, {1e6 * best[0] / count:.2f} µs CPU")
        start, part = time.process_time(), some[:5000]
        for pose in part:
            pair.intersects(pose) if question == "touches" else pair.distance(pose)
        print(f"  feeler in a loop: {1e6 * (time.process_time() - start) / len(part):.2f} µs CPU a pose")
        for name, loops in rivals.items():
            loop, found = loops[number], []
            start = time.process_time()
            for pose in some:
                found.append(loop(pose))
                if time.process_time() - start > args.seconds:
                    break
            used = (time.process_time() - start) / len(found)
            wrong = np.abs(np.maximum(found, 0) - answers[: len(found)]) > 1e-5 * np.linalg.norm(a.bounds[1] - a.bounds[0])
            print(f"  {name} in a loop: {1e6 * used:.2f} µs CPU a pose, {used / single:.1f} times feeler's; {wrong.sum()} of {len(found)} answers differ")


if __name__ == "__main__":
    main()
