#!/bin/sh
# Runs a command and ends it when this script's own input closes: that happens when the process at the other end of the
# pipe ends, however it ends (kill -9 included). A shell, not Node, so that `killall -9 node` leaves nothing behind either.
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
{ read -r _; kill "$child"; sleep 1; kill -9 "$child"; } <&3 >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$child"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
