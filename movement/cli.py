"""The command line. Results go to standard output, all else to standard error.

Malformed input is one line and exit code 2; a failed check is exit code 1.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path as File
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import Progress, TaskID, track
from rich.table import Table as Grid

from movement import __version__
from movement.cases import corpus
from movement.cases.case import Case
from movement.cases.check import check as check_case
from movement.cases.compare import by_edition, by_reading
from movement.cases.scaffold import scaffold
from movement.cases.shown import missing, showing
from movement.cases.source import BadFile
from movement.games import rulebooks
from movement.plain import Malformed, shown
from movement.ruling.findings import Settings
from movement.ruling.rulebook import Clause
from movement.ruling.ruling import Ruling, judge

app = typer.Typer(
    help="Rulings on the movement of miniatures on a tabletop, and why.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
out: Final = Console(highlight=False, soft_wrap=True, emoji=False)
err: Final = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)

FIGURES: Final = (".svg", ".png", ".pdf")
"""The endings a figure's file may have."""

CaseArgument = Annotated[str, typer.Argument(help="A case file, or a case's id: game/slug.")]


def main() -> None:
    """Runs the command line; what cannot be read is told in one line."""
    try:
        app()
    except (BadFile, Malformed) as wrong:
        _refuse(str(wrong))
    except LookupError as wrong:
        if isinstance(wrong, KeyError | IndexError):  # a fault of ours
            raise
        _refuse(str(wrong.args[0]))
    except OSError as wrong:
        _refuse(f"{shown(wrong.filename)}: cannot be read or written: {wrong.strerror}")


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        out.print(__version__)
        raise typer.Exit


