"""``trimesh.collision`` by feeler: the same classes, methods and results, exact and without python-fcl.

``feeler.trimesh.install()`` makes trimesh use it. One rule holds for all meshes: a closed mesh is a *solid*, so what is inside of it collides, and an
overlap is minus its depth; a mesh with holes is a *surface*, as every mesh is with ``CollisionManager(solid=False)``: what is inside of it is free, and an
overlap is 0. Touching counts as a collision, with the distance 0. (trimesh itself takes convex meshes as solids for which touching does not count, and all
others as surfaces.)

>>> import numpy as np, trimesh, feeler.trimesh
>>> manager = feeler.trimesh.CollisionManager()
>>> _ = manager.add_object("box", trimesh.creation.box())
>>> _ = manager.add_object("ball", trimesh.creation.icosphere(), transform=trimesh.transformations.translation_matrix([3, 0, 0]))
>>> manager.min_distance_internal(return_names=True)
(1.5, ('ball', 'box'))
>>> manager.in_collision_single(trimesh.creation.box(), return_names=True)
(True, {'box'})
"""

from __future__ import annotations

import sys
import weakref
from typing import Any, Hashable

import numpy as np

import feeler

_EXTERNAL = "__external"


class ContactData:
    """A place where two objects meet.

    Solids that overlap have one: ``depth`` is how far the second must move to be free, ``normal`` the direction, and ``point`` the middle between the points of both
    that touch last on the way, as for FCL.
    Surfaces have one for each pair of triangles that meet, with the depth 0 and the normal of the first triangle.
    """

    def __init__(self, names: tuple[Hashable, Hashable], triangles: Any, point: Any, normal: Any, depth: float) -> None:
        self.names = set(names)
        self._triangles = dict(zip(names, map(int, triangles)))
        self._point, self._normal, self._depth = point, normal, depth

    @property
    def point(self) -> Any:
        """The point in the world."""
        return self._point

    @property
    def normal(self) -> Any:
        """The direction from the first object to the second, of length one."""
        return self._normal

    @property
    def depth(self) -> float:
        """How deep the objects are in each other."""
        return self._depth

    def index(self, name: Hashable) -> int:
        """The face of an object that takes part."""
        return self._triangles[name]


class DistanceData:
    """Where two objects are the nearest."""

    def __init__(self, names: tuple[Hashable, Hashable], distance: float, triangles: Any, points: Any) -> None:
        self.names = set(names)
        self._distance = distance
        self._triangles = dict(zip(names, map(int, triangles)))
        self._points = dict(zip(names, points))

    @property
    def distance(self) -> float:
        """The distance, or minus the depth of solids that overlap."""
        return self._distance

    def point(self, name: Hashable) -> Any:
        """The point on an object, in the world."""
        return self._points[name]

    def index(self, name: Hashable) -> int:
        """The face of an object on which the point is."""
        return self._triangles[name]


