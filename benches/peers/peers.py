#!/usr/bin/env python3
"""Measures Polars and DuckDB on the works of this crate, on one thread, for `--merge`.

    peers.py ROWS.jsonl OUT.json [ROUNDS]

ROWS.jsonl is the file of `--write-rows`. Needs `polars` and `duckdb`. Without rounds, only counts are printed.
"""

import json
import os
import sys
import time

# The library reads this when it is loaded.
os.environ["POLARS_MAX_THREADS"] = "1"

import duckdb  # noqa: E402
import polars as pl  # noqa: E402

COLUMNS = {
    "type": pl.String,
    "category": pl.String,
    "price": pl.Float64,
    "active": pl.Boolean,
    "amount": pl.Float64,
    "invoice_total": pl.Float64,
}
CATEGORIES = [str(100 + at) for at in range(50)]
C5 = [(str(100 + at), 10 + 2 * at, None) for at in range(20)]
C6 = [(name, band * 50, band * 50 + 50) for name in CATEGORIES for band in range(4)]


def timed(run, rounds):
    """The CPU times of `run` in this process, in nanoseconds, one for each round."""
    run()
    times = []
    for _ in range(rounds):
        start = time.process_time_ns()
        run()
        times.append(time.process_time_ns() - start)
    return times


def counted(kinds):
    """The number of rows of each kind, from pairs of a kind and its count."""
    counts = {kind: count for kind, count in kinds}
    return [counts.get(kind, 0) for kind in range(max(counts) + 1)]


def conditions():
    """The single conditions, as Polars expressions."""
    col = pl.col
    without = ~((col("category") == "120") | (col("category") == "121") | (col("category") == "122"))
    return {
        "C1": col("category") == "149",
        "C2": (col("category") == "149") & (col("price") > 0),
        "C3": col("amount") < col("invoice_total"),
        "C4": ((col("type") == "delivery") | (col("type") == "pickup"))
        & col("active")
        & (col("price") >= 5.5)
        & (col("price") < 60)
        & without,
    }


def chain(bands):
    """The first kind that is true, as one expression; kinds do not share rows."""

    def holds(band):
        category, above, most = band
        held = (pl.col("category") == category) & (pl.col("price") > above)
        return held if most is None else held & (pl.col("price") <= most)

    cases = pl
    for number, band in enumerate(bands, 1):
        cases = cases.when(holds(band)).then(pl.lit(number, pl.UInt16))
    return cases.otherwise(pl.lit(0, pl.UInt16)).alias("kind")


def polars(rows, rounds):
    enums = rows.with_columns(
        pl.col("type").cast(pl.Categorical), pl.col("category").cast(pl.Categorical)
    )
    for side, frame in (("polars, text", rows), ("polars, categories", enums)):
        for name, condition in conditions().items():
            lazy = frame.lazy().select(condition.alias("holds"))
            count = int(lazy.collect()["holds"].sum())
            yield side, name, [count], timed(lambda: lazy.collect()["holds"].sum(), rounds)
        for name, bands in (("C5", C5), ("C6", C6)):
            lazy = frame.lazy().select(chain(bands))
            kinds = lazy.collect()["kind"].value_counts().rows()
            yield side, name, counted(kinds), timed(lazy.collect, rounds)


SQL = {
    "C1": "category = '149'",
    "C2": "category = '149' and price > 0",
    "C3": "amount < invoice_total",
    "C4": "(type = 'delivery' or type = 'pickup') and active and price >= 5.5 and price < 60 "
    "and not (category = '120' or category = '121' or category = '122')",
}


def case(bands):
    """The first kind that is true, in SQL."""

    def holds(band):
        category, above, most = band
        most = "" if most is None else f" and price <= {most}"
        return f"category = '{category}' and price > {above}{most}"

    cases = (f"when {holds(band)} then {number}" for number, band in enumerate(bands, 1))
    return f"case {' '.join(cases)} else 0 end"


def load(database, rows):
    """The rows as two tables: one with plain texts, one with enums."""
    types = {pl.String: "varchar", pl.Float64: "double", pl.Boolean: "boolean"}
    columns = ", ".join(f"{name} {types[ty]}" for name, ty in COLUMNS.items())
    database.execute(f"create table texts({columns})")
    spelled = "{" + ", ".join(f"{n}: '{types[t].upper()}'" for n, t in COLUMNS.items()) + "}"
    database.execute(
        "insert into texts select * from "
        f"read_json(?, format = 'newline_delimited', columns = {spelled})",
        [rows],
    )
    categories = ", ".join(f"'{name}'" for name in CATEGORIES)
    database.execute(
        "create table enums as select cast(type as enum('pickup', 'delivery', 'dine-in')) as type, "
        f"cast(category as enum({categories})) as category, price, active, amount, invoice_total "
        "from texts"
    )


def sql(rows, rounds):
    database = duckdb.connect(config={"threads": 1})
    load(database, rows)
    for side, table in (("duckdb, text", "texts"), ("duckdb, enums", "enums")):
        for name, condition in SQL.items():
            query = f"select count(*) from {table} where {condition}"

            def run(query=query):
                return database.execute(query).fetchone()[0]

            yield side, name, [run()], timed(run, rounds)
        for name, bands in (("C5", C5), ("C6", C6)):
            kinds = f"select {case(bands)} as kind from {table}"
            counts = database.execute(f"select kind, count(*) from ({kinds}) group by kind")
            # The sum forces the evaluation of all kinds without a transfer of rows to Python.
            query = f"select sum(kind) from ({kinds})"

            def run(query=query):
                return database.execute(query).fetchone()[0]

            yield side, name, counted(counts.fetchall()), timed(run, rounds)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    path, out = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) == 4 else 0
    rows = pl.read_ndjson(path, schema=COLUMNS)
    works = [
        {"work": f"batch {name}", "side": side, "counts": counts, "times": times}
        for measured in (polars(rows, rounds), sql(path, rounds))
        for side, name, counts, times in measured
    ]
    versions = [["polars", pl.__version__], ["duckdb", duckdb.__version__]]
    print("peers.py:", ", ".join(" ".join(version) for version in versions), file=sys.stderr)
    with open(out, "w", encoding="utf-8") as file:
        json.dump({"rows": rows.height, "versions": versions, "works": works}, file)


if __name__ == "__main__":
    main()
