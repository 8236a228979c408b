"""From a game's rules to a ruling: what bites, what follows from it, and how it is told."""
