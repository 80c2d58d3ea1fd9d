"""The rules and the engine in Python, and the memory they take."""

import gc

from mola.game import DRAWN, WON, Game, PythonGame
from mola.rules import Position, move_name
from mola.search import Search

KIWIPETE = b"r...k..rp.ppqpb.bn..pnp....PN....p..P.....N..Q.pPPPBBPPPR...K..R"


def perft(position, depth):
    """How many games of this length there are; each board must come back as it was."""
    if depth == 0:
        return 1
    count = 0
    for move in position.moves():
        before = bytes(position.board), position.castling, position.ep, position.quiet, list(position.kings)
        undo = position.make(move)
        if not position.leaves_check():
            count += perft(position, depth - 1)
        position.unmake(undo)
        after = bytes(position.board), position.castling, position.ep, position.quiet, list(position.kings)
        assert before == after, move_name(move)
    return count


def the_moves_are_those_of_chess():
    assert [perft(Position(), depth) for depth in (1, 2, 3)] == [20, 400, 8902]
    assert [perft(Position(KIWIPETE), depth) for depth in (1, 2)] == [48, 2039]


def the_search_leaves_the_board_as_it_was():
    for picture in (KIWIPETE, None):
        position = Position(picture) if picture else Position()
        before = position.snapshot()
        for nodes in (1, 7, 300, 2000):
            move = Search().think(position, [], nodes)
            assert move in position.legal() and position.snapshot() == before


def keys_that_travel_are_those_from_scratch():
    position, search = Position(KIWIPETE), Search()
    search.position = position
    board_key = lambda: search._key(position.board, position.turn, 0, 0)
    _fill(search, position)
    for move in position.legal():
        start = board_key()
        value, change = search._value(move, position.board[move & 127], position.board[move >> 7 & 127])
        score = search._material()
        undo = position.make(move)
        assert board_key() == start ^ change, move_name(move)
        assert search._material() == -(score + value), move_name(move)
        position.unmake(undo)


def _fill(search, position):
    from mola import search as module

    module._fill(search.worth, position)


def mates_are_found():
    for picture, moves in (
        (b"......k......ppp........................................R...K...", 1),
        # The rooks' staircase.
        (b"......k.................................R........R..........K...", 2),
    ):
        game = PythonGame(picture)
        for _ in range(moves):
            move = game.search.think(game.position, game.past, 1500)
            game._make(move)
            if game.ending() is not None:
                break
            game._make(game.position.legal()[0])
        assert game.ending() == WON, picture


def a_queen_mates_a_lone_king():
    game = PythonGame(b"........" * 2 + b"...k...." + b"........" * 4 + b"K......Q")
    for number in range(40):
        game._make(game.search.think(game.position, game.past, 700))
        if game.ending() is not None:
            break
        # The king runs to the middle as long as it can.
        game._make(game.search.think(game.position, game.past, 60))
    assert game.ending() == WON, "a queen should do in forty moves"


def fifty_moves_are_a_draw():
    game = Game(b".......k" + b"........" * 6 + b"K....Q..")
    game.position.quiet = 98
    assert game.play("f1f2") and game.ending() is None
    assert game.play("h8h7") and game.ending() == DRAWN


def a_long_game_stays_in_its_memory():
    if not hasattr(gc, "mem_alloc"):
        return
    game = PythonGame()
    most = 0
    for number in range(80):
        if game.ending() is not None:
            break
        game._make(game.search.think(game.position, game.past, 60))
        gc.collect()
        most = max(most, gc.mem_alloc())
    print("most heap in use after a move:", most)
    assert number > 30 and most < 100_000


for claim in (
    the_moves_are_those_of_chess,
    the_search_leaves_the_board_as_it_was,
    keys_that_travel_are_those_from_scratch,
    mates_are_found,
    a_queen_mates_a_lone_king,
    fifty_moves_are_a_draw,
    a_long_game_stays_in_its_memory,
):
    claim()
    print("ok", claim.__name__)
