import Foundation
import TestSupport
import Testing

@testable import MishapTesting

@Suite(.mishapGateway(.tested)) struct VerdictTests {
    @Test func aFailedVerdictIsAnIssueWithTheJournal() async throws {
        let found = try await issues {
            let mishap = try #require(Mishap.current)
            let pay = try await mishap.post("/payments").fail(.resetMidBody(after: 4), .json(["id": 7])).reply(201)
                .add()
            try await pay.expect(.requests(2), .same(.body))
            _ = try? await Shop(base: mishap.url).pay(30, attempts: 1)
        }
        #expect(found.count == 1)
        let issue = try #require(found.first)
        #expect(issue.isFailure && issue.sourceLocation == Test.current?.sourceLocation)
        #expect(
            issue.message.normalised == """
                failed: {"rule":"POST /payments","requests":2,"same":["body"]}: 1 request came (entry 1); 2 \
                requests were expected

                journal:
                  1  TIME  POST /payments: rule "POST /payments" step 1, tcp/reset-mid-body; 200, reset after N ms
                         {"amount":30}
                """)
    }

    @Test func aRequestThatNothingTakesIsAnIssue() async throws {
        let found = try await issues {
            let url = try #require(Mishap.current).url
            try await fetch(url.appending(path: "order"))
            try await fetch(url.appending(path: "again"))
        }
        #expect(
            found.map(\.message.normalised) == [
                """
                no rule takes GET /order and 1 more
                unmatched: entry 1: GET /order
                unmatched: entry 2: GET /again

                journal:
                  1  TIME  GET /order: no rule; 404, complete after N ms
                  2  TIME  GET /again: no rule; 404, complete after N ms
                """
            ])
        let allowed = try await issues(.mishap(unmatched: .allow)) {
            try await fetch(#require(Mishap.current).url.appending(path: "order"))
        }
        #expect(allowed.isEmpty)
    }

    @Test func aTestThatFailedByItselfShowsTheJournal() async throws {
        struct Oops: Error {}
        let thrown = try await issues {
            try await fetch(#require(Mishap.current).url.appending(path: "x"))
            throw Oops()
        }
        let expected = try await issues(.mishap(unmatched: .allow)) {
            try await fetch(#require(Mishap.current).url.appending(path: "x"))
            #expect(Bool(false), "by itself")
        }
        let journal = """
            ~ID: unmatched: entry 1: GET /x

            journal:
              1  TIME  GET /x: no rule; 404, complete after N ms
            """
        #expect(thrown.map(\.message.normalised) == [journal, "Oops()"])
        #expect(expected.map(\.message.normalised) == ["by itself", journal])
        #expect(thrown.map(\.isFailure) == [false, true] && expected.map(\.isFailure) == [true, false])
    }

    /// Its client is judged all the same: a failed expectation does not end it.
    @Test func aTestWhoseClientFailedTooHasBoth() async throws {
        let found = try await issues {
            try await fetch(#require(Mishap.current).url.appending(path: "x"))
            #expect(Bool(false), "by itself")
        }
        #expect(found.map(\.isFailure) == [true, true])
        #expect(found.last?.message.hasPrefix("no rule takes GET /x\n") == true)
    }

    @Test func anIssueThatIsKnownIsNoFailure() async throws {
        let found = try await issues {
            let mishap = try #require(Mishap.current)
            try await mishap.any().reply().add().expect(.requests(1))
            withKnownIssue { #expect(Bool(false)) }
        }
        #expect(found.filter(\.isFailure).map { $0.message.hasPrefix("failed: ") } == [true])
    }

    @Test func withSettleItWaitsForWhatShouldNotCome() async throws {
        let found = try await issues(.mishap(settle: .seconds(10), expect: [.match(.path("/x")), .requests(1)])) {
            let url = try #require(Mishap.current).url.appending(path: "x")
            try await #require(Mishap.current).any().reply().add()
            try await fetch(url)
            Task {
                try await Task.sleep(for: .milliseconds(100))
                try await fetch(url)
            }
        }
        #expect(found.map { $0.message.contains("2 requests came") } == [true], "\(found.map(\.message))")
    }

    @Test func withMishapThrowsTheVerdict() async throws {
        let error = await #expect(throws: VerdictFailed.self) {
            try await withMishap(expect: [.match(.path("/x")), .requests(1)], gateway: .tested) { mishap in
                #expect(Mishap.current === mishap)
            }
        }
        #expect(
            error?.description == """
                failed: {"match":{"path":"/x"},"requests":1}: not exercised: no request came

                journal:
                  no request came
                """)
        #expect(error?.verdict.outcome == .failed && error?.localizedDescription == error?.description)
    }

    @Test func withMishapThrowsTheErrorOfItsBody() async throws {
        struct Oops: Error {}
        let found = try await issues {
            try await withMishap(unmatched: .allow) { _ in throw Oops() }
        }
        #expect(
            found.map(\.message.normalised) == [
                "~ID: journal:\n  no request came", "~ID: journal:\n  no request came", "Oops()",
            ])
    }
}
