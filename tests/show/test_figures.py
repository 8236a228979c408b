"""Every figure of the corpus: to scale, in words, and with labels that can be read."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path as File

import pytest
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox

import movement
from movement.cases import corpus
from movement.cases.case import Case, Worked
from movement.geometry.shapes import Disc
from movement.ruling.findings import Bite
from movement.ruling.ruling import Ruling
from movement.show import side
from movement.show.above import draw, frame_of
from movement.show.figure import Picture, alt_text, figure
from movement.show.flips import flips
from movement.show.panel import Panel
from movement.show.side import has_heights
from movement.show.style import LIGHT

CASES = [corpus.case(file) for file in corpus.files()]
WORKED = [worked for case in CASES for worked in case.worked.values()]

CHARGE = movement.case("bushido/charge-second-zone")

each_ruling = pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked.id)


def panels(picture: Picture) -> list[Axes]:
    return picture.figure.axes


def routes(panel: Axes) -> Iterator[Line2D]:
    """The parts of routes that are gone: the only plain lines of their width."""
    for line in panel.get_lines():
        if line.get_linewidth() == 1.8 and line.get_linestyle() == "-" and line.zorder == 5.8:
            yield line


def pixels(panel: Axes, line: Line2D) -> float:
    """How long a line is on the drawing."""
    points = panel.transData.transform(line.get_xydata())
    return sum(float(((b - a) ** 2).sum() ** 0.5) for a, b in pairwise(points))


def scale(panel: Axes) -> float:
    """How many pixels make an inch, by the drawn scale and the words beside it."""
    bar = next(line for line in panel.get_lines() if line.get_linewidth() == 2.4)
    told = next(t.get_text() for t in panel.texts if re.fullmatch(r"[\d.]+ in", t.get_text()))
    return pixels(panel, bar) / float(told.split()[0])


@each_ruling
def test_a_figure_is_to_scale_can_be_read_and_marks_what_decided(worked: Worked) -> None:
    picture = figure(worked.ruling)
    check_distances(picture, worked)
    check_labels(picture)
    check_marks(picture, worked)


def check_distances(picture: Picture, worked: Worked) -> None:
    """The distance can be measured on the drawing."""
    ruling = worked.ruling
    panel = panels(picture)[0]
    drawn = sorted(pixels(panel, line) / scale(panel) for line in routes(panel))
    leg = min((o.step.leg for o in ruling.outcomes), default=0)
    first = [o for o in ruling.outcomes if o.step.leg == leg]
    gone = (o.step.declared.upto(o.end) for o in first)
    plan = sorted(sum(leg.length for leg in track.legs) for track in gone)
    assert drawn == pytest.approx([length for length in plan if length > 1e-6], abs=0.01)
    if not any(has_heights(outcome) for outcome in first):
        told = sorted(o.end for o in first if o.end > 1e-6)
        assert drawn == pytest.approx(told, abs=0.01)


def check_labels(picture: Picture) -> None:
    """No label lies over another or is cut off."""
    renderer = picture.figure.canvas.get_renderer()  # type: ignore[attr-defined]
    for panel in panels(picture):
        frame = panel.get_window_extent()
        boxes = {text: text.get_window_extent(renderer) for text in labels(panel)}
        for text, box in boxes.items():
            assert inside(box, frame), f"{text.get_text()!r} is cut off"
        for one, other in combinations(boxes, 2):
            told = f"{one.get_text()!r} lies over {other.get_text()!r}"
            assert not overlap(boxes[one], boxes[other]), told


def check_marks(picture: Picture, worked: Worked) -> None:
    """What refused a movement is crossed out at its place."""
    placed = [
        f
        for f in worked.ruling.deciding
        if f.bites and f.bite is not Bite.HALT and f.place is not None
    ]
    lines = [line for panel in panels(picture) for line in panel.get_lines()]
    if placed:
        assert any(line.get_marker() == "X" for line in lines)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_figure_on_dark_paper_can_be_read_as_well(case: Case) -> None:
    name, worked = next(iter(case.worked.items()))
    dark = figure({name: worked.ruling}, "dark")
    check_labels(dark)
    assert dark.figure.get_facecolor() != figure(worked.ruling).figure.get_facecolor()


def labels(panel: Axes) -> list[Text]:
    return [text for text in panel.texts if text.get_text()]


def inside(box: Bbox, frame: Bbox) -> bool:
    return bool(
        frame.x0 - 1 <= box.x0
        and box.x1 <= frame.x1 + 1
        and frame.y0 - 1 <= box.y0
        and box.y1 <= frame.y1 + 1
    )


def overlap(one: Bbox, other: Bbox) -> bool:
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return bool(wide > 0.5 and high > 0.5)


@each_ruling
def test_the_words_for_a_figure_begin_with_verdict_and_distance(worked: Worked) -> None:
    ruling = worked.ruling
    told = alt_text(ruling)
    assert told.startswith(f"{ruling.verdict.upper()}: ")
    first = told.partition(": ")[2].partition(";")[0]
    assert any(f" {does} " in first for does in ("moves", "stays", "turns", "is lifted to"))
    assert repr(figure(ruling)) == told


def test_a_near_thing_has_a_closer_look_and_others_do_not() -> None:
    rulings = movement.case("bushido/charge-second-zone").rulings
    near, far = (
        panels(figure(rulings[name])) for name in ("spearman-a-hair-further", "spearman-looks-away")
    )
    assert (len(near), len(far)) == (2, 1)
    assert scale(near[1]) > 5 * scale(near[0])


def test_two_moves_have_a_panel_each_and_heights_one_from_the_side() -> None:
    rulings = movement.case("infinity/vault").rulings
    assert len(panels(figure(rulings["allowed"]))) == 2
    assert len(panels(figure(rulings["two-moves-over-the-wall"]))) == 3
    flat = movement.case("bushido/charge-second-zone").rulings["stops-short"]
    assert len(panels(figure(flat))) == 1


def discs(ruling: Ruling, zorder: float) -> list[Disc]:
    """The circles of one layer that a ruling's first panel from above has."""
    panel = Panel(LIGHT, frame_of(ruling, 0))
    draw(panel, ruling, 0)
    return [
        mark.shape for mark in panel.marks if isinstance(mark.shape, Disc) and mark.zorder == zorder
    ]


