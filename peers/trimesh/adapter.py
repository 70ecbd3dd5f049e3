"""trimesh, as its users ask about many objects: a CollisionManager for each group. Its trees are those of FCL, through python-fcl."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import adapter
import numpy as np
import trimesh
from trimesh.collision import CollisionManager

if not adapter.is_world():
    adapter.unsupported("pairs are those of fcl, which is asked without Python")


def build(mesh):
    # Without processing: no vertex is merged, no triangle left out.
    return trimesh.Trimesh(mesh.vertices, mesh.triangles, process=False)


def matrix(pose):
    return np.vstack([pose, [0, 0, 0, 1]])


class World:
    def __init__(self, models, frame):
        self.managers = {}
        self.groups = frame.groups
        for number, (mesh, group) in enumerate(zip(frame.meshes, frame.groups)):
            manager = self.managers.setdefault(group, CollisionManager())
            manager.add_object(number, models[mesh], matrix(frame.poses[number]))

    def place(self, number, pose):
        self.managers[self.groups[number]].set_transform(number, matrix(pose))

    def touching(self):
        groups = sorted(self.managers)
        pairs = []
        for at, group in enumerate(groups):
            if group == 0:
                pairs += self.managers[0].in_collision_internal(return_names=True)[1]
            for other in groups[at + 1 :]:
                pairs += self.managers[group].in_collision_other(self.managers[other], return_names=True)[1]
        return pairs


about = {
    "name": "trimesh",
    "version": version("trimesh"),
    "setting": f"CollisionManager, python-fcl {version('python-fcl')}",
    "precision": "f64",
}
adapter.serve_world(about, build, World)
