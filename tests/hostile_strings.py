"""Strings that attack whoever prints them: pages, terminals, LaTeX, tables, workflow commands.

Each must be shown as text. ``in_brackets``, ``in_a_field`` and ``in_a_name`` give what a bracketed file,
a column of CoNLL-U and the name of a file or system can carry of them.
"""

import re
import unicodedata

ATTACK = "window.karatWasHere=1"
HOSTILE = {
    # HTML, SVG, XML
    "script": f"<script>{ATTACK}</script>",
    "end of script": f"</script><script>{ATTACK}</script>",
    "end of style": f"</style><script>{ATTACK}</script>",
    "end of title": f"</title></svg><img src=x onerror={ATTACK}>",
    "comment": f"<!--<script>{ATTACK}",
    "end of comment": f"--><img src=x onerror={ATTACK}>",
    "cdata": f"]]><svg onload={ATTACK}>",
    "attribute": f'"><img src=x onerror={ATTACK}>',
    "single quotes": f"' onfocus='{ATTACK}' autofocus='",
    "backquotes": f"`${{{ATTACK}}}`",
    "entity": "&lt;b&gt;&amp;&#60;i&#62;&quot;",
    "doctype": '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
    "json": f'"}}]}};{ATTACK};//',
    "address": f"javascript:{ATTACK}",
    # templates, expressions, keys of objects
    "jinja": "{{7*7}}{%raw%}{#x#}",
    "vega": "datum.constructor.constructor('return 1')()",
    "vega signal": f"[{{signal:'{ATTACK}'}}]",
    "prototype": "__proto__",
    "constructor": "constructor",
    "method": "hasOwnProperty",
    "number": "0",
    "undefined": "undefined",
    "fragment": "#s=2&scheme=1%00%26",
    # terminals
    "colour": "\x1b[31;8mred\x1b[0m",
    "clear": "\x1b[2J\x1b[1;1H",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;http://localhost:9/\x1b\\link\x1b]8;;\x1b\\",
    "c1": "\x9b31mred\x9d0;owned\x9c",
    "bell": "a\x07b\x08c\x7fd",
    "carriage return": "all is well\rdanger",
    "nul": "a\x00b",
    # Unicode
    "override": "\u202egnp.exe\u202c",
    "isolates": "a\u2067b\u2068c\u2069",
    "marks": "a\u200eb\u200fc\u061cd",
    "zero width": "a\u200bb\u200dc\ufeffd\u2060e",
    "line ends": "a\u2028b\u2029c\x85d\x0be\x0cf",
    "combining": "Z\u0351\u036b\u0343\u036a\u0302\u036a\u034e" * 5,
    "not utf-8": "a\udcff\udcfeb",
    "long": "x" * 3000,
    "tags": "a\U000e0041\U000e0042b",
    "wide": "犬🐕\U0001f468\u200d\U0001f469\u200d\U0001f467",
    # LaTeX, Markdown, spreadsheets, workflow commands
    "input": r"\input{|ls}",
    "write18": r"\immediate\write18{id}",
    "catcode": r"^^5cinput $x_1^2$ 100% #1 ~ {",
    "ligatures": "?`!` ``x'' -- --- << >> \"x\"",
    "formula": "=cmd|' /C calc'!A0",
    "plus": '+HYPERLINK("http://localhost:9/","x")',
    "minus": "-2+3+cmd|' /C calc'!A0",
    "at": "@SUM(1+1)*cmd|' /C calc'!A0",
    "tab": "\t=1+1",
    "csv": 'a","b\n"c',
    "cells": "a | b || c |",
    "link in markdown": f"[x](javascript:{ATTACK}) ![y](http://localhost:9/)",
    "code": "```\n# heading\n```",
    "emphasis": "*a* _b_ ~~c~~ **d** __e__ <b>f</b>",
    "command": "::error file=x,line=1::owned",
    "old command": "##[error]owned",
    "command in lines": "x\n::add-mask::owned",
    "escaped lines": "x%0A::error::owned%0D",
    "option": "--help",
    "folder": "..\\..\\x",
}  # fmt: skip


def in_brackets(text: str) -> str:
    """The text as a word or label of a bracketed file: without white space and brackets."""
    return re.sub(r"[ \t\n\r\v\f()]", "_", text)


def in_a_field(text: str) -> str:
    """The text as a column of CoNLL-U: without tabs and line ends."""
    return re.sub(r"[\t\n\r]", "_", text)


def in_a_name(text: str) -> str:
    """The text as the name of a file or system: short, without NUL, slash and equals sign."""
    return re.sub(r"[\0/=]", "_", text)[:200]


def shown(text: str) -> str:
    """The text as people see it: what does not print is an escape as Python writes it, bytes as bytes."""
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    odd = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return "".join(ascii(c)[1:-1] if unicodedata.category(c) in odd else c for c in text)


# Characters that no output for people has: they steer a terminal, turn text around, or are unseen.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
    "\U000e0000-\U000e0fff]"
)
