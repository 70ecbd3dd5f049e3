"""The classes of `trimesh.collision`: what trimesh's own tests ask of them, and what is better here."""

import subprocess
import sys

import numpy as np
import pytest

trimesh = pytest.importorskip("trimesh")

import feeler.trimesh  # noqa: E402
from feeler.trimesh import CollisionManager, scene_to_collision  # noqa: E402


def at(x, y=0, z=0):
    return trimesh.transformations.translation_matrix([x, y, z])


@pytest.fixture
def cube():
    return trimesh.creation.box()


def test_one_mesh_against_many(cube):
    manager = CollisionManager()
    assert manager.in_collision_single(cube) is False
    manager.add_object("cube0", cube)
    manager.add_object("cube1", cube, at(5))
    assert manager.in_collision_single(cube) is True
    hit, names, data = manager.in_collision_single(cube, at(5), return_names=True, return_data=True)
    assert hit is True and names == {"cube1"} and len(data) == 1
    (contact,) = data
    assert contact.names == {"cube1", "__external"} and contact.depth == pytest.approx(1)
    assert np.abs(contact.normal).max() == pytest.approx(1) and np.linalg.norm(contact.normal) == pytest.approx(1)
    offset = contact.point - [5, 0, 0]
    assert np.abs(offset).max() <= 0.5 + 1e-12 and abs(offset @ contact.normal) < 1e-12  # halfway through
    assert 0 <= contact.index("cube1") < 12 and 0 <= contact.index("__external") < 12
    assert manager.in_collision_single(cube, at(-5), return_names=True, return_data=True) == (False, set(), [])
    assert manager.in_collision_single(cube, at(-5), return_data=True) == (False, [])


def test_many_against_each_other(cube):
    manager = CollisionManager()
    manager.add_object("cube0", cube)
    manager.add_object("cube1", cube, at(5))
    assert manager.in_collision_internal() is False
    manager.add_object("cube2", cube, at(5))
    assert manager.in_collision_internal(return_names=True) == (True, {("cube1", "cube2")})
    manager.set_transform("cube2", at(-5))
    assert manager.in_collision_internal() is False
    manager.set_transform("cube2", at(5.5))
    hit, data = manager.in_collision_internal(return_data=True)
    assert hit and data[0].depth == pytest.approx(0.5)
    np.testing.assert_allclose(data[0].normal, [1, 0, 0], atol=1e-12)  # from cube1 to cube2
    manager.remove_object("cube2")
    assert manager.in_collision_internal() is False
    for wrong in (lambda: manager.remove_object("cube2"), lambda: manager.set_transform("cube2", at(1))):
        with pytest.raises(ValueError, match="cube2 not in collision manager!"):
            wrong()
    with pytest.raises(ValueError, match=r"transform must be \(4,4\)!"):
        manager.add_object("wrong", cube, np.eye(3))


def test_two_managers(cube):
    own, other = CollisionManager(), CollisionManager()
    own.add_object("cube0", cube)
    own.add_object("cube1", cube, at(5))
    other.add_object("cube0", cube, at(-5))
    assert own.in_collision_other(other) is False
    other.add_object("cube3", cube, at(5))
    assert own.in_collision_other(other) is True
    assert own.in_collision_other(other, return_names=True) == (True, {("cube1", "cube3")})
    hit, names, data = own.in_collision_other(other, return_names=True, return_data=True)
    assert data[0].names == {"cube1", "cube3"} and data[0].depth == pytest.approx(1)


