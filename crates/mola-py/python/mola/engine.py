"""Engines: both of Mola's, and any program that speaks UCI or XBoard's protocol.

`Engine` answers while the caller waits; `AsyncEngine` is awaited.

>>> import asyncio, mola
>>> async def first_move():
...     async with AsyncEngine(Engine("pocket")) as engine:
...         return (await engine.play(mola.Board(), Limit(depth=2))).move
>>> asyncio.run(first_move()) in mola.Board().legal_moves
True
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
from typing import AsyncIterator, Callable, Iterable, List, Mapping, Optional, Sequence, TypeVar, Union

from ._errors import EngineError, EngineTerminatedError
from ._mola import Board, Cp, Engine, Game, Mate, Move, Position, Score
from ._values import InfoDict, Limit, MoveReview, Option, PlayResult, PovScore, Review

__all__ = [
    "AsyncEngine", "Cp", "Engine", "EngineError", "EngineTerminatedError", "InfoDict", "Limit", "Mate",
    "MoveReview", "Option", "PlayResult", "PovScore", "Review", "Score", "popen_uci", "popen_xboard",
]  # fmt: skip

T = TypeVar("T")

# How often an engine is told to stop, since one that has not begun yet does not hear it.
_REMINDER = 0.02


class AsyncEngine:
    """An engine whose answers are awaited. A canceled question stops the engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = concurrent.futures.ThreadPoolExecutor(1, "mola-engine")

    @property
    def id(self) -> Mapping[str, str]:
        """Who the engine is: its "name" and "author"."""
        return self._engine.id

    @property
    def options(self) -> Mapping[str, Option]:
        """What can be set, by name."""
        return self._engine.options

    async def configure(self, options: Mapping[str, Union[bool, int, str, None]]) -> None:
        """Sets options."""
        await self._ask(functools.partial(self._engine.configure, options))

    async def play(
        self,
        board: Union[Board, Position],
        limit: Limit,
        *,
        ponder: bool = False,
        root_moves: Optional[Iterable[Move]] = None,
    ) -> PlayResult:
        """Finds a move. With `ponder` it thinks on the opponent's time until `ponderhit` or `stop`."""
        play = functools.partial(self._engine.play, board, limit, ponder=ponder, root_moves=root_moves)
        return await self._ask(play)

    async def analyse(
        self,
        board: Union[Board, Position],
        limit: Limit,
        *,
        multipv: int = 1,
        root_moves: Optional[Iterable[Move]] = None,
    ) -> List[InfoDict]:
        """The best lines."""

        def analyse() -> List[InfoDict]:
            return self._engine.analyse(board, limit, multipv=multipv, root_moves=root_moves)

        return await self._ask(analyse)

    async def analysis(
        self,
        board: Union[Board, Position],
        limit: Limit = Limit(),
        *,
        multipv: int = 1,
        root_moves: Optional[Iterable[Move]] = None,
    ) -> AsyncIterator[InfoDict]:
        """What the engine thinks, as it comes. Leaving the loop stops the engine."""
        loop = asyncio.get_running_loop()
        heard: asyncio.Queue[Optional[InfoDict]] = asyncio.Queue()

        def hear(info: InfoDict) -> None:
            loop.call_soon_threadsafe(heard.put_nowait, info)

        def analyse() -> List[InfoDict]:
            return self._engine.analyse(board, limit, multipv=multipv, root_moves=root_moves, on_info=hear)

        task = asyncio.ensure_future(self._ask(analyse))
        task.add_done_callback(lambda _: heard.put_nowait(None))
        try:
            while True:
                info = await heard.get()
                if info is None:
                    break
                yield info
            await task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def review(self, game: Game, limit: Limit) -> Review:
        """Judges every move of a game."""
        return await self._ask(functools.partial(self._engine.review, game, limit))

    def stop(self) -> None:
        """Makes a thinking engine answer now."""
        self._engine.stop()

    def ponderhit(self) -> None:
        """Tells an engine that ponders that the expected move was played."""
        self._engine.ponderhit()

    async def new_game(self) -> None:
        """Forgets earlier games."""
        await self._ask(self._engine.new_game)

    async def quit(self) -> None:
        """Ends the engine; a program is told to leave."""
        await self._ask(self._engine.quit)
        self._thread.shutdown(wait=False)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.quit()

    async def _ask(self, question: Callable[[], T]) -> T:
        """Runs a question on the engine's thread. Cancellation stops the engine and waits for it."""
        future = self._thread.submit(question)
        try:
            return await asyncio.shield(asyncio.wrap_future(future))
        except asyncio.CancelledError:
            if not future.cancel():
                while not future.done():
                    self._engine.stop()
                    await asyncio.sleep(_REMINDER)
                future.exception()
            raise


async def popen_uci(
    command: Union[str, Sequence[str]], *, timeout: float = 10.0, cwd: Optional[str] = None
) -> AsyncEngine:
    """Starts a program that speaks UCI: its name, or a list of its name and arguments."""
    return await _start(functools.partial(Engine.popen_uci, command, timeout=timeout, cwd=cwd))


async def popen_xboard(
    command: Union[str, Sequence[str]], *, timeout: float = 10.0, cwd: Optional[str] = None
) -> AsyncEngine:
    """Starts a program that speaks XBoard's protocol: its name, or a list of its name and arguments."""
    return await _start(functools.partial(Engine.popen_xboard, command, timeout=timeout, cwd=cwd))


async def _start(start: Callable[[], Engine]) -> AsyncEngine:
    return AsyncEngine(await asyncio.get_running_loop().run_in_executor(None, start))


for _error in (EngineError, EngineTerminatedError):
    _error.__module__ = "mola.engine"
