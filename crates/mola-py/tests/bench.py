"""Mola against python-chess, as ratios in one run: bench.py [PGN FILE]. Without a file, games are made up."""

import io
import random
import sys
import time

import chess
import chess.pgn

import mola

POSITIONS = 2000


def fastest(work, rounds=3):
    """The best of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def random_games(count):
    """Games as databases have them: ten headers, and moves that somebody played at random."""
    dice = random.Random(3)
    for number in range(count):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 80:
            board.push(dice.choice(list(board.legal_moves)))
        game = chess.pgn.Game.from_board(board)
        game.headers.update(
            Event="Rated game", Site=f"https://example.org/{number:08}", Date="2026.01.01", White=f"Player {number}",
            Black=f"Player {number + 1}", WhiteElo="1800", BlackElo="1790", ECO="C50", Opening="Italian Game",
            TimeControl="300+3", Termination="Normal",
        )  # fmt: skip
        yield str(game) + "\n\n"


def positions():
    dice = random.Random(5)
    board = chess.Board()
    while True:
        if board.is_game_over() or board.ply() > 120:
            board.reset()
        yield board.fen()
        board.push(dice.choice(list(board.legal_moves)))


def read_theirs(text):
    games = moves = 0
    file = io.StringIO(text)
    while game := chess.pgn.read_game(file):
        dict(game.headers)
        moves += len(list(game.mainline_moves()))
        games += 1
    return games, moves


def read_ours(data):
    games = moves = 0
    for game in mola.pgn.games(data):
        dict(game.headers)
        moves += len(game.mainline_moves())
        games += 1
    return games, moves


def their_perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += their_perft(board, depth - 1)
        board.pop()
    return nodes


def line(what, theirs, ours, bar):
    print(f"{what:<34} python-chess {theirs:9.3e} s   mola {ours:9.3e} s   {theirs / ours:7.1f} x   bar {bar} x")


def main():
    text = open(sys.argv[1]).read() if len(sys.argv) > 1 else "".join(random_games(150))
    data = text.encode()
    assert read_theirs(text) == read_ours(data)
    their_rate = fastest(lambda: read_theirs(text))
    our_rate = fastest(lambda: [read_ours(data) for _ in range(10)]) / 10
    line("PGN: headers and moves", their_rate, our_rate, 40)

    fens = [fen for fen, _ in zip(positions(), range(POSITIONS))]
    theirs = [chess.Board(fen) for fen in fens]
    ours = [mola.Position(fen) for fen in fens]
    assert all(len(list(a.legal_moves)) == len(b.legal_moves) for a, b in zip(theirs, ours))
    line(
        "legal moves as a list",
        fastest(lambda: [list(board.legal_moves) for board in theirs]),
        fastest(lambda: [[position.legal_moves for position in ours] for _ in range(10)]) / 10,
        15,
    )
    boards = [mola.Board(fen) for fen in fens]
    line(
        "the same from a Board",
        fastest(lambda: [list(board.legal_moves) for board in theirs]),
        fastest(lambda: [board.legal_moves for board in boards]),
        15,
    )

    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    position = mola.Position(kiwipete)
    assert their_perft(chess.Board(kiwipete), 3) == position.perft(3)
    line("perft 3", fastest(lambda: their_perft(chess.Board(kiwipete), 3)), fastest(lambda: position.perft(3)), 300)
    # As many nodes a second as a longer count has.
    rate = fastest(lambda: position.perft(5)) / 193690690
    line("perft, for each node", fastest(lambda: their_perft(chess.Board(kiwipete), 3)) / 97862, rate, 300)


if __name__ == "__main__":
    main()
