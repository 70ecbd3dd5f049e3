"""Worlds against all pairs asked one by one."""

import pickle
import threading

import numpy as np
import pytest
from conftest import some_poses

import feeler


@pytest.fixture
def world(knot, ring, box):
    world = feeler.World()
    for i, pose in enumerate(some_poses(40, reach=6, seed=3)):
        world.add(f"{i}", [knot, ring, box][i % 3], pose, group=["knots", "rings", "boxes"][i % 3])
    return world


def relative(world, a, b):
    """The pose of B in A, up to rounding."""
    return np.linalg.inv(world.pose(a)) @ world.pose(b)


def of_pairs(world):
    names = world.names
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            yield a, b, feeler.Pair(world.model(a), world.model(b)).distance(relative(world, a, b)).distance


def test_all_pairs(world):
    assert len(world) == 40 and "7" in world and "no" not in world and repr(world) == "<feeler.World of 40 objects>"
    every = list(of_pairs(world))
    touching = [(a, b) for a, b, distance in every if distance == 0]
    assert len(touching) > 3 and world.touching() == touching
    near = world.within(0.5)
    assert [(a, b) for a, b, _ in near] == [(a, b) for a, b, distance in every if distance <= 0.5]
    expected = {(a, b): distance for a, b, distance in every}
    for a, b, closest in near:
        assert abs(closest.distance - expected[a, b]) < 1e-12
    assert world.first_touching() == touching[0]
    near_one = [(a, b) for a, b, distance in every if distance <= 0.5 and "3" in (a, b)]
    assert sorted(tuple(sorted(found[:2])) for found in world.within(0.5, "3")) == sorted(tuple(sorted(pair)) for pair in near_one)
    of_one = world.touching("3")
    assert of_one == [b if a == "3" else a for a, b in touching if "3" in (a, b)]
    world.set_rules('rule = [{ ignore = ["*", "*"] }, { check = ["3", "@boxes"] }]')
    a, b, closest = world.nearest()
    assert closest.distance == pytest.approx(min(d for (x, y), d in expected.items() if ("3" in (x, y)) and (int(x) + int(y) - 3) % 3 == 2))
    assert world.nearest("4") is None


def test_objects_come_move_and_go(world, box):
    before = world.touching()
    world.add("new", box, world.pose("5"))
    assert ("5", "new") in world.touching()
    world.place("new", feeler.poses([100, 0, 0]))
    assert world.touching() == before
    assert np.array_equal(world.pose("new"), feeler.poses([100, 0, 0]))
    world.remove("new")
    world.place_all(["0", "1"], feeler.poses([[50, 0, 0], [50, 0, 0]]))
    assert ("0", "1") in world.touching()
    world.exchange("0", box)
    assert world.model("0").faces.shape == (12, 3)
    expected = [name for name in ("0", "1") if feeler.Pair(world.model(name), box).intersects()]
    assert world.touching_model(box, feeler.poses([50, 0, 0])) == expected and "0" in expected


def test_margins(box):
    world = feeler.World()
    world.add("a", box, margin=0.25)
    world.add("b", box, feeler.poses([2.5, 0, 0]))
    assert world.touching() == []
    world.set_margin("b", 0.25)
    assert world.touching() == [("a", "b")]
    with pytest.raises(ValueError, match="a margin is a length of zero or more, not -1"):
        world.add("c", box, margin=-1)
    assert "c" not in world


def test_clashes(box):
    world = feeler.World()
    for name, x in [("a", 0), ("b", 0), ("c", 1.5), ("d", 2), ("e", 4.25)]:
        world.add(name, box, feeler.poses([x, 0, 0]))
    clashes = world.clashes(clearance=0.3, progress=False)
    kinds = [clash.kind for clash in clashes]
    assert kinds == ["duplicate", "crossing", "touching", "crossing", "touching", "crossing", "near"]
    assert clashes[1].objects == ("a", "c") and clashes[1].depth.upper == pytest.approx(0.5)
    assert clashes[1].confidence == 1 and clashes[1].contacts > 0
    assert clashes[-1].closest.distance == 0.25 and clashes[-1].depth is None
    assert repr(clashes[-1]) == "<feeler.Clash near: d, e>"
    assert [clash.kind for clash in world.clashes(clearance=0.3, seconds=0.01)] == kinds
    with pytest.raises(ValueError, match="seconds has to be a time"):
        world.clashes(seconds=-1)
    without = world.clashes(clearance=0.3, depths=False)
    assert [clash.kind for clash in without] == kinds and without[1].depth is None
    assert [clash.kind for clash in world.clashes(tolerance=0.6)].count("crossing") == 1
    with pytest.raises(ValueError, match="a clearance or tolerance is a length of zero or more"):
        world.clashes(clearance=-1)


