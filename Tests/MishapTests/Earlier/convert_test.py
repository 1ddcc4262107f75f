"""Tests of convert.py: what an earlier form becomes, what stays, and that to convert twice is to convert once."""

import pathlib
import sys
import textwrap
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import convert  # noqa: E402

REPOSITORY = pathlib.Path(__file__).parents[3]

# A scenario and what it becomes, in any layout.
CONVERTED = {
    "a rule of one step": (
        """{ "rules": [{ "atEnd": "pass", "steps": [{ "times": 2, "fail": "tcp/reset", "delay": "1s" }],
             "rateLimit": { "allow": 1, "per": "1s" }, "countBy": "{{request.path.id}}", "match": { "path": "/{id}" },
             "description": "d", "name": "n" }] }""",
        """{ "rules": [{ "name": "n", "description": "d", "match": { "path": "/{id}" }, "countBy": "{{request.path.id}}",
             "rateLimit": { "allow": 1, "per": "1s" }, "fail": "tcp/reset", "delay": "1s", "times": 2,
             "atEnd": "pass" }] }""",
    ),
    "times of failures": (
        """{ "system": "graph", "rules": [{ "steps": [{ "fail": 80000, "with": { "regain": 5, "usage": 7 } },
             { "fail": "documents/unavailable", "with": { "after": 30 } },
             { "fail": "tcp/reset-mid-body", "with": { "after": 30 } }] }] }""",
        """{ "system": "graph", "rules": [{ "steps": [{ "fail": 80000, "with": { "regain": "5m", "usage": 7 } },
             { "fail": "documents/unavailable", "with": { "after": "30s" } },
             { "fail": "tcp/reset-mid-body", "with": { "after": 30 } }] }] }""",
    ),
    "the head of a reply, of a failure and of an interim response": (
        """{ "rules": [{ "match": { "headers": { "A": "b" } }, "reply": { "headers": [["A", "b"]],
             "interim": [{ "status": 103, "headers": [["C", "d"]] }], "trailers": [["E", "f"]],
             "json": { "headers": [["g", "h"]] } } }, { "fail": 401, "with": { "headers": [["I", "j"], ["K", "l"], ["I", "m"]] } }] }""",
        """{ "rules": [{ "match": { "headers": { "A": "b" } }, "reply": { "head": [["A", "b"]],
             "interim": [{ "status": 103, "head": [["C", "d"]] }], "trailers": [["E", "f"]],
             "json": { "headers": [["g", "h"]] } } }, { "fail": 401, "with": { "headers": { "I": ["j", "m"], "K": "l" } } }] }""",
    ),
    "placeholders": (
        """{ "description": "{{variable.x}}", "rules": [{ "match": { "cookies": { "c": "{{variable.x}}" } },
             "set": { "x": "{{request.cookie.c}}" }, "countBy": "{{request.header.a}}{{request.query.header.b}}",
             "reply": { "json": { "{{request.header.x-id}}": [1.50, "\\u00e9{{variable.x}}{{{variable.y}}}"],
             "description": "{{variable.x}} {{{{variable.x}} {{{{{{variable.x}}" } } }] }""",
        """{ "description": "{{variable.x}}", "rules": [{ "match": { "cookies": { "c": "{{variables.x}}" } },
             "set": { "x": "{{request.cookies.c}}" }, "countBy": "{{request.headers.a}}{{request.query.header.b}}",
             "reply": { "json": { "{{request.headers.x-id}}": [1.50, "\\u00e9{{variables.x}}{{{variables.y}}}"],
             "description": "{{variables.x}} {{{{variable.x}} {{{{{{variables.x}}" } } }] }""",
    ),
    "the place of a cut": (
        """{ "otherwise": { "pass": true, "cut": { "after": "headers", "end": "close" } } }""",
        """{ "otherwise": { "pass": true, "cut": { "after": "head", "end": "close" } } }""",
    ),
    "expectations": (
        """{ "expect": [{ "rule": "r", "sameHeader": "X-Id", "backoff": { "factorAtLeast": 1.50 } },
             { "match": { "path": "/" }, "newConnectionAfter": "tcp/reset" },
             { "unmatched": true, "requests": 2, "newConnectionAfter": "tcp/reset" }] }""",
        """{ "expect": [{ "rule": "r", "same": ["headers.X-Id"], "backoff": { "factor": 1.50 } },
             { "match": { "path": "/" }, "after": { "failure": "tcp/reset" }, "newConnection": true },
             { "unmatched": true, "requests": 2 },
             { "unmatched": true, "after": { "failure": "tcp/reset" }, "newConnection": true }] }""",
    ),
    "what JSON must not be": (
        """{ "rules": [{ "match": { "not": { "any": [{ "json": { "/a": { "not": [1] }, "/b": { "not": { "c": 1 } },
             "/d": { "not": 1 }, "/e": { "like": { "not": [1] } } } }] } }, "pass": true }] }""",
        """{ "rules": [{ "match": { "not": { "any": [{ "json": { "/a": { "not": { "equals": [1] } },
             "/b": { "not": { "equals": { "c": 1 } } }, "/d": { "not": 1 }, "/e": { "like": { "not": [1] } } } }] } },
             "pass": true }] }""",
    ),
    "a status in plain HTTP": (
        """{ "otherwise": { "choose": [{ "fail": "http/status/503" }, { "fail": "http/status-503" }] }, "rules": [{
             "rateLimit": { "allow": 1, "per": "1s", "then": { "fail": "http/status/503" } },
             "steps": [{ "fail": "http/status/404" }, { "reply": { "json": { "fail": "http/status/404" } } }] }] }""",
        """{ "otherwise": { "choose": [{ "fail": 503 }, { "fail": "http/status-503" }] }, "rules": [{
             "rateLimit": { "allow": 1, "per": "1s", "then": { "fail": 503 } },
             "steps": [{ "fail": 404 }, { "reply": { "json": { "fail": "http/status/404" } } }] }] }""",
    ),
    "a status in a system": (
        """{ "system": "graph", "rules": [{ "steps": [{ "fail": "http/status/404" }],
             "rateLimit": { "allow": 1, "per": "1s", "then": { "fail": "http/status/429" } } }] }""",
        """{ "system": "graph", "rules": [{ "rateLimit": { "allow": 1, "per": "1s" }, "fail": "http/status/404" }] }""",
    ),
    "a code of a system": (
        """{ "extends": "a", "otherwise": { "fail": "http/status/404" }, "rules": [{ "pass": true,
             "rateLimit": { "allow": 1, "per": "1s", "then": { "fail": 429 } } }] }""",
        """{ "extends": "a", "otherwise": { "fail": "http/status/404" }, "rules": [{ "pass": true,
             "rateLimit": { "allow": 1, "per": "1s", "then": { "fail": 429 } } }] }""",
    ),
    "what a rate limit gives": (
        """{ "rules": [{ "pass": true, "rateLimit": { "allow": 1, "per": "1s", "then": { "fail": "http/status/429" } } },
             { "pass": true, "rateLimit": { "allow": 1, "per": "1s", "then": { "fail": 429, "delay": "1s" } } }] }""",
        """{ "rules": [{ "pass": true, "rateLimit": { "allow": 1, "per": "1s" } },
             { "pass": true, "rateLimit": { "allow": 1, "per": "1s", "then": { "fail": 429, "delay": "1s" } } }] }""",
    ),
    "chunks": (
        """{ "otherwise": { "reply": { "chunks": [{ "text": "a" }, { "text": "b", "delay": "1s" }, { "base64": "Yw==" }],
             "json": { "chunks": [{ "text": "a" }] } } } }""",
        """{ "otherwise": { "reply": { "chunks": ["a", { "text": "b", "delay": "1s" }, { "base64": "Yw==" }],
             "json": { "chunks": [{ "text": "a" }] } } } }""",
    ),
    "a step with a name that its rule has": (
        """{ "rules": [{ "description": "d", "steps": [{ "description": "e", "pass": true }] }] }""",
        """{ "rules": [{ "description": "d", "steps": [{ "description": "e", "pass": true }] }] }""",
    ),
}

