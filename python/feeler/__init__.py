"""Exact collision and proximity between triangle meshes.

Do two meshes touch, where, how far apart are they, how deep are they in each other? A ``Model`` is a mesh with its tree, and a ``Pair`` of models
answers every question, at one pose or at many in one call:

>>> import numpy as np
>>> import feeler
>>> knot, ring = feeler.read("shape:knot:2000"), feeler.read("shape:ring:2000")
>>> pair = feeler.Pair(knot, ring)
>>> pair.intersects()
True
>>> heights = np.linspace(0, 5, 10_000)
>>> poses = feeler.poses(np.stack([0 * heights, 0 * heights, heights], axis=1))
>>> poses.shape
(10000, 4, 4)
>>> touches = pair.intersects(poses)
>>> float(heights[touches].max().round(2))
0.64
>>> float(pair.distance(poses[~touches])["distance"].max().round(2))
4.35
"""

from feeler._errors import InternalError
from feeler._feeler import (
    Clash,
    Closest,
    Depth,
    FirstContact,
    Model,
    Pair,
    Related,
    Verdict,
    World,
    __version__,
    read,
    set_threads,
    threads,
)
from feeler._poses import poses

__all__ = [
    "Clash",
    "Closest",
    "Depth",
    "FirstContact",
    "InternalError",
    "Model",
    "Pair",
    "Related",
    "Verdict",
    "World",
    "__version__",
    "poses",
    "read",
    "set_threads",
    "threads",
]
