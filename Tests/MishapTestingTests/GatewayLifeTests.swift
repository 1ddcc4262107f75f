import Foundation
import TestSupport
import Testing

@testable import MishapTesting

@Suite(.mishapGateway(.tested)) struct GatewayLifeTests {
    /// A gateway as of others: its sessions have a lease.
    private func shared(_ lease: Gateway.Lease = .init()) async throws -> Gateway {
        try await Gateway(url: MishapGateway.tested.gateway().client.control, lease: lease)
    }

    private func exists(_ id: String, in gateway: Gateway) async throws -> Bool {
        let page = try await gateway.call("GET", "sessions?limit=1000")
        return (page["sessions"]?.array ?? []).contains { $0["id"]?.string == id }
    }

    @Test func aCancelledTestLeavesNoSession() async throws {
        let ids = Locked<[String]>([])
        let found = try await issues {
            let test = Task {
                try await withMishap(gateway: .tested) { mishap in
                    ids.withLock { $0.append(mishap.id) }
                    try await Task.sleep(for: .seconds(60))
                }
            }
            while ids.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
            test.cancel()
            await #expect(throws: CancellationError.self) { try await test.value }
        }
        #expect(found.isEmpty)
        let id = try #require(ids.withLock { $0.first })
        #expect(try await !exists(id, in: shared()))
    }

    @Test func aCaseThatIsCancelledLeavesNoSession() async throws {
        let id = Locked("")
        let test = try #require(Test.current)
        let testCase = Test.Case.current
        let task = Task {
            try await MishapTrait.mishap.provideScope(for: test, testCase: testCase) {
                id.withLock { $0 = Mishap.current?.id ?? "none" }
                try await Task.sleep(for: .seconds(60))
            }
        }
        while id.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await !exists(id.withLock { $0 }, in: shared()))
    }

    /// One that is cancelled before its session is there: it is there for a moment.
    @Test func aTestThatBeginsCancelledLeavesNoSession() async throws {
        let label = "cancelled \(UUID())"
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await withMishap(label: label, gateway: .tested) { _ in try Task.checkCancellation() }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let page = try await shared().call("GET", "sessions?limit=1000")
        #expect(page["sessions"]?.array?.contains { $0["label"]?.string == label } == false)
    }

    @Test func aSessionOfASharedGatewayIsTouchedAndExpiresAfterwards() async throws {
        let touched = try await shared(.init(life: .seconds(15), touching: .milliseconds(200)))
        let left = try await shared(.init(life: .seconds(1), touching: .seconds(60)))
        let (kept, lost) = (try await Mishap(touched, SessionOptions()), try await Mishap(left, SessionOptions()))
        try await Task.sleep(for: .seconds(20))
        while try await exists(lost.id, in: touched) { try await Task.sleep(for: .milliseconds(50)) }
        #expect(try await exists(kept.id, in: touched))
        try await kept.close()
    }

    /// Nothing closes its input but the end of the process that started it, however that ends.
    @Test func theGatewayEndsWithTheRunnerThatIsKilled() async throws {
        let runner = try ChildProcess(
            Repository.program("mishap-testing-runner"), [Repository.program("mishap")], input: .pipe, output: .pipe)
        let words = runner.output.lines(upTo: "\n").split(whereSeparator: \.isWhitespace).map(String.init)
        let url = try #require(words.last.flatMap(URL.init(string:)))
        // Another program of the runner is still there, and must not hold the gateway's input.
        let other = try #require(words.first.flatMap(Int32.init))
        defer { kill(other, SIGKILL) }
        let gateway = try #require(try Self.children(of: runner.id).first { $0 != other })
        #expect(kill(gateway, 0) == 0)
        #expect(getpgid(gateway) != getpgid(runner.id), "Ctrl-C would end it")
        runner.signal(SIGKILL)
        #expect(runner.wait(within: .seconds(10)) == -SIGKILL)
        var isGone = false
        for _ in 0..<500 where !isGone {
            isGone = (try? await fetch(url)) == nil
            if !isGone { try await Task.sleep(for: .milliseconds(10)) }
        }
        #expect(isGone)
        #expect(kill(other, 0) == 0)
    }
    private static func children(of parent: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter { id in
            let status = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
            // Behind the name in brackets: the state, then the parent.
            return status.split(separator: ")").last?.split(separator: " ").dropFirst().first.flatMap { Int32($0) }
                == parent
        }
    }
}
