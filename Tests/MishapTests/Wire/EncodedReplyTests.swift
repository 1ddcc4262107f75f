@testable import Mishap
import Bytes
import Foundation
import TestSupport
import Testing
import Wire

/// Encoded bodies of replies, over the wire and by real clients.
@Suite(.descriptors) struct EncodedReplyTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "main": #"""
            { "variables": { "long": "\#(String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 2_500))" }, "rules": [
              { "match": { "path": "/static" }, "reply": { "json": { "a": "é" }, "encoding": "gzip" } },
              { "match": { "path": "/deflate" }, "reply": { "text": "{{request.query.q}}", "encoding": { "always": "deflate" } } },
              { "match": { "path": "/raw" }, "reply": { "json": { "a": "é" }, "encoding": "raw-deflate" } },
              { "match": { "path": "/large" }, "reply": {
                  "text": "{{variables.long}}{{variables.long}}{{variables.long}}{{hit}}", "encoding": "gzip" } },
              { "match": { "path": "/echo" }, "reply": { "text": "{{request.body}}", "encoding": "gzip" } },
              { "match": { "path": "/events" }, "reply": { "encoding": "gzip",
                  "headers": { "Content-Type": "text/event-stream" },
                  "chunks": [ "data: 1\n\n", { "text": "data: 2\n\n", "delay": "5s" } ] } },
              { "match": { "path": "/empty" }, "reply": { "encoding": "gzip",
                  "chunks": [ "a", "{{request.query.q}}", "{{request.query.q}}", "b", "{{request.query.q}}" ] } },
              { "match": { "path": "/half" }, "reply": { "size": "100KB", "encoding": "gzip" },
                "cut": { "after": "50%", "end": "close" } } ] }
            """#
        ])
    }

    private func ask(_ target: String, _ fields: String...) throws -> (
        head: String, body: [UInt8], RawConnection.Received
    ) {
        let connection = try Self.gateway.get().connect()
        connection.send(request(target, fields + ["Connection: close"]))
        let received = connection.receive(within: .seconds(60))
        let end = try #require(received.bytes.indices.first { received.bytes[$0...].starts(with: "\r\n\r\n".utf8) })
        return (String(decoding: received.bytes[..<end], as: UTF8.self), Array(received.bytes[(end + 4)...]), received)
    }

    private func decoded(_ body: [UInt8], _ coding: BodyDecoder.Coding) throws -> String {
        String(decoding: try BodyDecoder().decode(body, coding).get().bytes, as: UTF8.self)
    }

    @Test func aFixedReplyIsEncodedForThoseThatAcceptIt() throws {
        for _ in 0..<2 {
            let coded = try ask("/static", "Accept-Encoding: br, gzip")
            #expect(try decoded(coded.body, .gzip) == #"{"a":"é"}"#)
            #expect(
                coded.head.contains("\r\nContent-Encoding: gzip") && coded.head.contains("\r\nVary: Accept-Encoding"))
            #expect(coded.head.contains("\r\nContent-Length: \(coded.body.count)"))
            // Of zlib, level 6, without a time.
            #expect(coded.body == ZlibEncoder().encode(Array(#"{"a":"é"}"#.utf8), .gzip))
            #expect(coded.body[4..<8].allSatisfy { $0 == 0 })
            let plain = try ask("/static")
            #expect(
                String(decoding: plain.body, as: UTF8.self) == #"{"a":"é"}"# && !plain.head.contains("Content-Encoding")
            )
            #expect(plain.head.contains("\r\nVary: Accept-Encoding"))
        }
        let head = try Self.gateway.get().connect()
        head.send(request("/static", ["Accept-Encoding: gzip"], method: "HEAD"))
        let length = ZlibEncoder().encode(Array(#"{"a":"é"}"#.utf8), .gzip).count
        #expect(
            head.receive(within: .seconds(60)) { $0.suffix(4).elementsEqual("\r\n\r\n".utf8) }.text.contains(
                "Content-Length: \(length)\r\n"))
    }

    @Test func oneThatIsMadeForTheRequestIsEncodedElsewhere() throws {
        let always = try ask("/deflate?q=abc")
        #expect(try decoded(always.body, .deflate) == "abc" && !always.head.contains("Vary"))
        // Without the two bytes before and the four behind it that zlib has.
        let raw = try ask("/raw", "Accept-Encoding: deflate")
        let plain = Array(#"{"a":"é"}"#.utf8)
        #expect(raw.body == Array(ZlibEncoder().encode(plain, .deflate).dropFirst(2).dropLast(4)))
        #expect(raw.head.contains("\r\nContent-Encoding: deflate\r\n"))
        #expect(try String(decoding: ask("/raw", "Accept-Encoding: gzip").body, as: UTF8.self) == #"{"a":"é"}"#)
        let long = String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 7_500)
        let first = try ask("/large", "Accept-Encoding: gzip")
        let text = try decoded(first.body, .gzip)
        #expect(text.hasPrefix(long) && text.dropFirst(long.count).allSatisfy(\.isNumber))
        #expect(first.head.contains("\r\nContent-Encoding: gzip"))
    }

    @Test func whatIsTooLargeGoesOutAsItIs() async throws {
        try await aside {
            let gateway = try Self.gateway.get()
            let id = try gateway.askForSession(#"{ "scenario": "main" }"#)
            let connection = try gateway.connect()
            let body = [UInt8](repeating: 0x61, count: Int(17 << 20))
            connection.send(
                request(
                    "/@\(id)/echo", ["Accept-Encoding: gzip", "Content-Length: \(body.count)", "Connection: close"],
                    method: "POST"))
            connection.send(body)
            let received = connection.receive(within: .seconds(60))
            #expect(received.bytes.count > body.count && !received.text.prefix(500).contains("Content-Encoding"))
            #expect(
                try gateway.journal(id, ended: 1).entries.first?.notes == [
                    "the body was more than 16 MiB, and went out without the \"encoding\" of the reply"
                ])
        }
    }

    /// A client sees each event when it is sent.
    @Test func eachChunkCanBeDecodedWhenItComes() throws {
        let connection = try Self.gateway.get().connect()
        connection.send(request("/events", ["Accept-Encoding: gzip"]))
        let encoded = ZlibEncoder().encode([Array("data: 1\n\n".utf8), Array("data: 2\n\n".utf8)], .gzip)
        let first = connection.receive(within: .seconds(60)) { bytes in
            bytes.suffix(encoded[0].count + 2).elementsEqual(encoded[0] + [13, 10])
        }
        // It has come long before the other, which is due in seconds.
        #expect(first.bytes.suffix(encoded[0].count + 2).elementsEqual(encoded[0] + [13, 10]))
        #expect(try decoded(encoded[0] + encoded[1], .gzip) == "data: 1\n\ndata: 2\n\n")
    }

    /// zlib has nothing to flush for a chunk that a request leaves empty.
    @Test func chunksThatComeOutEmptyAreLeftOut() throws {
        let answer = try ask("/empty", "Accept-Encoding: gzip")
        let parts = [Array("a".utf8), [], [], Array("b".utf8), []]
        let encoded = ZlibEncoder().encode(parts, .gzip)
        #expect(encoded[1].isEmpty && encoded[2].isEmpty)
        #expect(try decoded(Array(encoded.joined()), .gzip) == "ab")
        #expect(
            answer.head.contains("\r\nContent-Encoding: gzip") && answer.body.suffix(5).elementsEqual("0\r\n\r\n".utf8))
    }

    @Test func halfOfTheEncodedBodyComes() throws {
        let half = try ask("/half", "Accept-Encoding: gzip")
        let length = try #require(half.head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) })
        #expect(half.body.count == length / 2 && half.2.ending == .end)
        guard case .failure(.malformed) = BodyDecoder().decode(half.body, .gzip) else {
            Issue.record("it is whole")
            return
        }
    }

    @Test func curlAndPythonDecodeIt() async throws {
        let url = "http://127.0.0.1:\(try Self.gateway.get().port)"
        let curl = try await ClientProgram.run(
            "/usr/bin/env", ["curl", "--silent", "--compressed", "\(url)/static", "\(url)/deflate?q=abc"])
        #expect(curl.output == #"{"a":"é"}abc"#, "\(curl)")
        let python = try await PythonClient.run(
            """
            import requests, sys
            answer = requests.get(sys.argv[1] + "/large", timeout=60)
            print(answer.headers["Content-Encoding"], len(answer.text) > 195000, answer.text[:3])
            """, [url])
        #expect(python.contains("gzip True abc"), "\(python)")
    }
}
