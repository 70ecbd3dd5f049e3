"""The command line comes with the wheel."""

import json
import pathlib
import subprocess
import sys

import pytest

import feeler

PROGRAM = pathlib.Path(sys.executable).parent / ("feeler.exe" if sys.platform == "win32" else "feeler")


def run(*arguments):
    return subprocess.run([str(PROGRAM), *arguments], capture_output=True, text=True)


@pytest.mark.parametrize(("pose", "code"), [("0,0,0", 1), ("0,0,9", 0)])
def test_check(pose, code):
    done = run("check", "shape:knot:2000", "shape:ring:2000", "--at", pose, "--json")
    assert done.returncode == code and json.loads(done.stdout)["touching"] == bool(code), done.stderr


def test_errors_and_help():
    done = run("check", "missing.obj", "shape:ring")
    assert done.returncode == 2 and "missing.obj: No such file" in done.stderr
    assert run("--version").stdout.strip() == f"feeler {feeler.__version__}"
    help = run("check", "--help")
    assert help.returncode == 0 and "Usage: feeler check" in help.stdout
    assert run("no-such-command").returncode == 2


PAGE = pathlib.Path(__file__).parents[2] / "crates/feeler-view/web/dist/page.html"


def test_the_viewer_comes_with_the_wheel(tmp_path):
    """A wheel that was built after the page carries it; another one names the command."""
    page = tmp_path / "page.html"
    done = run("check", "shape:knot:500", "shape:ring:500", "--html", str(page))
    if PAGE.is_file():
        assert done.returncode == 1 and 'id="offline">{' in page.read_text("utf-8"), done.stderr
    else:
        assert done.returncode == 2 and "'cargo xtask install'" in done.stderr


def test_it_is_a_module():
    done = subprocess.run([sys.executable, "-m", "feeler", "--version"], capture_output=True, text=True)
    assert done.stdout.strip() == f"feeler {feeler.__version__}"
