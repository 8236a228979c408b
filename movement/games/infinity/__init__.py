"""Infinity: troopers on their Orders, over walls and stairs, through friends, up to enemies.

`orders` says what may be declared and lays the way; `moving`, `ground`, `others`, `mounting` and
`sight` have the rules, each under its clause of `infinity.toml`.
"""

from movement.games.infinity import ground as ground
from movement.games.infinity import mounting as mounting
from movement.games.infinity import moving as moving
from movement.games.infinity import others as others
from movement.games.infinity import sight as sight
from movement.games.infinity.orders import game as game
