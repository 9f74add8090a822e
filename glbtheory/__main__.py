"""``python -m glbtheory``."""

import sys

from glbtheory.cli import main

if __name__ == "__main__":
    sys.exit(main())
