import Engine
import Foundation
import GatewayServer
import Mishap
import Rules
import TestSupport
import Testing

@testable import MishapCommand

/// `docs/limits.md` names options that there are, with their defaults, and shows the fixed limits as they are.
struct LimitsPageTests {
    private static let page = (try? Repository.text("docs/limits.md")) ?? ""

    private static let options = Program.mishap.commands.first { $0.name == "serve" }?.options ?? []

    /// The cells of the rows of all tables.
    private static let rows: [[String]] = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
        line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test func everyOptionIsOneOfServe() {
        let names = Set(Self.page.matches(of: /--([a-z][a-z-]*)/).map { String($0.1) })
        #expect(names.count > 6)
        #expect(names.subtracting(Self.options.map(\.name)) == [])
    }

    @Test(arguments: [
        "max-head", "max-body", "max-bodies", "body-timeout", "max-connections", "max-sessions", "journal-bytes",
    ])
    func anOptionHasItsDefault(name: String) throws {
        let option = try #require(Self.options.first { $0.name == name })
        let defaults = Self.rows.filter { $0.count > 2 && $0[2] == "`--\(name)`" }.map { $0[1] }
        #expect(defaults.contains(option.standard ?? ""))
        // Others refer to it in words, and show no figure of their own.
        for text in defaults where text.first?.isNumber == true { #expect(text == option.standard) }
    }

    private static let fixed: [(limit: String, value: String)] = {
        let (server, journal, sessions) = (ServerConfiguration(), JournalBounds(), SessionBounds())
        let deadlines = server.deadlines
        func seconds(_ time: UInt64) -> String { "\(time / 1_000_000_000) s" }
        return [
            ("from accept to a complete first head", seconds(deadlines.firstHead)),
            ("from an answer to the next head", seconds(deadlines.nextHead)),
            ("rest of a later head, once a part of it has come", seconds(deadlines.firstHead)),
            ("room for a body", seconds(deadlines.room)),
            ("wait for room", seconds(deadlines.room)),
            ("the client's FIN after ours", seconds(deadlines.linger)),
            ("acknowledgement of the bytes before a reset", seconds(deadlines.drain)),
            ("progress of an answer that is not an ordinary one, or a long journal", seconds(deadlines.progress)),
            ("body that is kept if nothing but the journal needs it", "\(server.keptBody >> 10) KiB"),
            ("entries of a session", grouped(journal.entries)),
            ("bytes of a session's entries", "\(journal.bytes >> 20) MiB"),
            ("time without use, of a private one", "\(sessions.idle / 60_000_000_000) minutes"),
            ("bytes of all their documents beyond the initial ones", "\(sessions.storeBytes >> 30) GiB"),
            ("steps of all patterns for one request together", grouped(MatchBudget.limit)),
            ("value of a variable", "\(TemplateValue.maximumSize >> 10) KiB"),
            ("values of `countBy` with a count of their own, for a rule", grouped(RuleCounts.separateCountLimit)),
        ]
    }()

    /// As in 50,000; for numbers below a million that end in three zeros.
    private static func grouped(_ number: Int) -> String { "\(number / 1_000),000" }

    @Test(arguments: fixed) func aFixedLimitIsAsThePageSays(limit: String, value: String) {
        #expect(Self.rows.filter { $0.first == limit }.map { $0[1] } == [value])
    }
}
