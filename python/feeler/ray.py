"""Questions at very many poses, and clash reports of many files, on a cluster of Ray: ``pip install feeler[ray]``.

``ask(pair, "distance", poses)`` gives the array of ``pair.distance(poses)``, bit for bit, computed on all machines of the cluster to which ``ray.init`` has
connected. Each model goes to each machine once, with its tree. Chunks of poses are sized by what they cost, and those of a machine that is lost are done
again. Ctrl-C cancels what is left.
"""

from __future__ import annotations

import time
from typing import Any, Callable, Iterable, Iterator

import numpy as np
import ray as _ray

import feeler
from feeler import _feeler, _poses, _progress

#: Ray is partly typed, and need not be there when types are checked.
ray: Any = _ray

#: The questions that give an array with one row for each pose, and those that give a list of rows.
_ONE_EACH = ("intersects", "overlaps", "distance", "within", "first_contact", "guided", "relation", "depth")
_LISTS = ("contacts", "all_within")

#: The number of poses in the first chunks, from which the cost is measured, and the largest number.
_FIRST, _MOST = 256, 1 << 17

#: The time that a chunk should take, in seconds: long beside what Ray needs for a task, short beside what is lost with a machine.
_CHUNK_SECONDS = 1.0


def ask(pair: feeler.Pair, question: str, poses: Any, *arguments: Any, progress: Any = None, **options: Any) -> Any:
    """``getattr(pair, question)(*arguments, poses, **options)``, on the cluster.

    ``arguments`` are those that stand before the poses: ``ask(pair, "within", poses, 0.01)``.
    """
    if question not in _ONE_EACH + _LISTS:
        raise ValueError(f'the question "{question}" is not known; known are {", ".join(_ONE_EACH + _LISTS)}')
    if question == "first_contact" and np.ndim(arguments[0]) != 1:
        raise ValueError("on a cluster there is one direction for all poses")
    array, _ = _poses.matrices(poses)
    _feeler._check_poses(poses)
    shape, array = array.shape[:-2], array.reshape(-1, 4, 4)
    if array is not poses and getattr(poses, "dtype", None) == np.float32:
        array = array.astype(np.float32)  # the nearest pose is meant, as for one machine
    models = ray.put(pair.a.to_bytes()), ray.put(pair.b.to_bytes())

    def task(first: int, count: int) -> Any:
        return _answer.remote(*models, question, array[first : first + count], arguments, options)

    parts: dict[int, Any] = {}
    for first, part in _chunks(len(array), task, progress):
        if question in _LISTS:
            part = part.copy()
            part["pose"] += first
        parts[first] = part
    every = [parts[first] for first in sorted(parts)]
    if not every:
        return getattr(pair, question)(*arguments, array, **options).reshape(shape if question in _ONE_EACH else -1)
    result = np.concatenate(every)
    return result if question in _LISTS else result.reshape(shape)


def clashes(paths: Iterable[str], *, clearance: float = 0.0, tolerance: float = 0.0, rules: str = "") -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The clashes of many assemblies, a file a task: each path with a list of dictionaries, in the order of the paths.

    Every machine must be able to read the files.
    """
    tasks = [(path, _clashes.remote(path, clearance, tolerance, rules)) for path in paths]
    try:
        for path, found in tasks:
            yield path, ray.get(found)
    finally:
        for _, found in tasks:
            ray.cancel(found)


def _chunks(count: int, task: Callable[[int, int], Any], progress: Any) -> Iterator[tuple[int, Any]]:
    """The answers of chunks, as they come: the first pose of each, and its rows."""
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    running: dict[Any, tuple[int, int]] = {}
    next_first, done, chunk, start, bar = 0, 0, _FIRST, time.monotonic(), None
    try:
        while done < count:
            # Two chunks a core: one that is answered, and one that waits.
            while next_first < count and len(running) < 2 * cores:
                # The last chunks are smaller, so that all cores end together.
                fair = max(_FIRST, (count - next_first) // (2 * cores))
                size = min(chunk, fair, count - next_first)
                running[task(next_first, size)] = next_first, size
                next_first += size
            (ready,), _ = ray.wait(list(running), num_returns=1)
            first, size = running.pop(ready)
            seconds, rows = ray.get(ready)
            chunk = int(np.clip(size * _CHUNK_SECONDS / max(seconds, 1e-6), _FIRST, min(_MOST, 8 * size)))
            done += size
            if bar is None and (progress is not None or time.monotonic() - start > 2):
                bar = _progress.begin(count, progress)
            if bar is not None:
                bar.show(done)
            yield first, rows
    finally:
        for left in running:
            ray.cancel(left)
        if bar is not None:
            bar.close()


#: The pairs of this worker, by the models that they were made of: a worker answers many chunks.
_pairs: dict[tuple[int, int], tuple[bytes, bytes, feeler.Pair]] = {}


def _pair(a: bytes, b: bytes) -> feeler.Pair:
    key = hash(a), hash(b)
    known = _pairs.get(key)
    if known is None or known[:2] != (a, b):
        _pairs.clear()
        known = a, b, feeler.Pair(feeler.Model.from_bytes(a), feeler.Model.from_bytes(b))
        _pairs[key] = known
    return known[2]


def _answer_here(a: bytes, b: bytes, question: str, poses: Any, arguments: Any, options: Any) -> tuple[float, Any]:
    """The rows of a chunk, and how long they took."""
    feeler.set_threads(1)
    pair = _pair(a, b)
    start = time.perf_counter()
    rows = getattr(pair, question)(*arguments, poses, **options)
    return time.perf_counter() - start, rows


def _clashes_here(path: str, clearance: float, tolerance: float, rules: str) -> list[dict[str, Any]]:
    feeler.set_threads(1)
    world = feeler.World.read(path)
    world.set_rules(rules)
    fields = ("objects", "kind", "confidence", "contacts")
    found = world.clashes(clearance=clearance, tolerance=tolerance, progress=False)
    return [
        {**{field: getattr(clash, field) for field in fields}, "distance": clash.closest.distance, "depth": clash.depth and clash.depth.upper}
        for clash in found
    ]


#: Tasks of one core. A machine that is lost is no reason to give up.
_task = ray.remote(max_retries=-1, num_cpus=1)
_answer, _clashes = _task(_answer_here), _task(_clashes_here)
