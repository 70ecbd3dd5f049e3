"""The stubs are complete, and the package keeps to its types."""

import subprocess
import sys

import pytest

pytest.importorskip("mypy")


def checked(folder, *command):
    """Runs a checker in a folder without modules: it would take those of its own folder for a user's."""
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_keeps_its_types(tmp_path):
    checked(tmp_path, "mypy", "--strict", "--ignore-missing-imports", "-p", "feeler")


def test_the_stubs_have_what_is_there(tmp_path):
    checked(tmp_path, "mypy.stubtest", "feeler._feeler", "--ignore-disjoint-bases")


def test_a_user_sees_types(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import feeler\n"
        'model = feeler.read("part.ply")\n'
        "reveal_type(feeler.Pair(model, model).contacts())\n"
        "reveal_type(feeler.World().touching())\n"
        "feeler.Pair(model)\n"
    )
    done = subprocess.run([sys.executable, "-m", "mypy", str(program)], capture_output=True, text=True, cwd=tmp_path)
    assert "list[tuple[str, str]]" in done.stdout and "numpy.void" in done.stdout
    assert 'Missing positional argument "b"' in done.stdout and "Found 1 error" in done.stdout, done.stdout
