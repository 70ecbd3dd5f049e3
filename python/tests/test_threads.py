"""Threads change no answer, and do not wait for each other."""

import multiprocessing
import os
import sys
import threading

import numpy as np
import pytest
from conftest import some_poses

import feeler


@pytest.fixture(autouse=True)
def threads_as_before():
    yield
    feeler.set_threads(None)


def test_any_number_of_threads(pair):
    poses = some_poses(3000)
    answers = []
    for count in (1, 2, 5):
        feeler.set_threads(count)
        assert feeler.threads() == count
        answers.append((pair.distance(poses).tobytes(), pair.contacts(poses).tobytes(), pair.guided(poses, steps=20).tobytes()))
    assert answers[0] == answers[1] == answers[2]


def test_more_poses_than_a_block(box):
    pair = feeler.Pair(box, box)
    heights = np.linspace(0, 6, 50_001)
    found = pair.distance(feeler.poses(np.stack([0 * heights, 0 * heights, heights], axis=1)))["distance"]
    np.testing.assert_allclose(found, np.maximum(heights - 2, 0), atol=1e-15)


def test_threads_of_python_share_a_pair(pair):
    poses = some_poses(400)
    expected = pair.distance(poses)
    wrong = []

    def ask(seed):
        order = np.random.default_rng(seed).permutation(len(poses))
        for i in order:
            if pair.distance(poses[i]).distance != expected["distance"][i]:
                wrong.append(i)
        if not np.array_equal(pair.distance(poses[order]), expected[order]):
            wrong.append("batch")
        if len(pair.contacts(poses)) == 0 or pair.depth(poses[:5])["upper"].shape != (5,):
            wrong.append("others")

    workers = [threading.Thread(target=ask, args=(seed,)) for seed in range(8)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    assert not wrong


def test_other_threads_run_meanwhile(pair):
    """A batch does not hold the interpreter: another thread counts while it runs."""
    poses = some_poses(20_000)
    ticks, end = [0], threading.Event()

    def tick():
        while not end.wait(0.001):
            ticks[0] += 1

    worker = threading.Thread(target=tick)
    worker.start()
    feeler.set_threads(1)
    pair.distance(poses)
    end.set()
    worker.join()
    assert ticks[0] > 20


def _in_a_child(poses):
    return feeler.Pair(feeler.read("shape:knot:2000"), feeler.read("shape:ring:2000")).distance(poses).tobytes()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own(pair):
    poses = some_poses(500)
    expected = pair.distance(poses).tobytes()  # so the threads of the parent exist
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(_in_a_child, [poses, poses]).get(timeout=60) == [expected, expected]


def test_progress_is_called(pair):
    poses = some_poses(30_000)
    seen = []
    pair.distance(poses, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (30_000, 30_000) and len(seen) > 1
    assert all(before[0] <= after[0] for before, after in zip(seen, seen[1:]))

    class Enough(Exception):
        pass

    def stop(done, total):
        raise Enough

    with pytest.raises(Enough):
        pair.distance(poses, progress=stop)


def test_progress_is_a_bar_of_tqdm(pair, capsys):
    pytest.importorskip("tqdm")
    pair.intersects(some_poses(1000), progress=True)
    assert "1000/1000" in capsys.readouterr().err


def test_progress_on_a_terminal(pair, monkeypatch, capsys):
    from feeler import _progress

    monkeypatch.setitem(sys.modules, "tqdm.auto", None)  # as if it were not installed
    pair.intersects(some_poses(1000), progress=True)
    assert capsys.readouterr().err.endswith("feeler: 1000 of 1000\n")
    assert isinstance(_progress.begin(10, None), _progress._Nothing)  # standard error is no terminal here


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads the memory from /proc")
def test_calls_leave_no_memory(pair):
    """A hundred thousand calls of every kind; `python/measure/memory.py` makes a million."""
    pose, poses = feeler.poses([0, 0, 3.0]), some_poses(64)

    def calls(count):
        for _ in range(count):
            pair.intersects(pose), pair.distance(pose).on_a, pair.guided(pose, steps=5), pair.within(0.1, pose)
        for _ in range(count // 100):
            pair.distance(poses), pair.contacts(poses), pair.first_contact([0, 0, 1], poses)

    def memory():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    calls(5000)
    before = memory()
    calls(25_000)
    assert memory() - before < 2**20
