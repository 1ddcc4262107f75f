@testable import Catalogue
@testable import Systems
import Foundation
import TestSupport
import Testing
import Wire

/// What a document store says when it refuses, by what was asked of it.
struct DocumentFailuresTests {
    private static func script(_ name: String, _ method: String, _ given: [String: Argument] = [:]) -> WireScript {
        let failure = Failure.named(name)
        return failure.script(
            Arguments(of: failure, given: given),
            for: Request.make(method, "/notes/plan%20%26%20map.txt?x=1"), in: Documents(),
            beside: failure.stock ?? Reply())
    }

    private static func body(_ script: WireScript) -> String {
        let text = bytes(script).replacing("<finish exchange>", with: "")
        return text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
    }

    // MARK: By the method

    @Test(arguments: [
        ("documents/missing", "GET", 404), ("documents/missing", "PROPFIND", 404), ("documents/missing", "DELETE", 404),
        ("documents/missing", "MOVE", 404), ("documents/missing", "PUT", 409), ("documents/missing", "MKCOL", 409),
        ("documents/missing", "LOCK", 409), ("documents/exists", "PUT", 412), ("documents/exists", "MOVE", 412),
        ("documents/exists", "COPY", 412), ("documents/exists", "MKCOL", 405), ("documents/locked", "PUT", 423),
        ("documents/locked", "LOCK", 423), ("documents/forbidden", "GET", 403),
    ])
    func theStatusIsTheOneOfTheMethod(name: String, method: String, status: Int) {
        #expect(Self.script(name, method).status == status)
    }

    @Test(arguments: [
        ("documents/missing", "gone", 410), ("documents/exists", "conflict", 409),
        ("documents/conflict", "conflict", 409), ("documents/out-of-space", "disk", 507),
        ("documents/out-of-space", "length", 413), ("documents/read-only", "maintenance", 503),
        ("documents/unsupported", "not-allowed", 405), ("documents/too-many-participants", "unprocessable", 422),
    ])
    func theStatusIsTheOneOfTheWord(name: String, word: String, status: Int) {
        #expect(Self.script(name, "PUT", ["by": .text(word)]).status == status)
    }

