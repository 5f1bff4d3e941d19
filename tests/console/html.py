"""A page as a list of elements, read with the standard library's parser."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.http import HttpResponse

_VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclass
class Element:
    """One start tag with its attributes and all text inside it."""

    tag: str
    attributes: dict[str, str]
    inside: tuple[str, ...] = ()
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


class Page(HTMLParser):
    """An answer, read."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer
        self.source: str = answer.content.decode()
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        around = tuple(element.attributes["id"] for element in self._open if "id" in element.attributes)
        element = Element(tag, {name: value or "" for name, value in attrs}, around)
        self.elements.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            if self._open.pop().tag == tag:
                return

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.texts.append(data)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Elements by tag and attributes; ``class_`` matches one class of several."""
        return [found for found in self.elements if found.tag == tag and _fits(found, attributes)]

    def one(self, tag: str, **attributes: str) -> Element:
        found = self.all(tag, **attributes)
        assert len(found) == 1, (tag, attributes, len(found))
        return found[0]

    @property
    def text(self) -> str:
        return self.all("body")[0].text

    @property
    def title(self) -> str:
        return self.all("h1")[0].text

    @property
    def messages(self) -> list[str]:
        return [found.text for found in self.all("div", class_="msg") if "messages" in found.inside]

    def value_of(self, name: str) -> str:
        """The value that a form would send for a field."""
        return [found for found in self.all("input") if found.attributes.get("name") == name][0].attributes[
            "value"
        ]


def _fits(element: Element, wanted: dict[str, str]) -> bool:
    for name, value in wanted.items():
        have = element.attributes.get(name.rstrip("_").replace("_", "-"), "")
        if (value not in have.split()) if name == "class_" else (have != value):
            return False
    return True
