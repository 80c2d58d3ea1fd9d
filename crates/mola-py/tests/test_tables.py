"""Tables of `mola analyze`, read by others: DuckDB, pyarrow, and pandas in the notebook of the docs."""

import ast
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import duckdb
import pyarrow.parquet

import mola
import mola.cluster

NOTEBOOK = pathlib.Path(__file__).parents[3] / "docs/analysis/questions.ipynb"

# A row group is full at 65 536, so that the table has a second one.
ROWS = (1 << 16) + 1000
PLIES = 200
GAMES = ROWS // PLIES


def games():
    """One long game, with other players and ratings each time."""
    dice, board, text = random.Random(3), mola.Board(), []
    while len(text) < PLIES:
        move = dice.choice(list(board.legal_moves))
        minutes, seconds = divmod(PLIES - len(text), 60)
        text.append(f"{board.san(move)} {{[%clk 0:{minutes:02}:{seconds:02}]}}")
        board.push(move)
    moves = " ".join(text)
    return "".join(f'[White "W{n}"]\n[WhiteElo "{1000 + n}"]\n\n{moves} *\n\n' for n in range(GAMES))


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        place = pathlib.Path(folder.name)
        source = place / "games.pgn"
        source.write_text(games())
        # The notebook expects it there.
        cls.table = place / "analysis/positions.parquet"
        program = [mola.cluster._program(), "analyze", source, "--nodes", "1", "--out", cls.table.parent]
        subprocess.run([*program, "--formats", "jsonl,parquet"], check=True, stdout=subprocess.DEVNULL)
        cls.rows = duckdb.sql(f"select * from '{cls.table}'").fetchall()

    def test_duckdb_reads_two_row_groups_as_it_reads_the_lines(self):
        groups = f"select count(distinct row_group_id) from parquet_metadata('{self.table}')"
        self.assertEqual(duckdb.sql(groups).fetchall(), [(2,)])
        lines = duckdb.sql(f"select * from '{self.table.with_suffix('.jsonl')}'").fetchall()
        self.assertEqual(len(lines), GAMES * PLIES)
        # What differs would take minutes to print.
        self.assertTrue(self.rows == lines, "the table differs from the lines")
        query = f"select count(distinct game), min(elo), max(elo), min(clock) from '{self.table}'"
        self.assertEqual(duckdb.sql(query).fetchall(), [(GAMES, 1000, 1000 + GAMES - 1, 1.0)])

    def test_pyarrow_reads_what_duckdb_reads(self):
        file = pyarrow.parquet.ParquetFile(self.table)
        self.assertEqual(file.metadata.num_row_groups, 2)
        rows = [tuple(row.values()) for row in file.read().to_pylist()]
        self.assertTrue(rows == self.rows, "pyarrow and DuckDB read different rows")

    def test_the_notebook_answers_its_questions(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.table.parents[1])
        known, answers = {}, []
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            if cell["cell_type"] != "code":
                continue
            code = ast.parse("".join(cell["source"]))
            # As a notebook does it: what the last line is worth is shown.
            last = ast.Expression(code.body.pop().value)
            exec(compile(code, NOTEBOOK.name, "exec"), known)
            answer = eval(compile(last, NOTEBOOK.name, "eval"), known)
            columns = cell["outputs"][0]["data"]["text/plain"][0].split()
            self.assertEqual(list(answer.columns), columns, "those of the answer that is kept")
            self.assertGreater(len(answer), 0)
            answers.append(answer)
        self.assertEqual(answers[0].values.tolist(), [[GAMES, GAMES * PLIES]])
        largest = duckdb.sql(f"select max(loss) from '{self.table}'").fetchall()
        self.assertEqual(answers[-1]["loss"].iloc[0], largest[0][0])


if __name__ == "__main__":
    unittest.main()
