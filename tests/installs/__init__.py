"""Roundhouse installed as a newcomer would, on systems that have nothing else."""
