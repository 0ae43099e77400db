"""The parts of django.utils that say a sentence."""
