"""A thousand random bad inputs to every function: an exception with a sentence, never a crash or a hang."""

import inspect
import io
import random
import unittest

import mola
import mola.engine
import mola.pgn
import mola.sunfish
from mola._errors import Error

TRIES = 1000

# What ends an engine or has nothing to do with arguments.
SKIPPED = {"quit", "close", "__exit__", "__init__", "__class__", "__subclasshook__", "__init_subclass__", "__dir__", "__sizeof__"}
SKIPPED |= {"__new__", "__getattribute__", "__setattr__", "__delattr__", "__format__", "__getstate__", "__reduce_ex__"}
# Python's own, where ours would surprise: what a dictionary, a list and a file raise.
ALLOWED = (Error, KeyError, IndexError, OSError)
MADE_BY_OTHERS = (mola.pgn.GameNode, mola.pgn.Headers, mola.engine.Score)


class Strange:
    def __repr__(self):
        raise RuntimeError("even this fails")


def strange_values(dice):
    letters = "abcdefgh12345678KQRBNPxO-=+#{}[]()$%\\\"/ \n\0é♞\U0001f600"
    text = "".join(dice.choice(letters) for _ in range(dice.randrange(0, 12)))
    return dice.choice(
        [
            None, True, False, -1, 0, 1, 2, 63, 64, 255, 256, 2**31, 2**32, 2**63, 2**64, -(2**63), 10**400,
            0.0, -0.5, 1e300, float("nan"), float("inf"), "", "e4", "e2e4", "e7e8q", "0000", "Ke9", text, text * 50,
            "\ud800", "x" * 100_000, b"", b"\xff\xfe", b" " * 64, bytes(range(64)), bytearray(64), [], [1], [None],
            ["e4", "e5"], [[1, 2, 3]], (1, 2), {}, {"Hash": "lots"}, {1: 2}, {"Threads": -1}, {text: text}, set(),
            object(), Strange(), int, len, iter([1]), io.StringIO(text), io.BytesIO(b"\x28\xb5\x2f\xfd" + text.encode()),
            io.BytesIO(b"\x1f\x8b" + text.encode()), mola.Move.null(), mola.Move.from_uci("a1a2"), mola.Position(),
            mola.engine.Limit(time="soon"), mola.engine.Limit(depth=-1), mola.engine.Limit(nodes=2.5),
            mola.engine.Limit(time=float("nan")), mola.engine.Limit(white_clock=-1), mola.Termination.CHECKMATE,
        ]
    )  # fmt: skip


def functions():
    """Every function and method that can be called, with the object that it belongs to."""
    game = mola.pgn.Game.from_pgn("1. e4 {[%clk 0:01:00]} e5 (1... c5) 2. Nf3 *")
    objects = [
        mola.Move.from_uci("e2e4"), mola.Piece.from_symbol("K"), mola.Position(), mola.Board(), game, game.end(),
        game.headers, mola.pgn.GameReader(b"1. e4 *"), mola.engine.Cp(1), mola.engine.Engine("pocket"),
        mola.sunfish.BoardGame(), mola.sunfish.game(),
    ]  # fmt: skip
    for owner in objects:
        for name in dir(type(owner)):
            method = getattr(owner, name, None)
            is_private = name.startswith("_") and not name.startswith("__")
            if callable(method) and name not in SKIPPED and not is_private:
                yield f"{type(owner).__name__}.{name}", method
        if not isinstance(owner, MADE_BY_OTHERS):
            yield type(owner).__name__, type(owner)
    for module in (mola, mola.pgn, mola.engine, mola.sunfish):
        for name in getattr(module, "__all__"):
            value = getattr(module, name)
            if inspect.isfunction(value) or inspect.isbuiltin(value):
                if not inspect.iscoroutinefunction(value) and name != "use":
                    yield f"{module.__name__}.{name}", value


def parameters(function):
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return list(found)


class BadInputs(unittest.TestCase):
    def test_every_function_answers_with_a_sentence(self):
        dice = random.Random(7)
        counted = 0
        for name, function in functions():
            wanted = parameters(function)
            refused = 0
            for _ in range(TRIES):
                arguments, named = [], {}
                for parameter in wanted if wanted is not None else [None]:
                    if parameter is not None and parameter.kind is parameter.KEYWORD_ONLY:
                        if dice.random() < 0.5:
                            named[parameter.name] = strange_values(dice)
                    elif parameter is None or parameter.default is parameter.empty or dice.random() < 0.7:
                        arguments.append(strange_values(dice))
                try:
                    found = function(*arguments, **named)
                    if inspect.isgenerator(found):
                        list(found)
                except ALLOWED as error:
                    refused += 1
                    if isinstance(error, Error):
                        text = str(error)
                        self.assertTrue(text[:1] and not text[0].islower() and text[-1] in ".!?", (name, text))
                except StopIteration:
                    pass
                except (TypeError, AttributeError) as error:
                    # Python itself, for its own methods and for how many arguments there are.
                    is_pythons = name.rsplit(".")[-1].startswith("__") or "argument" in str(error)
                    self.assertTrue(is_pythons and "'" not in str(error)[:1], (name, arguments, error))
            if wanted and not name.rsplit(".")[-1].startswith("__"):
                counted += 1
                self.assertTrue(refused or name.endswith((".play", "close", "get", "send")), name)
        self.assertGreater(counted, 60)


if __name__ == "__main__":
    unittest.main()
