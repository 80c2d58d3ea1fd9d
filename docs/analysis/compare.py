"""Whether the tables of all shares are together the table of one run, byte for byte once they are in order.

    python docs/analysis/compare.py 'SHARES/*/positions.parquet' ONE/positions.parquet

Needs `pip install duckdb`.
"""

import pathlib
import sys
import tempfile

import duckdb

with tempfile.TemporaryDirectory() as folder:
    tables = []
    for number, files in enumerate(sys.argv[1:3]):
        table = pathlib.Path(folder, f"{number}.parquet")
        duckdb.sql(f"copy (select * from '{files}' order by game, ply) to '{table}'")
        tables.append(table)
    shares, one = (table.read_bytes() for table in tables)
    games, rows = duckdb.sql(f"select count(distinct game), count(*) from '{tables[1]}'").fetchall()[0]
if shares != one:
    sys.exit("The shares together differ from one run.")
print(f"The shares together are the same {rows} rows of {games} games as one run, byte for byte.")
