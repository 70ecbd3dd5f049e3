"""Progress of work over two seconds: a bar of tqdm where it is installed, else a line."""

from __future__ import annotations

import sys
from typing import Any, Callable


class _Called:
    """Progress for a callable, which gets the number of parts that are done and that of all."""

    def __init__(self, total: int, call: Callable[[int, int], object]) -> None:
        self.total, self.call = total, call

    def show(self, done: int) -> None:
        self.call(done, self.total)

    def close(self) -> None:
        pass


class _Line:
    """Progress as a line that is written over."""

    def __init__(self, total: int) -> None:
        self.total = total

    def show(self, done: int) -> None:
        sys.stderr.write(f"\rfeeler: {done} of {self.total}")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\n")


class _Bar:
    """Progress as a bar of tqdm."""

    def __init__(self, total: int, tqdm: Any) -> None:
        self.bar = tqdm(total=total, unit=" poses", desc="feeler")

    def show(self, done: int) -> None:
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        self.bar.close()


class _Nothing:
    """No progress."""

    def show(self, done: int) -> None:
        pass

    def close(self) -> None:
        pass


def begin(total: int, wanted: bool | Callable[[int, int], object] | None) -> Any:
    """Begins to show progress: as it is wanted, or on a terminal if nothing is said."""
    if callable(wanted):
        return _Called(total, wanted)
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        return _Nothing()
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line(total)
    return _Bar(total, tqdm)
