import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// A client of the store, in the situations of the scenarios: each ends in the code that Cocoa has for it.
@Suite(.descriptors) struct DocumentClientTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let scenario: String
        let code: Int?
        let isCloud: Bool
        let act: @Sendable (DocumentClient) async throws -> Void

        init(
            _ scenario: String, _ code: Int?, isCloud: Bool = false,
            _ act: @escaping @Sendable (DocumentClient) async throws -> Void
        ) {
            self.scenario = scenario
            self.code = code
            self.isCloud = isCloud
            self.act = act
        }

        var testDescription: String { "\(scenario) \(code.map(String.init) ?? "-")" }
    }

    private struct Plan: Decodable {
        let title: String
        let pages: Int
        let changed: String
    }

    // MARK: What the app does

    private static let open: @Sendable (DocumentClient) async throws -> Void = { _ = try await $0.open("report.txt") }
    private static let read: @Sendable (DocumentClient) async throws -> Void = { client in
        _ = try await client.open("report.txt")?.text()
    }
    private static let decode: @Sendable (DocumentClient) async throws -> Void = { client in
        let document = try #require(try await client.open("plan.json"))
        _ = try JSONDecoder().decode(Plan.self, from: document.content)
    }
    /// A model whose dates are dates, and whose documents have pages.
    private static let validate: @Sendable (DocumentClient) async throws -> Void = { client in
        let document = try #require(try await client.open("plan.json"))
        let plan = try JSONDecoder().decode(Plan.self, from: document.content)
        _ = try Date(plan.changed, strategy: .iso8601)
        if plan.title.isEmpty || plan.pages < 1 { throw CocoaError(.keyValueValidation) }
    }
    private static let parse: @Sendable (DocumentClient) async throws -> Void = { client in
        let document = try #require(try await client.open("plan.json"))
        _ = try JSONSerialization.jsonObject(with: document.content)
    }
    private static let unarchive: @Sendable (DocumentClient) async throws -> Void = { client in
        let document = try #require(try await client.open("report.txt"))
        _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSString.self, from: document.content)
    }
    private static let create: @Sendable (DocumentClient) async throws -> Void = { client in
        _ = try await client.save(Data("Plan".utf8), as: "new.txt")
    }
    /// As an app does it: what was opened is saved.
    private static let save: @Sendable (DocumentClient) async throws -> Void = { client in
        let version = try #require(try await client.open("report.txt")?.version)
        _ = try await client.save(Data("Plan".utf8), as: "report.txt", replacing: version)
    }
    private static let delete: @Sendable (DocumentClient) async throws -> Void = { try await $0.delete("report.txt") }
    private static let share: @Sendable (DocumentClient) async throws -> Void = {
        try await $0.share("report.txt", with: "Bea")
    }

    /// Gives up once the store has the request, to which nothing more comes.
    private static func givingUp(
        _ act: @escaping @Sendable (DocumentClient) async throws -> Void
    ) -> @Sendable (DocumentClient) async throws -> Void {
        { client in
            let task = Task { try await act(client) }
            let gateway = try RunningGateway.shipped.get()
            let session = client.store.pathComponents.suffix(2).joined(separator: "--").replacing("@", with: "")
            let isHeld = try await aside { waitUntil { (try? gateway.journal(session).inFlight) == 1 } }
            task.cancel()
            #expect(isHeld, "\(session)")
            try await task.value
        }
    }

    // MARK: What comes of it

    static let rows: [Row] = opening + saving + others

    private static let opening = [
        Row("open-truncated", 256, open),
        Row("open-corrupt", 259, read),
        Row("open-truncated-json", 3840, parse),
        Row("open-truncated-json", 4864, decode),
        Row("open-damaged-archive", 4864, unarchive),
        Row("open-missing-key", 4865, decode),
        Row("invalid-values", 1024, validate),
        Row("unformatted-values", 2048, validate),
        Row("open-wrong-charset", 261, read),
        Row("open-unknown-charset", 264, read),
        Row("open-too-large", 263, open),
        Row("open-page", 259, open),
        Row("open-empty", 3840, parse),
        Row("open-redirect-loop", 256, open),
        Row("open-unknown-scheme", 262, open),
        Row("open-not-modified", nil, open),
        Row("open-bad-name", 258, open),
        Row("open-unauthorized", 257, open),
        Row("open-forbidden", 257, open),
        Row("nothing-there", 260, open),
        Row("nothing-there", 260, isCloud: true, open),
        Row("open-gone", 260, open),
        Row("open-not-downloaded", 260, open),
        Row("open-not-downloaded", 4353, isCloud: true, open),
        Row("open-locked", 255, open),
        Row("open-throttled", 256, open),
        Row("open-unavailable", 256, open),
        Row("open-unavailable", 4355, isCloud: true, open),
        Row("open-server-error", 256, open),
        Row("open-silent", 3072, givingUp(open)),
        Row("open-half-way", 3072, givingUp(open)),
        Row("revert-conflict", 5123) { client in
            let version = try await client.open("report.txt")?.version
            _ = try await client.open("report.txt", onlyIf: version)
        },
    ]

    private static let saving = [
        Row("save-bad-name", 514, create),
        Row("save-unauthorized", 513, create),
        Row("save-forbidden", 513, save),
        Row("nothing-there", 4) { _ = try await $0.save(Data("Plan".utf8), as: "notes/new.txt") },
        Row("save-no-collection", 4) { client in
            _ = try await client.save(Data("Plan".utf8), as: "notes/one.txt")
            _ = try await client.save(Data("Plan".utf8), as: "notes/two.txt")
        },
        Row("save-read-only", 642, save),
        Row("read-only-volume", 513, save),
        Row("save-unsupported", 3328, save),
        Row("save-exists", 516, create),
        Row("move-exists", 516) { _ = try await $0.save(Data("Plan".utf8), as: "other.txt") },
        Row("save-conflict", 5123, save),
        Row("save-too-large", 640, create),
        Row("save-charset", 517, create),
        Row("locked-by-other", 255, save),
        Row("save-server-error", 512, create),
        Row("save-reset", 512, create),
        Row("save-silent", 3072, givingUp(create)),
        Row("save-not-implemented", 518, save),
        Row("save-unavailable", 512, create),
        Row("save-unavailable", 4355, isCloud: true, create),
        Row("save-maintenance", 512, save),
        Row("out-of-room", 640) { _ = try await $0.save(Data(count: 100), as: "new.txt") },
        Row("save-over-quota", 4354, isCloud: true, create),
    ]

    private static let others = [
        Row("nothing-there", 4, delete),
        Row("delete-forbidden", 513, delete),
        Row("locked-by-other", 255, delete),
        Row("move-exists", 516) { try await $0.move("report.txt", to: "other.txt") },
        Row("locked-by-other", 255) { _ = try await $0.lock("report.txt") },
        Row("silent", 3072, givingUp(open)),
        Row("silent", 4355, isCloud: true) { client in
            var client = client
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = 1
            client.session = URLSession(configuration: configuration)
            _ = try await client.open("report.txt")
        },
        Row("too-many-participants", 5122, share),
        Row("sharing", 5122, share),
        Row("sharing", 5375) { client in
            for code in [5122, 5124, 5121, 5123] {
                let error = await #expect(throws: CocoaError.self) { try await share(client) }
                #expect(error?.code.rawValue == code)
            }
            try await share(client)
        },
    ]

    @Test(arguments: rows.indices) func theCodeIsTheOneOfTheSituation(place: Int) async throws {
        let row = Self.rows[place]
        let gateway = try RunningGateway.shipped.get()
        let store = try #require(URL(string: "\(gateway.url)/@documents/\(row.scenario)~client-\(place)"))
        var client = DocumentClient(store: store)
        // Who gives up does it by themselves, however late their turn comes beside the other tests.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 3600
        client.session = URLSession(configuration: configuration)
        client.isCloud = row.isCloud
        #expect(await Self.code { try await row.act(client) } == row.code, "\(row)")
    }

    @Test func nobodyListens() async throws {
        let store = try #require(URL(string: "http://127.0.0.1:1"))
        #expect(await Self.code { try await Self.open(DocumentClient(store: store)) } == 256)
        #expect(await Self.code { try await Self.create(DocumentClient(store: store)) } == 512)
        #expect(await Self.code { try await Self.open(DocumentClient(store: store, isCloud: true)) } == 4355)
    }

    @Test func withoutTroubleEverythingWorks() async throws {
        let gateway = try RunningGateway.shipped.get()
        let store = try #require(URL(string: "\(gateway.url)/@documents/tour~well"))
        let client = DocumentClient(store: store)
        let plan = try #require(try await client.open("plan.txt"))
        #expect(try plan.text() == "All is well.\n")
        #expect(try await client.open("plan.txt", unless: plan.version) == nil)
        let version = try await client.save(Data("Better.\n".utf8), as: "plan.txt", replacing: plan.version)
        #expect(version != nil && version != plan.version)
        try await client.move("plan.txt", to: "a better plan.txt")
        #expect(try await client.open("a better plan.txt")?.content == Data("Better.\n".utf8))
        #expect(try await client.lock("a better plan.txt") != nil)
    }

    /// The page shows it word for word.
    @Test func thePageHasTheClient() throws {
        let client = try String(contentsOf: Repository.root.appending(path: Self.path), encoding: .utf8)
        let page = try String(
            contentsOf: Repository.root.appending(path: "docs/systems/documents.md"), encoding: .utf8)
        #expect(page.contains("```swift\n\(client)```\n"))
    }

    private static let path = "Tests/MishapTests/Clients/DocumentClient.swift"

    private static func code(_ act: () async throws -> Void) async -> Int? {
        do {
            try await act()
            return nil
        } catch {
            return (error as NSError).code
        }
    }
}
