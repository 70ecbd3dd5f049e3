#!/bin/sh
# A rival that names the pairs of a file in each of three frames, unless its first argument says otherwise. A frame takes it 100 ns.
how=$1
pairs=$2
case $how in
    unsupported) echo "unsupported this library knows pairs only"; exit 0 ;;
    mumbles) echo "loading..." ;;
esac
echo 'ready {"name":"fake","version":"1.2","setting":"","precision":"f32","build_ns":33,"memory":44}'

while read -r word; do
    if [ "$word" = quit ]; then exit 0; fi
    for frame in 0 1 2; do
        if [ $frame = 2 ]; then
            case $how in
                crashes) echo "assertion failed" >&2; kill -SEGV $$ ;;
                hangs) exec sleep 60 ;;
                nonsense) echo "frame of mind" ;;
                liar) echo "frame - 100 1"; echo "0 99"; echo "done"; continue ;;
            esac
        fi
        new=-
        if [ $frame = 0 ]; then new=700; fi
        echo "frame $new $((100 + 10 * frame)) $(wc -l < "$pairs.$frame")"
        cat "$pairs.$frame"
    done
    echo "done"
done
