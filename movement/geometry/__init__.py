"""A round base along a route on a table: the geometry that decides. Standard library only."""
