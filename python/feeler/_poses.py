"""Poses in all forms that people have, as arrays of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from feeler import _feeler


def poses(
    translation: Any = None,
    *,
    rotation: Any = None,
    xyzw: Any = None,
    wxyz: Any = None,
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Matrices of (..., 4, 4), of translations and one of three kinds of rotations.

    ``rotation`` has matrices of (..., 3, 3), or is a ``Rotation`` of scipy. Quaternions name their order: ``xyzw`` is that of scipy, ROS, pinocchio and
    glTF, ``wxyz`` that of Eigen's constructor, MuJoCo and Blender. They may have any length. One translation goes with many rotations, and the other way round.

    >>> import feeler
    >>> feeler.poses([1, 2, 3], xyzw=[0, 0, 1, 0]).tolist()
    [[-1.0, 0.0, 0.0, 1.0], [0.0, -1.0, 0.0, 2.0], [0.0, 0.0, 1.0, 3.0], [0.0, 0.0, 0.0, 1.0]]
    >>> feeler.poses([[0, 0, 1], [0, 0, 2]]).shape
    (2, 4, 4)
    >>> feeler.poses(wxyz=[[1, 0, 0, 0], [0, 0, 0, 0]])
    Traceback (most recent call last):
        ...
    ValueError: poses[1]: the quaternion of the pose is zero, which is no rotation
    """
    given = [name for name, value in [("rotation", rotation), ("xyzw", xyzw), ("wxyz", wxyz)] if value is not None]
    if len(given) > 1:
        raise TypeError(f"{' and '.join(given)} are two rotations: give one of them")
    t = np.zeros(3) if translation is None else _numbers(translation, "translation", (3,))
    quaternions = xyzw if wxyz is None else wxyz
    if quaternions is None:
        return _assembled(np.eye(3) if rotation is None else _rotations(rotation), t)
    q = _numbers(quaternions, given[0], (4,))
    if wxyz is not None:
        q = np.roll(q, -1, axis=-1)
    shape = np.broadcast_shapes(q.shape[:-1], t.shape[:-1])
    q, t = (np.ascontiguousarray(np.broadcast_to(x, (*shape, x.shape[-1]))).reshape(-1, x.shape[-1]) for x in (q, t))
    return _feeler._quaternion_matrices(q, t).reshape(*shape, 4, 4)


def matrices(given: Any) -> tuple[np.ndarray[Any, np.dtype[np.float64]], bool]:
    """The matrices of poses in any form, and whether they were given in single precision."""
    if isinstance(given, tuple) and len(given) == 2:
        rotation, translation = given
        rotation = _rotations(rotation)
        is_single = _is_single(rotation) and _is_single(translation)
        return _assembled(rotation, _numbers(translation, "translations", (3,))), is_single
    known = _of_object(given)
    if known is not None:
        return known, False
    if isinstance(given, (list, tuple)) and given and _of_object(given[0]) is not None:
        every = [_of_object(pose) for pose in given]
        if any(pose is None for pose in every):
            raise TypeError("poses are of several types")
        return np.ascontiguousarray(np.stack([pose for pose in every if pose is not None])), False
    array = np.asarray(given)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"a pose is a matrix of (4, 4), or what feeler.Pair names, not {_named(given, array)}")
    if array.shape[-2:] != (4, 4):
        raise ValueError(f"poses must have the shape (4, 4) or (..., 4, 4), not {array.shape}")
    return np.ascontiguousarray(array, dtype=np.float64), _is_single(array)


def directions(given: Any, count: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """One direction, or one for each pose, as rows."""
    array = np.ascontiguousarray(_numbers(given, "directions", (3,)).reshape(-1, 3))
    if len(array) not in (1, count):
        raise ValueError(f"there are {len(array)} directions and {count} poses")
    for wrong, words in [(~np.isfinite(array).all(axis=1), "has a number that is not finite"), (~array.any(axis=1), "leads nowhere")]:
        if wrong.any():
            raise ValueError(f"directions[{wrong.argmax()}] {words}")
    return array


def _of_object(given: Any) -> np.ndarray[Any, np.dtype[np.float64]] | None:
    """The matrices of an object that is not an array; None if it is of no known kind."""
    if isinstance(given, (np.ndarray, list, tuple)):
        return None
    as_matrix = getattr(given, "as_matrix", None)
    if callable(as_matrix):  # scipy: Rotation and RigidTransform
        matrix = np.asarray(as_matrix(), dtype=np.float64)
        if matrix.shape[-2:] == (3, 3):
            return _assembled(matrix, np.zeros(3))
        return np.ascontiguousarray(matrix)
    for r, t in (("rotation", "translation"), ("getRotation", "getTranslation")):
        if hasattr(given, r) and hasattr(given, t):
            rotation, translation = (part() if callable(part) else part for part in (getattr(given, r), getattr(given, t)))
            return _assembled(_rotations(rotation), _numbers(np.squeeze(translation), "translation", (3,)))
    return None


def _rotations(given: Any) -> np.ndarray[Any, Any]:
    as_matrix = getattr(given, "as_matrix", None)
    matrix = as_matrix() if callable(as_matrix) else given
    return _numbers(matrix, "rotations", (3, 3))


def _numbers(given: Any, name: str, last: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """An array of float64 or float32 with the last axes of a kind."""
    array = np.asarray(given)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} must be numbers, not {_named(given, array)}")
    if array.shape[-len(last) :] != last:
        text = ", ".join(map(str, last)) + ("," if len(last) == 1 else "")
        raise ValueError(f"{name} must have the shape ({text}) or (..., {', '.join(map(str, last))}), not {array.shape}")
    return array if array.dtype == np.float32 else array.astype(np.float64, copy=False)


def _assembled(rotation: np.ndarray[Any, Any], translation: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    shape = np.broadcast_shapes(rotation.shape[:-2], translation.shape[:-1])
    matrix = np.zeros((*shape, 4, 4))
    matrix[..., :3, :3] = rotation
    matrix[..., :3, 3] = translation
    matrix[..., 3, 3] = 1
    return matrix


def _is_single(given: Any) -> bool:
    return bool(getattr(given, "dtype", None) == np.float32)


def _named(given: Any, array: np.ndarray[Any, Any]) -> str:
    return f"an array of {array.dtype}" if isinstance(given, np.ndarray) else type(given).__name__
