-- Gives the site a user of the database of its own, which is no superuser, and lets it own all
-- that the site has made. compose.yaml runs this before each start of the site; run twice, it
-- changes nothing. With `--set socket_only=on`, as compose.yaml has it, whoever runs it loses their
-- password, so that nobody reaches the superuser by the network. Elsewhere it is left.
--
--     SITE_PASSWORD=... psql -U roundhouse -d roundhouse -f docs/hosting/role.sql

\set ON_ERROR_STOP on
\getenv password SITE_PASSWORD

SELECT 'CREATE ROLE site' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'site') \gexec
ALTER ROLE site LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
    PASSWORD :'password';

-- An installation from before this file has made all as the superuser.
CREATE TEMPORARY VIEW spaces AS
    SELECT oid, nspname FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema';
SELECT format('ALTER DATABASE %I OWNER TO site', current_database())
UNION ALL
SELECT format('ALTER SCHEMA %I OWNER TO site', nspname) FROM spaces
\gexec
-- A table takes its indexes, and the sequence of its numbers, along.
SELECT format(
    'ALTER %s %s OWNER TO site',
    CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END,
    oid::regclass
)
FROM pg_class c
WHERE relnamespace IN (SELECT oid FROM spaces)
    AND relkind IN ('r', 'p', 'v', 'S')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i', 'e'))
UNION ALL
SELECT format('ALTER ROUTINE %s OWNER TO site', oid::regprocedure)
FROM pg_proc p
WHERE pronamespace IN (SELECT oid FROM spaces)
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
\gexec

\if :{?socket_only}
SELECT format('ALTER ROLE %I PASSWORD NULL', current_user) \gexec
\endif
