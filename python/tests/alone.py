"""What has to work where there is nothing but Python, the wheel and what pip takes with it: the lines of the README, and the command line. No test of pytest."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]


def main():
    (lines,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(lines, {})
    program = pathlib.Path(sys.executable).parent / ("feeler.exe" if sys.platform == "win32" else "feeler")
    done = subprocess.run([str(program), "check", "shape:knot", "shape:ring", "--at", "0,0,9"], capture_output=True, text=True)
    assert done.returncode == 0, done
    print(done.stdout)


if __name__ == "__main__":
    main()
