"""A million poses on a local cluster of Ray beside one process, and again while a node is killed.

    python python/measure/cluster.py

The cluster has as many cores as the process has threads: a head without any, which is what a driver has in a real cluster, and a node for each core.
"""

import os
import threading
import time

import numpy as np
import ray
from placing import some_poses
from ray.cluster_utils import Cluster

import feeler
import feeler.ray


def timed(call):
    start = time.perf_counter()
    answer = call()
    return time.perf_counter() - start, answer


def main():
    cores = len(os.sched_getaffinity(0))
    a, b = feeler.read("shape:knot:2000"), feeler.read("shape:ring:2000")
    pair, poses = feeler.Pair(a, b), some_poses(a, b, 1_000_000, 0.3)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(cores)]
    ray.init(address=cluster.address, log_to_driver=False)
    cluster.wait_for_nodes()
    feeler.set_threads(cores)
    feeler.ray.ask(pair, "distance", poses[:5000])  # starts the workers

    one, many = [], []
    for _ in range(2):
        seconds, expected = timed(lambda: pair.distance(poses))
        one.append(seconds)
        seconds, found = timed(lambda: feeler.ray.ask(pair, "distance", poses))
        many.append(seconds)
        assert found.tobytes() == expected.tobytes()
    print(f"{len(poses)} distances: one process {' '.join(f'{s:.2f}' for s in one)} s, {cores} nodes {' '.join(f'{s:.2f}' for s in many)} s: {min(many) / min(one) - 1:+.1%}")

    nodes.append(cluster.add_node(num_cpus=1))
    cluster.wait_for_nodes()
    killed = []

    def watch(done, total):
        if done > total / 3 and not killed:
            killed.append(done)
            threading.Thread(target=lambda: cluster.remove_node(nodes[-1], allow_graceful=False)).start()

    seconds, found = timed(lambda: feeler.ray.ask(pair, "distance", poses, progress=watch))
    assert found.tobytes() == expected.tobytes()
    alive = sum(node["Alive"] for node in ray.nodes())
    print(f"with {cores + 1} nodes, of which one is killed after {killed[0]} poses: {seconds:.2f} s, {alive - 1} nodes left, the same bits")
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
