"""Values without logic: data classes and enumerations that the extension fills in."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, List, Optional, TypedDict, Union

if TYPE_CHECKING:
    from ._mola import Board, Move, Position, Score


class Termination(enum.Enum):
    """Why a game ended."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    RESIGNATION = 8
    TIME = 9
    FORFEIT = 10
    AGREEMENT = 11
    TIME_WITHOUT_MATERIAL = 12


@dataclass(frozen=True)
class Outcome:
    """How a game ended: why, and who won; nobody in a draw."""

    termination: Termination
    winner: Optional[bool]

    def result(self) -> str:
        """The result as PGN writes it.

        >>> Outcome(Termination.STALEMATE, None).result()
        '1/2-1/2'
        """
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


@dataclass(frozen=True)
class Limit:
    """How long an engine may think. The first limit that is reached ends the search; without any, only
    `stop` and Ctrl-C do. Times are in seconds.

    >>> Limit(time=0.5, depth=20)
    Limit(time=0.5, depth=20, nodes=None, mate=None, white_clock=None, black_clock=None, white_inc=None, black_inc=None, remaining_moves=None)
    """

    time: Optional[float] = None
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    remaining_moves: Optional[int] = None


@dataclass(frozen=True)
class PovScore:
    """A score, and the player who sees it so.

    >>> from mola.engine import Cp
    >>> PovScore(Cp(30), turn=False).white()
    Cp(-30)
    """

    relative: Score
    turn: bool

    def white(self) -> Score:
        """The score as White sees it."""
        return self.pov(True)

    def black(self) -> Score:
        """The score as Black sees it."""
        return self.pov(False)

    def pov(self, color: bool) -> Score:
        """The score as a player sees it."""
        return self.relative if color == self.turn else -self.relative

    def is_mate(self) -> bool:
        """Whether a mate is seen."""
        return self.relative.is_mate()


class InfoDict(TypedDict, total=False):
    """What an engine thinks. The keys are those of UCI."""

    multipv: int
    depth: int
    seldepth: int
    score: PovScore
    lowerbound: bool
    upperbound: bool
    nodes: int
    nps: int
    time: float
    hashfull: int
    tbhits: int
    pv: List[Move]


@dataclass(frozen=True)
class PlayResult:
    """What an engine would play, the reply that it expects, and what it thinks."""

    move: Optional[Move]
    ponder: Optional[Move]
    info: InfoDict = field(default_factory=InfoDict, compare=False)
    draw_offered: bool = False
    resigned: bool = False


@dataclass(frozen=True)
class Option:
    """Something that can be set on an engine. The types are those of UCI."""

    name: str
    type: str
    default: Union[bool, int, str, None] = None
    min: Optional[int] = None
    max: Optional[int] = None
    var: Optional[List[str]] = field(default=None, hash=False)


@dataclass(frozen=True)
class MoveReview:
    """A move of a game, judged.

    `loss` is what it cost of the chance to win, in percent; `judgment` is "inaccuracy", "mistake", "blunder"
    or None, and `remark` says why in words.
    """

    move: Move
    san: str
    turn: bool
    before: PovScore
    after: PovScore
    best: Optional[Move]
    loss: float
    accuracy: float
    judgment: Optional[str]
    remark: Optional[str]


@dataclass(frozen=True)
class Review:
    """A game, judged: its moves, and how accurately both players played, in percent."""

    moves: List[MoveReview] = field(hash=False)
    white_accuracy: Optional[float]
    black_accuracy: Optional[float]


def board_with_moves(start: Position, moves: List[Move]) -> Board:
    """A board on which these moves were played: what pickling keeps of one."""
    from ._mola import Board

    board = Board(start)
    for move in moves:
        board.push(move)
    return board
