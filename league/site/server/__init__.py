"""The process that serves: whole requests in, whole answers out, within limits."""
