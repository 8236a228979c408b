"""Three small cases that are right, for tests to spoil or to change."""

from __future__ import annotations

CHARGE = """\
title: A charge comes to contact
game: bushido
tags: [charge]
story: The samurai wants the archer.
table:
  size: [24, 24]
  models:
    samurai: {side: red, at: [4, 12], base: 30 mm, facing: 0, move: 4}
    archer: {side: blue, at: [12, 12], base: 30 mm, facing: 180}
action: {by: samurai, charge: archer}
rulings:
  comes-to-contact:
    expect: {verdict: legal, distance: 6.82, breaks: {}}
    because: Nothing is in the way.
"""

UNIT = """\
title: Two drones go forward
game: voidsiege
tags: [unit]
story: A hunter is far away.
table:
  size: [48, 48]
  models:
    ash: {side: red, at: [4, 12], base: 25 mm, move: 5}
    birch: {side: red, at: [4, 13.5], base: 25 mm, move: 5}
    hunter: {side: blue, at: [30, 12], base: 25 mm, move: 5}
  units:
    drones: {models: [ash, birch]}
action:
  unit: drones
  command: move
  routes:
    ash: [[9, 12]]
    birch: [[9, 13.5]]
rulings:
  both-arrive:
    expect: {verdict: legal, distance: {ash: 5, birch: 5}, breaks: {}}
    because: Nothing is in the way.
"""

ORDER = """\
title: A trooper walks and shoots
game: infinity
tags: [order]
story: The trooper wants a better place.
table:
  size: [24, 24]
  models:
    trooper: {side: red, at: [4, 12], silhouette: S2, mov: 4-4}
    enemy: {side: blue, at: [20, 12], silhouette: S2}
action:
  by: trooper
  order: [{move: [[8, 12]]}, {attack: enemy}]
  events: [{leg: 0, at: 2, gains: immobilized}]
rulings:
  gets-there:
    expect: {verdict: legal, distance: 4, breaks: {}}
    because: Nothing is in the way.
"""


def edited(text: str, old: str, new: str) -> str:
    """The text with the one place that reads `old` reading `new`."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)


def overriding(overrides: str, text: str = CHARGE) -> str:
    """The case with overrides, in flow style or one a line, in its one ruling.

    The first override stands on the line after `with:`, which is line 15 of `CHARGE`.
    """
    return f"{text}    with:\n" + "".join(f"      {line}\n" for line in overrides.splitlines())
