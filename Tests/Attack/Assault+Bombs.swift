import CLinux
import Glibc

extension Assault {
    static let bombs = [
        bomb("json-depth", "JSON that is nested 500,000 deep", to: "/json", "application/json") {
            Array(String(repeating: "[", count: 500_000).utf8)
        },
        bomb("json-members", "a JSON object of 300,000 members", to: "/json", "application/json") {
            Array(("{" + (0..<300_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}").utf8)
        },
        bomb("json-numbers", "a JSON list of a million numbers", to: "/json", "application/json") {
            Array(("[" + String(repeating: "1,", count: 1_000_000) + "1]").utf8)
        },
        bomb("json-call", "a JSON-RPC batch of 100,000 calls", to: "/rpc", "application/json", session: "calls") {
            let call = #"{"jsonrpc":"2.0","method":"a","id":1}"#
            return Array(("[" + Array(repeating: call, count: 100_000).joined(separator: ",") + "]").utf8)
        },
        bomb("xml-entities", "XML whose entities grow a billionfold", to: "/RPC2", "text/xml", session: "xml") {
            let entities = (1...9).map { level in
                "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
            }
            let text =
                "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e0 \"ha\">\(entities.joined())]>"
                + "<methodCall><methodName>&e9;</methodName></methodCall>"
            return Array(text.utf8)
        },
        bomb("xml-depth", "XML that is nested 200,000 deep", to: "/RPC2", "text/xml", session: "xml") {
            Array(String(repeating: "<a>", count: 200_000).utf8)
        },
        bomb("xml-values", "an XML-RPC call of 300,000 members", to: "/RPC2", "text/xml", session: "xml") {
            let members = (0..<300_000).map { "<member><name>k\($0)</name><value>1</value></member>" }.joined()
            let text =
                "<methodCall><methodName>a</methodName><params><param><value><struct>\(members)</struct></value></param>"
                + "</params></methodCall>"
            return Array(text.utf8)
        },
        bomb("xml-base64", "an XML-RPC call with 20 MB of base64", to: "/RPC2", "text/xml", session: "xml") {
            let text =
                "<methodCall><methodName>a</methodName><params><param><value><base64>"
                + String(repeating: "QUJD", count: 5 << 20) + "</base64></value></param></params></methodCall>"
            return Array(text.utf8)
        },
        bomb("form", "a form of 500,000 fields", to: "/form", "application/x-www-form-urlencoded") {
            Array((0..<500_000).map { "k\($0)=%41" }.joined(separator: "&").utf8)
        },
        bomb("pattern", "text on which a pattern backtracks", to: "/pattern", "text/plain") {
            Array((String(repeating: "a", count: 1 << 20) + "b").utf8)
        },
        bomb("gzip", "60 MB of zeros that say that they are gzip", to: "/json", "application/json", coding: "gzip") {
            [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 60_000_000)
        },
        bomb("text", "a body of 60 MB that the answer repeats", to: "/plain/a", "text/plain") {
            [UInt8](repeating: 0x61, count: 60_000_000)
        },
        Assault(name: "chunks", title: "300,000 chunks of one byte") { field throws(AttackError) in
            let head = "POST /plain/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let count = field.count(300_000)
            return try exchange(
                field,
                [Array(head.utf8), Array(String(repeating: "1\r\na\r\n", count: count).utf8), Array("0\r\n\r\n".utf8)],
                times: 4)
        },
        Assault(name: "extensions", title: "30,000 chunks of one byte with extensions") { field throws(AttackError) in
            let head = "POST /plain/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let chunk = "1;a=\"\(String(repeating: "b", count: 100))\"\r\na\r\n"
            let count = field.count(30_000)
            return try exchange(
                field, [Array(head.utf8), Array(String(repeating: chunk, count: count).utf8), Array("0\r\n\r\n".utf8)],
                times: 4)
        },
        Assault(name: "fields", title: "heads of as many fields as fit") { field throws(AttackError) in
            let head = "GET /plain/a HTTP/1.1\r\nHost: x\r\n\(String(repeating: "a:\r\n", count: 2_900))\r\n"
            return try exchange(field, [Array(String(repeating: head, count: field.count(200)).utf8)], times: 20)
        },
        Assault(name: "announced", title: "uploads of 60 MB that are announced and do not come") {
            field throws(AttackError) in
            let clients = try field.clients(20)
            for client in clients {
                client.send("POST /plain/a HTTP/1.1\r\nHost: x\r\nContent-Length: 60000000\r\n\r\n")
            }
            field.pause(200)
            var problems: [String] = []
            for number in 0..<10 {
                let client = try Client(port: field.port)
                client.send("POST /plain/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 1_000_000), milliseconds: field.patience(2_000))
                let answer = client.receiveAll(within: field.patience(10_000))
                if !String(decoding: answer.prefix(12), as: UTF8.self).hasSuffix("200") {
                    problems.append("upload \(number + 1) of 1 MB got \(Array(answer.prefix(12)).shown)")
                }
            }
            clients.forEach { $0.leave(.reset) }
            return problems
        },
    ]

    static let readers = [
        Assault(name: "large-unread", title: "answers of 16 MB that nobody reads") { field throws(AttackError) in
            let clients = try field.clients(100, receiveBuffer: 4_096)
            for client in clients { client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n") }
            field.pause(3_000)
            clients.forEach { $0.leave(.reset) }
            return []
        },
        Assault(name: "large", title: "answers of 16 MB that are read") { field throws(AttackError) in
            var problems: [String] = []
            for client in try field.clients(8) {
                client.send("GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                var count = 0
                while let piece = client.receive(within: field.patience(2_000)) { count += piece.count }
                if count < 16_000_000 { problems.append("only \(count) bytes of a large answer") }
            }
            return problems
        },
        Assault(name: "journals-unread", title: "journals that nobody reads") { field throws(AttackError) in
            let clients = try field.clients(30, receiveBuffer: 4_096)
            for client in clients { client.send("GET /__mishap/sessions/default/journal HTTP/1.1\r\nHost: x\r\n\r\n") }
            field.pause(3_000)
            clients.forEach { $0.leave(.reset) }
            return []
        },
        Assault(name: "sessions", title: "private sessions that are used once") { field throws(AttackError) in
            let client = try Client(port: field.port)
            for number in 0..<field.count(5_000) {
                client.send("GET /plain/a HTTP/1.1\r\nHost: x\r\nMishap-Session: main~\(number % 50)\r\n\r\n")
                if client.receive(within: field.patience(2_000)) == nil { return ["session \(number) got no answer"] }
            }
            return []
        },
    ]

    private static func bomb(
        _ name: String, _ title: String, to path: String, _ type: String, session: String? = nil, coding: String? = nil,
        _ body: @escaping @Sendable () -> [UInt8]
    ) -> Assault {
        Assault(name: name, title: title) { field throws(AttackError) in
            let body = body()
            let head =
                "POST \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: \(type)\r\n"
                + (session.map { "Mishap-Session: \($0)\r\n" } ?? "")
                + (coding.map { "Content-Encoding: \($0)\r\n" } ?? "")
                + "Content-Length: \(body.count)\r\n\r\n"
            return try exchange(field, [Array(head.utf8), body], times: 2)
        }
    }

    /// Sends the pieces on some connections, one after the other, and wants an answer on each.
    private static func exchange(_ field: Field, _ pieces: [[UInt8]], times: Int) throws(AttackError) -> [String] {
        for _ in 0..<(field.isSmall ? 1 : times) {
            let client = try Client(port: field.port)
            var answer: [UInt8] = []
            for piece in pieces {
                var rest = piece[...]
                var silence: Int32 = 0
                // Reads between, so that neither side waits for the other for ever.
                while !rest.isEmpty, silence < field.patience(2_000), !client.isAtEnd {
                    let count = client.send(Array(rest.prefix(1 << 20)), milliseconds: 100)
                    rest = rest.dropFirst(count)
                    let came = count == 0 ? client.receive(within: 100) : nil
                    if let came { answer += came }
                    silence = count == 0 && came == nil ? silence + 200 : 0
                }
            }
            if answer.isEmpty { answer = client.receive(within: 60_000) ?? [] }
            guard answer.starts(with: "HTTP/1.1 ".utf8) else { return ["the answer was \(answer.shown)"] }
            while client.receive(within: 100) != nil {}
            client.leave(.reset)
        }
        return []
    }
}