def test_the_base_is_shown_on_its_way_where_it_turns_back_or_comes_closest() -> None:
    there = movement.case("infinity/peek").rulings["out-and-home"]
    (bend,) = (leg.origin for leg in there.outcomes[0].step.declared.legs if leg.start)
    assert [disc.centre for disc in discs(there, 4.2)] == [bend, bend]  # and it is seen from there
    past = CHARGE.rulings["friend-brushed"]
    (disc,) = discs(past, 4.2)
    monk = past.table.models["monk"]
    assert abs(disc.centre - monk.at) == pytest.approx(disc.radius + monk.radius)
    assert discs(CHARGE.rulings["runs-out"], 4.2) == []


def test_who_may_not_mount_is_drawn_on_the_base_it_stands_on() -> None:
    mounting = movement.case("infinity/mounting").rulings
    stays, rides = mounting["rides-too-far"], mounting["two-moves"]
    foot = stays.table.models["rider"].radius
    assert [disc.radius for disc in discs(stays, 5.0)] == [foot]
    assert [disc.radius > foot for disc in discs(rides, 5.0)] == [True]
    assert [disc.radius for disc in discs(rides, 4.0)] == [foot]


def test_from_above_a_limit_reaches_less_far_for_what_is_higher_up() -> None:
    ledges = movement.case("voidsiege/no-longer-engaged").rulings
    reach = {}
    for name in ("higher-up", "just-over-one-inch"):
        brute = ledges[name].table.models["brute"]
        drawn = [*discs(ledges[name], 2.5), *discs(ledges[name], 3.0)]
        around = (disc.radius for disc in drawn if disc.centre == brute.at)
        reach[name] = max(around) - brute.radius
    higher = 1.8 - ledges["higher-up"].table.models["ash"].height
    assert reach["just-over-one-inch"] == pytest.approx(2)
    assert reach["higher-up"] == pytest.approx((4 - higher**2) ** 0.5)


def test_a_way_back_over_itself_is_drawn_back_over_itself_from_the_side() -> None:
    ruling = movement.case("infinity/catwalk").rulings["peeks-along-it-and-back"]
    (outcome,) = ruling.outcomes
    xs = [point.real for _, point in outcome.step.declared.stations()]
    x0, _, x1, _ = side.frame_of(outcome)
    margin = 2 * (outcome.step.mover.radius + 0.8)
    assert x1 - x0 == pytest.approx(max(5.0, max(xs) - min(xs) + margin))


def test_a_side_has_the_colour_that_it_is_called_by() -> None:
    red, blue, green, _ = LIGHT.sides
    assert LIGHT.side("blue", ["blue", "red"]) == LIGHT.side("blue", ["blue"]) == blue
    assert LIGHT.side("red", ["blue", "red"]) == LIGHT.side("ours", ["ours", "blue"]) == red
    assert LIGHT.side("ours", ["blue", "red", "ours"]) == green


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_a_figure_is_the_same_bytes_each_time_and_in_another_process(
    kind: str, tmp_path: File
) -> None:
    ruling = movement.case("infinity/vault").rulings["too-tall"]
    once, again = figure(ruling).rendered(kind), figure(ruling).rendered(kind)
    assert once == again
    script = (
        "import movement, pathlib, sys; "
        "movement.figure(movement.case('infinity/vault').rulings['too-tall'])"
        ".save(pathlib.Path(sys.argv[1]))"
    )
    file = tmp_path / f"figure.{kind}"
    subprocess.run([sys.executable, "-c", script, str(file)], check=True)
    assert file.read_bytes() == once


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_flip_pair_is_one_change_that_flips_at_one_scale(case: Case) -> None:
    for flip in flips(case):
        assert flip.words
        one, other = flip.one.ruling, flip.other.ruling
        differs = one.verdict != other.verdict or one.breaks.keys() != other.breaks.keys()
        assert differs or one.halts != other.halts or one.set_aside != other.set_aside
        first, second = (panels(picture)[0] for picture in flip.pictures())
        assert first.get_xlim() == second.get_xlim()
        assert first.get_ylim() == second.get_ylim()
        (left, right), (low, high) = first.get_xlim(), first.get_ylim()
        for outcome in (*one.outcomes, *other.outcomes):
            assert left < outcome.at.real < right
            assert low < outcome.at.imag < high


def test_a_flip_pair_names_the_one_difference() -> None:
    words = {flip.other.id.rpartition("/")[2]: flip.words for flip in flips(CHARGE)}
    assert words["spearman-a-hair-further"] == "spearman 0.19 in away"
    assert words["spearmans-zone-first"] == "spearman 0.2 in away"
