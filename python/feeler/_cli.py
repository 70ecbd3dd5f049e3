"""The command line ``feeler``."""

import signal
import sys

from feeler import _feeler


def main() -> int:
    """Runs the command line with the arguments of this process, and returns its exit code."""
    # The command line has its own handler, so that Ctrl-C ends it with a partial result.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _feeler._run_command(["feeler", *sys.argv[1:]])
