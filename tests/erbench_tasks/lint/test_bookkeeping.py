"""Columns about nothing in the world, by type, key and name."""

import pytest
from sqlalchemy import Column, DateTime, Integer, LargeBinary, MetaData, String, Table, Uuid

from erbench_track.erbench_tasks.lint.bookkeeping import reason_against


@pytest.mark.parametrize(
    ("column", "reason"),
    [
        (Column("FilmId", Integer), "surrogate key"),
        (Column("film", Integer, primary_key=True), "surrogate key"),
        (Column("last_update", String), "timestamp of the bookkeeping"),
        (Column("updated_at", DateTime), "timestamp of the bookkeeping"),
        (Column("CreatedOn", String), "timestamp of the bookkeeping"),
        (Column("ModifiedDate", DateTime), "timestamp of the bookkeeping"),
        (Column("timestamp", Integer), "timestamp of the bookkeeping"),
        (Column("row", Uuid), "bytes or identifiers"),
        (Column("picture", LargeBinary), "bytes or identifiers"),
        (Column("password_hash", String), "secret or checksum"),
    ],
)
def test_a_column_that_nobody_should_be_asked_about(column, reason):
    assert reason_against(column) == reason


@pytest.mark.parametrize(
    "column",
    [
        Column("name", String, primary_key=True), Column("year", Integer, primary_key=True),
        Column("atomic_number", Integer, primary_key=True), Column("created", String),
        Column("imdb_id", String), Column("founded_on", DateTime), Column("race_date", DateTime),
        Column("last_name", String), Column("population", Integer), Column("key_signature", String),
    ],
)  # fmt: skip
def test_a_column_about_the_world(column):
    assert reason_against(column) == ""


def test_a_part_of_a_key_is_no_surrogate():
    season = Column("season", Integer, primary_key=True)
    final = Table("final", MetaData(), Column("trophy", String, primary_key=True), season)
    assert reason_against(final.alias().c.season) == ""
