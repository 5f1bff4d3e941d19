"""The Chinese catalogue: it holds every string there is, each of them translated, and is compiled."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template import engines
from django.template.base import Node, Template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUE = ROOT / "hindsight_site" / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
PYTHON = [
    *(ROOT / "memories" / "console").rglob("*.py"),
    *(ROOT / "memories" / "admin").rglob("*.py"),
    *(ROOT / "memories" / "entry").rglob("*.py"),
    ROOT / "hindsight_site" / "settings.py",
]
_CALLS = {"_", "gettext", "gettext_lazy"}
_PLACE = re.compile(r"%\(\w+\)s")
Entry = tuple[str, str]
"""(context, text) of a string; the plural has the same translation."""


def read_catalogue() -> dict[Entry, list[str]]:
    """Every entry with its translations. No fuzzy and no obsolete ones may be left."""
    found: dict[Entry, list[str]] = {}
    for block in CATALOGUE.read_text(encoding="utf-8").split("\n\n"):
        assert "#, fuzzy" not in block and "#~" not in block, block
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            match = re.match(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")$', line)
            if match:
                name = match[1]
                fields[name] = ast.literal_eval(match[2])
            elif line.startswith('"'):
                fields[name] += ast.literal_eval(line)
        if "msgid" in fields:
            key = (fields.get("msgctxt", ""), fields["msgid"])
            assert key not in found, key
            found[key] = [value for name, value in fields.items() if name.startswith("msgstr")]
    return found


def strings_of_templates() -> Iterator[Entry]:
    for path in (ROOT / "templates").rglob("*.html"):
        template = engines["django"].from_string(path.read_text(encoding="utf-8")).template
        yield from _strings_of(template)


def _strings_of(template: Template) -> Iterator[Entry]:
    for node in template.nodelist.get_nodes_by_type(Node):
        if isinstance(node, TranslateNode):
            expression = node.filter_expression
            context = node.message_context
            yield (str(context.var) if context else "", expression.token.strip("\"'"))
        elif isinstance(node, BlockTranslateNode):
            context = str(node.message_context.var) if node.message_context else ""
            yield (context, node.render_token_list(node.singular)[0])


def strings_of_python() -> Iterator[Entry]:
    for path in PYTHON:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _CALLS:
                yield ("", ast.literal_eval(call.args[0]))


@pytest.fixture(scope="module")
def catalogue() -> dict[Entry, list[str]]:
    return read_catalogue()


def test_every_string_on_a_page_is_translated(catalogue):
    missing = {entry for entry in strings_of_templates() if not all(catalogue.get(entry, [""]))}
    assert missing == set()


def test_every_string_said_by_python_is_translated(catalogue):
    assert {entry for entry in strings_of_python() if not all(catalogue.get(entry, [""]))} == set()


def test_nothing_is_left_of_strings_that_are_gone(catalogue):
    used = {*strings_of_templates(), *strings_of_python(), ("", "")}
    assert set(catalogue) - used == set()


def test_a_translation_keeps_what_is_filled_in(catalogue):
    for (_context, text), translations in catalogue.items():
        for translation in translations:
            assert set(_PLACE.findall(translation)) <= set(_PLACE.findall(text)), text
            lost = set(_PLACE.findall(text)) - set(_PLACE.findall(translation))
            assert not lost or len(translations) > 1, text


def test_what_is_compiled_is_what_is_written(catalogue):
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog
    readable = {}
    for key, value in compiled.items():
        text = key[0] if isinstance(key, tuple) else key
        context, mark, rest = text.partition("\x04")
        readable[(context, rest) if mark else ("", text)] = value
    written = {key: values[0] for key, values in catalogue.items() if key[1]}
    assert {key: value for key, value in readable.items() if key[1]} == written
