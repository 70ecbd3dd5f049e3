"""Worlds that were pickled."""

from __future__ import annotations

from typing import Any

from feeler import _feeler


def rebuilt(objects: list[tuple[str, _feeler.Model, Any, str | None, float]], rules: str) -> _feeler.World:
    """The world of its objects and rules."""
    world = _feeler.World()
    for name, model, pose, group, margin in objects:
        world.add(name, model, pose, group=group, margin=margin)
    world.set_rules(rules)
    return world
