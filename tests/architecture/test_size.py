"""The size budget: small functions, small files (docs/architecture.md says why)."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

import pytest

from hindsight_site.config import BASE_DIR

PACKAGES = ("audit", "hindsight_site", "memories")
LONGEST_FUNCTION = 60
LONGEST_FILE = 300
LONGEST_DOMAIN_FILE = 200
LONGEST_TEST_FILE = 400


def sources(*folders: str) -> list[Path]:
    """Python files of these folders; generated migrations are not ours to shorten."""
    return sorted(
        path
        for folder in folders
        for path in (BASE_DIR / folder).rglob("*.py")
        if path.name != "0001_initial.py"
    )


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function of a file with its length in lines, docstring and decorators apart."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            end = node.end_lineno or node.lineno
            yield f"{path.relative_to(BASE_DIR)}:{node.name}", end - node.lineno + 1 - _docstring(node)


def _docstring(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    if ast.get_docstring(node) is None or len(node.body) == 1:
        return 0
    return (first.end_lineno or first.lineno) - first.lineno + 1


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_stay_small(package):
    lengths = [length for path in sources(package) for _, length in functions(path)]

    assert median(lengths) <= 10
    assert quantiles(lengths, n=10)[-1] <= 30


def test_no_function_is_long():
    lengths = dict(one for path in sources(*PACKAGES) for one in functions(path))
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


@pytest.mark.parametrize(
    ("folders", "limit"),
    [(PACKAGES, LONGEST_FILE), (("memories/domain",), LONGEST_DOMAIN_FILE), (("tests",), LONGEST_TEST_FILE)],
    ids=["packages", "domain", "tests"],
)
def test_files_stay_short(folders, limit):
    lengths = {
        str(path.relative_to(BASE_DIR)): len(path.read_text().splitlines()) for path in sources(*folders)
    }
    assert {name: length for name, length in lengths.items() if length > limit} == {}
