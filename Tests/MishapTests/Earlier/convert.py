"""Converts scenario files of the earlier form of the language into today's form.

    python3 convert.py FILE|FOLDER...               scenario files, and those below folders, in place
    python3 convert.py --markdown FILE|FOLDER...    the scenarios in ```json blocks of Markdown files

The test of earlier scenarios (EarlierScenariosTests) runs it over the scenarios as they were shipped once, so that today's
gateway can load them and its answers can be compared with those of that time. It also converted the scenarios that are
shipped today and those of the documents, and lays them out: two spaces, and an object or a list on one line where that has
at most 100 columns. Where the language changes again, this script is changed, and not the copies that it converts.

Below a folder, every `.json` file is a scenario, but for `*.schema.json` and for what is in folders called `files`. A block
of Markdown is a scenario if it is an object with a field of the top level, such as `rules`; other blocks, and blocks in which
nothing is converted, stay as they are. To convert twice is to convert once. Strings and numbers that are not converted keep
their spelling (1.50, "\\u00e9"), members their order.

The exit code is 1 where a file is not JSON; it stays as it is, and the others are converted.
"""

import os
import re
import sys

COLUMNS = 100


# JSON
#
# A string, a number, true, false and null are text, as they are spelt. So `"a"` is the text of three characters.


class Object:
    """Members in the order of the file, each a list of the name as it is spelt and the value."""

    def __init__(self, members):
        self.members = members

    def names(self):
        return [name for name, _ in self.members]

    def get(self, name):
        """The value of a member, such as `get('"fail"')`; None if it is not there."""
        return next((value for own, value in self.members if own == name), None)

    def rename(self, name, new):
        for member in self.members:
            if member[0] == name:
                member[0] = new

    def replace(self, name, members):
        """Puts members in the place of one."""
        place = self.names().index(name)
        self.members[place : place + 1] = members


class List:
    """Elements. Those of a tall list have a line each, even if all of them fit into one."""

    def __init__(self, elements):
        self.elements = elements
        self.is_tall = False


class NotJSON(Exception):
    pass


TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")
        | (?P<other>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)
        | (?P<sign>[][{},:])
        | (?P<end>\Z)
    )""",
    re.VERBOSE,
)


class Parser:
    def __init__(self, text):
        self.text = text
        self.offset = 0
        self.advance()

    def advance(self):
        """Reads the next token. `end` is that behind the last one."""
        match = TOKEN.match(self.text, self.offset)
        if not match:
            self.fail()
        self.kind, self.token = match.lastgroup, match.group(match.lastgroup)
        self.begin, self.offset = match.start(match.lastgroup), match.end()

    def fail(self):
        number = self.text.count("\n", 0, self.offset) + 1
        raise NotJSON(f"line {number} is not JSON")

    def take(self, *signs):
        token = self.token
        if self.kind != "sign" or token not in signs:
            self.offset = self.begin
            self.fail()
        self.advance()
        return token

    def whole(self):
        value = self.value()
        if self.kind != "end":
            self.offset = self.begin
            self.fail()
        return value

    def value(self):
        if self.kind in ("string", "other"):
            token = self.token
            self.advance()
            return token
        if self.take("{", "[") == "{":
            return Object(self.items("}", self.member))
        return List(self.items("]", self.value))

    def items(self, end, item):
        if self.token == end:
            self.advance()
            return []
        items = [item()]
        while self.take(",", end) == ",":
            items.append(item())
        return items

    def member(self):
        if self.kind != "string":
            self.offset = self.begin
            self.fail()
        name = self.token
        self.advance()
        self.take(":")
        return [name, self.value()]


def parse(text):
    return Parser(text).whole()


# Layout


def line(value):
    """The value on one line, whatever its length."""
    if isinstance(value, Object):
        members = ", ".join(f"{name}: {line(value)}" for name, value in value.members)
        return "{ " + members + " }" if members else "{}"
    if isinstance(value, List):
        return "[" + ", ".join(line(element) for element in value.elements) + "]"
    return value


def is_tall(value):
    """Whether it has several lines even if it fits into one."""
    if isinstance(value, Object):
        return any(is_tall(value) for _, value in value.members)
    if isinstance(value, List):
        return bool(value.elements) and value.is_tall or any(is_tall(element) for element in value.elements)
    return False


def lines(value, indent, before="", after=""):
    """The lines of a value, between its name and the comma that follows it."""
    if not is_tall(value):
        whole = indent + before + line(value) + after
        if not isinstance(value, (Object, List)) or len(whole) <= COLUMNS:
            return [whole]
    return broken(value, indent, before, after)


def broken(value, indent, before="", after=""):
    """The lines of an object or a list, each member or element on lines of its own."""
    if isinstance(value, Object):
        (begin, end), items = "{}", [(f"{name}: ", value) for name, value in value.members]
    else:
        (begin, end), items = "[]", [("", element) for element in value.elements]
    if not items:
        return [indent + before + begin + end + after]
    result = [indent + before + begin]
    for number, (name, item) in enumerate(items):
        result += lines(item, indent + "  ", name, "," if number < len(items) - 1 else "")
    return result + [indent + end + after]


# Placeholders

# `{{{{` is an escaped `{{`, and the first of three braces is one before a placeholder.
PLACEHOLDER = re.compile(r"\{{4}|\{(?=\{\{)|\{\{(.*?)\}\}")
EARLIER_NAME = re.compile(r"^(request\.header|request\.cookie|variable)\.")


def placeholders(string):
    """A string in which the placeholders have their new names."""
    return PLACEHOLDER.sub(placeholder, string)


def placeholder(match):
    return match[0] if match[1] is None else "{{" + EARLIER_NAME.sub(r"\1s.", match[1]) + "}}"


def data(value):
    """JSON of which only the placeholders are converted: bodies, names of fields with their values, and the like."""
    if isinstance(value, Object):
        value.members = [[placeholders(name), data(value)] for name, value in value.members]
    elif isinstance(value, List):
        value.elements = [data(element) for element in value.elements]
    elif value.startswith('"'):
        return placeholders(value)
    return value


def each(value, convert):
    """Converts the objects of a list."""
    if isinstance(value, List):
        for element in value.elements:
            if isinstance(element, Object):
                convert(element)


def by_name(pairs):
    """Pairs of name and value as an object; a name with several values has a list of them."""
    fields = Object([])
    for pair in pairs.elements:
        name, value = pair.elements
        before = fields.get(name)
        if before is None:
            fields.members.append([name, value])
        elif isinstance(before, List):
            before.elements.append(value)
        else:
            fields.replace(name, [[name, List([before, value])]])
    return fields


# The parts of a scenario. A part that is not of the type that it should be is left to the loader, which reports it.


class Scenario:
    # The fields by which a block of Markdown is known to be a scenario.
    FIELDS = ['"rules"', '"otherwise"', '"expect"', '"system"', '"extends"', '"variables"']

    def __init__(self, top):
        self.top = top
        # In plain HTTP a number is a status. What a scenario extends can have a system.
        self.is_plain = top.get('"system"') is None and top.get('"extends"') is None

    def convert(self):
        for member in self.top.members:
            name, value = member
            if name == '"rules"':
                each(value, self.rule)
                self.make_tall(value)
            elif name == '"otherwise"':
                self.step(value)
            elif name == '"expect"':
                if isinstance(value, List):
                    value.elements = [new for element in value.elements for new in self.expectations(element)]
                self.make_tall(value)
            elif name != '"description"':
                member[1] = data(value)

    @staticmethod
    def make_tall(value):
        if isinstance(value, List):
            value.is_tall = True

    # Rules

    # A rule of one step has these, then what the step has, then the rest.
    FIRST = ['"name"', '"description"', '"match"', '"countBy"', '"rateLimit"', '"atOnce"']
    LAST = ['"times"', '"for"', '"atEnd"']

    def rule(self, rule):
        for member in rule.members:
            name, value = member
            if name == '"match"':
                self.match(value)
            elif name == '"rateLimit"':
                self.limit(value)
            elif name == '"countBy"':
                member[1] = data(value)
            elif name == '"steps"':
                each(value, self.step_members)
                if isinstance(value, List):
                    value.is_tall = len(value.elements) > 1
        # The step that a rule of one step is.
        self.step_members(rule)
        self.merge_only_step(rule)

    def merge_only_step(self, rule):
        steps = rule.get('"steps"')
        if not isinstance(steps, List) or len(steps.elements) != 1 or not isinstance(steps.elements[0], Object):
            return
        step = steps.elements[0]
        if not step.members or set(rule.names()) & set(step.names()) or '"weight"' in step.names():
            return
        members = [member for member in rule.members if member[0] != '"steps"'] + step.members

        def rank(member):
            if member[0] in self.FIRST:
                return self.FIRST.index(member[0])
            return len(self.FIRST) + (self.LAST.index(member[0]) + 1 if member[0] in self.LAST else 0)

        rule.members = sorted(members, key=rank)

    def limit(self, limit):
        if not isinstance(limit, Object):
            return
        then = limit.get('"then"')
        self.step(then)
        standard = '{ "fail": 429 }' if self.is_plain else '{ "fail": "http/status/429" }'
        if then is not None and line(then) == standard:
            limit.members = [member for member in limit.members if member[0] != '"then"']

    # Matches

    # The fields of a value matcher.
    MATCHER = set(
        '"equals" "not" "contains" "startsWith" "endsWith" "matches" "search" "in" "exists" "above" "below" "atLeast" '
        '"atMost" "like" "anyOrder" "ignoreCase"'.split()
    )

    def match(self, match):
        if not isinstance(match, Object):
            return
        for member in match.members:
            name, value = member
            if name == '"any"':
                each(value, self.match)
            elif name == '"not"':
                self.match(value)
            else:
                member[1] = data(value)
            if name == '"json"' and isinstance(value, Object):
                for pointer, matcher in value.members:
                    if pointer == '""' or pointer.startswith('"/'):
                        self.json_matcher(matcher)

    def json_matcher(self, matcher):
        """`not` took a value, and takes a matcher. An object of fields of a matcher is taken for one."""
        if not isinstance(matcher, Object):
            return
        for member in matcher.members:
            name, value = member
            is_matcher = isinstance(value, Object) and value.members and set(value.names()) <= self.MATCHER
            if name == '"not"' and isinstance(value, (Object, List)) and not is_matcher:
                member[1] = Object([['"equals"', value]])

    # Steps

    def step(self, step):
        if isinstance(step, Object):
            self.step_members(step)

    def step_members(self, step):
        for member in step.members:
            name, value = member
            if name == '"reply"':
                self.reply(value)
            elif name == '"fail"' and self.is_plain and isinstance(value, str):
                member[1] = re.sub(r'^"http/status/([1-9][0-9]{2})"$', r"\1", value)
            elif name == '"with"':
                self.arguments(step.get('"fail"'), value)
                member[1] = data(value)
            elif name == '"choose"':
                each(value, self.step_members)
            elif name == '"cut"' and isinstance(value, Object):
                if value.get('"after"') == '"headers"':
                    value.replace('"after"', [['"after"', '"head"']])
            elif name == '"delay"' and isinstance(value, Object):
                self.delay(value)
            elif name == '"set"':
                member[1] = data(value)

    @staticmethod
    def arguments(failure, arguments):
        """Fields of a failure are set by name, and a time has a unit."""
        if not isinstance(arguments, Object):
            return
        for member in arguments.members:
            name, value = member
            if name == '"headers"' and isinstance(value, List):
                member[1] = by_name(value)
            elif isinstance(value, str) and value.isdigit():
                if name == '"regain"':
                    member[1] = f'"{value}m"'
                elif name == '"resetTime"' or name == '"after"' and str(failure).endswith('unavailable"'):
                    member[1] = f'"{value}s"'

    def delay(self, delay):
        for member in delay.members:
            if member[0] == '"until"':
                member[1] = data(member[1])
            elif member[0] == '"then"':
                self.step(member[1])

    def reply(self, reply):
        if not isinstance(reply, Object):
            return
        self.head(reply)
        for member in reply.members:
            name, value = member
            member[1] = data(value)
            if name == '"interim"':
                each(value, self.head)
            elif name == '"chunks"' and isinstance(value, List):
                value.elements = [self.chunk(chunk) for chunk in value.elements]

    @staticmethod
    def head(fields):
        """A list of pairs is a whole head; an object of fields is merged with others."""
        if isinstance(fields, Object) and isinstance(fields.get('"headers"'), List) and fields.get('"head"') is None:
            fields.rename('"headers"', '"head"')

    @staticmethod
    def chunk(chunk):
        if isinstance(chunk, Object) and chunk.names() == ['"text"'] and isinstance(chunk.get('"text"'), str):
            return chunk.get('"text"')
        return chunk

    # Expectations

    SUBJECTS = ['"rule"', '"match"', '"unmatched"']

    def expectations(self, expectation):
        """What an expectation becomes: itself, or two where one judges what follows a failure, and more."""
        if not isinstance(expectation, Object):
            return [expectation]
        for member in expectation.members:
            name, value = member
            if name == '"match"':
                self.match(value)
            elif name == '"countBy"':
                member[1] = data(value)
            elif name == '"sameHeader"' and isinstance(value, str):
                member[:] = ['"same"', List(['"headers.' + value[1:]])]
            elif name == '"backoff"' and isinstance(value, Object):
                value.rename('"factorAtLeast"', '"factor"')
        failure = expectation.get('"newConnectionAfter"')
        if failure is None:
            return [expectation]
        after = [['"after"', Object([['"failure"', failure]])], ['"newConnection"', "true"]]
        apart = self.SUBJECTS + ['"newConnectionAfter"', '"name"', '"description"']
        if all(name in apart for name in expectation.names()):
            expectation.replace('"newConnectionAfter"', after)
            return [expectation]
        subject = [member for member in expectation.members if member[0] in self.SUBJECTS]
        expectation.replace('"newConnectionAfter"', [])
        return [expectation, Object([list(member) for member in subject] + after)]


# Files


def converted(text):
    """The text of a scenario file, converted and laid out."""
    top = parse(text)
    if not isinstance(top, Object):
        raise NotJSON("this is not a scenario, which is an object")
    Scenario(top).convert()
    return "\n".join(broken(top, "")) + "\n"


BLOCK = re.compile(r"^(?P<indent>[ ]*)(?P<fence>`{3,})json[ ]*\n(?P<text>.*?)^(?P=indent)(?P=fence)[ ]*$", re.M | re.S)


def converted_markdown(text):
    """The text of a Markdown file, with its scenarios converted."""
    return BLOCK.sub(converted_block, text)


def converted_block(match):
    try:
        top, before = parse(match["text"]), parse(match["text"])
    except NotJSON:
        return match[0]
    if not isinstance(top, Object) or not set(top.names()) & set(Scenario.FIELDS):
        return match[0]
    Scenario(top).convert()
    if line(top) == line(before):
        return match[0]
    indent = match["indent"]
    is_one_line = match["text"].count("\n") == 1 and len(indent + line(top)) <= COLUMNS
    new = [indent + line(top)] if is_one_line else broken(top, indent)
    begin, end = match.start("text") - match.start(), match.end("text") - match.start()
    return match[0][:begin] + "\n".join(new) + "\n" + match[0][end:]


def files(path, is_markdown):
    """The files that a word of the command line stands for, sorted."""
    if not os.path.isdir(path):
        return [path]
    found = []
    for folder, folders, names in os.walk(path):
        if is_markdown:
            found += [os.path.join(folder, name) for name in names if name.endswith(".md")]
        else:
            folders[:] = [name for name in folders if name != "files"]
            scenarios = (name for name in names if name.endswith(".json") and not name.endswith(".schema.json"))
            found += [os.path.join(folder, name) for name in scenarios]
    return sorted(found)


def rewrite(path, convert):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    new = convert(text)
    if new != text:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(new)


def main(words):
    is_markdown = "--markdown" in words
    paths = [word for word in words if word != "--markdown"]
    if not paths or any(path.startswith("-") for path in paths):
        sys.exit("usage: convert.py [--markdown] FILE|FOLDER...")
    code = 0
    for path in (file for path in paths for file in files(path, is_markdown)):
        try:
            rewrite(path, converted_markdown if is_markdown else converted)
        except (NotJSON, OSError, UnicodeDecodeError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            code = 1
    sys.exit(code)


if __name__ == "__main__":
    main(sys.argv[1:])
