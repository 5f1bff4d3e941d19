"""The documentation says what is there: links, paths, commands, settings, routes and words are the code's."""

import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands, load_command_class
from drf_spectacular.generators import SchemaGenerator

from audit.events import EVENTS
from hindsight_site.config import BASE_DIR, Config
from hindsight_site.environment import known_variables
from memories.domain import vocabulary
from memories.domain.scoring import SOURCE_WEIGHT, ScoreWeights
from memories.domain.vocabulary import ROLE_VERBS, ErasureScope
from memories.services.erasure_targets import TARGETS

PAGES = sorted([*BASE_DIR.glob("*.md"), *(BASE_DIR / "docs").rglob("*.md")])
GUIDES = [page for page in PAGES if page.name not in {"benchmarks.md"}]
READMES = [BASE_DIR / "README.md", BASE_DIR / "README.zh-CN.md"]

_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_IMAGE_TAG = re.compile(r"<img[^>]+src=\"([^\"]+)\"")
_CODE = re.compile(r"`([^`\n]+)`")
_OUR_PATH = re.compile(r"(?:memories|audit|hindsight_site|templates|tests|docs)/[\w./-]+")
_NAME_IN_FILE = re.compile(r"`([A-Za-z_]\w*)` (?:in|of) `([\w./-]+\.py)`")
_COMMAND = re.compile(r"manage\.py ([a-z_]+)([^`\n|#]*)")
_TARGET = re.compile(r"(?:^|[`\s])make ([a-z][a-z-]*)(?=[`\s]|$)")
_ROUTE = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE) (?:\S*?/api/v1)?(/[a-z][\w/{}.-]*)")
_OPTION = re.compile(r"--[a-z][a-z-]+")
_EVENT = re.compile(r"`([a-z]+\.[a-z_]+)`")


def named(page: Path) -> str:
    """A readable id for a parametrised page."""
    return str(page.relative_to(BASE_DIR))


each_page = pytest.mark.parametrize("page", PAGES, ids=named)
each_guide = pytest.mark.parametrize("page", GUIDES, ids=named)


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def code(page: Path) -> Iterator[str]:
    """Everything the page sets as code: inline, and lines of fenced blocks."""
    text = page.read_text(encoding="utf-8")
    yield from _CODE.findall(_FENCE.sub("", text))
    for block in _FENCE.findall(text):
        yield from block.replace("\\\n", " ").splitlines()[1:-1]


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    bare = (re.sub(r"[^\w\s-]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in bare}


def table_rows(text: str) -> list[list[str]]:
    """Cells of every row of the tables in ``text`` whose first cell is code."""
    rows = (line.strip().strip("|") for line in text.splitlines() if line.startswith("| `"))
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)] for row in rows]


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    text = prose(page)
    for target in [*_LINK.findall(text), *_IMAGE_TAG.findall(text)]:
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        name, _, anchor = target.partition("#")
        found = (page.parent / name).resolve() if name else page
        assert found.exists(), f"{target} leads nowhere"
        assert not anchor or anchor in anchors(found), f"{target}: no such heading"


@each_guide
def test_every_path_of_ours_exists(page: Path) -> None:
    for text in _CODE.findall(prose(page)):
        if _OUR_PATH.fullmatch(text):
            assert (BASE_DIR / text).exists(), f"{text} does not exist"


@each_guide
def test_every_name_stands_in_the_file_it_is_said_to(page: Path) -> None:
    for name, path in _NAME_IN_FILE.findall(prose(page)):
        assert re.search(rf"\b{name}\b", (BASE_DIR / path).read_text(encoding="utf-8")), (
            f"no {name} in {path}"
        )


@each_guide
def test_every_command_takes_what_is_given_to_it(page: Path) -> None:
    known = get_commands()
    for text in code(page):
        for name, rest in _COMMAND.findall(text):
            assert name in known, f"manage.py {name} does not exist"
            options = {*options_of(known[name], name), "--state"}
            assert set(_OPTION.findall(rest)) <= options, f"manage.py {name}{rest}"


def options_of(app: Any, name: str) -> set[str]:
    """The long options of a command."""
    command = load_command_class(app, name) if isinstance(app, str) else app
    parser = command.create_parser("manage.py", name)
    return {option for action in parser._actions for option in action.option_strings}