def test_distances(cube):
    manager = CollisionManager()
    assert manager.min_distance_single(cube) == sys.float_info.max
    manager.add_object("cube1", cube, at(5))
    assert manager.min_distance_internal() == sys.float_info.max
    assert manager.min_distance_single(cube) == 4
    assert manager.min_distance_single(cube, at(5.75)) == pytest.approx(-0.25)
    manager.add_object("cube2", cube, at(-5))
    assert manager.min_distance_single(cube, at(2), return_name=True) == (2, "cube1")
    assert manager.min_distance_single(cube, at(-2), return_name=True) == (2, "cube2")
    assert manager.min_distance_internal(return_names=True) == (9, ("cube1", "cube2"))
    manager.add_object("cube3", cube, at(2))
    assert manager.min_distance_internal(return_names=True) == (2, ("cube1", "cube3"))
    manager.set_transform("cube3", at(-2))
    assert manager.min_distance_internal(return_names=True) == (2, ("cube2", "cube3"))
    assert manager.min_distance_internal(name="cube1", return_names=True) == (6, ("cube1", "cube3"))
    with pytest.raises(ValueError, match="nobody not in collision manager!"):
        manager.min_distance_internal(name="nobody")
    other = CollisionManager()
    other.add_object("cube4", cube, at(-4.5))
    distance, names, data = manager.min_distance_other(other, return_names=True, return_data=True)
    assert distance == pytest.approx(-0.5) and data.distance == distance
    assert names == ("cube2", "cube4") and data.names == set(names)
    other.set_transform("cube4", at(0))
    distance, names, data = manager.min_distance_other(other, return_names=True, return_data=True)
    assert (distance, names) == (1, ("cube3", "cube4"))
    assert np.linalg.norm(data.point("cube3") - data.point("cube4")) == pytest.approx(1)
    assert data.point("cube4")[0] == -0.5 and 0 <= data.index("cube3") < 12


def test_the_points_of_a_depth_are_that_far_apart(cube):
    manager = CollisionManager()
    turn = trimesh.transformations.rotation_matrix(0.5, [1, 2, 3])
    manager.add_object("turned", cube, at(7, 8, 9) @ turn)
    distance, data = manager.min_distance_single(trimesh.creation.icosphere(), at(7.9, 8, 9), return_data=True)
    assert distance < -0.3
    assert np.linalg.norm(data.point("turned") - data.point("__external")) == pytest.approx(-distance, abs=1e-6)


def test_all_of_many_are_named(cube):
    manager = CollisionManager()
    for i in range(700):
        manager.add_object(f"probe_{i}", cube, at((i / 700 - 0.5) * 30, 0, -50))
    hit, names = manager.in_collision_single(trimesh.creation.box(extents=[200, 200, 200]), return_names=True)
    assert hit and names == {f"probe_{i}" for i in range(700)}


def test_random_spheres_of_a_scene():
    random = np.random.default_rng(2).random((300, 4))
    spheres = [trimesh.creation.icosphere(radius=r).apply_translation(np.array(p) * 30) for r, *p in random]
    manager, objects = scene_to_collision(trimesh.Scene(spheres))
    assert len(objects) == 300
    pairs = [(a, b) for a in objects for b in objects if a < b]
    touching = {(a, b) for a, b in pairs if feeler.Pair(objects[a], objects[b]).intersects()}
    ball = dict(zip(objects, random))
    is_near = {(a, b): np.linalg.norm(30 * (ball[a][1:] - ball[b][1:])) < abs(ball[a][0] - ball[b][0]) for a, b in pairs}
    inside = {pair for pair in pairs if is_near[pair] and feeler.Pair(*map(objects.get, pair)).overlaps()} - touching
    assert len(inside) > 0
    expected = touching | inside
    hit, names = manager.in_collision_internal(return_names=True)
    assert isinstance(hit, bool) and names == expected and len(expected) > 5


def test_one_rule_for_all_meshes(cube):
    small = trimesh.creation.box(extents=[0.2] * 3)
    dented = cube.copy()
    dented.vertices[0] += 1e-4  # not convex any more: trimesh would take it as a surface
    for mesh in (cube, dented):
        solid, surface = CollisionManager(), CollisionManager(solid=False)
        for manager in (solid, surface):
            manager.add_object("outer", mesh)
        assert solid.in_collision_single(small) is True and surface.in_collision_single(small) is False
        assert solid.min_distance_single(small) == pytest.approx(-0.6, abs=1e-3)
        assert surface.min_distance_single(small) == pytest.approx(0.4, abs=1e-3)
        assert solid.in_collision_single(cube, at(1)) is True  # touching counts
        assert solid.min_distance_single(cube, at(1)) == pytest.approx(0, abs=2e-4)
    surface.add_object("crossing", cube, at(0.7))
    hit, data = surface.in_collision_internal(return_data=True)
    assert hit and len(data) > 4 and {contact.depth for contact in data} == {0.0}
    for contact in data:
        assert np.linalg.norm(contact.normal) == pytest.approx(1) and np.abs(contact.point - [0.35, 0, 0]).max() < 0.52
    assert surface.min_distance_internal() == 0
    opened = cube.submesh([range(10)], append=True)
    solid.add_object("outer", opened)  # a mesh with holes has no inside
    assert solid.in_collision_single(small) is False


