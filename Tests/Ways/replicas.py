"""Lives of sessions on three replicas behind a packet-level NAT, as a Service in Kubernetes has them.

    replicas.py PROGRAM ROOT

Sessions are made at the Service's address, each on a new connection, and lived at the address that the answer gives.
"""

import argparse
import collections
import concurrent.futures
import http.client
import json
import os
import signal
import sys
import tempfile
import threading
import urllib.parse

import ways

SERVICE = "10.96.0.1:80"
PORT = 8080
CLIENTS = 16
SCENARIO = {
    "variables": {"owner": ""},
    "rules": [
        {
            "name": "order",
            "match": {"method": "POST", "path": "/orders"},
            "steps": [
                {"fail": "tcp/reset"},
                {"fail": 503},
                {"reply": {"json": {"owner": "{{variables.owner}}", "hit": "{{hit}}"}}},
            ],
        }
    ],
    "expect": [{"rule": "order", "requests": 3}],
}


class Wrong(Exception):
    """What was answered is not what this session is to get."""


def call(authority, method, path, body=None):
    connection = http.client.HTTPConnection(authority, timeout=20)
    try:
        fields = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(method, path, None if body is None else json.dumps(body), fields)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def make(number):
    """A session of this number: the authority of its replica, its path, its id."""
    owner = f"session {number}"
    status, fields, body = call(
        SERVICE, "POST", "/__mishap/sessions", {"scenario": SCENARIO, "variables": {"owner": owner}, "label": owner})
    if status != 201:
        raise Wrong(f"POST sessions is answered with {status}: {body!r}")
    answer = json.loads(body)
    url, location = urllib.parse.urlsplit(answer["url"]), urllib.parse.urlsplit(fields["Location"])
    if url.netloc != location.netloc or location.path != f"/__mishap/sessions/{answer['id']}":
        raise Wrong(f"Location is {fields['Location']}, and url {answer['url']}")
    return url.netloc, url.path, answer["id"]


def live(number, authority, path, session):
    """All of a session's life but its beginning."""
    owner = f"session {number}"
    try:
        call(authority, "POST", path + "/orders", {})
        raise Wrong("the first request is answered, and was to be reset")
    except http.client.RemoteDisconnected as error:
        # An end is no reset, though Python derives the one from the other.
        raise Wrong("the first request's connection was ended, and was to be reset") from error
    except ConnectionResetError:
        pass
    status, _, body = call(authority, "POST", path + "/orders", {})
    if status != 503:
        raise Wrong(f"the second request is answered with {status}: {body!r}")
    status, _, body = call(authority, "POST", path + "/orders", {})
    if status != 200 or json.loads(body) != {"owner": owner, "hit": 3}:
        raise Wrong(f"the third request of {owner} is answered with {status}: {body!r}")
    status, _, body = call(authority, "GET", f"/__mishap/sessions/{session}/verdict?assert=1")
    if status != 200 or json.loads(body)["outcome"] != "passed":
        raise Wrong(f"the verdict on {owner} is {status}: {body!r}")
    status, _, body = call(authority, "GET", f"/__mishap/sessions/{session}")
    if json.loads(body)["label"] != owner:
        raise Wrong(f"{session} is {body!r}")


def end(authority, session):
    status, _, body = call(authority, "DELETE", f"/__mishap/sessions/{session}")
    if status != 200 or json.loads(body)["outcome"] != "passed":
        raise Wrong(f"DELETE is answered with {status}: {body!r}")


def expect_gone(authority, path, session, why):
    for method, target in (("GET", path + "/orders"), ("GET", f"/__mishap/sessions/{session}")):
        status, _, body = call(authority, method, target)
        detail = json.loads(body).get("detail", "")
        if status != 410 or "belongs to another run of Mishap, not to this one" not in detail:
            sys.exit(f"{why}: {method} {target} at {authority} is answered with {status}: {body!r}")