def test_worlds_are_pickled(world):
    world.set_rules('rule = [{ ignore = ["@knots", "@rings"] }]')
    world.set_margin("5", 0.25)
    data = pickle.dumps(world)
    copy = pickle.loads(data)
    assert copy.names == world.names and copy.touching() == world.touching()
    assert [copy.group(name) for name in copy.names] == [world.group(name) for name in world.names]
    assert copy.margin("5") == 0.25 and copy.margin("4") == 0
    assert all(np.array_equal(copy.pose(name), world.pose(name)) for name in copy.names)
    assert len(data) < 2 * sum(len(model.to_bytes()) for model in map(world.model, "012"))  # 40 objects share three models


def test_names_and_rules(world):
    with pytest.raises(KeyError, match='no object is named'):
        world.place("nobody", np.eye(4))
    with pytest.raises(ValueError, match='there are two objects named'):
        world.add("7", world.model("7"))
    with pytest.raises(ValueError, match="an object has one pose"):
        world.place("7", np.tile(np.eye(4), (2, 1, 1)))
    with pytest.raises(ValueError, match="there are 2 poses and 1 names"):
        world.place_all(["7"], np.tile(np.eye(4), (2, 1, 1)))
    assert world.set_rules('rule = [{ ignore = ["screw-*", "plate"] }]') == ['ignore = ["screw-*", "plate"]']
    with pytest.raises(ValueError, match="rule"):
        world.set_rules("rules = 3")


def test_two_worlds(world, box):
    other = feeler.World()
    other.add("probe", box, world.pose("8"))
    found = world.touching_world(other)
    assert ("8", "probe") in found
    assert [own for own, _ in found] == world.touching_model(box, world.pose("8"))
    assert len(world.touching_world(world)) >= len(world)


def test_guided(world):
    certain = world.guided(eps=0)
    assert [(a, b) for a, b, verdict in certain if verdict.touches] == world.touching()
    assert all(verdict.is_proof for _, _, verdict in certain)
    assert all(0 <= verdict.p <= 1 for _, _, verdict in world.guided(steps=1))


def test_configurations_are_those_of_single_worlds(world, box):
    for link in ("base", "arm", "hand"):
        world.add(link, box)
    world.set_rules('rule = [{ chain = ["base", "arm", "hand"] }, { ignore = ["2", "@nobody"] }]')
    links = ["base", "arm", "hand"]
    poses = np.stack([some_poses(60, reach=4, seed=seed) for seed in (7, 8, 9)], axis=1)
    before = world.touching()
    found = world.configurations(links, poses, clearance=True)
    assert found.shape == (60,) and found["links"].shape == (60, 3, 3) and found["others"].shape == (60, 3)
    assert world.touching() == before
    assert 5 < found["touches"].sum() < 60 and not found["links"][:, 0, 1].any()
    for i in range(60):
        world.place_all(links, poses[i])
        for at, link in enumerate(links):
            touching = world.touching(link)
            assert found["others"][i, at] == any(name not in links for name in touching)
            assert [links[k] for k in range(3) if found["links"][i, at, k]] == [name for name in links if name in touching]
        assert found["clearance"][i] == min(world.nearest(link)[2].distance for link in links)
    again = world.configurations(links, poses.reshape(4, 15, 3, 4, 4))
    assert again.dtype.names == ("touches", "links", "others")
    assert np.array_equal(again["links"].reshape(60, 3, 3), found["links"])
    for wrong in (poses[:, :2], poses[0, 0]):
        with pytest.raises(ValueError, match="one for each of 3 links"):
            world.configurations(links, wrong)
    with pytest.raises(ValueError, match="named twice"):
        world.configurations(["arm", "arm"], poses[:, :2])


def test_an_assembly(tmp_path):
    file = tmp_path / "two.obj"
    file.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0.5\nv 1 0 0.5\nv 0 1 0.5\no lid\nf 1 2 3\no base\nf 4 5 6\n")
    world = feeler.World.read(file)
    assert world.names == ["lid", "base"] and world.nearest()[2].distance == 0.5
    with pytest.raises(FileNotFoundError):
        feeler.World.read(tmp_path / "none.glb")


def test_threads_share_a_world(world):
    expected, wrong = world.touching(), []

    def ask():
        for _ in range(30):
            if world.touching() != expected or len(world.within(0.1)) < len(expected):
                wrong.append(1)

    workers = [threading.Thread(target=ask) for _ in range(8)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    assert not wrong
