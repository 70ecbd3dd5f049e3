"""``python -m feeler``: the command line, where its program is not in the path."""

import sys

from feeler._cli import main

sys.exit(main())