class Replicas:
    """Three of them in another namespace, each on its own address."""

    def __init__(self, parts):
        self.parts = parts
        _, self.inside = ways.other_namespace(parts)
        keeper = self.inside[-1]
        run = parts.run
        run("ip", "link", "add", "client", "type", "veth", "peer", "name", "gateways", "netns", keeper)
        run("ip", "address", "add", "10.9.0.1/24", "dev", "client")
        run("ip", "link", "set", "client", "up")
        self.addresses = [f"10.9.0.{number}" for number in (2, 3, 4)]
        for address in self.addresses:
            run(*self.inside, "ip", "address", "add", f"{address}/24", "dev", "gateways")
        run(*self.inside, "ip", "link", "set", "gateways", "up")
        run("ip", "route", "add", "10.96.0.0/16", "dev", "client")
        targets = ", ".join(f"{index} : {address} . {PORT}" for index, address in enumerate(self.addresses))
        run("nft", "-f", parts.file("service.nft", """
table ip mishap {
    chain output {
        type nat hook output priority -100;
        ip daddr 10.96.0.1 tcp dport 80 dnat to numgen inc mod %d map { %s }
    }
}
""" % (len(self.addresses), targets)))
        self.processes = {address: self.start(address) for address in self.addresses}

    def start(self, address):
        process = self.parts.gateway(
            PORT, self.inside, "--host", address, "--advertise", f"http://{address}:{PORT}", "--control", "any")
        self.parts.wait_for(PORT, process, address)
        return process

    def kill(self, address):
        os.killpg(self.processes[address].pid, signal.SIGKILL)
        self.processes[address].wait()


def lives(replicas, count):
    """Whole lives, by so many clients at once: nothing may be wrong, and each replica has its share."""

    def whole(number):
        authority, path, session = make(number)
        live(number, authority, path, session)
        end(authority, session)
        return authority

    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        shares = collections.Counter(clients.map(whole, range(count)))
    if sorted(shares) != sorted(f"{address}:{PORT}" for address in replicas.addresses):
        sys.exit(f"sessions were made at {shares}")
    print(f"{count} sessions made at the Service and lived at their url: " +
          ", ".join(f"{share} at {authority}" for authority, share in sorted(shares.items())))


def strangers(replicas):
    """An id of one replica is a 410 at another, and at its own once that was restarted."""
    made = {}
    number = 0
    while len(made) < len(replicas.addresses):
        authority, path, session = make(number)
        made[authority] = (path, session)
        number += 1
    one, other = (f"{address}:{PORT}" for address in replicas.addresses[:2])
    expect_gone(other, *made[one], "an id of another replica")
    replicas.kill(replicas.addresses[0])
    replicas.processes[replicas.addresses[0]] = replicas.start(replicas.addresses[0])
    expect_gone(one, *made[one], "an id of before a restart")
    print("an id of another replica, and one of before a restart, is a 410 that says so")


def loss(replicas, count):
    """One replica is killed while its sessions live: exactly these fail."""
    victim = replicas.addresses[-1]
    made = []
    while len(made) < count:
        made.append((len(made), *make(len(made))))
    started = threading.Barrier(CLIENTS + 1)
    lock = threading.Lock()
    outcomes = {}

    def client(own):
        for index, (number, authority, path, session) in enumerate(own):
            if index == len(own) // 2:
                # In the middle of all of them.
                started.wait()
                started.wait()
            try:
                live(number, authority, path, session)
                end(authority, session)
                outcome = "lived"
            except (OSError, http.client.HTTPException):
                outcome = "lost"
            with lock:
                outcomes[number] = (authority, outcome, index >= len(own) // 2)

    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        running = [clients.submit(client, made[index::CLIENTS]) for index in range(CLIENTS)]
        started.wait()
        replicas.kill(victim)
        started.wait()
        for one in running:
            one.result()
    for number, (authority, outcome, is_after) in sorted(outcomes.items()):
        expected = "lost" if is_after and authority == f"{victim}:{PORT}" else "lived"
        if outcome != expected:
            sys.exit(f"session {number} at {authority} {outcome}, after the kill: {is_after}")
    lost = sum(outcome == "lost" for _, outcome, _ in outcomes.values())
    if len(outcomes) != count or lost == 0:
        sys.exit(f"{len(outcomes)} sessions, {lost} lost")
    print(f"one replica killed in the middle of {count} sessions: its {lost} were lost, and no other")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("root")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        parts = ways.Ways(os.path.abspath(options.program), options.root, folder)
        try:
            replicas = Replicas(parts)
            lives(replicas, 500)
            strangers(replicas)
            loss(replicas, 240)
        except Wrong as wrong:
            sys.exit(f"wrong: {wrong}")
        finally:
            parts.stop()


if __name__ == "__main__":
    main()
