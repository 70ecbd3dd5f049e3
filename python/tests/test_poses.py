"""Poses in all their forms are the same poses."""

import tracemalloc
import types

import numpy as np
import pytest
from conftest import some_poses

import feeler


@pytest.fixture
def poses():
    return some_poses(40)


def test_tuples_lists_and_strides(pair, poses):
    expected = pair.distance(poses)
    r, t = poses[:, :3, :3], poses[:, :3, 3]
    for form in ((r, t), (r.tolist(), t.tolist()), poses.tolist(), list(poses), np.asfortranarray(poses), poses[:, ::1, ::1]):
        assert np.array_equal(pair.distance(form), expected)
    wide = np.zeros((40, 8, 4))
    wide[:, ::2] = poses
    assert np.array_equal(pair.distance(wide[:, ::2]), expected)
    assert pair.distance(poses[3].T.copy().T).distance == expected["distance"][3]
    assert pair.distance((r[3], t[3])).distance == expected["distance"][3]


def test_one_rotation_with_many_translations(pair, poses):
    t = poses[:, :3, 3]
    same = np.broadcast_to(np.eye(3), (40, 3, 3))
    assert np.array_equal(pair.distance((np.eye(3), t)), pair.distance((same, t)))
    assert np.array_equal(pair.distance(feeler.poses(t)), pair.distance((same, t)))


def test_quaternions_name_their_order(pair):
    random = np.random.default_rng(4)
    q, t = random.normal(size=(30, 4)), random.uniform(-2, 2, (30, 3))
    poses = feeler.poses(t, xyzw=q)
    assert np.array_equal(poses, feeler.poses(t, wxyz=q[:, [3, 0, 1, 2]]))
    assert np.array_equal(feeler.poses(t, xyzw=q[0])[5], feeler.poses(t[5], xyzw=q[0]))
    np.testing.assert_allclose(poses[:, :3, :3] @ poses[:, :3, :3].transpose(0, 2, 1), np.tile(np.eye(3), (30, 1, 1)), atol=1e-15)
    with pytest.raises(TypeError, match="xyzw and wxyz are two rotations"):
        feeler.poses(t, xyzw=q, wxyz=q)


def test_rotations_of_scipy(pair):
    transform = pytest.importorskip("scipy.spatial.transform")
    random = np.random.default_rng(5)
    q, t = random.normal(size=(30, 4)), random.uniform(-2, 2, (30, 3))
    rotations = transform.Rotation.from_quat(q)
    matrices = rotations.as_matrix()
    np.testing.assert_allclose(matrices, feeler.poses(xyzw=q)[:, :3, :3], atol=1e-15)
    expected = pair.distance((matrices, t))
    assert np.array_equal(pair.distance((rotations, t)), expected)
    assert pair.distance((rotations[3], t[3])).distance == expected["distance"][3]
    assert pair.intersects(rotations).shape == (30,)
    if hasattr(transform, "RigidTransform"):
        rigid = transform.RigidTransform.from_components(t, rotations)
        np.testing.assert_allclose(pair.distance(rigid)["distance"], expected["distance"], atol=1e-12)


def test_objects_like_those_of_pinocchio_and_coal(pair, poses):
    expected = pair.distance(poses)
    objects = [types.SimpleNamespace(rotation=pose[:3, :3], translation=pose[:3, 3]) for pose in poses]
    assert np.array_equal(pair.distance(objects), expected)
    assert pair.distance(objects[3]).distance == expected["distance"][3]
    coal = pytest.importorskip("coal")
    of_coal = [coal.Transform3s(pose[:3, :3], pose[:3, 3]) for pose in poses]
    assert np.array_equal(pair.distance(of_coal), expected)


def test_single_precision_is_the_nearest_pose(pair, poses):
    single = poses.astype(np.float32)
    np.testing.assert_allclose(pair.distance(single)["distance"], pair.distance(poses)["distance"], atol=1e-6)
    single[3, 0, 0] += 1e-3
    with pytest.raises(ValueError, match=r"poses\[3\]: the pose is not rigid"):
        pair.distance(single)


def test_an_array_is_not_changed(pair, poses):
    poses.setflags(write=False)
    pair.distance(poses)
    assert pair.distance(poses[0]).distance == pair.distance(poses)["distance"][0]


def test_an_array_is_not_copied(pair):
    """The memory of numpy's arrays: that of the answers, and for another form that of its copy."""
    poses = some_poses(20_000)

    def most(form):
        tracemalloc.start()
        pair.intersects(form)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    assert most(poses) < 20_000 + 100_000
    assert most(np.asfortranarray(poses)) > poses.nbytes
