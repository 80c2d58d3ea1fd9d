"""The examples in docstrings, in the guide and in the README, and the types."""

import contextlib
import doctest
import inspect
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import mola
import mola._values
import mola.cluster
import mola.engine
import mola.pgn
import mola.sunfish

ROOT = pathlib.Path(__file__).resolve().parents[3]


def documented():
    """Everything that has a docstring, by name."""
    for module in (mola, mola._mola, mola._values, mola.engine, mola.pgn, mola.sunfish):
        yield module.__name__, module.__doc__, vars(module)
        for name, value in vars(module).items():
            if inspect.isclass(value) or inspect.isroutine(value):
                yield f"{module.__name__}.{name}", value.__doc__, vars(module)
            if inspect.isclass(value):
                for member, inner in vars(value).items():
                    yield f"{module.__name__}.{name}.{member}", getattr(inner, "__doc__", None), vars(module)


class Docs(unittest.TestCase):
    def run_examples(self, name, text, names):
        names = {"mola": mola, **{key: names[key] for key in names if not key.startswith("__")}}
        test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
        runner = doctest.DocTestRunner()
        said = []
        runner.run(test, out=said.append)
        self.assertEqual(runner.failures, 0, "".join(said))
        return runner.tries

    def test_examples_in_docstrings(self):
        seen, examples = set(), 0
        for name, text, names in documented():
            if text and ">>>" in text and text not in seen:
                seen.add(text)
                from mola.engine import Cp, Engine, Limit, Mate
                from mola.pgn import Game

                extra = dict(names, Cp=Cp, Mate=Mate, Engine=Engine, Limit=Limit, Game=Game)
                examples += self.run_examples(name, inspect.cleandoc(text), extra)
        self.assertGreater(examples, 70)

    def test_everything_is_documented(self):
        for module in (mola, mola.cluster, mola.engine, mola.pgn, mola.sunfish):
            for name in module.__all__:
                value = getattr(module, name)
                if inspect.isclass(value) or inspect.isroutine(value):
                    self.assertTrue(value.__doc__, name)
                if inspect.isclass(value):
                    for member, inner in vars(value).items():
                        if not member.startswith("_") and callable(inner):
                            self.assertTrue(inner.__doc__, f"{name}.{member}")

    def test_examples_in_the_guide_and_the_readme(self):
        for path in (ROOT / "guide/python.md", ROOT / "README.md", ROOT / "crates/mola-py/README.md"):
            blocks = re.findall(r"```python\n(.*?)```", path.read_text(), re.S)
            self.assertTrue(blocks, path)
            for block in blocks:
                if ">>>" in block:
                    self.run_examples(path.name, block, {})
                elif "import sunfish" not in block:
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(compile(block, str(path), "exec"), {})

    def test_the_stubs_are_true_and_strict(self):
        for command in (["mypy", "--strict", "-p", "mola"], ["mypy.stubtest", "mola"]):
            # Elsewhere, so that the installed package is looked at.
            with tempfile.TemporaryDirectory() as folder:
                command = [sys.executable, "-m", *command]
                done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
