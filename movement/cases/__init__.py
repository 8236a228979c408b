"""Worked cases: read from their files, checked against the engine, varied."""
