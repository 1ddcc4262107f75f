import HTTP1
import TestSupport
import Testing
import Wire

@testable import GatewayServer

/// A whole connection without a socket and without libmicrohttpd: reader, runs and a transport in memory, as one beneath TLS
/// will be.
@Suite struct MemoryCarrierTests {
    @Test func theTableOfRequestsIsAnswered() {
        for row in RequestRow.all {
            let transport = MemoryTransport()
            serve(row.bytes, on: transport)
            let expected = row.outcomes.map { outcome in
                switch outcome {
                case .taken(let target, let body): answer(200, target + " " + body)
                case .refused(let status): answer(status, "refused")
                }
            }
            #expect(String(decoding: transport.bytes, as: UTF8.self) == expected.joined(), "\(row.name)")
            #expect(transport.end == (row.closes ? .finished : .open), "\(row.name)")
        }
    }

    /// Each request gets its target and its body for an answer.
    private func serve(_ bytes: [UInt8], on transport: MemoryTransport) {
        var transport = transport
        var reader = RequestReader(maximumHead: 12 << 10)
        reader.append(bytes)
        var run = ExchangeRun(Exchange(ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true))))
        let request = run.exchange.request
        while true {
            switch reader.next(into: request) {
            case .head(let framing): run.begin(framing, at: 0, wall: 0)
            case .content(let bytes): request.body += bytes
            case .end:
                guard case .decide = run.bodyEnded() else { return }
                let text = request.text(request.target) + " " + String(decoding: request.body, as: UTF8.self)
                guard case .answer(let plan) = run.decided(.plan(plan(200, text)), maximumBody: .max) else { return }
                write(plan, &run, &transport)
                guard run.framing.keepsAlive else { return transport.finish() }
                run.end(.complete, at: 0)
            case .more: return
            case .refused(let refusal):
                run.begin(RequestFraming(), at: 0, wall: 0)
                write(plan(refusal.status, "refused"), &run, &transport)
                return transport.finish()
            }
        }
    }

    private func write(_ plan: WirePlan, _ run: inout ExchangeRun, _ transport: inout MemoryTransport) {
        run.write(plan, HTTP1Head.Setting())
        #expect(run.write(on: &transport, most: .max, now: { 0 }, wrote: { _ in }) == .end(.complete))
    }

    private func plan(_ status: Int, _ text: String) -> WirePlan {
        WirePlan(
            WireScript(
                actions: [
                    .head(ResponseHead(status: status), .length(text.utf8.count)),
                    .content(.bytes(Array(text.utf8)), pace: nil),
                ], ending: .complete))
    }

    private func answer(_ status: Int, _ text: String) -> String {
        "HTTP/1.1 \(status) \(StatusPhrase.phrase(for: status))\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }
}
