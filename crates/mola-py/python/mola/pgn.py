"""Games as text: reading files of any size, compressed or not, and writing.

>>> import io
>>> for game in games(io.StringIO('[White "Anna"] 1. e4 e5 1-0 [White "Bert"] 1. d4 *')):
...     print(game.headers["White"], game.result, len(game.mainline_moves()))
Anna 1-0 2
Bert * 1
"""

from __future__ import annotations

import collections.abc
import os
from typing import IO, Any, Iterator, Optional, Union

from ._errors import PgnError
from ._mola import Game, GameNode, GameReader, Headers

__all__ = ["Game", "GameNode", "GameReader", "Headers", "PgnError", "games", "read_game"]

collections.abc.Mapping.register(Headers)
PgnError.__module__ = "mola.pgn"


def games(source: Union[str, os.PathLike[str], bytes, IO[Any]]) -> Iterator[Game]:
    """The games of a path or a file, one after the other. What is compressed by gzip or Zstandard is
    expanded on the way."""
    return GameReader(source)


def read_game(source: Union[str, os.PathLike[str], bytes, IO[Any]]) -> Optional[Game]:
    """The first game of a path or a file; None if there is none.

    >>> read_game(b"1. e4 *").mainline_moves()
    [Move.from_uci('e2e4')]
    """
    return next(GameReader(source), None)
