"""Row-level security: PostgreSQL itself gives a request its clubs' rows alone."""
