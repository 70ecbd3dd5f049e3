#!/bin/sh
# A rival that answers 0.5 everywhere, in 100 ns for the first pose, 101 for the next, unless its first argument says otherwise.
how=$1
poses=
while [ $# -gt 0 ]; do
    case $1 in
        --poses) poses=$2 ;;
        --ask) ask=$2 ;;
    esac
    shift
done
count=$(($(wc -c < "$poses") / 96))

case $how in
    unsupported) echo "unsupported this library knows no $ask"; exit 0 ;;
    refuses) echo "cannot open display" >&2; exit 3 ;;
    mumbles) echo "loading..." ;;
    slow-start) exec sleep 60 ;;
esac
printf 'ready {"name":"fake","version":"1.2","setting":"pid %d","precision":"f64","build_ns":[11,22]}\n' $$

while read -r word; do
    case $word in
        quit) exit 0 ;;
        overhead) echo "overhead 77"; continue ;;
    esac
    if [ "$ask" = build ]; then
        echo "11 22"
        echo "done"
        continue
    fi
    pose=0
    while [ $pose -lt "$count" ]; do
        if [ "$how" = drags ]; then sleep 0.25; fi
        if [ $pose = 3 ]; then
            case $how in
                crashes) echo "assertion failed: node != 0" >&2; kill -SEGV $$ ;;
                leaves) exit 0 ;;
                hangs) exec sleep 60 ;;
                nonsense) echo "warning: nearly parallel" ;;
                excepts) echo "error:not_converged 9"; pose=4 ;;
                hasty) echo "done" ;;
            esac
        fi
        echo "0.5 $((100 + pose))"
        pose=$((pose + 1))
    done
    if [ "$how" = talkative ]; then echo "0.5 1"; fi
    echo "done"
done
