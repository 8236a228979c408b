"""Bushido's movement as the document has it, each action a plain program over a sampled way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import rays
from meeting import HAIR, MARGIN, Grown, Scene, Way, heading
from sampling import STEP


class Answer(NamedTuple):
    """What becomes of an action, by which clauses, and how far and where the base comes."""

    verdict: str
    why: frozenset[str]
    far: float
    at: complex


class Met(NamedTuple):
    """Something met on the way: the clause, the travelled length, and whether it only halts."""

    clause: str
    s: float
    halts: bool


class Witness(Scene):
    """A scene, judged as often as is asked."""

    def answer(self, grown: Grown) -> Answer:
        """What the document makes of the action."""
        judged: Mapping[str, Callable[[Grown], Answer]] = {
            "charge": self._charge,
            "walk": self._walk,
            "run": self._run,
            "move": self._move,
            "place": self._place,
        }
        return next(judge for kind, judge in judged.items() if kind in self.action)(grown)

    def illegal(self, *why: str) -> Answer:
        return Answer("illegal", frozenset(why), 0.0, self.start)

    def settled(self, way: Way, grown: Grown, met: list[Met], most: str = "") -> Answer:
        """The first halt ends the movement; what bars it before that makes it illegal."""
        met += [Met("bushido.edge.stop", lo, True) for lo, _ in self.passes(way, "edge", grown)]
        halts = [each for each in met if each.halts]
        first = min(halts, key=lambda each: each.s, default=None)
        far = way.length if first is None else first.s
        why = {each.clause for each in met if not each.halts and (each.s < far or not each.s)}
        if most and far > self.allowance() + HAIR + grown.get("distance", 0.0):
            why.add(most)
        if why:
            return self.illegal(*why)
        told = frozenset() if first is None else frozenset({first.clause})
        return Answer("shortened" if first else "legal", told, far, complex(way.at(far)))

    def through(self, way: Way, grown: Grown, but: str = "") -> list[Met]:
        """Bases and impassable terrain in the way."""
        stops = self.reading("partial") == "stops-before" and "move" not in self.action
        return [
            Met("bushido.move.through", lo, stops)
            for name in self.overlaps()
            if name != but
            for lo, _ in self.passes(way, name, grown)
        ]

    def allowance(self) -> float:
        """How far it may go."""
        granted = self.action.get("granted", {}).get("distance")
        if granted is not None:
            return float(granted)
        move = self.mover["move"]
        boost = min(self.action.get("boost", 0), move)
        times = 1.0
        if "charge" in self.action:
            times = 2.0
        if "run" in self.action:
            times = float(self.reading("run-distance"))
        if self.reading("boost-charge") == "before":
            return float((move + boost) * times)
        return float(move * times + boost)

    # Charge

    def _charge(self, grown: Grown) -> Answer:
        goal, line = self.action["charge"], self.line()
        first = self.first_touch(line, grown)
        if first is None:
            return self.illegal("bushido.charge.straight")
        turn = complex(line.at(first))
        target = complex(*self.models[goal]["at"])
        left = abs(target - turn) - (self.models[goal]["base"] + self.mover["base"]) / 2
        contact = [turn + (target - turn) / abs(target - turn) * left] if left > HAIR else []
        way = self.way(*([turn] if first else []), *contact).upto(self.allowance())
        met = self.through(way, grown, f"base {goal}")
        for foe in self.enemies:
            if foe != goal:
                met += self.other_zone(way, foe, grown)
        return self.settled(way, grown, met)

    def line(self) -> Way:
        """A charge's line, far past whatever there is to meet."""
        target = complex(*self.models[self.action["charge"]]["at"])
        aim = complex(*self.action["heading"]) if "heading" in self.action else target
        toward = (aim - self.start) / abs(aim - self.start)
        return self.way(self.start + toward * (abs(target - self.start) + 5))

    def first_touch(self, line: Way, grown: Grown) -> float | None:
        """Where the line first touches the target's zone or base."""
        goal = self.action["charge"]
        found = [self.touches(line, f"{what} {goal}", grown) for what in ("zone", "base")]
        return min((touched[0][0] for touched in found if touched), default=None)

    def other_zone(self, way: Way, foe: str, grown: Grown) -> Iterator[Met]:
        """Each time it comes to touch another enemy's zone, and where it begins in it."""
        mine = self.touches(way, f"zone {self.action['charge']}", grown)
        since = mine[0][0] if mine else np.inf
        for s, _ in self.touches(way, f"zone {foe}", grown):
            counts = self.reading("zones-together") == "stop" and s > 0
            late = s > since + HAIR or (abs(s - since) <= HAIR and not counts)
            if not late and not self.in_own_zone(way, s, grown):
                clause = "stop-before" if s else "other-zones"
                yield Met(f"bushido.charge.{clause}", s, bool(s))

    def in_own_zone(self, way: Way, s: float, grown: Grown) -> bool:
        """Whether the target stands in the charger's own zone."""
        goal, here = self.action["charge"], 0.0 if self.reading("own-zone") == "at-start" else s
        zone = self.zone(self.action["by"], goal, complex(way.at(here)))
        target = self.models[goal]
        apart = zone(np.array([complex(*target["at"])]))[0] - target["base"] / 2
        return bool(apart <= HAIR + grown.get("own zone", 0.0))

    # Walk, Run, Move

    def _walk(self, grown: Grown) -> Answer:
        way = self.way(*(complex(*point) for point in self.action["walk"]))
        met = [*self.into(way, grown, "bushido.walk.refused"), *self.through(way, grown)]
        for foe in self.enemies:
            touched = self.touches(way, f"base {foe}", grown)
            if touched and touched[0][0] == 0 and touched[0][1] < way.length:
                stops = self.reading("partial") == "stops-before"
                met.append(Met("bushido.walk.refused", touched[0][1], stops))
        return self.settled(way, grown, met, "bushido.walk.distance")

    def _run(self, grown: Grown) -> Answer:
        point = complex(*self.action["run"])
        if not self.sees(point, grown.get("sight", 0.0)):
            return self.illegal("bushido.run.point")
        way = self.way(point).upto(self.allowance())
        met = [*self.into(way, grown, "bushido.run.refused"), *self.through(way, grown)]
        return self.settled(way, grown, met)

    def _move(self, grown: Grown) -> Answer:
        way = self.way(*(complex(*point) for point in self.action["move"]))
        met = [*self.through(way, grown), *self.sideways(way, grown, "bushido.kind.action")]
        return self.settled(way, grown, met, "bushido.speed.stat")

    def into(self, way: Way, grown: Grown, clause: str) -> Iterator[Met]:
        """Enemies' zones and bases that are come to from outside."""
        stops = self.reading("partial") == "stops-before"
        for foe in self.enemies:
            for what in ("zone", "base"):
                for lo, _ in self.touches(way, f"{what} {foe}", grown):
                    if lo > 0:
                        yield Met(clause, lo, stops)
        yield from (each._replace(halts=stops) for each in self.sideways(way, grown, clause))

    def sideways(self, way: Way, grown: Grown, clause: str) -> Iterator[Met]:
        """Off the line of centres in a zone that it begins in, under the reading."""
        if self.reading("in-zone") == "free":
            return
        for foe in self.enemies:
            touched = self.touches(way, f"zone {foe}", grown)
            if touched and touched[0][0] == 0:
                toward = complex(*self.models[foe]["at"]) - self.start
                count = max(2, int(touched[0][1] / STEP))
                s = np.linspace(0.0, touched[0][1], count)
                off = np.abs(((way.at(s) - self.start) / (toward / abs(toward))).imag)
                beside = s[off > HAIR + max(0.0, grown.get("line", 0.0))]
                if beside.size:
                    yield Met(clause, float(beside[0]), False)

    def sees(self, point: complex, by: float) -> bool:
        """Whether the mover, looking where it looked, sees a point; `by` aims past it."""
        away = point - self.start
        looks = (away / heading(self.mover["facing"])).real
        if not self.mover.get("aware") and looks < -HAIR - by:
            return False
        blockers = self.blockers(self.action["by"], None)
        blockers = [piece for piece in blockers if not rays.stands_in(self.start, piece)]
        aim = away / abs(away) * np.exp(1j * by / abs(away))
        hit = rays.first_hits(self.start, np.array([aim]), blockers)[0]
        return bool(abs(away) <= hit + HAIR + by)

    # Place

    def _place(self, grown: Grown) -> Answer:
        point = complex(*self.action["place"])
        there, why = Way([point, point]), set()
        if self.passes(there, "edge", grown):
            why.add("bushido.edge.place")
        for name in self.overlaps():
            foe = name.removeprefix("base ") in self.enemies
            if self.touches(there, name, grown) if foe else self.passes(there, name, grown):
                why.add("bushido.place.where")
        granted = self.action["granted"]
        if "of" in granted:
            of = self.models[granted["of"]]
            apart = abs(point - complex(*of["at"])) - (of["base"] + self.mover["base"]) / 2
            if max(0.0, apart) > granted["within"] + HAIR + grown.get("distance", 0.0):
                why.add("bushido.place.effect")
        if granted.get("clear_of_zones") and any(
            self.touches(there, f"zone {foe}", grown) for foe in self.enemies
        ):
            why.add("bushido.place.effect")
        return self.illegal(*why) if why else Answer("legal", frozenset(), 0.0, point)

    # What hangs by a hair

    def hairs(self) -> Iterator[Grown]:
        """Everything grown, everything shrunk, and each thing one way with all others the other.

        Two zones that a charge touches in one instant are grown together.
        """
        names = ["edge", "distance", "own zone", "sight", "line", *self.overlaps()]
        zones = {f"zone {foe}": f"zone {foe}" for foe in self.enemies}
        if "charge" in self.action:
            zones |= {zone: self.tied_to(zone) for zone in zones}
        names += sorted(set(zones.values()))
        for sign in (-1, 1):
            every = dict.fromkeys(names, sign * MARGIN)
            for but in ("", *names):
                grown = every | ({but: -sign * MARGIN} if but else {})
                yield grown | {zone: grown[tied] for zone, tied in zones.items()}

    def tied_to(self, zone: str) -> str:
        """The target's zone, where the line touches both in one instant."""
        line, mine = self.line(), f"zone {self.action['charge']}"
        first, other = self.touches(line, mine, {}), self.touches(line, zone, {})
        tied = first and other and abs(first[0][0] - other[0][0]) <= HAIR
        return mine if tied else zone
