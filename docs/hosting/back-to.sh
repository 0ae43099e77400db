#!/bin/sh
# Makes, in an empty folder, the files of PostgreSQL's server of a base backup and the archive of all
# changes since: as they were at a moment or, without one, with all that the archive has. The server
# then reads the archive as it starts.
#
#     back-to.sh BASE ARCHIVE FOLDER ['2026-05-20 14:03:00+00']
set -eu
if [ "$#" -ne 3 ] && [ "$#" -ne 4 ]; then
    echo "Say the base backup, the archive, an empty folder, and the moment, if there is one." >&2
    exit 2
fi
# The server reads the archive from a folder of its own: a path has to be whole.
base=$(cd "$1" && pwd)
archive=$(cd "$2" && pwd)
folder=$3 moment=${4:-}
if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ]; then
    echo "$folder is not empty. Move away what is there first." >&2
    exit 1
fi
mkdir -p "$folder"
cp -a "$base/." "$folder/"
chmod 700 "$folder"
# Once the server is back, its next base backup and its replicas shall know nothing of all this. A
# base backup from before this line may.
forget='sed -i -E "/^(recovery_target|recovery_end_command|restore_command)/d" postgresql.auto.conf'
(cd "$folder" && eval "$forget")
cat >> "$folder/postgresql.auto.conf" <<END
restore_command = 'if [ -f "$archive/%f.gz" ]; then gunzip < "$archive/%f.gz" > "%p"; else cp "$archive/%f" "%p"; fi'
recovery_end_command = '$forget'
END
if [ -n "$moment" ]; then
    cat >> "$folder/postgresql.auto.conf" <<END
recovery_target_time = '$moment'
recovery_target_action = 'promote'
END
fi
touch "$folder/recovery.signal"
