"""Which values of an attribute are near each other: those that share something else.

A stadium of Bochum lies in another city of Germany rather than in one of Japan. What is shared is
found in the columns beside the attribute: of those that divide its values, the finest. Where one
value of each group is true of something, as one city of each country is its capital, the others of
the group are near it, and nothing else is: everybody knows that Nairobi is the capital of Kenya.
Where what a value is true of has a class that tells much of it, as the category of a product does
of its supplier, a near one has to occur with that class, and may come from further away.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from zlib import crc32

from ..relations.further import DECADE
from .continents import continent_of, sub_region_of
from .question_type import Reader
from .wrong_values import WrongValues

# So many values tell which columns divide them, and so many are kept, of a column of more.
_LOOKED_AT, _KEPT = 2000, 50_000
# So many values must have so many others in their group; so many columns are used.
_MANY, _OTHERS, _COLUMNS = 0.3, 2, 4
# A column divides the values if each of them is, nearly always, in one group.
_PURE = 0.9
# One that does not has to be finer by this factor.
_IMPURE = 2
# Where nothing is shared, one of so many of the most frequent values is drawn.
_FREQUENT = 50
_GUESSED = 50
# Of a few values, none should be drawn much more often than the others.
_PLACES = 200
# Values of which a larger share is in one group are not near each other: painters of two sexes.
_NEAR = 0.34
# Each value is true of one row, and one of each group is true, but for so few.
_NEARLY_EACH = 0.9
# The share of decades among what stands for them.
_MOSTLY = 0.8
# Two rows of one value share their class so many times as often as any two, if it tells of it.
_TELLS = 2
# Fewer pairs of rows tell nothing.
_PAIRS = 25
# So many rows have a class in which some other values are; so many classes of a thing count.
_CLASSED, _CLASSES = 0.9, 2
# In place of a column: the values themselves.
_VALUE = -1


class Neighbours:
    """The values of an attribute, and which of them are near a value.

    Attributes:
        values: Those that were read.
        classes: The columns of the relation that have the classes of what values are true of; a
            value is near only with the same class.
    """

    def __init__(
        self,
        readers: Sequence[Reader],
        seed: int,
        *,
        only_near: bool = False,
        are_places: bool = False,
    ) -> None:
        """Reads the values.

        Args:
            readers: What reads the relation, then what reads the attribute's own table if it has
                one.
            seed: Decides which value is drawn.
            only_near: Whether to draw no others.
            are_places: Whether they are, so that those of other countries are never near.
        """
        self._seed = seed
        self._only_near = only_near
        looked_at = [
            _Counted(each.read(None, one_of=each.one_of), _LOOKED_AT, with_centuries=only_near)
            for each in readers
        ]
        counted = looked_at[0]
        self.values = [*counted.values]
        divisions = sorted(_divided(readers, looked_at), key=lambda d: d.rank)
        own = [d.of_one() for d in divisions if d.has_one_of_each(counted.values)]
        self.classes = counted.classes() if only_near and not own else []
        pure = [d for d in divisions if d.is_pure] if self.classes else divisions
        near = own[:1] or (_near_enough(pure) if only_near else divisions)
        both, alone = _strict(near) if only_near else (_of_both(near), near)
        if self.classes and not are_places:
            regions = [d for d in pure if d.is_region and d not in alone[:1]]
            alone = [*alone[:1], *regions] or [_Division.of(dict.fromkeys(self.values, ""), True)]
        self._divisions = [*both, *alone]
        self._last = len(both) if are_places or not self.classes else len(self._divisions)
        frequent = sorted(counted.values, key=lambda v: (-counted.values[v], _place(v), str(v)))
        self._frequent = WrongValues(frequent[:_FREQUENT], seed)
        self._every = WrongValues(self.values, seed)
        self._circles: dict[tuple[int, str], WrongValues] = {}

    def of(self, value: Any, *entity: object) -> Iterator[Any]:
        """Yields the values, near ones first; the value itself may be among them.

        Args:
            value: A value.
            *entity: What decides which of the near ones is first.
        """
        seen = set()
        for circle in self._near(value):
            for other in circle.drawn(*entity):
                if other not in seen:
                    seen.add(other)
                    yield other

    def _near(self, value: Any) -> Iterator[WrongValues]:
        for number, division in enumerate(self._divisions):
            if (group := division.home.get(value)) is not None:
                yield self._circle(number, group)
                if self._only_near and number >= self._last:
                    return  # others share less with it
        if not self._only_near:
            yield from (self._frequent, self._every)

    def _circle(self, number: int, group: str) -> WrongValues:
        if (number, group) not in self._circles:
            members = self._divisions[number].members[group]
            places = max(1, _PLACES // len(members))
            self._circles[number, group] = WrongValues(members, self._seed, places)
        return self._circles[number, group]


class _By(NamedTuple):
    """What divides values: a column beside them, or where the countries in it are on earth."""

    column: int
    place_of: Callable[[str], str] | None = None


@dataclass(frozen=True)
class _Division:
    """Groups of values.

    Attributes:
        home: Value to its group.
        members: Group to its values.
        is_pure: Whether hardly any value is in a second group.
        torn: The values that are in a second group: the cities of one name.
        is_own: Whether what divides them stands in the values' own table.
        is_region: Whether they are parts of the world.
    """

    home: dict[Any, str]
    members: dict[str, list[Any]]
    is_pure: bool
    torn: frozenset[Any] = frozenset()
    is_own: bool = False
    is_region: bool = False

    @classmethod
    def of(
        cls,
        home: dict[Any, str],
        is_pure: bool,
        torn: frozenset[Any] = frozenset(),
        *,
        is_region: bool = False,
    ) -> _Division:
        members: dict[str, list[Any]] = defaultdict(list)
        for value, group in home.items():
            members[group].append(value)
        return cls(home, dict(members), is_pure, torn, is_region=is_region)

    def of_one(self) -> _Division:
        """Returns the groups without the values that are in a second one."""
        alone = {v: group for v, group in self.home.items() if v not in self.torn}
        return _Division.of(alone, self.is_pure)

    @cached_property
    def are_times(self) -> bool:
        """Whether they are decades or centuries: to share one says less than to share a class."""
        return _are_figures(self.members, DECADE) or _are_figures(self.members, DECADE - 1)

    @cached_property
    def mean_share(self) -> float:
        """The share of the values that are near one of them, on average."""
        total = len(self.home)
        return sum(len(group) ** 2 for group in self.members.values()) / max(total, 1) ** 2

    @property
    def rank(self) -> float:
        """What divisions are sorted by: the finest first; those that are no classes count less."""
        is_class = self.is_pure and not self.are_times
        return self.mean_share * (1 if is_class else _IMPURE)

    def has_one_of_each(self, true: Mapping[Any, int]) -> bool:
        """Tells whether one value of each group is true of something, as each country's capital.

        Args:
            true: Each value that is true of a row, with the number of those rows.
        """
        inside = Counter(self.home[value] for value in true if value in self.home)
        alone = sum(number == 1 for number in inside.values())
        of_one = sum(number == 1 for number in true.values())
        others = len(self.home) > _OTHERS * len(self.members)
        is_each = alone >= _NEARLY_EACH * len(self.members)
        return others and is_each and of_one >= _NEARLY_EACH * len(true)

    def tells(self, values: int) -> bool:
        """Tells whether many of a number of values have others near them, and others that are not.

        Args:
            values: The number.
        """
        sizes = [len(group) for group in self.members.values()]
        near = sum(size for size in sizes if size > _OTHERS)
        return near >= _MANY * values and self.mean_share < 0.9


class _Counted:
    """How often values occur, and with what beside them; of many values a part."""

    def __init__(
        self, rows: Iterable[tuple[Any, ...]], most: int, *, with_centuries: bool = False
    ) -> None:
        self._with_centuries = with_centuries
        self.values: Counter[Any] = Counter()
        self.is_part = False
        self._beside: dict[Any, Counter[tuple[int, str]]] = {}
        self._width = 0
        highest = 2**32
        for value, *beside in rows:
            if value not in self._beside:
                if _place(value) > highest:
                    continue
                self._beside[value] = Counter()
                while len(self._beside) > most:
                    highest //= 2
                    self._keep(highest)
                if value not in self._beside:
                    continue
            self.values[value] += 1
            self._width = len(beside)
            self._beside[value].update((i, text) for i, text in enumerate(beside) if text)

    @cached_property
    def _by_column(self) -> dict[int, dict[Any, dict[str, int]]]:
        """How often what stands beside each value, column by column."""
        found: dict[int, dict[Any, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
        for value, counted in self._beside.items():
            for (column, text), n in counted.items():
                found[column][value][text] = n
        return found

    def _keep(self, highest: int) -> None:
        self.is_part = True
        self._beside = {v: c for v, c in self._beside.items() if _place(v) <= highest}
        self.values = Counter({v: n for v, n in self.values.items() if v in self._beside})

    def dividing(self) -> list[_By]:
        """Returns what divides the values, the finest first."""
        every = [by for column in (*range(self._width), _VALUE) for by in self._ways(column)]
        found: dict[float, _By] = {}
        for by in every:
            division = self.division(by)
            if division.tells(len(self.values)):
                found.setdefault(division.rank, by)  # of a code and its name, one is enough
        return [by for _, by in sorted(found.items(), key=lambda pair: pair[0])][:_COLUMNS]

    def classes(self) -> list[int]:
        """Returns the columns of classes that things are of, and that tell much of the value."""
        told = {self._told(column): column for column in reversed(range(self._width))}
        return [told[share] for share in sorted(told, reverse=True) if share][:_CLASSES]

    def _told(self, column: int) -> float:
        """Returns how often two rows of one value share their class; 0 if it tells little."""
        beside = self._by_column.get(column, {}).values()
        rows, others = Counter[str](), Counter[str]()
        for each in beside:
            rows.update(each)
            others.update(each.keys())
        total = rows.total()
        pairs = sum(_pairs(sum(each.values())) for each in beside)
        same = sum(_pairs(n) for each in beside for n in each.values())
        shared = sum(n for text, n in rows.items() if others[text] > _OTHERS)
        by_chance = sum(n**2 for n in rows.values()) / max(1, total) ** 2
        if pairs < _PAIRS or shared < _CLASSED * total or by_chance > _NEAR:
            return 0.0
        often = same / pairs
        return often if _TELLS * by_chance <= often < _PURE else 0.0

    def _ways(self, column: int) -> list[_By]:
        """Returns how a column may divide the values: as it is, or by where its countries are."""
        places = [_By(column, sub_region_of), _By(column, continent_of)]
        by = _By(column) if column != _VALUE else None
        groups = self.values if by is None else self.division(by).members
        are_countries = _are_countries(group for group in groups if isinstance(group, str))
        are_decades = by is not None and _are_figures(groups, DECADE)
        times = [_By(column, _century)] if self._with_centuries and are_decades else []
        return [*([by] if by else []), *(places if are_countries else []), *times]

    def division(self, by: _By) -> _Division:
        """Groups the values by what most often stands beside them."""
        home, torn, pure, several = {}, set(), 0, 0
        every = self._by_column.get(by.column, {})
        if by.column == _VALUE:
            every = {value: {value: 1} for value in self._beside if isinstance(value, str)}
        for value, found in every.items():
            text, often = min(found.items(), key=lambda pair: (-pair[1], pair[0]))
            total = sum(found.values())
            several += total > 1
            pure += total > 1 and often >= _PURE * total
            if len(found) > 1:
                torn.add(value)
            if group := by.place_of(text) if by.place_of else text:
                home[value] = group
        is_region = by.place_of in (sub_region_of, continent_of)
        return _Division.of(home, pure >= _PURE * several, frozenset(torn), is_region=is_region)


def _pairs(rows: int) -> int:
    return rows * (rows - 1) // 2


def _place(value: Any) -> int:
    return crc32(str(value).encode(errors="surrogatepass"))


def _divided(readers: Sequence[Reader], looked_at: Sequence[_Counted]) -> Iterator[_Division]:
    """Yields how what stands beside the values divides them."""
    chosen = [counted.dividing() for counted in looked_at]
    for reader, counted, ways in zip(readers, looked_at, chosen, strict=True):
        if counted.is_part or reader.one_of > 1:
            if reader is not readers[-1] and chosen[-1]:
                continue  # their own table tells as much, in fewer rows
            columns = sorted({by.column for by in ways} - {_VALUE})
            if ways:
                counted = _Counted(reader.read(columns), _KEPT)
                places = {column: place for place, column in enumerate(columns)}
                ways = [by._replace(column=places.get(by.column, _VALUE)) for by in ways]
        is_own = reader is readers[-1] and len(readers) > 1
        yield from (replace(counted.division(by), is_own=is_own) for by in ways)


def _near_enough(divisions: Sequence[_Division]) -> list[_Division]:
    """Returns those whose groups are small: classes, or whatever else there is, and times."""
    small = [division for division in divisions if division.mean_share <= _NEAR]
    others = [each for each in small if not each.are_times]
    times = [each for each in small if each.are_times]
    return [*([each for each in others if each.is_pure] or others), *times]


def _of_both(divisions: Sequence[_Division]) -> list[_Division]:
    """Returns the values that share two things, the finest and another."""
    return [_both(divisions[0], other) for other in divisions[1:]]


def _strict(divisions: Sequence[_Division]) -> tuple[list[_Division], list[_Division]]:
    """Returns the values that share two things, and those of which one thing is enough.

    What has a class is near nothing of which only the time is known; and what was at a time of its
    own, such as a war, is near nothing of another time.
    """
    classes = [each for each in divisions if not each.are_times]
    times = [each for each in divisions if each.are_times]
    if of_own := [each for each in times if each.is_own]:
        return [_both(each, time) for each in classes for time in of_own] or of_own, []
    return _of_both([*classes, *times]), classes or times


def _both(one: _Division, other: _Division) -> _Division:
    """Returns the values that share two things: a decade and a genre."""
    home = {v: f"{one.home[v]}\n{group}" for v, group in other.home.items() if v in one.home}
    return _Division.of(home, one.is_pure and other.is_pure)


def _are_figures(groups: Collection[Any], number: int) -> bool:
    """Tells whether nearly all groups are so many figures; a few may be years of antiquity."""
    found = sum(len(group) == number and group.isdigit() for group in map(str, groups))
    return found >= _MOSTLY * len(groups) > 0


def _century(decade: str) -> str:
    return decade[:-1] if len(decade) == DECADE and decade.isdigit() else ""


def _are_countries(names: Iterable[str]) -> bool:
    some = sorted(names, key=_place)[:_GUESSED]
    return sum(bool(sub_region_of(name)) for name in some) * 2 > len(some)
