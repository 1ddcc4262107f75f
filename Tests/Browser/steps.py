"""Steps on the page, by real clicks and keys, and what it shows: for its tests and its pictures."""
import re
from urllib.parse import parse_qs, urlsplit

from webdriver import ELEMENT, Element, until

NETWORK = r"Failed to load resource: net::ERR_|net::ERR_(CONNECTION|EMPTY|INCOMPLETE|SOCKET|FAILED)"


def refused(*statuses):
    """What Chromium logs of an answer that is an error."""
    return rf"the server responded with a status of ({'|'.join(map(str, statuses))})\b"


# Helpers for what the page shows.

def visit(tab, gateway, address="", state="live"):
    tab.go(gateway.page + address)
    tab.wait_text("#connection", state)


def rows(tab):
    """The rows that are drawn, the newest first."""
    return tab.script("""
        return [...document.querySelectorAll('.size .line')].sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
          .map((line) => {
            const text = (name) => line.querySelector('.' + name)?.textContent ?? ''
            const ending = line.querySelector('.ending')
            return { target: text('target'), ending: ending?.textContent ?? '', shape: ending?.querySelector('path').getAttribute('d'),
              title: ending?.title, colour: ending && getComputedStyle(ending).color, status: text('status'), failure: text('failure'),
              rule: text('rule'), session: text('session'), time: text('time'), bytes: text('bytes'), isGap: line.classList.contains('gap'),
              bar: line.querySelector('.timebar')?.getAttribute('aria-label'),
              parts: [...line.querySelectorAll('.track i')].filter((one) => one.checkVisibility()).map((one) => one.className) }
          })""")


def row(tab, target, ending=None, patience=20):
    def look():
        return next((one for one in rows(tab) if one["target"].endswith(target) and ending in (None, one["ending"])), None)
    return until(look, lambda: f"a row {target} {ending or ''} in {[(one['target'], one['ending']) for one in rows(tab)]}", patience)


def targets(tab):
    return [one["target"] for one in rows(tab)]


def drawn(tab):
    """Waits until all that has changed is drawn: rows are, with the next frame."""
    tab.later("requestAnimationFrame(() => requestAnimationFrame(() => done()))")


def ended_row(tab, target):
    def look():
        return next((one for one in rows(tab) if one["target"].endswith(target) and one["ending"] != "open"), None)
    return until(look, lambda: f"the row {target} ends, of {[(one['target'], one['ending']) for one in rows(tab)]}")


def open_row(tab, target, ending=None):
    """Clicks a row that has ended, or with this ending, and waits until it is shown in full as such."""
    ending = (row(tab, target, ending) if ending else ended_row(tab, target))["ending"]

    def click():
        found = tab.script("""
            return [...document.querySelectorAll('.size .line')].find((one) => one.querySelector('.target')?.textContent.endsWith(arguments[0]))""", target)
        Element(tab, found[ELEMENT]).click()
        return True
    until(click, f"the row {target} can be clicked")
    until(lambda: any(target in one for one in tab.texts(".full h2")) and tab.texts(".full .told .ending") == [ending], f"{target} is shown in full")
    return tab.text(".full")


def field(tab, name, within="body"):
    """The control of a label."""
    def look():
        found = tab.script("""
            const [within, name] = arguments
            const label = [...document.querySelectorAll(`:is(${within}) label`)].find((one) => one.checkVisibility() && one.textContent.trim().startsWith(name))
            return label?.querySelector('input, select, textarea')
              ?? [...document.querySelectorAll(`:is(${within}) :is(input, select, textarea)`)].find((one) => one.getAttribute('aria-label') === name)""",
            within, name)
        return found and Element(tab, found[ELEMENT])
    return until(look, f"there is a field {name!r} in {within}")


def choose(tab, name, words, within="body"):
    """Chooses an option of a select by a click."""
    def click():
        found = tab.script("return [...arguments[0].options].find((one) => one.textContent === arguments[1])", field(tab, name, within), words)
        Element(tab, found[ELEMENT]).click()
        return True
    until(click, f"{words} of {name} is chosen")


def filled(tab, name, text, within="body"):
    # Where a field was drawn anew meanwhile, it is looked for again.
    until(lambda: tab.fill(field(tab, name, within), text) or True, f"{name} is filled in")


