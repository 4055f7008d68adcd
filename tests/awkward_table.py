"""A table whose columns are called as SQL needs them least, filled on any engine."""

import sqlalchemy

# A column may be called as anything.
NAMES = ["a", "two words", '100% "b" [bold]:c', "select"]


def filled(engine, rows):
    metadata = sqlalchemy.MetaData()
    kinds = [sqlalchemy.String(20), sqlalchemy.Text(), sqlalchemy.CHAR(4), sqlalchemy.Integer()]
    columns = [sqlalchemy.Column(name, kind) for name, kind in zip(NAMES, kinds, strict=True)]
    table = sqlalchemy.Table("t", metadata, *columns)
    metadata.create_all(engine)
    with engine.begin() as connection:
        # A name with a percent sign or a bracket cannot name a parameter on every driver.
        for row in rows:
            values = dict(zip(table.columns, row, strict=True))
            connection.execute(table.insert().values(values))
    return table
