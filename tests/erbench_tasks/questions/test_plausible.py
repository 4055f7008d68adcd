"""What stands in place of a true value: how far from it numbers and years are."""

from erbench_track.erbench_tasks.questions.plausible import YEARS, PlausibleValues


def test_a_year_long_ago_is_replaced_by_one_further_off():
    years = {year: year for year in range(700, 2000)}
    for year, least, most in ((1950, 10, 25), (1499, 40, 101), (836, 106, 267)):
        values = PlausibleValues(years, 1, scale=YEARS)
        distances = {abs(next(values.instead_of(year, n)) - year) for n in range(50)}
        assert min(distances) >= least
        assert max(distances) <= most
