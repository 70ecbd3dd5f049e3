"""A cluster gives the arrays of one machine. Ray is large, so `cargo xtask test --long` installs it."""

import os
import threading
import time

import numpy as np
import pytest
from conftest import some_poses

import feeler

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster():
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def test_every_question(cluster, pair):
    import feeler.ray

    poses = some_poses(1500)
    for question, arguments, options in [
        ("intersects", (), {}),
        ("distance", (), {}),
        ("within", (0.1,), {}),
        ("contacts", (), {"limit": 5}),
        ("all_within", (0.02,), {}),
        ("first_contact", ([0, 0, 1],), {"until": 2.0}),
        ("guided", (), {"steps": 10}),
        ("relation", (), {}),
    ]:
        expected = getattr(pair, question)(*arguments, poses, **options)
        found = feeler.ray.ask(pair, question, poses, *arguments, **options)
        assert found.dtype == expected.dtype and found.tobytes() == expected.tobytes(), question
    assert feeler.ray.ask(pair, "distance", poses.reshape(3, 500, 4, 4)).shape == (3, 500)
    assert feeler.ray.ask(pair, "distance", poses[:0]).shape == (0,)
    poses[700, 0, 0] += 1
    with pytest.raises(ValueError, match=r"poses\[700\]: the pose is not rigid"):
        feeler.ray.ask(pair, "distance", poses)
    with pytest.raises(ValueError, match='"size" is not known'):
        feeler.ray.ask(pair, "size", poses)


def test_assemblies(cluster, tmp_path):
    import feeler.ray

    text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 {z}\nv 1 0 {z}\nv 0 1 {z}\no lid\nf 1 2 3\no base\nf 4 5 6\n"
    paths = []
    for z in (0.5, 0.1):
        paths.append(str(tmp_path / f"{z}.obj"))
        (tmp_path / f"{z}.obj").write_text(text.format(z=z))
    found = dict(feeler.ray.clashes(paths, clearance=0.2))
    assert found[paths[0]] == [] and [clash["kind"] for clash in found[paths[1]]] == ["near"]


def test_a_lost_node(cluster):
    """A node is killed in the middle of a million poses, or of fewer in the short tests. The result is complete and the same."""
    import feeler.ray

    pair = feeler.Pair(feeler.read("shape:knot:500"), feeler.read("shape:ring:500"))
    poses = some_poses(1_000_000 if os.environ.get("FEELER_LONG") else 200_000)
    expected = pair.distance(poses)
    lost = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    seen = []

    def watch(done, total):
        seen.append(done)
        if done > total / 4 and not killed:
            killed.append(done)
            threading.Thread(target=lambda: cluster.remove_node(lost, allow_graceful=False)).start()

    killed = []
    start = time.perf_counter()
    found = feeler.ray.ask(pair, "distance", poses, progress=watch)
    print(f"{len(poses)} poses in {time.perf_counter() - start:.1f} s, a node was killed after {killed[0]}")
    assert killed and seen[-1] == len(poses) and lost.node_id not in [node["NodeID"] for node in ray.nodes() if node["Alive"]]
    assert found.tobytes() == expected.tobytes()
