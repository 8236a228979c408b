"""The corpus: every ruling as its case has it, and every case with its contrast."""

from __future__ import annotations

import pytest

from movement.cases import corpus
from movement.cases.case import Case, Worked
from movement.cases.check import check
from movement.ruling.ruling import Ruling

CASES = [corpus.case(file) for file in corpus.files()]
RULINGS = [(case, worked) for case in CASES for worked in case.worked.values()]

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
each_ruling = pytest.mark.parametrize(
    ("case", "worked"), RULINGS, ids=[worked.id for _, worked in RULINGS]
)


def decided(ruling: Ruling) -> tuple[object, ...]:
    """The verdict and what it rests on."""
    told = [(effect.clause, effect.value) for effect in ruling.effects]
    return (
        ruling.verdict,
        sorted(ruling.breaks),
        str(ruling.halts),
        ruling.set_aside,
        sorted(map(str, told)),
    )


@each_ruling
def test_the_ruling_is_as_expected(case: Case, worked: Worked) -> None:
    name = worked.id.rpartition("/")[2]
    assert "\n".join(map(str, check(case)[name])) == ""


@each_ruling
def test_the_ruling_says_why(case: Case, worked: Worked) -> None:
    assert worked.because.strip().endswith((".", ")"))
    assert worked.ruling.deciding


@each_case
def test_the_case_has_its_contrast(case: Case) -> None:
    verdicts = {str(decided(ruling)) for ruling in case.rulings.values()}
    assert len(verdicts) > 1


@each_case
def test_the_case_says_what_it_is(case: Case) -> None:
    assert case.title.strip()
    assert case.story.strip()
    assert case.tags
    assert list(case.tags) == list(dict.fromkeys(case.tags))
    assert case.id == f"{case.source.file.parent.name}/{case.source.file.stem}"


def test_no_two_cases_and_no_two_rulings_have_one_id() -> None:
    assert CASES
    assert len({case.id for case in CASES}) == len(CASES)
    assert len({worked.id for _, worked in RULINGS}) == len(RULINGS)
    assert len({case.title for case in CASES}) == len(CASES)
