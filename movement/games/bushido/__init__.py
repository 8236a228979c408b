"""Bushido: charges among zones of control, and the four other ways to get a model about.

`actions` says what may be declared, `zones` what a model sees and controls; `charge` and `moves`
have the rules, each under its clause of `bushido.toml`.
"""

from movement.games.bushido import charge as charge
from movement.games.bushido import moves as moves
from movement.games.bushido.actions import game as game
