"""A client of chromedriver: WebDriver over plain HTTP, by the standard library alone.

All that waits, waits for a condition with a deadline.
"""
import base64
import http.client
import json
import os
import re
import select
import shutil
import subprocess
import time

PATIENCE = 20
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
NAMED_KEYS = {
    "Enter": "\ue007", "Tab": "\ue004", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a", "Escape": "\ue00c",
    "Space": " ", "Backspace": "\ue003", "Delete": "\ue017", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010",
    "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}


class WebDriverError(Exception):
    """What the driver refused: `name` is the error of the specification, such as `no such element`."""

    def __init__(self, value):
        super().__init__(f"{value.get('error')}: {value.get('message', '').splitlines()[0] if value.get('message') else ''}")
        self.name = value.get("error")


# What another state of the page may mend, so that a wait goes on.
PASSING = {"no such element", "stale element reference", "element not interactable", "element click intercepted", "no such window"}


def until(condition, what, patience=PATIENCE):
    """What `condition` gives as soon as it is true."""
    deadline = time.monotonic() + patience
    problem = None
    while True:
        try:
            value = condition()
            if value:
                return value
            problem = value
        except WebDriverError as error:
            if error.name not in PASSING:
                raise
            problem = error
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {patience} s: {what() if callable(what) else what} (last: {problem!r})")
        time.sleep(0.02)


class Driver:
    """chromedriver, as a process of its own."""

    def __init__(self, program="chromedriver"):
        self.process = subprocess.Popen(
            [program, "--port=0", "--log-level=SEVERE"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.port = None
        said = b""
        deadline = time.monotonic() + 3 * PATIENCE
        while self.port is None and time.monotonic() < deadline:
            is_there, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            piece = os.read(self.process.stdout.fileno(), 4096) if is_there else b""
            if is_there and not piece:
                break
            said += piece
            found = re.search(rb"started successfully on port (\d+)", said)
            self.port = int(found[1]) if found and not said.endswith(found[1]) else None
        if self.port is None:
            self.stop()
            raise RuntimeError("chromedriver does not start")

    def call(self, method, path, body=None, patience=90):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.load(answer)["value"]
        finally:
            connection.close()
        if answer.status >= 400:
            raise WebDriverError(value)
        return value

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Browser:
    """A headless Chromium. One that runs as root, or in a container, has no sandbox."""

    def __init__(self, driver, size=(1280, 800), browser=None, downloads=None):
        names = ["chromium", "chromium-browser", "google-chrome"]
        binary = browser or next(filter(None, map(shutil.which, names)), None)
        arguments = ["--headless=new", f"--window-size={size[0]},{size[1]}", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--no-first-run", "--no-proxy-server", "--disable-background-networking", "--disable-component-update",
                     "--disable-sync", "--enable-precise-memory-info", "--js-flags=--expose-gc"]
        self.driver = driver
        options = {"args": arguments, "binary": binary}
        capabilities = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}, "acceptInsecureCerts": True,
                        "unhandledPromptBehavior": "ignore"}
        session = driver.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.version = session["capabilities"]["browserVersion"]
        self.path = f"/session/{session['sessionId']}"
        self.call("POST", "/timeouts", {"script": 60000, "pageLoad": 60000, "implicit": 0})
        if downloads:
            self.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
        self.first = self.call("GET", "/window")

    def call(self, method, path, body=None):
        return self.driver.call(method, self.path + path, body)

    def cdp(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def new_tab(self):
        """A tab with a session storage of its own."""
        return Tab(self, self.call("POST", "/window/new", {"type": "tab"})["handle"])

    def log(self):
        """What the console has got since the last call, CSP violations included."""
        return self.call("POST", "/se/log", {"type": "browser"})

    def stop(self):
        self.call("DELETE", "")


class Tab:
    """A tab, in which real clicks and keys happen."""

    def __init__(self, browser, handle):
        self.browser = browser
        self.handle = handle
        self.switch()

    def switch(self):
        self.call("POST", "/window", {"handle": self.handle})

    def close(self):
        self.switch()
        self.call("DELETE", "/window")

    def call(self, method, path, body=None):
        return self.browser.call(method, path, body)

    def cdp(self, command, **parameters):
        return self.browser.cdp(command, **parameters)

    # Addresses.

    def go(self, url):
        self.call("POST", "/url", {"url": url})

    def reload(self):
        self.call("POST", "/refresh", {})

    @property
    def url(self):
        return self.call("GET", "/url")

    # Scripts.

    def script(self, source, *arguments):
        return self.call("POST", "/execute/sync", {"script": source, "args": [as_argument(one) for one in arguments]})

    def later(self, source, *arguments):
        """A script that gives its value to `done`."""
        source = "const done = arguments[arguments.length - 1]; " + source
        return self.call("POST", "/execute/async", {"script": source, "args": [as_argument(one) for one in arguments]})

    # Elements.

    def all(self, css, text=None):
        """The elements of a selector that are shown, or those with this text in them."""
        found = self.script("""
            const [css, text] = arguments
            return [...document.querySelectorAll(css)].filter(one => one.checkVisibility({ visibilityProperty: true })
              && (text === null || one.textContent.includes(text)))""", css, text)
        return [Element(self, one[ELEMENT]) for one in found]

    def find(self, css, text=None, patience=PATIENCE):
        what = css + (f" with {text!r}" if text is not None else "")
        return until(lambda: self.all(css, text), f"there is {what}", patience)[0]

    def gone(self, css, text=None, patience=PATIENCE):
        until(lambda: not self.all(css, text), f"{css} {text or ''} goes", patience)

    def button(self, name, within="body", patience=PATIENCE):
        """A button by its exact words, or by its label."""
        def look():
            found = self.script("""
                const [within, name] = arguments
                return [...document.querySelectorAll(`:is(${within}) :is(button, [role=tab], summary)`)].find(one => one.checkVisibility()
                  && [one.textContent.trim(), one.getAttribute('aria-label')].includes(name))""", within, name)
            return found and Element(self, found[ELEMENT])
        return until(look, f"there is a button {name!r} in {within}", patience)

    def press(self, name, within="body", patience=PATIENCE):
        """Clicks a button that is on. A page that draws anew may take it away under the pointer: then it is looked for again."""
        def click():
            button = self.button(name, within, patience)
            if self.script("return arguments[0].matches(':disabled')", button):
                return False
            button.click()
            return True
        until(click, f"{name!r} can be clicked", patience)

    def click(self, css, text=None):
        until(lambda: self.find(css, text).click() or True, f"{css} can be clicked")

    def text(self, css):
        return until(lambda: [self.find(css).text], f"{css} has a text")[0]

    def wait_text(self, css, wanted, patience=PATIENCE):
        """The text of an element once it has these words."""
        def look():
            return next((text for text in self.texts(css) if wanted in text), None)
        return until(look, lambda: f"{css} says {wanted!r}, and not {self.texts(css)}", patience)

    def texts(self, css):
        return self.script(
            "return [...document.querySelectorAll(arguments[0])].filter(one => one.checkVisibility()).map(one => one.innerText)", css)

    @property
    def focused(self):
        return Element(self, self.call("GET", "/element/active")[ELEMENT])

    # Keys.

    def keys(self, *keys):
        """Keys, one after the other: `"a"`, `"Enter"`, `"Ctrl+Space"`."""
        actions = []
        for key in keys:
            *held, last = key.split("+") if len(key) > 1 else [key]
            codes = [NAMED_KEYS[{"Ctrl": "Control"}.get(name, name)] for name in held] + [NAMED_KEYS.get(last, last)]
            actions += [{"type": "keyDown", "value": code} for code in codes]
            actions += [{"type": "keyUp", "value": code} for code in reversed(codes)]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def type(self, text):
        """Text, a key for each character."""
        self.keys(*({"\n": "Enter", " ": "Space"}.get(one, one) for one in text))

    def fill(self, element, text):
        """Replaces what a field has, by keys."""
        element = element if isinstance(element, Element) else self.find(element)
        element.click()
        self.keys("Ctrl+a", "Delete")
        self.type(text)

    # What the browser says of itself.

    def screenshot(self):
        return base64.b64decode(self.call("GET", "/screenshot"))

    def accessibility(self):
        """The nodes of the accessibility tree that are not ignored: role, name, focusable and more."""
        nodes = []
        for node in self.cdp("Accessibility.getFullAXTree")["nodes"]:
            if node.get("ignored"):
                continue
            properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
            nodes.append({
                "id": node.get("backendDOMNodeId"), "role": node.get("role", {}).get("value"),
                "name": (node.get("name", {}).get("value") or "").strip(), **properties})
        return nodes

    def media(self, **features):
        """`prefers_color_scheme="dark"`, `prefers_reduced_motion="reduce"`."""
        self.cdp("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def size(self, width, height, scale=1):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def heap(self):
        """Bytes of the JavaScript heap that are in use, once garbage is collected."""
        for _ in range(2):
            self.cdp("HeapProfiler.collectGarbage")
        self.cdp("Performance.enable")
        metrics = {one["name"]: one["value"] for one in self.cdp("Performance.getMetrics")["metrics"]}
        return metrics["JSHeapUsedSize"]

    def clipboard(self):
        self.cdp("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        return self.later("navigator.clipboard.readText().then(done, error => done(`refused: ${error}`))")

    def drop(self, element, path):
        """Drops a file, as a hand does."""
        box = element.box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for kind in ("dragEnter", "dragOver", "drop"):
            self.cdp("Input.dispatchDragEvent", type=kind, x=x, y=y,
                     data={"items": [], "files": [str(path)], "dragOperationsMask": 1})


class Element:
    def __init__(self, tab, identifier):
        self.tab = tab
        self.identifier = identifier

    def call(self, method, path, body=None):
        return self.tab.call(method, f"/element/{self.identifier}{path}", body)

    def click(self):
        self.call("POST", "/click", {})

    def upload(self, path):
        """Chooses a file in `<input type=file>`."""
        self.call("POST", "/value", {"text": str(path)})

    @property
    def text(self):
        return self.call("GET", "/text")

    @property
    def value(self):
        return self.call("GET", "/property/value")

    @property
    def box(self):
        return self.call("GET", "/rect")

    def attribute(self, name):
        return self.tab.script("return arguments[0].getAttribute(arguments[1])", self, name)

    def property(self, name):
        return self.call("GET", f"/property/{name}")


def as_argument(value):
    return {ELEMENT: value.identifier} if isinstance(value, Element) else value
