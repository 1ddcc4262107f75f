#!/usr/bin/env python3
"""Makes PageText.swift of what is in Files: the page as one text, with the hashes that its Content-Security-Policy names.

All is as it was written, but for the blanks at the beginnings of lines, a tenth of the page.

    Sources/Mishap/Page/page.py            writes it
    Sources/Mishap/Page/page.py --check    fails if it would be another
"""

import base64
import hashlib
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
FILES = HERE / "Files"
TARGET = HERE / "PageText.swift"
LARGEST = 150_000


def inlined(text: str) -> str:
    """The page with its style sheets and scripts in it, as they are."""

    def replace(element: str) -> str:
        files = re.findall(r'(?:href|src)="([a-z]+\.(?:css|js))"', element)
        texts = [unindented(name) for name in files]
        kind = "style" if files[0].endswith(".css") else "script"
        for name, content in zip(files, texts):
            if f"</{kind}" in content.lower():
                raise SystemExit(f"{name} ends the element that it is in")
        return f"<{kind}>\n" + "\n".join(texts) + f"\n</{kind}>\n"

    for pattern in (r'(?:^<link rel="stylesheet" href="[a-z]+\.css">\n)+', r'(?:^<script src="[a-z]+\.js"></script>\n)+'):
        text = re.sub(pattern, lambda found: replace(found.group()), text, count=1, flags=re.MULTILINE)
    rest = re.search(r'(?:href|src)="[^"]+\.(?:css|js)"', text)
    if rest:
        raise SystemExit(f"{rest.group()} in page.html does not stand with the others, each in a line of its own")
    return text


def unindented(name: str) -> str:
    """No text of several lines is in them."""
    return "\n".join(line.lstrip(" ") for line in (FILES / name).read_text().splitlines() if line.strip())


def sha256(kind: str, text: str) -> str:
    """Of the content of the only element of a kind, as a policy names it."""
    (content,) = re.findall(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL)
    return "'sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() + "'"


def swift() -> str:
    text = inlined((FILES / "page.html").read_text())
    size = len(text.encode())
    if size > LARGEST:
        raise SystemExit(f"the page has {size} bytes, more than {LARGEST}")
    if '"""##' in text or text.endswith('"'):
        raise SystemExit("the page has what ends a text in Swift")
    return f'''// Made by page.py of what is in Files.
// swift-format-ignore-file

enum PageText {{
    static let scriptHash: StaticString = "{sha256("script", text)}"
    static let styleHash: StaticString = "{sha256("style", text)}"

    static let html: StaticString = ##"""
{text.rstrip(chr(10))}

"""##
}}
'''


def main() -> None:
    made = swift()
    if sys.argv[1:] == ["--check"]:
        if not TARGET.exists() or TARGET.read_text() != made:
            raise SystemExit(f"{TARGET.name} is not what {pathlib.Path(__file__).name} makes; run it")
    elif sys.argv[1:]:
        raise SystemExit(__doc__)
    else:
        TARGET.write_text(made)
        print(f"{len(made.encode())} bytes")


if __name__ == "__main__":
    main()
