"""MeshLib, through its Python binding: the C++ library comes without headers. It computes in f32."""

import os
import sys
from importlib.metadata import version
from pathlib import Path

# The library makes as many threads as there are processors, once, and has no switch for it: let it see one.
processors = os.sched_getaffinity(0)
os.sched_setaffinity(0, {min(processors)})

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import adapter
import meshlib.mrmeshnumpy as mrmeshnumpy
import meshlib.mrmeshpy as mr
import numpy as np

mr.makeCube().getAABBTree()
os.sched_setaffinity(0, processors)


def build(mesh):
    model = mrmeshnumpy.meshFromFacesVerts(mesh.triangles.astype(np.int32), mesh.vertices)
    if model.topology.numValidFaces() != len(mesh.triangles):
        adapter.unsupported("MeshLib leaves out triangles that name a vertex twice")
    model.getAABBTree()  # otherwise the first query builds it
    return model, mr.MeshPart(model)


def place(pose):
    rows = pose.tolist()
    matrix = mr.Matrix3f(*(mr.Vector3f(x, y, z) for x, y, z, _ in rows))
    return mr.AffineXf3f(matrix, mr.Vector3f(rows[0][3], rows[1][3], rows[2][3]))


def intersects(a, b, pose):
    return mr.findCollidingTriangles(a[1], b[1], place(pose), True).size() > 0


def contacts(a, b, pose):
    return mr.findCollidingTriangles(a[1], b[1], place(pose), False).size()


def distance(a, b, pose):
    return mr.findDistance(a[1], b[1], place(pose)).distSq ** 0.5


def relation(a, b, pose):
    """It does not know touching from crossing."""
    at = place(pose)
    if mr.findCollidingTriangles(a[1], b[1], at, True).size() > 0:
        return "crossing"
    if mr.isInside(b[1], a[1], at.inverse()):
        return "b-inside-a"
    return "a-inside-b" if mr.isInside(a[1], b[1], at) else "apart"


def depth(a, b, pose):
    """The deepest corner of one mesh in the other: MeshLib knows no other depth."""
    return max(0.0, -mr.findSignedDistance(a[1], b[1], place(pose)).signedDist)


job = adapter.read_job(solid=("relation", "depth"))
about = {
    "name": "MeshLib",
    "version": version("meshlib"),
    "setting": {
        "intersects": "findCollidingTriangles, firstIntersectionOnly",
        "contacts": "findCollidingTriangles",
        "distance": "findDistance",
        "relation": "findCollidingTriangles, isInside",
        "depth": "findSignedDistance",
        "build": "getAABBTree",
    }[job.ask],
    "precision": "f32",
}
adapter.serve(job, about, build, {"contacts": contacts, "distance": distance, "relation": relation, "depth": depth}.get(job.ask, intersects))
