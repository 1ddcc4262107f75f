import CLinux
import Glibc

/// An attack that is not about the bytes of one request: slow and vanishing clients, floods, bombs, clients that do not
/// read.
struct Assault: Sendable {
    let name: String
    let title: String
    /// Returns what a client saw that it should not have seen.
    let run: @Sendable (Field) throws(AttackError) -> [String]

    /// Where it takes place.
    struct Field: Sendable {
        let port: UInt16
        let seed: UInt64
        /// Shrinks the numbers of clients, for tests on a busy machine.
        let isSmall: Bool

        func count(_ most: Int) -> Int { isSmall ? max(4, most / 20) : most }
        func milliseconds(_ most: Int) -> Int { isSmall ? max(100, most / 10) : most }
        /// Milliseconds for an answer or an end that is awaited: at least a minute on a busy machine.
        func patience(_ usual: Int32) -> Int32 { isSmall ? max(60_000, usual) : usual }

        func clients(_ most: Int, receiveBuffer: Int32? = nil) throws(AttackError) -> [Client] {
            var clients: [Client] = []
            for _ in 0..<count(most) { clients.append(try Client(port: port, receiveBuffer: receiveBuffer)) }
            return clients
        }

        func pause(_ milliseconds: Int) { _ = Clock.wait(milliseconds: self.milliseconds(milliseconds)) { false } }
    }

    static let all = vanishing + slow + floods + bombs + readers + overTLS

    // MARK: Clients that go

    /// The stages at which a client can leave, with what it has sent by then.
    private static let stages = [
        ("connecting", ""),
        ("half a line", "GET /plain/a HT"),
        ("half a head", "GET /plain/a HTTP/1.1\r\nHost: x\r\nA: "),
        ("half a body", "POST /plain/a HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc"),
        ("half a size", "POST /plain/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1"),
        ("half a chunk", "POST /plain/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\nabc"),
        ("half a trailer", "POST /plain/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b"),
        ("a request for much", "GET /large HTTP/1.1\r\nHost: x\r\n\r\n"),
        ("a request and half of one", "GET /plain/a HTTP/1.1\r\nHost: x\r\n\r\nGET /plain/b HT"),
        (
            "a hundred requests and half an upload",
            String(repeating: "GET /plain/a HTTP/1.1\r\nHost: x\r\n\r\n", count: 100)
                + "POST /plain/a HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc"
        ),
    ]

    private static let vanishing = Client.Leaving.allCases.map { way in
        Assault(name: "vanish-\(way)", title: "clients that go at each stage, by \(way.words)") {
            field throws(AttackError) in
            var held: [Client] = []
            for (_, sent) in stages {
                for client in try field.clients(100) {
                    client.send(sent)
                    held.append(client)
                }
            }
            field.pause(500)
            for client in held { client.leave(way) }
            // Whoever has ended its side only is let go by the server, not by its own close.
            guard way == .halfClose else { return [] }
            let patience = Int(field.patience(10_000))
            let isDone = Clock.wait(milliseconds: patience) {
                held.removeAll { client in
                    while let piece = client.receive(within: 0) { if piece.isEmpty { break } }
                    return client.isAtEnd
                }
                return held.isEmpty
            }
            return isDone ? [] : ["\(held.count) half-closed clients were not let go within \(patience / 1_000) s"]
        }
    }

    private static let slow = [
        Assault(name: "idle", title: "clients that connect and say nothing") { field throws(AttackError) in
            let clients = try field.clients(2_000)
            field.pause(1_500)
            clients.forEach { $0.leave(.reset) }
            return []
        },
        Assault(name: "dribble", title: "clients that send a byte every few milliseconds") {
            field throws(AttackError) in
            let clients = try field.clients(200)
            let request =
                Array("POST /plain/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                + Array(String(repeating: "1\r\na\r\n", count: 30).utf8) + Array("0\r\n\r\n".utf8)
            for byte in request {
                for client in clients { client.send([byte]) }
                _ = Clock.wait(milliseconds: field.isSmall ? 0 : 5) { false }
            }
            let answered = clients.count { client in
                String(decoding: client.receive(within: field.patience(5_000)) ?? [], as: UTF8.self).hasPrefix(
                    "HTTP/1.1 200")
            }
            return answered == clients.count ? [] : ["\(clients.count - answered) of \(clients.count) got no answer"]
        },
    ]

    // MARK: Floods

    private static let get = "GET /plain/a HTTP/1.1\r\nHost: x\r\n\r\n"

    private static let floods = [
        Assault(name: "connections", title: "connections that are opened and closed at once") {
            field throws(AttackError) in
            for number in 0..<field.count(8_000) {
                try Client(port: field.port).leave(number.isMultiple(of: 2) ? .reset : .close)
            }
            return []
        },
        Assault(name: "requests", title: "requests on a connection each") { field throws(AttackError) in
            var unanswered = 0
            for _ in 0..<field.count(4_000) {
                let client = try Client(port: field.port)
                client.send("GET /plain/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                if client.receiveAll(within: field.patience(2_000)).isEmpty { unanswered += 1 }
                client.leave(.reset)
            }
            return unanswered == 0 ? [] : ["\(unanswered) requests got no answer"]
        },
        Assault(name: "pipelines", title: "long pipelines whose answers are read") { field throws(AttackError) in
            try pipelines(field, reads: true)
        },
        Assault(name: "pipelines-unread", title: "long pipelines whose answers are not read") {
            field throws(AttackError) in
            try pipelines(field, reads: false)
        },
        Assault(name: "refusals", title: "malformed requests on a connection each") { field throws(AttackError) in
            for _ in 0..<field.count(4_000) {
                let client = try Client(port: field.port)
                client.send("GET  / HTTP/1.1\r\n\r\n")
                _ = client.receiveAll(within: 2_000)
                client.leave(.reset)
            }
            return []
        },
    ]

    private static func pipelines(_ field: Field, reads: Bool) throws(AttackError) -> [String] {
        let piece = Array(String(repeating: get, count: 1_000).utf8)
        let clients = try field.clients(20)
        let deadline = Clock.now + UInt64(field.milliseconds(3_000)) * 1_000_000
        while Clock.now < deadline {
            for client in clients {
                client.send(piece, milliseconds: 0)
                if reads { while client.receive(within: 0) != nil {} }
            }
        }
        clients.forEach { $0.leave(.reset) }
        return []
    }
}

extension Client.Leaving {
    var words: String {
        switch self {
        case .close: "a close"
        case .halfClose: "the end of their side"
        case .reset: "a reset"
        }
    }
}