    @Test(arguments: [
        ("GET", "/notes/plan%20%26%20map.txt", "read"), ("PUT", "/notes/plan%20%26%20map.txt", "write-content"),
        ("PROPPATCH", "/notes/plan%20%26%20map.txt", "write-properties"), ("MKCOL", "/notes/", "bind"),
        ("DELETE", "/notes/", "unbind"), ("MOVE", "/notes/", "unbind"),
        ("UNLOCK", "/notes/plan%20%26%20map.txt", "unlock"), ("POST", "/notes/plan%20%26%20map.txt", "write"),
    ])
    func thePrivilegeIsTheOneOfTheMethod(method: String, href: String, privilege: String) {
        #expect(
            Self.body(Self.script("documents/forbidden", method)) == """
                <?xml version="1.0" encoding="utf-8"?>
                <D:error xmlns:D="DAV:"><D:need-privileges><D:resource><D:href>\(href)</D:href><D:privilege>\
                <D:\(privilege)/></D:privilege></D:resource></D:need-privileges></D:error>

                """)
    }

    @Test func aLockNamesTheDocumentAndItsOwner() {
        let script = Self.script("documents/locked", "PUT", ["owner": .text("Ada & Bea")])
        #expect(
            Self.body(script) == """
                <?xml version="1.0" encoding="utf-8"?>
                <D:error xmlns:D="DAV:"><D:lock-token-submitted><D:href>/notes/plan%20%26%20map.txt</D:href>\
                </D:lock-token-submitted><D:lockdiscovery><D:activelock><D:locktype><D:write/></D:locktype>\
                <D:lockscope><D:exclusive/></D:lockscope><D:depth>0</D:depth><D:owner>Ada &amp; Bea</D:owner>\
                <D:lockroot><D:href>/notes/plan%20%26%20map.txt</D:href></D:lockroot></D:activelock>\
                </D:lockdiscovery></D:error>

                """)
        #expect(Self.body(Self.script("documents/locked", "LOCK")).contains("<D:no-conflicting-lock><D:href>"))
    }

    @Test func anHrefIsThePathAsTheClientSpeltIt() {
        let request = Request.make("PUT", "/@x/a%2Cb/c.txt?q")
        request.removePathPrefix(3)
        let failure = Failure.named("documents/locked")
        let script = failure.script(Arguments(of: failure), for: request, in: Documents(), beside: Reply())
        #expect(Self.body(script).contains("<D:href>/@x/a%2Cb/c.txt</D:href>"))
    }

    @Test func allowHasNotWhatWasAskedFor() {
        #expect(
            bytes(Self.script("documents/unsupported", "LOCK", ["by": .text("not-allowed")])).contains(
                "Allow: OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, UNLOCK\r\n"))
        #expect(bytes(Self.script("documents/read-only", "PUT")).contains("Allow: OPTIONS, GET, HEAD, PROPFIND\r\n"))
        #expect(bytes(Self.script("documents/read-only", "HEAD")).contains("Allow: OPTIONS, GET, PROPFIND\r\n"))
    }

    @Test func aMessageIsSaid() {
        let message: [String: Argument] = ["message": .text("No <more>.")]
        #expect(
            Self.body(Self.script("documents/out-of-space", "PUT", message)).contains(
                "<D:quota-not-exceeded/><D:responsedescription>No &lt;more&gt;.</D:responsedescription></D:error>"))
        #expect(Self.body(Self.script("documents/bad-name", "PUT", message)).hasPrefix("No <more>.\n"))
    }

    // MARK: Rows

    @Test(arguments: DocumentErrors.tableRows.filter { !$0.causes.isEmpty }.map(\.name))
    func everyCodeIsThereByNumberAndBySymbol(name: String) throws {
        let row = try #require(DocumentErrors.tableRows.first { $0.name == name })
        #expect(!row.phases.isEmpty && row.isMeasured == (FailureIndex.all.entry(name)?.evidence == .observed))
        let byNumber = try #require(FailureIndex.all[name])
        let bySymbol = try #require(FailureIndex.all["documents/\(row.symbol)"])
        #expect(byNumber.name == bySymbol.name)
    }

    /// Whatever refuses does so in each of its phases; what spoils, and what ends, does it to any request.
    @Test(arguments: DocumentErrors.tableRows.filter { !$0.causes.isEmpty }.map(\.name))
    func everyCodeHappensInEachOfItsPhases(name: String) throws {
        let row = try #require(DocumentErrors.tableRows.first { $0.name == name })
        for cause in row.causes {
            guard let failure = FailureIndex.all.failure(of: cause), failure.kind == .answer else { continue }
            for phase in row.phases {
                let script = failure.script(
                    Arguments(of: failure), for: Request.make(phase.method, "/report.txt"), in: Documents(),
                    beside: Reply())
                let status = try #require(script.status)
                #expect(status >= 300 || failure.name == "http/html", "\(cause.name) while \(phase.rawValue)")
            }
        }
    }

    @Test func noCodeThatAServerCanCauseIsMissing() {
        for row in FailureIndex.all.chapters.first(where: { $0.system == "documents" })?.rows ?? [] {
            if case .planned(let reason) = row.disposition { Issue.record("\(row.name): \(reason)") }
            if case .causes = row.disposition { #expect(FailureIndex.all[row.name] != nil, "\(row.name)") }
        }
    }

    // MARK: Content, and what Foundation says of it

    private struct Plan: Decodable {
        let title: String
        let pages: Int
        let changed: String
    }

    private static let plan = Reply(
        status: 200, contentType: "application/json",
        text: #"{"title":"Map","pages":2,"changed":"2026-02-02T00:00:00Z","parts":[{"pages":1}]}"#)

    private static func spoiled(_ name: String, _ by: String? = nil, _ reply: Reply = plan) -> Reply {
        let failure = Failure.named(name)
        var reply = reply
        guard case .spoiler(let spoil) = failure.effect else { preconditionFailure(name) }
        spoil(Arguments(of: failure, given: by.map { ["by": .text($0)] } ?? [:]), &reply)
        return reply
    }

    private static func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            return (error as NSError).code
        }
    }

    @Test func aCorruptDocumentIsNoText() throws {
        let reply = Self.spoiled("documents/corrupt")
        #expect(reply.contentCount == Self.plan.contentCount)
        let file = FileManager.default.temporaryDirectory.appending(path: "corrupt-\(UUID().uuidString)")
        try Data(reply.content).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(Self.code { _ = try String(contentsOf: file, encoding: .utf8) } == 259)
    }

    @Test func aChecksumIsThatOfOtherBytes() {
        let reply = Self.spoiled("documents/corrupt", "checksum")
        #expect(reply.content == Self.plan.content)
        #expect(reply.head.first("content-md5") == Array("kzm0/e6geNeiz2qNttPgAg==".utf8))
    }

    @Test(arguments: [
        ("us-ascii", "text/plain; charset=us-ascii", [0xE9] as [UInt8]),
        ("utf-8", "text/plain; charset=utf-8", [0xE9]), ("unknown", "text/plain; charset=x-martian", []),
        ("none", "text/plain", [0x81, 0x8D, 0x8F]),
    ])
    func textIsInAnotherEncoding(by: String, type: String, more: [UInt8]) {
        let reply = Self.spoiled("documents/wrong-charset", by)
        #expect(reply.head.first("content-type") == Array(type.utf8))
        #expect(reply.content == Self.plan.content + more)
    }

    @Test(arguments: [
        ("negative", #"{"title":"Map","pages":-1,"changed":"2026-02-02T00:00:00Z","parts":[{"pages":-1}]}"#),
        ("empty", #"{"title":"","pages":2,"changed":"","parts":[{"pages":1}]}"#),
        ("null", #"{"title":null,"pages":null,"changed":null,"parts":[{"pages":null}]}"#),
    ])
    func valuesBreakTheRules(by: String, text: String) {
        #expect(Self.spoiled("documents/invalid-values", by).content == Array(text.utf8))
    }

    @Test(arguments: [
        ("date", #"{"title":"Map","pages":2,"changed":"2026-13-45T99:00:00Z","parts":[{"pages":1}]}"#),
        ("number", #"{"title":"Map","pages":"twelve","changed":"2026-02-02T00:00:00Z","parts":[{"pages":"twelve"}]}"#),
    ])
    func valuesCannotBeRead(by: String, text: String) {
        #expect(Self.spoiled("documents/unformatted-values", by).content == Array(text.utf8))
    }

    @Test func formattersRefuseThem() {
        #expect(Self.code { _ = try Date("2026-13-45T99:00:00Z", strategy: .iso8601) } == 2048)
        #expect(Self.code { _ = try IntegerFormatStyle<Int>().parseStrategy.parse("twelve") } == 2048)
    }

    @Test(arguments: ["documents/invalid-values", "documents/unformatted-values", "documents/missing-key"])
    func whatIsNoJSONGivesWay(name: String) throws {
        let text = Reply(status: 200, contentType: "text/plain", text: "Dear Ada,")
        let reply = Self.spoiled(name, nil, text)
        #expect(reply.head.first("content-type") == Array("application/json".utf8))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(reply.content)) }
        #expect(reply.content != JSONDocument.sample.content)
    }

    @Test func aKeyIsMissing() {
        let json = Self.spoiled("documents/missing-key")
        #expect(json.content == Array("{}".utf8))
        #expect(Self.code { _ = try JSONDecoder().decode(Plan.self, from: Data(json.content)) } == 4865)
        #expect(Self.code { try Self.unarchive(Self.spoiled("documents/missing-key", "archive")) } == 4864)
    }

    @Test func anArchiveIsDamaged() {
        let archive = Self.spoiled("documents/damaged-archive")
        #expect(archive.head.first("content-type") == Array("application/x-plist".utf8))
        #expect(Self.code { try Self.unarchive(archive) } == 4864)
        var whole = Reply()
        KeyedArchive.put(KeyedArchive.text(root: 1, title: KeyedArchive.title), in: &whole)
        #expect(Self.code { try Self.unarchive(whole) } == nil)
    }

    @Test func aPropertyListIsOfAnUnknownVersion() throws {
        let made = Self.spoiled("documents/unknown-version")
        #expect(made.content.starts(with: "bplist99".utf8))
        func read(_ bytes: [UInt8]) throws -> [String: String]? {
            try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: String]
        }
        #expect(Self.code { _ = try read(made.content) } == 3840)
        #expect(try read(Array("bplist00".utf8) + made.content.dropFirst(8)) == ["title": "Plan"])
        let own = try PropertyListSerialization.data(fromPropertyList: ["a": "b"], format: .binary, options: 0)
        let reply = Self.spoiled("documents/unknown-version", nil, Reply(body: [Reply.Part(.bytes(Array(own)))]))
        #expect(reply.content == Array("bplist99".utf8) + own.dropFirst(8))
    }

    private static func unarchive(_ reply: Reply) throws {
        NSKeyedUnarchiver.setClass(ArchivedDocument.self, forClassName: "Document")
        _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchivedDocument.self, from: Data(reply.content))
    }
}

/// A document as an app archives it, for what is damaged about one.
private final class ArchivedDocument: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    private let title: String

    init?(coder: NSCoder) {
        guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else {
            coder.failWithError(CocoaError(.coderValueNotFound))
            return nil
        }
        self.title = "\(title)"
    }

    func encode(with coder: NSCoder) { coder.encode(title, forKey: "title") }
}
