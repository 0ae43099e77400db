"""An installation of an older version, with all it holds, taken over by this one."""
