"""The board API, the same test for every backend: protocol.py python | c | ADDRESS OF A SERIAL LINE.

Runs under MicroPython and under desktop Python. It prints one line for each claim, and stops at the first
that does not hold.
"""

import gc
import sys

import backend
import sunfish

Backend = backend.choose()

START = b"rnbqkbnrpppppppp                                PPPPPPPPRNBQKBNR"
# The machine has White and has moved 1. e4: as the engine's README has it, and in a mirror.
PLAIN_BLACK = b"rnbqkbnrpppp ppp            p                   PPPPPPPPRNBQKBNR"
MIRRORED_BLACK = b"rnbkqbnrppp pppp           p                    PPPPPPPPRNBKQBNR"


def board(*rows):
    """Eight rows as 64 bytes."""
    return "".join(rows).encode()


def began(picture=None):
    game = sunfish.game(picture)
    return game, next(game)


def ended(call):
    """What a StopIteration says; a failure if there is none."""
    try:
        got = call()
    except StopIteration as stop:
        assert len(stop.args) == 1, stop.args
        return stop.args[0]
    raise AssertionError("The game goes on: %r" % (got,))


def at(picture, square):
    return chr(picture[(8 - int(square[1])) * 8 + ord(square[0]) - 97])


def a_game_begins_with_its_board():
    game, (picture, move) = began()
    assert bytes(picture) == START and move is None
    letters = list(sunfish.get_board(picture))
    assert len(letters) == 64 and letters[:5] == ["r", "n", "b", "q", "k"] and letters[60] == "K"
    assert letters[16:48] == [""] * 32


def a_bad_move_is_none_and_changes_nothing():
    game, (picture, _) = began()
    for bad in ("e2e5", "e7e5", "e1g1", "a1a1", "e2e4q", "e9e4", "i2i4", "", "e2", "e2e4e4", "♞♞♞♞", None):
        assert game.send(bad) is None, bad
    after = game.send("e2e4")
    assert at(after, "e4") == "P" and at(after, "e2") == " "
    assert bytes(picture) == START, "a board that was shown stays as it was"


def a_move_is_answered():
    game, _ = began()
    first = game.send("e2e4")
    second, move = next(game)
    assert 4 <= len(move) <= 5 and at(first, move[:2]).islower()
    assert at(second, move[:2]) == " " and at(second, move[2:4]).islower()


def both_black_boards_can_be_played():
    for picture, castles in ((PLAIN_BLACK, "e1g1"), (MIRRORED_BLACK, "d1b1")):
        game, (shown, _) = began(picture)
        assert bytes(shown) == picture
        sunfish.LEVEL = 1
        for move in ("g1f3", "g2g3", "f1g2") if castles == "e1g1" else ("b1c3", "b2b3", "c1b2"):
            assert game.send(move) is not None, move
            next(game)
        shown = game.send(castles)
        assert shown is not None and at(shown, castles[2:]) == "K"
        assert at(shown, "f1" if castles == "e1g1" else "c1") == "R"


def kings_castle_to_both_sides_in_the_mirror_too():
    pieces = ("r...k..r", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "R...K..R")
    for move, king, rook in (("e1g1", "g1", "f1"), ("e1c1", "c1", "d1")):
        shown = began(board(*pieces))[0].send(move)
        assert at(shown, king) == "K" and at(shown, rook) == "R", move
    pieces = ("r..k...r", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "R..K...R")
    for move, king, rook in (("d1b1", "b1", "c1"), ("d1f1", "f1", "e1")):
        shown = began(board(*pieces))[0].send(move)
        assert at(shown, king) == "K" and at(shown, rook) == "R", move
    # Not out of check, not through it.
    for row in ("....r...", ".....r.."):
        game, _ = began(board(".k......", row, *["........"] * 5, "R...K..R"))
        assert game.send("e1g1") is None


def the_player_mates():
    game, _ = began(board("......k.", ".....ppp", *["........"] * 5, "R...K..."))
    shown = game.send("a1a8")
    assert at(shown, "a8") == "R"
    assert ended(lambda: next(game)) is True
    assert ended(lambda: next(game)) is True, "it stays over"


def the_engine_mates():
    sunfish.LEVEL = 5
    game, _ = began(board("r...k...", *["........"] * 5, ".P...PPP", "......K."))
    assert game.send("b2b3") is not None
    shown, move = next(game)
    assert move == "a8a1#" and at(shown, "a1") == "r"
    assert ended(lambda: game.send("g1f1")) is False
    assert ended(lambda: next(game)) is False


def the_engine_says_check():
    game, _ = began(board(".......r", ".......k", *["........"] * 5, "......QK"))
    assert game.send("g1g7") is not None
    assert next(game)[1] == "h7g7+", "the only legal move, with the rook's check behind it"
    assert game.send("h1h2") is None, "check must be answered"


def stalemate_is_a_draw():
    game, _ = began(board(".......k", *["........"] * 6, "K....Q.."))
    assert game.send("f1f7") is not None
    assert ended(lambda: next(game)) is None


def bare_kings_are_a_draw():
    game, _ = began(board(".......k", *["........"] * 6, "K.....Q."))
    assert game.send("g1g8") is not None
    assert next(game)[1] == "h8g8"
    assert ended(lambda: game.send("a1a2")) is None


def the_third_repetition_is_a_draw():
    # Black has one legal move each time.
    game, _ = began(board(".......k", *["........"] * 6, "K.B...R."))
    for move, answer in (("g1g2", "h8h7"), ("g2g1", "h7h8")) * 2:
        assert game.send(move) is not None, move
        assert next(game)[1] == answer
    assert ended(lambda: game.send("g1g2")) is None


