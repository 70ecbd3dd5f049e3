"""Meshes in all forms that people have, as two arrays."""

from __future__ import annotations

from typing import Any

import numpy as np


def arrays(vertices: Any, faces: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Vertices of float64 or float32, and faces of integers of 32 or 64 bits, both C-contiguous with three columns."""
    if faces is None:
        mesh = vertices
        vertices = getattr(mesh, "vertices", None)
        faces = getattr(mesh, "faces", getattr(mesh, "triangles", None))
        if vertices is None or faces is None:
            raise TypeError(f"a model is made of vertices and faces, or of an object that has them, not of {type(mesh).__name__}")
    faces = np.asarray(faces)
    if faces.size == 0:
        faces = faces.reshape(-1, 3).astype(np.int64)
    if faces.dtype.kind not in "iu":
        raise TypeError(f"faces must be integers, not {faces.dtype}")
    _three_columns(faces, "faces")
    if faces.dtype not in (np.int64, np.int32, np.uint32, np.uint64):
        faces = faces.astype(np.int64)
    return positions(vertices, keep_single=True), np.ascontiguousarray(faces, dtype=faces.dtype.newbyteorder("="))


def positions(vertices: Any, keep_single: bool = False) -> np.ndarray[Any, Any]:
    """Vertices of float64, or of float32 where that is wanted."""
    array = np.asarray(vertices)
    if array.size == 0:
        array = array.reshape(-1, 3).astype(np.float64)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"vertices must be numbers, not {array.dtype}")
    _three_columns(array, "vertices")
    wanted = np.float32 if keep_single and array.dtype in (np.float32, np.float16) else np.float64
    return np.ascontiguousarray(array, dtype=wanted)


def _three_columns(array: np.ndarray[Any, Any], name: str) -> None:
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} must have the shape (n, 3), not {array.shape}")
