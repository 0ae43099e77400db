"""``python -m roundhouse``, where the folder of commands is not searched for commands."""

from . import main

main()
