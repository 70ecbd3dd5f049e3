"""Every question of a pair: known answers, and an array of poses against one pose after the other."""

import numpy as np
import pytest
from conftest import some_poses

import feeler


def test_known_answers_of_boxes(box):
    pair = feeler.Pair(box, box)  # from -1 to 1
    poses = feeler.poses([[0, 0, 0], [1.5, 0, 0], [2, 0, 0], [3, 4, 0]])
    assert pair.intersects(poses).tolist() == [True, True, True, False]
    assert pair.distance(poses)["distance"].tolist() == [0, 0, 0, np.hypot(1, 2)]
    assert pair.within(np.hypot(1, 2), poses).all() and not pair.within(2.2, poses[3])
    assert pair.relation(poses)["relation"].tolist() == ["same", "crossing", "touching", "apart"]
    depth = pair.depth(poses)
    np.testing.assert_allclose(depth["upper"], [2, 0.5, 0, 0], atol=1e-12)
    np.testing.assert_allclose(depth["lower"], depth["upper"], atol=1e-12)
    assert depth["proof"].tolist() == ["convex", "convex", "free", "free"]
    assert pair.intersects(depth["pose"]).tolist() == [False, False, True, False]


def test_touching_is_exact(box):
    pair = feeler.Pair(box, box)
    assert pair.intersects(feeler.poses([2, 0, 0]))
    assert not pair.intersects(feeler.poses([np.nextafter(2, 3), 0, 0]))


def test_answers_of_one_pose(pair):
    near = feeler.poses([0, 0, 3.0])
    closest = pair.distance(near)
    assert closest.distance > 0 and np.isclose(np.linalg.norm(closest.on_a - closest.on_b), closest.distance)
    assert closest.on_a.shape == (3,) and len(closest.triangles) == 2
    assert repr(closest).startswith("<feeler.Closest 2.346")
    first = pair.first_contact([0, 0, -1], near)
    assert 0 < first.time and first.pose[2, 3] == 3 - first.time
    assert np.linalg.norm(first.normal) == pytest.approx(1) and repr(first).startswith("<feeler.FirstContact after ")
    assert pair.first_contact([0, 0, 1], near) is None
    assert pair.first_contact([0, 0, -1], near, until=first.time / 2) is None
    assert pair.relation(near).relation == "apart"
    verdict = pair.guided(near, steps=10**6, eps=0)
    assert verdict.is_proof and not verdict.touches and verdict.p == 0 and verdict.triangles is None
    contacts = pair.contacts()
    assert contacts.dtype.names == ("a", "b") and len(contacts) > 10
    assert np.array_equal(np.sort(contacts, order=["a", "b"]), contacts)
    assert np.array_equal(pair.contacts(limit=3), contacts[:3])
    a, b = pair.guided(steps=10**6, eps=0).triangles
    assert (a, b) in contacts.tolist()


def test_an_array_of_poses_is_one_pose_after_the_other(pair):
    poses = some_poses(300)
    distances, touches = pair.distance(poses), pair.intersects(poses)
    assert 30 < touches.sum() < 250
    assert np.array_equal(touches, distances["distance"] == 0)
    near, contacts, every = pair.within(0.1, poses), pair.contacts(poses), pair.all_within(0.05, poses)
    first = pair.first_contact([1, 0, 0], poses)
    guided = pair.guided(poses, steps=50, eps=0.01)
    related, depth = pair.relation(poses[:20]), pair.depth(poses[:20])
    for i, pose in enumerate(poses):
        single = pair.distance(pose)
        assert single.distance == distances["distance"][i] and single.triangles == tuple(distances["triangles"][i])
        assert np.array_equal(single.on_a, distances["on_a"][i]) and np.array_equal(single.on_b, distances["on_b"][i])
        assert pair.intersects(pose) is bool(touches[i]) and pair.within(0.1, pose) is bool(near[i])
        assert pair.contacts(pose).tolist() == contacts[contacts["pose"] == i][["a", "b"]].tolist()
        of_pose = every[every["pose"] == i]
        assert np.array_equal(pair.all_within(0.05, pose)["triangles"], of_pose["triangles"])
        time = pair.first_contact([1, 0, 0], pose)
        assert first["time"][i] == (np.inf if time is None else time.time)
        assert time is None or time.normal is None or np.array_equal(time.normal, first["normal"][i])
        assert time is None or np.array_equal(time.pose, first["pose"][i])
        verdict = pair.guided(pose, steps=50, eps=0.01)
        assert (verdict.touches, verdict.p) == (guided["touches"][i], guided["p"][i])
        if i < 20:
            assert pair.relation(pose).relation == related["relation"][i]
            assert pair.depth(pose).upper == depth["upper"][i]