class CollisionManager:
    """Objects with names, as ``trimesh.collision.CollisionManager``; beyond it there are ``solid`` and ``ignore``.

    A name that is added again replaces the object. Poses are float64 throughout. A transform that is not rigid changes the shape, too, as trimesh shows it.
    """

    def __init__(self, solid: bool = True) -> None:
        self.solid = solid
        self._world = feeler.World()
        self._keys: dict[Hashable, str] = {}
        self._names: dict[str, Hashable] = {}
        self._objs: dict[Hashable, Any] = {}
        self._count = 0
        self._ignored: set[frozenset[str]] = set()

    def add_object(self, name: Hashable, mesh: Any, transform: Any = None) -> Any:
        """Adds a mesh, and returns its ``feeler.Model``. Meshes that are the same object share it."""
        model, pose = _placed(mesh, transform)
        if name in self._keys:
            self.remove_object(name)
        key = f"{self._count}"
        self._count += 1
        self._world.add(key, model, pose)
        self._keys[name], self._names[key] = key, name
        self._objs[name] = mesh
        return model

    def remove_object(self, name: Hashable) -> None:
        """Takes an object out."""
        key = self._key(name)
        self._world.remove(key)
        del self._keys[name], self._names[key], self._objs[name]
        self._ignored = {pair for pair in self._ignored if key not in pair}
        self._set_rules()

    def set_transform(self, name: Hashable, transform: Any) -> None:
        """Moves an object."""
        key = self._key(name)
        model, pose = _placed(self._objs[name], transform)
        self._world.exchange(key, model)
        self._world.place(key, pose)

    def ignore(self, name: Hashable, other: Hashable) -> None:
        """Lets two objects do what they like: no question about this manager's own objects looks at the pair again."""
        self._ignored.add(frozenset((self._key(name), self._key(other))))
        self._set_rules()

    def in_collision_single(self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether a mesh collides with any object; with the set of their names, and a list of ``ContactData``, if wanted."""
        probe = _Probe(mesh, transform)
        hit = self._hit_by(probe)
        names = {self._names[key] for key in hit}
        data = (contact for key in hit for contact in self._contacts(self._objects(key, probe), (self._names[key], _EXTERNAL)))
        return _result(bool(hit), names, data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two objects collide; with the set of pairs of their names, and a list of ``ContactData``, if wanted."""
        pairs = self._colliding()
        names = {_sorted(self._names[a], self._names[b]) for a, b in pairs}
        data = (contact for a, b in pairs for contact in self._contacts(self._objects(a, b), (self._names[a], self._names[b])))
        return _result(bool(pairs), names, data, return_names, return_data)

    def in_collision_other(self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any object collides with one of another manager; with the set of pairs (own, other), and a list of ``ContactData``, if wanted."""
        pairs = []
        for key, probe in other_manager._probes():
            pairs += [(own, key, probe) for own in self._hit_by(probe)]
            if pairs and not (return_names or return_data):
                break
        names = {(self._names[own], other_manager._names[key]) for own, key, _ in pairs}
        data = (
            contact
            for own, key, probe in pairs
            for contact in self._contacts(self._objects(own, probe), (self._names[own], other_manager._names[key]))
        )
        return _result(bool(pairs), names, data, return_names, return_data)

    def min_distance_single(self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False) -> Any:
        """The distance of a mesh to the nearest object, or minus the depth of the deepest; with the name, and a ``DistanceData``, if wanted."""
        probe = _Probe(mesh, transform)
        best = self._nearest_to(probe)
        if best is None:
            return _result(sys.float_info.max, None, None, return_name, return_data)
        distance, key, closest = best
        data = DistanceData((self._names[key], _EXTERNAL), distance, *closest) if return_data else None
        return _result(distance, self._names[key], data, return_name, return_data)

    def min_distance_internal(self, name: Hashable = None, return_names: bool = False, return_data: bool = False) -> Any:
        """The smallest distance of two objects, or minus the largest depth; with the pair of names, and a ``DistanceData``, if wanted.

        With a name, only pairs with this object count.
        """
        of = None if name is None else self._key(name)
        best = None
        for a, b in self._colliding() if self.solid else []:
            if of is None or of in (a, b):
                best = _nearer(best, (*self._signed(self._objects(a, b)), a, b))
        if best is None:
            near = self._world.nearest() if of is None else self._world.nearest(of)
            if near is not None:
                a, b, _ = near
                best = (*self._measured(self._objects(a, b)), a, b)
        if best is None:
            return _result(sys.float_info.max, None, None, return_names, return_data)
        distance, closest, a, b = best
        names = (self._names[a], self._names[b])
        data = DistanceData(names, distance, *closest) if return_data else None
        return _result(distance, _sorted(*names), data, return_names, return_data)

    def min_distance_other(self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False) -> Any:
        """The smallest distance of an object to one of another manager; with the pair (own, other), and a ``DistanceData``, if wanted."""
        best = None
        for key, probe in other_manager._probes():
            found = self._nearest_to(probe)
            if found is not None:
                distance, own, closest = found
                best = _nearer(best, (distance, closest, own, key))
        if best is None:
            return _result(sys.float_info.max, None, None, return_names, return_data)
        distance, closest, own, key = best
        names = (self._names[own], other_manager._names[key])
        data = DistanceData(names, distance, *closest) if return_data else None
        return _result(distance, names, data, return_names, return_data)

    def _key(self, name: Hashable) -> str:
        if name not in self._keys:
            raise ValueError(f"{name} not in collision manager!")
        return self._keys[name]

    def _set_rules(self) -> None:
        rules = ", ".join(f'{{ ignore = ["{a}", "{b}"] }}' for a, b in sorted(map(sorted, self._ignored)))
        self._world.set_rules(f"rule = [{rules}]")

    def _probes(self) -> Any:
        for key in self._names:
            yield key, _Probe.of(self._world.model(key), self._world.pose(key))

    def _colliding(self) -> list[tuple[str, str]]:
        return self._world.overlapping() if self.solid else self._world.touching()

    def _hit_by(self, probe: _Probe) -> list[str]:
        """The objects that collide with a probe."""
        return self._world.touching_model(probe.model, probe.pose, solid=self.solid)

    def _nearest_to(self, probe: _Probe) -> tuple[float, str, Any] | None:
        """The distance or minus the depth of the nearest object, and where."""
        best: Any = None
        for key in self._hit_by(probe) if self.solid else []:
            best = _nearer(best, (*self._signed(self._objects(key, probe)), key))
        if best is None:
            near = self._world.nearest_model(probe.model, probe.pose)
            if near is None:
                return None
            key = near[0]
            best = (*self._measured(self._objects(key, probe)), key)
        distance, closest, key = best
        return distance, key, closest

    def _objects(self, a: str, b: str | _Probe) -> tuple[feeler.Pair, Any, Any]:
        """A pair, the pose of B in A, and that of A in the world."""
        if isinstance(b, str):
            b = _Probe.of(self._world.model(b), self._world.pose(b))
        pose = self._world.pose(a)
        return feeler.Pair(self._world.model(a), b.model), _relative(pose, b.pose), pose

    def _is_solid(self, pair: feeler.Pair) -> bool:
        return self.solid and pair.a.is_closed and pair.b.is_closed

    def _measured(self, objects: tuple[feeler.Pair, Any, Any]) -> tuple[float, Any]:
        """The distance of two objects; triangles and points in the world."""
        pair, pose, frame = objects
        closest = pair.distance(pose)
        return closest.distance, (closest.triangles, (_seen(frame, closest.on_a), _seen(frame, closest.on_b)))

    def _signed(self, objects: tuple[feeler.Pair, Any, Any]) -> tuple[float, Any]:
        """The same for objects that collide: minus the depth of solids."""
        pair, pose, frame = objects
        depth = pair.depth(pose) if self._is_solid(pair) else None
        if depth is None or depth.contact is None:
            return self._measured(objects)
        contact = depth.contact
        return -depth.upper, (contact.triangles, (_seen(frame, contact.on_a), _seen(frame, contact.on_b - depth.translation)))

    def _contacts(self, objects: tuple[feeler.Pair, Any, Any], names: tuple[Hashable, Hashable]) -> list[ContactData]:
        pair, pose, frame = objects
        if self._is_solid(pair):
            depth = pair.depth(pose)
            if depth.contact is not None:
                normal = frame[:3, :3] @ (depth.translation / depth.upper)
                middle = (depth.contact.on_a + depth.contact.on_b - depth.translation) / 2
                return [ContactData(names, depth.contact.triangles, _seen(frame, middle), normal, depth.upper)]
        touching = pair.all_within(0, pose)
        corners = pair.a.vertices[pair.a.faces[touching["triangles"][:, 0]]]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0) @ frame[:3, :3].T
        points = _seen(frame, touching["on_a"])
        return [ContactData(names, *row, 0.0) for row in zip(touching["triangles"], points, normals)]


class _Probe:
    """A model at a pose in the world."""

    def __init__(self, mesh: Any, transform: Any) -> None:
        self.model, self.pose = _placed(mesh, transform)

    @classmethod
    def of(cls, model: feeler.Model, pose: Any) -> _Probe:
        probe = cls.__new__(cls)
        probe.model, probe.pose = model, pose
        return probe


def _result(value: Any, names: Any, data: Any, with_names: bool, with_data: bool) -> Any:
    """What trimesh returns: the value alone, or a tuple with what was asked for."""
    result: tuple[Any, ...] = (value,)
    if with_names:
        result += (names,)
    if with_data:
        result += (data if data is None or isinstance(data, DistanceData) else list(data),)
    return result if len(result) > 1 else value


def _sorted(a: Any, b: Any) -> tuple[Hashable, Hashable]:
    """Both names in their order; if they have none, in that of their texts."""
    try:
        return (a, b) if a <= b else (b, a)
    except TypeError:
        return (a, b) if str(a) <= str(b) else (b, a)


def _nearer(best: Any, found: Any) -> Any:
    return found if best is None or found[0] < best[0] else best


def _seen(frame: Any, points: Any) -> Any:
    return points @ frame[:3, :3].T + frame[:3, 3]


def _relative(a: Any, b: Any) -> Any:
    """The pose of B in A, computed as the world computes it."""
    return feeler._feeler._relative(a, b)


#: The models of meshes that are alive: by identity, with the hashes of the arrays that they were made of.
_models: dict[int, tuple[Any, tuple[int, int], dict[bytes, feeler.Model]]] = {}


def _model(mesh: Any, linear: Any) -> feeler.Model:
    """The model of a mesh after a linear map; it is built once."""
    number, content = id(mesh), (hash(mesh.vertices), hash(mesh.faces))
    known = _models.get(number)
    if known is None or known[0]() is not mesh or known[1] != content:
        known = (weakref.ref(mesh, lambda _: _models.pop(number, None)), content, {})
        _models[number] = known
    key = np.asarray(linear, dtype=np.float64).tobytes()
    if key not in known[2]:
        vertices = np.asarray(mesh.vertices) @ np.asarray(linear).T if key != _IDENTITY else np.asarray(mesh.vertices)
        known[2][key] = feeler.Model(vertices, np.asarray(mesh.faces))
    return known[2][key]


_IDENTITY = np.eye(3).tobytes()


def _placed(mesh: Any, transform: Any) -> tuple[feeler.Model, Any]:
    """The model of a mesh, and its pose: the transform if it is rigid, else its translation alone, with all else done to the mesh."""
    if transform is None:
        return _model(mesh, np.eye(3)), np.eye(4)
    matrix = np.asanyarray(transform, dtype=np.float64)
    if matrix.shape != (4, 4):
        if matrix.size == 0:
            return _model(mesh, np.eye(3)), np.eye(4)
        raise ValueError("transform must be (4,4)!")
    linear = matrix[:3, :3]
    if np.abs(linear.T @ linear - np.eye(3)).max() <= 1e-6 and np.linalg.det(linear) > 0:
        return _model(mesh, np.eye(3)), matrix
    return _model(mesh, linear), feeler.poses(matrix[:3, 3])


def scene_to_collision(scene: Any, solid: bool = True) -> tuple[CollisionManager, dict[Hashable, feeler.Model]]:
    """A manager with all parts of a scene, and the model of each node."""
    import trimesh

    manager, objects = CollisionManager(solid=solid), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        mesh = scene.geometry[geometry]
        if isinstance(mesh, trimesh.Trimesh):
            objects[node] = manager.add_object(node, mesh, transform)
    return manager, objects


def install() -> None:
    """Makes ``trimesh.collision`` use feeler, in this process."""
    import trimesh.collision

    for item in (CollisionManager, ContactData, DistanceData, scene_to_collision):
        setattr(trimesh.collision, item.__name__, item)