def pawns_take_en_passant():
    # Black's only answer to the check is to push the pawn by two.
    game, _ = began(board(".....B..", "....p...", "........", "...P....", "........", "........", "..K.....", "k.N....."))
    assert game.send("d5e6") is None
    assert game.send("f8g7") is not None
    assert next(game)[1] == "e7e5"
    shown = game.send("d5e6")
    assert at(shown, "e6") == "P" and at(shown, "e5") == " "


def pawns_become_what_the_player_says():
    picture = board("......k.", "P.......", *["........"] * 5, "K.......")
    for move, letter in (("a7a8", "Q"), ("a7a8q", "Q"), ("a7a8N", "N"), ("a7a8r", "R"), ("a7a8b", "B")):
        shown = began(picture)[0].send(move)
        assert at(shown, "a8") == letter, move
    game, _ = began(picture)
    for bad in ("a7a8k", "a7a8p", "a7a8+", "a1a2q"):
        assert game.send(bad) is None, bad


def pawns_of_the_engine_become_queens():
    sunfish.LEVEL = 4
    game, _ = began(board(".......k", "..K.....", "........", "........", "........", "...B....", "p.....R.", "........"))
    assert game.send("c7c6") is not None
    shown, move = next(game)
    assert move.rstrip("+") == "a2a1" and at(shown, "a1") == "q"


def boards_that_cannot_be_are_refused():
    for bad in (
        b"",
        b"rnbqkbnr",
        START[:63] + b"x",
        b" " * 64,
        START[:60] + b"Q" + START[61:],
        START[:4] + b"q" + START[5:],
        b"P" + START[1:],
        b" " * 8 + b"k" + b" " * 47 + b"R      K",
    ):
        try:
            sunfish.game(bad)
        except ValueError as error:
            assert str(error).endswith("."), error
        else:
            raise AssertionError(bad)
    try:
        sunfish.make_board(b"short")
    except ValueError:
        return
    raise AssertionError("make_board took five bytes")


def a_game_that_is_over_does_not_begin():
    assert ended(lambda: began(board("k.......", *["........"] * 6, "K......."))) is None


def the_protocol_is_that_of_a_generator():
    game = sunfish.game()
    assert iter(game) is game
    try:
        game.send("e2e4")
    except TypeError:
        pass
    else:
        raise AssertionError("a move came before the first next()")
    next(game)
    game.close()
    try:
        next(game)
    except StopIteration:
        return
    raise AssertionError("a closed game went on")


def the_level_is_read_at_each_move():
    heard = []

    class Listener(Backend):
        def reply(self, level):
            heard.append(level)
            return super().reply(1)

    sunfish.use(Listener)
    try:
        game, _ = began()
        for level, move in ((1, "e2e4"), (7, "d2d4"), (0, "a2a3"), (99, "h2h3"), ("x", "b1c3")):
            sunfish.LEVEL = level
            # Not every move is legal after every answer: then another one is.
            assert any(game.send(text) for text in (move, "g1f3", "f3g1", "a2a4", "h2h4"))
            next(game)
    finally:
        sunfish.use(Backend)
        sunfish.LEVEL = 3
    assert heard == [1, 7, 1, 7, 4], heard


def a_whole_game_agrees_with_the_laws():
    """A player who takes the first legal move, watched by an umpire who has the rules in Python."""
    from mola.game import Game, mirror_move
    from mola.rules import move_name

    sunfish.LEVEL = 2
    for picture in (None, MIRRORED_BLACK):
        umpire = Game(picture)
        game, (shown, _) = began(picture)
        try:
            for number in range(60):
                legal = umpire.position.legal()
                # After mate any text will do: the game has something else to say.
                move = move_name(legal[number * 7 % len(legal)]) if legal else "a1a1"
                move = mirror_move(move) if umpire.mirrored else move
                shown = game.send(move)
                assert umpire.play(move) and bytes(shown) == umpire.board(), move
                shown, move = next(game)
                assert umpire.play(move.rstrip("+#")) and bytes(shown) == umpire.board(), move
                check = umpire.position.in_check()
                assert move[-1] == ("+" if umpire.position.legal() else "#") if check else move[-1] not in "+#"
                gc.collect()
        except StopIteration as stop:
            ending = umpire.ending()
            assert ending is not None and stop.args[0] == (None if ending == 0 else ending > 0)
        else:
            assert umpire.ending() is None


CLAIMS = (
    a_game_begins_with_its_board,
    a_bad_move_is_none_and_changes_nothing,
    a_move_is_answered,
    both_black_boards_can_be_played,
    kings_castle_to_both_sides_in_the_mirror_too,
    the_player_mates,
    the_engine_mates,
    the_engine_says_check,
    stalemate_is_a_draw,
    bare_kings_are_a_draw,
    the_third_repetition_is_a_draw,
    pawns_take_en_passant,
    pawns_become_what_the_player_says,
    pawns_of_the_engine_become_queens,
    boards_that_cannot_be_are_refused,
    a_game_that_is_over_does_not_begin,
    the_protocol_is_that_of_a_generator,
    the_level_is_read_at_each_move,
    a_whole_game_agrees_with_the_laws,
)

for claim in CLAIMS:
    claim()
    print("ok", claim.__name__)
print("All", len(CLAIMS), "claims hold:", backend.name, sys.implementation.name)
