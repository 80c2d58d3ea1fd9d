"""Analysis of any number of games on any number of machines, with Ray: `pip install mola-chess[cluster]`.

    python -m mola.cluster lichess.pgn.zst --out analysis --nodes 20000
    python -m mola.cluster lichess.pgn.zst --out analysis --nodes 20000 --address ray://head:10001

The program `mola` reads the games, keeps a journal and writes the results; Ray carries games to workers and
what they find back. Each game has exactly one result, whatever is killed: a game whose worker is lost goes to
another one, and if this program is lost, the same command resumes from the journal.
"""

from __future__ import annotations

import argparse
import atexit
import importlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
from typing import IO, Any, Dict, List, Optional, Sequence, Union

from ._errors import Error

__all__ = ["analyze", "main"]

RETRIES = 10
"""How often a game is tried again when its worker is lost."""


def analyze(
    source: Union[str, "os.PathLike[str]"],
    out: Union[str, "os.PathLike[str]"],
    *,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    engine: Optional[str] = None,
    formats: Sequence[str] = ("pgn", "jsonl", "parquet"),
    shard: Optional[str] = None,
    workers: Optional[int] = None,
    address: Optional[str] = None,
) -> None:
    """Analyzes the games of a PGN file, compressed or not, into a folder.

    A local Ray is started, unless one runs already or `address` names a cluster, on whose machines this package
    must be installed. `workers` is how many processors to use; all of them if it is not given. The other
    arguments are those of `mola analyze`. With `nodes` or `depth`, the results are the same for any number of
    workers.
    """
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise Error("Ray is not installed: pip install 'mola-chess[cluster]'") from None
    settings: List[str] = []
    for name, value in (("nodes", nodes), ("depth", depth), ("engine", engine)):
        if value is not None:
            settings += [f"--{name}", str(value)]
    is_ours = not ray.is_initialized()
    if is_ours and address is not None:
        ray.init(address=address, log_to_driver=False)
    elif is_ours:
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    try:
        count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        arguments = [os.fspath(source), "--out", os.fspath(out), "--formats", ",".join(formats)]
        arguments += ["--hand-out", "--concurrency", str(count), *settings]
        if shard is not None:
            arguments += ["--shard", shard]
        _carry(ray, arguments, settings)
    finally:
        if is_ours:
            ray.shutdown()


def _carry(ray: Any, arguments: List[str], settings: List[str]) -> None:
    """Carries games from the program to workers, and what they find back.

    The program hands out no more than two games for each worker before it wants results, so that nothing piles
    up here.
    """
    examine = ray.remote(_examine).options(num_cpus=1, max_retries=RETRIES, retry_exceptions=True)
    giver = subprocess.Popen([_program(), "analyze", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert giver.stdin is not None and giver.stdout is not None
    back: IO[bytes] = giver.stdin
    lock = threading.Lock()
    failures: List[BaseException] = []

    def deliver(future: Any) -> None:
        try:
            line = future.result()
            with lock:
                back.write(line)
                back.flush()
        except BrokenPipeError:
            pass  # The program has ended, and says why.
        except BaseException as error:
            failures.append(error)
            giver.terminate()

    try:
        for line in giver.stdout:
            examine.remote(settings, line).future().add_done_callback(deliver)
    except BaseException:
        # It writes what was found so far.
        giver.terminate()
        raise
    finally:
        code = giver.wait()
    if failures:
        # Ray tells its own errors with the place in this program, and holds what happened there.
        reason = getattr(failures[0], "cause", None) or failures[0]
        raise Error(f"A game could not be analyzed. {reason}") from failures[0]
    if code != 0:
        raise Error(f"The analysis ended with exit code {code}.")


_workers: Dict[Any, "_Worker"] = {}
"""The program of this process, by its settings: Ray gives a process many games, one after the other."""


def _examine(settings: List[str], line: bytes) -> bytes:
    """Runs on a worker: one game."""
    key = tuple(settings)
    worker = _workers.get(key)
    if worker is None:
        worker = _workers[key] = _Worker(settings)
    try:
        return worker.ask(line)
    except Exception:
        del _workers[key]
        worker.close()
        raise


class _Worker:
    def __init__(self, settings: List[str]) -> None:
        self.said = tempfile.TemporaryFile()
        command = [_program(), "analyze", "--worker", *settings]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.said
        )
        atexit.register(self.close)

    def ask(self, line: bytes) -> bytes:
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        answer = self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            self.said.seek(0)
            reason = self.said.read().decode(errors="replace").strip()
            raise RuntimeError(f"A worker ended: {reason or 'it was killed.'}")
        return answer

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def _program() -> str:
    """The command `mola` that came with this package, else the one on the search path."""
    found = shutil.which("mola", path=sysconfig.get_path("scripts")) or shutil.which("mola")
    if found is None:
        raise Error("The program mola is not on the search path.")
    return found


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command line: `python -m mola.cluster --help`."""
    parser = argparse.ArgumentParser(
        prog="python -m mola.cluster", description="Analyzes games on many machines, with Ray."
    )
    parser.add_argument("source", help="a PGN file, which may be compressed by gzip or Zstandard")
    parser.add_argument("--out", required=True, help="the folder for the results; run again to resume")
    parser.add_argument("--nodes", type=int, help="nodes per position")
    parser.add_argument("--depth", type=int, help="search depth per position")
    parser.add_argument("--engine", help="the engine, as for mola analyze")
    parser.add_argument("--formats", default="pgn,jsonl,parquet", help="what to write (default: %(default)s)")
    parser.add_argument("--shard", metavar="I/N", help="analyze only one of several equal shares")
    parser.add_argument("--workers", type=int, help="how many processors to use")
    parser.add_argument("--address", help="the address of a Ray cluster; a local Ray if not given")
    given = vars(parser.parse_args(arguments))
    given["formats"] = given["formats"].split(",")
    try:
        analyze(given.pop("source"), given.pop("out"), **given)
    except Error as error:
        print(f"mola.cluster: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