@each_guide
def test_every_make_target_exists(page: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (BASE_DIR / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for text in code(page):
        for target in _TARGET.findall(text):
            assert target in targets, f"make {target} does not exist"


@pytest.fixture(scope="module")
def routes() -> set[tuple[str, str]]:
    """(method, path with its parameters as {}) of the OpenAPI document."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return {(method.upper(), plain(path)) for path, methods in schema["paths"].items() for method in methods}


def plain(path: str) -> str:
    """A path without the base, its closing slash and the names of its parameters."""
    return re.sub(r"\{[^}]*\}|<[^>]*>", "{}", path.removeprefix("/api/v1")).rstrip("/")


@each_guide
def test_every_route_is_in_the_openapi_document(page: Path, routes: set[tuple[str, str]]) -> None:
    for text in code(page):
        for method, path in _ROUTE.findall(text):
            assert (method, plain(path)) in routes, f"{method} {path} does not exist"


@pytest.mark.parametrize("page", READMES, ids=named)
def test_the_settings_table_is_that_of_the_code(page: Path) -> None:
    section = re.search(
        r"<!-- settings -->(.*?)<!-- /settings -->", page.read_text(encoding="utf-8"), re.DOTALL
    )
    assert section, "the table stands between <!-- settings --> and <!-- /settings -->"
    shown = {cells[0].strip("`"): cells[1].strip("`") for cells in table_rows(section[1])}
    assert shown == dict(zip(known_variables(), map(default_of, Config.model_fields), strict=True))


def default_of(name: str) -> str:
    """A setting's default as the tables show it."""
    value = Config.model_fields[name].default
    if name == "state":
        return str(value.relative_to(BASE_DIR))
    if isinstance(value, tuple):
        value = ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str("–" if value in (None, "") else value)


def enums() -> dict[str, type[StrEnum]]:
    """The enums of the vocabulary by name."""
    kinds = (kind for kind in vars(vocabulary).values() if isinstance(kind, type))
    return {kind.__name__: kind for kind in kinds if issubclass(kind, StrEnum) and kind is not StrEnum}


def vocabulary_tables() -> dict[str, list[list[str]]]:
    """Rows of the vocabulary page's value tables, by heading."""
    text = (BASE_DIR / "docs" / "vocabulary.md").read_text(encoding="utf-8")
    parts = re.split(r"^### (\w+)$", text, flags=re.MULTILINE)[1:]
    return {name: table_rows(body) for name, body in zip(parts[::2], parts[1::2], strict=True)}


def test_the_vocabulary_lists_every_value_of_every_enum() -> None:
    shown = {name: {cells[0].strip("`") for cells in rows} for name, rows in vocabulary_tables().items()}
    assert shown == {name: {member.value for member in kind} for name, kind in enums().items()}


def test_the_vocabulary_gives_roles_and_sources_what_the_code_gives_them() -> None:
    tables = vocabulary_tables()
    verbs = {cells[0].strip("`"): set(cells[1].split()) for cells in tables["StaffRole"]}
    assert verbs == {role.value: {verb.value for verb in given} for role, given in ROLE_VERBS.items()}
    weights = {cells[0].strip("`"): float(cells[1]) for cells in tables["Source"]}
    assert weights == {source.value: weight for source, weight in SOURCE_WEIGHT.items()}


def test_the_rest_guide_names_every_part_of_a_score() -> None:
    text = prose(BASE_DIR / "docs" / "api.md")
    assert all(f"`{part}`" in text for part in ScoreWeights(vector=1.0).as_dict())


def test_the_erasure_page_lists_every_store_with_its_scopes() -> None:
    text = prose(BASE_DIR / "docs" / "erasure.md")
    columns = (ErasureScope.MEMORY, ErasureScope.CONVERSATION, ErasureScope.OWNER)
    shown = {cells[0].strip("`"): [cell != "–" for cell in cells[2:]] for cells in table_rows(text)}
    assert shown == {target.name: [scope in target.scopes for scope in columns] for target in TARGETS}


@each_guide
def test_every_event_that_is_named_is_registered(page: Path) -> None:
    nouns = {name.partition(".")[0] for name in EVENTS}
    for name in _EVENT.findall(prose(page)):
        if name.partition(".")[0] in nouns and not name.endswith((".py", ".md")):
            assert name in EVENTS, f"{name} is not an event"