def test_a_name_added_again_replaces_the_object(cube):
    manager = CollisionManager()
    manager.add_object("a", cube)
    manager.add_object("a", cube, at(10))
    assert manager.in_collision_single(cube) is False


def test_poses_are_not_rounded(cube):
    manager = CollisionManager()
    manager.add_object("far", cube, at(1e5 + 0.001))
    assert manager.min_distance_single(cube) == 1e5 + 0.001 - 1


def test_a_transform_that_scales(cube):
    manager = CollisionManager()
    manager.add_object("large", cube, np.diag([2.0, 2, 2, 1]))
    assert manager.min_distance_single(cube, at(2)) == 0.5
    manager.set_transform("large", np.diag([-3.0, 1, 1, 1]))
    assert manager.min_distance_single(cube, at(3)) == 1


def test_pairs_to_ignore(cube):
    manager = CollisionManager()
    for i, name in enumerate(["upper arm", "lower arm", "hand"]):
        manager.add_object(name, cube, at(0.9 * i))
    manager.ignore("upper arm", "lower arm")
    assert manager.in_collision_internal(return_names=True) == (True, {("hand", "lower arm")})
    manager.ignore("hand", "lower arm")
    assert manager.in_collision_internal() is False
    assert manager.min_distance_internal(return_names=True) == (pytest.approx(0.8), ("hand", "upper arm"))
    manager.add_object("hand", cube, at(1.8))  # a new object, of which nothing is ignored
    assert manager.in_collision_internal() is True


def test_names_of_any_kind_and_of_instances(cube):
    manager = CollisionManager()
    manager.add_object(7, cube)
    manager.add_object(("a", 1), cube, at(3))
    assert manager.min_distance_internal(return_names=True)[1] == (("a", 1), 7)
    assert manager.in_collision_single(cube, at(3), return_names=True) == (True, {("a", 1)})


def test_models_are_shared_and_renewed(cube):
    manager = CollisionManager()
    first, second = manager.add_object("a", cube), manager.add_object("b", cube, at(9))
    assert first is second
    cube.apply_scale(3)
    assert manager.add_object("c", cube) is not first
    assert manager.min_distance_single(cube, at(9)) == pytest.approx(-2)  # deep in b, of size 1


INSTALLED = """
import sys
sys.modules["fcl"] = None  # as if python-fcl were not there
import feeler.trimesh, trimesh
feeler.trimesh.install()
scene = trimesh.Scene([trimesh.creation.box(), trimesh.creation.box().apply_translation([0.5, 0, 0])])
manager, objects = trimesh.collision.scene_to_collision(scene)
assert isinstance(trimesh.collision.CollisionManager(), feeler.trimesh.CollisionManager)
print(manager.in_collision_internal(), len(objects))
"""


def test_install():
    done = subprocess.run([sys.executable, "-c", INSTALLED], capture_output=True, text=True)
    assert done.stdout.strip() == "True 2", done.stderr


def test_it_agrees_with_trimesh_about_surfaces(cube):
    pytest.importorskip("fcl")
    from trimesh.collision import CollisionManager as Original

    torus = trimesh.creation.torus(1, 0.3)
    random = np.random.default_rng(6)
    ours, theirs = CollisionManager(solid=False), Original()
    for i in range(25):
        transform = trimesh.transformations.random_rotation_matrix(random.random(3))
        transform[:3, 3] = random.uniform(-4, 4, 3)
        ours.add_object(f"{i}", torus, transform)
        theirs.add_object(f"{i}", torus, transform)
    assert ours.in_collision_internal(return_names=True) == theirs.in_collision_internal(return_names=True)
    assert ours.in_collision_single(torus, return_names=True) == theirs.in_collision_single(torus, return_names=True)
    probe = at(0, 0, 9)
    assert ours.min_distance_single(torus, probe) == pytest.approx(theirs.min_distance_single(torus, probe), abs=1e-6)