LAYOUT = """\
    {
      "description": "d",
      "rules": [
        { "pass": true },
        {
          "steps": [
            { "fail": 503 },
            { "reply": { "json": [], "headers": {} } }
          ]
        },
        { "reply": { "text": "a line of exactly one hundred columns, with its comma .............." } },
        {
          "reply": { "text": "a line of one column more ............................................" }
        }
      ]
    }
    """

MARKDOWN = """\
    A fragment, and a scenario that is as it should be:

    ```json
    { "steps": [{ "fail": 503 }] }
    ```
    ```json
    { "rules": [{ "fail": 503 },
        { "pass": true }] }
    ```
    Two that are not; the second is in a list.

    ```json
    { "otherwise": { "fail": "http/status/503" } }
    ```
    - ```json
      { "rules": [] }
      ```

      ```json
      { "rules": [{ "steps": [{ "pass": true }] }],
        "otherwise": { "pass": true } }
      ```
    """

CONVERTED_MARKDOWN = """\
    A fragment, and a scenario that is as it should be:

    ```json
    { "steps": [{ "fail": 503 }] }
    ```
    ```json
    { "rules": [{ "fail": 503 },
        { "pass": true }] }
    ```
    Two that are not; the second is in a list.

    ```json
    { "otherwise": { "fail": 503 } }
    ```
    - ```json
      { "rules": [] }
      ```

      ```json
      {
        "rules": [
          { "pass": true }
        ],
        "otherwise": { "pass": true }
      }
      ```
    """


class ConvertTests(unittest.TestCase):
    maxDiff = None

    def test_earlier_forms_become_todays(self):
        for what, (earlier, today) in CONVERTED.items():
            with self.subTest(what):
                new = convert.parse(convert.converted(earlier))
                self.assertEqual(convert.line(new), convert.line(convert.parse(today)))

    def test_to_convert_twice_is_to_convert_once(self):
        folders = ["scenarios", "Benchmarks/scenarios"]
        shipped = [path for folder in folders for path in convert.files(str(REPOSITORY / folder), False)]
        self.assertGreater(len(shipped), 700)
        texts = {path: pathlib.Path(path).read_text("utf-8") for path in shipped}
        texts.update((what, pair[0]) for what, pair in CONVERTED.items())
        for name, text in texts.items():
            with self.subTest(name):
                once = convert.converted(text)
                self.assertEqual(convert.converted(once), once)

    def test_layout(self):
        text = textwrap.dedent(LAYOUT)
        self.assertEqual(max(len(line) for line in text.splitlines()), 100)
        self.assertEqual(convert.converted(convert.line(convert.parse(text))), text)

    def test_markdown(self):
        new = textwrap.dedent(CONVERTED_MARKDOWN)
        self.assertEqual(convert.converted_markdown(textwrap.dedent(MARKDOWN)), new)
        self.assertEqual(convert.converted_markdown(new), new)

    def test_what_is_not_json(self):
        for text, line in [("{\n1: 2 }", 2), ("{}\n}", 2), ('{ "a":\n\n01 }', 3), ('{ "a": "\t" }', 1), ("", 1)]:
            with self.subTest(text), self.assertRaises(convert.NotJSON) as raised:
                convert.converted(text)
            self.assertEqual(str(raised.exception), f"line {line} is not JSON")


if __name__ == "__main__":
    unittest.main()
