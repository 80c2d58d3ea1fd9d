#!/bin/sh
# A UCI engine that misbehaves as its first argument says: illegal, crash, late or hang.
while read -r line; do
    case "$line" in
        uci) echo "id name Faulty"; echo "uciok" ;;
        isready) echo "readyok" ;;
        quit) exit 0 ;;
        go*)
            case "$1" in
                illegal) echo "bestmove e2e5" ;;
                crash) echo "out of order" >&2; exit 3 ;;
                late) sleep 0.3; echo "bestmove a1a1" ;;
                hang) exec sleep 5 ;;
            esac ;;
    esac
done
