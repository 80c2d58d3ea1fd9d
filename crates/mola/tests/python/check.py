"""Drives a chess program with python-chess, in both protocols. See the README."""

import asyncio
import logging
import os
import signal
import sys
import time

import chess
import chess.engine

# The engine behind the program's option Engine, or none for the one it begins with.
ENGINE = os.environ.get("MOLA_ENGINE")
COMMAND = sys.argv[1:]
CHECKS = []


class Complaints(logging.Handler):
    """python-chess logs what it did not understand; nothing of that may happen."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.records = []

    def emit(self, record):
        self.records.append(record.getMessage())


COMPLAINTS = Complaints()
logging.getLogger("chess.engine").addHandler(COMPLAINTS)
logging.getLogger("chess.engine").propagate = False


def check(open_engine):
    """Registers a check for one protocol."""

    def register(function):
        CHECKS.append((open_engine, function))
        return function

    return register


def choose(engine):
    """Selects the engine under test by the only choice that begins so."""
    if ENGINE:
        choices = engine.options["Engine"].var
        # XBoard's choices are single words.
        plain = [choice.replace("_", " ") for choice in choices]
        engine.configure({"Engine": next(c for c, p in zip(choices, plain) if p.startswith(ENGINE))})
    return engine


def uci():
    return choose(chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=120))


def xboard():
    return choose(chess.engine.SimpleEngine.popen_xboard(COMMAND, timeout=120))


def both(function):
    CHECKS.append((uci, function))
    CHECKS.append((xboard, function))
    return function


MIDDLE = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8"


@both
def it_has_a_name(engine):
    assert engine.id["name"], engine.id


@both
def it_answers_pings(engine):
    for _ in range(20):
        engine.ping()


@both
def limits_of_every_kind_give_legal_moves(engine):
    limits = [
        chess.engine.Limit(time=0.03),
        chess.engine.Limit(depth=3),
        chess.engine.Limit(nodes=50),
        chess.engine.Limit(white_clock=0.3, black_clock=0.3),
        chess.engine.Limit(white_clock=0.3, black_clock=0.3, white_inc=0.01, black_inc=0.01),
        chess.engine.Limit(white_clock=1.0, black_clock=1.0, remaining_moves=5),
        chess.engine.Limit(time=0.03, depth=2),
    ]
    for fen in (chess.STARTING_FEN, MIDDLE, "8/P6k/8/8/8/8/8/K7 w - - 0 1"):
        for limit in limits:
            board = chess.Board(fen)
            result = engine.play(board, limit, game=object())
            assert result.move in board.legal_moves, (fen, limit, result)


@both
def node_limits_do_not_stick(engine):
    board = chess.Board()
    engine.play(board, chess.engine.Limit(nodes=5), game="one")
    begun = time.monotonic()
    engine.play(board, chess.engine.Limit(time=0.1), game="one")
    assert time.monotonic() - begun > 0.08


@both
def a_game_is_played_to_some_end(engine):
    board = chess.Board()
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < 120:
        result = engine.play(board, chess.engine.Limit(time=0.004), game=game, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board, result)
        board.push(result.move)


@both
def takebacks_are_followed(engine):
    board = chess.Board()
    game = object()
    for _ in range(6):
        board.push(engine.play(board, chess.engine.Limit(time=0.005), game=game).move)
    for pops in (1, 2, 3):
        for _ in range(pops):
            board.pop()
        move = engine.play(board, chess.engine.Limit(time=0.005), game=game).move
        assert move in board.legal_moves
        board.push(move)


@both
def pondering_hits_and_misses(engine):
    board = chess.Board()
    game = object()
    for turn in range(8):
        result = engine.play(board, chess.engine.Limit(time=0.02), game=game, ponder=True)
        assert result.move in board.legal_moves
        board.push(result.move)
        if result.ponder and turn % 2 == 0:
            assert result.ponder in board.legal_moves
            board.push(result.ponder)
        else:
            board.push(list(board.legal_moves)[-1])
        time.sleep(0.02)


@both
def an_analysis_gives_scores_and_lines(engine):
    for limit in (chess.engine.Limit(time=0.1), chess.engine.Limit(depth=4), chess.engine.Limit(nodes=40)):
        info = engine.analyse(chess.Board(MIDDLE), limit)
        assert info["score"].pov(chess.WHITE) is not None and info["depth"] >= 1 and info["nodes"] >= 0, info
        assert info["pv"][0] in chess.Board(MIDDLE).legal_moves


@both
def an_endless_analysis_is_stopped(engine):
    with engine.analysis(chess.Board()) as analysis:
        for count, info in enumerate(analysis):
            if count > 5:
                break
    engine.ping()
    assert engine.play(chess.Board(), chess.engine.Limit(time=0.01)).move


@both
def root_moves_are_obeyed(engine):
    board = chess.Board()
    wanted = [chess.Move.from_uci("h2h3"), chess.Move.from_uci("a2a4")]
    # Not a time, which may be over before a busy machine has let the engine say anything.
    info = engine.analyse(board, chess.engine.Limit(depth=4), root_moves=wanted)
    assert info["pv"][0] in wanted, info


@check(uci)
def multipv_gives_all_lines(engine):
    for fen in (chess.STARTING_FEN, "7k/8/8/8/8/8/8/K7 w - - 0 1"):
        board = chess.Board(fen)
        infos = engine.analyse(board, chess.engine.Limit(depth=4), multipv=5)
        assert len(infos) == min(5, board.legal_moves.count()), infos
        assert len({info["pv"][0] for info in infos}) == len(infos)
        assert [info["multipv"] for info in infos] == list(range(1, len(infos) + 1))
        assert {info["depth"] for info in infos} == {4}


@check(uci)
def wdl_is_shown_when_wanted(engine):
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=2))
    assert sum(info["wdl"].white()) == 1000


@both
def options_are_listed_and_set(engine):
    values = {"Hash": 32, "Threads": 2, "Clear Hash": None, "Move Overhead": 50, "SyzygyPath": ""}
    for name, value in values.items():
        if name in engine.options:
            engine.configure({name: value})
    for name in ("memory", "cores"):
        if name in engine.options:
            engine.configure({name: 2})
    if "egtpath syzygy" in engine.options:
        engine.configure({"egtpath syzygy": "/tmp"})
    for option in list(engine.options.values()):
        if option.type == "combo" and option.var:
            engine.configure({option.name: option.var[-1]})
            engine.configure({option.name: option.default})
        elif option.type == "button":
            engine.configure({option.name: None})
    engine.ping()
    assert engine.play(chess.Board(), chess.engine.Limit(time=0.01)).move


@both
def chess960_is_played(engine):
    for number in (0, 518, 959, 344):
        board = chess.Board.from_chess960_pos(number)
        game = object()
        for _ in range(30):
            if board.is_game_over():
                break
            move = engine.play(board, chess.engine.Limit(time=0.003), game=game).move
            assert move in board.legal_moves, (board, move)
            board.push(move)
    board = chess.Board("1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w GBgb - 0 1", chess960=True)
    board.push_san("O-O")
    board.push_san("O-O-O")
    assert engine.play(board, chess.engine.Limit(time=0.01)).move in board.legal_moves


@both
def results_and_opponents_are_told(engine):
    board = chess.Board()
    opponent = chess.engine.Opponent("Somebody", "GM", 2700, False)
    board.push(engine.play(board, chess.engine.Limit(time=0.01), game=1, opponent=opponent).move)
    engine.send_opponent_information(opponent=opponent)
    engine.send_game_result(board, chess.WHITE, "Black resigns")
    engine.ping()


@both
def draw_offers_do_no_harm(engine):
    board = chess.Board()
    result = engine.play(board, chess.engine.Limit(time=0.01), draw_offered=True)
    assert result.move in board.legal_moves


@both
def mate_and_stalemate_are_survived(engine):
    for fen in ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"):
        if isinstance(engine.protocol, chess.engine.UciProtocol):
            assert engine.play(chess.Board(fen), chess.engine.Limit(time=0.01)).move is None
            engine.analyse(chess.Board(fen), chess.engine.Limit(depth=1))
    engine.ping()


@both
def a_draw_after_fifty_moves_is_claimed_without_confusion(engine):
    board = chess.Board("1r5k/8/8/8/8/8/8/K5R1 w - - 98 80")
    game = object()
    for _ in range(2):
        result = engine.play(board, chess.engine.Limit(time=0.01), game=game)
        assert result.move in board.legal_moves
        board.push(result.move)


@both
def quitting_in_an_analysis_is_quick(engine):
    engine.analysis(chess.Board())
    time.sleep(0.05)
    begun = time.monotonic()
    engine.quit()
    # An analysis has no end of its own: only a hang takes longer.
    assert time.monotonic() - begun < 60


@both
def a_kill_in_the_middle_is_an_error_and_not_a_hang(engine):
    board = chess.Board()
    pid = engine.transport.get_pid()

    async def kill_soon():
        await asyncio.sleep(0.1)
        os.kill(pid, signal.SIGKILL)

    asyncio.run_coroutine_threadsafe(kill_soon(), engine.protocol.loop)
    try:
        engine.play(board, chess.engine.Limit(time=300))
    except chess.engine.EngineTerminatedError:
        return
    raise AssertionError("the engine went on after its death")


def main():
    failures = 0
    for open_engine, function in CHECKS:
        label = f"{open_engine.__name__}: {function.__name__}"
        COMPLAINTS.records.clear()
        engine = open_engine()
        try:
            function(engine)
            complaints = [text for text in COMPLAINTS.records if "stat01" not in text]
            if complaints and "kill" not in label:
                raise AssertionError(complaints[:3])
        except Exception as error:  # Every failure is told; the others go on.
            failures += 1
            print(f"FAILED {label}: {type(error).__name__} {error}")
        else:
            print(f"ok     {label}")
        finally:
            try:
                engine.quit()
            except chess.engine.EngineError:
                pass
            engine.close()
    if failures:
        sys.exit(f"{failures} of {len(CHECKS)} checks failed")
    print(f"all {len(CHECKS)} checks passed")


if __name__ == "__main__":
    main()
