"""Shapes and poses that many tests use."""

import numpy as np
import pytest

import feeler


@pytest.fixture(scope="session")
def knot():
    return feeler.read("shape:knot:2000")


@pytest.fixture(scope="session")
def ring():
    return feeler.read("shape:ring:2000")


@pytest.fixture(scope="session")
def box():
    return feeler.read("shape:box:12")


@pytest.fixture
def pair(knot, ring):
    return feeler.Pair(knot, ring)


def some_poses(count, reach=2.5, seed=1):
    """Poses in no order: about half of them make the knot touch the ring."""
    random = np.random.default_rng(seed)
    return feeler.poses(random.uniform(-reach, reach, (count, 3)), xyzw=random.normal(size=(count, 4)))