def test_answers_have_the_axes_of_the_poses(pair):
    poses = some_poses(24, reach=0.5)
    flat = pair.distance(poses)
    assert np.array_equal(pair.distance(poses.reshape(2, 3, 4, 4, 4)), flat.reshape(2, 3, 4))
    assert pair.intersects(poses[:0]).shape == (0,)
    assert len(pair.contacts(poses[:0])) == 0
    assert pair.contacts(poses.reshape(2, 12, 4, 4))["pose"].max() > 12  # counted through


def test_each_pose_has_its_direction(pair):
    poses = feeler.poses([[0, 0, 5], [0, 0, -5]])
    times = pair.first_contact([[0, 0, -1], [0, 0, 1]], poses)["time"]
    assert np.isfinite(times).all()
    assert np.isinf(pair.first_contact([0, 0, -1], poses)["time"][1])
    with pytest.raises(ValueError, match="3 directions and 2 poses"):
        pair.first_contact(np.eye(3), poses)


def test_an_empty_mesh_is_near_to_nothing(ring):
    empty = feeler.Model(np.zeros((0, 3)), np.zeros((0, 3), int))
    pair = feeler.Pair(empty, ring)
    assert pair.distance() is None and not pair.intersects() and empty.bounds is None
    far = pair.distance(feeler.poses(np.zeros((2, 3))))
    assert np.isinf(far["distance"]).all() and (far["triangles"] == 2**32 - 1).all() and np.isnan(far["on_a"]).all()


def test_every_volume_has_the_same_answers(knot, ring):
    poses = some_poses(200)
    expected = feeler.Pair(knot, ring).distance(poses)
    for volume in ("aabb", "sphere", "dop18", "rss"):
        a = feeler.Model(knot.vertices, knot.faces, volume=volume, arity=4)
        assert a.volume == volume
        found = feeler.Pair(a, ring).distance(poses)
        assert np.array_equal(found, expected)


def test_pairs_and_models_are_pickled(pair):
    import pickle

    copy = pickle.loads(pickle.dumps(pair))
    poses = some_poses(50)
    assert np.array_equal(copy.distance(poses), pair.distance(poses))
    assert repr(copy) == repr(pair) == f"<feeler.Pair of {len(pair.a)} and {len(pair.b)} triangles>"


def test_python_fcl_says_the_same(pair):
    fcl = pytest.importorskip("fcl")
    objects = []
    for model in (pair.a, pair.b):
        bvh = fcl.BVHModel()
        bvh.beginModel(len(model.vertices), len(model.faces))
        bvh.addSubModel(model.vertices, model.faces.astype(np.int32))
        bvh.endModel()
        objects.append(fcl.CollisionObject(bvh))
    poses = some_poses(500)
    touches, distances = pair.intersects(poses), pair.distance(poses)["distance"]
    for i, pose in enumerate(poses):
        objects[1].setTransform(fcl.Transform(pose[:3, :3], pose[:3, 3]))
        assert fcl.collide(*objects, fcl.CollisionRequest(), fcl.CollisionResult()) == touches[i]
        if not touches[i]:
            # FCL's distance is accurate to some 1e-7 of the size.
            result = fcl.DistanceResult()
            assert abs(fcl.distance(*objects, fcl.DistanceRequest(), result) - distances[i]) < 1e-6
