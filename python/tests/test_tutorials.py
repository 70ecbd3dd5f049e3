"""The tutorials run, and find what they tell. Their pictures are drawn where matplotlib is."""

import pathlib
import runpy

import numpy as np
import pytest

TUTORIALS = pathlib.Path(__file__).parents[1] / "tutorials"


def names_of(tutorial, tmp_path):
    names = runpy.run_path(str(TUTORIALS / f"{tutorial}.py"))
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return names
    picture = tmp_path / "picture.png"
    names["picture"](picture)
    assert 10_000 < picture.stat().st_size < 100_000
    return names


def test_gearbox_clearance(tmp_path):
    names = names_of("gearbox_clearance", tmp_path)
    assert names["pinion"].is_closed and names["wheel"].is_closed
    assert names["free"].size == 100_000
    # The play of involute gears is their backlash, and they jam where theory says, up to the flat pieces of their flanks.
    backlash = names["BACKLASH"]
    np.testing.assert_allclose(names["play_of_wheel"], backlash, atol=0.02)
    assert names["jammed_at"] == pytest.approx(backlash / 2 / np.tan(names["PRESSURE"]), abs=0.02)
    found = {clash.objects: clash for clash in names["clashes"]}
    assert found["pinion", "wheel"].kind == "near"
    assert found["wheel", "lid"].depth.upper == pytest.approx(0.2, abs=1e-9)
    assert ("wheel", "plate") not in found and ("shaft of pinion", "lid") not in found


def test_grasp_sampling(tmp_path):
    names = names_of("grasp_sampling", tmp_path)
    assert len(names["poses"]) == 100_000
    assert names["fits"].sum() > names["meets"].sum() > names["holds"].sum() > 100
    assert len(names["best"]) == 24
    # The tips touch the object where the grasp says, and not before.
    thing, left, best = names["thing"], names["left"], names["best"]
    poses, times = names["some"][best], names["of_left"]["time"][best]
    moved = poses.copy()
    moved[:, :3, 3] += (times * 0.999)[:, None] * poses[:, :3, 1]
    assert not names["feeler"].Pair(thing, left).intersects(moved).any()
    moved[:, :3, 3] += 0.002 * poses[:, :3, 1] * names["OPENING"]
    assert names["feeler"].Pair(thing, left).intersects(moved).all()


def test_robot_in_a_shelf(tmp_path):
    names = names_of("robot_in_a_shelf", tmp_path)
    found, path = names["found"], names["path"]
    assert len(found) == 20_000 and 0.05 < found["touches"].mean() < 0.95
    assert names["of_path"].min() > 0.005
    world, links = names["world"], list(names["LINKS"])
    for step in (0, 137, len(path) - 1):  # the array says what the world says
        world.place_all(links, names["placed"](path[step]))
        assert all(world.touching(link) == [] for link in links)
        assert min(world.nearest(link)[2].distance for link in links) == names["of_path"][step]