def counted(tab):
    found = re.search(r"([\d,]+) request", tab.text("#counted"))
    return int(found[1].replace(",", "")) if found else None


def in_view(tab, session):
    """Puts a session in view by its field."""
    tab.fill("#session", session)
    tab.keys("Enter")
    until(lambda: tab.script("return page.session") == session, f"{session} is in view")


def view(tab, name):
    tab.press(name, "#tabs")
    until(lambda: tab.script("return document.querySelector('[role=tab][aria-selected=true]').textContent") == name, f"the view {name} is shown")


def in_address(tab, name, value):
    """Waits until the address has the whole value: a search is in it by pieces, too, where it is typed slowly."""
    until(lambda: parse_qs(urlsplit(tab.url).fragment).get(name) == [value], lambda: f"{name}={value} is in the address: {tab.url}")


def press_anew(tab, name, within):
    """Clicks a button, of which the status will tell: what it told before is taken away."""
    tab.script("document.getElementById('status').textContent = ''")
    tab.press(name, within)


def copied(tab, name):
    """What a button of `Copy as` puts on the clipboard."""
    press_anew(tab, name, ".full")
    tab.wait_text("#status", "Copied")
    return tab.clipboard()


def downloaded(downloads, kind):
    def look():
        return next((one for one in downloads.iterdir() if one.name.endswith(kind) and one.stat().st_size), None)
    return until(look, lambda: f"a file *{kind} in {[one.name for one in downloads.iterdir()]}", 60)


def saved(tab, downloads, button, kind):
    for old in downloads.iterdir():
        old.unlink()
    tab.press("Save", ".tools")
    tab.find("dialog[open]")
    tab.press(button, "dialog")
    tab.gone("dialog")
    return downloaded(downloads, kind)


def by_chooser(tab, path, within=".tools"):
    """Opens a file by the button. What the browser's own dialog would give is given by the driver."""
    tab.script("""
        HTMLInputElement.prototype.click = function () { if (this.type === 'file') document.body.append(this), (this.id = 'chosen') }""")
    tab.press("Open", within)
    tab.find("#chosen").upload(path)
    tab.script("document.getElementById('chosen').remove()")


def error_line(tab, words, patience=20):
    """The one line of the alert."""
    text = tab.wait_text("#error", words, patience)
    assert tab.script("return document.querySelectorAll('#error > span').length") == 1
    return text.splitlines()[0]


def hold(tab, method, part):
    """Keeps from the page the answers to calls with this in their path, until `let_go`. The gateway has them."""
    tab.script("""
        const [method, part] = arguments
        const real = fetch
        let release
        const released = new Promise((done) => { release = done })
        window.letGo = () => { window.fetch = real; release() }
        window.fetch = async (url, options) => {
          const answer = await real(url, options)
          if (options.method === method && url.includes(part)) await released
          return answer
        }""", method, part)


def let_go(tab):
    tab.script("letGo()")


def wheel(tab, by):
    """Scrolls the rows by a wheel."""
    box = tab.find(".rows .scroll").box
    tab.call("POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [
        {"type": "scroll", "x": int(box["x"] + 90), "y": int(box["y"] + 90), "deltaX": 0, "deltaY": by, "duration": 0}]}]})


def press_key(tab, *keys):
    """Keys for the page, where no field has the focus."""
    tab.script("document.activeElement.blur()")
    tab.keys(*keys)


# Failures, scenarios, and requests of all kinds.

EDITOR = "#view-scenarios textarea.editor-area"


def begin_scenario(tab):
    """A new scenario, whose name gets the focus."""
    tab.press("New scenario", "#view-scenarios")
    until(lambda: tab.script("return document.activeElement.matches('#view-scenarios label.grow input')"), "the name has the focus")
    tab.find(EDITOR)


def new_scenario(tab, gateway, text=None):
    visit(tab, gateway, "#view=scenarios")
    begin_scenario(tab)
    if text is not None:
        tab.find(EDITOR).click()
        # What completes comes with the key then, and Escape closes it.
        until(lambda: tab.script("return Boolean(page.schema.at('{}', 1))"), "the schema is there")
        tab.keys("Ctrl+a", "Delete")
        tab.type(text)
        tab.keys("Escape")


