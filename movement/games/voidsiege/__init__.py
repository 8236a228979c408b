"""VoidSiege: units under a command, each model on a route of its own, and what follows from it.

`commands` says what may be commanded, and the ways that the models then go; `moving` has the rules
of one model's movement, `units` those of a whole unit and what its movement comes to, each under
its clause of `voidsiege.toml`.
"""

from movement.games.voidsiege import moving as moving
from movement.games.voidsiege import units as units
from movement.games.voidsiege.commands import game as game
