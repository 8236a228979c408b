"""The what-if board: a set-up that can be changed by hand, and the ruling on it, at once.

All but the widget is the standard library's, so that it runs unchanged in a browser's Python.
"""
