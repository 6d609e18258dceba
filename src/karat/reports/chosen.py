"""Which figures of a scheme a table shows, and in which order the systems stand."""

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from karat.model.errors import UsageError, unknown

# An option is read before NumPy is imported (see ``_options.import_numpy``), and these need it.
if TYPE_CHECKING:
    from karat.model.scheme import Scheme
    from karat.model.score import Score


class Chosen(NamedTuple):
    """The names of figures that were asked for, and the name of the one to sort by."""

    measures: tuple[str, ...] = ()
    sort: str = ""

    def check(self, schemes: "Sequence[Scheme]") -> None:
        """Refuse a name that no scheme has, and a scheme that has none of the figures."""
        known = {name for scheme in schemes for name in _names(scheme)}
        what = "measure of these schemes" if len(schemes) > 1 else f"measure of {schemes[0]}"
        for name in (*self.measures, *filter(None, [self.sort])):
            if name not in known:
                raise unknown(what, name, known)
        for scheme in schemes:
            if self.measures and not self.of(scheme):
                raise UsageError(
                    f"--measures: {scheme} has none of these; it has {', '.join(_names(scheme))}"
                )

    def of(self, scheme: "Scheme") -> tuple[str, ...]:
        """The figures of a scheme: those asked for, in that order, or those of its main table."""
        if not self.measures:
            return scheme.headline()
        names = _names(scheme)
        return tuple(dict.fromkeys(names[one] for one in self.measures if one in names))

    def ordered(self, scores: "Iterable[Score]") -> "list[Score]":
        """The scores scheme by scheme, the best first if they are to be sorted; undefined ones last."""
        found = list(scores)
        if not self.sort:
            return found
        places = {scheme: at for at, scheme in enumerate(dict.fromkeys(x.scheme for x in found))}
        return sorted(found, key=lambda one: (places[one.scheme], self._rank(one)))

    def _rank(self, score: "Score") -> float:
        name = _names(score.scheme).get(self.sort, "")
        value = score.measures.get(name, 0.0)
        if isnan(value):
            return float("inf")
        return value if name and score.scheme.figures()[name].better == "lower" else -value


def _names(scheme: "Scheme") -> Mapping[str, str]:
    """The names of the figures of a scheme, by name and by title: f2 is f1 with a beta of 2."""
    both = [(title, name) for one in scheme.measures() for name, title in one.titles.items()]
    return dict(both) | {name: name for _, name in both}
