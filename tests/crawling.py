"""A visitor who follows every link and finds every form, and learns which fields the server reads.

Nothing is told: routes come from the application, links and forms from its pages, and names of parameters
from what the code asks a query, a form or a document for while it answers.
"""

import functools
import json
import re
import types
from collections import Counter, defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from starlette.datastructures import FormData, ImmutableMultiDict, QueryParams
from starlette.routing import Match, Route
from starlette.testclient import TestClient

from karat.web import rendering

# Links of one kind that are followed.
MOST = 4
LINKS = ("href", "hx-get", "data-url")


class Form(NamedTuple):
    """A form that is sent by POST, with what its fields have; ``files`` are fields for files."""

    action: str
    fields: dict[str, str]
    files: tuple[str, ...]


class Seen(HTMLParser):
    """Links and forms of a page, and every element with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.scripts = ""
        self._form: Form | None = None
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        self._inside = tag
        if tag == "form":
            self._form = Form(found.get("action", ""), {}, ())
            self._posts = found.get("method", "").lower() == "post"
            self._chosen: list[tuple[str, str]] = []
        elif tag in ("input", "select", "textarea", "button") and self._form and found.get("name"):
            self._field(found)
            self._chosen.append((found["name"], found.get("value", "")))
        self.links += [found[name] for name in LINKS if found.get(name, "").startswith("/")]

    def _field(self, found: dict[str, str]) -> None:
        assert self._form is not None
        if found.get("type") == "file":
            self._form = self._form._replace(files=(*self._form.files, found["name"]))
        else:
            self._form.fields.setdefault(found["name"], found.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""
        if tag == "form" and self._form:
            if self._posts:
                self.forms.append(self._form)
            elif self._form.action:
                self.links.append(f"{self._form.action}?{urlencode(self._chosen)}")
            self._form = None

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.scripts += data


class Asked(dict[str, Any]):
    """An object of JSON that tells which of its names were asked for."""

    watch: "Watch"

    def __getitem__(self, name: str) -> Any:
        self.watch.note("json", name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.watch.note("json", name)
        return super().get(name, default)


class Watch:
    """The names that each route has asked for: of a query, a form, or a document."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.route = ""
        for method in ("__getitem__", "getlist", "__contains__", "get"):
            monkeypatch.setattr(ImmutableMultiDict, method, self._told(method), raising=False)
        Asked.watch = self
        loads = functools.partial(json.loads, object_hook=Asked)
        told = types.SimpleNamespace(dumps=json.dumps, loads=loads)
        monkeypatch.setattr(rendering, "json", told)

    def note(self, kind: str, name: Any) -> None:
        """Keep a name."""
        if isinstance(name, str) and name != "csrf":
            self.names[self.route, kind].add(name)

    def _told(self, method: str) -> Any:
        before = getattr(ImmutableMultiDict, method)

        def asked(found: Any, name: Any, *more: Any) -> Any:
            if isinstance(found, QueryParams | FormData):
                self.note("form" if isinstance(found, FormData) else "query", name)
            return before(found, name, *more)

        return asked


class Crawl:
    """What a visitor finds: for each route an example of its address, and the forms that lead to it."""

    def __init__(self, browser: TestClient, watch: Watch, routes: list[Route]) -> None:
        self.browser, self.watch, self.routes = browser, watch, routes
        self.values: dict[str, str] = {}
        self.examples: dict[str, str] = {}
        self.queries: dict[str, dict[str, str]] = defaultdict(dict)
        self.forms: dict[str, Form] = {}
        self._visited: Counter[tuple[str, frozenset[str]]] = Counter()

    def walk(self, *starts: str) -> None:
        """Follow some links of every kind: a kind is a route with the names of its query."""
        waiting, known = list(starts), set()
        while waiting:
            link = waiting.pop(0)
            if link in known:
                continue
            known.add(link)
            parts = urlsplit(link)
            query = dict(parse_qsl(parts.query, keep_blank_values=True))
            route = self.route_of(parts.path, "GET")
            kind = (route.path if route else parts.path, frozenset(query))
            if route is None or self._visited[kind] == MOST or route.path.startswith("/static"):
                continue
            self._visited[kind] += 1
            answer = self.get(route, link)
            assert answer.status_code < 500, f"{link}: {answer.status_code}"
            if answer.status_code < 400:
                self._learn(route, parts.path, query)
                waiting.append(answer.headers.get("location", ""))
                if "html" in answer.headers.get("content-type", ""):
                    seen = Seen(answer.text)
                    waiting += seen.links
                    self._keep(seen.forms)

    def get(self, route: Route, link: str) -> Any:
        """An answer; what the code asks for is noted for this route."""
        self.watch.route = route.path
        return self.browser.get(link, follow_redirects=False)

    def route_of(self, path: str, method: str) -> Route | None:
        """The route that answers at a path."""
        for one in self.routes:
            matched, _ = one.matches(
                {"type": "http", "method": method, "path": path, "root_path": ""}
            )
            if matched is Match.FULL:
                return one
        return None

    def _learn(self, route: Route, path: str, query: dict[str, str]) -> None:
        found = route.path_regex.match(path)
        assert found is not None
        for name, value in found.groupdict().items():
            self.values.setdefault(name, value)
        self.examples.setdefault(route.path, path)
        for name, value in query.items():
            self.queries[route.path].setdefault(name, value)

    def _keep(self, forms: list[Form]) -> None:
        for form in forms:
            route = self.route_of(urlsplit(form.action).path, "POST")
            assert route is not None, f"a form leads nowhere: {form.action}"
            if route.path not in self.forms or len(form.fields) > len(
                self.forms[route.path].fields
            ):
                self.forms[route.path] = form

    def address(self, route: Route, **changed: str) -> str:
        """An address of a route, with values that other pages have for its parts."""
        known = {**self.values, **changed}
        return re.sub(r"\{(\w+)(?::\w+)?\}", lambda part: known.get(part[1], "1"), route.path)

    def parts(self, route: Route) -> Iterator[str]:
        """The names of what is variable in the path of a route."""
        yield from route.param_convertors
