"""Finds, in the syntax of the services, every public function that opens a scope and writes."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import memories.services

SERVICES = Path(memories.services.__file__).parent
WRITES = frozenset(
    [
        "save",
        "create",
        "update",
        "delete",
        "bulk_create",
        "bulk_update",
        "get_or_create",
        "update_or_create",
        "_raw_delete",
    ]
)
Name = tuple[str, str]


@dataclass
class Function:
    """One function: the names it uses, resolved to their modules, and the methods it calls."""

    used: set[Name] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    first_argument: str = ""


def public_writers() -> set[str]:
    """``module.function`` of every use case that writes, directly or through what it calls."""
    functions = dict(_functions())
    return {
        ".".join(name)
        for name, function in functions.items()
        if not name[1].startswith("_")
        and function.first_argument != "scope"  # a part of somebody else's act
        and _reaches(functions, name)
    }


def _reaches(functions: dict[Name, Function], name: Name) -> bool:
    within = [functions[one] for one in _closure(functions, name, set())]
    writes = any(function.methods & WRITES for function in within)
    opens = any(used[1] == "acting_as" for function in within for used in function.used)
    return writes and opens


def _closure(functions: dict[Name, Function], name: Name, seen: set[Name]) -> set[Name]:
    if name in functions and name not in seen:
        seen.add(name)
        for used in functions[name].used:
            _closure(functions, used, seen)
    return seen


def _functions() -> Iterator[tuple[Name, Function]]:
    for path in sorted(SERVICES.glob("*.py")):
        tree = ast.parse(path.read_text())
        imported = dict(_imports(tree))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                yield (path.stem, node.name), _function(node, path.stem, imported)


def _imports(tree: ast.Module) -> Iterator[tuple[str, Name]]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("memories.services."):
            for alias in node.names:
                yield alias.asname or alias.name, (str(node.module).rpartition(".")[2], alias.name)


def _function(node: ast.FunctionDef, module: str, imported: dict[str, Name]) -> Function:
    found = Function(first_argument=node.args.args[0].arg if node.args.args else "")
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found.used.add(imported.get(part.id, (module, part.id)))
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            found.methods.add(part.func.attr)
    return found
