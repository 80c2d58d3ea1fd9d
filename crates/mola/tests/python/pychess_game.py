"""Lets PyChess play a game of a chess program against Fairy-Max, with PyChess's own players and rules but
without its windows: pychess_game.py PROGRAM uci|xboard. Wants Debian's package pychess and its Python."""

import asyncio
import os
import sys

import gi

gi.require_version("Gtk", "3.0")

from pychess.Players.engineNest import discoverer
from pychess.Utils import const
from pychess.Utils.GameModel import GameModel
from pychess.Utils.TimeModel import TimeModel
from pychess.Variants import variants

SECONDS = 5
# A game may be lost on time where the machine is busy with others. Then another one is played.
GAMES = 5
# How a game may end: on the board, or because a side gave up.
ENDINGS = {
    const.WON_MATE: "mate",
    const.WON_RESIGN: "resignation",
    const.DRAW_STALEMATE: "stalemate",
    const.DRAW_REPETITION: "repetition",
    const.DRAW_50MOVES: "fifty moves",
    const.DRAW_INSUFFICIENT: "insufficient material",
    const.DRAW_AGREE: "agreement",
}


def described(name, command, protocol):
    """An engine as PyChess keeps it in its list."""
    return {
        "name": name,
        "command": command,
        "protocol": protocol,
        "args": [],
        "workingDirectory": os.getcwd(),
        "md5": name,
        "level": 20,
        "recheck": False,
    }


async def play(program, protocol):
    engines = [described("Mola", program, protocol), described("Fairy-Max", "/usr/games/fairymax", "xboard")]
    players = []
    for color, engine in zip((const.WHITE, const.BLACK), engines):
        variant = variants[const.NORMALCHESS]
        players.append(await discoverer.initPlayerEngine(engine, color, 20, variant, secs=SECONDS))
    game = GameModel(TimeModel(SECONDS, 0))
    game.setPlayers(players)
    game.start()
    for _ in range(20 * 20 * SECONDS):
        await asyncio.sleep(0.05)
        if game.status in (const.WHITEWON, const.BLACKWON, const.DRAW, const.KILLED, const.ABORTED):
            break
    ending = ENDINGS.get(game.reason, f"reason {game.reason}")
    print(f"{const.reprResult[game.status]} by {ending} after {game.ply} plies")
    if game.reason == const.WON_CALLFLAG:
        return None
    return game.reason in ENDINGS and game.ply >= 10


def main():
    # As PyChess itself does.
    loop = asyncio.SelectorEventLoop()
    asyncio.set_event_loop(loop)
    for _ in range(GAMES):
        good = loop.run_until_complete(play(*sys.argv[1:]))
        if good is not None:
            break
    sys.stdout.flush()
    # PyChess leaves tasks behind that would complain of being interrupted.
    os._exit(0 if good else 1)


if __name__ == "__main__":
    main()
