"""Plays a match between two UCI engines and says what it proves.

    python match.py --first "target/release/examples/uci" --second "pypy3 tools/sunfish_nodes.py" \
        --nodes 5000 --games 300 --openings tools/openings.txt --pgn match.pgn

Each opening is played twice, with colors exchanged. The openings are taken in the order of the
file, so a run at fixed nodes can be repeated move by move. Needs python-chess (`pip install chess`).
"""

import argparse
import math
import threading
import time

import chess
import chess.pgn

from uci_pipe import Engine


def outcome(board, max_plies):
    """The result and its reason, or None while the game goes on."""
    if not any(board.generate_legal_moves()):
        if board.is_check():
            return ("0-1" if board.turn else "1-0"), "checkmate"
        return "1/2-1/2", "stalemate"
    if board.is_insufficient_material():
        return "1/2-1/2", "insufficient material"
    if board.is_repetition(3):
        return "1/2-1/2", "repetition"
    if board.halfmove_clock >= 100:
        return "1/2-1/2", "fifty moves"
    if len(board.move_stack) >= max_plies:
        return "1/2-1/2", "length"
    return None


def play(white, black, opening, limit, max_plies):
    """One game. An illegal move loses."""
    board = chess.Board()
    for text in opening:
        board.push_uci(text)
    for engine in (white, black):
        engine.new_game()
    moves = list(opening)
    while (end := outcome(board, max_plies)) is None:
        engine = white if board.turn else black
        text, _ = engine.go("position startpos moves " + " ".join(moves), limit)
        try:
            move = chess.Move.from_uci(text)
            legal = move in board.legal_moves
        except ValueError:
            legal = False
        if not legal:
            return board, ("0-1" if board.turn else "1-0"), f"illegal move {text}"
        board.push(move)
        moves.append(text)
    return board, *end


def summary(wins, draws, losses):
    """The score, its 95 % interval and the Elo difference, by the variance of single games."""
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    margin = 1.96 * math.sqrt(variance / games)

    def elo(share):
        share = min(max(share, 1e-3), 1 - 1e-3)
        return -400 * math.log10(1 / share - 1)

    return (
        f"{games} games: +{wins} ={draws} -{losses}, {100 * score:.1f} % ± {100 * margin:.1f}, "
        f"Elo {elo(score):+.0f} [{elo(score - margin):+.0f}, {elo(score + margin):+.0f}]"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--first", required=True, help="command of the first engine")
    parser.add_argument("--second", required=True, help="command of the second engine")
    limits = parser.add_mutually_exclusive_group(required=True)
    limits.add_argument("--nodes", type=int)
    limits.add_argument("--movetime", type=int, help="milliseconds a move")
    limits.add_argument("--depth", type=int)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--openings", default="openings.txt")
    parser.add_argument("--skip", type=int, default=0, help="openings to leave out at the start")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--max-plies", type=int, default=400)
    parser.add_argument("--pgn")
    options = parser.parse_args()
    if options.nodes is not None:
        limit = f"nodes {options.nodes}"
    elif options.movetime is not None:
        limit = f"movetime {options.movetime}"
    else:
        limit = f"depth {options.depth}"
    with open(options.openings, encoding="utf-8") as lines:
        openings = [line.split() for line in lines if line.strip() and line[0] != "#"][options.skip :]

    todo = iter(range(options.games))
    tally, endings, lock = [0, 0, 0], {}, threading.Lock()
    games = {}
    began = time.time()

    def worker():
        first, second = Engine(options.first), Engine(options.second)
        while True:
            with lock:
                number = next(todo, None)
            if number is None:
                break
            white, black = (first, second) if number % 2 == 0 else (second, first)
            opening = openings[number // 2 % len(openings)]
            board, result, reason = play(white, black, opening, limit, options.max_plies)
            points = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}[result]
            if white is second:
                points = 2 - points
            with lock:
                tally[points] += 1
                endings[reason] = endings.get(reason, 0) + 1
                game = chess.pgn.Game.from_board(board)
                game.headers.update(
                    Event=limit, Round=str(number + 1), White=white.name, Black=black.name,
                    Result=result, Termination=reason,
                )
                games[number] = game
                if sum(tally) % 20 == 0:
                    print(f"{time.time() - began:5.0f} s  {summary(*tally)}", flush=True)
        first.quit()
        second.quit()

    threads = [threading.Thread(target=worker) for _ in range(options.concurrency)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{options.first}  against  {options.second}  at {limit}")
    print(summary(*tally))
    print("endings:", ", ".join(f"{count} {reason}" for reason, count in sorted(endings.items())))
    if options.pgn:
        with open(options.pgn, "w", encoding="utf-8") as out:
            for number in sorted(games):
                print(games[number], file=out, end="\n\n")


if __name__ == "__main__":
    main()
