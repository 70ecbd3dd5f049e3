"""Exceptions of feeler's own; wrong input is a ``ValueError``, ``TypeError`` or ``OSError``."""


class InternalError(RuntimeError):
    """A mistake in feeler itself, never in its input. Please report it with the meshes, the pose and the version."""


InternalError.__module__ = "feeler"
