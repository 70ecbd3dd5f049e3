"""Runs trimesh's own tests of collision on feeler, and counts every assertion instead of stopping at the first that fails.

    git clone https://github.com/mikedh/trimesh && python python/measure/trimesh_tests.py trimesh

The test file is run as it stands: only what an assertion does when it fails is different.
"""

import ast
import pathlib
import sys
import unittest

import feeler.trimesh


class Counted(ast.NodeTransformer):
    """Puts each assertion into a function that counts it."""

    def visit_Assert(self, node):
        call = ast.parse(f"_count({node.lineno}, None)").body[0]
        call.value.args[1] = node.test
        return ast.copy_location(call, node)


def main():
    tests = pathlib.Path(sys.argv[1]) / "tests"
    sys.path.insert(0, str(tests))
    feeler.trimesh.install()
    source = (tests / "test_collision.py").read_text()
    passed, failed = set(), set()
    names = {"__name__": "test_collision", "_count": lambda line, holds: (passed if holds else failed).add(line)}
    exec(compile(ast.fix_missing_locations(Counted().visit(ast.parse(source))), "test_collision.py", "exec"), names)
    assert names["g"].trimesh.collision.CollisionManager is feeler.trimesh.CollisionManager
    result = unittest.TextTestRunner(verbosity=1).run(unittest.defaultTestLoader.loadTestsFromTestCase(names["CollisionTest"]))
    print(f"{result.testsRun} tests, {len(result.errors) + len(result.failures)} ended early; assertions that were reached: {len(passed | failed)}, of which {len(failed)} fail:")
    for line in sorted(failed):
        print(f"  line {line}: {source.splitlines()[line - 1].strip()}")


if __name__ == "__main__":
    main()
