#!/bin/sh
# Makes, in an empty folder, the files of PostgreSQL's server of a base backup and the archive of all
# changes since: as they were at a moment or, without one, with all that the archive has. The server
# then reads the archive as it starts, and writes into its log and into FOLDER/back-to.result whether
# it came as far. It archives nothing by itself.
#
#     back-to.sh [--timeline N] BASE ARCHIVE FOLDER ['2026-05-20 14:03:00+00']
#
# Each going back begins a new timeline in the archive. The one followed is the newest that had begun
# at the moment, or --timeline N.
set -eu
timeline=
if [ "${1:-}" = --timeline ] && [ "$#" -gt 1 ]; then
    timeline=$2
    shift 2
fi
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
case $moment in
    '') target_time=9223372036854775807 ;;
    # In nanoseconds. Without its zone the server and this script could mean two moments.
    *:*[+-][0-9][0-9]*) target_time=$(date -d "$moment" +%s%N) ;;
    *) echo "Say the moment with its hours from UTC: '2026-05-20 14:03:00+00'." >&2; exit 2 ;;
esac

in_archive() { # PATTERN: the names of the archive's files that match, without .gz
    ls "$archive" | sed 's/\.gz$//' | grep -E "^$1\$" || true
}
file_of() { if [ -f "$archive/$1.gz" ]; then echo "$archive/$1.gz"; else echo "$archive/$1"; fi; }
read_history() { gzip -cdf "$(file_of "$1")"; }

# Which timeline was written at the moment? A timeline begins as its history file is archived.
started=$(sed -n 's/^START TIMELINE: //p' "$base/backup_label")
chosen=$started
echo "The base backup is of timeline $started. The archive has:"
for first in $(in_archive '[0-9A-F]{24}' | cut -c 1-8 | sort -u); do
    last=$(in_archive "$first[0-9A-F]{16}" | sort | tail -n 1)
    echo "  timeline $((0x$first)), archived last at $(date -r "$(file_of "$last")" '+%F %T%z')"
done
for history in $(in_archive '[0-9A-F]{8}\.history' | sort); do
    begun=$(date -r "$(file_of "$history")" '+%s%N')
    echo "  timeline $((0x${history%.history})) begins at $(date -r "$(file_of "$history")" '+%F %T%z')"
    if [ "$begun" -le "$target_time" ] && [ "$((0x${history%.history}))" -gt "$chosen" ]; then
        chosen=$((0x${history%.history}))
    fi
done
newest=$(printf '%08X' "$chosen").history
if [ -z "$timeline" ] && [ -f "$(file_of "$newest")" ]; then
    # Two servers have written at once, such as a rehearsal beside the site: nobody knows here which
    # of them is meant.
    find "$archive" -maxdepth 1 -newer "$(file_of "$newest")" | sed 's|.*/||; s/\.gz$//' |
        grep -E '^[0-9A-F]{24}$' | cut -c 1-8 | sort -u | while read -r first; do
        if [ "$((0x$first))" -lt "$chosen" ]; then
            echo "Timeline $((0x$first)) was still written after timeline $chosen had begun." >&2
            echo "Say which one has what you look for: --timeline $((0x$first)) or --timeline $chosen." >&2
            exit 1
        fi
    done
fi
if [ "${timeline:-0}" -gt "$chosen" ] && [ -n "$moment" ]; then
    echo "Timeline $timeline began after the moment: what timeline $chosen had until then may be missing." >&2
fi
chosen=${timeline:-$chosen}
history=$(printf '%08X' "$chosen").history
if [ "$chosen" != "$started" ]; then
    if ! [ -f "$(file_of "$history")" ]; then
        echo "The archive has no timeline $chosen ($history)." >&2
        exit 1
    elif ! read_history "$history" | grep -q "^$started[[:space:]]"; then
        echo "Timeline $chosen does not come from timeline $started. Take a base backup of another time." >&2
        exit 1
    fi
fi
echo "The server follows timeline $chosen. For another one: --timeline N"

mkdir -p "$folder"
cp -a "$base/." "$folder/"
chmod 700 "$folder"
rm -f "$folder/back-to.result"
# The newest file of that timeline: as far as the server has to come, where no moment is said.
furthest=$(in_archive "$(printf '%08X' "$chosen")[0-9A-F]{16}" | sort | tail -n 1 | cut -c 9-)
# Once the server is back, its next base backup and its replicas shall know nothing of all this. A
# base backup from before this line may.
forget='sed -i -E "/^(recovery_target|recovery_end_command|restore_command)/d" postgresql.auto.conf'
(cd "$folder" && eval "$forget")
cat >> "$folder/postgresql.auto.conf" <<END
restore_command = 'if [ -f "$archive/%f.gz" ]; then gunzip < "$archive/%f.gz" > "%p"; else cp "$archive/%f" "%p"; fi'
recovery_end_command = 'sh back-to.end'
recovery_target_timeline = '$([ "$chosen" = "$started" ] && echo current || echo "$chosen")'
archive_mode = 'off'
END
if [ -n "$moment" ]; then
    cat >> "$folder/postgresql.auto.conf" <<END
recovery_target_time = '$moment'
recovery_target_action = 'promote'
END
fi
# The server runs this in its folder, as it has read all that it was to read.
cat > "$folder/back-to.end" <<END
chosen=$chosen target_time=$target_time furthest=$furthest moment='$moment'
$forget
END
cat >> "$folder/back-to.end" <<'END'
# Its new timeline's history: which one it left, where, and why.
history=$(ls pg_wal | grep -E '^[0-9A-F]{8}\.history$' | sort | tail -n 1)
# Begun as nothing is archived; so that a later going back knows of it, once something is.
touch "pg_wal/archive_status/$history.ready"
tab=$(printf '\t')
IFS=$tab read -r left place why <<LINE
$(grep -E '^[0-9]' "pg_wal/$history" | tail -n 1)
LINE
# A file of the archive has 16 MB; its number is of two times eight digits.
come=$((0x${place%/*} * 256 + 0x${place#*/} / 16777216))
asked=$((0x0$(echo "$furthest" | cut -c 1-8) * 256 + 0x0$(echo "$furthest" | cut -c 9-)))
result="REACHED"
if [ "$left" != "$chosen" ]; then
    result="NOT REACHED: it followed timeline $left, not $chosen"
elif [ -z "$moment" ] && [ "$come" -lt "$asked" ]; then
    result="NOT REACHED: it stopped before the archive's end. A file is missing after the last one that the log says was restored"
elif [ -n "$moment" ]; then
    # "before", and the time of the change at which it stopped.
    stopped=$(date -d "${why#* }" +%s%N 2> /dev/null || echo 0)
    [ "$stopped" -gt "$target_time" ] || result="NOT REACHED: it stopped for another reason"
fi
echo "back-to.sh: $result. Asked for: ${moment:-all that the archive has}, timeline $chosen. It stopped at $place, timeline $left: $why." |
    tee back-to.result >&2
rm back-to.end
END
touch "$folder/recovery.signal"
cat <<END
Start the server. Once it has read the archive, $folder/back-to.result says whether it came as far.
It archives nothing. Once it is the site's new home: ALTER SYSTEM SET archive_mode = on; (with another
archive_command, where it shall have an archive of its own); start it again; take a new base backup.
END
