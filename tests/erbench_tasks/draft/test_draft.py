"""What a reply does to a draft."""

from film_database import draft

from erbench_track.erbench_tasks.draft.reply import Reply


def test_an_entry_that_is_taken_out_and_written_anew_is_in():
    made = draft()
    (entry,) = made.entries.values()
    made.take(Reply(drop=["director"]))
    assert (list(made.entries), list(made.dropped)) == ([], ["director"])
    made.take(Reply(drop=["director"], entries=[entry]))
    assert (list(made.entries), list(made.dropped)) == (["director"], [])


def test_a_part_has_the_relation_of_its_entry_alone():
    made = draft()
    made.relations["other"] = made.relations["film"]
    assert list(made.parts["director"]["relations"]) == ["film"]
