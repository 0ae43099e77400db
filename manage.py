#!/usr/bin/env python3
"""The one command line of Roundhouse; it sets up what it needs before it does what it is asked.

    python3 manage.py serve    set up, and serve the site
    python3 manage.py test     set up, and run all checks and tests

Any other word is a command of Django. This file keeps to words that every Python 3 reads, so that
an old one can be told so.
"""

import sys

OLDEST = (3, 11)

if __name__ == "__main__":
    if sys.version_info < OLDEST:
        sys.exit(
            "Roundhouse needs Python %d.%d or newer, and this is Python %d.%d. "
            "Install a newer one, and run the command with it."
            % (OLDEST + tuple(sys.version_info[:2]))
        )
    from league.site.setup import main

    main(sys.argv[1:])