@app.command()
def rule(
    case: CaseArgument,
    ruling: Annotated[str | None, typer.Option(help="Only the ruling of this name.")] = None,
    edition: Annotated[str | None, typer.Option(help="The game's edition to rule by.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option(help="A reading to rule under, NAME=VALUE.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rulings as JSON.")] = False,
    figure: Annotated[
        File | None, typer.Option(help="Also draw a figure: a .svg, .png or .pdf file.")
    ] = None,
) -> None:
    """Rule on a case: verdict, distance, and the clauses that decided."""
    judged = _judged(corpus.case(case), ruling, edition, reading or [])
    if figure is not None:
        _save_figure(judged, figure)
    if as_json:
        print(json.dumps({name: each.to_dict() for name, each in judged.items()}, indent=2))
        return
    for i, (name, each) in enumerate(judged.items()):
        if i:
            out.print()
        out.print(name, style="bold", markup=False)
        out.print(each.explain(), markup=False)


@app.command()
def check(
    path: Annotated[
        list[File] | None, typer.Argument(help="Case files or folders; the corpus if none.")
    ] = None,
) -> None:
    """Check cases against the engine: what differs, on which line, and why."""
    passed = failed = unread = 0
    for file in _files(path or []):
        try:
            checked = check_case(corpus.case(file))
        except BadFile as wrong:
            err.print(str(wrong), markup=False)
            unread += 1
            continue
        for mismatches in checked.values():
            failed += bool(mismatches)
            passed += not mismatches
            for mismatch in mismatches:
                out.print(str(mismatch), markup=False)
    if passed or failed:
        out.print(f"{passed} passed, {failed} failed")
    raise typer.Exit(2 if unread else 1 if failed else 0)


@app.command()
def clauses(
    game: Annotated[str | None, typer.Option(help="Only this game's clauses.")] = None,
    uncovered: Annotated[
        bool, typer.Option("--uncovered", help="Only those not coded, or not shown in full.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False,
) -> None:
    """List the clauses, whether they are coded, and the rulings that show them."""
    books = rulebooks()
    if game is not None and game not in books:
        raise LookupError(f"no game {game!r}; there are {', '.join(books)}")
    cases = [corpus.case(file) for file in corpus.files()]
    rows = []
    for name in [game] if game else list(books):
        of_game = [case for case in cases if case.scene.game.name == name]
        rulings = [ruling for case in of_game for ruling in case.rulings.values()]
        for clause in books[name].clauses.values():
            lacks = missing(clause, rulings)
            if lacks or not uncovered:
                rows.append((clause, lacks, showing(clause.id, of_game)))
    if as_json:
        print(json.dumps([_row(*row) for row in rows], indent=2))
    elif rows:
        out.print(_grid(rows))
    raise typer.Exit(1 if uncovered and rows else 0)


@app.command()
def compare(
    case: Annotated[
        str | None, typer.Argument(help="A case file, or a case's id; the corpus if none.")
    ] = None,
    editions: Annotated[
        str | None, typer.Option(help="Editions of a game, with commas between: n4,c1.")
    ] = None,
    reading: Annotated[
        str | None, typer.Option(help="A reading, each of whose options is tried.")
    ] = None,
) -> None:
    """Show which rulings come out otherwise in another edition, or under another reading."""
    if (editions is None) == (reading is None):
        raise LookupError("expected either --editions n4,c1 or --reading NAME")
    cases = [corpus.case(case)] if case else [corpus.case(file) for file in corpus.files()]
    if reading is not None:
        compared = list(by_reading(cases, reading))
    else:
        compared = list(by_edition(cases, [each.strip() for each in str(editions).split(",")]))
    changing = [each for each in compared if each.differs]
    for each in changing:
        out.print(each.id, style="bold", markup=False)
        wide = max(map(len, each.rulings))
        for name, told in each.told.items():
            out.print(f"  {name:{wide}}  {told}", markup=False)
    out.print(f"{len(changing)} of {len(compared)} rulings change")


@app.command()
def new(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME/SLUG", help="The new case's id.")
    ] = None,
    source: Annotated[
        File | None,
        typer.Option("--from", help="A file with a scene, as the board gives it to copy."),
    ] = None,
) -> None:
    """Start a new case: a scene that works, with what the engine rules, for you to change."""
    if name is None and source is None:
        raise LookupError("expected the new case's id, GAME/SLUG, or a file, --from FILE")
    file = scaffold(name, source)
    out.print(f"{file}", markup=False)
    err.print(
        f"Change the scene, confirm what is expected, and say why; then: movement check {file}",
        markup=False,
    )


@app.command()
def notebooks(
    path: Annotated[
        list[File] | None, typer.Argument(help="Case files or folders; the corpus if none.")
    ] = None,
    book: Annotated[File, typer.Option(help="The book's folder.")] = File("book"),
    check: Annotated[
        bool, typer.Option("--check", help="Only tell which are out of date; exit 1 if any is.")
    ] = False,
) -> None:
    """Make and run the notebook of each case whose notebook is out of date."""
    try:
        from movement.show.notebooks import executed, file_of, kept, notebook, stale, text
    except ModuleNotFoundError as missing:
        raise _without_the_extra(missing) from None

    found = [(case, stale(case, book)) for case in map(corpus.case, _files(path or []))]
    out_of_date = [(case, wrong) for case, wrong in found if wrong]
    for case, wrong in track(out_of_date, "Notebooks", console=err, disable=check):
        file = file_of(case, book)
        if not check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text(kept(executed(notebook(case)))), "utf-8")
        out.print(f"{file}: {wrong}", markup=False)
    out.print(f"{len(found) - len(out_of_date)} up to date, {len(out_of_date)} out of date")
    raise typer.Exit(1 if check and out_of_date else 0)


@app.command()
def book(
    serve: Annotated[bool, typer.Option("--serve", help="Then serve it and open it.")] = False,
    out_: Annotated[
        File | None, typer.Option("--out", help="Where to put it; book/_build/book if not given.")
    ] = None,
    folder: Annotated[File, typer.Option("--book", help="The book's own folder.")] = File("book"),
) -> None:
    """Build the book of rulings; only what changed is drawn again."""
    try:
        from movement.show.book import NotBuilt, build
        from movement.show.serve import address, server, show
    except ModuleNotFoundError as missing:
        raise _without_the_extra(missing) from None

    if not (folder / "_config.yml").is_file():
        raise LookupError(f"{folder}: expected the book's folder, of a checkout")
    place = out_ or folder / "_build" / "book"
    cases = [corpus.case(file) for file in _files([])]
    shown, tasks = Progress(console=err), dict[str, TaskID]()

    def tell(what: str, done: int, of: int) -> None:
        if what not in tasks:
            shown.start()
            tasks[what] = shown.add_task(what)
        shown.update(tasks[what], completed=done, total=of)

    try:
        drawn = build(cases, folder, place, tell)
    except NotBuilt as wrong:
        err.print(f"{wrong}", markup=False)
        raise typer.Exit(1) from None
    finally:
        if tasks:
            shown.stop()
    err.print(f"{drawn} rulings drawn; the book is in", markup=False)
    out.print(f"{place / 'index.html'}", markup=False)
    if serve:
        with server(place) as running:
            out.print(address(running), markup=False)
            show(address(running))
            with suppress(KeyboardInterrupt):
                running.serve_forever()


def _without_the_extra(missing: ModuleNotFoundError) -> LookupError:
    return LookupError(f"{missing.name} is missing: pip install tabletop-movement[book]")


def _judged(
    case: Case, name: str | None, edition: str | None, readings: list[str]
) -> dict[str, Ruling]:
    if name is not None and name not in case.worked:
        raise LookupError(f"no ruling {name!r} in {case.id}; there are {', '.join(case.worked)}")
    chosen = [name] if name else list(case.worked)
    judged = {}
    for each in chosen:
        scene = case.worked[each].scene
        settings = _settings(scene.settings, edition, readings)
        judged[each] = judge(scene.game, scene.table, scene.action, settings)
    return judged


def _settings(settings: Settings, edition: str | None, readings: list[str]) -> Settings:
    if edition is not None:
        if edition not in settings.rulebook.editions:
            there = ", ".join(settings.rulebook.editions) or "none: the game has but one"
            raise LookupError(f"no edition {edition!r}; there are {there}")
        settings = replace(settings, edition=edition)
    taken = dict(settings.readings)
    for reading in readings:
        name, _, option = reading.partition("=")
        try:
            settings.rulebook.check_reading(name, option)
        except LookupError as unknown:
            raise LookupError(f"--reading {reading}: expected {unknown.args[0]}") from None
        taken[name] = option
    return replace(settings, readings=taken)


def _save_figure(judged: dict[str, Ruling], file: File) -> None:
    from movement.show.figure import figure

    if file.suffix not in FIGURES:
        raise LookupError(f"--figure {file}: expected a file that ends in {', '.join(FIGURES)}")
    only = next(iter(judged.values()))
    try:
        figure(judged if len(judged) > 1 else only).save(file)
    except OSError as wrong:
        raise LookupError(f"--figure {file}: cannot be written: {wrong.strerror}") from None
    err.print(f"{file}", markup=False)


def _files(path: list[File]) -> list[File]:
    found = corpus.files(path)
    if not found:
        raise LookupError(f"no case files in {', '.join(map(str, path)) or corpus.root()}")
    return found


def _row(clause: Clause, lacks: list[str], shown: list[str]) -> dict[str, Any]:
    return {
        "id": clause.id,
        "kind": clause.kind,
        "says": clause.says,
        "section": clause.section,
        "place": clause.place,
        "coded": clause.coded,
        "background": clause.background,
        "rulings": shown,
        "missing": lacks,
    }


def _grid(rows: list[tuple[Clause, list[str], list[str]]]) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("clause", no_wrap=True)
    grid.add_column("kind")
    grid.add_column("decides in", max_width=28)
    grid.add_column("says", min_width=30)
    for clause, lacks, deciding in rows:
        state = f"missing: {'; '.join(lacks)}" if lacks else f"{len(deciding)} rulings"
        grid.add_row(clause.id, clause.kind, state, clause.says)
    return grid


def _refuse(line: str) -> None:
    err.print(line, markup=False)
    sys.exit(2)
