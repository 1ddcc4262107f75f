"""load.py PORT TARGET REQUESTS RATE: pipelined requests over eight connections, RATE a second (0: as fast as it can)."""
import selectors
import socket
import sys
import time

port, target, wanted, rate = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
REQUEST = f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
MARK = b"HTTP/1.1 "
BATCH = 25


class Client:
    def __init__(self):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.waiting = 0
        self.rest = b""

    def send(self, count):
        self.socket.sendall(REQUEST * count)
        self.waiting = count

    def read(self):
        data = self.socket.recv(1 << 18)
        if not data:
            sys.exit("the gateway ended a connection")
        data = self.rest + data
        count = data.count(MARK)
        self.waiting -= count
        # A mark may be cut in two; one that was counted stays out.
        self.rest = data[max(data.rfind(MARK) + 1, len(data) - len(MARK) + 1, 0):]


clients = [Client() for _ in range(8)]
selector = selectors.DefaultSelector()
for client in clients:
    selector.register(client.socket, selectors.EVENT_READ, client)
begin = time.monotonic()
sent = 0
while sent < wanted or any(client.waiting for client in clients):
    now = time.monotonic() - begin
    if now > 300:
        sys.exit("no answer for long")
    due = min(wanted, int(now * rate) + 1) if rate else wanted
    # In turn: a connection on which nothing comes for ten seconds is ended.
    for client in list(clients):
        if not client.waiting and sent < due:
            count = min(BATCH, due - sent)
            client.send(count)
            sent += count
            clients.remove(client)
            clients.append(client)
    for key, _ in selector.select(0.001 if rate else 1):
        key.data.read()
seconds = time.monotonic() - begin
print(f"{sent} {seconds:.3f} {sent / seconds:.0f}")
