#!/usr/bin/env python3
"""Draws docs/pictures/timeline.svg: what a client gets of a broken answer, and when.

    python3 docs/pictures/timeline.py .build/release/mishap                  writes the picture
    python3 docs/pictures/timeline.py .build/release/mishap --output -       writes it to standard output

It serves broken-answer.json, which is beside this script, makes one request over a raw socket, and reads the journal. Bytes
and endings are drawn as they came. Times are drawn as the scenario plans them, so that the same program gives the same
picture; a request whose measured times are early, or late by more than TOLERANCE, is made again, ATTEMPTS times at most.
"""

import argparse
import http.client
import json
import pathlib
import socket
import subprocess
import sys
import time
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
SCENARIO = HERE / "broken-answer.json"
TOLERANCE = 100  # ms; a busy machine is late.
ATTEMPTS = 5
EARLY = 5  # ms; the client's clock starts before the request is sent, the gateway's when it has arrived.


class NotAsPlanned(Exception):
    """What came is not what the scenario plans."""


def milliseconds(text):
    return int(text.removesuffix("ms"))


def plan():
    """When the parts of the answer leave and it ends, in ms from the request, by the scenario."""
    rule = json.loads(SCENARIO.read_text())["rules"][0]
    begin, size, every = milliseconds(rule["delay"]), rule["pace"]["bytes"], milliseconds(rule["pace"]["every"])
    pieces = -(-rule["with"]["after"] // size)
    times = [begin + piece * every for piece in range(pieces)]
    return times, times[-1] + milliseconds(rule["with"]["pause"])


def request(port):
    """The pieces that came, each with its time in ms, how the connection ended, and when."""
    client = socket.create_connection(("127.0.0.1", port))
    client.settimeout(10)
    start = time.monotonic()
    client.sendall(b"GET /orders/1042 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    pieces = []
    while True:
        try:
            piece = client.recv(65536)
        except ConnectionResetError:
            ending = "RST"
            break
        if not piece:
            ending = "FIN"
            break
        pieces.append(((time.monotonic() - start) * 1000, piece))
    client.close()
    return pieces, ending, (time.monotonic() - start) * 1000


def journal(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/__mishap/sessions/default/journal?wait=5s")
    return json.loads(connection.getresponse().read())["entries"][0]


def watch(program):
    """The parts of the answer, planned times and bytes, and its entry in the journal."""
    command = [program, "serve", str(SCENARIO), "--port", "0", "--quiet", "--until-stdin-closes"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as gateway:
        port = int(gateway.stdout.readline().rsplit(":", 1)[1])
        pieces, ending, end = request(port)
        entry = journal(port)
        gateway.stdin.close()
    times, planned_end = plan()
    measured = [at for at, _ in pieces] + [end]
    if len(pieces) != len(times) or ending != "RST":
        raise NotAsPlanned(f"{len(pieces)} pieces and a {ending} came; {len(times)} and an RST are planned")
    for at, planned in zip(measured, times + [planned_end]):
        if not planned - EARLY <= at <= planned + TOLERANCE:
            raise NotAsPlanned(f"something came after {at:.0f} ms; {planned} ms are planned")
    sent = entry["sent"]
    if entry["ending"] != "reset" or sent["bytes"] != sum(len(piece) for _, piece in pieces):
        raise NotAsPlanned(f"the journal has {sent['bytes']} bytes and the ending {entry['ending']}")
    return [(at, piece.decode()) for at, (_, piece) in zip(times, pieces)], planned_end, entry


# The drawing, in pixels.
WIDTH, HEIGHT = 880, 272
LEFT, RIGHT, LONGEST = 120, 830, 750
CLIENT, GATEWAY, AXIS = 84, 170, 214

STYLE = """
  .card { fill: #ffffff; stroke: #d0d7de; }
  .lane { stroke: #8c959f; stroke-width: 2; }
  .tick { stroke: #d0d7de; }
  .label, .name, .bytes, .note { font-family: ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328; }
  .label { font-size: 12px; fill: #59636e; }
  .name { font-size: 14px; font-weight: 600; }
  .note { font-size: 13px; }
  .bytes { font-family: ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace; font-size: 12px; }
  .request { stroke: #59636e; fill: #59636e; }
  .answer { stroke: #0969da; fill: #0969da; }
  .end { stroke: #cf222e; fill: #cf222e; }
  .ends { fill: #cf222e; font-weight: 600; }
  .wait { fill: #ddf4ff; stroke: #0969da; stroke-dasharray: 3 3; }
  .arrow { stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #3d444d; }
    .lane { stroke: #656c76; }
    .tick { stroke: #3d444d; }
    .label { fill: #9198a1; }
    .name, .note, .bytes { fill: #f0f6fc; }
    .request { stroke: #9198a1; fill: #9198a1; }
    .answer { stroke: #4493f8; fill: #4493f8; }
    .end { stroke: #f85149; fill: #f85149; }
    .ends { fill: #f85149; }
    .wait { fill: #121d2f; stroke: #4493f8; }
  }
"""


def x(at):
    return LEFT + round((RIGHT - LEFT) * at / LONGEST)


def text(left, top, words, kind="label", anchor="middle"):
    return f'  <text x="{left}" y="{top}" class="{kind}" text-anchor="{anchor}" xml:space="preserve">{escape(words)}</text>'


def arrow(at, kind, up):
    """Between the two lanes; it takes no visible time on loopback."""
    start, end = (GATEWAY, CLIENT + 3) if up else (CLIENT, GATEWAY - 3)
    back = end + 9 if up else end - 9
    left = x(at)
    return (
        f'  <line x1="{left}" y1="{start}" x2="{left}" y2="{back}" class="{kind} arrow"/>\n'
        f'  <path d="M{left - 5} {back} L{left + 5} {back} L{left} {end} Z" class="{kind}"/>'
    )


def wait(begin, end, words):
    left, right = x(begin), x(end)
    return (
        f'  <rect x="{left}" y="{GATEWAY - 7}" width="{right - left}" height="14" rx="3" class="wait"/>\n'
        + text((left + right) // 2, GATEWAY + 24, words)
    )


def picture(pieces, end, entry):
    head, first = pieces[0][1].split("\r\n\r\n")
    length = next(line for line in head.split("\r\n") if line.startswith("Content-Length"))
    came = len(first) + sum(len(piece) for _, piece in pieces[1:])
    shown = [(pieces[0][0], [head.split("\r\n")[0], length, first])] + [(at, [piece]) for at, piece in pieces[1:]]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"  <title>A broken answer: {len(pieces)} pieces in {end} ms, then a reset</title>",
        f"  <style>{STYLE}  </style>",
        f'  <rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8" class="card"/>',
        text(24, CLIENT + 5, "client", "name", "start"),
        text(24, GATEWAY + 5, "Mishap", "name", "start"),
        f'  <line x1="{LEFT - 20}" y1="{CLIENT}" x2="{RIGHT + 20}" y2="{CLIENT}" class="lane"/>',
        f'  <line x1="{LEFT - 20}" y1="{GATEWAY}" x2="{RIGHT + 20}" y2="{GATEWAY}" class="lane"/>',
    ]
    for at in range(0, LONGEST + 1, 150):
        lines.append(f'  <line x1="{x(at)}" y1="{AXIS - 5}" x2="{x(at)}" y2="{AXIS + 3}" class="tick"/>')
        lines.append(text(x(at), AXIS + 18, f"{at} ms"))
    times = [at for at, _ in pieces]
    lines.append(wait(0, times[0], f"delay {times[0]} ms"))
    for before, after in zip(times, times[1:]):
        lines.append(wait(before, after, f"pace {after - before} ms"))
    lines.append(wait(times[-1], end, f"pause {end - times[-1]} ms"))
    lines.append(arrow(0, "request", up=False))
    lines.append(text(x(0), CLIENT - 12, "GET /orders/1042", "bytes"))
    for at, words in shown:
        lines.append(arrow(at, "answer", up=True))
        for row, line in enumerate(reversed(words)):
            lines.append(text(x(at), CLIENT - 12 - 18 * row, line, "bytes"))
    lines.append(arrow(end, "end", up=True))
    lines.append(text(x(end), CLIENT - 12, "RST", "note ends"))
    total = int(length.split(": ")[1])
    lines.append(
        text(
            WIDTH // 2, HEIGHT - 14,
            f"The journal: rule \u201c{entry['rule']}\u201d, status {entry['sent']['status']}, {came} of {total} bytes of body, "
            f"ending \u201c{entry['ending']}\u201d", "note",
        )
    )
    return "\n".join(lines + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the mishap that is asked")
    parser.add_argument("--output", default=str(HERE / "timeline.svg"), help="- for standard output")
    options = parser.parse_args()
    for attempt in range(1, ATTEMPTS + 1):
        try:
            drawn = picture(*watch(options.program))
            break
        except NotAsPlanned as error:
            if attempt == ATTEMPTS:
                sys.exit(str(error))
    if options.output == "-":
        sys.stdout.write(drawn)
    else:
        pathlib.Path(options.output).write_text(drawn)


if __name__ == "__main__":
    main()
