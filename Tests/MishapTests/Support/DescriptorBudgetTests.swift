import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct DescriptorBudgetTests {
    /// What is open at once, as the tests below count it.
    private final class Gauge: Sendable {
        private let state = Mutex((now: 0, most: 0))
        var most: Int { state.withLock { $0.most } }

        func change(by count: Int) {
            state.withLock {
                $0.now += count
                $0.most = max($0.most, $0.now)
            }
        }
    }

    @Test func neverMoreThanThereAreAndEverybodyComesToTheirTurn() async {
        let (budget, gauge, done) = (DescriptorBudget(total: 20), Gauge(), Gauge())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    // One in a hundred asks for more than there are, and gets all.
                    let wanted = number % 100 == 0 ? 1000 : 1 + number % 7
                    await budget.with(wanted) {
                        gauge.change(by: min(wanted, 20))
                        await Task.yield()
                        gauge.change(by: -min(wanted, 20))
                        done.change(by: 1)
                    }
                }
            }
        }
        #expect(done.most == 500)
        #expect(gauge.most == 20)
    }

    @Test func whatThrowsGivesBackToo() async throws {
        struct Failure: Error {}
        let budget = DescriptorBudget(total: 5)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) { try await budget.with(5) { throw Failure() } }
        }
        await budget.with(5) {}
    }

    @Test(arguments: [(512, 256), (6_000, 3_000), (20_000, 15_000)])
    func aCrowdHasAsManyAsItWantsOrHalf(total: Int, room: Int) {
        #expect(DescriptorBudget(total: total).room(for: 15_000) == room)
        #expect(DescriptorBudget(total: total).room(for: 100) == 100)
    }

    /// A suite that takes none from the budget would fail others where there are few.
    @Test func everySuiteThatOpensSomeSaysHowMany() throws {
        let folder = Repository.root.appending(path: "Tests/MishapTests").path()
        let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        let opening =
            /RunningGateway|BuiltGateway|OpenStore|Gateway\(|RawConnection|ChildProcess|ClientFolder|PythonClient/
        for file in files where file.hasSuffix("Tests.swift") && !file.hasSuffix("DescriptorBudgetTests.swift") {
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            guard text.contains(opening) else { continue }
            #expect(text.contains(".descriptors"), "\(file) opens descriptors: @Suite(.descriptors)")
            if text.contains(/SharedGateway/) {
                let count = text.firstMatch(of: /@Suite\(.*?\.descriptors\(([0-9]+)\)/).flatMap { Int($0.1) }
                #expect(count ?? 42 >= 42, "\(file): each of its tests may be the one that keeps the gateway")
            }
            // What is static is kept until the end of all tests.
            #expect(!text.contains(/static let \w+ = Result\b/), "\(file) keeps a gateway: SharedGateway")
        }
    }

    /// A suite that waits in the cooperative pool holds up all others.
    @Test func everySuiteThatWaitsSaysSo() throws {
        let tests = Repository.root.appending(path: "Tests").path()
        let files = try #require(FileManager.default.enumerator(atPath: tests)).compactMap { $0 as? String }
        let waiting =
            /RawConnection\(|LoopbackServer|ScriptedServer|ProgramRun|Binary\(|BuiltGateway|waitUntil|sleep\(|SchemaValidator\./
        var found = 0
        for file in files where file.hasSuffix("Tests.swift") && !file.hasSuffix("DescriptorBudgetTests.swift") {
            let text = try String(contentsOfFile: tests + "/" + file, encoding: .utf8)
            // A test with both would take twice, and hold one while it waits for the other.
            let isOfMishap = file.hasPrefix("MishapTests/")
            #expect(!isOfMishap || !text.contains(".blocking"), "\(file): .descriptors, which includes .blocking")
            // A task that sleeps has no thread.
            guard text.replacing("Task.sleep(", with: "").contains(waiting) else { continue }
            found += 1
            let says = isOfMishap ? text.contains(".descriptors") : text.contains(/@Suite\(.*\.blocking/)
            #expect(says, "\(file) waits: @Suite(.\(isOfMishap ? "descriptors" : "blocking"))")
        }
        #expect(found > 20)
    }

    @Test(.descriptors) func aSharedGatewayEndsWithTheLastTestThatKeepsIt() throws {
        let shared = SharedGateway { try RunningGateway(rules: #"{ "reply": { "text": "a" } }"#) }
        let (first, second) = (RunningTest(), RunningTest())
        let port = try RunningTest.$current.withValue(first) { try shared.get().port }
        let samePort = try RunningTest.$current.withValue(second) { try shared.get().port }
        #expect(samePort == port)
        // The port is another gateway's as soon as it is free, so that what ends is seen on a connection that is open.
        let connection = try RawConnection(port: port)
        first.end()
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.receiveResponse().body == "a")
        second.end()
        #expect(connection.receive(within: .seconds(30)).ending != .open)
        let answer = try RunningTest.$current.withValue(first) { try shared.get().ask("/").body }
        #expect(answer == "a")
        first.end()
    }
}
