"""The few lines of UCI that a match needs, over a pipe."""

import shlex
import subprocess


class Engine:
    """An engine process. Dies loudly: a crash or a silent exit raises."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.name = command
        self.send("uci")
        self.read_until("uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_until(self, word):
        """All lines up to the one that begins with the word."""
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"{self.name} ended while we waited for {word}")
            words = line.split()
            if words and words[0] == "id" and words[1:2] == ["name"]:
                self.name = " ".join(words[2:])
            lines.append(line.strip())
            if words and words[0] == word:
                return lines

    def new_game(self):
        self.send("ucinewgame")
        self.send("isready")
        self.read_until("readyok")

    def go(self, position, limit):
        """Sends a position and a limit; returns the move and the info lines."""
        self.send(position)
        self.send("go " + limit)
        lines = self.read_until("bestmove")
        return lines[-1].split()[1], lines[:-1]

    def quit(self):
        try:
            self.send("quit")
            self.process.wait(timeout=5)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self.process.kill()
