"""What Roundhouse is handed out as: a wheel with the command ``roundhouse``."""
