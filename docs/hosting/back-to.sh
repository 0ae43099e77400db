#!/bin/sh
# Makes, in an empty folder, the files of PostgreSQL's server as they were at a moment, of a base
# backup and the archive of all changes since. The server then reads the archive as it starts.
#
#     back-to.sh BASE ARCHIVE FOLDER '2026-05-20 14:03:00+00'
set -eu
if [ "$#" -ne 4 ]; then
    echo "Say the base backup, the archive, an empty folder, and the moment." >&2
    exit 2
fi
# The server reads the archive from a folder of its own: a path has to be whole.
base=$(cd "$1" && pwd)
archive=$(cd "$2" && pwd)
folder=$3 moment=$4
if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ]; then
    echo "$folder is not empty. Move away what is there first." >&2
    exit 1
fi
mkdir -p "$folder"
cp -a "$base/." "$folder/"
chmod 700 "$folder"
cat >> "$folder/postgresql.auto.conf" <<END
restore_command = 'if [ -f "$archive/%f.gz" ]; then gunzip < "$archive/%f.gz" > "%p"; else cp "$archive/%f" "%p"; fi'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
END
touch "$folder/recovery.signal"
