"""MeshLib, through its Python binding: the C++ library comes without headers. It computes in f32."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import adapter
import meshlib.mrmeshnumpy as mrmeshnumpy
import meshlib.mrmeshpy as mr
import numpy as np


def build(mesh):
    model = mrmeshnumpy.meshFromFacesVerts(mesh.triangles.astype(np.int32), mesh.vertices)
    if model.topology.numValidFaces() != len(mesh.triangles):
        adapter.unsupported("MeshLib takes no mesh that is not an oriented manifold")
    model.getAABBTree()  # otherwise the first query builds it
    return model, mr.MeshPart(model)


def place(pose):
    transform = mr.AffineXf3f()
    for row, numbers in zip((transform.A.x, transform.A.y, transform.A.z), pose.tolist()):
        row.x, row.y, row.z, _ = numbers
    transform.b = mr.Vector3f(*pose[:, 3].tolist())
    return transform


def intersects(a, b, pose):
    return mr.findCollidingTriangles(a[1], b[1], place(pose), True).size() > 0


def contacts(a, b, pose):
    return mr.findCollidingTriangles(a[1], b[1], place(pose), False).size()


def distance(a, b, pose):
    return mr.findDistance(a[1], b[1], place(pose)).distSq ** 0.5


job = adapter.read_job()
about = {
    "name": "MeshLib",
    "version": version("meshlib"),
    "setting": {
        "intersects": "findCollidingTriangles, firstIntersectionOnly",
        "contacts": "findCollidingTriangles",
        "distance": "findDistance",
        "build": "getAABBTree",
    }[job.ask],
    "precision": "f32",
}
adapter.serve(job, about, build, {"contacts": contacts, "distance": distance}.get(job.ask, intersects))
