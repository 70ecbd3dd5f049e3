"""The examples in docstrings and in docs/python.md, and the README's, are run."""

import doctest
import importlib.util
import pathlib
import re

import pytest
from conftest import some_poses

import feeler
from feeler import _feeler

OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
ROOT = pathlib.Path(__file__).parents[2]


def _documented():
    """Every docstring with an example: doctest finds no properties of compiled classes."""
    for module in (feeler, _feeler):
        for name in [*getattr(module, "__all__", []), ""]:
            item = getattr(module, name) if name else module
            yield name or module.__name__, item.__doc__
    if importlib.util.find_spec("trimesh"):
        yield "feeler.trimesh", importlib.import_module("feeler.trimesh").__doc__
    for name, item in vars(_feeler).items():
        if isinstance(item, type):
            for part, member in vars(item).items():
                yield f"{name}.{part}", member.__doc__
        else:
            yield name, getattr(item, "__doc__", None)


EXAMPLES = {name: text for name, text in _documented() if text and ">>>" in text}


@pytest.mark.parametrize("name", EXAMPLES)
def test_docstring(name):
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, 0)
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0


def test_enough_is_documented():
    assert {"feeler", "Model", "read", "poses", "Model.is_closed", "Pair.distance", "set_threads"} <= EXAMPLES.keys()
    for name in feeler.__all__:
        assert name == "__version__" or getattr(feeler, name).__doc__, name


@pytest.mark.skipif(not (ROOT / "docs/python.md").exists(), reason="the pages are in the repository")
@pytest.mark.parametrize(("page", "needs"), [("python.md", []), ("coming-from-fcl.md", ["fcl", "coal"])])
def test_page(page, needs):
    for module in needs:
        pytest.importorskip(module)
    text = "\n".join(line for line in (ROOT / "docs" / page).read_text().splitlines() if not line.startswith("```"))
    test = doctest.DocTestParser().get_doctest(text, {}, page, None, 0)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0


@pytest.mark.skipif(not (ROOT / "docs/python.md").exists(), reason="the pages are in the repository")
def test_dask(pair, capsys):
    pytest.importorskip("dask.array")
    (block,) = re.findall(r"```python\n(import dask.*?)```", (ROOT / "docs/python.md").read_text(), re.DOTALL)
    poses = some_poses(5000)
    names = {"pair": pair, "poses": poses, "print": print}
    exec(block, names)
    assert float(capsys.readouterr().out) == pair.distance(poses)["distance"].min()
    assert (names["distances"].compute() == pair.distance(poses)["distance"]).all()


@pytest.mark.skipif(not (ROOT / "README.md").exists(), reason="the page is in the repository")
def test_readme(capsys):
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    exec(block, {})
    assert "feeler.Depth" in capsys.readouterr().out
