#!/bin/sh
# A UCI engine that misbehaves as its first argument says: illegal, crash, late, hang, escapes, tires or stumbles.
# One that tires crashes in its first game and cannot be started a third time. It counts in its second argument, a file.
# One that stumbles crashes once, and then there is such a file. It knows 1. e4 e5.
if [ "$1" = tires ]; then
    echo started >> "$2"
    if [ "$(wc -l < "$2")" -gt 2 ]; then echo "too tired" >&2; exit 7; fi
fi
while read -r line; do
    case "$line" in
        uci)
            case "$1" in
                # It colors the terminal, then renames its window.
                escapes) printf 'id name \033[31mFaulty\033]0;owned\007\n' ;;
                *) echo "id name Faulty" ;;
            esac
            echo "uciok" ;;
        isready) echo "readyok" ;;
        quit) exit 0 ;;
        *e2e4) move=e7e5 ;;
        position*) move=e2e4 ;;
        go*)
            case "$1" in
                illegal) echo "bestmove e2e5" ;;
                stumbles)
                    if [ ! -e "$2" ]; then touch "$2"; exit 3; fi
                    echo "info depth 1 score cp 1 pv $move"
                    echo "bestmove $move" ;;
                crash | tires) echo "out of order" >&2; exit 3 ;;
                late) sleep 0.3; echo "bestmove a1a1" ;;
                hang) exec sleep 5 ;;
                escapes) printf 'out of \033[2Jorder\n' >&2; exit 3 ;;
            esac ;;
    esac
done