def editor_text(tab):
    return tab.find(EDITOR).value


def pick_failure(tab, text, name=None):
    """Searches for a failure, and chooses it."""
    name = name or text
    tab.fill(tab.find("#view-break .chooser input"), text)
    until(lambda: name in tab.texts("#view-break .choice .name"), lambda: f"{name} is found by {text}, of {tab.texts('#view-break .choice .name')[:5]}")
    found = tab.script("return [...document.querySelectorAll('#view-break .choice')].find((one) => one.querySelector('.name').textContent === arguments[0])", name)
    Element(tab, found[ELEMENT]).click()
    until(lambda: name in tab.texts("#view-break h2"), f"{name} is chosen")


def listed(tab):
    return tab.texts("#view-break table[aria-label='Broken by hand'] tbody tr")


def break_view(tab, gateway, session="shop"):
    visit(tab, gateway, f"#session={session}&view=break")
    until(lambda: tab.texts("#view-break .choice"), "the catalogue is there")


def break_it(tab, count):
    """Clicks, and waits until the gateway has it, and for the line in the list."""
    name = tab.texts("#view-break h2")[-1]
    press_anew(tab, "Break it", "#view-break")
    until(lambda: tab.text("#status").startswith(f"{name}: "), lambda: f"{name} is taken: {tab.texts('#status')} {tab.texts('#view-break .bad')}")
    until(lambda: len(listed(tab)) == count, lambda: f"{count} in the list: {listed(tab)} {tab.texts('#view-break .bad')}")


def shopping(gateway):
    """A few requests of all kinds."""
    session = gateway.session("shop", label="saved")
    gateway.request("GET", f"/@{session}/whole?labelled")
    gateway.request("POST", "/whole", bytes(range(200)), {"Content-Type": "application/octet-stream"})
    gateway.request("POST", f"/@{session}/orders?x=1&x=2", '{"a": "</script><b>"}', {"X-Key": "k1", "Content-Type": "application/json"})
    gateway.ended("GET /rst HTTP/1.1\r\nHost: a\r\n\r\n")
    gateway.ended("GET /fin HTTP/1.1\r\nHost: a\r\n\r\n")
    gateway.request("GET", "/nothing")
    gateway.ended(b"\x16\x03nonsense\r\n\r\n")
    return session


SHOPPED = 7  # Rows of `shopping`: what is no request has one, too.


def entries_of(gateway, session, count):
    """The journal once so many requests have ended, and none is open."""
    def look():
        entries = gateway.journal(session)
        return len(entries) == count and all(one["ending"] for one in entries) and entries
    return until(look, lambda: f"{count} entries: {gateway.journal(session)}")


def has_report(gateway, failure=None, target=None):
    """Waits until the gateway's report has a failure that left, and a request that no rule took: the page asks for it once."""
    def look():
        report = gateway.call("GET", "report")
        return (failure is None or any(one["name"] == failure and one["left"] + one["clientLeft"] for one in report["failures"])) \
            and (target is None or any(one.get("target") == target for one in report["unmatched"]))
    until(look, lambda: f"{failure} and {target} are in the report: {gateway.call('GET', 'report')}")


def come(tab, gateway, count):
    """So many requests come, a hundred at a time: of more at once a busy machine would tell the page the number alone."""
    for number in range(0, count, 100):
        gateway.pipelined("/whole", 100)
        until(lambda: tab.script("return page.journal.requests") >= number + 100, lambda: f"{number + 100} have come: {tab.text('#counted')}")


def knows_label(tab):
    until(lambda: tab.script("return page.journal.labels.size"), "the label is known")


def shown(tab):
    """What the rows show, for a comparison."""
    return [[one[name] for name in ("time", "target", "ending", "status", "failure", "rule", "session", "bytes")] for one in rows(tab)]


def settled(tab, count):
    """The rows once all have come and ended."""
    def look():
        drawn(tab)
        found = shown(tab)
        return len(found) == count and all(ending != "open" for _, _, ending, *_ in found) and found
    return until(look, lambda: f"{count} rows: {shown(tab)}")
