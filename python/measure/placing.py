"""Poses at which a wished share of a pair touches."""

import numpy as np

import feeler


def some_poses(a, b, count, share, seed=1):
    """Poses of B, turned at random and in a ball around A, of which about a share touches."""
    random = np.random.default_rng(seed)
    (low, high), (low_b, high_b) = a.bounds, b.bounds
    directions = random.normal(size=(count, 3))
    directions *= (random.uniform(0, 1, count) ** (1 / 3) / np.linalg.norm(directions, axis=1))[:, None]
    turns = random.normal(size=(count, 4))
    middle = feeler.poses(xyzw=turns)[:, :3, :3] @ ((low_b + high_b) / 2)
    size = np.linalg.norm(high - low) + np.linalg.norm(high_b - low_b)
    pair, (least, most) = feeler.Pair(a, b), (0.0, size)
    for _ in range(20):
        reach = (least + most) / 2
        poses = feeler.poses((low + high) / 2 + reach * directions - middle, xyzw=turns)
        if pair.intersects(poses[:2000]).mean() > share:
            least = reach
        else:
            most = reach
    return poses
